"""The law of operations: legal moves, and what is wrong; how the law is asked."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from typing import Final

import clingo
from clingo.ast import AST

from lexbelli import _core
from lexbelli.law import Candidates, Ground, Law, LawError, programs_of, term_of
from lexbelli.pruning import Fact, Key, Pruned, Pruner, Signature, head_of
from lexbelli.pursuit_of_glory.tables import NAME

__all__ = [
    "KIND",
    "BrokenRule",
    "LawQuery",
    "Laws",
    "broken",
    "configure",
    "grounded_any",
    "judge",
    "judge_many",
    "judge_orders",
    "law_of",
    "moves",
]

# A broken rule: its number, and the witness as the law writes it.
BrokenRule = tuple[str, str]

# The decision.
KIND: Final = "operations"

_LAWFUL: Final = "rules_asp/common/lawful.lp"
_EXPLAIN: Final = "rules_asp/common/explain.lp"
_STANDS: Final = re.compile(r"\bat\((\w+),|\bin_box\((\w+),\w+_corps_assets\)")
# Where an event lets units of the Reserve Box join attacks they are told as well.
_SUPPORT: Final = re.compile(r"\bat\((\w+),|\bin_box\((\w+),(?:\w+_corps_assets|cp_reserve)\)")
_AT: Final = re.compile(r"\bat\((\w+),(\w+)\)")
# A unit that is not in the game yet.
_COMES: Final = re.compile(r"\b(?:reinforcement\(|not_in_game\(|entry_of\(\w+,)(\w+)")
_ID: Final = re.compile(r"\w+")
_LINE: Final = re.compile(r"link(?:_nation|_flag)?\((\w+),(\w+),")
_FAR: Final = re.compile(r"\b(?:class|size|nation)\((\w+),(?:tribe|lcu|bu)\)")
_SPACE: Final = re.compile(r"\bspace\((\w+)\)")
_STRAIT: Final = re.compile(r"\bstrait\((\w+),(\w+)")
_UNIT: Final = re.compile(r"\bunit\((\w+)\)")
_UNTRACED: Final = re.compile(r"untraced\(\w+,(\w+)\)\.")


def judge(position: _core.PursuitPosition, move: str, ops: int) -> list[BrokenRule]:
    """Return every rule a move breaks, sorted; none if it is legal.

    Args:
        position: The position.
        move: The move, as text or JSON.
        ops: The OPS there are to spend.

    Raises:
        BadInput: The move cannot be read.
        LawError: The law is at fault.
    """
    return judge_orders(position, _core.PursuitMove.parse(position, move, KIND), ops)


def judge_orders(
    position: _core.PursuitPosition, move: _core.PursuitMove, ops: int
) -> list[BrokenRule]:
    """As `judge`, of a move that has been read."""
    question = LawQuery("judge_operations.lp", position)
    given = _given([move])
    with question.grounded(ops, given) as control:
        return broken(control, [])


def judge_many(
    position: _core.PursuitPosition, moves: Sequence[_core.PursuitMove], ops: int
) -> list[list[BrokenRule]]:
    """As `judge`, of several moves that have been read; quicker than one by one.

    Raises:
        LawError: The law is at fault.
    """
    terms = [{clingo.parse_term(term) for term in _TERM.findall(move.facts())} for move in moves]
    question = LawQuery("judge_many_operations.lp", position)
    answers: list[list[BrokenRule]] = []
    with question.grounded(ops, _given(moves)) as control:
        candidates = Candidates(control, set().union(*terms))
        answers += [broken(control, candidates.just(orders)) for orders in terms]
    return answers


def moves(position: _core.PursuitPosition, ops: int, limit: int = 0) -> Iterator[_core.PursuitMove]:
    """Yield legal moves, each once, in no particular order.

    Paths never have the same place twice on the Gallipoli map, where that would be free (11.4.2),
    unless they left it for a place that the side does not control; but they may end where they
    began.

    Args:
        position: The position.
        ops: The OPS there are to spend.
        limit: How many at most; 0 = all.

    Raises:
        LawError: The law is at fault.
    """
    left, waiting = limit, ""
    # Simple moves come from a small program, at once; those in which a unit goes farther than to
    # the next place, or something rarer is done, from a larger one; and the few of more than eight
    # places, which there are on the Gallipoli map, from the whole.
    for longest, wanted in ((1, None), (_USUAL, _EXTENDED), (None, _GOES_PAST_EIGHT)):
        question = LawQuery("show_moves_operations.lp", position, longest)
        law = question.simple(ops) if wanted is None else question.grounded(ops, waiting)
        with law as control:
            if wanted is None:
                later = _needy(control)
                waiting = "\n".join(f"left_out({unit})." for unit in sorted(later))
                assumed = [(order, False) for order in _ways_of(control, later)]
            else:
                assumed = [(wanted, True)]
            configure(control, models=left if limit else 0)
            with control.solve(yield_=True, assumptions=assumed) as handle:
                for model in handle:
                    terms = " ".join(term_of(atom) for atom in model.symbols(shown=True))
                    yield _core.PursuitMove.from_terms(position.tables, terms, KIND)
                    left -= 1
                    if limit and left == 0:
                        return
            if longest == _USUAL and not any(control.symbolic_atoms.by_signature("cut_short", 1)):
                return


# Orders of which the simple moves that are looked for first have none.
_RARE: Final = ("land", "withdraw", "remove", "assault", "organize", "use", "join")
_EXTENDED: Final = clingo.Function("extended")
_GOES_PAST_EIGHT: Final = clingo.Function("goes_past_eight")
# So many places a path has at most, but on the Gallipoli map.
_USUAL: Final = 8
# The predicates of assumptions, and those that are asked for.
_ASSUMED: Final = (
    *(("do", 1), ("extended", 0), ("goes_past_eight", 0), ("cut_short", 1)),
    *(("moves", 1), ("stops", 2), ("comes_back", 0), ("could_come_back", 0)),
)
# Who may need what others take before it, or lines that may have changed: then the whole map is
# asked for. Of most moves nobody does.
_GIVES_UP: Final = frozenset(("withdraw", "remove"))
_FLOODED: Final = ("flooded", 1)
_NEEDY: Final = (("may_lose_supply", 1), ("ferries", 1), ("needs_rail", 1))
_IN_DOUBT: Final = (*_NEEDY, _FLOODED)
_TERM: Final = re.compile(r"\bdo\((.*)\)\.$", re.MULTILINE)


def _given(moves: Iterable[_core.PursuitMove]) -> str:
    found = {term for move in moves for term in _TERM.findall(move.facts())}
    return "\n".join(f"given({term})." for term in sorted(found))


def broken(
    control: clingo.Control, assumed: Sequence[tuple[clingo.Symbol, bool] | int]
) -> list[BrokenRule]:
    """Return every rule that the law says is broken, sorted.

    Raises:
        LawError: There is not exactly one answer.
    """
    shown: list[list[BrokenRule]] = []

    def note(model: clingo.Model) -> None:
        shown.append(
            [
                (atom.arguments[0].string, str(atom.arguments[1]))
                for atom in model.symbols(shown=True)
            ]
        )

    control.solve(assumptions=assumed, on_model=note)
    if len(shown) != 1:
        raise LawError("the law has no answer" if not shown else "the law has several answers")
    return sorted(shown[0])


def configure(control: clingo.Control, models: int, mode: str = "auto") -> None:
    """Ask for so many answers (0 = all), in one of clingo's modes."""
    solve = control.configuration.solve
    assert isinstance(solve, clingo.Configuration)
    solve.models = str(models)
    solve.enum_mode = mode


