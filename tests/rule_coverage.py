"""Which rules of a game stand where: in the law, in Rust, in a case.

Of Pursuit of Glory those of supply, control, operations, combat, the phases that go on by
themselves, and victory are asked for; of Twilight of the Habsburgs all but the introduction. A
case is a file of tests/cases or of the tests of the game's crate.

`python tests/rule_coverage.py --write` renews the games' pages; without `--write` it lists what is
missing. A rule counts as cited where its exact number stands in a comment or in an answer's text:
`14.1.4` does not cite `14.1.4-1`, nor the other way round; where a game says so, the paragraph is
enough. exempt.csv says where a rule need not be cited, and why; a blank `where` means nowhere at
all.
"""

import csv
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LAW = ROOT / "rules_asp"
CORES = ROOT / "rust_core"
RUST = CORES / "pursuit_of_glory/src"
TESTS = ROOT / "tests"

# The sections of rules.csv that are about these, and what others say of them.
SECTIONS = {
    *("supply", "control", "attrition", "railroads"),
    *("forts_siege", "invasions", "neutrals", "suez", "units"),
    *("activation", "stacking", "movement", "trenches", "restricted_areas"),
    *("lcu_organization", "balkan_limits", "british_russian_cooperation"),
    *("desert_option", "turk_in_galicia", "armenian_uprising"),
    *("combat", "losses", "retreat", "advance", "victory", "war_status"),
    *("setup", "sequence", "mandated_offensives", "cards_reinforcements"),
    *("strategic_redeployment", "replacements", "jihad", "russian_revolution"),
}
# Of other sections what is decided in the phases that go on by themselves: Attrition, Siege, War
# Status.
ALSO = re.compile(
    r"16\.4\.5\.4-3|3\.2\.4\.1-[234]|4\.1\.4\.b-1|4\.1\.5-[12]|6\.0\.[CDF](?:\.\d)?(?:-\d)?"
    r"|7\.1\.2-3|7\.1\.3-[34]|7\.2\.enver-4|16\.3\.1\.1-7|17\.3\.2-[123]"
)
# The second readings of rules: the numbers there say what is read differently, not what is done.
NOT_OURS = RUST / "readings.rs"

# A number ends where nothing of it goes on; the dash of a range such as 18.8.2-18.8.4 may follow.
_NUMBER = re.compile(
    r"(?<![\w.])\d{1,2}\.\d{1,2}(?:\.\w+)*(?:-\d+(?![\w]|\.\d))?(?!\w|\.\d|-\d+(?!\d|\.\d))"
)
_STRING = re.compile(r'"[^"]*"')

EVERYWHERE = frozenset({"law", "Rust", "case"})

Places = dict[str, set[str]]


@dataclass(frozen=True)
class Exemption:
    where: frozenset[str]
    reason: str


@dataclass(frozen=True)
class Row:
    number: str
    chapter: str
    section: str
    statement: str
    law: list[str]
    rust: list[str]
    cases: list[str]
    exempt: Exemption

    @property
    def found(self) -> dict[str, list[str]]:
        return {"law": self.law, "Rust": self.rust, "case": self.cases}

    @property
    def missing(self) -> list[str]:
        return [
            place
            for place, files in self.found.items()
            if not files and place not in self.exempt.where
        ]

    @property
    def needless(self) -> bool:
        """Say whether the rule is cited wherever it need not be."""
        where = self.exempt.where
        return bool(where) and all(self.found[place] for place in where)


def numbers(text: str) -> list[str]:
    """Return the rule numbers a text names, each as a whole."""
    return _NUMBER.findall(text)


def beginnings(known: Iterable[str]) -> set[str]:
    """Return what may be named instead of a rule: its paragraph, its section, its chapter."""
    found: set[str] = set()
    for number in known:
        paragraph, dash, _ = number.rpartition("-")
        parts = (paragraph if dash else number).split(".")
        found.update(".".join(parts[:length]) for length in range(2, len(parts) + 1))
        found.add(f"{parts[0]}.0")
    return found


