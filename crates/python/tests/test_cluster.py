"""Slices on two Ray nodes of this machine are one batch, to the byte, whatever dies in the middle."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import astrarium
import pytest
from astrarium.linear import Linear

TITLE, BOTS, GAMES, SHARDS = "galactic-adventures", "greedy,random,random,random", 2000, 20


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole")
    astrarium.sim(TITLE, BOTS, GAMES).write(folder)
    return files(folder)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    import ray
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 100_000_000}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


DRIVER = f"""
import ray, sys
from astrarium.ray import run
ray.init(address=sys.argv[1], log_to_driver=False)
until = float(sys.argv[3]) if sys.argv[3:] else None
run({TITLE!r}, {BOTS!r}, {GAMES}, shards={SHARDS}, out=sys.argv[2], until=until)
"""


def begun(out: Path, shards: int) -> None:
    """Waits for this many slices."""
    patience = time.monotonic() + 120
    while len([path for path in out.glob("shard-*") if "part" not in path.name]) < shards:
        assert time.monotonic() < patience, "no slice came"
        time.sleep(0.05)


def test_a_node_and_the_driver_die_and_nothing_is_lost(cluster, whole: dict[str, bytes], tmp_path: Path) -> None:
    second = cluster.add_node(num_cpus=1, object_store_memory=100_000_000)
    cluster.wait_for_nodes()
    command = [sys.executable, "-c", DRIVER, cluster.address, str(tmp_path)]
    driver = subprocess.Popen(command)
    begun(tmp_path, 2)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    kept = {path.name for path in tmp_path.glob("shard-*") if "part" not in path.name}
    assert 0 < len(kept) < SHARDS, "the driver was to die in the middle"

    driver = subprocess.Popen(command)
    begun(tmp_path, len(kept) + 1)
    cluster.remove_node(second, allow_graceful=False)
    assert driver.wait(timeout=300) == 0
    assert files(tmp_path / "all") == whole

    early = tmp_path / "early"
    subprocess.run([*command[:-1], str(early), "0.1"], check=True)
    stopped = astrarium.Shard.read(early / "all")
    assert stopped and stopped.finished and 100 <= stopped.header["games"] < GAMES

    given = [sys.executable, "-m", "astrarium.ray", "arena", TITLE, "--shards=4", "--out", str(tmp_path / "rated")]
    given += ["--address", cluster.address, "--bots=greedy,random,cadet", "--games=40"]
    rated = subprocess.run(given, check=True, capture_output=True, text=True)
    assert json.loads(rated.stdout) == astrarium.arena(TITLE, "greedy,random,cadet", 40).ratings()

    import ray
    from astrarium.ray import train

    ray.init(address=cluster.address, log_to_driver=False)
    value = train(TITLE, 8, generations=1, shards=4, out=tmp_path / "learned")
    (tmp_path / "learned/generation-00/shard-00000002").rename(tmp_path / "lost")
    (tmp_path / "learned/generation-00/weights.npz").unlink()
    again = train(TITLE, 8, generations=2, shards=4, out=tmp_path / "learned")
    first = Linear.load(TITLE, tmp_path / "learned/generation-00/weights.npz")
    assert (first.weights == value.weights).all(), "a lost slice is played again, the same"
    assert again.weights.any() and (again.weights != value.weights).any()


def test_a_folder_of_another_run_is_no_place(tmp_path: Path) -> None:
    from astrarium.ray import run

    astrarium.sim(TITLE, "random", 4, seed=2).write(tmp_path / "shard-00000000")
    with pytest.raises(ValueError, match="another run"):
        run(TITLE, "random", 8, shards=2, out=tmp_path)


def test_a_slice_of_another_build_is_refused(tmp_path: Path) -> None:
    astrarium.sim(TITLE, "random", 4).write(tmp_path / "a")
    astrarium._native.sim(TITLE, "random", 4, 4, 1, None, "0.1.0 another").write(tmp_path / "b")
    with pytest.raises(ValueError, match="build is 0.1.0 another"):
        astrarium.Shard.merge([tmp_path / "a", tmp_path / "b"])
    shutil.rmtree(tmp_path / "b")
    astrarium.sim(TITLE, "random", 4, first=4).write(tmp_path / "b")
    both = astrarium.Shard.merge([tmp_path / "b", tmp_path / "a"])
    assert both.rows() == astrarium.sim(TITLE, "random", 8).rows()


def test_tables_become_data_frames() -> None:
    import io

    import pyarrow.parquet

    shard = astrarium.sim(TITLE, "random", 6)
    frame = pyarrow.parquet.read_table(io.BytesIO(shard.parquet()))
    assert frame.num_rows == 6 * 4 and frame.to_pylist()[0]["game"] == 0
    assert shard.arrow().equals(frame)
    assert all(svg.startswith("<svg") for _, svg in shard.plots())
    rated = astrarium.arena(TITLE, "random,greedy", games=40)
    assert [bot["bot"] for bot in rated.ratings()] == ["greedy", "random"] and rated.arrow().num_rows == 40 * 4


def test_slices_of_a_round_robin_are_one_and_are_no_batch(tmp_path: Path) -> None:
    bots = "greedy,random,cadet,captain"
    for first in (0, 10):
        astrarium.arena(TITLE, bots, 10, first=first).write(tmp_path / str(first))
    whole = astrarium.Shard.merge([tmp_path / "10", tmp_path / "0"])
    assert whole.ratings() == astrarium.arena(TITLE, bots, 20).ratings()
    astrarium.sim(TITLE, bots, 10, first=20).write(tmp_path / "20")
    with pytest.raises(ValueError, match="round robin is false"):
        astrarium.Shard.merge([tmp_path / "0", tmp_path / "20"])
