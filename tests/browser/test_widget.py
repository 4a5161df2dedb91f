"""The widget in Chromium: clicks on its board come to Python, and what Python plays is shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

import lexbelli
from browser.cell import Cell, notebook
from browser.page import chromium
from lexbelli.position import AnyPosition

_PICTURES = Path(__file__).parents[2] / "build" / "browser"


@pytest.fixture
def cell() -> Iterator[Cell]:
    _PICTURES.mkdir(parents=True, exist_ok=True)
    with Cell(chromium(1150, 900), _PICTURES) as found:
        yield found
        assert found.errors() == []


def test_clicks_give_python_the_move_and_python_plays_it(dealt: AnyPosition, cell: Cell) -> None:
    dealt = dealt.play("automatic")
    widget = dealt.board_widget()
    moves: list[str | None] = []
    widget.observe(lambda change: moves.append(change["new"] and str(change["new"])), "move")
    with notebook(widget) as (address, lock):
        cell.open(address)
        cell.picture("widget_1914_begins")
        cell.unit("ru_div_3")
        assert "go RU DIV #3 Akhalkaln" in cell.texts("#offers .orders button")
        # The enemy stands there: the rule is told.
        cell.place("erzurum")
        cell.picture("widget_1914_refusal")
        assert cell.texts(".why .rule") == ["11.1.5-1"]
        # Keys are the board's, and no commands of the notebook.
        cell.key(Keys.ESCAPE)
        assert not cell.all(".why")
        assert cell.browser.execute_script("return window.commands") == []
        cell.place("suez")
        cell.click("#offers [data-key='order activate suez move']")
        # One thing is left that it can mean: one click is enough.
        cell.place("suez")
        assert cell.text(".legal").startswith("Legal.")
        cell.until(lambda: bool(moves) and moves[-1] == "activate suez move; entrench suez")
        assert not widget.answer
        cell.click("[data-key='play']")
        assert cell.text(".handed") == "Handed over: activate Suez move; entrench Suez."
        cell.picture("widget_1914_handed_over")
        assert (widget.answer, widget.position) == ("activate suez move; entrench suez", dealt)
        # Its looks stay inside, and those of the notebook outside.
        assert cell.browser.execute_script(
            "return getComputedStyle(document.querySelector('h1')).color"
        ) == "rgb(187, 0, 0)"  # fmt: skip
        with lock:
            later = widget.play()
        assert later == dealt.play("activate suez move; entrench suez") == widget.position
        # A die falls for the trench: in Python.
        cell.until(lambda: "widget.play()" in cell.text("#asked .notice"))
        assert not cell.all("[data-key='throw']")
        assert (widget.move, widget.answer, cell.all(".handed")) == (None, None, [])
        with lock:
            widget.play(roll=lexbelli.Dice(1))
        cell.until(lambda: "CP" in cell.text("#asked h2").upper())
        cell.picture("widget_1914_played")


def test_a_move_of_the_second_game_is_clicked_by_one_side(cell: Cell) -> None:
    position: AnyPosition = lexbelli.scenario("caporetto")
    dice = lexbelli.Dice(3)
    while position.decision.kind != "reorganization":
        chance = position.decision.kind == "chance"
        answer = None if chance else str(position.sample_moves(1, 1)[0])
        position = position.play(answer, dice if chance else None)
    assert position.decision.side == "central"
    widget = position.board_widget("central", theme="colour-blind")
    with notebook(widget) as (address, lock):
        cell.open(address)
        cell.picture("widget_caporetto_begins")
        unit = position.orders()[0].content["unit"]
        cell.unit(unit)
        # Alone it can mean one thing only, or what it can mean is listed.
        if not cell.all(".chosen li"):
            cell.click("#offers [data-key^='order ']")
        cell.picture("widget_caporetto")
        cell.until(lambda: widget.move is not None)
        assert str(widget.move).endswith(unit)
        cell.click("[data-key='play']")
        assert widget.answer == str(widget.move)
        # Python shows another position: the board follows.
        with lock:
            widget.position = position.play("pass")
        cell.until(lambda: "scout" in cell.text("#asked h2"))
        assert (widget.move, widget.answer) == (None, None)
        # The widget is taken away: nothing is heard any more.
        cell.browser.execute_script("window.end()")


def test_a_whole_game_can_be_played_in_the_cell(cell: Cell) -> None:
    widget = lexbelli.scenario("caporetto").board_widget(plays=True)
    with notebook(widget) as (address, _):
        cell.open(address)
        cell.click("[data-key='throw']")
        cell.until(lambda: cell.step == 1)
        assert widget.position.decision != lexbelli.scenario("caporetto").decision
        cell.click("[data-key='undo']")
        cell.until(lambda: cell.step == 0)
        assert widget.position == lexbelli.scenario("caporetto")
