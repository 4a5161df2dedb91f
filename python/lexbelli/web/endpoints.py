"""What can be asked of a served game: each question with its fields, its answer and its schema."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from lexbelli import capabilities
from lexbelli.draw.themes import THEMES
from lexbelli.errors import InvalidSetup, bad_input
from lexbelli.moves import Order
from lexbelli.position import AnyPosition
from lexbelli.story import Narrator
from lexbelli.supposing import as_if
from lexbelli.web import answers, puzzling
from lexbelli.web.fields import Field
from lexbelli.web.game import ServedGame
from lexbelli.web.seats import Seat

__all__ = ["ENDPOINTS", "LONGEST_SEARCH", "LONGEST_WAIT", "Endpoint", "game_told"]

LONGEST_WAIT: Final = 25.0
LONGEST_SEARCH: Final = 10.0
_MOST_TOLD: Final = 200

Asked = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A question.

    Attributes:
        method: `GET` or `POST`.
        path: Its path.
        name: Its name, of no other.
        summary: What it is, in a line.
        fields: What is asked with it: the body of a POST, the query of a GET.
        answer: The name of the schema of its answer; `svg` for a picture.
        run: What answers it.
        waits: Whether it may wait for the game to go on, by its field `after`.
    """

    method: str
    path: str
    name: str
    summary: str
    fields: Sequence[Field]
    answer: str
    run: Callable[[ServedGame, Seat, Asked], Any]
    waits: bool = False

    @property
    def changes(self) -> bool:
        """Whether it changes the game."""
        return self.answer == "After"

    @property
    def searches(self) -> bool:
        """Whether it searches for as long as was asked."""
        return any(field.name == "seconds" for field in self.fields)


def _asked_of(game: ServedGame, seat: Seat, asked: Asked) -> AnyPosition:
    """Return the position that is asked of, as a seat may know it, or as if some things were so."""
    changes, name = asked.get("as_if") or "", asked.get("puzzle")
    position = game.seen(seat, asked.get("step")) if name is None else puzzling.position_of(name)
    if not changes.strip():
        return position
    return game.kept(("as_if", position, changes), lambda: _supposed(position, changes))


def _supposed(position: AnyPosition, changes: str) -> AnyPosition:
    try:
        return as_if(position, changes)
    except InvalidSetup as error:
        # Nothing of what is hidden is in the position, and so nothing of it in what is wrong.
        told = "; ".join(f"{at}: {message}" for _, at, message in error.problems)
        raise bad_input(told, "as_if") from None


