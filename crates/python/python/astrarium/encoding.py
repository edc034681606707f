"""What each number of an observation is, title by title.

    python -m astrarium.encoding galactic-emperor        a page: the schema, and what the numbers are, from which index on

>>> from astrarium.encoding import groups
>>> list(groups(["seat", "legal.move", "legal.stay", "seats.0.points", "seats.0.cards", "round"]))
[(0, 1, 'seat'), (1, 2, 'legal'), (3, 2, 'seats.0'), (5, 1, 'round')]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import groupby

from ._native import Game


def groups(names: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Names in a row with the same beginning: the index of the first, how many there are, the beginning."""

    def beginning(indexed: tuple[int, str]) -> str:
        head, *rest = indexed[1].split(".")
        return ".".join([head, *rest[:1]]) if rest and rest[0].isdecimal() else head

    for head, found in groupby(enumerate(names), beginning):
        indices = [index for index, _ in found]
        yield indices[0], len(indices), head


def page(game: Game) -> str:
    """The encoding of a game as Markdown."""
    names = game.observed
    lines = [f"# {game.name}", "", f"Rules {game.rules}, schema `{game.schema}`: {len(names)} numbers of 16 bits."]
    for first, count, head in groups(names):
        own = [name[len(head) :].removeprefix(".") for name in names[first : first + count]]
        lines += ["", f"## {first} to {first + count - 1}: `{head}`" if count > 1 else f"## {first}: `{head}`"]
        lines += [""] + [f"- {first + k} `{name}`" for k, name in enumerate(own) if name]
    return "\n".join(lines).rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m astrarium.encoding", description="What each number of an observation is.")
    parser.add_argument("title")
    parser.add_argument("--options", default="", help="key=value,…")
    given = parser.parse_args()
    print(page(Game(given.title, given.options)))


if __name__ == "__main__":
    main()
