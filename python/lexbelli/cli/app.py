"""The command's frame: global options, and what becomes of errors."""

import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

import click

import lexbelli
from lexbelli import games
from lexbelli.cli.echo import echo, forget_output
from lexbelli.errors import BadInput, InvalidSetup, bad_input
from lexbelli.names import nearest, shown

if TYPE_CHECKING:
    from lexbelli.cli.sheet import Sheet

__all__ = ["Command", "CommandLine", "Settings", "app", "command_line", "example", "no", "settings"]

NO: Final = 1
BAD_INPUT: Final = 2
OUR_FAULT: Final = 3
INTERRUPTED: Final = 130

# Of a long list of problems the first will do to begin with.
_MOST_LINES: Final = 25
# Of a word that goes on and on the beginning will do.
_LONGEST_LINE: Final = 2000


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for every command.

    Attributes:
        data: A folder with an owner's own tables, or None for the shipped ones.
    """

    data: str | None


settings: Callable[..., Any] = click.make_pass_decorator(Settings)


def no() -> NoReturn:
    """Leave with the answer no."""
    raise click.exceptions.Exit(NO)


class CommandLine(Protocol):
    """What a game gives the command (`Game.command_line`).

    Attributes:
        COMMANDS: Commands of its own. Those about a POSITION take it by `options.question`, which
            refuses positions of games that have no command of that name.
        EXAMPLES: Shared commands, each with an example of what may stand behind it.
        SHEET: How its orders are listed; None for plainly.
    """

    COMMANDS: Sequence[click.Command]
    EXAMPLES: Mapping[str, str]
    SHEET: "Sheet | None"


def command_line(game: games.Game) -> CommandLine | None:
    """Return what a game gives the command; None if nothing."""
    give = getattr(game, "command_line", None)
    found: CommandLine | None = None if give is None else give()
    return found


def example(words: str) -> str:
    """Return the end of a help text that shows a command at work."""
    return f"\b\nExample:\n  {words}"


class Command(click.Command):
    """A command of every game; the usual game gives the example of its help."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example at the end of the help."""
        given = command_line(games.usual())
        words = None if given is None else given.EXAMPLES.get(str(self.name))
        if words is not None:
            self.epilog = example(f"lexbelli {self.name} {words}".rstrip())
        super().format_epilog(ctx, formatter)


