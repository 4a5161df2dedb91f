"""Goals: what a puzzle asks of the position after a move, read from text and said to the solver.

    at(UNIT, PLACE) and (controls(SIDE, PLACE) or not controls(SIDE, OTHER))
    at_least(2, at(GROUP, PLACE)) and TOTAL <= 9

The words are the game's (docs/puzzles.md); `and`, `or`, `not`, parentheses and the counts
`at_least(N, word)`, `at_most(N, word)` and `exactly(N, word)` are everybody's. In a count one
argument may be a group, such as a nation or an area, and in a measure too.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from lexbelli.errors import BadInput, bad_input
from lexbelli.names import unknown
from lexbelli.position import Position

__all__ = [
    "TALLY",
    "And",
    "Atom",
    "Count",
    "Goal",
    "Not",
    "Or",
    "Total",
    "Vocabulary",
    "Word",
    "is_loose",
    "read_goal",
    "totals_of",
]

# The predicate of the law that says what totals are made of: tally(Total,Item,Number).
TALLY: Final = ("tally", 3)
_COUNTS: Final = {"at_least": ">=", "at_most": "<=", "exactly": "="}
# How a total may be compared.
_SIGNS: Final = ("<=", ">=", "=")
_TOKEN: Final = re.compile(r"\s*(?:(>=|<=|=)|([(),])|(-?\w+))")
_LONGEST: Final = 4000
_DEEPEST: Final = 40
_LARGEST_NUMBER: Final = 1000


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a game's vocabulary of goals.

    Attributes:
        name: How it is written.
        kinds: What its arguments are: `unit`, `space`, `side`, or another kind of the game's.
        predicate: The predicate of the law that says it, with the same arguments.
        text: What it says, as a sentence with `{}` for each argument.
        number: What its last argument counts, if that is a number to be reached: `number >= 6`.
        loose: Whether the law says it of too many moves, so that only the core knows.
    """

    name: str
    kinds: tuple[str, ...]
    predicate: str
    text: str
    number: str | None = None
    loose: bool = False


