"""Law and core find the same attacks of Twilight of the Habsburgs, and fold the same ones.

`LEXBELLI_AGREEMENT_ATTACKS` says how many positions are compared, `..._FIRST` the first of
them; some belong to every run.
"""

import os

import lexbelli
from agreement.twilight_positions import position

# Fewer would not show every kind of attack.
POSITIONS = max(16, int(os.environ.get("LEXBELLI_AGREEMENT_ATTACKS", "16")))
FIRST = int(os.environ.get("LEXBELLI_AGREEMENT_FIRST", "0"))
# More attacks of one position are not asked of the law.
MOST = 2000


def told(found: lexbelli.AttackOptions) -> set[tuple[str, frozenset[str], str, int]]:
    return {(one.target, frozenset(one.units), one.table, one.folded) for one in found}


def test_law_and_core_find_the_same_attacks() -> None:
    seen = folded = mobile = 0
    for number in range(FIRST, FIRST + POSITIONS):
        at = position(number, 1, "attack")
        for every in (False, True):
            core = lexbelli.attacks(at, every=every)
            assert not core.unfinished
            if len(core) > MOST:
                continue
            law = lexbelli.attacks(at, every=every, by="law")
            one, other = told(core), told(law)
            assert one == other, (number, every, one ^ other)
            assert len(one) == len(core) == len(law)
            values = {each.attack: each.values for each in core}
            assert values == {each.attack: each.values for each in law}
            seen += len(core)
            folded += core.folded
            mobile += sum(attack.table == "mobile" for attack in core)
    assert seen > 10 * POSITIONS
    assert folded > 0
    assert mobile > 0


def test_hexes_are_chosen_alike() -> None:
    at = position(1, 1, "attack")
    some = lexbelli.attacks(at, every=True)[0]
    for where in (
        {"target": some.target},
        {"origin": at.units[some.units[0]]},
        {"origin": at.units[some.units[0]], "target": [some.target]},
    ):
        core = lexbelli.attacks(at, every=True, **where)
        law = lexbelli.attacks(at, every=True, by="law", **where)
        assert core
        assert told(core) == told(law), where
