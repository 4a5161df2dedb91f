"""The law of victory, asked for one position: how the game would end (docs/victory.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import clingo

from lexbelli import _core
from lexbelli.law import Law, LawError, programs_of
from lexbelli.pursuit_of_glory.tables import NAME

__all__ = ["ITEMS", "LedgerLine", "VictoryAnswer", "ask_victory"]

_VICTORY: Final = "show_victory.lp"

# The steps and items of the ledger, in the order of the page.
ITEMS: Final = (
    ("war_status", "turks_in_galicia"),
    ("war_status", "blockade"),
    ("war_status", "cp_mandated_offensive_missed"),
    ("war_status", "ap_mandated_offensive_missed"),
    ("war_status", "jerusalem_by_christmas_met"),
    ("war_status", "jerusalem_by_christmas_failed"),
    ("armistice", "cp_oil_field"),
    ("armistice", "ap_oil_field"),
    ("armistice", "jihad_8_or_more"),
    ("armistice", "jihad_3_or_less"),
    ("armistice", "turks_next_to_suez_canal"),
    ("armistice", "turks_in_india"),
    ("armistice", "cp_in_cairo"),
    ("armistice", "ap_on_gallipoli"),
    ("armistice", "ap_in_constantinople"),
    ("armistice", "bid"),
)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A line of the ledger, besides the VP marker itself.

    Attributes:
        step: `war_status` or `armistice`.
        item: What it is for.
        vp: What it adds to the VPs, in the CP's favour.
        oil_field: The oil field it is about; None for the other items.
    """

    step: str
    item: str
    vp: int
    oil_field: str | None = None


@dataclass(frozen=True, slots=True)
class VictoryAnswer:
    """What the law says of how the game would end (chapters 5, 16.2 and 16.5).

    Attributes:
        ledger: The lines that add something, in the order of the page; oil fields by their ids.
        owed: The mandated offensives that cost their side a VP, each `(side, offensive)`.
        railroad_open: CP railroads join Constantinople and Galicia (16.5.2-2).
        after_war_status: The VPs after step 1 of the War Status Phase.
        cp_automatic_victory: Where the CP Automatic Victory marker lies when it is compared; None
            if it is not in play.
        automatic: The side that wins outright, if one does.
        armistice_due: This turn ends in an armistice unless somebody wins outright.
        ends: `automatic` or `armistice`; None if the game goes on after this turn.
        final: The VPs that decide.
        level: The level of victory, such as `cp_marginal`.
        winner: `ap` or `cp`.
        points: The tournament points, 1 to 3.
    """

    ledger: Sequence[LedgerLine]
    owed: Sequence[tuple[str, str]]
    railroad_open: bool
    after_war_status: int
    cp_automatic_victory: int | None
    automatic: str | None
    armistice_due: bool
    ends: str | None
    final: int
    level: str
    winner: str
    points: int


def ask_victory(position: _core.PursuitPosition) -> VictoryAnswer:
    """Ask the law how the game would end if it ended now.

    Raises:
        LawError: The law is at fault.
    """
    law = _law(position.tables)
    found: dict[str, list[list[clingo.Symbol]]] = {}
    for symbol in law.solve(f"{position.facts()}\n{position.victory_facts()}"):
        found.setdefault(symbol.name, []).append(symbol.arguments)

    def optional(name: str) -> clingo.Symbol | None:
        answers = found.get(name, [])
        if len(answers) > 1:
            raise LawError(f"the law has several answers: {name}")
        return answers[0][0] if answers else None

    def single(name: str) -> clingo.Symbol:
        answer = optional(name)
        if answer is None:
            raise LawError(f"the law has no answer: {name}")
        return answer

    level = optional("automatic_level")
    automatic, ends = optional("automatic"), optional("ends")
    return VictoryAnswer(
        ledger=sorted((_line(*line) for line in found.get("ledger", [])), key=_place),
        owed=sorted((side.name, offensive.name) for side, offensive in found.get("owed", [])),
        railroad_open="railroad_open" in found,
        after_war_status=single("after_war_status").number,
        cp_automatic_victory=None if level is None else level.number,
        automatic=None if automatic is None else automatic.name,
        armistice_due="armistice_due" in found,
        ends=None if ends is None else ends.name,
        final=single("final").number,
        level=single("level").name,
        winner=single("winner").name,
        points=single("points").number,
    )


def _line(
    step: clingo.Symbol, item: clingo.Symbol, subject: clingo.Symbol, vp: clingo.Symbol
) -> LedgerLine:
    return LedgerLine(
        step.name, item.name, vp.number, None if subject.name == "all" else subject.name
    )


def _place(line: LedgerLine) -> tuple[int, str]:
    return ITEMS.index((line.step, line.item)), line.oil_field or ""


@lru_cache(maxsize=8)
def _law(tables: _core.PursuitTables) -> Law:
    return Law(programs_of(NAME, _VICTORY), tables.static_facts())
