"""The tiny game and the shipped ones pass what every game must."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from conformance import suite
from conformance.suite import Entrant, Goal
from lexbelli import games


@pytest.fixture(scope="module", params=["skirmish", "pursuit_of_glory"])
def entrant(request: pytest.FixtureRequest) -> Iterator[Entrant]:
    if request.param == "skirmish":
        # It is known only while these tests run.
        module: Any = importlib.import_module("conformance.skirmish.entrant")
        lexbelli.register(module.GAME)
        yield module.entrant()
        games._known.pop("skirmish")
    else:
        yield pursuit_of_glory()


def pursuit_of_glory() -> Entrant:
    start = lexbelli.scenario("1914_campaign").suppose("ap", ops=1)
    return Entrant(
        games.game("pursuit_of_glory"),
        (start,),
        seeds=(1,),
        steps=8,
        spoilt=3,
        offers=False,
        goals=(
            Goal(start, "at(in_div_2, romani)", reached=True),
            Goal(start, "at(in_div_2, constantinople)", reached=False),
        ),
    )


def test_positions_are_read_as_they_are_written(entrant: Entrant) -> None:
    suite.hold_serialised(entrant)


def test_what_is_no_position_is_refused(entrant: Entrant) -> None:
    suite.hold_refused(entrant)


def test_what_a_position_says_of_itself_fits_together(entrant: Entrant) -> None:
    suite.hold_described(entrant)


def test_law_and_checker_agree(entrant: Entrant) -> None:
    suite.hold_agreed(entrant)


def test_moves_are_read_as_they_are_written(entrant: Entrant) -> None:
    suite.hold_readable(entrant)


def test_what_is_offered_is_what_is_legal(entrant: Entrant) -> None:
    suite.hold_offered(entrant)


def test_records_last(entrant: Entrant, tmp_path: Path) -> None:
    suite.hold_recorded(entrant, tmp_path)


def test_what_is_hidden_does_not_matter(entrant: Entrant) -> None:
    suite.hold_hidden(entrant)


def test_positions_can_be_drawn(entrant: Entrant) -> None:
    suite.hold_drawn(entrant, every=1 if entrant.offers else 4)


def test_goals_are_reached_or_proven_out_of_reach(entrant: Entrant) -> None:
    suite.hold_solved(entrant)


def test_tables_are_judged_as_moves_are(entrant: Entrant, tmp_path: Path) -> None:
    suite.hold_judged(entrant, tmp_path)
