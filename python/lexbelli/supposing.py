"""What is supposed of a position in words: by the command, and by who asks over HTTP."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from lexbelli import capabilities, games
from lexbelli.errors import bad_input
from lexbelli.names import nearest, shown
from lexbelli.position import AnyPosition

__all__ = ["as_if", "control_of", "placed"]

_MOST: Final = 40
_FIELD: Final = "as_if"
_WORDS: Final = ("control", "add", "without", "event", "act")


def control_of(conditions: Sequence[str], field: str) -> Mapping[str, str]:
    """Read conditions such as `control mosul SIDE`.

    Raises:
        BadInput: One cannot be read.
    """
    control = {}
    for condition in conditions:
        match condition.split():
            case ["control", space, side]:
                control[space] = side
            case _:
                said = f"'{shown(condition)}' is no condition"
                raise bad_input(said, field, "control SPACE SIDE")
    return control


def placed(text: str, field: str) -> tuple[str, str]:
    """Read a unit and where it is to be: `UNIT@SPACE`.

    Raises:
        BadInput: It cannot be read.
    """
    unit, separator, space = (part.strip() for part in text.partition("@"))
    if not (unit and separator and space):
        raise bad_input(f"'{shown(text)}' names no unit and space", field, "UNIT@SPACE")
    return unit, space


def as_if(position: AnyPosition, text: str) -> AnyPosition:
    """Return a position as if some things were so.

    Args:
        position: The position; it stays as it is.
        text: The changes, separated by semicolons: `control SPACE SIDE` (or `neutral`), `add
            UNIT@SPACE` (wherever it is now) and `without UNIT`, all of them together; then, one
            after the other, `event CARD` (which has just happened) and `act SIDE` (which is to act
            next, with the most points of an action) or `act SIDE POINTS`.

    Returns:
        The position; the same if the text is empty.

    Raises:
        BadInput: A change cannot be read, or the game has nothing like it.
        InvalidSetup: What comes of it is no position.
    """
    changes = [part.strip() for part in text.split(";") if part.strip()]
    if len(changes) > _MOST:
        raise bad_input(f"holds {len(changes)} changes, and may hold {_MOST}", _FIELD)
    control: dict[str, str] = {}
    units: dict[str, str | None] = {}
    then: list[Callable[[AnyPosition], AnyPosition]] = []
    for change in changes:
        word, _, rest = (part.strip() for part in change.partition(" "))
        match word:
            case "control":
                control |= control_of([change], _FIELD)
            case "add":
                units |= [placed(rest, _FIELD)]
            case "without":
                units[rest] = None
            case "event":
                then.append(partial(_happened, rest=rest))
            case "act":
                then.append(partial(_acting, rest=rest))
            case _:
                said = f"'{shown(word)}' is none of {', '.join(_WORDS)}"
                raise bad_input(said, _FIELD, nearest(word, _WORDS))
    if control or units:
        more: dict[str, Any] = {"control": control} if control else {}
        position = position.with_change(units=units, **more)
    for each in then:
        position = each(position)
    return position


def _happened(position: AnyPosition, rest: str) -> AnyPosition:
    changed: AnyPosition = capabilities.with_event(position, rest).position
    return changed


def _acting(position: AnyPosition, rest: str) -> AnyPosition:
    side, _, points = rest.partition(" ")
    budget = games.budget(position)
    supposed: dict[str, Any] = {} if budget is None else {budget.key: budget.largest}
    if points:
        if budget is None or not points.strip().isdecimal() or len(points) > 4:
            raise bad_input(f"'{shown(points)}' are no points", _FIELD)
        supposed = {budget.key: int(points)}
    changed: AnyPosition = position.suppose(side=side, **supposed)
    return changed
