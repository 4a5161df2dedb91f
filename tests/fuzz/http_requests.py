"""Spoilt requests to a served game: whatever is asked is answered, and nothing else happens.

    python tests/fuzz/http_requests.py NUMBER SEED

asks NUMBER questions with spoilt bodies, queries, paths, methods, headers and origins, of both
games, without a network. No answer may be a fault of the server or tell anything of the machine; no
file may be touched but the record, which must still be the game that is served.
"""

import asyncio
import json
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

sys.path.append(str(Path(__file__).parents[2]))
sys.path.append(str(Path(__file__).parents[1]))

import lexbelli
from fuzz.spoilt import spoilt
from lexbelli.position import AnyPosition
from lexbelli.record import Record
from lexbelli.web.app import application
from lexbelli.web.endpoints import ENDPOINTS
from lexbelli.web.fields import Field
from lexbelli.web.game import ServedGame
from lexbelli.web.guard import Guard, Limits
from lexbelli.web.seats import Seat, Seats, seats_of

_SCENARIOS: Final = ("1914_limited_war", "caporetto")
# So many requests are put to one game before another is begun.
_OF_A_GAME: Final = 400
_BODY: Final = 4096
_WORDS: Final = (
    *(
        "",
        "pass",
        "automatic",
        "play ap_02",
        "take ap_01",
        "activate suez move",
        "go ru_div_3 kars",
    ),
    *(
        "eliminate it_3_hq",
        "entrench suez",
        "at(ru_div_3, kars)",
        "attack kars",
        "screen",
        "x" * 200,
    ),
    *("../../etc/passwd", "%00", "\ud800", "null", "-1", "{}", "activate suez move; entrench suez"),
)
_NAMES: Final = ("ru_div_3", "suez", "erzurum", "ah_10_hq", "h2706", "nobody", "", "a" * 5000)
# What is mostly said of a field, so that more than its name is read.
_MOSTLY: Final[Mapping[str, Sequence[str]]] = {
    "puzzle": ("retreat_to_the_sea", "generals_table", "oltu_likely"),
    "as_if": (
        "",
        " ; ",
        "act ap 2",
        "act central",
        "without ru_div_3",
        "event cp_01",
        "control suez cp",
    ),
    "side": ("ap", "cp", "central", "entente"),
}
_PATHS: Final = (
    *("/", "/static/main.js", "/static/../app.py", "/static/%2e%2e/app.py", "//etc/passwd", "/api"),
    *("/api/openapi.json", "/api/game/", "/api/../api/game", "/static/", "/\x00", "/api/gmae"),
)
_METHODS: Final = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get", "")
_TELLTALES: Final = (b"Traceback", b"site-packages", b"/lexbelli/", b"/tmp", b".jsonl", b'File "')


@dataclass
class Outcome:
    """What came of requests.

    Attributes:
        statuses: How many answers had which status.
        slowest: Seconds of the slowest answer, and what was asked.
        grown: By how many KiB the process has grown since a tenth of the requests.
    """

    statuses: Counter[int] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "")
    grown: int = 0

    @property
    def requests(self) -> int:
        return self.statuses.total()


@dataclass(frozen=True)
class Asked:
    """A request as a server hands it on."""

    method: str
    path: str
    query: bytes
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes

    def __str__(self) -> str:
        return f"{self.method} {self.path}?{self.query!r} {dict(self.headers)} {self.body[:300]!r}"


async def _answer(app: Guard, asked: Asked) -> tuple[int, bytes]:
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
        "method": asked.method, "path": asked.path, "raw_path": quote(asked.path).encode(),
        "query_string": asked.query, "root_path": "", "headers": list(asked.headers),
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8760),
    }  # fmt: skip
    parts = [asked.body[:_BODY], asked.body[_BODY:]]
    status, body = 0, b""

    async def receive() -> MutableMapping[str, Any]:
        if parts:
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}
        return {"type": "http.disconnect"}

    async def send(message: Mapping[str, Any]) -> None:
        nonlocal status, body
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            body += message.get("body", b"")

    await app(scope, receive, send)
    return status, body


