"""The command `lexbelli`.

Exit codes: 0 yes, 1 no, 2 bad input, 3 a fault of ours, 130 interrupted.
"""

import signal

from lexbelli.cli import (
    activation,
    attacks,
    attrition,
    bench,
    check,
    compare,
    draw,
    facts,
    moves,
    odds,
    orders,
    play,
    replay,
    scenarios,
    show,
    solve,
    supply,
    threats,
    validate,
    victory,
)
from lexbelli.cli.app import app

__all__ = ["app", "main"]

for _command in (
    scenarios.scenarios,
    show.show,
    draw.draw,
    supply.supply,
    activation.activation,
    attrition.attrition,
    victory.victory,
    orders.orders,
    moves.moves,
    check.check,
    play.play,
    replay.replay,
    attacks.attacks,
    odds.odds,
    solve.solve,
    solve.puzzle,
    solve.puzzles,
    solve.verify,
    threats.threats,
    threats.diff,
    threats.mend,
    validate.validate,
    facts.facts,
    compare.compare,
    bench.bench,
):
    app.add_command(_command)


def main() -> None:
    """Run the command and leave with its exit code."""
    # A reader that closes the pipe ends us as it ends any other tool: without a word.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    app(prog_name="lexbelli")
