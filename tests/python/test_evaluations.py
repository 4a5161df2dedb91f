"""What battles come to in the end: by hand, by plain recursion, and as the odds tell it."""

import json
import pickle
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import lexbelli
from lexbelli import BadInput
from lexbelli import pursuit_of_glory as pog
from lexbelli.evaluations import Interval
from lexbelli.pursuit_of_glory.evaluations import FINAL_MEASURES, STRATEGIES

OPENING = pog.scenario("1914_campaign")
KOPRUKOY = "attack koprukoy with ru_i_caucasian,ru_cavalry_1,ru_div_3"
ELESKIRT = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy"
_AFTER = ("losses", "retreat", "advance", "repair")
_BOXES = tuple(f"{side}_{box}" for side in ("ap", "cp") for box in ("eliminated", "reserve"))


def battle(side: str, units: dict[str, list[str]], **more: Any) -> pog.Position:
    """Units that wait: all of the side that acts."""
    own = [
        unit
        for place, those in units.items()
        for unit in those
        if not place.endswith("_reserve") and _side(unit) == side
    ]
    setup = {
        "turn": 4,
        "active": side,
        "ops": 0,
        "units": units,
        "attacking": dict.fromkeys(own, "attack"),
        **more,
    }
    return pog.Position.from_setup(setup)


def _side(unit: str) -> str:
    return "cp" if unit[:2] in ("tu", "ge", "bu", "ah") else "ap"


def eleskirt(**more: Any) -> pog.Position:
    """The long example (12.11), before the attack is declared."""
    return battle(
        "cp",
        {
            "koprukoy": ["tu_ix_corps"],
            "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
            "eleskirt": ["ru_i_caucasian", "ru_iv_caucasian"],
            "ap_reserve": ["ru_div_1"],
            "cp_reserve": ["tu_elite_div_1"],
        },
        turn=2,
        round=5,
        reduced=["tu_x_corps", "ru_i_caucasian", "ru_iv_caucasian"],
        control={"ap": ["eleskirt"]},
        cards={"cp": {"face_up": ["cp_05"]}, "ap": {"hand": ["ap_05"]}},
        **more,
    )


def value(interval: Interval | None) -> Fraction:
    assert interval is not None
    assert interval.value is not None
    return interval.value


# --- by hand --------------------------------------------------------------------------------


