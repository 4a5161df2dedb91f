"""Odds and attacks from Python."""

import json
import pickle
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.battle_odds import MEASURES, NUMBERS

OPENING = pog.scenario("1914_campaign")
KOPRUKOY = "attack koprukoy with ru_i_caucasian,ru_cavalry_1,ru_div_3"
# Kars out of three mountains, with somebody in every Reserve Box.
KARS: dict[str, Any] = {
    "scenario": "1914_campaign",
    "turn": 3,
    "round": 3,
    "active": "cp",
    "units": {
        "ardahan": ["tu_ix_corps", "tu_div_1", "tu_cavalry_1"],
        "sarikamis": ["tu_x_corps", "tu_elite_div_1", "tu_div_2"],
        "kagizman": ["tu_xi_corps", "tu_div_3", "tu_a_div_1"],
        "kars": ["ru_i_caucasian", "ru_div_1", "ru_elite_div_1"],
        "erevan": ["ru_div_2"],
    },
    "control": {"cp": ["ardahan", "sarikamis", "kagizman"]},
}


def battle(**changes: Any) -> lexbelli.Position:
    return pog.Position.from_setup({**KARS, **changes}, allow=["all"])


def test_the_figures_and_odds_of_an_attack() -> None:
    """RU 3+2+2 on TU 3: columns 6-8 less a mountain and 3; +1 for cavalry and each card."""
    found = lexbelli.odds(OPENING, KOPRUKOY, cards=["ap_05", "cp_05"])
    attacker, defender = found.attacker, found.defender
    assert (attacker.table, attacker.cf, attacker.shift, attacker.drm) == ("heavy", 7, -1, 2)
    assert (defender.table, defender.cf, defender.shift, defender.drm) == ("heavy", 3, 0, 1)
    assert [line.rule for line in attacker.drms] == ["12.2.8.a-1", "12.2.8.a-3"]
    assert [line.rule for line in attacker.shifts] == ["12.3.1"]
    assert attacker.loss_numbers == (3, 4, 4, 5, 5, 5)
    assert defender.loss_numbers == (2, 2, 3, 3, 4, 4)
    ways = [(a, d) for a in attacker.loss_numbers for d in defender.loss_numbers]
    assert found.joint == {pair: Fraction(ways.count(pair), 36) for pair in set(ways)}
    assert found.win == Fraction(sum(a > d for a, d in ways), 36) == Fraction(7, 9)
    assert found.win + found.draw + found.loss == 1
    assert sum(end.odds for end in found.endings) == 1
    assert sum(found.retreat.values()) == 1
    assert found.cards == ("ap ap_05", "cp cp_05")
    assert found.first_fire == "together"
    assert found.supposed
    assert not found.under_way


def test_odds_never_change_and_are_equal_if_the_battle_is() -> None:
    found = lexbelli.odds(OPENING, KOPRUKOY)
    again = lexbelli.odds(OPENING, f"  {KOPRUKOY} ; ")
    assert found == again
    assert hash(found) == hash(again)
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(AttributeError):
        found.target = "kars"
    json.dumps(found.as_json())


def test_measures_are_those_of_the_endings() -> None:
    found = lexbelli.odds(OPENING, KOPRUKOY)
    assert found.measure("win") == found.win
    assert found.measure("attacker_steps") == -found.attacker_steps
    for name in MEASURES:
        assert found.sensitivity(name).value == found.measure(name)
    assert found.number("defender_number") == sum(n * p for n, p in found.defender_number.items())
    with pytest.raises(lexbelli.BadInput, match="did you mean 'clear'"):
        found.measure("cleer")
    with pytest.raises(lexbelli.BadInput, match="unknown measure"):
        found.sensitivity("glory")


def test_what_a_change_is_worth_is_what_the_changed_battle_has_more() -> None:
    found = lexbelli.odds(OPENING, KOPRUKOY)
    worth = found.sensitivity("win")
    gains = [change.gain for change in worth.changes]
    assert gains == sorted(gains, reverse=True)
    (without,) = (c for c in worth.changes if c.about == ("attacker", "ru_div_3"))
    smaller = lexbelli.odds(OPENING, "attack koprukoy with ru_i_caucasian,ru_cavalry_1")
    assert without.value == smaller.win
    assert without.gain == smaller.win - found.win


