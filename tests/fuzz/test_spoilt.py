"""Readers answer whatever they are given: a result or an error of ours, never a panic."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexbelli
from fuzz.spoilt import run
from lexbelli import _core
from lexbelli.errors import BadInput

_WANTED = [("move", "text|list", True), ("position", "text|binary|integer|object", False)]

# Words of the grammar among anything at all.
_WORDS = st.sampled_from(
    ["activate", "go", "kars", "via", "directly", ";", ",", "ru_div_4", "with", '"', "#", "\n"]
)
_TEXT = st.lists(_WORDS | st.text(max_size=20), max_size=12).map(" ".join)
_PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | _WORDS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["order", "unit", "path", "place", "for", "units"])
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def test_spoilt_input_is_refused() -> None:
    slowest = run(4000, seed=3)
    assert slowest.inputs >= 3000
    assert slowest.refused > slowest.inputs // 2


@settings(max_examples=100, deadline=None)
@given(st.lists(_TEXT, max_size=8), st.lists(st.lists(_PLAIN, max_size=3), max_size=4))
def test_any_move_has_a_verdict_or_an_error(texts: list[str], lists: list[list[Any]]) -> None:
    moves = [*(text.encode("utf-8", "replace").decode() for text in texts), *lists]
    if not moves:
        return
    table = lexbelli.check_batch({"move": moves, "position": ["1914_campaign"] * len(moves)})
    assert [row["legal"] is None for row in table] == [row["error"] is not None for row in table]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.binary(max_size=80) | st.binary(max_size=8).map(lambda b: b"\x03" + b)))
def test_any_bytes_are_a_position_or_an_error(contents: list[bytes]) -> None:
    table = lexbelli.supply_batch({"position": [*contents, b"\x00"]})
    assert all(row["error"] for row in table)


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet", "arrow", "arrows"])
def test_any_file_is_rows_or_an_error(form: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path: Path = tmp_path_factory.mktemp("any") / "file"

    @settings(max_examples=60, deadline=None)
    @given(st.binary(max_size=300) | _TEXT.map(lambda text: text.encode("utf-8", "replace")))
    def read(content: bytes) -> None:
        path.write_bytes(content)
        try:
            reader = _core.TableReader(str(path), form, _WANTED)
            while (chunk := reader.next(10)) is not None:
                assert 0 < chunk.num_rows <= 10
        except BadInput:
            pass

    read()
