"""Chance of any kind: what can be thrown, how it falls, and what is refused."""

import pickle
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexbelli import BadInput, Decision, Dice, Throw
from lexbelli.chance import (
    DIE,
    Outcome,
    Outcomes,
    result,
    roll_of_json,
    roll_text,
    throw_as_json,
    throw_of_json,
)

CARDS = [f"cp_{number:02}" for number in range(1, 56)]
TWO = Throw.dice(2, 6)
SUM = Throw.dice(2, 6, "sum")
CARD = Throw.draw(1, CARDS)
HAND = Throw.draw(7, CARDS)

throws = st.one_of(
    st.builds(Throw.dice, st.integers(1, 3), st.integers(2, 8), st.sampled_from(["faces", "sum"])),
    st.integers(1, 7).flatmap(
        lambda size: st.builds(
            Throw.draw, st.integers(1, min(size, 4)), st.just(CARDS[:size]), st.booleans()
        )
    ),
)


def every(throw: Throw) -> list[tuple[Any, ...]]:
    """Every way for it to fall, without the core."""
    if throw.of is None:
        faces = range(1, (throw.faces or 0) + 1)
        fell = product(faces, repeat=throw.number)
        return [(sum(each),) for each in fell] if throw.keep == "sum" else list(fell)
    ways = permutations if throw.ordered else combinations
    return list(ways(throw.of, throw.number))


@given(throws)
@settings(deadline=None)
def test_outcomes_and_odds_are_those_counted_one_by_one(throw: Throw) -> None:
    counted = Counter(every(throw))
    outcomes = Outcomes(throw)
    total = sum(counted.values())
    assert (len(outcomes), throw.ways()) == (len(counted), total)
    assert [throw.outcome(number) for number in range(len(outcomes))] == sorted(counted)
    for number, (outcome, (fell, ways)) in enumerate(
        zip(outcomes, sorted(counted.items()), strict=True)
    ):
        assert outcome.odds == Fraction(ways, total)
        assert throw.read(outcome.text) == fell
        assert throw.index(fell) == number
        assert outcome in outcomes
        assert outcomes.read(outcome.text) == outcomes[number] == outcome
    assert sum(outcome.odds for outcome in outcomes) == 1
    assert throw_of_json(throw_as_json(throw)) == throw
    assert pickle.loads(pickle.dumps(throw)) == throw
    if throw.of is None:
        assert Throw.parse(str(throw)) == throw


@given(throws, st.integers(0, 2**64))
@settings(deadline=None)
def test_seeds_reproduce_and_what_fell_falls_again(throw: Throw, seed: int) -> None:
    dice, again = Dice(seed), Dice(seed)
    for _ in range(3):
        outcome = dice.fall(Outcomes(throw), throw)
        assert outcome is not None
        assert outcome == again.fall(Outcomes(throw), throw)
        last = dice.fallen[-1][0]
        fell = roll_of_json(last if isinstance(last, int) else list(last))
        assert fell == last
        assert result(throw, fell, Outcomes(throw)) == outcome
        on_the_table = Dice.of(fell)
        assert on_the_table.fall(Outcomes(throw), throw) == outcome
        assert not on_the_table.can_fall


def test_seeds_give_what_they_always_gave() -> None:
    ways = [Outcome(str(face), Fraction(1, 6)) for face in range(1, 7)]
    for seed in (0, 3, 7, 2**70):
        plain, dice = random.Random(seed), Dice(seed)
        for _ in range(50):
            fell = dice.fall(ways)
            assert fell is not None
            assert fell.text == str(plain.randint(1, 6)) == str(dice.fallen[-1][0])


def test_two_dice_and_a_draw_fall_as_they_should() -> None:
    dice = Dice(seed=1)
    sums: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for _ in range(20_000):
        outcome, card = dice.fall(Outcomes(SUM), SUM), dice.fall(Outcomes(CARD), CARD)
        assert outcome is not None
        assert card is not None
        sums[outcome.text] += 1
        cards[card.text] += 1
    assert len(sums) == 11
    assert len(cards) == 55
    # Chi squared of 11 and of 55 outcomes; above 130 by chance less than once in a million seeds.
    for fallen, throw in ((sums, SUM), (cards, CARD)):
        square = sum(
            (fallen[each.text] - 20_000 * each.odds) ** 2 / (20_000 * each.odds)
            for each in Outcomes(throw)
        )
        assert float(square) < (40 if throw is SUM else 130)


