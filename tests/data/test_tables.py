"""The tables of Pursuit of Glory as data: what no single row can show."""

import csv
import re
from collections import Counter, defaultdict
from typing import Any

import pytest

from data.reading import (
    CARDS,
    CONNECTIONS,
    ENTRIES,
    FOLDER,
    REINFORCEMENTS,
    SCENARIOS,
    SIDES,
    SPACES,
    TABLES,
    UNITS,
    Row,
    T,
    neighbours,
    places,
    rows,
)

# ------------------------------------------------------------------ form


@pytest.mark.parametrize("name", TABLES)
def test_every_row_has_a_cell_for_every_column(name: str) -> None:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        header, *body = list(csv.reader(file))
    assert len(set(header)) == len(header)
    assert [row for row in body if len(row) != len(header)] == []
    assert [row for row in body for cell in row if cell != cell.strip()] == []


@pytest.mark.parametrize("name", [name for name in TABLES if not name.startswith("1916")])
def test_every_row_names_its_source(name: str) -> None:
    kinds = "map|counter|sheet|geography|design"
    known = re.compile(rf"(rules [\d.]+[a-z]?(, [\d.]+)*|{kinds}|card( [ac]p_\d\d)?)")
    for row in rows(name):
        parts = row["source"].split("; ")
        assert parts == ["unconfirmed"] or all(known.fullmatch(part) for part in parts), row


def test_the_readme_counts_the_rows() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    counted = {name: int(number) for name, number in re.findall(r"`(\S+\.csv)` \| (\d+) \|", text)}
    assert counted == {name: len(rows(name)) for name in TABLES}
    kinds = Counter(space["kind"] for space in SPACES.values())
    words = [
        f"{kinds['space']} spaces, {kinds['region']} regions, {kinds['island_base']} island bases",
        f"{kinds['beachhead']} beachheads, {kinds['box']} boxes",
    ]
    assert ", ".join(words) in text


def test_the_readme_names_every_file() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    for path in FOLDER.iterdir():
        assert path.name == "README.md" or f"`{path.name}`" in text


def test_names_lead_to_one_place_each() -> None:
    spelled: dict[str, set[str]] = defaultdict(set)
    for place, space in SPACES.items():
        for word in (space["name"], space["city"], *space["aliases"].split("|")):
            spelled[word.casefold()].add(place)
    del spelled[""]
    twice = {word: found for word, found in spelled.items() if len(found) > 1}
    assert twice == {"eregli": {"eregli", "eregli_black_sea"}}


# ------------------------------------------------------------------ map


def test_five_straits_as_numbered_in_3_1_5_2() -> None:
    straits = {row["strait"]: {row["a"], row["b"]} for row in CONNECTIONS if row["strait"]}
    assert straits == {
        "1": {"seddul_bahr", "kum_kale"},
        "2": {"maidos", "canakkale"},
        "3": {"gallipoli", "chardak"},
        "4": {"bandirma", "rodosto"},
        "5": {"bandirma", "constantinople"},
    }


def test_ways_to_the_gallipoli_map_as_in_11_4_1() -> None:
    gates = {frozenset((r["a"], r["b"])) for r in CONNECTIONS if "gallipoli_gateway" in r["flags"]}
    pairs = [("rodosto", "bulair"), ("bandirma", "chardak"), ("edremit", "ezine")]
    assert gates == {frozenset(pair) for pair in pairs}


def test_the_map_of_the_examples_in_12_4_4_and_12_11() -> None:
    near = neighbours()
    assert {"ardahan", "sarikamis", "kagizman"} <= near["kars"]
    assert "erevan" in near["kagizman"]
    assert {"ardahan", "kagizman"}.isdisjoint(near["erevan"] - {"kagizman"})
    assert {"koprukoy", "malazgirt", "kagizman"} <= near["eleskirt"]
    assert "erevan" not in near["eleskirt"]


def test_oil_fields_jihad_cities_and_sinai() -> None:
    def having(column: str) -> set[str]:
        return {place for place, space in SPACES.items() if space[column] == "1"}

    assert having("oil_field") == {"ploesti", "mosul", "baku", "shushter"}  # 5.2.2.2
    cities = {"jerusalem", "baghdad", "hejaz", "medina", "cairo", "qum"}  # 16.3.1.3
    assert having("jihad_city") == cities
    assert sum(space["area"] == "sinai" for space in SPACES.values()) == 5  # 2.0
    assert {SPACES[place]["area"] for place in having("russian_vp")} == {"russia", "azerbaijan"}
    rated = {place: space for place, space in SPACES.items() if space["revolt_rating"]}
    listed = {revolt["id"]: revolt for revolt in T["revolts"]}
    assert set(rated) == set(listed) - {"egypt"}
    for place, space in rated.items():  # 16.3.3.2
        assert int(space["revolt_rating"]) == listed[place]["rating"]
        assert int(space["revolt_rating_cp_unit"]) == listed[place]["rating_cp_unit"]