class LawQuery:
    """One question about one position: the law, and the facts it needs to be told.

    Args:
        program: The program that asks it, such as `show_moves_operations.lp`.
        position: The position.
        longest: How far units go at most in one move; None = as far as the program says.
        laws: The law to ask instead of that of the program alone, see `law_of`.
    """

    def __init__(
        self,
        program: str,
        position: _core.PursuitPosition,
        longest: int | None = None,
        laws: "Laws | None" = None,
    ) -> None:
        if laws is None:
            laws = _law(program, position.tables, longest)
        self.law, self.tables, self.pruner = laws
        self.position = position
        # Only a single move that is given says what it is not about.
        self.alone = program == "judge_operations.lp"

    def grounded(self, ops: int, given: str) -> AbstractContextManager[clingo.Control]:
        """Return the law of operations, ground for so many OPS and some orders that are given."""
        facts = self.position.operation_facts(ops)
        return self.told(facts, given, _stands(facts))

    def ground(self, more: str, given: str, stands: re.Pattern[str]) -> Ground:
        """Ground the whole law for the position and further facts, see `told`."""
        facts = self.position.facts()
        units = _units_in(facts, stands) | set(_ID.findall(given)) | set(_COMES.findall(more))
        return self._ground(self.pruner, f"{facts}\n{more}\n{given}", units)

    def ground_operations(self, ops: int, given: str) -> Ground:
        """As `grounded`, for who asks more than once."""
        facts = self.position.operation_facts(ops)
        return self.ground(facts, given, _stands(facts))

    @contextmanager
    def simple(self, ops: int) -> Iterator[clingo.Control]:
        """Yield the law, ground for moves of units that need nothing which others take.

        Who may need that is still to be seen, but the law does not say what follows.
        """
        facts = f"{self.position.facts()}\n{self.position.operation_facts(ops)}"
        units = _units_in(facts)
        with self._ground(_plain(self.pruner), facts, units).asked() as control:
            if not _holds(control, _FLOODED):
                yield control
                return
        with self._ground(self.pruner, facts, units).asked() as control:
            yield control

    def all_told(self, ops: int, given: str) -> set[str]:
        """Return every fact that the law is told for so many OPS, whether it matters or not."""
        facts = self.position.facts()
        units = _units_in(facts)
        told = set(_facts(f"{facts}\n{self.position.operation_facts(ops)}\n{given}"))
        return told | {fact.text for fact in (*self.tables.map, *self.tables.of(units))}

    @contextmanager
    def told(self, more: str, given: str, stands: re.Pattern[str]) -> Iterator[clingo.Control]:
        """Yield the law, ground for the position and further facts.

        Args:
            more: What the law is told besides the facts of the position.
            given: Orders that are given, as facts.
            stands: What finds the units among the facts that may be in question.
        """
        named = set(_ID.findall(given))
        if self.alone and _GIVES_UP.isdisjoint(named):
            facts = self.position.facts()
            standing = _AT.findall(facts)
            about = named | {place for unit, place in standing if unit in named}
            near = _UNTRACED.sub(lambda match: match[0] if match[1] in about else "", more)
            around = None
            if not self.tables.hangs_on_all(about):
                around = self.tables.around(about, about | {place for _, place in standing})
            units = _units_in(facts, stands) | named | set(_COMES.findall(more))
            told = f"{facts}\n{near}\n{given}"
            with self._ground(_plain(self.pruner), told, units, around).asked() as control:
                if not any(_holds(control, one) for one in _IN_DOUBT):
                    yield control
                    return
        with self.ground(more, given, stands).asked() as control:
            yield control

    def _ground(
        self,
        pruner: Pruner,
        facts: str,
        units: Iterable[str],
        around: Iterable[Fact] | None = None,
    ) -> Ground:
        """Ground the law for these facts, units, and a part of the map (None = all)."""
        told = [*map(pruner.fact, _facts(facts)), *self.tables.of(units)]
        if around is not None:
            told += around
        keys = frozenset().union(*(fact.keys for fact in told))
        if around is None:
            keys |= self.tables.keys
        left = _pruned(pruner, keys)
        rest, plain = _sorted_out(told, left.asked)
        if around is None:
            more, known = self.tables.whole(left.asked)
            rest += more
            plain = {**known, **{at: [*known.get(at, ()), *plain[at]] for at in plain}}
        return self.law.ground("\n".join(rest), left.statements, plain)


