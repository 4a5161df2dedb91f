"""What cards do, in words that the rows of `data/cards.csv` are made of.

A card that asks for something of its own has a file here and a law, both named after it, of the
shape of a decision (`decisions/`).
"""

from dataclasses import dataclass, fields

from lexbelli.errors import bad_input


@dataclass(frozen=True, slots=True)
class Card:
    """The effects of a card: a field each.

    Attributes:
        strength: What it adds to the strength of a strike (4.1).
        needs: The arm of a unit that must strike (3.7); empty if any may.
        saves: Whether no striker is lost if the strike is repelled (4.4).
    """

    strength: int = 0
    needs: str = ""
    saves: bool = False

    @classmethod
    def read(cls, effects: str) -> "Card":
        """Read effects, such as `strength 3; needs horse`."""
        kinds = {each.name: each.type for each in fields(cls)}
        told: dict[str, int | str | bool] = {}
        for effect in filter(None, map(str.strip, effects.split(";"))):
            name, _, value = effect.partition(" ")
            if name not in kinds or bool(value) == (kinds[name] is bool):
                raise bad_input(f"'{effect}' is no effect of cards", "effects")
            told[name] = int(value) if kinds[name] is int else value or True
        return cls(**told)  # type: ignore[arg-type]
