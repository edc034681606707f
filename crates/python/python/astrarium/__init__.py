"""Five space-empire board games for research, from one laptop to a cluster.

>>> import astrarium
>>> state = astrarium.State("galactic-emperor", seed=7)
>>> while not state.over:
...     state.step(state.legal()[0])
>>> sum(state.shares)
1.0

`State` is one game, `Batch` thousands of them in numpy arrays, `sim` and `arena` whole tournaments. Nothing is downloaded, and a seat is
shown only what it may see.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import _native
from ._errors import Illegal
from ._native import Batch, Bot, Game, Record, Shard, State, selfplay, titles

__all__ = [
    "BUILD",
    "Batch",
    "Bot",
    "Game",
    "Illegal",
    "Record",
    "Shard",
    "State",
    "arena",
    "compare",
    "selfplay",
    "sim",
    "titles",
]

#: This build: the version with a fingerprint of the library. Shards of another build are not merged with ours.
BUILD: str = _native.build(Path(_native.__file__))

def sim(
    game: Game | str,
    bots: str,
    games: int = 1000,
    *,
    first: int = 0,
    seed: int = 1,
    threads: int | None = None,
) -> Shard:
    """Plays games between bots, rotated over the seats, as `astrarium sim` does.

    >>> import astrarium
    >>> shard = astrarium.sim("galactic-adventures", "greedy,random,random,random", games=20)
    >>> [round(bot["share"]) for bot in shard.summary()["win_shares"]["bots"]]
    [1, 0]

    The same seed gives the same games, whatever the threads. `first` begins later, so that a batch can be played in slices.
    """
    return _native.sim(game, bots, games, first, seed, threads, BUILD)


def arena(
    game: Game | str,
    bots: str,
    games: int = 1000,
    *,
    first: int = 0,
    seed: int = 1,
    threads: int | None = None,
) -> Shard:
    """Plays a round robin between bots that all differ, as `astrarium arena` does.

    >>> import astrarium
    >>> shard = astrarium.arena("galactic-adventures", "random,cadet,greedy", games=30)
    >>> [bot["bot"] for bot in shard.ratings()]
    ['greedy', 'cadet', 'random']
    """
    return _native.arena(game, bots, games, first, seed, threads, BUILD)


def compare(
    a: Game | str, b: Game | str, bots: str, games: int = 1000, *, seed: int = 1, threads: int | None = None
) -> dict[str, Any]:
    """Plays the same games of a title with two packs and the same luck, as `astrarium compare` does.

    >>> import astrarium
    >>> same = astrarium.compare("galactic-adventures", "galactic-adventures", "random", games=12)
    >>> same["pairs"], {row["difference"] for row in same["differences"]}
    (12, {0.0})

    `differences` is a table: for each measure its values with both, the difference with its 95 % interval, and whether it is settled.
    """
    return _native.compare(a, b, bots, games, seed, threads, BUILD)
