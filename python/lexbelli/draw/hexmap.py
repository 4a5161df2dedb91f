"""Drawing a board of hexes.

All that is drawn of a hex lies within its brick, a rectangle as wide and high as rows and columns
are apart: bricks fill the plane as hexes do, so that nothing overlaps whatever the position. From
the top there are the number and the signs, the units, and the name.
"""

from collections.abc import Sequence
from functools import cached_property
from math import atan, cos, degrees, hypot, pi, sin, sqrt
from typing import Final

from lexbelli.draw import svg
from lexbelli.draw.badges import RADIUS, draw_badges, row_width
from lexbelli.draw.board import Board, Ground, Hexside, Overlay, Place
from lexbelli.draw.counters import SIZE, define_symbols, grid
from lexbelli.draw.geometry import Box, Point, around
from lexbelli.draw.pointmap import PointMap
from lexbelli.draw.spot import Spot
from lexbelli.draw.terrain import SIGNS, draw_terrain
from lexbelli.draw.text import fitting, width
from lexbelli.draw.themes import Theme

__all__ = ["HexMap", "next_to"]

_LARGEST: Final = 1.28 * SIZE  # of a unit that has a hex for itself
_MARGIN: Final = 6.0  # between units and the side of their hex, which sets rows of two apart
_WITHIN: Final = 1.5  # between two units of a hex
_NUMBER: Final = 8.5
_NAME: Final = 14.5
_ALONG: Final = 11.5  # names along sides
_APART: Final = 7.0  # radii between two names of what is called alike
_BADGE: Final = 1.2  # how much larger signs are than on other boards
_WATERS: Final = frozenset({"sea", "lake"})


