"""A puzzle solved on the page: found in the list, a wrong move, a hint, the solution."""

from pathlib import Path

from browser.page import Opened, served
from lexbelli.position import AnyPosition


def test_a_puzzle_of_the_other_game_is_solved(
    tmp_path: Path, dealt: AnyPosition, opened: Opened
) -> None:
    with served(tmp_path, dealt) as server:
        page = opened(server.told["links"]["onlooker"])
        page.click("#puzzles-open")
        page.picture("puzzles")
        page.click('[data-key="puzzle one_way_out"]')
        page.until(lambda: page.text("#puzzle h2").startswith("One road to Cividale"))
        page.settled()
        page.picture("a_puzzle")
        page.click('[data-key="hint"]')
        page.click('[data-key="hint"]')
        assert "It takes" in page.text("#puzzle .hints")
        page.click('[data-key="solution"]')
        page.until(lambda: "proven" in page.text("#puzzle"))
        page.click('#puzzle .orders [data-key^="use"]')
        page.click('[data-key="try"]')
        page.until(lambda: "Solved. It is one of 2 solutions." in page.text("#puzzle"))
        page.picture("a_puzzle_solved")
        page.click('[data-key="leave puzzle"]')
        assert page.step == 0
        assert "AP action" in page.text("#agenda")
        assert page.all('#board [data-unit="ru_div_3"]')
