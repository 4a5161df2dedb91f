"""Matches between players: results, records, going on, and who is told what."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli import BadInput, Match, MatchSettings, Record
from lexbelli.players import Clock, RandomPlayer, register
from lexbelli.players.game import play_game
from lexbelli.players.match import summary
from lexbelli.players.registry import _known
from support import answer, invoke

WORDS = ("--scenario", "caporetto", "--turns", "1")


def test_a_match_is_played_written_and_gone_on_with(tmp_path: Path) -> None:
    words = ("match", "greedy,samples=3", "random", *WORDS, "--seed", "3")
    folder = tmp_path / "match"
    two = answer(*words, "--games", "2", "--records", str(folder))
    assert (two["complete"], two["wanted"], len(two["games"])) == (True, 2, 2)
    before = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert len(before) == 5
    three = answer(*words, "--games", "3", "--records", str(folder))
    for name, written in before.items():
        assert (folder / name).stat().st_mtime_ns == written
    assert three["games"][:2] == two["games"]
    sides = [each["players"]["central"] for each in three["games"]]
    assert sides == ["greedy,samples=3", "random", "greedy,samples=3"]
    for each in three["games"]:
        again = answer("replay", str(folder / f"game_{each['number']:05}.jsonl"))
        assert (again["same"], again["hash"]) == (True, each["hash"])
        assert each["ended"] == "turns"
    # What was lost is played again to the same end.
    (folder / "game_00001.json").unlink()
    once_more = answer(*words, "--games", "3", "--records", str(folder))
    hashes = [each["hash"] for each in three["games"]]
    assert [each["hash"] for each in once_more["games"]] == hashes
    total = three["summary"]["all"]
    assert total["won"] + total["drawn"] + total["lost"] == total["games"] == 3
    assert three["summary"]["sides"]["central"]["games"] == 2
    plain = invoke(*words, "--games", "2", "--records", str(folder))
    assert plain.exit_code == 0
    assert "as entente" in plain.output
    told = invoke("match", *words[1:-1], "4", "--records", str(folder))
    assert told.exit_code == 2
    assert "seed: is 3 there, and 4 now" in told.output


def test_several_processes_play_the_same_games() -> None:
    words = ("match", "random", "random", *WORDS, "--games", "3")
    one, two = answer(*words), answer(*words, "--jobs", "2")
    assert [each["hash"] for each in one["games"]] == [each["hash"] for each in two["games"]]


def test_two_games_after_another_have_the_same_dice() -> None:
    settings = MatchSettings(("random", "random"), 5, turns=1)
    first, second = Match(lexbelli.scenario("piave"), settings).results(2)
    assert first.hash == second.hash


class Spy:
    """Answers at random, and notes what it is shown."""

    shown: list[tuple[str, Any]] = []  # noqa: RUF012 - a test reads it

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> Any:
        self.shown.append((seen.decision.side, seen))
        return RandomPlayer().answer(seen, clock, dice)


def test_players_see_what_their_side_may_know() -> None:
    start = lexbelli.scenario("1914_campaign").opened()
    spy = Spy()
    play_game(start, {"ap": ("spy", spy), "cp": ("spy", spy)}, turns=1)
    assert len(spy.shown) > 10
    for side, seen in spy.shown:
        assert seen == seen.seen_by(side)


class Cheat:
    """Gives an answer that breaks rules, or none that can be read."""

    def __init__(self, word: str) -> None:
        self.word = word

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> Any:
        del seen, clock, dice
        return self.word


@pytest.mark.parametrize("word", ["nonsense", "go ah_10_hq h0104"])
def test_answers_that_cannot_be_are_named(word: str) -> None:
    cheat = ("cheat", Cheat(word))
    with pytest.raises(BadInput, match="player cheat: gave"):
        play_game(lexbelli.scenario("caporetto"), {"central": cheat, "entente": cheat}, turns=1)


class Stubborn:
    """Gives a move of which the other side knows that it cannot be."""

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> Any:
        return RandomPlayer().answer(seen, clock, dice)


def test_a_move_refused_for_what_is_not_seen_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = lexbelli.scenario("caporetto")
    refused = iter([True, True, True])
    whole = Record.play

    def play(record: Record, *args: Any, **more: Any) -> Any:
        if args and args[0] is not None and next(refused, False):
            made = record.position.move(args[0])
            raise lexbelli.IllegalMove(made, [lexbelli.Violation("6.1", "x(a)", "no", False)])
        return whole(record, *args, **more)

    monkeypatch.setattr(Record, "play", play)
    stubborn = ("stubborn", Stubborn())
    result = play_game(start, {"central": stubborn, "entente": stubborn}, turns=1)
    assert sum(result.refused.values()) == 3
    assert sum(result.replaced.values()) == 1
    told = summary(start, [result])
    assert sum(told.refused) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("greedy", "randm", *WORDS), "did you mean 'random'"),
        (("greedy", "random", "--scenario", "caporeto"), "did you mean 'caporetto'"),
        (("greedy", "random"), "--scenario"),
        (("random", "random", *WORDS, "--games", "0"), "from 1"),
        (("random", "random", *WORDS, "--time", "0"), "no number from"),
        (("random", "random", *WORDS, "--records", "/dev/null/x"), "cannot be made"),
    ],
)
def test_bad_input_is_named(words: Sequence[str], said: str) -> None:
    told = invoke("match", *words)
    assert told.exit_code == 2
    assert said in " ".join(told.output.split())


def test_a_damaged_folder_is_named(tmp_path: Path) -> None:
    settings = MatchSettings(("random", "random"), turns=1)
    start = lexbelli.scenario("caporetto")
    list(Match(start, settings, tmp_path).results(1))
    (tmp_path / "game_00000.json").write_text("{")
    with pytest.raises(BadInput, match="is no JSON"):
        list(Match(start, settings, tmp_path).results(1))
    (tmp_path / "game_00000.json").write_text(json.dumps({"number": 0}))
    with pytest.raises(BadInput, match="is missing"):
        list(Match(start, settings, tmp_path).results(1))
    (tmp_path / "match.json").write_text("[]")
    with pytest.raises(BadInput, match="is no object"):
        Match(start, settings, tmp_path)


# --- suggestions -------------------------------------------------------------------------


def test_a_player_is_asked_what_it_would_do() -> None:
    plain = invoke("suggest", "1914_campaign", "--player", "greedy,samples=4", "--seed", "2")
    assert plain.exit_code == 0
    assert "greedy,samples=4 would answer:" in plain.output
    assert "not all there are" in plain.output
    told = answer("suggest", "1914_campaign", "--player", "greedy,samples=4", "--seed", "2")
    assert told["candidates"][0]["answer"] == told["answer"]
    assert (told["side"], told["complete"]) == ("ap", False)
    position = lexbelli.scenario("1914_campaign")
    again = lexbelli.suggest(position, "greedy,samples=4", seed=2)
    assert str(again.answer) == told["answer"]
    assert len(again.alternatives) == len(told["candidates"]) - 1
    register("stubborn", Stubborn)
    try:
        assert (
            "does not say why" in invoke("suggest", "1914_campaign", "--player", "stubborn").output
        )
    finally:
        _known.pop("stubborn")


def test_who_decides_nothing_is_told_so() -> None:
    told = invoke("suggest", "1914_campaign", "--as", "cp")
    assert told.exit_code == 2
    assert "--as: 'cp' decides nothing here" in told.output
    told = invoke("suggest", "caporetto")
    assert told.exit_code == 2
    assert "asks no side" in told.output
