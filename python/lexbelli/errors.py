"""What can be wrong with what we are given.

`BadInput` is input that cannot be read at all; `InvalidSetup` is a set-up that can be read but is
no position, and lists every problem.
"""

from lexbelli._core import BadInput, InvalidSetup

__all__ = ["BadInput", "InvalidSetup", "bad_input", "describe"]


def bad_input(message: str, field: str | None = None, suggestion: str | None = None) -> BadInput:
    """Make a `BadInput`.

    Args:
        message: One sentence without the field's name.
        field: The place in the input that is wrong.
        suggestion: The nearest valid choice, if there is one.
    """
    error = BadInput(message)
    error.field = field
    error.suggestion = suggestion
    return error


def describe(error: BadInput) -> str:
    """Say a `BadInput` in one line: where, what, and the nearest valid choice."""
    text = " ".join(str(error).split())
    field: str | None = getattr(error, "field", None)
    suggestion: str | None = getattr(error, "suggestion", None)
    if field and field not in text:
        text = f"{field}: {text}"
    if suggestion and suggestion not in text:
        text = f"{text.rstrip('.')}; did you mean {suggestion}?"
    return text
