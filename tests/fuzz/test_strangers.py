"""A sample of what `make fuzz` gives the command: some of every kind (tests/fuzz/strangers.py)."""

import subprocess
import sys
from pathlib import Path

_TOOL = Path(__file__).with_name("strangers.py")


def test_the_command_answers_strangers() -> None:
    ran = subprocess.run(
        [sys.executable, _TOOL, "44", "7", "--jobs", "2"],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "44 spoilt inputs" in ran.stdout
