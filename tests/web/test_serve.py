"""`lexbelli serve` as it is used: begun, killed in the middle of a game, gone on with, refused."""

import asyncio
import json
import signal
import socket
import stat
from contextlib import closing
from pathlib import Path

import pytest

import lexbelli
from lexbelli.web.server import listening
from support import invoke, run
from web.process import Server


def test_a_killed_server_goes_on_where_it_was_with_the_same_links(tmp_path: Path) -> None:
    words = ["1914_limited_war", "--side", "ap", "--port", "0"]
    with Server(tmp_path, words) as server:
        first = server.told
        assert list(first["links"]) == ["ap", "cp", "onlooker"]
        assert first["entries"] == 0
        asked = server.ask("ap", "/api/game")["decision"]
        assert asked["side"] == "ap"
        after = server.ask("ap", "/api/play", {"answer": "pass", "step": 0})
        step = after["game"]["steps"]
        assert step >= 1
        server.kill()
    assert len(lexbelli.Record.load(tmp_path / "1914_limited_war.jsonl")) == step
    links = tmp_path / "1914_limited_war.jsonl.links.json"
    assert stat.S_IMODE(links.stat().st_mode) == 0o600
    with Server(tmp_path, words) as server:
        assert server.told["entries"] == step
        secrets = [link.split("#")[1] for link in server.told["links"].values()]
        assert secrets == [link.split("#")[1] for link in first["links"].values()]
        assert server.ask("cp", "/api/game")["steps"] == step
        code, said = server.stop(signal.SIGINT)
    assert (code, said) == (0, "")
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "1914_limited_war.jsonl",
        "1914_limited_war.jsonl.links.json",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["1914_limitd_war"], "1914_limited_war"),
        (["caporetto", "--side", "ap"], "side: unknown side 'ap'"),
        (["caporetto", "--public", "games.example"], "public: 'games.example' is no address"),
        (["caporetto", "--port", "70000"], "port"),
        (["caporetto", "--record", "no/such/folder/game.jsonl"], "no/such/folder"),
        (["caporetto", "--record", "other.jsonl"], "other.jsonl"),
        (["caporetto", "--record", "scrap.jsonl"], "scrap.jsonl"),
    ],
)
def test_what_cannot_be_served_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    lexbelli.Record(lexbelli.scenario("piave")).save("other.jsonl")
    Path("scrap.jsonl").write_text("scrap\n")
    result = invoke("serve", *words)
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.stderr.split())
    assert sorted(each.name for each in tmp_path.iterdir()) == ["other.jsonl", "scrap.jsonl"]


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = run(["serve", "caporetto", "--port", port], cwd=tmp_path)
    assert result.returncode == 2
    assert f"{port} is taken" in result.stderr.decode()
    assert list(tmp_path.iterdir()) == []


def test_small_answers_are_sent_at_once() -> None:
    """Else the second piece of each would wait for the first to be confirmed: 40 ms for a click."""
    with listening(0) as found:
        found.listen()
        with (
            socket.create_connection(found.getsockname()) as client,
            closing(asyncio.new_event_loop()) as loop,
        ):
            kept: list[int] = []

            class Noted(asyncio.Protocol):
                def connection_made(self, transport: asyncio.BaseTransport) -> None:
                    at = transport.get_extra_info("socket")
                    kept.append(at.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                    transport.close()

            async def accepted() -> None:
                server = await loop.create_server(Noted, sock=found.dup())
                while not kept:
                    await asyncio.sleep(0.01)
                server.close()

            loop.run_until_complete(asyncio.wait_for(accepted(), 60))
            assert client.recv(1) == b""
        assert kept == [1]


def test_links_of_another_file_are_not_written_over(tmp_path: Path) -> None:
    links = tmp_path / "caporetto.jsonl.links.json"
    links.write_text(json.dumps({"schema": "of something else"}))
    result = run(["serve", "caporetto", "--port", "0"], cwd=tmp_path)
    assert result.returncode == 2
    assert "is not written over" in " ".join(result.stderr.decode().split())
    assert [each.name for each in tmp_path.iterdir()] == [links.name]
