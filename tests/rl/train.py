"""Trains a small policy against a player, and tells how it goes (docs/environments.md).

    python tests/rl/train.py GAMES SEED [SCENARIO PLAYER]

The policy is linear: of every word, how good it is to say it, given what is observed. After each
game what was said is made likelier if the game was won, and less likely if it was lost
(REINFORCE, with the mean of the games so far as what is expected). The scenario is one of the tiny
game of the tests if no other is named.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

import conformance.skirmish  # noqa: F401 - it registers the tiny game
from lexbelli.rl import SideEnv

RATE: Final = 2.0
SMOOTH: Final = 0.9


class Policy:
    """How good each word is, given what is observed."""

    def __init__(self, observed: int, words: int, seed: int) -> None:
        self.weights = np.zeros((observed + 1, words))
        self.dice = np.random.default_rng(seed)

    def say(self, observed: Any, mask: Any) -> tuple[int, Any, Any]:
        """Return a word drawn, what was observed, and how likely each word was."""
        seen = np.append(observed, 1.0)
        worth = np.where(mask > 0, seen @ self.weights, -np.inf)
        odds = np.exp(worth - worth.max())
        odds /= odds.sum()
        return int(self.dice.choice(len(odds), p=odds)), seen, odds

    def learn(self, said: list[tuple[int, Any, Any]], gain: float) -> None:
        """Make what was said likelier by what was gained."""
        for word, seen, odds in said:
            slope = -odds
            slope[word] += 1.0
            self.weights += RATE * gain / max(len(said), 1) * np.outer(seen, slope)


def train(games: int, seed: int, scenario: str, player: str, **options: Any) -> Iterator[float]:
    """Yield what each game was worth to the agent: 1 won, -1 lost, 0 drawn."""
    game = SideEnv(scenario, player=player, **options)
    policy = Policy(game.game.layout.size, len(game.game.words), seed)
    expected = 0.0
    for number in range(games):
        observed, _ = game.reset(seed=seed * 1_000_003 + number)
        said, total, over = [], 0.0, not observed["action_mask"].any()
        while not over:
            step = policy.say(observed["observation"], observed["action_mask"])
            said.append(step)
            observed, reward, ended, cut, _ = game.step(step[0])
            total += reward
            over = ended or cut
        policy.learn(said, total - expected)
        expected = SMOOTH * expected + (1 - SMOOTH) * total
        yield total


def main() -> None:
    """Train, and print the mean of every tenth part of the games."""
    games, seed = int(sys.argv[1]), int(sys.argv[2])
    scenario, player = (*sys.argv[3:5], *("ford", "random")[len(sys.argv) - 3 :])
    worth: list[float] = []
    part = max(games // 10, 1)
    for total in train(games, seed, scenario, player):
        worth.append(total)
        if len(worth) % part == 0:
            mean = sum(worth[-part:]) / part
            print(f"{len(worth):5} games {mean:+.2f} {'#' * round(20 * (mean + 1))}", flush=True)


if __name__ == "__main__":
    main()
