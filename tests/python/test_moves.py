"""Moves: sets of orders, as text, JSON and terms of the law."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexbelli._core import BadInput, PursuitMove, PursuitPosition, PursuitTables
from tools.pursuit_of_glory.random_position import random_position

TABLES = PursuitTables()
START = PursuitPosition.scenario(TABLES, "1914_campaign")

seeds = st.integers(0, 2**64 - 1)
positions = st.integers(0, 10**9).map(lambda seed: random_position(seed).core)
fast = settings(max_examples=60, deadline=None, derandomize=True)


def path(text: str, position: PursuitPosition = START) -> list[str]:
    """The places of the one path of a move."""
    (order,) = PursuitMove.parse(position, text).orders()
    return list(order["path"])


@fast
@given(positions, seeds)
def test_every_form_gives_the_move_back(position: PursuitPosition, seed: int) -> None:
    move = PursuitMove.nonsense(position, seed)
    for again in (
        PursuitMove.parse(position, str(move)),
        PursuitMove.parse(position, move.to_json()),
        PursuitMove.parse(position, json.dumps(move.orders()[::-1], indent=1)),
        PursuitMove.from_terms(position.tables, " ".join(reversed(move.terms())), "operations"),
        PursuitMove.from_terms(position.tables, move.facts(), "operations"),
    ):
        assert again == move
        assert hash(again) == hash(move)
        assert again.to_json() == move.to_json()
    assert len(move) == len(move.orders())
    assert PursuitMove.nonsense(position, seed) == move


@fast
@given(positions, seeds, seeds)
def test_a_changed_move_is_another_move(position: PursuitPosition, seed: int, change: int) -> None:
    move = PursuitMove.nonsense(position, seed)
    changed = move.mutate(position, change)
    assert changed != move
    assert changed == move.mutate(position, change)
    assert PursuitMove.parse(position, str(changed)) == changed


@fast
@given(st.text(max_size=200))
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    with suppress(BadInput):
        PursuitMove.parse(START, text)
    with suppress(BadInput):
        PursuitMove.from_terms(TABLES, text, "operations")


def test_a_move_prints_as_it_is_written() -> None:
    text = "go tu_xi_corps,tu_cavalry_2 oltu ; # a comment\nACTIVATE erzurum move"
    move = PursuitMove.parse(START, text)
    orders = ["activate erzurum move", "go tu_cavalry_2 oltu", "go tu_xi_corps oltu"]
    assert move.texts() == orders
    assert str(move) == "; ".join(orders)
    assert repr(move) == f"<PursuitMove: {'; '.join(orders)}>"
    assert str(PursuitMove.parse(START, "")) == "pass"
    assert move.facts().splitlines() == [f"do({term})." for term in move.terms()]
    assert move.orders()[0] == {"order": "activate", "place": "erzurum", "for": "move"}
    assert move != text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("go tu_xi_corps oltu", "oltu"),
        ("go tu_xi_corps kars via oltu,sarikamis", "oltu sarikamis kars"),
        ("go tu_xi_corps kars", "koprukoy sarikamis kars"),
        ("go tu_xi_corps kars directly", "kars"),
        ("go tu_cavalry_2 bayazit", "mus malazgirt ercis bayazit"),
        ("go tu_elite_div_1 seddul_bahr", "gallipoli bair_keui yalova maidos krithia seddul_bahr"),
        ("go tu_div_10 kars", "kars"),
    ],
)
def test_gaps_in_paths_are_filled_in(text: str, wanted: str) -> None:
    assert path(text) == wanted.split()
    # What is printed is read as it was, gaps or not.
    move = PursuitMove.parse(START, text)
    assert PursuitMove.parse(START, str(move)) == move


def test_paths_depend_on_the_position() -> None:
    other = random_position(3).core
    text = "go tu_xi_corps kars directly"
    move = PursuitMove.parse(other, text)
    assert str(move).startswith("go tu_xi_corps kars")
    assert PursuitMove.from_terms(TABLES, "go(tu_xi_corps,1,kars)", "operations") == move


@pytest.mark.parametrize(
    ("text", "field", "suggestion", "message"),
    [
        ("land suvla_bay; enternch x", "order 2", "entrench", "unknown order"),
        ("go tu_xi_corp kars", "order 1, unit", "tu_xi_corps", "unknown unit 'tu_xi_corp'"),
        ("go tu_xi_corps karrs", "order 1, place", "kars", "unknown place 'karrs'"),
        ("go tu_xi_corps kars vai oltu", "order 1", "via", "cannot stand here"),
        ("activate erzurum muve", "order 1, for", "move", "unknown purpose 'muve'"),
        ("activate hejaz move", "order 1, units", None, "activated by stacks (9.2.6)"),
        ("land salonika", "order 1, place", "thermaikos_bay", "'salonika' is no beachhead"),
        ('[{"order": "go"}]', "orders[0].unit", None, "is missing"),
        ('[{"order": "land", "place": "sulva_bay"}]', "orders[0].place", "suvla_bay", "unknown"),
        ('[{"order": "entrench", "plac": "kars"}]', "orders[0]", "place", "unknown key 'plac'"),
        ('{"order": "entrench"}', "orders", None, "must be a list, not an object"),
        ("[", "orders", None, "is not valid JSON"),
    ],
)
def test_bad_input_names_the_field_and_the_nearest_choice(
    text: str, field: str, suggestion: str | None, message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        PursuitMove.parse(START, text)
    assert caught.value.field == field
    assert caught.value.suggestion == suggestion
    assert message in str(caught.value)


def test_terms_are_refused_by_number() -> None:
    with pytest.raises(BadInput, match="unknown place 'karss'") as caught:
        PursuitMove.from_terms(TABLES, "land(suvla_bay) entrench(karss)", "operations")
    assert (caught.value.field, caught.value.suggestion) == ("term 2", "kars")


def test_large_input_is_refused() -> None:
    for text in ("#" * 65537, "[" + " " * (256 << 10)):
        with pytest.raises(BadInput, match="bytes long; at most"):
            PursuitMove.parse(START, text)
    with pytest.raises(BadInput, match="at most 400 orders"):
        PursuitMove.parse(START, "entrench kars;" * 401)
    with pytest.raises(BadInput, match="recursion limit"):
        PursuitMove.parse(START, "[" * 10000)
