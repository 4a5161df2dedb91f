"""Odds, attacks and victory of Twilight of the Habsburgs, as Python asks for them."""

from fractions import Fraction
from typing import Any, Final

import pytest

import lexbelli
from lexbelli import BadInput, IllegalMove
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.capabilities import Ledger
from lexbelli.twilight_of_the_habsburgs.battle_odds import NUMBERS, numbers

_FIELD: Final = "h1118"
_UNITS: Final = {
    "ger_12_aslt_div": "h1119",
    "ah_1_inf_div": "h1117",
    "ah_50_inf_div": "h1117",
    "it_6_inf_div": _FIELD,
}


def _position(**more: Any) -> toh.Position:
    agenda = [
        {"frame": "turn", "step": 2},
        {"frame": "player_turn", "side": "central", "step": 2},
        {"frame": "impulse", "side": "central", "number": 1, "step": 4},
        {"frame": "combat", "side": "central"},
    ]
    setup = {"scenario": "caporetto", "turn": 2, "agenda": agenda, "units": _UNITS, **more}
    return toh.Position.from_setup(setup)


def test_odds_are_exact_and_name_their_rules() -> None:
    position = _position(event=5)
    found = lexbelli.odds(position, "attack ger_12_aslt_div,ah_1_inf_div h1118 assault; gas h1118")
    assert (found.attack, found.defence) == (10, 4)
    assert found.shifts == (("gas", 2, "13.8-2"),)
    assert (found.columns[found.column - 1], found.columns[found.read - 1]) == ("2:1", "4:1")
    assert sum(found.results.values()) == 1
    assert found.results == {"bb": Fraction(1, 2), "dh": Fraction(1, 3), "da": Fraction(1, 6)}
    assert found.number("clear") == found.number("driven_out") == Fraction(1, 6)
    assert found.number("attacker_steps") == Fraction(1, 2) * 2
    assert found.number("defender_steps") == 1
    told = found.as_json()
    assert told["read"] == "4:1"
    assert told["results"]["da"] == "1/6"


def test_a_fortress_is_cleared_when_it_falls() -> None:
    shows = ("dh", "da", "da", "dz", "dz", "ne")
    # With a unit there it falls with DZ alone, without one with DA too (11.41, 11.42).
    assert numbers(shows, (2, 2), fortress=True)[0] == Fraction(1, 3)
    assert numbers(shows, (2, 0), fortress=True)[0] == Fraction(2, 3)
    assert numbers(shows, (2, 0), fortress=True)[1] == 0


def test_an_illegal_attack_is_refused_unless_it_is_forced() -> None:
    position = _position(entrenched=["ah_1_inf_div"])
    attack = "attack ah_1_inf_div h1118 mobile"
    with pytest.raises(IllegalMove) as refused:
        lexbelli.odds(position, attack)
    assert {broken.rule for broken in refused.value.violations} == {"12.21-1", "9.72-1"}
    found = lexbelli.odds(position, attack, force=True)
    assert {broken.rule for broken in found.violations} == {"12.21-1", "9.72-1"}


@pytest.mark.parametrize(
    ("attack", "field"),
    [("", "position"), ("pass", "attack"), ("attack ah_1_inf_div h1118", "order 1")],
)
def test_what_names_no_attack_is_told(attack: str, field: str) -> None:
    with pytest.raises(BadInput) as wrong:
        lexbelli.odds(_position(), attack)
    assert wrong.value.field is not None
    assert field in wrong.value.field


def test_the_attack_under_way_has_odds_until_its_die_falls() -> None:
    position = _position().play("attack ger_12_aslt_div,ah_1_inf_div h1118 probe")
    found = lexbelli.odds(position)
    assert found.table == "probe"
    chance = {outcome.text: outcome.odds for outcome in position.decision.outcomes}
    assert chance == dict(found.results)


def test_attacks_are_those_that_are_legal() -> None:
    position = _position()
    largest = lexbelli.attacks(position)
    assert {attack.table for attack in largest} == {"probe", "assault", "mobile"}
    assert all(len(attack.units) == 3 for attack in largest)
    every = lexbelli.attacks(position, every=True, target=_FIELD)
    for attack in every:
        assert not position.check(attack.attack), attack.attack
        assert lexbelli.odds(position, attack.attack).number("clear") == attack.number("clear")
    # Two divisions in one hex are alike: one attack stands for both, and with both.
    probes = [attack for attack in every if attack.table == "probe"]
    assert sum(attack.folded + 1 for attack in probes) == 2**3 - 1
    assert len(probes) == 5
    best = every.sorted("clear")
    assert best[0].number("clear") >= best[-1].number("clear")
    assert not lexbelli.attacks(position, origin="h1116")
    few = lexbelli.attacks(position, every=True, most=2)
    assert few.unfinished == (_FIELD,)
    with pytest.raises(BadInput, match="did you mean"):
        every.sorted("cleer")


