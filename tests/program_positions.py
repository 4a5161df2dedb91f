"""Positions of the decisions that documents tell of, each with moves, legal and not."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

__all__ = ["TOLD"]


def _revolution(frame: str, side: str) -> list[dict[str, str]]:
    """The agenda of the Revolution Phase in which a side decides."""
    return [
        {"frame": "turn"},
        {"frame": "phase", "phase": "revolution"},
        {"frame": frame, "side": side},
    ]


_ROUND = [{"frame": "turn"}, {"frame": "phase", "phase": "action"}, {"frame": "round"}]
_DIVISIONS = "enter ru_elite_div_4 ap_reserve; enter ru_cavalry_7 odessa"
TOLD: Final[Mapping[str, tuple[Mapping[str, Any], Sequence[str]]]] = {
    "action": ({"cards": {"ap": {"hand": ["ap_02"]}}}, ["automatic", "play ap_02", "play ap_03"]),
    "tribes": (
        {"units": {"tribal_key_bawi": ["bawi"], "tribal_key_kurds": ["kurds_1"]}, "tribes_due": 1},
        ["place bawi ahwaz", "place bawi kars", "place kurds_2 mus", "pass"],
    ),
    "event": (
        {
            "turn": 8,
            "active": "cp",
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_36"},
            ],
            "units": {"nis": ["sb_1_army", "sb_div_1"], "ap_eliminated": ["sb_2_army"]},
        },
        [
            "eliminate sb_1_army",
            "eliminate sb_2_army",
            "eliminate sb_1_army; eliminate sb_2_army",
            "eliminate sb_div_1",
            "pass",
        ],
    ),
    "replacement": (
        {
            "phase": "attrition",
            "step": 2,
            "units": {"galicia": ["tu_i_corps"], "cp_reserve": ["tu_div_1", "tu_cavalry_1"]},
            "reduced": ["tu_i_corps"],
        },
        [
            "replace tu_i_corps by tu_div_1",
            "replace tu_i_corps by tu_cavalry_1",
            "replace tu_i_corps by tu_div_2",
            "replace tu_ii_corps by tu_div_1",
            "pass",
        ],
    ),
    "replacement_points": (
        {
            "turn": 8,
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "replacement"},
                {"frame": "replacement_points", "side": "cp"},
            ],
            "replacements": {"tu": 1, "ge": 1, "cp_allied": -1},
            "units": {"erzurum": ["tu_ix_corps", "tu_div_1"], "cp_eliminated": ["tu_div_2", "laz"]},
            "reduced": ["tu_ix_corps", "tu_div_1"],
        },
        [
            "restore tu_ix_corps,tu_div_1",
            "rebuild tu_div_2 kayseri; restore tu_div_2,tu_div_1",
            "restore tu_ix_corps,tu_div_1; rebuild tu_div_2 cp_reserve; restore tu_div_2",
            "rebuild tu_div_2 sivas; rebuild laz tribal_key_laz",
            "reduce tu_ix_corps; eliminate ge_mackensen_hq",
        ],
    ),
    "arrival": (
        {
            "turn": 5,
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "replacement"},
                {"frame": "arrival", "side": "ap"},
            ],
            "arriving": {"5": ["in_div_1", "br_div_1"], "6": ["in_div_3"]},
            "bound_for": {
                "in_div_1": "east_mediterranean",
                "br_div_1": "red_sea",
                "in_div_3": "aegean",
            },
        },
        [
            "arrive in_div_1 alexandria; arrive br_div_1 suez",
            "arrive in_div_1 suez",
            "arrive in_div_3 lemnos",
            "pass",
        ],
    ),
    "redeployment": (
        {
            "turn": 3,
            "agenda": [
                *_ROUND,
                {"frame": "action", "side": "cp"},
                {"frame": "redeployment", "side": "cp", "points": 4},
            ],
            "units": {"erzurum": ["tu_ix_corps", "tu_div_1"], "cp_reserve": ["tu_div_2"]},
        },
        [
            "redeploy tu_div_1 sivas",
            "redeploy tu_ix_corps ankara; deploy tu_div_2 constantinople",
            "reserve tu_div_1; deploy tu_div_2 erzurum",
            "ship tu_div_1 trabzon",
            "pass",
        ],
    ),
    "reinforcements": (
        {
            "turn": 6,
            "events": {"ap_10": 6},
            "agenda": [
                *_ROUND,
                {"frame": "action", "side": "ap"},
                {"frame": "event", "side": "ap", "card": "ap_10"},
            ],
            "units": {"tiflis": ["ru_i_caucasian", "ru_div_1", "ru_div_2"]},
        },
        [
            f"enter ru_iv_caucasian tiflis; enter ru_div_13 ap_reserve; {_DIVISIONS}",
            f"enter ru_iv_caucasian petrovsk; enter ru_div_13 ap_corps_assets; {_DIVISIONS}",
            f"enter ru_iv_caucasian ap_reserve; enter ru_div_13 baku; {_DIVISIONS}",
            "enter ru_div_13 odessa; enter ru_div_14 kars",
            "enter ru_div_13 odessa; enter ru_div_13 tiflis",
        ],
    ),
    "offensive": (
        {
            "turn": 3,
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "mandated_offensive", "step": 2},
                {"frame": "offensive", "side": "ap"},
            ],
        },
        ["mandate ru", "mandate tu", "mandate egypt", "mandate ru; mandate tu", "pass"],
    ),
    "discard": (
        {
            "turn": 3,
            "cards": {"ap": {"hand": ["ap_02", "ap_04", "ap_05"]}},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "draw", "step": 1},
                {"frame": "discard", "side": "ap"},
            ],
        },
        ["discard ap_04", "discard ap_04,ap_05", "discard ap_02", "discard cp_04", "pass"],
    ),
    "opening": (
        {
            "turn": 1,
            "cards": {"ap": {"deck": ["ap_01", "ap_02"]}},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "opening"},
                {"frame": "opening", "side": "ap"},
            ],
        },
        ["take ap_01", "take ap_02", "take ap_01; take ap_02", "pass"],
    ),
    "dismissal": (
        {
            "turn": 3,
            "tracks": {"jihad": 1},
            "units": {"van": ["kurds_1", "kurds_2"]},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "revolution"},
                {"frame": "dismissal", "side": "cp"},
            ],
        },
        ["dismiss kurds_1", "dismiss kurds_2", "dismiss kurds_1,kurds_2", "dismiss laz", "pass"],
    ),
    "revolt": (
        {
            "turn": 8,
            "events": {"cp_13": 2, "cp_12": 3, "cp_24": 5},
            "agenda": _revolution("revolt", "cp"),
        },
        ["revolt egypt", "revolt central_asia", "revolt india", "pass"],
    ),
    "keep": (
        {
            "turn": 14,
            "revolution": {"stage": 4},
            "units": {"kars": ["ru_cavalry_1"], "ap_reserve": ["ru_cavalry_2"]},
            "agenda": _revolution("keep", "ap"),
        },
        ["keep ru_cavalry_1", "keep ru_cavalry_2", "keep ru_div_1", "pass"],
    ),
    "newcomers": (
        {"turn": 8, "revolts": ["egypt"], "agenda": _revolution("newcomers", "cp")},
        [
            "enter egypt_rebel_1 cairo; enter egypt_rebel_2 cairo; enter egypt_rebel_3 suez",
            "enter egypt_rebel_1 cairo; enter egypt_rebel_2 kut",
            "pass",
        ],
    ),
    "excess_lcus": (
        {
            "units": {"mosul": ["tu_x_corps"], "baghdad": ["tu_iii_corps"], "kut": ["tu_div_1"]},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "ap"},
                {"frame": "attack", "side": "ap"},
                {"frame": "battle", "side": "ap", "place": "cizre"},
                {"frame": "advance", "side": "ap"},
                {"frame": "excess_lcus", "side": "cp"},
            ],
        },
        ["eliminate tu_x_corps", "eliminate tu_iii_corps", "eliminate tu_div_1", "pass"],
    ),
    "out_of_theater": (
        {
            "turn": 8,
            "units": {
                "alexandria": ["br_elite_div_1", "br_div_1"],
                "cairo": ["in_tigris_corps", "br_cavalry_1"],
            },
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_32"},
                {"frame": "out_of_theater", "side": "ap"},
            ],
        },
        [
            "eliminate br_elite_div_1",
            "eliminate br_elite_div_1,br_div_1",
            "eliminate in_tigris_corps",
            "eliminate br_cavalry_1",
            "pass",
        ],
    ),
    "counter": (
        {
            "turn": 8,
            "cards": {"cp": {"hand": ["cp_16", "cp_04"]}},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "ap"},
                {"frame": "event", "side": "ap", "card": "ap_45"},
                {"frame": "counter", "side": "cp"},
            ],
        },
        ["play cp_16 for event", "play cp_16", "play cp_04 for event", "pass"],
    ),
    "exchange": (
        {
            "turn": 12,
            "units": {
                "mus": ["tu_ix_corps", "tu_x_corps", "tu_div_1"],
                "erzincan": ["tu_xi_corps", "tu_div_2", "tu_cavalry_1"],
                "cp_reserve": ["tu_div_3", "tu_a_div_1"],
            },
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_52"},
            ],
        },
        [
            "eliminate tu_ix_corps,tu_x_corps,tu_xi_corps,tu_div_1,tu_div_2,tu_div_3",
            "eliminate tu_ix_corps,tu_x_corps,tu_xi_corps,tu_div_1,tu_div_2",
            "eliminate tu_ix_corps,tu_cavalry_1",
            "pass",
        ],
    ),
    "treachery": (
        {
            "turn": 12,
            "events": {"cp_33": 4},
            "units": {
                "doiran": ["gr_div_2"],
                "ft_rupel": ["gr_div_3"],
                "strumica": ["bu_div_1", "ge_mackensen_hq"],
            },
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_17"},
            ],
        },
        [
            "enter gr_div_2 lamia; enter gr_div_3 athens; enter bu_div_1 doiran",
            "enter gr_div_2 lamia; enter gr_div_3 athens; enter ge_mackensen_hq doiran",
            "enter gr_div_2 lamia; enter bu_div_1 ft_rupel",
            "pass",
        ],
    ),
    "bombardment": (
        {
            "turn": 4,
            "agenda": [
                *_ROUND,
                {"frame": "action", "side": "ap"},
                {"frame": "event", "side": "ap", "card": "ap_13"},
            ],
        },
        ["bombard kum_kale", "bombard kum_kale; bombard seddul_bahr", "bombard maidos", "pass"],
    ),
    "provocation": (
        {
            "turn": 8,
            "units": {
                "eleskirt": ["tu_ix_corps", "tu_div_1"],
                "koprukoy": ["tu_x_corps"],
                "kagizman": ["ru_div_1"],
                "sarikamis": ["ru_div_2"],
            },
            "agenda": [
                *_ROUND,
                {"frame": "action", "side": "ap"},
                {"frame": "event", "side": "ap", "card": "ap_07"},
            ],
        },
        [
            "provoke eleskirt kagizman; provoke koprukoy sarikamis",
            "provoke eleskirt kagizman; provoke eleskirt sarikamis",
            "provoke kars sarikamis",
            "pass",
        ],
    ),
    "evacuation": (
        {
            "turn": 8,
            "control": {"cp": ["baku"]},
            "units": {"baku": ["tu_v_corps", "tu_div_1"], "tiflis": ["ru_div_1"]},
            "agenda": [
                *_ROUND,
                {"frame": "action", "side": "ap"},
                {"frame": "event", "side": "ap", "card": "ap_23", "step": 2, "place": "baku"},
                {"frame": "evacuation", "side": "cp", "place": "baku"},
            ],
        },
        [
            "retreat tu_v_corps by petrovsk; retreat tu_div_1 by petrovsk",
            "retreat tu_v_corps by tiflis; retreat tu_div_1 by baku",
            "retreat ru_div_1 by kars",
            "pass",
        ],
    ),
    "relief": (
        {
            "turn": 12,
            "units": {"cp_eliminated": ["ah_div_1", "ge_mackensen_hq"], "sofia": ["ge_div_1"]},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_40"},
            ],
        },
        [
            "enter ah_div_1 galicia",
            "enter ah_div_1 sofia",
            "enter ge_mackensen_hq galicia",
            "enter ge_div_1 galicia",
            "pass",
        ],
    ),
    "collapses": (
        {
            "turn": 8,
            "events": {"cp_33": 4, "ap_29": 5},
            "control": {"cp": ["belgrade"]},
            "units": {"nis": ["sb_1_army"], "ploesti": ["ro_1_army"]},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "war_status", "step": 3},
                {"frame": "collapses", "side": "ap"},
            ],
        },
        ["declare serbia", "declare romania", "declare bulgaria", "pass"],
    ),
    "divisions_leave": (
        {
            "turn": 8,
            "events": {"cp_33": 4, "ap_29": 5},
            "collapsed": ["serbia"],
            "units": {
                "hermannstadt": ["ah_div_1", "ah_div_2"],
                "cp_reserve": ["ah_div_3", "ge_div_1"],
            },
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "war_status", "step": 4},
                {"frame": "collapse", "side": "cp", "country": "serbia", "step": 1},
            ],
        },
        ["eliminate ah_div_1,ah_div_3", "eliminate ah_div_1", "eliminate ge_div_1", "pass"],
    ),
    "marks": (
        {
            "turn": 4,
            "uprisings": {"qum": "persian"},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_23", "step": 2},
            ],
        },
        ["mark isfahan,teheran,kashan", "mark isfahan,qum", "mark kut", "pass"],
    ),
    "trenches": (
        {
            "turn": 4,
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_37", "step": 1},
            ],
        },
        [
            "entrench gaza",
            "entrench jerusalem",
            "entrench kars",
            "entrench gaza; entrench haifa",
            "pass",
        ],
    ),
}
