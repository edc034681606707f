"""One seat against bots, with every version of Gymnasium that the package takes: nothing else is imported here."""

from __future__ import annotations

import warnings

import astrarium
import astrarium.gymnasium
import gymnasium
import numpy as np


def test_gymnasium(title: str) -> None:
    rules = astrarium.Game(title).rules
    env = gymnasium.make(f"astrarium/{title}-v{rules}", bots="random", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        observation, info = env.reset(seed=3)
        again, _ = env.reset(seed=3)
        assert (observation == again).all()
        rng, ended, reward = np.random.default_rng(1), False, 0.0
        while not ended:
            observation, reward, ended, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            assert env.observation_space.contains(observation)
        assert 0.0 <= reward <= 1.0 and "points" in str(env.render())
