"""`lexbelli serve`: a game on a local web page."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

import lexbelli
from lexbelli import capabilities, games
from lexbelli.cli import completing
from lexbelli.cli.app import Settings, example, settings
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import Whole
from lexbelli.cli.options import as_json, find
from lexbelli.cli.output import caution, emit_json, paragraph
from lexbelli.errors import bad_input
from lexbelli.files import read_bytes
from lexbelli.position import AnyPosition
from lexbelli.record import Record
from lexbelli.record.format import is_record

__all__ = ["serve"]

_NEEDED: Final = ("starlette", "uvicorn")


@click.command(epilog=example("lexbelli serve game.jsonl"))
@click.argument(
    "position",
    metavar="[POSITION|RECORD|SCENARIO]",
    required=False,
    shell_complete=completing.positions,
)
@click.option(
    "--side",
    metavar="SIDE",
    shell_complete=completing.sides,
    help="The side you play: then no link sees both hands. Without it, one table plays both.",
)
@click.option(
    "--player",
    "played",
    multiple=True,
    metavar="SIDE=PLAYER",
    help="A side that a player answers for: SIDE=greedy, or SIDE=search,keep=6,time=20 (seconds).",
)
@click.option(
    "--record",
    "file",
    metavar="FILE",
    type=click.Path(),
    help="The record of the game; begun if there is no such file, and gone on with if there is.",
)
@click.option("--port", type=Whole(0, 65_535), metavar="N", help="The port; 0 for any.")
@click.option(
    "--public",
    metavar="URL",
    help="The address of a proxy before it, such as https://games.example (docs/serve.md).",
)
@as_json
@settings
def serve(
    given: Settings,
    position: str | None,
    side: str | None,
    played: Sequence[str],
    file: str | None,
    port: int | None,
    public: str | None,
    as_json: bool,
) -> None:
    """Serve a game on a web page of this machine, until Ctrl-C.

    What can be clicked is legal, and what is refused says why. The links that are printed are
    secret: each shows what its side may know. Every answer is written to the record before anybody
    is told of it: a server that is ended or killed goes on where it was, with the same links.

    A scenario begins with the deal of the first hands; anything else goes on where it stands.
    With --player nobody sits where a player answers; it sees what its side may know.
    Without --record the record is NAME.jsonl in this folder.
    """
    for name in _NEEDED:
        if importlib.util.find_spec(name) is None:
            said = f"'{name}' is not installed: pip install 'lexbelli[web]'"
            raise bad_input(said, "serve")
    from lexbelli.web import playing, server  # noqa: PLC0415 - it needs the extra
    from lexbelli.web.seats import Seats, links_file, seats_of  # noqa: PLC0415

    record, path = _begun(position, file, given.data)
    players = playing.played_sides(record.start, played)
    if side in [each.side for each in players]:
        raise bad_input(f"{side} is played by a player", "side")
    seats = seats_of(record.start, side, [each.side for each in players])
    at = server.listening(port)
    try:
        server.checked(public)
        kept = Seats.kept(seats, links_file(path))
        if not path.exists():
            record.save(path)
        from lexbelli.web.game import ServedGame  # noqa: PLC0415

        game = ServedGame(record, path)
        told = server.links(kept, at.getsockname()[1], public)

        answering = playing.Answering(game, players)

        def started() -> None:
            _say(record, path, told, as_json)
            if players:
                answering.start()

        try:
            server.run(game, kept, at, public=public, started=started)
        finally:
            answering.stop()
    finally:
        at.close()
    if not as_json:
        echo(f"\nEnded. The game is in {path}: {len(game)} entries.")


def _begun(position: str | None, file: str | None, data: str | None) -> tuple[Record, Path]:
    """Return the record to serve, and where it is kept.

    Raises:
        BadInput: There is nothing of that name, or the record is another game's.
    """
    if position is None:
        if file is not None and Path(file).exists():
            return Record.load(file, data), Path(file)
        position = games.usual().scenarios(data)[0].full_name
    if Path(position).is_file() and is_record(read_bytes(position)):
        if file is not None and Path(file).resolve() != Path(position).resolve():
            raise bad_input("is another file than the record that is served", "record", position)
        return Record.load(position, data), Path(position)
    start = find(position, data)
    scenario = games.find_scenario(position, data)
    if scenario is not None and isinstance(start, capabilities.Dealt):
        start = start.opened()
    name = scenario.name if scenario is not None else Path(position).stem
    path = Path(file or f"{name}.jsonl")
    if not path.exists():
        return Record(start), path
    record = Record.load(path, data)
    if start not in (record.start, record.position):
        said = f"{path} holds a game from another position; name another file"
        raise bad_input(said, "record")
    return record, path


def _say(record: Record, path: Path, told: dict[str, str], as_json: bool) -> None:
    position: AnyPosition = record.position
    if as_json:
        content: dict[str, Any] = {
            "game": position.game,
            "title": position.title,
            "record": str(path),
            "entries": len(record),
            "links": told,
            "version": lexbelli.__version__,
        }
        emit_json(content)
        return
    caution(position)
    echo(position.title, bold=True)
    entries = f"{len(record)} entries so far" if len(record) else "a new game"
    paragraph(f"Kept in {path}, {entries}.")
    echo()
    for name, link in told.items():
        echo(f"{_CALLED.get(name, name.upper())}:")
        echo(f"  {link}")
    echo("\nLinks are secret: who has one plays that side. Ctrl-C ends.")


_CALLED: Final = {"table": "Both sides at one table", "onlooker": "Onlookers, who change nothing"}
