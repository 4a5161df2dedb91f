"""Holding our answers on supply against recorded ones.

A disagreement is explained by a rule only if turning one documented reading of that rule (or, if
no single one will do, of two) makes our answer for that unit or space the recorded one.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from lexbelli import _core
from lexbelli.pursuit_of_glory import law, tables
from lexbelli.pursuit_of_glory.records import Record, Spaces, read_records

__all__ = ["Comparison", "Disagreement", "compare"]


_Columns = Sequence[str]
_Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One unit or space on which we and a record differ.

    Attributes:
        record: The record's name.
        unit: The unit, or None if the question is about the space.
        space: Where it is.
        ours: Our answer.
        theirs: The recorded one.
        readings: The readings that would have to be turned to give it; empty if none do.
        rule: Their rule numbers, joined by `+`; None if unexplained.
        why: Our reason, with the rule that settles it for us.
    """

    record: str
    unit: str | None
    space: str
    ours: str
    theirs: str
    readings: tuple[str, ...]
    rule: str | None
    why: str

    def as_json(self) -> dict[str, Any]:
        """Return the disagreement as plain data."""
        return {
            "record": self.record,
            "unit": self.unit,
            "space": self.space,
            "ours": self.ours,
            "theirs": self.theirs,
            "rule": self.rule,
            "readings": list(self.readings),
            "why": self.why,
        }

    def __str__(self) -> str:
        what = self.space if self.unit is None else f"{self.unit} at {self.space}"
        return (
            f"{self.record}: {what}: ours {self.ours}, theirs {self.theirs}"
            f" ({self.rule or 'unexplained'}); we say {self.why}"
        )


@dataclass(slots=True)
class Tally:
    """How many questions of one kind were asked, and how they compare."""

    asked: int = 0
    agree: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    readings: Counter[str] = field(default_factory=Counter)
    unexplained: int = 0

    def count(self, disagreement: Disagreement) -> None:
        """Take a disagreement into account."""
        if disagreement.rule is None:
            self.unexplained += 1
        else:
            self.explained[disagreement.rule] += 1
            self.readings[" + ".join(disagreement.readings)] += 1

    def table(self, of: str, rules: dict[str, str]) -> tuple[str, _Columns, _Rows]:
        """Return a table: what the disagreements are explained by."""
        differ = self.asked - self.agree
        heading = f"{self.asked} {of}: {self.agree} agree, {differ} differ"
        rows = [
            (_rules(reading, rules), reading, str(number))
            for reading, number in self.readings.most_common()
        ]
        return heading, ("rule", "reading", of), [*rows, ("unexplained", "", str(self.unexplained))]


@dataclass(slots=True)
class Comparison:
    """The outcome of a comparison over all records."""

    records: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    units: Tally = field(default_factory=Tally)
    spaces: Tally = field(default_factory=Tally)
    examples: list[Disagreement] = field(default_factory=list)
    law_asked: int = 0
    law_differs: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing is unexplained, and the law, if it was asked, says what the core says."""
        unexplained = self.units.unexplained + self.spaces.unexplained
        return unexplained == 0 and not self.law_differs

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        return {
            "records": self.records,
            "units": self.units.asked,
            "agree": self.units.agree,
            "explained": dict(self.units.explained.most_common()),
            "unexplained": self.units.unexplained,
            "readings": dict(self.units.readings.most_common()),
            "spaces": {
                "asked": self.spaces.asked,
                "agree": self.spaces.agree,
                "explained": dict(self.spaces.explained.most_common()),
                "unexplained": self.spaces.unexplained,
                "readings": dict(self.spaces.readings.most_common()),
            },
            "skipped": dict(self.skipped),
            "law": {"records": self.law_asked, "differs": self.law_differs},
            "examples": [example.as_json() for example in self.examples],
        }

    def tables(self) -> Sequence[tuple[str, _Columns, _Rows]]:
        """Return the comparison as tables: a heading, the columns, the rows."""
        rules = {name: rule for name, rule, _, _ in tables.readings()}
        return [self.units.table("units", rules), self.spaces.table("spaces", rules)]

    def remarks(self) -> Sequence[str]:
        """Return the examples, one paragraph each, and what the law said."""
        skipped = [f"{number} {kind} skipped" for kind, number in self.skipped.items()]
        said = [", ".join([f"{self.records} records", *skipped])]
        said += [str(example) for example in self.examples]
        if self.law_asked:
            differs = len(self.law_differs)
            said += self.law_differs[:20]
            said.append(f"Law and core differ on {differs} of {self.law_asked} records.")
        return said


def compare(
    files: Sequence[str],
    examples: int,
    data: str | None = None,
    by_law: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Answer every record of the files and compare.

    Args:
        files: Files of records, packed or not.
        examples: How many disagreements of each class to keep as examples.
        data: A folder with an owner's own tables, or None for the shipped ones.
        by_law: Whether the law is asked as well, and held against the core.
        progress: Called with the number of records answered so far.

    Raises:
        BadInput: A file cannot be read or holds something else.
    """
    loaded = tables.load(data)
    spaces = Spaces(loaded)
    outcome = Comparison()
    kept: Counter[tuple[bool, str | None]] = Counter()
    for path in files:
        for record in read_records(path, loaded, spaces):
            if isinstance(record, str):
                outcome.skipped[record] += 1
                continue
            outcome.records += 1
            if progress is not None:
                progress(outcome.records)
            if by_law:
                outcome.law_asked += 1
                outcome.law_differs += _law_differs(record)
            for disagreement in _differences(record, spaces, outcome):
                tally = outcome.spaces if disagreement.unit is None else outcome.units
                tally.count(disagreement)
                kind = disagreement.unit is None, disagreement.rule
                kept[kind] += 1
                if kept[kind] <= examples:
                    outcome.examples.append(disagreement)
    outcome.examples.sort(key=lambda example: (example.rule is not None, example.rule or ""))
    return outcome


