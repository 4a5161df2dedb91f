"""Tables of Twilight of the Habsburgs: verdicts, odds of attacks, and the reckoning."""

from collections.abc import Sequence
from typing import Any

from lexbelli import _core
from lexbelli.errors import BadInput, InvalidSetup
from lexbelli.games import ArrowTable
from lexbelli.plain_bulk import PlainBulk
from lexbelli.twilight_of_the_habsburgs.victory import Victory

__all__ = ["Bulk"]


class Bulk(PlainBulk):
    """What answers the tables of the game, one row after the other."""

    def victory(self, table: ArrowTable, errors: str | None = None) -> _core.Table:
        """Tell how the game would end in every position; see `lexbelli.victory_batch`.

        The columns are `margin`, `surrender`, `level`, `winner`, the list `items` of the lines of
        the ledger, such as `entente place(udine) 5`, and `error`.

        Raises:
            BadInput: The table has no column of positions where they are needed.
        """
        told: list[Victory | None] = []
        problems: list[str | None] = []
        rows = self.rows(table)
        failed = rows.get(errors or "", [None] * len(rows["position"]))
        for named, unread in zip(rows["position"], failed, strict=True):
            found, error = None, unread
            try:
                if unread is None:
                    position: Any = self.position(named)
                    found = position.victory()
            except (BadInput, InvalidSetup, TypeError, ValueError) as problem:
                error = str(problem)
            told.append(found)
            problems.append(error)
        return _core.answer_table(
            [
                ("margin", "int", [each and each.margin for each in told]),
                ("surrender", "bool", [each and each.surrender for each in told]),
                ("level", "text", [each and each.level for each in told]),
                ("winner", "text", [each and each.winner for each in told]),
                ("items", "texts", [_items(each) for each in told]),
                ("error", "text", problems),
            ]
        )


def _items(found: Victory | None) -> Sequence[str]:
    lines = () if found is None else found.ledger
    about = (f"({line.about})" if line.about else "" for line in lines)
    pairs = zip(lines, about, strict=True)
    return [f"{line.side} {line.item}{about} {line.points}" for line, about in pairs]
