"""Rulings about units in excess (10.4)."""

from aftermath_cases.case import excess

CROWD = {"koprukoy": "tu_ix_corps tu_div_1 tu_div_2 tu_div_3", "erzurum": "tu_div_4"}
LOOSE = {"allow": ["too_many_units", "two_hqs", "ru_with_br"]}
STAFFS = {"kut": "in_div_1 br_maude_hq br_allenby_hq"}
RIVALS = {"kut": "ru_div_1 ru_div_2 in_div_1"}
EXCESS = [
    excess("10.4-1 10.4-2 10.5", "cp/ap", CROWD, "eliminate tu_ix_corps", change=LOOSE),
    excess("10.4-1", "cp/ap", CROWD, "", "10.4-1 too_few(koprukoy)", change=LOOSE),
    excess(
        "10.4-1",
        "cp/ap",
        CROWD,
        "eliminate tu_div_1,tu_div_2",
        "10.4-1 too_many(koprukoy)",
        change=LOOSE,
    ),
    excess(
        "10.4-1",
        "cp/ap",
        CROWD,
        "eliminate tu_div_1,tu_div_4",
        "10.4-1 not_in_excess(tu_div_4)",
        change=LOOSE,
    ),
    excess(
        "10.4-1 10.2-3 3.2.1.3.yildirim",
        "cp/ap",
        {"koprukoy": "ge_yildirim_1 tu_div_1 tu_div_2 tu_div_3 tu_div_4"},
        "eliminate ge_yildirim_1,tu_div_1",
        "10.4-1 too_many(koprukoy)",
        change=LOOSE,
    ),
    excess(
        "10.4-1 10.2-3",
        "cp/ap",
        {"koprukoy": "ge_yildirim_1 ge_yildirim_2 tu_div_1 tu_div_2 tu_div_3"},
        "eliminate ge_yildirim_1",
        change=LOOSE,
    ),
    excess("10.4-1 10.1-1", "cp/ap", {"koprukoy": "tu_div_1 tu_div_2 tu_div_3 tu_enver_hq"}, ""),
    # Two headquarters: one goes, whichever, and nobody else.
    excess("10.4-1 10.5 10.1-2 3.2.3-7", "ap/cp", STAFFS, "eliminate br_maude_hq", change=LOOSE),
    excess("10.5 10.1-2", "ap/cp", STAFFS, "eliminate br_allenby_hq", change=LOOSE),
    excess("10.5 10.1-2", "ap/cp", STAFFS, "", "10.4-1 too_few(kut)", change=LOOSE),
    excess(
        "10.5 10.1-2",
        "ap/cp",
        STAFFS,
        "eliminate br_maude_hq,br_allenby_hq",
        "10.4-1 too_many(kut)",
        change=LOOSE,
    ),
    excess(
        "10.5 10.1-2",
        "ap/cp",
        STAFFS,
        "eliminate in_div_1",
        "10.4-1 too_few(kut)",
        change=LOOSE,
    ),
    # A headquarters makes no room.
    excess(
        "10.4-1 10.1-1",
        "cp/ap",
        {"koprukoy": "tu_div_1 tu_div_2 tu_div_3 tu_div_4 tu_enver_hq"},
        "eliminate tu_enver_hq",
        "10.4-1 too_few(koprukoy)",
        change=LOOSE,
    ),
    # Russians with the British Empire: those go that are fewer, headquarters with them.
    excess("10.5 10.2-2 18.9.1-1", "ap/cp", RIVALS, "eliminate in_div_1", change=LOOSE),
    excess(
        "10.5 10.2-2",
        "ap/cp",
        RIVALS,
        "eliminate ru_div_1,ru_div_2",
        "10.4-1 too_many(kut)",
        change=LOOSE,
    ),
    excess(
        "10.5 10.2-2",
        "ap/cp",
        RIVALS,
        "eliminate ru_div_1",
        "10.4-1 too_few(kut)",
        change=LOOSE,
    ),
    excess(
        "10.5 10.2-2 10.1-2",
        "ap/cp",
        {"kut": "ru_div_1 ru_div_2 ru_yudenich_hq in_div_1 br_div_1 br_maude_hq"},
        "eliminate ru_div_1,ru_div_2,ru_yudenich_hq",
        change=LOOSE,
    ),
    excess(
        "10.5 10.2-2 10.0-1",
        "ap/cp",
        {"kut": "ru_div_1 ru_div_2 ru_div_3 ru_div_4 in_div_1"},
        "eliminate in_div_1",
        "10.4-1 too_few(kut)",
        change=LOOSE,
    ),
    excess(
        "10.5 10.2-2 10.0-1",
        "ap/cp",
        {"kut": "ru_div_1 ru_div_2 ru_div_3 ru_div_4 in_div_1"},
        "eliminate in_div_1,ru_div_3",
        change=LOOSE,
    ),
    # 16.4.5.4-3: the Yugoslavs are no Russians any more.
    excess(
        "10.2-2 16.4.5.4-3",
        "ap/cp",
        {"kut": "ru_sb_yugoslav_div in_div_1"},
        "",
        change=LOOSE | {"revolution": {"stage": 4}, "turn": 14},
    ),
]
