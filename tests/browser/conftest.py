"""The tests with a browser run by `make browser` alone, which installs one."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lexbelli
from lexbelli.position import AnyPosition

if TYPE_CHECKING:
    from browser.page import Opened, Page

collect_ignore_glob = [] if os.environ.get("LEXBELLI_BROWSER") else ["test_*.py"]

_PICTURES = Path(__file__).parents[2] / "build" / "browser"


@pytest.fixture
def opened() -> "Iterator[Opened]":
    """What opens a link in a browser of its own; nothing may have gone wrong in any page."""
    from browser.page import Page, chromium

    _PICTURES.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        pages: list[Page] = []

        def opens(link: str, width: int = 1400, height: int = 900) -> "Page":
            page = stack.enter_context(Page(chromium(width, height), _PICTURES))
            pages.append(page)
            page.open(link)
            return page

        yield opens
        for page in pages:
            assert page.errors() == []


@pytest.fixture(scope="session")
def dealt() -> AnyPosition:
    """Turn 1 of the campaign of 1914, where the AP begin with a hand."""
    position: AnyPosition = lexbelli.scenario("1914_campaign").opened()
    seed = 0
    while position.decision.kind != "action":
        chance = position.decision.kind == "chance"
        dice = lexbelli.Dice(seed) if chance else None
        position = position.play(None if chance else "pass", dice)
        seed += 1
    return position
