"""Finding a place for a name, where lines run and boxes stand."""

from collections.abc import Sequence

from lexbelli.draw.geometry import Box, Point, meets

__all__ = ["best"]


def best(
    candidates: Sequence[Box], boxes: Sequence[Box], lines: Sequence[tuple[Point, Point]]
) -> int:
    """Choose where a name is best read.

    Args:
        candidates: Where it may stand, the dearest first.
        boxes: What it must not cover: one such box weighs more than all lines.
        lines: What it had better not cover.

    Returns:
        The number of the candidate that covers least; the first of several.
    """
    weights = [
        1000 * sum(candidate.overlaps(box) for box in boxes)
        + sum(meets(candidate, *line) for line in lines)
        for candidate in candidates
    ]
    return weights.index(min(weights))
