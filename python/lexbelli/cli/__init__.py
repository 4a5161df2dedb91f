"""The command `lexbelli`.

Exit codes: 0 yes, 1 no, 2 bad input, 3 a fault of ours, 130 interrupted.
"""

import signal

from lexbelli.cli import (
    ask,
    check,
    compare,
    deal,
    draw,
    facts,
    match,
    moves,
    orders,
    play,
    playout,
    replay,
    scenarios,
    serve,
    show,
    solve,
    suggest,
    tell,
    threats,
    validate,
)
from lexbelli.cli.app import app
from lexbelli.cli.echo import safe_streams
from lexbelli.cli.interrupts import heed_interrupts

__all__ = ["app", "main"]

for _command in (
    scenarios.scenarios,
    deal.deal,
    show.show,
    draw.draw,
    orders.orders,
    moves.moves,
    check.check,
    play.play,
    playout.playout,
    match.match,
    suggest.suggest,
    replay.replay,
    serve.serve,
    tell.tell,
    solve.solve,
    solve.puzzle,
    solve.puzzles,
    solve.verify,
    threats.threats,
    threats.diff,
    threats.mend,
    validate.validate,
    ask.ask,
    facts.facts,
    compare.compare,
):
    app.add_command(_command)


def main() -> None:
    """Run the command and leave with its exit code."""
    safe_streams()
    heed_interrupts()
    # A reader that closes the pipe ends us as it ends any other tool: without a word.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    app(prog_name="lexbelli")
