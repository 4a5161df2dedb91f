"""The gallery: one page with every overlay and theme: `python tests/draw/gallery.py FOLDER`.

With `--write` the few pictures that README.md and docs/drawing.md show are put into docs/pictures.
"""

import html
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from lexbelli import pursuit_of_glory as pog
from lexbelli.draw import Mark, Overlay, Tag, plots
from lexbelli.pursuit_of_glory.drawing import overlays

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
MOVE = "activate kars move; go ru_div_4 oltu; activate tiflis attack"


class Drawn(Protocol):
    @property
    def svg(self) -> str: ...


@dataclass(frozen=True)
class Entry:
    name: str
    said: str
    command: str
    draw: Callable[[], Drawn]
    shipped: bool = False
    scenario: str = "1914_campaign"


def start() -> pog.Position:
    return pog.scenario("1914_campaign")


def late() -> pog.Position:
    return pog.scenario("1916_total_war")


def puzzle(solved: bool) -> Overlay:
    """What a puzzle may look like, with its solution hidden or shown."""
    question = Overlay(
        heading="a puzzle",
        marks=[Mark("koprukoy", "attack", "?", "to be taken")],
        notes=["AP to act: from where can Koprukoy be attacked?"],
    )
    if not solved:
        return question
    answer = overlays.attack("koprukoy", {"oltu": ["ru_div_3"], "sarikamis": ["ru_i_caucasian"]})
    return question + Overlay(
        arrows=answer.arrows,
        tags={"ru_i_caucasian": Tag("good", "1", "attacks first")},
        notes=["From Oltu and from Sarikamis."],
    )


ENTRIES = [
    Entry("front", "The Caucasus in the autumn of 1914", "--around erzurum",
          lambda: start().draw(around="erzurum"), shipped=True),
    Entry("line", "A supply line that is cut",
          "--around mosul --hops 2 --as-if 'control Mosul ap' --line tu_div_9",
          lambda: start().with_change(control={"mosul": "ap"}).draw(
              around="mosul", hops=2, line="tu_div_9"), shipped=True),
    Entry("fed", "A supply line", "--around erzurum --hops 2 --line tu_ix_corps",
          lambda: start().draw(around="erzurum", hops=2, line="tu_ix_corps")),
    Entry("supply", "Who is fed from where", "--around baghdad --supply",
          lambda: late().draw(around="baghdad", supply=True), scenario="1916_total_war"),
    Entry("reach", "Where a unit may go", "--around kars --reach ru_div_4",
          lambda: start().draw(around="kars", reach="ru_div_4"), shipped=True),
    Entry("move", "A move", f"--around kars --hops 2 --ops 4 --move '{MOVE}'",
          lambda: start().draw(around="kars", hops=2, ops=4, move=MOVE), shipped=True),
    Entry("illegal", "A move that breaks rules",
          "--around oltu --hops 2 --move 'go ru_div_3 koprukoy; entrench batum'",
          lambda: start().draw(around="oltu", hops=2,
                               move="go ru_div_3 koprukoy; entrench batum")),
    Entry("difference", "What is different from another position",
          "--around kars --since 1914_campaign",
          lambda: start().with_change(
              units={"ru_div_4": "oltu", "ru_div_9": "poti", "tu_ix_corps": "cp_eliminated"},
              control={"koprukoy": "ap"}).draw(around="kars", since=start())),
    Entry("attack", "An attack with its odds (in Python)", "",
          lambda: start().draw(around="koprukoy", hops=2, overlay=overlays.attack(
              "koprukoy", {"oltu": ["ru_div_3"], "sarikamis": ["ru_i_caucasian"]}, "58%",
              "Two stacks attack Koprukoy. The number is an example."))),
    Entry("puzzle", "A puzzle (in Python)", "",
          lambda: start().draw(around="koprukoy", hops=2, overlay=puzzle(solved=False))),
    Entry("solution", "The same puzzle, solved", "",
          lambda: start().draw(around="koprukoy", hops=2, overlay=puzzle(solved=True))),
    Entry("gallipoli", "The inset of Gallipoli", "--around maidos --hops 9",
          lambda: late().draw(around="maidos", hops=9), scenario="1916_total_war"),
    Entry("print", "For printing", "--around erzurum --hops 2 --theme print",
          lambda: late().draw(around="erzurum", hops=2, theme="print"), scenario="1916_total_war"),
    Entry("colour-blind", "For readers who see colours differently",
          "--around erzurum --hops 2 --theme colour-blind",
          lambda: late().draw(around="erzurum", hops=2, theme="colour-blind"),
          scenario="1916_total_war"),
    Entry("distribution", "A distribution (example numbers)", "",
          lambda: plots.distribution(
              {"0": 0.05, "1": 0.2, "2": 0.3, "3": 0.25, "4": 0.15, "5": 0.05},
              "Losses of the defender", "loss number")),
    Entry("sensitivity", "A chance that depends on something (example numbers)", "",
          lambda: plots.sensitivity(
              {"no trench": [(at, 0.3 + at / 10) for at in range(-2, 4)],
               "trench 1": [(at, 0.2 + at / 10) for at in range(-2, 4)]},
              "Chance to win", "die roll modifier")),
    Entry("board", "The whole board", "", lambda: start().draw()),
    Entry("board-1916", "The whole board with all supply", "--supply",
          lambda: late().draw(supply=True), scenario="1916_total_war"),
]  # fmt: skip

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Lex Belli: gallery</title>
<style>body{{font:16px sans-serif;max-width:1200px;margin:2em auto;padding:0 1em}}
img{{max-width:100%;height:auto;border:1px solid #ccc}}
code{{background:#eee;padding:2px 5px}}</style>
</head><body><h1>Lex Belli: gallery</h1>
{content}</body></html>
"""


def build(folder: Path) -> None:
    """Write every picture and the page that shows them."""
    folder.mkdir(parents=True, exist_ok=True)
    content = ""
    for entry in ENTRIES:
        (folder / f"{entry.name}.svg").write_text(entry.draw().svg, encoding="utf-8")
        command = f"lexbelli draw {entry.scenario} {entry.command}" if entry.command else ""
        shown = f"<p><code>{html.escape(command)}</code></p>" if command else ""
        content += (
            f"<h2>{html.escape(entry.said)}</h2>{shown}\n"
            f'<p><a href="{entry.name}.svg"><img src="{entry.name}.svg"'
            f' alt="{html.escape(entry.said)}"></a></p>\n'
        )
    (folder / "index.html").write_text(PAGE.format(content=content), encoding="utf-8")
    print(folder / "index.html")


def shipped() -> dict[str, str]:
    """Return the pictures of the documents: file -> SVG."""
    return {f"{entry.name}.svg": entry.draw().svg for entry in ENTRIES if entry.shipped}


if __name__ == "__main__":
    if "--write" in sys.argv:
        PICTURES.mkdir(exist_ok=True)
        for file, text in shipped().items():
            (PICTURES / file).write_text(text, encoding="utf-8")
    else:
        build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/gallery"))
