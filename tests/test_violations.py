"""The page, the core and the law name the same ways to break a rule."""

import re

from rule_coverage import LAW
from violations import AFTERMATH, BATTLES, PLAYING, of_the_core, of_the_law, of_the_page


def test_the_law_names_what_the_page_names() -> None:
    law = of_the_law()
    page = {*of_the_page(), *of_the_page(BATTLES), *of_the_page(AFTERMATH), *of_the_page(PLAYING)}
    assert not law - page, "not on the page"
    assert not page - law, "not in the law"


def test_the_core_names_what_the_page_names() -> None:
    core = of_the_core()
    page = {*of_the_page(), *of_the_page(BATTLES), *of_the_page(AFTERMATH), *of_the_page(PLAYING)}
    assert set(core) == {(rule, code) for rule, code, _ in page}
    assert len(core) == len(set(core)), "a code stands twice"


def test_every_rule_that_the_law_finds_broken_is_read() -> None:
    # Rules in strings are nowhere else than in the heads that are read, or in those of activation.
    words = re.compile(r'"\d+\.\d+[^"]*"')
    read = {rule for rule, _, _ in of_the_law()}
    for file in (LAW / "pursuit_of_glory").rglob("*.lp"):
        text = re.sub(r"%.*", "", file.read_text("utf-8"))
        unread = {rule.strip('"') for rule in words.findall(text)} - read
        assert not unread, file
