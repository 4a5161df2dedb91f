"""What can be wrong with what we are given.

`BadInput` is input that cannot be read at all; `InvalidSetup` is a set-up that can be read but is
no position, and lists every problem.
"""

from lexbelli._core import BadInput, InvalidSetup

__all__ = ["BadInput", "InvalidSetup", "bad_input"]

# They are named after the place from which people import them.
for _error in (BadInput, InvalidSetup):
    _error.__module__ = "lexbelli"


def bad_input(message: str, field: str, suggestion: str | None = None) -> BadInput:
    """Make a `BadInput` that reads as those of the compiled core.

    Args:
        message: What is wrong, without the field's name.
        field: The place in the input that is wrong.
        suggestion: The nearest valid choice, if there is one.
    """
    hint = f"; did you mean '{suggestion}'?" if suggestion else ""
    error = BadInput(f"{field}: {message}{hint}")
    error.field = field
    error.suggestion = suggestion
    return error
