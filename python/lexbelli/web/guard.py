"""What every request must pass before anybody looks at it: host, origin, size and rate."""

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexbelli.errors import bad_input
from lexbelli.names import shown
from lexbelli.web.openapi import ERRORS
from lexbelli.web.refusals import error_content

__all__ = ["Guard", "Limits", "TooLarge", "own_address"]

_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
_MOST_CLIENTS: Final = 10_000
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final[Mapping[bytes, bytes]] = {
    b"content-security-policy": _POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}


def own_address(public: str | None) -> None:
    """Refuse an address under which no proxy can serve a game.

    Raises:
        BadInput: It is no address of a host.
    """
    if public is None:
        return
    try:
        address = urlsplit(public)
        plain = address._replace(scheme="", netloc="").geturl() in ("", "/")
        fits = address.scheme in ("http", "https") and bool(address.hostname) and plain
    except ValueError:
        fits = False
    if not fits:
        said = f"'{shown(public)}' is no address of a host"
        raise bad_input(said, "public", "https://games.example")


class TooLarge(Exception):  # noqa: N818 (it is no fault)
    """A body is larger than it may be."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server bears.

    Attributes:
        body: Bytes of a body.
        seconds: How long an answer may take; searches have limits of their own.
        rate: Requests a second, of one link or one address.
        burst: So many at once.
        at_once: How many questions are answered at the same time, and how many wait for each.
    """

    body: int = 64 * 1024
    seconds: float = 20.0
    rate: float = 20.0
    burst: int = 80
    at_once: int = 4


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


@dataclass(slots=True)
class Guard:
    """An ASGI application before another.

    Args:
        app: The other.
        limits: What the server bears.
        public: The address under which it is reached through a proxy, such as
            `https://games.example`; None for the loopback alone.
        clock: What tells seconds.

    Raises:
        BadInput: `public` is no such address.
    """

    app: ASGIApp
    limits: Limits = field(default_factory=Limits)
    public: str | None = None
    clock: Callable[[], float] = time.monotonic
    _buckets: OrderedDict[str, _Bucket] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        own_address(self.public)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _answer(send, *refusal)
            return
        await self.app(scope, self._limited(receive), _with_headers(send))

    def _refusal(self, scope: Scope, headers: Mapping[bytes, bytes]) -> tuple[str, str] | None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self._is_own(host):
            return "origin", "This host has another name."
        origin = headers.get(b"origin")
        if origin is not None and not self._is_origin(origin.decode("latin-1").lower(), host):
            return "origin", "Pages of other sites may not ask."
        if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
            return "origin", "Pages of other sites may not ask."
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > self.limits.body:
            return "too_large", f"A body has at most {self.limits.body} bytes."
        if not self._in_time(_who(scope, headers)):
            return "busy", "Too many requests; wait a little."
        return None

    def _is_own(self, host: str) -> bool:
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        own = name in _LOOPBACK
        return own or (self.public is not None and host == urlsplit(self.public).netloc.lower())

    def _is_origin(self, origin: str, host: str) -> bool:
        if self.public is not None and origin == self.public.lower().rstrip("/"):
            return True
        # The loopback has no TLS; a proxy's name has the scheme it was told with.
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        return name in _LOOPBACK and origin == f"http://{host}"

    def _in_time(self, who: str) -> bool:
        now, limits = self.clock(), self.limits
        bucket = self._buckets.pop(who, None) or _Bucket(limits.burst, now)
        bucket.left = min(limits.burst, bucket.left + (now - bucket.at) * limits.rate)
        bucket.at = now
        self._buckets[who] = bucket
        while len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True

    def _limited(self, receive: Receive) -> Receive:
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.limits.body:
                raise TooLarge
            return message

        return limited


def _who(scope: Scope, headers: Mapping[bytes, bytes]) -> str:
    """Return who asks: by his link, if it looks like one, and by his address."""
    address = scope.get("client") or ("", 0)
    return f"{address[0]} {headers.get(b'authorization', b'')[:100].decode('latin-1')}"


async def _answer(send: Send, code: str, message: str) -> None:
    body = json.dumps(error_content(code, message)).encode()
    sent = _with_headers(send)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if code == "busy":
        headers.append((b"retry-after", b"1"))
    await sent({"type": "http.response.start", "status": ERRORS[code][0], "headers": headers})
    await sent({"type": "http.response.body", "body": body})


def _with_headers(send: Send) -> Send:
    async def sent(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message["headers"]}
            more = [each for each in _HEADERS.items() if each[0] not in own]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sent
