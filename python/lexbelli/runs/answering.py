"""Answering the rows of files: by the core, a chunk at once, or row by row."""

import json
from collections.abc import Callable
from typing import Any

from lexbelli import _core, games
from lexbelli.batch import answers_of
from lexbelli.runs.plan import Plan
from lexbelli.runs.questions import CHECK, question

__all__ = ["ERROR", "Answerer", "nothing"]

# The column that says of rows why they could not be read.
ERROR = "error"


class Answerer:
    """Answers chunks of a plan's files.

    Args:
        plan: The plan.

    Raises:
        BadInput: The game cannot answer, or the positions that rows name cannot be read.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._asked = question(plan.question)
        self.close: Callable[[], None] = _silent
        self._bulk: Any = None
        if self._asked.row_by_row:
            # Only these questions need the law and the players.
            from lexbelli.runs.by_row import ByRow  # noqa: PLC0415

            by_row = ByRow(plan)
            self._ask: Callable[..., _core.Table] = by_row.answer
            self.close = by_row.close
            return
        self._bulk = plan.bulk()
        if self._asked is not CHECK:
            self._ask = answers_of(games.game(plan.game), self._bulk, plan.question)

    def answered(
        self, name: str | None, chunk: games.ArrowTable, first_row: int
    ) -> tuple[_core.Table, dict[str, Any]]:
        """Answer rows of a file: the answer's rows, and what they have in common.

        Args:
            name: What the answer calls the file; None if there is only one.
            chunk: Some of its rows.
            first_row: The number of the first of them, from 0.
        """
        table, summary = self._answers(chunk)
        return _core.judged_rows(chunk, table, first_row, list(self._plan.keep), name), summary

    def _answers(self, chunk: games.ArrowTable) -> tuple[_core.Table, dict[str, Any]]:
        if self._asked is CHECK:
            witnesses = bool(self._plan.settings["witnesses"])
            table, counted = self._bulk.check(chunk, ERROR, witnesses, summary=True)
            return table, json.loads(counted or "{}")
        if self._asked.row_by_row:
            table = self._ask(chunk)
        else:
            table = self._ask(chunk, ERROR, **self._plan.settings)
        return table, _counted(table)


def nothing() -> dict[str, Any]:
    """Return what no rows have in common."""
    return {"all": {"legal": 0, "illegal": 0, "errors": 0}, "by": [], "rules": []}


def _counted(table: _core.Table) -> dict[str, Any]:
    """Count the rows of an answer; one that does not speak of rules is as good as legal."""
    summary = nothing()
    errors = len(table) - table.column(ERROR).count(None)
    illegal = table.column("legal").count(False) if "legal" in table.column_names else 0
    summary["all"] = {
        "legal": len(table) - errors - illegal,
        "illegal": illegal,
        "errors": errors,
    }
    return summary


def _silent() -> None:
    """There is nothing to end."""
