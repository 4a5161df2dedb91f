"""Rulings about retreats of staffs and of units bound to a place, and SAVE TIFLIS (3.2, cp_11)."""

from aftermath_cases.case import retreat
from aftermath_cases.retreats import FOUGHT, LOST

STRAGGLERS = [
    # ---------------------------------------------------------------- staffs
    retreat(
        "3.2.3-1 3.2.3-3",
        "cp/ap",
        {**LOST, "eleskirt": "ru_iv_caucasian ru_yudenich_hq"},
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis; retreat ru_yudenich_hq kagizman",
        "3.2.3-1 hq_alone(ru_yudenich_hq)",
    ),
    retreat(
        "3.2.3-1 3.2.3-3 12.7.4-2",
        "cp/ap",
        {**LOST, "eleskirt": "ru_iv_caucasian ru_yudenich_hq"},
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis; eliminate ru_yudenich_hq",
        "12.7.4-2 could_retreat(ru_yudenich_hq)",
    ),
    retreat(
        "3.2.3-1",
        "cp/ap",
        {**LOST, "eleskirt": "ru_iv_caucasian ru_yudenich_hq"},
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis",
        "12.7.1-1 must_retreat(ru_yudenich_hq)",
    ),
    retreat(
        "3.2.3-3 10.1-2",
        "cp/ap",
        {
            **LOST,
            "eleskirt": "ru_iv_caucasian ru_yudenich_hq",
            "sarikamis": "ru_div_1 ru_baratov_hq",
        },
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis; eliminate ru_yudenich_hq",
    ),
    retreat(
        "10.1-2",
        "cp/ap",
        {
            **LOST,
            "eleskirt": "ru_iv_caucasian ru_yudenich_hq",
            "sarikamis": "ru_div_1 ru_baratov_hq",
        },
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian,ru_yudenich_hq sarikamis",
        "10.1-2 two_hqs(sarikamis)",
    ),
    # ---------------------------------------------------------------- the Protectorate, tribes
    retreat(
        "3.2.1.3.georgia-5 12.7.4-2",
        "cp/ap",
        {"aleksandropol": "tu_ix_corps", "tiflis": "ge_georgian_protectorate"},
        "tiflis",
        "one",
        "eliminate ge_georgian_protectorate",
        change={"revolution": {"stage": 4}, "turn": 14},
    ),
    retreat(
        "3.2.1.5-8 12.7.6.b",
        "ap/cp",
        {"ardahan": "ru_i_caucasian", "rize": "laz"},
        "rize",
        "two",
        "retreat laz gumushane via trabzon",
        "12.7.6.b closed(laz,gumushane)",
    ),
    retreat(
        "3.2.1.5-8 12.7.6.b 12.7.4-2",
        "ap/cp",
        {"ardahan": "ru_i_caucasian", "rize": "laz"},
        "rize",
        "two",
        "eliminate laz",
    ),
    # ---------------------------------------------------------------- SAVE TIFLIS
    retreat(
        "12.7.2-1",
        "cp/ap",
        {**FOUGHT, "tabriz": "ru_div_1", "van": "ru_div_2", "batum": "ru_div_3"},
        "eleskirt",
        "save_tiflis",
        "retreat ru_div_1 julfa; retreat ru_div_2 bitlis",
        "cp_11 not_nearer(ru_div_2,bitlis)",
    ),
    retreat(
        "12.7.2-1 12.7.1-1",
        "cp/ap",
        {**FOUGHT, "tabriz": "ru_div_1 ru_baratov_hq", "koprukoy": "tu_ix_corps"},
        "eleskirt",
        "save_tiflis",
        "retreat ru_div_1,ru_baratov_hq julfa",
    ),
    # With Yudenich, in the space of a fort, or with no way nearer they stay.
    retreat(
        "12.7.1-1",
        "cp/ap",
        {
            "koprukoy": "tu_ix_corps",
            "tabriz": "ru_div_1 ru_yudenich_hq",
            "trabzon": "ru_div_2",
            "eleskirt": "ru_div_3",
            "sarikamis": "tu_x_corps",
            "kagizman": "tu_xi_corps",
        },
        "malazgirt",
        "save_tiflis",
        "",
    ),
    retreat(
        "12.7.1-1 12.7.4-2",
        "cp/ap",
        {**FOUGHT, "tabriz": "ru_div_1", "khoy": "ru_div_2"},
        "eleskirt",
        "save_tiflis",
        "eliminate ru_div_1",
        "12.7.1-1 must_retreat(ru_div_2)",
        "12.7.4-2 could_retreat(ru_div_1)",
    ),
]
