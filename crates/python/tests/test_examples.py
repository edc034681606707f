"""The programs that teach, shortened."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import astrarium
import pytest
from conftest import SOAK

HERE = Path(__file__).parents[1]
EXAMPLES = HERE / "examples"


def main(name: str) -> Any:
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))["main"]


def test_a_random_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    main("tournament")("galactic-adventures", 1100)
    assert capsys.readouterr().out.count(" won ") == 4


def test_batches_are_at_least_half_as_fast_as_rust_alone(title: str) -> None:
    """By the time of the processor, taken in turns, so that it hardly matters what else the machine does; three tries."""
    share = runpy.run_path(str(EXAMPLES / "speed.py"))["share"]
    assert any(share(title, 1.8) >= 0.5 for _ in range(3))


def test_a_linear_value_function_learns(capsys: pytest.CaptureFixture[str]) -> None:
    """By chance it would win a quarter of its games against random players."""
    main("linear")(generations=min(SOAK, 5), games=60, trial=4)
    won = [line.split(": ")[1].split("%")[0] for line in capsys.readouterr().out.splitlines() if "against random" in line]
    assert max(map(int, won)) > 50, won


def test_the_notebook() -> None:
    cells = json.loads((EXAMPLES / "balance.ipynb").read_text())["cells"]
    said: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), said)
            if "parameters" in cell["metadata"].get("tags", ()):
                said["games"] = 24
    assert said["usual"].pack != said["changed"].pack and len(said["lines"]) == 24 * 4
    assert said["compared"]["pairs"] == 24 and {"name", "a", "b", "low", "high"} <= set(said["differences"].columns)
    assert said["shard"]._repr_html_().startswith("<svg")


class Server:
    """`astrarium serve`, and a guest who asks it."""

    def __init__(self, folder: Path, *args: str) -> None:
        command = [os.environ["ASTRARIUM_BIN"], "serve", "--port=0", "--no-open", "--json", "--data-dir", str(folder), *args]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=(folder / "log").open("w"), text=True)
        assert self.process.stdout
        self.url = json.loads(self.process.stdout.readline())["url"].rstrip("/")
        self.cookie = self.opened("/api/me").headers["set-cookie"].split(";")[0]

    def opened(self, path: str, body: Any = None, cookie: str = "") -> Any:
        data = None if body is None else json.dumps(body).encode()
        head = {"Origin": self.url, "Cookie": cookie, "Content-Type": "application/json"}
        return urllib.request.urlopen(urllib.request.Request(self.url + path, data, head))

    def ask(self, path: str, body: Any = None) -> Any:
        return json.load(self.opened(path, body, self.cookie))


def test_a_bot_of_ones_own_plays_at_a_table(tmp_path: Path) -> None:
    """Bots alone, so that the game is played to its end; a person's browser would see the same."""
    assert len((EXAMPLES / "bot.py").read_text().splitlines()) <= 30
    server = Server(tmp_path, "--bot", f"mine={sys.executable} {EXAMPLES / 'bot.py'}")
    try:
        seats = [{"kind": "bot", "level": level} for level in ("mine", "random", "random", "random")]
        table = server.ask("/api/tables", {"title": "galactic-adventures", "seats": seats})["id"]
        server.ask(f"/api/tables/{table}/start", {"nonces": {}})
        patience = time.monotonic() + 300
        while server.ask(f"/api/tables/{table}")["status"] != "over":
            assert time.monotonic() < patience, "the game does not end"
            time.sleep(0.2)
        record = astrarium.Record(server.opened(f"/api/tables/{table}/record").read().decode())
    finally:
        server.process.terminate()
        server.process.wait()
    record.verify()
    assert record.players[0] == "mine bot" and "failed" not in (tmp_path / "log").read_text()


@pytest.mark.skipif(find_spec("torch") is None, reason="torch is gigabytes: cargo xtask soak has it")
def test_masked_ppo_beats_random_players() -> None:
    assert main("ppo")(iterations=10, trial=100) > 0.4
