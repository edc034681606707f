"""A linear value function: what a seat sees, weighed, says what share of the win it will have. It learns by playing with itself.

>>> import astrarium.linear
>>> value, lessons = astrarium.linear.Linear("galactic-adventures"), []
>>> for generation in range(2):
...     lessons.append(value.play(first=0, games=4, seed=generation))
...     value = value.learned(lessons)
>>> state = astrarium.State(value.game, seed=7)
>>> value.choose(state) in state.legal()
True

A seat looks at its own part of the view, at what the strongest of the others has there and at their mean, and at what all share. The
value is learned by least squares from all games so far, and sums are all that it needs: so what many machines have played adds up (`Lesson`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ._native import Bot, Game, State

Array = np.ndarray[Any, np.dtype[np.float64]]

#: As if so many rows had said of each thing alone that it makes no difference.
RIDGE = 100.0


@dataclass
class Lesson:
    """What games teach: the sums that least squares needs. Lessons of different games can be added."""

    squares: Array
    products: Array

    def save(self, path: str | Path) -> None:
        with open(path, "wb") as file:
            np.savez(file, squares=self.squares, products=self.products)

    @staticmethod
    def load(path: str | Path) -> Lesson:
        with np.load(path) as read:
            return Lesson(read["squares"], read["products"])


class Linear:
    """The value function of a game, which also chooses: the action after which its own value is highest."""

    def __init__(self, game: Game | str, weights: Array | None = None) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        own = re.compile(r"seats\.(\d+)\.")
        names = self.game.observed
        at = {name: k for k, name in enumerate(names)}
        suffixes = [name.split(".", 2)[2] for name in names if name.startswith("seats.0.")]
        #: Where the view has the part of each seat, and what all share.
        self.parts = np.array([[at[f"seats.{seat}.{s}"] for s in suffixes] for seat in range(self.game.seats)])
        shared = [k for k, name in enumerate(names) if name != "seat" and not name.startswith("legal.") and not own.match(name)]
        self.shared = np.array(shared, np.int64)
        self.width = 1 + 3 * len(suffixes) + len(shared)
        self.weights = np.zeros(self.width) if weights is None else weights

    def features(self, seen: np.ndarray[Any, Any], seat: int) -> Array:
        """What is weighed, of rows that the seat sees."""
        parts = seen[:, self.parts].astype(np.float64)
        others = np.delete(parts, seat, axis=1)
        one = np.ones((len(seen), 1))
        return np.hstack([one, parts[:, seat], others.max(axis=1), others.mean(axis=1), seen[:, self.shared]])

    def values(self, state: State, seat: int, seed: int) -> tuple[Array, Array]:
        """What the seat's legal actions are worth, and what they were weighed by."""
        seen, shares = state.ahead(seat, seed)
        weighed = self.features(seen, seat)
        return np.where(np.isnan(shares), weighed @ self.weights, shares), weighed

    def choose(self, state: State, seat: int | None = None, *, worlds: int = 4, seed: int = 0) -> int:
        """The legal action that is worth most, over so many worlds that the seat may imagine."""
        seat = state.asked[0] if seat is None else seat
        total = sum(self.values(state, seat, seed * worlds + world)[0] for world in range(worlds))
        return state.legal(seat)[int(np.argmax(total))]

    def play(self, first: int, games: int, seed: int, explore: float = 0.1) -> Lesson:
        """Plays with itself, now and then at random."""
        lesson = Lesson(np.zeros((self.width, self.width)), np.zeros(self.width))
        for number in range(first, first + games):
            rows, shares = self._game(seed, number, explore)
            lesson.squares += rows.T @ rows
            lesson.products += rows.T @ shares
        return lesson

    def _game(self, seed: int, number: int, explore: float) -> tuple[Array, Array]:
        rng = np.random.default_rng([seed, number])
        state, rows, seats = State(self.game, seed, number), [], []
        while not state.over:
            seat = state.asked[0]
            values, weighed = self.values(state, seat, int(rng.integers(2**63)))
            chosen = int(rng.integers(len(values)) if rng.random() < explore else np.argmax(values + 1e-9 * rng.random(len(values))))
            rows.append(weighed[chosen])
            seats.append(seat)
            state.step(state.legal(seat)[chosen], seat)
        return np.array(rows), np.array(state.shares)[seats]

    def learned(self, lessons: Iterable[Lesson]) -> Linear:
        """The value function that fits these games best."""
        squares, products = np.zeros((self.width, self.width)), np.zeros(self.width)
        for lesson in lessons:
            squares += lesson.squares
            products += lesson.products
        # Relative to the size of each number; those that were always zero keep the weight zero.
        squares += np.diag(RIDGE * squares.diagonal() / max(squares[0, 0], 1.0) + 1e-3)
        weights: Array = np.linalg.solve(squares, products).astype(np.float64)
        return Linear(self.game, weights)

    def against(self, bot: str, games: int, seed: int = 1, worlds: int = 4) -> float:
        """The share that it wins of games against so many bots as there are other seats, sitting everywhere in turn."""
        won = 0.0
        for number in range(games):
            state, mine, other = State(self.game, seed, number), number % self.game.seats, Bot(bot, seed=seed + number)
            for decision in range(self.game.max_decisions):
                if state.over:
                    break
                seat = state.asked[0]
                state.step(self.choose(state, seat, worlds=worlds, seed=decision) if seat == mine else other.choose(state, seat), seat)
            won += (state.shares or [])[mine]
        return won / games

    def save(self, path: str | Path) -> None:
        """Writes the weights, with the schema that they were learned with."""
        with open(path, "wb") as file:
            np.savez(file, weights=self.weights, schema=self.game.schema)

    @staticmethod
    def load(game: Game | str, path: str | Path) -> Linear:
        value = Linear(game)
        with np.load(path) as read:
            if str(read["schema"]) != value.game.schema:
                raise ValueError(f"{path}: learned with the schema {read['schema']}: expected {value.game.schema}")
            value.weights = read["weights"]
        return value