class _Maker:
    """Makes requests, most of them nearly good."""

    def __init__(
        self, dice: random.Random, tokens: Sequence[str], game: ServedGame, seat: Seat
    ) -> None:
        self._dice, self._tokens, self._game, self._seat = dice, tokens, game, seat

    def request(self) -> Asked:
        """Return a request."""
        dice = self._dice
        asked = dice.choice(ENDPOINTS)
        content = {
            each.name: self._value(each)
            for each in asked.fields
            if each.required or dice.random() < 0.5
        }
        if "after" in content and content["after"] == self._game.version:
            del content["after"]  # It would wait.
        method, path = asked.method, asked.path
        query, body = b"", b""
        if method == "GET":
            query = urlencode(content, errors="replace").encode()
        else:
            body = json.dumps(content).encode()
        if dice.random() < 0.3:
            body = spoilt(body, dice, [b'{"given": []}', b"[[", b'{"step": 1e999}'])
        if dice.random() < 0.1:
            query = spoilt(query, dice, [b"step=1&step=2", b"%ff%zz", b"="])
        if dice.random() < 0.05:
            path = dice.choice(_PATHS)
        if dice.random() < 0.05:
            method = dice.choice(_METHODS)
        if dice.random() < 0.01:
            body = b" " * dice.choice((70_000, 200_000)) + body
        return Asked(method, path, query, self._headers(body), body)

    def _headers(self, body: bytes) -> Sequence[tuple[bytes, bytes]]:
        dice = self._dice
        made = {
            b"host": b"127.0.0.1:8760",
            b"authorization": f"Bearer {dice.choice(self._tokens)}".encode(),
            b"content-type": b"application/json",
            b"content-length": str(len(body)).encode(),
        }
        if dice.random() < 0.15:
            name, value = dice.choice((
                (b"host", b"evil.example"), (b"host", b"[::1"), (b"origin", b"null"),
                (b"authorization", b"Bearer \xff\x00"), (b"authorization", b"Basic x"),
                (b"content-type", b"text/plain"), (b"content-length", b"-1"),
                (b"content-length", b"9" * 30), (b"sec-fetch-site", b"cross-site"),
                (b"accept-encoding", b"gzip"), (b"if-none-match", b'"x"'),
                (b"origin", b"https://evil.example"),
                (b"origin", b"http://[::1"), (b"x-forwarded-for", b"\n"),
            ))  # fmt: skip
            made[name] = value
        if dice.random() < 0.02:
            del made[dice.choice(list(made))]
        return list(made.items())

    def _value(self, of: Field) -> Any:
        dice = self._dice
        if dice.random() < 0.1:
            return dice.choice((None, True, -1, 1.5, 10**20, [], {}, [[]], "x", float("1e300")))
        match of.kind:
            case "text" if of.name in _MOSTLY and dice.random() < 0.8:
                return dice.choice(_MOSTLY[of.name])
            case "text":
                return dice.choice((*of.choices, *_WORDS))
            case "whole":
                return dice.choice((self._game.step, self._game.step, 0, 1, 20, 10**9))
            case "number":
                return 0.1
            case "flag":
                return dice.random() < 0.5
            case "names":
                return dice.choices(_NAMES, k=dice.randrange(4))
            case "orders":
                choices = self._game.seen(self._seat).decision.choices
                return dice.choice((*choices[:20], *_WORDS, [{"order": "pass"}], []))
            case "roll":
                return dice.choice((1, 6, [1, 2], ["success"], None))


async def _asked_of_a_game(
    start: AnyPosition, number: int, dice: random.Random, outcome: Outcome
) -> None:
    """Put requests to a game of its own, and hold against its record what it is then."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.jsonl"
        record = Record(start)
        record.save(file)
        game = ServedGame(record, file)
        seats = seats_of(start)
        kept = Seats(seats, {seat.name: f"the secret of {seat.name}" for seat in seats})
        app = application(game, kept, Limits(rate=1e9, burst=10**9))
        tokens = [token for _, token in kept] * 4 + ["", "nobody's", "é"]
        maker = _Maker(dice, tokens, game, seats[0])
        for _ in range(number):
            asked = maker.request()
            begun = time.perf_counter()
            status, body = await _answer(app, asked)
            taken = time.perf_counter() - begun
            _hold(asked, status, body)
            outcome.statuses[status] += 1
            outcome.slowest = max(outcome.slowest, (taken, str(asked)[:200]))
        assert [each.name for each in Path(folder).iterdir()] == [file.name]
        assert Record.load(file).position == game.seen(seats[0])


def _hold(asked: Asked, status: int, body: bytes) -> None:
    """Refuse an answer that is a fault, tells of the machine, or is no error as errors are."""
    assert 200 <= status < 500, f"{status} {body[:300]!r} of {asked}"
    told = [each for each in _TELLTALES if each in body and each not in asked.body]
    page = asked.path == "/" or asked.path.startswith("/static/")
    assert page or not told, f"{told} in {body[:300]!r} of {asked}"
    if status >= 400 and asked.method != "HEAD":
        error = json.loads(body)["error"]
        assert error["code"], asked
        assert error["message"], asked


def run(number: int, seed: int, say: Callable[[str], None] | None = None) -> Outcome:
    """Ask so many questions."""
    outcome = Outcome()
    starts = [lexbelli.scenario(name) for name in _SCENARIOS]
    starts = [start.opened() if hasattr(start, "opened") else start for start in starts]
    before = 0
    for part in range(0, number, _OF_A_GAME):
        dice = random.Random(f"{seed}/{part}")
        start = starts[part // _OF_A_GAME % len(starts)]
        asyncio.run(_asked_of_a_game(start, min(_OF_A_GAME, number - part), dice, outcome))
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if part <= number // 10:
            before = used
        outcome.grown = used - before
        if say:
            say(f"{outcome.requests} requests")
    return outcome


def main(number: int, seed: int) -> int:
    """Ask, and say how it went."""
    outcome = run(number, seed, lambda said: print(said, file=sys.stderr, flush=True))
    told = ", ".join(f"{count} x {status}" for status, count in sorted(outcome.statuses.items()))
    seconds, what = outcome.slowest
    print(f"{outcome.requests} requests: {told}; no fault, no word of the machine, no other file")
    print(f"the slowest took {seconds:.2f} s ({what}); {outcome.grown} KiB more at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
