"""One seat against bots, as a Gymnasium environment.

>>> import gymnasium, astrarium.gymnasium
>>> env = gymnasium.make("astrarium/galactic-adventures-v1", bots="random")
>>> observation, info = env.reset(seed=7)
>>> observation.dtype, int(info["action_mask"].sum())
(dtype('int16'), 4)

Each title is registered under the version of its rules.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._native import Bot, Game, State, titles

Array = np.ndarray[Any, np.dtype[np.int16]]


class Seat(gymnasium.Env[Array, np.int64]):
    """A seat of a game, the others played by a bot. The reward, at the end, is the share of the win; `info` has the mask."""

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self, game: Game | str, *, seat: int = 0, bots: str = "pilot", render_mode: str | None = None
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"there is no seat {seat}: expected 0 to {self.game.seats - 1}")
        self.seat, self.bots, self.render_mode = seat, bots, render_mode
        limits = np.iinfo(np.int16)
        self.observation_space = spaces.Box(limits.min, limits.max, (len(self.game.observed),), np.int16)
        self.action_space = spaces.Discrete(self.game.actions)
        self.state: State | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**63))
        self.state, self.bot = State(self.game, seed=number), Bot(self.bots, seed=number)
        return self._settle()

    def step(self, action: np.int64) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        table = self._table()
        table.step(int(action), self.seat)
        observation, info = self._settle()
        shares = table.shares
        return observation, shares[self.seat] if shares else 0.0, table.over, False, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What the seat may do, for libraries that ask by this name."""
        mask = np.zeros(self.game.actions, bool)
        if self.seat in self._table().asked:
            mask[self._table().legal(self.seat)] = True
        return mask

    def render(self) -> Any:
        if self.render_mode == "svg":
            return self._table().svg(self.seat)
        return self._table().text(self.seat) if self.render_mode == "ansi" else None

    def _table(self) -> State:
        if self.state is None:
            raise ValueError("the environment was not reset")
        return self.state

    def _settle(self) -> tuple[Array, dict[str, Any]]:
        table = self._table()
        while table.asked and self.seat not in table.asked:
            asked = table.asked[0]
            table.step(self.bot.choose(table, asked), asked)
        return table.observe(self.seat), {"action_mask": self.action_masks().astype(np.int8)}


for _title in titles():
    gymnasium.register(
        id=f"astrarium/{_title}-v{Game(_title).rules}",
        entry_point="astrarium.gymnasium:Seat",
        kwargs={"game": _title},
        disable_env_checker=True,
    )
