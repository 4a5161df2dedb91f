"""The command's frame: global options, and what becomes of errors."""

import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

import click

import lexbelli
from lexbelli.errors import BadInput, InvalidSetup
from lexbelli.names import nearest

__all__ = ["Settings", "app", "no", "settings"]

NO: Final = 1
BAD_INPUT: Final = 2
OUR_FAULT: Final = 3
INTERRUPTED: Final = 130

# Of a long list of problems the first will do to begin with.
_MOST_LINES: Final = 25


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


class App(click.Group):
    """A group of commands that says errors in one short message and never shows a traceback."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run a command and leave with its exit code."""
        options["standalone_mode"] = False
        try:
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
            click.echo("interrupted", err=True)
            _notes(error.__cause__ or error)
            code = INTERRUPTED
        except Exception as error:  # noqa: BLE001 (the last resort is what this is)
            code = _fault(error)
        except BaseException as error:
            # A panic of the compiled core is no Exception; anything else must pass.
            if type(error).__name__ != "PanicException":
                raise
            code = _fault(error)
        sys.exit(code if isinstance(code, int) else 0)

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


def _usage(error: click.UsageError) -> int:
    message = error.format_message().rstrip(".")
    possible: Iterable[str] | None = getattr(error, "possibilities", None)
    if possible and "Did you mean" not in message and "Possible" not in message:
        message += f"; did you mean {', '.join(sorted(possible))}?"
    command = error.ctx.command_path if error.ctx else "lexbelli"
    return _say(f"{message} (see {command} --help)")


def _say(message: str) -> int:
    first, *more = message.splitlines() or [""]
    click.echo(f"error: {first}", err=True)
    _list(more)
    return BAD_INPUT


def _notes(error: BaseException) -> None:
    """Say what is to be said beside an error."""
    for note in getattr(error, "__notes__", ()):
        click.echo(note, err=True)


def _problems(problems: Sequence[tuple[str, str, str]]) -> int:
    number = f"{len(problems)} problem" + ("s" if len(problems) != 1 else "")
    click.echo(f"error: this set-up is no position ({number}):", err=True)
    _list([f"{field}: {message} [{code}]" for code, field, message in problems])
    click.echo("A problem can be tolerated by its code: --allow CODE", err=True)
    return BAD_INPUT


def _list(lines: Sequence[str]) -> None:
    for line in lines[:_MOST_LINES]:
        click.echo(f"  {line}", err=True)
    if len(lines) > _MOST_LINES:
        click.echo(f"  ... and {len(lines) - _MOST_LINES} more", err=True)


def _fault(error: BaseException) -> int:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    text = " ".join(str(error).split())[:500]
    click.echo(
        f"internal error: {type(error).__name__}: {text}{where}\n"
        f"This is a fault of Lex Belli {lexbelli.__version__}, not of your input. Please report"
        " it with this\nmessage, the command line, and what `lexbelli facts --state POSITION`"
        " prints.",
        err=True,
    )
    return OUR_FAULT
