"""Chance goals: the attack that promises most, and the activation that pays for it."""

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

import lexbelli
from agreement.positions import position
from lexbelli import pursuit_of_glory as pog
from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory.attack_options import AttackOption
from lexbelli.pursuit_of_glory.battle_odds import NUMBERS
from lexbelli.pursuit_of_glory.moves import Move
from lexbelli.puzzles.puzzle import read_puzzle

_CASES = 40


def test_the_best_attack_is_the_best_of_all_that_can_be_paid_for() -> None:
    """Every legal activation is played, and every attack after it priced."""
    asked = 0
    for number in range(400):
        at = _few(number)
        if at is None:
            continue
        made = list(_activations(at))
        if not made:
            continue
        asked += 1
        dice = random.Random(number)
        name, least = dice.choice(NUMBERS), dice.random() < 0.3
        priced = [(each.number(name), each) for after in made for each in _declared(after)]
        found = lexbelli.solve(at, chance=name, least=least).run()
        assert found.proven
        if not priced:
            assert not found.solutions
            continue
        best = (min if least else max)(value for value, _ in priced)
        assert {each.measures[name] for each in found.solutions} == {best}, number
        force = {_who(at, each) for value, each in priced if value == best}
        said = {str(each.then[0]) for each in found.solutions}
        # Of units that are alike some are named.
        assert {_who_of(at, text) for text in said} <= force, number
        assert {who[0] for who in force} == {_who_of(at, text)[0] for text in said}, number
        for each in found.solutions:
            assert not at.check(each.move)
            assert each.ops <= (at.decision.ops or 0)
            after = at.play(each.move)
            assert not after.check(each.then[0])
            assert lexbelli.odds(after, each.then[0]).number(name) == best
        if asked >= _CASES:
            break
    assert asked >= _CASES


def _few(number: int) -> pog.Position | None:
    """A position with few units of the side to act, and one to three OPS."""
    dice = random.Random(f"{number}/chances")
    at = pog.Position(position(number, 23))
    if at.decision.kind not in ("action", "operations"):
        return None
    own = sorted(unit for unit in at.units if at.side_of(unit) == at.active)
    ops = dice.randint(1, 3)
    near = {each for one in lexbelli.attacks(at.suppose(ops=ops)) for each in one.units}
    kept = set(dice.sample(sorted(near), min(len(near), 4)))
    gone = {unit: None for unit in own if unit not in kept}
    return at.with_change(units=gone, allow=["all"]).suppose(ops=ops)


def _activations(at: pog.Position) -> Iterator[pog.Position]:
    """Yield the position after every legal move that only activates for attacks."""
    still = at.with_change(allow=["all"])
    orders = [order for order in still.orders() if order.content.get("for", "move") != "move"]
    seen: set[frozenset[str]] = set()
    waiting: list[list[dict[str, object]]] = [[]]
    while waiting:
        chosen = waiting.pop()
        for order in orders:
            more = [*chosen, order.as_json()]
            key = frozenset(str(each) for each in more)
            if len(key) < len(more) or key in seen:
                continue
            seen.add(key)
            move = at.move(more)
            assert isinstance(move, Move)
            if at.check(move):
                continue
            waiting.append(more)
            yield at.play(move)


def _declared(after: pog.Position) -> Iterator[AttackOption]:
    if after.decision.kind == "attack":
        yield from lexbelli.attacks(after, every=True)


def _who(at: pog.Position, attack: AttackOption) -> tuple[str, str | None, tuple[str, ...]]:
    return attack.target, attack.pin, tuple(sorted(at.units[unit] for unit in attack.units))


def _who_of(at: pog.Position, text: str) -> tuple[str, str | None, tuple[str, ...]]:
    words = text.split()
    units = words[words.index("with") + 1].split(",")
    pin = words[words.index("flank") + 1] if "flank" in words else None
    return words[1], pin, tuple(sorted(at.units[unit] for unit in units))


def test_attacks_that_wait_are_compared_without_paying() -> None:
    at = lexbelli.scenario("1916_total_war").suppose(side="ap", ops=1)
    ready = at.play("activate trabzon attack")
    [best] = lexbelli.solve(ready, chance="win").run().solutions
    assert best.measures == {"win": Fraction(1)}
    assert best.ops == 0
    assert not best.then
    least = lexbelli.solve(ready, chance="win", least=True).run()
    values = [each.number("win") for each in lexbelli.attacks(ready, every=True)]
    assert {each.measures["win"] for each in least.solutions} == {min(values)}


def test_what_is_refused() -> None:
    at = lexbelli.scenario("1916_total_war").suppose(side="ap", ops=1)
    for options, said in (
        ({"chance": "wim"}, "did you mean 'win'"),
        ({"chance": "win", "target": "eleskir"}, "did you mean 'eleskirt'"),
        ({"chance": "win", "goal": "oos(ru_div_1)"}, "no goal"),
        ({"target": "kars"}, "is needed"),
    ):
        with pytest.raises(BadInput, match=said):
            lexbelli.solve(at, **options).run()  # type: ignore[arg-type]
    text = "position = '1914_campaign'\ntask = 'chance'\n"
    for line, said in (
        ("measure = 'wim'", "did you mean 'win'"),
        ("goal = 'oos(ru_div_1)'", "means nothing"),
        ("target = [1]", "list of names"),
        ("least = 1", "truth value"),
    ):
        with pytest.raises(BadInput, match=said):
            read_puzzle(text + line)
    with pytest.raises(BadInput, match="means nothing"):
        read_puzzle("position = '1914_campaign'\ngoal = 'oos(ru_div_1)'\ntarget = 'kars'")
