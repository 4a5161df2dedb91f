"""Puzzle files: a position, who acts, what is asked, and what is expected (docs/puzzles.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lexbelli import _core, games
from lexbelli.errors import bad_input
from lexbelli.files import read_text, toml_of
from lexbelli.names import nearest, unknown
from lexbelli.position import AnyPosition, Position
from lexbelli.puzzles.asking import Query, asking_of
from lexbelli.puzzles.chances import Chance, battles_of, listed
from lexbelli.puzzles.found import SearchBase
from lexbelli.puzzles.game_law import ORDERS
from lexbelli.puzzles.goal import atoms_of, read_measure

__all__ = ["Puzzle", "about", "find_puzzle", "puzzle_names", "read_puzzle", "shipped"]

_LARGEST: Final = 1024 * 1024
_KEYS: Final[Mapping[str, Any]] = {
    "title": str,
    "game": str,
    "level": str,
    "text": str,
    "position": str,
    "setup": dict,
    "change": dict,
    "side": str,
    "task": str,
    "goal": str,
    "asp": str,
    "measure": str,
    "reply": int,
    "actions": int,
    "playing": (str, list),
    "least": bool,
    "target": (str, list),
    "origin": (str, list),
    "solutions": int,
    "answer": str,
}
_LEVELS: Final = ("easy", "medium", "hard")
_TASKS: Final = ("reach", "fewest", "most", "prevent", "chance")
# What can be changed, and what each entry of it is.
_CHANGES: Final[Mapping[str, Any]] = {"units": str, "control": str, "events": int, "setup": None}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle.

    Attributes:
        name: Its file's name, or what it was read as.
        title: What people call it.
        level: `easy`, `medium` or `hard`; empty if nobody has said.
        text: What is asked, for people.
        position: The position, with the side to act and its points.
        query: What is asked of the solver.
        solutions: How many solutions there are to be; None if nobody has said.
        answer: What the maker says of the answer.
    """

    name: str
    title: str
    level: str
    text: str
    position: AnyPosition = field(repr=False)
    query: Query
    solutions: int | None
    answer: str

    def solve(
        self,
        limit: int = 0,
        seconds: float | None = None,
        progress: Callable[[str], None] | None = None,
        jobs: int = 1,
    ) -> SearchBase:
        """Search for the solutions; see `lexbelli.solve`."""
        return self.query.search(self.position, limit, seconds, progress, jobs)


def puzzle_names() -> list[str]:
    """List the puzzles that are shipped, of all games."""
    return [
        Path(path).stem
        for path in _core.resources()
        if path.startswith("scenarios/") and path.split("/")[2:3] == ["puzzles"]
    ]


def shipped(data: str | None = None) -> list[Puzzle]:
    """Return the puzzles that are shipped."""
    return [find_puzzle(name, data) for name in puzzle_names()]


def find_puzzle(name: str, data: str | None = None) -> Puzzle:
    """Return the puzzle of that name, or of that file.

    Raises:
        BadInput: There is none; it suggests the nearest. Or it cannot be read.
    """
    for path in _core.resources():
        parts = path.split("/")
        if parts[0] == "scenarios" and parts[2:3] == ["puzzles"] and Path(path).stem == name:
            return read_puzzle(_core.resource(path), name, data)
    if name == "-" or name.endswith(".toml") or Path(name).is_file():
        return read_puzzle(read_text(name, _LARGEST), Path(name).stem, data)
    raise unknown(name, puzzle_names(), "puzzle")


def read_puzzle(text: str, name: str = "puzzle", data: str | None = None) -> Puzzle:
    """Read a puzzle file.

    Args:
        text: The file, as TOML.
        name: What to call it.
        data: A folder with an owner's own tables, or None for the shipped ones.

    Raises:
        BadInput: It cannot be read; the error names the key and the nearest valid choice.
        InvalidSetup: Its set-up is no position.
    """
    content = toml_of(text, name)
    # A side may be given points, under the name of its game for them.
    points = dict.fromkeys((budget.key for budget in games.budgets()), int)
    keys: Mapping[str, Any] = {**_KEYS, **points}
    for key, value in content.items():
        if key not in keys:
            raise bad_input(f"unknown key '{key}'", name, nearest(key, keys))
        if not isinstance(value, keys[key]) or (isinstance(value, bool) and keys[key] is not bool):
            raise bad_input(f"is no {_KINDS[keys[key]]}", f"{name}.{key}")
    level = str(content.get("level", ""))
    if level and level not in _LEVELS:
        raise unknown(level, _LEVELS, "level")
    position = _position(content, data)
    side = content.get("side")
    position = position.suppose(side=side) if side is not None else position
    for key in points:
        if key in content:
            if games.budget_of(position).key != key:
                raise bad_input(f"means nothing in {games.of(position).title}", f"{name}.{key}")
            position = position.suppose(**{key: content[key]})
    return Puzzle(
        name=name,
        title=str(content.get("title", name)),
        level=level,
        text=str(content.get("text", "")).strip(),
        position=position,
        query=_query(content, name, position),
        solutions=content.get("solutions"),
        answer=str(content.get("answer", "")).strip(),
    )


