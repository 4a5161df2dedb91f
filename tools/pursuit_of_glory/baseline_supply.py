"""Supply traced in plain Python: what the core is measured against.

It reads the same facts as the law and floods the map from the sources with sets and lists, as one
would write it first. It is a measure of speed, not of truth: law and core are the two readings
that are held against each other, and a rule may be refined there without being refined here. The
measurement says how many answers are the same.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Board", "State", "supply"]

_Facts = dict[str, list[tuple[str, ...]]]

_FACT: Final = re.compile(r"(\w+)\(([^()]*(?:\([^()]*\))?[^()]*)\)\.")
_FOE: Final = {"ap": "cp", "cp": "ap"}
_OPEN_LINES: Final = {"road", "rail", "unfinished_rail", "green_line"}
_TRIBAL_LINES: Final = {"road", "rail", "unfinished_rail"}
_INLAND: Final = {"black_sea", "caspian"}
_PERSIA: Final = {"azerbaijan", "arabistan", "persia_neutral", "persia_region"}
_ENTRY: Final = {"bu": "cp_33", "sb": "cp_33", "ro": "ap_29"}
_RISES_AGAINST: Final = {"armenian": ("cp",), "persian": ("ap",), "soviet": ("ap", "cp")}
_CITIES: Final = ("constantinople", "kayseri", "erzincan", "damascus", "baghdad")
_INDIAN_PORTS: Final = {"aqaba", "jiddah"}

# Classes of trace: the side, and the nations whose marked lines the class may follow; None is all.
_CLASSES: Final[Mapping[str, tuple[str, frozenset[str] | None]]] = {
    "allied": ("ap", frozenset()),
    "russian": ("ap", frozenset()),
    "indian": ("ap", frozenset()),
    "northern_army": ("ap", frozenset({"ana"})),
    "arab_revolt": ("ap", frozenset({"arab_revolt"})),
    "ap_space": ("ap", None),
    "central": ("cp", frozenset()),
    "turkish": ("cp", frozenset({"tu", "tua"})),
    "cp_space": ("cp", None),
}
_COLOURED: Final = {"ap": {"ap", "ru"}, "cp": {"cp"}}

# Nations -> the groups of sources that are full, and those that are limited.
_WEST: Final = (("british",), ("russian",))
_TURK: Final = (("turkish",), ("galician", "bulgarian", "lesser"))
_TEUTON: Final = (("galician",), ("turkish", "bulgarian", "lesser"))
_DRAWS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "ru": (("russian",), ("british",)),
    **dict.fromkeys(("br", "in", "anz", "fr", "it"), _WEST),
    "sb": (("russian", "british", "aegean"), ()),
    "ro": (("russian",), ()),
    "arab_revolt": (("british", "hejaz"), ()),
    **dict.fromkeys(("tu", "tua"), _TURK),
    **dict.fromkeys(("ge", "ah"), _TEUTON),
    "bu": (("bulgarian",), ("turkish", "galician", "lesser")),
}
_ANY: Final = {
    "ap": ("russian", "british", "hejaz"),
    "cp": ("turkish", "galician", "bulgarian", "lesser"),
}


def _parse(text: str) -> _Facts:
    facts: _Facts = defaultdict(list)
    for name, arguments in _FACT.findall(text):
        facts[name].append(tuple(arguments.split(",")))
    return facts


class Board:
    """The map and the counters.

    Args:
        static: The text of `position.static_facts()`.
    """

    def __init__(self, static: str) -> None:
        facts = _parse(static)
        self.kind = _pairs(facts["kind"])
        self.area = _pairs(facts["area"])
        self.country = _pairs(facts["country"])
        self.fort = {space: int(strength) for space, strength in facts["fort"] if strength != "0"}
        self.port = _pairs(facts["port"])
        self.base = _pairs(facts["island_base_of"])
        self.side = _pairs(facts["side"])
        self.size = _pairs(facts["size"])
        self.group = _pairs(facts["class"])
        self.home: dict[str, set[str]] = defaultdict(set)
        for unit, area in facts["supply_area"]:
            self.home[unit].add(area)
        self.boxed = {unit for (unit,) in facts["boxed"]}
        self.nations: dict[str, set[str]] = defaultdict(set)
        for unit, nation in facts["nation"]:
            self.nations[unit].add(nation)
        self.straits = [(a, b, int(number)) for a, b, number in facts["strait"]]
        self._lines(facts)
        self._tribes(facts)

    def _lines(self, facts: _Facts) -> None:
        nations: dict[tuple[str, str], set[str]] = defaultdict(set)
        for a, b, nation in facts["link_nation"]:
            nations[a, b].add(nation)
        self.coloured = {(a, b) for a, b, flag in facts["link_flag"] if flag == "coloured_rail"}
        self.lines: dict[str, dict[str, list[str]]] = {}
        for name, (side, rides) in _CLASSES.items():
            lines = self.lines[name] = defaultdict(list)
            for a, b, kind in facts["link"]:
                marked = nations.get((a, b), set())
                if kind in ("sea_path", "beachhead"):
                    usable = side == "ap"
                elif (a, b) in self.coloured:
                    usable = bool(marked & _COLOURED[side])
                elif marked:
                    usable = rides is None or bool(marked & rides)
                else:
                    usable = kind in _OPEN_LINES
                if usable:
                    lines[a].append(b)

    def _tribes(self, facts: _Facts) -> None:
        """Work out where every tribe is in range."""
        nations: dict[tuple[str, str], set[str]] = defaultdict(set)
        for a, b, nation in facts["link_nation"]:
            nations[a, b].add(nation)
        barred = {(a, b) for a, b, flag in facts["link_flag"] if flag == "no_tribes"}
        moves = _pairs(facts["mf"])
        own: dict[str, set[str]] = defaultdict(set)
        for space, tribe in facts["tribe_space"]:
            own[tribe].add(space)
        self.range: dict[str, set[str]] = {}
        for unit, tribe in facts["tribe_of"]:
            reach, edge = set(own[tribe]), set(own[tribe])
            for _ in range(int(moves.get(unit, "0"))):
                edge = {
                    b
                    for a, b, kind in facts["link"]
                    if a in edge
                    and kind in _TRIBAL_LINES
                    and (not nations.get((a, b)) or tribe in nations[a, b])
                } - reach
                reach |= edge
            if moves.get(unit, "0") != "0":
                reach |= {
                    b
                    for a, b, kind in facts["link"]
                    if a in own[tribe] and kind == "green_line" and (a, b) not in barred
                }
            self.range[unit] = reach


@dataclass(slots=True)
class State:
    """A position, in sets.

    Args of `read`: the board, and the text of `position.facts()`.
    """

    board: Board
    at: dict[str, str]
    control: dict[str, str]
    events: set[str]
    greece: str
    collapsed: set[str]
    revolts: set[str]
    stage: int
    ru_vp: set[str]
    destroyed: set[str]
    beachheads: set[str]
    uprisings: dict[str, str]
    british_cavalry: set[str]
    landing: set[str]
    owner: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, board: Board, facts: str) -> "State":
        """Read a position."""
        given = _parse(facts)
        return cls(
            board=board,
            at=_pairs(given["at"]),
            control=_pairs(given["control"]),
            events=_names(given["event"]),
            greece=next(iter(_names(given["greece"])), "neutral"),
            collapsed=_names(given["collapsed"]),
            revolts=_names(given["revolt"]),
            stage=max((int(stage) for (stage,) in given["revolution_stage"]), default=0),
            ru_vp=_names(given["ru_vp"]),
            destroyed=_names(given["fort_destroyed"]),
            beachheads=_names(given["beachhead"]),
            uprisings=_pairs(given["uprising"]),
            british_cavalry=_names(given["british_ru_cavalry"]),
            landing=_names(given["amphibious_landing"]),
        )


def supply(state: State) -> tuple[dict[str, str], list[str]]:
    """Answer the whole question: the status of every unit, and the spaces that flip."""
    return _Trace(state).answer()


class _Trace:
    def __init__(self, state: State) -> None:
        self.s = state
        self.b = state.board
        self._who_stands_where()
        self._forts()
        self._holders()
        self._passages()
        self._seas()
        self.sources = self._sources()
        self._known: dict[tuple[str, str, bool], tuple[set[str], set[str]]] = {}

    def closed(self, space: str) -> bool:
        """Whether the space lies in a country that is not in the war."""
        entry = _ENTRY.get(self.b.country.get(space, ""))
        return entry is not None and entry not in self.s.events

    # --- who holds what -------------------------------------------------------------

    def _who_stands_where(self) -> None:
        self.owner: dict[str, str] = {}
        self.greeks: dict[str, str] = {}
        self.strangers: list[str] = []
        self.regular: dict[str, set[str]] = {"ap": set(), "cp": set()}
        self.light: dict[str, set[str]] = {"ap": set(), "cp": set()}
        for unit, space in self.s.at.items():
            nations = self.b.nations[unit]
            side = self.b.side.get(unit, "")
            if "gr" in nations and "br" not in nations:
                side = self.s.greece
                if side == "neutral":
                    self.greeks[unit] = space
            if side == "special":
                self.strangers.append(unit)
            if side not in _FOE:
                continue
            self.owner[unit] = side
            group = self.b.group[unit]
            if group == "regular":
                self.regular[side].add(space)
            elif group in ("irregular", "tribe"):
                self.light[side].add(space)
        self.combat = {side: self.regular[side] | self.light[side] for side in _FOE}

    def _forts(self) -> None:
        self.fort = {
            space: self.s.control[space]
            for space in self.b.fort
            if space not in self.s.destroyed
            and self.s.control.get(space) in _FOE
            and not self.closed(space)
        }
        strength: dict[str, int] = defaultdict(int)
        self.besieged: set[str] = set()
        for unit, space in self.s.at.items():
            side = self.owner.get(unit)
            if self.fort.get(space) != _FOE.get(side or "") or not side:
                continue
            if self.b.group[unit] not in ("regular", "irregular"):
                continue
            if self.b.size[unit] == "lcu":
                self.besieged.add(space)
            elif self.b.size[unit] == "scu":
                marines = unit == "ru_black_sea_div" and space in self.s.landing
                strength[space] += 3 if marines else 1
        self.besieged |= {space for space, sum_ in strength.items() if sum_ >= self.b.fort[space]}
        self.lapsed = strength.keys() - self.besieged

    def _holders(self) -> None:
        self.holds: dict[str, set[str]] = {"ap": set(self.s.beachheads), "cp": set()}
        for space, side in self.s.control.items():
            usable = space != "cyprus" or (side == "ap" and "ap_03" in self.s.events)
            if side in _FOE and usable and not self.closed(space):
                self.holds[side].add(space)
        self.disrupted = {
            side: {
                space
                for space in self.light[foe]
                if space in self.holds[side] and space not in self.regular[side]
            }
            for side, foe in _FOE.items()
        }
        for space, rising in self.s.uprisings.items():
            for side in _RISES_AGAINST[rising]:
                self.disrupted[side].add(space)

    def _passages(self) -> None:
        self.open: dict[str, set[str]] = {}
        self.in_hand: dict[str, set[str]] = {}
        greek = {space for space, country in self.b.country.items() if country == "gr"}
        for side, foe in _FOE.items():
            usable = {
                space
                for space in self.holds[side]
                if space not in self.regular[foe] or self.b.kind[space] == "region"
            }
            partial = set()
            for space in self.light[side]:
                if (
                    self.b.kind[space] in ("space", "region")
                    and space not in self.regular[side]
                    and space not in self.combat[foe]
                    and self.s.control.get(space) != side
                    and self.fort.get(space) != foe
                    and not self.closed(space)
                ):
                    partial.add(space)
            self.in_hand[side] = usable | partial
            usable |= partial
            usable |= {space for space in self.besieged if self.fort[space] == foe}
            if self.s.greece == "neutral":
                usable |= {s for s in greek - self.lapsed if self._greek_way(side, s)}
            self.open[side] = usable

    def _greek_way(self, side: str, space: str) -> bool:
        if space in self.combat[_FOE[side]]:
            return False
        neutral = self.s.control.get(space) == "neutral"
        return side == "ap" or (neutral and space not in self.greeks.values())

    # --- the sea --------------------------------------------------------------------

    def _seas(self) -> None:
        shore = {**self.b.port}
        for beachhead, base in self.b.base.items():
            if base in self.b.port:
                shore[beachhead] = self.b.port[base]
        harbours: dict[str, set[str]] = {}
        for side, foe in _FOE.items():
            harbours[side] = {
                s
                for s in shore
                if s in self.holds[side]
                and (
                    s not in self.regular[foe]
                    or (side == "ap" and self.b.kind[s] == "region" and s in self.b.port)
                )
            }
        harbours["ap"] |= self.s.landing & self.besieged & self.b.port.keys()
        if {"port_said", "suez"} <= self.holds["cp"]:
            for harbour in harbours.values():
                harbour.discard("ismailia")
        if "fao" not in harbours["ap"]:
            harbours["ap"].discard("basra")
        self.shore, self.harbours = shore, harbours

    def _water(self, side: str, sea: str) -> str | None:
        barred = side == "cp" and "ap_11" in self.s.events
        guns = "the_bosphorus_forts" in self.holds["ap"]
        if sea == "caspian":
            return sea
        if sea == "black_sea":
            return "ocean" if guns == (side == "ap") and not barred else sea
        return None if barred else "ocean"

    def _shut(self, name: str, group: str, sea: str) -> bool:
        """Whether a class reaches no such source over a sea (14.2.2-3)."""
        own = name == "russian" and group == "russian"
        return own and sea not in _INLAND and "the_bosphorus_forts" not in self.holds["ap"]

    def _docks(self, name: str, group: str) -> dict[str, str]:
        side = _CLASSES[name][0]
        docks = {}
        for space in self.harbours[side]:
            served = side == "cp" or space not in _INDIAN_PORTS or name in ("indian", "ap_space")
            served = served and not self._shut(name, group, self.shore[space])
            water = self._water(side, self.shore[space])
            if served and water:
                docks[space] = water
        return docks

    def _roads(self, name: str, group: str, space: str) -> str | None:
        """The water on which the AP meets its units and sources in a region, whoever holds it."""
        if _CLASSES[name][0] != "ap" or self.b.kind.get(space) != "region":
            return None
        if space not in self.b.port or self._shut(name, group, self.b.port[space]):
            return None
        return self._water("ap", self.b.port[space])

    # --- sources --------------------------------------------------------------------

    def _sources(self) -> dict[str, set[str]]:
        ap, cp = self.in_hand["ap"], self.in_hand["cp"]
        bases = {s for s, kind in self.b.kind.items() if kind == "island_base"}
        found = {
            "russian": {"odessa", "central_asia", "petrovsk"} | (ap & {"tiflis"}),
            "british": {"sudan_darfur", "india"} | (bases & self.holds["ap"]),
            "aegean": {
                s
                for s in self.harbours["ap"]
                if self.shore[s] == "aegean" and s not in _INDIAN_PORTS
            },
            "athens": ap & {"athens"} if self.s.greece == "ap" else set(),
            "hejaz": {"hejaz"},
            "turkish": cp & set(_CITIES),
            "galician": cp & {"galicia"},
            "bulgarian": set(),
            "lesser": cp & {"medina", "maan"},
        }
        if "trabzon" in self.s.ru_vp:
            found["russian"] |= ap & {"trabzon"}
        if "cp_33" in self.s.events and "bulgaria" not in self.s.collapsed:
            found["bulgarian"] = cp & {"sofia"}
        if "afghanistan" in self.s.revolts:
            found["turkish"] |= cp & {"afghanistan"}
        elif self.s.control.get("afghanistan") != "ap":
            found["lesser"].add("afghanistan")
        if "central_asia" in self.s.revolts:
            found["lesser"] |= cp & {"central_asia"}
        for side, groups in _ANY.items():
            found[f"any_{side}"] = set().union(*(found[group] for group in groups))
        if "hejaz" not in ap:
            found["any_ap"].discard("hejaz")
        if "afghanistan" not in cp:
            found["any_cp"].discard("afghanistan")
        return found

    def _draws(self, unit: str) -> tuple[set[str], set[str]]:
        """The groups of sources that are full, and those that are limited, for a unit."""
        full: set[str] = set()
        limited: set[str] = set()
        british = unit in self.s.british_cavalry or (
            unit == "ru_sb_yugoslav_div" and self.s.stage >= 4
        )
        nations = set(self.b.nations[unit])
        if british:
            nations = (nations - {"ru"}) | {"br"}
        for nation in nations:
            groups = _DRAWS.get(nation, ((), ()))
            full.update(groups[0])
            limited.update(groups[1])
        if unit == "br_arab_northern_army":
            full.add("hejaz")
        if unit in ("ru_2_4_special", "ru_sb_yugoslav_div"):
            full.add("british")
        if unit == "ru_sb_yugoslav_div":
            full |= {"russian", "aegean"}
        if "gr" in nations:
            if self.owner.get(unit) == "ap" and self.s.greece == "ap":
                full |= {"russian", "british", "athens"}
            elif self.owner.get(unit) == "cp":
                full |= {"turkish", "galician", "bulgarian"}
                limited.add("lesser")
        return full, limited

    # --- floods ---------------------------------------------------------------------

    def _strait_lines(self, side: str) -> dict[str, list[str]]:
        banks: dict[int, set[str]] = defaultdict(set)
        for a, b, number in self.b.straits:
            banks[number] |= {a, b}
        lines: dict[str, list[str]] = defaultdict(list)
        for a, b, number in self.b.straits:
            guards = [
                spaces
                for other, spaces in banks.items()
                if (other < number if side == "ap" else other > number)
            ]
            free = all(spaces <= self.holds[side] for spaces in guards)
            if side == "cp" and number == 5:
                free = free and "the_bosphorus_forts" in self.holds["cp"]
            if free:
                lines[a].append(b)
                lines[b].append(a)
        return lines

    def reach(self, name: str, group: str, clean: bool) -> tuple[set[str], set[str]]:
        """The spaces and waters from which a trace leads to a source of the group."""
        key = name, group, clean
        if key not in self._known:
            self._known[key] = self._flood(name, group, clean)
        return self._known[key]

    def _flood(self, name: str, group: str, clean: bool) -> tuple[set[str], set[str]]:
        side = _CLASSES[name][0]
        spoilt = self.disrupted[side] if clean else set()
        usable = self.open[side] - spoilt
        docks, straits, lines = (
            self._docks(name, group),
            self._strait_lines(side),
            self.b.lines[name],
        )
        reached = self.sources[group] - spoilt
        waters = {water for space in reached if (water := self._roads(name, group, space))}
        stack = list(reached)
        pending = set(waters)
        while stack or pending:
            if not stack:
                water = pending.pop()
                stack = [s for s, w in docks.items() if w == water and s in usable - reached]
                reached |= set(stack)
                continue
            space = stack.pop()
            for other in (*lines[space], *straits[space]):
                if other in usable and other not in reached:
                    reached.add(other)
                    stack.append(other)
            water_here = docks.get(space)
            if water_here and water_here not in waters:
                waters.add(water_here)
                pending.add(water_here)
        return reached, waters

    def _class_of(self, unit: str) -> str:
        nations = self.b.nations[unit]
        if unit == "br_arab_northern_army":
            return "northern_army"
        if "in" in nations:
            return "indian"
        if "arab_revolt" in nations:
            return "arab_revolt"
        if nations & {"tu", "tua"}:
            return "turkish"
        if nations & {"ru", "ro"} and "british" not in self._draws(unit)[0]:
            return "russian"
        return "allied" if self.owner[unit] == "ap" else "central"

    def _joins(self, unit: str, groups: Iterable[str], clean: bool) -> bool:
        space, side = self.s.at[unit], self.owner[unit]
        name = self._class_of(unit)
        starts = {space}
        ashore = False
        if space not in self.open[side]:
            if not clean or space not in self.disrupted[side]:
                starts |= {*self.b.lines[name][space], *self._strait_lines(side)[space]}
                ashore = True
            if clean and space in self.disrupted[side]:
                starts = {space}
        for group in groups:
            reached, waters = self.reach(name, group, clean)
            road = self._roads(name, group, space) if ashore else None
            if starts & reached or (road and road in waters):
                return True
        return False

    # --- the answer -----------------------------------------------------------------

    def _at_home(self, unit: str, space: str) -> bool:
        nations = self.b.nations[unit]
        area, country = self.b.area.get(space, ""), self.b.country.get(space, "")
        within = {area} | ({"syria_palestine"} if area == "sinai" else set())
        return (
            bool(self.b.home[unit] & within)
            or ("pe" in nations and area in _PERSIA)
            or ("sb" in nations and country == "sb" and "serbia" not in self.s.collapsed)
            or ("gr" in nations and country == "gr")
        )

    def _status(self, unit: str) -> str:
        space = self.s.at[unit]
        if (
            space == "afghanistan"
            and self.owner[unit] == "ap"
            and "afghanistan" not in self.s.revolts
        ):
            return "oos"
        if self._at_home(unit, space):
            return "full"
        if self.b.group[unit] == "tribe":
            return "full" if space in self.b.range.get(unit, set()) else "oos"
        if unit in self.b.boxed and self.b.home[unit] and "arab_revolt" not in self.b.nations[unit]:
            return "oos"
        full, limited = self._draws(unit)
        if self._joins(unit, full, clean=False):
            return "full" if self._joins(unit, full, clean=True) else "disrupted"
        if self._joins(unit, limited, clean=False):
            return "limited" if self._joins(unit, limited, clean=True) else "limited_disrupted"
        return "oos"

    def answer(self) -> tuple[dict[str, str], list[str]]:
        statuses = {unit: self._status(unit) for unit in self.owner}
        statuses |= dict.fromkeys(self.greeks, "full")
        statuses |= dict.fromkeys(self.strangers, "full")
        held_fast = {
            self.s.at[unit]
            for unit, status in statuses.items()
            if status != "oos" and self.b.group[unit] == "regular" and unit in self.owner
        }
        flips = [
            space
            for side in _FOE
            for space in self.holds[side]
            if self.b.kind[space] in ("space", "region")
            and space in self.open[side]
            and self.fort.get(space) != side
            and not (space in held_fast and space in self.regular[side])
            and space not in self.reach(f"{side}_space", f"any_{side}", False)[0]
        ]
        return statuses, sorted(flips)


def _pairs(rows: Iterable[tuple[str, ...]]) -> dict[str, str]:
    return {row[0]: row[1] for row in rows}


def _names(rows: Iterable[tuple[str, ...]]) -> set[str]:
    return {row[0] for row in rows}