class Vocabulary(Protocol):
    """The words in which a game's goals are written."""

    words: Mapping[str, Word]
    # Totals, such as points of victory, and whether the law knows them exactly.
    totals: Mapping[str, bool]

    def total(self, position: Position, name: str) -> int:
        """Return what a total stands at, by the core."""

    def resolve(self, position: Position, kind: str, name: str) -> str:
        """Return the id a name stands for.

        Raises:
            BadInput: There is none; it suggests the nearest.
        """

    def group(self, position: Position, kind: str, name: str) -> Sequence[str] | None:
        """Return the ids of a group, or None if no group is named so."""

    def holds(
        self, before: Position, after: Position, name: str, args: Sequence[str], number: int
    ) -> bool:
        """Say whether a word is true of a position that has been reached, without the law."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A word with its arguments.

    Attributes:
        name: The word.
        args: Its arguments.
        number: What is to be reached, if the word asks for a number.
        group: Of a word of a group the number of that argument, the group's name and members.
        counts: What is counted, if the word asks for a number.
    """

    name: str
    args: tuple[str, ...]
    number: int = 0
    group: tuple[int, str, tuple[str, ...]] | None = None
    counts: str = field(default="", compare=False)

    def __str__(self) -> str:
        shown = list(self.args)
        if self.group is not None:
            shown[self.group[0]] = self.group[1]
        if self.number:
            shown.append(f"{self.counts} >= {self.number}")
        return f"{self.name}({', '.join(shown)})" if shown else self.name

    def members(self) -> Iterator["Atom"]:
        """Yield the atom for every member of its group, or itself."""
        if self.group is None:
            yield self
            return
        at, _, ids = self.group
        for one in ids:
            args = (*self.args[:at], one, *self.args[at + 1 :])
            yield Atom(self.name, args, self.number, counts=self.counts)


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary."""

    part: "Goal"

    def __str__(self) -> str:
        return f"not {_inner(self.part)}"


@dataclass(frozen=True, slots=True)
class And:
    """All of several."""

    parts: tuple["Goal", ...]

    def __str__(self) -> str:
        return " and ".join(_inner(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """One of several at least."""

    parts: tuple["Goal", ...]

    def __str__(self) -> str:
        return " or ".join(_inner(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Count:
    """So many members of a group."""

    kind: str
    number: int
    atom: Atom

    def __str__(self) -> str:
        return f"{self.kind}({self.number}, {self.atom})"


@dataclass(frozen=True, slots=True)
class Total:
    """A total that is compared with a number: `TOTAL <= 9`."""

    name: str
    sign: str
    number: int

    def __str__(self) -> str:
        return f"{self.name} {self.sign} {self.number}"


Goal = Atom | Not | And | Or | Count | Total


def _inner(part: Goal) -> str:
    return f"({part})" if isinstance(part, And | Or) else str(part)


def read_goal(text: str, position: Position, vocabulary: Vocabulary) -> Goal:
    """Read a goal.

    Args:
        text: The goal.
        position: The position whose units and places it names.
        vocabulary: The game's words.

    Raises:
        BadInput: It cannot be read; the error names the word and the nearest valid choice.
    """
    return _Reader(text, position, vocabulary).goal()


def read_measure(text: str, position: Position, vocabulary: Vocabulary) -> Atom:
    """Read what is to be as many or as few as possible: a word of a group.

    Raises:
        BadInput: It cannot be read.
    """
    return _Reader(text, position, vocabulary).measure()


class _Reader:
    def __init__(self, text: str, position: Position, vocabulary: Vocabulary) -> None:
        if len(text) > _LONGEST:
            raise bad_input(f"is longer than {_LONGEST} characters", "goal")
        self._position, self._vocabulary = position, vocabulary
        self._tokens: list[str] = []
        at = 0
        text = text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise bad_input(f"cannot be read at '{text[at : at + 20]}'", "goal")
            self._tokens.append(found[0].strip())
            at = found.end()
        self._at = 0
        self._depth = 0

    def goal(self) -> Goal:
        found = self._either()
        self._end()
        return found

    def measure(self) -> Atom:
        found = self._atom(self._take(), grouped=True)
        self._end()
        if found.group is None:
            raise bad_input(f"'{found}' names no group to be counted", "measure")
        return found

    def _end(self) -> None:
        if self._at < len(self._tokens):
            raise bad_input(f"nothing can follow here: '{self._tokens[self._at]}'", "goal")

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str = "") -> str:
        token = self._peek()
        if not token or (wanted and token != wanted):
            said = f"'{token}'" if token else "its end"
            raise bad_input(f"has {said} where '{wanted or 'a word'}' is needed", "goal")
        self._at += 1
        return token

    def _either(self) -> Goal:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise bad_input(f"has more than {_DEEPEST} parentheses within each other", "goal")
        parts = [self._both()]
        while self._peek() == "or":
            self._take()
            parts.append(self._both())
        self._depth -= 1
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _both(self) -> Goal:
        parts = [self._one()]
        while self._peek() == "and":
            self._take()
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _one(self) -> Goal:
        token = self._take()
        if token == "not":
            self._depth += 1
            if self._depth > _DEEPEST:
                raise bad_input("denies too often", "goal")
            part = self._one()
            self._depth -= 1
            self._deniable(part)
            return Not(part)
        if token == "(":
            found = self._either()
            self._take(")")
            return found
        if token in _COUNTS:
            return self._count(token)
        if token in self._vocabulary.totals:
            return self._total(token)
        return self._atom(token)

    def _total(self, name: str) -> Goal:
        sign = self._take()
        if sign not in _SIGNS:
            signs = ", ".join(_SIGNS)
            raise bad_input(f"has '{sign}' after '{name}' where one of {signs} is needed", "goal")
        text = self._take()
        below = text.startswith("-")
        number = self._number(text.removeprefix("-"))
        return Total(name, sign, -number if below else number)

    def _deniable(self, part: Goal) -> None:
        for atom in atoms_of(part):
            if self._vocabulary.words[atom.name].loose:
                raise bad_input(f"'{atom.name}' cannot be denied", "goal")

    def _count(self, kind: str) -> Goal:
        self._take("(")
        number = self._number(self._take())
        self._take(",")
        atom = self._atom(self._take(), grouped=True)
        self._take(")")
        if atom.group is None:
            raise bad_input(f"'{atom}' names no group to be counted", "goal")
        return Count(kind, number, atom)

    def _number(self, text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text[:9]) > _LARGEST_NUMBER:
            raise bad_input(f"'{text}' is no number from 0 to {_LARGEST_NUMBER}", "goal")
        return int(text)

    def _atom(self, name: str, grouped: bool = False) -> Atom:
        word = self._vocabulary.words.get(name)
        if word is None:
            known = [*self._vocabulary.words, *self._vocabulary.totals, *_COUNTS]
            raise unknown(name, known, "goal")
        if grouped and word.loose:
            raise bad_input(f"'{name}' cannot be counted", "goal")
        args: list[str] = []
        group = None
        number = 0
        if word.kinds:
            self._take("(")
            for at, kind in enumerate(word.kinds):
                if at:
                    self._take(",")
                given = self._take()
                members = None
                if grouped and group is None:
                    members = self._vocabulary.group(self._position, kind, given)
                if members is not None:
                    group = at, given, tuple(members)
                    args.append("")
                else:
                    args.append(self._name(kind, given))
            if word.number is not None:
                self._take(",")
                self._take(word.number)
                self._take(">=")
                number = self._number(self._take())
            self._take(")")
        return Atom(name, tuple(args), number, group, word.number or "")

    def _name(self, kind: str, given: str) -> str:
        try:
            return self._vocabulary.resolve(self._position, kind, given)
        except BadInput as error:
            if self._vocabulary.group(self._position, kind, given) is not None:
                raise bad_input(
                    f"'{given}' is a group: say at_least(1, ...), or name one of it", "goal"
                ) from None
            raise error


def atoms_of(goal: Goal) -> Iterator[Atom]:
    """Yield every word with its arguments."""
    match goal:
        case Atom():
            yield goal
        case Not(part):
            yield from atoms_of(part)
        case And(parts) | Or(parts):
            for part in parts:
                yield from atoms_of(part)
        case Count(_, _, atom):
            yield atom


def totals_of(goal: Goal) -> Iterator[Total]:
    """Yield every total that is compared."""
    match goal:
        case Total():
            yield goal
        case Not(part):
            yield from totals_of(part)
        case And(parts) | Or(parts):
            for part in parts:
                yield from totals_of(part)


def is_loose(goal: Goal, vocabulary: Vocabulary) -> bool:
    """Whether only the core knows for certain that a move meets a goal."""
    return any(vocabulary.words[atom.name].loose for atom in atoms_of(goal)) or any(
        not vocabulary.totals[total.name] for total in totals_of(goal)
    )


def conjuncts(goal: Goal) -> tuple[Goal, ...]:
    """Return the parts that must all be met."""
    return goal.parts if isinstance(goal, And) else (goal,)


def is_met(goal: Goal, before: Position, after: Position, words: Vocabulary) -> bool:
    """Say whether a position that has been reached meets a goal, by the core alone."""
    match goal:
        case Atom(name, args, number):
            return words.holds(before, after, name, args, number)
        case Not(part):
            return not is_met(part, before, after, words)
        case And(parts):
            return all(is_met(part, before, after, words) for part in parts)
        case Or(parts):
            return any(is_met(part, before, after, words) for part in parts)
        case Total(name, sign, number):
            stands = words.total(after, name)
            return {"<=": stands <= number, ">=": stands >= number}.get(sign, stands == number)
        case Count(kind, number, atom):
            # One more than is asked for is as good as all of them.
            found = counted(atom, before, after, words, number + 1)
            return {"at_least": found >= number, "at_most": found <= number}.get(
                kind, found == number
            )


def counted(
    atom: Atom, before: Position, after: Position, words: Vocabulary, most: int | None = None
) -> int:
    """Return of how many members of a group a word is true, by the core alone; at most `most`."""
    assert atom.group is not None
    at, _, ids = atom.group
    args, found = list(atom.args), 0
    for one in ids:
        args[at] = one
        found += words.holds(before, after, atom.name, args, atom.number)
        if found == most:
            break
    return found


class Said:
    """Goals said to the solver: the text of a program, and what it asks for.

    Args:
        vocabulary: The game's words.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._lines: list[str] = []
        self._number = 0
        self.asked: set[tuple[str, int]] = set()

    def say(self, goal: Goal) -> str:
        """Add what makes a goal true, and return the atom that says that it is met."""
        match goal:
            case Atom():
                return self._named(self._body(goal))
            case Not(part):
                return self._named(f"not {self.say(part)}")
            case And(parts):
                return self._named(", ".join([self.say(part) for part in parts]))
            case Or(parts):
                found = [self.say(part) for part in parts]
                name = self._named(found[0])
                self._lines += [f"{name} :- {other}." for other in found[1:]]
                return name
            case Total(name, sign, number):
                return self._named(f"{self.sum(name)} {sign} {number}")
            case Count(kind, number, atom):
                return self._named(f"#count {{ {self.each(atom)} }} {_COUNTS[kind]} {number}")

    def sum(self, name: str) -> str:
        """Return the aggregate of a total."""
        self.asked.add(TALLY)
        return f"#sum {{ Number,Item : {TALLY[0]}({name},Item,Number) }}"

    def each(self, atom: Atom, weight: str = "") -> str:
        """Return the element of an aggregate that is there for every member of a group."""
        assert atom.group is not None
        at, _, ids = atom.group
        self._number += 1
        name = f"member_{self._number}"
        self._lines += [f"{name}({one})." for one in ids]
        self._lines.append(f"#defined {name}/1.")
        args = [*atom.args]
        args[at] = "One"
        return f"{weight}One : {self._atom(atom.name, args)}, {name}(One)"

    def text(self) -> str:
        """Return the program."""
        defined = [f"#defined {name}/{arity}." for name, arity in sorted(self.asked)]
        return "\n".join([*defined, *self._lines, ""])

    def _named(self, body: str) -> str:
        self._number += 1
        name = f"wish({self._number})"
        self._lines.append(f"{name} :- {body}.")
        return name

    def _body(self, atom: Atom) -> str:
        word = self._vocabulary.words[atom.name]
        if word.number is None:
            return self._atom(atom.name, atom.args)
        self.asked |= {(word.predicate, len(word.kinds) + 1), (word.number, 2)}
        args = ",".join((*atom.args, "Unit"))
        return (
            f"#sum {{ Factor,Unit : {word.predicate}({args}), {word.number}(Unit,Factor) }}"
            f" >= {atom.number}"
        )

    def _atom(self, name: str, args: Sequence[Any]) -> str:
        predicate = self._vocabulary.words[name].predicate
        self.asked.add((predicate, len(args)))
        return f"{predicate}({','.join(args)})" if args else predicate
