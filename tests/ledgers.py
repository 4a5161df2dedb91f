"""What core and law say of how a position would end, in the words of the rulings."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from lexbelli import pursuit_of_glory as pog

_SAME: Final = ("after_war_status", "final", "level", "winner", "points", "armistice_due")
_LISTS: Final = ("lines", "with", "not_lines", "by_vp")

# What each line adds; an oil field is a line of its own. The bid is what was bid.
_VP: Final[Mapping[str, int]] = {
    "turks_in_galicia": 1,
    "blockade": -1,
    "cp_mandated_offensive_missed": -1,
    "ap_mandated_offensive_missed": 1,
    "jerusalem_by_christmas_met": -1,
    "jerusalem_by_christmas_failed": 1,
    "cp_oil_field": 1,
    "ap_oil_field": -1,
    "jihad_8_or_more": 1,
    "jihad_3_or_less": -1,
    "turks_next_to_suez_canal": 1,
    "turks_in_india": 1,
    "cp_in_cairo": 1,
    "ap_on_gallipoli": -1,
    "ap_in_constantinople": -1,
}


def ledger_by_core(position: pog.Position) -> Mapping[str, Any]:
    found = position.victory()
    lines = {_named(line.item, line.subjects) for line in found.ledger[1:]}
    assert all(line.vp == _VP.get(line.item, line.vp) for line in found.ledger)
    return {
        **{key: getattr(found, key) for key in _SAME},
        "ends": found.ends or "no",
        "marker": found.cp_automatic_victory,
        "lines": lines,
    }


def ledger_by_law(position: pog.Position) -> Mapping[str, Any]:
    found = position.law_victory()
    assert all(line.vp == _VP.get(line.item, line.vp) for line in found.ledger)
    return {
        **{key: getattr(found, key) for key in _SAME},
        "ends": found.ends or "no",
        "marker": found.cp_automatic_victory,
        "lines": {_named(line.item, [line.oil_field]) for line in found.ledger},
        "owed": [f"{side} {offensive}" for side, offensive in found.owed],
        "railroad_open": found.railroad_open,
    }


def _named(item: str, subjects: Sequence[str | None]) -> str:
    return f"{item} {subjects[0]}" if item.endswith("oil_field") else item


# Whoever answers: position -> the keys of test_phases.py, and all lines.
LEDGER_BY: Final[Mapping[str, Callable[[pog.Position], Mapping[str, Any]]]] = {
    "core": ledger_by_core,
    "law": ledger_by_law,
}


def differences(by: str, position: pog.Position, expect: Mapping[str, Any]) -> list[str]:
    """Say what is not as a ruling expects it; a key the answerer does not know is passed over."""
    found = LEDGER_BY[by](position)
    lines = found["lines"]
    wrong = [f"no line {line}" for line in {*expect.get("with", [])} - lines]
    wrong += [f"line {line}" for line in {*expect.get("not_lines", [])} & lines]
    if "lines" in expect and lines != {*expect["lines"]}:
        wrong.append(f"lines {sorted(lines)}")
    for vp, wanted in expect.get("by_vp", {}).items():
        other = LEDGER_BY[by](_with_vp(position, int(vp)))
        if [other["level"], other["points"]] != wanted:
            wrong.append(f"at {vp} VPs {other['level']}, {other['points']} points")
    for key in expect.keys() - {*_LISTS}:
        if key in found and found[key] != expect[key]:
            wrong.append(f"{key}: {found[key]} instead of {expect[key]}")
    unknown = expect.keys() - {*_LISTS} - LEDGER_BY["law"](position).keys()
    assert not unknown, f"unknown keys {unknown}"
    return wrong


def _with_vp(position: pog.Position, vp: int) -> pog.Position:
    tracks = {**position.setup()["tracks"], "vp": vp}
    return position.with_change(setup={"tracks": tracks})
