"""Random positions of the Revolution Phase: revolts, the cavalry that stays, and who enters."""

import random
from collections.abc import Iterator
from typing import Any, Final

__all__ = ["keep", "newcomers", "revolt"]

Document = dict[str, Any]

_COUNTRIES: Final = ("egypt", "india", "afghanistan", "central_asia")
_EVENTS: Final = ("cp_12", "cp_13", "cp_14", "cp_24", "cp_34")
_CAVALRY: Final = tuple(f"ru_cavalry_{number}" for number in range(1, 9))
# What may be named instead of a cavalry division by mistake.
_NO_DIVISION: Final = (
    *("ru_caucasian_cav", "ru_div_1", "ru_pe_persian_cossacks", "br_cavalry_1", "ru_yudenich_hq"),
    *("ru_sb_yugoslav_div", "tu_cavalry_1", "ru_pe_police_north"),
)
_BOXES: Final = (
    *("ap_reserve", "ap_eliminated", "ap_permanently_eliminated", "ap_removed_from_game"),
    "ap_corps_assets",
)
_REBELS: Final = tuple(f"egypt_rebel_{number}" for number in (1, 2, 3))
_EGYPT: Final = (
    *("port_said", "alexandria", "zagazig", "sollum", "sidi_barrani", "ismailia", "cairo"),
    *("mersa_matruh", "gara", "faiyum", "suez", "bahariya_oasis", "siwa_oasis", "sudan_darfur"),
)
_IN_EGYPT: Final = (
    *("br_div_1", "br_div_2", "in_div_1", "anz_cavalry_1", "tu_div_1", "tu_div_2", "tu_iii_corps"),
    *("senussi_1", "senussi_2", "tu_a_div_1", "tu_a_div_2", "br_maude_hq", "ge_heavy_artillery"),
)
_NEWCOMERS: Final = (
    *(f"arm_transcaucasian_{number}" for number in (1, 2, 3)),
    *(f"geo_transcaucasian_{number}" for number in (1, 2)),
    "ge_georgian_protectorate",
)
_CAUCASUS: Final = (
    *("batum", "tiflis", "kars", "erevan", "poti", "baku", "akstafa", "petrovsk"),
    *("aleksandropol", "akhalkaln", "julfa", "van", "erzurum", "trabzon", "rize", "oltu"),
)
_IN_CAUCASUS: Final = (
    *("br_div_3", "br_div_4", "br_dunsterforce", "in_div_2", "tu_div_3", "tu_div_4", "tu_xi_corps"),
    *("kurds_1", "laz", "armenian_uprising", "br_cavalry_1", "ru_cavalry_1", "tu_ix_corps"),
    *("ru_div_1", "ru_i_caucasian", "tu_a_div_3", "br_allenby_hq", "fr_div_1"),
)
_ELSEWHERE: Final = ("kut", "romani", "athens", "india", "ap_reserve", "cp_reserve", "lemnos")


def _stand_in(document: Document, unit: str, place: str | None) -> None:
    for units in document["units"].values():
        if unit in units:
            units.remove(unit)
    if place is not None:
        document["units"].setdefault(place, []).append(unit)


def _phase(document: Document, frame: str, side: str) -> None:
    for key in ("phase", "active", "ops", "step", "siege_rolled"):
        document.pop(key, None)
    document["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": "revolution"},
        {"frame": frame, "side": side},
    ]


def revolt(document: Document, dice: random.Random) -> Iterator[str]:
    """The CP may choose a country."""
    _phase(document, "revolt", "cp")
    document["events"] = {card: 0 for card in _EVENTS if dice.random() < 0.8}
    document["revolts"] = [country for country in _COUNTRIES if dice.random() < 0.3]
    while True:
        yield f"revolt {dice.choice(_COUNTRIES)}"


def _at_sea(document: Document, unit: str, turn: int) -> None:
    """A unit on its way around Africa (18.10.2)."""
    _stand_in(document, unit, None)
    document.setdefault("arriving", {}).setdefault(str(turn), []).append(unit)
    document.setdefault("bound_for", {})[unit] = "east_mediterranean"


def keep(document: Document, dice: random.Random) -> Iterator[str]:
    """The AP says which Russian cavalry division stays."""
    _phase(document, "keep", "ap")
    document["revolution"] = {"stage": 4}
    for unit in (*_CAVALRY, *_NO_DIVISION):
        place = dice.choice((None, "tiflis", "kars", "erevan", *_BOXES))
        _stand_in(document, unit, None if dice.random() < 0.1 else place)
        if unit.startswith("ru_cavalry") and dice.random() < 0.15:
            _at_sea(document, unit, document["turn"] + 1)
    while True:
        yield f"keep {dice.choice((*_CAVALRY, *_CAVALRY, *_NO_DIVISION))}"


def newcomers(document: Document, dice: random.Random) -> Iterator[str]:
    """Rebels enter Egypt, or Transcaucasians and the Protectorate."""
    cp = dice.random() < 0.4
    _phase(document, "newcomers", "cp" if cp else "ap")
    comers, places, others = (
        (_REBELS, _EGYPT, _IN_EGYPT) if cp else (_NEWCOMERS, _CAUCASUS, _IN_CAUCASUS)
    )
    for units in document["units"].values():
        gone = [unit for unit in units if unit.startswith("ru_")]
        for unit in gone:
            if not cp or dice.random() < 0.2:
                units.remove(unit)
    for unit in others:
        if dice.random() < 0.6:
            _stand_in(document, unit, dice.choice(places))
    for unit in comers:
        there = dice.random()
        _stand_in(document, unit, dice.choice(places) if there < 0.15 else None)
    taken = [place for place in places if dice.random() < 0.3]
    document["control"] = {side: taken[at::2] for at, side in enumerate(("ap", "cp"))}
    if dice.random() < 0.3:
        document["forts_destroyed"] = sorted(
            {*document.get("forts_destroyed", []), *dice.sample(("batum", "kars", "erzurum"), 2)}
        )
    if not cp:
        document["revolution"] = {"stage": 4}
    near = dice.sample(places, 3)

    def somewhere() -> str:
        choice = dice.random()
        where = _ELSEWHERE if choice < 0.05 else near if choice < 0.6 else places
        return str(dice.choice((*where, "batum") if not cp and choice > 0.9 else where))

    while True:
        if dice.random() < 0.6:
            together = somewhere()
            yield (
                "; ".join(
                    f"enter {unit} {together if dice.random() < 0.5 else somewhere()}"
                    for unit in comers
                    if dice.random() < 0.9
                )
                or "pass"
            )
        yield f"enter {dice.choice((*comers, *comers, *others))} {somewhere()}"