@dataclass(frozen=True)
class Game:
    """A game, and what is asked of its rules.

    Attributes:
        name: Its folder everywhere.
        page: The page that lists its rules.
        heading: What stands at the top of the page.
        asks: Whether a rule of this number and section is asked for at all.
        by_paragraph: Where a citation of the paragraph is one of each of its sentences.
        decimal: Whether paragraphs are numbered as decimals are: 6.31 is the first of 6.3.
    """

    name: str
    page: Path
    heading: Sequence[str]
    asks: Callable[[str, str], bool]
    by_paragraph: frozenset[str] = frozenset()
    decimal: bool = False

    @property
    def law(self) -> Path:
        return LAW / self.name

    @property
    def rust(self) -> Path:
        return CORES / self.name / "src"

    @property
    def rust_tests(self) -> Path:
        return CORES / self.name / "tests"

    @property
    def cases(self) -> Path:
        return TESTS / "cases" / self.name


def rules(game: Game) -> dict[str, dict[str, str]]:
    with (game.law / "rules.csv").open(encoding="utf-8", newline="") as file:
        return {row["number"]: row for row in csv.DictReader(file)}


def named(game: Game) -> set[str]:
    """Return every number that may be named: of rules, and of what they are part of."""
    known = rules(game).keys()
    wide = beginnings(known)
    if game.decimal:
        wide |= {number[:-1] for number in wide if re.fullmatch(r"\d+\.\d\d", number)}
    return known | wide


def exempt(game: Game) -> dict[str, Exemption]:
    with (game.cases / "exempt.csv").open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    found = {
        row["number"]: Exemption(
            frozenset(row["where"].split("|")) if row["where"] else EVERYWHERE, row["reason"]
        )
        for row in listed
    }
    assert len(found) == len(listed), "a rule stands twice in exempt.csv"
    return found


def cited_in_law(game: Game) -> Places:
    return _cited(game.law, "*.lp", "%")


def cited_in_rust(game: Game) -> Places:
    return _cited(game.rust, "*.rs", "//")


def cited_in_cases(game: Game) -> Places:
    places: Places = defaultdict(set)
    for file in game.cases.rglob("*.toml"):
        for number in _told(tomllib.loads(file.read_text("utf-8"))):
            places[number].add(file.stem)
    if game is PURSUIT:
        _cite_other_cases(game, places)
    return places


def _cite_other_cases(game: Game, places: Places) -> None:
    for file in [*game.rust_tests.rglob("*.toml"), *(TESTS / "cases").glob("*.toml")]:
        for case in tomllib.loads(file.read_text("utf-8")).get("case", []):
            for number in numbers(f"{case.get('rule', '')} {case.get('witness', '')}"):
                places[number].add(_stem(file))
    for folder in ("combat", "play", "aftermath*", "check*", "redeployment", "replacements"):
        for file in {
            *game.rust_tests.glob(f"{folder}/**/*.rs"),
            *game.rust_tests.glob(f"{folder}.rs"),
        }:
            _cite(places, file, _stem(file), "//")
    for name in ("test_combat_*.py", "test_losses.py"):
        for file in (TESTS / "cases").glob(name):
            _cite(places, file, _stem(file), "#")


def _told(content: Mapping[str, Any]) -> Iterator[str]:
    """The rules a file of rulings illustrates, those that its moves break among them."""
    yield from content["rule"]
    for situation in content.get("situations", []):
        for battle in situation["battles"]:
            yield from battle.get("rule", [])
            yield from numbers(" ".join(battle.get("broken", [])))
    for play in content.get("plays", []):
        yield from play.get("rule", [])
        yield from numbers(" ".join(play.get("broken", [])))


def _stem(file: Path) -> str:
    """Return the name of a file of tests, with its folder if that tells files apart."""
    folder = file.parent.name
    return file.stem if folder in ("tests", "cases") else f"{folder}/{file.stem}"


def _cited(folder: Path, pattern: str, comment: str) -> Places:
    places: Places = defaultdict(set)
    for file in folder.rglob(pattern):
        if file == NOT_OURS:
            continue
        name = file.relative_to(folder).as_posix()
        _cite(places, file, name, comment)
    return places


