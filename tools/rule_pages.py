"""The rulebooks by chapter, as pages of the site: rules, readings, ways to break them, cases.

Nothing is written here that does not stand elsewhere: `rules.csv` says what a rule says, the pages
of coverage where it stands, the other pages of docs/ have the tables of readings and of violations,
and the files of tests/cases/ have titles. `tools/site_pages.py` adds the pages when the site is
built.
"""

import csv
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["GAMES", "Chapter", "chapters", "pages", "titles"]

_ROOT: Final = Path(__file__).parents[1]
_DOCS: Final = _ROOT / "docs"
#: The games, by the folder that they have everywhere.
GAMES: Final[Mapping[str, str]] = {
    "pursuit_of_glory": "Pursuit of Glory",
    "twilight_of_the_habsburgs": "Twilight of the Habsburgs",
}
# What is of both games, or about another program.
_NOT_OF_THE_GAME: Final = frozenset({"README", "coverage", "differences", "tour", "trust"})
_CHAPTER: Final = re.compile(r"(?<![\w.])(\d{1,2})\.\d")
_CELL: Final = re.compile(r"(?<!\\)\|")
_LINK: Final = re.compile(r"\]\((?!\w+:)([^)#]*)(#[^)]*)?\)")
_FIRST_SECTIONS: Final = 3
# Where a rule stands that the pages of coverage do not list.
_UNASKED: Final = ("-", "-", "")


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table of the documentation: its cells by the table's heads, and its place."""

    cells: Mapping[str, str]
    page: str
    heading: str

    def chapters(self) -> set[int]:
        """The chapters that it is about: those of its rules, else those that it names."""
        for text in (self.cells["rule"], self.cells.get("when", ""), self.heading):
            found = {int(number) for number in _CHAPTER.findall(text)}
            if found:
                return found
        return set()


