"""Law and core find the same moves, all of them, and the core counts as many."""

from itertools import islice

import pytest

from agreement.enumerations import asked, compared, run


def test_law_and_core_find_all_moves_of_random_positions() -> None:
    found = run(60, seed=1, most=1500)
    assert not found.differences, "\n".join(found.differences)
    assert len(found.positions) > 25


# A second attack on those who have retreated before it (12.7.7-4); an Italian division that is
# forced back and cannot go (14.82-2), which once walked elsewhere.
@pytest.mark.parametrize(("number", "seed"), [(1, 21), (1034, 23)])
def test_where_they_once_differed_they_agree(number: int, seed: int) -> None:
    found = compared(number, seed, 3000)
    assert not found.differences, "\n".join(found.differences)
    assert found.most > 0


def _counted_and_listed(
    number: int, seed: int, most: int
) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """Return how many moves are counted, and how many listed: the same if there are too many."""
    wanted = asked(number, seed)
    if wanted is None:
        return (0, True), (0, True)
    at, supposed = wanted
    listed = sum(1 for _ in islice(at.moves(**supposed), most + 1))
    return at.count_moves(**supposed) if listed <= most else (listed, True), (listed, True)


# A place that cannot be overfilled any more, since somebody left it, was once taken for one that
# nobody had left, and too little was counted.
@pytest.mark.parametrize(("number", "seed"), [(612, 6312), (1305, 6311), (1635, 6316)])
def test_where_too_little_was_counted_as_many_are_counted_as_listed(number: int, seed: int) -> None:
    counted, listed = _counted_and_listed(number, seed, most=100_000)
    assert counted == listed
    assert listed[0] > 9000


def test_as_many_are_counted_as_listed() -> None:
    # Every third of them asks for operations.
    for number in range(0, 450, 3):
        counted, listed = _counted_and_listed(number, 2, most=10_000)
        assert counted == listed, number
