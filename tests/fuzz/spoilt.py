"""Spoilt input to every reader: moves, positions, tables of rows. Nothing may panic or hang.

    python tests/fuzz/spoilt.py NUMBER SEED

reads NUMBER inputs, a third of each kind, and says how long the slowest took. Inputs are good ones
that were cut, repeated, mixed and overwritten, at random; what is asked of the readers is an answer
or an error of ours, soon.
"""

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[2]))

import lexbelli
from lexbelli import _core
from lexbelli.errors import BadInput
from tools.pursuit_of_glory.workload import positions, workload

# Rows that are read together.
_AT_ONCE: Final = 500
# What breaks readers: ends of strings and lists, numbers beyond their types, signs, bytes of no
# text, words of the grammar.
_TOKENS: Final = (
    b'"', b"{", b"}", b"[", b"]", b",", b":", b";", b"\n", b"\\", b"\\u0000", b"\\ud800", b"#",
    b"\x00", b"\xff", b"\xc3\x28", b"-1", b"0", b"256", b"65536", b"1e999", b"99999999999999999999",
    b"null", b"true", b" via ", b" with ", b" directly", b"activate ", b"go ", b"\xe2\x80\xae",
    b'"units"', b'"order"', b"[" * 40, b"\t", b"\r\n", b"''", b"\xef\xbb\xbf",
)  # fmt: skip


@dataclass
class Slowest:
    """How long inputs took."""

    inputs: int = 0
    refused: int = 0
    seconds: float = 0.0
    what: str = ""

    def note(self, inputs: int, refused: int, seconds: float, what: str) -> None:
        """Note some inputs that were read together."""
        self.inputs += inputs
        self.refused += refused
        if seconds > self.seconds:
            self.seconds, self.what = seconds, what


def spoilt(content: bytes, dice: random.Random, others: Sequence[bytes]) -> bytes:
    """Return something like a good input."""
    made = bytearray(content)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        at = dice.randrange(len(made) + 1)
        end = min(len(made), at + dice.choice((1, 1, 2, 4, 16, 200)))
        match dice.randrange(7):
            case 0:
                made[at:at] = dice.choice(_TOKENS)
            case 1:
                made[at:end] = dice.choice(_TOKENS)
            case 2:
                del made[at:end]
            case 3:
                made[at:at] = made[at:end] * dice.choice((1, 2, 20))
            case 4:
                other = dice.choice(others)
                start = dice.randrange(len(other) + 1)
                made[at:end] = other[start : start + dice.choice((4, 40, 400))]
            case 5:
                made[at:end] = dice.randbytes(end - at)
            case _:
                if at < len(made):
                    made[at] ^= 1 << dice.randrange(8)
    return bytes(made)


def rows(number: int, seed: int, slowest: Slowest) -> None:
    """Read spoilt moves and positions, as rows of tables."""
    dice = random.Random(f"{seed}/rows")
    places = positions(8, seed)
    texts = [move.encode() for batch in workload(places, 400, seed) for move in batch.moves]
    lists = [
        json.dumps(place.move(text.decode()).as_json()).encode()
        for place, text in zip(places * 50, texts, strict=True)
        if b"directly" not in text
    ]
    documents = [place.to_json().encode() for place in places]
    compact = [place.to_bytes() for place in places]
    good = [*texts, *lists]
    done = 0
    while done < number:
        moves = [spoilt(dice.choice(good), dice, good) for _ in range(_AT_ONCE)]
        made = [move.decode("utf-8", "replace") for move in moves]
        _judged({"move": made, "position": ["1914_campaign"] * _AT_ONCE}, slowest, "moves")
        fit = ["activate cairo move"] * _AT_ONCE
        told = [spoilt(dice.choice(documents), dice, documents) for _ in range(_AT_ONCE)]
        text = [document.decode("utf-8", "replace") for document in told]
        _judged({"move": fit, "position": text}, slowest, "documents")
        packed = [spoilt(dice.choice(compact), dice, compact) for _ in range(_AT_ONCE)]
        _judged({"move": fit, "position": packed}, slowest, "bytes")
        done += 3 * _AT_ONCE


def _judged(columns: Mapping[str, Sequence[str | bytes]], slowest: Slowest, what: str) -> None:
    started = time.perf_counter()
    errors = lexbelli.check_batch(columns)["error"]
    taken = time.perf_counter() - started
    slowest.note(len(errors), sum(error is not None for error in errors), taken, what)


def files(number: int, seed: int, slowest: Slowest) -> None:
    """Read spoilt files of rows of every format."""
    dice = random.Random(f"{seed}/files")
    wanted = [("move", "text|list", True), ("position", "text|binary|integer|object", False),
              ("ops", "integer", False), ("note", "any", False)]  # fmt: skip
    table = _core.table_of(
        {
            "move": ["automatic", "go x y", None],
            "position": ["a", '{"b": 1}', "c"],
            "ops": [1, None, 3],
            "note": ["x", "y\nz", ""],
        }
    )
    with tempfile.TemporaryDirectory() as folder:
        good = dict(_written(Path(folder), table))
        path = Path(folder) / "spoilt"
        for _ in range(number):
            form = dice.choice(list(good))
            path.write_bytes(spoilt(good[form], dice, list(good.values())))
            started = time.perf_counter()
            refused = _read(str(path), form, wanted)
            slowest.note(1, refused, time.perf_counter() - started, f"a file of format {form}")


def _written(folder: Path, table: _core.Table) -> Iterator[tuple[str, bytes]]:
    for form in ("jsonl", "csv", "parquet", "arrow", "arrows"):
        path = folder / form
        writer = _core.TableWriter(str(path), form)
        writer.write(table)
        writer.write(table)
        writer.finish()
        yield form, path.read_bytes()


def _read(path: str, form: str, wanted: Sequence[tuple[str, str, bool]]) -> int:
    try:
        reader = _core.TableReader(path, form, wanted)
        refused, last = 0, -1
        while (chunk := reader.next(3)) is not None:
            refused += chunk.errors
            assert chunk.first_row + chunk.num_rows > last, "a reader goes on"
            last = chunk.first_row + chunk.num_rows
    except BadInput:
        return 1
    return min(1, refused)


def run(number: int, seed: int, say: Callable[[str], None] | None = None) -> Slowest:
    """Read so many inputs."""
    slowest = Slowest()
    share = max(1, number // 20)
    for part in range(20):
        rows(share * 2 // 3, seed * 1000 + part, slowest)
        files(share - share * 2 // 3, seed * 1000 + part, slowest)
        if say:
            say(f"{slowest.inputs} inputs, {slowest.refused} refused")
    return slowest


def main(number: int, seed: int) -> int:
    """Read spoilt input, and say how it went."""
    slowest = run(number, seed, lambda said: print(said, file=sys.stderr, flush=True))
    print(
        f"{slowest.inputs} inputs, {slowest.refused} refused, no panic;"
        f" the slowest ({slowest.what}, up to {_AT_ONCE} together) took {slowest.seconds:.3f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
