"""What can be asked of every row of some files: what a row holds, and what it is answered with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from lexbelli.names import unknown

__all__ = ["CHECK", "QUESTIONS", "Question", "Wanted", "question"]

# A column to be read: its name, its kinds, and whether it must be there.
Wanted = tuple[str, str, bool]
# A column of the answer: its name and what `answer_table` calls its type.
Told = tuple[str, str]

# So many rows are answered and written at once, and lost if the machine stops: few where each takes
# the law or a whole game.
_MANY: Final = 65_536
_FEW: Final = 64


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is put to every row.

    Attributes:
        name: Its name.
        about: What is asked, in one line.
        columns: What a row holds beside its position.
        told: What a row is answered with, where that is the same for all games; else the game's
            tables tell, beside `error`.
        settings: The settings it takes, and the value each has if nothing is said.
        points: Whether there are points to be spent.
        chunk: Rows that are answered and written at once.
    """

    name: str
    about: str
    columns: tuple[Wanted, ...] = ()
    told: tuple[Told, ...] = ()
    settings: Mapping[str, bool | int | float | None] = field(default_factory=dict)
    points: bool = False
    chunk: int = _MANY

    @property
    def row_by_row(self) -> bool:
        """Whether rows are answered one by one, and not all by the core at once."""
        return bool(self.told)


CHECK: Final = Question(
    "check",
    "Is the move legal, and which rules does it break?",
    columns=(("move", "text|list", True),),
    settings={"witnesses": False},
    points=True,
)

_GAME: Final = (("ended", "text"), ("turn", "int"), ("winner", "text"), ("answers", "int"))

QUESTIONS: Final[Mapping[str, Question]] = {
    each.name: each
    for each in (
        CHECK,
        Question("supply", "Which units are in supply, and what would turn for want of it?"),
        Question("attrition", "What would be lost without a battle?"),
        Question("victory", "How would the game end, if it ended now?"),
        Question(
            "odds",
            "What are the odds of the attack?",
            columns=(("attack", "text", True),),
            settings={"exact": False},
        ),
        Question(
            "solve",
            "Which moves reach the goal, or is there proof that none does?",
            columns=(("goal", "text", True),),
            told=(("solved", "bool"), ("proven", "bool"), ("moves", "texts")),
            settings={"seconds": None, "limit": None},
            points=True,
            chunk=_FEW,
        ),
        Question(
            "threats",
            "What could the enemy do to the side in his next operations?",
            columns=(("side", "text", True),),
            told=(
                ("threats", "int"),
                ("proven", "bool"),
                ("does", "texts"),
                ("moves", "texts"),
                ("attacks", "texts"),
            ),
            settings={"seconds": None, "combat": False},
            points=True,
            chunk=_FEW,
        ),
        Question(
            "playout",
            "How does a game of random legal moves end?",
            columns=(("seed", "integer", True),),
            told=(*_GAME, ("hash", "text"), ("record", "text")),
            settings={"turns": None, "records": False},
            chunk=_FEW,
        ),
        Question(
            "match",
            "How does a game between two players end?",
            columns=(("first", "text", True), ("second", "text", True), ("seed", "integer", True)),
            told=(*_GAME, ("margin", "float"), ("hash", "text"), ("record", "text")),
            settings={"turns": None, "seconds": None, "records": False},
            chunk=_FEW,
        ),
    )
}


def question(name: str, among: Sequence[str] = tuple(QUESTIONS)) -> Question:
    """Return the question of a name.

    Raises:
        BadInput: There is none.
    """
    if name not in among:
        raise unknown(name, among, "question")
    return QUESTIONS[name]
