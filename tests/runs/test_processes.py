"""Processes that answer for others: their order, their end, and who hears Ctrl-C."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from multiprocessing import active_children
from pathlib import Path

import pytest

from lexbelli import BadInput
from lexbelli.processes import Processes
from runs.kit import start


def test_answers_come_in_order_and_end_with_who_asked() -> None:
    before = set(active_children())
    with Processes(2) as processes:
        assert list(processes.map(abs, range(-9, 0))) == [9, 8, 7, 6, 5, 4, 3, 2, 1]
        assert processes.submit(divmod, 7, 2)() == (3, 1)
        assert set(active_children()) - before
        # Nobody waits for who is at work.
        processes.submit(time.sleep, 1000)
    assert set(active_children()) <= before


def test_more_are_asked_than_wait_at_once() -> None:
    with Processes(2) as processes:
        assert list(processes.map(abs, range(-2500, 0))) == list(range(2500, 0, -1))


def test_each_is_told_first_how_to_begin() -> None:
    with Processes(1, sys.setrecursionlimit, (4321,)) as processes:
        assert processes.submit(sys.getrecursionlimit)() == 4321


def test_one_that_dies_is_told_of() -> None:
    with Processes(1, fewer="--threads 1") as processes:
        dies = processes.submit(os._exit, 1)
        with pytest.raises(BadInput, match=r"one has died.*give --threads 1"):
            dies()
        with pytest.raises(BadInput, match="one has died"):
            processes.submit(abs, 1)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    "words",
    [
        ("playout", "1914_campaign", "--games", "4000"),
        ("match", "random", "greedy", "--scenario", "1914_campaign", "--games", "4000"),
        ("solve", "1914_campaign", "at(ru_i_caucasian,baghdad)", "--ops", "5", "--actions", "2"),
        ("threats", "1916_total_war", "--side", "cp", "--combat", "--ops", "5"),
    ],
    ids=lambda words: words[0],
)
def test_an_interrupt_ends_all_of_them(words: Sequence[str]) -> None:
    with start(*words, "--jobs", "2", start_new_session=True) as process:
        while len(_of_group(process.pid)) < 3:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
    said = told.decode()
    assert (process.returncode, said.split()) == (130, ["interrupted"]), said
    _ended(process.pid)


def _ended(group: int) -> None:
    deadline = time.monotonic() + 30
    while _of_group(group) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _of_group(group)


def _of_group(group: int) -> list[str]:
    """Return the processes of a group that have not ended."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, number = file.read_text().rpartition(")")[2].split()[:3]
            found += [file.parent.name] if number == str(group) and state != "Z" else []
    return found


_DIES = """
import time
from lexbelli.cli.interrupts import heed_interrupts

class Dies:
    def __del__(self):
        raise KeyboardInterrupt

class Fails:
    def __del__(self):
        raise ValueError("fails")

heed_interrupts()
try:
    Fails()
    Dies()
    time.sleep(60)
except KeyboardInterrupt:
    print("heard")
"""


def test_an_interrupt_is_heard_where_nothing_can_be_raised() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _DIES], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == "heard\n"
    assert "ValueError: fails" in done.stderr
    assert "KeyboardInterrupt" not in done.stderr


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_processes_end_with_who_is_killed() -> None:
    words = ("playout", "1914_campaign", "--games", "4000", "--jobs", "2")
    with start(*words, start_new_session=True) as process:
        while len(_of_group(process.pid)) < 4:
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(2)
        process.kill()
        process.communicate()
    _ended(process.pid)
