"""The ways to bring units together, each where some rules of operations matter."""

from collections.abc import Callable
from typing import Final

from agreement.crowd import Crowd

# How often each way is taken, and the way.
GATHERINGS: Final[list[tuple[float, Callable[[Crowd], None]]]] = []


def gathering(chance: float) -> Callable[[Callable[[Crowd], None]], Callable[[Crowd], None]]:
    """Add a way to bring units together."""

    def add(act: Callable[[Crowd], None]) -> Callable[[Crowd], None]:
        GATHERINGS.append((chance, act))
        return act

    return add


_ISLANDS = {
    "lemnos": (
        *("thermaikos_bay", "beach_smyrna", "beach_athens", "suvla_bay", "gaba_tepe"),
        *("cape_helles", "besika_bay"),
    ),
    "cyprus": ("beach_adana", "beach_beirut", "beach_haifa", "beach_jaffa"),
    "bahrain": ("beach_abadan", "beach_kuwait", "beach_fao"),
}
_WARM = (1, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17)
_STAFF = ("hq", "artillery")


# --------------------------------------------------------------------------------- the sea


@gathering(0.45)
def island_bases(crowd: Crowd) -> None:
    """Troops on an island base, and markers where they could land or have landed."""
    for base, beaches in _ISLANDS.items():
        if not crowd.chance(0.6):
            continue
        crowd.put_some(crowd.of("ap", "regular", nations=("br", "fr", "in", "anz", "ru")), base, 6)
        crowd.put_some(crowd.of("ap", "hq"), base, 2)
        for beach in crowd.some(beaches, 3):
            crowd.markers.add(beach)
            if crowd.chance(0.3):
                crowd.fresh.add(beach)
            if crowd.chance(0.6):
                crowd.put_some(crowd.of("ap", "regular", nations=("br", "fr", "anz")), beach, 4)
    crowd.setup["events"]["ap_03"] = 0


@gathering(0.45)
def invasion(crowd: Crowd) -> None:
    """An invasion that lives on its beachhead, and perhaps enemies around it."""
    base = crowd.dice.choice(sorted(_ISLANDS))
    beach = crowd.dice.choice(_ISLANDS[base])
    crowd.markers.add(beach)
    crowd.setup["turn"] = crowd.dice.choice(_WARM)
    crowd.setup["active"] = "ap"
    crowd.setup["events"]["ap_03"] = 0
    troops = crowd.of("ap", "regular", nations=("br", "fr", "in", "anz"))
    ashore = [p for p in crowd.atlas.near[beach] if p != base]
    crowd.clear(beach)
    crowd.put_some(troops, beach, 3)
    for shore in ashore:
        crowd.clear(shore)
        if crowd.chance(0.5):
            crowd.put_some(troops, shore, 3)
            crowd.hold(shore, "ap")
        elif crowd.chance(0.5):
            crowd.put_some(crowd.of("cp", "regular", nations=("tu", "tua")), shore, 2)
            crowd.hold(shore, "cp")
        for near in crowd.atlas.near[shore]:
            if crowd.chance(0.6) and near != beach:
                crowd.clear(near)
                crowd.hold(near, "cp")
    if crowd.chance(0.3):
        crowd.put_some(crowd.of("ap", "hq"), beach, 1)


@gathering(0.3)
def marines(crowd: Crowd) -> None:
    """The Black Sea Division in a port, and other ports that nobody defends."""
    ports = crowd.atlas.places(port="black_sea")
    home = crowd.dice.choice([*ports, "batum", "batum", "odessa"])
    crowd.put(["ru_black_sea_div"], home)
    crowd.hold(home, "ap")
    crowd.setup["active"] = "ap"
    for port in crowd.some(ports, 5):
        if port != home:
            crowd.clear(port)
            crowd.hold(port, "cp")


@gathering(0.25)
def straits(crowd: Crowd) -> None:
    """Units on the Gallipoli map and at the straits, whose banks anybody may hold."""
    inset = crowd.atlas.places(area="gallipoli")
    banks = [*inset, "rodosto", "the_bosphorus_forts", "constantinople", "bulair", "bandirma"]
    for place in banks:
        if crowd.chance(0.5):
            crowd.hold(place, crowd.dice.choice(("ap", "cp")))
    nations = ("br", "fr", "anz") if crowd.side == "ap" else ("tu", "ge", "bu")
    for _ in range(4):
        place = crowd.dice.choice([place for place in banks if place in crowd.holder])
        crowd.clear(place)
        crowd.put_some(crowd.of(crowd.side, "regular", nations=nations), place)
        if crowd.chance(0.7):
            crowd.hold(place, crowd.side)
    if crowd.side == "cp" and crowd.chance(0.4):
        for place in ("constantinople", "bandirma"):
            crowd.clear(place)
            crowd.put_some(crowd.of("cp", "scu", nations=("tu", "ge")), place)
            crowd.hold(place, "cp")
        crowd.hold("the_bosphorus_forts", "ap")
    if crowd.chance(0.4):
        forts = [fort for fort in crowd.atlas.forts if fort in inset]
        gone = set(crowd.setup.get("forts_destroyed", [])) | set(crowd.some(forts, 3))
        crowd.setup["forts_destroyed"] = sorted(gone)


