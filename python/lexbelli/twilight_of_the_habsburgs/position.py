"""A position of Twilight of the Habsburgs."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Self

from lexbelli import position as shared
from lexbelli._core import TwilightPosition
from lexbelli.draw.board import Board, Overlay
from lexbelli.draw.picture import Picture
from lexbelli.errors import IllegalMove, bad_input
from lexbelli.moves import Decision, GivenMove, Order, Violation
from lexbelli.names import resolve, unknown
from lexbelli.position import CHANCE, Count, Place, within
from lexbelli.twilight_of_the_habsburgs import drawing, law, moves, offers, tables
from lexbelli.twilight_of_the_habsburgs.battle_odds import Odds
from lexbelli.twilight_of_the_habsburgs.command import Command
from lexbelli.twilight_of_the_habsburgs.moves import Move
from lexbelli.twilight_of_the_habsburgs.setting_up import SettingUp
from lexbelli.twilight_of_the_habsburgs.victory import Victory

__all__ = ["SCHEMA", "Command", "Position"]

SCHEMA: Final = "lexbelli.twilight_of_the_habsburgs.position"

_JUDGES: Final = ("core", "law")
_CHANGED: Final = ("units", "setup", "allow")
_MOST_SEED: Final = 2**64 - 1
# As many moves as are sampled at once.
_MOST_MOVES: Final = 100_000
# What is asked of no side.
_OF_NOBODY: Final = (CHANCE, "over")


def _finder(args: Sequence[Any], supposed: dict[str, Any]) -> str:
    """Return who judges or finds: what `by` says, or the core.

    Raises:
        BadInput: There is no such judge, or something else is supposed.
    """
    by = supposed.pop("by", "core")
    tables.refuse_supposed(args, supposed)
    if by not in _JUDGES:
        raise unknown(by, _JUDGES, "by", "judge")
    return str(by)


_TO_SET_UP: Final = "_setup"


@dataclass(frozen=True, slots=True, repr=False)
class Position(SettingUp):
    """A proven position of Twilight of the Habsburgs. It never changes.

    Positions are equal if they stand for the same state; they can be hashed and pickled.
    """

    core: TwilightPosition

    # --- making one -----------------------------------------------------------------

    @classmethod
    def scenario(cls, name: str, data: str | None = None) -> Self:
        """Set a scenario up.

        Args:
            name: The scenario: `caporetto` with its units deployed, `caporetto_setup` before.
            data: A folder with an owner's own tables, or None for the shipped ones.

        Raises:
            BadInput: There is no such scenario.
        """
        loaded = tables.load(data)
        return cls(TwilightPosition.opening(loaded, tables.scenario(loaded, name).name))

    @classmethod
    def from_json(
        cls, text: str | bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> Self:
        """Read a position from its JSON document.

        Args:
            text: The document.
            data: A folder with an owner's own tables, or None for the shipped ones.
            allow: Codes of problems that are tolerated; `all` stands for every one.

        Raises:
            BadInput: The document cannot be read.
            InvalidSetup: It can, but is no position; the error lists every problem.
        """
        return cls(
            TwilightPosition.from_json(tables.load(data), text, list(allow)).at_next_decision()
        )

    @classmethod
    def from_setup(
        cls, setup: Mapping[str, Any], data: str | None = None, allow: Sequence[str] = ()
    ) -> Self:
        """Make a position of the keys of its JSON document; `schema` and `version` may be absent.

        Raises:
            BadInput: A key or value is wrong.
            InvalidSetup: The set-up is no position.
        """
        try:
            text = json.dumps(dict(setup))
        except (TypeError, ValueError) as error:
            raise bad_input(f"is no plain data: {error}", "setup") from None
        return cls.from_json(text, data, allow)

    @classmethod
    def from_bytes(cls, content: bytes, data: str | None = None, allow: Sequence[str] = ()) -> Self:
        """Read a position from its compact bytes.

        Raises:
            BadInput: The bytes are not those of a position.
            InvalidSetup: They hold no position.
        """
        return cls(
            TwilightPosition.from_bytes(tables.load(data), content, list(allow)).at_next_decision()
        )

    # --- what it is -----------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game's name."""
        return tables.NAME

    @property
    def scenario_name(self) -> str:
        """The scenario it began from."""
        return self.core.scenario_name

    @property
    def title(self) -> str:
        """One line: the scenario and the turn."""
        when = f"turn {self.turn}" if self.turn else "before the first turn"
        return f"{self.core.title}: {when}"

    @property
    def caution(self) -> str | None:
        """What a reader must know before trusting it: what is reconstructed."""
        return tables.scenario(self.core.tables, self.scenario_name).caution

    @property
    def turn(self) -> int:
        """The turn; 0 before the first."""
        return self.core.turn

    @property
    def under_way(self) -> Sequence[str]:
        """The agenda in words, the outermost first, and what is asked there."""
        frames = [moves.under_way(frame) for frame in self.setup().get("agenda", [])]
        return (*frames, self.decision.kind)

    @property
    def allowed(self) -> Sequence[tuple[str, str, str]]:
        """The problems of the set-up that were tolerated: code, field, message."""
        return self.core.allowed

    @property
    def units(self) -> Mapping[str, str]:
        """Every unit of the scenario, and where it is: a hex or a box."""
        return self.core.units()

    @property
    def known_units(self) -> Sequence[str]:
        """Every unit of the game, placed or not."""
        return self.core.tables.unit_ids()

    @property
    def spaces(self) -> Sequence[str]:
        """Every hex, and after them the boxes."""
        return self.core.tables.place_ids()

    @property
    def hexes(self) -> Collection[str]:
        """Every hex."""
        return tables.hexes(self.core.tables)

    def place_named(self, name: str, field: str = "place") -> str:
        """Return a hex by its id, its number or a town there, or a box.

        Raises:
            BadInput: There is none; it suggests the nearest.
        """
        if name in self.hexes:
            return name
        asked = name.strip().lower().replace(" ", "_")
        known = tables.names(self.core.tables)
        return known.get(asked) or resolve(name, [*self.spaces, *known], field, "place")

    def places(self) -> Sequence[Place]:
        """The hexes and boxes that hold units."""
        setup = self.setup()
        marks = {key: set(setup.get(key, [])) for key in ("reduced", "entrenched")}
        beneath: Mapping[str, int] = setup.get("beneath", {})
        held: dict[str, list[str]] = {}
        holders: dict[str, str] = {}
        for unit, place in self.units.items():
            if place not in holders:
                holders[place] = self.side_of(unit) if place.startswith("h") else ""
            told = [word for word, units in marks.items() if unit in units]
            if unit in beneath:
                told.append(f"{beneath[unit]} hidden beneath it")
            held.setdefault(place, []).append(f"{unit} ({', '.join(told)})" if told else unit)
        return [Place(place, holders[place], held[place]) for place in sorted(held)]

    # --- in and out -----------------------------------------------------------------

    def setup(self) -> dict[str, Any]:
        """Return the position as the keys and values of its JSON document."""
        content: dict[str, Any] = json.loads(self.core.to_json())
        return content

    def to_json(self) -> str:
        """Return the position as its JSON document."""
        return self.core.to_json()

    def to_bytes(self) -> bytes:
        """Return the position in few bytes."""
        return self.core.to_bytes()

    def facts(self) -> str:
        """Return the state as facts for the law."""
        return self.core.facts()

    def static_facts(self) -> str:
        """Return the map, counters and charts of its scenario as facts for the law."""
        return self.core.static_facts()

    def decision_facts(self) -> str:
        """Return what the law of the decision that is asked now is told besides."""
        return self.core.decision_facts()

    # --- questions ------------------------------------------------------------------

    def _of(self, core: TwilightPosition) -> Self:
        return type(self)(core)

    def seen_by(self, side: str) -> Self:
        """Return what a side may know of it (13.1; docs/twilight_of_the_habsburgs/hidden.md).

        Raises:
            BadInput: There is no such side.
        """
        return type(self)(self.core.seen_by(resolve(side, tables.SIDES, "side")))

    def side_of(self, unit: str) -> str:
        """Return the side of a unit: `central` or `entente`.

        Raises:
            BadInput: There is no such unit.
        """
        sides = tables.sides(self.core.tables)
        return sides[unit if unit in sides else resolve(unit, sides, "unit")]

    def distance(self, start: str, end: str) -> int:
        """Return how many hexes it is from one hex to another.

        Raises:
            BadInput: There is no such hex.
        """
        (east, north), (far_east, far_north) = (self._axial(place) for place in (start, end))
        across, up = far_east - east, far_north - north
        return max(abs(across), abs(up), abs(across + up))

    def _axial(self, place: str) -> tuple[int, int]:
        entry = self.core.tables.hex(place)
        row: int = entry["row"]
        return entry["column"] - row // 2, row

    def hex_named(self, name: str, field: str = "hex") -> str:
        """Return a hex by its id, its number or a town there.

        Raises:
            BadInput: There is none; it suggests the nearest.
        """
        known = self.place_named(name, field)
        if known not in self.hexes:
            raise bad_input(f"'{known}' is no hex", field)
        return known

    def victory(self) -> Victory:
        """Return how the game would end if it ended now (13.7, 14.9, 15.8, 16.8)."""
        return Victory.of(self.core)

    def zones(self, side: str) -> frozenset[str]:
        """Return the hexes into which a side's units exert a zone of control (6).

        Raises:
            BadInput: There is no such side.
        """
        return frozenset(self.core.zones(side))

    def command(self, side: str) -> Command:
        """Return who commands whom on a side, as things stand (4).

        Raises:
            BadInput: There is no such side.
        """
        found = self.core.command(side)
        return Command(
            frozenset(found["in_command"]),
            {(unit, hq): length for unit, hq, length in found["lines"]},
            {(hq, place): length for hq, place, length in found["bases"]},
            frozenset(found["usable"]),
            frozenset(found["fed"]),
        )

    def reach(self, unit: str) -> Mapping[str, int]:
        """Return the hexes a unit reaches alone, stacking aside, with the least MPs (8).

        Raises:
            BadInput: There is no such unit.
        """
        return dict(self.core.reach(unit))

    def with_change(self, *args: Any, **wanted: Any) -> Self:
        """Return another position with some things changed.

        Args:
            args: None; what is changed is named.
            wanted: `units`: where units now are (a hex, its number, a town or a box), None taking
                one away; `setup`: other keys of the JSON document, None taking one away; `allow`:
                codes of problems that are tolerated.

        Raises:
            BadInput: A name or value is unknown; it suggests the nearest.
            InvalidSetup: What results is no position.
        """
        if args:
            raise bad_input("is named, such as units=...", "change")
        for name in wanted:
            if name not in _CHANGED:
                raise unknown(name, _CHANGED, "change")
        content = {**self.setup(), **dict(wanted.get("setup") or {})}
        content = {key: value for key, value in content.items() if value is not None}
        units = dict(content.get("units", {}))
        for unit, place in dict(wanted.get("units") or {}).items():
            known = resolve(unit, self.known_units, "unit")
            units.pop(known, None)
            if place is not None:
                units[known] = self.place_named(place, "units")
        content["units"] = units
        allowed = dict.fromkeys([*(code for code, _, _ in self.allowed), *wanted.get("allow", ())])
        core = TwilightPosition.from_json(self.core.tables, json.dumps(content), list(allowed))
        return type(self)(core.at_next_decision())

    # --- playing --------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """What the position asks next, and of whom (3)."""
        return moves.decision(self.core.decision())

    def suppose(self, side: str | None = None, *args: Any, **supposed: Any) -> Self:
        """Return the position as if a side were to act: it moves in its first impulse.

        Args:
            side: `central` or `entente`; None for the one that acts.
            args: None.
            supposed: None.

        Raises:
            BadInput: There is no such side, or nobody can move yet.
        """
        if args or supposed:
            raise bad_input("cannot be supposed", next(iter(supposed), "suppose"))
        if side is None:
            return self
        return type(self)(self.core.supposed(resolve(side, tables.SIDES, "side")))

    def suppose_fighting(self, side: str | None = None) -> Self:
        """Return the position as if a side were asked for attacks (9).

        Where it is not, it is in the combat segment of its impulse, or of its first one; what is
        under way there is dropped. Before the first turn it is turn 1.

        Args:
            side: `central` or `entente`; None for the one that acts.

        Raises:
            BadInput: There is no such side, none acts, or units wait to be set up.
        """
        whose = self.core.active if side is None else resolve(side, tables.SIDES, "side")
        if whose is None:
            raise bad_input("no side acts: say which is to attack", "side")
        core = self.core.supposed_fighting(whose)
        return self if core == self.core else type(self)(core)

    def move(self, given: GivenMove) -> Move:
        """Read a move of what is asked (docs/twilight_of_the_habsburgs/interface.md).

        Raises:
            BadInput: It cannot be read; the error names the order, the field and the nearest
                valid choice.
        """
        self._asks()
        return moves.read(self.core, given)

    def _asks(self) -> None:
        """Prove that moves are asked for, and that what may be done is known.

        Raises:
            BadInput: They are not, or units of who decides are hidden.
        """
        if self.core.asks_for in _OF_NOBODY:
            raise bad_input(f"asks for no moves: {self.decision.text}", "position")
        self.core.knows_choices()

    def moves(self, limit: int | None = None, *args: Any, **supposed: Any) -> Iterator[Move]:
        """Yield legal moves, each once, in no particular order.

        Args:
            limit: How many at most; None for all, which are usually too many to wait for.
            args: None.
            supposed: `by`, who finds them: `core` or `law`. The core leaves set-ups to the law, and
                assault units that are forced back beside mountain infantry (14.82).

        Raises:
            BadInput: The position asks for no moves, or the limit is below 0.
            LawError: The law is at fault.
        """
        by = _finder(args, supposed)
        self._asks()
        if limit is not None and limit < 0:
            raise bad_input(f"'{limit}' is below 0", "limit")
        return islice(self._moves(limit, by), limit)

    def _moves(self, limit: int | None, by: str) -> Iterator[Move]:
        if by == "core":
            found = self.core.every_move()
            if found.whole:
                yield from map(Move, found)
                return
        yield from law.moves(self.core, limit)

    def count_moves(self, seconds: float | None = None, *args: Any, **supposed: Any) -> Count:
        """Return how many legal moves there are.

        Args:
            seconds: How long to count at most; None until all are counted, which may be never.
            args: None.
            supposed: `by`, who finds them: `core` or `law`.

        Raises:
            BadInput: The position asks for no moves, or the seconds are no number above 0.
            LawError: The law is at fault.
        """
        within(seconds)
        by = _finder(args, dict(supposed))
        if by == "core":
            self._asks()
            number, complete = self.core.count_moves(seconds)
            if complete or number:
                return Count(number, complete)
        return shared.Position.count_moves(self, seconds, *args, **supposed)

    def sample_moves(self, number: int, seed: int, *args: Any, **supposed: Any) -> Sequence[Move]:
        """Return legal moves, chosen at random by the core; the same seed gives the same moves.

        Args:
            number: How many, up to 100,000; some may be alike.
            seed: From 0 to 2**64 - 1.
            args: None.
            supposed: None.

        Raises:
            BadInput: The position asks for no moves, or a number is out of range.
        """
        tables.refuse_supposed(args, supposed)
        for name, value, most in (("number", number, _MOST_MOVES), ("seed", seed, _MOST_SEED)):
            if not 0 <= value <= most:
                raise bad_input(f"'{value}' is not between 0 and {most}", name)
        self._asks()
        seeds = ((seed + at * 0x9E3779B97F4A7C15) % 2**64 for at in range(number))
        found = (self.core.sample(each) for each in seeds)
        return [Move(made) for made in found if made is not None]

    def orders(self, given: GivenMove = "", *args: Any, **supposed: Any) -> Sequence[Order]:
        """Return every order that occurs in at least one legal move with those given.

        A `go` or `rail` is offered by its end, whatever the way there.

        Args:
            given: Orders already given; a path is the whole way.
            args: None.
            supposed: `by`, who lists them: `core` or `law`. The core leaves to the law what it
                would have to try too much for.

        Returns:
            The orders, those given among them, sorted by their text; none if no legal move contains
            those given.

        Raises:
            BadInput: The orders cannot be read, or the position asks for no moves.
            LawError: The law is at fault.
        """
        by = _finder(args, supposed)
        return offers.offered(self.core, self.move(given), by)

    def check(self, move: GivenMove, *args: Any, **supposed: Any) -> Sequence[Violation]:
        """Return every rule a move breaks, by number; none if it is legal.

        Args:
            move: The move, or what is to be read as one; or one of the decision's choices.
            args: None.
            supposed: `by`, who judges: `core` or `law`.

        Raises:
            BadInput: The move cannot be read, or the position does not ask for it.
            LawError: The law is at fault.
        """
        by = _finder(args, supposed)
        if isinstance(move, str) and self.core.asks_for == CHANCE:
            self.core.play_outcome(move)
            return ()
        made = self.move(move)
        if by == "core":
            found = self.core.check(made.core)
        else:
            judged = law.judge(self.core, made)
            found = [self.core.describe(*each) or (*each, each[1]) for each in judged]
        told = [Violation(rule, witness, text, owed=False) for rule, witness, text in found]
        return sorted(told, key=lambda broken: (broken.rule, broken.witness))

    def after_answer(self, answer: GivenMove) -> Self:
        """Return the position after one answer: a move, a choice, or the text of an outcome.

        Raises:
            BadInput: It cannot be read, or is not asked for.
            IllegalMove: The move breaks rules; the error lists all.
        """
        if isinstance(answer, str) and self.core.asks_for == CHANCE:
            return type(self)(self.core.play_outcome(answer))
        made = self.move(answer)
        broken = self.check(made)
        if broken:
            raise IllegalMove(made, broken)
        return type(self)(self.core.play_unchecked(made.core))

    # --- looking at it --------------------------------------------------------------

    def board(self) -> Board:
        """Return the position as a board to be drawn, as plain data."""
        return drawing.board(self)

    def draw(
        self,
        *,
        around: str | None = None,
        hops: int = 3,
        theme: str = "screen",
        zones: str | None = None,
        command: str | None = None,
        reach: str | None = None,
        setup: str | None = None,
        move: GivenMove | None = None,
        attack: Odds | str | None = None,
        battle: bool = True,
        since: Self | None = None,
        overlay: Overlay | None = None,
        **others: Any,
    ) -> Picture:
        """Draw the position (docs/drawing.md). Several things can be laid over it together.

        Args:
            around: A hex, its number or a town, around which the picture ends; None for all.
            hops: How many hexes away from it what is shown may lie.
            theme: `screen`, `print` or `colour-blind`.
            zones: A side whose zones of control are shown.
            command: A side of which is shown who commands whom.
            reach: A unit: where it gets alone is shown.
            setup: A side: where its armies set up is shown.
            move: A move to be shown, legal or not.
            attack: An attack to be shown with its odds: as text, or its odds.
            battle: Whether the attack under way and markers are shown.
            since: An earlier position: what is different in this one is shown.
            overlay: Anything else to be laid over the board.
            others: None; what only other games draw is refused.

        Raises:
            BadInput: A name is unknown, or a move cannot be read; it suggests the nearest.
        """
        shared.refuse_drawing(tables.NAME, others)
        wanted = drawing.Wanted(zones, command, reach, setup, move, attack, battle, since, overlay)
        return drawing.picture(self, around, hops, theme, wanted)
