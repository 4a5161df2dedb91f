"""`lexbelli odds` and `lexbelli attacks`."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import lexbelli
from support import answer, invoke

POSITION = "1914_campaign"
KOPRUKOY = "attack koprukoy with ru_i_caucasian,ru_cavalry_1,ru_div_3"


def test_odds_are_shown_with_the_figures_they_come_from() -> None:
    result = invoke("odds", POSITION, KOPRUKOY, "--cards", "ap_05,cp_05")
    assert result.exit_code == 0, result.output
    for words in (
        "every unit of the AP waits",
        "12.2.8.b-1",
        "-1 mountain: Koprukoy",
        "card Armenian Druzhiny",
        "attacker wins",
        "77.8%",
        "7/9",
        "steps lost",
        "retreat of 2",
        "attacker 5",
    ):
        assert words in result.stdout, words
    assert "fort destroyed" not in result.stdout


def test_odds_as_json_are_exact() -> None:
    found = answer("odds", POSITION, KOPRUKOY, "--cards", "play ap_05; play cp_05")
    assert found["legal"] is True
    assert found["win"] == "7/9"
    assert sum(Fraction(one["odds"]) for one in found["joint"]) == 1
    assert found["attacker"]["drm"] == 2
    assert found["policy"] == {"attacker": "thrift", "defender": "thrift"}
    other = answer("odds", POSITION, KOPRUKOY, "--policy", "removal=20", "--policy", "strength=0")
    assert other["policy"]["attacker"] == "thrift (strength 0, removal 20)"
    other = answer("odds", POSITION, KOPRUKOY, "--policy", "defender:most_steps")
    assert other["policy"] == {"attacker": "thrift", "defender": "most_steps"}


def test_an_illegal_attack_is_a_no_with_all_that_is_wrong() -> None:
    result = invoke("odds", POSITION, "attack erzurum with ru_div_4", "--cards", "ap_15")
    assert result.exit_code == 1
    assert "Illegal: 2 rules are broken." in result.stdout
    assert "out_of_reach(ru_div_4,erzurum)" in result.stdout
    assert "unmet(ap_15)" in result.stdout
    found = answer("odds", POSITION, "attack erzurum with ru_div_4")
    assert found["legal"] is False
    assert [each["rule"] for each in found["violations"]] == ["12.1.1-2"]
    result = invoke("odds", POSITION, "attack erzurum with ru_div_4", "--force")
    assert result.exit_code == 0
    assert "12.1.1-2" in result.stdout
    assert "fort destroyed" in result.stdout
    assert invoke("odds", POSITION, KOPRUKOY, "--withdraw").exit_code == 1


def test_cards_and_changes_are_told_on_request() -> None:
    shown = invoke("odds", POSITION, KOPRUKOY, "--any-card", "--sensitivity", "win").stdout
    assert "Armenian Druzhiny" in shown
    assert "Not for the AP in this battle: ap_04" in shown
    assert "without RU I Caucasian (attacker)" in shown
    assert "+1 on the attacker's die" in shown
    shown = invoke("odds", POSITION, KOPRUKOY, "--all-cards").stdout
    assert "that is held" in shown
    found = answer("odds", POSITION, KOPRUKOY, "--any-card", "--sensitivity", "clear")
    assert found["sensitivity"]["measure"] == "clear"
    cards = {one["card"]: one for one in found["all_cards"] if one["side"] == "ap"}
    assert Fraction(cards["ap_05"]["numbers"]["win"]) > Fraction(found["win"])


def test_the_end_of_a_battle_is_told_over_all_choices() -> None:
    shown = invoke("odds", POSITION, KOPRUKOY, "--to-the-end").stdout
    for words in ("best play of both", "0.778 = 7/9", "1/2", "attacker_steps"):
        assert words in shown, words
    found = answer("odds", POSITION, KOPRUKOY, "--to-the-end", "--measure", "taken")
    assert found["to_the_end"]["complete"] is True
    assert found["to_the_end"]["measures"] == [
        {"measure": "taken", "policy": "7/9", "best": "1/2", "least": "0", "most": "7/9"}
    ]
    few = ("odds", POSITION, KOPRUKOY, "--to-the-end", "--positions", "20")
    assert "--positions allows more" in invoke(*few).stdout
    short = answer(*few, "--measure", "taken")["to_the_end"]
    assert short["complete"] is False
    assert short["measures"][0]["most"] != "7/9"


def test_where_all_dice_have_fallen_choices_are_left(tmp_path: Path) -> None:
    document = json.loads(lexbelli.scenario(POSITION).to_json())
    document |= {
        "ops": 0,
        "battle": {
            "place": "koprukoy",
            "stage": "defenders_losses",
            "attackers": ["ru_i_caucasian"],
            "defenders": ["tu_ix_corps"],
            "loss_numbers": {"attacker": 4, "defender": 1},
        },
    }
    file = tmp_path / "fallen.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    assert invoke("odds", str(file)).exit_code == 2
    shown = invoke("odds", str(file), "--to-the-end")
    assert shown.exit_code == 0, shown.output
    # A division comes for the corps, and may stand for a step.
    found = answer("odds", str(file), "--to-the-end", "--measure", "taken")["to_the_end"]
    assert found["measures"] == [
        {"measure": "taken", "policy": "1", "best": "0", "least": "0", "most": "1"}
    ]


def test_a_flank_attempt_and_weather_are_said() -> None:
    opening = lexbelli.attacks(lexbelli.scenario(POSITION))
    flank = next(one for one in opening if one.pin is not None)
    shown = invoke("odds", POSITION, flank.attack).stdout
    assert f"Flank attempt pinned from {flank.pin}" in " ".join(shown.split())


def test_attacks_are_listed_with_their_odds() -> None:
    result = invoke("attacks", POSITION)
    assert result.exit_code == 0, result.output
    assert "Supposing: every unit of the AP waits" in result.stdout
    assert "koprukoy" in result.stdout
    assert "77.8%" in result.stdout
    assert "--every tells the smaller ones" in result.stdout
    shown = invoke("attacks", POSITION, "--every", "--limit", "3").stdout
    assert "the best 3 shown" in shown
    assert "more with units of the same kinds" in " ".join(shown.split())
    shown = invoke("attacks", POSITION, "--every", "--most", "1").stdout
    assert "raise --most" in shown


def test_attacks_as_json_by_core_and_by_law() -> None:
    words = ("attacks", POSITION, "--side", "cp", "--every", "--sort", "clear", "--limit", "1000")
    core, law = answer(*words), answer(*words, "--by", "law")
    assert core["attacks"]
    assert core.pop("by") == "core"
    assert law.pop("by") == "law"
    assert core == law
    clear = [Fraction(one["clear"]) for one in core["attacks"]]
    assert clear == sorted(clear, reverse=True)
    few = answer("attacks", POSITION, "--on", "Fao", "--from", "beach_fao")
    assert {one["target"] for one in few["attacks"]} <= {"fao"}
    assert few["found"] == len(few["attacks"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", POSITION), "names no place to attack"),
        (("odds", POSITION, "attack karss with ru_div_3"), "did you mean 'kars'"),
        (("odds", POSITION, "attack kars with ru_div_33"), "unknown unit 'ru_div_33'"),
        (("odds", POSITION, KOPRUKOY, "--cards", "ap_99"), "unknown card 'ap_99'"),
        (("odds", POSITION, KOPRUKOY, "--cards", "bring"), "'bring' names no card"),
        (("odds", POSITION, KOPRUKOY, "--policy", "thrif"), "did you mean 'thrift'"),
        (("odds", POSITION, KOPRUKOY, "--policy", "removal=x"), "no whole number"),
        (("odds", POSITION, KOPRUKOY, "--policy", "foe:thrift"), "policy"),
        (("odds", POSITION, KOPRUKOY, "--sensitivity", "wins"), "did you mean 'win'"),
        (("odds", POSITION, KOPRUKOY, "--to-the-end", "--measure", "takn"), "mean 'taken'"),
        (("odds", POSITION, KOPRUKOY, "--to-the-end", "--positions", "0"), "--positions"),
        (("odds", POSITION, KOPRUKOY, "--measure", "taken"), "for --to-the-end alone"),
        (("odds", POSITION, KOPRUKOY, "--side", "xx"), "unknown side 'xx'"),
        (("attacks", POSITION, "--sort", "wins"), "did you mean 'win'"),
        (("attacks", POSITION, "--on", "karss"), "did you mean 'kars'"),
        (("attacks", POSITION, "--from", "oltuu"), "did you mean 'oltu'"),
        (("attacks", POSITION, "--limit", "0"), "--limit"),
        (("attacks", "1914_campain"), "did you mean '1914_campaign'"),
    ],
)
def test_wrong_input_is_one_message(words: tuple[str, ...], said: str) -> None:
    result = invoke(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert said in result.stderr


def test_the_battle_under_way_needs_no_attack(tmp_path: Path) -> None:
    document = json.loads(lexbelli.scenario(POSITION).to_json())
    document |= {
        "ops": 0,
        "attacking": {"ru_i_caucasian": "attack"},
        "battle": {
            "place": "koprukoy",
            "stage": "attackers_cards",
            "attackers": ["ru_i_caucasian"],
            "defenders": ["tu_ix_corps"],
            "cards": {"ap": [], "cp": []},
        },
    }
    file = tmp_path / "battle.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    found = answer("odds", str(file))
    assert found["under_way"] is True
    assert found["target"] == "koprukoy"
    with_card = answer("odds", str(file), "--cards", "ap_05")
    assert Fraction(with_card["win"]) > Fraction(found["win"])
    result = invoke("odds", str(file), KOPRUKOY)
    assert result.exit_code == 2
    assert "a battle is under way at 'koprukoy'" in result.stderr


# --- plots --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "magic"), [("svg", b"<svg "), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_odds_are_plotted(tmp_path: Path, ending: str, magic: bytes) -> None:
    file = tmp_path / f"odds.{ending}"
    words = ("odds", POSITION, KOPRUKOY, "--sensitivity", "win", "--theme", "print")
    result = invoke(*words, "--plot", str(file))
    assert result.exit_code == 0, result.output
    assert "attacker wins" in result.stdout
    first = file.read_bytes()
    assert first.startswith(magic)
    assert invoke(*words, "--plot", str(file)).exit_code == 0
    assert file.read_bytes() == first
    assert answer(*words, "--plot", str(file))["legal"] is True


def test_an_illegal_attack_is_not_plotted(tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    result = invoke("odds", POSITION, "attack erzurum with ru_div_4", "--plot", str(file))
    assert result.exit_code == 1
    assert not file.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--plot", "odds.gif"), "ends in none of .svg, .png, .pdf"),
        (("--plot", "/nowhere/odds.svg"), "cannot be written"),
        (("--plot", "odds.svg", "--theme", "prnt"), "did you mean 'print'"),
        (("--theme", "print"), "--theme is for --plot alone"),
    ],
)
def test_wrong_plots_are_refused(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("odds", POSITION, KOPRUKOY, *words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert said in result.stderr
    assert not list(tmp_path.iterdir())


def test_what_is_supposed_to_be_over_is_said() -> None:
    later = "1916_total_war"
    shown = invoke("attacks", later, "--on", "oltu", "--side", "cp").stdout
    assert "Supposing: the mandated offensive phase is over.\nSupposing: every unit of" in shown
    found = answer("attacks", later, "--on", "oltu", "--side", "cp")
    assert found["over"] == "the mandated offensive phase"
    attack = found["attacks"][0]["attack"]
    assert "phase is over.\nSupposing: " in invoke("odds", later, attack, "--side", "cp").stdout
    refused = invoke("solve", later, "oos(tu_ix_corps)")
    assert refused.exit_code == 2
    assert "asks for no OPS: A die falls for the mandated offensive" in refused.stderr
    assert "Suppose some to ask of what comes after it." in refused.stderr
