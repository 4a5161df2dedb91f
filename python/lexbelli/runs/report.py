"""What a run over files came to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["Counts", "Report"]

_MOST_RULES: Final = 20


@dataclass
class Counts:
    """Rows of one kind or another."""

    legal: int = 0
    illegal: int = 0
    errors: int = 0

    @property
    def rows(self) -> int:
        """All of them."""
        return self.legal + self.illegal + self.errors

    def add(self, entry: Mapping[str, int]) -> None:
        """Add what a chunk counted."""
        self.legal += entry["legal"]
        self.illegal += entry["illegal"]
        self.errors += entry["errors"]

    def as_json(self) -> dict[str, Any]:
        """Return the counts as plain data; the rate is that of illegal moves among the judged."""
        judged = self.legal + self.illegal
        return {
            "rows": self.rows,
            "legal": self.legal,
            "illegal": self.illegal,
            "errors": self.errors,
            "illegal_rate": round(self.illegal / judged, 6) if judged else None,
        }


@dataclass
class Report:
    """What a run over files came to.

    Attributes:
        output: Where the answers are; None if they were not kept.
        question: What was asked: moves, if it is `check`.
        all: All rows.
        moments: Those of each side and turn; rows without a position have neither.
        rules: How many moves break a rule in some way.
        seconds: How long it took, this time.
        judged: How many rows were judged this time, without those of earlier runs.
        workers: Who judged them on a cluster: the node and the process of each.
    """

    output: str | None = None
    question: str = "check"
    all: Counts = field(default_factory=Counts)
    moments: dict[tuple[str | None, int | None], Counts] = field(default_factory=dict)
    rules: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: float = 0.0
    judged: int = 0
    workers: set[str] = field(default_factory=set)

    @property
    def ok(self) -> bool:
        """Whether every row is a legal move, or was answered."""
        return self.all.illegal == 0 and self.all.errors == 0

    def add(self, summary: Mapping[str, Any]) -> None:
        """Add what a chunk has in common."""
        self.all.add(summary["all"])
        for entry in summary["by"]:
            self.moments.setdefault((entry["side"], entry["turn"]), Counts()).add(entry)
        for entry in summary["rules"]:
            self.rules[entry["rule"], entry["code"]] += entry["moves"]

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        if self.question != "check":
            return {"output": self.output, "question": self.question, **self._answered()}
        return {
            "output": self.output,
            **self.all.as_json(),
            "by": [
                {"side": side, "turn": turn, **counts.as_json()}
                for (side, turn), counts in self._ordered()
            ],
            "rules": [
                {"rule": rule, "code": code, "moves": moves}
                for (rule, code), moves in self._worst()
            ],
        }

    def tables(self) -> Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]]:
        """Return the report as tables: a heading, the columns, the rows."""
        if self.question != "check":
            told = self._answered()
            return [("Answers", tuple(told), [tuple(f"{number:,}" for number in told.values())])]
        by = [
            ("-" if side is None else side, "-" if turn is None else str(turn), *_cells(counts))
            for (side, turn), counts in self._ordered()
        ]
        rules = [
            (rule, code, f"{moves:,}", _percent(moves, self.all.illegal))
            for (rule, code), moves in self._worst()[:_MOST_RULES]
        ]
        heads = ("rows", "legal", "illegal", "errors", "illegal %")
        found: list[tuple[str, Sequence[str], Sequence[Sequence[str]]]] = [
            ("Verdicts", heads, [_cells(self.all)]),
            ("By side and turn", ("side", "turn", *heads), by),
        ]
        if rules:
            found.append(("Rules broken most", ("rule", "code", "moves", "of the illegal"), rules))
        return found

    def _answered(self) -> dict[str, int]:
        """Count the rows of a question that is not about moves; attacks may be illegal."""
        attacks = {"illegal": self.all.illegal} if self.question == "odds" else {}
        return {
            "rows": self.all.rows,
            "answered": self.all.legal,
            **attacks,
            "errors": self.all.errors,
        }

    def remarks(self) -> Sequence[str]:
        """Return how fast it went, and on how many workers of a cluster."""
        if not self.judged or not self.seconds:
            return []
        rate = self.judged / self.seconds
        number = len(self.workers)
        done = "judged" if self.question == "check" else "answered"
        by = f", by {number:,} worker{'s' * (number > 1)}" if number else ""
        return [f"{self.judged:,} rows {done} in {self.seconds:.1f} s, {rate:,.0f} a second{by}."]

    def _ordered(self) -> list[tuple[tuple[str | None, int | None], Counts]]:
        return sorted(self.moments.items(), key=lambda item: (item[0][1] or 0, item[0][0] or ""))

    def _worst(self) -> list[tuple[tuple[str, str], int]]:
        return sorted(self.rules.items(), key=lambda item: (-item[1], item[0]))


def _cells(counts: Counts) -> tuple[str, ...]:
    numbers = (counts.rows, counts.legal, counts.illegal, counts.errors)
    rate = _percent(counts.illegal, counts.legal + counts.illegal)
    return (*(f"{number:,}" for number in numbers), rate)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"
