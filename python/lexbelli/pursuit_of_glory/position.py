"""A position of Pursuit of Glory."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from lexbelli._core import PursuitPosition
from lexbelli.draw.board import Board, Overlay
from lexbelli.draw.picture import Picture
from lexbelli.moves import GivenMove
from lexbelli.names import resolve, unknown
from lexbelli.position import Place, refuse_drawing
from lexbelli.pursuit_of_glory import drawing, law, status_text, tables, victory_law
from lexbelli.pursuit_of_glory.battle_odds import Odds
from lexbelli.pursuit_of_glory.phases import Attrition, Siege, Victory
from lexbelli.pursuit_of_glory.playing import Playing
from lexbelli.pursuit_of_glory.supply_lines import (
    Cost,
    Group,
    Readings,
    SupplyAnswer,
    SupplyLine,
    Trace,
    activation_groups,
)
from lexbelli.pursuit_of_glory.supposed_events import SupposedEvent, suppose_event

__all__ = ["SCHEMA", "VERSION", "Position"]

SCHEMA: Final = "lexbelli.pursuit_of_glory.position"
VERSION: Final = 1

_SIDES: Final = ("ap", "cp", "neutral")


@dataclass(frozen=True, slots=True, repr=False)
class Position(Playing):
    """A proven position of Pursuit of Glory. It never changes.

    Positions are equal if they stand for the same state; they can be hashed and pickled.
    """

    core: PursuitPosition

    # --- making one -----------------------------------------------------------------

    @classmethod
    def scenario(cls, name: str, data: str | None = None) -> Self:
        """Set a scenario up.

        Args:
            name: The scenario, such as `1914_campaign`.
            data: A folder with an owner's own tables, or None for the shipped ones.

        Raises:
            BadInput: There is no such scenario.
        """
        loaded = tables.load(data)
        tables.scenario_text(loaded, name)
        return cls(PursuitPosition.scenario(loaded, name))

    @classmethod
    def from_json(
        cls, text: str | bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> Self:
        """Read a position from its JSON document (see docs/position.md).

        Args:
            text: The document.
            data: A folder with an owner's own tables, or None for the shipped ones.
            allow: Codes of problems that are tolerated.

        Raises:
            BadInput: The document cannot be read.
            InvalidSetup: It can, but is no position; the error lists every problem.
        """
        loaded = tables.load(data)
        return cls(PursuitPosition.from_json(loaded, text, known_codes(allow)).at_next_decision())

    @classmethod
    def from_setup(
        cls, setup: Mapping[str, Any], data: str | None = None, allow: Sequence[str] = ()
    ) -> Self:
        """Make a position of the keys of its JSON document; `schema` and `version` may be absent.

        Raises:
            BadInput: A key or value is wrong.
            InvalidSetup: The set-up is no position.
        """
        return cls.from_json(_text(setup), data, allow)

    @classmethod
    def from_bytes(cls, content: bytes, data: str | None = None, allow: Sequence[str] = ()) -> Self:
        """Read a position from its compact bytes.

        Raises:
            BadInput: The bytes are not those of a position.
            InvalidSetup: They hold no position.
        """
        loaded = tables.load(data)
        return cls(
            PursuitPosition.from_bytes(loaded, content, known_codes(allow)).at_next_decision()
        )

    # --- what it is -----------------------------------------------------------------

    @property
    def scenario_name(self) -> str:
        """The scenario it began from."""
        return self.core.scenario_name

    @property
    def title(self) -> str:
        """One line: the scenario, the turn and the round."""
        name = tables.scenario(self.core.tables, self.scenario_name).title
        return f"{name}: turn {self.turn} ({tables.season(self.turn)}), round {self.round}"

    @property
    def caution(self) -> str | None:
        """What a reader must know before trusting it, such as a reconstructed set-up."""
        return tables.scenario(self.core.tables, self.scenario_name).caution

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self.core.turn

    @property
    def round(self) -> int:
        """The action round, from 1."""
        return self.core.round

    @property
    def phase(self) -> str:
        """The phase of the turn: `action`, `attrition`, ..."""
        return self.core.phase

    @property
    def active(self) -> str:
        """The side to act: `ap` or `cp`."""
        return self.core.active

    @property
    def agenda(self) -> Sequence[Mapping[str, Any]]:
        """What is under way, frame by frame from the turn to what is asked (docs/position.md)."""
        found: list[Mapping[str, Any]] = self.setup()["agenda"]
        return found

    @property
    def under_way(self) -> Sequence[str]:
        """The agenda in words: the turn, the round, its battle, what is asked there."""
        return status_text.under_way(self.core, self.setup(), self.decision)

    @property
    def allowed(self) -> Sequence[tuple[str, str, str]]:
        """The problems of the set-up that were tolerated: code, field, message."""
        return self.core.allowed

    @property
    def units(self) -> Mapping[str, str]:
        """Every unit that has been placed, and where."""
        return self.core.units()

    @property
    def known_units(self) -> Sequence[str]:
        """Every unit of the game, placed or not."""
        return self.core.tables.unit_ids()

    @property
    def spaces(self) -> Sequence[str]:
        """Every place of the map and off it."""
        return self.core.tables.space_ids()

    def places(self) -> Sequence[Place]:
        """The places that hold units, on the map and off it."""
        setup = self.setup()
        reduced = set(setup.get("reduced", []))
        return [
            Place(
                place,
                self._controller(place),
                [f"{unit} (reduced)" if unit in reduced else unit for unit in units],
            )
            for place, units in setup.get("units", {}).items()
        ]

    def _to_act(self) -> str:
        """Whose action it is; in other phases who decides."""
        side = self.decision.side
        return self.active if self.phase == "action" or side is None else side

    def outline(self) -> Sequence[tuple[str, str]]:
        """The state beside units, as lines of a label and a value."""
        setup = self.setup()
        cards = setup.pop("cards", {})
        lines: list[tuple[str, Any]] = [
            ("phase", f"{self.phase.replace('_', ' ')}, {self._to_act().upper()} to act"),
            ("now", " > ".join(status_text.under_way(self.core, setup, self.decision))),
            *status_text.situation(self.core, setup),
            *((key, value) for key, value in setup.items() if key not in _SAID_ELSEWHERE),
            *status_text.in_words(cards),
        ]
        return [(label.replace("_", " "), text) for label, item in lines if (text := _plain(item))]

    # --- in and out -----------------------------------------------------------------

    def setup(self) -> dict[str, Any]:
        """Return the position as the keys and values of its JSON document."""
        content: dict[str, Any] = json.loads(self.core.to_json())
        return content

    def in_short(self) -> dict[str, Any]:
        """Return the same with what is under way said in short: the form to change by hand.

        Instead of the agenda it has `phase`, `active`, `ops` and the like (docs/position.md).
        """
        content: dict[str, Any] = json.loads(self.core.to_json_in_short())
        return content

    def to_json(self) -> str:
        """Return the position as its JSON document (see docs/position.md)."""
        return self.core.to_json()

    def to_bytes(self) -> bytes:
        """Return the position in few bytes."""
        return self.core.to_bytes()

    def facts(self) -> str:
        """Return the state as facts for the law."""
        return self.core.facts()

    def static_facts(self) -> str:
        """Return the map and counters as facts for the law."""
        return self.core.tables.static_facts()

    def decision_facts(self) -> str:
        """Return what the law is told of the OPS there are, or else of the decision.

        Of a hidden hand no card is told.
        """
        points = self.decision.points
        if points is not None:
            return self.core.operation_facts(points)
        return self.core.judging("pass").decision_facts()

    # --- questions ------------------------------------------------------------------

    def opened(self) -> Self:
        """Return the beginning of a game from this set-up: the first hands are still to be drawn.

        On turn 1 each player may take a card openly before that (4.1.3). A position whose hands are
        drawn is returned as it is.
        """
        return self._of(self.core.opened())

    def seen_by(self, side: str) -> Self:
        """Return what a side may know of it (docs/position.md).

        Of the other side's cards in hand or deck it is known which they are together, and how many
        are in hand. The state of the random numbers is known to nobody.

        Raises:
            BadInput: There is no such side.
        """
        return self._of(self.core.seen_by(side))

    def side_of(self, unit: str) -> str:
        """Return who commands a unit: `ap` or `cp` (18.8.1.2.b-3); `neutral` the Protectorate.

        Of units that nobody commands, as the neutral Greeks, it is the side they are printed for.

        Raises:
            BadInput: There is no such unit.
        """
        side = self.core.side_of(unit)
        return side if side in _SIDES else "neutral"

    def control(self, space: str) -> str:
        """Return who controls a space: `ap`, `cp` or `neutral` (3.1.5, 11.1.7).

        Raises:
            BadInput: There is no such space.
        """
        return self.core.control(space)[0]

    def partial_control(self, space: str) -> str | None:
        """Return the side that has partial control of a space, if one has (11.2.2).

        Raises:
            BadInput: There is no such space.
        """
        return self.core.control(space)[1]

    def supply(self, readings: Readings | None = None) -> dict[str, SupplyLine]:
        """Return the supply of every unit on the map that has a side (chapter 14).

        Args:
            readings: Switches of how rules are read, where they differ from the default.

        Returns:
            The unit -> `full`, `limited`, `disrupted`, `limited_disrupted` or `oos`; each is a
            string that can also be asked for its `path`, `source` and `text`.
        """
        return {
            unit: SupplyLine(status, self, unit, readings)
            for unit, status in self.core.supply(readings).items()
        }

    def flips(self, readings: Readings | None = None) -> list[str]:
        """Return the spaces that would change control in the Attrition Phase (14.3.2.2)."""
        return self.core.flips(readings)

    def besieged(self) -> list[str]:
        """Return the spaces whose fort is besieged (15.2)."""
        return self.core.besieged()

    def attrition(self) -> Attrition:
        """Return what the Attrition Phase would do now, whatever the phase is (14.3.2, 18.5.a)."""
        return Attrition.of(self.core.attrition())

    def sieges(self) -> list[Siege]:
        """Return the besieged forts, with the chance that each surrenders (15.3.1)."""
        return [Siege(**entry) for entry in self.core.sieges()]

    def victory(self) -> Victory:
        """Return how the game would end if it ended now, as a ledger (5, 16.2, 16.5)."""
        return Victory.of(self.core.victory())

    def trace(self, unit: str, readings: Readings | None = None) -> Trace:
        """Trace the supply of one unit.

        Raises:
            BadInput: There is no such unit, or it is not on the map.
        """
        return Trace.of(self.core.trace(unit, readings))

    def trace_space(self, space: str, readings: Readings | None = None) -> Trace:
        """Trace the supply of one space.

        Raises:
            BadInput: There is no such space.
        """
        return Trace.of(self.core.trace_space(space, readings))

    def law(self) -> law.LawAnswer:
        """Ask the law instead of the core: supply, flips, sieges, partial control.

        Raises:
            LawError: The law is at fault.
        """
        return law.ask(self.core)

    def activations(self, side: str | None = None) -> Mapping[str, Group]:
        """Return, by place, what it costs a side to activate its units (9.2).

        In regions and on island bases all units of the side are taken together; ask `activation`
        for the stacks they may be activated by (9.2.6).

        Args:
            side: `ap` or `cp`; None for the side to act.

        Raises:
            BadInput: There is no such side.
        """
        return dict(activation_groups(self.core, side))

    def activation(self, units: Sequence[str], purpose: str) -> Cost:
        """Return what it costs to activate units of one place as a stack (9.2.6-1).

        Args:
            units: The units, all of one side and in one place.
            purpose: `move`, `attack` or `attack_with_br`.

        Raises:
            BadInput: A unit or the purpose is unknown, or the units do not stand together.
        """
        return Cost.of(self.core.activation(units, purpose))

    def law_supply(self) -> SupplyAnswer:
        """Ask the law instead of the core.

        Raises:
            LawError: The law is at fault.
        """
        answer = self.law()
        return SupplyAnswer(answer.supply, answer.flips)

    def law_victory(self) -> victory_law.VictoryAnswer:
        """Ask the law how the game would end if it ended now (docs/victory.md).

        Raises:
            LawError: The law is at fault.
        """
        return victory_law.ask_victory(self.core)

    def with_change(
        self,
        *,
        units: Mapping[str, str | None] | None = None,
        control: Mapping[str, str] | None = None,
        events: Mapping[str, int | None] | None = None,
        setup: Mapping[str, Any] | None = None,
        allow: Sequence[str] = (),
        **others: Any,
    ) -> Self:
        """Return another position with some things changed.

        Args:
            units: Where units now are; None takes a unit away.
            control: Who now controls a space: `ap`, `cp` or `neutral`.
            events: Cards whose event has happened, with the turn; None takes the event back.
            setup: Other keys of the JSON document, put in place of those of this position; None
                takes a key away.
            allow: Codes of problems that are tolerated, beside those already tolerated here.
            others: Nothing else can be changed.

        Raises:
            BadInput: A name or value is unknown; it suggests the nearest.
            InvalidSetup: What results is no position.
        """
        for name in others:
            raise unknown(name, ("units", "control", "events", "setup", "allow"), "change")
        told_in_short = _IN_SHORT.intersection(setup or {})
        content = self.in_short() if told_in_short else self.setup()
        for unit, place in (units or {}).items():
            self._place(content, unit, place)
        for space, side in (control or {}).items():
            self._take(content, space, side)
        happened = content.setdefault("events", {})
        for card, turn in (events or {}).items():
            known = resolve(card, self.core.tables.card_ids(), "card")
            if turn is None:
                happened.pop(known, None)
            else:
                happened[known] = turn
        content.update(setup or {})
        content = {key: value for key, value in content.items() if value is not None}
        tolerated = dict.fromkeys([*(code for code, _, _ in self.allowed), *known_codes(allow)])
        return type(self)(
            PursuitPosition.from_json(
                self.core.tables, _text(content), list(tolerated)
            ).at_next_decision()
        )

    def with_event(self, card: str) -> SupposedEvent:
        """Suppose that an event has just happened, whether or not its card may be played (9.5.1).

        Raises:
            BadInput: There is no such card, it is a combat card, or a battle is under way.
        """
        return suppose_event(self, card)

    # --- looking at it --------------------------------------------------------------

    def board(self) -> Board:
        """Return the position as a board to be drawn, as plain data.

        Raises:
            BadInput: A place of an owner's own table has no place in the layout.
        """
        return drawing.board(self)

    def draw(
        self,
        *,
        around: str | None = None,
        hops: int = 3,
        theme: str = "screen",
        supply: bool | str = False,
        line: str | None = None,
        reach: str | None = None,
        move: GivenMove | None = None,
        since: Self | None = None,
        ops: int | None = None,
        overlay: Overlay | None = None,
        attack: Odds | str | None = None,
        battle: bool = True,
        **others: Any,
    ) -> Picture:
        """Draw the position (docs/drawing.md). Several things can be laid over it together.

        Args:
            around: A place around which the picture ends; None for the whole board.
            hops: How many connections away from it what is shown may lie.
            theme: `screen`, `print` or `colour-blind`.
            supply: Whether to show who is fed from where, of one side if it is named.
            line: A unit whose supply line, or where it is cut, is shown.
            reach: A unit of the side to act: where it may end its move is shown.
            move: A move to be shown, legal or not.
            since: An earlier position: what is different in this one is shown.
            ops: OPS to be spent on the move; None for those of the position.
            overlay: Anything else to be laid over the board.
            attack: An attack to be shown with its odds: its text (docs/odds.md), or its odds.
            battle: Whether to show the battle under way, and who waits to attack.
            others: None; what only other games draw is refused.

        Raises:
            BadInput: A name is unknown, or a move cannot be read; it suggests the nearest.
        """
        refuse_drawing(self.game, others)
        return drawing.picture(
            self, around, hops, theme,
            drawing.Wanted(
                supply, line, reach, move, since, ops, overlay, attack, battle
            ),
        )  # fmt: skip

    def __str__(self) -> str:
        return str(self.core)

    def _of(self, core: PursuitPosition) -> Self:
        return type(self)(core)

    def _with_setup(self, setup: Mapping[str, Any]) -> Self:
        return self.with_change(setup=setup)

    def _controller(self, place: str) -> str:
        on_map = self.core.tables.space(place)["kind"] != "box"
        return self.control(place) if on_map else ""

    def _place(self, content: dict[str, Any], unit: str, place: str | None) -> None:
        known = resolve(unit, self.core.tables.unit_ids(), "unit")
        for group in (content.setdefault("units", {}), content.setdefault("arriving", {})):
            _strike(group, known)
        if place is None:
            content["reduced"] = [name for name in content.get("reduced", []) if name != known]
        else:
            where = resolve(place, self.core.tables.space_ids(), "space")
            content["units"].setdefault(where, []).append(known)

    def _take(self, content: dict[str, Any], space: str, side: str) -> None:
        known = resolve(space, self.core.tables.space_ids(), "space")
        if side not in _SIDES:
            raise unknown(side, _SIDES, "side")
        lists = content.setdefault("control", {})
        _strike(lists, known)
        if self.core.tables.space(known)["colour"] != side:
            lists.setdefault(side, []).append(known)


# Keys that say in short what the agenda says.
_IN_SHORT: Final = {"phase", "active", "ops", "step", "siege_rolled", "battle"}
# Keys of the document that `outline` says in another way, or that `units` holds.
_SAID_ELSEWHERE: Final = {
    *("schema", "version", "scenario", "last_turn", "turn", "round", "agenda"),
    *("units", "reduced", "control", "random", "battle"),
}


def known_codes(allow: Iterable[str]) -> list[str]:
    """Check codes of problems; `all` stands for every code.

    Raises:
        BadInput: There is no such code; it suggests the nearest.
    """
    known = [code for code, _ in tables.problem_codes()]
    wanted = list(allow)
    return (
        known
        if "all" in wanted
        else [resolve(code, known, "allow", "problem code") for code in wanted]
    )


def _text(setup: Mapping[str, Any]) -> str:
    return json.dumps(
        {"schema": SCHEMA, "version": VERSION, **setup}, ensure_ascii=False, default=str
    )


def _strike(groups: dict[str, list[str]], name: str) -> None:
    for key in [key for key, members in groups.items() if name in members]:
        groups[key] = [member for member in groups[key] if member != name]
        if not groups[key]:
            del groups[key]


def _plain(value: Any, inside: bool = False) -> str:
    match value:
        case dict():
            items = ((key, _plain(item, inside=True)) for key, item in value.items())
            text = ", ".join(f"{key} {said}" for key, said in items if said)
            return f"({text})" if inside and text else text
        case list():
            return " ".join(_plain(item, inside=True) for item in value)
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)
