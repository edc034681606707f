"""What a changed value of the components does to the balance: each file of the pack is text, and a changed text is another game.

    python balance.py victory-target 9 1000        a number of the pack, its new value, games


In a notebook, `shard.plots()` has the pictures and `pandas.read_parquet(io.BytesIO(shard.parquet()))` the table.
"""

from __future__ import annotations

import re
import sys

import astrarium


def with_value(game: astrarium.Game, key: str, value: int) -> astrarium.Game:
    """The game with another number for the first `key = number` of its pack."""
    for name, text in game.pack_texts().items():
        changed, found = re.subn(rf"(?m)^({re.escape(key)}\s*=\s*)\d+", rf"\g<1>{value}", text, count=1)
        if found:
            return astrarium.Game(game.title, game.options, pack={name: changed})
    raise ValueError(f"no file of the pack has “{key} = number”")


def main(key: str = "victory-target", value: int = 9, games: int = 200) -> None:
    usual = astrarium.Game("galactic-adventures")
    for name, game in [("as printed", usual), (f"{key} = {value}", with_value(usual, key, value))]:
        summary = astrarium.sim(game, "greedy", games).summary()
        seats = ", ".join(f"{seat['share']:.0%}" for seat in summary["win_shares"]["seats"])
        print(f"{name}: seats win {seats}; {summary['length']['mean']:.0f} decisions a game")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *map(int, sys.argv[3:4]))
