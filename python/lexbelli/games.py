"""The games there are, what every game offers, and what one may offer besides.

A game is an object of the shape of `Game`, the *core*. It is known to Lex Belli

- if it is shipped: a sub-package of `lexbelli` named like its folder in `scenarios/`, with that
  object as `GAME`;
- if an installed package names it in the entry-point group `lexbelli.games`;
- if somebody registers it: `register(GAME)`. Where work goes to other processes (`jobs` above 1, a
  cluster), the module that holds the class of its positions must do so when it is imported.

Nothing here names one. Whatever the shared modules need to know beyond the core they ask for as a
*capability*, and say plainly that a game has none of it where it has not (`lacking`):

| capability | of | shape | who asks |
|---|---|---|---|
| points that orders cost | game | attribute `budget`: `Budget` | solve, threats, check, tables |
| goals and their law | game | attribute `goals`: `puzzles.game_law.GameLaw` | solve, mend ... |
| battles | game | attribute `battles`: `capabilities.Battles` | chance goals, `lexbelli.odds` ... |
| battles followed | game | attribute `fighting`: `puzzles.courses.Fighting` | threats --combat |
| events as actions | game | attribute `events`: `puzzles.by_event.Events` | solve, threats |
| events supposed | position | `capabilities.Eventful` | --event |
| tables, fast | game | method `bulk`: `Bulk` | check_batch, validate (else `Position.check`) |
| recorded answers | game | method `compare` | compare |
| overlays | game | attribute `overlays`: `Overlays` | pictures of puzzles and threats |
| sentences of its own | game | method `storyteller`: a `story.Teller` | tell |
| commands of its own | game | method `command_line`: `cli.app.CommandLine` | the command |
| names of its own | game | attribute `exports` | `lexbelli.NAME` |
| worth of positions | game | attribute `assessment`: `capabilities.Assessment` | players, suggest |
| worth by the core | position | `capabilities.InCore`, an `AssessingCore` | players, suggest |
| words of actions | game | attribute `action_words`: a sequence of words | `lexbelli.rl` |
| numbers of positions | game | attribute `observed`: `capabilities.Observed` | `lexbelli.rl` |
| games by the core | position | `capabilities.InCore` | playout, `lexbelli.rl` |
| guesses of what is hidden | position | `capabilities.Guessable` | players |
| who has won | position | `capabilities.Ledger` or `capabilities.Won` | match |
| supply | position | `capabilities.Supplied` | supply_batch, diff, threats |
| activation | position | `capabilities.Commanded` | its own commands |
| attrition | position | `capabilities.Attrition` | `lexbelli.attrition` |
| how it would end | position | `capabilities.Ledger` | `lexbelli.victory` |
| hidden hands, hidden units | position | `capabilities.Hidden` | what a side may know |
| turns | position | `capabilities.Timed` | playout, tell |
| orders out of sight | position | `capabilities.Concealing` | records and stories seen by a side |

A game that has the core alone can be listed, shown, played, recorded, replayed, saved, judged in
tables, drawn and asked for orders and moves; goals need `goals`.
"""

import importlib
import importlib.util
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from lexbelli import _core
from lexbelli.errors import BadInput, bad_input
from lexbelli.moves import Decision
from lexbelli.names import unknown
from lexbelli.position import Position

if TYPE_CHECKING:
    from lexbelli.draw.board import Overlay

__all__ = [
    "ArrowTable",
    "Budget",
    "Bulk",
    "Game",
    "Overlays",
    "Report",
    "Scenario",
    "all_games",
    "budget",
    "budget_of",
    "budgets",
    "enemy_of",
    "find_scenario",
    "game",
    "game_of_document",
    "granted",
    "having",
    "lacking",
    "of",
    "register",
    "usual",
]

_GROUP = "lexbelli.games"


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


@dataclass(frozen=True, slots=True)
class Budget:
    """Points that a side spends on orders, as a game knows them.

    Attributes:
        key: How they are called in JSON, in columns of tables, as an option and as a parameter of
            the game's positions, such as `suppose`: lower case, no blank.
        unit: How they are called in sentences: `3 UNIT`.
        most: As many as can be supposed.
        largest: As many as one decision can give at best: an enemy's, if nobody says.
        kinds: The kinds of decisions in which they are spent.
        orders: The kinds of orders that they are spent on.
        usual: Of a kind of decision that does not say how many there are: how many, and how
            that is called in a sentence.
        over: The code of the violation of having too few.
    """

    key: str
    unit: str
    most: int
    largest: int
    kinds: Collection[str]
    orders: Collection[str]
    usual: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    over: str = "over_budget"

    def points(self, decision: Decision) -> int | None:
        """Return how many there are to spend; None if the decision is about something else."""
        if decision.kind not in self.kinds:
            return None
        if decision.points is not None:
            return decision.points
        return self.usual.get(decision.kind, (None, ""))[0]

    def said(self, decision: Decision) -> str:
        """Say how many there are to spend."""
        if decision.points is None and decision.kind in self.usual:
            return self.usual[decision.kind][1]
        return f"{decision.points} {self.unit}"


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
    """What judges the tables of a game (docs/batch.md).

    A game may answer other questions about every row by methods of their names: `supply`, `odds`
    and the like take a table and return one (`lexbelli.batch.ask_batch`).
    """

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


class Overlays(Protocol):
    """What a game lays over pictures of what was searched for."""

    def threats(self, position: Any, found: Any) -> "Overlay":
        """Show threats, numbered in their order."""

    def puzzle(self, position: Any, given: Mapping[str, Any], solved: bool) -> "Overlay":
        """Show what a puzzle is about: its `text`, `moves`, `units` and `spaces`."""


