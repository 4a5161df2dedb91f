"""How soon a board is painted in a browser.

    python tests/browser/paint.py [TIMES]

opens served games so many times, each in a browser that has nothing of them yet, and measures from
the start of the navigation until the frame that shows the whole board, with its server in a process
of its own on the same machine.
"""

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from browser.page import Page, chromium
from web.process import Server

_SCENARIOS: Final = ("1914_campaign", "1916_total_war", "caporetto", "piave")
# Notes when the frame after the one is begun in which the board has come into the page.
_WATCH: Final = """
new MutationObserver((_, watch) => {
  if (!document.querySelector("#board svg")) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""


def painted(link: str) -> float:
    """Return after how many milliseconds the board of a link is painted."""
    with Page(chromium()) as page:
        page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _WATCH})
        page.open(link)
        page.until(lambda: page.run("return window.painted ?? null") is not None)
        return float(page.run("return window.painted"))


def main(times: int) -> None:
    """Measure, and print a row for each scenario."""
    print(f"{'board':<16}  times  median      worst")
    for name in _SCENARIOS:
        with (
            tempfile.TemporaryDirectory() as folder,
            Server(Path(folder), [name, "--port", "0"]) as server,
        ):
            link = server.told["links"]["table"]
            found = [painted(link) for _ in range(times)]
        print(f"{name:<16}  {times:>5}  {statistics.median(found):>4.0f} ms  {max(found):>6.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
