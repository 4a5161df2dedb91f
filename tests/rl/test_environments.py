"""Environments: PettingZoo's own tests, actions that keep their numbers, who may know what."""

import hashlib
import re
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import lexbelli
from lexbelli import BadInput, games
from lexbelli.players.registry import _known
from lexbelli.position import CHANCE
from lexbelli.rl import Answering, GameEnv, SideEnv, VectorEnv, WordTable, env, words_of
from lexbelli.rl.words import ORDER_ENDS
from rl.train import train
from support import known_skirmish
from tools.action_words import missing, path_of

# How many words a game had when its table was made, and the digest of these lines: later versions
# only add to the end.
KEPT = {
    "pursuit_of_glory": (841, "b66d2eb8be56e45c"),
    "twilight_of_the_habsburgs": (2461, "e9eec11bb145fb3f"),
}


@pytest.fixture(autouse=True, scope="module")
def skirmish() -> Iterator[Any]:
    with known_skirmish() as game:
        yield game


def quietly(test: Callable[[], Any]) -> None:
    with warnings.catch_warnings():
        # PettingZoo remarks on what is no fault, such as a version that it does not know.
        warnings.simplefilter("ignore")
        test()


@pytest.mark.parametrize(
    ("scenario", "turns", "cycles"),
    [("ford", None, 30), ("vittorio_veneto", 1, 2), ("1914_campaign", 1, 2)],
)
def test_it_passes_what_pettingzoo_asks(scenario: str, turns: int | None, cycles: int) -> None:
    quietly(lambda: api_test(env(scenario, turns=turns), num_cycles=cycles))


@pytest.mark.parametrize(("scenario", "turns"), [("ford", None), ("vittorio_veneto", 1)])
def test_the_same_seed_gives_the_same_game(scenario: str, turns: int | None) -> None:
    quietly(lambda: seed_test(lambda: env(scenario, turns=turns), num_cycles=4))


def walked(game: GameEnv, seed: int, most: int) -> Iterator[tuple[str, Any, int]]:
    """Yield agent, observation and action of a random game."""
    dice = np.random.default_rng(seed)
    for agent in game.agent_iter(most):
        observed, _, ended, cut, _ = game.last()
        if ended or cut:
            game.step(None)
            continue
        action = int(dice.choice(np.flatnonzero(observed["action_mask"])))
        yield agent, observed, action
        game.step(action)


@pytest.mark.parametrize("game", KEPT)
def test_words_keep_their_numbers(game: str) -> None:
    number, digest = KEPT[game]
    lines = path_of(game).read_text("utf-8").splitlines()
    kept = hashlib.sha256("\n".join(lines[:number]).encode()).hexdigest()[:16]
    assert (len(lines[:number]), kept) == (number, digest)
    assert len(set(lines)) == len(lines)
    assert missing(game) == []
    table = WordTable.of(lexbelli.scenario(games.game(game).scenarios()[0].full_name))
    assert [table.number(word) for word in lines] == list(range(2, len(lines) + 2))


def test_words_of_an_owner_have_the_spare_numbers() -> None:
    table = WordTable(["go", "stop"], ["stop", "zulu", "alpha"])
    assert [table[number] for number in range(6)] == [
        *("end_of_move", "end_of_order", "go", "stop", "alpha", "zulu")
    ]
    with pytest.raises(BadInput, match="at most 64"):
        WordTable([], map(str, range(65)))
    with pytest.raises(BadInput, match="'go' is there twice"):
        WordTable(["go", "go"])
    with pytest.raises(BadInput, match="did you mean 'stop'"):
        table.number("stp")


def test_all_that_can_be_said_ends_in_a_legal_answer() -> None:
    game = env("ford")
    game.reset(seed=5)
    answers, before = 0, game.position
    for agent, observed, action in walked(game, 1, 40):
        asked = before.decision if game.position is before else game.position.decision
        assert game.action_space(agent).contains(action)
        assert game.observation_space(agent).contains(observed)
        assert asked.side == agent
        answers += game.position is not before
        before = game.position
    assert answers > 2
    assert "drawn" not in str(game.infos)


