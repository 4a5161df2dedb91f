"""The words of actions of the games that are shipped (docs/environments.md).

    python -m tools.action_words

adds what is missing to `action_words.txt` of each game, at its end: numbers of words never change.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import lexbelli
from lexbelli import games
from lexbelli.files import write_atomic

__all__ = ["missing", "path_of", "wanted"]

_ROOT: Final = Path(__file__).parents[1]
_PAGES: Final = {
    "pursuit_of_glory": _ROOT / "docs/orders.md",
    "twilight_of_the_habsburgs": _ROOT / "docs/twilight_of_the_habsburgs/orders.md",
}
_ROW: Final = re.compile(r"^\| `(?P<form>.*?)` \|.*\| (?P<kinds>[^|]*) \|[^|]*\|$", re.MULTILINE)
_WORD: Final = re.compile(r"[a-z_][a-z0-9_]*")
# Choices that are no orders: of actions, of hands, of battles.
_ALWAYS: Final = ("pass", "end")


def path_of(game: str) -> Path:
    """Return the file of a game's words."""
    return _ROOT / "python/lexbelli" / game / "action_words.txt"


def wanted(game: str) -> Sequence[str]:
    """Return every word that answers of a game are made of, and its kinds of decisions."""
    return list(dict.fromkeys([*_ALWAYS, *_of_page(_PAGES[game]), *_named(game)]))


def _of_page(page: Path) -> Iterator[str]:
    for row in _ROW.finditer(page.read_text("utf-8")):
        yield from _WORD.findall(row["form"].replace("\\|", " "))
        yield from _WORD.findall(row["kinds"])


def _named(game: str) -> Iterator[str]:
    for scenario in games.game(game).scenarios():
        position = lexbelli.scenario(scenario.full_name)
        yield from position.known_units
        yield from position.spaces
        cards = getattr(position.core.tables, "card_ids", None)
        if cards is not None:
            yield from cards()


def missing(game: str) -> Sequence[str]:
    """Return the words that a game's file does not have."""
    file = path_of(game)
    there = set(file.read_text("utf-8").split()) if file.exists() else set()
    return [word for word in wanted(game) if word not in there]


def main() -> int:
    """Add what is missing."""
    for game in _PAGES:
        file = path_of(game)
        there = file.read_text("utf-8") if file.exists() else ""
        added = missing(game)
        if added:
            write_atomic(file, there + "".join(f"{word}\n" for word in added))
        sys.stdout.write(f"{file.name} of {game}: {len(added)} words added\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
