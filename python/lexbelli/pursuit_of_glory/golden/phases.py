"""Recorded phases of a turn: the position before, choices and dice, and what came of them.

Records of type `phase` are read for the phases in which the rules leave least to the players:
mandated offensives, attrition, sieges, revolution, war status. Of units that are alike it counts
only where they stand, not which they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.golden.notation import OFFENSIVES, SIDES, Spaces
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion, named
from lexbelli.pursuit_of_glory.golden.turns import of_turns, owed
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["PHASES", "Phase", "read"]

# The phases of a record -> ours.
PHASES: Final[Mapping[str, str]] = {
    "mandated_offensives": "mandated_offensive",
    "attrition": "attrition",
    "siege": "siege",
    "revolution": "revolution",
    "war_status": "war_status",
}
_STAGE: Final = "stage"
# Parts of names of units that are alike.
_ALIKE: Final = "ge_div_"
_MOST_ANSWERS: Final = 200


@dataclass(frozen=True, slots=True)
class Phase:
    """A recorded phase.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        phase: The phase, in our words.
        choices: What was chosen, in the record's words: side, action, and what of.
        dice: The dice that fell, in their order.
        placed: Where every unit stood afterwards.
        before: Where every unit stood before.
        ends: By what is asked, and of which unit or space, the recorded answer in our words.
    """

    id: str
    position: _core.PursuitPosition
    phase: str
    choices: Sequence[Sequence[str]]
    dice: Sequence[int]
    placed: Mapping[str, str]
    before: Mapping[str, str]
    ends: Mapping[tuple[str, str], str]

    def questions(self) -> Iterator[RecordedQuestion]:
        """Give every question of the record."""
        yield from _questions(self)


def read(raw: Mapping[str, Any], content: dict[str, Any], spaces: Spaces) -> Phase:
    """Read a record of a phase."""
    told = content | of_turns(raw) | {"phase": PHASES[raw["phase"]]}
    if raw["phase"] == "mandated_offensives":
        told["mandated"] = {}
    # No round is under way, and nobody acts.
    del told["round"], told["active"]
    return Phase(
        id=str(raw["id"]),
        position=spaces.position(told),
        phase=PHASES[raw["phase"]],
        choices=raw["choices"],
        dice=raw["dice"],
        placed=raw["after"]["pieces"],
        before=raw["pieces"],
        ends=dict(_recorded(raw)),
    )


def _recorded(raw: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], str]]:
    after = raw["after"]
    match raw["phase"]:
        case "mandated_offensives":
            for side in SIDES:
                orders = owed({"mo": after["mo"], "more": after["more"]}, side)
                yield ("offensives", side), named(order["offensive"] for order in orders)
        case "siege":
            for roll in raw.get("rolls", ()):
                fallen = roll["space"] in after["forts_destroyed"]
                yield ("siege", roll["space"]), _fallen(fallen)
        case "attrition":
            for unit, place in raw["pieces"].items():
                if _is_lost(raw, unit, place):
                    yield ("attrition", unit), "lost"
            for space, side in raw["control"].items():
                if after["control"][space] != side:
                    yield ("control", space), "turns"
        case "war_status":
            yield ("points", "vp"), f"{after['vp'] - raw['vp']:+}"
            for side in SIDES:
                yield ("commitment", side), str(after["war_status"][f"commit_{side}"])
        case _:
            yield (_STAGE, "revolution"), str(after["ru_revolution"])
            yield ("points", "jihad"), f"{after['jihad'] - raw['jihad']:+}"
            yield ("revolts", "all"), named(after["more"].get("revolts", ()))
            moved = {
                unit: place
                for unit, place in after["pieces"].items()
                if unit in raw["pieces"]
                and raw["pieces"][unit] != place
                and not _is_tribal(place)
                and not _is_tribal(raw["pieces"][unit])
            }
            yield from _ends(raw["pieces"], after["pieces"], moved)


def _ends(
    before: Mapping[str, str], after: Mapping[str, str], moved: Mapping[str, str]
) -> Iterator[tuple[tuple[str, str], str]]:
    """Where units came to; of those that are alike how many of them where."""
    for unit, place in moved.items():
        if not unit.startswith(_ALIKE):
            yield ("ends", unit), place
    if any(unit.startswith(_ALIKE) for unit in moved):
        places = sorted(after[unit] for unit in before if unit.startswith(_ALIKE))
        yield ("ends", f"{_ALIKE}x"), ", ".join(places)


def _is_tribal(place: str) -> bool:
    return place.startswith("tribal_key")


def _is_lost(raw: Mapping[str, Any], unit: str, place: str) -> bool:
    """Is a unit lost by attrition? Who goes and comes in Galicia is asked by a die of its own."""
    end = raw["after"]["pieces"].get(unit, place)
    return place not in (end, "galicia") and end.endswith("_eliminated")


def _fallen(fallen: bool) -> str:
    return "surrenders" if fallen else "holds"


def _outcome(record: Phase) -> dict[tuple[str, str], str]:
    """Play the phase with its choices and dice, and say of all that is asked what comes of it."""
    start = Position(record.position)
    if record.phase == "attrition":
        found = start.attrition()
        lost = {("attrition", loss.unit): "lost" for loss in found.lost}
        turned = {("control", turn.space): "turns" for turn in found.turned}
        asked = dict.fromkeys(record.ends, "stays")
        return {**asked, **lost, **turned}
    end = _played(record, Position(record.position.at_next_decision()))
    told = end.setup()
    ends: dict[tuple[str, str], str] = {}
    for what, which in record.ends:
        match what:
            case "offensives":
                orders = told.get("mandated", {}).get(which, ())
                answer = named(order["offensive"] for order in orders)
            case "siege":
                answer = _fallen(which in told.get("forts_destroyed", ()))
            case "points":
                answer = f"{told['tracks'][which] - start.setup()['tracks'][which]:+}"
            case "commitment":
                answer = str(told["commitment"][which])
            case "stage":
                answer = str(told["revolution"][_STAGE])
            case "revolts":
                answer = named(told.get("revolts", ()))
            case _:
                continue
        ends[what, which] = answer
    if record.phase == "revolution":
        after = {unit: end.units.get(unit, "nowhere") for unit in record.before}
        asked_of = {which for what, which in record.ends if what == "ends"}
        alike = f"{_ALIKE}x" in asked_of
        moved = {
            unit: place
            for unit, place in after.items()
            if (unit in asked_of or place != record.before[unit])
            and not _is_tribal(record.before[unit])
            and not _is_tribal(place)
            and (alike or not unit.startswith(_ALIKE))
            # The War Status Phase that follows at once may take a country's units away.
            and not place.endswith(("nowhere", "_from_game"))
        }
        ends.update(_ends(record.before, after, moved))
    return ends


def _played(record: Phase, position: Position) -> Position:
    """The position when the phase is over, as far as it goes."""
    dice = list(record.dice)
    chosen = [choice for choice in record.choices if len(choice) > 1]
    for _ in range(_MOST_ANSWERS):
        asked = position.decision
        if position.phase != record.phase:
            break
        if asked.kind == "chance":
            falls = len(asked.outcomes) > 1 or (asked.outcomes and dice)
            position = position.play(None, dice.pop(0)) if falls else position.play()
            continue
        answer = _answer(record, position, chosen)
        if answer is None:
            break
        position = position.play(answer)
    return position


def _answer(record: Phase, position: Position, chosen: list[Sequence[str]]) -> str | None:
    """The recorded answer to what is asked, in our words; None if there is none."""
    asked = position.decision
    entry = position.core.decision()
    match asked.kind:
        case "tribes":
            told = {f"place {unit} {record.placed.get(unit)}" for unit in entry["places"]}
            return next(iter(sorted(told.intersection(asked.choices))), asked.choices[0])
        case "dismissal":
            gone = [unit for unit in entry["units"] if _is_tribal(record.placed.get(unit, ""))]
            others = [unit for unit in entry["units"] if unit not in gone]
            return "; ".join(f"dismiss {unit}" for unit in [*gone, *others][: entry["number"]])
        case "revolt":
            for choice in chosen:
                if choice[1].startswith("rebel_"):
                    chosen.remove(choice)
                    return f"revolt {choice[1].removeprefix('rebel_')}"
            return "pass"
        case "offensive":
            name = chosen.pop(0)[1].removeprefix("choose_enver_")
            return f"mandate {OFFENSIVES[name]}"
        case "keep":
            named = [choice[2] for choice in chosen if tuple(choice[:2]) == ("ap", "piece")]
            return next((f"keep {unit}" for unit in named if unit in entry["units"]), None)
        case "newcomers":
            ends = {unit: record.placed.get(unit, "") for unit in entry["units"]}
            orders = [f"enter {unit} {end}" for unit, end in ends.items() if _enters(end)]
            return "; ".join(orders) or "pass"
    return None


def _enters(place: str) -> bool:
    return bool(place) and not place.endswith(("_eliminated", "_game"))


# What is asked of a phase -> the rule that settles it.
_OF_PHASES: Final = {
    "offensives": "7.1",
    "siege": "15.3.1",
    "attrition": "14.3.2.1-1",
    "control": "14.3.2.2-1",
    "points": "16.5",
    "commitment": "16.1",
    "stage": "16.4.3",
    "revolts": "16.3.3.4",
    "ends": "16.4.5",
}


def _questions(record: Phase) -> Iterator[RecordedQuestion]:
    ours = _outcome(record)
    for what, which in sorted(record.ends.keys() | ours.keys()):
        yield RecordedQuestion(
            kind="phases",
            unit=which if what in ("attrition", "ends") else None,
            space=which if what in ("siege", "control") else "-",
            about=f"{what} {which}" if what in ("commitment", "offensives", "points") else what,
            theirs=record.ends.get((what, which), "stays"),
            ours=ours.get((what, which), "stays"),
            why=partial(_OF_PHASES.__getitem__, what),
        )
