"""`lexbelli tell`: the story of a recorded game."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click

from lexbelli.cli import completing
from lexbelli.cli.app import Settings, no, settings
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import WHOLE
from lexbelli.cli.options import as_json, example, output, write
from lexbelli.cli.output import json_text, paragraph, title, wrapped
from lexbelli.cli.replay import print_difference
from lexbelli.errors import bad_input
from lexbelli.position import AnyPosition
from lexbelli.record.playback import Playback
from lexbelli.story import Chapter, Part, Story, Told
from lexbelli.story.telling import turns_of

__all__ = ["tell"]

_HOPS: Final = 3
_INDENT: Final = 6
_WIDTH: Final = 96


@click.command(epilog=example("lexbelli tell game.jsonl --turns 3-5"))
@click.argument("record", metavar="RECORD", type=click.Path())
@click.option("--turns", metavar="A-B", help="Tell these turns alone: 3, 3-5, 3- or -5.")
@click.option("--from", "start", type=WHOLE, metavar="N", help="Begin with entry N.")
@click.option("--to", type=WHOLE, metavar="N", help="Stop after entry N.")
@click.option("--brief", is_flag=True, help="A paragraph for each turn.")
@click.option(
    "--as",
    "viewer",
    metavar="SIDE",
    shell_complete=completing.sides,
    help="Tell no more than this side may know: hands, draws and stacks of the other are hidden.",
)
@click.option("--ids", is_flag=True, help="Write the id behind every name.")
@click.option(
    "--pictures",
    metavar="DIR",
    type=click.Path(),
    help="Draw the board there: at the start of each turn told, and after each battle of note.",
)
@click.option("--png", is_flag=True, help="Draw pictures as PNG, not as SVG.")
@click.option(
    "--verify", is_flag=True, help="Save and load the position after every entry as well."
)
@as_json
@output
@settings
def tell(
    given: Settings,
    record: str,
    turns: str | None,
    start: int | None,
    to: int | None,
    brief: bool,
    viewer: str | None,
    ids: bool,
    pictures: str | None,
    png: bool,
    verify: bool,
    as_json: bool,
    output: str | None,
) -> None:
    """Tell the story of a recorded game, turn by turn, in sentences.

    RECORD is a record as `lexbelli play --record` or `playout --records` writes it, or - for
    standard input. Every entry is judged and compared as by `lexbelli replay`, and told with all
    that it changed and the numbers of the rules; the story ends at the first difference, which is
    told as by `replay`, and the exit code is 1.
    """
    if png and pictures is None:
        raise click.UsageError("--png is for --pictures alone")
    first, last = (None, None) if turns is None else turns_of(turns)
    if start is not None and to is not None and start > to:
        raise bad_input(f"entry {start} comes after entry {to}", "from", str(to))
    playback = Playback.of(record, given.data, to, verify=verify)
    if start is not None and not 1 <= start <= max(1, playback.entries):
        raise bad_input(f"'{start}' is not between 1 and {playback.entries}, the entries", "from")
    story = Story(playback, viewer, Part(start, to, first, last), ids=ids)
    album = None if pictures is None else _Album(Path(pictures), "png" if png else "svg")
    if as_json:
        _tell_json(story, album, brief, output)
    elif output in (None, "-"):
        _tell(story, album, brief)
    else:
        lines: list[str] = []
        _lines(story, album, brief, lines.append)
        write("\n".join(lines), output)
    if not playback.ok:
        no()


class _Album:
    """A folder of pictures.

    Args:
        folder: Where they are written; it is made if it is not there.
        ending: `svg` or `png`.
    """

    def __init__(self, folder: Path, ending: str) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            said = f"'{folder}' cannot be made: {error.strerror or error}"
            raise bad_input(said, "pictures") from None
        if not os.access(folder, os.W_OK):
            raise bad_input(f"'{folder}' cannot be written to", "pictures")
        self._folder, self._ending = folder, ending

    def of_turn(self, told: Told) -> str:
        """Draw the board at the start of a turn, or where the telling begins."""
        name = f"turn_{told.turn:02}" if told.turn is not None else f"entry_{told.scene.number:04}"
        return self._drawn(name, told.scene.before)

    def of_battle(self, told: Told) -> str | None:
        """Draw what lies around a battle of note; None if there was none in this step."""
        place = next((each.place for each in told.sentences if each.place is not None), None)
        if place is None:
            return None
        name = f"entry_{told.scene.number:04}_battle"
        return self._drawn(name, told.scene.after, around=place, hops=_HOPS)

    def _drawn(self, name: str, position: AnyPosition, **wanted: Any) -> str:
        file = self._folder / f"{name}.{self._ending}"
        position.draw(**wanted).save(str(file))
        return str(file)


def _chapters(story: Story, album: _Album | None) -> Iterator[tuple[Chapter, Told, list[str]]]:
    """Yield every step with its turn, which is a new one where it begins, and its pictures."""
    chapter: Chapter | None = None
    for told in story:
        files = []
        if chapter is None or chapter.turn != told.turn:
            chapter = Chapter(story.teller, told)
            if album is not None:
                files.append(album.of_turn(told))
        chapter.add(told)
        battle = None if album is None else album.of_battle(told)
        files += [] if battle is None else [battle]
        yield chapter, told, files


def _tell(story: Story, album: _Album | None, brief: bool) -> None:
    title(story.playback.start, _supposing(story))
    _told_lines(story, album, brief, _Printer())
    _verdict(story)


class _Printer:
    """Prints lines as wide as the terminal."""

    def heading(self, text: str) -> None:
        """Print a heading."""
        echo()
        echo(text, bold=True)

    def text(self, text: str, indent: int = 0, hanging: int = 0) -> None:
        """Print a paragraph."""
        paragraph(text, indent=indent, hanging=hanging)


class _Writer:
    """Puts lines together, for a file."""

    def __init__(self, take: Callable[[str], None]) -> None:
        self._take = take

    def heading(self, text: str) -> None:
        """Write a heading."""
        self._take("")
        self._take(text)

    def text(self, text: str, indent: int = 0, hanging: int = 0) -> None:
        """Write a paragraph."""
        for line in wrapped(text, _WIDTH, indent, hanging):
            self._take(line)


def _lines(story: Story, album: _Album | None, brief: bool, take: Callable[[str], None]) -> None:
    start = story.playback.start
    take(start.title)
    for each in _supposing(story):
        take(f"Supposing: {each}")
    if start.caution:
        for line in wrapped(f"Caution: {start.caution}", _WIDTH):
            take(line)
    _told_lines(story, album, brief, _Writer(take))
    if not story.playback.ok:
        take("")
        take(f"Different: {_difference(story)}")
    elif story.playback.played == story.playback.entries:
        take("")
        take(_same(story))


def _told_lines(story: Story, album: _Album | None, brief: bool, out: _Printer | _Writer) -> None:
    now: Chapter | None = None
    phase = ""
    for chapter, told, files in _chapters(story, album):
        if chapter is not now:
            if brief and now is not None:
                _brief(now, out)
            now, phase = chapter, ""
            if not brief:
                out.heading(chapter.heading)
        if not brief:
            if told.phase != phase:
                phase = told.phase
                if phase:
                    out.text(phase, indent=2)
            out.text(f"{told.scene.number:>4}  {told.text}", hanging=_INDENT)
            for file in files:
                out.text(f"(picture: {file})", indent=_INDENT)
    if now is None:
        out.text("No step of the record is told.")
    elif brief:
        _brief(now, out)


def _brief(chapter: Chapter, out: _Printer | _Writer) -> None:
    out.heading(chapter.heading)
    out.text(" ".join(chapter.sentences()), indent=2, hanging=1)


def _supposing(story: Story) -> Sequence[str]:
    return [] if story.viewer is None else [f"as {story.viewer.upper()} sees it"]


def _same(story: Story) -> str:
    playback = story.playback
    hashes = "one hash" if playback.compared == 1 else f"{playback.compared} hashes"
    entries = "one entry" if playback.entries == 1 else f"{playback.entries} entries"
    return f"The same: {entries} played, {hashes} compared."


def _difference(story: Story) -> str:
    found = story.playback.difference
    assert found is not None
    return str(found if story.viewer is None else found.to_side())


def _verdict(story: Story) -> None:
    """Print whether all came as the record says, in the words of `lexbelli replay`."""
    playback = story.playback
    found = playback.difference
    echo()
    if found is None:
        if playback.played == playback.entries:
            echo(_same(story), bold=True)
        else:
            echo(f"Told to entry {playback.played} of {playback.entries}.", bold=True)
        return
    told = found if story.viewer is None else found.to_side()
    print_difference(told, f"{playback.played} of {playback.entries} entries")


def _tell_json(story: Story, album: _Album | None, brief: bool, output: str | None) -> None:
    steps: list[dict[str, Any]] = []
    chapters: list[Chapter] = []
    for chapter, told, files in _chapters(story, album):
        if not chapters or chapters[-1] is not chapter:
            chapters.append(chapter)
        if not brief:
            steps.append({**told.as_json(), "pictures": files})
    playback = story.playback
    start, found = playback.start, playback.difference
    if found is not None and story.viewer is not None:
        found = found.to_side()
    turns = [
        {
            "turn": chapter.turn,
            "heading": chapter.heading,
            "entries": [chapter.first_entry, chapter.last_entry],
            "brief": list(chapter.sentences()),
        }
        for chapter in chapters
    ]
    content = {
        "game": start.game,
        "scenario": start.scenario_name,
        "title": start.title,
        "caution": start.caution,
        "as": story.viewer,
        "same": playback.ok,
        "entries": playback.entries,
        "played": playback.played,
        "compared": playback.compared,
        "difference": None if found is None else found.as_json(),
        "turns": turns,
        **({} if brief else {"steps": steps}),
    }
    write(json_text(content), output)
