"""Drawing a point-to-point board.

Every place has a plate in the colours of its terrain, with a rim in those of its controller; units
stand on it, its name below or above, and its signs on the other side. All stay within the box that
the layout keeps free for the place, so that nothing overlaps whatever the position.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from typing import Final, Self

from lexbelli.draw import svg
from lexbelli.draw.arrows import (
    Piece,
    bend,
    draw_head,
    draw_pill,
    draw_shaft,
    lengthened,
    neck,
    pill_box,
)
from lexbelli.draw.badges import RADIUS, draw_badges, row_width
from lexbelli.draw.board import Arrow, Board, Inset, Link, Overlay, Place
from lexbelli.draw.counters import SIZE, define_symbols, draw_counter, grid
from lexbelli.draw.geometry import Box, Point, around, clipped, meets
from lexbelli.draw.labels import best
from lexbelli.draw.spot import Spot
from lexbelli.draw.terrain import SIGNS, draw_terrain
from lexbelli.draw.text import fitting, width
from lexbelli.draw.themes import Theme

__all__ = ["PointMap"]

# The room for the counters of a place, by its kind, and its plate without any.
_ROOM: Final = {
    "space": (112.0, 38.0),
    "landing": (112.0, 38.0),
    "base": (114.0, 76.0),
    "region": (224.0, 76.0),
}
_EMPTY: Final = {
    "space": (38.0, 38.0),
    "landing": (30.0, 30.0),
    "base": (60.0, 44.0),
    "region": (96.0, 46.0),
    "gateway": (88.0, 26.0),
}
_MARGIN: Final = 4.0
_AFAR: Final = 60.0
_RIM: Final = 4.0  # what of a plate may lie beyond its box
_LABEL: Final = 12.5
_EXIT: Final = 10.0  # names of places outside the picture
_LABEL_ROOM: Final = {"space": 122.0, "landing": 122.0, "base": 136.0, "region": 230.0}
_SIGN_ROOM: Final = 16.0  # of the sign of the terrain beside a name
_SIGN_SCALE: Final = 0.54


class PointMap:
    """The map of a board, ready to be drawn."""

    def __init__(self, board: Board, overlay: Overlay, theme: Theme) -> None:
        self._board = board
        self.overlay = overlay
        self._theme = theme
        self._segments = [
            (link, begin, end) for link in board.links for begin, end in _ways(board, link)
        ]
        self.spots = {place.id: self._spot(place) for place in board.places.values()}

    def laid_over(self, overlay: Overlay) -> Self:
        """Return the same map with this laid over it: nothing moves for that."""
        other = copy(self)
        other.overlay = overlay
        return other

    @cached_property
    def _segment_boxes(self) -> list[tuple[float, float, float, float, Point, Point]]:
        return [
            (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]), a, b)
            for _, a, b in self._segments
        ]

    def around(self, places: Sequence[str], margin: float) -> Box:
        """Return the part of the map that shows some places."""
        return around(box for place in places for _, box in self.spots[place].boxes()).grown(margin)

    # --- where everything is --------------------------------------------------------

    def _spot(self, place: Place) -> Spot:
        x, y = place.at
        if place.kind == "gateway":
            plate = Box.centred(x, y, *_EMPTY["gateway"])
            return Spot(place, plate, plate, None, ())
        wide, high = _ROOM[place.kind]
        counters = grid(len(place.counters), Box.centred(x, y, wide, high))
        plate = Box.centred(x, y, *_EMPTY[place.kind])
        if counters:
            filled = around(Box(*at, SIZE * scale, SIZE * scale) for at, scale in counters).grown(
                _MARGIN
            )
            plate = Box.centred(x, y, max(filled.width, 46), max(filled.height, 46))
        size, sign = _name_size(place)
        long = width(place.name, size, place.important) + sign
        row = row_width(place.badges)
        below = Box.centred(x, plate.bottom + 9.5, long, 13)
        above = Box.centred(x, plate.y - 9.5, long, 13)
        lines = self._lines_at(around([below, above]))
        under = best([below, above], [], lines) == 0
        label = below if under else above
        badges = None
        if place.badges:
            middle = plate.y - RADIUS - 1.8 if under else plate.bottom + RADIUS + 1.8
            badges = Box.centred(x, middle, row, 2 * RADIUS)
        return Spot(place, plate, label, badges, counters)

    def _lines_at(self, box: Box) -> list[tuple[Point, Point]]:
        x, y, right, bottom = box.x, box.y, box.right, box.bottom
        return [
            (a, b)
            for low_x, low_y, high_x, high_y, a, b in self._segment_boxes
            if low_x <= right and high_x >= x and low_y <= bottom and high_y >= y
        ]

    # --- drawing --------------------------------------------------------------------

    def shown(self, view: Box) -> list[Spot]:
        """Return the places that lie wholly in a part of the map."""
        return [
            spot for spot in self.spots.values() if all(view.holds(box) for _, box in spot.boxes())
        ]

    def within(self, view: Box, inset: str | None) -> list[Spot]:
        """Return the places that are drawn in a part of the map: those that lie wholly in it.

        So does an inset: of one that is cut nothing is drawn but its name, unless it is asked for.
        """
        inside = view.grown(-_RIM)
        cut = {part.id for part in self._board.insets if not view.holds(part.box)}
        return [
            spot
            for spot in self.shown(inside)
            if (spot.place.inset not in cut if inset is None else spot.place.inset == inset)
        ]

    def widened(self, view: Box, inset: str | None) -> Box:
        """Return a part of the map, made so large that it cuts no place whose middle it shows."""
        for _ in range(2):
            cut = [
                box.grown(_RIM + 2)
                for spot in self.spots.values()
                if view.holds(Box(*spot.place.at, 0, 0)) and spot.place.inset == (inset or "")
                for _, box in spot.boxes()
            ]
            view = around([view, *cut])
        return view

    def draw(
        self, parent: svg.Element, view: Box, inset: str | None = None, whole: bool = True
    ) -> None:
        """Draw a part of the map: the places that lie wholly in it, and the ways that leave it.

        Args:
            parent: Where to.
            view: The part.
            inset: Draw only what lies in an inset; None for the whole board.
            whole: Whether it is the whole map, which no way leaves.
        """
        theme = self._theme
        shown = self.within(view, inset)
        arms = {counter.symbol for spot in shown for counter in spot.place.counters}
        define_symbols(svg.element(parent, "defs"), theme, arms)
        self._ground(parent, view, inset)
        ends = {spot.place.at for spot in shown}
        segments = [
            each for each in self._segments if meets(view, each[1], each[2])
            and (inset is None or self._inset_of(each[0], each[1]) == inset)
            and not {each[1], each[2]}.isdisjoint(ends)
        ]  # fmt: skip
        self._links(svg.group(parent, fill="none", data_layer="links"), segments)
        self._routes(svg.group(parent, fill="none", data_layer="routes"))
        self._shafts(svg.group(parent, data_layer="shafts"), joined=True)
        plates = svg.group(parent, data_layer="places")
        self._marks(plates, shown)
        for spot in shown:
            self._plate(plates, spot)
        if not whole:
            self._exits(svg.group(parent, data_layer="exits"), view, segments, shown)
        self._cuts(svg.group(parent, data_layer="cuts"))
        self._above(parent, shown)

    def _above(self, parent: svg.Element, shown: Sequence[Spot]) -> None:
        """Draw what lies above the places: units, arrows and signs."""
        units = svg.group(parent, data_layer="units", text_anchor="middle")
        for spot in shown:
            for counter, (at, scale) in zip(spot.place.counters, spot.counters, strict=True):
                tag = self.overlay.tags.get(counter.id)
                draw_counter(units, counter, at, self._theme, scale, tag)
        above = svg.group(parent, data_layer="arrows")
        self._shafts(above, joined=False)
        self._arrows(above)
        self._signs(svg.group(parent, data_layer="signs", text_anchor="middle"), shown)

    def _inset_of(self, link: Link, begin: Point) -> str:
        ends = [self._board.places[name] for name in (link.a, link.b, *(link.by_way_of or ()))]
        return next(place.inset for place in ends if place.at == begin)

    def _ground(self, parent: svg.Element, view: Box, inset: str | None) -> None:
        theme = self._theme
        ground = svg.group(parent, data_layer="ground", stroke_linejoin="round")
        if inset is None:
            svg.rect(ground, view, fill=theme.land)
            self._outlines(ground, "", view)
            names = svg.group(ground, fill=theme.faint, fill_opacity=0.5, text_anchor="middle")
            for name, at in self._board.regions:
                spaced = "\u00a0".join(name.upper().replace(" ", "\u00a0"))
                if view.holds(Box.centred(*at, width(spaced, 30, bold=True) + 24, 40)):
                    svg.text(names, at, spaced, 30, bold=True)
        for part in self._board.insets:
            if inset == part.id:
                svg.rect(ground, view, fill=theme.water)
                self._outlines(ground, part.id, view)
            elif inset is None and view.overlaps(part.box):
                self._inset(ground, part, view)

    def _inset(self, ground: svg.Element, part: Inset, view: Box) -> None:
        """Draw the ground of an inset, or nothing but its name if the picture cuts it."""
        theme = self._theme
        cut = not view.holds(part.box)
        svg.rect(ground, part.box, fill=theme.panel if cut else theme.water)
        if not cut:
            self._outlines(ground, part.id, part.box)
        svg.rect(ground, part.box, fill="none", stroke=theme.ink, stroke_width=2)
        seen = part.box.common(view)
        size = 15.0 if cut else 24.0
        said = f"inset: {part.name}" if cut else part.name
        if seen.width > width(said, size, bold=True) + 20 and seen.height > size + 12:
            left = svg.group(ground, text_anchor="start")
            svg.text(left, (seen.x + 12, seen.y + size + 6), said, size, anchor="start",
                     bold=True, fill=theme.ink)  # fmt: skip

    def _outlines(self, ground: svg.Element, inset: str, box: Box) -> None:
        theme = self._theme
        edge = box.grown(3)
        for outline in self._board.outlines:
            if outline.inset == inset and (points := clipped(outline.points, edge)):
                water = outline.kind == "water"
                inside = box if inset else edge
                svg.polygon(
                    ground, clipped(points, inside), fill=theme.water if water else theme.land,
                    stroke=theme.shore, stroke_width=1.4,
                )  # fmt: skip

    def _links(self, parent: svg.Element, segments: Sequence[tuple[Link, Point, Point]]) -> None:
        theme = self._theme
        drawn = set()
        for link, begin, end in segments:
            if (begin, end) in drawn:
                continue
            drawn.add((begin, end))
            stroke = theme.link(link.kind)
            both = svg.group(parent, data_link=f"{link.a} {link.b}")
            svg.title(both, link.said)
            if stroke.edge is not None:
                svg.line(both, begin, end, stroke=stroke.edge, stroke_width=stroke.edge_width)
            svg.line(both, begin, end, stroke=stroke.colour, stroke_width=stroke.width,
                     stroke_dasharray=stroke.dash)  # fmt: skip
        for link, begin, end in segments:
            for name in link.crossing:
                spot = self.spots[name]
                if spot.place.at in (begin, end):
                    far = end if spot.place.at == begin else begin
                    self._crossing(parent, spot, far)

    def _crossing(self, parent: svg.Element, spot: Spot, far: Point) -> None:
        x, y = self._border(spot, far, 8)
        dx, dy = far[0] - spot.place.at[0], far[1] - spot.place.at[1]
        length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
        nx, ny = -dy / length * 8, dx / length * 8
        svg.line(parent, (x - nx, y - ny), (x + nx, y + ny), stroke=self._theme.crossing,
                 stroke_width=4, stroke_linecap="round")  # fmt: skip

    def _exits(
        self, parent: svg.Element, view: Box, segments: Sequence[tuple[Link, Point, Point]],
        shown: Sequence[Spot],
    ) -> None:  # fmt: skip
        """Name the places to which ways leave the picture, where there is room for it."""
        taken = [box for spot in shown for _, box in spot.boxes()]
        names = {spot.place.at: spot.place.name for spot in self.spots.values()}
        ends = {spot.place.at for spot in shown}
        frame = view.grown(-4)
        for _, begin, end in segments:
            here, far = (begin, end) if begin in ends else (end, begin)
            if far in ends:
                continue
            long = width(names[far], _EXIT)
            for step in range(40, 0, -1):
                x, y = (a + (b - a) * step / 40 for a, b in zip(here, far, strict=True))
                box = Box.centred(x, y, long + 2, _EXIT + 2)
                if frame.holds(box):
                    if not any(box.overlaps(other) for other in taken):
                        taken.append(box)
                        svg.text(parent, (x, y + _EXIT * 0.35), names[far], _EXIT,
                                 halo=self._theme.land, fill=self._theme.ink,
                                 fill_opacity=0.75)  # fmt: skip
                    break

    def _border(self, spot: Spot, far: Point, beyond: float) -> Point:
        """Return where the way from a place is free of its plate, name and signs."""
        x, y = spot.place.at
        reach = spot.plate
        for box in (spot.label, spot.badges):
            if box is not None and meets(box, (x, y), far):
                half = max(box.bottom - y, y - box.y)
                reach = Box(reach.x, y - half, reach.width, 2 * half)
        return Box.centred(x, y, reach.width, reach.height).exit(far, beyond)

    def _plate(self, parent: svg.Element, spot: Spot) -> None:
        place, theme = spot.place, self._theme
        both = svg.group(parent, data_space=place.id)
        svg.title(both, place.said)
        if place.kind == "gateway":
            svg.rect(both, spot.plate, rx=13, fill=theme.panel, stroke=theme.ink,
                     stroke_width=1, stroke_dasharray="4 3")  # fmt: skip
            svg.text(both, (place.at[0], place.at[1] + 4), place.name, 11, fill=theme.ink)
            return
        side = theme.side(place.control)
        round_ = spot.plate.height / 2 if place.kind in ("landing", "base") else side.corner
        if place.ringed:
            svg.rect(both, spot.plate.grown(4.5), rx=round_ + 4, fill="none",
                     stroke=theme.tone("bad"), stroke_width=3, stroke_dasharray="3 3")  # fmt: skip
        svg.rect(
            both, spot.plate, rx=round_, fill=theme.terrain.get(place.terrain, theme.panel),
            stroke=side.colour, stroke_width=side.rim * (1.5 if place.kind == "region" else 1),
            stroke_dasharray=side.dash,
        )  # fmt: skip
        if place.partial is not None:
            half = theme.side(place.partial)
            svg.line(both, (spot.plate.x + 4, spot.plate.bottom), (spot.plate.right - 4,
                     spot.plate.bottom), stroke=half.colour, stroke_width=5)  # fmt: skip
        if place.terrain in SIGNS and not place.counters:
            draw_terrain(both, place.terrain, place.at, theme)
        size, room = _name_size(place)
        y = spot.label.middle[1]
        if room:
            draw_terrain(both, place.terrain, (spot.label.x + room / 2 - 1.5, y), theme,
                         _SIGN_SCALE)  # fmt: skip
        svg.text(both, (place.at[0] + room / 2, y + size * 0.35), place.name, size,
                 bold=place.important, halo=theme.land, fill=theme.ink)  # fmt: skip
        if spot.badges is not None:
            draw_badges(svg.group(both, text_anchor="middle"), place.badges, spot.badges.middle,
                        theme)  # fmt: skip

    # --- overlays -------------------------------------------------------------------

    def _marks(self, parent: svg.Element, shown: Sequence[Spot]) -> None:
        here = {spot.place.id: spot for spot in shown}
        for mark in self.overlay.marks:
            if mark.place in here:
                spot = here[mark.place]
                colour = self._theme.tone(mark.tone)
                svg.rect(
                    parent, spot.plate.grown(6), rx=10, fill=colour, fill_opacity=mark.depth,
                    stroke=colour, stroke_width=2.4, data_mark=mark.place,
                )  # fmt: skip

    def _signs(self, parent: svg.Element, shown: Sequence[Spot]) -> None:
        here = {spot.place.id: spot for spot in shown}
        for mark in self.overlay.marks:
            if mark.sign and mark.place in here:
                at = self._free_corner(here[mark.place], pill_box((0, 0), mark.sign))
                draw_pill(parent, at, mark.sign, mark.said, self._theme.tone(mark.tone))

    def _free_corner(self, spot: Spot, sign: Box) -> Point:
        """Return where at the edge of a plate a sign hides least; the first of several."""
        plate, wide = spot.plate, sign.width / 2 - 8
        corners = [
            (plate.right + 2 + wide, plate.y - 1), (plate.x - 2 - wide, plate.y - 1),
            (plate.right + 2 + wide, plate.bottom + 1), (plate.x - 2 - wide, plate.bottom + 1),
            (plate.right + 5 + wide, spot.place.at[1]), (plate.x - 5 - wide, spot.place.at[1]),
        ]  # fmt: skip
        close = [
            box for other in self.spots.values()
            if abs(other.place.at[0] - spot.place.at[0]) < 250
            and abs(other.place.at[1] - spot.place.at[1]) < 200
            for name, box in other.boxes() if name != f"plate {spot.place.id}"
        ]  # fmt: skip
        tips = [Box.centred(*ways[-1][1], 18, 18) for arrow, ways, _ in self._arrow_ways
                if arrow.places[-1] == spot.place.id]  # fmt: skip
        weights = [
            sum(Box.centred(*at, sign.width, sign.height).overlaps(box) for box in [*close, *tips])
            for at in corners
        ]
        return corners[weights.index(min(weights))]

    def _routes(self, parent: svg.Element) -> None:
        for route in self.overlay.routes:
            colour = self._theme.tone(route.tone)
            for a, b in pairwise(route.places):
                both = svg.group(parent, stroke=colour, stroke_linecap="round",
                                 data_route=f"{a} {b}")  # fmt: skip
                if route.said:
                    svg.title(both, route.said)
                if self._runs(a, b):
                    for begin, end in self.between(a, b):
                        svg.line(both, begin, end, stroke_width=4 if route.thin else 9,
                                 stroke_opacity=0.55)  # fmt: skip
                else:  # by sea, say: where it leaves and where it comes from
                    for near, other in ((a, b), (b, a)):
                        plate, far = self.spots[near].plate, self.spots[other].place.at
                        svg.line(both, plate.exit(far), plate.exit(far, _AFAR), stroke_width=4,
                                 stroke_dasharray="2 8")  # fmt: skip

    def _way(self, places: Sequence[str]) -> Iterator[tuple[Point, Point]]:
        for a, b in pairwise(places):
            yield from self.between(a, b)

    def between(self, a: str, b: str) -> Iterator[tuple[Point, Point]]:
        """Yield the pieces of the line between two places, through gateways if need be."""
        link = self._joined(a, b)
        if link is None:
            yield self.spots[a].place.at, self.spots[b].place.at
            return
        ways = list(_ways(self._board, link))
        yield from ways if link.a == a else ((end, begin) for begin, end in reversed(ways))

    def _runs(self, a: str, b: str) -> bool:
        """Tell whether ways run straight from one place to another."""
        return self._joined(a, b) is not None

    def _joined(self, a: str, b: str) -> Link | None:
        return self._links_of.get((a, b))

    @cached_property
    def _links_of(self) -> dict[tuple[str, str], Link]:
        links = self._board.links
        return {(link.a, link.b): link for link in links} | {
            (link.b, link.a): link for link in links
        }

    def _cuts(self, parent: svg.Element) -> None:
        for cut in self.overlay.cuts:
            spot = self.spots[cut.a]
            middle = self._border(spot, self.spots[cut.b].place.at, 14) if cut.b else spot.place.at
            x, y = middle
            name = f"{cut.a} {cut.b}" if cut.b else cut.a
            sign = svg.group(parent, stroke=self._theme.tone(cut.tone), stroke_width=4,
                             stroke_linecap="round", data_cut=name)  # fmt: skip
            svg.title(sign, cut.said)
            svg.line(sign, (x - 6, y - 6), (x + 6, y + 6))
            svg.line(sign, (x - 6, y + 6), (x + 6, y - 6))

    # Along connections shafts run below the places on the way; heads and signs are above all.

    @cached_property
    def _arrow_ways(self) -> list[tuple[Arrow, list[Piece], bool]]:
        """Each arrow with its pieces, and whether it runs along connections."""
        found = []
        for arrow in self.overlay.arrows:
            if len(arrow.places) < 2:
                continue
            first, last = self.spots[arrow.places[0]], self.spots[arrow.places[-1]]
            joined = all(self._runs(a, b) for a, b in pairwise(arrow.places))
            if joined:
                ways = list(self._way(arrow.places))
            else:
                boxes = [
                    each
                    for spot in self.spots.values()
                    if spot.place.id not in arrow.places
                    for each in spot.weights()
                ]
                ways = [
                    piece
                    for a, b in pairwise(arrow.places)
                    for piece in bend(self.spots[a].place.at, self.spots[b].place.at, boxes)
                ]
                ways = [each for each in ways if not _within(first.plate, each[1])]
                ways = [each for each in ways if not _within(last.plate, each[0])] or ways
            ways[0] = (first.plate.exit(ways[0][1], 1), ways[0][1])
            ways[-1] = (ways[-1][0], _tip(last, ways[-1][0]))
            if len(ways) == 1:
                ways = [lengthened(*ways[0], first.place.at, last.place.at)]
            found.append((arrow, ways, joined))
        return found

    def _shafts(self, parent: svg.Element, joined: bool) -> None:
        for arrow, ways, along in self._arrow_ways:
            if along == joined:
                both = svg.group(parent, data_shaft=" ".join(arrow.places))
                (begin, tip) = ways[-1]
                draw_shaft(both, [*ways[:-1], (begin, neck(begin, tip))],
                           self._theme.tone(arrow.tone), arrow.thin)  # fmt: skip

    def _arrows(self, parent: svg.Element) -> None:
        taken = [_head(*ways[-1]) for _, ways, _ in self._arrow_ways]
        for arrow, ways, _ in self._arrow_ways:
            colour = self._theme.tone(arrow.tone)
            both = svg.group(parent, data_arrow=" ".join(arrow.places))
            svg.title(both, arrow.said)
            draw_head(both, *ways[-1], colour)
            if arrow.sign:
                at = self._free_way(arrow, ways, taken)
                taken.append(pill_box(at, arrow.sign))
                draw_pill(both, at, arrow.sign, arrow.said, colour)

    def _free_way(self, arrow: Arrow, ways: Sequence[Piece], taken: Sequence[Box]) -> Point:
        """Return where on an arrow its sign hides no other sign, head or place; middle first."""
        middle = len(ways) // 2
        order = sorted(range(len(ways)), key=lambda number: abs(number - middle))
        shares = _SHARES if len(ways) < _BENT else _SHARES[:1]
        points = [
            (begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share)
            for share in shares
            for begin, end in (ways[number] for number in order)
        ]
        ground = [each for place in arrow.places for each in self.spots[place].weights()]

        def hidden(at: Point) -> float:
            box = pill_box(at, arrow.sign)
            return sum(4.0 * box.overlaps(other) for other in taken) + sum(
                weight * box.overlaps(other) for other, weight in ground
            )

        return min(points, key=hidden)


# Where along a straight piece of an arrow its sign may lie, in parts of its length; an arrow of so
# many pieces is bent, and each piece short.
_SHARES: Final = (0.5, 0.38, 0.62, 0.28, 0.72)
_BENT: Final = 10


def _tip(spot: Spot, begin: Point) -> Point:
    """Return where an arrow into a place ends: at its plate, or before its name."""
    (x, y), (to_x, to_y) = begin, spot.plate.exit(begin, 3)
    for part in range(100, 30, -5):
        tip = x + (to_x - x) * part / 100, y + (to_y - y) * part / 100
        if not _head(begin, tip).overlaps(spot.label):
            return tip
    return to_x, to_y


def _head(begin: Point, tip: Point) -> Box:
    """Return the box of the head of an arrow, but for its corners."""
    return around([Box(*tip, 0, 0), Box(*neck(begin, tip), 0, 0)]).grown(5)


def _name_size(place: Place) -> tuple[float, float]:
    """Return the size of a name, and the room of the terrain's sign before it.

    The sign stands there where units hide it on the plate.
    """
    sign = _SIGN_ROOM if place.counters and place.terrain in SIGNS else 0.0
    room = _LABEL_ROOM[place.kind] - sign
    return fitting(place.name, room, _LABEL, 8, place.important), sign


def _within(box: Box, point: Point) -> bool:
    return box.holds(Box(*point, 0, 0))


def _ways(board: Board, link: Link) -> Iterator[tuple[Point, Point]]:
    a, b = board.places[link.a], board.places[link.b]
    if link.by_way_of is None:
        yield a.at, b.at
        return
    gateway, leaving = (board.places[name].at for name in link.by_way_of)
    if a.inset:
        yield a.at, leaving
        yield gateway, b.at
    else:
        yield a.at, gateway
        yield leaving, b.at
