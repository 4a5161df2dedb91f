"""The commands about puzzles, threats and what-ifs."""

from pathlib import Path

import lexbelli
from support import answer, invoke


def test_solving_on_the_command_line() -> None:
    found = answer("solve", "1916_total_war", "at_least(1, oos(cp))", "--side", "ap", "--ops", "1")
    assert found["proven"]
    assert [each["ops"] for each in found["solutions"]] == [1]
    shown = invoke("solve", "1916_total_war", "oos(tu_a_cavalry)", "--side", "ap", "--ops", "1")
    assert shown.exit_code == 1
    assert "No move reaches it, proven" in shown.stdout
    wrong = invoke("solve", "1916_total_war", "osos(x)", "--side", "ap")
    assert wrong.exit_code == 2
    assert "did you mean 'oos'?" in wrong.stderr


def test_what_if_changes_what_can_be_reached() -> None:
    words = ("solve", "1916_total_war", "at_least(1, oos(cp))", "--side", "ap", "--ops", "1")
    without = answer(*words, "--without", "in_cavalry_2")
    assert without["proven"]
    assert not without["solutions"]


def test_puzzles_are_listed_shown_solved_and_verified(tmp_path: Path) -> None:
    names = [each["name"] for each in answer("puzzles")]
    assert len(names) >= 16
    shown = invoke("puzzle", "urmia_road")
    assert "CP to move with 1 OPS: reach oos(ru_cavalry_4)." in shown.stdout
    solved = answer("puzzle", "urmia_road", "--solve")
    assert len(solved["solutions"]) == 1
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        "position = '1916_total_war'\nside = 'cp'\nops = 1\ngoal = 'oos(ru_cavalry_4)'\n"
        "solutions = 3\n"
    )
    told = invoke("puzzle", str(wrong), "--solve")
    assert told.exit_code == 1
    assert "It should have 3 solutions." in told.stdout
    verified = answer("verify", "urmia_road", "--no-units")
    assert verified["as_expected"]
    unknown = invoke("puzzle", "urmia_rode")
    assert unknown.exit_code == 2
    assert "did you mean 'urmia_road'?" in unknown.stderr


def test_chance_goals_totals_and_several_actions() -> None:
    words = ("solve", "1914_campaign", "--side", "cp", "--ops", "1")
    found = answer(*words, "--chance", "win", "--target", "oltu")
    assert [each["measures"] for each in found["solutions"]] == [{"win": "3/4"}]
    assert found["solutions"][0]["then"] == ["attack oltu with tu_cavalry_2,tu_xi_corps"]
    shown = invoke(*words, "--chance", "win", "--target", "oltu")
    assert "win 3/4 = 0.75" in shown.stdout
    assert "then attack oltu with tu_cavalry_2,tu_xi_corps" in shown.stdout
    refused = invoke(*words, "oos(ru_div_1)", "--least")
    assert refused.exit_code == 2
    assert "--chance" in refused.stderr

    vp = answer(*words, "vp >= 13")
    assert [each["text"] for each in vp["solutions"]] == [
        "activate basra move; go tu_a_div_6 shushter via abadan,ahwaz"
    ]
    # One action suffices, and then two are not told.
    two = answer(*words, "vp >= 13", "--actions", "2")
    assert two["proven"]
    assert [each["then"] for each in two["solutions"]] == [[]]
    stopped = answer(*words, "vp >= 14", "--actions", "2", "--jobs", "2", "--time", "1")
    assert not stopped["proven"]


def test_prevention_in_several_processes() -> None:
    words = ("solve", "1914_campaign", "controls(cp, tiflis)", "--side", "ap", "--ops", "1")
    found = answer(*words, "--prevent", "--reply", "1", "--limit", "2", "--jobs", "2")
    assert found["number"] == 2
    assert not found["proven"]
    refused = invoke(*words, "--prevent")
    assert refused.exit_code == 2
    assert "reply" in refused.stderr


def test_threats_differences_and_mending() -> None:
    found = answer("threats", "1916_total_war", "--side", "cp", "--ops", "1", "--about", "oos")
    assert len(found["threats"]) == 1
    same = invoke("diff", "1914_campaign", "1914_campaign", "--no-orders")
    assert same.exit_code == 0
    differs = answer("diff", "1914_campaign", "1914_limited_war", "--no-orders")
    assert {each["what"] for each in differs["changes"]} == {"scenario", "last turn"}
    refused = invoke("diff", "1914_campaign", "1914_campaign", "--combat")
    assert refused.exit_code == 2
    assert "--threats" in refused.stderr
    mended = answer("mend", "1914_campaign", "activate oltu move; go ru_div_3 koprukoy")
    assert ["if tu_ix_corps were not in koprukoy"] in [
        each["changes"] for each in mended["mendings"]
    ]


def test_what_threats_differ(tmp_path: Path) -> None:
    other = tmp_path / "open.json"
    position = lexbelli.scenario("1914_campaign").with_change(units={"tu_ix_corps": None})
    other.write_text(position.to_json(), encoding="utf-8")
    words = ("diff", "1914_campaign", str(other), "--no-orders", "--threats", "cp", "--ops", "1")
    shown = invoke(*words, "--of", "koprukoy", "--combat")
    assert shown.exit_code == 1
    row = next(line for line in shown.stdout.splitlines() if "controls(ap, koprukoy)" in line)
    assert row.split("koprukoy)")[1].split("  ")[-1] == "1 OPS"
    assert "1 OPS at 7/36" in row
    found = answer(*words, "--of", "koprukoy", "--combat")
    assert found["threats"] == {"controls(ap, koprukoy)": ["1 OPS at 7/36", "1 OPS"]}
    assert found["proven"]


def test_threats_with_a_battle() -> None:
    words = ("threats", "1914_campaign", "--side", "cp", "--ops", "1", "--of", "koprukoy")
    assert invoke(*words).exit_code == 1
    shown = invoke(*words, "--combat")
    assert shown.exit_code == 0
    assert "without a battle or with one:" in shown.stdout
    assert shown.stdout.endswith(
        "1. 1 OPS, 19.4% (7/36)\n    activate sarikamis attack\n"
        "    attack koprukoy with ru_cavalry_1,ru_i_caucasian\n"
        "    the defender must leave or is gone: 61.1%\n    taken: koprukoy\n"
    )
    told = answer(*words, "--combat")
    assert (told["combat"], told["proven"], told["unfinished"]) == (True, True, [])
    assert [each["chance"] for each in told["threats"]] == ["7/36"]
    every = answer(*words, "--combat", "--every")
    assert [each["attack"] for each in every["threats"]] == ["attack koprukoy with ru_i_caucasian"]
    assert [each["chance"] for each in every["threats"]] == ["2/9"]
    cut_short = invoke(*words, "--combat", "--positions", "5")
    assert cut_short.exit_code == 1
    assert "Not all was gone through of: attack koprukoy with ru_cavalry_1," in cut_short.stdout
    for option in (("--positions", "5"), ("--every",)):
        alone = invoke(*words, *option)
        assert alone.exit_code == 2
        assert "--combat" in alone.stderr


def test_threats_with_a_battle_are_drawn(tmp_path: Path) -> None:
    file = tmp_path / "battle.svg"
    words = ("--side", "cp", "--ops", "1", "--of", "koprukoy", "--combat", "--draw", str(file))
    assert invoke("threats", "1914_campaign", *words, "--around", "koprukoy").exit_code == 0
    shown = file.read_text("utf-8")
    assert 'data-arrow="sarikamis koprukoy"' in shown
    assert "1. takes Koprukoy for 1 OPS (19%): activate sarikamis attack;" in shown
