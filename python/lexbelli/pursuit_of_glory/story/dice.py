"""What fell, in sentences: dice with what they mean, cards that are drawn."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from lexbelli.chance import roll_text
from lexbelli.moves import Change
from lexbelli.pursuit_of_glory.moves import PROCEED
from lexbelli.pursuit_of_glory.story.names import PHASES, Names
from lexbelli.story.sentences import Scene, Sentence, odds_of

__all__ = ["fallen"]

# The first word of an outcome -> what it means, of what is named, and the rule.
_MEANINGS: Final[Mapping[str, tuple[str, str]]] = {
    "built": ("the trench at {} is built", "11.3.1"),
    "failed": ("no trench is built at {}", "11.3.1"),
    "spared": ("the weather spares those who attack from {}", "12.5.1"),
    "struck": ("severe weather strikes those who attack from {}", "12.5.1"),
    "held": ("the flank attempt at {} fails", "12.4.3"),
    "flanked": ("the flank attempt at {} succeeds", "12.4.3"),
    "passed": ("{} goes to the other player", "9.5.4.3"),
    "spent": ("{} is spent", "9.5.4.3"),
    "loses": ("{} loses a step in Galicia", "18.5.a"),
    "stands": ("{} stands in Galicia", "18.5.a"),
    "surrenders": ("the besieged fort of {} surrenders", "15.3.1"),
    "holds": ("the besieged fort of {} holds", "15.3.1"),
    "revolts": ("{} revolts", "16.3.3"),
    "obeys": ("{} does not revolt", "16.3.3"),
    "deserts": ("{} leaves in the Mutiny", "16.3.3.5.in-1"),
    "serves": ("{} serves on in the Mutiny", "16.3.3.5.in-1"),
    "wrecked": ("the fort of {} is destroyed by fire from the sea", "18.11"),
    "unhurt": ("the fort of {} withstands the fire from the sea", "18.11"),
}


def fallen(names: Names, scene: Scene, before: Any) -> Iterator[Sentence]:
    """Say what fell, and what it means.

    Args:
        names: The printed names.
        scene: What happened.
        before: The document before, in short.
    """
    answer = str(scene.entry.answer)
    word, *named = answer.split()
    if word == PROCEED:
        phase, rule = PHASES.get(str(before.get("phase", "action")), ("The phase", ""))
        name = phase if phase.startswith("The ") else f"The {phase}"
        yield Sentence(f"{name} is carried out.", (rule,) if rule else ())
        return
    if word == "draws":
        yield _drawn(names, scene, named[0])
        return
    if word == "looks":
        yield _looked_at(names, scene, named[0])
        return
    meaning, rule = _meaning(names, scene, word, named)
    roll = scene.entry.roll
    thrown = "" if roll is None else f"A die shows {roll_text(roll)}: "
    odds = odds_of(scene.asked, answer)
    chance = "" if odds is None else f", a chance of {odds.numerator} in {odds.denominator}"
    text = f"{thrown}{meaning}{chance}."
    told = _told(scene, word, named)
    yield Sentence(text[0].upper() + text[1:], (rule,) if rule else (), told)


def _told(scene: Scene, word: str, named: list[str]) -> tuple[Change, ...]:
    """Return the differences that what fell says itself."""
    if word in ("surrenders", "wrecked"):
        return tuple(each for each in scene.beginning("forts destroyed") if each.after == named[0])
    if word == "mandates":
        side, offensive = named
        new = f"offensive {offensive}, met no"
        return tuple(each for each in scene.beginning(f"mandated {side}") if each.after == new)
    return ()


def _drawn(names: Names, scene: Scene, drawn: str) -> Sentence:
    """Say who draws, and which card if it is known."""
    side = drawn.partition("_")[0]
    changes = tuple(
        each
        for each in scene.beginning(f"cards {side}")
        if {each.before, each.after} == {drawn, "-"} or "_" not in drawn
    )
    what = names.card(drawn) if "_" in drawn else "a card"
    return Sentence(f"The {side.upper()} draws {what}.", ("6.0.H.2",), changes)


def _looked_at(names: Names, scene: Scene, card: str) -> Sentence:
    """Say which card of the other hand is drawn, looked at and given back."""
    hand = card.partition("_")[0]
    looks = "cp" if hand == "ap" else "ap"
    shown = scene.beginning("cards shown")
    piles = [each for each in scene.beginning(f"cards {hand}") if card in each.after.split()]
    text = f"The {looks.upper()} draws {names.card(card)} of the {hand.upper()} hand, looks at it"
    return Sentence(f"{text} and gives it back.", ("9.5.1.a",), (*shown, *piles))


def _meaning(names: Names, scene: Scene, word: str, named: list[str]) -> tuple[str, str]:
    match word:
        case "fire":
            side, number = named
            return f"the {side.upper()} fires with the loss number {number}", "12.2.8.c"
        case "factor":
            unit, number = named
            return f"the loss factor of {names.unit(unit)} is {number}", "12.6"
        case "mandates":
            side, offensive = named
            told = names.offensive(offensive)
            return f"the mandated offensive of the {side.upper()} is {told}", "7.1.1-1"
        case "again":
            return f"the {named[0].upper()} rolls again for its mandated offensive", "7.1.2-2"
        case "armistice":
            return f"the armistice is to be made in turn {named[0]}", "5.2.2.1"
        case _ if word in _MEANINGS and named:
            text, rule = _MEANINGS[word]
            about = names.any(named[0])
            if word in ("revolts", "obeys"):
                about = named[0].replace("_", " ").title()
            return text.format(about), rule
        case _:
            return scene.entry.answer or "", ""
