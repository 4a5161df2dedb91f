"""`lexbelli supply`: who is in supply, along which path, and if not, why."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import click

from lexbelli.cli.app import no
from lexbelli.cli.echo import echo
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.errors import bad_input
from lexbelli.names import resolve
from lexbelli.position import AnyPosition as Position
from lexbelli.pursuit_of_glory.supply_lines import Trace

__all__ = ["supply"]


@click.command()
@question
@click.option("--side", type=click.Choice(["ap", "cp"]), help="Only the units of one side.")
@click.option("--unit", "units", multiple=True, metavar="UNIT", help="Only this unit.")
@click.option(
    "--space", "spaces", multiple=True, metavar="SPACE", help="This space, and the units in it."
)
@click.option("--why", is_flag=True, help="The path to the source, or where the trace is cut.")
@click.option(
    "--by",
    type=click.Choice(["core", "law"]),
    default="core",
    show_default=True,
    help="Who answers: the compiled core, or the law run by clingo.",
)
@as_json
def supply(
    asked: Question,
    side: str | None,
    units: Sequence[str],
    spaces: Sequence[str],
    why: bool,
    by: str,
    as_json: bool,
) -> None:
    """Say which units are in supply, and which spaces would change control for want of it.

    With a change (--as-if, --add, --without, --event) it says what the change makes different.

    The exit code is 1 if a unit or space that was named is out of supply or would change control.
    """
    if why and by == "law":
        raise click.UsageError("the law gives no path: leave out --why or --by law")
    before, after = (_Answer.of(position, by) for position in (asked.before, asked.after))
    wanted = _Selection.of(asked.after, after, side, units, spaces)
    if as_json:
        emit_json(_json(asked, before, after, wanted, by))
    else:
        title(asked.after, asked.supposed)
        if asked.changed:
            _print_changes(before, after, wanted)
        if why:
            # Who was named is told the way, even if it only leads elsewhere now.
            all_of_them = wanted.named or not asked.changed
            told = wanted if all_of_them else wanted.changed(before, after)
            _print_reasons(asked.after, told)
        elif not asked.changed:
            _print_units(asked.after, after, wanted, by)
        if not asked.changed:
            _print_flips(after, wanted)
    if wanted.named and wanted.fails(after):
        no()


@dataclass(frozen=True, slots=True)
class _Answer:
    """The whole answer for one position."""

    position: Position
    supply: Mapping[str, str]
    flips: Sequence[str]

    @classmethod
    def of(cls, position: Position, by: str) -> "_Answer":
        if by == "law":
            return cls(position, *position.law_supply())
        return cls(position, position.supply(), position.flips())


@dataclass(frozen=True, slots=True)
class _Selection:
    """The units and spaces that were asked for, by name or as all of a side."""

    units: Sequence[str]
    spaces: Sequence[str]
    named: bool

    @classmethod
    def of(
        cls,
        position: Position,
        answer: _Answer,
        side: str | None,
        units: Sequence[str],
        spaces: Sequence[str],
    ) -> "_Selection":
        named = [_on_map(position, answer, unit) for unit in units]
        asked = [resolve(space, position.spaces, "space") for space in spaces]
        where = position.units
        chosen = [
            unit
            for unit in answer.supply
            if (side is None or position.side_of(unit) == side)
            and (not (named or asked) or unit in named or where[unit] in asked)
        ]
        return cls(chosen, asked, bool(named or asked))

    def fails(self, answer: _Answer) -> bool:
        """Whether anything asked for is out of supply or would change control."""
        return any(answer.supply.get(unit) == "oos" for unit in self.units) or any(
            space in answer.flips for space in self.spaces
        )

    def changed(self, before: _Answer, after: _Answer) -> "_Selection":
        """Keep what differs between two answers."""
        units = [unit for unit in self.units if before.supply.get(unit) != after.supply[unit]]
        spaces = [s for s in self.spaces if (s in before.flips) != (s in after.flips)]
        return _Selection(units, spaces, self.named)


def _on_map(position: Position, answer: _Answer, unit: str) -> str:
    if unit in answer.supply:
        return unit
    known = resolve(unit, position.known_units, "unit")
    if known in answer.supply:
        return known
    place = position.units.get(known)
    where = f"it is in {place}" if place else "it has not been placed"
    raise bad_input(f"'{known}' is not on the map: {where}", "unit")


def _print_units(position: Position, answer: _Answer, wanted: _Selection, by: str) -> None:
    where = position.units
    rows = []
    for unit in wanted.units:
        row = [unit, where[unit], answer.supply[unit]]
        if by == "core":
            trace = position.trace(unit)
            row += [trace.source or "-", str(max(len(trace.path) - 1, 0)) if trace.path else "-"]
        rows.append(row)
    columns = ("unit", "space", "supply", "source", "links")
    echo()
    if rows:
        table(columns if by == "core" else columns[:3], rows)
        echo()
    _print_counts(position, answer, wanted)


def _print_counts(position: Position, answer: _Answer, wanted: _Selection) -> None:
    counts: dict[str, Counter[str]] = {}
    for unit in wanted.units:
        counts.setdefault(position.side_of(unit), Counter())[answer.supply[unit]] += 1
    for side, statuses in counts.items():
        listed = ", ".join(f"{number} {status}" for status, number in statuses.most_common())
        echo(f"{side.upper()}: {listed}")


def _print_flips(answer: _Answer, wanted: _Selection) -> None:
    if wanted.named:
        for space in wanted.spaces:
            verb = "would change" if space in answer.flips else "would not change"
            echo(f"{space} {verb} control in attrition")
    else:
        paragraph(f"Would change control in attrition: {', '.join(answer.flips) or 'nothing'}")


def _print_changes(before: _Answer, after: _Answer, wanted: _Selection) -> None:
    changed = wanted.changed(before, after)
    where = after.position.units
    rows = [
        (unit, where[unit], before.supply.get(unit, "not there"), after.supply[unit])
        for unit in changed.units
    ]
    if not wanted.named:
        rows += [
            (unit, "-", status, "not there")
            for unit, status in before.supply.items()
            if unit not in after.supply
        ]
    echo()
    if rows:
        table(("unit", "space", "before", "after"), rows)
    else:
        echo("No unit's supply changes.")
    lost, gained = _flips(before, after)
    echo()
    paragraph(f"Would now change control in attrition: {', '.join(gained) or 'nothing more'}")
    if lost:
        paragraph(f"Would no longer change control: {', '.join(lost)}")


def _flips(before: _Answer, after: _Answer) -> tuple[list[str], list[str]]:
    """Return the spaces that no longer flip, and those that now do."""
    lost = [space for space in before.flips if space not in after.flips]
    gained = [space for space in after.flips if space not in before.flips]
    return lost, gained


def _print_reasons(position: Position, wanted: _Selection) -> None:
    traces = [(unit, position.trace(unit)) for unit in wanted.units]
    traces += [(space, position.trace_space(space)) for space in wanted.spaces]
    for name, trace in traces:
        echo()
        _print_reason(name, trace)


def _print_reason(name: str, trace: Trace) -> None:
    where = "" if name == trace.space else f" at {trace.space}"
    echo(f"{name}{where}: {trace.status.replace('_', ' ')} ({trace.rule})", bold=True)
    paragraph(trace.text, indent=2)
    if len(trace.path) > 1:
        paragraph(_path(trace), indent=2)
    if trace.disrupted_at:
        paragraph(f"disrupted at {', '.join(trace.disrupted_at)}", indent=2)
    if trace.cut:
        rows = [(cut["from"], cut["to"], cut["rule"], cut["text"]) for cut in trace.cut]
        table(("from", "to", "rule", "why not"), rows, indent=2)


_BY_SEA: Final = ("sea", "sea_path", "beachhead")


def _path(trace: Trace) -> str:
    words = [trace.path[0]]
    for link, space in zip(trace.links, trace.path[1:], strict=True):
        words.append("~" if link in _BY_SEA else "-")
        words.append(space)
    return " ".join(words)


def _json(
    asked: Question, before: _Answer, after: _Answer, wanted: _Selection, by: str
) -> dict[str, Any]:
    position = asked.after
    content: dict[str, Any] = {
        "game": position.game,
        "scenario": position.scenario_name,
        "title": position.title,
        "caution": position.caution,
        "by": by,
        "units": {
            unit: position.trace(unit).as_json()
            if by == "core"
            else {"status": after.supply[unit], "space": position.units[unit]}
            for unit in wanted.units
        },
        "flips": list(after.flips),
    }
    if wanted.spaces:
        content["spaces"] = {
            space: position.trace_space(space).as_json()
            if by == "core"
            else {"flips": space in after.flips}
            for space in wanted.spaces
        }
    if asked.changed:
        lost, gained = _flips(before, after)
        content["changes"] = {
            "units": {
                unit: {"before": before.supply.get(unit), "after": after.supply.get(unit)}
                for unit in sorted({*before.supply, *after.supply})
                if before.supply.get(unit) != after.supply.get(unit)
            },
            "flips": gained,
            "no_longer_flips": lost,
        }
    return content
