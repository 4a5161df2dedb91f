"""Telling a record: every entry is played again, and told with all that it changed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from lexbelli import capabilities, games
from lexbelli.errors import bad_input
from lexbelli.moves import Change
from lexbelli.position import AnyPosition
from lexbelli.record.playback import Playback, Played
from lexbelli.record.sight import Sight, everything, in_sight
from lexbelli.story.sentences import PlainTeller, Scene, Sentence, Teller, differences_told

__all__ = ["Narrator", "Part", "Story", "Told"]

_NOTHING_SAID: Final = Sentence("Nothing changes.")


class Part(NamedTuple):
    """Which steps are told: entries and turns, from the first to the last, None for no bound."""

    first_entry: int | None = None
    last_entry: int | None = None
    first_turn: int | None = None
    last_turn: int | None = None

    def holds(self, entry: int, turn: int | None) -> bool:
        """Whether a step is told."""
        return _between(self.first_entry, entry, self.last_entry) and (
            turn is None or _between(self.first_turn, turn, self.last_turn)
        )

    def is_over(self, turn: int | None) -> bool:
        """Whether nothing more is told, since a turn is later."""
        return None not in (turn, self.last_turn) and turn > self.last_turn  # type: ignore[operator]


def _between(first: int | None, number: int, last: int | None) -> bool:
    return (first is None or first <= number) and (last is None or number <= last)


@dataclass(frozen=True, slots=True)
class Told:
    """A step that is told.

    Attributes:
        turn: Its turn; None in a game without turns.
        phase: What was under way.
        line: The line of the record.
        scene: What happened.
        sentences: What is said of it; together they tell every difference.
    """

    turn: int | None
    phase: str
    line: int
    scene: Scene
    sentences: Sequence[Sentence]

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(map(str, self.sentences))

    @property
    def rules(self) -> Sequence[str]:
        """The numbers of the rules that are named, each once."""
        return tuple(dict.fromkeys(rule for each in self.sentences for rule in each.rules))

    def as_json(self) -> dict[str, Any]:
        """Return the step as plain data."""
        scene, entry = self.scene, self.scene.entry
        roll = list(entry.roll) if isinstance(entry.roll, tuple) else entry.roll
        return {
            "entry": scene.number,
            "line": self.line,
            "turn": self.turn,
            "phase": self.phase,
            "side": scene.side,
            "asked": None if entry.answer is None and entry.roll is None else scene.asked.kind,
            "text": self.text,
            "rules": list(self.rules),
            "sentences": [sentence.as_json() for sentence in self.sentences],
            "roll": roll,
            "answer": entry.answer,
            "move": [order.as_json() for order in scene.orders] if scene.side else None,
            "withheld": scene.withheld,
            "note": entry.note,
        }


class Story:
    """What happened in a record, step by step. It is gone through once.

    Args:
        playback: The record; it ends at its first difference.
        viewer: Tell no more than this side may know; None for everything.
        part: What is told of it.
        ids: Whether names are followed by ids.

    Attributes:
        teller: How the game is told.

    Raises:
        BadInput: There is no such side, nothing in the game is hidden, or it has no turns.
    """

    def __init__(
        self,
        playback: Playback,
        viewer: str | None = None,
        part: Part | None = None,
        *,
        ids: bool = False,
    ) -> None:
        start = playback.start
        self.playback = playback
        self.part = part or Part()
        self.viewer = viewer
        if viewer is not None:
            capabilities.seen_by(start, viewer)
        timed = isinstance(start, capabilities.Timed)
        if not timed and (self.part.first_turn, self.part.last_turn) != (None, None):
            raise games.lacking(start, "turns")
        self._narrator = Narrator(start, () if viewer is None else (viewer,), ids=ids)
        self.teller = self._narrator.teller

    def __iter__(self) -> Iterator[Told]:
        seen: AnyPosition | None = None
        for played in self.playback:
            turn = self._narrator.turn(played.before)
            if self.part.is_over(turn):
                return
            if not self.part.holds(played.number, turn):
                seen = None
                continue
            sight = self._narrator.sight(played, seen)
            seen = sight.after
            last = played.number == self.playback.entries
            yield self._narrator.told(played, sight, last=last)


class Narrator:
    """Tells the entries of a record one by one, as somebody may know them.

    Args:
        start: The position that the record begins from.
        viewers: Tell no more than every one of these sides may know; none for everything.
        ids: Whether names are followed by ids.

    Attributes:
        teller: How the game is told.
    """

    def __init__(
        self, start: AnyPosition, viewers: Sequence[str] = (), *, ids: bool = False
    ) -> None:
        self.viewers = tuple(viewers)
        timed = isinstance(start, capabilities.Timed)
        self.turn: Callable[[AnyPosition], int | None] = _turn if timed else _no_turn
        make = getattr(games.of(start), "storyteller", None)
        self.teller: Teller = _plain() if make is None else make(start, ids)

    def sight(self, played: Played, seen: AnyPosition | None = None) -> Sight:
        """Return an entry as the reader may know it.

        Args:
            played: The entry.
            seen: What one viewer knew before it, if that is known.
        """
        sight = everything(played.entry, played.before, played.after)
        for number, side in enumerate(self.viewers):
            before = seen if seen is not None and len(self.viewers) == 1 else None
            if before is None:
                before = capabilities.seen_by(sight.before, side)
            after = capabilities.seen_by(sight.after, side)
            withheld = sight.withheld
            sight = in_sight(sight.entry, sight.before, side, before, after)
            if number and withheld:
                sight = sight._replace(withheld=True)
        return sight

    def told(self, played: Played, sight: Sight, *, last: bool = False) -> Told:
        """Tell an entry.

        Args:
            played: The entry.
            sight: What may be told of it.
            last: Whether it is the last, after which is said how the game ended.
        """
        before, after, entry = sight.before, sight.after, sight.entry
        changes: Sequence[Change] = before.changes(after)
        scene = Scene(
            played.number,
            entry,
            sight.orders,
            before,
            after,
            changes,
            before.decision,
            self.viewers[0] if self.viewers else None,
            sight.withheld,
        )
        if entry.set is not None or entry.suppose is not None:
            sentences = [_by_hand(scene), *differences_told(changes)]
        else:
            sentences = list(self.teller.told(scene))
            claimed = {change for sentence in sentences for change in sentence.changes}
            sentences += differences_told(each for each in changes if each not in claimed)
        if entry.note is not None:
            sentences.append(Sentence(f"Noted: {entry.note}"))
        if last:
            sentences += self.teller.ending(after)
        phase = self.teller.phase(before)
        turn = self.turn(played.before)
        return Told(turn, phase, played.line, scene, sentences or [_NOTHING_SAID])


def _plain() -> Teller:
    return PlainTeller()


def _turn(position: Any) -> int:
    return int(position.turn)


def _no_turn(_position: Any) -> None:
    return None


def _by_hand(scene: Scene) -> Sentence:
    """Say what was supposed, or put in place, by whoever kept the record."""
    entry = scene.entry
    if entry.suppose is not None:
        told = ", ".join(f"{key} {value}" for key, value in entry.suppose.items())
        return Sentence(f"Supposed: {told}.")
    return Sentence(f"Changed by hand: {', '.join(entry.set or ())}.")


def turns_of(text: str) -> tuple[int | None, int | None]:
    """Read turns: `3`, `3-5`, `3-` or `-5`.

    Raises:
        BadInput: It is none of these, or the last is before the first.
    """
    first, dash, last = text.partition("-")
    numbers = [int(word) if word.isdecimal() and word.isascii() else None for word in (first, last)]
    bad = any(word and number is None for word, number in zip((first, last), numbers, strict=True))
    if bad or not (first or last) or len(text) > 20:
        raise bad_input(f"'{text[:80]}' is neither a turn nor several", "turns", "3-5")
    start, end = numbers if dash else (numbers[0], numbers[0])
    if start is not None and end is not None and end < start:
        raise bad_input(f"turn {end} comes before turn {start}", "turns", f"{end}-{start}")
    return start, end
