"""What is in JavaScript, if there is Node: the page's modules, and the adapter over HTTP."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import lexbelli
from web.process import Server

ROOT = Path(__file__).parents[2]


pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no Node")


def test_what_clicks_and_searches_mean() -> None:
    subprocess.run(["node", str(ROOT / "tests/web/draft.mjs")], check=True, timeout=60)


def test_a_table_of_another_program_plays_an_action(tmp_path: Path) -> None:
    position = lexbelli.scenario("1914_campaign").opened()
    seed = 0
    while position.decision.kind != "action":
        chance = position.decision.kind == "chance"
        dice = lexbelli.Dice(seed) if chance else None
        position = position.play(None if chance else "pass", dice)
        seed += 1
    file = tmp_path / "begun.json"
    file.write_text(position.to_json())
    with Server(tmp_path, [str(file), "--side", "ap", "--port", "0"]) as server:
        links = server.told["links"]
        played = subprocess.run(
            ["node", str(ROOT / "tests/web/adapter.mjs"), links["ap"], links["cp"]],
            capture_output=True,
            check=False,
            text=True,
            timeout=60,
        )
        assert played.returncode == 0, played.stderr
        told = json.loads(played.stdout)
        shown = subprocess.run(
            ["node", str(ROOT / "examples/table_adapter.mjs"), links["cp"]],
            capture_output=True,
            check=True,
            text=True,
            timeout=60,
        ).stdout
    assert told["yours"] == [True, False]
    assert told["offered"] is True
    assert told["illegal"]
    assert told["refused"] == [422, "illegal", len(told["illegal"])]
    assert told["other"] == "not_yours"
    assert told["log"] == ["automatic", "activate suez move; entrench suez"]
    # Who listens hears of everything that was not taken back before he was told.
    assert "Suez" in " ".join(told["heard"])
    assert told["next"] == "cp"
    assert position.title in shown
    assert "as cp: CP begins an action" in shown
