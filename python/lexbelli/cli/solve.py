"""`lexbelli solve`: moves that reach a goal, or the proof that there is none."""

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import click

import lexbelli
from lexbelli import games
from lexbelli.cli import completing
from lexbelli.cli.app import Command, no, settings
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import WHOLE, Decimal, Whole
from lexbelli.cli.operations import Operations, head, json_head, operations, points_of, spends
from lexbelli.cli.options import as_json, example
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.cli.pictures import Sketch, sketched
from lexbelli.draw.board import Overlay
from lexbelli.puzzles.actions import MOST_ACTIONS
from lexbelli.puzzles.asking import Query, asking_of
from lexbelli.puzzles.by_event import ALL, CHANCE, EventSearch
from lexbelli.puzzles.chances import Chance
from lexbelli.puzzles.found import SearchBase, Solution, points_key
from lexbelli.puzzles.puzzle import Puzzle, about, find_puzzle, shipped
from lexbelli.puzzles.verifying import Verification

__all__ = ["puzzle", "puzzles", "solve", "timed", "verify"]

_ALL: Final = 0


def timed(command: Any) -> Any:
    """Give a command the option `--time`."""
    return click.option(
        "--time",
        "seconds",
        type=Decimal(0.1, 86_400),
        metavar="S",
        help="Stop after so many seconds, with what has been found.",
    )(command)


def jobs_option(command: Any) -> Any:
    """Give a command the option `--jobs`."""
    return click.option(
        "--jobs",
        type=Whole(1, 64),
        default=1,
        show_default=True,
        metavar="N",
        help="Processes to use where parts are independent.",
    )(command)


@click.command(cls=Command)
@operations
@click.argument("goal", metavar="[GOAL]", default="")
@click.option("--asp", default="", metavar="RULES", help="Rules of the law's language, too.")
@click.option("--limit", type=Whole(1), metavar="N", help="Stop after so many solutions.")
@click.option(
    "--fewest",
    metavar="WHAT",
    help="Those with the fewest orders or points, or least of a total or of a word of a group.",
)
@click.option("--most", metavar="WHAT", help="Those with most of a total or of a word of a group.")
@click.option(
    "--reply", type=WHOLE, metavar="N", help="The enemy, with so many points, must not undo it."
)
@click.option("--prevent", is_flag=True, help="The goal is the enemy's: keep his reply from it.")
@click.option("--every", is_flag=True, help="Those too of which orders could be left out.")
@click.option(
    "--actions",
    type=Whole(1, MOST_ACTIONS),
    default=1,
    show_default=True,
    metavar="N",
    help="At most so many actions in a row, the enemy passing between.",
)
@click.option(
    "--playing",
    multiple=True,
    metavar="EVENT",
    help="The action is this event, or with `hand` one of those that the side could have.",
)
@jobs_option
@click.option(
    "--chance",
    metavar="NUMBER",
    help="The attacks with most of a number of their odds, for which the points suffice.",
)
@click.option("--least", is_flag=True, help="Those with least of it.")
@click.option("--target", multiple=True, metavar="PLACE", help="Only attacks on that place.")
@click.option("--from", "origin", multiple=True, metavar="PLACE", help="Only units from there.")
@timed
@as_json
def solve(
    given: Operations,
    goal: str,
    asp: str,
    limit: int | None,
    fewest: str | None,
    most: str | None,
    reply: int | None,
    prevent: bool,
    every: bool,
    actions: int,
    playing: tuple[str, ...],
    jobs: int,
    chance: str | None,
    least: bool,
    target: tuple[str, ...],
    origin: tuple[str, ...],
    seconds: float | None,
    as_json: bool,
) -> None:
    """Find every legal move that reaches a goal, or prove that there is none.

    GOAL says what is to be so after the move: 'at(UNIT, PLACE) and not at(OTHER, PLACE)'. The
    words are in docs/puzzles.md. Solutions are shown of which no order can be left out, each once,
    whatever the ways there. Battles are not fought; --chance prices them.

    The exit code is 1 if no solution was found.
    """
    counted = (None, *(asking_of(given.position).costs if fewest else ()))
    if not (goal or asp or most or chance or fewest not in counted):
        raise click.UsageError("a GOAL is needed, or --asp, --most, --fewest or --chance")
    if chance is None and (least or target or origin):
        raise click.UsageError("--least, --target and --from are about --chance")
    dice = None if chance is None else Chance(chance, least, target, origin)
    query = Query(goal, asp, fewest, most, prevent, reply, every, dice, actions, playing)
    search = query.search(given.position, limit or _ALL, seconds, _progress(as_json), jobs)
    if not as_json and isinstance(search, EventSearch):
        title(given.position, given.supposed)
        _print_barred(search)
        echo()
    elif not as_json:
        head(given)
    _show(search, as_json, json_head(given) | {"goal": str(search.goal)})


