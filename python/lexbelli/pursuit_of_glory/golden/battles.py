"""Recorded battles: their figures, who loses the first step, and where defenders retreat to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.cards import Card
from lexbelli.pursuit_of_glory.golden.answers import Answers
from lexbelli.pursuit_of_glory.golden.courses import Course
from lexbelli.pursuit_of_glory.golden.notation import Spaces
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion, may, named

__all__ = ["Fought", "brings_somebody", "read"]


# What a record calls roles, tables and the order of fire -> what we do.
_ROLES: Final = {"att": "attacker", "def": "defender"}


_TABLES: Final = {"lcu": "heavy", "scu": "light"}


_FIRST: Final = {"both": "together", "att": "attacker_first", "def": "defender_first"}


# The cards of the AP are numbered from 1, those of the CP go on from here.
_CARDS_OF_AP: Final = 55


@dataclass(frozen=True, slots=True)
class Fought:
    """A recorded battle with its figures.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        target: The place attacked.
        attack: The battle as text, without cards; a region's defenders are named.
        cards: The cards played, each with its side.
        asked: By what is asked and of whom the recorded answer, in our words.
        rolls: By whom, the die he rolled, where only its loss number is recorded.
        flanked: Whether a flank attempt succeeded (12.4.3); None if there was none.
        course: The battle after its dice.
        first_losses: By role and loss number the units, or `FORT`, that may lose the first step.
        retreats: By defender where it may retreat to, by a space and alone.
    """

    id: str
    position: _core.PursuitPosition
    target: str
    attack: str
    cards: tuple[tuple[str, str], ...]
    asked: Mapping[tuple[str, str | None], str]
    rolls: Mapping[str, int]
    flanked: bool | None
    course: Course
    first_losses: Mapping[tuple[str, int], frozenset[str]]
    retreats: Mapping[str, frozenset[str]]

    def questions(self) -> Iterator[RecordedQuestion]:
        """Give every question of the record: figures, first losses, retreats."""
        answers = Answers(self.position)
        yield from _battle(self, answers)
        yield from _first_losses(self, answers)
        yield from _retreats(self)


def read(raw: Mapping[str, Any], content: Mapping[str, Any], spaces: Spaces) -> Fought:
    """Read a record of a battle."""
    position = spaces.position({**content, "actions": _actions(raw)})
    battle = raw["combat"]
    target = battle["target"]
    attackers = [entry["unit"] for entry in battle["attackers"]]
    side = position.tables.unit(attackers[0])["side"]
    if attackers[0].startswith("gr_div"):
        side = raw["neutrals"]["greece"]
    sides = {"attacker": side, "defender": "cp" if side == "ap" else "ap"}
    asked: dict[tuple[str, str | None], str] = {
        ("first_fire", None): _FIRST[battle["first_fire"]],
    }
    rolls: dict[str, int] = {}
    for short, role in _ROLES.items():
        fire = battle[short]
        asked["fire_tables", role] = _TABLES[fire["table"]]
        for kind, key in (("strengths", "cf"), ("shifts", "shift"), ("modifiers", "drm")):
            asked[kind, role] = str(int(fire[key]))
        if "loss_number_by_die" in fire:
            asked["loss_numbers", role] = _numbers(fire["loss_number_by_die"])
        elif f"{short}_loss_number" in battle:
            rolls[role] = int(fire["roll"])
            asked["loss_numbers", role] = str(int(battle[f"{short}_loss_number"]))
    if "can_flank" in battle:
        asked["flanks", None] = "may" if battle["can_flank"] else "may not"
    if "fort" in battle:
        asked["forts", None] = str(int(battle["fort"]))
    if spaces.kind[target] != "region":
        asked["defenders", None] = ", ".join(sorted(battle["defenders"])) or "nobody"
    withdraws = "; withdraw" if battle.get("turkish_withdrawal") else ""
    attack = f"attack {target} with {','.join(attackers)}{withdraws}"
    defenders = ",".join(battle["defenders"])
    named = f"{attack}; defend {defenders}" if defenders else attack
    return Fought(
        id=str(raw["id"]),
        position=position,
        target=target,
        attack=named if spaces.kind[target] == "region" else attack,
        cards=tuple(
            (_card(card), sides[role])
            for role, cards in battle.get("cards", {}).items()
            for card in cards
        ),
        asked=asked,
        rolls=rolls,
        flanked=_flanked(battle.get("flank")),
        course=Course(
            position=position,
            side=side,
            target=target,
            attackers=attackers,
            defenders=battle["defenders"],
            region=spaces.kind[target] == "region",
            factors=battle.get("variable_lf", {}),
        ),
        first_losses={
            (role, int(number)): frozenset(units)
            for role in _ROLES.values()
            for number, units in battle.get(f"{role}_first_loss_choices", {}).items()
        },
        retreats={
            unit: frozenset(places["after_priorities"])
            for unit, places in battle.get("retreat_first_step", {}).items()
        },
    )


def _actions(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Write what this action is used for, as far as the record tells."""
    event = _event_of_the_action(raw)
    if event is None:
        return []
    side, card = event
    return [{"round": raw["round"], "side": side, "kind": "event", "card": card}]


