"""Players: who is shown what a side may know, and answers (docs/players.md)."""

from lexbelli.players.greedy import GreedyPlayer
from lexbelli.players.protocol import Candidate, Clock, Opinion, Player, Thinking
from lexbelli.players.random_player import RandomPlayer
from lexbelli.players.registry import known, make, register
from lexbelli.players.search import SearchPlayer
from lexbelli.players.valuing import Valuer

__all__ = [
    "Candidate",
    "Clock",
    "GreedyPlayer",
    "Opinion",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "Thinking",
    "Valuer",
    "known",
    "make",
    "register",
]
