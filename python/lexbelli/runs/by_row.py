"""Questions that are answered row by row: by the law, or by a whole game.

On one machine the rows of a chunk are spread over processes; a worker of a cluster, which judges on
one thread, answers them itself.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from lexbelli import _core, capabilities, games
from lexbelli.errors import BadInput, InvalidSetup, bad_input
from lexbelli.plain_bulk import PlainBulk
from lexbelli.players.game import play_game
from lexbelli.players.registry import make
from lexbelli.playout import unchecked_playouts
from lexbelli.processes import Processes
from lexbelli.puzzles.asking import solve
from lexbelli.puzzles.threats import threats
from lexbelli.runs.plan import Plan
from lexbelli.runs.questions import question

__all__ = ["ByRow"]

Row = Mapping[str, Any]
Settings = Mapping[str, Any]
# The cells of an answer, or why there is none.
_Answer = tuple[Sequence[Any], str | None]

_MOST_SEED: Final = 2**63 - 1


class ByRow:
    """Answers the rows of a plan; `close` ends its processes.

    Args:
        plan: The plan; its question is answered row by row.

    Raises:
        BadInput: The positions that rows name cannot be read.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._told = question(plan.question).told
        self._one = _One(plan)
        self._pool: Processes | None = None

    def answer(self, chunk: games.ArrowTable) -> _core.Table:
        """Answer every row of a chunk."""
        table = _core.Table(chunk)
        columns = {name: table.column(name) for name in table.column_names}
        rows = [{name: cells[at] for name, cells in columns.items()} for at in range(len(table))]
        found = self._answers(rows)
        blank: Mapping[str, Any] = {"texts": []}
        cells = [
            (
                name,
                kind,
                [blank.get(kind) if error is not None else told[at] for told, error in found],
            )
            for at, (name, kind) in enumerate(self._told)
        ]
        return _core.answer_table([*cells, ("error", "text", [error for _, error in found])])

    def _answers(self, rows: Sequence[Row]) -> Sequence[_Answer]:
        processes = min(_core.threads(), len(rows))
        if processes < 2:
            return [self._one(row) for row in rows]
        if self._pool is None:
            told = (self._plan.text(), games.game(self._plan.game))
            self._pool = Processes(_core.threads(), _begin, told, fewer="--threads 1")
        return list(self._pool.map(_answered, rows))

    def close(self) -> None:
        """End the processes, whatever they are at."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None


class _One:
    """Answers one row."""

    def __init__(self, plan: Plan) -> None:
        game = games.game(plan.game)
        self._positions = PlainBulk(game, plan.named(), data=plan.data, allow=plan.allow)
        self._ask = _ASKED[plan.question]
        self._settings = plan.settings
        budget = games.budget(game) if question(plan.question).points else None
        self._key = None if budget is None else budget.key
        self._points = dict(plan.points)

    def __call__(self, row: Row) -> _Answer:
        if row.get("error") is not None:
            return (), str(row["error"])
        try:
            position = self._positions.position(row.get("position"))
            spent = self._points
            if self._key is not None and row.get(self._key) is not None:
                spent = {self._key: row[self._key]}
            return self._ask(position, row, self._settings, spent), None
        except (BadInput, InvalidSetup, TypeError, ValueError) as problem:
            return (), str(problem)


# What a process of the pool answers with.
_one: _One | None = None


def _begin(plan: str, game: games.Game) -> None:
    """Prepare a process."""
    global _one  # noqa: PLW0603 - a process has nowhere else to keep it
    _core.set_threads(1)
    # A game that only its program has registered is not known here.
    if game.name not in [each.name for each in games.all_games()]:
        games.register(game)
    _one = _One(Plan.read(plan))


def _answered(row: Row) -> _Answer:
    if _one is None:  # pragma: no cover - the pool begins with it
        raise RuntimeError("the process was not prepared")
    return _one(row)


def _text(row: Row, name: str) -> str:
    found = row.get(name)
    if not isinstance(found, str):
        raise bad_input("is missing" if found is None else "text is needed", name)
    return found


def _seed(row: Row) -> int:
    seed = row.get("seed")
    if seed is None:
        raise bad_input("is missing", "seed")
    if not 0 <= seed <= _MOST_SEED:
        raise bad_input(f"'{seed}' is not from 0 to {_MOST_SEED}", "seed")
    return int(seed)


def _solved(position: Any, row: Row, given: Settings, spent: Row) -> Sequence[Any]:
    goal = _text(row, "goal")
    search = solve(position, goal, limit=given["limit"] or 0, seconds=given["seconds"], **spent)
    moves = [str(each.move) for each in search]
    return bool(moves), search.found.proven, moves


def _threatened(position: Any, row: Row, given: Settings, spent: Row) -> Sequence[Any]:
    side = _text(row, "side")
    found = threats(position, side, seconds=given["seconds"], combat=given["combat"], **spent)
    does = [" ".join(each.does) for each in found]
    moves = [str(each.move) for each in found]
    return len(found), found.proven, does, moves, [each.attack for each in found]


def _played(position: Any, row: Row, given: Settings, _spent: Row) -> Sequence[Any]:
    seed, records = _seed(row), bool(given["records"])
    [game] = unchecked_playouts(position, 1, seed, turns=given["turns"], records=records)
    end = (game.ended, game.turn, game.winner, game.answers)
    return *end, game.hash, game.record if records else None


def _matched(position: Any, row: Row, given: Settings, _spent: Row) -> Sequence[Any]:
    if isinstance(position, capabilities.Dealt):
        position = position.opened()
    if given["turns"] is not None and not isinstance(position, capabilities.Timed):
        raise games.lacking(position, "turns")
    capabilities.winner_of(position)
    sides = games.of(position).sides
    if len(sides) != 2:
        raise games.lacking(position, "two sides")
    names = (_text(row, "first"), _text(row, "second"))
    players = {side: (name, make(name)) for side, name in zip(sides, names, strict=True)}
    limits = {"turns": given["turns"], "seconds": given["seconds"]}
    game = play_game(position, players, seed=_seed(row), **limits)
    end = (game.ended, game.turn, game.winner, game.answers, game.margin)
    return *end, game.hash, game.record if given["records"] else None


_ASKED: Final[Mapping[str, Callable[[Any, Row, Settings, Row], Sequence[Any]]]] = {
    "solve": _solved,
    "threats": _threatened,
    "playout": _played,
    "match": _matched,
}