def test_words_reach_every_legal_move_of_the_tiny_game() -> None:
    position = lexbelli.scenario("ford").play(None, "storm")
    position = position.seen_by("blue").with_change(units={"blue_guns": None, "blue_horse": None})
    found: set[str] = set()

    def go(said: tuple[str, ...]) -> None:
        answering = Answering(position)
        for word in said:
            answering.say(word)
        if answering.answer is not None:
            found.add(str(position.move(answering.answer if answering.given else [])))
        for word in answering.words():
            go((*said, word))

    go(())
    assert found == {str(move) for move in position.moves()}


@pytest.mark.parametrize(
    ("scenario", "steps"), [("1914_campaign", 60), ("vittorio_veneto", 120), ("caporetto", 60)]
)
def test_the_core_says_what_lists_say(scenario: str, steps: int) -> None:
    """Words that the core finds one after the other are those of the lists of all orders."""
    game = env(scenario, turns=3)
    game.reset(seed=2)
    by_core = dict.fromkeys(game.possible_agents, 0)
    said: list[str] = []
    before, listed = None, None
    for agent, observed, action in walked(game, 3, steps):
        seen = game.position.seen_by(agent)
        if listed is None or game.position is not before:
            before, listed, said = game.position, Answering(seen), []
        # What can only go on in one way went on by itself.
        while len(listed.words()) == 1:
            listed.say(listed.words()[0])
        words = {game.words.number(word) for word in listed.words()}
        assert words == set(np.flatnonzero(observed["action_mask"]).tolist()), said
        by_core[agent] += 1
        said.append(game.words[action])
        listed.say(game.words[action])
    assert all(by_core.values())


@pytest.mark.parametrize("scenario", ["1914_campaign", "1916_total_war", "caporetto"])
def test_the_core_observes_what_documents_tell(scenario: str) -> None:
    game = env(scenario, turns=2)
    game.reset(seed=4)
    told = games.of(game.position).observed
    for agent, observed, _ in walked(game, 4, 40):
        position = game.position.seen_by(agent)
        marks = told.arrays(position)
        part = partial(game.layout.part, observed["observation"])
        assert part("numbers").tolist() == np.asarray(marks.numbers, np.float32).tolist()
        for name, ids, rows in (
            ("marks", position.known_units, marks.units),
            ("held", position.spaces, marks.places),
        ):
            for number, row in enumerate(rows):
                expected = np.asarray([row.get(key, 0.0) for key in ids], np.float32)
                assert np.array_equal(part(name)[:, number], expected), (name, number)
        last = len(position.spaces)
        places = [
            (position.spaces.index(position.units[unit]) + 1) / last
            if unit in position.units
            else 0.0
            for unit in position.known_units
        ]
        assert np.array_equal(part("place"), np.asarray(places, np.float32))


def test_what_cannot_be_said_is_refused() -> None:
    game = env("ford")
    with pytest.raises(BadInput, match="call reset first"):
        game.step(0)
    game.reset(seed=1)
    wrong = int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(BadInput, match="cannot be said here"):
        game.step(wrong)
    with pytest.raises(BadInput, match="is not from 0 to"):
        game.step(10_000)
    for options, said in (
        ({"reward": "wins"}, "did you mean 'win'"),
        ({"turns": 1}, "has no turns"),
        ({"reward": "margin"}, "has no reckoning"),
        ({"render_mode": "human"}, "render_mode"),
    ):
        with pytest.raises(BadInput, match=said):
            env("ford", **options)
    with pytest.raises(BadInput, match="did you mean 'caporetto'"):
        env("caporeto")