@click.command(cls=Command)
@click.argument("name", metavar="PUZZLE", shell_complete=completing.puzzles)
@click.option("--solve", "solving", is_flag=True, help="Find the solutions.")
@jobs_option
@timed
@sketched
@as_json
@settings
def puzzle(
    given: Any,
    name: str,
    solving: bool,
    jobs: int,
    seconds: float | None,
    sketch: Sketch,
    as_json: bool,
) -> None:
    """Show a puzzle, or solve it.

    PUZZLE is the name of one that is shipped (see `lexbelli puzzles`), a file, or - for standard
    input. A picture shows the first solution if it is solved, and else none. The exit code is 1 if
    it is solved and has not as many solutions as it should.
    """
    found = find_puzzle(name, given.data)
    described = _described(found)
    if not solving:
        sketch.draw(found.position, _overlay(found, None))
        if as_json:
            emit_json(described)
        else:
            _print(found)
        return
    search = found.solve(seconds=seconds, progress=_progress(as_json), jobs=jobs)
    if not as_json:
        _print(found)
    _show(
        search,
        as_json,
        described,
        found.solutions,
        lambda: sketch.draw(found.position, _overlay(found, search)),
    )


def _overlay(puzzle: Puzzle, search: SearchBase | None) -> Overlay:
    """Return what a picture shows of a puzzle: of what was found, the first solution."""
    units, spaces = about(puzzle)
    asked = f"{_to_move(puzzle)}."
    found = () if search is None else search.found.solutions
    given = {
        "text": f"{puzzle.title}. {puzzle.text or asked}",
        "moves": [found[0].move] if found else [],
        "units": units,
        "spaces": spaces,
    }
    lays = getattr(games.of(puzzle.position), "overlays", None)
    shown = Overlay(notes=[str(given["text"])])
    if lays is not None:
        shown = lays.puzzle(puzzle.position, given, bool(found))
    if search is None:
        return shown
    more = f"The first of {len(found)} solutions." if len(found) > 1 else ""
    return shown + Overlay(notes=[more or _verdict(search, False)])


@click.command(epilog=example("lexbelli puzzles"))
@as_json
def puzzles(as_json: bool) -> None:
    """List the puzzles that are shipped, by game."""
    found = shipped()
    if as_json:
        emit_json([_described(each) for each in found])
        return
    by_game: dict[str, list[Puzzle]] = {}
    for each in found:
        by_game.setdefault(each.position.game, []).append(each)
    for number, (game, own) in enumerate(by_game.items()):
        if number:
            echo()
        echo(games.game(game).title, bold=True)
        rows = [
            (one.name, one.level, one.title, "-" if one.solutions is None else str(one.solutions))
            for one in own
        ]
        table(("puzzle", "level", "title", "solutions"), rows, indent=2)


@click.command(cls=Command)
@click.argument("name", metavar="PUZZLE", shell_complete=completing.puzzles)
@click.option("--units/--no-units", default=True, help="Whether to find out which units matter.")
@timed
@as_json
@settings
def verify(given: Any, name: str, units: bool, seconds: float | None, as_json: bool) -> None:
    """Tell a maker of a puzzle what it is worth.

    Its solutions, and how many there are if units that are alike are exchanged; moves that nearly
    reach the goal; the rules that stand in the way where nothing does, and what clashes; parts of
    the goal and units that are not needed. The exit code is 1 if the solutions are not as expected.
    """
    found = find_puzzle(name, given.data)
    report = lexbelli.verify(found, units=units, seconds=seconds, progress=_progress(as_json))
    if as_json:
        emit_json(report.as_json())
    else:
        _print(found)
        _print_report(report)
    if report.as_expected is False:
        no()