# ---------------------------------------------------------------------------------- sieges


@gathering(0.4)
def sieges(crowd: Crowd) -> None:
    """Enemy forts with about as many units before them as a siege takes."""
    for fort in crowd.some(crowd.atlas.forts, 4):
        strength = crowd.atlas.space[fort]["fort"]
        crowd.clear(fort)
        crowd.hold(fort, crowd.foe)
        kinds = crowd.dice.choice((("scu",), ("scu",), ("regular",), ("irregular", "tribe")))
        crowd.put(crowd.some(crowd.of(crowd.side, *kinds), strength + 1), fort)
        if crowd.chance(0.3):
            crowd.put_some(crowd.of(crowd.side, *_STAFF), fort, 1)
        if crowd.chance(0.6):
            crowd.put_near(crowd.infantry(), fort)


@gathering(0.35)
def before_forts(crowd: Crowd) -> None:
    """Units next to enemy forts that nobody besieges yet."""
    for fort in crowd.some(crowd.atlas.forts, 3):
        crowd.clear(fort)
        crowd.hold(fort, crowd.foe)
        for _ in range(2):
            crowd.put_near(crowd.infantry(), fort)


# ---------------------------------------------------------------------------------- corps


@gathering(0.5)
def corps(crowd: Crowd) -> None:
    """SCUs of one nation together, and their LCUs at hand."""
    box = f"{crowd.side}_corps_assets"
    places = [place for place, holder in crowd.holder.items() if holder == crowd.side]
    for lcu in crowd.some(crowd.of(crowd.side, "lcu"), 4):
        crowd.put([lcu], box)
        realm = set(crowd.atlas.unit[lcu]["nations"])
        for kin in ({"tu", "tua"}, {"br", "in", "anz"}):
            if realm & kin and crowd.chance(0.6):
                realm |= kin
        place = crowd.dice.choice(places if crowd.chance(0.85) else sorted(crowd.holder))
        crowd.clear(place)
        crowd.put_some(crowd.of(crowd.side, "scu", nations=realm), place, 4)


@gathering(0.3)
def corps_in_odd_places(crowd: Crowd) -> None:
    """The same where corps cannot be formed: swamp, desert, regions, Egypt, Galicia."""
    box = f"{crowd.side}_corps_assets"
    atlas = crowd.atlas
    odd = [
        *atlas.places(terrain="swamp"),
        *atlas.places(terrain="desert"),
        *atlas.places(area="egypt"),
        *("galicia", "india", "central_asia", "southern_persia", "baghdad", "damascus"),
    ]
    for nations in (("tu",), ("tua", "tu"), ("bu",), ("br", "in"), ("ru",), ("sb",)):
        lcus = crowd.of(crowd.side, "lcu", nations=nations)
        if lcus:
            place = crowd.dice.choice(odd)
            crowd.put_some(lcus, box, 3)
            crowd.clear(place)
            crowd.put_some(crowd.of(crowd.side, "scu", nations=nations), place, 4)
            crowd.hold(place, crowd.side)


@gathering(0.3)
def restricted_areas(crowd: Crowd) -> None:
    """LCUs in and around Mesopotamia, Palestine and Persia."""
    areas = ("mesopotamia", "syria_palestine", "azerbaijan", "arabistan", "persia_neutral")
    area = crowd.dice.choice(areas)
    places = [place for place in crowd.atlas.places(area=area) if place in crowd.holder]
    around = [near for place in places for near in crowd.atlas.near[place] if near in crowd.holder]
    for _ in range(4):
        place = crowd.dice.choice((*places, *around))
        crowd.clear(place)
        crowd.hold(place, crowd.side)
        crowd.put_some(crowd.of(crowd.side, "lcu"), place, 2)


@gathering(0.25)
def hard_ground(crowd: Crowd) -> None:
    """LCUs in and next to desert, swamp and Galicia."""
    atlas = crowd.atlas
    rough = [*atlas.places(terrain="desert"), *atlas.places(terrain="swamp"), "galicia"]
    for place in crowd.some(rough, 4):
        beside = [near for near in (place, *atlas.near[place]) if near in crowd.holder]
        here = crowd.dice.choice(beside)
        crowd.clear(here)
        crowd.hold(here, crowd.side)
        crowd.put_some(crowd.of(crowd.side, "lcu"), here, 2)


# --------------------------------------------------------------------------------- staffs


