"""The pages, the cores and the laws name the same ways to break a rule."""

import re

import pytest

from violations import (
    AFTERMATH,
    BATTLES,
    FIRST,
    PAGE,
    PLAYING,
    REDEPLOYMENT,
    REINFORCEMENTS,
    REPLACEMENTS,
    SECOND,
    Row,
    of_the_core,
    of_the_law,
    of_the_page,
    of_the_pages,
    texts_of_the_law,
)


def page_of(game: str) -> set[Row]:
    if game == SECOND:
        return set(of_the_pages())
    pages = (PAGE, BATTLES, AFTERMATH, PLAYING, REDEPLOYMENT, REPLACEMENTS, REINFORCEMENTS)
    return {row for page in pages for row in of_the_page(page)}


@pytest.mark.parametrize("game", [FIRST, SECOND])
def test_the_law_names_what_the_page_names(game: str) -> None:
    law, page = of_the_law(game), page_of(game)
    assert not law - page, "not on the page"
    assert not page - law, "not in the law"


@pytest.mark.parametrize("game", [FIRST, SECOND])
def test_the_core_names_what_the_page_names(game: str) -> None:
    core = of_the_core(game)
    assert set(core) == {(rule, code) for rule, code, _ in page_of(game)}
    assert len(core) == len(set(core)), "a code stands twice"


@pytest.mark.parametrize("game", [FIRST, SECOND])
def test_every_rule_that_the_law_finds_broken_is_read(game: str) -> None:
    # Rules in strings are nowhere else than in the heads that are read, or in those of activation.
    words = re.compile(r'"\d+\.\d+[^"]*"')
    read = {rule for rule, _, _ in of_the_law(game)}
    for text in texts_of_the_law(game):
        unread = {rule.strip('"') for rule in words.findall(text)} - read
        assert not unread, text
