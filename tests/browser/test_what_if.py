"""The board changed by hand on the page, and what is taken back by consent."""

from pathlib import Path

from browser.page import Opened, served
from lexbelli.position import AnyPosition


def test_the_board_is_changed_by_hand_and_the_game_is_not(
    tmp_path: Path, dealt: AnyPosition, opened: Opened
) -> None:
    with served(tmp_path, dealt) as server:
        page = opened(server.told["links"]["table"])
        page.key("w")
        page.drag("ru_div_3", "kars")
        assert page.texts("#what-if .chosen li > span") == ["RU DIV #3 to Kars"]
        page.picture("what_if")
        # What is no position is refused, and says why.
        page.drag("ru_div_3", "erzurum")
        assert "10.6-1" in page.text("#what-if .refusal")
        page.place("mosul")
        page.click('[data-key="control ap"]')
        page.click('[data-key="act cp"]')
        page.click('[data-key="edit false"]')
        assert "CP has 5 OPS" in page.asked
        assert not page.all('[data-key="play"]')
        page.unit("tu_xi_corps")
        assert page.all("#offers .orders button")
        page.click("#more summary")
        page.click('[data-key="supply"]')
        page.click('[data-key="threats ap"]')
        page.until(lambda: bool(page.all("#what-if [role=status]")))
        page.picture("what_if_threats")
        assert server.ask("ap", "/api/names")["units"]["ru_div_3"] == "oltu"
        page.click('#what-if [data-key="what if"]')
        assert page.step == 0
        assert "AP begins an action" in page.asked


def test_a_side_asks_and_the_other_agrees(
    tmp_path: Path, dealt: AnyPosition, opened: Opened
) -> None:
    with served(tmp_path, dealt, "--side", "ap") as server:
        ap, cp = opened(server.told["links"]["ap"]), opened(server.told["links"]["cp"])
        server.ask("ap", "/api/play", {"answer": "automatic", "step": 0})
        server.ask("ap", "/api/play", {"answer": [], "step": 1})
        server.ask("cp", "/api/play", {"answer": "automatic", "step": 2})
        ap.until(lambda: ap.step == 3)
        ap.settled()
        ap.click('[data-key="ask undo"]')
        assert "AP asks to take the last 2 entries back" in ap.text("#asked")
        cp.until(lambda: bool(cp.all('[data-key="agree"]')))
        cp.picture("asked_to_take_back")
        cp.click('[data-key="agree"]')
        ap.until(lambda: ap.step == 1)
        assert "2 entries were taken back, as AP asked." in ap.text("#asked")
