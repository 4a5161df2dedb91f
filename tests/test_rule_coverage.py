"""Every rule that a game's page of coverage asks for stands in the law, in Rust and in a case, or
says why not.
"""

import pytest

from rule_coverage import (
    EVERYWHERE,
    GAMES,
    Game,
    Places,
    beginnings,
    cited_in_cases,
    cited_in_law,
    cited_in_rust,
    exempt,
    named,
    numbers,
    page,
    rows,
)

CITED = {"law": cited_in_law, "Rust": cited_in_rust, "cases": cited_in_cases}
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@EACH_GAME
def test_every_rule_is_cited_everywhere_or_exempt(game: Game) -> None:
    missing = [f"{row.number}: {', '.join(row.missing)}" for row in rows(game) if row.missing]
    assert not missing, "\n".join(missing)


@EACH_GAME
def test_nothing_is_exempt_where_it_is_cited(game: Game) -> None:
    assert not [row.number for row in rows(game) if row.needless]


@EACH_GAME
def test_exemptions_name_rules_that_are_asked_for_and_give_a_reason(game: Game) -> None:
    asked = {row.number for row in rows(game)}
    assert not exempt(game).keys() - asked
    for number, exemption in exempt(game).items():
        assert exemption.reason.strip(), number
        assert exemption.where <= EVERYWHERE, number


@EACH_GAME
@pytest.mark.parametrize("place", CITED)
def test_rules_or_paragraphs_that_are_named_exist(game: Game, place: str) -> None:
    cited: Places = CITED[place](game)
    known = named(game)
    unknown = {number: files for number, files in cited.items() if number not in known}
    assert not unknown


@EACH_GAME
def test_the_page_of_the_docs_is_up_to_date(game: Game) -> None:
    assert game.page.read_text("utf-8") == page(game), "make rules-coverage writes it anew"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(14.1.4.a-1)", ["14.1.4.a-1"]),
        ("as 14.1.4.a, or 14.1.4.", ["14.1.4.a", "14.1.4"]),
        ("11.2.2.2.ex1: 2.0.combat_unit-2;", ["11.2.2.2.ex1", "2.0.combat_unit-2"]),
        ("18.8.2-18.8.4", ["18.8.2", "18.8.4"]),
        ("14.2.1-1x v14.2.1 1914.5", []),
        ("0.75 of it", ["0.75"]),
    ],
)
def test_numbers_are_read_as_a_whole(text: str, found: list[str]) -> None:
    assert numbers(text) == found


def test_beginnings_end_at_dots() -> None:
    assert beginnings(["18.10.1-2"]) == {"18.0", "18.10", "18.10.1"}
