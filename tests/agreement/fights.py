"""Positions with a battle at every stage."""

import csv
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from agreement.crowd import Crowd, atlas
from agreement.positions import busy
from agreement.provoked import once_more, sent
from lexbelli import _core
from lexbelli.pursuit_of_glory import tables
from tools.pursuit_of_glory.random_playout import random_playout

DATA: Final = Path(__file__).parents[2] / "scenarios" / "pursuit_of_glory"
KINDS: Final = ("attack", "defence", "cards", "returns", "withdrawal")
# Of so many attacks of the CP an event makes something else (9.5.1.a).
BY_EVENT: Final = 0.25
COMBAT: Final = ("regular", "irregular", "tribe")
FOE: Final = {"ap": "cp", "cp": "ap"}
# Where cards look: each of these is sought as often as all other places together.
_THEATRES: Final = (
    "mesopotamia",
    "syria_palestine",
    "sinai",
    "egypt",
    "caucasus",
    "azerbaijan",
    "persia_neutral",
    "balkans",
)
# Cards that want company: their conditions would hardly ever be met by chance.
_COMPANY: Final = {
    "ap_05": ("ru",),
    "ap_06": ("in",),
    "ap_15": ("br", "in"),
    "ap_28": ("br", "in"),
    "ap_38": ("br", "anz"),
    "ap_44": ("bu",),
    "ap_52": ("br",),
    "cp_19": ("tu", "tua"),
    "cp_28": ("tu",),
    "ap_39": ("br",),
    "cp_44": ("tu",),
    "cp_47": ("tu", "tua"),
}
# Where the cards that look at the place of the battle want it, and on which side of it.
_THERE: Final = {
    "ap_39": ("ap", ("egypt", "sinai", "syria_palestine")),
    "ap_44": ("ap", ("balkans",)),
    "ap_49": ("ap", ("sinai", "syria_palestine", "egypt")),
    "ap_52": ("ap", ("mesopotamia", "egypt", "sinai", "syria_palestine")),
    "cp_19": ("ap", ("mesopotamia", "sinai", "syria_palestine")),
    "cp_28": ("ap", ("caucasus", "mesopotamia", "syria_palestine")),
    "cp_44": ("cp", ("caucasus", "russia", "azerbaijan", "persia_neutral")),
    "ap_28": ("ap", ("mesopotamia", "egypt", "syria_palestine")),
}
_STAGES: Final = {
    "defence": ("defence",),
    "cards": (
        "weather_cards",
        "attackers_cards",
        "attackers_cards",
        "defenders_cards",
        "defenders_cards",
        "attackers_late_cards",
        "defenders_late_cards",
    ),
    "returns": ("attackers_returns", "defenders_returns"),
    "withdrawal": ("withdrawal",),
}


@cache
def combat_cards() -> Sequence[str]:
    """The 29 combat cards."""
    with (DATA / "cards.csv").open(encoding="utf-8") as rows:
        cards = [row["id"] for row in csv.DictReader(rows) if row["combat_card"] == "1"]
    assert len(cards) == 29, cards
    return cards


def situation(kind: str, number: int, seed: int) -> _core.PursuitPosition:
    """A position that asks for this decision; the same arguments always give the same one."""
    codes = [code for code, _ in tables.problem_codes()]
    for attempt in range(100):
        told = _told(kind, random.Random(f"{seed}/{number}/{kind}/{attempt}"))
        battle = told.get("battle", {})
        if kind != "attack":
            fort = atlas().space[battle["place"]]["fort"]
            defended = kind == "defence" or battle["defenders"] or fort
            if attempt < 99 and not (battle["attackers"] and defended):
                continue
        at = _core.PursuitPosition.from_json(tables.load(), json.dumps(told), codes)
        # JAFAR PASHA may wait for its die first, and it may be that nobody waits to attack.
        if at.stands_before == kind:
            return at
    raise AssertionError(f"no {kind} in {seed}/{number}")


