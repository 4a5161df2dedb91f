"""Throws of any dice, and games that are registered."""

from fractions import Fraction

import pytest

import lexbelli
from lexbelli import BadInput, Dice, Throw
from lexbelli.chance import Outcome, Outcomes, result
from lexbelli.moves import Decision


def test_the_sums_of_dice_are_exact() -> None:
    outcomes = Outcomes(Throw(2, 6))
    odds = {outcome.text: outcome.odds for outcome in outcomes}
    assert list(odds) == [f"2d6 sum: {total}" for total in range(2, 13)]
    assert odds["2d6 sum: 7"] == Fraction(6, 36)
    assert sum(odds.values()) == 1
    assert Outcomes(Throw(1, 55))[54].odds == Fraction(1, 55)


def test_outcomes_in_order_take_the_lowest_sums_first() -> None:
    outcomes = [Outcome("few", Fraction(1, 36)), Outcome("more", Fraction(35, 36))]
    rolls = [(1, 1), (1, 2), (6, 6)]
    found = [result(Throw(2, 6), roll, outcomes).text for roll in rolls]
    assert found == ["few", "more", "more"]


def test_outcomes_may_say_which_sums_they_are_of() -> None:
    rest = tuple(total for total in range(2, 13) if total != 7)
    outcomes = [Outcome("seven", Fraction(1, 6), (7,)), Outcome("other", Fraction(5, 6), rest)]
    dice = Dice(rolls=[3, 4, 6, 6])
    assert dice.fall(outcomes, Throw(2, 6)) == outcomes[0]
    assert dice.fall(outcomes, Throw(2, 6)) == outcomes[1]
    assert [fallen for fallen, _ in dice.fallen] == [(3, 4), (6, 6)]
    assert dice.fall(outcomes, Throw(2, 6)) is None


@pytest.mark.parametrize(
    "odds", [(Fraction(1, 55),) * 55, (Fraction(1, 3), Fraction(1, 3)), (Fraction(1, 4),) * 4]
)
def test_what_a_die_cannot_throw_is_refused(odds: tuple[Fraction, ...]) -> None:
    outcomes = [Outcome(str(number), part) for number, part in enumerate(odds)]
    with pytest.raises(BadInput, match=r"cannot give|add up to"):
        Dice(seed=1).fall(outcomes)


def test_a_card_is_drawn_with_a_die_of_as_many_faces() -> None:
    cards = [Outcome(f"card {number}", Fraction(1, 55)) for number in range(1, 56)]
    assert Dice(rolls=[55]).fall(cards, Throw(1, 55)) == cards[54]
    drawn = {str(Dice(seed=seed).fall(cards, Throw(1, 55))) for seed in range(500)}
    assert len(drawn) > 50


@pytest.mark.parametrize(("dice", "faces"), [(0, 6), (1, 0), (101, 6), (1, 100_001)])
def test_nobody_throws_such_dice(dice: int, faces: int) -> None:
    with pytest.raises(BadInput, match=r"dice are not thrown|no .* faces"):
        Throw(dice, faces)


def test_rolls_must_fit_the_dice() -> None:
    sure = [Outcome("sure", Fraction(1))]
    with pytest.raises(BadInput, match="1 to 8"):
        Dice(rolls=[9]).fall(sure, Throw(1, 8))
    with pytest.raises(BadInput, match="2d6 sum needs 2"):
        Dice(rolls=[3]).fall(sure, Throw(2, 6))


def test_points_are_called_as_the_game_calls_them() -> None:
    decision = Decision("spend", "red", "How?", points=3, budget="gold")
    assert decision.gold == decision.points == 3
    assert decision.as_json()["gold"] == 3
    with pytest.raises(AttributeError):
        _ = decision.silver
    assert "gold" not in Decision("spend", "red", "How?").as_json()


def test_a_game_needs_names_that_can_be_used() -> None:
    class Nameless:
        name, title, schema, sides = "No Name", "No name", "none", ("red", "blue")

    with pytest.raises(BadInput, match="cannot be used as a name"):
        lexbelli.register(Nameless())  # type: ignore[arg-type]
