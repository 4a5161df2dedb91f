"""`lexbelli scenarios`: what there is to begin from."""

import click

import lexbelli
from lexbelli import games
from lexbelli.cli.app import Settings, settings
from lexbelli.cli.echo import echo
from lexbelli.cli.options import as_json
from lexbelli.cli.output import emit_json, paragraph, table

__all__ = ["scenarios"]


@click.command()
@as_json
@settings
def scenarios(given: Settings, as_json: bool) -> None:
    """List the scenarios of every game, by game."""
    found = lexbelli.scenarios(given.data)
    if as_json:
        emit_json(
            [
                {
                    "game": scenario.game,
                    "name": scenario.name,
                    "title": scenario.title,
                    "caution": scenario.caution,
                }
                for scenario in found
            ]
        )
        return
    by_game: dict[str, list[games.Scenario]] = {}
    for scenario in found:
        by_game.setdefault(scenario.game, []).append(scenario)
    for number, (game, own) in enumerate(by_game.items()):
        if number:
            echo()
        echo(games.game(game).title, bold=True)
        rows = [(scenario.full_name, scenario.title) for scenario in own]
        table(("scenario", "title"), rows, indent=2, whole=1)
        cautions: dict[str, list[str]] = {}
        for scenario in own:
            if scenario.caution:
                cautions.setdefault(scenario.caution, []).append(scenario.name)
        for caution, names in cautions.items():
            echo()
            paragraph(f"{', '.join(names)}: {caution}", indent=2)
