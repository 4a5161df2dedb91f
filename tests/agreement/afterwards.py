"""Law against checker after the dice of a battle: losses, retreats, advances, late cards.

    python tests/agreement/afterwards.py NUMBER SEED

fights battles to their end, chance and legal moves at random, and at every decision compares some
forty moves, legal and spoilt, until NUMBER have been compared. It prints every difference and how
often every rule was broken. A battle is named by number and seed; `decisions(number, seed)` fights
it again.
"""

import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.aftermaths import aftermath
from agreement.blows import moves, offered
from agreement.comparing import Tally, told
from agreement.crowd import atlas
from agreement.fights import situation
from battle_law import judge_many
from lexbelli import _core
from lexbelli.pursuit_of_glory import battles, tables
from workers import processes

KINDS: Final = ("losses", "retreat", "advance", "repair", "excess")
# The decision at which a battle is taken up.
_FROM: Final = ("attack", "attack", "defence", "cards", "withdrawal", "returns")
# How many battles are taken up after the dice.
_TAKEN_UP: Final = 0.3
_MOMENTS: Final = ("losses", "retreat", "advance")
# The battle is over when anything else is asked.
_ON_THE_WAY: Final = (
    *("chance", "tribes", "excess_lcus"),
    *("attack", "defence", "cards", "withdrawal", "returns"),
    *KINDS,
)
_FORESEEN: Final = 60
# So many are fought in the action of an event.
_OF_AN_EVENT: Final = 0.25
# So many legal moves of a decision are made; more than so many are drawn by chance.
_MOST_MADE: Final = 3000
# So many of them are compared, and so many spoilt ones.
_LEGAL, _SPOILT = 12, 24
# And so many with an order out of nowhere.
_MANY_ODD: Final = 6
_ODD: Final = {
    "losses": ("eliminate {unit}", "reduce {unit}", "replace {unit} by {scu}"),
    "retreat": (
        *("eliminate {unit}", "stand {unit}", "shorten", "sail {unit} {to}", "retreat {unit} {to}"),
        *("retreat {unit} {to} via {by_way_of}", "eliminate {unit}; replace {unit} by {scu}"),
    ),
    "advance": ("advance {unit} {to}", "advance {unit} {to} via {by_way_of}"),
    "repair": ("restore {unit}", "rebuild {unit}"),
    "excess": ("eliminate {unit}",),
}


class Made(NamedTuple):
    """A decision and moves for it; the first of them the core holds to be all legal."""

    kind: str
    at: _core.PursuitPosition
    offered: int
    moves: Sequence[str]


def decisions(number: int, seed: int) -> Iterator[Made]:
    """The decisions after the dice of a battle that is fought at random."""
    dice = random.Random(f"{seed}/{number}/afterwards")
    taken_up = dice.random() < _TAKEN_UP
    started = aftermath(number, seed) if taken_up else situation(dice.choice(_FROM), number, seed)
    taken = _in_an_event(started.at_next_decision(), random.Random(f"{seed}/{number}/event"))
    # Cards that could be played in the battle may be none in the event.
    started = at = taken.at_next_decision()
    while (asked := at.decision())["kind"] in _ON_THE_WAY:
        kind = asked["kind"]
        if kind == "chance":
            outcomes = [outcome for outcome, *_ in asked["outcomes"]]
            at = at.answer(dice.choice(outcomes))
            continue
        if kind == "tribes":
            tribe, places = dice.choice(sorted(asked["places"].items()))
            at = at.answer(f"place {tribe} {dice.choice(places)}")
            continue
        if kind == "excess_lcus":
            at = at.answer(dice.choice([str(move) for move in battles.moves(at, kind)]))
            continue
        if kind in KINDS:
            made = _after(at, asked, dice)
        elif kind == "cards" and asked["moment"] in _MOMENTS:
            made = _late_cards(at, dice)
        else:
            made = Made(kind, at, 0, [*moves(at, kind, 30, dice.getrandbits(32)), "pass"])
        if kind in KINDS or asked.get("moment") in _MOMENTS:
            yield made
        if kind == "attack" and at != started:
            return
        legal = [move for move in made.moves if readable(at, move) and not at.check_many([move])[0]]
        if not legal:
            assert kind not in KINDS, f"{number}/{seed}: nothing legal at {kind}"
            return
        at = at.answer(_chosen(legal, kind, dice))


def _in_an_event(at: _core.PursuitPosition, dice: random.Random) -> _core.PursuitPosition:
    """The same battle, seldom in the action of RUSSIAN WINTER OFFENSIVE or YILDIRIM OFFENSIVE."""
    if dice.random() > _OF_AN_EVENT:
        return at
    told = json.loads(at.to_json_in_short())
    card = {"ap": "ap_31", "cp": "cp_54"}[at.active]
    action = {"round": told.get("round", 1), "side": at.active, "kind": "event", "card": card}
    told["actions"] = [action]
    return _core.PursuitPosition.from_json(tables.load(), json.dumps(told), ["all"])


def _chosen(legal: Sequence[str], kind: str, dice: random.Random) -> str:
    """What is done: something, if it may be."""
    busy = [move for move in legal if move != "pass"]
    if kind == "attack" and dice.random() < 0.5:
        return max(busy, key=lambda move: move.count("join"))
    return dice.choice(busy if busy and (kind == "attack" or dice.random() < 0.8) else legal)


def _after(at: _core.PursuitPosition, asked: Mapping[str, Any], dice: random.Random) -> Made:
    legal = [str(move) for move in at.answers_after(_MOST_MADE)]
    assert legal, asked["kind"]
    picked = dice.sample(legal, min(_LEGAL, len(legal)))
    made = [*picked, *_spoilt(at, picked, list(asked.get("units", [])), dice)]
    return Made(asked["kind"], at, len(picked), list(dict.fromkeys(made)))


