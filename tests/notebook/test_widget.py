"""The widget without a browser: what is said to it, what comes of it, and what it never tells."""

import builtins
import json
import random
import sys
from typing import Any

import pytest
import traitlets

import lexbelli
from lexbelli.errors import BadInput, IllegalMove
from lexbelli.notebook import BoardWidget
from lexbelli.position import AnyPosition
from lexbelli.web.endpoints import ENDPOINTS

TRENCH = "activate suez move; entrench suez"


def until(name: str, kind: str) -> AnyPosition:
    """The first position of a scenario where something of a kind is asked."""
    position: AnyPosition = lexbelli.scenario(name)
    if name == "1914_campaign":
        position = position.opened()
    seed = 0
    while position.decision.kind != kind:
        asked = position.decision
        if asked.kind == "chance":
            position = position.play(None, lexbelli.Dice(seed))
        else:
            usual = "pass" if "pass" in asked.choices else position.sample_moves(1, 1)[0]
            position = position.play(usual)
        seed += 1
    return position


@pytest.fixture(scope="module")
def dealt() -> AnyPosition:
    """Turn 1 of the campaign, where both sides have a hand."""
    return until("1914_campaign", "action")


@pytest.fixture(scope="module")
def digging() -> AnyPosition:
    """The first reorganization of Caporetto."""
    return until("caporetto", "reorganization")


class Front:
    """What stands for the front end of a widget: it says something, and hears what is said."""

    def __init__(self, widget: BoardWidget) -> None:
        self.widget = widget
        self.heard: list[dict[str, Any]] = []
        widget.send = lambda content, _buffers=None: self.heard.append(content)

    def say(self, content: Any) -> dict[str, Any]:
        """Say anything; returns the answer, which JSON can hold."""
        before = len(self.heard)
        self.widget._handle_custom_msg(content, [])
        answers = [each for each in self.heard[before:] if "answer" in each]
        assert len(answers) == 1
        return dict(json.loads(json.dumps(answers[0])))

    def ask(self, method: str, path: str, **given: Any) -> Any:
        """Ask what is answered; returns what is told."""
        answer = self.say({"ask": "k 1", "method": method, "path": path, "given": given})
        assert answer["answer"] == "k 1"
        assert "error" not in answer, answer
        return answer["told"]

    def refused(self, method: str, path: str, **given: Any) -> tuple[int, str]:
        """Ask what is refused; returns how."""
        answer = self.say({"ask": 7, "method": method, "path": path, "given": given})
        assert answer["answer"] == 7
        return answer["status"], answer["error"]["code"]


def front(position: AnyPosition, side: str | None = None, **wanted: Any) -> Front:
    return Front(position.board_widget(side, **wanted))


# --- moves --------------------------------------------------------------------------


def test_what_is_chosen_is_the_move_and_what_is_handed_over_the_answer(dealt: AnyPosition) -> None:
    at = front(dealt)
    seen: list[tuple[str, Any]] = []
    names = ["move", "answer", "position"]
    at.widget.observe(lambda change: seen.append((change["name"], change["new"])), names)
    texts = [each["text"] for each in at.ask("POST", "/api/orders", given="")["orders"]]
    assert "activate suez move" in texts
    assert at.ask("POST", "/chosen", answer="activate suez move")["move"] == "activate suez move"
    assert at.ask("POST", "/chosen", answer=TRENCH)["move"] == TRENCH
    assert at.widget.move == dealt.move(TRENCH)
    assert not at.widget.answer
    game = at.ask("GET", "/api/game")
    assert (game["yours"], game["goes_on"], game["handed"]["answer"]) == (True, False, None)
    told = at.ask("POST", "/api/play", answer=TRENCH, step=0)
    assert told["game"]["handed"]["answer"] == TRENCH
    assert told["game"]["steps"] == told["game"]["version"] == 0
    assert at.widget.answer == TRENCH
    assert at.widget.position == dealt
    # Nothing was said of a change: nothing of the position is another.
    assert not any("changed" in each for each in at.heard)
    later = at.widget.play()
    assert later == dealt.play(TRENCH) == at.widget.position
    assert [at.widget.trait_values()[name] for name in ("move", "answer")] == [None, None]
    assert at.heard[-1] == {"changed": 1}
    assert at.widget.play(roll=lexbelli.Dice(1)) == later.play(None, lexbelli.Dice(1))
    assert at.widget.undo() == later
    assert [name for name, new in seen if new is not None] == [
        *("move", "move", "answer"), *("position",) * 3,
    ]  # fmt: skip