def test_restricted_areas_are_made_of_whole_areas() -> None:
    listed = {area: table["id"] for table in T["restricted_areas"] for area in table["areas"]}
    for place, space in SPACES.items():
        assert space["restricted_area"] == listed.get(space["area"], ""), place


# ------------------------------------------------------------------ cards


@pytest.mark.parametrize("side", SIDES)
def test_a_deck_has_55_cards(side: str) -> None:
    deck = [card for card in CARDS.values() if card["side"] == side]
    assert sorted(int(card["number"]) for card in deck) == list(range(1, 56))
    levels = Counter(card["commitment"] for card in deck)
    assert levels == {"mobilization": 14, "limited": 20, "total": 21}  # 3.3
    for card in deck:
        assert card["id"] == f"{side}_{int(card['number']):02}"


# RPs follow side and OPS without exception: AP-A, BR, IN, RU and CP-A, TU, GE.
PRINTED_RPS = {
    "ap": {2: "0011", 3: "0112", 4: "1223", 5: "2234"},
    "cp": {2: "010", 3: "021", 4: "132", 5: "243"},
}
RP_COLUMNS = {"ap": ["allied", "br", "in", "ru"], "cp": ["allied", "tu", "ge"]}


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card["id"])
def test_a_card_is_consistent(card: Row) -> None:
    side = card["side"]
    read = "".join(card[f"rp_{column}"] for column in RP_COLUMNS[side])
    assert read == PRINTED_RPS[side][int(card["ops"])]
    foreign = RP_COLUMNS["cp" if side == "ap" else "ap"][1:]
    assert {card[f"rp_{column}"] for column in foreign} == {"0"}
    assert (card["event_kind"] == "combat") == (card["combat_card"] == "1")
    assert card["combat_card"] + card["use_for_ops"] + card["response_card"] in {
        "000", "100", "010", "001", "011",
    }  # fmt: skip
    assert card["marked_1916"] == "0" or card["commitment"] != "total"  # 9.1.1.b
    named = re.findall(r"\b[ac]p_\d+\b", " ".join(card.values()))
    assert set(named) <= set(CARDS)


def test_war_status_can_end_the_war() -> None:
    points = sum(int(card["war_status"]) for card in CARDS.values())
    assert points >= T["armistice"]["combined_war_status"]  # 5.2.2.1


# ------------------------------------------------------------------ units entering


def test_rows_that_bring_units_name_known_units_and_places() -> None:
    for row in REINFORCEMENTS:
        origin = row["card_id"]
        assert origin in CARDS or origin.startswith(("revolt_", "revolution_stage_")), row
        assert row["item_kind"] in {"unit", "marker", "rp"}
        if row["item_kind"] == "unit":
            assert row["item_id"] in UNITS, row
            after = row["reduced"].removeprefix("event:")
            assert (row["count"], after in {"0", "1", "unless_division", *CARDS}) == ("1", True)
    for table in ENTRIES.values():
        for row in table:
            assert row["unit_id"] in UNITS, row
            assert row["space_id"] in SPACES, row
            assert row["side"] == UNITS[row["unit_id"]]["side"], row
            assert row["reduced"] in {"0", "1"}, row
            assert row["delay_turns"] in {"0", "1", "2"}, row


def test_no_unit_enters_twice_and_entry_says_how() -> None:
    ways: dict[str, list[str]] = defaultdict(list)
    for unit in places("1914_campaign"):
        ways[unit].append("setup_1914")
    for name, table in ENTRIES.items():
        for row in table:
            ways[row["unit_id"]].append(name)
    for row in REINFORCEMENTS:
        # The Serbs only return, and Falkenhayn comes along from wherever he is.
        comes_back = row["card_id"] == "ap_24" or row["placement"] == "with_yildirim"
        if row["item_kind"] == "unit" and not comes_back:
            ways[row["item_id"]].append(row["card_id"])
    # Whichever country enters first brings it.
    assert ways.pop("ge_alpenkorps") == ["entry_bulgaria", "entry_romania"]
    for unit, row in UNITS.items():
        if unit != "ge_alpenkorps":
            assert ways[unit] == ([row["entry"]] if row["entry"] else []), unit


