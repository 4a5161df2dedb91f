"""The rules a move can break and the names of their witnesses, as the pages, the cores and the laws
have them: rule, code, number of arguments. A rule that tables bring is blank.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

from rule_coverage import CORES, LAW, RUST, numbers

FIRST = "pursuit_of_glory"
SECOND = "twilight_of_the_habsburgs"
PAGE = Path(__file__).parents[1] / "docs/operations.md"
BATTLES = PAGE.with_name("battles.md")
PLAYING = PAGE.with_name("playing.md")
AFTERMATH = PAGE.with_name("aftermath.md")
REDEPLOYMENT = PAGE.with_name("redeployment.md")
REINFORCEMENTS = PAGE.with_name("reinforcements.md")
REPLACEMENTS = PAGE.with_name("replacement_points.md")
# What the decisions of the second game say of broken rules.
PAGES = [PAGE.parent / SECOND / name for name in ("interface.md", "battles.md")]
CODES = {FIRST: RUST / "check/codes.rs", SECOND: CORES / SECOND / "src/check/codes.rs"}

# Heads of the laws that name a rule and the witness of a violation.
_NAMING = {
    FIRST: "violates|wrong|improper|unsound|ill_formed|obeys_nobody",
    SECOND: r"violates|objection|no_refuge|no_scout|bad_\w+|\w*unfit",
}
# Those that name the witness alone, and the heads that know its rules; tables know the others.
_WITNESSED = re.compile(r"^violates\(Rule,(\w+)\(([^()]*)\)\)", re.MULTILINE)
_RULES_OF: Mapping[str, Mapping[str, str]] = {
    FIRST: {
        "barred": "hindered|forbids|barred",
        "too_many_lcus": "lcu_limit",
        "comes_later": "before",
        "unreplaced": "stuck",
    },
    SECOND: {"no_entry": "edge_rule", "rail_limit": "rail_rule"},
}
_PARTS = re.compile(r"(\w+)(?:\((.+)\))?")

Row = tuple[str, str, int]


def taken_apart(witness: str) -> tuple[str, list[str]]:
    match = _PARTS.fullmatch(witness)
    assert match, witness
    return match[1], match[2].split(",") if match[2] else []


def of_the_page(page: Path = PAGE) -> list[Row]:
    """Every row of the tables of violations."""
    found = []
    for line in page.read_text("utf-8").partition("## Violations")[2].splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 5 or not re.match(r"\d|\(the bar|[ac]p_", cells[1]) or cells[2][:1] != "`":
            continue
        code, inside = taken_apart(cells[2].strip("`"))
        rules = numbers(cells[3]) if cells[1] == "(the bar's)" else cells[1].split(", ")
        assert rules
        found += [(rule, code, len(inside)) for rule in rules]
    return found


def of_the_pages() -> Iterator[Row]:
    """Every row of the second game's tables; without a number where its tables bring it."""
    for page in PAGES:
        text = page.read_text("utf-8").partition("## How rules are broken")[2]
        yield from _rows(text.partition("## Facts")[0].splitlines())


def _rows(lines: Sequence[str]) -> Iterator[Row]:
    for line in lines:
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 5 or not re.match(r"\d|Rule$", cells[1]):
            continue
        codes = re.findall(r"`(\w+)(?:\(([^`]*)\))?`", cells[2])
        named = [""] if cells[1] == "Rule" else cells[1].split(", ")
        # One witness for several rules, or one for each.
        pairs: Iterator[tuple[str, tuple[str, str]]]
        pairs = zip(named, codes, strict=True) if len(codes) > 1 else product(named, codes)
        for rule, (code, inside) in pairs:
            yield rule, code, _length(inside)


def of_the_core(game: str = FIRST) -> list[tuple[str, str]]:
    """What a core declares; how many arguments there are, it says where a rule is broken."""
    text = CODES[game].read_text("utf-8")
    return re.findall(r'^    [A-Z_]+: "([^"]*)" (\w+)', text, re.MULTILINE)


def of_the_law(game: str = FIRST) -> set[Row]:
    """What a law finds broken."""
    text = "\n".join(texts_of_the_law(game))
    named = re.compile(
        rf'^(?:{_NAMING[game]})\([\w\s(),]*?"([^"]+)",\s*(\w+)(?:\(([^()]*)\))?\)', re.MULTILINE
    )
    found = {(rule, code, _length(inside)) for rule, code, inside in named.findall(text)}
    for code, inside in _WITNESSED.findall(text):
        found |= {(rule, code, _length(inside)) for rule in _rules_of(game, code, text)}
    return found


def _rules_of(game: str, code: str, text: str) -> Sequence[str]:
    knowing = _RULES_OF[game].get(code)
    if knowing is None:
        return [""]
    return re.findall(rf'^(?:{knowing})\([\w\s(),]*?"([^"]+)"\)', text, re.MULTILINE)


def texts_of_the_law(game: str) -> list[str]:
    """The files of a law, without their comments."""
    files = sorted((LAW / game).rglob("*.lp"))
    return [re.sub(r"%.*", "", file.read_text("utf-8")) for file in files]


def _length(inside: str) -> int:
    return len(inside.split(",")) if inside else 0