def _told(kind: str, dice: random.Random) -> dict[str, Any]:
    """A document with such a battle; it may be that nobody attacks."""
    if dice.random() < 0.7:
        setup = random_playout(dice.getrandbits(32), dice.choice((0, 0, 5, 20))).in_short()
    else:
        setup = busy(dice.getrandbits(32)).in_short()
    for key in ("ops", "attacking", "digging", "tribes_due", "jihad_taken", "actions"):
        setup.pop(key, None)
    _clock(setup, dice)
    crowd = Crowd(setup, dice)
    target = _Field(crowd, kind).target
    told = crowd.cleaned() | {"ops": 0, "phase": "action"}
    _memory(told, dice, kind, target)
    if kind == "attack" and told["active"] == "cp" and dice.random() < BY_EVENT:
        dice.choice((lambda: once_more(told, dice), lambda: sent(told, dice, target)))()
    return told


def _clock(setup: dict[str, Any], dice: random.Random) -> None:
    """Events and tracks that cards ask for."""
    setup["turn"] = dice.choice((1, 2, 3, 4, 5, 9, 10, 11, 12, 13))
    setup["active"] = dice.choice(("ap", "cp"))
    events = setup.setdefault("events", {})
    for card, odds in (
        ("ap_54", 0.6),
        ("ap_38", 0.3),
        ("cp_13", 0.6),
        ("cp_33", 0.6),
        ("ap_03", 0.5),
        ("cp_10", 0.3),
        ("cp_49", 0.3),
    ):
        events.pop(card, None)
        if dice.random() < odds:
            events[card] = 0
    if "ap_03" not in events:
        control = setup.get("control", {})
        control["ap"] = [place for place in control.get("ap", []) if place != "cyprus"]
    setup.setdefault("tracks", {})["jihad"] = dice.choice((3, 5, 6, 7, 8, 9))


