"""What several commands take: a position, and changes to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

import lexbelli
from lexbelli import capabilities, games
from lexbelli.cli import completing
from lexbelli.cli.app import OWNERS, example
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import WHOLE
from lexbelli.errors import BadInput, bad_input
from lexbelli.files import read_bytes, write_atomic
from lexbelli.names import nearest
from lexbelli.position import AnyPosition
from lexbelli.supposing import control_of, placed

__all__ = [
    "PointsOption",
    "Question",
    "as_json",
    "example",
    "find",
    "game_of",
    "output",
    "points_option",
    "question",
    "write",
]

_FILES = (".json", ".jsonl", ".toml", ".bin", ".bytes", ".gz")


@dataclass(frozen=True, slots=True)
class Question:
    """A position, and the position after the changes that were asked for.

    Attributes:
        before: The position as named.
        after: The same position if nothing was to be changed.
        supposed: The changes, as they were asked for.
        viewer: The side as which it is looked at, or None where all is open.
    """

    before: AnyPosition
    after: AnyPosition
    supposed: Sequence[str]
    viewer: str | None = None

    @property
    def changed(self) -> bool:
        """Whether a change was asked for."""
        return self.before is not self.after


def question(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument POSITION and the options that change it.

    The command gets a `Question` as `asked`.
    """

    @click.argument("position", metavar="POSITION", shell_complete=completing.positions)
    @click.option(
        "--as-if",
        "conditions",
        multiple=True,
        metavar="'control SPACE SIDE'",
        help="Suppose that a side, or nobody (neutral), controlled a space.",
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
        help="Suppose that an event had just happened, as far as nobody has to choose.",
    )
    @click.option(
        "--as",
        "viewer",
        metavar="SIDE",
        shell_complete=completing.sides,
        help="Look at it as this side: what it may not know, such as a hand or stacks, is hidden.",
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
        viewer: str | None,
        allow: Sequence[str],
        **rest: Any,
    ) -> None:
        if position == "-" and rest.get("move") == "-":
            raise click.UsageError("standard input can be the position or the move, not both")
        before = find(position, context.obj.data, allow)
        owners = context.meta.get(OWNERS)
        if owners is not None and before.game not in owners:
            raise games.lacking(before, str(context.info_name))
        if viewer is not None:
            before = capabilities.seen_by(before, viewer)
        after = before
        if conditions or added or removed:
            units: dict[str, str | None] = dict.fromkeys(removed)
            units.update(placed(text, "--add") for text in added)
            control = control_of(conditions, "--as-if")
            more: dict[str, Any] = {"control": control} if control else {}
            after = before.with_change(units=units, allow=allow, **more)
        happened = []
        for event in events:
            supposition = capabilities.with_event(after, event)
            after = supposition.position
            happened.append(supposition.text)
        supposed = [
            *([] if viewer is None else [f"as {viewer.upper()} sees it"]),
            *conditions,
            *(f"{unit} away" for unit in removed),
            *(text.replace("@", " at ") for text in added),
            *happened,
        ]
        context.invoke(command, asked=Question(before, after, supposed, viewer), **rest)

    wrapped.__doc__ = command.__doc__
    wrapped.__name__ = command.__name__
    # Options of the command itself stand before those of the question, its arguments behind.
    own = getattr(command, "__click_params__", [])
    arguments = [each for each in own if isinstance(each, click.Argument)]
    options = [each for each in own if each not in arguments]
    between = wrapped.__click_params__  # type: ignore[attr-defined]
    wrapped.__click_params__ = [*arguments, *between, *options]  # type: ignore[attr-defined]
    return wrapped


class PointsOption(click.Option):
    """The option by which points are supposed: each game calls it by its own name for them."""

    @property
    def opts(self) -> list[str]:
        """The names of the option."""
        return [f"--{budget.key}" for budget in games.budgets()] or ["--points"]

    @opts.setter
    def opts(self, names: list[str]) -> None:
        """Take no other names."""


def points_option(text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the option by which points are supposed; it gets them as `points`."""
    return click.option("--points", cls=PointsOption, type=WHOLE, metavar="N", help=text)


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
        echo(text, nl=not text.endswith("\n"))
    else:
        write_atomic(file, text if text.endswith("\n") else text + "\n")


def find(name: str, data: str | None, allow: Sequence[str] = ()) -> AnyPosition:
    """Return what POSITION stands for: a scenario, a file, or standard input for `-`.

    Raises:
        BadInput: There is no such scenario and no such file, or it cannot be read.
        InvalidSetup: It holds no position.
    """
    file = Path(name)
    looks_like_file = name == "-" or file.suffix in _FILES or (name.startswith((".", "/", "~")))
    if not looks_like_file and games.find_scenario(name, data) is not None:
        position = lexbelli.scenario(name, data)
        changed: AnyPosition = position.with_change(allow=allow) if allow else position
        return changed
    context = click.get_current_context(silent=True)
    if name == "-" and context is not None and _STDIN in context.meta:
        return lexbelli.load(context.meta[_STDIN], data, allow)
    if name == "-" or file.exists() or looks_like_file:
        return lexbelli.load(file if name != "-" else "-", data, allow)
    raise _nothing(name, data)


def game_of(name: str, context: click.Context) -> str:
    """Return the name of the game of what POSITION stands for.

    Standard input is read once, and kept for `find`.
    """
    if name == "-" and _STDIN not in context.meta:
        context.meta[_STDIN] = read_bytes("-")
    data = context.find_root().obj.data if context.find_root().obj else None
    content = context.meta.get(_STDIN) if name == "-" else None
    found = find(name, data, ["all"]) if content is None else lexbelli.load(content, data, ["all"])
    return str(found.game)


# Where a context holds what was read from standard input.
_STDIN: Final = "lexbelli.stdin"


def _nothing(name: str, data: str | None) -> BadInput:
    known = [scenario.name for scenario in lexbelli.scenarios(data)]
    return bad_input(
        f"there is no scenario and no file '{name}'",
        "position",
        nearest(name.rpartition("/")[2], known),
    )
