"""Asking the law: the answer-set programs, run by clingo for one position at a time."""

import re
from collections.abc import Sequence
from typing import Final

import clingo

from lexbelli import _core

__all__ = ["Law", "LawError", "programs_of"]

# Everything clingo can warn of. The law must give it no cause.
_ARGUMENTS: Final = ("--warn=all", "--models=2")


class LawError(RuntimeError):
    """The law itself is at fault: clingo complained, or there is not exactly one answer."""


def programs_of(folder: str, name: str) -> list[str]:
    """Return the programs that make up a question, each after those it needs.

    A program names what it needs in its head comment, `% needs: control.lp supply.lp`, which may
    go on over several lines.

    Args:
        folder: The folder of `rules_asp/`.
        name: The program that asks the question, such as `show_supply.lp`.
    """
    found: dict[str, None] = {}
    _collect(f"rules_asp/{folder}", name, found, set())
    return list(found)


class Law:
    """A set of programs, read once and solved anew for every position.

    Args:
        programs: Paths as in `_core.resources()`.
        static: Facts that hold in every position, such as the map.
    """

    def __init__(self, programs: Sequence[str], static: str = "") -> None:
        self.programs = tuple(programs)
        self._text = "\n".join([*(_core.resource(path) for path in programs), static])

    def solve(self, facts: str) -> list[clingo.Symbol]:
        """Return what the law shows for a position.

        Args:
            facts: The state of the position, as `position.facts()`.

        Raises:
            LawError: clingo said anything at all, or there is no answer or more than one.
        """
        messages: list[str] = []

        def note(_code: clingo.MessageCode, message: str) -> None:
            messages.append(message.strip())

        shown: list[list[clingo.Symbol]] = []
        try:
            control = clingo.Control(list(_ARGUMENTS), logger=note, message_limit=20)
            control.add("base", [], self._text)
            control.add("base", [], facts)
            control.ground([("base", [])])
            control.solve(on_model=lambda model: shown.append(list(model.symbols(shown=True))))
        except RuntimeError as error:
            raise LawError("; ".join([*messages, str(error)])) from None
        if messages:
            raise LawError("; ".join(messages))
        if len(shown) != 1:
            raise LawError("the law has no answer" if not shown else "the law has several answers")
        return shown[0]


_NEEDS: Final = re.compile(r"^% needs:((?:\s+\S+\.lp)+)((?:\n%(?:\s+\S+\.lp)+\s*$)*)", re.MULTILINE)


def _collect(folder: str, name: str, found: dict[str, None], visited: set[str]) -> None:
    path = f"{folder}/{name}"
    if path in visited:
        return
    visited.add(path)
    for first, more in _NEEDS.findall(_core.resource(path)):
        for needed in re.findall(r"\S+\.lp", first + more):
            _collect(folder, needed, found, visited)
    found[path] = None