def test_revolution_and_revolts_bring_what_the_rules_say() -> None:
    brought = Counter(row["card_id"] for row in REINFORCEMENTS if row["item_kind"] == "unit")
    assert brought["revolution_stage_4"] == 6  # 16.4.5
    revolts = ("afghanistan", "central_asia", "egypt", "india")  # 16.3.3.5
    assert [brought[f"revolt_{place}"] for place in revolts] == [3, 1, 3, 3]
    markers = [int(r["count"]) for r in REINFORCEMENTS if r["item_id"] == "beachhead"]
    assert sum(markers) == 5


def test_bulgarian_entry_as_noted_in_18_8_2_2() -> None:
    divisions = [row for row in ENTRIES["entry_bulgaria"] if row["unit_id"].startswith("bu_div")]
    spread = Counter(row["space_id"] for row in divisions)
    assert (spread["sofia"], spread["cp_reserve"]) == (1, 2)


def test_unconfirmed_counters_are_used_nowhere() -> None:
    doubtful = {unit for unit, row in UNITS.items() if row["source"] == "unconfirmed"}
    assert doubtful == {"sb_garrison", "tu_enver_hq"}
    for name in SCENARIOS:
        assert doubtful.isdisjoint(places(name))


# ------------------------------------------------------------------ tables


@pytest.mark.parametrize("table", T["fire_tables"], ids=lambda table: table["id"])
def test_fire_tables_rise_with_die_and_strength(table: dict[str, Any]) -> None:
    losses: list[list[int]] = table["losses"]
    assert len(losses) == 6
    assert table["strengths"] == sorted(set(table["strengths"]))
    assert all(len(row) == len(table["strengths"]) for row in losses)
    assert all(row == sorted(row) for row in losses)
    assert all(list(column) == sorted(column) for column in zip(*losses, strict=True))


def test_every_lcu_reaches_the_heavy_table() -> None:
    lowest = next(t["strengths"][0] for t in T["fire_tables"] if t["id"] == "heavy")
    for unit in UNITS.values():
        assert unit["size"] != "lcu" or int(unit["reduced_cf"]) >= lowest, unit["id"]


def test_the_turn_track() -> None:
    seasons = ["fall", "winter", "spring", "summer"]
    assert [turn["turn"] for turn in T["turns"]] == list(range(1, 18))
    assert [turn["season"] for turn in T["turns"]] == [seasons[n % 4] for n in range(17)]
    assert (T["turns"][1]["year"], T["turns"][-1]["year"]) == (1915, 1918)  # 16.1.2
    assert [season["season"] for season in T["seasons"]] == seasons


@pytest.mark.parametrize("side", SIDES)
def test_each_die_has_one_mandated_offensive(side: str) -> None:
    rolls = [
        roll
        for entry in T["mandated_offensives"]
        if entry["side"] == side
        for roll in range(entry["min"], entry.get("max", 10) + 1)
    ]
    assert rolls == list(range(1, 11 if side == "ap" else 7))


def test_tables_name_known_ids() -> None:
    revolution = T["revolution"]
    cards = [
        *T["mandated_offensive_modifier"]["events"],
        T["restricted_area_lcus"]["cp_total_event"],
        T["cp_automatic_victory_marker"]["placed_by"],
        *T["cp_automatic_victory_marker"]["lowered_by_events"],
        *T["british_rp_to_russia"].values(),
        T["jihad"]["revolts_need"],
        *(revolt["event"] for revolt in T["revolts"]),
        T["sinai_railroad"]["event"],
        revolution["event"],
    ]
    assert set(cards) <= set(CARDS)
    units = [*T["activation"]["one_nationality_around"], *T["activation"]["never_activated"]]
    units += [unit for user in T["rp_users"] for unit in user["units"]]
    assert set(units) <= set(UNITS)
    canal = T["suez_canal"]
    assert {*canal["west"], *canal["east"], revolution["barred_while_ru_controls"]} <= set(SPACES)
    nations = {nation for unit in UNITS.values() for nation in unit["nations"].split("|")}
    assert {nation for user in T["rp_users"] for nation in user["nations"]} <= nations
    printed = {f"rp_{user['rp'].replace('_allied', '')}" for user in T["rp_users"]}
    assert printed - {"rp_ap", "rp_cp"} < set(rows("cards.csv")[0])


def test_final_vp_have_one_level_each() -> None:
    for vp in range(-5, 30):
        levels = [
            level["id"]
            for level in T["armistice"]["levels"]
            if level.get("min", -99) <= vp <= level.get("max", 99)
        ]
        assert len(levels) == 1, vp
