"""`lexbelli serve` as a process of its own, and what it says."""

import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self


class Server:
    """A server in a folder.

    Args:
        folder: Where it is started.
        words: What follows `lexbelli serve`.
    """

    def __init__(self, folder: Path, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lexbelli", "serve", *words, "--json"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"},
        )
        watch = threading.Timer(60, self._process.kill)
        watch.start()
        lines = []
        assert self._process.stdout is not None
        for line in self._process.stdout:
            lines.append(line)
            if line.rstrip() == "}":
                break
        watch.cancel()
        if not lines:
            raise RuntimeError(self._process.communicate()[1])
        #: What it said when it began: `links`, `record`, `entries`.
        self.told: dict[str, Any] = json.loads("".join(lines))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def ask(self, seat: str, path: str, body: Any = None) -> Any:
        """Ask as a seat, by POST if there is a body; a refusal is returned, too."""
        address, secret = self.told["links"][seat].split("#")
        headers = {"authorization": f"Bearer {secret}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(address.rstrip("/") + path, data, headers)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    def stop(self, number: int) -> tuple[int, str]:
        """Send it a signal; return its exit code and what it said at the end."""
        self._process.send_signal(number)
        out, error = self._process.communicate(timeout=20)
        return self._process.returncode, out + error

    def kill(self) -> None:
        """End it as a machine that fails would."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()
