"""Worker processes for long comparisons."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

__all__ = ["processes"]


def processes(number: int | None = None) -> Executor:
    """So many processes to share work among; None for as many as the machine has cores.

    Processes that share the tests already keep every core busy: there the work is done at once, in
    this one, which has read the law and the records and need not start others that read them anew.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        return _Here()
    return ProcessPoolExecutor(number, mp_context=get_context("spawn"))


class _Here(Executor):
    """Does what it is given before it says that it has it."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 (whoever asks for the result is told)
            done.set_exception(error)
        return done
