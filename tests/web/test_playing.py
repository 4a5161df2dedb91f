"""Sides that players answer for: in the time there is, beside all else, and again after a kill."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import lexbelli
from lexbelli.position import AnyPosition
from lexbelli.record import Record
from lexbelli.web import playing
from lexbelli.web.game import ServedGame
from lexbelli.web.playing import Answering, played_sides
from lexbelli.web.seats import seat_of
from support import invoke
from web.process import Server


def until(so: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.02)


@contextmanager
def played(*players: str, start: AnyPosition | None = None) -> Iterator[ServedGame]:
    """Serve a game to players, without a server."""
    record = Record(lexbelli.scenario("1914_limited_war").opened() if start is None else start)
    game = ServedGame(record, None)
    answering = Answering(game, played_sides(record.start, players))
    answering.start()
    try:
        yield game
    finally:
        answering.stop()


def asked(game: ServedGame) -> str | None:
    side: str | None = game.now()[2].decision.side
    return side


def test_a_player_answers_and_others_are_answered_meanwhile(tmp_path: Path) -> None:
    words = ["1914_limited_war", "--player", "cp=greedy,samples=4,time=2", "--port", "0"]
    with Server(tmp_path, words) as server:
        assert list(server.told["links"]) == ["ap", "onlooker"]
        game = server.ask("ap", "/api/game")
        assert game["players"] == {"cp": "greedy,samples=4"}
        after = server.ask("ap", "/api/play", {"answer": "pass", "step": 0})["game"]
        begun = time.monotonic()
        server.ask("ap", "/api/names")
        assert time.monotonic() - begun < 2
        sides: list[str] = []
        while "cp" not in sides:
            match after["decision"]:
                case {"kind": "chance"}:
                    body = {"step": after["steps"], "many": True}
                    after = server.ask("ap", "/api/throw", body)["game"]
                case {"side": "ap", "choices": choices}:
                    body = {"step": after["steps"], "answer": choices[0]}
                    after = server.ask("ap", "/api/play", body)["game"]
                case _:
                    after = server.ask("ap", f"/api/game?after={after['version']}")
            sides = [each["side"] for each in server.ask("onlooker", "/api/log")["entries"]]
        server.kill()
    # Killed where the player is asked, it thinks again when it is served again.
    file = tmp_path / "1914_limited_war.jsonl"
    record = Record.load(file)
    while record.position.decision.side != "cp":
        record.undo()
    (tmp_path / "again.jsonl").write_text(record.text())
    words = ["again.jsonl", "--player", "cp=random", "--port", "0"]
    with Server(tmp_path, words) as server:
        until(lambda: bool(server.ask("ap", "/api/game")["steps"] > len(record)))


def test_two_players_play_and_dice_fall() -> None:
    with played("central=random", "entente=random", start=lexbelli.scenario("caporetto")) as game:
        until(lambda: game.step >= 30)
        told = game.log(seat_of(game.now()[2], "central"))
    assert any(each.as_json()["roll"] is not None for each in told)


@pytest.mark.parametrize("name", ["Sleeper", "Liar", "Breaker"])
def test_a_player_that_does_not_answer_is_answered_for(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "_GRACE", 0.0)
    monkeypatch.setattr(playing, "_BEGINS", 3.0 if name == "Sleeper" else 60.0)
    with played(f"ap=web.strange_players:{name},time=0.1") as game:
        until(lambda: game.step > 0)
        entries = game.log(seat_of(game.now()[2], "ap"))
    assert entries[0].as_json()["side"] == "ap"


def test_players_see_no_more_than_their_sides(caplog: pytest.LogCaptureFixture) -> None:
    both = [f"{side}=web.strange_players:Peeper" for side in ("ap", "cp")]
    with played(*both, start=lexbelli.scenario("1914_campaign").opened()) as game:
        until(lambda: game.step >= 30)
        outline = dict(game.now()[2].outline())
    assert {"ap hand", "cp hand"} <= outline.keys()
    assert not caplog.records


def test_what_is_taken_back_while_a_player_thinks_is_not_answered() -> None:
    start: AnyPosition = lexbelli.scenario("1914_campaign").opened()
    while start.decision.kind != "action":
        chance = start.decision.kind == "chance"
        start = start.play(None if chance else "pass", lexbelli.Dice(1) if chance else None)
    with played("cp=web.strange_players:Sleeper,time=30", start=start) as game:
        human = seat_of(game.now()[2], "ap")
        game.play(human, "automatic", 0)
        game.play(human, [], 1)
        assert asked(game) == "cp"
        game.undo(human, 2)
        time.sleep(0.3)
        assert (game.step, asked(game)) == (1, "ap")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--player", "cpp=greedy"], "player: unknown side 'cpp'"),
        (["--player", "greedy"], "SIDE=greedy"),
        (["--player", "cp=gredy"], "greedy"),
        (["--player", "cp=greedy,time=0"], "'0' is no time"),
        (["--player", "cp=greedy,sample=3"], "samples"),
        (["--player", "cp=greedy", "--player", "cp=random"], "cp is played by two"),
        (["--player", "cp=greedy", "--side", "cp"], "cp is played by a player"),
    ],
)
def test_who_cannot_play_is_refused(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("serve", "1914_limited_war", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert not list(tmp_path.iterdir())
