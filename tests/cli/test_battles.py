"""`lexbelli show`, `moves`, `orders`, `check` and `play` at the decisions of a battle."""

import json
from pathlib import Path

import pytest

from support import answer, invoke

ATTACK = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy"


def run(*words: str) -> str:
    """What the command says, in one line."""
    result = invoke(*words)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


@pytest.fixture
def eleskirt(tmp_path: Path) -> str:
    """The long example (12.11), before the attack is declared."""
    units = ("tu_ix_corps", "tu_x_corps", "tu_cavalry_1")
    document = {
        "turn": 2,
        "round": 5,
        "active": "cp",
        "ops": 0,
        "attacking": dict.fromkeys(units, "attack"),
        "units": {
            "koprukoy": ["tu_ix_corps"],
            "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
            "eleskirt": ["ru_i_caucasian", "ru_iv_caucasian"],
        },
        "reduced": ["tu_x_corps", "ru_i_caucasian", "ru_iv_caucasian"],
        "control": {"ap": ["eleskirt"]},
        "cards": {"cp": {"face_up": ["cp_05"]}, "ap": {"hand": ["ap_05"]}},
    }
    path = tmp_path / "eleskirt.json"
    path.write_text(json.dumps(document))
    return str(path)


def test_a_battle_is_played_command_by_command(eleskirt: str, tmp_path: Path) -> None:
    after = str(tmp_path / "after.json")
    told = run("play", eleskirt, ATTACK, "--roll", "4", "--roll", "3", "-o", after)
    assert "A die falls: 4, spared koprukoy." in told
    assert "CP may play combat cards in the battle at Eleskirt before the dice: cp_05." in told
    told = run("show", after)
    assert "round 5 > CP action > battle at Eleskirt > attacker's cards (CP)" in told
    assert "CP attacks with" in told
    assert "AP defends with" in told
    run("play", after, "play cp_05", "-o", after)
    run("play", after, "play ap_05", "-o", after)
    told = run("show", after, "--decision")
    assert "CP action > battle at Eleskirt > the flank attempt" in told
    found = answer("show", after, "--decision")
    assert found["under_way"][2:] == ["CP action", "battle at Eleskirt", "the flank attempt"]
    assert "A die falls for the flank attempt at eleskirt." in told
    assert "2/3" in told
    told = run("play", after, "--roll", "3", "--roll", "3", "-o", after)
    assert "A die falls: 3, fire cp 5." in told
    assert "AP absorbs 5 points at Eleskirt" in told
    assert "loss number of CP" in run("show", after)


def test_moves_orders_and_checks_are_those_of_the_battle(eleskirt: str) -> None:
    found = answer("moves", eleskirt, "--limit", "5")
    assert (found["side"], found["ops"], len(found["moves"])) == ("cp", None, 5)
    told = run("orders", eleskirt)
    assert "Join the attack" in told
    assert "End: fight no more" in told
    orders = answer("orders", eleskirt, "--given", "attack eleskirt")["orders"]
    assert {"order": "join", "unit": "tu_x_corps", "text": "join tu_x_corps"} in orders
    assert "Legal." in run("check", eleskirt, ATTACK)
    for judge in ("core", "law"):
        wrong = "attack eleskirt with tu_cavalry_1 flank malazgirt"
        result = invoke("check", eleskirt, wrong, "--by", judge)
        assert result.exit_code == 1
        assert "12.4.1-1" in result.stdout


def test_wrong_answers_are_refused_in_words(eleskirt: str) -> None:
    for arguments, told in (
        (("play", eleskirt, "attack eleskrit"), "did you mean 'eleskirt'"),
        (("play", eleskirt, "play cp_05"), "attack, join, flank"),
        (("check", eleskirt, "activate erzurum move"), "'activate' does not answer 'attack'"),
        (("moves", eleskirt, "--ops", "3"), "asks for no operations"),
    ):
        result = invoke(*arguments)
        assert result.exit_code == 2, result.output
        assert told in " ".join(result.output.split())
        assert "Traceback" not in result.output
    assert len(answer("moves", eleskirt, "--sample", "3")["moves"]) == 3
    result = invoke("play", eleskirt, "attack eleskirt with tu_cavalry_1 flank malazgirt")
    assert result.exit_code == 1
    assert "It is not played." in result.stdout


def test_orders_after_the_dice_are_told_by_kind(eleskirt: str, tmp_path: Path) -> None:
    file = str(tmp_path / "losses.json")
    run("play", eleskirt, ATTACK, "--roll", "4", "--roll", "3", "-o", file)
    run("play", file, "pass", "-o", file)
    run("play", file, "pass", "--roll", "3", "--roll", "3", "-o", file)
    told = run("orders", file)
    assert "Reduce" in told or "Eliminate" in told
    for order in answer("orders", file)["orders"]:
        assert str(order["unit"]) in told
    sampled = answer("moves", file, "--sample", "3", "--seed", "1")["moves"]
    assert len(sampled) == 3
