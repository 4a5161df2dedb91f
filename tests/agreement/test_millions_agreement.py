"""What is legal is listed, and the law agrees: core orders, checker and law on some thousand moves.

`python tests/agreement/millions.py NUMBER SEED` compares millions.
"""

from agreement.millions import run


def test_every_order_of_a_legal_move_is_listed_and_the_law_agrees() -> None:
    found = run(40_000, seed=2)
    assert not found.differences, "\n".join(found.differences[:50])
    assert found.legal.total() > 10_000
    assert found.by_law.total() > 50
    assert {kind.partition(" ")[0] for kind in found.judged} == {
        "pursuit_of_glory",
        "twilight_of_the_habsburgs",
    }
    assert "pursuit_of_glory operations" in found.judged