def test_attacks_may_be_supposed() -> None:
    opening = lexbelli.scenario("twilight_of_the_habsburgs/caporetto")
    assert isinstance(opening, toh.Position)
    found = toh.GAME.battles.attacks(opening, side="central")  # type: ignore[attr-defined]
    assert found.supposed
    assert len(found) > 5
    waiting = lexbelli.scenario("twilight_of_the_habsburgs/caporetto_setup")
    with pytest.raises(BadInput, match="before all units are set up"):
        toh.GAME.battles.attacks(waiting, side="central")  # type: ignore[attr-defined]


def test_victory_is_told_item_by_item() -> None:
    position = _position(
        steps_lost={"entente": 13},
        double_steps_lost={"entente": 2},
        headquarters_lost={"entente": 1},
        passed={"udine": "central", "trent": "entente"},
    )
    assert isinstance(position, Ledger)
    found = position.victory()
    told = [(line.side, line.item, line.about, line.points, line.rule) for line in found.ledger]
    assert told == [
        ("central", "steps", None, 14, "14.91-1"),
        ("central", "headquarters", None, 10, "14.91-3"),
        ("central", "place", "udine", 5, "14.91-4"),
        ("entente", "place", "trent", 20, "14.91-4"),
    ]
    assert (found.margin, found.level, found.winner) == (9, "central_nominal", "central")
    assert found.text == "The Central Powers win a nominal victory."


def test_battles_are_not_followed_to_their_end() -> None:
    with pytest.raises(BadInput, match="followed to their end"):
        lexbelli.evaluate_battle(_position(), "attack ah_1_inf_div h1118 probe")


def test_the_numbers_are_those_of_the_game() -> None:
    assert toh.GAME.battles.numbers == NUMBERS  # type: ignore[attr-defined]


# --- tables -----------------------------------------------------------------------------


def test_a_table_of_attacks_has_the_odds_of_each_row() -> None:
    position = _position(event=5)
    texts = [each.attack for each in lexbelli.attacks(position)]
    table = lexbelli.odds_batch({"attack": texts}, position, exact=True)
    assert table.column_names == ["legal", "rules", *NUMBERS, "exact", "error"]
    assert len(table) == len(texts) > 2
    for text, row in zip(texts, table, strict=True):
        told = lexbelli.odds(position, text)
        assert row["legal"] is True
        assert [Fraction(each) for each in row["exact"]] == [told.number(name) for name in NUMBERS]
        assert row["clear"] == pytest.approx(float(told.number("clear")))
    under_way = position.after_answer(texts[0])
    (row,) = lexbelli.odds_batch([{"attack": None, "position": under_way}])
    assert row["clear"] == pytest.approx(float(lexbelli.odds(under_way).number("clear")))


def test_rows_that_are_wrong_say_so_and_others_go_on() -> None:
    rows = {
        "attack": ["attack ah_1_inf_div h1118 mobile", "attack ah_1_inf_divs h1118 probe", None],
        "position": [_position(entrenched=["ah_1_inf_div"]).to_json()] * 3,
    }
    table = lexbelli.odds_batch(rows, game="twilight_of_the_habsburgs")
    assert table["legal"] == [False, None, None]
    assert "12.21-1" in table["rules"][0]
    assert table["clear"] == [None] * 3
    assert "did you mean 'ah_1_inf_div'" in table["error"][1]
    assert "no attack under way" in table["error"][2]
    with pytest.raises(BadInput, match="column attack: there is no such column"):
        lexbelli.odds_batch({"attacks": []}, _position())
    with pytest.raises(BadInput, match="column attack: text is needed"):
        lexbelli.odds_batch({"attack": [3]}, _position())


def test_a_table_of_positions_has_the_reckoning_of_each() -> None:
    position = _position(steps_lost={"entente": 13}, passed={"udine": "central"})
    (row,) = lexbelli.victory_batch([position])
    assert row == {
        "margin": 18,
        "surrender": False,
        "level": position.victory().level,
        "winner": "central",
        "items": ["central steps 13", "central place(udine) 5"],
        "error": None,
    }
    rows = {"position": ["piave", "piavee", '{"turn": 99}']}
    good, *others = lexbelli.victory_batch(rows, game="twilight_of_the_habsburgs")
    assert (good["margin"], good["error"]) == (0, None)
    for row in others:
        assert row["error"]
        assert all(row[key] in (None, []) for key in row if key != "error")
