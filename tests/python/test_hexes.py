"""Maps of hexes from Python: what the compiled core knows of them."""

import pickle
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexbelli import BadInput
from lexbelli.hexes import HexGrid, rectangle

MAP = rectangle(range(1, 13), range(1, 10))
numbers = st.sampled_from(MAP.numbers)


def test_a_map_is_numbered_as_printed() -> None:
    assert (len(MAP), MAP.numbers[:2], MAP.numbers[-1]) == (108, ["0101", "0102"], "1209")
    assert "0101" in MAP
    assert "1301" not in MAP
    assert MAP.neighbours("0202") == {
        "n": "0201",
        "ne": "0302",
        "se": "0303",
        "s": "0203",
        "sw": "0103",
        "nw": "0102",
    }
    assert MAP.neighbours("0101") == {"se": "0201", "s": "0102"}
    pointy = rectangle(range(1, 4), range(1, 4), top="pointy", shifted="odd")
    assert set(pointy.neighbours("0202")) == {"nw", "ne", "e", "se", "sw", "w"}
    assert MAP.line("0303", "0503") == [["0303"], ["0402", "0403"], ["0503"]]
    again = pickle.loads(pickle.dumps(pointy))
    assert (again.numbers, again.sides) == (pointy.numbers, pointy.sides)


@given(numbers, numbers, st.integers(0, 20))
@settings(deadline=None)
def test_distances_lines_and_ranges_agree(one: str, other: str, radius: int) -> None:
    far = MAP.distance(one, other)
    assert far == MAP.distance(other, one)
    assert (far == 1) == (other in MAP.neighbours(one).values())
    assert len(MAP.line(one, other)) == far + 1
    assert (other in MAP.range(one, radius)) == (far <= radius)
    (x, y), (u, v) = MAP.middle(one), MAP.middle(other)
    assert far * 1.5 - 1e-9 <= ((x - u) ** 2 + (y - v) ** 2) ** 0.5 <= far * 3**0.5 + 1e-9


@given(numbers)
@settings(deadline=None)
def test_hexsides_are_shared_by_two(number: str) -> None:
    for other in MAP.neighbours(number).values():
        side = MAP.side(number, other)
        assert side == MAP.side(other, number) == "/".join(sorted((number, other)))
        assert side in MAP.sides
        for beside in MAP.beside_side(side):
            assert side in MAP.beside_side(beside)
            assert len({*side.split("/"), *beside.split("/")}) == 3


@given(numbers, st.dictionaries(numbers, st.integers(0, 4)), st.integers(0, 9))
@settings(deadline=None)
def test_paths_cost_what_they_cost(start: str, entering: dict[str, int], most: int) -> None:
    river = {side: 1 if index % 3 else None for index, side in enumerate(MAP.sides)}
    found = MAP.paths(start, most, entering, river)
    assert found[start] == (0, [start])
    for end, (cost, way) in found.items():
        assert (way[0], way[-1]) == (start, end)
        steps = list(pairwise(way))
        crossed = [river[MAP.side(one, other)] for one, other in steps]
        assert None not in crossed
        paid = sum(entering[other] for _, other in steps) + sum(each or 0 for each in crossed)
        assert cost == paid <= most
    for end, (cost, _) in found.items():
        for other in MAP.neighbours(end).values():
            crossing = river[MAP.side(end, other)]
            if other in entering and crossing is not None:
                # No neighbour is cheaper by way of this hex than it is said to be.
                through = cost + entering[other] + crossing
                assert through > most or found[other][0] <= through


@pytest.mark.parametrize(
    ("asked", "field", "said"),
    [
        (lambda: HexGrid(["0101", "0101"]), "hexes", "'0101' stands twice"),
        (lambda: HexGrid(["101"]), "hex", "'101' is no number of a hex"),
        (lambda: HexGrid(["0101"], "flet"), "top", "did you mean 'flat'"),
        (lambda: HexGrid(["0101"], "flat", "none"), "shifted", "none of odd, even"),
        (lambda: MAP.neighbours("1301"), "hex", "'1301' is not on the map"),
        (lambda: MAP.side("0101", "0103"), "side", "'0101/0103' are no neighbours"),
        (lambda: MAP.beside_side("0101"), "side", "is no hexside"),
        (lambda: MAP.paths("0101", 3, {"9999": 1}), "hex", "not on the map"),
        (lambda: rectangle(range(99, 101), [1]), "hex", "'10001' is no number"),
    ],
)
def test_what_is_no_map_is_refused(asked: Callable[[], object], field: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        asked()
    assert refused.value.field == field
    assert said in str(refused.value)
