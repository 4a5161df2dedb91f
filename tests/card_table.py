"""The table of all cards: what each does, and where that stands; `--write` writes docs/cards.md.

Whatever the page says it takes from the tables, the sources and the cases.
"""

import csv
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from lexbelli.pursuit_of_glory.cards import Card
from lexbelli.pursuit_of_glory.event_words import effect_in_words

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs/cards.md"
_DATA: Final = ROOT / "scenarios/pursuit_of_glory"
_LAW: Final = ROOT / "rules_asp/pursuit_of_glory"
_CORE: Final = ROOT / "rust_core/pursuit_of_glory/src"
_CASES: Final = ROOT / "tests/cases/pursuit_of_glory"
# Where cards or effects are listed, read and told, and nothing of them is done.
_LISTS: Final = re.compile(
    r"(tables|setup|vocabulary|validate)\b|decision_facts|cards/(names|effects)"
)
# Where effects of events are carried out; what is done nowhere else is done in the second.
_CARRIED_OUT: Final = re.compile(r"sequence/(?!events/(mod|tracks)\b)|activation/")
_AT_ONCE: Final = "sequence/events/tracks"
# The chapters of the law whose name is not that of an effect.
_CHAPTERS: Final = {"reinforcements": "reinforcements", "activates": "event_activation"}
_HEADING: Final = """# Pursuit of Glory: the cards

Made by `make renew` from `scenarios/pursuit_of_glory`, the sources and the cases. *Kind* is what
the card is as an event, or that it is a combat card; `*` leaves the game after its event
(2.0.asterisk), `OPS` is used for OPS as well (9.5.1.f). What happens is told in the words of
`events.toml` ([their meaning](../scenarios/pursuit_of_glory/README.md)); for events also in
English. *Core* and *law* are the files that name the card or carry out an effect of it; the law
judges choices, so what leaves none stands in the core alone. *Cases* are those of
`tests/cases/pursuit_of_glory` that name the card.
"""


class _Words:
    """Which words stand in which files: names of cards, and effects behind what names them."""

    _WORD: Final = re.compile(r"\b(?:[A-Z][A-Z0-9_]{3,}|[ac]p_\d\d)\b")
    _EFFECT: Final = re.compile(r"\b(?:(Effect|Happening)::(\w+)|(event_effect|effect)\(([^)]*))")

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.paths = [Path(path).with_suffix("").as_posix() for path in texts]
        self._known: dict[str, dict[str, None]] = {}
        for path, text in zip(self.paths, texts.values(), strict=True):
            if _LISTS.match(path):
                continue
            words = set(self._WORD.findall(text))
            for of, variant, predicate, args in self._EFFECT.findall(text):
                words |= {f"{of}::{variant}"} if of else set()
                words |= {f"{predicate} {word}" for word in re.findall(r"\w+", args)}
            for word in words:
                self._known.setdefault(word, {})[path] = None

    def files(self, word: str) -> list[str]:
        """Name the files in which a word stands."""
        return list(self._known.get(word, ()))


@cache
def page() -> str:
    """Return the page."""
    cards = list(csv.DictReader((_DATA / "cards.csv").read_text("utf-8").splitlines()))
    entries = tomllib.loads((_DATA / "events.toml").read_text("utf-8"))
    effects = {each["id"]: each["effects"] for each in (*entries["card"], *entries["event"])}
    core = _Words(dict(_texts(_CORE, "*.rs")))
    law = _Words(dict(_texts(_LAW, "*.lp")))
    cases = dict(_texts(_CASES, "*.toml"))
    lines = [_HEADING]
    for side, title in (("ap", "Allied Powers"), ("cp", "Central Powers")):
        lines += [
            f"## {title}",
            "",
            "| card | name | kind | what happens | core | law | cases |",
            "|---|---|---|---|---|---|---|",
        ]
        own = (card for card in cards if card["side"] == side)
        lines += [_row(card, effects[card["id"]], core, law, cases) for card in own]
        lines.append("")
    return "\n".join(lines)


def _texts(folder: Path, pattern: str) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob(pattern)):
        # What positions are worth to players is no rule.
        if path.name != "assessment.rs":
            yield path.relative_to(folder).as_posix(), path.read_text("utf-8")


def _row(
    card: Mapping[str, str],
    effects: Iterable[str],
    core: _Words,
    law: _Words,
    cases: Mapping[str, str],
) -> str:
    effects = list(effects)
    name = Card(card["id"]).name
    combat = card["combat_card"] == "1"
    kind = "combat" if combat else card["event_kind"].replace("_", " ")
    marks = f"{'*' if card['removed_after_event'] == '1' else ''}"
    marks += " OPS" if card["use_for_ops"] == "1" else ""
    said = ", ".join(f"`{effect}`" for effect in effects)
    if not combat:
        said += f": {'; '.join(map(effect_in_words, effects))}"
    words = [effect.partition(":")[0] for effect in effects]
    cells: list[Any] = [
        card["id"],
        card["name"],
        f"{kind}{marks}",
        said,
        ", ".join(_in_core(core, name, words, combat)) or "-",
        ", ".join(_in_law(law, card["id"], words, combat)) or "-",
        sum(card["id"] in text for text in cases.values()),
    ]
    return f"| {' | '.join(map(str, cells))} |"


def _in_core(core: _Words, name: str, words: Iterable[str], combat: bool) -> list[str]:
    """Name the files of the core that know a card or carry out an effect."""
    found = dict.fromkeys(core.files(name))
    stems = (name.lower(), *(() if combat else (word[:6] for word in words)))
    for path in core.paths:
        if path.startswith("sequence/") and Path(path).name.startswith(stems):
            found[path] = None
    for word in words:
        variant = "".join(part.title() for part in word.split("_"))
        files = core.files(f"{'Effect' if combat else 'Happening'}::{variant}")
        if combat:
            found |= dict.fromkeys(files)
        else:
            found |= dict.fromkeys(filter(_CARRIED_OUT.match, files))
            if not any(map(_CARRIED_OUT.match, files)) and _AT_ONCE in files:
                found[_AT_ONCE] = None
    if not found:
        found["cards/effects" if combat else "sequence/events/mod"] = None
    return sorted(found)


def _in_law(law: _Words, card: str, words: Iterable[str], combat: bool) -> list[str]:
    """Name the files of the law that know a card or judge what an effect leaves to be chosen."""
    found = dict.fromkeys(law.files(card))
    chapter = f"cards/{Card(card).name.lower()}"
    found |= {chapter: None} if chapter in law.paths else {}
    for word in words:
        found |= dict.fromkeys(law.files(f"{'effect' if combat else 'event_effect'} {word}"))
        if not combat and word in _CHAPTERS:
            found[_CHAPTERS[word]] = None
    return sorted(found)


def main() -> None:
    """Write the page, or print it."""
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(), "utf-8")
    else:
        print(page())


if __name__ == "__main__":
    main()
