"""How fast batches are beside the same play in Rust alone, alternating in one process. Time is that of the processor.

    python speed.py 20        seconds a title
"""

from __future__ import annotations

import sys
import time

import astrarium
import numpy as np

SLOTS, GAMES = 2048, 50


def batched(title: str, seconds: float, observe: bool) -> tuple[int, float]:
    batch = astrarium.Batch(title, SLOTS, seed=1, threads=1, observe=observe)
    rng, rows, decisions, begun = np.random.default_rng(1), np.arange(SLOTS), 0, time.process_time()
    while time.process_time() - begun < seconds:
        batch.step(batch.legal[rows, (rng.random(SLOTS, np.float32) * batch.count).astype(np.int32)])
        decisions += SLOTS
    return decisions, time.process_time() - begun


def native(title: str, seconds: float) -> tuple[int, float]:
    decisions, spent, first = 0, 0.0, 0
    while spent < seconds:
        begun = time.process_time()
        shard = astrarium.sim(title, "random", GAMES, first=first, threads=1)
        spent, first = spent + time.process_time() - begun, first + GAMES
        decisions += shard.summary()["decisions"]
    return decisions, spent


def share(title: str, seconds: float) -> float:
    """The speed of batches as a share of that of Rust alone."""
    sums = np.zeros((3, 2))
    for _ in range(3):
        sums += native(title, seconds / 9), batched(title, seconds / 9, False), batched(title, seconds / 9, True)
    alone, arrays, seen = sums[:, 0] / sums[:, 1]
    print(f"| {title} | {alone:,.0f} | {arrays:,.0f} | {arrays / alone:.2f} | {seen:,.0f} |")
    return float(arrays / alone)


def main(seconds: float = 6.0) -> list[float]:
    print("| title | native, decisions/s | batched | share | batched with observation |")
    return [share(title, seconds) for title in astrarium.titles()]


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
