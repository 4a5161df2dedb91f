"""`lexbelli replay`: a recorded game, played again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import click

import lexbelli
from lexbelli import capabilities
from lexbelli.chance import roll_text
from lexbelli.cli import completing
from lexbelli.cli.app import Settings, no, settings
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import WHOLE
from lexbelli.cli.operations import next_step, verdict_of
from lexbelli.cli.options import as_json, example, output, write
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.position import AnyPosition
from lexbelli.record import Replay, digest
from lexbelli.record.format import Entry
from lexbelli.record.session import Difference

__all__ = ["print_difference", "replay"]


@click.command(epilog=example("lexbelli replay game.jsonl --verify"))
@click.argument("file", metavar="FILE", type=click.Path())
@click.option(
    "--verify",
    is_flag=True,
    help="Save and load the position after every entry as well, and say the verdict alone.",
)
@click.option("--to", type=WHOLE, metavar="N", help="Stop after entry N.")
@click.option("--show", is_flag=True, help="Show the position at which it stops.")
@click.option(
    "--as",
    "viewer",
    metavar="SIDE",
    shell_complete=completing.sides,
    help="Tell no more than this side may know: hands, draws and stacks of the other are hidden.",
)
@as_json
@output
@settings
def replay(
    given: Settings,
    file: str,
    verify: bool,
    to: int | None,
    show: bool,
    viewer: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Play a recorded game again, and say whether all comes as it was.

    FILE is a record as `lexbelli play --record` writes it, or - for standard input. Every move is
    judged, every die must have the outcome that is noted, and the position must be the noted one
    wherever the record holds a hash. The first difference is told with what was expected and what
    came, and the exit code is 1. With --output the position is written as its document.
    """
    found = lexbelli.replay(file, to=to, verify=verify, data=given.data)
    told = _Told.of(found, viewer)
    # Whoever reads what is printed may go away before its end.
    if output not in (None, "-"):
        write(told.position.to_json(), output)
    if as_json:
        emit_json(_json(told))
    elif output != "-":
        _print(told, verify=verify, show=show)
    if output == "-":
        write(told.position.to_json(), output)
    if not found.ok:
        no()


@dataclass(frozen=True, slots=True)
class _Told:
    """What came of a record, as a side may know it, or as it is if `viewer` is None."""

    found: Replay
    viewer: str | None
    entries: Sequence[Entry]
    position: AnyPosition
    difference: Difference | None

    @classmethod
    def of(cls, found: Replay, viewer: str | None) -> Self:
        difference = found.difference
        if viewer is None:
            return cls(found, None, found.record.entries, found.position, difference)
        if difference is not None:
            difference = difference.to_side()
        entries = tuple(entry for entry, _ in found.record.seen_by(viewer))
        position = capabilities.seen_by(found.position, viewer)
        return cls(found, viewer, entries, position, difference)


def _json(told: _Told) -> dict[str, Any]:
    position = told.position
    return {
        "game": position.game,
        "scenario": position.scenario_name,
        "title": position.title,
        **told.found.as_json(),
        "hash": digest(position),
        "difference": None if told.difference is None else told.difference.as_json(),
        "next": position.decision.as_json(),
    }


def _print(told: _Told, *, verify: bool, show: bool) -> None:
    found, position = told.found, told.position
    title(position, [] if told.viewer is None else [f"as {told.viewer.upper()} sees it"])
    echo()
    played = told.entries
    if not verify and played:
        rows = [_row(number, entry) for number, entry in enumerate(played, 1)]
        table(("entry", "by", "asked", "roll", "answer"), rows)
        echo()
    part = "" if len(played) == found.entries else f" of {found.entries}"
    number = "one entry" if len(played) == 1 and not part else f"{len(played)}{part} entries"
    hashes = "one hash" if found.compared == 1 else f"{found.compared} hashes"
    difference = told.difference
    if difference is None:
        echo(f"The same: {number} played, {hashes} compared.", bold=True)
        if not found.sealed and told.viewer is None:
            paragraph(f"No hash stands where it stops; here it is {digest(position)}.")
    else:
        print_difference(difference, number)
    if show:
        echo()
        table((), position.outline())
        echo()
        places = position.places()
        table(
            ("place", "control", "units"),
            [(place.name, place.control, ", ".join(place.units)) for place in places],
        )
    echo()
    next_step(position.decision)


def print_difference(difference: Difference, played: str) -> None:
    """Say where a record and its replay differ; `played` is what came out as noted before that."""
    echo(f"Different: {played} played as noted.", bold=True)
    at = f"entry {difference.entry}" if difference.entry else "the set-up"
    paragraph(
        f"At {at} (line {difference.line}), {difference.what}: the record says"
        f" {difference.expected}; {difference.came} came."
    )
    if difference.violations:
        verdict_of(difference.violations)


def _row(number: int, entry: Entry) -> tuple[str, str, str, str, str]:
    said = entry.answer
    if entry.suppose is not None:
        said = "supposed: " + ", ".join(f"{key} {value}" for key, value in entry.suppose.items())
    if entry.set is not None:
        said = f"set: {', '.join(entry.set)}"
    note = f" ({entry.note})" if entry.note else ""
    roll = "" if entry.roll is None else roll_text(entry.roll)
    answer = (said or "") + note
    return str(number), (entry.by or "").upper(), entry.asked or "", roll, answer