def test_an_agent_is_told_what_its_side_may_know() -> None:
    """Two positions that differ in what is hidden give the same observation."""
    start = lexbelli.scenario("1914_campaign").opened()
    while start.decision.kind != "action":
        start = (
            start.play(None, lexbelli.Dice(1))
            if start.decision.kind == CHANCE
            else start.play(start.decision.choices[0])
        )
    side = start.decision.side
    seen = start.seen_by(side)
    told = []
    for seed in (1, 2):
        game = env(seen.guessed(seed))
        game.reset(seed=0)
        told.append(game.observe(side))
    assert np.array_equal(told[0]["observation"], told[1]["observation"])
    assert np.array_equal(told[0]["action_mask"], told[1]["action_mask"])
    assert told[0]["action_mask"].any()
    other = games.enemy_of(start, side)
    assert not game.observe(other)["action_mask"].any()
    own = game.layout.part(told[0]["observation"], "numbers")
    theirs = game.layout.part(game.observe(other)["observation"], "numbers")
    assert not np.array_equal(own, theirs)


def test_parts_of_an_observation_are_what_they_say() -> None:
    position = lexbelli.scenario("caporetto")
    game = env(position, turns=1)
    game.reset(seed=2)
    now = game.position
    observed = game.observe(game.agent_selection)["observation"]
    part = game.layout.part
    where = part(observed, "place")
    seen = now.seen_by(game.agent_selection)
    for number, unit in enumerate(now.known_units):
        place = seen.units.get(unit)
        at = 0 if place is None else now.spaces.index(place) + 1
        assert where[number] == pytest.approx(at / len(now.spaces))
    reduced = part(observed, "marks")[:, 0]
    told = {unit for unit, mark in zip(now.known_units, reduced, strict=True) if mark}
    assert told == {unit for unit in seen.setup()["reduced"] if seen.units[unit] != "covered"}
    assert part(observed, "acts")[0] == 1.0
    asked = part(observed, "asked")
    assert [game.words[number] for number in np.flatnonzero(asked)] == [now.decision.kind]


def test_rewards_add_up_to_the_margin_or_say_who_has_won() -> None:
    first, other = "central", "entente"
    game = env("vittorio_veneto", turns=1, reward="margin")
    game.reset(seed=1)
    began = game.position.victory().advantage(first)
    total = dict.fromkeys((first, other), 0.0)
    for _ in range(4):
        game.answer(game.position.sample_moves(1, 7)[0])
        for side in total:
            total[side] += game.rewards[side]
    assert total[first] == pytest.approx(game.position.victory().advantage(first) - began)
    assert total[first] == -total[other]
    won = env("ford")
    won.reset(seed=1)
    while not any(won.terminations.values()):
        won.answer(won.position.sample_moves(1, 7)[0])
    winner = won.position.winner
    assert won.rewards == {
        side: 0.0 if winner is None else 1.0 if side == winner else -1.0 for side in ("blue", "red")
    }


def test_chance_is_open_to_planners() -> None:
    game = env("ford", chance=False)
    game.reset(seed=1)
    outcomes = game.chance_outcomes()
    assert sum(odds for _, odds in outcomes) == pytest.approx(1)
    with pytest.raises(BadInput, match="dice are to fall first"):
        game.step(0)
    text = outcomes[0][0]
    game.fall(text)
    assert text.split()[-1] in game.position.to_json()
    assert game.chance_outcomes() == []
    with pytest.raises(BadInput, match="no dice are to fall"):
        game.fall()
    again = env("ford", chance=False)
    again.reset(options={"position": game.position})
    assert again.position == game.position


