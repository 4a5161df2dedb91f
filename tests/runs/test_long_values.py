"""Rows that share one long value: it is judged once, or refused without being read."""

import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lexbelli

_ROWS = 200_000
_MOVE = "activate kars move; go ru_div_4 oltu"


def _shared(text: str) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array([0] * _ROWS, pa.int32()), pa.array([text]))


@pytest.mark.parametrize(
    ("move", "position", "said"),
    [
        (_MOVE, "x" * 50_000_000, "position: is longer than 1048576 bytes, and is not read"),
        (_MOVE, "{" * 50_000_000, "position: is longer than 1048576 bytes, and is not read"),
        (_MOVE, "x" * 500_000, "position: is longer than 1024 bytes, and is not read"),
        (_MOVE, "{" + " " * 500_000, "position"),
        ("x" * 50_000_000, "1914_campaign", "move: is longer than 1048576 bytes, and is not read"),
        ("go " * 20_000, "1914_campaign", "order 1"),
    ],
    ids=["word", "document", "name", "damaged", "move", "orders"],
)
def test_one_long_value_in_many_rows(tmp_path: Path, move: str, position: str, said: str) -> None:
    file = tmp_path / "rows.parquet"
    pq.write_table(
        pa.table({"move": _shared(move), "position": _shared(position)}), file, compression="zstd"
    )
    started = time.monotonic()
    report = lexbelli.validate([str(file)], str(tmp_path / "out.jsonl"))
    assert time.monotonic() - started < 60
    assert not report.ok
    with (tmp_path / "out.jsonl").open() as rows:
        first = next(rows)
    assert said in first
    assert (tmp_path / "out.jsonl").read_text().count("\n") == _ROWS


def test_what_is_shared_has_the_same_verdicts() -> None:
    legal = f"{_MOVE}  # {'x' * 400}"
    illegal = f"go ru_div_4 koprukoy  # {'x' * 400}"
    chosen = [number % 3 % 2 for number in range(3000)]
    moves = pa.DictionaryArray.from_arrays(pa.array(chosen, pa.int32()), pa.array([legal, illegal]))
    table = lexbelli.check_batch(
        pa.table({"move": moves, "position": ["1914_campaign"] * len(chosen)}), witnesses=True
    )
    plain = lexbelli.check_batch(
        {"move": [[legal, illegal][one] for one in chosen], "position": ["1914_campaign"] * 3000},
        witnesses=True,
    )
    for column in ("legal", "rules", "codes", "error"):
        assert list(table[column]) == list(plain[column])
    assert list(table["legal"]) == [not one for one in chosen]
