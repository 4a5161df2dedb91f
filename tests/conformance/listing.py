"""What the tiny game consists of, by its files: nothing stands in one place and not in another."""

import importlib
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from conformance.cases import content_of

__all__ = ["missing"]

# Lines of RULES.md, and of the law's comments, that begin with a name or a number.
_RULE: Final = re.compile(r"^- (?:`\w+` \()?(\d+\.\d+)\b", re.MULTILINE)
_NAME: Final = re.compile(r"^- `(\w+)`", re.MULTILINE)
_LAW: Final = re.compile(r"^% (\d+\.\d+) ", re.MULTILINE)
_SECTIONS: Final = {"Decisions": "decision", "Rules": "rule", "Cards": "card",
                    "Facts of the position": "cell"}  # fmt: skip


def missing(game: Any) -> list[str]:
    """Return what a copy of the tiny game lacks, a sentence each; none if nothing."""
    return sorted(_missing(game))


def _missing(game: Any) -> Iterator[str]:
    package = type(game).__module__
    chart, state, sequence = (
        importlib.import_module(f"{package}.{name}") for name in ("chart", "state", "sequence")
    )
    law: Any = importlib.import_module(f"{package}.law")
    folder: Path = chart.FOLDER
    there = {f"decision {kind}" for kind in chart.HOMES if kind not in chart.CARDS}
    there |= {f"card {card}" for card in chart.CARDS}
    there |= {f"cell {each.name}" for each in fields(state.State)}
    judged, decreed = set(), set(_LAW.findall((folder / "law" / "general.lp").read_text()))
    for kind, home in sequence.homes().items():
        if not hasattr(home, "orders"):
            continue
        judged |= {rule.number for rule in sequence.rules(kind)}
        if law.file_of(kind).exists():
            decreed |= set(_LAW.findall(law.file_of(kind).read_text()))
        else:
            yield f"{kind} has no law"
    for number in judged ^ decreed:
        yield f"rule {number} stands in the {'law' if number in decreed else 'code'} alone"
    told = set(_told((folder / "RULES.md").read_text()))
    tried = {what for path in (folder / "cases").glob("*.toml") for what in content_of(path)["of"]}
    there |= {f"rule {number}" for number in judged}
    # What follows a throw is a rule that no move can break: it has its line and its cases.
    wanted = there | {what for what in told if what.startswith("rule ")}
    for what in wanted - told:
        yield f"{what} is not in RULES.md"
    for what in wanted - tried:
        yield f"{what} has no case"
    for what in (told | tried) - wanted:
        yield f"there is no {what}"


def _told(text: str) -> Iterator[str]:
    for part in text.split("\n## ")[1:]:
        heading, _, lines = part.partition("\n")
        kind = _SECTIONS[heading]
        # The line of a decision or a card may state a rule, too: its number in brackets.
        yield from (f"rule {number}" for number in _RULE.findall(lines))
        if kind != "rule":
            yield from (f"{kind} {name}" for name in _NAME.findall(lines))
