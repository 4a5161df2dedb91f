"""The tiny game itself: every case of it, by law and checker; and the suite, which sees faults."""

import importlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from conformance import suite
from conformance.cases import hold_case
from conformance.listing import missing
from conformance.suite import Entrant
from lexbelli import BadInput, Record
from support import known_skirmish

CASES = sorted((Path(__file__).parent / "skirmish" / "cases").glob("*.toml"))


@pytest.fixture(scope="module")
def entrant() -> Iterator[Entrant]:
    module: Any = importlib.import_module("conformance.skirmish.entrant")
    with known_skirmish():
        yield module.entrant()


@pytest.fixture
def melee(entrant: Entrant) -> Any:
    """Blue moves; its guns are lost, and three units stand close."""
    return entrant.game.from_setup(
        {
            "phase": "move",
            "hands": {"blue": ["storm", "rally"], "red": ["charge"]},
            "units": {
                "blue_foot": "hex_0102",
                "blue_horse": "hex_0202",
                "red_foot": "hex_0401",
                "red_guard": "hex_0302",
            },
        }
    )


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_cases(entrant: Entrant, path: Path) -> None:
    hold_case(entrant.game, path)


def test_everything_has_its_rule_its_law_its_line_and_its_case(entrant: Entrant) -> None:
    assert not missing(entrant.game)


def test_the_shared_programs_of_the_law_agree(entrant: Entrant) -> None:
    """Many moves judged at once, and orders as brave consequences."""
    law: Any = importlib.import_module("conformance.skirmish.law")
    for number, (position, dice) in enumerate(entrant.decisions()):
        home, facts = position.choice, position.facts()
        moves = list(suite.spoilt(position, dice, 6))
        assert law.judged_many(home, facts, moves) == [not position.check(m) for m in moves]
        told = law.offered(home, facts, position.move([]))
        assert told == [order.text for order in position.orders()]
        if number == 6:
            break


def test_dice_and_cards_fall_with_exact_odds(melee: Any) -> None:
    battle = melee.play("pass").play("strike blue_horse 0302; card storm")
    odds = {each.text: each.odds for each in battle.chance()}
    # 2 and 4 against 4: repelled by 2 and 3, routed from 7 on.
    assert odds == {
        "repelled": Fraction(3, 36),
        "held": Fraction(12, 36),
        "routed": Fraction(21, 36),
    }
    assert "red_guard" not in battle.play(None, [3, 4]).units
    assert "blue_horse" not in battle.play(None, [1, 2]).units
    assert battle.play(None, [1, 2]).decision.kind == "chance"
    with pytest.raises(BadInput):
        battle.play(None, [3, 7])
    with pytest.raises(BadInput):
        battle.play(None, [3])


def test_a_hidden_draw_comes_by_itself(melee: Any) -> None:
    drawing = melee.play("pass").play("pass")
    seen = drawing.seen_by("blue")
    assert [each.odds for each in drawing.chance()] == [Fraction(1, 3)] * 3
    assert [each.odds for each in seen.chance()] == [1]
    card = drawing.chance()[0].text
    assert drawing.play(card).seen_by("blue") == seen.play(seen.chance()[0].text)


def test_a_game_ends(entrant: Entrant) -> None:
    """Whoever passes on and on comes to the end of the turns, where nothing is asked."""
    chart: Any = importlib.import_module("conformance.skirmish.chart")
    record = Record(entrant.game.scenario("ford"))
    for _ in range(2 * chart.NUMBERS["turns"]):
        record.play(None, lexbelli.Dice(len(record)))
        record.play("pass")
        record.play("pass")
    assert record.position.decision.kind == "over"
    assert not record.position.decision.choices
    with pytest.raises(BadInput):
        record.position.moves()


# --------------------------------------------------------------------------- the suite sees faults


def _unchecked(entrant: Entrant, monkeypatch: pytest.MonkeyPatch) -> None:
    position: Any = importlib.import_module("conformance.skirmish.position")
    whole = position.check
    monkeypatch.setattr(
        position,
        "check",
        lambda answer: [each for each in whole(answer) if each.rule != "2.1"],
    )
    suite.hold_agreed(entrant)


def _seen(entrant: Entrant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(entrant.starts[0]), "seen_by", lambda position, _side: position)
    suite.hold_hidden(entrant)


def _forgotten(entrant: Entrant, monkeypatch: pytest.MonkeyPatch) -> None:
    kind: Any = type(entrant.starts[0])
    whole = kind.to_json
    monkeypatch.setattr(
        kind, "to_json", lambda position: whole(position).replace('"storm"', '"rally"')
    )
    suite.hold_positions(entrant)


def _offered(entrant: Entrant, monkeypatch: pytest.MonkeyPatch) -> None:
    kind: Any = type(entrant.starts[0])
    whole = kind.orders
    monkeypatch.setattr(kind, "orders", lambda position, given="": whole(position, given)[1:])
    suite.hold_offered(entrant)


@pytest.mark.parametrize("fault", [_unchecked, _seen, _forgotten, _offered])
def test_the_suite_sees_faults(
    entrant: Entrant,
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[Entrant, pytest.MonkeyPatch], None],
) -> None:
    with pytest.raises(AssertionError):
        fault(entrant, monkeypatch)
