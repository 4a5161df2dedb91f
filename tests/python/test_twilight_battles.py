"""Odds, attacks and victory of Twilight of the Habsburgs, as Python asks for them."""

from collections.abc import Sequence
from dataclasses import replace
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
    assert not list(found.mistakes())


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"margin": 10}, "make no margin of 10"),
        ({"ledger": ()}, "the points 0 and 0 make no margin of 9"),
        ({"level": "central_theatre"}, "the margin 9 is central_nominal"),
        ({"surrender": True}, "the margin 9 is central_decisive"),
        ({"winner": "entente"}, "makes central the winner, and entente is told"),
        ({"winner": None}, "makes central the winner, and None is told"),
    ],
)
def test_a_reckoning_that_does_not_add_up_says_so(changed: Any, told: str) -> None:
    found = _position(steps_lost={"entente": 9}).victory()
    assert not list(found.mistakes())
    assert any(told in each for each in replace(found, **changed).mistakes())


def test_no_place_counts_twice() -> None:
    found = _position(passed={"udine": "central"}).victory()
    (line,) = found.ledger
    twice = replace(found, ledger=[line, replace(line, side="entente")], margin=0)
    assert any("twice for one thing" in each for each in twice.mistakes())


@pytest.mark.parametrize(
    ("central", "entente", "level"),
    [
        (50, 0, "central_decisive"),
        (49, 0, "central_major"),
        (35, 0, "central_major"),
        (34, 0, "central_theatre"),
        (15, 0, "central_theatre"),
        (14, 0, "central_nominal"),
        (1, 0, "central_nominal"),
        (7, 7, "stalemate"),
        (0, 9, "entente_nominal"),
        (0, 10, "entente_theatre"),
        (0, 19, "entente_theatre"),
        (0, 20, "entente_major"),
        (0, 34, "entente_major"),
        (0, 35, "entente_decisive"),
    ],
)
def test_every_margin_has_its_level(central: int, entente: int, level: str) -> None:
    found = _position(steps_lost={"entente": central, "central": entente}).victory()
    assert (found.margin, found.level) == (central - entente, level)
    assert not list(found.mistakes())


# --- to the end ------------------------------------------------------------------------------

_PROBE: Final = "attack ger_12_aslt_div,ah_1_inf_div h1118 probe"


def test_who_cannot_retreat_is_lost() -> None:
    # AR on 1, DR on 6; zones of both attackers are all around the defender (6.5-1, 9.4-5).
    found = lexbelli.evaluate_battle(_position(), _PROBE)
    assert found.complete
    told = {row.measure: (row.best.value, row.least.value, row.most.value) for row in found}
    assert told == {
        "cleared": (Fraction(1, 6),) * 3,
        "emptied": (Fraction(1, 6),) * 3,
        "attacker_steps": (0, 0, 0),
        "defender_steps": (Fraction(1, 3),) * 3,
        "attacker_units": (0, 0, 0),
        "defender_units": (Fraction(1, 6),) * 3,
        # 14.91-1: a point a step.
        "vp": (Fraction(1, 3),) * 3,
    }
    assert all(row.policy is None for row in found)
    assert "policy" not in found.as_json()["measures"][0]


def test_owners_choose_who_loses_steps() -> None:
    # 4:1 by assault: BB on three faces; three units with six steps lose three of them.
    odds = lexbelli.odds(
        _position(event=5),
        "attack ger_12_aslt_div,ah_1_inf_div,ah_50_inf_div h1118 assault; gas h1118",
    )
    halved = sum((odds.results.get(code, Fraction(0)) for code in ("aa", "bb")), Fraction(0))
    assert halved > 0
    found = odds.evaluate(["attacker_units", "attacker_steps"])
    assert found["attacker_units"].best.value == 0
    assert found["attacker_units"].least.value == 0
    assert found["attacker_units"].most.value == halved
    assert found["attacker_steps"].best.value == odds.number("attacker_steps") == 3 * halved
    ask = odds.evaluate_measure
    assert ask("attacker_units").value == 0
    assert ask("attacker_units", attacker="worst").value == halved
    assert ask("attacker_units", "most", "least").value == halved


def test_what_is_cleared_in_the_end_is_what_the_odds_tell() -> None:
    position = lexbelli.scenario("twilight_of_the_habsburgs/caporetto")
    assert isinstance(position, toh.Position)
    fighting = position.suppose_fighting("central")
    for attack in lexbelli.attacks(fighting)[::5]:
        found = lexbelli.evaluate_battle(fighting, attack.attack)
        assert found.complete, attack.attack
        cleared = found["cleared"]
        assert cleared.least.value == cleared.most.value == attack.number("clear")
        assert found["attacker_steps"].least.low >= attack.number("attacker_steps")
        assert found["defender_steps"].least.low >= attack.number("defender_steps")
        for row in found:
            assert row.least.low <= row.best.low <= row.best.high <= row.most.high


def test_an_attack_under_way_is_followed_from_where_it_stands() -> None:
    begun = _position().play(_PROBE)
    whole = lexbelli.evaluate_battle(begun, measures="defender_steps")
    assert whole["defender_steps"].best.value == Fraction(1, 3)
    setup = begun.setup()
    assert setup["agenda"][-1]["frame"] == "attack"
    three = _position(event=5).play(
        "attack ger_12_aslt_div,ah_1_inf_div,ah_50_inf_div h1118 assault; gas h1118"
    )
    after = three.after_answer("bb")
    while after.decision.side == "entente":
        after = after.after_answer(after.sample_moves(1, 1)[0])
    assert after.decision.kind == "losses"
    found = lexbelli.evaluate_battle(after, measures=["attacker_units", "attacker_steps"])
    assert found["attacker_units"].most.value == 1
    assert found["attacker_units"].best.value == 0
    assert found["attacker_steps"].best.value == 3


