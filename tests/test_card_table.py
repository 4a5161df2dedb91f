"""The table of all cards says what is so."""

from card_table import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "make renew"


def test_every_card_is_in_the_core_and_in_a_case() -> None:
    rows = [
        line.split(" | ") for line in page().splitlines() if line.startswith(("| ap_", "| cp_"))
    ]
    assert len(rows) == 110
    for card, *_, core, _, cases in rows:
        assert core != "-", card
        assert cases != "0 |", card
