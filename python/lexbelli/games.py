"""The games there are.

A game is a sub-package of `lexbelli` named like its folder in `scenarios/`, with an object `GAME`
of the shape below. A new game adds its folders; nothing here names one.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, runtime_checkable

from lexbelli import _core
from lexbelli.names import unknown
from lexbelli.position import Position

__all__ = [
    "Bulk",
    "Game",
    "Report",
    "Scenario",
    "all_games",
    "find_scenario",
    "game",
    "game_of_document",
]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that comes with a game.

    Attributes:
        game: The game's name.
        name: The scenario's own name, as its file.
        title: What people call it.
        caution: What a reader must know before trusting it, or None.
    """

    game: str
    name: str
    title: str
    caution: str | None

    @property
    def full_name(self) -> str:
        """The name that no other scenario of any game has."""
        return f"{self.game}/{self.name}"


class Report(Protocol):
    """The outcome of a comparison or a measurement."""

    @property
    def ok(self) -> bool:
        """Whether all is as it should be."""

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data."""

    def tables(self) -> Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]]:
        """Return the report as tables: a heading, the columns, the rows."""

    def remarks(self) -> Sequence[str]:
        """Return what is to be said beside the tables, a paragraph each."""


@runtime_checkable
class ArrowTable(Protocol):
    """Anything that gives its rows as a stream of Arrow: Polars, PyArrow, DuckDB, pandas, ours."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Return the stream as a capsule."""


class Bulk(Protocol):
    """What judges the tables of a game (docs/batch.md)."""

    def check(
        self,
        table: ArrowTable,
        errors: str | None = None,
        witnesses: bool = False,
        summary: bool = False,
    ) -> tuple[_core.Table, str | None]:
        """Judge every row: the verdicts, and what they have in common as JSON if asked for.

        Args:
            table: The rows.
            errors: A column that says of some rows why they could not be read.
            witnesses: Whether to tell the witnesses of what is broken, too.
            summary: Whether to count.
        """

    def supply(self, table: ArrowTable) -> _core.Table:
        """Tell the supply of every position of a table."""

    def odds(self, table: ArrowTable, exact: bool = False) -> _core.Table:
        """Tell the odds of the attack of every row."""

    def attrition(self, table: ArrowTable) -> _core.Table:
        """Tell what attrition would do in every position of a table."""

    def victory(self, table: ArrowTable) -> _core.Table:
        """Tell how the game would end in every position of a table."""


class Game(Protocol):
    """What a game offers."""

    name: str
    title: str
    schema: str
    # The words of goals, and the law for whoever searches for moves.
    goals: Any
    # `threats(position, found)` and `puzzle(position, given, solved)`, as overlays of pictures.
    overlays: Any
    # The battles an action can pay for, and their courses (`lexbelli.puzzles.courses.Fighting`).
    fighting: Any

    def scenarios(self, data: str | None = None) -> Sequence[Scenario]:
        """List the scenarios; `data` is an owner's folder of tables."""

    def scenario(self, name: str, data: str | None = None) -> Position:
        """Set a scenario up."""

    def from_document(
        self, document: str | bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> Position:
        """Read a position from its JSON document."""

    def from_setup(
        self, setup: Mapping[str, Any], data: str | None = None, allow: Sequence[str] = ()
    ) -> Position:
        """Make a position of the keys and values of its JSON document."""

    def from_bytes(
        self, content: bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> Position:
        """Read a position from its compact bytes."""

    def bulk(
        self,
        positions: Any = None,
        ops: int | None = None,
        data: str | None = None,
        allow: Sequence[str] = (),
    ) -> "Bulk":
        """Prepare to judge tables of moves; `positions` are those that rows may name."""

    def odds(
        self,
        position: Any,
        attack: str,
        cards: Any,
        withdrawal: bool,
        policy: Any,
        force: bool,
    ) -> Any:
        """Tell the exact odds of an attack; see `lexbelli.odds`."""

    def upshots(
        self,
        position: Any,
        attack: str,
        cards: Any,
        withdrawal: bool,
        policy: Any,
        force: bool,
        measures: Sequence[str],
        most: int,
    ) -> Any:
        """Tell what an attack comes to in the end; see `lexbelli.upshots`."""

    def attacks(
        self,
        position: Any,
        origin: Sequence[str] | None,
        target: Sequence[str] | None,
        every: bool,
        most: int,
        by: str,
    ) -> Any:
        """Tell the attacks that could be declared; see `lexbelli.attacks`."""

    def compare(
        self,
        files: Sequence[str],
        examples: int,
        data: str | None = None,
        by_law: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> Report:
        """Hold our answers against recorded ones."""

    def make_workload(
        self, output: str, rows: int, positions: int, seed: int, own: bool
    ) -> Sequence[str]:
        """Write a realistic table of moves, and one of their positions; return the files."""

    def bench(self, seconds: float) -> Report:
        """Measure how fast the answers are."""


@cache
def all_games() -> tuple[Game, ...]:
    """Return every game, in the order of their names."""
    return tuple(_load(name) for name in sorted(_names()))


def game(name: str) -> Game:
    """Return the game of that name.

    Raises:
        BadInput: There is none; it suggests the nearest.
    """
    for candidate in all_games():
        if candidate.name == name:
            return candidate
    known = [candidate.name for candidate in all_games()]
    raise unknown(name, known, "game")


def game_of_document(schema: str) -> Game:
    """Return the game whose positions carry this `schema`.

    Raises:
        BadInput: No game does.
    """
    for candidate in all_games():
        if candidate.schema == schema:
            return candidate
    known = [candidate.schema for candidate in all_games()]
    raise unknown(schema, known, "schema")


def find_scenario(name: str, data: str | None = None) -> Scenario | None:
    """Find a scenario by its own name, or as `game/name`; None if there is none."""
    for candidate in _scenarios(data):
        if name in (candidate.full_name, candidate.name):
            return candidate
    return None


def _scenarios(data: str | None) -> Iterator[Scenario]:
    for candidate in all_games():
        yield from candidate.scenarios(data)


def _names() -> set[str]:
    parts = (path.split("/") for path in _core.resources())
    return {folder for root, folder, *rest in parts if root == "scenarios" and rest}


def _load(name: str) -> Game:
    loaded: Game = importlib.import_module(f"lexbelli.{name}").GAME
    return loaded
