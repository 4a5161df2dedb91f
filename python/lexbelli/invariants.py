"""What must hold of every position of every game, and of every move that is played.

Each function yields what is wrong, in words; nothing, if all is as it should be.
"""

import json
import pickle
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from lexbelli import capabilities, games
from lexbelli.errors import IllegalMove
from lexbelli.moves import Move
from lexbelli.position import CHANCE, AnyPosition

__all__ = [
    "agreed",
    "described",
    "hidden",
    "judged",
    "legal",
    "of_move",
    "of_position",
    "readable",
    "reckoned",
    "saved",
]

# So many bytes a position's document has at most, whatever is under way.
MOST_DOCUMENT: Final = 64 * 1024
# Of units that are nobody's.
NEUTRAL: Final = "neutral"
# So many outcomes of a throw are added up.
_MOST_OUTCOMES: Final = 1000


def of_position(position: AnyPosition, data: str | None = None) -> Iterator[str]:
    """What must hold of a position, whatever is asked in it; `data` is an owner's tables."""
    yield from saved(position, data)
    yield from described(position)
    yield from reckoned(position)
    yield from hidden(position, data)


def of_move(position: AnyPosition, move: Move) -> Iterator[str]:
    """What must hold of a legal move of what is asked."""
    yield from legal(position, move)
    yield from readable(position, move)


def legal(position: AnyPosition, move: Move) -> Iterator[str]:
    """A move that is taken for legal breaks no rule."""
    for violation in position.check(move):
        yield f"the move '{move}' is no legal one: {violation.rule} {violation.witness}"


def saved(position: AnyPosition, data: str | None = None) -> Iterator[str]:
    """JSON, bytes, pickle and a copy are the same position, and so are their hashes and facts."""
    game = games.of(position)
    document, content = position.to_json(), position.to_bytes()
    if json.loads(document).get("schema") != game.schema:
        yield f"its document is not of the schema {game.schema}"
    if (size := len(document.encode())) > MOST_DOCUMENT:
        yield f"its document has {size} bytes, and may have {MOST_DOCUMENT}"
    if content[:1] in (b"{", b"["):
        yield "its bytes begin as JSON does"
    allow = [code for code, _, _ in position.allowed]
    read = {
        "its document": game.from_document(document, data, allow),
        "its bytes": game.from_bytes(content, data, allow),
    }
    made = {
        **read,
        "its document as bytes": game.from_document(document.encode(), data, allow),
        "its keys and values": game.from_setup(json.loads(document), data, allow),
        "its pickle": pickle.loads(pickle.dumps(position)),
        "its copy": position.with_change(),
    }
    for name, other in made.items():
        if other != position:
            yield f"{name}: another position"
        if hash(other) != hash(position):
            yield f"{name}: another hash"
        if other.to_json() != document:
            yield f"{name}: another document"
    facts = position.facts()
    for name, other in read.items():
        if other.to_bytes() != content:
            yield f"{name}: other bytes"
        if other.facts() != facts:
            yield f"{name}: other facts"
        if position.changes(other):
            yield f"{name}: other units, places or tracks"


def described(position: AnyPosition) -> Iterator[str]:
    """What a position says of itself fits together."""
    sides = games.of(position).sides
    units, spaces = position.units, set(position.spaces)
    if not position.title or not position.under_way:
        yield "it has no title, or nothing is under way"
    if unknown := set(units) - set(position.known_units):
        yield f"units that are none: {sorted(unknown)}"
    if unknown := (set(units.values()) | {place.name for place in position.places()}) - spaces:
        yield f"places that are none: {sorted(unknown)}"
    for unit in units:
        if (side := position.side_of(unit)) not in (*sides, NEUTRAL):
            yield f"{unit} is of a side that is none: {side}"
    asked = position.decision
    if asked.side not in (None, *sides):
        yield f"a side is asked that is none: {asked.side}"
    json.dumps(asked.as_json())
    outcomes = position.chance() if asked.kind == CHANCE else ()
    if (asked.kind == CHANCE) != bool(outcomes):
        yield "chance decides, but nothing can come of it"
    if 0 < len(outcomes) <= _MOST_OUTCOMES:
        if sum((each.odds for each in outcomes), Fraction(0)) != 1:
            yield "the odds of its outcomes do not add up to 1"
        if len({each.text for each in outcomes}) != len(outcomes):
            yield "two of its outcomes have one name"


def reckoned(position: AnyPosition) -> Iterator[str]:
    """How the game would end adds up, and its winner is a side or nobody."""
    sides = games.of(position).sides
    if not isinstance(position, capabilities.Ledger):
        return
    found = position.victory()
    json.dumps(found.as_json())
    if found.winner not in (None, *sides):
        yield f"the game is won by a side that is none: {found.winner}"
    if isinstance(found, capabilities.AddsUp):
        for told in found.mistakes():
            yield f"the reckoning does not add up: {told}"


def hidden(position: AnyPosition, data: str | None = None) -> Iterator[str]:
    """What a side sees of a position is a position, and the same when it looks again."""
    game = games.of(position)
    allow = [code for code, _, _ in position.allowed]
    for side in game.sides if isinstance(position, capabilities.Hidden) else ():
        seen: Any = capabilities.seen_by(position, side)
        document, key = seen.to_json(), hash(seen)
        again = {
            "seen twice": capabilities.seen_by(seen, side),
            "its document": game.from_document(document, data, allow),
            "its bytes": game.from_bytes(seen.to_bytes(), data, allow),
            "its pickle": pickle.loads(pickle.dumps(seen)),
            "its copy": seen.with_change(),
        }
        for name, other in again.items():
            same = other == seen and hash(other) == key
            if not same or other.to_json() != document:
                yield f"as {side} sees it, {name}: another position"


def readable(position: AnyPosition, move: Move) -> Iterator[str]:
    """A move is read again from its text, its JSON and itself."""
    plain = move.as_json()
    for given in (move, str(move), plain, json.dumps(plain)):
        read = position.move(given)
        if read != move or hash(read) != hash(move):
            yield f"move '{move}' is read as '{read}' from {type(given).__name__}"
    if pickle.loads(pickle.dumps(move)) != move:
        yield f"move '{move}' is another when it is unpickled"


def judged(position: AnyPosition, move: Move) -> Iterator[str]:
    """A move is played if it breaks no rule, and refused for just those it breaks."""
    broken = {(each.rule, each.witness) for each in position.check(move)}
    told: set[tuple[str, str]] = set()
    try:
        position.after_answer(move)
    except IllegalMove as refused:
        told = {(each.rule, each.witness) for each in refused.violations}
    if told != broken:
        yield f"move '{move}' breaks {sorted(broken)}, and is refused for {sorted(told)}"


def agreed(position: AnyPosition, move: Move) -> Iterator[str]:
    """Law and core say the same of a move, by rule and witness."""
    core, law = (
        {(each.rule, each.witness) for each in position.check(move, by=by)}
        for by in ("core", "law")
    )
    for rule, witness in sorted(core ^ law):
        who = "core" if (rule, witness) in core else "law"
        yield f"only the {who} says {rule} {witness} of '{move}'"
