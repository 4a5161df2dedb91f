"""The law of battles, asked with hand-written facts beside those of a position."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import clingo

from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.law import programs_of

LAW = Path(__file__).parents[1] / "rules_asp"
GAME = "pursuit_of_glory"
# A decision of the page, as the files about it are named.
KINDS = ("attack", "defence", "cards", "returns", "withdrawal")


@cache
def program(*names: str) -> str:
    """The text of files of the law and of all they need."""
    found = dict.fromkeys(path for name in names for path in programs_of(GAME, name))
    return "\n".join(map(_core.resource, found))


@cache
def empty() -> pog.Position:
    """A position without units."""
    return pog.Position.from_setup({})


def sides(units: Iterable[str]) -> Mapping[str, str]:
    """Whose counters they are."""
    tables = empty().core.tables
    return {unit: tables.unit(unit)["side"] for unit in units}


def position_of(active: str, units: Mapping[str, str], change: Mapping[str, Any]) -> pog.Position:
    """A position of units, as place -> units after blanks; control follows them."""
    tables = empty().core.tables
    control: dict[str, list[str]] = {"ap": [], "cp": [], "neutral": []}
    named = {place for held in change.get("control", {}).values() for place in held}
    for place, text in units.items():
        space = tables.space(place)
        regular = {
            side
            for unit, side in sides(text.split()).items()
            if tables.unit(unit)["class"] == "regular"
        }
        fort = space.get("fort") and place not in change.get("forts_destroyed", ())
        on_land = space["kind"] not in ("beachhead", "box")
        if on_land and not fort and len(regular) == 1 and place not in named:
            (side,) = regular
            if side in control and space["colour"] != side:
                control[side].append(place)
    for side, held in change.get("control", {}).items():
        control[side] += held
    setup = {
        "commitment": {"ap": "total", "cp": "total"},
        **change,
        "active": active,
        "units": {place: text.split() for place, text in units.items()},
        "control": {side: held for side, held in control.items() if held},
    }
    allow = setup.pop("allow", [])
    return pog.Position.from_setup(setup, allow=allow)


@dataclass(frozen=True)
class Battle:
    """A position, and what the law of battles is told besides.

    Attributes:
        position: The position; the side to act is the attacker.
        more: Facts of the battle and the round, in the words of the law.
        less: Facts that are not told, each the beginning of one.
    """

    position: pog.Position
    more: str = ""
    less: Sequence[str] = field(default_factory=tuple)

    def facts(self) -> str:
        core = self.position.core
        told = f"{core.facts()}\n{core.operation_facts(1)}"
        # The other side's supply, which operations do not ask for.
        known = set(re.findall(r"\bsupply\((\w+),", told))
        more = [
            f"supply({unit},{status})."
            for unit, status in sorted(_supply(self.position).items())
            if unit not in known
        ]
        facts = [*told.replace(". ", ".\n").split("\n"), *more]
        kept = [fact for fact in facts if not fact.startswith(tuple(self.less))]
        return "\n".join([*kept, self.more])


def _supply(position: pog.Position) -> Mapping[str, str]:
    return {unit: str(status) for unit, status in position.core.supply().items()}


def ground(kind: str, question: str, battle: Battle, more: str = "", *files: str) -> clingo.Control:
    """Ground a program of a decision for a battle; anything clingo has to say is an error."""
    said: list[str] = []
    control = clingo.Control(
        ["--warn=all", "--heuristic=Domain"], logger=lambda _, text: said.append(text)
    )
    text = program(f"{question}_{kind}.lp")
    text += "".join((LAW / "common" / name).read_text("utf-8") for name in files)
    text += battle.position.core.tables.static_facts() + "\n" + battle.facts() + "\n" + more
    control.add("base", [], text)
    control.ground([("base", [])])
    assert not said, said
    return control


def given(orders: Iterable[str]) -> str:
    return "".join(f"given({order}).\n" for order in orders)


def judge(kind: str, battle: Battle, move: str) -> set[tuple[str, str]]:
    """Every rule a move breaks, with its witness."""
    control = ground(kind, "judge", battle, given(terms(move)), "explain.lp")
    found = _models(control)
    assert len(found) == 1, "one answer"
    return {(atom.arguments[0].string, str(atom.arguments[1])) for atom in found[0]}


def judge_many(kind: str, battle: Battle, moves: Sequence[str]) -> list[set[tuple[str, str]]]:
    """The same of several moves, grounded once."""
    read = [set(terms(move)) for move in moves]
    every = sorted(set().union(*read))
    control = ground(kind, "judge_many", battle, given(every), "explain.lp")
    answers = []
    for move in read:
        assumed = [(clingo.parse_term(f"do({term})"), term in move) for term in every]
        (found,) = _models(control, assumed)
        answers.append({(atom.arguments[0].string, str(atom.arguments[1])) for atom in found})
    return answers


def brings(battle: Battle, move: str) -> set[str]:
    """What an attack brings with it: the DRM of its flank attempt, the offensives it meets."""
    (found,) = _models(ground("attack", "show", battle, given(terms(move))))
    return {str(atom) for atom in found}


def moves(kind: str, battle: Battle) -> list[frozenset[str]]:
    """All legal moves, each as the set of its orders."""
    control = ground(kind, "show_moves", battle, "", "lawful.lp")
    found = [frozenset(str(atom.arguments[0]) for atom in model) for model in _models(control)]
    assert len(found) == len(set(found)), "every move once"
    return found


def orders(kind: str, battle: Battle, fixed: str = "") -> set[str]:
    """Every order of a legal move that contains those given."""
    control = ground(kind, "show_orders", battle, "", "lawful.lp")
    solve = control.configuration.solve
    assert isinstance(solve, clingo.Configuration)
    solve.enum_mode = "brave"
    assumed = [(clingo.parse_term(f"do({term})"), True) for term in terms(fixed)]
    found = _models(control, assumed)
    return {str(atom.arguments[0]) for atom in found[-1]} if found else set()


def _models(
    control: clingo.Control, assumed: Sequence[tuple[clingo.Symbol, bool]] = ()
) -> list[Sequence[clingo.Symbol]]:
    solve = control.configuration.solve
    assert isinstance(solve, clingo.Configuration)
    solve.models = "0"
    found: list[Sequence[clingo.Symbol]] = []
    control.solve(
        assumptions=assumed, on_model=lambda model: found.append(model.symbols(shown=True))
    )
    return found


def terms(move: str) -> list[str]:
    """Read orders as docs/battles.md writes them: `attack eleskirt with a,b; play cp_05`."""
    found: list[str] = []
    for order in filter(None, map(str.strip, re.split(r"[;\n]", move))):
        words = order.split()
        match words:
            case ["attack", place, *rest]:
                found.append(f"attack({place})")
                while rest:
                    word, names, *rest = rest
                    assert word in ("with", "flank"), order
                    one = "join" if word == "with" else "flank"
                    found += [f"{one}({name})" for name in names.split(",")]
            case [word, names] if word in _NAMING:
                found += [f"{word}({name})" for name in names.split(",")]
            case [("replace" | "retreat" | "sail" | "advance") as word, names, *rest]:
                found += _ways(word, names.split(","), rest)
            case [("bring" | "place") as word, card, names]:
                found += [f"{word}({card},{name})" for name in names.split(",")]
            case [("end" | "withdraw" | "shorten") as word]:
                found.append(word)
            case ["pass"]:
                pass
            case [term] if "(" in term:
                found.append(term)
            case _:
                raise AssertionError(order)
    return found


# Orders that name units, cards or places alone.
_NAMING = {"join", "flank", "defend", "play", "take_back", "reduce", "eliminate", "stand", "cancel"}
_NAMING |= {"restore", "rebuild"}


def _ways(word: str, units: Sequence[str], rest: Sequence[str]) -> list[str]:
    """Read the orders of docs/aftermath.md that name where, or by whom."""
    if word == "replace":
        return [f"replace({units[0]},{rest[1]})"]
    path = [*(rest[2].split(",") if rest[1:] else []), rest[0]]
    if word == "advance":
        return [f"advance({unit},{n},{place})" for unit in units for n, place in enumerate(path, 1)]
    return [f"{word}({unit},{','.join(path)})" for unit in units]