def grounded_any(
    questions: Sequence[LawQuery], ops: int, given: Sequence[str]
) -> AbstractContextManager[clingo.Control]:
    """Return the law, ground for one of several positions: `one_of(N)` says for which, from 0 on.

    What is so in all of them is told as facts, and the rest follows from the choice: that takes
    little longer than one of them alone.

    Args:
        questions: The same question about each of the positions.
        ops: The OPS there are to spend in each.
        given: Further facts about each.
    """
    told = [one.all_told(ops, more) for one, more in zip(questions, given, strict=True)]
    law, pruner = questions[0].law, questions[0].pruner
    facts = {text: pruner.fact(text) for text in sorted(set().union(*told))}
    left = _pruned(pruner, frozenset().union(*(fact.keys for fact in facts.values())))
    matter = {text for text, fact in facts.items() if fact.name in left.asked}
    common = set.intersection(*told) & matter
    lines = sorted(common)
    for number, its in enumerate(told):
        own = sorted((its & matter) - common)
        lines += [f"{text.removesuffix('.')} :- one_of({number})." for text in own]
    lines.append(f"{{ one_of(0..{len(told) - 1}) }} = 1.")
    return law.grounded("\n".join(lines), left.statements)


class _Tables:
    """The facts of the tables: those of the map, and those of each unit.

    Attributes:
        map: The facts of the map, in an order of their own: the answers come in the order in which
            clingo hears of things.
        keys: What they say that rules ask for.
    """

    def __init__(self, static: str, law: Law, pruner: Pruner) -> None:
        self._units: dict[str, list[Fact]] = {unit: [] for unit in _UNIT.findall(static)}
        self._places: dict[str, list[Fact]] = {place: [] for place in _SPACE.findall(static)}
        self._world: list[Fact] = []
        self._lines: list[tuple[str, str, Fact]] = []
        for text in _facts(static):
            name, _, rest = text.partition("(")
            if name not in law.asked:
                continue
            fact = pruner.fact(text)
            line = _LINE.match(text)
            if line is None:
                first = _ID.match(rest)
                about = "" if first is None else first[0]
                self._units.get(about, self._places.get(about, self._world)).append(fact)
            else:
                self._lines.append((line[1], line[2], fact))
        every = self._places.keys()
        self.map = tuple(self._part(every, every))
        self.keys = frozenset().union(*(fact.keys for fact in self.map))
        self._whole: dict[AbstractSet[str], _Sorted] = {}
        # Who asks for the whole map: the range of tribes, the railroads of LCUs, and the way home
        # of Bulgarians.
        self._far = frozenset(_FAR.findall(static))
        # Places that are always in question: those the law names, and the banks of the straits.
        self._landmarks = law.words & every
        self._landmarks |= {bank for pair in _STRAIT.findall(static) for bank in pair}

    def hangs_on_all(self, about: AbstractSet[str]) -> bool:
        """Whether the whole map is asked for.

        Args:
            about: The units and places that are in question.
        """
        return not self._far.isdisjoint(about)

    def of(self, units: Iterable[str]) -> Iterator[Fact]:
        """Yield the facts of some units."""
        for unit in sorted(units):
            yield from self._units.get(unit, ())

    def whole(self, asked: AbstractSet[str]) -> "_Sorted":
        """Return the facts of the map that are asked for, by the names of their predicates."""
        if asked not in self._whole:
            if len(self._whole) >= _MOST_MAPS:
                self._whole.clear()
            self._whole[asked] = _sorted_out(self.map, asked)
        return self._whole[asked]

    def around(self, about: AbstractSet[str], places: AbstractSet[str]) -> Iterator[Fact]:
        """Return the facts of a part of the map.

        Args:
            about: The places (and units) whose connections are in question.
            places: The places that are in question.
        """
        return self._part(about, places | self._landmarks)

    def _part(self, about: AbstractSet[str], places: AbstractSet[str]) -> Iterator[Fact]:
        yield from self._world
        for place, facts in self._places.items():
            if place in places:
                yield from facts
        for one, other, fact in self._lines:
            if one in about or other in about:
                yield fact


