"""Games that play themselves: of the tiny game, and of those that are shipped."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from conformance.skirmish import GAME
from lexbelli.playout import Playout, playout, playouts, unchecked_playouts
from lexbelli.record import Record
from lexbelli.record.session import digest
from support import answer, invoke, known_skirmish


@pytest.fixture
def start() -> Iterator[Any]:
    with known_skirmish():
        yield GAME.scenario("ford")


def test_the_tiny_game_is_played_to_its_end(start: Any) -> None:
    played = list(playouts(start, 6, seed=1, by_law=True))
    assert [each.number for each in played] == list(range(6))
    for each in played:
        assert (each.ended, list(each.faults)) == ("over", [])
        assert each.answers == sum(each.decisions.values())
    assert len({each.hash for each in played}) > 1
    assert playout(start, 4, seed=1) == played[4]
    assert playout(start, 4, seed=2).record != played[4].record
    assert [playout(start, at, seed=1, every=3) for at in range(6)] == played


def test_every_position_is_looked_at_or_some(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Any] = []

    def look(at: Any, _data: Any) -> tuple[str, ...]:
        looked.append(at)
        return ()

    monkeypatch.setattr("lexbelli.invariants.of_position", look)
    answers = playout(start, 1).answers
    # Some answers force others, so that positions are more.
    positions = len(looked)
    assert positions > answers
    looked.clear()
    assert playout(start, 1, every=4).answers == answers
    assert answers // 4 <= len(looked) <= positions // 2
    with pytest.raises(lexbelli.BadInput, match="every: '0' is below 1"):
        playouts(start, every=0)


def test_turns_are_counted_only_where_there_are_some(start: Any) -> None:
    with pytest.raises(lexbelli.BadInput, match="turns"):
        playouts(start, turns=1)
    with pytest.raises(lexbelli.BadInput, match="games: '-1' is below 0"):
        playouts(start, -1)


def _faults(start: Any) -> Sequence[str]:
    found = playout(start, 1)
    assert invoke("playout", "ford", "--games", "2").exit_code == 1
    return found.faults


def test_illegal_moves_are_faults(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    illegal = "go blue_foot hex_0402"

    def sampled(position: Any, number: int, _seed: int) -> Sequence[Any]:
        return [position.move(illegal if position.decision.kind == "move" else "")] * number

    monkeypatch.setattr(type(start), "sample_moves", sampled)
    assert any("no legal one" in told for told in _faults(start))


def test_dead_ends_are_faults(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(start)
    asked = kind.decision.fget
    monkeypatch.setattr(kind, "sample_moves", lambda *_: ())
    monkeypatch.setattr(kind, "decision", property(lambda at: replace(asked(at), choices=())))
    assert any("dead end" in told for told in _faults(start))


def test_what_is_lost_when_a_position_is_saved_is_a_fault(
    start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type(start)
    whole = kind.to_json
    monkeypatch.setattr(
        kind, "to_json", lambda position: whole(position).replace('"storm"', '"rally"')
    )
    assert any("another position" in told for told in _faults(start))


@pytest.mark.parametrize(
    ("scenario", "wrong"), [("vittorio_veneto", {"margin": 99}), ("1914_campaign", {"final": 99})]
)
def test_an_end_that_does_not_add_up_is_a_fault(
    scenario: str, wrong: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: Any = lexbelli.scenario(scenario)
    kind = type(begun)
    reckon = kind.victory
    monkeypatch.setattr(kind, "victory", lambda position: replace(reckon(position), **wrong))
    monkeypatch.setattr("lexbelli.playout.ANSWERS", 3)
    # None of the positions on the way is looked at: only the end.
    monkeypatch.setattr("lexbelli.invariants.of_position", lambda *_: ())
    found = playout(begun, seed=2, every=4)
    assert any("the reckoning does not add up" in told for told in found.faults), found.faults


@pytest.mark.parametrize(
    ("scenario", "turns"), [("vittorio_veneto", 2), ("caporetto_setup", 1), ("1914_campaign", 1)]
)
def test_games_that_are_shipped_play_themselves(scenario: str, turns: int, tmp_path: Path) -> None:
    words = ("playout", scenario, "--games", "2", "--turns", str(turns), "--seed", "7")
    told = answer(*words, "--records", str(tmp_path))
    assert (told["complete"], told["faults"], told["wanted"]) == (True, 0, 2)
    assert told["answers"] == sum(each["answers"] for each in told["games"])
    for each in told["games"]:
        file = tmp_path / f"game_7_{each['number']}.jsonl"
        again = answer("replay", str(file))
        assert (again["same"], again["hash"]) == (True, each["hash"])
    assert answer(*words, "--jobs", "2") == told


def test_what_was_played_is_told_in_words() -> None:
    plain = invoke("playout", "vittorio_veneto", "--games", "2", "--turns", "1", "--seed", "7")
    assert plain.exit_code == 0
    assert "2 games" in plain.output
    assert "no fault" in plain.output


def test_an_interruption_says_how_much_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(start: Any, _number: int, seed: int, **_: Any) -> Iterator[Playout]:
        yield playout(start, 0, seed, turns=1)
        raise KeyboardInterrupt

    monkeypatch.setattr("lexbelli.cli.playout.playouts", cut)
    words = ("playout", "vittorio_veneto", "--games", "5")
    plain = invoke(*words)
    assert plain.exit_code == 130
    assert "Interrupted: 1 of 5 games were played" in plain.output
    told = json.loads(invoke(*words, "--json").stdout)
    assert (told["complete"], len(told["games"])) == (False, 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("playout", "caporeto"), "did you mean 'caporetto'"),
        (("playout", "piave", "--games", "0"), "from 1"),
        (("playout", "piave", "--turns", "x"), "no whole number"),
        (("playout", "piave", "--records", "/dev/null/games"), "--records"),
    ],
)
def test_bad_input_is_named(words: Sequence[str], said: str) -> None:
    result = invoke(*words)
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.parametrize("scenario", ["1914_campaign", "vittorio_veneto"])
def test_the_core_plays_games_alone(scenario: str, tmp_path: Path) -> None:
    begins = lexbelli.scenario(scenario)
    played = list(unchecked_playouts(begins, 2, 7, turns=1, records=True))
    bare = list(unchecked_playouts(begins, 2, 7, turns=1))
    assert [replace(each, record="") for each in played] == bare
    assert played[0].hash != played[1].hash
    for each in played:
        assert (each.ended, each.faults) == ("turns", ())
        assert each.answers == sum(each.decisions.values())
        record = Record.again(each.record.encode(), "the record")
        assert record.ok, record.difference
        assert digest(record.position) == each.hash
    told = invoke(
        *("playout", scenario, "--unchecked", "--games", "2", "--seed", "7", "--turns", "1"),
        *("--records", str(tmp_path), "--json"),
    )
    assert told.exit_code == 0
    assert [each["hash"] for each in json.loads(told.stdout)["games"]] == [
        each.hash for each in played
    ]
    assert (tmp_path / "game_7_1.jsonl").read_text() == played[1].record
    plain = invoke("playout", scenario, "--unchecked", "--games", "2", "--turns", "1")
    assert "not looked at." in plain.output
    assert "no fault" not in plain.output
    refused = invoke("playout", scenario, "--unchecked", "--law")
    assert refused.exit_code == 2
    assert "--law" in refused.output


def test_a_game_without_a_core_that_plays_says_so(start: Any) -> None:
    with pytest.raises(lexbelli.BadInput, match="core that plays by itself"):
        unchecked_playouts(start)