def test_every_card_that_could_be_played_is_told_with_what_it_does() -> None:
    found = lexbelli.odds(OPENING, KOPRUKOY)
    cards = {(card.side, card.card): card for card in found.all_cards(any_card=True)}
    druzhiny = cards["ap", "ap_05"]
    assert dict(druzhiny.numbers)["win"] == lexbelli.odds(OPENING, KOPRUKOY, ["ap_05"]).win
    assert cards["ap", "ap_06"].moment is None  # no IN unit
    assert not cards["ap", "ap_06"].numbers
    assert cards["cp", "cp_20"].moment == "dice"
    held = {**KARS, "cards": {"cp": {"hand": ["cp_05"]}}}
    some = lexbelli.odds(battle(**held), "attack kars with tu_ix_corps").all_cards()
    assert [(card.card, card.held) for card in some] == [("cp_05", True)]


def test_a_flank_attack_from_three_spaces() -> None:
    units = ",".join(u for place in list(KARS["units"])[:3] for u in KARS["units"][place])
    found = lexbelli.odds(battle(), f"attack kars with {units} flank ardahan", force=True)
    assert found.flank is not None
    assert found.flank.pin == "ardahan"
    assert found.flank.odds == Fraction(7 - found.flank.lowest, 6)
    assert {violation.rule for violation in found.violations} == set()


def test_weather_and_who_loses_steps_is_told() -> None:
    found = lexbelli.odds(battle(turn=2, round=3), "attack kars with tu_ix_corps,tu_x_corps")
    assert [check.place for check in found.weather] == ["ardahan", "sarikamis"]
    assert all(check.odds == Fraction(4, 6) for check in found.weather)
    assert found.attacker_steps >= Fraction(4, 3)


def test_policies() -> None:
    text = "attack kars with tu_ix_corps,tu_x_corps,tu_div_1,tu_elite_div_1"
    usual = lexbelli.odds(battle(), text)
    fewest = lexbelli.odds(battle(), text, policy="fewest_steps")
    most = lexbelli.odds(battle(), text, policy={"attacker": "most_steps"})
    assert usual.policy == ("thrift", "thrift")
    assert fewest.policy == ("fewest_steps", "fewest_steps")
    assert most.policy == ("most_steps", "thrift")
    low, high = usual.bounds[0]
    assert low <= usual.attacker_steps <= high
    assert high > low
    assert most.attacker_steps == high
    other = lexbelli.odds(battle(), text, policy={"removal": 20})
    assert other.policy == ("thrift (removal 20)",) * 2
    for bad, said in (
        ("thriftt", "did you mean 'thrift'"),
        ({"remove": 1}, "did you mean 'removal'"),
        ({"removal": 1.5}, "no whole number"),
        ({"removal": 10**9}, "beyond 1000"),
        ({"attacker": "thrift", "defendr": "thrift"}, "did you mean 'defender'"),
        (7, "not 'int'"),
    ):
        with pytest.raises(lexbelli.BadInput, match=said):
            lexbelli.odds(battle(), text, policy=bad)


def test_an_illegal_attack_is_refused_with_all_that_is_wrong() -> None:
    with pytest.raises(lexbelli.IllegalMove) as caught:
        lexbelli.odds(OPENING, "attack erzurum with ru_div_4,tu_ix_corps", cards=["ap_15"])
    broken = {violation.witness for violation in caught.value.violations}
    assert {"out_of_reach(ru_div_4,erzurum)", "not_own(tu_ix_corps)", "unmet(ap_15)"} <= broken
    assert [order.kind for order in caught.value.move] == ["attack", "join", "join", "play"]
    forced = lexbelli.odds(OPENING, "attack erzurum with ru_div_4", force=True)
    assert [violation.rule for violation in forced.violations] == ["12.1.1-2"]
    assert forced.win + forced.draw + forced.loss == 1


def test_withdrawals_are_judged() -> None:
    with pytest.raises(lexbelli.IllegalMove) as caught:
        lexbelli.odds(OPENING, KOPRUKOY, withdrawal=True)
    assert {v.witness for v in caught.value.violations} == {
        "lcu_there(tu_ix_corps)",
        "nobody_withdraws",
    }
    units = {"sarikamis": ["ru_div_1"], "koprukoy": ["tu_div_1"]}
    control = {"ap": ["sarikamis"]}
    position = battle(active="ap", units=units, control=control)
    stays = lexbelli.odds(position, "attack koprukoy with ru_div_1")
    leaves = lexbelli.odds(position, "attack koprukoy with ru_div_1", withdrawal=True)
    assert leaves.withdrawal
    assert max(leaves.attacker_number) == max(stays.attacker_number) - 1
    assert 2 not in leaves.retreat


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"attack": ""}, "attack: names no place"),
        ({"attack": "attack kars"}, "attack: names nobody"),
        ({"attack": "attack karss with ru_div_3"}, "attack: unknown place 'karss'.*'kars'"),
        ({"attack": "storm kars with ru_div_3"}, "unknown order 'storm'"),
        ({"attack": KOPRUKOY, "cards": ["ap_5"]}, "unknown card 'ap_5'"),
        ({"attack": KOPRUKOY, "cards": {"us": ["ap_05"]}}, "cards: unknown side 'us'"),
        ({"attack": KOPRUKOY, "cards": 5}, "cards: .*not 'int'"),
        ({"attack": 5}, "attack: text or a move is needed"),
        ({"attack": f"{KOPRUKOY}; take_back ap_05"}, "take_back"),
    ],
)
def test_wrong_input_names_its_field(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=said):
        lexbelli.odds(OPENING, **arguments)