@dataclass(slots=True)
class Chapter:
    """What there is of a chapter of a rulebook.

    Attributes:
        number: Its number; 0 holds what is of no chapter.
        rules: Number, section and statement of its rules.
        readings: Rows of readings and switches.
        violations: Rows of ways to break its rules.
        cases: File and title of its cases.
    """

    number: int
    rules: list[tuple[str, str, str]] = field(default_factory=list)
    readings: list[_Row] = field(default_factory=list)
    violations: list[_Row] = field(default_factory=list)
    cases: list[tuple[Path, str]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Its number, and what most of its rules are about."""
        counted = Counter(section for _, section, _ in self.rules)
        names = [name.replace("_", " ") for name, _ in counted.most_common(_FIRST_SECTIONS)]
        more = " and more" if len(counted) > _FIRST_SECTIONS else ""
        return f"{self.number}: {', '.join(names)}{more}"


@cache
def chapters(game: str) -> dict[int, Chapter]:
    """Return the chapters of a game's rulebook by their numbers; 0 holds what is of none."""
    found: dict[int, Chapter] = {}
    with (_ROOT / "rules_asp" / game / "rules.csv").open(encoding="utf-8", newline="") as file:
        for rule in csv.DictReader(file):
            number = int(rule["chapter"])
            chapter = found.setdefault(number, Chapter(number))
            chapter.rules.append((rule["number"], rule["section"], rule["statement"]))
    others = found.setdefault(0, Chapter(0))

    def homes(numbers: set[int]) -> list[Chapter]:
        return [found[number] for number in sorted(numbers) if number in found] or [others]

    for row in _rows(game):
        for chapter in homes(row.chapters()):
            kept = chapter.violations if "witness" in row.cells else chapter.readings
            kept.append(row)
    cards = _cards(game)
    for case in sorted((_ROOT / "tests" / "cases" / game).rglob("*.toml"), key=_by_number):
        content = tomllib.loads(case.read_text("utf-8"))
        numbers = {int(each) for each in _CHAPTER.findall(" ".join(content["rule"]))}
        for chapter in homes(numbers):
            # What plays a card is named by the card.
            title = content.get("title") or f"{cards[case.stem]}, played"
            chapter.cases.append((case, title))
    return dict(sorted(found.items()))


def _cards(game: str) -> dict[str, str]:
    """Return the name of every card of a game; a game without cards has none."""
    file = _ROOT / "scenarios" / game / "cards.csv"
    if not file.exists():
        return {}
    with file.open(encoding="utf-8", newline="") as opened:
        return {row["id"]: row["name"] for row in csv.DictReader(opened)}


def _by_number(case: Path) -> list[tuple[int, str]]:
    """Sort 9.5 before 12.1, and cards behind all numbers."""
    parts = re.findall(r"\d+|\D+", case.name)
    return [(int(part), "") if part.isdigit() else (1000, part) for part in parts]


def _rows(game: str) -> Iterator[_Row]:
    """Yield every row of readings and of violations of a game's pages."""
    folder = _DOCS if game == "pursuit_of_glory" else _DOCS / game
    for page in sorted(folder.glob("*.md")):
        if page.stem in _NOT_OF_THE_GAME:
            continue
        heads: Sequence[str] = ()
        heading = ""
        for line in page.read_text("utf-8").splitlines():
            cells = [cell.strip() for cell in _CELL.split(line)][1:-1]
            if line.startswith("#"):
                heading = line
            if not line.startswith("|"):
                heads = ()
            elif not heads:
                heads = cells
            elif not set(line) <= set("|-") and _is_asked_for(heads):
                yield _Row(dict(zip(heads, cells, strict=True)), f"{page.stem}.md", heading)


def _is_asked_for(heads: Sequence[str]) -> bool:
    return heads[0] == "rule" and bool({"witness", "reading", "ours"} & set(heads))


def _coverage(game: str) -> dict[str, tuple[str, str, str]]:
    """Return where each rule stands: law, core, and why not everywhere."""
    folder = _DOCS if game == "pursuit_of_glory" else _DOCS / game
    found = {}
    for line in (folder / "coverage.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in _CELL.split(line)][1:-1]
        if len(cells) == 5 and cells[0][:1].isdigit():
            found[cells[0]] = (cells[1], cells[2], cells[4])
    return found


def titles(game: str) -> list[tuple[str, str]]:
    """Return title and path of every page of a game, the first of which is its list of chapters."""
    folder = f"rules/{game}"
    listed = [
        (f"Chapter {chapter.title}", f"{folder}/chapter_{number}.md")
        for number, chapter in chapters(game).items()
        if number
    ]
    return [("All chapters", f"{folder}/index.md"), *listed]


def pages(game: str) -> dict[str, str]:
    """Return the pages of a game, by their paths in docs/."""
    found = chapters(game)
    coverage = _coverage(game)
    made = {f"rules/{game}/index.md": _index(game, found, coverage)}
    for number, chapter in found.items():
        if number:
            made[f"rules/{game}/chapter_{number}.md"] = _page(game, chapter, coverage)
    return made


_Coverage = Mapping[str, tuple[str, str, str]]


def _index(game: str, found: Mapping[int, Chapter], coverage: _Coverage) -> str:
    at = "" if game == "pursuit_of_glory" else f"{game}/"
    lines = [
        f"# {GAMES[game]}: the rulebook by chapter",
        "",
        "Every rule in one sentence of ours, where it stands in law and core, how it is read where",
        "it is unclear, how a move can break it, and the cases that hold it. A page a chapter.",
        f"[Coverage](../../{at}coverage.md) says why a rule does not stand everywhere,",
        "[trust](../../trust.md) how law and core are held against each other.",
        "",
        "| chapter | rules | in the law | in the core | readings | ways to break | cases |",
        "|---|---|---|---|---|---|---|",
    ]
    for number, chapter in found.items():
        if number:
            stand = [coverage.get(rule, _UNASKED) for rule, _, _ in chapter.rules]
            counts = (
                len(chapter.rules),
                *(sum(each[place] != "-" for each in stand) for place in (0, 1)),
                len(chapter.readings),
                len(chapter.violations),
                len(chapter.cases),
            )
            link = f"[{chapter.title}](chapter_{number}.md)"
            lines.append(f"| {link} | {' | '.join(map(str, counts))} |")
    rest = found[0]
    if rest.readings or rest.violations or rest.cases:
        lines += [
            "",
            "## Of single cards, or of no one chapter",
            *_readings(game, rest),
            *_violations(game, rest),
        ]
        lines += _cases(rest)
    return "\n".join(lines) + "\n"


def _page(game: str, chapter: Chapter, coverage: _Coverage) -> str:
    lines = [f"# {GAMES[game]}, chapter {chapter.title}"]
    sections: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for number, section, statement in chapter.rules:
        sections[section].append((number, statement))
    for section, members in sections.items():
        lines += ["", f"## Rules: {section.replace('_', ' ')}", ""]
        lines += ["| rule | what it says | law and core |", "|---|---|---|"]
        for number, statement in members:
            law, core, why = coverage.get(number, _UNASKED)
            note = f" ({_plain(why)})" if why else ""
            files = "<br>".join(_broken(each) for each in (law, core) if each != "-")
            anchor = f'<a id="{number}"></a>'
            lines.append(f"| {anchor}{number} | {_plain(statement)}{note} | {files} |")
    lines += [*_readings(game, chapter), *_violations(game, chapter), *_cases(chapter)]
    return "\n".join(lines) + "\n"


def _readings(game: str, chapter: Chapter) -> list[str]:
    if not chapter.readings:
        return []
    lines = [
        "",
        "## Readings",
        "",
        "| rule | question | reading | why | page |",
        "|---|---|---|---|---|",
    ]
    for row in chapter.readings:
        cells = row.cells
        # A switch says its other reading in place of a question.
        asked = cells.get("question") or cells.get("the other reading") or ""
        if "ours" in cells:
            asked = f"{cells['switch']}; otherwise: {asked}"
        why = cells.get("why") or cells.get("why it is open") or ""
        told = (cells["rule"], asked, cells.get("reading") or cells["ours"], why)
        lines.append(
            f"| {' | '.join(_moved(game, row, each) for each in told)} | {_link(game, row)} |"
        )
    return lines


def _violations(game: str, chapter: Chapter) -> list[str]:
    if not chapter.violations:
        return []
    lines = [
        "",
        "## Ways to break a rule",
        "",
        "| rule | witness | when | page |",
        "|---|---|---|---|",
    ]
    for row in chapter.violations:
        owed = " (owed: more orders could mend it)" if "owed" in row.cells.values() else ""
        rule = row.cells["rule"]
        if rule == "Rule":
            # Tables bring it, by the fact that the last column names.
            rule = f"that of {row.cells['']}"
        told = (rule, row.cells["witness"], f"{row.cells['when']}{owed}")
        lines.append(
            f"| {' | '.join(_moved(game, row, each) for each in told)} | {_link(game, row)} |"
        )
    return lines


def _cases(chapter: Chapter) -> list[str]:
    if not chapter.cases:
        return []
    lines = ["", "## Cases", "", "Each is put to law and core, as far as both judge it.", ""]
    # Those of this chapter before those of others that speak of its rules.
    own = f"{chapter.number}."
    for file, title in sorted(chapter.cases, key=lambda case: not case[0].name.startswith(own)):
        path = file.relative_to(_ROOT).as_posix()
        lines.append(f"- [{file.stem}](../../../{path}): {_plain(title)}")
    return lines


def _link(game: str, row: _Row) -> str:
    return f"[{row.page.removesuffix('.md')}](../../{_folder(game)}{row.page})"


def _moved(game: str, row: _Row, text: str) -> str:
    """Point the links of a cell to what they point to from its own page."""

    def linked(found: re.Match[str]) -> str:
        target, heading = found[1] or row.page, found[2] or ""
        return f"](../../{_folder(game)}{target}{heading})"

    return _LINK.sub(linked, text)


def _folder(game: str) -> str:
    return "" if game == "pursuit_of_glory" else f"{game}/"


def _broken(files: str) -> str:
    """Write a list of files, one a line."""
    return files.replace("_", "\\_").replace(", ", "<br>")


def _plain(text: str) -> str:
    """Write a sentence so that nothing in it is taken for Markdown."""
    return re.sub(r"([|*_<\[\]`])", r"\\\1", text)
