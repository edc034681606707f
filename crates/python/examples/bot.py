"""A bot of one's own: it tries every answer in a world that it may imagine, plays on at random, and takes what brings most.

astrarium serve --bot 'mine=python3 crates/python/examples/bot.py'        then choose “mine” for a seat, in the browser
"""

import json
import random
import sys
from typing import Any

import astrarium


def lead(world: astrarium.State, sentence: str, seat: int) -> int:
    world.step(sentence, seat)
    while not world.over:
        world.step(random.choice(world.legal()))
    return world.points[seat] - max(world.points[:seat] + world.points[seat + 1 :])


def choose(question: dict[str, Any], games: int = 4) -> str:
    game = astrarium.Game(question["title"], question["options"], rules=question["rules"])
    world = astrarium.State(game, position=json.dumps(question["world"]))
    sentences = [" ".join(sentence["words"]) for sentence in question["sentences"]]
    return max(sentences, key=lambda said: sum(lead(world.copy(), said, question["number"]) for _ in range(games)))


if __name__ == "__main__":
    for line in sys.stdin:
        print(choose(json.loads(line)), flush=True)
