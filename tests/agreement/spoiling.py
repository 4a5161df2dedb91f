"""Answers that are legal no more, or never were: orders left out, added, aimed elsewhere, made up.

Of every decision; what is aimed at lies near what the legal answers name, more often than not.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from agreement.crowd import atlas
from lexbelli import _core
from lexbelli.pursuit_of_glory import tables

__all__ = ["spoilt"]

_WORD: Final = re.compile(r"\w+")
_LIST: Final = re.compile(r"\w+(?:,\w+)+")
_SEAS: Final = (
    *("east_mediterranean", "aegean", "red_sea", "persian_gulf", "indian_ocean"),
    *("black_sea", "caspian", "suez_canal"),
)
# Words that stand for one another.
_ALIKE: Final = (
    ("ops", "sr", "rp", "event", "reinforcement"),
    ("move", "attack_with_br"),
    ("egypt", "india", "afghanistan", "central_asia"),
    ("bulgaria", "serbia", "romania"),
    ("none", "ru", "br_in_anz", "tu", "enver_to_the_front", "no_br_attacks", "meso_or_persia"),
    _SEAS,
)
_PLAYS: Final = ("play {card}", *(f"play {{card}} for {use}" for use in _ALIKE[0]))
# How an order is written that nobody may have offered.
_FORMS: Final[Mapping[str, Sequence[str]]] = {
    "action": ("automatic", *_PLAYS),
    "counter": _PLAYS,
    "tribes": ("place {unit} {place}",),
    "provocation": ("provoke {place} {place}", "provoke {place} {place} with {unit}"),
    "bombardment": ("bombard {place}",),
    "trenches": ("entrench {place}",),
    "attack": ("attack {place} with {unit}", "join {unit}", "flank {place}", "end"),
    "defence": ("defend {unit}",),
    "cards": ("play {card}", "bring {card} {unit}", "place {card} {place}", "cancel advance"),
    "returns": ("take_back {card}",),
    "withdrawal": ("withdraw",),
    "losses": ("eliminate {unit}", "reduce {unit}", "replace {unit} by {unit}"),
    "retreat": (
        *("eliminate {unit}", "stand {unit}", "shorten", "sail {unit} {place}"),
        *("retreat {unit} {place}", "retreat {unit} {place} via {place}"),
    ),
    "evacuation": ("retreat {unit} {place}", "retreat {unit} {place} via {place}"),
    "advance": ("advance {unit} {place}", "advance {unit} {place} via {place}"),
    "repair": ("restore {unit}", "rebuild {unit}"),
    "excess": ("eliminate {unit}", "reserve {unit}"),
    "replacement": ("replace {unit} by {unit}",),
    "replacement_points": (
        *("restore {unit}", "rebuild {unit} {place}", "rebuild {unit} ap_reserve"),
        *("rebuild {unit} cp_reserve", "eliminate {unit}", "reduce {unit}"),
        "replace {unit} by {unit}",
    ),
    "redeployment": (
        *("redeploy {unit} {place}", "ship {unit} {place}", "reserve {unit}"),
        *("deploy {unit} {place}", *(f"detour {{unit}} {sea}" for sea in _SEAS)),
    ),
    "arrival": ("arrive {unit} {place}",),
    **dict.fromkeys(
        ("reinforcements", "newcomers", "relief", "treachery"), ("enter {unit} {place}",)
    ),
    **dict.fromkeys(
        ("excess_lcus", "event", "exchange", "out_of_theater", "divisions_leave"),
        ("eliminate {unit}",),
    ),
    "marks": ("mark {place}",),
    "offensive": tuple(f"mandate {one}" for one in _ALIKE[4]),
    "discard": ("discard {card}",),
    "opening": ("take {card}",),
    "dismissal": ("dismiss {unit}",),
    "revolt": tuple(f"revolt {one}" for one in _ALIKE[2]),
    "collapses": tuple(f"declare {one}" for one in _ALIKE[3]),
    "keep": ("keep {unit}",),
}


@cache
def _cards() -> frozenset[str]:
    return frozenset(tables.load().card_ids())


class _Words:
    """Units, places and cards in question: some named, some near, some from anywhere."""

    def __init__(
        self, at: _core.PursuitPosition, legal: Sequence[str], dice: random.Random
    ) -> None:
        self.dice = dice
        told = json.loads(at.to_json_in_short())
        where = {unit: place for place, units in told["units"].items() for unit in units}
        named = sorted({word for move in legal for word in _WORD.findall(move)})
        near = {where[word] for word in named if word in where}
        near |= {word for word in named if word in atlas().near}
        near |= {other for place in near for other in atlas().near.get(place, ())}
        held = [card for zones in told.get("cards", {}).values() for card in zones.get("hand", ())]
        self.sorts = [
            (
                [word for word in named if word in atlas().unit],
                sorted(unit for unit, place in where.items() if place in near),
                sorted(atlas().unit),
            ),
            (
                [word for word in named if word in atlas().space],
                sorted(near),
                sorted(atlas().space),
            ),
            ([word for word in named if word in _cards()], held, sorted(_cards())),
        ]

    def one(self, sort: int) -> str:
        """A unit, a place or a card."""
        pools = [pool for pool in self.sorts[sort] if pool]
        pool: list[str] = pools[min(self.dice.choice((0, 0, 0, 1, 1, 2)), len(pools) - 1)]
        return self.dice.choice(pool)

    def instead(self, word: str) -> str:
        """Another word of the same sort; the same if there is none."""
        for sort, pools in enumerate(self.sorts):
            if word in pools[-1]:
                return self.one(sort)
        for words in _ALIKE:
            if word in words:
                return self.dice.choice(words)
        return word

    def filled(self, form: str) -> str:
        """An order of anybody to anywhere."""
        for sort, word in enumerate(("{unit}", "{place}", "{card}")):
            while word in form:
                form = form.replace(word, self.one(sort), 1)
        return form


def spoilt(at: _core.PursuitPosition, legal: Sequence[str], dice: random.Random) -> Iterator[str]:
    """Yield answers without end that are made of legal ones; they may be alike, and unreadable."""
    words = _Words(at, legal, dice)
    forms = _FORMS[at.asks_for]
    moves = [[order for order in move.split("; ") if order != "pass"] for move in legal]
    moves = moves or [[]]
    while True:
        orders = list(dice.choice(moves))
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            _change(orders, dice.choice(moves), forms, words)
        yield "; ".join(dict.fromkeys(orders)) or "pass"


def _change(orders: list[str], other: Sequence[str], forms: Sequence[str], words: _Words) -> None:
    dice = words.dice
    at = dice.randrange(len(orders)) if orders else 0
    match dice.randrange(8):
        case 0 | 1 | 2 if orders:
            orders[at] = _aimed(orders[at], words)
        case 3 if orders:
            orders[at] = _longer_or_shorter(orders[at], words)
        case 4 if orders:
            del orders[at]
        case 5 if other:
            orders.append(dice.choice(other))
        case 6 if other:
            orders.append(_aimed(dice.choice(other), words))
        case _:
            orders.append(words.filled(dice.choice(forms)))


def _aimed(order: str, words: _Words) -> str:
    """The order with a word changed for another of its sort."""
    found = [one for one in _WORD.finditer(order) if one.start()]
    if not found:
        return order
    one = words.dice.choice(found)
    return order[: one.start()] + words.instead(one[0]) + order[one.end() :]


def _longer_or_shorter(order: str, words: _Words) -> str:
    """The order with one name of a list less, or one more after the last."""
    lists = list(_LIST.finditer(order))
    if lists and words.dice.random() < 0.7:
        one = words.dice.choice(lists)
        names = one[0].split(",")
        del names[words.dice.randrange(len(names))]
        return order[: one.start()] + ",".join(names) + order[one.end() :]
    *_, last = _WORD.findall(order)
    return f"{order},{words.instead(last)}" if " " in order else order
