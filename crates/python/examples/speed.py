"""How fast batches are, beside the same play in Rust alone, alternating in one process.

    python speed.py 20        seconds a title
"""

from __future__ import annotations

import sys
import time

import astrarium
import numpy as np

SLOTS, GAMES = 2048, 200


def batched(title: str, seconds: float, observe: bool) -> tuple[int, float]:
    batch = astrarium.Batch(title, SLOTS, seed=1, threads=1, observe=observe)
    rng, rows, decisions, begun = np.random.default_rng(1), np.arange(SLOTS), 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        batch.step(batch.legal[rows, (rng.random(SLOTS, np.float32) * batch.count).astype(np.int32)])
        decisions += SLOTS
    return decisions, time.perf_counter() - begun


def native(title: str, seconds: float) -> tuple[int, float]:
    decisions, spent, first = 0, 0.0, 0
    while spent < seconds:
        begun = time.perf_counter()
        shard = astrarium.sim(title, "random", GAMES, first=first, threads=1)
        spent, first = spent + time.perf_counter() - begun, first + GAMES
        decisions += shard.summary()["decisions"]
    return decisions, spent


def main(seconds: float = 6.0) -> None:
    print("| title | native, decisions/s | batched | share | batched with observation |")
    for title in astrarium.titles():
        sums = np.zeros((3, 2))
        for _ in range(3):
            runs = native(title, seconds / 9), batched(title, seconds / 9, False), batched(title, seconds / 9, True)
            sums += runs
        alone, arrays, seen = sums[:, 0] / sums[:, 1]
        print(f"| {title} | {alone:,.0f} | {arrays:,.0f} | {arrays / alone:.2f} | {seen:,.0f} |")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