class _Field:
    """Two sides brought together around a place that is attacked."""

    def __init__(self, crowd: Crowd, kind: str) -> None:
        dice = crowd.dice
        self.crowd, self.kind, self.spaces = crowd, kind, crowd.atlas.space
        self.regions = crowd.atlas.places(kind="region")
        self.sought = None
        if kind == "cards" and dice.random() < 0.5:
            self.sought = dice.choice(sorted(_THERE))
        self.target, self.origin = self._choose()
        favoured = {dice.choice(("ru", "br", "tu", "tua"))}
        self.wanted, self.fill = favoured | set(_COMPANY[dice.choice(sorted(_COMPANY))]), 0.7
        if self.sought and self.origin:
            self.wanted, self.fill = set(_COMPANY.get(self.sought, ("br", "in"))), 0.95
        self._defend()
        self._attack()
        self._reinforce()

    def _lands(self) -> list[str]:
        kinds = ("space", "region", "beachhead")
        return [name for name, row in self.spaces.items() if row["kind"] in kinds]

    def _choose(self) -> tuple[str, str | None]:
        """The target, and a place at the front from where it is attacked; none for a front made up.

        Half of the battles are fought at the front as it is, where most are in supply.
        """
        crowd, dice, lands = self.crowd, self.crowd.dice, self._lands()
        front = [
            (goal, place)
            for goal in lands
            for place in crowd.atlas.near[goal]
            if crowd.holder.get(goal) == crowd.foe and crowd.holder.get(place) == crowd.side
        ]
        if self.sought and _THERE[self.sought][0] == crowd.side:
            areas, end = _THERE[self.sought][1], int(self.sought == "cp_44")
            fitting = [pair for pair in front if self.spaces[pair[end]]["area"] in areas]
            if fitting:
                return dice.choice(fitting)
        if self.kind != "defence" and front and dice.random() < 0.6:
            close = [pair for pair in front if self.spaces[pair[0]]["area"] in _THEATRES[:5]]
            return dice.choice(close if close and dice.random() < 0.7 else front)
        if self.kind == "defence" or dice.random() < 0.08:
            return dice.choice(self.regions), None
        if dice.random() < 0.8:
            area = dice.choice(_THEATRES)
            lands = [name for name in lands if self.spaces[name]["area"] == area]
        return dice.choice(lands), None

    def _company(self, of: str, place: str, most: int, classes: Sequence[str] = COMBAT) -> None:
        crowd = self.crowd
        units = crowd.of(of, *classes)
        friends = [u for u in units if self.wanted & set(crowd.atlas.unit[u]["nations"])]
        crowd.put_some(friends if friends and crowd.chance(self.fill) else units, place, most)

    def _staff(self, of: str, place: str, odds: float) -> None:
        if self.crowd.chance(odds):
            self.crowd.put_some(self.crowd.of(of, "hq", "artillery"), place, 2)

    def _defend(self) -> None:
        crowd, target = self.crowd, self.target
        crowd.clear(target)
        if crowd.chance(0.93) or self.kind == "defence":
            self._company(crowd.foe, target, 7 if target in self.regions else 3)
        self._staff(crowd.foe, target, 0.35)
        if self.spaces[target]["kind"] == "beachhead" and crowd.foe == "ap":
            crowd.markers.add(target)
        crowd.hold(target, crowd.foe if self.origin or crowd.chance(0.9) else crowd.side)
        if crowd.chance(0.3):
            crowd.setup.setdefault("trenches", {})[target] = {
                "level": crowd.dice.randint(1, 2),
                "owner": crowd.foe if crowd.chance(0.8) else crowd.side,
            }

    def _origins(self) -> Sequence[str]:
        if self.origin:
            return [self.origin]
        dice, near = self.crowd.dice, self.crowd.atlas.near[self.target]
        around = [place for place in near if self.spaces[place]["kind"] != "box"]
        return dice.sample(around, min(len(around), dice.randint(1, 3)))

    def _attack(self) -> None:
        crowd, side = self.crowd, self.crowd.side
        for place in self._origins():
            if crowd.chance(0.85):
                crowd.clear(place)
            self._company(side, place, 5 if place in self.regions else 3)
            if self.sought == "ap_49" and self.origin:
                crowd.put(["anz_desert_corps"], place)
            if self.sought == "cp_44" and self.origin:
                crowd.put_some(crowd.of("cp", "lcu", nations=("tu",)), place, 1)
            self._staff(side, place, 0.3)
            crowd.hold(place, side if self.origin or crowd.chance(0.85) else crowd.foe)
            if self.spaces[place]["kind"] == "beachhead" and side == "ap":
                crowd.markers.add(place)
            # Helpers a step or two behind, for those who march to the battle.
            if crowd.chance(0.6):
                behind = crowd.dice.choice(crowd.atlas.near[place])
                crowd.clear(behind)
                self._company(side, behind, 2, (*COMBAT, "hq"))
                crowd.hold(behind, side)
                _hold_on(crowd, behind, side)
        if self.target in self.regions or (self.spaces[self.target]["fort"] and crowd.chance(0.25)):
            self._company(side, self.target, 5)

    def _reinforce(self) -> None:
        """A way for divisions that come by land, and some of them in the Reserve Box."""
        crowd, near = self.crowd, self.crowd.atlas.near
        around = sorted(near[self.target])
        for place in crowd.dice.sample(around, min(2, len(around))):
            if crowd.chance(0.5) and place != self.origin:
                crowd.hold(place, crowd.foe)
                behind = crowd.dice.choice(near[place])
                crowd.hold(behind, crowd.foe)
                self._company(crowd.foe, behind, 2)
                _hold_on(crowd, behind, crowd.foe)
        if crowd.chance(0.5):
            turks = crowd.of("cp", "regular", nations=("tu", "tua"))
            # LCUs come out of no Reserve Box (13.8.2).
            scus = [unit for unit in turks if crowd.atlas.unit[unit]["size"] == "scu"]
            crowd.put_some(scus, "cp_reserve", 4)


def _hold_on(crowd: Crowd, place: str, side: str) -> None:
    """Give a side a few places in a row, without enemies: perhaps a line of supply."""
    for _ in range(crowd.dice.randrange(6)):
        place = crowd.dice.choice(crowd.atlas.near[place])
        crowd.at = {
            unit: at
            for unit, at in crowd.at.items()
            if at != place or crowd.atlas.unit[unit]["side"] == side
        }
        crowd.hold(place, side)


