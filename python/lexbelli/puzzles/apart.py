"""Searching apart: rules of strangers are ground in a process of their own, with limits.

What rules come to nobody can tell before they are ground, and clingo hears nothing while it
grounds. So a search with rules of a puzzle runs in another process of the same interpreter. It has
some memory and, for the rules, some seconds; it watches itself, and is ended with the search, with
its time, and with us. What it finds comes back as it is found.
"""

import contextlib
import os
import pickle
import platform
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from lexbelli.errors import BadInput, bad_input
from lexbelli.law import ClingoError, LawError
from lexbelli.position import Position
from lexbelli.puzzles.found import Found, Progress, SearchBase, Solution
from lexbelli.puzzles.snippet import GROUND_SECONDS, ground_for

if TYPE_CHECKING:
    from lexbelli.puzzles.asking import Query

__all__ = ["MOST_MEMORY", "SearchApart", "serve"]

# The memory of the other process, in bytes; of what it has when it begins it needs a sixth.
MOST_MEMORY: Final = 640 * 1024 * 1024
# It is not killed at the very moment at which its time is over: first it may tell what it knows.
_GRACE: Final = 0.5
_LOOK: Final = 0.02
_SYSTEM: Final = platform.system()
_CODE: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer);"
    " from lexbelli.puzzles.apart import serve; serve()"
)


class SearchApart(SearchBase):
    """A search that runs in another process; the arguments are those of `Query.here`."""

    def __init__(
        self,
        query: "Query",
        position: Position,
        limit: int,
        seconds: float | None,
        progress: Progress | None,
    ) -> None:
        # What is wrong with the question is said here and now.
        self.known = known = query.here(position, limit, seconds, None)
        self.position, self.goal, self.plays = known.position, known.goal, known.plays
        self.found = Found()
        self._query, self._limit = query, limit
        self._seconds, self._progress = seconds, progress

    def __iter__(self) -> Iterator[Solution]:
        started = time.monotonic()
        job = (self._query, self.position, self._limit, self._seconds, self._progress is not None)
        try:
            for message in _heard(("search", *job), self._seconds):
                match message:
                    case ("solution", solution):
                        yield self.found.add(solution)
                    case ("tell", text):
                        if self._progress is not None:
                            self._progress(text)
                    case ("end", proven, left_out, already):
                        self.found.proven, self.found.left_out = proven, left_out
                        self.already = already
        finally:
            self.found.seconds = time.monotonic() - started

    def differing(
        self, positions: Sequence[Position], seconds: float | None = None
    ) -> tuple[set[int], bool]:
        """As `lexbelli.puzzles.differing.differing`, in another process.

        Raises:
            BadInput: The rules cannot be ground within its limits.
            LawError: Law and core differ.
        """
        job = ("compare", self._query, self.position, list(positions), seconds)
        for message in _heard(job, seconds):
            match message:
                case ("compared", found, proven):
                    return found, proven
        return set(), False


def _heard(job: tuple[Any, ...], seconds: float | None) -> Iterator[tuple[Any, ...]]:
    """Yield what another process tells of a job, until it has ended or its time is over."""
    started = time.monotonic()
    with _other(job) as (told, process):
        while True:
            try:
                message = told.get(timeout=_LOOK * 2)
            except queue.Empty:
                if seconds is not None and time.monotonic() - started > seconds + _GRACE:
                    return
                continue
            match message:
                case ("solution" | "tell", *_):
                    yield message
                case ("end" | "compared", *_):
                    yield message
                    return
                case ("bad", text, field, suggestion):
                    error = BadInput(text)
                    error.field, error.suggestion = field, suggestion
                    raise error
                case ("limit", text):
                    raise bad_input(text, "asp")
                case ("law", text):
                    raise LawError(text)
                case _:
                    # It ended without a word: somebody, or the system, has ended it.
                    code = process.wait()
                    raise bad_input(f"the process that searched was ended (code {code})", "asp")


@contextlib.contextmanager
def _other(
    job: Any,
) -> Iterator[tuple["queue.SimpleQueue[Any]", "subprocess.Popen[bytes]"]]:
    """Start the other process, and give what it tells; it ends with the context."""
    if not sys.executable:
        raise bad_input("rules need a Python interpreter of their own, and none is known", "asp")
    # Ctrl-C is for us, who then end it.
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", _CODE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except OSError as error:
        raise bad_input(f"no process can be started: {error.strerror or error}", "asp") from None
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        Thread(target=_listen, args=(process.stdout, told), daemon=True).start()
        with contextlib.suppress(OSError):
            # It stays open: the other process ends when it is closed.
            process.stdin.write(pickle.dumps(sys.path) + pickle.dumps(job))
            process.stdin.flush()
        yield told, process
    finally:
        process.kill()
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        process.wait()


def _listen(stream: BinaryIO, told: "queue.SimpleQueue[Any]") -> None:
    """Hand on what the other process tells; None when it tells no more."""
    with contextlib.suppress(Exception), stream:
        while True:
            told.put(pickle.load(stream))
    told.put(None)


