"""Processes that no Ctrl-C reaches: it is for who has begun them, and ends them."""

import contextlib
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, Final, Self, TypeVar

from lexbelli.errors import bad_input

__all__ = ["Processes", "deaf"]

# So many things are asked about before the first answer is taken: of a million nobody would wait.
_AHEAD: Final = 1000
# So many seconds it may take until it is noted that all have ended.
_LONGEST_END: Final = 5.0

_Asked = TypeVar("_Asked")
_Told = TypeVar("_Told")


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Begin processes that Ctrl-C does not reach from their first moment on.

    They have the mask of signals of who begins them. Who is interrupted meanwhile is so as soon as
    they have begun. Threads that begin meanwhile, and write to these processes, are told of one
    that has died, where the command would die with it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGPIPE})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes:
    """Processes that are asked, and that end with whoever asks them: behind `with`, or by `end`.

    Args:
        number: How many there are at most; each begins when there is something to do for it.
        begin: What each does first, if anything.
        told: What it is told for that.
        fewer: How a user asks for fewer of them, if one dies.
    """

    def __init__(
        self,
        number: int,
        begin: Callable[..., None] | None = None,
        told: tuple[Any, ...] = (),
        *,
        fewer: str = "--jobs 1",
    ) -> None:
        self._fewer = fewer
        self._pool = ProcessPoolExecutor(
            number, mp_context=get_context("spawn"), initializer=_begin, initargs=(begin, told)
        )
        self._begun: set[BaseProcess] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def submit(self, work: Callable[..., _Told], *asked: Any) -> Callable[[], _Told]:
        """Ask one of them, and return what waits for the answer.

        Args:
            work: What answers; it and what is asked must be such as can be sent.
            asked: What it is called with.

        Raises:
            BadInput: A process has died, of too little memory probably; now, or of what waits.
        """
        before = set(active_children())
        with deaf(), self._alive():
            answer = self._pool.submit(work, *asked)
        self._begun |= set(active_children()) - before
        return partial(self._waited, answer)

    def map(self, work: Callable[[_Asked], _Told], asked: Iterable[_Asked]) -> Iterator[_Told]:
        """Ask about each of some things, and yield the answers in their order."""
        rest = iter(asked)
        answers = deque(self.submit(work, each) for each in islice(rest, _AHEAD))
        while answers:
            answer = answers.popleft()()
            answers.extend(self.submit(work, each) for each in islice(rest, 1))
            yield answer

    def _waited(self, answer: Future[_Told]) -> _Told:
        with self._alive():
            return answer.result()

    @contextlib.contextmanager
    def _alive(self) -> Iterator[None]:
        try:
            yield
        except BrokenProcessPool:
            message = "one has died; memory may be too small for so many at once: give"
            raise bad_input(f"{message} {self._fewer}", "processes") from None

    def end(self) -> None:
        """End them, whatever they are at."""
        # First the pool, that it does not take their end for an accident.
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in self._begun:
            process.terminate()
        deadline = time.monotonic() + _LONGEST_END
        for process in self._begun:
            process.join()
            # A thread of the pool waits for it as well, and may be the one that is told first.
            while process.is_alive() and time.monotonic() < deadline:
                time.sleep(0.001)
        self._begun.clear()


def _begin(begin: Callable[..., None] | None, told: tuple[Any, ...]) -> None:
    # Where signals have no masks a process is deaf from here on.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*told)


def _end_with_parent() -> None:
    """Who has been killed ends nobody, and a process that is asked nothing would wait for ever."""
    if (parent := parent_process()) is not None:
        parent.join()
    os._exit(1)