def _memory(told: dict[str, Any], dice: random.Random, kind: str, target: str) -> None:
    """What is remembered of the action, the round and the battle."""
    rows, near, spaces = atlas().unit, atlas().near, atlas().space
    at = {u: p for p, us in told["units"].items() for u in us if spaces[p]["kind"] != "box"}
    side = told["active"]
    own = [u for u in at if rows[u]["side"] == side]
    others = [u for u in at if rows[u]["side"] != side]
    reach = {target, *near[target]}
    greece = told.get("greece", "neutral")
    own = [u for u in own if rows[u]["nations"] != ["gr"] or greece == side]
    close = [u for u in own if at[u] in reach and (at[u] != target or _within(target))]
    fighters = [u for u in close if rows[u]["class"] in COMBAT]
    wide = ("region", "island_base")
    stacks: dict[tuple[str, int], list[str]] = {}
    for unit in own:
        if spaces[at[unit]]["kind"] in wide and at[unit] in reach:
            stacks.setdefault((at[unit], dice.randint(1, 2)), []).append(unit)
    told["stacks"] = list(stacks.values())[:15]
    told["retreated"] = [u for u in others if dice.random() < (0.15 if at[u] == target else 0.04)]
    told["cards"] = _hands(dice)
    places = sorted(p for p in spaces if spaces[p]["kind"] != "box")
    if kind == "attack":
        told["attacking"] = {u: "attack" for u in fighters if dice.random() < 0.9}
        told["fought"] = [u for u in own if u not in told["attacking"] and dice.random() < 0.08]
        told["attacked"] = [
            p for p in dice.sample(places, 12) if p != target or dice.random() < 0.1
        ]
        through = dice.sample(places, 5)
        told["attacked_through_greek_ports"] = [p for p in through if p not in told["attacked"]]
        if dice.random() < 0.3:
            told["russians_attacked"] = told["turn"]
        return
    take = [u for u in close if dice.random() < 0.85]
    if not any(rows[u]["class"] in COMBAT for u in take):
        take += fighters[:1]
    there = [u for u in others if at[u] == target and u not in told["retreated"]]
    there = [u for u in there if rows[u]["class"] != "artillery"]
    if greece == "neutral" and any(rows[u]["nations"] == ["gr"] for u in there):
        # Whoever attacks them makes Greece the ally of the other (18.8.1.1.c-5).
        told["greece"] = "ap" if side == "cp" else "cp"
    if spaces[target]["kind"] == "region":
        there = dice.sample(there, min(len(there), dice.randint(1, 4)))
    told["acted"] = [u for u in own if u in take or dice.random() < 0.2]
    told["fought"] = [u for u in own if u in take or dice.random() < 0.05]
    stage = dice.choice(_STAGES[kind])
    cards = list(combat_cards())
    dice.shuffle(cards)
    played = [c for c in cards if dice.random() < (0.25 if kind == "returns" else 0.06)]
    told["cards_used"] = [c for c in cards if c not in played and dice.random() < 0.08]
    battle: dict[str, Any] = {
        "place": target,
        "stage": stage,
        "attackers": take,
        "defenders": [] if kind == "defence" else there,
        "cards": _sides(played, dice),
        "from_hand": [c for c in played if dice.random() < 0.7],
        "before_weather": [c for c in played if dice.random() < 0.3],
        "settled": ["cancelled"] if kind == "returns" else [],
    }
    if "late" in stage:
        battle["loss_numbers"] = {
            who: dice.randint(0, 5) for who in ("attacker", "defender") if dice.random() < 0.7
        }
    told["battle"] = battle


def _within(target: str) -> bool:
    row = atlas().space[target]
    return row["kind"] == "region" or bool(row["fort"])


def _sides(played: Iterable[str], dice: random.Random) -> Mapping[str, Sequence[str]]:
    """Who has played what: mostly the side whose card it is."""
    of: dict[str, list[str]] = {"ap": [], "cp": []}
    for card in played:
        side = card[:2] if dice.random() < 0.85 else FOE[card[:2]]
        of[side].append(card)
    return of


def _hands(dice: random.Random) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Cards in hand and face up: most of the combat cards, so that all are tried."""
    zones: dict[str, dict[str, list[str]]] = {s: {"hand": [], "face_up": []} for s in ("ap", "cp")}
    for card in combat_cards():
        drawn = dice.random()
        if drawn < 0.75:
            zones[card[:2]]["hand"].append(card)
        elif drawn < 0.85:
            zones[card[:2]]["face_up"].append(card)
        elif card in ("ap_21", "cp_20"):
            zones[FOE[card[:2]]]["face_up"].append(card)
    for side in zones:
        zones[side]["hand"].append(f"{side}_01")
    return zones