def _print_report(report: Verification) -> None:
    for number, solution in enumerate(report.solutions[:_MOST_SHOWN], 1):
        _print_solution(number, solution)
    proof = "proven" if report.proven else "not proven to be all"
    echo(f"Solutions: {len(report.solutions)}, {proof}.", bold=True)
    if report.solutions:
        paragraph(f"Up to the exchange of units that are alike: {report.different}.")
        budget = games.budget(report.puzzle.position)
        if budget is not None:
            paragraph(f"{budget.unit} of the cheapest: {report.fewest_points}.")
    for part, moves in report.wanting.items():
        for move in moves:
            paragraph(f"Misses only {part}: {move or 'doing nothing'}", hanging=4)
    if report.next_best is not None:
        paragraph(f"Next best, {report.next_best[0]}: {report.next_best[1]}", hanging=4)
    for rules, move in report.breaking:
        paragraph(f"Reaches it, but breaks {', '.join(rules)}: {move}", hanging=4)
    for label, names in (
        ("Clash, and none of these can be left out", report.clash),
        ("Parts of the goal that change nothing", report.idle),
        ("Units that matter", report.needed),
        ("Units that do not", report.unneeded),
    ):
        if names:
            paragraph(f"{label}: {', '.join(names)}", hanging=4)
    if report.as_expected is False:
        echo(_expected(report.puzzle.solutions), bold=True)


def _expected(solutions: int | None) -> str:
    return f"It should have {solutions} solution{'' if solutions == 1 else 's'}."


_MOST_SHOWN: Final = 20


def _described(found: Puzzle) -> dict[str, Any]:
    query = found.query
    key = points_key(found.position)
    return {
        "name": found.name,
        "title": found.title,
        "level": found.level,
        "text": found.text,
        "scenario": found.position.scenario_name,
        "side": found.position.decision.side,
        **({} if key is None else {key: points_of(found.position)}),
        "goal": query.goal,
        "asp": query.asp,
        "fewest": query.fewest,
        "most": query.most,
        "prevent": query.prevent,
        "reply": query.reply,
        "actions": query.actions,
        "chance": None if query.chance is None else str(query.chance),
        "playing": list(query.playing),
        "solutions_expected": found.solutions,
    }


def _print(found: Puzzle) -> None:
    title(found.position)
    paragraph(f"{found.title} ({found.level})" if found.level else found.title, style="bold")
    if found.text:
        paragraph(found.text)
    paragraph(f"{_to_move(found)}.")
    echo()


def _to_move(puzzle: Puzzle) -> str:
    """Say who is to move with how many points, and what is asked."""
    decision = puzzle.position.decision
    budget = games.budget(puzzle.position)
    unit = getattr(budget, "unit", "points")
    # Who plays an event as the action spends no points.
    paid = points_of(puzzle.position) is not None and not puzzle.query.playing
    with_points = f" with {budget.said(decision)}" if budget is not None and paid else ""
    return f"{(decision.side or '').upper()} to move{with_points}: {said(puzzle.query, unit)}"


def said(query: Query, unit: str) -> str:
    """Say a question in words; `unit` is how points are called."""
    parts = []
    if query.goal:
        parts.append(f"{'keep the enemy from' if query.prevent else 'reach'} {query.goal}")
    if query.chance is not None:
        parts.append(f"attack with {query.chance}")
    if query.actions > 1:
        parts.append(f"in at most {query.actions} actions")
    if query.playing:
        which = "an event" if ALL in query.playing else f"an event of {', '.join(query.playing)}"
        parts.append(f"by {which}")
    if query.asp:
        parts.append("meet the rules in asp")
    if query.most:
        parts.append(f"with most {query.most}")
    if query.fewest:
        parts.append(f"with fewest {query.fewest}")
    if query.reply is not None:
        parts.append(f"whatever the enemy replies with {query.reply} {unit}")
    return ", ".join(parts)


