"""Environments that others define, by the tests of those who define them; and a table in words."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import warnings

import astrarium
import astrarium.pettingzoo as zoo
import astrarium.rllib
import numpy as np
import pytest
from astrarium.talk import Talk, lines, mcp
from conftest import tables
from pettingzoo.test import api_test, parallel_api_test, seed_test
from ray.tune.registry import ENV_CREATOR, _global_registry

TABLES = [pytest.param(game, id=f"{game.title}-{game.seats}") for game in tables()]


@pytest.mark.parametrize("game", TABLES)
def test_pettingzoo(game: astrarium.Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(zoo.env(game), num_cycles=10_000)
        seed_test(lambda: zoo.env(game), num_cycles=200)
        parallel_api_test(zoo.parallel_env(game), num_cycles=200)


def test_rllib(title: str) -> None:
    astrarium.rllib._register(title)  # again: a test that ends Ray takes all names with it
    make = _global_registry.get(ENV_CREATOR, f"astrarium/{title}-v{astrarium.Game(title).rules}")
    table = make({})
    seen, _ = table.reset(seed=4)
    rng, ended, rewards = np.random.default_rng(1), {"__all__": False}, {}
    while not ended["__all__"]:
        for agent, parts in seen.items():
            assert table.observation_spaces[agent].contains(parts)
        actions = {agent: int(rng.choice(np.flatnonzero(parts["action_mask"]))) for agent, parts in seen.items()}
        seen, rewards, ended, _, _ = table.step(actions)
    assert sum(rewards.values()) == pytest.approx(1.0, abs=1e-4)


def test_a_table_in_words(title: str) -> None:
    out = io.StringIO()
    lines(Talk(title, seed=3, bots="random"), ["1\n", "nonsense\n", "why 99\n", "1\n"], out)
    said = [json.loads(line) for line in out.getvalue().splitlines()]
    assert said[0]["sentences"][0]["number"] == 1 and said[0]["clause"]
    assert "refused" in said[2] and "why_not" in said[3]
    assert said[1] != said[4]


def test_the_model_context_protocol() -> None:
    def call(number: int, name: str, **arguments: str) -> str:
        params = {"name": name, "arguments": arguments}
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})

    given = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
        call(3, "question"),
        call(4, "answer", words="1"),
        call(5, "answer", words="nonsense"),
        call(6, "rules"),
        json.dumps({"jsonrpc": "2.0", "id": 7, "method": "other"}),
    ]
    command = [sys.executable, "-m", "astrarium.talk", "galactic-emperor", "--mcp", "--bots", "random"]
    done = subprocess.run(command, input="\n".join(given), text=True, capture_output=True, check=True)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [message["id"] for message in said] == [1, 2, 3, 4, 5, 6, 7]
    assert [tool["name"] for tool in said[1]["result"]["tools"]] == ["question", "answer", "why_not", "rules"]
    assert [message["result"]["isError"] for message in said[2:6]] == [False, False, True, False]
    assert said[6]["error"]["code"] == -32601
