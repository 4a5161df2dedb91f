"""Plays on the page by clicks alone, with what it offers, as a beginner would."""

import random

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser.page import Page

_MOST_ORDERS = 60


class Clicker:
    """Answers whatever is asked, by clicks.

    Args:
        page: The page of a seat that may answer.
        seed: What it likes.
        most: So many orders it gives at most in a move, if it need not give more.
    """

    def __init__(self, page: Page, seed: int, most: int = 2) -> None:
        self.page = page
        self.dice = random.Random(seed)
        self.most = most
        #: What it answered, by what was asked.
        self.done: list[tuple[str, str]] = []
        #: How many orders it took back, since no legal move goes there straight.
        self.refused = 0

    def go_on(self) -> None:
        """Answer what is asked, or throw."""
        page, asked, step = self.page, self.page.asked, self.page.step
        if page.all('[data-key="throw"]'):
            page.click('[data-key="throw"]')
            how = "dice"
        else:
            how = self._answer()
            page.click('[data-key="play"]')
        refused = page.text("#alert") or page.text(".refusal")
        assert not refused, f"{asked}: {how}: {refused}"
        assert page.step > step, f"{asked}: {how} changes nothing\n{page.text('#panel')}"
        self.done.append((asked, how))

    def _answer(self) -> str:
        page = self.page
        # What was asked of the last position may still be answered.
        page.until(lambda: bool(page.texts(".choices button") or self._offers() or page.can_play()))
        choices, offers = page.texts(".choices button"), self._offers()
        if choices and (not offers or self.dice.random() < 0.5):
            # Nobody plays by passing all the time.
            number = self.dice.randrange(len(choices))
            page.click(".choices button", number)
            return choices[number]
        wanted = self.dice.randrange(self.most + 1)
        for number in range(_MOST_ORDERS):
            if (page.can_play() and number >= wanted) or not self._offers():
                break
            self._choose()
        chosen = " | ".join(page.texts(".chosen li > span:first-child"))
        assert page.can_play(), f"{page.asked}: {chosen}: {page.text('#draft')}"
        return chosen

    def _offers(self) -> list[str]:
        return self.page.texts("#offers [data-key^='order ']")

    def _choose(self) -> None:
        """Add an order: on the board if what it names stands there, or else from the list."""
        page, before = self.page, len(self.page.all(".chosen li"))
        kinds = page.all("#offers details > summary")
        if kinds:
            # Of some kinds there are only orders that leave a choice open.
            number = self.dice.choice([
                at for at in range(len(kinds))
                if page.texts(f"#offers details:nth-of-type({at + 1}) [data-key^='order ']")
            ])  # fmt: skip
            if kinds[number].find_element(By.XPATH, "..").get_attribute("open") is None:
                page.click("#offers details > summary", number)
            offers = page.all(f"#offers details:nth-of-type({number + 1}) [data-key^='order ']")
        else:
            offers = page.all("#offers [data-key^='order ']")
        chosen = self.dice.choice(offers)
        chosen.click()
        page.settled()
        if page.text("#draft .illegal") == "Not legal.":
            # What is legal by another way only is taken back.
            page.key(Keys.BACKSPACE)
            self.refused += 1
            return
        if not page.all("#draft") or len(page.all(".chosen li")) == before:
            raise AssertionError(f"no order was added\n{page.text('#panel')}")
