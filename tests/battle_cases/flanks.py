"""Rulings about flank attacks (12.4.1)."""

from battle_cases.case import ALL, ELESKIRT, RUSSIANS, attack

FLANKS = [
    attack(
        "12.4.1-1 12.4.1-4 12.4.1-5 12.4.1-7 12.4.2-1 12.1.1-1 12.11",
        "cp",
        ELESKIRT,
        f"attack eleskirt with {ALL} flank koprukoy",
    ),
    attack(
        "12.4.2-1",
        "cp",
        ELESKIRT,
        f"attack eleskirt with {ALL} flank koprukoy,malazgirt",
        "12.4.2-1 two_pins",
    ),
    attack(
        "12.4.2-1",
        "cp",
        ELESKIRT,
        f"attack eleskirt with {ALL} flank kagizman",
        "12.4.2-1 no_pin(kagizman)",
    ),
    attack(
        "12.4.2-1",
        "cp",
        {"kars": "tu_div_1", "ardahan": "tu_ix_corps"},
        "attack kars with tu_div_1,tu_ix_corps flank kars",
        "12.4.1-6 flank_at_fort(kars)",
        "12.4.2-1 no_pin(kars)",
    ),
    attack(
        "12.4.1-1",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_x_corps,tu_cavalry_1 flank malazgirt",
        "12.4.1-1 flank_from_one_space",
    ),
    attack(
        "12.4.1-1",
        "cp",
        {"koprukoy": "tu_div_1", "malazgirt": "tu_cavalry_1", **RUSSIANS},
        "attack eleskirt with tu_div_1,tu_cavalry_1 flank malazgirt",
        "12.4.1-1 flank_without_lcu",
    ),
    attack(
        "12.4.1-2",
        "cp",
        {"romani": "tu_div_1", "jifjaffa": "tu_iii_corps", "ismailia": "br_div_1"},
        "attack ismailia with tu_div_1,tu_iii_corps flank romani",
        "12.3.3-3 off_the_rails(tu_iii_corps,ismailia)",
        "12.4.1-2 flank_over_water",
    ),
    attack(
        "12.4.1-2 12.3.4-3",
        "cp",
        {"romani": "tu_div_1", "zagazig": "tu_iii_corps", "ismailia": "br_div_1"},
        "attack ismailia with tu_div_1,tu_iii_corps flank romani",
    ),
    attack(
        "12.4.1-4",
        "ap",
        {"oltu": "ru_i_caucasian", "sarikamis": "ru_div_1", "koprukoy": "tu_div_1"},
        "attack koprukoy with ru_i_caucasian,ru_div_1 flank oltu",
        "12.4.1-4 flank_in_rough(koprukoy)",
    ),
    attack(
        "12.4.1-5",
        "cp",
        ELESKIRT,
        f"attack eleskirt with {ALL} flank koprukoy",
        "12.4.1-5 flank_at_trench(eleskirt)",
        change={"trenches": {"eleskirt": {"level": 1, "owner": "ap"}}},
    ),
    attack(
        "12.4.1-6 15.1.4-1",
        "cp",
        {"ardahan": "tu_ix_corps", "kagizman": "tu_x_corps"},
        "attack kars with tu_ix_corps,tu_x_corps flank ardahan",
        "12.4.1-6 flank_at_fort(kars)",
    ),
    attack(
        "12.4.1-3 12.4.1-6 15.1.4-3",
        "cp",
        {"ardahan": "tu_ix_corps", "kagizman": "tu_x_corps", "kars": "ru_div_1"},
        "attack kars with tu_ix_corps,tu_x_corps flank ardahan",
    ),
    attack(
        "12.4.1-7",
        "ap",
        {"belgrade": "sb_1_army", "galicia": "ah_div_1", "hatseg": "ro_div_1"},
        "attack galicia with sb_1_army,ro_div_1 flank belgrade",
        "12.1.6-1 no_common_stack",
        "12.4.1-7 flank_in_region(galicia)",
        change={"events": {"cp_33": 4, "ap_29": 8}, "turn": 9},
    ),
]
