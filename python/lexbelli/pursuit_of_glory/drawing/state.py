"""A position of Pursuit of Glory as a board to be drawn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from lexbelli.draw.badges import Badge
from lexbelli.draw.board import (
    Board,
    Cell,
    CounterPanel,
    Link,
    Panel,
    Place,
    TextPanel,
    TrackPanel,
)
from lexbelli.draw.counters import Counter
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.drawing.chart import EXITS, GATEWAY, INSET, Chart, Row, chart
from lexbelli.pursuit_of_glory.drawing.counters import SIDES, counter
from lexbelli.pursuit_of_glory.drawing.summary import summary

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = ["board"]

_KINDS: Final = {"region": "region", "island_base": "base", "beachhead": "landing"}
_TURNS: Final = 17

_SIGNS: Final = {
    "points": "victory points",
    "fort": "fort, its strength",
    "ruin": "destroyed fort",
    "port": "port",
    "holy": "jihad city",
    "oil": "oil field",
    "people": "tribe",
    "unrest": "Armenian space",
    "trench": "trench, its level",
    "marker": "beachhead (B), uprising (U), RU VP (R)",
}


def board(position: "Position") -> Board:
    """Return the board of a position.

    Raises:
        BadInput: A place of an owner's own table has no place in the layout.
    """
    return _Reading(position).board()


class _Reading:
    def __init__(self, position: "Position") -> None:
        self._position = position
        self._chart: Chart = chart(position.core.tables)
        self._setup: Mapping[str, Any] = position.setup()
        self._reduced = set(self._setup.get("reduced", ()))
        self._besieged = set(position.besieged())

    def board(self) -> Board:
        printed = self._chart
        places = {
            name: self._place(row) for name, row in printed.places.items() if row["kind"] != "box"
        }
        places |= {
            name: _gateway(name, at, printed)
            for name, at in printed.at.items()
            if name == GATEWAY or name.startswith(EXITS)
        }
        return Board(
            title=self._position.title,
            caution=self._position.caution,
            size=printed.size,
            places=places,
            links=[self._link(row) for row in printed.links],
            outlines=printed.outlines,
            insets=[printed.inset],
            panels=list(self._panels()),
            sides=[
                ("first", "controlled by the AP"),
                ("second", "controlled by the CP"),
                ("neutral", "controlled by nobody"),
            ],
            signs=_SIGNS,
            regions=printed.areas,
            called={"landing": "beachhead"},
        )

    def _counters(self, place: str) -> list[Counter]:
        name = _name(self._chart.places[place])
        return [self._counter(unit, name) for unit in self._setup.get("units", {}).get(place, ())]

    def _counter(self, unit: str, where: str) -> Counter:
        return counter(self._chart.units[unit], unit in self._reduced, where)

    def _place(self, row: Row) -> Place:
        name = row["id"]
        controller, partial, _ = self._position.core.control(name)
        badges = list(self._badges(row))
        terrain = row["terrain"] if row["kind"] not in ("beachhead", "island_base") else "sea"
        said = [
            _name(row),
            row["kind"].replace("_", " ") if row["kind"] != "space" else terrain,
            f"controlled by {controller.upper()}" if controller != "neutral" else "nobody's",
            *([f"partly controlled by {partial.upper()}"] if partial else []),
            *(["besieged"] if name in self._besieged else []),
            *(badge.said for badge in badges),
        ]
        return Place(
            id=name,
            name=_name(row),
            at=self._chart.at[name],
            kind=_KINDS.get(row["kind"], "space"),
            terrain=terrain,
            control=SIDES[controller],
            partial=SIDES[partial] if partial else None,
            ringed=name in self._besieged,
            important=bool(row["capital_of"]) or int(row["vp"]) > 0,
            badges=badges,
            counters=self._counters(name),
            inset=INSET if row["map"] == INSET else "",
            said=", ".join(said),
        )

    def _badges(self, row: Row) -> Iterator[Badge]:
        name, setup = row["id"], self._setup
        if int(row["vp"]):
            yield Badge("points", row["vp"], f"{row['vp']} VP")
        if int(row["fort"]):
            ruined = name in setup.get("forts_destroyed", ())
            said = "destroyed fort" if ruined else f"fort {row['fort']}"
            yield Badge("ruin" if ruined else "fort", row["fort"], said)
        if row["port"]:
            yield Badge("port", "", f"port on the {row['port'].replace('_', ' ')}")
        if row["jihad_city"] == "1":
            yield Badge("holy", "", "jihad city")
        if row["oil_field"] == "1":
            yield Badge("oil", "", "oil field")
        if row["armenian_uprising"] == "1":
            yield Badge("unrest", "A", "Armenian space")
        for tribe in filter(None, row["tribe"].split("|")):
            yield Badge("people", tribe[:2].capitalize(), f"tribe: {tribe.replace('_', ' ')}")
        trench = setup.get("trenches", {}).get(name)
        if trench:
            owner = SIDES.get(trench["owner"], "neutral")
            said = f"trench of level {trench['level']}, {trench['owner'].upper()}"
            yield Badge("trench", str(trench["level"]), said, owner)
        if name in setup.get("beachheads", ()):
            new = ", new" if name in setup.get("beachheads_new", ()) else ""
            yield Badge("marker", "B", f"beachhead{new}", "first")
        uprising = setup.get("uprisings", {}).get(name)
        if uprising:
            sides = {"armenian": "first", "persian": "second"}
            yield Badge("marker", "U", f"{uprising} uprising", sides.get(uprising, "third"))
        if name in setup.get("ru_vp", ()):
            yield Badge("marker", "R", "RU VP", "first")

    def _link(self, row: Row) -> Link:
        a, b = (self._chart.places[row[end]] for end in "ab")
        flags = row["flags"].split("|")
        kind = row["type"]
        if kind == "rail" and "coloured_rail" in flags:
            kind = "coloured_rail"
        if kind == "unfinished_rail" and self._finished(flags):
            kind = "rail"
        crossing = {"into_a": (row["a"],), "into_b": (row["b"],), "both": (row["a"], row["b"])}
        said = f"{_name(a)} - {_name(b)}: {kind.replace('_', ' ')}"
        if row["nations"]:
            said += f" for {row['nations'].upper().replace('|', ', ')}"
        via = None
        if (a["map"] == INSET) != (b["map"] == INSET):
            outside = b["id"] if a["map"] == INSET else a["id"]
            via = (GATEWAY, f"{EXITS}{outside}")
        return Link(
            a=row["a"],
            b=row["b"],
            kind=_KINDS.get(kind, kind),
            crossing=crossing.get(row["water_crossing"], ()) if kind != "beachhead" else (),
            said=said,
            by_way_of=via,
        )

    def _finished(self, flags: Sequence[str]) -> bool:
        """Tell whether a railroad has been finished (18.2.1, 18.2.2)."""
        if any(flag.startswith("rail_for:") for flag in flags):
            done = self._setup.get("sinai_railroad")
            return done is not None and int(done) <= self._position.turn
        cards = [flag.partition(":")[2] for flag in flags if flag.startswith("completed_by:")]
        return any(card in self._setup.get("events", {}) for card in cards)

    # --- beside the map -------------------------------------------------------------

    def _panels(self) -> Iterator[Panel]:
        setup = self._setup
        arriving = setup.get("arriving", {})
        yield TrackPanel(
            "turns",
            "Turn Track",
            [
                Cell(
                    str(turn),
                    tables.season(turn),
                    SIDES[self._position.active] if turn == self._position.turn else None,
                    [
                        self._counter(unit, f"the Turn Track, turn {turn}")
                        for unit in arriving.get(str(turn), ())
                    ],
                )
                for turn in range(1, _TURNS + 1)
            ],
            _TURNS,
            98,
        )
        tracks = setup.get("tracks", {})
        yield _track("vp", "Victory Points", tracks.get("vp", 10), 0, 20)
        yield _track("jihad", "Jihad", tracks.get("jihad", 0), 0, 10)
        for side in ("ap", "cp"):
            yield _track(
                f"war_status_{side}", f"{side.upper()} War Status",
                tracks.get(f"war_status_{side}", 0), 0, 20, SIDES[side],
            )  # fmt: skip
        yield TextPanel(
            "state",
            "State of the war",
            summary(self._position),
        )
        keys = []
        boxes: dict[str | None, list[CounterPanel]] = {}
        for name, row in self._chart.places.items():
            if row["kind"] != "box" or name == "turn_track":
                continue
            units = self._counters(name)
            if name.startswith("tribal_key_"):
                keys += units
                continue
            whose = SIDES.get(name.partition("_")[0])
            boxes.setdefault(whose, []).append(CounterPanel(name, _name(row), units, whose))
        for panels in boxes.values():  # those of a side beside each other
            yield from panels
        yield CounterPanel("tribal_key", "Tribal Warfare Key", keys, "second")


def _track(
    name: str, heading: str, value: int, low: int, high: int, side: str = "plain"
) -> TrackPanel:
    steps = range(min(low, value), max(high, value) + 1)
    cells = [Cell(str(step), marker=side if step == value else None) for step in steps]
    return TrackPanel(name, f"{heading}: {value}", cells, len(cells), 34)


def _name(row: Row) -> str:
    return f"{row['name']} ({row['city']})" if row["city"] else row["name"]


def _gateway(name: str, at: tuple[float, float], printed: Chart) -> Place:
    outside = printed.places.get(name.removeprefix(EXITS))
    said = f"to {_name(outside)}" if outside else "Gallipoli"
    return Place(
        id=name, name=said, at=at, kind="gateway", terrain="", control=None, partial=None,
        ringed=False, important=False, badges=(), counters=(),
        inset=INSET if outside else "", said=said,
    )  # fmt: skip
