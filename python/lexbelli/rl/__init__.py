"""Environments for those who train players (docs/environments.md); `pip install 'lexbelli[rl]'`."""

from importlib.util import find_spec

for _name in ("gymnasium", "numpy", "pettingzoo"):
    if find_spec(_name) is None:
        _said = f"lexbelli.rl needs {_name}: pip install 'lexbelli[rl]'"
        raise ImportError(_said, name=_name)

# ruff: noqa: E402 - what they need was looked for
from lexbelli.rl.aec import GameEnv, env
from lexbelli.rl.answering import Answering
from lexbelli.rl.many import Many, VectorEnv
from lexbelli.rl.observing import Layout
from lexbelli.rl.single import SideEnv
from lexbelli.rl.words import END, WordTable, words_of

__all__ = [
    "END",
    "Answering",
    "GameEnv",
    "Layout",
    "Many",
    "SideEnv",
    "VectorEnv",
    "WordTable",
    "env",
    "words_of",
]
