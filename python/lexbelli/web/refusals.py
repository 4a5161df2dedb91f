"""How a refusal is told, to whoever asks by whatever way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lexbelli.errors import BadInput, IllegalMove, InvalidSetup
from lexbelli.position import AnyPosition
from lexbelli.web import answers
from lexbelli.web.game import Refused

__all__ = ["error_content", "refusal"]


def error_content(
    code: str,
    message: str,
    at: str | None = None,
    nearest: str | None = None,
    violations: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return an error as it is told."""
    told: dict[str, Any] = {"code": code, "message": message, "field": at, "nearest": nearest}
    if violations is not None:
        told["violations"] = list(violations)
    return {"error": told}


def refusal(error: Exception, seen: Callable[[], AnyPosition]) -> dict[str, Any] | None:
    """Return an error as it is told; None if it is a fault of ours.

    Args:
        error: The error.
        seen: What gives the position as it is known to who asks: rules are told of that.
    """
    match error:
        case Refused():
            return error_content(error.code, str(error))
        case IllegalMove():
            broken = answers.refusals(seen(), error.violations)
            return error_content("illegal", "The move breaks rules.", violations=broken)
        case InvalidSetup():
            return error_content("bad_input", "What comes of it is no position.")
        case BadInput():
            at, near = getattr(error, "field", None), getattr(error, "suggestion", None)
            return error_content("bad_input", str(error), at, near)
        case _:
            return None
