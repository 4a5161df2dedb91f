"""Serving a game on the loopback address until it is interrupted."""

import errno
import logging
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from lexbelli.errors import bad_input
from lexbelli.web.app import application
from lexbelli.web.game import ServedGame
from lexbelli.web.guard import Limits, own_address
from lexbelli.web.seats import Seats

__all__ = ["HOST", "PORT", "checked", "links", "listening", "run"]

HOST: Final = "127.0.0.1"
PORT: Final = 8760
_TRIED: Final = 20


def listening(port: int | None) -> socket.socket:
    """Return a socket of the loopback address.

    Args:
        port: The port, 0 for any; None for the usual one, or the next that is free.

    Raises:
        BadInput: The port is taken, or may not be used.
    """
    tried = range(PORT, PORT + _TRIED) if port is None else (port,)
    for number in tried:
        # Only of a socket that names its protocol asyncio sends small pieces without delay.
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, number))
        except OSError as error:
            found.close()
            if port is None and error.errno == errno.EADDRINUSE:
                continue
            why = "is taken" if error.errno == errno.EADDRINUSE else "may not be used"
            raise bad_input(f"{number} {why}; with 0 any that is free is taken", "port") from None
        return found
    raise bad_input(f"{PORT} and the next {_TRIED} are taken", "port", "0")


def checked(public: str | None) -> None:
    """Refuse an address that no proxy has.

    Raises:
        BadInput: It is none of a host.
    """
    own_address(public)


def links(seats: Seats, port: int, public: str | None = None) -> dict[str, str]:
    """Return the link of every seat, by its name.

    The secret stands behind `#`: browsers send it to nobody.
    """
    base = (public or f"http://{HOST}:{port}").rstrip("/")
    return {seat.name: f"{base}/#{token}" for seat, token in seats}


def run(
    game: ServedGame,
    seats: Seats,
    at: socket.socket,
    *,
    public: str | None = None,
    limits: Limits | None = None,
    started: Callable[[], None] = lambda: None,
) -> None:
    """Serve a game until the process is interrupted or told to end.

    Args:
        game: The game.
        seats: Who sits at it.
        at: Where to listen.
        public: The address under which a proxy serves it, or None.
        limits: What the server bears.
        started: Called when it listens.
    """
    logging.getLogger("lexbelli.web").addHandler(logging.StreamHandler())
    config = uvicorn.Config(
        application(game, seats, limits, public),
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 * 1024,
        http="h11",
        ws="none",
        lifespan="off",
    )
    server = _Server(config, started)
    # Interrupted, it ends as it should: every answer is on disk already.
    try:
        server.run(sockets=[at])
    except KeyboardInterrupt:
        pass
    finally:
        at.close()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        self._started()