@gathering(0.4)
def staffs(crowd: Crowd) -> None:
    """HQs and artillery of both sides with troops, and some without."""
    for side in ("ap", "cp"):
        held = [place for place, holder in crowd.holder.items() if holder == side]
        for staff in crowd.of(side, *_STAFF):
            if crowd.chance(0.6):
                with_troops = [at for unit, at in crowd.at.items() if at in held]
                crowd.put([staff], crowd.dice.choice(with_troops or held))


@gathering(0.45)
def lone_staffs(crowd: Crowd) -> None:
    """Enemy HQs and artillery alone, next to ours; and our HQs next to each other."""
    first, *others = crowd.some(crowd.of(crowd.side, "hq"), 3)
    meeting = crowd.dice.choice(crowd.atlas.places(kind="space"))
    crowd.clear(meeting)
    crowd.put([first, *crowd.some(crowd.infantry(), 1)], meeting)
    crowd.hold(meeting, crowd.side)
    for staff in others:
        crowd.put_near([staff], meeting)
    for staff in crowd.some(crowd.of(crowd.foe, *_STAFF), 2):
        place = crowd.dice.choice(crowd.atlas.places(kind="space"))
        crowd.clear(place)
        crowd.put([staff], place)
        crowd.hold(place, crowd.foe)
        near = [p for p in crowd.atlas.near[place] if p in crowd.holder]
        beside = crowd.dice.choice(near) if near else place
        crowd.clear(beside)
        crowd.hold(beside, crowd.side)
        crowd.put_some(crowd.of(crowd.side, *_STAFF), beside, 1)
        crowd.put_some(crowd.infantry(), beside, 2)


# ------------------------------------------------------------------------ lands and peoples


@gathering(0.3)
def greeks(crowd: Crowd) -> None:
    """Greek units in Greece, mostly neutral, and others next to them."""
    crowd.setup["greece"] = crowd.dice.choice(("neutral", "neutral", "neutral", "ap", "cp"))
    homes = crowd.atlas.places(country="gr", kind="space")
    for unit in ("gr_div_1", "gr_div_2", "gr_div_3"):
        place = crowd.dice.choice(homes)
        if crowd.chance(0.9):
            crowd.clear(place)
        crowd.put([unit], place)
        crowd.put_near(crowd.infantry(), place, 2)
    if crowd.chance(0.3):
        crowd.put(["gr_br_corps_of_national_defense"], crowd.dice.choice(homes))


@gathering(0.25)
def bulgarians(crowd: Crowd) -> None:
    """Bulgarians in Turkey and at its border."""
    crowd.setup["active"] = "cp"
    crowd.setup["events"]["cp_33"] = 0
    turkey = crowd.atlas.places(country="tu", kind="space")
    border = ["adrianople", "kirk_kilisse", "dedeagach", "burgas", "xanthi", "strumica"]
    for place in (*crowd.some(turkey, 2), *crowd.some(border, 2)):
        if place in crowd.holder:
            crowd.clear(place)
            crowd.hold(place, "cp")
            crowd.put_some(crowd.of("cp", nations=("bu",)), place, 2)


@gathering(0.25)
def protectorate(crowd: Crowd) -> None:
    """The Georgian Protectorate, and others next to it."""
    place = crowd.dice.choice(crowd.atlas.places(country="ru", kind="space"))
    crowd.clear(place)
    crowd.put(["ge_georgian_protectorate"], place)
    crowd.put_near(crowd.infantry(), place)


@gathering(0.35)
def uprisings(crowd: Crowd) -> None:
    """Uprisings where units of ours stand, and next to them."""
    kinds = ("persian", "soviet") if crowd.side == "ap" else ("armenian", "soviet")
    held = [p for p, holder in crowd.holder.items() if holder == crowd.side]
    risen = dict(crowd.setup.get("uprisings", {}))
    for place in crowd.some(held, 5):
        risen[place] = crowd.dice.choice((*kinds, "persian", "armenian"))
        if crowd.chance(0.7):
            crowd.put_some(crowd.of(crowd.side, "regular", "irregular"), place, 2)
        if crowd.chance(0.7):
            crowd.put_near(crowd.infantry(), place)
    crowd.setup["uprisings"] = risen


@gathering(0.4)
def regions(crowd: Crowd) -> None:
    """Many units of all kinds in regions."""
    for region in crowd.some(crowd.atlas.places(kind="region"), 3):
        crowd.put_some(crowd.of(crowd.side), region, 8)
        crowd.put_some(crowd.of(crowd.side, "hq"), region, 2)
        if crowd.chance(0.3):
            crowd.put_some(crowd.of(crowd.side, nations=("ru", "br")), region, 4)
        if crowd.chance(0.3):
            crowd.put_some([f"ge_yildirim_{n}" for n in (1, 2, 3)], region)
        if crowd.chance(0.4):
            crowd.put_some(crowd.of(crowd.foe), region, 2)