def _cite(places: Places, file: Path, name: str, comment: str) -> None:
    for line in file.read_text("utf-8").splitlines():
        code, _, remark = line.partition(comment)
        # A rule's number may also stand in the answer itself.
        for number in numbers(" ".join([remark, *_STRING.findall(code)])):
            places[number].add(name)


def _asked_of_pursuit(number: str, section: str) -> bool:
    return section in SECTIONS or ALSO.fullmatch(number) is not None


def rows(game: Game) -> Iterator[Row]:
    places = {
        "law": cited_in_law(game),
        "Rust": cited_in_rust(game),
        "case": cited_in_cases(game),
    }
    spared = exempt(game)

    def cited(place: str, number: str) -> list[str]:
        exact = places[place].get(number, set())
        wide = places[place].get(number.partition("-")[0], set())
        return sorted(exact or (wide if place in game.by_paragraph else set()))

    for number, rule in rules(game).items():
        if game.asks(number, rule["section"]):
            yield Row(
                number,
                rule["chapter"],
                rule["section"],
                rule["statement"],
                cited("law", number),
                cited("Rust", number),
                cited("case", number),
                spared.get(number, Exemption(frozenset(), "")),
            )


def page(game: Game) -> str:
    lines = list(game.heading)
    tables: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in rows(game):
        tables[int(row.chapter), row.section].append(row)
    for (chapter, section), members in sorted(tables.items()):
        spared = sum(row.exempt.where == EVERYWHERE for row in members)
        everywhere = sum(not row.exempt.where for row in members)
        partly = len(members) - everywhere - spared
        found = f"{everywhere} everywhere, {partly} in part, {spared} exempt"
        lines += [
            "",
            f"## Chapter {chapter}: {section.replace('_', ' ')}",
            "",
            f"{len(members)} in all: {found}.",
            "",
            "| rule | law | Rust | cases | why not everywhere |",
            "|---|---|---|---|---|",
        ]
        for row in members:
            cells = [", ".join(files) or "-" for files in row.found.values()]
            lines.append(f"| {row.number} | {' | '.join(cells)} | {row.exempt.reason} |")
    return "\n".join(lines) + "\n"


PURSUIT = Game(
    name="pursuit_of_glory",
    page=ROOT / "docs/coverage.md",
    heading=(
        "# Pursuit of Glory: where the rules stand",
        "",
        "Made by `make rules-coverage` from the citations in `rules_asp/`, `rust_core/` and",
        "cases: the files of `tests/cases/`, its tests of combat, and of the core the files of",
        "cases and the tests of combat, play, checks and the aftermath. A number in a comment or",
        "in an answer counts, and only the exact one. What a rule says in one sentence stands in",
        "`rules_asp/pursuit_of_glory/rules.csv`; why one need not be cited, in",
        "`tests/cases/pursuit_of_glory/exempt.csv`.",
    ),
    asks=_asked_of_pursuit,
)
TWILIGHT = Game(
    name="twilight_of_the_habsburgs",
    page=ROOT / "docs/twilight_of_the_habsburgs/coverage.md",
    heading=(
        "# Twilight of the Habsburgs: where the rules stand",
        "",
        "Made by `make rules-coverage` from the citations in `rules_asp/`, `rust_core/` and the",
        "files of `tests/cases/twilight_of_the_habsburgs/`. A number in a comment or in an answer",
        "counts, in law and cases only the exact one, in Rust that of the paragraph too (`8.51`",
        "for `8.51-4`). What a rule says in one sentence stands in",
        "`rules_asp/twilight_of_the_habsburgs/rules.csv`; why one need not be cited, in",
        "`tests/cases/twilight_of_the_habsburgs/exempt.csv`.",
    ),
    asks=lambda number, _: not number.startswith("1."),
    by_paragraph=frozenset({"Rust"}),
    decimal=True,
)
GAMES = (PURSUIT, TWILIGHT)


def main() -> None:
    for game in GAMES:
        if sys.argv[1:] == ["--write"]:
            game.page.write_text(page(game), "utf-8")
        for row in rows(game):
            if row.missing:
                print(f"{game.name} {row.number} ({', '.join(row.missing)}): {row.statement}")
            if row.needless:
                print(f"{game.name} {row.number} is cited wherever it is exempt from")


if __name__ == "__main__":
    main()
