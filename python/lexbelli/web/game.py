"""A game that is served: its record on disk, who may answer, and what each seat is told of it."""

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from lexbelli import games
from lexbelli.chance import Dice, GivenRoll, Roll
from lexbelli.errors import BadInput, IllegalMove, bad_input
from lexbelli.moves import GivenMove
from lexbelli.position import CHANCE, AnyPosition
from lexbelli.record import Record
from lexbelli.story import Narrator, Told
from lexbelli.web.seats import ONLOOKER, Seat

__all__ = ["Refused", "ServedGame"]

_log = logging.getLogger("lexbelli.web")
_Made = TypeVar("_Made")
# So many answers about positions are kept.
_KEPT: Final = 256
# So many dice fall one after the other at most, before somebody is asked again.
_MOST_THROWN: Final = 200
# With this begins what is noted of what was taken back by agreement.
_NOTED: Final = "Before this, "


class Refused(Exception):  # noqa: N818 (it is no fault)
    """What cannot be done here and now.

    Attributes:
        code: Why, in a word: `not_yours`, `changed`, `cannot_undo`, ...
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ServedGame:
    """A game and its record on disk. Every answer is on disk before anybody is told of it.

    Args:
        record: The game.
        file: Where its record is kept; None for nowhere.
    """

    def __init__(self, record: Record, file: str | Path | None) -> None:
        self._record = record
        self._file = file
        self._lock = threading.RLock()
        self._cache: OrderedDict[Hashable, Any] = OrderedDict()
        self._told: dict[Seat, tuple[Narrator, list[Told]]] = {}
        #: Goes up by one with everything that changes, undoing too.
        self.version = 0
        #: Called when something has changed.
        self.on_change: list[Callable[[], None]] = []
        #: The sides that players answer for: side -> the player.
        self.players: Mapping[str, str] = {}
        # Which side has asked to go back to after how many entries, if one has.
        self._asking: tuple[str, int] | None = None
        # What came of the last such question, until the game goes on.
        self._agreed: str | None = None
        # What the record is to note with the next entry: what was taken back before it.
        self._note: str | None = None

    # --- what it holds --------------------------------------------------------------

    @property
    def step(self) -> int:
        """How many entries the record has."""
        return len(self._record)

    def __len__(self) -> int:
        return self.step

    @property
    def sides(self) -> Sequence[str]:
        """The sides of the game."""
        return tuple(games.of(self._record.start).sides)

    def now(self) -> tuple[int, int, AnyPosition]:
        """Return the version, how many entries there are, and the whole position."""
        with self._lock:
            return self.version, self.step, self._record.position

    def seen(self, seat: Seat, step: int | None = None) -> AnyPosition:
        """Return what a seat may know of the position now, or after so many entries.

        Raises:
            BadInput: There are not so many.
        """
        with self._lock:
            at = self.step if step is None else step
            position = self._record.position_after(at)
        return self.kept(("view", position, seat), lambda: seat.view(position))

    def kept(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return what has been made before under a key, or make it.

        Keys name the position that is asked, never a number of entries: what is undone may be
        played otherwise.
        """
        with self._lock:
            if key in self._cache:
                self._cache.move_to_end(key)
                found: _Made = self._cache[key]
                return found
        made = make()
        with self._lock:
            self._cache[key] = made
            while len(self._cache) > _KEPT:
                self._cache.popitem(last=False)
        return made

    @property
    def called(self) -> Mapping[str, str]:
        """What units, places and other things are called: id -> printed name."""
        return Narrator(self._record.start).teller.called

    def log(self, seat: Seat, first: int = 1) -> Sequence[Told]:
        """Return what happened, from an entry on, as a seat may know it."""
        with self._lock:
            narrator, told = self._told.setdefault(
                seat, (Narrator(self._record.start, seat.views), [])
            )
            for played in self._record.played(len(told) + 1):
                told.append(narrator.told(played, narrator.sight(played)))
            return told[max(first, 1) - 1 :]

    # --- playing --------------------------------------------------------------------

    def play(self, seat: Seat, answer: GivenMove, step: int, version: int | None = None) -> None:
        """Answer what is asked.

        Args:
            seat: Who answers.
            answer: His answer.
            step: How many entries he knows of.
            version: The version he knows, if it matters that nothing was taken back meanwhile.

        Raises:
            Refused: It is not this seat's to answer, or somebody was quicker.
            BadInput: It cannot be read, or is not asked for.
            IllegalMove: It breaks rules; the error lists all.
        """
        with self._lock:
            self.judge(seat, answer, step, version)
            note = self._note
            self._change(lambda record: record.play(answer, note=note))

    def judge(self, seat: Seat, answer: GivenMove, step: int, version: int | None = None) -> None:
        """Refuse what `play` would refuse, by what the seat knows; nothing is played.

        Raises:
            Refused: As `play`.
            BadInput: As `play`.
            IllegalMove: As `play`.
        """
        with self._lock:
            self._still(step, version)
            asked = self._record.position.decision
            if asked.kind == CHANCE:
                raise Refused("not_yours", "Dice are to be thrown first.")
            self._answers(seat)
            if asked.side is None:
                raise Refused("over", "The game is over: nothing is asked.")
            # Judged by what the seat knows first: so a refusal tells no more than the table would.
            known = self.seen(seat)
            violations = known.check(answer)
            if violations:
                raise IllegalMove(known.move(answer), violations)

    def advance(self, answer: GivenMove | None, roll: GivenRoll = None) -> None:
        """Play for whoever holds the game himself, whoever is asked; as `Record.play` does.

        Raises:
            BadInput: As `Record.play`.
            IllegalMove: As `Record.play`.
        """
        with self._lock:
            self._change(lambda record: record.play(answer, roll))

    def throw(self, seat: Seat, step: int, roll: Roll | None = None, *, many: bool = False) -> None:
        """Let dice fall, or have a card drawn.

        Args:
            seat: Who throws.
            step: How many entries he knows of.
            roll: How they fell on a table; None to have them fall here. Only who answers for every
                side can say so.
            many: Whether to go on until somebody is asked, and not to throw once.

        Raises:
            Refused: He only looks on, may not say what fell, no die is to be thrown, or somebody
                was quicker.
            BadInput: They cannot fall so.
        """
        with self._lock:
            self._still(step)
            if not seat.sides:
                raise Refused("not_yours", "Onlookers throw no dice.")
            if roll is not None and len(seat.sides) < len(self.sides):
                raise Refused("not_yours", "Only who plays every side can say how dice fell.")
            if self._record.position.decision.kind != CHANCE:
                raise Refused("no_die", "No die is to be thrown now.")
            note = self._note
            self._change(lambda record: _throw(record, roll, note, many=many))

    def undo(self, seat: Seat, step: int) -> None:
        """Take the last answer back.

        Raises:
            Refused: It cannot be taken back, or not by this seat; or somebody was quicker.
        """
        with self._lock:
            self._still(step)
            number, why = self._undone(seat)
            if why is not None:
                raise Refused("cannot_undo", why)
            self._change(lambda record: record.undo(number))

    def can_undo(self, seat: Seat) -> Mapping[str, Any]:
        """Return whether a seat may take the last answer back, and what is asked of whom.

        Returns:
            `possible` and `why` not; `back_to`, after how many entries the seat was asked last, to
            where the other side can be asked to go back; `asked`, what is asked now; `told`, what
            came of the last question.
        """
        with self._lock:
            _, why = self._undone(seat)
            asked = None
            if self._asking is not None:
                by, to = self._asking
                asked = {"by": by, "to": to, "yours": self._agrees(seat)}
            back = self._last_asked(seat)
            return {
                "possible": why is None,
                "why": why,
                "back_to": back,
                "asked": asked,
                "told": self._agreed,
            }

    def ask_undo(self, seat: Seat, step: int, to: int) -> None:
        """Ask the other side to go back to after some entries, whatever was shown since.

        Who plays every side, or plays against a player, goes back at once.

        Raises:
            Refused: An onlooker asks, or somebody was quicker.
            BadInput: There are not so many entries.
        """
        with self._lock:
            self._still(step)
            if not seat.sides:
                raise Refused("not_yours", "Onlookers change nothing.")
            if not 0 <= to < self.step:
                said = f"'{to}' is not below {self.step}, the entries there are"
                raise bad_input(said, "to")
            others = [side for side in self.sides if side not in seat.sides]
            if all(side in self.players for side in others):
                self._take_back(to, seat.name)
                return
            self._asking, self._agreed = (seat.name, to), None
            self._tell()

    def answer_undo(self, seat: Seat, step: int, *, agree: bool) -> None:
        """Agree to what the other side has asked, or refuse; who has asked may only withdraw.

        Raises:
            Refused: Nobody has asked, it is not this seat's to answer, or somebody was quicker.
        """
        with self._lock:
            self._still(step)
            if self._asking is None:
                raise Refused("not_asked", "Nobody has asked to take anything back.")
            by, to = self._asking
            if not self._agrees(seat) and (agree or seat.name != by):
                raise Refused("not_yours", "The other side agrees or refuses.")
            if agree:
                self._take_back(to, by)
                return
            self._asking = None
            if seat.name != by:
                self._agreed = f"{by.upper()} asked to go back to entry {to}, and was refused."
            self._tell()

    def _agrees(self, seat: Seat) -> bool:
        """Whether a seat is to agree to what is asked."""
        return self._asking is not None and any(side != self._asking[0] for side in seat.sides)

    def _take_back(self, to: int, by: str) -> None:
        number = self.step - to
        self._change(lambda record: record.undo(number))
        entries = "1 entry was" if number == 1 else f"{number} entries were"
        asked = f", as {by.upper()} asked" if by in self.sides else ""
        self._agreed = f"{entries} taken back{asked}."
        self._note = f"{_NOTED}{self._agreed}" if asked else None

    def _last_asked(self, seat: Seat) -> int | None:
        """Return after how many entries, fewer than now, a seat was asked last."""
        for at in range(self.step - 1, -1, -1) if seat.sides else ():
            if self._record.position_after(at).decision.side in seat.sides:
                return at
        return None

    def taken_back(self, entry: int) -> str | None:
        """Return what was taken back by agreement before an entry was played; None if nothing."""
        with self._lock:
            note = self._record.entries[entry - 1].note if entry <= self.step else None
        return note.removeprefix(_NOTED) if note is not None and note.startswith(_NOTED) else None

    def _undone(self, seat: Seat) -> tuple[int, str | None]:
        """Return how many entries go with the last answer of a side, or why it must stand."""
        if not seat.sides:
            return 0, "Onlookers change nothing."
        entries = self._record.entries
        if not entries:
            return 0, "Nothing has been played yet."
        if len(seat.sides) == len(self.sides):
            # Everything is open at one table, dice too: both players are there to agree.
            number = 1
            while number < len(entries) and not self._is_answer(-number):
                number += 1
            return number, None
        for number, entry in enumerate(reversed(entries), 1):
            before = self._record.position_after(self.step - number)
            asked = before.decision
            if entry.roll is not None:
                return 0, "A die has fallen since, or a card was drawn."
            if entry.answer is None:
                return 0, "What was put in place by hand stays."
            if asked.kind == CHANCE:
                continue
            if asked.side not in seat.sides:
                return 0, "The other side has answered since."
            return number, self._shown_by(seat, before, number)
        return 0, "Nothing has been played yet."

    def _shown_by(self, seat: Seat, before: AnyPosition, number: int) -> str | None:
        """Say that entries have shown the seat what it did not know; None if they have not.

        It knew what would come if the same follows from what it knew before.
        """
        known = seat.view(before)
        try:
            for entry in self._record.entries[-number:]:
                known = known.after_answer(str(entry.answer))
        except (BadInput, ValueError):
            known = None
        return None if known == self.seen(seat) else "Something hidden has been shown since."

    def _is_answer(self, at: int) -> bool:
        entry = self._record.entries[at]
        before = self._record.position_after(self.step + at)
        return entry.roll is not None or before.decision.side is not None

    def _answers(self, seat: Seat) -> None:
        asked = self._record.position.decision.side
        if asked is not None and asked not in seat.sides:
            who = (
                "Onlookers change nothing." if seat.name == ONLOOKER else "The other side decides."
            )
            raise Refused("not_yours", who)

    def _still(self, step: int, version: int | None = None) -> None:
        if step != self.step or version not in (None, self.version):
            raise Refused("changed", "The game has gone on since; look at it again.")

    def _change(self, change: Callable[[Record], object]) -> None:
        """Change the record and write it, or leave both as they were."""
        later = self._record.copy()
        change(later)
        if self._file is not None:
            try:
                later.save(self._file)
            except BadInput as error:
                # It names the file, which is told only to whoever serves the game.
                _log.error("the record cannot be written: %s", error)
                said = "The record cannot be written; nothing was changed."
                raise Refused("not_kept", said) from None
        for _, entries in self._told.values():
            del entries[min(self.step, len(later)) :]
        self._record = later
        self._asking = self._agreed = self._note = None
        self._tell()

    def _tell(self) -> None:
        """Say that something is otherwise."""
        self.version += 1
        for told in self.on_change:
            told()


def _throw(record: Record, roll: Roll | None, note: str | None, *, many: bool) -> None:
    """Let dice fall once, or until somebody is asked."""
    for _ in range(_MOST_THROWN if many and roll is None else 1):
        asked = record.position.decision
        if asked.kind != CHANCE:
            return
        fallen = roll
        if fallen is None and asked.throw is not None:
            fallen = Dice(secrets.randbits(63)).throw(asked.throw)
        record.play(None, fallen, note=note)
        note = None
