"""What a side is told must not hang on what it may not know: the comparison, and a long run.

    python tests/agreement/hidden.py NUMBER SEED

looks at NUMBER positions as one side, deals the other side's hand and deck anew, and prints
everything that then differs. A position is named by its number and seed; `position(number, seed)`
makes it again.
"""

import json
import random
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement import positions
from agreement.afterwards import decisions
from agreement.blows import moves
from agreement.fights import FOE, KINDS, situation
from lexbelli import BadInput, IllegalMove
from lexbelli import pursuit_of_glory as pog
from workers import processes

_EVENTS: Final = Path(__file__).parents[2] / "scenarios/pursuit_of_glory/events.toml"
# Where the positions come from: operations, decisions of battles, and those after the dice.
_OPERATIONS: Final = 3
_BATTLES: Final = 7
_SOURCES: Final = 8
# So often cards are dealt to one of them.
_DEALS: Final = 2
HAND: Final = 7
# So many moves are judged in each position, and so many of them are played.
_JUDGED: Final = 6
_PLAYED: Final = 3
_LAWFUL: Final = 5
_MOST_SHOWN: Final = 40
_CHUNK: Final = 20
# What nobody may learn from: cards of either side, whether it holds them or not.
_ODD: Final = ("play cp_43", "play ap_52", "play cp_01", "play ap_01", "nonsense", "pass", "end")


@dataclass
class Tally:
    """What was found: differences, and how much was compared."""

    positions: int = 0
    decided: int = 0
    answers: int = 0
    judged: int = 0
    drawn: int = 0
    asked_of_law: int = 0
    differences: Sequence[str] = ()

    def add(self, other: "Tally") -> None:
        """Add what was found elsewhere."""
        self.positions += other.positions
        self.decided += other.decided
        self.answers += other.answers
        self.judged += other.judged
        self.drawn += other.drawn
        self.asked_of_law += other.asked_of_law
        self.differences = [*self.differences, *other.differences]


