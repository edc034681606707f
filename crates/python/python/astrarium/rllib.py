"""The games as an RLlib environment with a mask for every seat.

>>> from astrarium.rllib import Table
>>> table = Table({"game": "galactic-adventures"})
>>> seen, _ = table.reset(seed=7)
>>> {agent: sorted(parts) for agent, parts in seen.items()}
{'seat-0': ['action_mask', 'observations']}

Each title is registered under the version of its rules, as `astrarium/galactic-adventures-v1`. RLlib tries an environment with actions
that its mask forbids, and the rules refuse them: give `disable_env_checking=True` to `AlgorithmConfig.environment`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.tune.registry import register_env

from ._native import Game, State, titles

#: By agent.
Said = dict[Hashable | str, Any]


class Table(MultiAgentEnv):
    """One table; `config["game"]` is a title's id or a `Game`. The seats that are asked act; the rewards at the end are the shares of the win."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        game = config["game"]
        self.game = Game(game) if isinstance(game, str) else game
        self.names = [f"seat-{seat}" for seat in range(self.game.seats)]
        self.possible_agents = [*self.names]
        self.agents = [*self.names]
        width, actions = len(self.game.observed), self.game.actions
        seen = spaces.Dict(
            {
                # RLlib's masked modules take floats.
                "observations": spaces.Box(-32768.0, 32767.0, (width,), np.float32),
                "action_mask": spaces.Box(0.0, 1.0, (actions,), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(actions))
        self._rng = np.random.default_rng()

    def reset(  # type: ignore[override]
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Said, Said]:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.state = State(self.game, seed=int(self._rng.integers(2**63)))
        self.agents = [*self.names]
        return self._seen(), {}

    def step(self, action_dict: Said) -> tuple[Said, Said, Said, Said, Said]:  # type: ignore[override]
        for agent, action in action_dict.items():
            self.state.step(int(action), self.names.index(str(agent)))
        if not self.state.over:
            return self._seen(), dict.fromkeys(action_dict, 0.0), {"__all__": False}, {"__all__": False}, {}
        last: Said = {agent: self._observe(seat) for seat, agent in enumerate(self.names)}
        rewards: Said = dict(zip(self.names, self.state.shares or [], strict=True))
        ended: Said = dict.fromkeys([*self.names, "__all__"], True)
        return last, rewards, ended, {"__all__": False}, {}

    def _observe(self, seat: int) -> dict[str, Any]:
        mask = np.zeros(self.game.actions, np.float32)
        if seat in self.state.asked:
            mask[self.state.legal(seat)] = 1.0
        return {"observations": self.state.observe(seat).astype(np.float32), "action_mask": mask}

    def _seen(self) -> Said:
        # Sealed answers commute, but a draft has several in a row: one seat at a time is asked.
        asked = self.state.asked[:1]
        return {self.names[seat]: self._observe(seat) for seat in asked}


def _register(title: str) -> None:
    register_env(f"astrarium/{title}-v{Game(title).rules}", lambda config: Table({"game": title, **config}))


for _title in titles():
    _register(_title)
