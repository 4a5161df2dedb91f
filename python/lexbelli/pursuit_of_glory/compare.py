"""Holding our answers against recorded ones.

A disagreement is explained by a rule only if it is on a list of known differences, with both
answers and the rule that decides it (`known`); every other one is new.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from lexbelli import _core
from lexbelli.errors import BadInput, bad_input
from lexbelli.pursuit_of_glory import law, operations, tables
from lexbelli.pursuit_of_glory.golden import (
    KINDS,
    Choices,
    Recorded,
    RecordedQuestion,
    Unread,
    read_records,
)
from lexbelli.pursuit_of_glory.golden.answers import PLENTY
from lexbelli.pursuit_of_glory.golden.choices import walk
from lexbelli.pursuit_of_glory.known import Asked, Difference, KnownDifferences, beside, write

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
    "phases": "what comes of a phase",
    "events": "events that may be played",
    "replacements": "steps by replacement points",
    "prices": "prices of steps",
    "payers": "kinds of points that pay",
    "outcomes": "what comes of an event",
    "redeployments": "ends of redeployments",
}

# So many bad records are listed for readers; JSON lists all.
_MOST_LISTED: Final = 20
# So many lines that are no records are gone through; then it is some other file.
_MOST_UNREAD: Final = 10_000

_Columns = Sequence[str]
_Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One question on which we and a record differ.

    Attributes:
        record: The record's name.
        kind: What is asked, one of `golden.KINDS`.
        unit: The unit, or None if the question is about the space.
        space: Where it is.
        about: The purpose of an activation, the place a unit goes to or attacks, or None.
        ours: Our answer.
        theirs: The recorded one.
        readings: How the other program reads the rule, in a word each; empty if unexplained.
        rule: The numbers of the rules that decide it, joined by `+`; None if unexplained.
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
    classes: Counter[tuple[str, str]] = field(default_factory=Counter)
    unexplained: int = 0

    def count(self, known: Difference | None) -> None:
        """Take a disagreement into account, and what is known of it."""
        if known is None:
            self.unexplained += 1
        else:
            self.explained[known.rule] += 1
            self.readings[known.reading] += 1
            self.classes[known.rule, known.reading] += 1

    def as_json(self) -> dict[str, Any]:
        """Return the tally as plain data."""
        return {
            "asked": self.asked,
            "agree": self.agree,
            "explained": dict(self.explained.most_common()),
            "unexplained": self.unexplained,
            "readings": dict(self.readings.most_common()),
        }

    def table(self, of: str) -> tuple[str, _Columns, _Rows]:
        """Return a table: what the disagreements are explained by."""
        differ = self.asked - self.agree
        heading = f"{self.asked} {of}: {self.agree} agree, {differ} differ"
        rows = [
            (rule, reading, str(number)) for (rule, reading), number in self.classes.most_common()
        ]
        return (
            heading,
            ("rule", "reading", "number"),
            [*rows, ("unexplained", "", str(self.unexplained))],
        )


@dataclass(slots=True)
class Comparison:
    """The outcome of a comparison over all records.

    Attributes:
        records: How many were compared.
        skipped: How many were not, by their type.
        unread: The lines that are no records, with what is wrong with them.
        tallies: By what is asked, how our answers compare.
        examples: Disagreements, those that are new first.
        gone: How many known differences are none any more: we agree now, or differ otherwise.
        law_asked: Of how many records the law was asked too.
        law_differs: Where it says something else than the core.
    """

    records: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    unread: list[Unread] = field(default_factory=list)
    tallies: dict[str, Tally] = field(default_factory=lambda: {kind: Tally() for kind in KINDS})
    examples: list[Disagreement] = field(default_factory=list)
    gone: int = 0
    law_asked: int = 0
    law_differs: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether every line could be read and nothing is unexplained.

        And whether the law, if it was asked, says what the core says.
        """
        unexplained = any(tally.unexplained for tally in self.tallies.values())
        return not unexplained and not self.law_differs and not self.unread

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
            "unread": [{"where": each.where, "why": each.why} for each in self.unread],
            "gone": self.gone,
            "law": {"records": self.law_asked, "differs": self.law_differs},
            "examples": [example.as_json() for example in self.examples],
        }

    def tables(self) -> Sequence[tuple[str, _Columns, _Rows]]:
        """Return the comparison as tables: a heading, the columns, the rows."""
        asked = {kind: tally for kind, tally in self.tallies.items() if tally.asked}
        return [tally.table(_CALLED[kind]) for kind, tally in asked.items()]

    def remarks(self) -> Sequence[str]:
        """Return the examples, one paragraph each, and what the law said."""
        skipped = [f"{number} {kind} skipped" for kind, number in self.skipped.items()]
        if self.unread:
            skipped.append(f"{len(self.unread)} bad and left out")
        said = [", ".join([f"{self.records} records", *skipped])]
        said += [f"{each.where}: {each.why}" for each in self.unread[:_MOST_LISTED]]
        if len(self.unread) > _MOST_LISTED:
            said.append(f"... and {len(self.unread) - _MOST_LISTED} more bad records.")
        said += [str(example) for example in self.examples]
        if self.gone:
            said.append(f"Known differences that are none any more: {self.gone}.")
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
    known: Sequence[str] = (),
    write_known: str | None = None,
) -> Comparison:
    """Answer every record of the files and compare.

    Args:
        files: Files of records, packed or not.
        examples: How many disagreements of each class to keep as examples.
        data: A folder with an owner's own tables, or None for the shipped ones.
        by_law: Whether the law is asked as well, and held against the core.
        progress: Called with the number of records answered so far.
        known: Lists of known differences; if there are none, those beside the files.
        write_known: Where to write a list of all differences, the new ones without a rule.

    Raises:
        BadInput: A file cannot be read, no line of the files is a record, or thousands are none.
    """
    loaded = tables.load(data)
    # Of two files in one folder the list beside them is read once.
    lists = known or dict.fromkeys(path for file in files for path in beside(file))
    work = _Work(KnownDifferences.read(lists), examples, write_known is not None)
    outcome = work.outcome
    for path in files:
        for record in read_records(path, loaded):
            if isinstance(record, str):
                outcome.skipped[record] += 1
                continue
            if isinstance(record, Unread):
                outcome.unread.append(record)
                if len(outcome.unread) > _MOST_UNREAD:
                    first = outcome.unread[0]
                    said = f"more than {_MOST_UNREAD:,} lines are no records, such as {first.where}"
                    raise bad_input(f"{said}: {first.why}", path)
                continue
            try:
                asked = list(record.questions())
                differs = _law_differs(record) if by_law else []
            except (BadInput, LookupError, TypeError, ValueError) as error:
                known_error = isinstance(error, BadInput)
                why = str(error) if known_error else f"cannot be answered: {error!r}"
                outcome.unread.append(Unread(f"{path}, record {record.id}", why))
                continue
            outcome.records += 1
            if progress is not None:
                progress(outcome.records)
            outcome.law_asked += by_law
            outcome.law_differs += differs
            work.records[record.id] = None
            for question in asked:
                work.take(record.id, question)
    if outcome.unread and not outcome.records and not outcome.skipped:
        first = outcome.unread[0]
        raise bad_input(first.why, first.where)
    outcome.examples.sort(key=lambda example: (example.rule is not None, example.rule or ""))
    if write_known is not None:
        write(write_known, work.known.renewed(work.found.values(), work.records))
    return outcome


