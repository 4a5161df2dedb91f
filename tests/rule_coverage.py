"""Which rules of supply and control stand where: in the law, in Rust, in a case.

`python tests/rule_coverage.py --write` renews docs/coverage.md; without `--write` it lists what is
missing. A rule counts as cited if its number, or the number of the paragraph it is a sentence of,
stands in a comment: `14.1.4` cites `14.1.4-1`. A case names the sentence itself. exempt.csv says
where a rule need not be cited, and why; a blank `where` means nowhere at all.
"""

import csv
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAW = ROOT / "rules_asp/pursuit_of_glory"
RUST = ROOT / "rust_core/src/pursuit_of_glory"
CASES = ROOT / "tests/cases/pursuit_of_glory"
PAGE = ROOT / "docs/coverage.md"

# Chapters that are about supply and control as a whole, and those of which only the sentences are
# asked for that speak of supply.
SECTIONS = {
    *("supply", "control", "attrition", "railroads"),
    *("forts_siege", "invasions", "neutrals", "suez"),
}
PARTLY = {"units"}
_SUPPLY = re.compile(r"suppl|OOS")
_NUMBER = re.compile(r"(?<![\w.])\d{1,2}\.\d{1,2}(?:\.\w+)*(?:-\d+)?(?!\w|\.\d)")

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
        wanted = EVERYWHERE - self.exempt.where
        return [place for place, files in self.found.items() if place in wanted and not files]


def rules() -> dict[str, dict[str, str]]:
    with (LAW / "rules.csv").open(encoding="utf-8", newline="") as file:
        return {row["number"]: row for row in csv.DictReader(file)}


def exempt() -> dict[str, Exemption]:
    with (CASES / "exempt.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["number"]: Exemption(
                frozenset(row["where"].split("|")) if row["where"] else EVERYWHERE, row["reason"]
            )
            for row in csv.DictReader(file)
        }


def cited_in_law() -> Places:
    return _cited(LAW, "*.lp", "%")


def cited_in_rust() -> Places:
    return _cited(RUST, "*.rs", "//")


def cited_in_cases() -> Places:
    places: Places = defaultdict(set)
    for file in CASES.glob("*.toml"):
        for number in tomllib.loads(file.read_text("utf-8"))["rule"]:
            places[number].add(file.stem)
    return places


def _cited(folder: Path, pattern: str, comment: str) -> Places:
    places: Places = defaultdict(set)
    for file in folder.rglob(pattern):
        for line in file.read_text("utf-8").splitlines():
            code, mark, remark = line.partition(comment)
            text = remark if mark else ""
            # A rule's number may also stand in the answer itself.
            text += " ".join(re.findall(r'"[^"]*"', code))
            for number in _NUMBER.findall(text):
                places[number].add(file.relative_to(folder).as_posix())
    return places


def rows() -> Iterator[Row]:
    law, rust, cases, spared = cited_in_law(), cited_in_rust(), cited_in_cases(), exempt()
    for number, rule in rules().items():
        section = rule["section"]
        partly = section in PARTLY and _SUPPLY.search(rule["statement"])
        if section not in SECTIONS and not partly:
            continue
        paragraph = number.rpartition("-")[0] or number
        yield Row(
            number,
            rule["chapter"],
            rule["statement"],
            sorted(law[number] | law[paragraph]),
            sorted(rust[number] | rust[paragraph]),
            sorted(cases[number]),
            spared.get(number, Exemption(frozenset(), "")),
        )


def page() -> str:
    lines = [
        "# Where the rules of supply and control stand",
        "",
        "Made by `python tests/rule_coverage.py --write` from the citations in `rules_asp/`,",
        "`rust_core/` and `tests/cases/`. What a rule says in one sentence stands in",
        "`rules_asp/pursuit_of_glory/rules.csv`.",
    ]
    chapters: dict[str, list[Row]] = defaultdict(list)
    for row in rows():
        chapters[row.chapter].append(row)
    for chapter, members in sorted(chapters.items(), key=lambda item: int(item[0])):
        spared = sum(row.exempt.where == EVERYWHERE for row in members)
        lines += [
            "",
            f"## Chapter {chapter}",
            "",
            f"{len(members)} rules, {spared} of them not asked for.",
            "",
            "| rule | law | Rust | cases |",
            "|---|---|---|---|",
        ]
        for row in members:
            if row.exempt.where == EVERYWHERE:
                lines.append(f"| {row.number} | not asked for: {row.exempt.reason} | | |")
                continue
            cells = [
                ", ".join(files) or (f"({row.exempt.reason})" if place in row.exempt.where else "")
                for place, files in row.found.items()
            ]
            lines.append(f"| {row.number} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(), "utf-8")
    for row in rows():
        if row.missing:
            print(f"{row.number} ({', '.join(row.missing)}): {row.statement}")


if __name__ == "__main__":
    main()