def test_first_results_stand_for_first_outcomes() -> None:
    three = [Outcome("low", Fraction(3, 36)), Outcome("mid", Fraction(27, 36))]
    three.append(Outcome("high", Fraction(6, 36)))
    found = {sum(pair): result(SUM, pair, three).text for pair in product(range(1, 7), repeat=2)}
    assert [total for total, text in found.items() if text == "low"] == [2, 3]
    assert [total for total, text in found.items() if text == "high"] == [10, 11, 12]
    halves = [Outcome("a", Fraction(28, 55)), Outcome("b", Fraction(27, 55))]
    assert [result(CARD, (card,), halves).text for card in CARDS] == ["a"] * 28 + ["b"] * 27


def test_outcomes_may_say_which_sums_they_are_of() -> None:
    rest = tuple(total for total in range(2, 13) if total != 7)
    seven = [Outcome("seven", Fraction(1, 6), (7,)), Outcome("other", Fraction(5, 6), rest)]
    dice = Dice(rolls=[3, 4, 6, 6])
    assert [dice.fall(seven, Throw(2, 6)) for _ in range(2)] == seven
    assert [fallen for fallen, _ in dice.fallen] == [(3, 4), (6, 6)]
    assert (Throw(2, 6), Throw(), Throw(1, 8)) == (SUM, DIE, Throw.dice(1, 8))
    for wrong in (
        [seven[0]],
        [*seven, seven[0]],
        [Outcome("seven", Fraction(1, 4), (7,)), Outcome("other", Fraction(3, 4), rest)],
    ):
        with pytest.raises(BadInput, match="outcomes: "):
            Dice(1).fall(wrong, Throw(2, 6))
    with pytest.raises(BadInput, match="has no sums"):
        Dice(1).fall(seven, CARD)
    with pytest.raises(BadInput, match="'9' is no roll of a die: 1 to 8"):
        Dice(rolls=[2, 9]).fit(8)
    # What is drawn has a name, and no number of faces.
    Dice(rolls=["card_07"]).fit(8)


def test_large_draws_are_counted_and_not_listed() -> None:
    hands = Outcomes(HAND)
    assert len(hands) == 202_927_725
    assert hands[-1].text == "draw 7 of 55: " + ", ".join(CARDS[-7:])
    assert hands[5].odds == Fraction(1, 202_927_725)
    assert len(hands[10:13]) == 3
    with pytest.raises(BadInput, match="at most 100000 can be listed"):
        list(hands)
    with pytest.raises(BadInput, match="at most 100000 can be listed"):
        hands[:]
    told = Decision("chance", None, "A hand.", outcomes=hands, throw=HAND).as_json()
    assert (told["outcomes"], told["throw"]["draw"]) == ([], 7)
    deck = Throw.draw(55, CARDS, ordered=True)
    with pytest.raises(BadInput, match="too fine"):
        len(Outcomes(deck))
    shuffled = Dice(seed=2).throw(deck)
    assert isinstance(shuffled, tuple)
    assert (shuffled == tuple(CARDS), sorted(map(str, shuffled))) == (False, CARDS)
    assert Dice(rolls=CARDS).throw(deck) == tuple(CARDS)
    many = Decision("chance", None, "A deck.", outcomes=Outcomes(deck), throw=deck)
    assert many.as_json()["outcomes"] == []
    with pytest.raises(BadInput, match="too many to be a list"):
        len(Outcomes(Throw.dice(30, 6)))


THIRDS = [Outcome("a", Fraction(1, 3)), Outcome("b", Fraction(2, 3))]
QUARTERS = [Outcome("a", Fraction(1, 4)), Outcome("b", Fraction(3, 4))]


