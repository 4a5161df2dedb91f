"""Pursuit of Glory, told in sentences (docs/story.md)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from lexbelli.moves import Change
from lexbelli.pursuit_of_glory.position import Position
from lexbelli.pursuit_of_glory.story import dice, effects, orders
from lexbelli.pursuit_of_glory.story.battles import Battles
from lexbelli.pursuit_of_glory.story.names import PHASES, Names
from lexbelli.pursuit_of_glory.tables import season
from lexbelli.story.sentences import Scene, Sentence

__all__ = ["PursuitTeller", "storyteller"]

_TOPICS: Final[Mapping[str, str]] = {
    "ap_cards": "AP cards",
    "cp_cards": "CP cards",
    "ap_operations": "AP operations",
    "cp_operations": "CP operations",
    "battles": "Battles",
    "sieges": "Forts",
    "places": "VP spaces",
    "events": "Turning points",
    "gone": "Lost for good",
}
_BALANCE: Final = {
    "vp": "VP",
    "jihad": "Jihad level",
    "ru_vp": "Russian VPs",
    "combined_war_status": "Combined War Status",
}


class PursuitTeller:
    """Tells games of Pursuit of Glory; see `lexbelli.story.Teller`.

    Args:
        position: A position of the game.
        ids: Whether names are followed by ids.
    """

    topics = _TOPICS

    def __init__(self, position: Position, ids: bool) -> None:
        self._names = Names(position.core.tables, ids)
        self._battles = Battles(self._names)
        self._last: tuple[Position, Mapping[str, Any]] | None = None

    @property
    def called(self) -> Mapping[str, str]:
        """The printed names: id -> name."""
        return self._names.called

    def heading(self, position: Position) -> str:
        """Return the turn and its season."""
        return f"Turn {position.turn} ({season(position.turn)})"

    def phase(self, position: Position) -> str:
        """Return the round and its battle, or the phase."""
        if position.core.phase != "action":
            return PHASES.get(position.phase, (position.phase.replace("_", " "), ""))[0]
        target = position.core.target
        battle = "" if target is None else f", battle at {self._names.place(target)}"
        return f"Action round {position.round}{battle}"

    def told(self, scene: Scene) -> Iterator[Sentence]:
        """Say what was done, and everything that followed."""
        before, after = self._documents(scene)
        if scene.fell:
            found = list(dice.fallen(self._names, scene, before))
        else:
            found = list(orders.answered(self._names, scene, after))
        if found:
            # What only records what is said here is told by it.
            first = found[0]
            recorded = effects.records(scene.changes)
            found[0] = replace(first, changes=tuple(dict.fromkeys([*first.changes, *recorded])))
        found += self._ledger(scene)
        claimed = {change for sentence in found for change in sentence.changes}
        left: Sequence[Change] = [each for each in scene.changes if each not in claimed]
        found += sorted(effects.effects(self._names, scene, left), key=_last_of_all)
        closed = self._battles.follow(scene, before, after)
        if closed is not None:
            found.insert(_end_of_effects(found), closed)
        yield from found

    def _documents(self, scene: Scene) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        kept = self._last
        before = kept[1] if kept is not None and kept[0] is scene.before else None
        after = effects.document(scene.after)
        self._last = (scene.after, after)
        return effects.document(scene.before) if before is None else before, after

    def _ledger(self, scene: Scene) -> Iterator[Sentence]:
        """Say what the War Status Phase reckoned, line by line (6.0.F)."""
        if not (scene.fell or scene.side) or scene.change("phase") is None:
            return
        was, now = scene.before.phase, scene.after.phase
        order = list(PHASES)
        due = order.index("war_status")
        if was not in order or now not in order or order.index(was) > due:
            return
        if order.index(now) <= due and scene.before.turn == scene.after.turn:
            return
        # What went before it in the same step may have changed the ledger; then it is not told.
        moved = [change for change in scene.changes if self._names.is_unit(change.what)]
        if moved or scene.beginning("control of"):
            return
        lines = [line for line in scene.before.victory().ledger if line.step == "war_status"]
        if scene.change("tracks vp") is None:
            return
        for line in lines:
            yield Sentence(f"{line.text.rstrip('.')}: {line.vp:+} VP.", (line.rule,))

    def balance(self, first: Position, last: Position) -> Iterator[str]:
        """Say the tracks before and after."""
        was, now = (effects.document(each).get("tracks", {}) for each in (first, last))
        told = [
            f"{name} {was.get(key, 0)} -> {now.get(key, 0)}"
            for key, name in _BALANCE.items()
            if key == "vp" or was.get(key, 0) != now.get(key, 0)
        ]
        yield f"{'; '.join(told)}."

    def ending(self, position: Position) -> Iterator[Sentence]:
        """Say who has won and why, if the game is over (5.2)."""
        if position.decision.kind != "over":
            return
        found = position.victory()
        for line in found.ledger:
            sign = f"{line.vp}" if line.step == "track" else f"{line.vp:+}"
            yield Sentence(f"{line.text.rstrip('.')}: {sign} VP.", (line.rule,))
        yield Sentence(f"The game is over. {found.text}", (found.rule,))


def _last_of_all(sentence: Sentence) -> int:
    """Sort what begins after a step to its end: turn, phase, round."""
    begins = {"turn": 1, "phase": 2, "round": 3}
    found = [begins[change.what] for change in sentence.changes if change.what in begins]
    return min(found, default=0)


def _end_of_effects(found: Sequence[Sentence]) -> int:
    return next((at for at, each in enumerate(found) if at and _last_of_all(each)), len(found))


def storyteller(position: Position, ids: bool) -> PursuitTeller:
    """Return who tells games of Pursuit of Glory.

    Args:
        position: A position of the game.
        ids: Whether names are followed by ids.
    """
    return PursuitTeller(position, ids)
