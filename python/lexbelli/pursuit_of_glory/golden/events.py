"""Recorded events: the position before, the dice, and what came of them.

A record tells everything before and after an event. The choices in between are looked for: of all
answers tried (`event_answers`) those are taken that lead nearest to the recorded end. Of units that
are alike only how many stand where is asked, not which.
"""

import json
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lexbelli import _core
from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory.golden.event_answers import answers, kind_of_unit
from lexbelli.pursuit_of_glory.golden.notation import SIDES, Spaces, document
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion, named
from lexbelli.pursuit_of_glory.golden.turns import LAST_ROUND, with_cards
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["Happened", "read"]

# So many positions are looked at, so many answers to one of them are tried.
_POSITIONS: Final = 250
_TRIED: Final = 25
# What is asked when the event is over.
_OVER: Final = frozenset({"action", "operations", "attack", "over"})
_TRACKS: Final = (
    *("vp", "jihad", "war_status_ap", "war_status_cp", "combined_war_status", "mo_modifier"),
)
_PILES: Final = ("hand", "deck", "discard", "removed", "face_up")
_AWAY: Final = "ap_removed_from_game"
_SAME: Final = "no change"
_PLAYED: Final = ("may be played", "refused")

# What is asked of an answer that the record suggests, and what it says of it.
_ANSWERED: Final = "answer"
_MADE: Final = "made"

# The decisions whose recorded answers break rules, with these.
_Refused = tuple[tuple[str, str], ...]
# By what is asked and of what the answer.
_Ends = dict[tuple[str, str], str]


@dataclass(frozen=True)
class Happened:
    """A recorded event.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated, the card in hand.
        card: The card that is played for its event.
        raw: The record as it is, which leads the search.
        held: The places whose control is asked.
        ends: What came of it, by what is asked and of what.
    """

    id: str
    position: _core.PursuitPosition
    card: str
    raw: Mapping[str, Any]
    held: Sequence[str]
    ends: Mapping[tuple[str, str], str]

    def questions(self) -> Iterator[RecordedQuestion]:
        """Give every question: whether the card may be played, and what changes by its event."""
        # An invasion may be played as a BR reinforcement instead (18.6.5).
        ways = [f"play {self.card} for event", f"play {self.card} for reinforcement"]
        broken = [self.position.check(way) for way in ways]
        legal = [way for way, rules in zip(ways, broken, strict=True) if not rules]
        why = [] if legal else [f"{one['rule']}: {one['text']}" for one in broken[0]]
        said = _PLAYED[not legal]
        yield self._question("playing", self.card, _PLAYED[0], said, why or [_PLAYED[0]])
        if not legal:
            return
        search = _Search(self)
        for way in legal:
            search.go_on(self.position.answer(way))
        ours = search.nearest
        for what, which in sorted(self.ends.keys() | ours.keys()):
            theirs = self.ends.get((what, which), _MADE if what == _ANSWERED else _SAME)
            mine = ours.get((what, which), _SAME)
            yield self._question(what, which, theirs, mine, ["9.5.1.a: the event"])

    def _question(
        self, what: str, which: str, theirs: str, ours: str, why: Sequence[str]
    ) -> RecordedQuestion:
        return RecordedQuestion(
            kind="outcomes",
            unit=None,
            space=which if what == "control" else "-",
            about=what if what == "control" else f"{what} {which}",
            theirs=theirs,
            ours=ours,
            why=partial("; ".join, why),
        )


class _Search:
    """The search for the answers that lead nearest to the recorded end.

    What the record suggests is taken even where it breaks rules, if nothing legal leads there; that
    it was refused is one more difference.
    """

    def __init__(self, record: Happened) -> None:
        self._record = record
        self._start = record.position
        self._before = _facts(json.loads(record.position.to_json()), ())
        self._left = 0
        self._best: _Ends | None = None
        self._least = 0

    @property
    def nearest(self) -> _Ends:
        """What comes of the event at the end that is nearest."""
        return self._best or {}

    def go_on(self, position: _core.PursuitPosition) -> None:
        """Look for the end from a position in which the card has been played."""
        self._left = _POSITIONS
        self._go(position, self._record.raw["dice"], ())

    def _reached(self, position: _core.PursuitPosition, refused: _Refused) -> None:
        ends = _changes(self._before, _facts(json.loads(position.to_json()), self._start.units()))
        for space in self._record.held:
            mine = position.control(space)[0]
            if mine != self._start.control(space)[0]:
                ends["control", space] = mine
        for kind, rules in refused:
            ends[_ANSWERED, kind] = rules
        theirs = self._record.ends
        differ = sum(ends.get(one) != theirs.get(one) for one in ends.keys() | theirs.keys())
        if self._best is None or differ < self._least:
            self._best, self._least = ends, differ

    def _go(self, position: _core.PursuitPosition, dice: Sequence[int], refused: _Refused) -> None:
        if self._left <= 0 or (self._best is not None and not self._least):
            return
        self._left -= 1
        at = position.at_next_decision()
        kind = at.decision()["kind"]
        if kind in _OVER or at.phase != "action":
            self._reached(at, refused)
            return
        if kind == "chance":
            for after, left in _fallen(at, dice):
                self._go(after, left, refused)
            return
        tried = 0
        wanted: tuple[str, str] | None = None
        for answer in dict.fromkeys(answers(at, self._record.raw)):
            try:
                broken = at.check(answer)
            except BadInput:
                continue  # It names what this decision has no order for.
            if broken:
                wanted = wanted or (answer, named({one["rule"] for one in broken}))
                continue
            if wanted is not None and not tried:
                # The record's own answer comes first, legal or not.
                break
            tried += 1
            self._go(at.answer(answer), dice, refused)
            if tried >= _TRIED:
                break
        if wanted is not None and not tried:
            answer, rules = wanted
            self._go(at.play_unchecked(answer), dice, (*refused, (kind, rules)))
        elif not tried:
            self._reached(at, refused)


