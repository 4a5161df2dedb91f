"""Games played on the page in Chromium, by clicks or by keys alone; pictures in build/browser."""

import signal
import time
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from browser.bot import Clicker
from browser.page import Opened, served
from lexbelli.position import AnyPosition
from lexbelli.record import Record
from web.process import Server


def test_a_turn_of_the_limited_war_is_played_by_clicks(tmp_path: Path, opened: Opened) -> None:
    with Server(tmp_path, ["1914_limited_war", "--port", "0"]) as server:
        page = opened(server.told["links"]["table"])
        page.picture("1914_begins")
        player = Clicker(page, seed=4)
        while page.texts("#agenda li")[:1] == ["Turn 1"]:
            player.go_on()
        page.picture("1914_turn_2")
        assert page.texts("#agenda li")[0] == "Turn 2"
    record = Record.load(tmp_path / "1914_limited_war.jsonl")
    assert record.position.turn == 2
    assert len(record) >= len(player.done) > 30
    assert player.refused < len(player.done) / 4


def test_a_turn_of_twilight_is_played_by_clicks(tmp_path: Path, opened: Opened) -> None:
    with Server(tmp_path, ["caporetto", "--port", "0"]) as server:
        page = opened(server.told["links"]["table"])
        page.picture("caporetto_begins")
        player = Clicker(page, seed=2, most=3)
        turn = 0
        while turn < 2:
            player.go_on()
            turn = server.ask("table", "/api/game")["turn"]
        page.picture("caporetto_turn_2")
    record = Record.load(tmp_path / "caporetto.jsonl")
    assert record.position.turn == 2
    assert any("move" in asked for asked, _ in player.done)


def test_a_unit_is_sent_and_what_is_refused_says_why(
    tmp_path: Path, dealt: AnyPosition, opened: Opened
) -> None:
    with served(tmp_path, dealt) as server:
        page = opened(server.told["links"]["table"])
        page.unit("ru_div_3")
        page.picture("a_unit_and_its_orders")
        assert "go RU DIV #3 Akhalkaln" in page.texts("#offers .orders button")
        # The enemy stands there.
        page.place("erzurum")
        page.picture("a_refusal")
        assert page.texts(".why .rule") == ["11.1.5-1"]
        assert "enters Erzurum, where enemy units are" in page.text(".why")
        assert page.text(".why q")
        page.key(Keys.ESCAPE)
        page.unit("ru_div_3")
        page.place("akhalkaln")
        # Something is owed: nobody has activated it.
        assert not page.can_play()
        assert "11.1.1-1" in page.texts("#draft .rule")
        page.picture("owed")
        page.place("oltu")
        assert page.texts(".chosen li > span:first-child")[1] == "activate Oltu move"
        assert page.can_play()
        assert page.all("#board .live path.shaft")
        page.picture("a_move_as_arrows")
        page.click('[data-key="play"]')
        assert server.ask("cp", "/api/names")["units"]["ru_div_3"] == "akhalkaln"
        page.click('[data-key="undo"]')
        assert server.ask("cp", "/api/names")["units"]["ru_div_3"] == "oltu"


def test_a_battle_is_fought_to_its_end(tmp_path: Path, dealt: AnyPosition, opened: Opened) -> None:
    with served(tmp_path, dealt) as server:
        page = opened(server.told["links"]["table"])
        page.click('[data-key="choice automatic"]')
        page.click('[data-key="play"]')
        page.place("oltu")
        page.click('#offers [data-key="order activate oltu attack"]')
        page.click('[data-key="play"]')
        assert "may attack with" in page.asked
        page.place("koprukoy")
        page.click('[data-key="order join ru_div_3"]')
        page.until(lambda: "Odds" in page.text("#draft"))
        page.picture("a_battle_declared")
        page.click('[data-key="play"]')
        player = Clicker(page, seed=1, most=0)
        while "battle" in " ".join(page.texts("#agenda li")):
            player.go_on()
        page.picture("a_battle_fought")
        assert "attack" in page.text("#entries")


def test_keys_alone_suffice(tmp_path: Path, dealt: AnyPosition, opened: Opened) -> None:
    with served(tmp_path, dealt) as server:
        page = opened(server.told["links"]["table"])
        page.key("/")
        page.type("activate oltu move")
        page.key(Keys.ENTER)
        page.type("div 3 akhal")
        page.picture("found_by_name")
        page.key(Keys.ENTER, Keys.ESCAPE)
        assert page.can_play()
        page.key(Keys.BACKSPACE)
        assert page.texts(".chosen li > span:first-child") == ["activate Oltu move"]
        page.key("/")
        page.type("go ru_div_3 akhalkaln")
        page.key(Keys.ENTER, Keys.ESCAPE, "p")
        assert server.ask("cp", "/api/names")["units"]["ru_div_3"] == "akhalkaln"
        page.key("u")
        assert server.ask("cp", "/api/names")["units"]["ru_div_3"] == "oltu"
        assert page.step == 1
        page.key("?")
        page.picture("help")
        page.key(Keys.ESCAPE)
        # By Tab alone what can be chosen is reached, and it is chosen by Enter.
        for _ in range(60):
            page.key(Keys.TAB)
            if page.browser.switch_to.active_element.get_attribute("data-key") == "undo":
                break
        page.key(Keys.ENTER)
        assert page.step == 0


