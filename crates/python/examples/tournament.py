"""A tournament of random players, on every core.

    python tournament.py galactic-emperor 4096
"""

from __future__ import annotations

import sys
import time

import astrarium
import numpy as np


def main(title: str = "galactic-adventures", games: int = 2048) -> None:
    n = min(games, 1024)
    batch, rng, rows = astrarium.Batch(title, n, seed=1), np.random.default_rng(1), np.arange(n)
    shares, played, decisions, begun = np.zeros(batch.game.seats), 0, 0, time.perf_counter()
    while played < games:
        batch.step(batch.legal[rows, (rng.random(n) * batch.count).astype(np.int32)])
        shares += batch.shares[batch.done].sum(axis=0)
        played, decisions = played + int(batch.done.sum()), decisions + n
    seconds = time.perf_counter() - begun
    print(f"{title}: {played} games, {decisions / seconds:,.0f} decisions a second")
    for seat, share in enumerate(shares / played):
        print(f"  seat {seat} won {share:.1%}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
