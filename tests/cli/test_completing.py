"""What a shell is offered where a name is to be written."""

from collections.abc import Sequence

import pytest
from click.shell_completion import BashComplete

import lexbelli
from lexbelli.cli.app import app
from lexbelli.puzzles.puzzle import puzzle_names
from lexbelli.runs import ASKED


def offered(words: Sequence[str], begun: str) -> tuple[set[str], set[str]]:
    """Return the words that are offered, and what else the shell is to look for."""
    found = BashComplete(app, {}, "lexbelli", "_LEXBELLI_COMPLETE").get_completions(
        list(words), begun
    )
    plain = {each.value for each in found if each.type == "plain"}
    return plain, {each.type for each in found} - {"plain"}


SCENARIOS = {each.name for each in lexbelli.scenarios()}


@pytest.mark.parametrize(
    ("words", "begun", "wanted", "files"),
    [
        ([], "su", {"suggest", "supply"}, False),
        (["show"], "", SCENARIOS, True),
        (["show"], "1914_l", {"1914_limited_war"}, True),
        (["serve"], "1916", {"1916_total_war"}, True),
        (["match", "greedy", "random", "--scenario"], "piave_", {"piave_setup"}, True),
        (["draw", "piave", "--since"], "piave_", {"piave_setup"}, True),
        (["puzzle"], "", set(puzzle_names()), True),
        (["verify"], "no_such", set(), True),
        (["threats", "piave", "--side"], "", {"ap", "cp", "central", "entente"}, False),
        (["replay", "game.jsonl", "--as"], "e", {"entente"}, False),
        (["ask"], "", set(ASKED), False),
        (["ask", "odds", "rows.csv", "--engine"], "r", {"ray"}, False),
        (["validate", "rows.csv", "--format"], "p", {"parquet"}, False),
        (["validate", "rows.csv", "--game"], "twi", {"twilight_of_the_habsburgs"}, False),
    ],
)
def test_names_are_offered(words: Sequence[str], begun: str, wanted: set[str], files: bool) -> None:
    found, others = offered(words, begun)
    assert found == wanted
    assert others == ({"file"} if files else set())
