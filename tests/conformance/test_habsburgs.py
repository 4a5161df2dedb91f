"""What Twilight of the Habsburgs passes of what every game must."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import lexbelli
from agreement.twilight_hidden import FOE, changed_places
from conformance import suite
from conformance.suite import Entrant, Goal
from lexbelli import BadInput, games

_STARTS: Final = ("caporetto_setup", "caporetto", "piave", "vittorio_veneto")


def secrets(position: Any, side: str) -> Iterator[Any]:
    """Yield positions in which hidden units of a kind have changed places, steps and states."""
    yield changed_places(position, side, random.Random(position.core.hash), alike=True)


def reveals(position: Any, side: str, move: Any) -> bool:
    """Whether hidden zones matter, or a move shows who is hidden, or is followed by the foe.

    Where units are hidden, what the other side may be asked is as far as it is known.
    """
    seen, foe = position.seen_by(side), FOE[side]
    if position.zones(foe) != seen.zones(foe):
        return True
    if move is None or _refuses(position.check, move) or position.check(move):
        return False
    return _refuses(seen.after_answer, move) or position.after_answer(move).decision.side == foe


def _refuses(question: Callable[[Any], Any], move: Any) -> bool:
    try:
        question(move)
    except BadInput:
        return True
    return False


@pytest.fixture(scope="module")
def entrant() -> Entrant:
    game = games.game("twilight_of_the_habsburgs")
    starts = [game.scenario(name) for name in _STARTS]
    piave = game.scenario("piave").suppose("central")
    goals = (
        Goal(piave, "in_command(ah_10_hq)", reached=True),
        Goal(piave, "occupied(central, venice)", reached=False),
        Goal(game.scenario("caporetto_setup"), "in_command(it_25_inf_div)", reached=True),
    )
    return Entrant(game, starts, steps=24, offers=False, goals=goals)


def test_what_must_hold_of_positions_does(entrant: Entrant) -> None:
    suite.hold_positions(entrant)


def test_what_is_no_position_is_refused(entrant: Entrant) -> None:
    suite.hold_refused(entrant)


def test_sampled_moves_are_legal_and_read_as_they_are_written(entrant: Entrant) -> None:
    suite.hold_sampled(entrant)


def test_law_and_checker_agree(entrant: Entrant) -> None:
    suite.hold_agreed(entrant)


def test_what_is_offered_is_legal() -> None:
    # Few steps: thousands of orders are offered in each.
    game = games.game("twilight_of_the_habsburgs")
    suite.hold_offered(Entrant(game, [game.scenario("piave")], steps=5, offers=False))


def test_records_last(entrant: Entrant, tmp_path: Path) -> None:
    suite.hold_recorded(entrant, tmp_path)


def test_what_is_hidden_does_not_matter() -> None:
    game = games.game("twilight_of_the_habsburgs")
    starts = [game.scenario(name) for name in ("caporetto", "piave")]
    suite.hold_hidden(
        Entrant(game, starts, steps=10, offers=False, secrets=secrets, reveals=reveals)
    )


def test_positions_can_be_drawn(entrant: Entrant) -> None:
    suite.hold_drawn(entrant, every=8)


def test_goals_are_reached_or_proven_out_of_reach(entrant: Entrant) -> None:
    suite.hold_solved(entrant)


def test_tables_are_judged_as_moves_are(entrant: Entrant, tmp_path: Path) -> None:
    suite.hold_judged(entrant, tmp_path)


@pytest.mark.parametrize("scenario", ["caporetto", "piave", "vittorio_veneto"])
def test_games_are_played_to_their_end(scenario: str) -> None:
    position = lexbelli.scenario(f"twilight_of_the_habsburgs/{scenario}")
    for step in range(4000):
        asked = position.decision
        if asked.kind == "over":
            break
        if asked.kind == "chance":
            position = position.play(None, lexbelli.Dice(step))
            continue
        (move,) = position.sample_moves(1, step)
        position = position.play(move)
    assert position.decision.kind == "over"


def test_partial_set_ups_are_completed() -> None:
    position: Any = lexbelli.scenario("twilight_of_the_habsburgs/caporetto_setup")
    given = "place it_5_mtn_div h2407"
    made = position.complete(given, seed=2)
    assert not position.check(made)
    assert position.move(given).orders[0] in made.orders
    assert "h2407" in position.setup_hexes("it_5_mtn_div")
    assert position.setup_hexes("ah_10_hq") == frozenset()
