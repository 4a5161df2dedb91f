"""Events as actions of Pursuit of Glory: what may follow until one is over (9.5.1)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, Final, NamedTuple

from lexbelli import _core
from lexbelli.errors import bad_input
from lexbelli.names import nearest, resolve
from lexbelli.pursuit_of_glory import battles
from lexbelli.pursuit_of_glory.cards import Card
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.position import Position
from lexbelli.puzzles.by_event import PlayedEvent
from lexbelli.puzzles.courses import Branch, TooLong
from lexbelli.puzzles.goal import Atom

__all__ = ["EVENTS", "PlayedEvents"]

# So many answers to one decision are gone through.
_MOST_ANSWERS: Final = 2_000
_EVENT: Final = "event"
# What comes upon an event, or upon what follows it, before anything else.
_INTERRUPTS: Final = frozenset(("tribes", "revolt_die", "mutiny_die", "newcomers"))
# Who counters an event with it (9.5.2.b-4).
_COUNTER: Final = ("pass", f"play {Card.KING_CONSTANTINE} for event")
_NONE: Final = Fraction(0)


class _State(NamedTuple):
    """An event under way, or over.

    Attributes:
        core: The position.
        depth: Where in the agenda the event is.
        side: Who plays it.
    """

    core: _core.PursuitPosition
    depth: int
    side: str


class PlayedEvents:
    """What Pursuit of Glory knows of events as actions; see `lexbelli.puzzles.by_event.Events`."""

    def playable(self, position: Any, named: Sequence[str]) -> list[PlayedEvent]:
        """Return the events that the side to act could play, or those of these cards.

        Before hands are dealt these are the events of its deck.

        Raises:
            BadInput: There is no such card, it is not the side's, or no action is chosen.
        """
        at: Position = position
        asked = at.decision
        if asked.kind != "action" or asked.side is None:
            raise bad_input(f"no action is chosen: {asked.text}", "position")
        tables = at.core.tables
        held = dict(_core.pursuit_holdings(at.core, asked.side))
        if named:
            cards = [
                resolve(card, tables.card_ids(), "playing", "card") for card in dict.fromkeys(named)
            ]
            for card in cards:
                if card not in held:
                    message = f"'{card}' cannot be in the hand of {asked.side.upper()}"
                    raise bad_input(message, "playing", nearest(card, held))
        else:
            cards = [card for card in held if not tables.card(card)["combat_card"]]
        found = []
        for card in cards:
            before = type(at)(held[card])
            move = before.move(f"play {card} for event")
            broken = before.check(move)
            started = None
            if not broken:
                depth = len(_core.pursuit_agenda(before.core))
                started = _State(before.play(move).core, depth, asked.side)
            found.append(PlayedEvent(card, move, before, started, broken))
        return found

    def follow(self, state: Any) -> Branch | None:
        """Return what may follow; None if the event is over.

        Raises:
            TooLong: There are too many answers.
        """
        at: _State = state
        agenda = _core.pursuit_agenda(at.core)
        under_way = at.depth < len(agenda) and agenda[at.depth] == _EVENT
        if not under_way and (not agenda or agenda[-1] not in _INTERRUPTS):
            return None
        asked = at.core.decision()
        kind, side = asked["kind"], asked["side"]
        if kind == "chance":
            return Branch(
                "chance",
                [
                    (text, Fraction(part, whole), at._replace(core=at.core.answer(text)))
                    for text, part, whole in asked["outcomes"]
                ],
            )
        if kind == "counter":
            answers = [answer for answer in _COUNTER if not at.core.check(answer)]
        elif kind == "tribes":
            placed = asked["places"].items()
            answers = [f"place {tribe} {place}" for tribe, places in placed for place in places]
        else:
            made = battles.moves(at.core, kind, 0)
            answers = [str(move) for move in islice(made, _MOST_ANSWERS + 1)]
        whole = len(answers) <= _MOST_ANSWERS
        chooser = "attacker" if side == at.side else "defender"
        if not whole and chooser == "defender":
            raise TooLong
        ways = [(answer, _NONE, at._replace(core=at.core.answer(answer))) for answer in answers]
        return Branch(chooser, ways[:_MOST_ANSWERS], whole)

    def key(self, state: Any) -> Any:
        """Return what states have in common that are alike in all that may follow."""
        return state.core

    def met(self, before: Any, state: Any, atoms: Iterable[Atom]) -> frozenset[Atom]:
        """Return those of some words that are true when an event is over."""
        return GOALS.true_of(before, self.position(state), atoms)

    def position(self, state: Any) -> Position:
        """Return the position in which an event is over."""
        return Position(state.core)


EVENTS: Final = PlayedEvents()
