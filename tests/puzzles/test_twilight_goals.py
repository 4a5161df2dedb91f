"""Goals, threats and mending of Twilight of the Habsburgs: against brute force; what is refused."""

import random
import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

import pytest

import lexbelli
from lexbelli import BadInput
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.puzzles.puzzle import find_puzzle, read_puzzle
from lexbelli.twilight_of_the_habsburgs.goals import GOALS
from support import answer, invoke

OPENING: Final = toh.scenario("caporetto")
PIAVE: Final = toh.scenario("piave").suppose("central")
# The units that move in small positions, none of which eases another's way (13.3-3).
MOVERS: Final = ("ah_3_mtn_div", "bav_alpenkorps_lt_div", "ah_57_inf_div")
ITALIANS: Final = ("it_2_hq", "it_3_hq", "it_10_inf_div", "it_13_inf_div", "it_25_inf_div")
STANDS: Final = "go bav_alpenkorps_lt_div h3139 via h3041,h3140"


def small(seed: int) -> toh.Position:
    """Two units of the central side behind a few Italians, in their second impulse: no trains."""
    dice = random.Random(seed)
    tables = OPENING.core.tables
    land = [
        place
        for place in sorted(OPENING.hexes)
        if tables.hex(place)["terrain"] in ("clear", "rough", "mountain")
        and OPENING.distance(place, "h3139") <= 4
    ]
    movers = dice.sample(MOVERS, 2)
    places = dict(zip([*ITALIANS[2:], *movers], dice.sample(land, 5), strict=True))
    units = {unit: places.get(unit, OPENING.units[unit]) for unit in (*ITALIANS, *movers)}
    gone = dict.fromkeys(unit for unit in OPENING.units if unit not in units)
    agenda = [
        {"frame": "turn", "step": 2},
        {"frame": "player_turn", "side": "central", "step": 3},
        {"frame": "impulse", "side": "central", "number": 2, "step": 2},
        {"frame": "movement", "side": "central"},
    ]
    setup = {"entrenched": [], "turn": 2, "agenda": agenda}
    return OPENING.with_change(units={**gone, **units}, setup=setup, allow=["all"])


def moves(at: toh.Position) -> Iterator[toh.Position]:
    """Yield what becomes of every legal move, by trying the ends of all ways."""
    movers = [unit for unit in at.units if at.side_of(unit) == "central"]
    ends: list[Sequence[str | None]] = [[None, *at.reach(unit)] for unit in movers]
    for chosen in product(*ends):
        orders = [
            {"order": "go", "unit": unit, "path": at.core.way(unit, end, False)}
            for unit, end in zip(movers, chosen, strict=True)
            if end is not None
        ]
        if not at.check(orders):
            yield at.after_answer(orders)


@pytest.mark.parametrize("seed", range(4))
def test_all_that_brute_force_can_do_is_a_threat(seed: int) -> None:
    at = small(seed)
    asked = [
        atom
        for harm in GOALS.harms.values()
        for atom in harm.possible(at, "entente", "central")
        if not GOALS.holds(at, at, atom.name, atom.args)
    ]
    done: set[str] = set()
    for after in moves(at):
        done |= {str(atom) for atom in asked if GOALS.holds(at, after, atom.name, atom.args)}
    found = lexbelli.threats(at, "entente")
    assert found.proven
    assert {word for threat in found for word in threat.does} == done
    assert done


def test_a_headquarters_is_cut_by_a_zone_upon_its_railway() -> None:
    puzzle = find_puzzle("fella_railway")
    solutions = list(puzzle.solve())
    assert STANDS in [each.text for each in solutions]
    for each in solutions:
        assert not each.after.command("entente").bases.keys() & {("it_2_hq", "h3540")}
    threats = lexbelli.threats(puzzle.position, "entente", about=["cut"])
    assert [threat.cut for threat in threats] == [("it_2_hq",)]
    # Who replies drives to another railway, or his unit goes away.
    search = lexbelli.solve(puzzle.position, "cut(it_2_hq)", reply=1)
    assert not list(search)
    assert {each.reply is not None for each in search.found.refuted} == {True}


def test_replies_that_cannot_undo_it_are_proven_not_to() -> None:
    search = lexbelli.solve(PIAVE, "in_command(ah_10_hq)", reply=1)
    assert [each.text for each in search] == ["go ah_10_hq h2709 via h2707,h2708"]
    assert search.found.proven


def test_what_prevents_it_is_found() -> None:
    goal = "cut(it_2_hq)"
    at = next(at for at in map(small, range(9)) if list(lexbelli.solve(at, goal, limit=1)))
    search = lexbelli.solve(at.suppose("entente"), goal, prevent=True, reply=1, limit=1, seconds=99)
    [found] = list(search)
    assert not list(lexbelli.solve(found.after.suppose("central"), goal, limit=1))
    assert search.found.refuted


def test_the_most_in_command_is_proven_for_an_army() -> None:
    found = find_puzzle("isonzo_army").solve().run()
    assert found.proven
    assert {each.measures["in_command(ah_isonzo_army)"] for each in found.solutions} == {13}
    assert {len(each.move.orders) for each in found.solutions} == {1}


def test_rules_of_the_law_say_the_same_as_words() -> None:
    rules = "goal :- then_in_command(Unit), nation(Unit,austrian), range(Unit,3), size(Unit,hq)."
    by_rules = lexbelli.solve(PIAVE, asp=rules).run()
    by_words = lexbelli.solve(PIAVE, "in_command(ah_10_hq)").run()
    assert [each.text for each in by_rules.solutions] == [each.text for each in by_words.solutions]
    assert by_rules.proven
    with pytest.raises(BadInput, match="there is no predicate 'then_zone/2'"):
        lexbelli.solve(PIAVE, asp="goal :- then_zone(central,h2709).").run()


