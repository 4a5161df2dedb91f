"""The commands `odds`, `attacks` and `victory` of Twilight of the Habsburgs."""

from typing import Final

import pytest

from support import answer, invoke

_ATTACK: Final = "attack ger_200_aslt_div,ger_5_aslt_div h3741 mobile"


def test_odds_say_where_they_come_from() -> None:
    found = invoke("odds", "caporetto", "--side", "central", _ATTACK)
    assert found.exit_code == 0, found.output
    for part in ("14.83-2", "9.62-2", "12.5-2", "36 to 21: column 1:1", "9.3-2", "hex cleared: 50"):
        assert part in found.output, part
    told = answer("odds", "caporetto", "--side", "central", _ATTACK)
    assert told["legal"]
    assert told["clear"] == "1/2"


def test_an_illegal_attack_has_exit_code_1() -> None:
    attack = "attack ah_10_hq,ger_200_aslt_div h3741 mobile; gas h3741"
    found = invoke("odds", "caporetto", "--side", "central", attack)
    assert found.exit_code == 1
    assert "13.8-1" in found.output
    told = invoke("odds", "caporetto", "--side", "central", attack, "--json")
    assert '"legal": false' in told.stdout
    forced = invoke("odds", "caporetto", "--side", "central", attack, "--force")
    assert forced.exit_code == 0


def test_odds_are_told_to_the_end_and_with_one_thing_different() -> None:
    words = ("odds", "caporetto", "--side", "central", _ATTACK)
    found = invoke(*words, "--to-the-end", "--measure", "cleared", "--measure", "vp")
    assert found.exit_code == 0, found.output
    assert "In the end, over all legal losses and retreats" in found.output
    assert "by policy" not in found.output
    told = answer(*words, "--to-the-end", "--measure", "cleared", "--sensitivity", "repelled")
    assert told["to_the_end"]["measures"] == [
        {"measure": "cleared", "best": "1/2", "least": "1/2", "most": "1/2"}
    ]
    assert told["sensitivity"]["measure"] == "repelled"
    found = invoke(*words, "--sensitivity", "clear")
    assert "without ger_5_aslt_div" in found.output
    assert "by the probe table" in found.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["odds", "caporetto", "--side", "central", _ATTACK, "--sensitivity", "clar"], "clear"),
        (
            ["odds", "caporetto", "--side", "central", _ATTACK, "--to-the-end", "--measure", "win"],
            "measure",
        ),
        (
            ["odds", "caporetto", "--side", "central", _ATTACK, "--measure", "vp"],
            "--to-the-end alone",
        ),
        (["odds", "caporetto", "--side", "central", "attack ger_5_aslt_div h3741 mobil"], "mobile"),
        (["odds", "caporetto"], "no attack under way"),
        (["attacks", "caporetto", "--side", "central", "--on", "h9999"], "h9999"),
        (["attacks", "caporetto", "--side", "central", "--sort", "cleer"], "clear"),
        (["attacks", "caporetto_setup", "--side", "central"], "before all units are set up"),
    ],
)
def test_wrong_input_isanswer(words: list[str], message: str) -> None:
    found = invoke(*words)
    assert found.exit_code == 2
    assert message in found.output


def test_attacks_are_listed_the_best_first() -> None:
    told = answer("attacks", "caporetto", "--side", "central", "--every", "--limit", "5")
    assert told["found"] > 5
    assert len(told["attacks"]) == 5
    found = invoke("attacks", "caporetto", "--side", "central", "--limit", "3")
    assert "the best 3 shown" in found.output


def test_victory_is_reckoned() -> None:
    found = invoke("victory", "caporetto", "--add", "ger_12_aslt_div@udine")
    assert found.exit_code == 0, found.output
    assert "place: udine" in found.output
    assert answer("victory", "caporetto")["level"] == "stalemate"