# Facts as they are told: those that are read, and those that need not be.
_Sorted = tuple[list[str], dict[Signature, list[clingo.Symbol]]]
# So many programs are kept: enough for one question about every kind of decision.
_MOST_LAWS: Final = 64
# Of so many questions is kept what the map tells them.
_MOST_MAPS: Final = 64


def _sorted_out(facts: Iterable[Fact], asked: AbstractSet[str]) -> _Sorted:
    """Return the facts that are asked for, by the names of their predicates."""
    read: list[str] = []
    told: dict[Signature, list[clingo.Symbol]] = {}
    for fact in facts:
        if fact.name not in asked:
            continue
        if fact.symbol is None:
            read.append(fact.text)
        else:
            told.setdefault(fact.signature, []).append(fact.symbol)
    return read, told


def _facts(text: str) -> list[str]:
    """Split a text into its facts."""
    return [fact for fact in text.replace(". ", ".\n").split("\n") if fact]


# A law, the tables it is told of, and what leaves out what does not matter.
Laws = tuple[Law, _Tables, Pruner]


def law_of(law: Law, static: str) -> Laws:
    """Make a law for `LawQuery` of rules that are put together elsewhere.

    Args:
        law: The rules.
        static: The facts of the tables.
    """
    pruner = Pruner(law.rules, _ASSUMED)
    return law, _Tables(static, law, pruner), pruner