def test_a_battle_under_way_is_told_from_there_on() -> None:
    under_way = {
        "ops": 0,
        "attacking": {"tu_ix_corps": "attack", "tu_x_corps": "attack"},
        "battle": {
            "place": "kars",
            "stage": "dice",
            "attackers": ["tu_ix_corps", "tu_x_corps"],
            "defenders": ["ru_i_caucasian", "ru_div_1", "ru_elite_div_1"],
            "cards": {"ap": ["ap_05"], "cp": ["cp_05"]},
            "pin": "ardahan",
            "settled": ["flank_succeeded"],
        },
    }
    found = lexbelli.odds(battle(**under_way))
    assert found.under_way
    assert found.flank is not None
    assert found.flank.odds == 1
    assert found.cards == ("ap ap_05", "cp cp_05")
    known = json.loads(json.dumps(under_way))
    known["battle"]["loss_numbers"] = {"attacker": 4}
    assert set(lexbelli.odds(battle(**known)).attacker_number) == {4}
    known["battle"]["loss_numbers"] |= {"defender": 2}
    known["battle"]["stage"] = "defenders_losses"
    with pytest.raises(lexbelli.BadInput, match="the dice of the battle have fallen"):
        lexbelli.odds(battle(**known))
    with pytest.raises(lexbelli.BadInput, match="a battle is under way at 'kars'"):
        lexbelli.odds(battle(**under_way), "attack kars with tu_ix_corps")
    with pytest.raises(lexbelli.BadInput, match="has a battle under way"):
        lexbelli.attacks(battle(**under_way))


def test_a_region_is_defended_by_the_stack_that_serves_the_defender_best() -> None:
    units = {
        "central_asia": ["ru_div_1", "ru_div_2"],
        "eastern_persia": ["tu_div_1", "tu_ix_corps", "kurds_1", "tu_div_2"],
    }
    position = battle(active="ap", units=units, control={"ap": [], "cp": ["eastern_persia"]})
    found = lexbelli.odds(position, "attack eastern_persia with ru_div_1", force=True)
    assert found.defence_chosen
    assert len(found.defender.units) == 3
    told = []
    for stack in combinations(units["eastern_persia"], 3):
        given = f"attack eastern_persia with ru_div_1; defend {','.join(stack)}"
        other = lexbelli.odds(position, given, force=True)
        assert not other.defence_chosen
        assert set(other.defender.units) == set(stack)
        told.append((other.win, other.measure("loss_numbers")))
    assert (found.win, found.measure("loss_numbers")) == min(told)
    assert len(set(told)) > 1


# --- attacks ----------------------------------------------------------------------------


def test_attacks_have_the_odds_that_are_told_of_each() -> None:
    found = lexbelli.attacks(OPENING)
    assert found.supposed
    assert "ru_div_3" in found.waits
    assert len(found) == len({(one.target, one.units, one.pin) for one in found}) > 5
    for attack in found:
        told = lexbelli.odds(OPENING, attack.attack)
        assert attack.units == tuple(sorted(attack.units, key=attack.units.index))
        for name in NUMBERS:
            assert attack.number(name) == told.number(name), (attack, name)


def test_attacks_are_sorted_and_chosen() -> None:
    found = lexbelli.attacks(OPENING, every=True)
    for name in NUMBERS:
        numbers = [one.number(name) for one in found.sorted(name)]
        low = name in ("loss", "attacker_steps", "defender_number")
        assert numbers == sorted(numbers, reverse=not low)
    assert {one.target for one in lexbelli.attacks(OPENING, target="fao")} == {"fao"}
    few = lexbelli.attacks(OPENING, origin=["oltu"])
    assert {unit for one in few for unit in one.units} == {"ru_div_3"}
    assert set(lexbelli.attacks(OPENING)) <= set(found) | set(lexbelli.attacks(OPENING))
    for bad, said in (
        ({"target": "karss"}, "on: unknown place 'karss'.*'kars'"),
        ({"origin": "oltuu"}, "'oltu'"),
        ({"by": "lw"}, "'law'"),
        ({"most": 0}, "most: '0' is below 1"),
    ):
        with pytest.raises(lexbelli.BadInput, match=said):
            lexbelli.attacks(OPENING, **bad)
    with pytest.raises(lexbelli.BadInput, match="unknown number 'wn'"):
        found.sorted("wn")