@pytest.mark.parametrize(
    ("asked", "field", "said"),
    [
        (lambda: Throw.dice(0, 6), "throw", "'0' dice"),
        (lambda: Throw.dice(-1, 6), "throw", "'-1' cannot be thrown"),
        (lambda: Throw.dice(2, 10**30), "throw", "cannot be thrown"),
        (lambda: Throw.dice(2, 1), "throw", "no '1' faces"),
        (lambda: Throw.dice(2, 6, "sun"), "keep", "did you mean 'sum'"),
        (lambda: Throw.draw(2, ["a"]), "throw", "'2' cannot be drawn of 1"),
        (lambda: Throw.draw(1, []), "throw", "'1' cannot be drawn of 0"),
        (lambda: Throw.draw(1, ["a", "a"]), "throw", "twice"),
        (lambda: Throw.draw(1, ["a:b"]), "throw", "is no name"),
        (lambda: Throw.parse("6"), "throw", "is no throw"),
        (lambda: throw_of_json({"dice": 2, "face": 6}), "throw", "did you mean 'faces'"),
        (lambda: throw_of_json({"dice": True, "faces": 6}), "throw", "a whole number"),
        (lambda: throw_of_json({}), "throw", "'dice' is missing"),
        (lambda: throw_of_json({"draw": 1, "of": "ab"}), "throw", "a list of names"),
        (lambda: throw_of_json({"draw": 1, "of": ["a"], "ordered": 1}), "throw", "true or false"),
        (lambda: throw_of_json({"dice": 1, "faces": 6, "keep": []}), "throw", "'faces' or 'sum'"),
        (lambda: TWO.kept([3]), "roll", "1 given, but 2d6 has 2"),
        (lambda: TWO.kept([3, 7]), "roll", "'7' is no roll of a die: 1 to 6"),
        (lambda: TWO.kept(["a", 7]), "roll", "is no roll of 2d6"),
        (lambda: CARD.kept(["cp_99"]), "roll", "unknown thing of draw 1 of 55 'cp_99'"),
        (lambda: CARD.kept([3]), "roll", "is no roll of draw 1 of 55"),
        (lambda: HAND.kept(["cp_07"] * 7), "roll", "'cp_07' is drawn twice"),
        (lambda: SUM.text([13]), "roll", "'13' is no sum"),
        # One die has no quarters, two dice added up none of 9 in 36 but at some ends.
        (lambda: Dice(1).fall(QUARTERS), "outcomes", "cannot give 'a' odds of 1/4"),
        (lambda: Dice(1).fall(Outcomes(SUM)), "outcomes", "cannot give '2d6 sum: 2'"),
        (lambda: Dice(1).fall(Outcomes(CARD)), "outcomes", "odds of 1/55"),
        (lambda: Dice(1).fall(QUARTERS, SUM), "outcomes", "cannot give"),
        (lambda: Dice(1).fall(THIRDS[:1]), "outcomes", "add up to 1/3"),
        (lambda: Dice(1).fall([*THIRDS, *THIRDS]), "outcomes", "cannot give"),
        (lambda: Dice(1).fall([]), "outcomes", "add up to 0"),
        (lambda: Dice(rolls=[3]).fall(Outcomes(TWO), TWO), "roll", "1 given, but 2d6 needs 2"),
        (lambda: Dice(rolls=[7]).fall(THIRDS), "roll", "'7' is no roll of a die: 1 to 6"),
        (lambda: Dice(rolls=[0]), "roll", "'0' is no roll"),
        (lambda: Dice(rolls=[2.0]), "roll", "'2.0' is no roll"),  # type: ignore[list-item]
        (lambda: roll_of_json([]), "roll", "a whole number is needed, or a list"),
        (lambda: roll_of_json([1, "a"]), "roll", "a whole number is needed"),
        (lambda: roll_of_json([True]), "roll", "a whole number is needed"),
        (lambda: roll_of_json(0), "roll", "'0' is no roll"),
    ],
)
def test_what_cannot_be_thrown_is_refused(
    asked: Callable[[], object], field: str, said: str
) -> None:
    with pytest.raises(BadInput) as refused:
        asked()
    assert refused.value.field == field
    assert said in str(refused.value)


def test_rolls_are_read_and_written() -> None:
    assert [roll_text(roll) for roll in (3, (3, 4), ("cp_07", "cp_09"))] == [
        "3",
        "3+4",
        "cp_07, cp_09",
    ]
    assert roll_of_json([3]) == 3
    assert roll_of_json(["cp_07"]) == ("cp_07",)
    dice = Dice(rolls=[3, 4, "cp_07", 2])
    fallen = [dice.fall(Outcomes(throw), throw) for throw in (SUM, CARD, DIE)]
    assert [outcome.text for outcome in fallen if outcome] == [
        "2d6 sum: 7",
        "draw 1 of 55: cp_07",
        "1d6: 2",
    ]
    assert [roll for roll, _ in dice.fallen] == [(3, 4), ("cp_07",), 2]
    assert (dice.waiting, dice.fall(Outcomes(DIE))) == (0, None)
