"""Rules of strangers: ground apart, with limits, and never called proven when cut by one."""

import os
import signal
import subprocess
import sys
import time

import pytest

import lexbelli
from lexbelli.puzzles import apart
from lexbelli.puzzles.asking import Query

_GROWS = "n(1). n(Y) :- n(X), Y=X+1. goal :- n(0)."
_PRODUCT = (
    "p(A,B,C,D,E,F) :- side(A,ap), side(B,ap), side(C,ap), side(D,ap), side(E,ap), side(F,ap)."
    " goal :- p(_,_,_,_,_,_)."
)


@pytest.fixture(scope="module")
def start() -> lexbelli.Position:
    position: lexbelli.Position = lexbelli.scenario("1914_campaign")
    return position


@pytest.mark.parametrize("rules", [_GROWS, _PRODUCT])
def test_rules_without_end_are_bad_input(start: lexbelli.Position, rules: str) -> None:
    started = time.monotonic()
    with pytest.raises(lexbelli.BadInput, match="there are for rules"):
        lexbelli.solve(start, asp=rules, ops=1).run()
    assert time.monotonic() - started < 60


def test_the_time_is_heard_while_rules_are_ground(start: lexbelli.Position) -> None:
    search = lexbelli.solve(start, asp=_GROWS, ops=1, seconds=0.5)
    found = search.run()
    assert not found.number
    assert not found.proven


def test_too_much_memory_is_bad_input(
    start: lexbelli.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The other process imports its own limit: what it tells is told here. It is less than what
    # Python and clingo have when they begin, but enough to begin.
    less = "import lexbelli.puzzles.apart as it; it.MOST_MEMORY = 40 << 20; from lexbelli"
    code = apart._CODE.replace("from lexbelli", less)
    monkeypatch.setattr(apart, "_CODE", code)
    with pytest.raises(lexbelli.BadInput, match="more memory than the 640 MB"):
        lexbelli.solve(start, asp="goal :- then_supply(_,oos).", ops=1).run()


def test_a_process_that_is_ended_is_no_proof(
    start: lexbelli.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "_CODE", "import os; os._exit(9)")
    search = lexbelli.solve(start, asp="goal :- then_supply(_,oos).", ops=1)
    with pytest.raises(lexbelli.BadInput, match=r"was ended \(code 9\)"):
        search.run()
    assert not search.found.proven


def test_the_answers_are_those_of_a_search_in_this_process(start: lexbelli.Position) -> None:
    at = start.suppose(ops=1)
    query = Query(asp="goal :- then_at(U,oltu), side(U,ap), not at(U,oltu).")
    found, here = query.search(at), query.here(at)
    assert isinstance(found, apart.SearchApart)
    assert sorted(each.text for each in found) == sorted(each.text for each in here)
    assert found.found.number > 0
    assert found.found.proven
    assert found.found.number == here.found.number


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("goal :- then_at(\u00e9,_).", "'\u00e9' is not allowed"),
        ("goal :- then_at(\x00,_).", r"'\\u0000' is not allowed"),
        ("goal :- not goal.", "on the way to itself"),
        ("goal :- not a. a :- not b. b :- not a.", "on the way to itself"),
        ("n(1). n(X) :- X = #sum { Y : n(Y) }. goal :- n(2).", "on the way to itself"),
        (f"goal :- then_at(_,P), P = {'-' * 3000}1.", "nested too deeply"),
        ("goal :- then_at(U,P), U < P+1.", "clingo cannot ground it"),
    ],
)
def test_rules_that_are_none(start: lexbelli.Position, rules: str, said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=said):
        lexbelli.solve(start, asp=rules, ops=1).run()


# Whoever runs tests in the background ignores Ctrl-C.
_COMMAND = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    " from lexbelli.cli import main; main()"
)


def test_nobody_is_left_behind_by_ctrl_c() -> None:
    command = subprocess.Popen(
        [sys.executable, "-c", _COMMAND, "solve", "1914_campaign", "--asp", _GROWS, "--ops", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    children: list[int] = []
    started = time.monotonic()
    while not children and time.monotonic() - started < 30:
        time.sleep(0.05)
        children = _children(command.pid)
    assert children, "rules are ground by a process of their own"
    command.send_signal(signal.SIGINT)
    said = command.communicate(timeout=30)[0].decode()
    assert "Interrupted; 0 found so far" in said, said
    assert "proven" not in said
    assert (said.split()[-1], command.returncode) == ("interrupted", 130)
    # Who has ended stays in the list until the system has taken note.
    started = time.monotonic()
    while any(map(_lives, children)) and time.monotonic() - started < 30:
        time.sleep(0.05)
    assert not any(map(_lives, children))


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _children(parent: int) -> list[int]:
    told = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in told.splitlines()]
    return [int(pid) for pid, of in rows if int(of) == parent]
