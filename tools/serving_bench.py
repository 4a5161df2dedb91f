"""How soon a served game answers a click.

    python -m tools.serving_bench [--games N] [--seconds S] [--json]

A click asks `/api/orders` for every other order that some legal move contains beside those chosen,
over HTTP, of a server in a process of its own. Clicks follow one another as on the page: each
chooses one of the orders that the last was told of, until nothing is left; then all is begun anew.
With `--games N` so many games are served at once instead, each by a process of its own, and one
click a second is put to each for so many seconds.
"""

import argparse
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import lexbelli
from lexbelli.position import AnyPosition

__all__ = ["Clicks", "bench", "clicked"]

_OF_A_POSITION: Final = 50
# A link may ask 20 times a second: no click is measured that waits for its turn.
_PAUSE: Final = 0.06


@dataclass(frozen=True, slots=True)
class Clicks:
    """How long clicks took.

    Attributes:
        name: Of what.
        number: How many clicks.
        offered: The mean number of orders that were told.
        median: In milliseconds.
        late: The 95th percentile, in milliseconds.
        worst: In milliseconds.
        refused: How many were refused, since too much was asked at once.
    """

    name: str
    number: int
    offered: float
    median: float
    late: float
    worst: float
    refused: int = 0

    @classmethod
    def of(
        cls, name: str, times: Sequence[float], offered: Sequence[int], refused: int = 0
    ) -> Self:
        """Sum up clicks that took so many seconds, and told of so many orders."""
        ordered = sorted(1000 * each for each in times)
        late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        mean = statistics.mean(offered) if offered else 0.0
        return cls(name, len(ordered), mean, statistics.median(ordered), late, ordered[-1], refused)


class _Served:
    """A position that is served in a process of its own, and who clicks on it."""

    def __init__(self, folder: Path, name: str, position: AnyPosition, seed: int) -> None:
        file = folder / f"{name}.json"
        file.write_text(position.to_json())
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lexbelli", "serve", str(file), "--port", "0", "--json"],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"},
        )
        self._dice = random.Random(seed)
        self._given: list[str] = []

    def begin(self) -> None:
        """Wait until it listens."""
        assert self._process.stdout is not None
        lines = []
        for line in self._process.stdout:
            lines.append(line)
            if line.rstrip() == "}":
                break
        address, secret = json.loads("".join(lines))["links"]["table"].split("#")
        host = address.removeprefix("http://").rstrip("/")
        self._web = http.client.HTTPConnection(host, timeout=60)
        self._headers = {
            "authorization": f"Bearer {secret}",
            "content-type": "application/json",
            "host": host,
        }

    def click(self) -> tuple[float, int] | None:
        """Return how long a click took, and how many orders it was told; None if it is refused."""
        body = json.dumps({"given": "; ".join(self._given)})
        began = time.perf_counter()
        self._web.request("POST", "/api/orders", body, self._headers)
        answer = self._web.getresponse()
        content: Any = json.loads(answer.read())
        took = time.perf_counter() - began
        if answer.status == 429:
            return None
        if answer.status != 200:
            raise RuntimeError(content["error"]["message"])
        offered = [each["text"] for each in content["orders"] if each["whole"]]
        if offered and len(self._given) < 6:
            self._given.append(self._dice.choice(offered))
        else:
            self._given = []
        return took, len(content["orders"])

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def positions() -> dict[str, AnyPosition]:
    """Return the positions that are clicked on: of both games, whole boards and a few points."""
    campaign = lexbelli.scenario("1914_campaign").suppose(side="ap", ops=4)
    war = lexbelli.scenario("1914_limited_war").suppose(side="cp", ops=1)
    return {
        "Pursuit of Glory, campaign of 1914, AP with 4 OPS": campaign,
        "Pursuit of Glory, limited war, CP with 1 OPS": war,
        "Twilight of the Habsburgs, Caporetto, movement": _moving("caporetto"),
        "Twilight of the Habsburgs, Piave, movement": _moving("piave"),
    }


def _moving(name: str) -> AnyPosition:
    position: AnyPosition = lexbelli.scenario(name)
    while position.decision.kind != "movement":
        asked = position.decision
        if asked.kind == "chance":
            position = position.play(None, lexbelli.Dice(1))
        elif "pass" in asked.choices:
            position = position.play("pass")
        else:
            position = position.play(position.sample_moves(1, 1)[0])
    return position


def clicked(name: str, position: AnyPosition, number: int) -> Clicks:
    """Measure so many clicks on a position, one after the other."""
    times, offered = [], []
    with tempfile.TemporaryDirectory() as folder:
        served = _Served(Path(folder), "game", position, seed=1)
        try:
            served.begin()
            served.click()
            for _ in range(number):
                time.sleep(_PAUSE)
                found = served.click()
                if found is not None:
                    times.append(found[0])
                    offered.append(found[1])
        finally:
            served.end()
    return Clicks.of(name, times, offered, number - len(times))


def together(games: int, seconds: float) -> Clicks:
    """Measure one click a second on each of some games that are served at once."""
    with tempfile.TemporaryDirectory() as folder:
        kinds = list(positions().values())
        all_ = [
            _Served(Path(folder), f"game_{at}", kinds[at % len(kinds)], seed=at)
            for at in range(games)
        ]
        try:
            for each in all_:
                each.begin()
            found: list[tuple[float, int] | None] = []
            begins = time.perf_counter() + 0.5

            def plays(at: int) -> None:
                due = begins + at / games
                while due < begins + seconds:
                    time.sleep(max(0.0, due - time.perf_counter()))
                    found.append(all_[at].click())
                    # Nobody clicks again before he is answered.
                    due = max(due + 1, time.perf_counter())

            threads = [threading.Thread(target=plays, args=(at,)) for at in range(games)]
            for each_thread in threads:
                each_thread.start()
            for each_thread in threads:
                each_thread.join()
        finally:
            for each in all_:
                each.end()
    good = [each for each in found if each is not None]
    name = f"{games} games at once, a click a second each"
    return Clicks.of(
        name, [each[0] for each in good], [each[1] for each in good], len(found) - len(good)
    )


def bench(games: int = 0, seconds: float = 10.0) -> list[Clicks]:
    """Measure clicks on four positions one after another, or on so many games at once."""
    if games:
        return [together(games, seconds)]
    return [clicked(name, position, _OF_A_POSITION) for name, position in positions().items()]


def main(arguments: Sequence[str]) -> int:
    """Run the bench; the exit code."""
    parser = argparse.ArgumentParser(prog="serving_bench", description=__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    rows = bench(given.games, given.seconds)
    if given.json:
        print(json.dumps([{key: getattr(row, key) for key in Clicks.__slots__} for row in rows]))
        return 0
    print(f"{'From a click to its legal orders':52} clicks  orders  median     95 %    worst")
    for row in rows:
        refused = f"  {row.refused} refused" if row.refused else ""
        print(
            f"{row.name:52} {row.number:6} {row.offered:7.0f} {row.median:4.0f} ms"
            f" {row.late:5.0f} ms {row.worst:5.0f} ms{refused}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
