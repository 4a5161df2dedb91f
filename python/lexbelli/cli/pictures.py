"""Pictures that commands draw beside what they tell: the options."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import click

from lexbelli.cli.numbers import WHOLE
from lexbelli.draw import THEMES, themes
from lexbelli.draw.board import Overlay
from lexbelli.draw.export import FORMATS, picture_format
from lexbelli.position import Position

__all__ = ["Sketch", "sketched"]

_HOPS: Final = 3


@dataclass(frozen=True, slots=True)
class Sketch:
    """A picture that was asked for.

    Attributes:
        file: Where to; None if none is asked for.
        around: A place around which it ends; None for the whole board.
        hops: How many connections away from it what is shown may lie.
        theme: Its colours.
    """

    file: str | None
    around: str | None
    hops: int
    theme: str

    def draw(self, position: Position, overlay: Overlay | None = None, **more: Any) -> None:
        """Write the picture, if one was asked for.

        Raises:
            BadInput: The place is unknown, or the file cannot be written.
        """
        if self.file is None:
            return
        picture = position.draw(
            around=self.around, hops=self.hops, theme=self.theme, overlay=overlay, **more
        )
        picture.save(self.file)


def sketched(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options `--draw`, `--around`, `--hops` and `--theme`.

    The command gets a `Sketch` as `sketch`. What is wrong with them is said before the work, but
    for names of places.
    """

    @click.option(
        "--draw",
        "file",
        metavar="FILE",
        type=click.Path(),
        help=f"Draw it: a file that ends in {', '.join(FORMATS)}.",
    )
    @click.option("--around", metavar="PLACE", help="Draw only what lies around a place.")
    @click.option(
        "--hops",
        type=WHOLE,
        metavar="N",
        help="How many connections or hexes away it may lie; 3 if left out.",
    )
    @click.option("--theme", metavar="THEME", help=f"The picture's colours: {', '.join(THEMES)}.")
    @click.pass_context
    def wrapped(
        context: click.Context,
        /,
        file: str | None,
        around: str | None,
        hops: int | None,
        theme: str | None,
        **rest: Any,
    ) -> None:
        if file is not None:
            picture_format(file)
        elif (around, hops, theme) != (None, None, None):
            raise click.UsageError("--around, --hops and --theme are for --draw alone")
        if hops is not None and around is None:
            raise click.UsageError("--hops is for --around alone")
        colours = themes.theme(theme or "screen").name
        sketch = Sketch(file, around, _HOPS if hops is None else hops, colours)
        context.invoke(command, sketch=sketch, **rest)

    wrapped.__doc__ = command.__doc__
    wrapped.__name__ = command.__name__
    own = getattr(command, "__click_params__", [])
    wrapped.__click_params__ = [*own, *wrapped.__click_params__]  # type: ignore[attr-defined]
    return wrapped