@gathering(0.35)
def persia(crowd: Crowd) -> None:
    """Units around and in Persia, mostly while it is neutral."""
    if crowd.chance(0.7):
        for card in ("cp_10", "ap_08"):
            crowd.setup["events"].pop(card, None)
    inside = crowd.atlas.places(area="persia_neutral")
    around = ["tabriz", "enzeli", "ahwaz", "abadan", "southern_persia", "baluchistan", "baku"]
    natives = ["ru_pe_police_north", "br_pe_south_persia_rifles", "pe_uprising"]
    natives += crowd.of("cp", "tribe")
    for place in (*crowd.some(inside, 2), *crowd.some(around, 3)):
        if crowd.atlas.space[place]["kind"] != "region":
            crowd.clear(place)
        pool = natives if crowd.chance(0.5) else crowd.infantry()
        chosen = [unit for unit in pool if crowd.atlas.unit[unit]["side"] == crowd.side]
        crowd.put_some(chosen or crowd.infantry(), place)


@gathering(0.45)
def homebound(crowd: Crowd) -> None:
    """Units that serve in one part of the map, at its edge."""
    places = {
        "br_in_garrison": ("india",),
        "br_persian_cordon": ("southern_persia", "eastern_persia", "baluchistan", "abadan"),
        "ru_2_4": ("salonika", "doiran"),
        "afghan_uprising": ("afghanistan",),
        "indian_mutiny": ("india", "baluchistan"),
        "egypt_rebel": ("cairo", "suez", "sudan_darfur"),
        "central_asia_uprising": ("central_asia",),
        "arab_revolt": ("hejaz", "medina", "azraq", "bair", "damascus"),
        "armenian_uprising": ("van", "bitlis", "erzurum"),
        "br_arab_northern": ("hejaz", "bair", "azraq", "amman"),
        "br_dunsterforce": ("eastern_persia", "enzeli", "central_persia", "baku"),
        "ru_cavalry": ("eastern_persia", "southern_persia", "central_asia"),
        "ro_": ("bolgrad", "odessa"),
        "sb_": ("belgrade", "salonika", "galicia"),
    }
    for prefix, homes in places.items():
        if crowd.chance(0.35):
            place = crowd.dice.choice([home for home in homes if home in crowd.atlas.space])
            found = [unit for unit in crowd.of(crowd.side) if unit.startswith(prefix)]
            if found:
                crowd.put_some(found, place)
    if crowd.side == "cp" and crowd.chance(0.3):
        crowd.put_some(crowd.infantry(), "afghanistan")
        crowd.setup["revolts"] = []
    if crowd.side == "cp":
        for tribe in crowd.some(crowd.of("cp", "tribe"), 5):
            wild = [p for p in crowd.holder if crowd.atlas.space[p]["area"] != "balkans"]
            caspian = ("enzeli", "baku", "central_asia")
            own = crowd.atlas.places(tribe=crowd.atlas.unit[tribe]["tribe"])
            crowd.put([tribe], crowd.dice.choice((*caspian, *own, *own, crowd.dice.choice(wild))))


@gathering(0.2)
def strangers_at_the_rails(crowd: Crowd) -> None:
    """Units at the ends of connections that are kept for others."""
    ends = ("bolgrad", "hatseg", "belgrade", "hermannstadt", "derbent", "cairo", "hejaz", "amman")
    for place in crowd.some(ends, 4):
        crowd.clear(place)
        crowd.put_some(crowd.infantry(), place)
        if crowd.chance(0.8):
            crowd.hold(place, crowd.side)
    crowd.setup["events"] |= {"cp_33": 0, "ap_29": 0}


@gathering(0.2)
def neutral_lands(crowd: Crowd) -> None:
    """Units at the borders of countries that are not in the war."""
    for card in ("cp_33", "ap_29"):
        if crowd.chance(0.6):
            crowd.setup["events"].pop(card, None)
    closed = [
        place
        for country in ("bu", "sb", "ro")
        for place in crowd.atlas.places(country=country, kind="space")
    ]
    for place in crowd.some(closed, 4):
        outside = [p for p in crowd.atlas.near[place] if p in crowd.holder and p not in closed]
        for near in outside[:1]:
            crowd.put_some(crowd.infantry(), near)


@gathering(0.2)
def trenches(crowd: Crowd) -> None:
    """Trenches where units of ours stand."""
    dug = dict(crowd.setup.get("trenches", {}))
    stands = sorted({place for place in crowd.at.values() if place in crowd.holder})
    for place in crowd.some(stands, 8):
        if crowd.atlas.space[place]["kind"] == "space":
            dug[place] = {"level": 1, "owner": crowd.dice.choice(("ap", "cp"))}
    crowd.setup["trenches"] = dug
