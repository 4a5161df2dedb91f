"""What several commands take: a position, and changes to it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import lexbelli
from lexbelli import games
from lexbelli.errors import BadInput, bad_input
from lexbelli.files import write_atomic
from lexbelli.names import nearest
from lexbelli.position import Position

__all__ = ["Question", "as_json", "example", "find", "output", "question", "write"]

_FILES = (".json", ".jsonl", ".toml", ".bin", ".bytes", ".gz")


@dataclass(frozen=True, slots=True)
class Question:
    """A position, and the position after the changes that were asked for.

    Attributes:
        before: The position as named.
        after: The same position if nothing was to be changed.
        supposed: The changes, as they were asked for.
    """

    before: Position
    after: Position
    supposed: Sequence[str]

    @property
    def changed(self) -> bool:
        """Whether a change was asked for."""
        return self.before is not self.after


def question(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument POSITION and the options that change it.

    The command gets a `Question` as `asked`.
    """

    @click.argument("position", metavar="POSITION")
    @click.option(
        "--as-if",
        "conditions",
        multiple=True,
        metavar="'control SPACE SIDE'",
        help="Suppose that a side (ap, cp, neutral) controlled a space.",
    )
    @click.option(
        "--add",
        "added",
        multiple=True,
        metavar="UNIT@SPACE",
        help="Suppose that a unit were in a space.",
    )
    @click.option(
        "--without",
        "removed",
        multiple=True,
        metavar="UNIT",
        help="Suppose that a unit were not there.",
    )
    @click.option(
        "--event",
        "events",
        multiple=True,
        metavar="CARD",
        help="Suppose that a card's event had happened.",
    )
    @click.option(
        "--allow",
        multiple=True,
        metavar="CODE",
        help="Tolerate a problem of the set-up; `all` for every one.",
    )
    @click.pass_context
    def wrapped(
        context: click.Context,
        /,
        position: str,
        conditions: Sequence[str],
        added: Sequence[str],
        removed: Sequence[str],
        events: Sequence[str],
        allow: Sequence[str],
        **rest: Any,
    ) -> None:
        if position == "-" and rest.get("move") == "-":
            raise click.UsageError("standard input can be the position or the move, not both")
        before = find(position, context.obj.data, allow)
        after = before
        if conditions or added or removed or events:
            units: dict[str, str | None] = dict.fromkeys(removed)
            units.update(_placed(text) for text in added)
            after = before.with_change(
                units=units,
                control=_control(conditions),
                events=dict.fromkeys(events, 0),
                allow=allow,
            )
        supposed = [
            *conditions,
            *(f"{unit} away" for unit in removed),
            *(text.replace("@", " at ") for text in added),
            *(f"event {card}" for card in events),
        ]
        context.invoke(command, asked=Question(before, after, supposed), **rest)

    wrapped.__doc__ = command.__doc__
    wrapped.__name__ = command.__name__
    # Options of the command itself stand before those of the question, its arguments behind.
    own = getattr(command, "__click_params__", [])
    arguments = [each for each in own if isinstance(each, click.Argument)]
    options = [each for each in own if each not in arguments]
    between = wrapped.__click_params__  # type: ignore[attr-defined]
    wrapped.__click_params__ = [*arguments, *between, *options]  # type: ignore[attr-defined]
    return wrapped


def example(words: str) -> str:
    """Return the end of a help text that shows a command at work."""
    return f"\b\nExample:\n  {words}"


def as_json(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the option `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def output(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the option `--output`."""
    return click.option(
        "-o",
        "--output",
        metavar="FILE",
        type=click.Path(),
        help="Write to a file, whole or not at all.",
    )(command)


def write(text: str, file: str | None) -> None:
    """Write to a file, or print if there is none."""
    if file is None or file == "-":
        click.echo(text, nl=not text.endswith("\n"))
    else:
        write_atomic(file, text if text.endswith("\n") else text + "\n")


def find(name: str, data: str | None, allow: Sequence[str] = ()) -> Position:
    """Return what POSITION stands for: a scenario, a file, or standard input for `-`.

    Raises:
        BadInput: There is no such scenario and no such file, or it cannot be read.
        InvalidSetup: It holds no position.
    """
    file = Path(name)
    looks_like_file = name == "-" or file.suffix in _FILES or (name.startswith((".", "/", "~")))
    if not looks_like_file and games.find_scenario(name, data) is not None:
        position = lexbelli.scenario(name, data)
        return position.with_change(allow=allow) if allow else position
    if name == "-" or file.exists() or looks_like_file:
        return lexbelli.load(file if name != "-" else "-", data, allow)
    raise _nothing(name, data)


def _nothing(name: str, data: str | None) -> BadInput:
    known = [scenario.name for scenario in lexbelli.scenarios(data)]
    return bad_input(
        f"there is no scenario and no file '{name}'",
        "position",
        nearest(name.rpartition("/")[2], known),
    )


def _control(conditions: Sequence[str]) -> Mapping[str, str]:
    control = {}
    for condition in conditions:
        match condition.split():
            case ["control", space, side]:
                control[space] = side
            case _:
                raise bad_input(f"'{condition}' is no condition", "--as-if", "control SPACE SIDE")
    return control


def _placed(text: str) -> tuple[str, str]:
    unit, separator, space = text.partition("@")
    if not (unit and separator and space):
        raise bad_input(f"'{text}' names no unit and space", "--add", "UNIT@SPACE")
    return unit, space
