"""Holding our answers against recorded ones.

A disagreement is explained by a rule only if turning one documented reading of that rule (or, if
no single one will do, of two) makes our answer for that unit, space or activation the recorded one.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory import law, operations, tables
from lexbelli.pursuit_of_glory.answers import KINDS, PLENTY, Answers, Turned
from lexbelli.pursuit_of_glory.questions import questions, walk
from lexbelli.pursuit_of_glory.records import Choices, Fought, Record, Spaces, read_records

__all__ = ["Comparison", "Disagreement", "compare"]


# What is asked -> what a table calls it.
_CALLED: Final = {
    "units": "units",
    "spaces": "spaces",
    "costs": "costs of activation",
    "offers": "activations offered",
    "steps": "first steps",
    "stops": "stops",
    "targets": "targets of attack",
    "fire_tables": "tables of fire",
    "strengths": "strengths in battle",
    "shifts": "column shifts",
    "modifiers": "modifiers",
    "loss_numbers": "loss numbers by die",
    "first_fire": "orders of fire",
    "flanks": "chances for a flank attack",
    "forts": "defending forts",
    "defenders": "defenders",
    "first_losses": "first steps lost",
    "retreats": "retreats by a space",
}

_Columns = Sequence[str]
_Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One question on which we and a record differ.

    Attributes:
        record: The record's name.
        kind: What is asked, one of `answers.KINDS`.
        unit: The unit, or None if the question is about the space.
        space: Where it is.
        about: The purpose of an activation, the place a unit goes to or attacks, or None.
        ours: Our answer.
        theirs: The recorded one.
        readings: The readings that would have to be turned to give it; empty if none do.
        rule: Their rule numbers, joined by `+`; None if unexplained.
        why: Our reason, with the rule that settles it for us.
    """

    record: str
    kind: str
    unit: str | None
    space: str
    about: str | None
    ours: str
    theirs: str
    readings: tuple[str, ...]
    rule: str | None
    why: str

    def as_json(self) -> dict[str, Any]:
        """Return the disagreement as plain data."""
        return {
            "record": self.record,
            "kind": self.kind,
            "unit": self.unit,
            "space": self.space,
            "about": self.about,
            "ours": self.ours,
            "theirs": self.theirs,
            "rule": self.rule,
            "readings": list(self.readings),
            "why": self.why,
        }

    def __str__(self) -> str:
        what = self.space if self.unit is None else f"{self.unit} at {self.space}"
        if self.about is not None:
            what = f"{what}, {self.kind}, {self.about}"
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

    def count(self, rule: str | None, turned: Turned) -> None:
        """Take a disagreement into account, and what explains it."""
        if rule is None:
            self.unexplained += 1
        else:
            self.explained[rule] += 1
            self.readings[" + ".join(turned)] += 1

    def as_json(self) -> dict[str, Any]:
        """Return the tally as plain data."""
        return {
            "asked": self.asked,
            "agree": self.agree,
            "explained": dict(self.explained.most_common()),
            "unexplained": self.unexplained,
            "readings": dict(self.readings.most_common()),
        }

    def table(self, of: str, rules: dict[str, str]) -> tuple[str, _Columns, _Rows]:
        """Return a table: what the disagreements are explained by."""
        differ = self.asked - self.agree
        heading = f"{self.asked} {of}: {self.agree} agree, {differ} differ"
        rows = [
            (_rules(reading, rules), reading, str(number))
            for reading, number in self.readings.most_common()
        ]
        return (
            heading,
            ("rule", "reading", "number"),
            [*rows, ("unexplained", "", str(self.unexplained))],
        )


