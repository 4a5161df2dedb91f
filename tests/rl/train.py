"""Trains a small policy against a player, and tells how it goes (docs/environments.md).

    python tests/rl/train.py GAMES SEED [SCENARIO PLAYER]

The policy is linear: of every word, how good it is to say it, given what is observed. Every unit
that the other side loses counts 1 to the agent, and every one of its own -1, beside the reward for
the game. After a game each word is made likelier by what was gained after it, beyond what was
gained on the mean of the games before (REINFORCE). If no scenario is named it is one of the tiny
game of the tests.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

import conformance.skirmish  # noqa: F401 - it registers the tiny game
from lexbelli.rl import SideEnv

RATE: Final = 1.0
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

    def learn(self, said: list[tuple[int, Any, Any]], gains: list[float]) -> None:
        """Make each word that was said likelier by what was gained."""
        for (word, seen, odds), gain in zip(said, gains, strict=True):
            slope = -odds
            slope[word] += 1.0
            self.weights += RATE * gain / len(said) * np.outer(seen, slope)


def ahead(game: SideEnv) -> int:
    """Return how many units more the agent has than the other side."""
    now = game.game.position
    return sum(1 if now.side_of(unit) == game.side else -1 for unit in now.units)


def train(games: int, seed: int, scenario: str, player: str, **options: Any) -> Iterator[float]:
    """Yield what each game was worth to the agent: 1 won, -1 lost, 0 drawn."""
    game = SideEnv(scenario, player=player, **options)
    policy = Policy(game.game.layout.size, len(game.game.words), seed)
    expected = 0.0
    for number in range(games):
        observed, _ = game.reset(seed=seed * 1_000_003 + number)
        said, gained, total = [], [], 0.0
        over = not observed["action_mask"].any()
        while not over:
            before = ahead(game)
            step = policy.say(observed["observation"], observed["action_mask"])
            said.append(step)
            observed, reward, ended, cut, _ = game.step(step[0])
            gained.append(reward + ahead(game) - before)
            total += reward
            over = ended or cut
        after = list(np.cumsum(gained[::-1])[::-1])
        policy.learn(said, [each - expected for each in after])
        if after:
            expected = SMOOTH * expected + (1 - SMOOTH) * sum(after) / len(after)
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