def _event_of_the_action(raw: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return whose event this action is, as far as the record tells."""
    played = raw["events_played"]
    # RUSSIAN WINTER OFFENSIVE is told with its action round,
    winter = played.get("russian_winter_offensive")
    now = {"turn": raw["turn"], "action_round": raw["round"]}
    if winter == now:
        return "ap", Card.RUSSIAN_WINTER_OFFENSIVE
    # BULL'S EYE DIRECTIVE as long as its action lasts.
    return (
        ("cp", Card.BULLS_EYE_DIRECTIVE)
        if played.get("bulls_eye_directive") == raw["turn"]
        else None
    )


# What a record may say of a flank attempt -> whether it succeeded.
_FLANKED: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("succeeded", "success", "flanked"), True),
    **dict.fromkeys(("failed", "failure", "held"), False),
}


def _flanked(said: Any) -> bool | None:
    """Read what became of a flank attempt; null is none.

    Raises:
        ValueError: It is neither yes nor no, nor a word for them.
    """
    if isinstance(said, Mapping):
        said = said.get("succeeded")
    if said is None or isinstance(said, bool):
        return said
    if isinstance(said, str) and said in _FLANKED:
        return _FLANKED[said]
    raise ValueError(f"'flank' says neither that an attempt succeeded nor that it failed: {said!r}")


def brings_somebody(raw: Mapping[str, Any]) -> bool:
    """Is it a battle that a unit joined by MARCH AND COUNTERMARCH? No record tells which."""
    cards = raw["combat"].get("cards", {}) if raw["type"] == "combat_played" else {}
    return any(
        _card(card) == Card.MARCH_AND_COUNTERMARCH for those in cards.values() for card in those
    )


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(str(int(number)) for number in numbers)


def _card(card: str) -> str:
    number = int(card.partition(":")[0])
    if number > _CARDS_OF_AP:
        return f"cp_{number - _CARDS_OF_AP:02}"
    return f"ap_{number:02}"


def _battle(record: Fought, answers: Answers) -> Iterator[RecordedQuestion]:
    figures = answers.figures(record.attack, record.cards)

    def ours(kind: str, about: str | None) -> str:
        match kind, about:
            case "first_fire", _:
                return _first_fire(record, figures)
            case "flanks", _:
                return may(figures["may_flank"])
            case "forts", _:
                return str(figures["fort"])
            case "defenders", _:
                defender = figures["defender"]
                units = [*defender["units"], *defender["staff"]]
                return ", ".join(sorted(unit["unit"] for unit in units)) or "nobody"
            case "loss_numbers", str():
                numbers = figures[about]["loss_numbers"]
                if about in record.rolls:
                    return str(numbers[record.rolls[about] - 1])
                return " ".join(map(str, numbers))
        key = {"fire_tables": "table", "strengths": "cf", "shifts": "shift", "modifiers": "drm"}
        return str(figures[str(about)][key[kind]])

    def why(kind: str, about: str | None) -> str:
        if kind == "first_fire":
            line = figures["first_fire_by"]
            if line is None and record.flanked is not None:
                return f"12.4.3: the flank attempt {'succeeded' if record.flanked else 'failed'}"
            return f"{line['rule']}: {line['text']}" if line else "12.2.8.c: nothing else"
        lines = {"strengths": "strength", "shifts": "shifts", "modifiers": "drms"}
        if about is None or kind not in lines:
            return "12.2"
        told = figures[about][lines[kind]]
        said = [f"{line['value']:+} {line['text']} ({line['rule']})" for line in told]
        return "; ".join(said) or "nothing"

    for (kind, about), theirs in record.asked.items():
        yield RecordedQuestion(
            kind=kind,
            unit=None,
            space=record.target,
            about=about,
            theirs=theirs,
            ours=ours(kind, about),
            why=partial(why, kind, about),
        )


def _first_fire(record: Fought, figures: Mapping[str, Any]) -> str:
    """Who fires first: whom a card lets, or else who won the flank attempt (12.4.3)."""
    if figures["first_fire_by"] is not None or record.flanked is None:
        return str(figures["first_fire"])
    return "attacker_first" if record.flanked else "defender_first"


def _first_losses(record: Fought, answers: Answers) -> Iterator[RecordedQuestion]:
    for (role, number), theirs in record.first_losses.items():
        yield RecordedQuestion(
            kind="first_losses",
            unit=None,
            space=record.target,
            about=f"{role}, loss number {number}",
            theirs=named(theirs),
            ours=named(answers.first_losses(record.course, role, number)),
            why=lambda: "12.6.4-1: as much as possible",
        )


def _retreats(record: Fought) -> Iterator[RecordedQuestion]:
    if not record.retreats:
        return
    due = record.course.retreat()
    for unit, theirs in record.retreats.items():
        yield RecordedQuestion(
            kind="retreats",
            unit=unit,
            space=record.target,
            about=None,
            theirs=named(theirs),
            ours=named(due.first_retreats(unit)),
            why=lambda: "12.7.6",
        )
