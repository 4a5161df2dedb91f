"""One side of a game as a Gymnasium environment; a player has the other."""

import random
from collections.abc import Mapping
from typing import Any

import gymnasium

from lexbelli.errors import BadInput, IllegalMove
from lexbelli.names import resolve
from lexbelli.players.protocol import Clock
from lexbelli.players.registry import make
from lexbelli.players.sampling import draw_answer
from lexbelli.players.worlds import as_seen
from lexbelli.rl.aec import GameEnv, Observation

__all__ = ["SideEnv"]


class SideEnv(gymnasium.Env[Observation, int]):
    """A scenario for one agent against a player.

    `action_mask` of the observation says which words can be said; `infos` holds it, too.

    Args:
        scenario: A scenario, or a position to begin from.
        side: The agent's side; None for the one that acts first.
        player: Who has the other side, as `players.make` reads it.
        seconds: The time the player has for an answer; None for as long as it takes.
        options: What `GameEnv` takes beside.

    Raises:
        BadInput: As `GameEnv`, or there is no such side or player.
    """

    def __init__(
        self,
        scenario: Any,
        side: str | None = None,
        player: str = "random",
        *,
        seconds: float | None = None,
        **options: Any,
    ) -> None:
        #: The game for both sides.
        self.game = GameEnv(scenario, **options)
        sides = self.game.possible_agents
        self.side = sides[0] if side is None else resolve(side, sides, "side")
        self._name, self._seconds = player, seconds
        self._player = make(player)
        Clock(seconds)
        self.observation_space = self.game.observation_space(self.side)
        self.action_space = self.game.action_space(self.side)
        self.render_mode = self.game.render_mode
        self._mind = random.Random()

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and go on to the agent's first decision."""
        super().reset(seed=seed)
        if seed is not None:
            self._mind = random.Random(f"rl/{seed}/player")
        self._player = make(self._name)
        self.game.reset(seed, options)
        self._other_side()
        observed = self.game.observe(self.side)
        return observed, self._info(observed)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Say a word; the player answers until the agent is asked again.

        Raises:
            BadInput: The word cannot be said here.
        """
        self.game.step(action)
        reward = self.game.rewards[self.side]
        told = dict(self.game.infos[self.side])
        reward += self._other_side()
        observed = self.game.observe(self.side)
        return (
            observed,
            float(reward),
            self.game.terminations[self.side],
            self.game.truncations[self.side],
            {**told, **self._info(observed)},
        )

    def _other_side(self) -> float:
        """Let the player answer as long as it is asked; what the agent has of it."""
        game, reward = self.game, 0.0
        while game.agent_selection != self.side and not self._over():
            seen = as_seen(game.position, game.agent_selection)
            answer = self._player.answer(seen, Clock(self._seconds), self._mind)
            try:
                game.answer(answer)
            except (IllegalMove, BadInput):
                # What the player does not see forbids it.
                game.answer(draw_answer(game.position, self._mind))
            reward += game.rewards[self.side]
        return reward

    def _over(self) -> bool:
        return self.game.terminations[self.side] or self.game.truncations[self.side]

    def _info(self, observed: Observation) -> dict[str, Any]:
        return {"action_mask": observed["action_mask"]}

    def render(self) -> Any:
        """Return the position as text if `render_mode` is `ansi`."""
        return self.game.render()
