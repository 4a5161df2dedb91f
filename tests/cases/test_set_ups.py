"""Numbered rulings on set-ups: what may stand where, asked of the core, which judges set-ups.

A file in `pursuit_of_glory/set_ups/` holds

    rule      the numbers it illustrates
    title     the ruling in a few words
    [setup]   a position's document: the 1914 map, and what it says besides
    problems  the codes of all that is wrong with it; an empty list if nothing is
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog

FOLDER = Path(__file__).parent / "pursuit_of_glory/set_ups"
CONTENTS: dict[str, dict[str, Any]] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted(FOLDER.glob("*.toml"))
}


@pytest.mark.parametrize("name", CONTENTS)
def test_set_up(name: str) -> None:
    content = CONTENTS[name]
    assert content.keys() == {"rule", "title", "setup", "problems"}
    position = pog.Position.from_setup(content["setup"], allow=["all"])
    assert sorted({code for code, _, _ in position.allowed}) == sorted(content["problems"])


@pytest.mark.parametrize("name", [name for name, said in CONTENTS.items() if said["problems"]])
def test_a_wrong_set_up_is_refused_unless_allowed(name: str) -> None:
    content = CONTENTS[name]
    with pytest.raises(lexbelli.InvalidSetup) as refused:
        pog.Position.from_setup(content["setup"])
    assert all(f"[{code}]" in str(refused.value) for code in content["problems"])
    pog.Position.from_setup(content["setup"], allow=content["problems"])


def test_every_ruling_is_named_after_the_first_rule_it_illustrates() -> None:
    assert CONTENTS
    for name, content in CONTENTS.items():
        assert name.startswith(f"{content['rule'][0]}."), name
        assert content["title"], name
