"""Every word of a goal says the same by the law and by the core."""

from puzzles.words import differences

POSITIONS = 12


def test_words_say_the_same_by_law_and_core() -> None:
    found = [line for number in range(POSITIONS) for line in differences(number, 21)]
    assert not found, "\n".join(found[:40])
