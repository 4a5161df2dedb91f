"""Threats with a battle, by brute force: every attack, die and answer, plainly recursed."""

import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

import lexbelli
from agreement.positions import position
from lexbelli import pursuit_of_glory as pog
from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory.goals import GOALS

_FOE = {"ap": "cp", "cp": "ap"}
_AFTER = ("losses", "retreat", "advance", "repair")
_FALLING = ("spared", "struck", "held", "flanked", "fire", "factor")

_RUSSIANS = ("ru_i_caucasian", "ru_div_1", "ru_div_3")
_TURKS = ("tu_ix_corps", "tu_div_8", "tu_elite_div_1")

Wish = tuple[str, tuple[str, ...]]


class TooMuch(Exception):  # noqa: N818 (a test's own)
    """Plain recursion would take too long."""


def small(number: int, seed: int, most: int = 3) -> tuple[pog.Position, int] | None:
    """Return a position of few units where enemies are neighbours, and the OPS of the attacker."""
    dice = random.Random(f"{seed}/{number}/assault")
    at = pog.Position(position(number, seed))
    if at.decision.kind not in ("action", "operations"):
        return None
    side = at.active
    held: dict[str, list[str]] = {}
    for unit, place in sorted(at.units.items()):
        if at.core.tables.space(place)["kind"] != "box":
            held.setdefault(place, []).append(unit)
    own = {place: [u for u in units if at.side_of(u) == side] for place, units in held.items()}
    foes = {place: [u for u in units if at.side_of(u) != side] for place, units in held.items()}
    fronts = [
        (place, near)
        for place in held
        if foes[place]
        and (near := [one for one in _next(at, place) if own.get(one)])
        and not own[place]
    ]
    if not fronts:
        return None
    target, near = dice.choice(fronts)
    attackers = [unit for place in dice.sample(near, min(2, len(near))) for unit in own[place]]
    behind = [u for one in _next(at, target) for u in foes.get(one, ())]
    kept = {
        *dice.sample(attackers, min(len(attackers), most)),
        *dice.sample(foes[target], min(len(foes[target]), 2)),
        *dice.sample(behind, min(len(behind), 2)),
    }
    gone = {unit: None for unit in at.units if unit not in kept}
    return at.with_change(units=gone, allow=["all"]), dice.randint(1, 2)


def at_a_fort(number: int) -> tuple[pog.Position, int] | None:
    """Return a position of few units beside a fort of the enemy, and the OPS of the attacker."""
    dice = random.Random(f"{number}/fort")
    start = pog.scenario("1914_campaign")
    tables = start.core.tables
    spaces = [one for one in tables.space_ids() if tables.space(one)["kind"] == "space"]
    fort = dice.choice([one for one in spaces if tables.space(one)["fort"]])
    near = [one for one in _next(start, fort) if one in spaces]
    side = dice.choice(("ap", "cp"))
    own, foes = (_RUSSIANS, _TURKS) if side == "ap" else (_TURKS, _RUSSIANS)
    if not near:
        return None
    origins = dice.sample(near, min(2, len(near)))
    units: dict[str, str | None] = dict.fromkeys(start.units)
    units |= {unit: dice.choice(origins) for unit in dice.sample(own, dice.randint(1, 3))}
    units |= dict.fromkeys(dice.sample(foes, dice.randint(0, 1)), fort)
    rest = [place for place in near if place not in origins]
    if rest:
        units[dice.choice([unit for unit in foes if not units[unit]])] = dice.choice(rest)
    at = start.with_change(
        units=units,
        control={fort: _FOE[side], **dict.fromkeys(origins, side)},
        setup={"active": side, "turn": dice.choice((1, 2, 4))},
        allow=["all"],
    )
    return at, dice.randint(1, 2)


def _next(at: pog.Position, place: str) -> list[str]:
    return [link[0] for link in at.core.tables.space(place).get("links", ())]


def by_force(
    at: pog.Position, side: str, ops: int, every: bool = False
) -> dict[str, tuple[int, Fraction]]:
    """Tell what an attack brings about: of fewest OPS, and how likely at best.

    The units of some places attack together: none of them that could for as few OPS is left out. Of
    `every` attack some may be.

    Raises:
        TooMuch: There is too much to go through.
    """
    at = at.suppose(side=_FOE[side], ops=ops)
    wishes = [wish for wish in _wishes(at, side) if not GOALS.holds(at, at, *wish)]
    best: dict[str, tuple[int, Fraction]] = {}
    for cost, started in _started(at, every):
        known: dict[pog.Position, dict[Wish, Fraction]] = {}
        for wish, chance in _values(at, started, wishes, at.active, known).items():
            name = f"{wish[0]}({', '.join(wish[1])})"
            if chance and (name not in best or (cost, -chance) < (best[name][0], -best[name][1])):
                best[name] = cost, chance
    return best


def _wishes(at: pog.Position, side: str) -> Iterator[Wish]:
    spaces = GOALS.group(at, "space", "any") or ()
    yield from (("oos", (unit,)) for unit in at.units if at.side_of(unit) == side)
    yield from (("flips", (s,)) for s in spaces if GOALS.holds(at, at, "holds", (side, s)))
    yield from (
        ("controls", (_FOE[side], s)) for s in spaces if GOALS.holds(at, at, "controls", (side, s))
    )