class GamesCommand(click.Command):
    """A command that some games have: that of the game of POSITION is run.

    Args:
        name: Its name.
        commands: The command of each game that has it, by the games' names.
    """

    def __init__(self, name: str, commands: Mapping[str, click.Command]) -> None:
        first = next(iter(commands.values()))
        said = first.get_short_help_str(200)
        if len(commands) == 1:
            said = f"{said.removesuffix('.')} ({games.game(next(iter(commands))).title})."
        super().__init__(name, help=first.help, short_help=said)
        self.commands = dict(commands)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the words that were given as the game of the position wants them."""
        if len(self.commands) > 1 and not {"-h", "--help"}.isdisjoint(args):
            return self._helping(info_name, parent, **extra)
        from lexbelli.cli.options import game_of  # noqa: PLC0415 - it takes options from here

        problem: click.UsageError | None = None
        contexts = {}
        for game, command in self.commands.items():
            try:
                contexts[game] = command.make_context(info_name, list(args), parent, **extra)
            except click.UsageError as error:
                problem = problem or error
        if not contexts:
            assert problem is not None
            raise problem
        first = next(iter(contexts.values()))
        first.meta[OWNERS] = tuple(self.commands)
        if len(self.commands) == 1 or "position" not in first.params:
            return first
        asked = game_of(str(first.params["position"]), first)
        if asked in contexts or asked not in self.commands or problem is None:
            return contexts.get(asked, first)
        raise problem

    def _helping(
        self, info_name: str | None, parent: click.Context | None, **extra: Any
    ) -> click.Context:
        """Show the help of each game that has the command."""
        extra["resilient_parsing"] = True
        for number, (game, command) in enumerate(self.commands.items()):
            context = command.make_context(info_name, [], parent, **extra)
            if number:
                echo()
            echo(f"{games.game(game).title}:", bold=True)
            echo()
            echo(command.get_help(context))
        raise click.exceptions.Exit


# Where a context holds the names of the games that have its command.
OWNERS: Final = "lexbelli.owners"


class App(click.Group):
    """A group of commands that says errors in one short message and never shows a traceback."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run a command and leave with its exit code."""
        options["standalone_mode"] = False
        try:
            _all_text(sys.argv[1:])
            code = super().main(*args, **options)
            sys.stdout.flush()
        except click.UsageError as error:
            code = _usage(error)
        except click.ClickException as error:
            code = _say(error.format_message())
        except BadInput as error:
            code = _say(str(error))
            _notes(error)
        except InvalidSetup as error:
            code = _problems(error.problems)
        except (click.Abort, KeyboardInterrupt) as error:
            echo("interrupted", err=True)
            _notes(error.__cause__ or error)
            code = INTERRUPTED
        except OSError as error:
            # Such as a full disk behind a stream, or one that is closed.
            where = error.filename or "standard output"
            code = _say(f"{where}: cannot be used: {error.strerror or error}")
        except MemoryError:
            code = _say("memory: there is not enough of it")
        except Exception as error:  # noqa: BLE001 (the last resort is what this is)
            code = _fault(error)
        except BaseException as error:
            # A panic of the compiled core is no Exception; anything else must pass.
            if type(error).__name__ != "PanicException":
                raise
            code = _fault(error)
        forget_output()
        sys.exit(code if isinstance(code, int) else 0)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands of all games."""
        return sorted({*super().list_commands(ctx), *_commands_of_games()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a command: one of every game, or one that some games have."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            return found
        commands = _commands_of_games().get(cmd_name)
        return None if commands is None else GamesCommand(cmd_name, commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or say which one may have been meant."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            known = self.list_commands(ctx)
            hint = nearest(name, known) or ", ".join(known)
            ctx.fail(f"there is no command {name!r}; did you mean {hint}?")
        return super().resolve_command(ctx, args)


def _commands_of_games() -> dict[str, dict[str, click.Command]]:
    """Return the commands that only some games have: name -> game -> command."""
    found: dict[str, dict[str, click.Command]] = {}
    for game in games.all_games():
        given = command_line(game)
        for command in () if given is None else given.COMMANDS:
            found.setdefault(str(command.name), {})[game.name] = command
    return found


@click.group(
    cls=App, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80}
)
@click.option(
    "--data",
    metavar="DIR",
    type=click.Path(),
    help="A folder whose tables take the place of the shipped ones of the same name.",
)
@click.version_option(lexbelli.__version__, message="%(prog)s %(version)s")
@click.pass_context
def app(context: click.Context, data: str | None) -> None:
    """Ask the rulebook: who is in supply, which moves are legal, and if not, why.

    POSITION is the name of a scenario, a file (.json, .toml, or compact bytes), or - for standard
    input.

    Exit codes: 0 yes, 1 no, 2 bad input.
    """
    context.obj = Settings(data)


def _all_text(given: Sequence[str]) -> None:
    """Refuse what is no text, as a name of a file in another encoding.

    Raises:
        BadInput: An argument is no text; it says which.
    """
    for number, each in enumerate(given, 1):
        if not each.isascii() and any("\ud800" <= letter <= "\udfff" for letter in each):
            raise bad_input(f"'{shown(each)}' is no UTF-8 text", f"argument {number}")


def _usage(error: click.UsageError) -> int:
    message = error.format_message().rstrip(".")
    possible: Iterable[str] | None = getattr(error, "possibilities", None)
    if possible and "Did you mean" not in message and "Possible" not in message:
        message += f"; did you mean {', '.join(sorted(possible))}?"
    command = error.ctx.command_path if error.ctx else "lexbelli"
    return _say(f"{message} (see {command} --help)")


def _say(message: str) -> int:
    first, *more = [_cut(line) for line in message.splitlines()] or [""]
    echo(f"error: {first}", err=True)
    _list(more)
    return BAD_INPUT


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}..."


def _notes(error: BaseException) -> None:
    """Say what is to be said beside an error."""
    for note in getattr(error, "__notes__", ()):
        echo(note, err=True)


def _problems(problems: Sequence[tuple[str, str, str]]) -> int:
    number = f"{len(problems)} problem" + ("s" if len(problems) != 1 else "")
    echo(f"error: this set-up is no position ({number}):", err=True)
    _list([f"{field}: {message} [{code}]" for code, field, message in problems])
    echo("A problem can be tolerated by its code: --allow CODE", err=True)
    return BAD_INPUT


def _list(lines: Sequence[str]) -> None:
    for line in lines[:_MOST_LINES]:
        echo(f"  {_cut(line)}", err=True)
    if len(lines) > _MOST_LINES:
        echo(f"  ... and {len(lines) - _MOST_LINES} more", err=True)


def _fault(error: BaseException) -> int:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    text = " ".join(str(error).split())[:500]
    echo(
        f"internal error: {type(error).__name__}: {text}{where}\n"
        f"This is a fault of Lex Belli {lexbelli.__version__}, not of your input. Please report"
        " it with this\nmessage, the command line, and what `lexbelli facts --state POSITION`"
        " prints.",
        err=True,
    )
    return OUR_FAULT
