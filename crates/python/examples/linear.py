"""A linear value function that learns by playing with itself, and then plays against Pilot.

    python linear.py galactic-adventures 10 400        a title, how many generations, how many games in each

`astrarium.linear` is all there is to it: some 150 lines with numpy alone. It soon beats random players. Pilot, which looks just as far
ahead with an evaluation by hand, is still stronger. The same on a cluster: `python -m astrarium.ray train`.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from astrarium.linear import Lesson, Linear

PROCESSES = 2


def generation(value: Linear, games: int, seed: int, pool: ProcessPoolExecutor) -> list[Lesson]:
    """Half of the games on each of two cores."""
    each = games // PROCESSES
    lessons = [pool.submit(value.play, k * each, each, seed) for k in range(PROCESSES)]
    return [lesson.result() for lesson in lessons]


def main(title: str = "galactic-adventures", generations: int = 10, games: int = 400, trial: int = 200) -> float:
    value, begun = Linear(title), time.monotonic()
    lessons: list[Lesson] = []
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for number in range(generations):
            lessons += generation(value, games, number, pool)
            value = value.learned(lessons)
            print(f"generation {number}, {time.monotonic() - begun:.0f} s: {value.against('random', 20):.0%} of games against random")
    share = value.against("pilot", trial)
    print(f"{title}: wins {share:.1%} of {trial} games against Pilot on all other seats; {1 / value.game.seats:.1%} would be even")
    return share


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:4]))