# --------------------------------------------------------------------------- the other process


def serve() -> None:
    """Do a job in the other process, and tell what is found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What anybody prints must not come between what is told.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    lock = Lock()

    def tell(*message: Any) -> None:
        with lock:
            pickle.dump(message, out)
            out.flush()

    task, *about = pickle.load(sys.stdin.buffer)
    Thread(target=_watch, args=(tell,), daemon=True).start()
    Thread(target=_follow, daemon=True).start()
    _bounded()
    try:
        if task == "search":
            _search(tell, *about)
        else:
            _compare(tell, *about)
    except MemoryError:
        tell("limit", _TOO_MUCH)
    except BadInput as error:
        tell("bad", str(error), error.field, error.suggestion)
    except (ClingoError, RuntimeError) as error:
        if "bad_alloc" in str(error):
            tell("limit", _TOO_MUCH)
        elif isinstance(error, LawError) and not isinstance(error, ClingoError):
            tell("law", str(error))
        else:
            # The law gives clingo no cause to complain.
            first = " ".join(str(error).partition(";")[0].split())
            text = f"asp: clingo cannot ground it: {first}"
            tell("bad", text, "asp", None)
    finally:
        out.close()
        os._exit(0)


def _search(
    tell: Callable[..., None],
    query: "Query",
    position: Position,
    limit: int,
    seconds: float | None,
    talks: bool,
) -> None:
    search = query.here(
        position, limit, seconds, (lambda text: tell("tell", text)) if talks else None
    )
    for solution in search:
        tell("solution", solution)
    tell("end", search.found.proven, search.found.left_out, search.already)


def _compare(
    tell: Callable[..., None],
    query: "Query",
    position: Position,
    positions: Sequence[Position],
    seconds: float | None,
) -> None:
    from lexbelli.puzzles.differing import can_be_compared, differing  # noqa: PLC0415 - a circle

    started = time.monotonic()
    search = query.here(position, 0, seconds)
    search.run()
    left = None if seconds is None else max(0.1, seconds - (time.monotonic() - started))
    if can_be_compared(search):
        tell("compared", *differing(search, positions, query.here, left))
    else:
        # Its time was over.
        tell("compared", set(), False)


_TOO_MUCH: Final = f"it needs more memory than the {MOST_MEMORY >> 20} MB there are for rules"


def _watch(tell: Any) -> None:
    """End this process when it has too much memory, or takes too long to ground rules."""
    while True:
        time.sleep(_LOOK)
        since = ground_for()
        if since is not None and time.monotonic() - since > GROUND_SECONDS:
            said = f"grounding it takes more than the {GROUND_SECONDS} s there are for rules"
            tell("limit", f"{said}; do they count without end?")
            os._exit(1)
        if _memory() > MOST_MEMORY:
            tell("limit", _TOO_MUCH)
            os._exit(1)


def _follow() -> None:
    """End this process when nobody listens any more."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdin.buffer.read(1)
    os._exit(1)


def _bounded() -> None:
    """Let the system refuse memory, too, where it can; what is mapped already does not count."""
    if _SYSTEM == "Linux":
        import resource  # noqa: PLC0415 (not everywhere)

        with contextlib.suppress(OSError, ValueError):
            most = _pages(0) + 2 * MOST_MEMORY
            resource.setrlimit(
                resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1])
            )
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _memory() -> int:
    """Return the memory this process has, in bytes; 0 where nobody can tell."""
    if _SYSTEM == "Linux":
        return _pages(1)
    if _SYSTEM == "Windows":
        return _working_set()
    try:
        import resource  # noqa: PLC0415 (not everywhere)
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if _SYSTEM == "Darwin" else most * 1024


def _pages(column: int) -> int:
    """Return what Linux says of our memory: 0 is all that is mapped, 1 what is there."""
    try:
        with open("/proc/self/statm", encoding="ascii") as about:  # noqa: PTH123 (often asked)
            return int(about.read().split()[column]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _working_set() -> int:
    """Return what Windows says of our memory."""
    import ctypes  # noqa: PLC0415 (not everywhere)

    class Counters(ctypes.Structure):
        _fields_ = (
            ("cb", ctypes.c_uint32),
            ("faults", ctypes.c_uint32),
            *((name, ctypes.c_size_t) for name in ("peak", "working", "a", "b", "c", "d")),
            ("pagefile", ctypes.c_size_t),
            ("peak_pagefile", ctypes.c_size_t),
        )

    counters = Counters()
    counters.cb = ctypes.sizeof(counters)
    windows = getattr(ctypes, "windll", None)
    if windows is None:
        return 0
    kernel = windows.kernel32
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    kernel.K32GetProcessMemoryInfo.argtypes = (
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_uint32,
    )
    told = kernel.K32GetProcessMemoryInfo(
        kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb
    )
    return int(counters.pagefile) if told else 0
