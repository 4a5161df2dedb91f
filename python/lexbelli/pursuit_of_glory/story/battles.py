"""A battle in one sentence, when it is over."""

from collections.abc import Mapping
from typing import Any

from lexbelli.moves import Change
from lexbelli.pursuit_of_glory.story.names import Names, parsed
from lexbelli.pursuit_of_glory.story.units import for_good
from lexbelli.story.sentences import Brief, Scene, Sentence

__all__ = ["Battles"]


class Battles:
    """Remembers what came of the battle under way, from step to step.

    Args:
        names: The printed names.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._about: tuple[str, str] | None = None
        self._battle: Mapping[str, Any] = {}
        self._fallen: dict[str, None] = {}
        self._steps: dict[str, int] = {}
        self._retreated: dict[str, None] = {}

    def follow(self, scene: Scene, before: Mapping[str, Any], after: Mapping[str, Any]) -> Any:
        """Take a step; return the sentence that closes a battle, or None."""
        was, now = _place(before), _place(after)
        if was is None and now is None:
            return None
        if was is None or self._about is None:
            self._begin(scene, now or was or "", before if was else after)
        if was is not None:
            self._take(scene, before)
        battle_after = after.get("battle", {})
        if now is not None and "attackers" in battle_after and now == was:
            self._battle = {**self._battle, **battle_after}
        if was is None or (now == was and scene.change("battle place") is None):
            return None
        found = self._closed(scene)
        self._about = None
        if now is not None:
            self._begin(scene, now, after)
        return found

    def _begin(self, scene: Scene, place: str, document: Mapping[str, Any]) -> None:
        self._about = (scene.before.core.active, place)
        if scene.before.core.target is not None:
            self._about = (scene.before.core.attacker, place)
        elif scene.after.core.target is not None:
            self._about = (scene.after.core.attacker, place)
        self._battle = dict(document.get("battle", {}))
        self._fallen, self._steps, self._retreated = {}, {}, {}

    def _take(self, scene: Scene, before: Mapping[str, Any]) -> None:
        self._battle = {**self._battle, **before.get("battle", {})}
        for key in ("attacker", "defender"):
            change = scene.change(f"battle loss_numbers {key}")
            if change is not None and change.after.lstrip("-").isdecimal():
                numbers = {**self._battle.get("loss_numbers", {}), key: change.after}
                self._battle = {**self._battle, "loss_numbers": numbers}
        for change in scene.changes:
            if self._names.is_unit(change.what):
                self._unit(scene, change)

    def _unit(self, scene: Scene, change: Change) -> None:
        (was, was_reduced), (now, reduced) = parsed(change.before), parsed(change.after)
        if now is None or now.endswith("eliminated") or for_good(now):
            self._fallen[change.what] = None
        elif was == now and reduced and not was_reduced:
            self._steps[change.what] = 1
        elif scene.asked.kind == "retreat" and was != now:
            self._retreated[change.what] = None

    def _closed(self, scene: Scene) -> Sentence:
        names, battle = self._names, self._battle
        attacker, place = self._about or ("", "")
        attacker = attacker.upper()
        defender = {"AP": "CP", "CP": "AP"}.get(attacker, "")
        numbers = battle.get("loss_numbers", {})
        forces = [
            f"{names.units(battle.get(key, ())) or 'nobody'}" for key in ("attackers", "defenders")
        ]
        parts = [f"{names.place(place)}, {attacker} ({forces[0]}) against {forces[1]}"]
        if numbers:
            told = [
                f"{side} {numbers[key]}"
                for key, side in (("attacker", attacker), ("defender", defender))
                if key in numbers
            ]
            parts.append(f"loss numbers {', '.join(told)}")
        else:
            parts.append("no dice")
        result = _result(numbers, attacker, defender)
        parts += [result] if result else []
        steps = [unit for unit in self._steps if unit not in self._fallen]
        parts += [f"{names.units(steps)} reduced"] if steps else []
        parts += [f"{names.units(self._fallen)} fell"] if self._fallen else []
        parts += [f"{names.units(self._retreated)} retreated"] if self._retreated else []
        change = scene.change(f"control of {place}")
        if change is not None and change.after != "neutral":
            parts.append(f"the {change.after.upper()} takes it")
        told_all = ", ".join(parts)
        brief = (Brief("battles", told_all),)
        note = place if numbers else None
        return Sentence(f"The battle is over: {told_all}.", (), (), brief, note)


def _place(document: Mapping[str, Any]) -> str | None:
    found: str | None = document.get("battle", {}).get("place")
    return found


def _result(numbers: Mapping[str, Any], attacker: str, defender: str) -> str:
    """Say who won: the side with the higher loss number (9.5.4.2)."""
    if {"attacker", "defender"} - numbers.keys():
        return ""
    one, other = int(numbers["attacker"]), int(numbers["defender"])
    if one == other:
        return "drawn"
    return f"won by the {attacker if one > other else defender}"