class _Work:
    """A comparison in the making."""

    def __init__(self, known: KnownDifferences, examples: int, keep: bool) -> None:
        self.known = known
        self.outcome = Comparison()
        self.records: dict[str, None] = {}
        self.found: dict[Asked, Difference] = {}
        self._examples = examples
        self._keep = keep
        self._shown: Counter[tuple[str, str | None, str]] = Counter()

    def take(self, record: str, question: RecordedQuestion) -> None:
        """Take a question of a record into account."""
        tally = self.outcome.tallies[question.kind]
        tally.asked += 1
        asked = record, question.kind, question.unit or "", question.space, question.about or ""
        answers = question.ours, question.theirs
        known = self.known.of(asked)
        if known is not None and (known.ours, known.theirs) != answers:
            self.outcome.gone += 1
            known = None
        if question.ours == question.theirs:
            tally.agree += 1
            return
        if self._keep:
            self.found[asked] = known or Difference(*asked, *answers, rule="", reading="")
        if known is not None and not known.rule:
            known = None  # It waits to be weighed.
        tally.count(known)
        shown = question.kind, known.rule if known else None, known.reading if known else ""
        self._shown[shown] += 1
        if self._shown[shown] <= self._examples:
            self.outcome.examples.append(_disagreement(record, question, known))


def _disagreement(
    record: str, question: RecordedQuestion, known: Difference | None
) -> Disagreement:
    return Disagreement(
        record=record,
        kind=question.kind,
        unit=question.unit,
        space=question.space,
        about=question.about,
        ours=question.ours,
        theirs=question.theirs,
        readings=tuple(known.reading.split(" + ")) if known and known.reading else (),
        rule=known.rule if known else None,
        why=question.why(),
    )


def _law_differs(record: Recorded) -> list[str]:
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
    checker = _core.PursuitChecker(position, PLENTY)
    stops = checker.destinations(unit)["stops"]
    paths = [stop["path"] for stop in stops.values()]
    links = position.tables.space(position.units()[unit])["links"]
    paths += [[place] for place, _ in links if place not in stops]
    moves = [
        _core.PursuitMove.parse(position, walk(position, unit, path), operations.KIND)
        for path in paths
    ]
    core = checker.check_many(moves)
    lawful = operations.judge_many(position, moves, PLENTY)
    return [
        f"{unit} to {path[-1]}: core {ours} law {theirs}"
        for path, ours, theirs in zip(paths, core, lawful, strict=True)
        if sorted(ours) != sorted(theirs)
    ]
