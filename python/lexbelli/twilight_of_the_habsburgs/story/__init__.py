"""Twilight of the Habsburgs, told in sentences (docs/story.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from lexbelli.chance import roll_text
from lexbelli.story.sentences import Brief, Scene, Sentence, odds_of
from lexbelli.twilight_of_the_habsburgs.battle_odds import RESULTS
from lexbelli.twilight_of_the_habsburgs.position import Position
from lexbelli.twilight_of_the_habsburgs.story import effects, orders
from lexbelli.twilight_of_the_habsburgs.story.names import Names
from lexbelli.twilight_of_the_habsburgs.tables import SIDES

__all__ = ["TwilightTeller", "storyteller"]

_TOPICS: Final[Mapping[str, str]] = {
    "events": "Event",
    "central_operations": "The Central Powers",
    "entente_operations": "The Entente",
    "battles": "Attacks",
    "forts": "Fortresses",
    "places": "Places that score",
    "gone": "Eliminated",
}
# The first words of other outcomes: what they mean, the rule.
_FELL: Final[Mapping[str, tuple[str, str]]] = {
    "success": ("the offensive of {hq} succeeds", "13.9"),
    "failure": ("the offensive of {hq} fails", "13.9"),
    "sunk": ("the submarine sinks the transport", "13.62"),
    "missed": ("the submarine misses", "13.62"),
    "broken": ("the submarine is out of play", "13.62"),
    "armistice": ("the armistice is made", "16.7"),
    "war": ("the war goes on", "16.7"),
}


class TwilightTeller:
    """Tells games of Twilight of the Habsburgs; see `lexbelli.story.Teller`.

    Args:
        position: A position of the game.
        ids: Whether names of units are followed by ids.
    """

    topics = _TOPICS

    def __init__(self, position: Position, ids: bool) -> None:
        self._names = Names(position.core.tables, ids)

    @property
    def called(self) -> Mapping[str, str]:
        """The printed names: id -> name."""
        return self._names.called

    def heading(self, position: Position) -> str:
        """Return the turn."""
        return f"Turn {position.turn}" if position.turn else "Before the first turn"

    def phase(self, position: Position) -> str:
        """Return whose player turn it is, the impulse and its segment."""
        told = []
        for frame in position.setup().get("agenda", ()):
            match frame["frame"]:
                case "player_turn":
                    side = self._names.side(frame["side"])
                    told.append(f"Player turn of {side}")
                case "impulse":
                    told.append("first impulse" if frame["number"] == 1 else "second impulse")
                case "attack":
                    told.append(f"attack on {self._names.place(frame['hex'])}")
                case "turn" | "losses" | "retreat" | "submarine" | "scouting" | "excess":
                    pass
                case word:
                    told.append(str(word).replace("_", " "))
        text = ", ".join(told)
        return text[:1].upper() + text[1:]

    def told(self, scene: Scene) -> Iterator[Sentence]:
        """Say what was done, and everything that followed."""
        found = [self._fell(scene)] if scene.fell else list(orders.answered(self._names, scene))
        recorded = effects.records(scene.changes)
        found[0] = replace(found[0], changes=tuple(dict.fromkeys([*found[0].changes, *recorded])))
        claimed = {change for sentence in found for change in sentence.changes}
        left = [each for each in scene.changes if each not in claimed]
        yield from found
        yield from sorted(effects.effects(self._names, scene, left), key=_turn_last)

    def _fell(self, scene: Scene) -> Sentence:
        answer = str(scene.entry.answer)
        word, _, rest = answer.partition(" ")
        roll = scene.entry.roll
        number = 1 if not isinstance(roll, tuple) else len(roll)
        shows = "A die shows" if number == 1 else "Dice show"
        thrown = "" if roll is None else f"{shows} {roll_text(roll)}: "
        odds = odds_of(scene.asked, answer)
        chance = "" if odds is None else f", a chance of {odds.numerator} in {odds.denominator}"
        frame = self._frame(scene.before)
        brief: tuple[Brief, ...] = ()
        place = None
        if word in RESULTS:
            rule, told = RESULTS[word]
            place = str(frame.get("hex", ""))
            where = self._names.place(place)
            meaning = f"the attack on {where} ends with {word.upper()}, {told}"
            brief = (self._attack(scene, place, word, told),)
        elif word == "steps":
            side = self._names.side(str(frame.get("side", "")))
            meaning, rule = f"{side} lose {orders.steps(int(rest))} before play", "14.7"
        elif word == "event":
            _, title = scene.before.core.tables.event(int(rest)) or ("", rest)
            meaning, rule = f"the event of the turn is {title} ({rest})", "5.0-1"
            brief = (Brief("events", title),)
        else:
            told, rule = _FELL.get(word, (answer, ""))
            meaning = told.format(hq=self._names.unit(str(frame.get("hq", ""))))
        text = f"{thrown}{meaning}{chance}."
        changes = scene.beginning("event") if word == "event" else ()
        # A picture is drawn where somebody fell or went.
        moved = [each for each in scene.changes if self._names.is_unit(each.what)]
        note = place if place and (moved or scene.beginning("fallen", "reduced")) else None
        rules = (rule,) if rule else ()
        return Sentence(text[0].upper() + text[1:], rules, changes, brief, note)

    def _frame(self, position: Position) -> Mapping[str, Any]:
        """Return what is under way that a die falls for, with the hex of its attack."""
        agenda = position.setup().get("agenda", [])
        found: dict[str, Any] = {}
        for frame in agenda:
            found |= frame
        return found

    def _attack(self, scene: Scene, place: str, word: str, told: str) -> Brief:
        """Say an attack and its result in brief."""
        names, position = self._names, scene.before
        engaged = position.setup().get("engaged", ())
        acting = self._frame(position).get("side", "")
        attackers = [unit for unit in engaged if position.side_of(unit) == acting]
        defenders = [unit for unit in engaged if position.side_of(unit) != acting]
        against = f" against {names.units(defenders)}" if defenders else ""
        text = f"{names.place(place)}, {names.units(attackers)}{against}, {word.upper()} ({told})"
        return Brief("battles", text)

    def balance(self, first: Position, last: Position) -> Iterator[str]:
        """Say how the game would end, before and after."""
        was, now = first.victory(), last.victory()
        told = [
            f"{self._names.side(side)} {was.points(side)} -> {now.points(side)}" for side in SIDES
        ]
        yield f"Victory points: {'; '.join(told)}."

    def ending(self, position: Position) -> Iterator[Sentence]:
        """Say who has won and why, if the game is over (13.7, 14.9)."""
        if position.decision.kind != "over":
            return
        found = position.victory()
        for line in found.ledger:
            what = {"steps": "steps of the foe", "headquarters": "headquarters of the foe"}
            about = what.get(line.item, self._names.any(str(line.about)))
            side = self._names.side(line.side)
            text = f"{side[0].upper()}{side[1:]}, for {about}: {line.points} VP."
            yield Sentence(text, (line.rule,))
        yield Sentence(f"The game is over. {found.text}", (found.rule,))


def _turn_last(sentence: Sentence) -> bool:
    return any(change.what == "turn" for change in sentence.changes)


def storyteller(position: Position, ids: bool) -> TwilightTeller:
    """Return who tells games of Twilight of the Habsburgs.

    Args:
        position: A position of the game.
        ids: Whether names of units are followed by ids.
    """
    return TwilightTeller(position, ids)
