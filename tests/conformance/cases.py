"""Cases of the tiny game: a position each, and what its rulebook says, put to law and checker.

A file holds

    of        what it is a case of: "rule 2.1", "decision move", "card storm", "cell turn"
    about     the case in a sentence
    position  keys of the position's document
    moves     move -> the numbers of the rules that it breaks; none if it is legal
    odds      outcome -> its odds, where chance decides
    [[played]]  what becomes of it: other keys of a `setup`, `answers` one after the other, `rolls`
              that fall; then the kind of `decision`, `moves`, `odds`, `facts` that hold, units
              that are `lost`
    [told]    `facts` for the law; `changes`: keys in which its document differs from an
              empty one, and which its bytes keep
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from lexbelli import BadInput, invariants

__all__ = ["content_of", "hold_case", "refuses"]

_KEYS: Final = {"of", "about", "position", "moves", "odds", "played", "told"}
_SAID: Final = {"decision", "moves", "odds", "facts", "lost"}
_PLAYED: Final = _SAID | {"setup", "answers", "rolls"}
_TOLD: Final = {"facts", "changes"}


def content_of(path: Path) -> Mapping[str, Any]:
    """Return what a file holds; every key of it must be one that is read."""
    content = tomllib.loads(path.read_text())
    tables = [(content, _KEYS), (content.get("told", {}), _TOLD)]
    for table, known in [*tables, *((each, _PLAYED) for each in content.get("played", []))]:
        assert set(table) <= known, f"{path.name}: {set(table) - known}"
    assert all(each.keys() & _SAID for each in content.get("played", []))
    assert content["about"]
    assert content["of"]
    assert content.keys() & {"moves", "odds", "played", "told"}, f"{path.name} says nothing"
    return content


def hold_case(game: Any, path: Path) -> None:
    """Put a case to law and checker.

    Raises:
        AssertionError: They say something else.
        BadInput: The game does not know what it is about.
    """
    content = content_of(path)
    position = game.from_setup(content["position"])
    _hold_moves(position, content.get("moves", {}))
    if "odds" in content:
        _hold_odds(position, content["odds"])
    for played in content.get("played", []):
        _hold_played(position, played)
    if "told" in content:
        _hold_told(game, position, content["told"])


def _hold_moves(position: Any, wanted: Mapping[str, Sequence[str]]) -> None:
    for move, rules in wanted.items():
        assert not list(invariants.agreed(position, position.move(move))), move
        assert sorted({each.rule for each in position.check(move)}) == rules, move
        if not rules:
            assert position.move(move) in list(position.moves()), move


def _hold_odds(position: Any, wanted: Mapping[str, str]) -> None:
    odds = {each.text: each.odds for each in position.chance()}
    assert odds == {text: Fraction(of) for text, of in wanted.items()}


def _hold_played(before: Any, played: Mapping[str, Any]) -> None:
    position = before.with_change(setup=played.get("setup", {}))
    for answer in played.get("answers", []):
        position = position.play(answer)
    for roll in played.get("rolls", []):
        position = position.play(None, tuple(roll))
    assert position.decision.kind == played.get("decision", position.decision.kind)
    facts = set(position.facts().splitlines())
    for fact in played.get("facts", []):
        assert f"{fact}." in facts, fact
    _hold_moves(position, played.get("moves", {}))
    if "lost" in played:
        assert sorted(set(before.units) - set(position.units)) == played["lost"]
    if "odds" in played:
        _hold_odds(position, played["odds"])


def _hold_told(game: Any, position: Any, told: Mapping[str, Any]) -> None:
    assert {f"{fact}." for fact in told["facts"]} <= set(position.facts().splitlines())
    empty = game.from_setup({"units": json.loads(position.to_json())["units"]})
    assert {change.what for change in empty.changes(position)} == set(told["changes"])
    for again in (game.from_bytes(position.to_bytes()), game.from_document(position.to_json())):
        assert again == position
        assert hash(again) == hash(position)
        assert not position.changes(again)
    assert empty.to_bytes() != position.to_bytes()


def refuses(game: Any, path: Path) -> bool:
    """Whether a game does not know a case, or says something else of it."""
    try:
        hold_case(game, path)
    except (AssertionError, BadInput):
        return True
    return False