def test_too_few_positions_are_told() -> None:
    attack = "attack ger_12_aslt_div,ah_1_inf_div,ah_50_inf_div h1118 assault"
    found = lexbelli.evaluate_battle(_position(), attack, measures="attacker_units", most=1)
    assert not found.complete
    row = found["attacker_units"]
    assert row.best.value is None
    whole = lexbelli.evaluate_battle(_position(), attack, measures="attacker_units")
    known = whole["attacker_units"].best
    assert row.best.low <= known.low <= known.high <= row.best.high


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"measures": "cleard"}, "cleared"),
        ({"most": 0}, "below 1"),
        ({"attack": ""}, "no attack under way"),
        ({"attack": "pass"}, "names no attack"),
    ],
)
def test_what_cannot_be_followed_is_refused(options: dict[str, Any], message: str) -> None:
    asked = {"attack": _PROBE, **options}
    with pytest.raises(BadInput, match=message):
        lexbelli.evaluate_battle(_position(), **asked)
    with pytest.raises(IllegalMove):
        lexbelli.evaluate_battle(_position(entrenched=["ah_1_inf_div"]), _PROBE)
    forced = lexbelli.evaluate_battle(_position(entrenched=["ah_1_inf_div"]), _PROBE, force=True)
    assert forced.complete
    with pytest.raises(BadInput, match="best"):
        lexbelli.odds(_position(), _PROBE).evaluate_measure("cleared", "bets")


def test_what_turns_on_hidden_units_is_not_told() -> None:
    # 13.1: the lower units of a stack are hidden from the foe.
    stacks = {**_UNITS, "it_7_inf_div": "h1116", "it_4_inf_div": "h1116"}
    position = _position(units=stacks)
    assert lexbelli.evaluate_battle(position, _PROBE).complete
    with pytest.raises(BadInput, match=r"13\.1"):
        lexbelli.evaluate_battle(position.seen_by("central"), _PROBE)
    far = {**_UNITS, "it_7_inf_div": "h1110", "it_4_inf_div": "h1110"}
    seen = _position(units=far).seen_by("central")
    assert lexbelli.evaluate_battle(seen, _PROBE).complete
    assert not lexbelli.odds(seen, _PROBE).violations


# --- sensitivity -----------------------------------------------------------------------------


def test_each_change_is_worth_what_the_odds_then_are() -> None:
    position = _position(event=5, entrenched=["it_6_inf_div"])
    odds = lexbelli.odds(position, _PROBE + "; gas h1118")
    found = odds.sensitivity()
    assert (found.measure, found.value) == ("clear", odds.number("clear"))
    told = {(change.kind, *change.about): change for change in found.changes}
    assert [change.gain for change in found.changes] == sorted(
        (change.gain for change in found.changes), reverse=True
    )

    def clear(attack: str, **more: Any) -> Fraction:
        setup = {"event": 5, "entrenched": ["it_6_inf_div"], **more}
        told: Fraction = lexbelli.odds(_position(**setup), attack, force=True).number("clear")
        return told

    gassed = _PROBE + "; gas h1118"
    wanted = {
        ("without", "ah_1_inf_div"): clear("attack ger_12_aslt_div h1118 probe; gas h1118"),
        ("join", "ah_50_inf_div"): clear(
            "attack ger_12_aslt_div,ah_1_inf_div,ah_50_inf_div h1118 probe; gas h1118"
        ),
        ("table", "assault"): clear(gassed.replace("probe", "assault")),
        ("no_shift", "gas"): clear(_PROBE),
        ("mobile", "it_6_inf_div"): clear(gassed, entrenched=[]),
        ("reduced", "it_6_inf_div"): clear(gassed, reduced=["it_6_inf_div"]),
        ("reduced", "ah_1_inf_div"): clear(gassed, reduced=["ah_1_inf_div"]),
    }
    for key, value in wanted.items():
        assert told[key].value == value, key
        assert told[key].gain == value - found.value
    assert told["without", "ah_1_inf_div"].text == "without ah_1_inf_div"
    assert ("marker", "gas") not in told
    shown = odds.sensitivity("attacker_steps")
    gains = [change.gain for change in shown.changes]
    assert gains == sorted(gains)
    with pytest.raises(BadInput, match="did you mean"):
        odds.sensitivity("cleer")


def test_bonuses_and_fortresses_are_among_the_changes() -> None:
    opening = lexbelli.scenario("twilight_of_the_habsburgs/caporetto")
    assert isinstance(opening, toh.Position)
    fighting = opening.suppose_fighting("central")
    odds = lexbelli.odds(fighting, "attack ger_200_aslt_div,ger_5_aslt_div h3741 mobile")
    kinds = {(change.kind, *change.about) for change in odds.sensitivity().changes}
    assert ("no_surprise",) in kinds
    for name, _, _ in odds.bonuses:
        assert ("no_bonus", name) in kinds


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
    rows: dict[str, Sequence[Any]] = {
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
