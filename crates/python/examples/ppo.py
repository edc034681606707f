"""Masked PPO with RLlib: one network plays all seats and learns from the games, then plays random players.

    pip install './crates/python[rllib]'
    python ppo.py galactic-adventures 30        a title, iterations
"""

from __future__ import annotations

import sys
from typing import Any

import astrarium
import numpy as np
import ray
import torch
from astrarium.rllib import Table
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

#: What a decision in the middle of a game is worth at its end.
GAMMA = 1.0


class Scaled(Table):
    """Networks like small numbers."""

    def _observe(self, seat: int) -> dict[str, Any]:
        seen = super()._observe(seat)
        numbers = seen["observations"]
        return {**seen, "observations": (np.sign(numbers) * np.log1p(np.abs(numbers))).astype(np.float32)}


def configured(title: str, runners: int) -> PPOConfig:
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]})
    return (
        PPOConfig()
        # RLlib tries an environment with actions that the mask forbids.
        .environment(Scaled, env_config={"game": title}, disable_env_checking=True)
        .multi_agent(policies={"everybody"}, policy_mapping_fn=lambda agent, episode, **_: "everybody")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"everybody": module}))
        .env_runners(num_env_runners=runners, batch_mode="complete_episodes")
        .training(train_batch_size_per_learner=4000, minibatch_size=500, num_epochs=4, lr=3e-4, gamma=GAMMA, entropy_coeff=0.01)
    )


def against_random(module: Any, title: str, games: int) -> float:
    """The share that the network wins, one seat against random players on all others."""
    table, rng, won = Scaled({"game": title}), np.random.default_rng(1), 0.0
    for number in range(games):
        mine, rewards = f"seat-{number % table.game.seats}", None
        seen, _ = table.reset(seed=number)
        while not table.state.over:
            [(agent, parts)] = seen.items()
            if agent == mine:
                batch = {"obs": {key: torch.from_numpy(part[None]) for key, part in parts.items()}}
                action = int(module.forward_inference(batch)["action_dist_inputs"][0].argmax())
            else:
                action = int(rng.choice(np.flatnonzero(parts["action_mask"])))
            seen, rewards, _, _, _ = table.step({agent: action})
        won += rewards[mine] if rewards else 0.0
    return won / games


def main(title: str = "galactic-adventures", iterations: int = 30, trial: int = 200) -> float:
    ray.init(ignore_reinit_error=True, include_dashboard=False, log_to_driver=False)
    algorithm = configured(title, runners=2).build_algo()
    for iteration in range(iterations):
        algorithm.train()
        share = against_random(algorithm.get_module("everybody"), title, 20)
        print(f"iteration {iteration}: wins {share:.0%} of 20 games against random players", flush=True)
    share = against_random(algorithm.get_module("everybody"), title, trial)
    algorithm.stop()
    print(f"{title}: wins {share:.1%} of {trial} games; {1 / astrarium.Game(title).seats:.1%} would be even")
    return share


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