def position(number: int, seed: int) -> pog.Position:
    """Return the position of that number, with hands and decks."""
    board = _board(number // _DEALS, seed)
    # Read anew, it tolerates what is wrong with it now.
    return dealt(board, random.Random(f"{seed}/{number}/dealt")).with_change()


@lru_cache(maxsize=1)
def _board(number: int, seed: int) -> pog.Position:
    dice = random.Random(f"{seed}/{number}/hidden")
    of = number % _SOURCES
    if of < _OPERATIONS:
        found = positions.position(number, seed)
    elif of < _BATTLES:
        found = situation(dice.choice(KINDS), number, seed)
    else:
        afterwards = list(islice(decisions(number, seed), dice.randint(1, 4)))
        found = afterwards[-1].at if afterwards else situation("cards", number, seed)
    return pog.Position(found)


def dealt(position: pog.Position, dice: random.Random) -> pog.Position:
    """Deal hands: of most sides seven cards of those that lie nowhere, in hand or in deck."""
    cards = position.setup()["cards"]
    known = position.core.tables.card_ids()
    open_ = {
        card
        for zones in cards.values()
        for zone in ("discard", "face_up", "removed")
        for card in zones[zone]
    }
    played = {card for cards in _played(position).values() for card in cards}
    for side, zones in cards.items():
        free = [card for card in known if card[:2] == side and card not in open_ | played]
        dice.shuffle(free)
        held = dice.choice((0, 1, 4, HAND, HAND, HAND))
        left = dice.choice((0, 10, 40, 40))
        zones["hand"], zones["deck"] = sorted(free[:held]), sorted(free[held : held + left])
    # What was shown of hands that are dealt is no more so of cards that are not in them.
    setup, hands = position.setup(), {card for zones in cards.values() for card in zones["hand"]}
    marks: list[str] = [key for key in ("cards_shown", "cards_shown_now") if key in setup]
    shown = {key: [card for card in setup[key] if card in hands] for key in marks}
    return position.with_change(setup={"cards": cards, **shown}, allow=["all"])


def _played(position: pog.Position) -> dict[str, list[str]]:
    found: dict[str, list[str]] = position.setup().get("battle", {}).get("cards", {})
    return found


def dealt_anew(position: pog.Position, side: str, dice: random.Random) -> pog.Position:
    """Return the position with other cards in this side's hand, out of its hand and its deck.

    What the other side has seen there stays.
    """
    setup = position.setup()
    cards = setup["cards"]
    known = {*setup.get("cards_shown", ()), *setup.get("cards_shown_now", ())}
    shown = [card for card in cards[side]["hand"] if card in known]
    held = len(cards[side]["hand"]) - len(shown)
    heap = [card for card in (*cards[side]["hand"], *cards[side]["deck"]) if card not in shown]
    dice.shuffle(heap)
    cards[side]["hand"], cards[side]["deck"] = sorted([*shown, *heap[:held]]), sorted(heap[held:])
    return position.with_change(setup={"cards": cards, "random": dice.getrandbits(60)})


def compared(number: int, seed: int, dear: bool) -> Tally:
    """Compare what one side is told of two positions that it cannot tell apart.

    Args:
        number: The number of the position.
        seed: Where chance begins.
        dear: Whether the law is asked as well, and pictures are drawn.
    """
    dice = random.Random(f"{seed}/{number}/seen")
    one = position(number, seed)
    decider = one.decision.side
    side = decider if decider is not None and dice.random() < 0.7 else dice.choice(("ap", "cp"))
    other = dealt_anew(one, FOE[side], dice)
    found = _Comparison(f"{number}/{seed} ({side})", side, one, other)
    found.look(dear)
    if decider == side:
        found.decide(dice, dear)
    elif decider is None:
        found.fall(dice)
    return found.tally()


class _Comparison:
    """Two positions that a side cannot tell apart, and what it sees of them."""

    def __init__(self, name: str, side: str, one: pog.Position, other: pog.Position) -> None:
        self.name, self.side = name, side
        self.whole = (one, other)
        self.seen = (one.seen_by(side), other.seen_by(side))
        # What is seen of both is one position, and is asked once.
        self.all = (*self.whole, self.seen[0])
        self.lines: list[str] = []
        self.count = Tally(positions=1)

    def tally(self) -> Tally:
        """Return what was found."""
        self.count.differences = self.lines
        return self.count

    def same(self, what: str, answer: Callable[[Any], Any], those: Sequence[Any]) -> Any:
        """Ask positions the same; note it if they answer differently. Return the first answer."""
        first, *rest = (_answer(answer, each) for each in those)
        if any(each != first for each in rest):
            self.lines.append(f"{self.name}: {what}")
        return first

    def look(self, dear: bool) -> None:
        """Compare what can be seen at any time."""
        seen = self.seen
        self.same("the position", lambda at: at, seen)
        self.same("its hash", hash, seen)
        self.same("its document", lambda at: at.to_json(), seen)
        self.same("its document in short", lambda at: at.in_short(), seen)
        self.same("its bytes", lambda at: at.to_bytes(), seen)
        self.same("its text", lambda at: (str(at), repr(at), at.title), seen)
        self.same("its outline", lambda at: (at.outline(), at.under_way, at.allowed), seen)
        self.same("its facts", _facts, seen)
        self.same("its decision", lambda at: at.decision, seen)
        self.same("seen again", lambda at: at.seen_by(self.side), [seen[0], *seen])
        self.same("read", lambda at: pog.Position.from_json(at.to_json(), allow=["all"]), seen)
        self.same(
            "unpacked", lambda at: pog.Position.from_bytes(at.to_bytes(), allow=["all"]), seen
        )
        self.same("what is known", lambda at: _known(at, self.side), [seen[0], *self.whole])
        self.same("who decides", lambda at: (at.decision.kind, at.decision.side), self.all)
        if dear:
            self.count.drawn += 1
            self.same("its picture", lambda at: at.draw().svg, seen)

    def decide(self, dice: random.Random, dear: bool) -> None:
        """Compare what the side is told that decides, of the whole position too."""
        self.count.decided += 1
        self.same("its facts, of all", _facts, self.all)
        self.same("its decision, of all", lambda at: at.decision, self.all)
        made = list(self._moves(dice))
        for move in [*made, *_ODD]:
            self.count.judged += 1
            self.same(f"check of {move}", partial(_check, move=move), self.all)
        legal = [move for move in made if not _answer(partial(_check, move=move), self.whole[0])]
        legal += list(self.whole[0].decision.choices)
        for move in dice.sample(legal, min(_PLAYED, len(legal))):
            self._played(move)
        if not dear:
            return
        self.count.asked_of_law += 1
        self.same("its orders", lambda at: [str(each) for each in at.orders()], self.all)
        self.same("its moves", lambda at: [str(each) for each in at.moves(_LAWFUL)], self.all)
        for move in made[:2]:
            self.same(f"law on {move}", partial(_check, move=move, by="law"), self.all)

    def fall(self, dice: random.Random) -> None:
        """Compare how dice may fall, and what comes of it."""
        outcomes = self.same("what may fall", lambda at: at.decision, self.all).outcomes
        if outcomes:
            self._played(dice.choice(outcomes).text)

    def _moves(self, dice: random.Random) -> Iterator[str]:
        at = self.whole[0]
        kind, seed = at.decision.kind, dice.getrandbits(32)
        if kind in KINDS:
            yield from dice.sample(found := moves(at.core, kind, 8, seed), min(_JUDGED, len(found)))
            return
        try:
            sampled = at.sample_moves(_JUDGED, seed)
        except BadInput:
            return
        for move in sampled:
            yield str(move)

    def _played(self, move: str) -> None:
        self.count.answers += 1
        if move in _laying_hands_open():
            return  # What it shows is hidden no more.

        def after(at: Any) -> Any:
            later = at.after_answer(move).seen_by(self.side)
            return later, later.decision, later.to_json()

        self.same(f"after {move}", after, self.all)


@cache
def _laying_hands_open() -> frozenset[str]:
    """The answers after which the other player shows his hand."""
    events = tomllib.loads(_EVENTS.read_text("utf-8"))["event"]
    cards = (event["id"] for event in events if "open_hand" in event["effects"])
    return frozenset(f"play {card} for event" for card in cards)


def _answer(question: Callable[[Any], Any], at: Any) -> Any:
    """Return the answer to a question, or what it is refused with."""
    try:
        return question(at)
    except IllegalMove as refused:
        return str(refused), refused.violations
    except (BadInput, ValueError) as refused:
        return str(refused)


def _check(at: pog.Position, move: str, by: str = "core") -> Any:
    return at.check(move, by=by)


def _facts(at: pog.Position) -> tuple[str, str]:
    return at.facts(), at.decision_facts()


def _known(at: pog.Position, side: str) -> Any:
    """What the side knows of the cards: all of its own, and the open ones of the other."""
    cards = at.setup()["cards"]
    theirs = cards[FOE[side]]
    heap = sorted([*theirs["hand"], *theirs["deck"], *theirs.get("hidden", ())])
    held = len(theirs["hand"]) + theirs.get("hidden_in_hand", 0)
    return cards[side], heap, held, [theirs[zone] for zone in ("discard", "face_up", "removed")]


def batch(numbers: range, seed: int, every: int) -> Tally:
    """Compare several positions; one in `every` with what takes long."""
    tally = Tally()
    for number in numbers:
        tally.add(compared(number, seed, dear=number % every == 0))
    return tally


def run(number: int, seed: int, every: int, progress: bool = False) -> Tally:
    """Compare so many positions in worker processes."""
    jobs = [range(first, min(first + _CHUNK, number)) for first in range(0, number, _CHUNK)]
    tally = Tally()
    with processes() as pool:
        for job in [pool.submit(batch, numbers, seed, every) for numbers in jobs]:
            tally.add(job.result())
            if progress and tally.positions % (10 * _CHUNK) == 0:
                said = f"{tally.positions} positions, {len(tally.differences)} differences"
                print(said, file=sys.stderr, flush=True)
    return tally


def main(number: int, seed: int) -> int:
    """Compare everything, and print what was found; 1 if something differs."""
    tally = run(number, seed, every=1, progress=True)
    for line in tally.differences[:_MOST_SHOWN]:
        print(line)
    told = {key: value for key, value in vars(tally).items() if key != "differences"}
    print(json.dumps(told), f"{len(tally.differences)} differences")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
