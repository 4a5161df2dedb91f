"""The API's document (OpenAPI 3.1), made of the same declarations by which requests are read."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lexbelli.web.endpoints import ENDPOINTS, Endpoint
from lexbelli.web.fields import schema_of

__all__ = ["ERRORS", "document"]

# What a refusal is called, with its status and what it means.
ERRORS: Final[Mapping[str, tuple[int, str]]] = {
    "bad_input": (400, "Something cannot be read, or is not asked for; `field` says what."),
    "no_link": (401, "The link is nobody's."),
    "not_yours": (403, "It is not yours to do."),
    "origin": (403, "Another page asks, or by another name of this host."),
    "not_found": (404, "There is nothing of that name."),
    "method": (405, "The method is another."),
    "changed": (409, "The game has gone on since."),
    "over": (409, "The game is over."),
    "no_die": (409, "No die is to be thrown."),
    "cannot_undo": (409, "The last answer stands."),
    "not_asked": (409, "Nobody has asked to take anything back."),
    "too_large": (413, "The body is too large."),
    "not_json": (415, "The body is no JSON by its type."),
    "illegal": (422, "The move breaks rules; `violations` lists all."),
    "too_long": (422, "The answer takes longer than is allowed."),
    "busy": (429, "Too much is asked at once, or too fast."),
    "not_kept": (500, "The record cannot be written; nothing was changed."),
    "internal": (500, "A fault of Lex Belli."),
}


def _object(required: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **more},
        "required": list(required),
        "additionalProperties": False,
    }


def _list(of: Any) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


_TEXT: Final = {"type": "string"}
_WHOLE: Final = {"type": "integer"}
_FLAG: Final = {"type": "boolean"}
_TEXT_OR_NONE: Final = {"type": ["string", "null"]}
_WHOLE_OR_NONE: Final = {"type": ["integer", "null"]}
_TEXTS: Final = _list(_TEXT)
_ANYTHING: Final = {"type": "object"}

_SCHEMAS: Final[Mapping[str, Any]] = {
    "OrderContent": {
        "type": "object",
        "properties": {"order": _TEXT},
        "required": ["order"],
        "description": "An order as data; the other keys are the game's (docs/orders.md).",
    },
    "Order": _object(
        {
            "text": _TEXT,
            "kind": _TEXT,
            "content": _ref("OrderContent"),
            "names": {**_TEXTS, "description": "The units and places it names."},
            "way": {**_TEXTS, "description": "Places, from where its unit stands."},
            "cost": {**_WHOLE_OR_NONE, "description": "Points, if it is paid for."},
            "whole": {**_FLAG, "description": "Whether it leaves no choice open (`a|b`)."},
        }
    ),
    "Violation": _object(
        {
            "rule": {**_TEXT, "description": "The number of the rule."},
            "code": _TEXT,
            "args": _TEXTS,
            "witness": _TEXT,
            "text": {**_TEXT, "description": "What is wrong."},
            "owed": {**_FLAG, "description": "Whether more orders could mend it."},
            "sentence": {**_TEXT, "description": "What the rule says; may be empty."},
        }
    ),
    "Decision": _object(
        {
            "kind": _TEXT,
            "side": _TEXT_OR_NONE,
            "text": _TEXT,
            "points": _WHOLE_OR_NONE,
            "points_called": _TEXT_OR_NONE,
            "choices": _TEXTS,
            "throw": _TEXT_OR_NONE,
            "outcomes": _list(
                _object({"text": _TEXT, "odds": _TEXT, "percent": {"type": "number"}})
            ),
            "over": _FLAG,
        }
    ),
    "Game": _object(
        {
            "game": _TEXT,
            "scenario": _TEXT,
            "title": _TEXT,
            "caution": _TEXT_OR_NONE,
            "sides": _TEXTS,
            "seat": _object({"name": _TEXT, "sides": _TEXTS, "all_open": _FLAG}),
            "step": {**_WHOLE, "description": "After so many entries this is so."},
            "steps": {**_WHOLE, "description": "How many entries there are."},
            "version": {**_WHOLE, "description": "Another after every change."},
            "turn": _WHOLE_OR_NONE,
            "under_way": _TEXTS,
            "decision": _ref("Decision"),
            "yours": {**_FLAG, "description": "Whether you are asked."},
            "throws": {**_FLAG, "description": "Whether you may throw dice now."},
            "goes_on": {**_FLAG, "description": "Whether a throw, or nothing, is waited for."},
            "outline": _list(_TEXTS),
            "players": {
                "type": "object",
                "additionalProperties": _TEXT,
                "description": "Side -> the player that answers for it.",
            },
            "undo": _object(
                {
                    "possible": {**_FLAG, "description": "Whether you may take it back yourself."},
                    "why": _TEXT_OR_NONE,
                    "back_to": {
                        **_WHOLE_OR_NONE,
                        "description": "After so many entries you were asked last.",
                    },
                    "asked": {
                        "description": "What is asked of whom, if it is.",
                        "oneOf": [
                            {"type": "null"},
                            _object(
                                {
                                    "by": _TEXT,
                                    "to": _WHOLE,
                                    "yours": {
                                        **_FLAG,
                                        "description": "Whether you are to agree or refuse.",
                                    },
                                }
                            ),
                        ],
                    },
                    "told": {**_TEXT_OR_NONE, "description": "What came of the last question."},
                }
            ),
            "has": _object({"supply": _FLAG, "odds": _FLAG, "goals": _FLAG}),
            "themes": _TEXTS,
        }
    ),
    "Position": {
        "type": "object",
        "required": ["schema"],
        "description": "A position's document: docs/position.schema.json for each game.",
    },
    "Names": _object(
        {
            "units": {"type": "object", "additionalProperties": _TEXT},
            "sides": {"type": "object", "additionalProperties": _TEXT},
            "places": _TEXTS,
        }
    ),
    "Called": _object({"called": {"type": "object", "additionalProperties": _TEXT}}),
    "Orders": _object(
        {
            "asks_moves": {**_FLAG, "description": "Whether orders are asked for at all."},
            "given": _list(_ref("Order")),
            "orders": _list(_ref("Order")),
        }
    ),
    "Check": _object(
        {
            "legal": _FLAG,
            "text": _TEXT,
            "orders": _list(_ref("Order")),
            "violations": _list(_ref("Violation")),
            "cost": _WHOLE_OR_NONE,
        }
    ),
    "Why": _object(
        {
            "names": _TEXTS,
            "meant": _list(
                _object({"order": _TEXT, "legal": _FLAG, "violations": _list(_ref("Violation"))})
            ),
        }
    ),
    "LogEntry": _object(
        {
            "entry": _WHOLE,
            "turn": _WHOLE_OR_NONE,
            "phase": _TEXT,
            "side": _TEXT_OR_NONE,
            "text": _TEXT,
            "rules": _TEXTS,
            "roll": {"type": ["integer", "array", "null"]},
            "answer": _TEXT_OR_NONE,
            "withheld": _FLAG,
            "taken_back": {
                **_TEXT_OR_NONE,
                "description": "What was taken back by agreement before it.",
            },
        }
    ),
    "Log": _object({"entries": _list(_ref("LogEntry")), "complete": _FLAG, "steps": _WHOLE}),
    "After": _object({"game": _ref("Game"), "log": _list(_ref("LogEntry"))}),
    "Supply": _object(
        {"units": {"type": "object", "additionalProperties": _TEXT}, "flips": _TEXTS}
    ),
    "Odds": _object({"attack": _TEXT, "odds": _ANYTHING}),
    "Solve": _object(
        {
            "goal": _TEXT,
            "already": _FLAG,
            "solutions": {**_TEXTS, "description": "Moves, as texts."},
            "proven": {**_FLAG, "description": "Whether these are all, proven."},
            "seconds": {"type": "number"},
        }
    ),
    "Threats": _object(
        {
            "side": {**_TEXT, "description": "To whom it is done."},
            "threats": _list(
                _object(
                    {
                        "move": {**_TEXT, "description": "A cheapest move that does it."},
                        "points": _WHOLE,
                        "names": {**_TEXTS, "description": "Units and places it is done to."},
                        "text": {**_TEXT, "description": "What it does."},
                    }
                )
            ),
            "complete": {**_FLAG, "description": "Whether these are all that were found."},
            "proven": {**_FLAG, "description": "Whether nothing else can be done, proven."},
        }
    ),
    "Puzzles": _object(
        {
            "puzzles": _list(
                _object(
                    {
                        "name": _TEXT,
                        "game": _TEXT,
                        "game_title": _TEXT,
                        "title": _TEXT,
                        "level": {**_TEXT, "description": "`easy`, `medium`, `hard`, or empty."},
                        "text": _TEXT,
                        "side": _TEXT_OR_NONE,
                        "points": _WHOLE_OR_NONE,
                        "points_called": _TEXT_OR_NONE,
                        "solutions": {
                            **_WHOLE_OR_NONE,
                            "description": "How many there are, as its maker says.",
                        },
                        "tries": {**_FLAG, "description": "Whether a move can be tried."},
                        "hints": _WHOLE,
                    }
                )
            )
        }
    ),
    "Tried": _object(
        {
            "legal": _FLAG,
            "text": _TEXT,
            "violations": _list(_ref("Violation")),
            "solves": {
                "type": ["boolean", "null"],
                "description": "Whether it solves it; null if that is not known in this time.",
            },
            "solutions": _WHOLE_OR_NONE,
        }
    ),
    "Hint": _object({"number": _WHOLE, "text": _TEXT, "names": _TEXTS}),
    "Solution": _object(
        {
            "solutions": _TEXTS,
            "complete": {**_FLAG, "description": "Whether these are all that were found."},
            "proven": {**_FLAG, "description": "Whether there are no others, proven."},
            "answer": {**_TEXT, "description": "What its maker says."},
        }
    ),
    "Error": _object(
        {
            "error": _object(
                {"code": {"enum": sorted(ERRORS)}, "message": _TEXT},
                field=_TEXT_OR_NONE,
                nearest=_TEXT_OR_NONE,
                violations=_list(_ref("Violation")),
            )
        }
    ),
}


def document(version: str) -> dict[str, Any]:
    """Return the document of the API of a version of Lex Belli."""
    paths: dict[str, dict[str, Any]] = {}
    for each in ENDPOINTS:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Lex Belli: a served game",
            "version": version,
            "description": "One game on one server. Who asks is told by his link's secret.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "security": [{"link": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer"}},
            "schemas": dict(_SCHEMAS),
        },
    }


def _operation(each: Endpoint) -> dict[str, Any]:
    kind, schema = "application/json", _ref(each.answer)
    if each.answer == "svg":
        kind, schema = "image/svg+xml", {"type": "string"}
    told: dict[str, Any] = {
        "operationId": each.name,
        "summary": each.summary,
        "responses": {
            "200": {"description": "The answer.", "content": {kind: {"schema": schema}}},
            **_refusals(),
        },
    }
    if each.method == "GET":
        told["parameters"] = [
            {
                "name": field.name,
                "in": "query",
                "required": field.required,
                "schema": field.schema(),
            }
            for field in each.fields
        ]
    else:
        told["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema_of(each.fields)}},
        }
    return told


def _refusals() -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for code, (status, meaning) in ERRORS.items():
        by_status.setdefault(status, []).append(f"`{code}`: {meaning}")
    return {str(status): _refusal(meanings) for status, meanings in sorted(by_status.items())}


def _refusal(meanings: Sequence[str]) -> dict[str, Any]:
    return {
        "description": " ".join(meanings),
        "content": {"application/json": {"schema": _ref("Error")}},
    }
