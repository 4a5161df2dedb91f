"""Spoilt input of strangers to the command itself. Nothing may end in a traceback, or without end.

    python tests/fuzz/strangers.py NUMBER SEED [--only KIND] [--jobs N] [--trial NUMBER]

runs the command NUMBER times on what `kinds.py` makes, each time in a process of its own with
limits. An answer is an exit code of 0, 1 or 2 (a reader that is gone ends us by its signal), within
10 seconds and 1 GB, without a traceback and without a control character. What took too long is
tried once more by itself. Not for Windows, whose processes cannot be forked or limited so.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from fuzz.kinds import KINDS, Trial
from lexbelli.cli import main as command
from lexbelli.names import printable

MOST_SECONDS: Final = 10
MOST_MEMORY: Final = 1 << 30
# A run that hangs is ended then; so long it is waited for on a machine with other things to do.
_ENDED_AFTER: Final = 60
_SEVERAL: Final = 1 / 6


@dataclass(frozen=True)
class Outcome:
    """How a trial ended.

    Attributes:
        kind: What was spoilt.
        number: Its number, which with the seed makes it again.
        args: The command line.
        code: The exit code; below 0 a signal.
        seconds: How long it took.
        memory: The memory it had, in bytes.
        said: The end of what it said on standard error.
        fault: What is wrong with it, if anything is.
    """

    kind: str
    number: int
    args: str
    code: int
    seconds: float
    memory: int
    said: str
    fault: str = ""


def tried(seed: int, number: int, only: str | None) -> Outcome:
    """Make a trial, and run it."""
    dice = random.Random(f"{seed}/{number}")
    # Every kind in its turn.
    names = list(KINDS)
    kind = only or names[number % len(names)]
    root = Path(tempfile.mkdtemp(prefix="strangers-"))
    try:
        folder = root / "here"
        folder.mkdir()
        trial = KINDS[kind](folder, dice)
        alone = trial.alone or dice.random() < _SEVERAL
        started = time.monotonic()
        child = os.fork()
        if child == 0:
            _run(trial, root, folder, alone=alone)
        code, used = _waited(child, started)
        seconds = time.monotonic() - started
        # Memory is told in KB, but for macOS.
        memory = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        out, err = (
            (root / name).read_bytes() if (root / name).exists() else b"" for name in ("out", "err")
        )
        shown = " ".join(each if isinstance(each, str) else ascii(each) for each in trial.args)[
            :300
        ]
        told = err.decode("utf-8", "replace")
        fault = _fault(trial, code, seconds, memory, out, told)
        return Outcome(kind, number, printable(shown), code, seconds, memory, told[-1500:], fault)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _waited(child: int, started: float) -> tuple[int, resource.struct_rusage]:
    while True:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status), used
        if time.monotonic() - started > _ENDED_AFTER:
            # It leads a group of its own.
            os.killpg(child, signal.SIGKILL)
            _, status, used = os.wait4(child, 0)
            return os.waitstatus_to_exitcode(status), used
        time.sleep(0.005)


def _fault(trial: Trial, code: int, seconds: float, memory: int, out: bytes, err: str) -> str:
    """Say what is wrong with how a trial ended."""
    broken = "broken" in trial.streams.values()
    if code not in (0, 1, 2) and not (broken and code == -signal.SIGPIPE):
        return f"exit code {code}"
    if "Traceback" in err or "panicked" in err or "internal error" in err:
        return "a traceback"
    if seconds > MOST_SECONDS:
        return f"{seconds:.1f} s"
    if memory > MOST_MEMORY:
        return f"{memory >> 20} MB"
    raw = trial.raw or "parquet" in trial.args
    said = err if raw else out.decode("utf-8", "replace") + err
    if "FORCE_COLOR" in trial.env or "TTY_COMPATIBLE" in trial.env:
        return ""
    if printable(said) != said:
        return "a control character"
    if (
        code == 2
        and "stderr" not in trial.streams
        and not err.startswith(("error: ", "Caution", "Usage"))
    ):
        return "no error message"
    return ""


def _run(trial: Trial, root: Path, folder: Path, *, alone: bool) -> None:
    """Be the command; this never returns."""
    code = 99
    try:
        os.setpgid(0, 0)
        os.chdir(folder)
        for limit, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, 2 << 30),
            (resource.RLIMIT_AS, 12 << 30),
        ):
            resource.setrlimit(limit, (most, most))
        (root / "in").write_bytes(trial.stdin)
        _connect(trial, root)
        args = [each.encode() if isinstance(each, str) else each for each in trial.args]
        if alone:
            given = {**os.environ, **trial.env}
            whole = [os.fsencode(sys.executable), b"-m", b"lexbelli", *args]
            os.execve(sys.executable, whole, given)
        os.environ.update(trial.env)
        sys.argv = ["lexbelli", *map(os.fsdecode, args)]
        for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
        command()
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 0
    except BaseException as error:  # noqa: BLE001 (nothing may come out of here)
        os.write(2, f"Traceback: {error!r}\n".encode("utf-8", "replace"))
    finally:
        os._exit(code)


def _connect(trial: Trial, root: Path) -> None:
    """Put the streams in place."""
    ways = {
        "stdin": (0, root / "in", os.O_RDONLY),
        "stdout": (1, root / "out", os.O_WRONLY | os.O_CREAT),
        "stderr": (2, root / "err", os.O_WRONLY | os.O_CREAT),
    }
    opened: dict[int, int | None] = {}
    for name, (number, path, flags) in ways.items():
        match trial.streams.get(name, ""):
            case "closed":
                opened[number] = None
            case "full":
                opened[number] = os.open("/dev/full", os.O_WRONLY)
            case "folder":
                opened[number] = os.open(root, os.O_RDONLY)
            case "shut":
                # Open, but the wrong way round.
                opened[number] = os.open(os.devnull, os.O_WRONLY if number == 0 else os.O_RDONLY)
            case "broken":
                reader, writer = os.pipe()
                os.close(reader)
                opened[number] = writer
            case _:
                opened[number] = os.open(path, flags, 0o600)
    for number, given in opened.items():
        if given is None:
            os.close(number)
        else:
            os.dup2(given, number)


def run(number: int, seed: int, jobs: int, only: str | None = None) -> Iterator[Outcome]:
    """Run so many trials, and yield how each ended."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(tried, seed, at, only) for at in range(number)]
        for future in futures:
            outcome = future.result()
            if outcome.fault.endswith(" s") and outcome.seconds < _ENDED_AFTER:
                outcome = pool.submit(tried, seed, outcome.number, only).result()
            yield outcome


