"""Players: what they answer, what they may know, and what positions are worth to them."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import lexbelli
from lexbelli import BadInput, Dice, games
from lexbelli.players import Clock, GreedyPlayer, RandomPlayer, SearchPlayer, Valuer, make, register
from lexbelli.players.assessing import ByAssessment, ByCore
from lexbelli.players.match import wilson
from lexbelli.players.registry import _known
from lexbelli.players.sampling import draw_answer, drawn_answers
from lexbelli.players.valuing import Course
from lexbelli.players.worlds import as_seen, whole_world
from lexbelli.position import CHANCE


def walk(name: str, answers: int, seed: int) -> Iterator[Any]:
    """Yield the positions of a random game in which a side decides."""
    dice = random.Random(f"walk/{name}/{seed}")
    position = lexbelli.scenario(name)
    if hasattr(position, "opened"):
        position = position.opened()
    for _ in range(answers):
        asked = position.decision
        if asked.kind == CHANCE:
            position = position.play(None, Dice(dice.randrange(2**32)))
            continue
        if asked.side is None:
            return
        yield position
        answer = draw_answer(position, dice)
        assert answer is not None
        position = position.after_answer(answer)


def places(name: str, kinds: int) -> list[Any]:
    """Return positions of a random game, one of each kind of decision, so many at most."""
    found: dict[str, Any] = {}
    for position in walk(name, 90, 4):
        if len(position.decision.choices) != 1 or position.decision.kind not in found:
            found.setdefault(position.decision.kind, position)
        if len(found) == kinds:
            break
    return list(found.values())


@pytest.mark.parametrize("name", ["1914_campaign", "caporetto"])
def test_what_is_guessed_looks_the_same_and_asks_the_same(name: str) -> None:
    hidden = 0
    for number, position in enumerate(walk(name, 40, 1)):
        side = position.decision.side
        seen = position.seen_by(side)
        guessed = seen.guessed(number)
        assert guessed is not None
        assert guessed == seen.guessed(number)
        assert guessed.decision == seen.decision
        assert guessed.units.keys() == position.units.keys()
        again = guessed.seen_by(side)
        assert again.units == seen.units
        hidden += guessed != seen
    assert hidden > 5


def test_hands_are_dealt_of_what_is_hidden_and_differ() -> None:
    position = [*walk("1914_campaign", 30, 2)][-1]
    side = position.decision.side
    foe = games.enemy_of(position, side)
    seen = position.seen_by(side)
    worlds = [seen.guessed(seed) for seed in range(6)]
    hands = {tuple(world.setup()["cards"][foe]["hand"]) for world in worlds}
    assert len(hands) > 1
    held = len(position.setup()["cards"][foe]["hand"])
    for world in worlds:
        assert len(world.setup()["cards"][foe]["hand"]) == held
        assert world.seen_by(side) == seen


@pytest.mark.parametrize("name", ["1914_campaign", "caporetto"])
def test_worth_is_as_much_less_to_the_other_side(name: str) -> None:
    first, other = games.of(lexbelli.scenario(name)).sides
    for position in walk(name, 25, 3):
        valuer = Valuer(position)
        mine, theirs = valuer.terms(position, first), valuer.terms(position, other)
        assert mine.keys() == theirs.keys()
        assert all(mine[term] == pytest.approx(-theirs[term]) for term in mine)


def test_dice_are_weighed_by_their_exact_odds() -> None:
    """The mean over all faces, and not one of them."""
    weighed = 0
    for position in walk("caporetto", 200, 5):
        if position.decision.kind != "attack":
            continue
        for answer in drawn_answers(position, 6, random.Random(1)):
            later = position.after_answer(answer)
            outcomes = later.decision.outcomes
            after = [later.after_answer(each.text) for each in outcomes]
            if len(after) < 2 or any(each.decision.kind == CHANCE for each in after):
                continue
            valuer = Valuer(position)
            by_hand = sum(
                float(each.odds) * valuer.value(at, "central")
                for each, at in zip(outcomes, after, strict=True)
            )
            told = valuer.expected(later, "central", random.Random(0))
            assert sum(told.values()) == pytest.approx(by_hand)
            weighed += 1
        if weighed > 3:
            return
    pytest.fail("too few attacks were thrown for")


def test_a_won_game_is_worth_more_than_any_other() -> None:
    dice = random.Random("walk/vittorio_veneto/1")
    last = over = lexbelli.scenario("vittorio_veneto")
    while over.decision.side is not None or over.decision.kind == CHANCE:
        last = over
        chance = over.decision.kind == CHANCE
        over = (
            over.play(None, Dice(dice.randrange(2**32)))
            if chance
            else over.after_answer(draw_answer(over, dice))
        )
    assert over.decision.kind == "over"
    valuer, winner = Valuer(over), over.victory().winner
    assert valuer.value(over, winner) > 50
    assert valuer.value(over, winner) > valuer.value(last, winner) + 50


@pytest.mark.parametrize("name", ["1914_campaign", "caporetto"])
def test_players_answer_legally_by_what_they_may_know(name: str) -> None:
    players = (RandomPlayer(), GreedyPlayer(3), SearchPlayer(3, 8, 2, 2, 3, 12))
    for position in places(name, 4):
        seen = as_seen(position, position.decision.side)
        for player in players:
            answer = player.answer(seen, Clock(), random.Random(1))
            assert not seen.check(answer)
            assert str(answer) == str(player.answer(seen, Clock(), random.Random(1)))


def test_greedy_says_why_and_takes_the_best() -> None:
    position = next(each for each in walk("caporetto", 80, 2) if each.decision.kind == "attack")
    seen = as_seen(position, position.decision.side)
    opinion = GreedyPlayer(6).weigh(seen, Clock(), random.Random(2))
    values = [each.value for each in opinion.candidates]
    assert values == sorted(values, reverse=True)
    assert not opinion.complete
    for each in opinion.candidates:
        assert sum(each.terms.values()) == pytest.approx(each.value - opinion.now, abs=1e-6)
        assert each.visits > 0
    assert str(opinion.best.answer) == str(GreedyPlayer(6).answer(seen, Clock(), random.Random(2)))


def test_a_short_time_leaves_answers_and_says_so() -> None:
    position = next(each for each in walk("caporetto", 80, 2) if each.decision.kind == "movement")
    seen = as_seen(position, position.decision.side)
    opinion = GreedyPlayer(30).weigh(seen, Clock(1e-9), random.Random(2))
    assert len(opinion.candidates) == 1
    assert opinion.left > 0
    with pytest.raises(BadInput, match="time: '0' is not above 0"):
        Clock(0)


def test_search_keeps_the_best_and_counts_its_games() -> None:
    position = next(each for each in walk("caporetto", 80, 2) if each.decision.kind == "attack")
    seen = as_seen(position, position.decision.side)
    player = SearchPlayer(samples=6, tries=40, keep=3, policy=2, decisions=3, playouts=16, prior=2)
    opinion = player.weigh(seen, Clock(), random.Random(3))
    assert len({str(each.answer) for each in opinion.candidates}) == 3
    assert "pass" in [str(each.answer) for each in opinion.candidates]
    # Two rounds: three answers twice each, then the better two; each begins with its prior.
    assert [each.visits for each in opinion.candidates] == [8, 8, 4]
    again = player.weigh(seen, Clock(), random.Random(3))
    assert [each.as_json() for each in again.candidates] == [
        each.as_json() for each in opinion.candidates
    ]


class Told:
    """An assessment in Python that tells what the core tells."""

    def terms(self, position: Any, side: str) -> Mapping[str, float]:
        return Valuer(position).terms(position, side)

    def promised(self, position: Any, answer: Any, side: str) -> float:
        [worth] = Valuer(position).weighed(position, [answer], side, random.Random(1))
        assert worth is not None
        return worth.promise


@pytest.mark.parametrize("name", ["1914_campaign", "caporetto"])
def test_core_and_assessment_weigh_answers_alike(name: str) -> None:
    """Where no die falls by chance, and none is drawn."""
    weighed = 0
    for position in walk(name, 60, 6):
        side = position.decision.side
        answers = drawn_answers(position, 3, random.Random(1))
        core = ByCore(games.of(position).sides[0])
        one = core.weighed(position, answers, side, random.Random(1))
        other = ByAssessment(Told()).weighed(position, answers, side, random.Random(1))
        for answer, here, there in zip(answers, one, other, strict=True):
            assert here is not None
            assert there is not None
            assert here.promise == pytest.approx(there.promise)
            later = position.after_answer(answer)
            throw = later.decision.throw
            if throw is not None and throw.of is not None:
                continue
            if here.visits == there.visits:
                assert dict(here.terms) == pytest.approx(dict(there.terms))
                weighed += 1
    assert weighed > 30


@pytest.mark.parametrize("name", ["1914_campaign", "caporetto"])
def test_what_is_mended_is_legal_and_worth_no_less(name: str) -> None:
    better = 0
    for position in walk(name, 60, 7):
        if position.decision.kind not in ("movement", "operations", "attack", "reorganization"):
            continue
        valuer, side = Valuer(position), position.decision.side
        answers = drawn_answers(position, 12, random.Random(2))
        [before] = valuer.weighed(position, answers[:1], side, random.Random(1))
        mended = valuer.mended(position, answers, 60, random.Random(3))
        assert not position.check(mended)
        assert str(mended) == str(valuer.mended(position, answers, 60, random.Random(3)))
        [after] = valuer.weighed(position, [mended], side, random.Random(1))
        assert before is not None
        assert after is not None
        if position.after_answer(mended).decision.kind != CHANCE:
            assert after.value >= before.value - 1e-9
        better += str(mended) != str(answers[0])
    assert better > 3


@pytest.mark.parametrize("name", ["1914_campaign", "caporetto"])
def test_games_go_on_alike_by_the_same_seed(name: str) -> None:
    first, other = games.of(lexbelli.scenario(name)).sides
    for position in places(name, 3):
        valuer, answers = Valuer(position), drawn_answers(position, 1, random.Random(1))
        worth = [
            valuer.followed(position, answers[0], side, Course(2, 6), seed)
            for side in (first, other)
            for seed in (1, 1, 2)
        ]
        assert worth[0] == worth[1] == -worth[3]
        assert worth[2] == -worth[5]
        told = ByAssessment(Told()).followed(position, answers[0], first, Course(2, 1), 1)
        assert abs(told) < 200
        at_once = valuer.followed(position, answers[0], first, Course(2, 0), 1)
        after = position.after_answer(answers[0])
        if after.decision.kind != CHANCE:
            assert at_once == pytest.approx(valuer.value(after, first))


class Passer:
    """A player that somebody brings: the last choice, or no order."""

    def __init__(self, word: str = "pass") -> None:
        self.word = word

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> Any:
        del clock
        return self.word if self.word in seen.decision.choices else draw_answer(seen, dice)


def test_players_are_made_by_name_and_brought() -> None:
    assert make("greedy, samples=4").samples == 4  # type: ignore[attr-defined]
    assert make("search,decisions=2,widening=0.2").widening == 0.2  # type: ignore[attr-defined]
    register("passer", Passer)
    try:
        assert make("passer,word=end").word == "end"  # type: ignore[attr-defined]
    finally:
        _known.pop("passer")
    assert isinstance(make("lexbelli.players:RandomPlayer"), RandomPlayer)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("gredy", "did you mean 'greedy'"),
        ("x", "none of random, greedy, search, nor module:Class"),
        ("greedy,sample=3", "no setting 'sample' .*did you mean 'samples'"),
        ("greedy,samples=0", "samples: '0' is not between"),
        ("greedy,samples=two", "samples: 'two' is not between"),
        ("greedy,samples", "'samples' is no setting"),
        ("search,widening=2", "widening"),
        ("search,decisions=-1", "decisions"),
        ("search,tries=x", "tries"),
        ("nothing.here:Player", "cannot be imported"),
        ("lexbelli.players:Nobody", "cannot be imported"),
        ("json:dumps,obj=1", "makes no player"),
        ("json:decoder", "is no class"),
    ],
)
def test_players_that_are_none_are_named(spec: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        make(spec)


def test_worlds_of_an_open_game_are_the_position_itself() -> None:
    position = lexbelli.scenario("piave")
    assert whole_world(position, random.Random(1)) == position


def test_wilson() -> None:
    """By hand: 8 of 10 (0.49 to 0.943), and the ends."""
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == pytest.approx(1.0)
