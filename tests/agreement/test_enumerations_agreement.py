"""Law and core find the same moves, all of them, and the core counts as many."""

import pytest

from agreement.enumerations import compared, run


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