def test_one_of_the_choices_is_an_answer_too(dealt: AnyPosition) -> None:
    at = front(dealt)
    at.ask("POST", "/chosen", answer="automatic")
    assert at.widget.move == "automatic"
    at.ask("POST", "/chosen", answer=[])
    assert at.widget.move is None
    at.ask("POST", "/api/play", answer="automatic", step=0)
    assert at.widget.answer == "automatic"
    assert at.widget.play() == dealt.play("automatic")


def test_the_second_game_is_ordered_by_the_same_messages(digging: AnyPosition) -> None:
    at = front(digging, "central")
    (first, *_) = at.ask("POST", "/api/orders", given="")["orders"]
    at.ask("POST", "/chosen", answer=[first["content"]])
    assert str(at.widget.move) == first["text"]
    assert at.ask("POST", "/api/check", answer=first["text"])["legal"]
    at.ask("POST", "/api/play", answer=first["text"], step=0)
    assert at.widget.play() == digging.play(first["text"])
    # No orders at all are an answer, too.
    at.ask("POST", "/api/play", answer=[], step=1)
    assert at.widget.answer == "pass"
    assert at.widget.play() == digging.play(first["text"]).play("pass")


def test_a_refusal_says_every_rule_and_a_why_not_as_the_page_does(dealt: AnyPosition) -> None:
    at = front(dealt)
    wrong = "activate suez move; go ru_div_3 kars"
    answer = at.say({
        "ask": 1, "method": "POST", "path": "/api/play", "given": {"answer": wrong, "step": 0},
    })  # fmt: skip
    assert (answer["status"], answer["error"]["code"]) == (422, "illegal")
    told = [each["rule"] for each in answer["error"]["violations"]]
    assert sorted(told) == sorted(each.rule for each in dealt.check(wrong))
    assert all(each["sentence"] for each in answer["error"]["violations"])
    assert at.widget.answer is None
    why = at.ask("POST", "/api/why", names=["ru_div_3", "erzurum"], given="")
    assert why["meant"][0]["violations"][0]["rule"] == "11.1.5-1"


def test_python_goes_on_unless_the_board_plays(dealt: AnyPosition) -> None:
    at = front(dealt)
    for path in ("/api/throw", "/api/undo"):
        assert at.refused("POST", path, step=0) == (403, "not_yours")
    assert at.refused("POST", "/api/play", answer="automatic", step=3) == (409, "changed")
    plays = front(dealt, plays=True)
    plays.ask("POST", "/api/play", answer=TRENCH, step=0)
    assert plays.widget.position == dealt.play(TRENCH)
    assert plays.heard[0] == {"changed": 1}
    assert plays.ask("GET", "/api/game")["goes_on"]
    plays.ask("POST", "/api/throw", step=2, roll=6)
    assert plays.widget.position == dealt.play(TRENCH).play(None, 6)
    plays.ask("POST", "/api/undo", step=3)
    assert plays.widget.position == dealt.play(TRENCH)


def test_a_callback_may_play_at_once(dealt: AnyPosition) -> None:
    at = front(dealt)
    at.widget.observe(lambda change: change["new"] and at.widget.play(), "answer")
    told = at.ask("POST", "/api/play", answer="automatic", step=0)
    assert at.widget.position == dealt.play("automatic")
    assert (told["game"]["steps"], at.widget.answer) == (1, None)


def test_another_position_can_be_set_and_another_game_cannot(
    dealt: AnyPosition, digging: AnyPosition
) -> None:
    at = front(dealt)
    at.ask("POST", "/chosen", answer=TRENCH)
    later = dealt.play("automatic")
    at.widget.position = later
    assert at.heard[-1] == {"changed": 1}
    assert at.widget.move is None
    game = at.ask("GET", "/api/game")
    assert (game["version"], game["steps"]) == (1, 0)
    assert game["decision"]["text"] == later.decision.text
    with pytest.raises(BadInput, match="is no position of 'pursuit_of_glory'"):
        at.widget.position = digging
    for other in (None, "1914_campaign"):
        with pytest.raises(traitlets.TraitError):
            at.widget.position = other
    assert at.widget.position == later


