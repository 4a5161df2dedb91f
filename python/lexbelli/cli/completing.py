"""What a shell offers where a name is to be written (`docs/completion.md`)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import click
from click.shell_completion import CompletionItem

import lexbelli
from lexbelli import games
from lexbelli.puzzles.puzzle import puzzle_names
from lexbelli.runs import ASKED, ENGINES, FORMATS

__all__ = ["engines", "formats", "games_", "positions", "puzzles", "questions", "sides"]

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

# What tells the shell to offer files, too.
_FILES: Final = "file"


def _among(names: Callable[[], Iterable[str]], files: bool = False) -> Complete:
    """Return what offers the names that begin with what is written, and perhaps files."""

    def complete(
        _context: click.Context, _parameter: click.Parameter, begun: str
    ) -> list[CompletionItem]:
        found = [CompletionItem(name) for name in names() if name.startswith(begun)]
        return [*found, CompletionItem(begun, type=_FILES)] if files else found

    return complete


def _scenarios() -> Sequence[str]:
    return sorted(each.name for each in lexbelli.scenarios())


def _sides() -> Sequence[str]:
    return sorted({side for each in games.all_games() for side in each.sides})


positions: Final = _among(_scenarios, files=True)
puzzles: Final = _among(lambda: sorted(puzzle_names()), files=True)
questions: Final = _among(lambda: ASKED)
engines: Final = _among(lambda: ENGINES)
formats: Final = _among(lambda: FORMATS)
sides: Final = _among(_sides)
games_: Final = _among(lambda: sorted(each.name for each in games.all_games()))