def _started(at: pog.Position, every: bool) -> Iterator[tuple[int, pog.Position]]:
    """Yield every battle that can be declared, with its OPS."""
    units: dict[str, list[str]] = {}
    for unit, place in sorted(at.units.items()):
        kind = at.core.tables.space(place)["kind"]
        if at.side_of(unit) == at.active and kind != "box":
            units.setdefault(place, []).append(unit)
    found: dict[tuple[object, ...], dict[frozenset[str], tuple[int, pog.Position]]] = {}
    for cost, places, waiting in _waiting(at, units):
        standing = [unit for place in places for unit in units[place]]
        for some, target, pin, now in _declared(waiting, standing):
            alike = found.setdefault((target, pin, places), {})
            whence = {at.units[unit] for unit in some}
            if whence == set(places) and (some not in alike or cost < alike[some][0]):
                alike[some] = cost, now
    for alike in found.values():
        for some, entry in alike.items():
            larger = (other for other in alike if some < other and alike[other][0] <= entry[0])
            if not any(not every or not _fight(at, other - some) for other in larger):
                yield entry


def _fight(at: pog.Position, units: Iterable[str]) -> bool:
    """Whether a combat unit is among some: HQs and artillery are not left out."""
    kinds = ("regular", "irregular", "tribe")
    return any(at.core.tables.unit(unit)["class"] in kinds for unit in units)


def _waiting(
    at: pog.Position, units: dict[str, list[str]]
) -> Iterator[tuple[int, tuple[str, ...], pog.Position]]:
    """Yield the OPS, the places and the position of every set of activations for attack."""
    for places in _subsets(units):
        for orders in product(*(_activations(at, place, units[place]) for place in places)):
            text = "; ".join(orders)
            try:
                if not places or at.check(text):
                    continue
            except BadInput:
                continue
            waiting = at.play(text)
            if waiting.decision.kind == "attack":
                yield sum(at.cost(order) or 0 for order in at.move(text).orders), places, waiting


def _activations(at: pog.Position, place: str, units: list[str]) -> list[str]:
    if at.core.tables.space(place)["kind"] in ("space", "beachhead"):
        return [f"activate {place} {purpose}" for purpose in ("attack", "attack_with_br")]
    return [
        f"activate {place} {purpose} with {','.join(some)}"
        for some in _subsets(units)
        if some
        for purpose in ("attack", "attack_with_br")
    ]


def _declared(
    at: pog.Position, units: list[str]
) -> Iterator[tuple[frozenset[str], str, str | None, pog.Position]]:
    places = {at.units[unit] for unit in units}
    targets = sorted(places | {near for place in places for near in _next(at, place)})
    for some in _subsets(units):
        pins = [None, *sorted({at.units[unit] for unit in some})]
        for target, pin in product(targets if some else (), pins):
            text = f"attack {target} with {','.join(some)}" + (f" flank {pin}" if pin else "")
            if not at.check(text):
                yield frozenset(some), target, pin, at.play(text)


def _subsets(given: Iterable[str]) -> Iterator[tuple[str, ...]]:
    members = sorted(given)
    for size in range(len(members) + 1):
        yield from combinations(members, size)


def _values(
    before: pog.Position,
    now: pog.Position,
    wishes: list[Wish],
    attacker: str,
    known: dict[pog.Position, dict[Wish, Fraction]],
) -> dict[Wish, Fraction]:
    """How likely each wish comes true, the attacker wanting it, the defender not."""
    if now in known:
        return known[now]
    if len(known) > 1500:
        raise TooMuch
    if "battle" not in now.setup():
        values = {wish: Fraction(GOALS.holds(before, now, *wish)) for wish in wishes}
        known[now] = values
        return values
    asked = now.decision
    if asked.kind == "chance":
        assert asked.outcomes[0].text.split()[0] in _FALLING
        parts = [
            (outcome.odds, _values(before, now.play(outcome.text), wishes, attacker, known))
            for outcome in asked.outcomes
        ]
        values = {
            wish: sum((odds * one[wish] for odds, one in parts), Fraction(0)) for wish in wishes
        }
    else:
        if asked.kind in _AFTER:
            answers = [str(move) for move in now.core.answers_after(100_000)]
        elif asked.kind == "tribes":
            raise TooMuch
        else:
            answers = [str(move) for move in now.moves() if _plays_no_card(str(move))]
        ends = [_values(before, now.play(answer), wishes, attacker, known) for answer in answers]
        choose = max if asked.side == attacker else min
        values = {wish: choose(one[wish] for one in ends) for wish in wishes}
    known[now] = values
    return values


def _plays_no_card(move: str) -> bool:
    return not move.startswith(("play", "take_back"))


def differences(number: int, seed: int, every: bool = False) -> tuple[bool, list[str]]:
    """Compare search and brute force; return whether there was a battle, and what differs."""
    found = small(number, seed)
    if found is None:
        return False, []
    return compared(*found, every, f"{number}/{seed}")


def compared(at: pog.Position, ops: int, every: bool, name: str) -> tuple[bool, list[str]]:
    """Compare search and brute force in a position of which the side to act attacks."""
    side = _FOE[at.active]
    try:
        force = by_force(at, side, ops, every)
    except TooMuch:
        return False, []
    said = lexbelli.threats(at, side, ops=ops, combat=True, every=every)
    plain = {word: each.ops for each in said if not each.attack for word in each.does}
    told = {word: (each.ops, each.chance) for each in said if each.attack for word in each.does}
    wanted = {word: entry for word, entry in force.items() if entry[0] < plain.get(word, ops + 1)}
    wrong = [
        f"{name} {word}: search {told.get(word)}, force {wanted.get(word)}"
        for word in sorted(told.keys() | wanted.keys())
        if told.get(word) != wanted.get(word)
    ]
    if said.unfinished or not said.proven:
        wrong.append(f"{name}: not gone through: {said.unfinished}")
    return bool(force), wrong
