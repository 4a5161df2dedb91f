"""The command, run so that it comes to harm: `python child.py WORDS...`.

What is to happen stands in the environment: `DIE_AT` = at which change of a file or folder, counted
from 1, the process kills itself; `FILE_LIMIT` = how many bytes a file may have; `PEAK` = a file
into which the most memory used, in KiB, is written.
"""

import atexit
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any

CHANGES = {"open", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod"}


def main() -> None:
    # Whoever runs tests in the background ignores Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if peak := os.environ.get("PEAK"):
        atexit.register(tell, Path(peak))
    if limit := os.environ.get("FILE_LIMIT"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
    from lexbelli.cli import main as command

    if at := os.environ.get("DIE_AT"):
        left = int(at)

        def watch(event: str, args: tuple[Any, ...]) -> None:
            nonlocal left
            if event == "open" and not args[2] & (os.O_WRONLY | os.O_RDWR):
                return
            if event in CHANGES and ".partial" in str(args[0]):
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(watch)
    command()


def tell(path: Path) -> None:
    """Write the peak; that of `getrusage` would be at least the parent's."""
    lines = Path("/proc/self/status").read_text().splitlines()
    path.write_text(next(line.split()[1] for line in lines if line.startswith("VmHWM")))


if __name__ == "__main__":
    main()
