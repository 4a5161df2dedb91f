"""The application that serves a game: routes, who asks, and what becomes of errors."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import lexbelli
from lexbelli.errors import BadInput, IllegalMove, InvalidSetup, bad_input
from lexbelli.files import json_of
from lexbelli.names import nearest
from lexbelli.web.endpoints import ENDPOINTS, LONGEST_SEARCH, LONGEST_WAIT, Endpoint
from lexbelli.web.fields import read_body, read_query
from lexbelli.web.game import Refused, ServedGame
from lexbelli.web.guard import Guard, Limits, TooLarge
from lexbelli.web.openapi import ERRORS, document
from lexbelli.web.refusals import error_content, refusal
from lexbelli.web.seats import Seat, Seats

__all__ = ["application"]

_KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_log = logging.getLogger("lexbelli.web")


class _Changes:
    """Wakes those who wait for the game to go on."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._event = asyncio.Event()

    def begin(self) -> asyncio.Event:
        """Return what is set with the next change."""
        self._loop = asyncio.get_running_loop()
        return self._event

    def tell(self) -> None:
        """Wake everybody; from whatever thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._event.set()
        self._event = asyncio.Event()


class _Served:
    """What answers requests about one game."""

    def __init__(self, game: ServedGame, seats: Seats, limits: Limits) -> None:
        self._game = game
        self._seats = seats
        self._limits = limits
        self._changes = _Changes()
        self._workers: anyio.CapacityLimiter | None = None
        self._waiting = 0
        self._searching: set[str] = set()
        game.on_change.append(self._changes.tell)

    def endpoint(self, of: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers one question."""

        async def answer(request: Request) -> Response:
            seat = self._seat(request)
            if of.method == "GET":
                asked = read_query(of.fields, request.query_params.multi_items())
            else:
                asked = read_body(of.fields, await _body(request))
            if of.waits and asked["after"] is not None:
                await self._wait(asked["after"])
            found = await self._worked(of, seat, asked)
            if of.answer == "svg":
                return _tagged(request, found.encode(), _KINDS[".svg"])
            return JSONResponse(found)

        return answer

    def _seat(self, request: Request) -> Seat:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        seat = self._seats.of(token.strip()) if kind.lower() == "bearer" else None
        if seat is None:
            raise Refused("no_link", "This link is nobody's; open the one that was printed.")
        return seat

    async def _wait(self, version: int) -> None:
        with anyio.move_on_after(LONGEST_WAIT):
            while self._game.version == version:
                await self._changes.begin().wait()

    async def _worked(self, of: Endpoint, seat: Seat, asked: Mapping[str, Any]) -> Any:
        """Answer in a thread, if not too much is asked and in the time there is."""
        if self._workers is None:
            self._workers = anyio.CapacityLimiter(self._limits.at_once)
        searches = of.searches
        if self._waiting >= 4 * self._limits.at_once or (searches and seat.name in self._searching):
            raise Refused("busy", "Too much is asked at once; wait a little.")
        seconds = self._limits.seconds + (LONGEST_SEARCH if searches else 0)
        self._waiting += 1
        if searches:
            self._searching.add(seat.name)
        try:
            with anyio.fail_after(seconds):
                # Who changes the game is waited for: what has begun is ended.
                return await anyio.to_thread.run_sync(
                    of.run,
                    self._game,
                    seat,
                    asked,
                    limiter=self._workers,
                    abandon_on_cancel=not of.changes,
                )
        except TimeoutError:
            raise Refused("too_long", f"It takes longer than {seconds:g} seconds.") from None
        finally:
            self._waiting -= 1
            if searches:
                self._searching.discard(seat.name)

    # --- errors ---------------------------------------------------------------------

    async def refused(self, request: Request, error: Exception) -> Response:
        """Tell an error as JSON."""
        told = refusal(error, lambda: self._game.seen(self._seat(request)))
        told = told or self._told(request, error)
        code = told["error"]["code"]
        headers = {"retry-after": "1"} if code == "busy" else None
        return JSONResponse(told, ERRORS[code][0], headers=headers)

    def _told(self, request: Request, error: Exception) -> dict[str, Any]:
        """Tell what is wrong with a request as such, or that the fault is ours."""
        match error:
            case TooLarge():
                said = f"A body has at most {self._limits.body} bytes."
                return error_content("too_large", said)
            case HTTPException(status_code=405):
                return error_content("method", "The method is another.")
            case HTTPException(status_code=404):
                known = [each.path for each in ENDPOINTS]
                near = nearest(str(request.scope["path"])[:80], known)
                return error_content("not_found", "There is nothing of that name.", nearest=near)
            case HTTPException():
                return error_content("bad_input", "The request cannot be read.")
            case _:
                # Whoever runs the server is told what it was; who asks is not.
                _log.error("internal error: %s", type(error).__name__, exc_info=error)
                said = "A fault of Lex Belli; whoever serves the game can see it."
                return error_content("internal", said)


def application(
    game: ServedGame, seats: Seats, limits: Limits | None = None, public: str | None = None
) -> Guard:
    """Return the ASGI application that serves a game.

    Args:
        game: The game.
        seats: Who sits at it.
        limits: What the server bears.
        public: The address under which a proxy serves it, or None.

    Raises:
        BadInput: `public` is no address.
    """
    bears = limits or Limits()
    served = _Served(game, seats, bears)
    routes = [
        Route(each.path, served.endpoint(each), methods=[each.method], name=each.name)
        for each in ENDPOINTS
    ]
    routes.append(Route("/api/openapi.json", _openapi, methods=["GET"]))
    routes += [Route(path, _file, methods=["GET"]) for path in _files()]
    handlers: dict[Any, Any] = dict.fromkeys(
        (Exception, HTTPException, BadInput, IllegalMove, InvalidSetup, Refused, TooLarge),
        served.refused,
    )
    app = Starlette(
        routes=routes,
        middleware=[Middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)],
        exception_handlers=handlers,
    )
    app.router.redirect_slashes = False
    return Guard(app, bears, public)


async def _body(request: Request) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return await _refuse_type(request)
    try:
        content = await request.body()
    except ClientDisconnect:
        raise bad_input("is cut off", "body") from None
    return json_of(content, "body")


async def _refuse_type(request: Request) -> Any:
    await request.body()
    raise Refused("not_json", "The body is to be application/json.")


async def _openapi(_request: Request) -> Response:
    return JSONResponse(document(lexbelli.__version__))


@cache
def _files() -> Mapping[str, tuple[bytes, str]]:
    """Return the files of the page, by their paths; no other file is ever opened."""
    found = {}
    for file in resources.files("lexbelli.web").joinpath("static").iterdir():
        ending = f".{file.name.rpartition('.')[2]}"
        if ending in _KINDS:
            path = "/" if file.name == "index.html" else f"/static/{file.name}"
            found[path] = file.read_bytes(), _KINDS[ending]
    return found


async def _file(request: Request) -> Response:
    content, kind = _files()[request.scope["path"]]
    return _tagged(request, content, kind)


def _tagged(request: Request, content: bytes, kind: str) -> Response:
    """Answer with what the browser may keep, and need not be sent again if it is the same."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)
