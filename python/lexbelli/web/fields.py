"""What a request may hold: read strictly, and told in the API's document, from one declaration."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from lexbelli.chance import roll_of_json
from lexbelli.errors import bad_input
from lexbelli.names import nearest, shown

__all__ = ["Field", "read_body", "read_query", "schema_of"]

Kind = Literal["text", "whole", "number", "flag", "orders", "names", "roll"]

_LONGEST: Final = 8_000
_MOST_ORDERS: Final = 200
_MOST_NAMES: Final = 12
_MOST_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class Field:
    """Something a request holds.

    Attributes:
        name: Its key.
        kind: What it is: `orders` is a move as text or as a list of orders, `roll` what fell.
        about: What it means.
        required: Whether it must be there.
        usual: What it is if it is left out.
        least, most: The bounds of a number.
        choices: The texts there are, if not any will do.
    """

    name: str
    kind: Kind
    about: str
    required: bool = False
    usual: Any = None
    least: float = 0
    most: float = 10**_MOST_DIGITS
    choices: Sequence[str] = ()

    def read(self, value: Any) -> Any:
        """Read a value of JSON.

        Raises:
            BadInput: It is of another kind, or out of bounds.
        """
        match self.kind:
            case "text":
                return self._text(value)
            case "whole":
                if type(value) is not int:
                    raise bad_input("a whole number is needed", self.name)
                return self._bounded(value)
            case "number":
                if type(value) not in (int, float):
                    raise bad_input("a number is needed", self.name)
                return self._bounded(value)
            case "flag":
                if type(value) is not bool:
                    raise bad_input("true or false is needed", self.name)
                return value
            case "orders":
                return self._orders(value)
            case "names":
                return self._names(value)
            case "roll":
                return None if value is None else roll_of_json(value)

    def _text(self, value: Any) -> str:
        if not isinstance(value, str):
            raise bad_input("a text is needed", self.name)
        if len(value) > _LONGEST:
            raise bad_input(f"is longer than {_LONGEST} letters", self.name)
        if self.choices and value not in self.choices:
            known = ", ".join(self.choices)
            said = f"'{shown(value)}' is none of {known}"
            raise bad_input(said, self.name, nearest(value, self.choices))
        return value

    def _bounded(self, value: float) -> float:
        if not self.least <= value <= self.most:
            said = f"'{value}' is not from {self.least:g} to {self.most:g}"
            raise bad_input(said, self.name)
        return value

    def _orders(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise bad_input("a text or a list of orders is needed", self.name)
        if len(value) > _MOST_ORDERS:
            raise bad_input(f"holds more than {_MOST_ORDERS} orders", self.name)
        return value

    def _names(self, value: Any) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise bad_input("a list of names is needed", self.name)
        if not 0 < len(value) <= _MOST_NAMES:
            raise bad_input(f"holds {len(value)} names, and may hold 1 to {_MOST_NAMES}", self.name)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the field as a JSON schema."""
        bounds = {"minimum": self.least, "maximum": self.most}
        plain: dict[str, dict[str, Any]] = {
            "text": {"type": "string", "maxLength": _LONGEST},
            "whole": {"type": "integer", **bounds},
            "number": {"type": "number", **bounds},
            "flag": {"type": "boolean"},
            "orders": {
                "oneOf": [
                    {"type": "string", "maxLength": _LONGEST},
                    {
                        "type": "array",
                        "items": {"$ref": "#/components/schemas/OrderContent"},
                        "maxItems": _MOST_ORDERS,
                    },
                ]
            },
            "names": {
                "type": "array",
                "items": {"type": "string"},
                "minItems": 1,
                "maxItems": _MOST_NAMES,
            },
            "roll": {
                "oneOf": [
                    {"type": "null"},
                    {"type": "integer", "minimum": 1},
                    {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1},
                    {"type": "array", "items": {"type": "string"}, "minItems": 1},
                ]
            },
        }
        made = {**plain[self.kind], "description": self.about}
        if self.choices:
            made["enum"] = list(self.choices)
        if not self.required and self.usual is not None:
            made["default"] = self.usual
        return made


def read_body(fields: Sequence[Field], body: Any) -> dict[str, Any]:
    """Read the body of a request.

    Raises:
        BadInput: It is no object, a key is unknown or missing, or a value is wrong.
    """
    if not isinstance(body, dict):
        raise bad_input("a JSON object is needed", "body")
    return _read(fields, body, lambda field, value: field.read(value))


def read_query(fields: Sequence[Field], pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Read the query of a request.

    Raises:
        BadInput: A key is unknown, missing or there twice, or a value is wrong.
    """
    given: dict[str, str] = {}
    for key, value in pairs:
        if key in given:
            raise bad_input("is there twice", shown(key))
        given[key] = value
    return _read(fields, given, lambda field, value: field.read(_typed(field, value)))


def _typed(field: Field, value: str) -> Any:
    digits = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
    return int(value) if field.kind == "whole" and digits else value


def _read(fields: Sequence[Field], given: Mapping[str, Any], read: Any) -> dict[str, Any]:
    known = [field.name for field in fields]
    for key in given:
        if key not in known:
            raise bad_input("is no key that is known", shown(key), nearest(key, known))
    found = {}
    for field in fields:
        if field.name in given:
            found[field.name] = read(field, given[field.name])
        elif field.required:
            raise bad_input("is missing", field.name)
        else:
            found[field.name] = field.usual
    return found


def schema_of(fields: Sequence[Field]) -> dict[str, Any]:
    """Return the schema of a body with some fields."""
    return {
        "type": "object",
        "properties": {field.name: field.schema() for field in fields},
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }
