"""Law and core find the same moves, all of them, and the core counts as many."""

from agreement.enumerations import run


def test_law_and_core_find_all_moves_of_random_positions() -> None:
    found = run(60, seed=1, most=1500)
    assert not found.differences, "\n".join(found.differences)
    assert len(found.positions) > 25