@dataclass(slots=True)
class Comparison:
    """The outcome of a comparison over all records."""

    records: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    tallies: dict[str, Tally] = field(default_factory=lambda: {kind: Tally() for kind in KINDS})
    examples: list[Disagreement] = field(default_factory=list)
    law_asked: int = 0
    law_differs: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing is unexplained, and the law, if it was asked, says what the core says."""
        unexplained = any(tally.unexplained for tally in self.tallies.values())
        return not unexplained and not self.law_differs

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        units = self.tallies["units"]
        return {
            "records": self.records,
            "units": units.asked,
            "agree": units.agree,
            "explained": dict(units.explained.most_common()),
            "unexplained": units.unexplained,
            "readings": dict(units.readings.most_common()),
            **{kind: tally.as_json() for kind, tally in self.tallies.items() if kind != "units"},
            "skipped": dict(self.skipped),
            "law": {"records": self.law_asked, "differs": self.law_differs},
            "examples": [example.as_json() for example in self.examples],
        }

    def tables(self) -> Sequence[tuple[str, _Columns, _Rows]]:
        """Return the comparison as tables: a heading, the columns, the rows."""
        rules = {name: rule for name, rule, _, _ in tables.readings()}
        asked = {kind: tally for kind, tally in self.tallies.items() if tally.asked}
        return [tally.table(_CALLED[kind], rules) for kind, tally in asked.items()]

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
    kept: Counter[tuple[str, str | None]] = Counter()
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
            answers = Answers(record.position)
            for question in questions(record, answers, spaces):
                tally = outcome.tallies[question.kind]
                tally.asked += 1
                ours = question.ours(())
                if ours == question.theirs:
                    tally.agree += 1
                    continue
                choices = answers.choices(question.kind)
                turned = next((c for c in choices if question.ours(c) == question.theirs), ())
                rule = answers.rule(turned)
                tally.count(rule, turned)
                kept[question.kind, rule] += 1
                if kept[question.kind, rule] <= examples:
                    outcome.examples.append(
                        Disagreement(
                            record=record.id,
                            kind=question.kind,
                            unit=question.unit,
                            space=question.space,
                            about=question.about,
                            ours=ours,
                            theirs=question.theirs,
                            readings=turned,
                            rule=rule,
                            why=question.why(),
                        )
                    )
    outcome.examples.sort(key=lambda example: (example.rule is not None, example.rule or ""))
    return outcome


def _law_differs(record: Record | Choices | Fought) -> list[str]:
    """Say in one line, if at all, how the law differs from the core."""
    answer, core = law.ask(record.position), record.position.supply()
    asked = sorted(core.keys() | answer.supply.keys())
    units = [unit for unit in asked if core.get(unit) != answer.supply.get(unit)]
    spaces = sorted(set(answer.flips) ^ set(record.position.flips()))
    said = [f"{unit} core {core.get(unit)} law {answer.supply.get(unit)}" for unit in units]
    said += [f"{space} {'law' if space in answer.flips else 'core'} flips" for space in spaces]
    if isinstance(record, Choices):
        said += _law_of_ways(record)
    return [f"{record.id}: {', '.join(said)}"] if said else []


def _law_of_ways(record: Choices) -> list[str]:
    """Say how the law differs from the core on the ways of the record's unit.

    Both judge its cheapest path to every stop, and the step to each of its neighbours.
    """
    position, unit = record.position, record.mover
    referee = _core.PursuitReferee(position, PLENTY)
    stops = referee.destinations(unit)["stops"]
    paths = [stop["path"] for stop in stops.values()]
    links = position.tables.space(position.units()[unit])["links"]
    paths += [[place] for place, _ in links if place not in stops]
    moves = [_core.PursuitMove.parse(position, walk(position, unit, path)) for path in paths]
    core = referee.check_many(moves)
    lawful = operations.judge_many(position, moves, PLENTY)
    return [
        f"{unit} to {path[-1]}: core {ours} law {theirs}"
        for path, ours, theirs in zip(paths, core, lawful, strict=True)
        if sorted(ours) != sorted(theirs)
    ]


def _rules(reading: str, rules: dict[str, str]) -> str:
    return " + ".join(dict.fromkeys(rules[name] for name in reading.split(" + ") if name))