def test_a_search_that_is_cut_short_says_where() -> None:
    found = lexbelli.attacks(OPENING, every=True, most=1)
    assert "koprukoy" in found.unfinished
    assert not lexbelli.attacks(OPENING, every=True).unfinished


def test_no_attacks_are_told_where_none_are_declared() -> None:
    with pytest.raises(lexbelli.BadInput, match="not one in which attacks are declared") as refused:
        lexbelli.attacks(OPENING.with_change(setup={"phase": "attrition"}))
    assert "The phase goes on by itself. Play that first" in str(refused.value)
    digging = OPENING.play("activate suez move; entrench suez")
    for ask in (lexbelli.attacks, lambda at: lexbelli.odds(at, "attack koprukoy with ru_div_3")):
        with pytest.raises(lexbelli.BadInput, match="A die falls for the trench in suez"):
            ask(digging)


def test_a_phase_that_is_not_there_yet_is_supposed_to_be_over() -> None:
    """The scenario of 1916 stands before its mandated offensives (4.2.6)."""
    later = lexbelli.scenario("1916_total_war")
    ready = later.suppose(ops=1)
    for by in ("core", "law"):
        found, same = (lexbelli.attacks(at, target="oltu", by=by) for at in (later, ready))
        assert found.over == found.sorted("loss").over == "the mandated offensive phase"
        assert (same.over, found.attacks) == (None, same.attacks)
    theirs = lexbelli.attacks(later.suppose("cp"), target="oltu")
    assert (theirs.over, len(theirs) > 0) == ("the mandated offensive phase", True)
    attack = theirs[0].attack
    odds = lexbelli.odds(later.suppose("cp"), attack)
    assert (odds.over, odds.as_json()["over"]) == ("the mandated offensive phase",) * 2
    assert odds.win == theirs[0].number("win")
    assert lexbelli.odds(later.suppose("cp").suppose(ops=1), attack).over is None


# --- tables -----------------------------------------------------------------------------


def test_a_table_of_attacks_has_the_odds_of_each_row() -> None:
    texts = [one.attack for one in lexbelli.attacks(OPENING, every=True)]
    texts += [f"{KOPRUKOY}; play ap_05; play cp_05"]
    table = lexbelli.odds_batch({"attack": texts}, OPENING, exact=True)
    assert table.column_names == ["legal", "rules", *NUMBERS, "exact", "error"]
    for text, row in zip(texts, table, strict=True):
        told = lexbelli.odds(OPENING, text)
        assert row["legal"] is True
        assert [Fraction(number) for number in row["exact"]] == [told.number(n) for n in NUMBERS]
        assert row["win"] == pytest.approx(float(told.win))


def test_a_row_that_is_wrong_says_so_and_others_go_on() -> None:
    rows: list[dict[str, Any]] = [
        {"attack": KOPRUKOY, "position": "1914_campaign"},
        {"attack": "attack kars with ru_div_3", "position": "1914_campaign"},
        {"attack": "attack karss with ru_div_3", "position": "1914_campaign"},
        {"attack": None, "position": "1914_campaign"},
        {"attack": KOPRUKOY, "position": "1914_campain"},
    ]
    table = lexbelli.odds_batch(rows)
    assert table["legal"] == [True, False, None, None, None]
    assert table["rules"][1] == ["12.1-1", "12.1.1-2"]
    assert "did you mean 'kars'" in table["error"][2]
    assert table["error"][3] == "attack: is missing"
    assert "1914_campaign" in table["error"][4]
    assert table["win"][1] is None
    with pytest.raises(lexbelli.BadInput, match=r"attack: is missing.*'attacks'"):
        lexbelli.odds_batch({"attacks": [KOPRUKOY]}, OPENING)
    with pytest.raises(lexbelli.BadInput, match=r"attack: .*text is needed"):
        lexbelli.odds_batch({"attack": [3]}, OPENING)
    assert len(lexbelli.odds_batch({"attack": []}, OPENING)) == 0
