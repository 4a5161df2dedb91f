"""Tables of moves are judged as `position.check` and the law judge."""

from agreement.tables import run


def test_tables_position_and_law_say_the_same() -> None:
    tally = run(6000, 300, seed=2)
    assert tally.differences == []
    assert tally.by_law >= 300
    assert tally.legal > 1000
    assert tally.errors > 50