def test_why_it_cannot_be_is_told_by_rules() -> None:
    report = lexbelli.verify(find_puzzle("adamello"), units=False)
    assert report.as_expected
    ((rules, move),) = report.breaking
    assert rules == ("8.2-1",)
    assert [broken.rule for broken in PIAVE.check(move)] == ["8.2-1"]
    assert move.startswith("go ah_10_hq h2609 via h")
    assert move.count(",") == 1
    assert "rule 8.2-1" in report.clash
    assert report.wanting["in_command(ah_10_hq)"] == ["go ah_10_hq h2607"]


@pytest.mark.parametrize(
    ("scenario", "kind", "goal"),
    [
        ("caporetto_setup", "setup", "at(it_2_hq, h2544) and in_command(it_25_inf_div)"),
        ("piave", "reorganization", "at_least(3, entrenched(infantry))"),
    ],
)
def test_other_decisions_have_goals_too(scenario: str, kind: str, goal: str) -> None:
    at = reached(scenario, kind)
    found = lexbelli.solve(at, goal, limit=1, seconds=60)
    each = next(iter(found))
    assert found.already or each.move.orders
    assert not at.check(each.move, by="law")


def reached(scenario: str, kind: str) -> Any:
    """Play a scenario to the first decision of a kind."""
    at: Any = toh.scenario(scenario)
    while at.decision.kind != kind:
        chance = at.decision.kind == "chance"
        at = at.play(None, lexbelli.Dice(5)) if chance else at.play(at.sample_moves(1, 1)[0])
    return at


def test_losses_before_play_are_asked_for() -> None:
    at = reached("piave", "attrition")
    unit = next(
        unit for unit in at.units if at.side_of(unit) == at.decision.side and "_inf_" in unit
    )
    found = list(lexbelli.solve(at, f"reduced({unit})", limit=1, seconds=60))
    assert found
    assert f"reduce {unit}" in found[0].text


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ("in_command(it_59_inf_dv)", "unknown unit 'it_59_inf_dv'"),
        ("in_comand(it_59_inf_div)", "unknown goal 'in_comand'"),
        ("cut(it_59_inf_div)", "'it_59_inf_div' is no headquarters"),
        ("line(it_59_inf_div, it_2_hk)", "unknown headquarters 'it_2_hk'"),
        ("in_command(austrian)", "'austrian' is a group"),
        ("occupied(centrl, udine)", "unknown side 'centrl'"),
        ("occupied(central, uddine)", "unknown place 'uddine'"),
        ("occupied(central, eliminated)", "'eliminated' is a box beside the map, not a hex"),
        ("at_least(1, occupied(central, alpin))", "unknown place 'alpin'"),
        ("in_command(br_10_hq)", "'br_10_hq' does not serve in caporetto"),
        ("in_command()", "unknown unit"),
    ],
)
def test_goals_that_cannot_be_read_are_named(goal: str, told: str) -> None:
    with pytest.raises(BadInput, match=re.escape(told)):
        lexbelli.solve(OPENING.suppose("entente"), goal)


def test_who_asks_while_dice_fall_is_told_to_suppose_a_side() -> None:
    with pytest.raises(BadInput, match="asks for no moves: Dice fall"):
        lexbelli.solve(OPENING, "in_command(it_2_hq)")
    done = invoke("solve", "caporetto", "in_command(it_2_hq)", "--side", "entente")
    assert "Nothing needs to be done, proven." in done.output


def test_units_and_hexes_go_by_their_printed_names() -> None:
    goals = ("at(ah_10_hq, h2709)", "at(AH_10_HQ, 2709)")
    first, other = (GOALS, lexbelli.solve(PIAVE, goals[1]))
    assert first.resolve(OPENING, "space", "Udine") == "h2739"
    assert first.resolve(OPENING, "unit", "GE_14_HQ") == "ger_14_hq"
    assert [each.text for each in other] == [each.text for each in lexbelli.solve(PIAVE, goals[0])]


def test_groups_are_of_units_and_of_hexes() -> None:
    units = {name: GOALS.group(OPENING, "unit", name) for name in ("central", "hq", "it_2_army")}
    assert all(units.values())
    assert GOALS.group(OPENING, "hq", "entente") == ["it_1_hq", "it_2_hq", "it_3_hq", "it_4_hq"]
    hexes = ("alpine", "town", "fortress", "depot", "line", "victory", "entente", "it_2_army")
    assert all(GOALS.group(OPENING, "space", name) for name in hexes)
    assert GOALS.group(OPENING, "space", "udine") is None


def test_moves_are_mended() -> None:
    moved = "go ah_10_hq h2607 via h2707"
    entrenched = next(
        unit for unit in PIAVE.setup()["entrenched"] if PIAVE.side_of(unit) == "central"
    )
    beside = next(
        place
        for place in GOALS.next_to(PIAVE, PIAVE.units[entrenched])
        if {each.rule for each in PIAVE.check(f"go {entrenched} {place}")} == {"12.21-2"}
    )
    told = answer("mend", "piave", "--side", "central", f"{moved}; go {entrenched} {beside}")
    changes = [each["changes"] for each in told["mendings"]]
    assert [f"if {entrenched} were not entrenched"] in changes
    assert [f"without go {entrenched} {beside}"] in changes


def test_puzzles_of_other_games_points_are_refused() -> None:
    text = "position = 'piave'\nside = 'central'\nops = 1\ngoal = 'in_command(ah_10_hq)'"
    with pytest.raises(BadInput, match="Twilight of the Habsburgs has no points that orders cost"):
        read_puzzle(text)
