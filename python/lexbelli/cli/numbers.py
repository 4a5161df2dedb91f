"""Numbers among the options: every one of a command is read here, and has its bounds."""

import re
from typing import Any, Final

import click

__all__ = ["WHOLE", "Decimal", "Whole"]

# A number of more digits is none of ours, and would take long to read.
_DIGITS: Final = re.compile(r"[+-]?[0-9]{1,20}")
_DECIMAL: Final = re.compile(
    r"[+-]?([0-9]{1,20}\.?[0-9]{0,20}|\.[0-9]{1,20})([eE][+-]?[0-9]{1,3})?"
)
_MOST: Final = 2**31 - 1
_SHOWN: Final = 40


class Whole(click.ParamType):  # type: ignore[type-arg]
    """A whole number.

    Args:
        least: The least there may be.
        most: The most there may be.
    """

    name = "number"

    def __init__(self, least: int = -_MOST, most: int = _MOST) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number, or say why it is none."""
        text = str(value).strip()
        if not _DIGITS.fullmatch(text):
            self.fail(f"{_quoted(text)} is no whole number{self._range()}", param, ctx)
        number = int(text)
        if not self._least <= number <= self._most:
            said = self._range()
            self.fail(f"{number} is not{said}" if said else f"{number} is too large", param, ctx)
        return number

    def _range(self) -> str:
        if self._most < _MOST:
            return f" from {self._least} to {self._most}"
        return f" from {self._least} on" if self._least > -_MOST else ""


class Decimal(click.ParamType):  # type: ignore[type-arg]
    """A number with decimals; neither infinite nor what is no number.

    Args:
        least: The least there may be.
        most: The most there may be.
    """

    name = "number"

    def __init__(self, least: float, most: float) -> None:
        self._least, self._most = least, most

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number, or say why it is none."""
        text = str(value).strip()
        if not _DECIMAL.fullmatch(text) or not self._least <= float(text) <= self._most:
            said = f"{_quoted(text)} is no number from {self._least:g} to {self._most:g}"
            self.fail(said, param, ctx)
        return float(text)


#: A whole number of which what it is for says the bounds.
WHOLE: Final = Whole()


def _quoted(text: str) -> str:
    return f"'{text[:_SHOWN]}...'" if len(text) > _SHOWN else f"'{text}'"