def test_what_python_plays_wrongly_is_refused_there(dealt: AnyPosition) -> None:
    widget = dealt.board_widget()
    with pytest.raises(BadInput, match="nothing was handed over"):
        widget.play()
    with pytest.raises(IllegalMove):
        widget.play("activate suez move; go ru_div_3 kars")
    with pytest.raises(BadInput, match="Nothing has been played yet"):
        widget.undo()
    assert widget.position == dealt
    for wanted in ({"theme": "pink"}, {"as_side": "nobody"}):
        with pytest.raises(BadInput):
            dealt.board_widget(**wanted)


# --- who sees what ------------------------------------------------------------------


def otherwise(position: AnyPosition) -> AnyPosition:
    """The position with what only one side knows exchanged: cards, or covered units."""
    content = json.loads(position.to_json())
    if "cards" in content:
        piles, number = content["cards"]["cp"], len(content["cards"]["cp"]["hand"])
        cards = piles["hand"] + piles["deck"]
        piles["hand"], piles["deck"] = (
            cards[number : 2 * number],
            cards[:number] + cards[2 * number :],
        )
    else:
        seen, units = position.seen_by("central"), content["units"]
        covered = [unit for unit, place in seen.units.items() if place == "covered"]
        first = covered[0]
        second = next(each for each in covered if units[each] != units[first])
        units[first], units[second] = units[second], units[first]
        swap = {first: second, second: first}
        for key in ("reduced", "entrenched"):
            content[key] = sorted(swap.get(unit, unit) for unit in content[key])
    return type(position).from_json(json.dumps(content))


def everything(at: Front) -> str:
    """All that reaches a browser: the widget's state, its picture, and every answer."""
    told = [
        at.say({"ask": 1, "method": of.method, "path": of.path, "given": given})
        for of in ENDPOINTS
        for given in ({}, {"given": ""}, {"first": 1}, {"answer": "automatic"})
        if not of.changes and "puzzle" not in of.path and not of.searches
    ]
    state = {key: str(value) for key, value in at.widget.get_state().items() if key != "layout"}
    picture = at.widget._repr_mimebundle_()[0]["image/svg+xml"]
    return json.dumps([told, state, picture])


@pytest.mark.parametrize("name", ["dealt", "digging"])
def test_nothing_that_a_side_does_not_see_reaches_the_browser(
    name: str, request: pytest.FixtureRequest
) -> None:
    position = request.getfixturevalue(name)
    other = otherwise(position)
    side, hidden = ("ap", "cp") if name == "dealt" else ("central", "entente")
    assert position != other
    assert position.seen_by(side) == other.seen_by(side)
    for read_only in (False, True):
        told = [everything(front(each, side, read_only=read_only)) for each in (position, other)]
        assert told[0] == told[1]
    assert everything(front(position, hidden)) != everything(front(other, hidden))


def test_who_only_looks_on_or_is_not_asked_answers_nothing(dealt: AnyPosition) -> None:
    for at in (
        front(dealt, read_only=True),
        front(dealt, "ap", read_only=True),
        front(dealt, "cp"),
    ):
        game = at.ask("GET", "/api/game")
        assert game["yours"] is False
        for method, path, given in (
            ("POST", "/api/play", {"answer": "automatic", "step": 0}),
            ("POST", "/chosen", {"answer": TRENCH}),
        ):
            assert at.refused(method, path, **given) == (403, "not_yours")
        assert (at.widget.move, at.widget.answer) == (None, None)
    assert front(dealt, read_only=True).ask("GET", "/api/game")["seat"]["all_open"]


# --- spoilt messages ----------------------------------------------------------------

