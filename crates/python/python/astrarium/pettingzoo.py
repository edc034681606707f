"""The games as PettingZoo AEC environments.

>>> import astrarium.pettingzoo as zoo
>>> env = zoo.env("galactic-adventures")
>>> env.reset(seed=7)
>>> env.agent_selection
'seat-0'
>>> env.observe("seat-0")["action_mask"].sum()
np.int64(4)

The games are sequential. `parallel_env` is only this environment as PettingZoo converts it: where several seats answer sealed they still
answer one after another, without seeing each other's answers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ._native import Game, State

Observation = dict[str, np.ndarray[Any, np.dtype[Any]]]


def env(game: Game | str, *, render_mode: str | None = None) -> "Env":
    """The environment of a game: a title's id, or a `Game` with its options and its pack."""
    return Env(game, render_mode=render_mode)


def parallel_env(game: Game | str) -> Any:
    """The same, converted: all agents act at once, and all actions but those of the agent that is asked are ignored."""
    return turn_based_aec_to_parallel(env(game))


class Env(AECEnv):  # type: ignore[misc]
    """One table. An agent is rewarded at the end, with its share of the win."""

    def __init__(self, game: Game | str, *, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = Game(game) if isinstance(game, str) else game
        self.metadata = {
            "name": f"{self.game.title}-v{self.game.rules}",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": True,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat-{seat}" for seat in range(self.game.seats)]
        width, low, high = len(self.game.observed), np.iinfo(np.int16).min, np.iinfo(np.int16).max
        seen = spaces.Dict(
            {
                "observation": spaces.Box(low, high, (width,), np.int16),
                "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {
            agent: spaces.Discrete(self.game.actions, seed=seat) for seat, agent in enumerate(self.possible_agents)
        }
        self._rng = np.random.default_rng()
        self.state_: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def table(self) -> State:
        """The game being played."""
        if self.state_ is None:
            raise ValueError("the environment was not reset")
        return self.state_

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.state_ = State(self.game, seed=int(self._rng.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def _asked(self) -> str:
        return self.possible_agents[self.table.asked[0]]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.game.actions, np.int8)
        # Only the agent that is to act may: a seat of a sealed question that comes later has no turn yet.
        if agent == self.agent_selection and seat in self.table.asked:
            mask[self.table.legal(seat)] = 1
        return {"observation": self.table.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        if action is None:
            raise ValueError(f"{agent} is asked: expected an action")
        self._cumulative_rewards[agent] = 0.0
        self.table.step(int(action), self.possible_agents.index(agent))
        self._clear_rewards()
        if self.table.over:
            shares = self.table.shares or []
            self.rewards = dict(zip(self.possible_agents, shares, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.table.svg()
        return self.table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
