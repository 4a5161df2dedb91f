"""Law and checker say the same at decisions of whole games; `make agreement` plays many more."""

from agreement.decisions import compared, position
from games.whole import begun

# Some kinds, so that a game takes a few seconds; in a long run there is every kind.
KINDS = ("action", "redeployment", "reinforcements", "replacement_points", "tribes")
GAMES = 2


def test_law_and_checker_agree_on_decisions_of_games() -> None:
    for number in range(GAMES):
        found = compared(number, 2026, dict.fromkeys(KINDS, (1, 20)))
        assert {"action", "redeployment"} <= set(found) <= set(KINDS)
        for kind, tally in found.items():
            assert tally.differences == []
            assert tally.positions == 1
            assert tally.moves > 10
            assert 0 < tally.legal < tally.moves, kind


def test_a_decision_is_found_again_by_its_number_and_seed() -> None:
    assert position(1, 5, 0) == begun(1)
    assert position(1, 5, 40) == position(1, 5, 40) != position(1, 6, 40)