_SPOILT: list[Any] = [
    *(None, True, 0, 1.5, "", "GET", [], {}, [[]], {"ask": 1}, {"ask": {}, "path": "/api/game"}),
    {"ask": "k" * 100_000, "method": "GET", "path": "/api/game"},
    {"ask": 1, "method": ["GET"], "path": "/api/game"},
    {"ask": 1, "method": "GET", "path": {"a": 1}},
    {"ask": 1, "method": "GET", "path": "/api/gmae"},
    {"ask": 1, "method": "GET", "path": "../../etc/passwd\x1b[2J"},
    {"ask": 1, "method": "POST", "path": "/api/game", "given": {}},
    {"ask": 1, "method": "GET", "path": "/api/game", "given": []},
    {"ask": 1, "method": "GET", "path": "/api/game", "given": {"step": 99}},
    {"ask": 1, "method": "GET", "path": "/api/game", "given": {"__class__": 1}},
    {"ask": 1, "method": "POST", "path": "/chosen"},
    {"ask": 1, "method": "POST", "path": "/chosen", "given": {"answer": None}},
    {"ask": 1, "method": "POST", "path": "/chosen", "given": {"answer": [{}]}},
    {"ask": 1, "method": "POST", "path": "/chosen", "given": {"answer": [{"order": "go"}]}},
    {"ask": 1, "method": "POST", "path": "/chosen", "given": {"answer": "go; go; \x00"}},
    {"ask": 1, "method": "POST", "path": "/chosen", "given": {"answer": "x" * 100_000}},
    {"ask": 1, "method": "POST", "path": "/api/play", "given": {"answer": "", "step": True}},
    {"ask": 1, "method": "POST", "path": "/api/why", "given": {"names": ["nowhere"]}},
    {"ask": 1, "method": "POST", "path": "/api/odds", "given": {"attack": "x"}},
]


@pytest.mark.parametrize("name", ["dealt", "digging"])
def test_spoilt_messages_are_answered_and_change_nothing(
    name: str, request: pytest.FixtureRequest
) -> None:
    position = request.getfixturevalue(name)
    at = front(position)
    at.ask("POST", "/chosen", answer=str(position.sample_moves(1, 3)[0]))
    before = at.widget.move
    for content in _SPOILT:
        answer = at.say(content)
        assert "told" not in answer, content
        assert answer["status"] in range(400, 500), content
        assert answer["error"]["code"] in {"bad_input", "method", "changed", "illegal"}, content
        assert len(json.dumps(answer)) < 4000
        assert "\x1b" not in answer["error"]["message"]
    assert (at.widget.position, at.widget.move, at.widget.answer) == (position, before, None)


def test_random_json_is_answered_without_a_fault(digging: AnyPosition) -> None:
    dice, at = random.Random(5), front(digging)
    words = ["ask", "method", "path", "given", "answer", "GET", "POST", "/chosen", "step", "names"]
    words += [each.path for each in ENDPOINTS if not each.searches and "puzzle" not in each.path]

    def value(deep: int) -> Any:
        match dice.randrange(8 if deep else 5):
            case 0 | 1:
                return dice.choice(words)
            case 2:
                return dice.choice([0, -1, 10**30, 1e308, 3])
            case 3:
                return dice.choice([None, True, False, ""])
            case 4:
                return "".join(map(chr, (dice.randrange(1, 0x3000) for _ in range(9))))
            case 5:
                return [value(deep - 1) for _ in range(dice.randrange(4))]
            case _:
                return {dice.choice(words): value(deep - 1) for _ in range(dice.randrange(5))}

    for _ in range(300):
        content = value(3)
        if isinstance(content, dict) and dice.random() < 0.7:
            content |= {"path": dice.choice(words), "method": dice.choice(["GET", "POST"])}
        answer = at.say(content)
        assert answer.get("error", {}).get("code") != "internal", content
    assert at.widget.position == digging


def test_a_fault_of_ours_is_told_without_a_traceback(
    dealt: AnyPosition, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at = front(dealt)
    monkeypatch.setattr("lexbelli.web.answers.supply", lambda _: 1 / 0)
    assert at.refused("GET", "/api/supply") == (500, "internal")
    assert "ZeroDivisionError" in caplog.text


# --- the extra ----------------------------------------------------------------------


def test_who_lacks_the_extra_is_told_its_name(
    dealt: AnyPosition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "lexbelli.notebook")
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(BadInput, match=r"needs anywidget: pip install 'lexbelli\[notebook\]'"):
        dealt.board_widget()


def test_the_page_of_a_notebook_needs_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.startswith(("lexbelli.web", "starlette"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "lexbelli.notebook")
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        assert not name.startswith(("starlette", "uvicorn", "anyio")), name
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    import lexbelli.notebook.talk

    assert lexbelli.notebook.talk.CHOSEN
