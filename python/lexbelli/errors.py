"""What can be wrong with what we are given.

`BadInput` is input that cannot be read at all; `InvalidSetup` is a set-up that can be read but is
no position, and lists every problem; `IllegalMove` is a move that breaks rules, and lists all.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lexbelli._core import BadInput, InvalidSetup

if TYPE_CHECKING:
    from lexbelli.moves import Move, Violation

__all__ = ["BadInput", "IllegalMove", "InvalidSetup", "bad_input"]


class IllegalMove(ValueError):  # noqa: N818 (named like InvalidSetup)
    """A move that cannot be played.

    Attributes:
        move: The move.
        violations: Every rule it breaks.
    """

    def __init__(self, move: "Move", violations: "Sequence[Violation]") -> None:
        super().__init__(move, violations)
        self.move = move
        self.violations = tuple(violations)

    def __str__(self) -> str:
        number = len(self.violations)
        rules = "a rule" if number == 1 else f"{number} rules"
        reasons = (f"{each.text} ({each.rule})" for each in self.violations)
        return "\n".join([f"the move breaks {rules}", *reasons])


# They are named after the place from which people import them.
for _error in (BadInput, IllegalMove, InvalidSetup):
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