class _Readings:
    """Our answers to one record under other readings, each worked out at most once."""

    def __init__(self, position: _core.PursuitPosition) -> None:
        self.position = position
        self.known = tables.readings()
        self._supply: dict[tuple[str, ...], dict[str, str]] = {}
        self._flips: dict[tuple[str, ...], frozenset[str]] = {}

    def choices(self) -> Iterator[tuple[str, ...]]:
        """Give every choice of one reading to turn, then of two."""
        names = [name for name, _, _, _ in self.known]
        for size in (1, 2):
            yield from combinations(names, size)

    def supply(self, turned: tuple[str, ...]) -> dict[str, str]:
        if turned not in self._supply:
            self._supply[turned] = self.position.supply(self._switches(turned))
        return self._supply[turned]

    def flips(self, turned: tuple[str, ...]) -> frozenset[str]:
        if turned not in self._flips:
            self._flips[turned] = frozenset(self.position.flips(self._switches(turned)))
        return self._flips[turned]

    def rule(self, turned: tuple[str, ...]) -> str | None:
        """Name the rules whose reading was turned."""
        rules = dict.fromkeys(rule for name, rule, _, _ in self.known if name in turned)
        return " + ".join(rules) or None

    def _switches(self, turned: tuple[str, ...]) -> dict[str, bool]:
        return {name: not usual for name, _, usual, _ in self.known if name in turned}


def _differences(record: Record, spaces: Spaces, outcome: Comparison) -> Iterator[Disagreement]:
    ours = record.position.supply()
    where = record.position.units()
    readings = _Readings(record.position)
    for unit, theirs in record.supply.items():
        outcome.units.asked += 1
        answer = ours.get(unit, "no answer")
        if answer == theirs:
            outcome.units.agree += 1
            continue
        turned = next((c for c in readings.choices() if readings.supply(c).get(unit) == theirs), ())
        reason = record.position.trace(unit) if unit in ours else {"rule": "", "text": ""}
        yield Disagreement(
            record=record.id,
            unit=unit,
            space=where.get(unit, "-"),
            ours=answer,
            theirs=theirs,
            readings=turned,
            rule=readings.rule(turned),
            why=f"{reason['rule']}: {reason['text']}",
        )
    flips = frozenset(record.position.flips())
    # What is asked of a record must be asked of us: a space we flip is never left out.
    asked = sorted(space for space in record.asked | flips | record.flips if space in spaces.kind)
    for space in asked:
        outcome.spaces.asked += 1
        theirs_flip = space in record.flips
        if (space in flips) == theirs_flip:
            outcome.spaces.agree += 1
            continue
        turned = next(
            (c for c in readings.choices() if (space in readings.flips(c)) == theirs_flip), ()
        )
        reason = record.position.trace_space(space)
        yield Disagreement(
            record=record.id,
            unit=None,
            space=space,
            ours="flips" if space in flips else "holds",
            theirs="flips" if theirs_flip else "holds",
            readings=turned,
            rule=readings.rule(turned),
            why=f"{reason['rule']}: {reason['text']}",
        )


def _law_differs(record: Record) -> list[str]:
    """Say in one line, if at all, how the law differs from the core."""
    answer, core = law.ask(record.position), record.position.supply()
    asked = sorted(core.keys() | answer.supply.keys())
    units = [unit for unit in asked if core.get(unit) != answer.supply.get(unit)]
    spaces = sorted(set(answer.flips) ^ set(record.position.flips()))
    said = [f"{unit} core {core.get(unit)} law {answer.supply.get(unit)}" for unit in units]
    said += [f"{space} {'law' if space in answer.flips else 'core'} flips" for space in spaces]
    return [f"{record.id}: {', '.join(said)}"] if said else []


def _rules(reading: str, rules: dict[str, str]) -> str:
    return " + ".join(dict.fromkeys(rules[name] for name in reading.split(" + ") if name))
