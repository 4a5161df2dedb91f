"""The page of a served game in a browser, used as a person would: seen, clicked, typed into."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    StaleElementReferenceException,
)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement

from lexbelli.position import AnyPosition
from web.process import Server

_LONGEST = 60.0
# A point of the window where an element lies uppermost.
_SEEN = """
const drawn = tree.querySelector(arguments[0]);
if (drawn === null) return null;
drawn.scrollIntoView({ block: "center", inline: "center" });
const at = drawn.getBoundingClientRect();
for (const down of [0.5, 0.2, 0.8, 0.05, 0.95, 0.35, 0.65]) {
  for (const right of [0.5, 0.2, 0.8, 0.05, 0.95, 0.35, 0.65]) {
    const point = [Math.round(at.left + right * at.width), Math.round(at.top + down * at.height)];
    const seen = tree.elementFromPoint(...point);
    if (seen?.closest("[data-unit], [data-space], [data-panel]") === drawn) return point;
  }
}
return null;
"""


# The middles of a unit and of a place, both in sight.
_BOTH = """
const unit = tree.querySelector(`#board [data-unit="${arguments[0]}"]`);
unit.scrollIntoView({ block: "center", inline: "center" });
const place = tree.querySelector(`#board [data-space="${arguments[1]}"] > rect`);
return [unit, place].flatMap((each) => {
  const at = each.getBoundingClientRect();
  return [Math.round(at.left + at.width / 2), Math.round(at.top + at.height / 2)];
});
"""


def chromium(width: int = 1400, height: int = 900) -> webdriver.Chrome:
    """Return a browser without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for word in (
        *("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"),
        *("--hide-scrollbars", "--force-prefers-reduced-motion"),
        f"--window-size={width},{height}",
    ):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    if width < 500:
        # No window is so narrow; a phone's is emulated.
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        found.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    return found


class Page:
    """A browser at the link of a seat.

    Args:
        browser: The browser.
        pictures: Where pictures of it are put; None for nowhere.
    """

    #: Where the page stands, in JavaScript.
    tree = "document"

    def __init__(self, browser: webdriver.Chrome, pictures: Path | None = None) -> None:
        self.browser = browser
        self._pictures = pictures

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.browser.quit()

    # --- looking --------------------------------------------------------------------

    def open(self, link: str) -> None:
        """Go to a link, and wait for the board."""
        self.browser.get("about:blank")
        self.browser.get(link)
        self.until(lambda: bool(self.all("#board svg")))
        self.settled()

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something to hold."""
        end = time.monotonic() + _LONGEST
        while not holds():
            assert time.monotonic() < end, f"waited in vain\n{self.text('body')}"
            time.sleep(0.02)

    def settled(self) -> None:
        """Wait for every answer that the page waits for."""
        self.until(lambda: self.run("return tree.querySelector('#panel')?.ariaBusy === 'false'"))

    def run(self, script: str, *given: Any) -> Any:
        """Run a script that knows of the page's `tree`."""
        return self.browser.execute_script(f"const tree = {self.tree};\n{script}", *given)

    def all(self, selector: str) -> list[WebElement]:
        """Return the elements that a selector finds."""
        script = "return [...tree.querySelectorAll(arguments[0])]"
        found: list[WebElement] = self.run(script, selector)
        return found

    def text(self, selector: str) -> str:
        """Return the text of the first element that a selector finds; empty without any."""
        told: str = self.run("return tree.querySelector(arguments[0])?.innerText ?? ''", selector)
        return told

    def texts(self, selector: str) -> list[str]:
        """Return the texts of all elements that a selector finds."""
        told: list[str] = self.run(
            "return [...tree.querySelectorAll(arguments[0])].map((each) => each.textContent)",
            selector,
        )
        return told

    def source(self) -> str:
        """Return everything that the page holds."""
        return str(self.browser.page_source)

    def errors(self) -> list[str]:
        """Return what went wrong in the page; refusals of the server are none of it."""
        logged: list[dict[str, Any]] = self.browser.get_log("browser")
        return [
            each["message"]
            for each in logged
            if each["level"] == "SEVERE" and "Failed to load resource" not in each["message"]
        ]

    def picture(self, name: str) -> None:
        """Put a picture of the page into the folder."""
        if self._pictures is not None:
            self.browser.save_screenshot(str(self._pictures / f"{name}.png"))

    # --- doing ----------------------------------------------------------------------

    def click(self, selector: str, number: int = 0) -> None:
        """Click the first element that a selector finds, or another, and wait for what follows."""
        end = time.monotonic() + _LONGEST
        while True:
            try:
                self.all(selector)[number].click()
                break
            except IndexError:
                # What is to be clicked must be there once everything has come.
                self.settled()
                assert time.monotonic() < end, f"no {selector} to click\n{self.text('#panel')}"
                time.sleep(0.05)
            except (StaleElementReferenceException, ElementClickInterceptedException):
                # The page was drawn anew in between.
                assert time.monotonic() < end, f"no {selector} to click\n{self.text('#panel')}"
                time.sleep(0.05)
        self.settled()

    def unit(self, name: str) -> None:
        """Click a unit on the board."""
        self._click_board(f'[data-unit="{name}"]')

    def place(self, name: str) -> None:
        """Click a place on the board, where no unit stands on it."""
        self._click_board(f'[data-space="{name}"], [data-panel="{name}"]')

    def _click_board(self, selector: str) -> None:
        """Click where something can be seen of what a selector finds on the board."""
        found: list[float] | None = self.run(_SEEN, f"#board :is({selector})")
        assert found is not None, f"nothing is seen of {selector}"
        ActionChains(self.browser).move_by_offset(*found).click().move_by_offset(
            -found[0], -found[1]
        ).perform()
        self.settled()

    def drag(self, unit: str, place: str) -> None:
        """Drag a unit of the board to a place that is near it."""
        x, y, to_x, to_y = self.run(_BOTH, unit, place)
        chain = ActionChains(self.browser).move_by_offset(x, y).click_and_hold()
        for _ in range(2):
            chain.move_by_offset((to_x - x) // 2, (to_y - y) // 2)
        chain.release().perform()
        ActionChains(self.browser).move_by_offset(
            -x - 2 * ((to_x - x) // 2), -y - 2 * ((to_y - y) // 2)
        ).perform()
        self.settled()

    def key(self, *keys: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        for each in keys:
            self.browser.switch_to.active_element.send_keys(each)
        self.settled()

    def type(self, text: str) -> None:
        """Write into what has the focus."""
        self.browser.switch_to.active_element.send_keys(text)
        self.settled()

    # --- what it says ---------------------------------------------------------------

    @property
    def step(self) -> int:
        """How many entries the game has."""
        return int(self.text("#shown-step").split(" of ")[1])

    @property
    def asked(self) -> str:
        """What is asked."""
        return self.text("#asked h2")

    def can_play(self) -> bool:
        """Whether what is chosen can be played."""
        return bool(self.all('[data-key="play"]:not([disabled])'))


Opened = Callable[..., Page]


def served(folder: Path, position: AnyPosition, *words: str) -> Server:
    """Serve a position from a file."""
    file = folder / "begun.json"
    file.write_text(position.to_json())
    return Server(folder, [str(file), "--port", "0", *words])
