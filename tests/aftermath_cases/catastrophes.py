"""Rulings about CATASTROPHIC ATTACK: the stack that is driven back, and who follows it (12.9.9)."""

from aftermath_cases.case import advance, retreat
from aftermath_cases.retreats import PERSIA, VALLEY

DRIVEN = "stack_out(aziziya). winner(cp). margin(2)."
# Kut was lost by the AP, its stack went to Hilla by way of Aziziya.
ROUTED = {"kut": "tu_div_1 tu_div_2", "hilla": "in_div_1"}
DRIVEN_OFF = "stack_out(aziziya). path_out(1,hilla). winner(cp). retreated(in_div_1)."
PARCHED = " untraced(turkish,kut). untraced(turkish,aziziya). untraced(turkish,hilla)."

CATASTROPHES = [
    # ---------------------------------------------------------------- the retreat
    retreat(
        "12.9.9-4 12.9.9-8 12.9.9-2 12.9.9-3",
        "ap/ap",
        VALLEY,
        "kut",
        "catastrophe",
        "retreat in_tigris_corps,br_div_1 hilla",
        more=DRIVEN,
    ),
    retreat(
        "12.9.9-4",
        "ap/ap",
        VALLEY,
        "kut",
        "catastrophe",
        "retreat in_tigris_corps,br_div_1 museyib via hilla",
        more=DRIVEN,
    ),
    retreat(
        "12.9.9-8",
        "ap/ap",
        VALLEY,
        "kut",
        "catastrophe",
        "retreat in_tigris_corps hilla; retreat br_div_1 ctesiphon",
        "12.9.9-8 leaves_the_stack(in_tigris_corps)",
        more=DRIVEN,
    ),
    retreat(
        "12.9.9-5",
        "ap/ap",
        VALLEY,
        "kut",
        "catastrophe",
        "retreat in_tigris_corps hilla; eliminate br_div_1",
        "12.7.4-2 could_retreat(br_div_1)",
        more=DRIVEN,
    ),
    # Nobody stands; the last of all would not.
    retreat(
        "12.7.3-1 12.7.3-2",
        "ap/ap",
        VALLEY,
        "kut",
        "catastrophe",
        "stand br_div_1",
        "12.7.3-1 cannot_stand",
        more=DRIVEN,
        change={"reduced": ["br_div_1"]},
    ),
    # Where the first of them goes, the Cordon may not.
    retreat(
        "12.9.9-5",
        "ap/ap",
        {"kermanshah": "br_div_1 br_persian_cordon_1", "hamadan": "tu_div_1"},
        "hamadan",
        "catastrophe",
        "retreat br_div_1 khanikan via karind; eliminate br_persian_cordon_1",
        more="stack_out(kermanshah). winner(cp). margin(2).",
        change=PERSIA,
    ),
    retreat(
        "12.9.9-5 12.9.9-8",
        "ap/ap",
        {"kermanshah": "br_div_1 br_persian_cordon_1", "hamadan": "tu_div_1"},
        "hamadan",
        "catastrophe",
        "retreat br_div_1 khanikan via karind; eliminate br_persian_cordon_1;"
        " retreat br_persian_cordon_1 karind",
        "12.7.1-1 two_ways(br_persian_cordon_1)",
        "12.9.9-8 leaves_the_stack(br_persian_cordon_1)",
        more="stack_out(kermanshah). winner(cp). margin(2).",
        change=PERSIA,
    ),
    retreat(
        "12.9.9-5",
        "ap/ap",
        {**VALLEY, "ctesiphon": "tu_div_2", "hilla": "tu_div_3"},
        "kut",
        "catastrophe",
        "eliminate in_tigris_corps,br_div_1",
        more=DRIVEN,
    ),
    # ---------------------------------------------------------------- the advance
    advance(
        "12.9.9-6 12.9.9-8 12.9.9-9 12.9.9-10 12.9.9-11 12.9.9-15",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 diwaniyeh via aziziya,hilla; advance tu_div_2 aziziya",
        more=DRIVEN_OFF,
        change={"reduced": ["tu_div_1"]},
    ),
    advance(
        "12.9.9-10 12.9.9-16",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 hilla via aziziya",
        "12.9.1-3 closed(tu_div_1,hilla)",
        more=DRIVEN_OFF,
    ),
    advance(
        "12.9.9-10",
        "ap/cp",
        {**ROUTED, "hilla": "in_div_1 in_div_2"},
        "kut",
        "advance tu_div_1 museyib via aziziya,hilla",
        "12.9.1-3 closed(tu_div_1,hilla)",
        more=DRIVEN_OFF,
    ),
    advance(
        "12.9.9-8",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 ctesiphon via aziziya; advance tu_div_2 sannaiyat",
        "12.9.1-1 not_into_target(tu_div_1)",
        "12.9.1-1 not_into_target(tu_div_2)",
        more=DRIVEN_OFF,
    ),
    advance(
        "12.9.9-6 12.9.3-1",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 samarra via aziziya,hilla,museyib,baghdad",
        "12.9.3-1 too_far(tu_div_1,samarra)",
        more=DRIVEN_OFF,
    ),
    # What it could not enter in movement it does not enter here: a corps no swamp.
    advance(
        "12.9.9-14",
        "ap/cp",
        {**ROUTED, "kut": "tu_ix_corps tu_div_1"},
        "kut",
        "advance tu_ix_corps,tu_div_1 diwaniyeh via aziziya,hilla",
        "12.9.1-3 closed(tu_ix_corps,diwaniyeh)",
        more=DRIVEN_OFF,
    ),
    advance(
        "12.9.9-14",
        "ap/cp",
        {**ROUTED, "kut": "tu_ix_corps tu_div_1"},
        "kut",
        "advance tu_ix_corps museyib via aziziya,hilla; advance tu_div_1 diwaniyeh via"
        " aziziya,hilla",
        more=DRIVEN_OFF,
    ),
    # Only where they end they must be in supply.
    advance(
        "12.9.9-17",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 museyib via aziziya,hilla",
        more=DRIVEN_OFF + PARCHED,
    ),
    advance(
        "12.9.9-17",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 museyib via aziziya,hilla; advance tu_div_2 aziziya",
        "12.9.1-3 no_supply(tu_div_2,aziziya)",
        more=DRIVEN_OFF + PARCHED,
    ),
    # Past the stack at Haifa, but not onto the beach before it.
    advance(
        "12.9.9-12 12.9.9-10",
        "ap/cp",
        {"nablus": "tu_div_1 tu_div_2", "haifa": "br_div_1"},
        "nablus",
        "advance tu_div_1 beach_haifa via megiddo,haifa; advance tu_div_2 beirut via megiddo,haifa",
        "12.9.1-3 closed(tu_div_1,beach_haifa)",
        more="stack_out(megiddo). path_out(1,haifa). winner(cp). retreated(br_div_1).",
        change={"beachheads": ["beach_haifa"]},
    ),
    advance(
        "12.9.9-12",
        "ap/cp",
        {"jerusalem": "tu_div_1 tu_div_2", "megiddo": "br_div_1"},
        "jerusalem",
        "advance tu_div_1 beach_haifa via nablus,megiddo,haifa",
        more="stack_out(nablus). path_out(1,megiddo). winner(cp). retreated(br_div_1).",
        change={"beachheads": ["beach_haifa"]},
    ),
    advance(
        "12.9.9-13",
        "ap/cp",
        {"kut": "tu_div_1 marsh_1", "hilla": "in_div_1"},
        "kut",
        "advance tu_div_1,marsh_1 aziziya",
        more=DRIVEN_OFF,
    ),
]
