"""A game as a PettingZoo environment: two agents, a word at a time."""

import random
from collections.abc import Mapping
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

import lexbelli
from lexbelli import capabilities, games
from lexbelli.chance import Dice, Outcomes
from lexbelli.errors import IllegalMove, bad_input
from lexbelli.names import unknown
from lexbelli.players.sampling import SEEDS, draw_answer
from lexbelli.position import CHANCE
from lexbelli.rl.observing import Layout, Observer
from lexbelli.rl.speaking import Speaker, speaker
from lexbelli.rl.words import WordTable

__all__ = ["REWARDS", "GameEnv", "env"]

#: What agents are rewarded for.
REWARDS: Final = ("win", "margin")

Observation = dict[str, npt.NDArray[Any]]


def env(scenario: str, **options: Any) -> "GameEnv":
    """Return an environment; the options are those of `GameEnv`.

    Raises:
        BadInput: As `GameEnv`.
    """
    return GameEnv(scenario, **options)


class GameEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A scenario for two agents, who answer decisions word by word.

    The agents are the game's sides. An action is the number of a word (`words`); `action_mask` says
    which can be said. An observation holds what the side may know (`layout`). Words and answers of
    which there is only one are said without asking. Dice fall by themselves, unless `chance` is
    False.

    Args:
        scenario: A scenario, or a position to begin from.
        turns: After how many turns a game is ended; None for as long as it goes. It is then
            truncated, and rewarded as if it had ended.
        reward: `win`: 1 to who has won and -1 to the other, when the game is over; `margin`: at
            every answer by how much the margin has grown, by the game's own count.
        chance: Whether dice fall by themselves; if not, `fall` says how, and nothing can be
            answered before.
        data: A folder with an owner's own tables, or None for the shipped ones.
        render_mode: `ansi`, text; or None.

    Raises:
        BadInput: There is no such scenario or reward, or the game has no table of words, no turns,
            or nobody wins it.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "lexbelli_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: Any,
        *,
        turns: int | None = None,
        reward: str = "win",
        chance: bool = True,
        data: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        start = lexbelli.scenario(scenario, data) if isinstance(scenario, str) else scenario
        if isinstance(start, capabilities.Dealt):
            start = start.opened()
        if reward not in REWARDS:
            raise unknown(reward, REWARDS, "reward")
        if render_mode not in (None, "ansi"):
            raise unknown(str(render_mode), ["ansi"], "render_mode")
        if turns is not None and turns < 1:
            raise bad_input(f"'{turns}' is below 1", "turns")
        if turns is not None and not isinstance(start, capabilities.Timed):
            raise games.lacking(start, "turns")
        if reward == "margin" and not isinstance(start, capabilities.Ledger):
            raise games.lacking(start, "reckoning of victory")
        capabilities.winner_of(start)
        self.start = start
        self.render_mode = render_mode
        self.possible_agents = list(games.of(start).sides)
        #: The words, by the numbers of actions.
        self.words = WordTable.of(start)
        self._observer = Observer(start, self.words)
        self._turns, self._reward, self._falls = turns, reward, chance
        # What a game can do is asked once: its positions are all alike.
        self._is_timed = isinstance(start, capabilities.Timed)
        self._is_hidden = isinstance(start, capabilities.Hidden)
        box = gymnasium.spaces.Box(-np.inf, np.inf, (self.layout.size,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (len(self.words),), np.int8)
        self.observation_spaces = {
            side: gymnasium.spaces.Dict({"observation": box, "action_mask": mask})
            for side in self.possible_agents
        }
        self.action_spaces = {
            side: gymnasium.spaces.Discrete(len(self.words)) for side in self.possible_agents
        }
        self._dice = random.Random()
        self.agents: list[str] = []
        #: The whole position; None before the first reset.
        self.position: Any = None
        self._answering: Speaker | None = None
        # What was asked last: of the whole position, and of what a side may know of it.
        self._asked: list[tuple[Any, Any]] = [(None, None)] * 2
        self._known: tuple[Any, dict[str, Any]] = (None, {})

    @property
    def layout(self) -> Layout:
        """Which part of an observation is what."""
        return self._observer.layout

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions: the numbers of words."""
        return self.action_spaces[agent]

    # --- the course of a game -------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: Where chance begins; None to go on with the chance there is.
            options: `position`: another position of the same tables to begin from.
        """
        if seed is not None:
            self._dice = random.Random(f"rl/{seed}")
        self.position = (options or {}).get("position", self.start)
        began = self._turn()
        self._last = None if self._turns is None else max(began or 0, 1) + self._turns
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self.agent_selection = self.agents[0]
        self._margin = self._margin_now()
        self._go_on()

    def step(self, action: int | None) -> None:
        """Say a word.

        Raises:
            BadInput: The word cannot be said here, dice are to fall first, or nothing was reset.
        """
        if self.position is None:
            raise bad_input("is not begun: call reset first", "game")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self._answering is None:
            raise bad_input("dice are to fall first: call fall", "action")
        if action is None or not 0 <= int(action) < len(self.words):
            raise bad_input(f"'{action}' is not from 0 to {len(self.words) - 1}", "action")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        said = self._answering
        said.say(int(action))
        words = said.numbers()
        while len(words) == 1:
            # What can only go on in one way goes on.
            said.say(words[0])
            words = said.numbers()
        if self._answering.answer is not None:
            self._answered(self._answering.answer)
        elif not words:
            self._drawn()
        self._accumulate_rewards()

    def answer(self, answer: Any) -> None:
        """Give a whole answer at once in place of words, as players do.

        Raises:
            BadInput: It cannot be read, or nobody is asked.
            IllegalMove: It breaks rules.
        """
        if self._answering is None:
            raise bad_input("nobody is asked for one", "answer")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._played(self.position.after_answer(answer))
        self._accumulate_rewards()

    def _speaker(self, seen: Any) -> Speaker:
        return speaker(seen, self._decision(seen).choices, self.words)

    def _decision(self, position: Any) -> Any:
        """Return what a position asks, found once."""
        part = int(position is not self.position)
        if self._asked[part][0] is not position:
            self._asked[part] = (position, position.decision)
        return self._asked[part][1]

    def _after(self, answer: str) -> Any:
        """Return the position after an answer.

        Raises:
            IllegalMove: It breaks rules.
        """
        now = self.position
        core: Any = getattr(now, "core", None)
        after = core.played(answer) if hasattr(core, "played") else None
        if after is not None:
            return type(now)(after)
        # Who is refused is told why.
        return now.after_answer(answer)

    def _answered(self, answer: str) -> None:
        try:
            after = self._after(answer)
        except IllegalMove as refused:
            # The other owner speaks up: from here on the mask is that of the whole position.
            self.infos[self.agent_selection]["refused"] = [
                f"{each.text} ({each.rule})" for each in refused.violations
            ]
            self._answering = self._speaker(self.position)
            return
        self._played(after)

    def _drawn(self) -> None:
        """Answer at random: the orders that were given fit into no move after all."""
        answer = draw_answer(self.position, self._dice)
        self.infos[self.agent_selection]["drawn"] = str(answer)
        self._played(self.position.after_answer(answer))

    def _played(self, after: Any) -> None:
        self.position = after
        self._answering = None
        self._go_on()

    def _go_on(self) -> None:
        """Go on to the next decision that leaves a choice, or to the end."""
        while True:
            asked = self._decision(self.position)
            if self._last is not None and (self._turn() or 0) >= self._last:
                self._end(self.truncations)
                return
            if asked.kind == CHANCE:
                if not self._falls and asked.throw is not None:
                    self._answering = None
                    self._reckon()
                    return
                self.position = self._fallen(asked)
                continue
            if asked.side is None:
                self._end(self.terminations)
                return
            self._answering = self._speaker(self._seen(asked.side))
            words = self._answering.numbers()
            self.agent_selection = asked.side
            if len(words) > 1:
                self._reckon()
                return
            if not self._forced(words):
                self._reckon()
                return

    def _fallen(self, asked: Any) -> Any:
        """Return the position after chance has fallen at random."""
        dice = Dice(self._dice.randrange(SEEDS))
        if asked.throw is None:
            return self.position.play(None, dice)
        outcome = dice.fall(asked.outcomes, asked.throw)
        assert outcome is not None, "dice of a seed fall without end"
        return self._after(outcome.text)

    def _forced(self, words: Any) -> bool:
        """Give the only answer there is; whether there was just one."""
        assert self._answering is not None
        while len(words) == 1:
            self._answering.say(words[0])
            if self._answering.answer is not None:
                break
            words = self._answering.numbers()
        answer: Any = self._answering.answer
        if answer is None and words:
            return False
        if answer is None:
            answer = draw_answer(self.position, self._dice)
        if answer is None:
            self._end(self.terminations)
            return False
        try:
            if isinstance(answer, str):
                self.position = self._after(answer)
            else:
                self.position = self.position.after_answer(answer)
        except IllegalMove:
            self.position = self.position.after_answer(draw_answer(self.position, self._dice))
        return True

    def _turn(self) -> int | None:
        return self.position.turn if self._is_timed else None

    def _end(self, how: dict[str, bool]) -> None:
        self._answering = None
        self._reckon()
        if self._reward == "win":
            winner = capabilities.winner_of(self.position)
            for side in self.agents:
                if winner is not None:
                    self.rewards[side] = 1.0 if side == winner else -1.0
        for side in self.agents:
            how[side] = True

    def _margin_now(self) -> float:
        if self._reward != "margin":
            return 0.0
        found: float = self.position.victory().advantage(self.possible_agents[0])
        return found

    def _reckon(self) -> None:
        """Reward by how much the margin has grown since the last time."""
        if self._reward != "margin":
            return
        now = self._margin_now()
        first, *others = self.agents
        self.rewards[first] += now - self._margin
        for side in others:
            self.rewards[side] -= now - self._margin
        self._margin = now

    # --- chance ---------------------------------------------------------------------

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """Return how chance may fall now: what is given to `fall`, and its odds; else nothing.

        Raises:
            BadInput: There are too many outcomes to be listed.
        """
        asked = self.position.decision
        outcomes = asked.outcomes
        if isinstance(outcomes, Outcomes) and not outcomes.can_be_listed:
            raise bad_input(f"{outcomes.throw} has too many outcomes to be listed", "throw")
        return [(outcome.text, float(outcome.odds)) for outcome in outcomes]

    def fall(self, outcome: str | None = None) -> None:
        """Let chance fall, where `chance` is False.

        Args:
            outcome: How; None at random.

        Raises:
            BadInput: No dice are to fall, or not so.
        """
        if self.position.decision.kind != CHANCE:
            raise bad_input("no dice are to fall", "outcome")
        self._clear_rewards()
        if outcome is None:
            self.position = self._fallen(self.position.decision)
        else:
            self.position = self.position.after_answer(outcome)
        self._go_on()
        self._accumulate_rewards()

    # --- what is seen ---------------------------------------------------------------

    def _seen(self, agent: str) -> Any:
        """Return the position as an agent may know it, found once."""
        if self._known[0] is not self.position:
            self._known = (self.position, {})
        known = self._known[1]
        if agent not in known:
            now = self.position
            known[agent] = now.seen_by(agent) if self._is_hidden else now
        return known[agent]

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know, and which words it can say."""
        speaks = self._answering if agent == self.agent_selection else None
        seen = self._seen(agent)
        if speaks is None:
            mask, kind = np.zeros(len(self.words), dtype=np.int8), ""
        else:
            mask, kind = speaks.mask(), str(self._decision(seen).kind)
        return {
            "observation": self._observer.observe(seen, agent, speaks, kind),
            "action_mask": mask,
        }

    def render(self) -> str | None:
        """Return the position as text, and what has been said, if `render_mode` is `ansi`."""
        if self.render_mode is None or self.position is None:
            return None
        lines = [self.position.title, self.position.decision.text]
        if self._answering is not None:
            said = " ".join(self.words[word] for word in self._answering.said)
            lines.append("; ".join([*self._answering.given, said]))
        return "\n".join(lines)

    def close(self) -> None:
        """Do nothing: there is nothing to be released."""