def main() -> int:
    """Run trials, and say how they ended."""
    asked = argparse.ArgumentParser()
    asked.add_argument("number", type=int)
    asked.add_argument("seed", type=int)
    asked.add_argument("--only", choices=list(KINDS))
    asked.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1))
    asked.add_argument("--trial", type=int, help="Only the trial of that number, told in full.")
    given = asked.parse_args()
    if given.trial is not None:
        print(json.dumps(tried(given.seed, given.trial, given.only).__dict__, indent=1))
        return 0
    faults, codes, slowest, largest = 0, Counter[int](), 0.0, 0
    for outcome in run(given.number, given.seed, given.jobs, given.only):
        codes[outcome.code] += 1
        slowest, largest = max(slowest, outcome.seconds), max(largest, outcome.memory)
        if outcome.fault:
            faults += 1
            told = printable(outcome.said.strip().replace("\n", " | "))[-400:]
            print(
                f"{outcome.kind} {outcome.number}: {outcome.fault}: {outcome.args}\n    {told}",
                flush=True,
            )
    ends = ", ".join(f"{count} with {code}" for code, count in sorted(codes.items()))
    print(
        f"{given.number} spoilt inputs, seed {given.seed}: {ends}; the slowest {slowest:.1f} s,"
        f" the largest {largest >> 20} MB; {faults} at fault"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
