"""Every decision of Pursuit of Glory stands wherever CONTRIBUTING.md says that one does."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from lexbelli import _core
from lexbelli.law import programs_of
from lexbelli.pursuit_of_glory import battles, moves, status_text

ROOT: Final = Path(__file__).parents[1]
CORE: Final = ROOT / "rust_core/pursuit_of_glory/src"
DECISIONS: Final = [each["kind"] for each in _core.pursuit_decisions()]
FRAMES: Final = dict(_core.pursuit_frames())
# Those that no frame is called after: they are decisions of frames of other names.
CALLED_OTHERWISE: Final = {
    *("reinforcements", "trenches", "marks", "divisions_leave", "exchange", "relief", "treachery"),
    *("bombardment", "provocation"),
}


def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def named(word: str) -> str:
    """Return the name of a word in Rust."""
    return "".join(part.capitalize() for part in word.split("_"))


def rows(page: str, heading: str) -> str:
    """The rows of the first table of a page below a heading."""
    return text(page).split(f"| {heading} |", 1)[1].split("\n\n")[0]


def test_there_are_decisions() -> None:
    assert len(DECISIONS) > 10
    assert {"operations", "tribes", "retreat"} <= set(DECISIONS)
    assert set(DECISIONS) - set(FRAMES) == CALLED_OTHERWISE


@pytest.mark.parametrize("kind", DECISIONS)
def test_a_decision_has_one_home(kind: str) -> None:
    asks = re.compile(rf"NextStep::Decides\(DecisionKind::{named(kind)}\)")
    files = [path for path in (CORE / "sequence").rglob("*.rs") if asks.search(path.read_text())]
    assert len(files) == 1


@pytest.mark.parametrize("frame", FRAMES)
def test_a_frame_has_one_home(frame: str) -> None:
    """The agenda names a file of `sequence/`, which holds the home."""
    agenda = text("rust_core/pursuit_of_glory/src/sequence/agenda.rs")
    arms = re.findall(r"((?:FrameKind::\w+[ |\n]*)+)=> &([\w:]+)::([A-Z_]+),", agenda)
    [(module, constant)] = [
        (module, constant)
        for kinds, module, constant in arms
        if f"FrameKind::{named(frame)}" in re.findall(r"FrameKind::\w+", kinds)
    ]
    stem = CORE / "sequence" / module.replace("::", "/")
    [file] = [path for path in (stem.with_suffix(".rs"), stem / "mod.rs") if path.exists()]
    assert f"const {constant}: FrameHandler" in file.read_text("utf-8")
    assert f"`{frame}`" in rows("docs/position.md", "`frame`")


@pytest.mark.parametrize("kind", DECISIONS)
def test_a_decision_has_its_law(kind: str) -> None:
    judged = programs_of("pursuit_of_glory", f"judge_{kind}.lp")
    shown = programs_of("pursuit_of_glory", f"show_moves_{kind}.lp")
    assert f"rules_asp/pursuit_of_glory/programs/{kind}.lp" in _core.resources()
    assert f"rules_asp/pursuit_of_glory/programs/{kind}_moves.lp" in _core.resources()
    assert f"rules_asp/pursuit_of_glory/moves_{kind}.lp" in shown
    assert any("violates(" in _core.resource(path) for path in judged)


def asked_in(content: Any) -> set[str]:
    """The decisions that a case is about, wherever in it that is said."""
    if isinstance(content, list):
        return set().union(*map(asked_in, content))
    if not isinstance(content, dict):
        return set()
    own = {content["decision"]} if isinstance(content.get("decision"), str) else set()
    own |= {"operations"} if "operations" in content else set()
    return own.union(*map(asked_in, content.values()))


def test_a_decision_has_a_case() -> None:
    files = (ROOT / "tests/cases/pursuit_of_glory").glob("*.toml")
    told = set().union(*(asked_in(tomllib.loads(path.read_text("utf-8"))) for path in files))
    assert not set(DECISIONS) - told


@pytest.mark.parametrize("kind", DECISIONS)
def test_a_decision_has_its_lines(kind: str) -> None:
    assert f"`{kind}`" in rows("docs/playing.md", "kind")
    assert f"`{kind}`" in rows("docs/orders.md", "order")


def test_python_needs_no_line_for_a_decision() -> None:
    """What it has no sentence for it says in the words of the core's table of frames."""
    entry = {"kind": "digging", "side": "ap"}
    for said in (moves.decision(entry), battles.decision(entry, "")):
        assert said.kind == "digging"
        assert said.side == "ap"
        assert said.text == "AP decides: trenches that are being dug."
    assert status_text._ABOUT == FRAMES
    assert set(status_text._FRAMES) <= set(FRAMES)
    assert set(battles.LISTED) | set(moves.BUDGET.kinds) == set(DECISIONS)
    assert set(battles.AFTER) < set(battles.KINDS) < set(battles.LISTED)