def game_told(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    """Tell where the game stands, as a seat may know it."""
    step = asked.get("step")
    position = _asked_of(game, seat, asked)
    told = answers.decision(position)
    now = step is None or step == game.step
    now = now and not asked.get("as_if") and asked.get("puzzle") is None
    return {
        "game": position.game,
        "scenario": position.scenario_name,
        "title": position.title,
        "caution": position.caution,
        "sides": list(game.sides),
        "seat": seat.as_json(),
        "step": game.step if step is None else step,
        "steps": game.step,
        "version": game.version,
        "turn": position.turn if isinstance(position, capabilities.Timed) else None,
        "under_way": list(position.under_way),
        "decision": told,
        "yours": now and told["side"] in seat.sides,
        "throws": now and told["throw"] is not None and bool(seat.sides),
        "goes_on": now and told["kind"] == "chance" and bool(seat.sides),
        "outline": [list(row) for row in position.outline()],
        "players": dict(game.players),
        "undo": dict(game.can_undo(seat)),
        "has": _has(position),
        "themes": list(THEMES),
    }


def _has(position: AnyPosition) -> dict[str, bool]:
    """Return what else the game can be asked."""
    from lexbelli import games  # noqa: PLC0415 - the shared layer asks for what there is

    game = games.of(position)
    battles = getattr(game, "battles", None)
    return {
        "supply": isinstance(position, capabilities.Supplied),
        "odds": battles is not None and battles.declaring == position.decision.kind,
        "goals": getattr(game, "goals", None) is not None,
    }


def _position(game: ServedGame, seat: Seat, asked: Asked) -> Any:
    return json.loads(_asked_of(game, seat, asked).to_json())


def _board(game: ServedGame, seat: Seat, asked: Asked) -> str:
    position, theme = _asked_of(game, seat, asked), asked["theme"]
    return game.kept(("board", position, theme), lambda: str(position.draw(theme=theme).svg))


def _names(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    position = _asked_of(game, seat, asked)
    return {
        "units": dict(position.units),
        "sides": {unit: position.side_of(unit) for unit in position.units},
        "places": list(position.spaces),
    }


def _called(game: ServedGame, _seat: Seat, asked: Asked) -> dict[str, Any]:
    if asked["puzzle"] is None:
        return {"called": dict(game.called)}
    return {"called": dict(Narrator(puzzling.position_of(asked["puzzle"])).teller.called)}


def _orders(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    position, given = _asked_of(game, seat, asked), asked["given"]
    key = ("orders", position, json.dumps(given))
    return game.kept(key, lambda: answers.orders(position, given))


def _check(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    return answers.checked(_asked_of(game, seat, asked), asked["answer"])


def _why(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    position = _asked_of(game, seat, asked)
    # What can be ordered at all is the pattern; what can be ordered still comes first.
    patterns = [
        Order(each["text"], each["content"])
        for given in (asked["given"], "")
        for each in _orders(game, seat, {**asked, "given": given})["orders"]
        if each["whole"]
    ]
    return answers.why_not(position, asked["given"], asked["names"], patterns)


def _play(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    before = game.step
    game.play(seat, asked["answer"], asked["step"])
    return _after(game, seat, before)


def _throw(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    before = game.step
    game.throw(seat, asked["step"], asked["roll"], many=asked["many"])
    return _after(game, seat, before)


def _undo(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    game.undo(seat, asked["step"])
    return _after(game, seat, game.step)


def _ask_undo(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    game.ask_undo(seat, asked["step"], asked["to"])
    return _after(game, seat, game.step)


def _answer_undo(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    game.answer_undo(seat, asked["step"], agree=asked["agree"])
    return _after(game, seat, game.step)


def _after(game: ServedGame, seat: Seat, before: int) -> dict[str, Any]:
    """Tell where the game stands after a change, and what happened."""
    return {
        "game": game_told(game, seat, {}),
        "log": [_told(game, each) for each in game.log(seat, before + 1)],
    }


def _log(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    told = game.log(seat, asked["first"])
    return {
        "entries": [_told(game, each) for each in told[:_MOST_TOLD]],
        "complete": len(told) <= _MOST_TOLD,
        "steps": game.step,
    }


def _told(game: ServedGame, told: Any) -> dict[str, Any]:
    whole = {**told.as_json(), "taken_back": game.taken_back(told.as_json()["entry"])}
    kept = ("entry", "turn", "phase", "side", "text", "rules", "roll", "answer", "withheld",
            "taken_back")  # fmt: skip
    return {key: whole[key] for key in kept}


def _supply(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    position = _asked_of(game, seat, asked)
    return game.kept(("supply", position), lambda: answers.supply(position))


def _odds(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    position, attack = _asked_of(game, seat, asked), asked["attack"]
    found = game.kept(("odds", position, attack), lambda: _plain(
        capabilities.odds(position, attack).as_json()
    ))  # fmt: skip
    return {"attack": attack, "odds": found}


def _plain(value: Any) -> Any:
    """Return plain data with exact fractions as text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Fraction) else value


def _solve(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    position = _asked_of(game, seat, asked)
    if position.decision.side is None:
        raise bad_input("nobody is asked for a move", "goal")
    return answers.solved(position, asked["goal"], asked["limit"], asked["seconds"])


def _threats(game: ServedGame, seat: Seat, asked: Asked) -> dict[str, Any]:
    return answers.threats(_asked_of(game, seat, asked), asked["side"], asked["seconds"])


def _puzzles(_game: ServedGame, _seat: Seat, _asked: Asked) -> dict[str, Any]:
    return {"puzzles": puzzling.listed()}


def _searched(game: ServedGame, asked: Asked) -> Callable[[], Any]:
    """Return what searches for the solutions of a puzzle, once."""
    name, seconds = asked["puzzle"], asked["seconds"]

    def found() -> Any:
        first = game.kept(("solutions", name), lambda: puzzling.searched(name, seconds))
        # What was cut off is searched again: there may be more time now.
        return first if first.proven else puzzling.searched(name, seconds)

    return found


def _try(game: ServedGame, _seat: Seat, asked: Asked) -> dict[str, Any]:
    return puzzling.tried(asked["puzzle"], asked["answer"], _searched(game, asked))


def _hint(game: ServedGame, _seat: Seat, asked: Asked) -> dict[str, Any]:
    return puzzling.hint(asked["puzzle"], asked["number"], _searched(game, asked))


def _solution(game: ServedGame, _seat: Seat, asked: Asked) -> dict[str, Any]:
    return puzzling.solution(asked["puzzle"], _searched(game, asked))


_STEP = Field("step", "whole", "The position after so many entries; left out, the last.")
_NOW = Field(
    "step",
    "whole",
    "How many entries you know of: nothing is changed if the game has gone on since.",
    required=True,
)
_AS_IF = Field(
    "as_if",
    "text",
    "Changes that are supposed, by semicolons: `control PLACE SIDE`, `add UNIT@PLACE`, "
    "`without UNIT`, `event CARD`, `act SIDE POINTS`. The game stays as it is.",
)
_PUZZLE = Field("puzzle", "text", "The position of this puzzle, and not of the game.")
_OF = Field("puzzle", "text", "The puzzle.", required=True)
_GIVEN = Field("given", "orders", "Orders given already, of the move that is being made.", usual="")
_ANSWER = Field("answer", "orders", "A move, or one of the choices.", required=True)
_SECONDS = Field("seconds", "number", "So long at most.", usual=5, least=0.1, most=LONGEST_SEARCH)
_ATTACK = Field(
    "attack", "text", "The attack, as its order is written; empty for the battle under way.",
    required=True,
)  # fmt: skip

ENDPOINTS: Final[Sequence[Endpoint]] = (
    Endpoint(
        "GET", "/api/game", "game", "Where the game stands, what is asked, what you may do.",
        (
            Field("after", "whole", "Wait until the version is another, 25 seconds at most."),
            _STEP,
            _AS_IF,
            _PUZZLE,
        ),
        "Game", game_told, waits=True,
    ),
    Endpoint("GET", "/api/position", "position", "The position as its document.",
             (_STEP, _AS_IF, _PUZZLE), "Position", _position),
    Endpoint("GET", "/api/names", "names", "Where every unit stands, and all places.",
             (_STEP, _AS_IF, _PUZZLE), "Names", _names),
    Endpoint("GET", "/api/called", "called", "What units, places and other things are called.",
             (_PUZZLE,), "Called", _called),
    Endpoint(
        "GET", "/api/board.svg", "board",
        "The board as a picture; `data-unit` and `data-space` name what is drawn.",
        (
            _STEP,
            _AS_IF,
            _PUZZLE,
            Field("theme", "text", "The colours.", usual="screen", choices=tuple(THEMES)),
        ),
        "svg", _board,
    ),
    Endpoint("POST", "/api/orders", "orders",
             "Every other order that some legal move contains beside those given.",
             (_GIVEN, _AS_IF, _PUZZLE), "Orders", _orders),
    Endpoint(
        "POST", "/api/check", "check", "Every rule that an answer breaks, and what is still owed.",
        (_ANSWER, _AS_IF, _PUZZLE),
        "Check", _check,
    ),
    Endpoint(
        "POST", "/api/why", "why", "Which rules keep units and places from being ordered together.",
        (
            Field("names", "names", "Units and places, as they were clicked.", required=True),
            _GIVEN,
            _AS_IF,
            _PUZZLE,
        ),
        "Why", _why,
    ),
    Endpoint(
        "POST", "/api/play", "play", "Answer what is asked.",
        (
            _ANSWER,
            _NOW,
        ),
        "After", _play,
    ),
    Endpoint(
        "POST", "/api/throw", "throw", "Let dice fall, or have a card drawn.",
        (
            _NOW,
            Field("roll", "roll", "How they fell on a table, for who plays every side."),
            Field("many", "flag", "Go on until somebody is asked.", usual=False),
        ),
        "After", _throw,
    ),
    Endpoint("POST", "/api/undo", "undo", "Take the last answer back, if nothing was shown since.",
             (_NOW,), "After", _undo),
    Endpoint(
        "POST", "/api/ask_undo", "ask_undo",
        "Ask the other side to go back, whatever was shown since; a player agrees at once.",
        (
            _NOW,
            Field("to", "whole", "After how many entries the game is to stand.", required=True),
        ),
        "After", _ask_undo,
    ),
    Endpoint(
        "POST", "/api/answer_undo", "answer_undo",
        "Agree to go back as the other side asks, or refuse.",
        (
            _NOW,
            Field("agree", "flag", "Whether you agree.", required=True),
        ),
        "After", _answer_undo,
    ),
    Endpoint(
        "GET", "/api/log", "log", "What happened, in sentences; at most 200 entries.",
        (Field("first", "whole", "The first entry told, from 1.", usual=1),),
        "Log", _log,
    ),
    Endpoint("GET", "/api/supply", "supply", "The supply of every unit.",
             (_STEP, _AS_IF, _PUZZLE), "Supply", _supply),
    Endpoint("POST", "/api/odds", "odds", "The exact odds of an attack.",
             (_ATTACK, _AS_IF, _PUZZLE), "Odds", _odds),
    Endpoint(
        "POST", "/api/solve", "solve", "Search for legal moves that reach a goal.",
        (
            Field("goal", "text", "The goal, as of `lexbelli solve`.", required=True),
            Field("limit", "whole", "So many solutions at most.", usual=5, least=1, most=20),
            _SECONDS,
            _AS_IF,
            _PUZZLE,
        ),
        "Solve", _solve,
    ),
    Endpoint(
        "POST", "/api/threats", "threats",
        "What the enemy could do to a side in his next operations, without a battle.",
        (
            Field("side", "text", "To which side.", required=True),
            _SECONDS,
            _AS_IF,
            _PUZZLE,
        ),
        "Threats", _threats,
    ),
    Endpoint("GET", "/api/puzzles", "puzzles", "The puzzles that are shipped.",
             (), "Puzzles", _puzzles),
    Endpoint(
        "POST", "/api/try", "try", "Whether a move solves a puzzle.",
        (
            _OF,
            Field("answer", "orders", "The move.", required=True),
            _SECONDS,
        ),
        "Tried", _try,
    ),
    Endpoint(
        "POST", "/api/hint", "hint", "A hint to a puzzle; each tells more than the one before.",
        (
            _OF,
            Field("number", "whole", "Which.", required=True, least=1, most=puzzling.HINTS),
            _SECONDS,
        ),
        "Hint", _hint,
    ),
    Endpoint("POST", "/api/solution", "solution", "The solutions of a puzzle.",
             (_OF, _SECONDS), "Solution", _solution),
)  # fmt: skip
