"""Ctrl-C that is heard wherever it comes."""

import _thread
import signal
import sys
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

__all__ = ["heed_interrupts"]

# In so many seconds what could not be interrupted is over.
_LATER: Final = 0.05


def heed_interrupts() -> None:
    """See to it that no interrupt is lost where Python can raise no exception.

    While an object dies, or C calls back, Python prints an exception and goes on. The programs of
    the law are thousands of objects that die, so that Ctrl-C comes among them now and then.
    """
    sys.unraisablehook = _heed


def _heed(told: "UnraisableHookArgs") -> None:
    if issubclass(told.exc_type, KeyboardInterrupt):
        threading.Timer(_LATER, _interrupt).start()
    # What was interrupted while it was made has nothing yet to be taken apart.
    elif getattr(told.object, "__module__", "") != "clingo.ast":
        sys.__unraisablehook__(told)


def _interrupt() -> None:
    if hasattr(signal, "pthread_kill"):
        # Who sleeps, or waits, is to be woken.
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:  # pragma: no cover - Windows
        _thread.interrupt_main()
