"""What is to be drawn, as plain data: a board, what stands on it, and overlays.

A board is point to point, or its places are hexes: then it has a `Ground`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lexbelli.draw.badges import Badge
from lexbelli.draw.counters import Counter, Tag
from lexbelli.draw.geometry import Box, Point

__all__ = ["Arrow", "Board", "Cell", "CounterPanel", "Cut", "Ground", "Hexside", "Inset", "Link",
           "Mark", "Outline", "Overlay", "Panel", "Place", "Route", "TextPanel",
           "TrackPanel"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the board with all that is there.

    Attributes:
        id: The place.
        name: What is written beside it; a second line may follow a line feed.
        at: Its middle.
        kind: `space`, `region`, `base` (of an island), `landing`, `gateway`, or `hex`.
        terrain: Its terrain, as the theme knows it.
        control: The side that controls it, or None.
        partial: The side that has partial control of it, if one has.
        ringed: Whether a broken ring is drawn around it: somebody is shut in there.
        important: Whether its name stands out.
        badges: The signs beside it.
        counters: The units there.
        inset: The inset it lies in, or nothing.
        said: All of it in words, units excepted.
        number: What is printed in a hex beside its name.
    """

    id: str
    name: str
    at: Point
    kind: str
    terrain: str
    control: str | None
    partial: str | None
    ringed: bool
    important: bool
    badges: Sequence[Badge]
    counters: Sequence[Counter]
    inset: str
    said: str
    number: str = ""

    @property
    def called(self) -> str:
        """Its name, or the number of a hex without one."""
        return self.name or self.number or self.id


@dataclass(frozen=True, slots=True)
class Link:
    """A connection between two places.

    Attributes:
        a, b: Its ends.
        kind: As the theme knows it.
        crossing: The ends into which an attack crosses water.
        said: All of it in words.
        by_way_of: For a connection that leaves an inset: the gateway on the board and the exit of
            the inset, as places; the first belongs to the end outside.
    """

    a: str
    b: str
    kind: str
    crossing: Sequence[str]
    said: str
    by_way_of: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Hexside:
    """What lies on the side between two hexes.

    Attributes:
        a, b: The hexes.
        kind: As the theme knows it, such as `river`.
        said: What it is called; sides that are called alike belong together.
    """

    a: str
    b: str
    kind: str
    said: str


@dataclass(frozen=True, slots=True)
class Ground:
    """What makes the places of a board hexes.

    Attributes:
        radius: How far the corners are from the middle.
        pointy: Whether hexes stand on a corner, not on a side.
        sides: What lies on their sides; what stands first is drawn first.
        named: The kinds of sides whose names are written along them.
    """

    radius: float
    pointy: bool
    sides: Sequence[Hexside] = ()
    named: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed line on the ground: `water` on land, or `land` in water."""

    kind: str
    points: Sequence[Point]
    inset: str = ""


@dataclass(frozen=True, slots=True)
class Inset:
    """A part of the board at a larger scale."""

    id: str
    name: str
    box: Box


@dataclass(frozen=True, slots=True)
class Cell:
    """A step of a track: what is written there, and what lies there."""

    text: str
    below: str = ""
    marker: str | None = None
    counters: Sequence[Counter] = ()


@dataclass(frozen=True, slots=True)
class CounterPanel:
    """A box beside the board that holds units."""

    id: str
    heading: str
    counters: Sequence[Counter]
    side: str | None = None


@dataclass(frozen=True, slots=True)
class TrackPanel:
    """A track of steps; `columns` in a row. A cell's `marker` is a side, or `plain`."""

    id: str
    heading: str
    cells: Sequence[Cell]
    columns: int
    cell_width: float


@dataclass(frozen=True, slots=True)
class TextPanel:
    """Lines of a label and a value."""

    id: str
    heading: str
    lines: Sequence[tuple[str, str]]


Panel = CounterPanel | TrackPanel | TextPanel


@dataclass(frozen=True, slots=True)
class Board:
    """A whole board.

    Attributes:
        title: What it shows.
        caution: What a reader must know before trusting it, or None.
        size: Width and height of the map.
        places: The places, by id.
        links: The connections.
        outlines: Coasts.
        insets: Parts at a larger scale.
        panels: What stands beside the map.
        sides: Each side, as the theme knows it, and what is said of a place it controls.
        signs: The kinds of badges, and what they mean.
        regions: Large faint names on the ground, with their middles.
        called: Kinds of connections and hexsides that the key calls otherwise than by their names.
        arms: The symbols of units that the key explains, and what they mean.
        ground: What makes its places hexes; None for a point-to-point board.
    """

    title: str
    caution: str | None
    size: Point
    places: Mapping[str, Place]
    links: Sequence[Link]
    outlines: Sequence[Outline]
    insets: Sequence[Inset]
    panels: Sequence[Panel]
    sides: Sequence[tuple[str, str]]
    signs: Mapping[str, str]
    regions: Sequence[tuple[str, Point]] = ()
    called: Mapping[str, str] = field(default_factory=dict)
    arms: Mapping[str, str] = field(default_factory=dict)
    ground: Ground | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A place that stands out: a ring in a tone, and a word or number beside it.

    `depth` says how much of the ground the tone covers: from 0, nothing, to 1.
    """

    place: str
    tone: str
    sign: str = ""
    said: str = ""
    depth: float = 0.3


@dataclass(frozen=True, slots=True)
class Route:
    """A way from place to place, drawn as a broad line."""

    places: Sequence[str]
    tone: str
    said: str = ""
    thin: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way from place to place that ends in an arrow, with a word at its middle."""

    places: Sequence[str]
    tone: str
    sign: str = ""
    said: str = ""
    thin: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """A border that cannot be crossed; without a second place, a place that cannot be entered."""

    a: str
    b: str | None
    tone: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is laid over a board. Two overlays can be laid over each other.

    Attributes:
        heading: What it shows.
        marks, routes, arrows, cuts: What is drawn on the map.
        tags: Unit -> a sign on its counter.
        notes: Lines below the picture.
        key: The tones in use, each with its sign and its meaning. The sign may be `legend.ARROW`
            or `legend.LINE` for arrows and ways, and nothing for the ring of a mark.
    """

    heading: str = ""
    marks: Sequence[Mark] = ()
    routes: Sequence[Route] = ()
    arrows: Sequence[Arrow] = ()
    cuts: Sequence[Cut] = ()
    tags: Mapping[str, Tag] = field(default_factory=dict)
    notes: Sequence[str] = ()
    key: Sequence[tuple[str, str, str]] = ()

    def __add__(self, other: "Overlay") -> "Overlay":
        return Overlay(
            heading="; ".join(part for part in (self.heading, other.heading) if part),
            marks=(*self.marks, *other.marks),
            routes=(*self.routes, *other.routes),
            arrows=(*self.arrows, *other.arrows),
            cuts=(*self.cuts, *other.cuts),
            tags={**self.tags, **other.tags},
            notes=(*self.notes, *other.notes),
            key=tuple(dict.fromkeys((*self.key, *other.key))),
        )

    @property
    def places(self) -> set[str]:
        """Every place it names."""
        ways: tuple[Route | Arrow, ...] = (*self.routes, *self.arrows)
        return {
            *(mark.place for mark in self.marks),
            *(place for way in ways for place in way.places),
            *(place for cut in self.cuts for place in (cut.a, cut.b) if place),
        }