def _progress(as_json: bool) -> Any:
    if as_json or not sys.stderr.isatty():
        return None
    return lambda text: echo(f"  {text}", err=True)


def _show(
    search: SearchBase,
    as_json: bool,
    described: dict[str, Any],
    expected: int | None = None,
    draw: Callable[[], None] = lambda: None,
) -> None:
    """Print solutions as they are found, and what is proven; draw when they are."""
    interrupted = False
    if search.already and not as_json:
        asked = " Asked is what keeps it so." if search.replies else ""
        paragraph(f"It is so already.{asked}")
    try:
        for number, solution in enumerate(search, 1):
            if not as_json:
                _print_solution(number, solution)
    except KeyboardInterrupt:
        interrupted = True
    found = search.found
    draw()
    if as_json:
        emit_json(
            {
                **described,
                "already": search.already,
                "number": found.number,
                "solutions": [each.as_json() for each in found.solutions],
                "refuted": [each.as_json() for each in found.refuted],
                "proven": found.proven,
                "first_moves_followed": found.gone_through,
                "interrupted": interrupted,
                "seconds": round(found.seconds, 3),
            }
        )
    else:
        for each in found.refuted[:_MOST_REFUTED]:
            paragraph(f"Undone: {str(each.move) or 'doing nothing'}", indent=2, hanging=4)
            by = "; then ".join([*each.answers, str(each.reply) or "doing nothing"])
            paragraph(f"by: {by}", indent=6, hanging=4)
        echo(_verdict(search, interrupted), bold=True)
        if sys.stderr.isatty():
            echo(f"{found.seconds:.1f} s", err=True)
    if interrupted:
        raise click.Abort
    if not found.number and expected != 0:
        no()
    if expected is not None and found.number != expected:
        if not as_json:
            echo(_expected(expected))
        no()


_MOST_REFUTED: Final = 5


def _print_barred(search: EventSearch) -> None:
    """Say which events may not be played, and why."""
    for name, broken in search.barred.items():
        rules = ", ".join(dict.fromkeys(each.rule for each in broken))
        paragraph(f"May not be played: {name} ({rules})", hanging=4)


def _print_solution(number: int, solution: Solution) -> None:
    key = points_key(solution.after)
    measures = [
        f"{what} {_number(value)}" for what, value in solution.measures.items() if what != key
    ]
    rest = f" ({', '.join(measures)})" if measures else ""
    # An event costs no points.
    paid = "" if CHANCE in solution.measures else spends(solution)
    echo(f"{number}. {paid}".rstrip() + rest)
    for order in solution.move.orders:
        paragraph(order.text, indent=4, hanging=4)
    if not solution.move.orders:
        paragraph("no orders", indent=4)
    for move in solution.then:
        paragraph(f"then {move}", indent=4, hanging=4)
    for answer in solution.answers:
        paragraph(f"then {answer}", indent=4, hanging=4)
    if solution.alike:
        paragraph(f"(and {solution.alike} more with units of the same kinds)", indent=4, hanging=4)


def _number(value: int | Fraction) -> str:
    """Write a number; of a fraction its decimals too."""
    whole = isinstance(value, int) or value.denominator == 1
    return str(value) if whole else f"{value} = {float(value):.4g}"


def _verdict(search: SearchBase, interrupted: bool) -> str:
    found = search.found
    number = found.number
    if found.proven and search.already and number == 1 and not found.solutions[0].move.orders:
        return "Nothing needs to be done, proven."
    if found.proven:
        what = {0: "No move reaches it, proven", 1: "This is the only solution, proven"}
        return f"{what.get(number, f'These {number} are all, proven')}."
    if interrupted:
        return f"Interrupted; {number} found so far, and there may be more."
    if found.refuted and not number:
        return "None found that stands; that there is none is not proven."
    if unfinished := getattr(search, "unfinished", ()):
        return f"{number} found; not all was gone through of: {', '.join(unfinished)}."
    if found.left_out:
        return f"{number} found; not gone through: {found.left_out}."
    followed = f" {found.gone_through} first moves were followed." if found.gone_through else ""
    return f"{number} found; there may be more.{followed}"