@pytest.mark.parametrize(
    ("scenario", "turns", "most"), [("ford", None, 9), ("vittorio_veneto", 1, 3)]
)
def test_one_side_plays_against_a_player(scenario: str, turns: int | None, most: int) -> None:
    game = SideEnv(scenario, player="random", turns=turns, render_mode="ansi")
    dice = np.random.default_rng(1)
    ends = []
    for _ in range(2):
        observed, told = game.reset(seed=4)
        total, over, steps = 0.0, False, 0
        while not over and steps < most:
            assert game.observation_space.contains(observed)
            assert game.game.agent_selection == game.side
            action = int(dice.choice(np.flatnonzero(told["action_mask"])))
            observed, reward, ended, cut, told = game.step(action)
            total, over, steps = total + reward, ended or cut, steps + 1
        assert game.render()
        ends.append(total)
        assert total in (-1.0, 0.0, 1.0)
    with pytest.raises(BadInput, match="player"):
        SideEnv(scenario, player="randm")
    with pytest.raises(BadInput, match="side"):
        SideEnv(scenario, "purple")


def test_the_example_trains() -> None:
    told = list(train(1, 1, "ford", "random"))
    assert len(told) == 1
    assert set(told) <= {-1.0, 0.0, 1.0}
    assert told == list(train(1, 1, "ford", "random"))


@pytest.mark.parametrize("page", ["players", "environments"])
def test_what_the_pages_show_runs(page: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / f"{page}.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {})
    _known.pop("cautious", None)


def test_words_of_orders() -> None:
    assert words_of("activate suez move with a,b") == ("activate", "suez", "move", "with", "a", "b")


@pytest.mark.parametrize("scenario", ["vittorio_veneto", "1914_campaign"])
def test_many_games_are_stepped_at_once(scenario: str) -> None:
    many, twin = (VectorEnv(scenario, 3, offers=3, words=24, turns=1) for _ in range(2))
    now, same = many.reset(4), twin.reset(4)
    cells = {name: now.observation[:, part] for name, part in many.cells.items()}
    assert sum(part.shape[1] for part in cells.values()) == now.observation.shape[1]
    assert cells["Place"].any()
    ended = 0
    for step in range(40):
        for ours, theirs in zip(now, same, strict=True):
            assert np.array_equal(np.asarray(ours), np.asarray(theirs))
        assert (now.mask.sum(axis=1) > 1).all()
        for game in range(3):
            offered = many.offered(game)
            assert len(offered) == len(set(offered)) == now.mask[game].sum()
            for text, numbers in zip(offered, now.answers[game], strict=False):
                orders = [(*words_of(order), ORDER_ENDS) for order in text.split(";") if text]
                expected = [many.words.number(word) for order in orders for word in order][:24]
                assert list(numbers[: len(expected)]) == expected
        taken = [step % count for count in now.mask.sum(axis=1)]
        now, same = many.step(taken), twin.step(np.asarray(taken))
        ended += int((now.ended == 2).sum())
        assert set(now.reward[now.ended == 0]) <= {0.0}
    assert ended
    assert not np.array_equal(now.observation, twin.reset(5).observation)


def test_what_many_games_cannot_do_is_refused() -> None:
    many = VectorEnv("vittorio_veneto", 2, offers=2, words=0, turns=1, reward="margin")
    with pytest.raises(BadInput, match="call reset first"):
        many.step([0, 0])
    assert many.reset().answers.shape == (2, 2, 0)
    for taken, said in (([0], "1 are given"), ([0, 2], "not from 0"), ([0, -1], "whole numbers")):
        with pytest.raises(BadInput, match=said):
            many.step(taken)
    for options, said in (
        ({"offers": 1}, "'1' is not from 2 to 256"),
        ({"reward": "wins"}, "did you mean 'win'"),
        ({"turns": 0}, "below 1"),
    ):
        with pytest.raises(BadInput, match=said):
            VectorEnv("vittorio_veneto", 2, **options)
    with pytest.raises(BadInput, match="core that plays"):
        VectorEnv("ford", 2)


def test_many_games_do_not_go_on_where_what_is_hidden_decides() -> None:
    start = lexbelli.scenario("1914_campaign").opened().seen_by("ap")
    many = VectorEnv(start, 2)
    many.reset(seed=1)

    def go_on() -> None:
        for _ in range(50):
            many.step(np.zeros(2, dtype=int))

    with pytest.raises(BadInput, match="hidden here"):
        go_on()
