"""The tiny game and the shipped ones pass what every game must."""

import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from conformance import suite
from conformance.suite import Entrant, Goal
from lexbelli import games
from support import known_skirmish


@pytest.fixture(scope="module", params=["skirmish", "pursuit_of_glory"])
def entrant(request: pytest.FixtureRequest) -> Iterator[Entrant]:
    if request.param == "skirmish":
        module: Any = importlib.import_module("conformance.skirmish.entrant")
        with known_skirmish():
            yield module.entrant()
    else:
        yield pursuit_of_glory()


def hands(position: Any, side: str) -> Iterator[Any]:
    """Yield positions with other cards in the hand of a side's enemy, out of its hand and deck."""
    cards = json.loads(position.to_json())["cards"]
    theirs = cards["cp" if side == "ap" else "ap"]
    heap, held = [*theirs["hand"], *theirs["deck"]], len(theirs["hand"])
    for shift in (1, held):
        other = [*heap[shift:], *heap[:shift]]
        theirs["hand"], theirs["deck"] = sorted(other[:held]), sorted(other[held:])
        yield position.with_change(setup={"cards": cards})


def pursuit_of_glory() -> Entrant:
    start = lexbelli.scenario("1914_campaign").suppose("ap", ops=1)
    cards = json.loads(start.to_json())["cards"]
    for zones in cards.values():
        zones["hand"], zones["deck"] = zones["deck"][:7], zones["deck"][7:]
    start = start.with_change(setup={"cards": cards})
    return Entrant(
        games.game("pursuit_of_glory"),
        (start,),
        seeds=(35,),
        steps=8,
        spoilt=3,
        offers=False,
        secrets=hands,
        goals=(
            Goal(start, "at(in_div_2, romani)", reached=True),
            Goal(start, "at(in_div_2, constantinople)", reached=False),
        ),
    )


def test_what_must_hold_of_positions_does(entrant: Entrant) -> None:
    suite.hold_positions(entrant)


def test_what_is_no_position_is_refused(entrant: Entrant) -> None:
    suite.hold_refused(entrant)


def test_law_and_checker_agree(entrant: Entrant) -> None:
    suite.hold_agreed(entrant)


def test_sampled_moves_are_legal_and_read_as_they_are_written(entrant: Entrant) -> None:
    suite.hold_sampled(entrant)


def test_what_is_offered_is_what_is_legal(entrant: Entrant) -> None:
    suite.hold_offered(entrant)


def test_records_last(entrant: Entrant, tmp_path: Path) -> None:
    suite.hold_recorded(entrant, tmp_path)


def test_games_are_told_whole(entrant: Entrant) -> None:
    suite.hold_told(entrant)


def test_what_is_hidden_does_not_matter(entrant: Entrant) -> None:
    suite.hold_hidden(entrant)


def test_positions_can_be_drawn(entrant: Entrant) -> None:
    suite.hold_drawn(entrant, every=1 if entrant.offers else 4)


def test_goals_are_reached_or_proven_out_of_reach(entrant: Entrant) -> None:
    suite.hold_solved(entrant)


def test_tables_are_judged_as_moves_are(entrant: Entrant, tmp_path: Path) -> None:
    suite.hold_judged(entrant, tmp_path)
