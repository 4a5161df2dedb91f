"""A served game without a network, and what several tests ask of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jsonschema
from starlette.testclient import TestClient

import lexbelli
from lexbelli.position import AnyPosition
from lexbelli.record import Record
from lexbelli.web.app import application
from lexbelli.web.game import ServedGame
from lexbelli.web.guard import Limits
from lexbelli.web.openapi import document
from lexbelli.web.seats import Seats, seats_of

BASE = "http://127.0.0.1:8760"
DOCUMENT = document(lexbelli.__version__)


class Table:
    """A served game, asked as its seats.

    Every answer is held against the API's document.
    """

    def __init__(self, game: ServedGame, client: TestClient) -> None:
        self.game = game
        self.client = client

    def get(self, seat: str, path: str, status: int = 200, **query: Any) -> Any:
        """Ask by GET."""
        answer = self.client.get(path, params=query, headers=link(seat))
        return held("get", path, answer, status)

    def post(self, seat: str, path: str, status: int = 200, **body: Any) -> Any:
        """Ask by POST."""
        answer = self.client.post(path, json=body, headers=link(seat))
        return held("post", path, answer, status)

    def play(self, seat: str, answer: Any, status: int = 200) -> Any:
        """Answer what is asked now."""
        return self.post(seat, "/api/play", status, answer=answer, step=self.game.step)

    def throw(self, seat: str, status: int = 200, **more: Any) -> Any:
        """Throw dice."""
        return self.post(seat, "/api/throw", status, step=self.game.step, **more)


def link(seat: str) -> dict[str, str]:
    """The header that says who asks."""
    return {"authorization": f"Bearer {secret(seat)}"}


def secret(seat: str) -> str:
    return f"the secret of {seat}"


def held(method: str, path: str, answer: Any, status: int) -> Any:
    """Return what an answer holds, which must be as the document says."""
    assert answer.status_code == status, answer.text
    told = DOCUMENT["paths"][path][method]["responses"][str(status)]["content"]
    kind = answer.headers["content-type"].partition(";")[0]
    content = answer.text if kind == "image/svg+xml" else answer.json()
    schema = {**told[kind]["schema"], "components": DOCUMENT["components"]}
    jsonschema.Draft202012Validator(schema).validate(content)
    return content


@contextmanager
def table(
    position: AnyPosition,
    file: Path | None = None,
    side: str | None = None,
    limits: Limits | None = None,
    public: str | None = None,
) -> Iterator[Table]:
    """Serve a game from a position."""
    record = Record(position)
    if file is not None:
        record.save(file)
    game = ServedGame(record, file)
    seats = seats_of(position, side)
    kept = Seats(seats, {seat.name: secret(seat.name) for seat in seats})
    bears = limits or Limits(rate=1e6, burst=1_000_000)
    app = application(game, kept, bears, public)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        yield Table(game, client)
