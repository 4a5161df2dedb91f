"""Threats of battles of Twilight of the Habsburgs: against plain recursion; what is told."""

import random
from fractions import Fraction
from functools import cache
from typing import Any, Final

import pytest

import lexbelli
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.puzzles.goal import Atom
from lexbelli.puzzles.threats import Threat
from lexbelli.twilight_of_the_habsburgs.goals import GOALS
from support import answer, invoke

OPENING: Final = toh.scenario("caporetto")
ABOUT: Final = ("lost", "thinned", "cleared", "fallen")
DEFENDERS: Final = ("it_19_inf_div", "it_potenza_inf_bde", "it_2_hq", "it_25_inf_div")
ATTACKERS: Final = ("ger_12_aslt_div", "ah_93_mtn_div", "ah_1_inf_div", "bav_alpenkorps_lt_div")


def small(seed: int) -> toh.Position:
    """A stack of Italians, and a few units around it."""
    dice = random.Random(seed)
    target = dice.choice(("h3144", "h3343", "h3137"))
    around = GOALS.next_to(OPENING, target)
    land = [hex_ for hex_ in around if OPENING.core.tables.hex(hex_)["terrain"] == "rough"]
    units = dict.fromkeys(dice.sample(DEFENDERS, dice.randint(1, 2)), target)
    units |= {unit: dice.choice(land) for unit in dice.sample(ATTACKERS, 2)}
    held = {place for unit, place in units.items() if unit not in DEFENDERS}
    free = [place for place in around if place not in held]
    units["it_10_inf_div"] = dice.choice(free)
    gone: dict[str, str | None] = dict.fromkeys(OPENING.units)
    entrenched = [unit for unit in units if dice.random() < 0.3 and not unit.endswith("hq")]
    return OPENING.with_change(
        units={**gone, **units}, setup={"entrenched": entrenched, "turn": 3}, allow=["all"]
    )


def best(at: toh.Position, foe: str, asked: list[Atom]) -> dict[str, Fraction]:
    """Tell how likely each word can be made by one attack, by trying everything."""
    ready = at.with_change(
        setup={"entrenched": [u for u in at.setup()["entrenched"] if at.side_of(u) != foe]},
        allow=["all"],
    ).suppose_fighting(foe)
    found: dict[str, Fraction] = {}
    for option in lexbelli.attacks(ready):
        started = ready.after_answer(option.attack)
        for atom in asked:
            chance = value(at, started, foe, atom)
            found[str(atom)] = max(chance, found.get(str(atom), Fraction(0)))
    return {word: chance for word, chance in found.items() if chance}


def value(at: toh.Position, now: toh.Position, foe: str, atom: Atom) -> Fraction:
    """Return how likely a word is when the battle is over."""
    asked = now.decision
    if asked.kind == "chance" and asked.text.startswith("A die falls for the attack"):
        return sum(
            (each.odds * value(at, now.after_answer(each.text), foe, atom)
             for each in asked.outcomes),
            Fraction(0),
        )  # fmt: skip
    if asked.kind in ("losses", "retreat"):
        choose = max if asked.side == foe else min
        return choose(value(at, after, foe, atom) for after in followed(now))
    return Fraction(GOALS.holds(at, now, atom.name, atom.args))


@cache
def followed(now: toh.Position) -> list[toh.Position]:
    """Return the positions after every answer; many words are asked of the same battle."""
    return [now.after_answer(made) for made in now.moves()]


@pytest.mark.parametrize("seed", range(4))
def test_plain_recursion_brings_about_the_same_as_likely(seed: int) -> None:
    at = small(seed)
    asked = [
        atom
        for kind in ABOUT
        for atom in GOALS.harms[kind].possible(at, "entente", "central")
        if not GOALS.holds(at, at, atom.name, atom.args)
    ]
    found = lexbelli.threats(at, "entente", about=ABOUT, combat=True)
    assert found.proven
    assert not found.unfinished
    told = {word: threat.chance for threat in found for word in threat.does}
    assert told == best(at, "central", asked)