class Game(Protocol):
    """The core: what every game offers.

    Attributes:
        name: Its name, as its folder, and as what begins the full names of its scenarios.
        title: What people call it.
        schema: What the JSON documents of its positions hold as `schema`.
        sides: The names of the sides, lower case; where it matters, the first of them acts first.
    """

    name: str
    title: str
    schema: str
    sides: Sequence[str]

    def scenarios(self, data: str | None = None) -> Sequence[Scenario]:
        """List the scenarios; `data` is an owner's folder of tables."""

    def scenario(self, name: str, data: str | None = None) -> Position:
        """Set a scenario up.

        Raises:
            BadInput: There is no such scenario; it suggests the nearest.
        """

    def from_document(
        self, document: str | bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> Position:
        """Read a position from its JSON document, as `Position.to_json` writes it.

        Args:
            document: The document.
            data: A folder with an owner's own tables, or None for the shipped ones.
            allow: Codes of problems that are tolerated; `all` stands for every one.

        Raises:
            BadInput: It cannot be read.
            InvalidSetup: It can, but is no position; the error lists every problem.
        """

    def from_setup(
        self, setup: Mapping[str, Any], data: str | None = None, allow: Sequence[str] = ()
    ) -> Position:
        """Make a position of the keys and values of its JSON document; `schema` may be absent."""

    def from_bytes(
        self, content: bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> Position:
        """Read a position from its compact bytes.

        Raises:
            BadInput: They are not those of a position of this game.
        """


# Games that were named by somebody, or found, by name; those that are shipped stand first.
_known: dict[str, Game] = {}
_looked = False


def register(new: Game) -> None:
    """Make a game known; one of the same name gives way to it.

    Raises:
        BadInput: Its name or a side's cannot be used.
    """
    _check_names(new)
    _look()
    _known[new.name] = new


def _check_names(new: Game) -> None:
    for field_, names in (("game", [new.name]), ("side", new.sides)):
        for name in names:
            if not name.replace("_", "").isalnum() or name != name.lower():
                raise bad_input(f"'{name}' cannot be used as a name", field_)


def all_games() -> tuple[Game, ...]:
    """Return every game: those that are shipped in the order of their names, then the others."""
    _look()
    return tuple(_known.values())


def _look() -> None:
    """Load the games that are shipped or installed, once."""
    global _looked  # noqa: PLW0603 - known once it has been looked for
    if _looked:
        return
    _looked = True
    for name in sorted(_shipped()):
        module = f"lexbelli.{name}"
        # Tables alone are no game yet.
        if importlib.util.find_spec(module) is not None:
            _known[name] = importlib.import_module(module).GAME
    for each in sorted(entry_points(group=_GROUP), key=lambda each: each.name):
        # A package that is broken takes nothing from those who want another game.
        try:
            found: Game = each.load()
            _check_names(found)
        except Exception as error:  # noqa: BLE001 (whatever a stranger's package does)
            why = f"{type(error).__name__}: {error}"
            warnings.warn(f"the game '{each.name}' cannot be loaded: {why}", stacklevel=2)
            continue
        _known.setdefault(found.name, found)


def _shipped() -> set[str]:
    parts = (path.split("/") for path in _core.resources())
    return {folder for root, folder, *rest in parts if root == "scenarios" and rest}


def usual() -> Game:
    """Return the game that is meant where nobody says which: the first."""
    return all_games()[0]


def game(name: str | None) -> Game:
    """Return the game of that name; None for the usual one.

    Raises:
        BadInput: There is none; it suggests the nearest.
    """
    _look()
    if name is None:
        return usual()
    found = _known.get(name)
    if found is None:
        raise unknown(name, list(_known), "game")
    return found


def of(position: Position) -> Any:
    """Return the game of a position, which can be asked for capabilities, too."""
    return game(position.game)


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


# --------------------------------------------------------------------------- capabilities


def lacking(asked: Position | Game, what: str) -> BadInput:
    """Make the error that says that a game has nothing of a kind: `TITLE has no WHAT`."""
    found = game(asked.game) if isinstance(asked, Position) else asked
    return bad_input(f"{found.title} has no {what}", "game")


def having(asked: Position | Game, capability: str, what: str) -> Any:
    """Return a capability of a game by the name of its attribute.

    Raises:
        BadInput: The game has none: `what` it has not.
    """
    owner = game(asked.game) if isinstance(asked, Position) else asked
    found = getattr(owner, capability, None)
    if found is None:
        raise lacking(owner, what)
    return found


def budget(asked: Position | Game) -> Budget | None:
    """Return the points a side spends on orders; None if in this game orders cost nothing."""
    owner = game(asked.game) if isinstance(asked, Position) else asked
    found: Budget | None = getattr(owner, "budget", None)
    return found


def budget_of(position: Position) -> Budget:
    """Return the points a side spends on orders.

    Raises:
        BadInput: In this game orders cost nothing.
    """
    found: Budget = having(position, "budget", "points that orders cost")
    return found


def budgets() -> list[Budget]:
    """Return the points of all games that have some, those of the usual game first."""
    found = map(budget, all_games())
    return [each for each in found if each is not None]


def granted(position: Position, side: str | None = None, points: int | None = None) -> Position:
    """Return a position as if a side were to act, or had points to spend.

    Raises:
        BadInput: The game has no points, or the position cannot be supposed so.
    """
    more = {} if points is None else {budget_of(position).key: points}
    return position.suppose(side, **more)


def enemy_of(position: Position, side: str | None) -> str:
    """Return the side that is not this one.

    Raises:
        BadInput: There is no such side, or more than one other.
    """
    sides = game(position.game).sides
    if side not in sides:
        raise unknown(str(side), sides, "side")
    others = [other for other in sides if other != side]
    if len(others) != 1:
        raise lacking(position, f"one enemy of {side}")
    return others[0]
