"""Zones, command and reach of Twilight of the Habsburgs: core, plain Python, and the commands."""

import json
import random
from collections.abc import Iterator

import pytest

from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.cli.output import paragraph
from lexbelli.position import CHANCE
from lexbelli.twilight_of_the_habsburgs.tables import SIDES
from support import answer, invoke
from tools.twilight_of_the_habsburgs import bench
from tools.twilight_of_the_habsburgs.baseline import Ground, Situation

SCENARIOS = ("caporetto", "piave", "vittorio_veneto")


def games(scenario: str, answers: int) -> Iterator[toh.Position]:
    """Yield the positions of a random game, without events, of which plain Python knows nothing."""
    now, dice = toh.scenario(scenario), random.Random(scenario)
    for _ in range(answers):
        asked = now.decision
        if asked.kind == CHANCE:
            now = now.after_answer(dice.choice(now.chance()).text)
        elif asked.side is not None:
            now = now.after_answer(now.sample_moves(1, dice.getrandbits(32))[0])
        yield now.with_change(setup={"event": None, "gas": None})


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_core_and_plain_python_agree(scenario: str) -> None:
    ground = Ground(toh.scenario(scenario).static_facts())
    reached = 0
    for position in games(scenario, 60):
        plain = Situation.of(ground, position.facts())
        for side in SIDES:
            assert plain.zones(side) == position.zones(side)
            assert plain.command(side) == position.command(side).in_command
        asked = position.decision
        for unit in plain.at if asked.kind == "movement" else ():
            if position.side_of(unit) != asked.side:
                continue
            found = plain.reach(unit)
            assert found == position.reach(unit), unit
            reached += len(found)
    assert reached > 500


def test_the_commands_tell_what_python_tells() -> None:
    position = toh.scenario("caporetto")
    zones = answer("zones", "caporetto", "--side", "central")
    assert position.zones("central") <= set(str(zones).replace("'", " ").split())
    reach = answer("reach", "caporetto", "ah_73_inf_div")["reach"]
    assert reach == position.reach("ah_73_inf_div") != {}
    told = invoke("command", "caporetto").output
    assert "its range" in told


def test_reach_says_why_a_unit_stays() -> None:
    assert "it is in trench state (12.21-2)" in invoke("reach", "caporetto", "ah_3_mtn_div").output


def test_the_bench_measures_and_compares(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = bench.bench(0.05)
    monkeypatch.setattr(bench, "bench", lambda _: measured)
    assert bench.main(["0.05", "--json"]) == 0
    given = json.loads(capsys.readouterr().out)
    assert given["same_answers"] is True
    assert given["ratio_to_core"]["law"] > given["ratio_to_core"]["plain_python"] > 1
    assert given["core_verdicts_per_second"] > 0
    assert bench.main(["0.05"]) == 0
    assert "one thread" in capsys.readouterr().out


def test_long_ways_are_broken_between_hexes(capsys: pytest.CaptureFixture[str]) -> None:
    way = "h2715,h2615,h2714,h2713,h2712,h2812,h2912,h3013,h3113,h3214,h3314,h3415,h3514,h3615"
    paragraph(f"rail ah_11_hq h3615 via {way}", hanging=4)
    first, *more = capsys.readouterr().out.splitlines()
    assert first.endswith(",")
    assert "".join([first, *(line.strip() for line in more)]).endswith(way)
    assert all(line.endswith(",") for line in more[:-1])
