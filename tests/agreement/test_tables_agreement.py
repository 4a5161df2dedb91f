"""Tables of moves are judged as `position.check` and the law judge."""

from agreement.tables import compared, run


def test_tables_position_and_law_say_the_same() -> None:
    tally = run(6000, 300, seed=2)
    assert tally.differences == []
    assert tally.by_law >= 300
    assert tally.legal > 1000
    assert tally.errors > 50


def test_operations_can_be_supposed_before_the_actions_of_a_turn() -> None:
    # A position that waits for the die of the mandated offensives (7.0).
    tally = compared(15, 20270622, 200, 20)
    assert tally.differences == []
    assert tally.legal > 50