@lru_cache(maxsize=_MOST_LAWS)
def _law(program: str, tables: _core.PursuitTables, longest: int | None = None) -> Laws:
    programs = programs_of(NAME, program)
    options: list[str] = []
    if program.startswith("judge"):
        programs.append(_EXPLAIN)
    else:
        programs.append(_LAWFUL)
    if program.startswith("show_orders"):
        options.append("--heuristic=Domain")
    if longest is not None:
        options += ["-c", f"longest={longest}"]
    law = Law(programs, "", options)
    if longest == 1:
        law.rules = [rule for rule in law.rules if not _offers(rule, _RARE)]
    return law_of(law, tables.static_facts())


def _offers(rule: AST, verbs: Collection[str]) -> bool:
    """Whether a rule says which orders there are with one of these verbs."""
    head = head_of(rule)
    return head is not None and head.name == "candidate" and head.arguments[0].name in verbs


def _stands(facts: str) -> re.Pattern[str]:
    """Return what finds the units that may have orders, by the facts of operations."""
    return _SUPPORT if "ops_of(bulls_eye)." in facts else _STANDS


def _units_in(facts: str, stands: re.Pattern[str] = _STANDS) -> set[str]:
    """Return the units that stand somewhere by these facts."""
    return {one or other for one, other in stands.findall(facts)}


@lru_cache(maxsize=_MOST_LAWS)
def _plain(pruner: Pruner) -> Pruner:
    """Return what is left of a law where nothing is in doubt."""
    return pruner.without(_IN_DOUBT)


def _holds(control: clingo.Control, predicate: Signature) -> bool:
    """Whether a predicate may hold of anything."""
    return any(control.symbolic_atoms.by_signature(*predicate))


def _needy(control: clingo.Control) -> set[str]:
    """Return the units that may need what others take."""
    atoms = (atom for one in _NEEDY for atom in control.symbolic_atoms.by_signature(*one))
    return {str(atom.symbol.arguments[0]) for atom in atoms}


def _ways_of(control: clingo.Control, units: AbstractSet[str]) -> Iterator[clingo.Symbol]:
    """Yield the orders by which these units go."""
    for atom in control.symbolic_atoms.by_signature("do", 1):
        order = atom.symbol.arguments[0]
        if order.name == "go" and str(order.arguments[0]) in units:
            yield atom.symbol


@lru_cache(maxsize=256)
def _pruned(pruner: Pruner, facts: frozenset[Key]) -> Pruned:
    return pruner.pruned(facts)
