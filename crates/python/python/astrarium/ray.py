"""Batches, tournaments and learning on many machines: Ray spreads slices over its nodes, and every slice is a folder of its own.

    python -m astrarium.ray sim galactic-emperor --bots pilot,random,random,random --games 2000 --shards 20 --out results
    python -m astrarium.ray arena galactic-emperor --bots pilot,cadet,random --games 3000 --shards 20 --out rated
    python -m astrarium.ray train galactic-emperor --games 2000 --shards 20 --generations 10 --out learned

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

from . import BUILD, Shard, arena, sim
from ._native import Game
from .linear import Lesson, Linear

#: Nodes that die take their slices with them; they are played again this often.
RETRIES = 10

Slice = tuple[Path, int, int]


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


def spread(out: Path, games: int, shards: int) -> list[Slice]:
    """The folder, the first game and the number of games of each slice."""
    out.mkdir(parents=True, exist_ok=True)
    return [(out / f"shard-{first:08}", first, count) for first, count in slices(games, shards)]


def same_build(build: str) -> None:
    """Raises RuntimeError if the driver's build is not the one of this node."""
    if build != BUILD:
        raise RuntimeError(f"this node has the build {BUILD}, the driver {build}: expected the same on all nodes")


def settle(beside: Path, path: Path) -> None:
    """What was written beside is there at once, so that a node that dies leaves nothing that looks like a slice."""
    try:
        beside.rename(path)
    except OSError:  # another try of the same slice was first
        shutil.rmtree(beside)


def beside(path: Path) -> Path:
    """Where a task writes before it is finished."""
    return path.with_name(f"{path.name}.part-{ray.get_runtime_context().get_task_id()}")


@ray.remote(max_retries=RETRIES, scheduling_strategy="SPREAD", num_cpus=1)  # type: ignore[untyped-decorator, unused-ignore]
def play(robin: bool, game: Game, bots: str, seed: int, wanted: Slice, build: str) -> None:
    """Plays one slice, unless its folder has it already."""
    same_build(build)
    path, first, games = wanted
    if finished(path) is None:
        part = beside(path)
        (arena if robin else sim)(game, bots, games, first=first, seed=seed, threads=1).write(part)
        settle(part, path)


@ray.remote(max_retries=RETRIES, scheduling_strategy="SPREAD", num_cpus=1)  # type: ignore[untyped-decorator, unused-ignore]
def learn(value: Linear, seed: int, wanted: Slice, build: str) -> None:
    """Plays one slice with itself and keeps what it teaches, unless its folder has it already."""
    same_build(build)
    path, first, games = wanted
    if not path.exists():
        part = beside(path)
        part.mkdir()
        value.play(first, games, seed).save(part / "lesson.npz")
        settle(part, path)


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
    robin: bool = False,
) -> Shard:
    """Plays a batch, or a round robin, in slices on the cluster, and writes the whole into `out/all`.

    With `until`, no further slice is begun once the share of the first bot is known this closely: half the width of its 95 % interval,
    widened because it is checked after every slice. The whole is then what was played without a gap from game 0 on.
    """
    game = Game(game) if isinstance(game, str) else game
    out = Path(out).resolve()
    wanted = spread(out, games, shards)
    for path, first, count in wanted:
        _must_fit(path, arena(game, bots, 0, first=first, seed=seed) if robin else sim(game, bots, 0, first=first, seed=seed), count)
    waiting = [play.remote(robin, game, bots, seed, one, BUILD) for one in wanted]
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


def train(
    game: Game | str, games: int, *, generations: int, shards: int, out: str | Path, seed: int = 1
) -> Linear:
    """Learns a linear value function by so many generations of self-play, each in slices on the cluster.

    The weights of each generation are in `out/generation-NN/weights.npz`, for `astrarium.linear.Linear.load`.
    """
    value, out = Linear(game), Path(out).resolve()
    for generation in range(generations):
        folder = out / f"generation-{generation:02}"
        weights = folder / "weights.npz"
        if not weights.exists():
            wanted = spread(folder, games, shards)
            ray.get([learn.remote(value, seed + generation, one, BUILD) for one in wanted])
            part = folder / "weights.part"
            learned = (out / f"generation-{past:02}" / path.name for past in range(generation + 1) for path, _, _ in wanted)
            value.learned(Lesson.load(path / "lesson.npz") for path in learned).save(part)
            part.rename(weights)
        value = Linear.load(value.game, weights)
    return value


def _must_fit(folder: Path, wanted: Shard, games: int) -> None:
    """A folder with a slice of something else is no place for this."""
    shard = Shard.read(folder)
    if shard is not None and shard.header != {**wanted.header, "games": games}:
        raise ValueError(f"{folder}: holds the results of another run: expected a new folder")


def _without_gap(wanted: list[Slice]) -> list[str]:
    """The folders of the slices that are finished, up to the first that is not."""
    folders = []
    for folder, _, _ in wanted:
        if finished(folder) is None:
            break
        folders.append(str(folder))
    return folders


def _known(shard: Shard, looks: int, until: float) -> bool:
    """Whether the share is known so well. All looks together err at most once in twenty: look k has 1/k² of that (the sum is π²/6)."""
    name = shard.header["bots"][0]
    sat = next((bot["games"] for bot in shard.summary()["win_shares"]["bots"] if bot["name"] == name), 0)
    games = min(sat, shard.header["games"])
    level = 0.05 / looks**2 * 6 / math.pi**2
    # Hoeffding's bound, whatever the distribution
    return games > 0 and math.sqrt(math.log(2 / level) / (2 * games)) <= until


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m astrarium.ray", description="Batches, tournaments and learning on many machines.")
    parser.add_argument("what", choices=["sim", "arena", "train"])
    parser.add_argument("title")
    parser.add_argument("--bots", help="a bot for all seats, or one for each: pilot,random,random,random; of an arena all that meet")
    parser.add_argument("--options", default="", help="key=value,…")
    parser.add_argument("--games", type=int, default=1000, help="of a training, in each generation")
    parser.add_argument("--generations", type=int, default=10, help="of a training")
    parser.add_argument("--shards", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--until", type=float, help="stop once the first bot's share is known this closely")
    parser.add_argument("--out", required=True, help="a folder that all nodes share")
    parser.add_argument("--address", help="of the cluster; left out, the one around, or this machine alone")
    given: Any = parser.parse_args()
    if given.what != "train" and given.bots is None:
        parser.error("--bots is missing")
    ray.init(address=given.address, log_to_driver=False, include_dashboard=False)
    game, common = Game(given.title, given.options), {"shards": given.shards, "out": given.out, "seed": given.seed}
    if given.what == "train":
        value = train(game, given.games, generations=given.generations, **common)
        said: Any = {"generations": given.generations, "share_against_pilot": value.against("pilot", 40)}
    else:
        robin = given.what == "arena"
        whole = run(game, given.bots, given.games, until=given.until, robin=robin, **common)
        said = whole.ratings() if robin else whole.summary()
    print(json.dumps(said, indent=1))


if __name__ == "__main__":
    main()
