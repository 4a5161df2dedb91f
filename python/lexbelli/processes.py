"""Processes that no Ctrl-C reaches: it is for who has begun them, and ends them."""

import contextlib
import signal
from collections.abc import Iterator

__all__ = ["deaf"]


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
