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

from . import _native
from ._errors import Illegal
from ._native import Batch, Bot, Game, Record, Shard, State, arena, selfplay, titles

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
    "selfplay",
    "sim",
    "text",
    "titles",
]

#: This build: the version with a fingerprint of the library. Shards of another build are not merged with ours.
BUILD: str = _native.build(Path(_native.__file__))

from .words import text  # noqa: E402


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