def _fallen(
    position: _core.PursuitPosition, dice: Sequence[int]
) -> Iterator[tuple[_core.PursuitPosition, Sequence[int]]]:
    """Give the position after the die that fell, or after every outcome if the record has none.

    With each come the dice that are left.
    """
    outcomes = position.decision()["outcomes"]
    if dice and len(outcomes) > 1:
        try:
            yield Position(position).play(None, dice[0]).core, dice[1:]
        except BadInput:
            pass  # Another die than ours is told.
        else:
            return
    for name, *_ in outcomes:
        yield position.answer(name), dice


def _facts(told: Mapping[str, Any], known: Container[str]) -> _Ends:
    """Return what a document tells that an event may change, but for control.

    Args:
        told: The document.
        known: The units that were in play before; others on the Turn Track have not come yet.
    """
    facts: _Ends = {}
    standing = Counter(
        (kind_of_unit(unit), place) for place, units in told["units"].items() for unit in units
    )
    # In a record the corps that GORLICE-TARNOW sends away for some turns waits in the box.
    standing.update(
        (kind_of_unit(unit), _AWAY)
        for units in told.get("arriving", {}).values()
        for unit in units
        if unit in known
    )
    for (kind, place), number in standing.items():
        facts[f"units {kind}", place] = str(number)
    for kind, number in Counter(map(kind_of_unit, told.get("reduced", ()))).items():
        facts["reduced", kind] = str(number)
    tracks = told["tracks"]
    facts |= {("track", track): str(tracks.get(track, 0)) for track in _TRACKS}
    for kind, number in told.get("replacements", {}).items():
        facts["points", kind] = str(number)
    for pile in _PILES:
        for side in SIDES:
            for card in told.get("cards", {}).get(side, {}).get(pile, ()):
                facts["card", card] = pile
    for key in ("forts_destroyed", "beachheads"):
        facts |= {(key, place): "there" for place in told.get(key, ())}
    facts["beachheads", "in reserve"] = str(told.get("beachheads_in_reserve", 0))
    for space, trench in told.get("trenches", {}).items():
        facts["trenches", space] = str(trench["level"])
    facts |= {("uprisings", space): kind for space, kind in told.get("uprisings", {}).items()}
    return facts


def _changes(before: _Ends, after: _Ends) -> _Ends:
    """Return what differs between two sets of facts, numbers by how much, with a sign."""
    changes: _Ends = {}
    for one in before.keys() | after.keys():
        was, now = before.get(one, "0"), after.get(one, "0")
        if was != now:
            numbers = was.lstrip("-").isdigit() and now.lstrip("-").isdigit()
            changes[one] = f"{int(now) - int(was):+}" if numbers else now
    return changes


def read(raw: Mapping[str, Any], content: Mapping[str, Any], spaces: Spaces) -> Happened:
    """Read a record of an event."""
    card = raw["card"]
    side = card[:2]
    told = with_cards(raw, content)
    before = _facts(told, ())
    ends = _changes(before, _facts(_ended(raw, spaces), ()))
    # A beachhead is its marker.
    held = [space for space in raw["control"] if spaces.kind[space] != "beachhead"]
    for space in held:
        if raw["after"]["control"][space] != raw["control"][space]:
            ends["control", space] = raw["after"]["control"][space]
    return Happened(
        id=str(raw["id"]),
        position=spaces.position(_holding(told, side, card)),
        card=card,
        raw=raw,
        held=held,
        ends=ends,
    )


def _ended(raw: Mapping[str, Any], spaces: Spaces) -> dict[str, Any]:
    """Return the document of the end, those that have moved before their country enters too."""
    after = raw["after"]
    told = with_cards(after, document(after, spaces))
    placed = {unit for units in told["units"].values() for unit in units}
    for unit, place in after["pieces"].items():
        if unit not in placed and raw["pieces"].get(unit, place) != place:
            told["units"].setdefault(place, []).append(unit)
    return told


def _holding(told: Mapping[str, Any], side: str, card: str) -> dict[str, Any]:
    """Return the document in which a side is to act and holds the card.

    The last round of a turn is told as the one before it, and so are the others: what comes after
    the action is another phase then, and is not asked.
    """
    cards = {one: {**piles} for one, piles in told["cards"].items()}
    for pile, held in cards[side].items():
        cards[side][pile] = [other for other in held if other != card]
    cards[side]["hand"] = [*cards[side]["hand"], card]
    number = told["round"]
    actions = [one for one in told["actions"] if (one["round"], one["side"]) != (number, side)]
    if number == LAST_ROUND:
        number -= 1
        actions = [{**one, "round": one["round"] - 1} for one in actions if one["round"] > 1]
    return {
        **told,
        "active": side,
        "round": number,
        "actions": actions,
        "cards": cards,
        # A card of this action is not played yet.
        "events": {one: turn for one, turn in told["events"].items() if one != card},
    }
