"""What several tests need."""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from click.testing import CliRunner, Result

import lexbelli
from lexbelli import games
from lexbelli import pursuit_of_glory as pog
from lexbelli.cli.app import app


@contextmanager
def known_skirmish() -> Iterator[Any]:
    """Let the tiny game be known, as a game that is installed would be, as long as this lasts."""
    game: Any = importlib.import_module("conformance.skirmish").GAME
    lexbelli.register(game)
    try:
        yield game
    finally:
        games._known.pop("skirmish")


def invoke(*words: str, stdin: str | bytes | None = None) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(app, list(words), input=stdin, prog_name="lexbelli")


def answer(*words: str, stdin: str | bytes | None = None) -> Any:
    """Run the command with --json and return what it says; the exit code may be 0 or 1."""
    result = invoke(*words, "--json", stdin=stdin)
    assert result.exit_code in (0, 1), result.output
    return json.loads(result.stdout)


def on_map(position: pog.Position) -> list[str]:
    """The places of a position that are on the map, not boxes beside it."""
    kinds = {space: position.core.tables.space(space)["kind"] for space in position.spaces}
    return [space for space, kind in kinds.items() if kind != "box"]


def partial_control(position: pog.Position) -> set[tuple[str, str]]:
    """Which side has partial control of which space."""
    found = ((position.partial_control(space), space) for space in on_map(position))
    return {(side, space) for side, space in found if side is not None}


def run(
    words: Sequence[str], stdin: bytes | None = None, **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process of its own, as a user's shell would."""
    return subprocess.run(
        [sys.executable, "-m", "lexbelli", *words],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"},
        **more,
    )