_KINDS: Final[Mapping[Any, str]] = {
    str: "text",
    dict: "table",
    int: "whole number",
    bool: "truth value",
    (str, list): "name or list of names",
}


def _position(content: Mapping[str, Any], data: str | None) -> Any:
    if ("position" in content) == ("setup" in content):
        raise bad_input("either a name or a set-up is needed, not both", "position")
    if "position" in content:
        position = _scenario(content["position"], data)
    else:
        game = games.game(content.get("game"))
        position = game.from_setup(content["setup"], data)
    change = content.get("change", {})
    for key, entries in change.items():
        if key not in _CHANGES:
            raise unknown(key, _CHANGES, "change")
        if not isinstance(entries, dict):
            raise bad_input(f"is no {_KINDS[dict]}", f"change.{key}")
        kind = _CHANGES[key]
        for name, value in entries.items():
            if kind is not None and (not isinstance(value, kind) or isinstance(value, bool)):
                raise bad_input(f"is no {_KINDS[kind]}", f"change.{key}.{name}")
    if not change:
        return position
    units = {unit: place or None for unit, place in change.get("units", {}).items()}
    rest = {key: value for key, value in change.items() if key != "units"}
    return position.with_change(units=units, **rest)


def _scenario(name: str, data: str | None) -> Any:
    found = games.find_scenario(name, data)
    if found is None:
        known = [each.name for game in games.all_games() for each in game.scenarios(data)]
        raise unknown(name.rpartition("/")[2], known, "scenario")
    return games.game(found.game).scenario(found.name, data)


def _query(content: Mapping[str, Any], name: str, position: Position) -> Query:
    task = str(content.get("task", "reach"))
    if task not in _TASKS:
        raise unknown(task, _TASKS, "task")
    measure = content.get("measure")
    if task == "most" and measure is None:
        raise bad_input("is needed: what is to be as much as possible", f"{name}.measure", "number")
    if task == "fewest" and measure is None:
        measure = ORDERS
    if task in ("reach", "prevent") and measure is not None:
        raise bad_input(f"means nothing for the task '{task}'", f"{name}.measure", "number")
    if task == "prevent" and "reply" not in content:
        budget = games.budget(position)
        unit = "points" if budget is None else budget.unit
        raise bad_input(f"is needed: how many {unit} the enemy has", f"{name}.reply")
    if task == "chance":
        return _chance(content, name, battles_of(position).numbers)
    for key in _OF_CHANCE:
        if key in content:
            raise bad_input(f"means nothing for the task '{task}'", f"{name}.{key}")
    free = task == "most" or (task == "fewest" and measure not in asking_of(position).costs)
    if "goal" not in content and "asp" not in content and not free:
        raise bad_input("is needed", f"{name}.goal")
    return Query(
        goal=content.get("goal", ""),
        asp=content.get("asp", ""),
        fewest=measure if task == "fewest" else None,
        most=measure if task == "most" else None,
        prevent=task == "prevent",
        reply=content.get("reply"),
        actions=content.get("actions", 1),
        playing=_names_of(content, name, "playing"),
    )


_OF_CHANCE: Final = ("least", "target", "origin")


def _chance(content: Mapping[str, Any], name: str, numbers: Sequence[str]) -> Query:
    """Read what is asked of the dice."""
    for key in ("goal", "asp", "reply", "actions", "playing"):
        if key in content:
            raise bad_input("means nothing for the task 'chance'", f"{name}.{key}")
    number = content.get("measure", numbers[0])
    if number not in numbers:
        raise unknown(number, numbers, f"{name}.measure", "number")
    names = {}
    for key in ("target", "origin"):
        names[key] = _names_of(content, name, key)
    least = bool(content.get("least", False))
    return Query(chance=Chance(number, least, names["target"], names["origin"]))


def _names_of(content: Mapping[str, Any], name: str, key: str) -> tuple[str, ...]:
    """Return one name or several."""
    found = listed(content.get(key))
    if not all(isinstance(each, str) for each in found):
        raise bad_input(f"is no {_KINDS[(str, list)]}", f"{name}.{key}")
    return found


def about(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Return the units and the spaces that a puzzle names, but not those of its groups."""
    asking = asking_of(puzzle.position)
    query = puzzle.query
    atoms = list(atoms_of(query.read(puzzle.position)))
    measures = [text for text in (query.most, query.fewest) if text is not None and "(" in text]
    atoms += [read_measure(text, puzzle.position, asking) for text in measures]
    named: dict[str, dict[str, None]] = {"unit": {}, "space": {}}
    for atom in atoms:
        group = None if atom.group is None else atom.group[0]
        for number, kind in enumerate(asking.words[atom.name].kinds):
            if number != group and kind in named:
                named[kind][atom.args[number]] = None
    return list(named["unit"]), list(named["space"])