class HexMap(PointMap):
    """The map of a board of hexes, ready to be drawn."""

    def __init__(self, board: Board, overlay: Overlay, theme: Theme) -> None:
        if board.ground is None:
            raise ValueError("the places of this board are no hexes")
        self._hexes: Ground = board.ground
        tall, wide = 1.5 * self._hexes.radius, sqrt(3) * self._hexes.radius
        self._brick = (wide, tall) if self._hexes.pointy else (tall, wide)
        super().__init__(board, overlay, theme)

    # --- where everything is --------------------------------------------------------

    def brick(self, place: Place) -> Box:
        """Return the box that a hex has for itself."""
        wide, high = self._brick
        # A hex on a corner has more room above its middle than its brick: that is for the number.
        lift = 0.09 * self._hexes.radius if self._hexes.pointy else 0.0
        return Box.centred(place.at[0], place.at[1] - lift, wide, high)

    def _spot(self, place: Place) -> Spot:
        brick = self.brick(place)
        x = place.at[0]
        row = _BADGE * row_width(place.badges)
        row += width(place.number, _NUMBER) + 4 if place.number else 0
        top = brick.y + (2 * _BADGE * RADIUS + 1.5 if place.badges else _NUMBER + 2)
        foot = brick.bottom - (_NAME + 2.5 if place.name else 2)
        room = Box(brick.x + _MARGIN, top, brick.width - 2 * _MARGIN, foot - top)
        if not place.badges and not place.name:
            # Alone in a hex they stand in its middle.
            high = min(place.at[1] - top, foot - place.at[1])
            room = Box.centred(x, place.at[1], room.width, 2 * high)
        counters = grid(len(place.counters), room, _WITHIN, _LARGEST)
        plate = Box.centred(*place.at, 30, 30)
        if counters:
            plate = around(Box(*at, SIZE * scale, SIZE * scale) for at, scale in counters)
        size = self._name_size(place)
        long = width(place.name, size, place.important)
        label = Box.centred(x, brick.bottom - _NAME / 2 - 1, long, _NAME + 1)
        badges = None
        if place.badges:
            high = 2 * _BADGE * RADIUS
            badges = Box.centred(x, brick.y + high / 2 + 0.5, row, high)
        return Spot(place, plate, label, badges, counters)

    def _name_size(self, place: Place) -> float:
        return fitting(place.name, self._brick[0] - 4, _NAME, 6, place.important)

    def around(self, places: Sequence[str], margin: float) -> Box:
        """Return the part of the map that shows some hexes."""
        wide, high = self._across
        return around(
            Box.centred(*self.spots[place].place.at, wide, high) for place in places
        ).grown(margin / 3)

    @property
    def _across(self) -> Point:
        """How wide and high a hex is."""
        radius = self._hexes.radius
        wide, high = sqrt(3) * radius, 2 * radius
        return (wide, high) if self._hexes.pointy else (high, wide)

    def shown(self, view: Box) -> list[Spot]:
        """Return the hexes whose bricks lie wholly in a part of the map."""
        return [spot for spot in self.spots.values() if view.holds(self.brick(spot.place))]

    def within(self, view: Box, inset: str | None) -> list[Spot]:  # noqa: ARG002 - has no insets
        """Return the hexes whose names and units are drawn in a part of the map."""
        return self.shown(view)

    def widened(self, view: Box, inset: str | None) -> Box:  # noqa: ARG002 - has no insets
        """Return a part of the map as it is: of hexes that it cuts the ground alone is drawn."""
        return view

    def _runs(self, a: str, b: str) -> bool:
        return next_to(self._hexes, self.spots[a].place.at, self.spots[b].place.at)

    def _free_corner(self, spot: Spot, sign: Box) -> Point:
        """Return where in a hex a sign hides least; the first of several."""
        brick = self.brick(spot.place)
        wide, high = sign.width / 2 + 2, sign.height / 2 + 1
        (x, y), (left, right) = spot.place.at, (brick.x + wide, brick.right - wide)
        corners = [
            *([] if spot.counters else [(x, y)]),
            (right, brick.y + 12 + high), (left, brick.y + 12 + high),
            (right, brick.bottom - 12 - high), (left, brick.bottom - 12 - high),
            (right, y), (left, y),
        ]  # fmt: skip
        taken = [box for _, box in spot.boxes()] if spot.place.name or spot.counters else []
        taken += [box for _, box in spot.counter_boxes()]
        tips = [Box.centred(*ways[-1][1], 18, 18) for arrow, ways, _ in self._arrow_ways
                if arrow.places[-1] == spot.place.id]  # fmt: skip
        weights = [
            sum(
                Box.centred(*at, sign.width, sign.height).common(box).width
                * Box.centred(*at, sign.width, sign.height).common(box).height
                for box in (*taken, *tips)
            )
            for at in corners
        ]
        return corners[weights.index(min(weights))]

    # --- drawing --------------------------------------------------------------------

    def draw(
        self,
        parent: svg.Element,
        view: Box,
        inset: str | None = None,
        whole: bool = True,  # noqa: ARG002 - ways that leave a picture are not named on hexes
    ) -> None:
        """Draw a part of the map: the ground of it, and of hexes that lie wholly in it the rest.

        Args:
            parent: Where to.
            view: The part.
            inset: There are none.
            whole: Whether it is the whole map.
        """
        theme = self._theme
        shown = self.within(view, inset)
        wide, high = self._across
        near = view.grown(max(wide, high) / 2)
        ground = [
            spot.place
            for spot in self.spots.values()
            if near.x <= spot.place.at[0] <= near.right
            and near.y <= spot.place.at[1] <= near.bottom
        ]
        defs = svg.element(parent, "defs")
        define_symbols(defs, theme, {c.symbol for spot in shown for c in spot.place.counters})
        for name, part in (("hex", 1.0), ("hex-mark", 0.94)):
            corners = [(x * part, y * part) for x, y in self._corners]
            svg.polygon(defs, corners, id=f"{theme.name}-{name}")
        self._land(svg.group(parent, data_layer="ground", stroke_linejoin="round"), view, ground)
        self._marks(svg.group(parent, data_layer="marks"), shown)
        here = {place.id for place in ground}
        sides = svg.group(parent, data_layer="sides", fill="none", stroke_linecap="round",
                          stroke_linejoin="round")  # fmt: skip
        self._sides(sides, [s for s in self._hexes.sides if s.a in here and s.b in here])
        self._rails(svg.group(parent, data_layer="links", fill="none"), here)
        self._routes(svg.group(parent, fill="none", data_layer="routes"))
        self._shafts(svg.group(parent, data_layer="shafts"), joined=True)
        self._side_names(svg.group(parent, data_layer="names", text_anchor="middle"), view)
        plates = svg.group(parent, data_layer="places", text_anchor="middle")
        for spot in shown:
            self._plate(plates, spot)
        self._cuts(svg.group(parent, data_layer="cuts"))
        self._above(parent, shown)

    @cached_property
    def _corners(self) -> list[Point]:
        radius, turn = self._hexes.radius, 0.5 if self._hexes.pointy else 0.0
        angles = [(corner + turn) * pi / 3 for corner in range(6)]
        return [(radius * cos(angle), radius * sin(angle)) for angle in angles]

    def _land(self, parent: svg.Element, view: Box, ground: Sequence[Place]) -> None:
        theme = self._theme
        svg.rect(parent, view, fill=theme.paper)
        by_terrain: dict[str, list[Place]] = {}
        for place in ground:
            by_terrain.setdefault(place.terrain, []).append(place)
        name = f"{theme.name}-hex"
        for terrain, places in by_terrain.items():
            land = svg.group(parent, fill=theme.terrain.get(terrain, theme.land),
                             stroke=theme.faint, stroke_width=0.7,
                             stroke_opacity=0.5)  # fmt: skip
            for place in places:
                face = svg.use(land, name, place.at, data_space=place.id)
                svg.title(face, place.said)
        self._terrain_signs(parent, by_terrain)
        towns = svg.group(parent, fill=theme.ink, fill_opacity=0.75)
        for place in ground:
            if place.name and place.terrain not in _WATERS:
                _town(towns, place)

    def _terrain_signs(
        self, parent: svg.Element, by_terrain: dict[str, list[Place]]
    ) -> None:  # fmt: skip
        for terrain in SIGNS:
            if terrain in by_terrain:
                sign = f"{self._theme.name}-{terrain}"
                symbol = svg.group(svg.element(parent, "defs"), id=sign)
                draw_terrain(symbol, terrain, (0, 0), self._theme)
                signs = svg.group(parent, opacity=0.6)
                for place in by_terrain[terrain]:
                    if not place.name:
                        svg.use(signs, sign, place.at)

    def _sides(self, parent: svg.Element, sides: Sequence[Hexside]) -> None:
        """Draw what lies on hexsides, kind by kind, what is called alike together."""
        for kind in dict.fromkeys(side.kind for side in sides):
            stroke = self._theme.link(kind)
            called: dict[str, str] = {}
            for side in sides:
                if side.kind == kind:
                    begin, end = self.side_ends(side.a, side.b)
                    called[side.said] = called.get(side.said, "") + _line(begin, end)
            if stroke.edge is not None:
                svg.path(parent, "".join(called.values()), stroke=stroke.edge,
                         stroke_width=stroke.edge_width)  # fmt: skip
            for said, data in called.items():
                drawn = svg.path(
                    parent, data, stroke=stroke.colour, stroke_width=stroke.width,
                    stroke_dasharray=stroke.dash, data_side=kind,
                    stroke_linecap="butt" if stroke.dash else None,
                )  # fmt: skip
                svg.title(drawn, said)

    def side_ends(self, a: str, b: str) -> tuple[Point, Point]:
        """Return the corners between which the side of two hexes lies."""
        (ax, ay), (bx, by) = self.spots[a].place.at, self.spots[b].place.at
        long = hypot(bx - ax, by - ay) or 1.0
        half = self._hexes.radius / 2 / long
        dx, dy = (ay - by) * half, (bx - ax) * half
        x, y = (ax + bx) / 2, (ay + by) / 2
        return (x - dx, y - dy), (x + dx, y + dy)

    def _rails(self, parent: svg.Element, here: set[str]) -> None:
        """Draw connections from middle to middle, those of one kind together."""
        places = self._board.places
        seen = [link for link in self._board.links if link.a in here or link.b in here]
        kinds: dict[str, dict[str, str]] = {}
        for link in seen:
            lines = kinds.setdefault(link.kind, {})
            lines[link.said] = lines.get(link.said, "") + _line(
                places[link.a].at, places[link.b].at
            )
        for kind, lines in kinds.items():
            stroke = self._theme.link(kind)
            if stroke.edge is not None:
                svg.path(parent, "".join(lines.values()), stroke=stroke.edge,
                         stroke_width=stroke.edge_width, stroke_linecap="round")  # fmt: skip
            for said, data in lines.items():
                drawn = svg.path(parent, data, stroke=stroke.colour, stroke_width=stroke.width,
                                 stroke_dasharray=stroke.dash, data_link=kind)  # fmt: skip
                svg.title(drawn, said)

    def _side_names(self, parent: svg.Element, view: Box) -> None:
        """Write what sides are called along those whose hexes hold nothing else, far apart."""
        named: dict[str, list[Point]] = {}
        for side in self._hexes.sides:
            if side.kind not in self._hexes.named:
                continue
            if any(self.spots[end].place.name or self.spots[end].counters
                   for end in (side.a, side.b)):  # fmt: skip
                continue
            (ax, ay), (bx, by) = self.side_ends(side.a, side.b)
            x, y = (ax + bx) / 2, (ay + by) / 2
            others = named.setdefault(side.said, [])
            apart = _APART * self._hexes.radius
            if any(hypot(x - far, y - off) < apart for far, off in others):
                continue
            if not view.holds(Box.centred(x, y, 60, 60)):
                continue
            others.append((x, y))
            place = f"translate({svg.number(x)} {svg.number(y)})"
            angle = svg.number(degrees(_angle(bx - ax, by - ay)))
            turned = svg.group(parent, transform=f"{place} rotate({angle})")
            svg.text(turned, (0, _ALONG * 0.35), side.said, _ALONG, bold=True,
                     font_style="italic", halo=self._theme.paper,
                     fill=self._theme.crossing)  # fmt: skip

    def _plate(self, parent: svg.Element, spot: Spot) -> None:
        """Write number, signs and name of a hex."""
        place, theme = spot.place, self._theme
        brick = self.brick(place)
        x = place.at[0]
        if spot.badges is not None:
            y = spot.badges.middle[1]
            if place.number:
                at = spot.badges.x + width(place.number, _NUMBER) / 2
                svg.text(parent, (at, y + 3), place.number, _NUMBER, halo=theme.paper,
                         fill=theme.ink)  # fmt: skip
            middle = spot.badges.right - _BADGE * row_width(place.badges) / 2
            row = svg.group(
                parent,
                transform=f"translate({svg.number(middle)} {svg.number(y)})"
                f" scale({svg.number(_BADGE)})",
            )
            draw_badges(row, place.badges, (0, 0), theme)
        elif place.number:
            svg.text(parent, (x, brick.y + _NUMBER), place.number, _NUMBER, fill=theme.ink,
                     fill_opacity=0.6)  # fmt: skip
        if place.ringed:
            svg.rect(parent, spot.plate.grown(3), rx=4, fill="none", stroke=theme.tone("bad"),
                     stroke_width=3, stroke_dasharray="3 3")  # fmt: skip
        if place.name:
            size = self._name_size(place)
            svg.text(parent, (x, spot.label.middle[1] + size * 0.35), place.name, size,
                     bold=place.important, halo=theme.paper, fill=theme.ink)  # fmt: skip

    def _marks(self, parent: svg.Element, shown: Sequence[Spot]) -> None:
        here = {spot.place.id: spot for spot in shown}
        name = f"{self._theme.name}-hex-mark"
        for mark in self.overlay.marks:
            if mark.place in here:
                colour = self._theme.tone(mark.tone)
                svg.use(
                    parent, name, here[mark.place].place.at, fill=colour, fill_opacity=mark.depth,
                    stroke=colour, stroke_width=1.4, stroke_opacity=0.8, data_mark=mark.place,
                )  # fmt: skip


def next_to(ground: Ground, a: Point, b: Point) -> bool:
    """Tell whether two hexes touch, given their middles."""
    return 0 < hypot(a[0] - b[0], a[1] - b[1]) < 1.05 * sqrt(3) * ground.radius


def _angle(dx: float, dy: float) -> float:
    """Return how a side lies, so that what is written along it is read from the left."""
    return -pi / 2 if abs(dx) < 1e-6 else atan(dy / dx)


def _line(begin: Point, end: Point) -> str:
    numbers = (svg.number(value) for value in (*begin, *end))
    return "M{} {}L{} {}".format(*numbers)


def _town(parent: svg.Element, place: Place) -> None:
    """Draw the houses of a town, more of them in one that is important."""
    x, y = place.at
    blocks = [(-5.5, -5.5), (0.5, -5.5), (-5.5, 0.5), (0.5, 0.5)]
    if place.important:
        blocks += [(6.5, -5.5), (-11.5, 0.5), (-5.5, 6.5), (0.5, -11.5)]
    data = "".join(f"M{svg.number(x + dx)} {svg.number(y + dy)}h5v5h-5z" for dx, dy in blocks)
    svg.path(parent, data)