def test_one_division_attacks_another() -> None:
    """TU 1 on RU 1 at Eleskirt, where nothing helps: each step absorbs 1."""
    position = battle(
        "cp", {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1"]}, control={"ap": ["eleskirt"]}
    )
    odds = lexbelli.odds(position, "attack eleskirt with tu_div_1")
    dice = [*product(odds.attacker.loss_numbers, odds.defender.loss_numbers)]
    assert len(dice) == 36

    def share(holds: Any) -> Fraction:
        return Fraction(sum(bool(holds(a, d)) for a, d in dice), 36)

    # Two points eliminate; one reduces, and then the winner at full strength drives back.
    gone = share(lambda a, _: a >= 2)
    driven = share(lambda a, d: a == 1 and d == 0)
    found = odds.evaluate()
    assert found.complete
    assert found["retreated"].policy == Interval(driven, driven)
    assert value(found["cleared"].most) == value(found["cleared"].least) == gone + driven
    # Who is reduced does not advance (12.9.1-1); nobody must (12.9.1).
    entered = share(lambda a, d: d == 0 and a > 0)
    assert value(found["taken"].best) == value(found["taken"].most) == entered
    assert value(found["taken"].policy) == entered
    assert value(found["taken"].least) == 0
    steps = sum(Fraction(min(a, 2), 36) for a, _ in dice)
    assert value(found["defender_steps"].policy) == value(found["defender_steps"].most) == steps
    assert value(found["defender_units"].best) == gone


def test_a_corps_on_a_mountain_may_stand() -> None:
    """Who stays loses a step for it, and the last defender may not fall for it (12.7.3).

    Each step of TU IX Corps absorbs 2. Of 3 points it takes 2, and has one step left; of 4 it
    falls, and a whole division comes, which can stand; of 5 the division is reduced.
    """
    odds = lexbelli.odds(OPENING, KOPRUKOY)
    dice = [*product(odds.attacker.loss_numbers, odds.defender.loss_numbers)]
    # The attacker keeps somebody at full strength whatever he loses here.
    assert odds.full_strength == 1
    must = Fraction(sum(a > d for a, d in dice), 36)
    stands = Fraction(sum(a > d and a == 4 for a, d in dice), 36)
    assert (must, stands) == (Fraction(7, 9), Fraction(5, 18))
    found = odds.evaluate(["taken", "cleared", "defender_steps", "retreated"])
    for measure in ("taken", "cleared", "retreated"):
        assert value(found[measure].policy) == must
        assert value(found[measure].best) == must - stands
        assert value(found[measure].most) == must
    # To stay costs the step.
    steps = odds.defender_steps
    assert value(found["defender_steps"].policy) == value(found["defender_steps"].best) == steps
    assert value(found["defender_steps"].most) == steps + stands
    assert value(odds.evaluate_measure("defender_steps", "policy", "worst")) == steps + stands
    assert value(odds.evaluate_measure("taken", "worst", "worst")) == 0


def test_nobody_need_advance() -> None:
    """A space that is empty is taken by entering it; victory points come with Kut."""
    position = battle(
        "ap",
        {"aziziya": ["in_div_1", "in_div_2"], "kut": ["tu_div_1"]},
        control={"ap": ["aziziya"]},
    )
    odds = lexbelli.odds(position, "attack kut with in_div_1,in_div_2")
    found = odds.evaluate(["taken", "vp"])
    worth = position.core.tables.space("kut")["vp"]
    assert worth > 0
    for name in ("policy", "best", "most", "least"):
        taken, gained = (value(getattr(found[measure], name)) for measure in ("taken", "vp"))
        assert gained == worth * taken, name
    assert value(found["taken"].least) == 0


# --- plain recursion ------------------------------------------------------------------------


class Plain:
    """The same values by plain recursion: every legal answer, none taken for another."""

    def __init__(self, start: pog.Position, attack: str) -> None:
        self.setup = start.setup()
        self.attacker = start.active
        self.target = attack.split()[1]
        self.steps = self._steps(self.setup)

    def _steps(self, setup: dict[str, Any]) -> dict[str, int]:
        reduced = set(setup.get("reduced", []))
        return {
            unit: 0
            if place.endswith(("_eliminated", "_permanently_eliminated"))
            else 2 - (unit in reduced)
            for place, units in setup["units"].items()
            for unit in units
        }

    def tell(self, end: pog.Position) -> dict[str, int]:
        now, places = self._steps(end.setup()), end.units
        told = {}
        for role in ("attacker", "defender"):
            own = [u for u in self.steps if (_side(u) == self.attacker) == (role == "attacker")]
            told[f"{role}_steps"] = sum(self.steps[unit] - now[unit] for unit in own)
            told[f"{role}_units"] = sum(self.steps[u] > 0 and now[u] == 0 for u in own)
        stand = {_side(unit) for unit, place in places.items() if place == self.target}
        foes = stand - {self.attacker}
        told["taken"] = int(
            end.control(self.target) == self.attacker or (self.attacker in stand and not foes)
        )
        return told

    def values(self, position: pog.Position, measure: str, picks: tuple[str, str]) -> Fraction:
        if "battle" not in position.setup():
            return Fraction(self.tell(position)[measure])
        asked = position.decision
        if asked.kind == "chance":
            return sum(
                (
                    one.odds * self.values(position.play(one.text), measure, picks)
                    for one in position.chance() or ()
                ),
                Fraction(0),
            )
        if asked.kind not in _AFTER:
            return self.values(position.play("pass"), measure, picks)
        ends = [
            self.values(position.play(answer), measure, picks)
            for answer in map(str, position.core.answers_after(10_000))
        ]
        more = picks[asked.side != self.attacker] == "more"
        return max(ends) if more else min(ends)


SMALL = [
    ("cp", {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1"]}, "eleskirt", {}),
    ("cp", {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_cavalry_1"]}, "eleskirt", {}),
    ("cp", {"koprukoy": ["tu_div_1", "tu_div_2"], "eleskirt": ["ru_div_1"]}, "eleskirt", {}),
    ("cp", {"koprukoy": ["tu_ix_corps"], "eleskirt": ["ru_div_1"]}, "eleskirt", {}),
    ("cp", {"koprukoy": ["tu_ix_corps"], "sarikamis": ["ru_div_1"]}, "sarikamis", {}),
    ("cp", {"koprukoy": ["tu_div_1"], "sarikamis": ["ru_div_1", "ru_div_2"]}, "sarikamis", {}),
    ("cp", {"koprukoy": ["tu_elite_div_1"], "sarikamis": ["ru_iv_caucasian"]}, "sarikamis", {}),
    (
        "cp",
        {"koprukoy": ["tu_ix_corps"], "eleskirt": ["ru_div_1"], "cp_reserve": ["tu_div_1"]},
        "eleskirt",
        {"reduced": ["tu_ix_corps"]},
    ),
    (
        "cp",
        {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_iv_caucasian"], "ap_reserve": ["ru_div_1"]},
        "eleskirt",
        {"reduced": ["ru_iv_caucasian"]},
    ),
    ("cp", {"malazgirt": ["tu_cavalry_1"], "eleskirt": ["ru_div_1"]}, "eleskirt", {}),
    ("ap", {"aziziya": ["in_div_1"], "kut": ["tu_div_1"]}, "kut", {}),
    ("ap", {"aziziya": ["in_div_1", "br_div_1"], "kut": ["tu_div_1"]}, "kut", {}),
    ("ap", {"aziziya": ["in_div_1"], "kut": ["tu_div_1", "tu_div_2"]}, "kut", {}),
    ("ap", {"sarikamis": ["ru_div_1"], "koprukoy": ["tu_div_1"]}, "koprukoy", {}),
    ("ap", {"sarikamis": ["ru_div_1"], "koprukoy": ["tu_ix_corps"]}, "koprukoy", {}),
    ("ap", {"sarikamis": ["ru_i_caucasian"], "koprukoy": ["tu_div_1", "tu_div_2"]}, "koprukoy", {}),
    ("ap", {"eleskirt": ["ru_div_1", "ru_div_2"], "malazgirt": ["tu_div_1"]}, "malazgirt", {}),
    ("ap", {"eleskirt": ["ru_cavalry_1"], "koprukoy": ["tu_cavalry_1"]}, "koprukoy", {}),
    ("ap", {"sarikamis": ["ru_elite_div_1"], "koprukoy": ["tu_elite_div_1"]}, "koprukoy", {}),
    (
        "ap",
        {"sarikamis": ["ru_iv_caucasian"], "koprukoy": ["tu_div_1"], "ap_reserve": ["ru_div_1"]},
        "koprukoy",
        {"reduced": ["ru_iv_caucasian"]},
    ),
]


@pytest.mark.parametrize(("side", "units", "target", "more"), SMALL)
def test_plain_recursion_comes_to_the_same(
    side: str, units: dict[str, list[str]], target: str, more: dict[str, Any]
) -> None:
    other = "ap" if side == "cp" else "cp"
    starts = [place for place, those in units.items() if _side(those[0]) == side]
    held = {side: [place for place in starts if "reserve" not in place], other: [target]}
    position = battle(side, units, control=held, **more)
    own = ",".join(position.setup()["attacking"])
    attack = f"attack {target} with {own}"
    odds = lexbelli.odds(position, attack)
    measures = ["taken", "attacker_steps", "defender_steps", "defender_units"]
    found = odds.evaluate(measures)
    assert found.complete
    plain = Plain(position, attack)
    started = position.play(attack)
    for measure in measures:
        row = found[measure]
        assert plain.values(started, measure, ("less", "less")) == value(row.least), measure
        assert plain.values(started, measure, ("more", "more")) == value(row.most), measure
        both = ("less", "more") if measure == "attacker_steps" else ("more", "less")
        assert plain.values(started, measure, both) == value(row.best), measure
        enclosed(odds, measure)


def enclosed(odds: lexbelli.Odds, measure: str) -> None:
    """Whatever both sides do lies between the bounds."""
    row = odds.evaluate(measure)[measure]
    low, high = value(row.least), value(row.most)
    for one, other in product(["best", "worst", "fewest_steps", "most_steps", "policy"], repeat=2):
        assert low <= value(odds.evaluate_measure(measure, one, other)) <= high, (
            measure,
            one,
            other,
        )


# --- what the odds tell ---------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["thrift", "fewest_steps", "most_steps"])
@pytest.mark.parametrize(
    ("position", "attack", "cards"),
    [
        (OPENING, KOPRUKOY, []),
        (OPENING, KOPRUKOY, ["ap_05", "cp_05"]),
        (eleskirt(), ELESKIRT, []),
        (eleskirt(), ELESKIRT, ["ap_05", "cp_05"]),
        (OPENING, "attack bayazit with ru_div_5,ru_div_6,ru_cavalry_2", []),
    ],
)
def test_by_policy_the_odds_tell_the_same(
    position: pog.Position, attack: str, cards: list[str], policy: str
) -> None:
    """Without forts who must leave leaves, and nobody loses steps but to fire and weather."""
    odds = lexbelli.odds(position, attack, cards, policy=policy)
    found = odds.evaluate(["cleared", "attacker_steps", "defender_steps"])
    assert value(found["cleared"].policy) == odds.clear
    assert value(found["attacker_steps"].policy) == odds.attacker_steps
    # Those who find no way back fall besides.
    assert value(found["defender_steps"].policy) >= odds.defender_steps
    enclosed(odds, "cleared")


def test_the_long_example_from_every_point_of_it() -> None:
    """12.11: what is expected of it changes with the dice, and comes true."""
    now = eleskirt()
    seen: list[lexbelli.BattleEvaluation] = []
    answers: list[tuple[str, list[int]]] = [
        (ELESKIRT, [4, 3]),
        ("play cp_05", []),
        ("play ap_05", [3, 3]),
        ("eliminate ru_i_caucasian,ru_div_1; replace ru_i_caucasian by ru_div_1", [4]),
        (
            "eliminate tu_x_corps; replace tu_x_corps by tu_elite_div_1; reduce tu_cavalry_1",
            [],
        ),
        ("retreat ru_iv_caucasian erevan via kagizman", []),
    ]
    for answer, dice in answers:
        now = now.play(answer, roll=dice) if dice else now.play(answer)
        cards = [] if seen else ["cp_05", "ap_05"]
        if len(seen) == 1:
            cards = ["ap_05"]
        found = lexbelli.evaluate_battle(now, cards=cards, measures=["taken", "defender_units"])
        assert found.complete
        seen.append(found)
    # The first time nothing but the weather has fallen.
    whole = lexbelli.evaluate_battle(eleskirt(), ELESKIRT, ["cp_05", "ap_05"], measures="taken")
    assert value(whole["taken"].policy) == Fraction(166, 243)
    assert [float(value(found["taken"].best)) for found in seen][-1] == 1
    # The corps and the division fell; the other corps got away.
    assert value(seen[-1]["defender_units"].policy) == 0
    assert value(seen[0]["defender_units"].policy) > 0


# --- the rest -------------------------------------------------------------------------------


def test_too_few_positions_are_said_and_enclose_the_value() -> None:
    odds = lexbelli.odds(eleskirt(), ELESKIRT)
    whole = odds.evaluate()
    short = odds.evaluate(most=300)
    assert whole.complete
    assert not short.complete
    # Policies and four sorts of measures, each twice.
    assert short.positions <= 300 * 2 * 5
    for row, cut in zip(whole, short, strict=True):
        for name in ("policy", "best", "least", "most"):
            exact, interval = value(getattr(row, name)), getattr(cut, name)
            assert interval.low <= exact <= interval.high, (row.measure, name)


def test_evaluations_are_plain_values() -> None:
    odds = lexbelli.odds(OPENING, KOPRUKOY)
    found = odds.evaluate()
    assert [row.measure for row in found] == list(FINAL_MEASURES)
    assert len(found) == len(FINAL_MEASURES)
    assert found == odds.evaluate()
    assert pickle.loads(pickle.dumps(found)) == found
    told = json.loads(json.dumps(found.as_json()))
    assert told["complete"] is True
    assert told["measures"][0] == {
        "measure": "taken",
        "policy": "7/9",
        "best": "1/2",
        "least": "0",
        "most": "7/9",
    }
    cut = lexbelli.Interval(Fraction(1, 3), Fraction(1, 2))
    assert cut.value is None
    assert cut.as_json() == ["1/3", "1/2"]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda odds: odds.evaluate("takken"), "measure.*'taken'"),
        (lambda odds: odds.evaluate_measure("taken", "bets"), "attacker.*'best'"),
        (lambda odds: odds.evaluate_measure("taken", "best", {"removl": 2}), "removal"),
        (lambda odds: odds.evaluate(most=0), "most: '0' is below 1"),
        (lambda odds: odds.evaluate("taken")["cleared"], "unknown measure"),
        (
            lambda _: lexbelli.evaluate_battle(OPENING, "attack kars with ru_div_3"),
            "attack: is illegal",
        ),
        (lambda _: lexbelli.evaluate_battle(OPENING), "names no place"),
        (
            lambda _: lexbelli.evaluate_battle(OPENING, KOPRUKOY, measures="vps"),
            "unknown measure 'vps'",
        ),
    ],
)
def test_wrong_input_is_named(ask: Any, said: str) -> None:
    odds = lexbelli.odds(OPENING, KOPRUKOY)
    with pytest.raises(BadInput, match=said):
        ask(odds)


def test_every_conduct_is_taken() -> None:
    odds = lexbelli.odds(OPENING, KOPRUKOY)
    for strategy in STRATEGIES:
        assert 0 <= value(odds.evaluate_measure("taken", strategy, strategy)) <= 1


def test_cards_of_after_the_losses_can_be_named() -> None:
    """CONFUSED ORDERS keeps whoever has lost where he is (cp_43)."""
    measures = ["retreated", "taken"]
    plain = lexbelli.evaluate_battle(OPENING, KOPRUKOY, measures=measures)
    assert value(plain["retreated"].policy) == Fraction(7, 9)
    stay = lexbelli.evaluate_battle(
        OPENING, f"{KOPRUKOY}; play cp_43; cancel retreat", measures=measures
    )
    assert value(stay["retreated"].most) == 0
    assert value(stay["taken"].most) == 0
    with pytest.raises(BadInput, match="'cp_43' could never be played"):
        lexbelli.evaluate_battle(OPENING, f"{KOPRUKOY}; play cp_43", measures="taken")
    # It is for attacks of the CP.
    with pytest.raises(BadInput, match="'cp_11' could never be played"):
        lexbelli.evaluate_battle(OPENING, KOPRUKOY, ["cp_11"], measures="taken")
    # An event that names its target, and is none of this action.
    with pytest.raises(BadInput, match="Yildirim Offensive: it is no combat card"):
        lexbelli.evaluate_battle(
            OPENING, f"{KOPRUKOY}; play cp_54; place cp_54 koprukoy", measures="taken"
        )


def test_catastrophe_drives_the_attacker_back() -> None:
    """After CATASTROPHIC ATTACK the stack flees, and the defenders come after (cp_27)."""
    position = battle(
        "ap",
        {"aziziya": ["in_div_1"], "kut": ["tu_div_1", "tu_div_2"]},
        control={"ap": ["aziziya"], "cp": ["kut"]},
    )
    attack = "attack kut with in_div_1"
    plain = lexbelli.evaluate_battle(position, attack, measures=["attacker_steps", "cleared"])
    card = f"{attack}; play cp_27; place cp_27 aziziya"
    found = lexbelli.evaluate_battle(position, card, measures=["attacker_steps", "cleared"])
    assert found.complete
    steps, before = found["attacker_steps"], plain["attacker_steps"]
    assert value(steps.least) >= value(before.least)
    # The defenders may leave Kut behind them.
    assert value(found["cleared"].most) > value(plain["cleared"].most)