def test_two_browsers_at_one_game_see_what_they_may(
    tmp_path: Path, dealt: AnyPosition, opened: Opened
) -> None:
    hands = {side: dict(dealt.outline())[f"{side} hand"].split() for side in ("ap", "cp")}
    with served(tmp_path, dealt, "--side", "ap") as server:
        links = server.told["links"]
        ap, cp, onlooker = opened(links["ap"]), opened(links["cp"]), opened(links["onlooker"])
        assert "The other side decides" in cp.text("#asked")
        assert not cp.all('[data-key="play"]')
        for page, hidden in ((ap, ["cp"]), (cp, ["ap"]), (onlooker, ["ap", "cp"])):
            source = page.source()
            assert not [card for side in hidden for card in hands[side] if card in source]
        assert any(card in ap.source() for card in hands["ap"])
        ap.click('[data-key="choice automatic"]')
        ap.click('[data-key="play"]')
        for page in (cp, onlooker):
            page.until(lambda page=page: page.step == 1)  # type: ignore[misc]
            assert "automatic operation" in page.text("#entries")
        cp.picture("the_other_side")


def test_a_server_killed_in_mid_move_is_resumed(
    tmp_path: Path, dealt: AnyPosition, opened: Opened
) -> None:
    with served(tmp_path, dealt) as server:
        link = server.told["links"]["table"]
        port = link.split(":")[2].split("/")[0]
        page = opened(link)
        page.click('[data-key="choice automatic"]')
        page.click('[data-key="play"]')
        page.unit("ru_div_3")
        page.place("akhalkaln")
        server.kill()
        page.until(lambda: "does not answer" in page.text("#alert"))
        page.picture("lost")
    with Server(tmp_path, [str(tmp_path / "begun.json"), "--port", port]) as server:
        page.until(lambda: not page.text("#alert"))
        page.settled()
        # What was played is there, and what was chosen, too.
        assert page.step == 1
        assert page.texts(".chosen li > span:first-child") == ["go RU DIV #3 Akhalkaln"]
        page.place("oltu")
        page.click('[data-key="play"]')
        assert page.step == 2
        assert server.stop(signal.SIGTERM)[0] in (0, -signal.SIGTERM)
    page.errors()


def test_a_phone_shows_everything(tmp_path: Path, dealt: AnyPosition, opened: Opened) -> None:
    with served(tmp_path, dealt) as server:
        page = opened(server.told["links"]["table"], 390, 844)
        page.picture("narrow")
        wide = page.browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 390
        page.unit("ru_div_3")
        page.picture("narrow_unit")
        page.click('[data-key="order go ru_div_3 akhalkaln"]')
        page.picture("narrow_move")


def test_colours_zoom_supply_and_the_past(
    tmp_path: Path, dealt: AnyPosition, opened: Opened
) -> None:
    with served(tmp_path, dealt) as server:
        page = opened(server.told["links"]["table"])
        page.browser.execute_script(
            "const theme = document.getElementById('theme');"
            "theme.value = 'colour-blind'; theme.dispatchEvent(new Event('change'))"
        )
        page.settled()
        page.click("#more summary")
        page.click('[data-key="supply"]')
        assert page.all("#board .live .tag")
        before = page.all("#board svg")[0].size["width"]
        for _ in range(4):
            page.click("#zoom-in")
        assert page.all("#board svg")[0].size["width"] > 2 * before
        page.click("#find input")
        page.type("tiflis")
        page.key(Keys.ENTER)
        page.picture("colour_blind_supply_zoomed")
        page.click('[data-key="choice automatic"]')
        page.click('[data-key="play"]')
        page.click("#slider")
        page.key(Keys.HOME)
        assert "look back at step 0 of 1" in page.text("#asked")
        page.click('[data-key="now"]')
        assert "look back" not in page.text("#asked")


def test_a_board_is_there_at_once_and_orders_come_soon(
    tmp_path: Path, dealt: AnyPosition, opened: Opened
) -> None:
    with served(tmp_path, dealt) as server:
        page = opened(server.told["links"]["table"])
        first = page.browser.execute_script(
            "return performance.getEntriesByName('first-contentful-paint')[0].startTime"
        )
        times = []
        for name in ("ru_div_3", "ru_div_2", "ru_i_caucasus", "ru_ii_caucasus") * 3:
            if not page.all(f'#board [data-unit="{name}"]'):
                continue
            begun = time.perf_counter()
            page.unit(name)
            times.append(time.perf_counter() - begun)
            page.key(Keys.ESCAPE)
        print(f"first paint {first:.0f} ms, a click {sorted(times)[len(times) // 2] * 1000:.0f} ms")
        assert first < 5000