def _late_cards(at: _core.PursuitPosition, dice: random.Random) -> Made:
    cards = (at.battle_asked() or {})["cards"]
    made = [offered(cards, dice) for _ in range(12)] + [
        *moves(at, "cards", 8, dice.getrandbits(32))
    ]
    cancels = ("cancel advance", "cancel retreat", "cancel advance; cancel retreat")
    named = [move for move in made if "play cp_43" in move]
    made += [f"{move}; {dice.choice(cancels)}" for move in named]
    made += [f"{dice.choice(made)}; {dice.choice(cancels)}", "pass"]
    return Made("cards", at, 0, list(dict.fromkeys(made)))


def _spoilt(
    at: _core.PursuitPosition, legal: Sequence[str], asked: list[str], dice: random.Random
) -> Iterator[str]:
    """Legal moves with an order left out, added, doubled or aimed at something else."""
    told = json.loads(at.to_json_in_short())
    where = {unit: place for place, units in told["units"].items() for unit in units}
    near = {place for unit in asked if unit in where for place in (where[unit],)}
    near |= {other for place in near for other in atlas().near.get(place, ())}
    close = [unit for unit, place in where.items() if place in near] or list(where)
    boxed = [unit for unit, place in where.items() if place.endswith("_reserve")]
    units = [*asked, *asked, *close, *dice.sample(boxed, min(4, len(boxed))), dice.choice([*where])]
    around = sorted(near)
    places = [*around, *around, *dice.sample(sorted(atlas().space), 3)]
    orders = [_orders(move) for move in legal]
    for one in orders:
        for _ in range(-(-_SPOILT // len(orders))):
            changed = list(one)
            way = dice.random()
            if changed and way < 0.25:
                changed.pop(dice.randrange(len(changed)))
            elif changed and way < 0.65:
                number = dice.randrange(len(changed))
                changed[number] = _aimed_elsewhere(changed[number], set(where), units, places, dice)
            elif changed and way < 0.75:
                number = dice.randrange(len(changed))
                changed.append(
                    _aimed_elsewhere(changed[number], set(where), units, places, dice, 0.2)
                )
            else:
                changed += dice.sample(other := dice.choice(orders), min(1, len(other)))
            yield "; ".join(dict.fromkeys(changed)) or "pass"
    for order in dice.choices(_ODD[at.decision()["kind"]], k=_MANY_ODD):
        odd = _filled(order, units, places, dice)
        yield "; ".join([*dice.choice(orders), odd] if dice.random() < 0.7 else [odd])


def _filled(order: str, units: Sequence[str], places: Sequence[str], dice: random.Random) -> str:
    """An order that nobody may have offered, of anybody and to anywhere."""
    words = {"unit": units, "scu": units, "to": places, "by_way_of": places}
    return order.format(**{word: dice.choice(some) for word, some in words.items()})


def _orders(move: str) -> list[str]:
    return [order for order in move.split("; ") if order != "pass"]


def _aimed_elsewhere(
    order: str,
    known: set[str],
    units: Sequence[str],
    places: Sequence[str],
    dice: random.Random,
    odds: float = 0.5,
) -> str:
    """An order with a unit or a place changed."""
    words = order.split()
    names = [at for at, word in enumerate(words) if at and word not in ("by", "via")]
    if not names:
        return order
    # Words of places stand at the end.
    at = names[-1] if dice.random() > odds else dice.choice(names)
    words[at] = dice.choice(units if words[at] in known else places)
    return " ".join(words)


def compared(number: int, seed: int) -> Tally:
    """Compare law and checker at the decisions of one battle."""
    return compared_at(decisions(number, seed), f"{number}/{seed}")


def compared_at(those: Iterable[Made], name: str) -> Tally:
    """Compare law and checker at these decisions."""
    tally = Tally()
    for made in those:
        fit = [move for move in made.moves if readable(made.at, move)]
        where = f"{made.kind} {name}"
        judged = zip(fit, made.at.check_many(fit), judge_many(made.at, made.kind, fit), strict=True)
        for place, (move, core, law) in enumerate(judged):
            legal = tally.judge(where, move, core, law, made.kind)
            tally.orders[made.kind] += legal
            if not legal and place < made.offered:
                tally.differences.append(f"{where}: the core offers, and forbids: {move}")
    return tally


def readable(at: _core.PursuitPosition, move: str) -> bool:
    """Can the move be read at all? One with a word changed may not be."""
    try:
        at.check_many([move])
    except ValueError:
        return False
    return True


def run(wanted: int, seed: int, progress: bool = False) -> Tally:
    """Compare about so many moves in worker processes."""
    tally, number = Tally(), 0
    with processes() as pool:
        work = {pool.submit(compared, number, seed) for number in range(_FORESEEN)}
        number = _FORESEEN
        while work:
            done, work = wait(work, return_when=FIRST_COMPLETED)
            for one in done:
                found = one.result()
                tally.add(found)
                if progress:
                    print(*found.differences, sep="\n", end="", file=sys.stderr, flush=True)
            if tally.moves >= wanted:
                pool.shutdown(cancel_futures=True)
                break
            for _ in done:
                work.add(pool.submit(compared, number, seed))
                number += 1
                if progress and number % 100 == 0:
                    print(tally, file=sys.stderr, flush=True)
    return tally


if __name__ == "__main__":
    sys.exit(told(run(int(sys.argv[1]), int(sys.argv[2]), progress=True), "legal moves"))
