"""Who sits at a served game, what each may see and do, and the secret links that say who is who."""

import hmac
import json
import os
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lexbelli import capabilities, games
from lexbelli.errors import bad_input
from lexbelli.files import json_of, read_text, write_atomic
from lexbelli.names import unknown
from lexbelli.position import AnyPosition, Position

__all__ = ["ONLOOKER", "TABLE", "Seat", "Seats", "links_file", "seat_of", "seats_of"]

TABLE: Final = "table"
ONLOOKER: Final = "onlooker"
_SCHEMA: Final = "lexbelli.links"
_BYTES: Final = 24
_LARGEST: Final = 16 * 1024


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the game.

    Attributes:
        name: `table` (both sides at one table), a side, or `onlooker`.
        sides: For which sides he answers.
        views: No more is shown to him than every one of these sides may know; none for everything.
    """

    name: str
    sides: tuple[str, ...]
    views: tuple[str, ...]

    def view(self, position: Position) -> AnyPosition:
        """Return what he may know of a position."""
        seen: AnyPosition = position
        for side in self.views:
            seen = capabilities.seen_by(seen, side)
        return seen

    def as_json(self) -> dict[str, Any]:
        """Return who he is as plain data."""
        return {"name": self.name, "sides": list(self.sides), "all_open": not self.views}


def seats_of(
    position: Position, side: str | None = None, played: Collection[str] = ()
) -> Sequence[Seat]:
    """Return the seats at a game.

    Args:
        position: Where it stands.
        side: The side that whoever serves the game plays: then nobody sees both hands.
        played: Sides that players answer for: nobody sits there, nor sees both hands.

    Raises:
        BadInput: There is no such side.
    """
    sides = tuple(games.of(position).sides)
    if side is not None and side not in sides:
        raise unknown(side, sides, "side")
    found = [seat_of(position, each) for each in sides if each not in played]
    found.append(Seat(ONLOOKER, (), sides if isinstance(position, capabilities.Hidden) else ()))
    if side is None and not played:
        return [Seat(TABLE, sides, ()), *found]
    return sorted(found, key=lambda seat: seat.name != side)


def seat_of(position: Position, side: str) -> Seat:
    """Return the seat of who plays one side of a game."""
    return Seat(side, (side,), (side,) if isinstance(position, capabilities.Hidden) else ())


class Seats:
    """The seats with their secret links.

    Args:
        seats: The seats.
        tokens: The secret of each, by the seat's name.
    """

    def __init__(self, seats: Sequence[Seat], tokens: Mapping[str, str]) -> None:
        self.seats = tuple(seats)
        self._tokens = {seat.name: tokens[seat.name] for seat in seats}

    def of(self, token: str) -> Seat | None:
        """Return the seat of a secret; None if it is nobody's."""
        found = None
        given = token.encode(errors="replace")
        # All are compared, so that the time taken tells nothing.
        for seat in self.seats:
            if hmac.compare_digest(self._tokens[seat.name].encode(), given):
                found = seat
        return found

    def __iter__(self) -> Iterator[tuple[Seat, str]]:
        return ((seat, self._tokens[seat.name]) for seat in self.seats)

    @classmethod
    def kept(cls, seats: Sequence[Seat], file: str | Path) -> "Seats":
        """Return the seats with the secrets that a file keeps; new ones are written there.

        So links go on when a game is served again. Nobody but the owner can read the file.

        Raises:
            BadInput: The file is none of links, or cannot be read or written.
        """
        path = Path(file)
        known = _read(path) if path.exists() else {}
        tokens = {
            **known,
            **{
                seat.name: secrets.token_urlsafe(_BYTES) for seat in seats if seat.name not in known
            },
        }
        if tokens != known:
            if not path.exists():
                _touch(path)
            write_atomic(path, json.dumps({"schema": _SCHEMA, "links": tokens}, indent=2) + "\n")
        return cls(seats, tokens)


def links_file(record: str | Path) -> Path:
    """Return where the links of the game of a record are kept: beside it."""
    path = Path(record)
    return path.with_name(f"{path.name}.links.json")


def _touch(path: Path) -> None:
    """Make a file that nobody else can read; what is written over it keeps that."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise bad_input(f"cannot be written: {error.strerror}", str(path)) from None


def _read(path: Path) -> dict[str, str]:
    text = read_text(path, _LARGEST)
    content = json_of(text, str(path)) if text.strip() else {"schema": _SCHEMA, "links": {}}
    links = content.get("links") if isinstance(content, dict) else None
    if not isinstance(links, dict) or content.get("schema") != _SCHEMA:
        links = {"": ""}
    if not all(isinstance(each, str) and len(each) >= _BYTES for each in links.values()):
        raise bad_input("is another file, and is not written over", str(path))
    return dict(links)
