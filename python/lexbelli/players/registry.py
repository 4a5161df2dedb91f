"""The players there are, and those that somebody brings."""

import importlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from lexbelli.errors import BadInput, bad_input
from lexbelli.names import nearest, unknown
from lexbelli.players.greedy import GreedyPlayer
from lexbelli.players.protocol import Player
from lexbelli.players.random_player import RandomPlayer
from lexbelli.players.search import SearchPlayer

__all__ = ["known", "make", "register"]

_known: Final[dict[str, Callable[..., Player]]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "search": SearchPlayer,
}


def register(name: str, player: Callable[..., Player]) -> None:
    """Make a player known by a name; one of the same name gives way to it.

    Args:
        name: Letters, digits and underscores.
        player: A class, or a function that makes one; see `Player`.

    Raises:
        BadInput: The name cannot be used.
    """
    if not name.isidentifier():
        raise bad_input(f"'{name[:80]}' cannot be used as a name", "player")
    _known[name] = player


def known() -> Mapping[str, Callable[..., Player]]:
    """Return the players that are known, by name."""
    return dict(_known)


def make(spec: str) -> Player:
    """Make a player.

    Args:
        spec: A name, or `module:Class` of one that can be imported; then, after commas, what it is
            made with: `search,keep=4`.

    Raises:
        BadInput: There is no such player, or it cannot be made so; it suggests the nearest.
    """
    name, *settings = (part.strip() for part in spec.split(","))
    maker = _imported(name) if ":" in name else _known.get(name)
    if maker is None:
        if nearest(name, _known) is None:
            few = ", ".join(_known)
            raise bad_input(f"'{name[:80]}' is none of {few}, nor module:Class", "player")
        raise unknown(name, _known, "player")
    given = dict(_setting(each) for each in settings)
    _fit(name, maker, given)
    try:
        made = maker(**given)
    except BadInput:
        raise
    except (TypeError, ValueError) as error:
        raise bad_input(f"cannot be made: {error}", "player") from None
    if not isinstance(made, Player):
        raise bad_input(f"'{name[:80]}' makes no player: it has no method 'answer'", "player")
    return made


def _imported(name: str) -> Callable[..., Player]:
    module, _, attribute = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise bad_input(f"'{name[:80]}' cannot be imported: {error}", "player") from None
    if not callable(found):
        raise bad_input(f"'{name[:80]}' is no class", "player")
    maker: Callable[..., Player] = found
    return maker


def _setting(text: str) -> tuple[str, Any]:
    key, separator, value = (part.strip() for part in text.partition("="))
    if not separator or not key.isidentifier():
        raise bad_input(f"'{text[:80]}' is no setting: name=value is needed", "player")
    for read in (int, float):
        try:
            return key, read(value)
        except ValueError:
            continue
    return key, value


def _fit(name: str, maker: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Refuse settings that a player does not take.

    Raises:
        BadInput: There is one; the nearest is named.
    """
    try:
        parameters = inspect.signature(maker).parameters.values()
    except (TypeError, ValueError):
        return
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters):
        return
    takes = [each.name for each in parameters]
    for key in given:
        if key not in takes:
            few = f" (it takes {', '.join(takes)})" if takes else " (it takes none)"
            said = f"{name[:80]} has no setting '{key[:80]}'{few}"
            raise bad_input(said, "player", nearest(key, takes))
