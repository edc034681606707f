"""Batches on many machines: Ray spreads slices of a batch over its nodes, and every slice is a folder of its own.

    python -m astrarium.ray sim galactic-emperor --bots pilot,random,random,random --games 2000 --shards 20 --out results

A slice that is finished stays finished: whatever died, start the same command again. The folder must be one that all nodes share. The
slices are those of `astrarium sim --first`, so what they come to is the same to the byte as one batch on one machine.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ray

from . import BUILD, Shard, sim
from ._native import Game

#: Nodes that die take their slices with them; they are played again this often.
RETRIES = 10


def slices(games: int, shards: int) -> Iterator[tuple[int, int]]:
    """The first game and the number of games of each slice.

    >>> list(slices(10, 3))
    [(0, 4), (4, 3), (7, 3)]
    """
    first = 0
    for shard in range(shards):
        count = games // shards + (shard < games % shards)
        if count:
            yield first, count
        first += count


@ray.remote(max_retries=RETRIES, scheduling_strategy="SPREAD", num_cpus=1)  # type: ignore[untyped-decorator, unused-ignore]
def play(game: Game, bots: str, first: int, games: int, seed: int, folder: str, build: str) -> str:
    """Plays one slice, unless its folder has it already."""
    if build != BUILD:
        raise RuntimeError(f"this node has the build {BUILD}, the driver {build}: expected the same on all nodes")
    path = Path(folder)
    if finished(path) is None:
        # Written beside and renamed, so that a node that dies leaves nothing that looks like a slice.
        beside = path.with_name(f"{path.name}.part-{ray.get_runtime_context().get_task_id()}")
        sim(game, bots, games, first=first, seed=seed, threads=1).write(beside)
        try:
            beside.rename(path)
        except OSError:  # another try of the same slice was first
            shutil.rmtree(beside)
    return folder


def finished(folder: Path) -> Shard | None:
    """The slice in a folder, if it is there and whole."""
    shard = Shard.read(folder)
    return shard if shard is not None and shard.finished else None


def run(
    game: Game | str,
    bots: str,
    games: int,
    *,
    shards: int,
    out: str | Path,
    seed: int = 1,
    until: float | None = None,
) -> Shard:
    """Plays a batch in slices on the cluster, and writes the whole into `out/all`.

    With `until`, no further slice is begun once the share of the first bot is known this closely: half the width of its 95 % interval,
    widened because it is checked after every slice. The whole is then what was played without a gap from game 0 on.
    """
    game = Game(game) if isinstance(game, str) else game
    out = Path(out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    wanted = [(str(out / f"shard-{first:08}"), first, count) for first, count in slices(games, shards)]
    tasks = [play.remote(game, bots, first, count, seed, folder, BUILD) for folder, first, count in wanted]
    waiting, done = list(tasks), []
    while waiting:
        ready, waiting = ray.wait(waiting)
        ray.get(ready)
        done = _without_gap(wanted)
        if until is not None and done and _known(Shard.merge(done), len(done), until):
            for task in waiting:
                ray.cancel(task, force=True)
            break
    whole = Shard.merge(_without_gap(wanted))
    whole.write(out / "all")
    return whole


def _without_gap(wanted: list[tuple[str, int, int]]) -> list[str]:
    """The folders of the slices that are finished, up to the first that is not."""
    folders = []
    for folder, _, _ in wanted:
        if finished(Path(folder)) is None:
            break
        folders.append(folder)
    return folders


def _known(shard: Shard, looks: int, until: float) -> bool:
    """Whether the share is known so well. All looks together err at most once in twenty: look k has 1/k² of that (the sum is π²/6)."""
    games = shard.header["games"]
    level = 0.05 / looks**2 * 6 / math.pi**2
    return math.sqrt(math.log(2 / level) / (2 * games)) <= until  # Hoeffding's bound, whatever the distribution


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m astrarium.ray", description="Batches on many machines.")
    parser.add_argument("what", choices=["sim"])
    parser.add_argument("title")
    parser.add_argument("--bots", required=True, help="a bot for all seats, or one for each: pilot,random,random,random")
    parser.add_argument("--options", default="", help="key=value,…")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--shards", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--until", type=float, help="stop once the first bot's share is known this closely")
    parser.add_argument("--out", required=True, help="a folder that all nodes share")
    parser.add_argument("--address", help="of the cluster; left out, the one around, or this machine alone")
    given: Any = parser.parse_args()
    ray.init(address=given.address, log_to_driver=False, include_dashboard=False)
    game = Game(given.title, given.options)
    options = {"shards": given.shards, "out": given.out, "seed": given.seed, "until": given.until}
    whole = run(game, given.bots, given.games, **options)
    print(json.dumps(whole.summary(), indent=1))


if __name__ == "__main__":
    main()