@pytest.fixture(scope="module")
def found() -> lexbelli.Threats:
    return lexbelli.threats(OPENING, "entente", about=["thinned", "cleared"], combat=True)


def test_every_threat_is_played_to_the_end_of_its_battle(found: lexbelli.Threats) -> None:
    assert found.proven
    assert {threat.chance for threat in found} == {Fraction(part, 6) for part in (1, 2, 4, 5)}
    for threat in found:
        assert threat.attack
        units = threat.attack.split()[1].split(",")
        dug_in = set(units).intersection(OPENING.setup()["entrenched"])
        # Who attacks has left its trenches before (12.21), and nobody else.
        assert {order.content["unit"] for order in threat.move.orders} == dug_in
        assert "engaged" not in threat.after.setup()
        for place in threat.cleared:
            assert place not in threat.after.units.values()


def test_the_defender_chooses_who_dies(found: lexbelli.Threats) -> None:
    """Two steps of three: somebody dies at Caporetto, but nobody in particular must (9.33)."""
    (threat,) = (each for each in found if "thinned(entente, h3144)" in each.does)
    assert threat.chance == Fraction(2, 3)
    one = lexbelli.threats(OPENING, "entente", about=["lost"], named=["it_19_inf_div"], combat=True)
    assert not one


def of(threats: lexbelli.Threats, word: str) -> Threat:
    return next(each for each in threats if word in each.does)


def test_the_mobile_table_clears_and_the_assault_table_kills(found: lexbelli.Threats) -> None:
    assert of(found, "cleared(entente, h3343)").attack.endswith("mobile")
    assert of(found, "thinned(entente, h3343)").attack.endswith("assault")


def test_who_is_mobile_already_turns_no_more() -> None:
    at = OPENING.suppose("central")
    threats = lexbelli.threats(at, "entente", about=["cleared"], combat=True)
    # The position itself asks for movement: what is dug in stays where it is (12.21-1).
    assert {unit for each in threats for unit in each.attack.split()[1].split(",")} == {
        "ger_12_aslt_div", "ger_5_aslt_div", "ger_200_aslt_div",
    } - set(at.setup()["entrenched"])  # fmt: skip
    assert not any(each.move.orders for each in threats)


def test_rings_are_threats_without_a_battle() -> None:
    at = OPENING.with_change(setup={"entrenched": []})
    threats = lexbelli.threats(at, "central", about=["surrounded"], named=["h2717"])
    (threat,) = threats
    assert threat.surrounded == ("h2717",)
    assert threat.chance is None
    assert str(threat.move) == "go it_2_lt_div h2617 via h2517; go it_vii_mtn_bde h2818 via h2718"
    # Then the mobile table may be used (9.72-1), and before it may not.
    for now, legal in ((at.suppose("entente"), False), (threat.after, True)):
        attacks = lexbelli.attacks(now.suppose_fighting("entente"), target="h2717")
        assert any(each.table == "mobile" for each in attacks) == legal


def test_the_command_tells_and_draws_them(tmp_path: Any) -> None:
    picture = tmp_path / "threats.svg"
    asked = ["threats", "caporetto", "--side", "entente", "--about", "cleared", "--of", "flitsch"]
    done = invoke(*asked, "--combat", "--around", "flitsch", "--draw", str(picture))
    assert "66.7% (2/3)" in done.output
    assert "mobilize ah_3_mtn_div" in done.output
    assert "cleared: h3343" in done.output
    drawn = picture.read_text("utf-8")
    assert "clears Flitsch (3343) (67%)" in drawn
    assert 'data-arrow="h3444 h3343"' in drawn
    told = answer(*asked, "--combat")
    assert [each["chance"] for each in told["threats"]] == ["2/3"]


def test_wrong_kinds_are_named() -> None:
    with pytest.raises(lexbelli.BadInput, match="unknown kind of threat 'surounded'"):
        lexbelli.threats(OPENING, "entente", about=["surounded"])
