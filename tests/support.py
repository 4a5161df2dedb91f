"""What several tests need."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from click.testing import CliRunner, Result
from lexbelli.cli.app import app


def invoke(*words: str, stdin: str | bytes | None = None) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(app, list(words), input=stdin, prog_name="lexbelli")


def answer(*words: str, stdin: str | bytes | None = None) -> Any:
    """Run the command with --json and return what it says; the exit code may be 0 or 1."""
    result = invoke(*words, "--json", stdin=stdin)
    assert result.exit_code in (0, 1), result.output
    return json.loads(result.stdout)


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
