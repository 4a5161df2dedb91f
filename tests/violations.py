"""The rules a move can break and the names of their witnesses, as the page, the core and the law
have them: rule, code, number of arguments.
"""

import re
from pathlib import Path

from rule_coverage import LAW, RUST, numbers

PAGE = Path(__file__).parents[1] / "docs/operations.md"
BATTLES = PAGE.with_name("battles.md")
PLAYING = PAGE.with_name("playing.md")
AFTERMATH = PAGE.with_name("aftermath.md")
CODES = RUST / "check/codes.rs"

# Heads of the law that name a rule and the witness of a violation.
_NAMING = "violates|wrong|improper|unsound|ill_formed|obeys_nobody"
_NAMED = re.compile(
    rf'^(?:{_NAMING})\([\w\s(),]*?"([^"]+)",\s*(\w+)(?:\(([^()]*)\))?\)', re.MULTILINE
)
# Those that name the witness alone, and the heads that know its rules.
_WITNESSED = re.compile(r"^violates\(Rule,(\w+)\(([^()]*)\)\)", re.MULTILINE)
_RULES_OF = {
    "barred": "hindered|forbids|barred",
    "too_many_lcus": "lcu_limit",
    "comes_later": "before",
    "unreplaced": "stuck",
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


def of_the_core() -> list[tuple[str, str]]:
    """What the core declares; how many arguments there are, it says where a rule is broken."""
    return re.findall(r'^    [A-Z_]+: "([^"]+)" (\w+)', CODES.read_text("utf-8"), re.MULTILINE)


def of_the_law() -> set[Row]:
    files = sorted((LAW / "pursuit_of_glory").rglob("*.lp"))
    text = re.sub(r"%.*", "", "\n".join(file.read_text("utf-8") for file in files))
    found = {(rule, code, _length(inside)) for rule, code, inside in _NAMED.findall(text)}
    for code, inside in _WITNESSED.findall(text):
        heads = re.compile(rf'^(?:{_RULES_OF[code]})\([\w\s(),]*?"([^"]+)"\)', re.MULTILINE)
        found |= {(rule, code, _length(inside)) for rule in heads.findall(text)}
    return found


def _length(inside: str) -> int:
    return len(inside.split(",")) if inside else 0
