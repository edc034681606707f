"""The library in Rust."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, TypedDict, final

import numpy as np
from numpy.typing import NDArray

class Decisions(TypedDict, total=False):
    """What `selfplay` returns: a row for every decision, and one for every game."""

    game: NDArray[np.int64]
    seat: NDArray[np.int64]
    action: NDArray[np.int64]
    legal: NDArray[np.int64]
    observation: NDArray[np.int16]
    number: NDArray[np.int64]
    shares: NDArray[np.float32]
    points: NDArray[np.int32]

@final
class Game:
    """A title with its options, its rules version and its pack.

    >>> import astrarium
    >>> game = astrarium.Game("galactic-adventures", "players=3")
    >>> game.seats, game.sentence(game.action("target moon-07"))
    (3, 'target moon-07')
    """

    def __new__(
        cls,
        title: str,
        options: str = "",
        pack: str | PathLike[str] | dict[str, str] | None = None,
        rules: int | None = None,
    ) -> Game: ...
    @staticmethod
    def of(title: str, players: int) -> Game:
        """The title with its usual options and this many players."""
    @property
    def title(self) -> str: ...
    @property
    def name(self) -> str:
        """As it is printed on the box."""
    @property
    def options(self) -> str:
        """All options as `key=value,…`."""
    @property
    def rules(self) -> int:
        """The version of the rules."""
    @property
    def seats(self) -> int:
        """How many seats there are."""
    @property
    def seats_range(self) -> tuple[int, int]:
        """The fewest and the most seats of the title."""
    @property
    def max_decisions(self) -> int:
        """No game has more decisions."""
    @property
    def pack(self) -> str:
        """The hash of the components."""
    def pack_texts(self) -> dict[str, str]:
        """The files of the components."""
    @property
    def actions(self) -> int:
        """How many actions there are; each has a number below it."""
    def verbs(self) -> list[tuple[str, int]]:
        """The verbs in the order of the actions, each with how many actions begin with it."""
    def sentence(self, action: int) -> str:
        """An action in words."""
    def action(self, sentence: str) -> int:
        """The number of a sentence; raises `Illegal` if it is none."""
    @property
    def observed(self) -> list[str]:
        """What each number of an observation is."""
    @property
    def schema(self) -> str:
        """A fingerprint of `observed`: what was learned with another does not fit."""
    def rules_text(self) -> str:
        """The rules in words."""

@final
class State:
    """One game being played. A seat without a choice is not asked.

    >>> import astrarium
    >>> state = astrarium.State("galactic-adventures", seed=7)
    >>> state.asked, [state.game.sentence(action) for action in state.legal()]
    ([0], ['choose-colour red', 'choose-colour yellow', 'choose-colour green', 'choose-colour blue'])
    >>> state.step("choose-colour green")
    >>> state.asked
    [1]
    """

    def __new__(
        cls,
        game: Game | str,
        seed: int = 0,
        number: int = 0,
        position: str | None = None,
        dice: str | None = None,
    ) -> State: ...
    @property
    def game(self) -> Game: ...
    @property
    def asked(self) -> list[int]:
        """The seats that are asked; nobody when the game is over."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    def legal(self, seat: int | None = None) -> list[int]:
        """What the seat may do; without a seat, the first that is asked."""
    def step(self, action: int | str, seat: int | None = None) -> None:
        """Carries out an action, or raises `Illegal` and changes nothing."""
    def why_not(self, action: int | str, seat: int | None = None) -> str | None:
        """Why an action would be refused, if it would be."""
    @property
    def points(self) -> list[int]:
        """Points by seat, as the players count them."""
    @property
    def shares(self) -> list[float] | None:
        """What each seat has won, once the game is over; 1 in all."""
    @property
    def places(self) -> list[int] | None:
        """Final places, 1 for the winner, once the game is over."""
    def name(self, seat: int) -> str:
        """What the game calls a seat."""
    def seat_named(self, name: str) -> int | None:
        """The seat of this name."""
    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat sees; without a seat, what everybody sees."""
    def scene(self, seat: int | None = None) -> dict[str, Any]:
        """The picture that a seat sees, as data."""
    def observe(self, seat: int | None = None) -> NDArray[np.int16]:
        """What a seat sees, as whole numbers."""
    def ahead(self, seat: int | None = None, seed: int = 0) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
        """What a seat would see after each of its legal actions, a row each, in a world that it cannot tell from this one and with the
        same dice; and its share of the win where the action ends the game, elsewhere NaN."""
    def text(self, seat: int | None = None) -> str:
        """The position as the seat sees it, in words, with the question and numbered legal sentences; without a seat, what everybody sees."""
    def prompt(self, seat: int | None = None) -> tuple[str, str]:
        """What a seat is asked, with the clause."""
    def labels(self, seat: int | None = None) -> list[str]:
        """What the legal actions mean, in their order."""
    def position(self) -> str:
        """The whole position as JSON, secrets included."""
    def redeal(self, seat: int | None = None, seed: int = 0) -> State:
        """A world that the seat cannot tell from this one, with other dice."""
    def copy(self) -> State:
        """The same, to try something."""
    def hash(self) -> str:
        """A fingerprint of the position."""
    def svg(self, seat: int | None = None) -> str:
        """The table as a picture."""
    def _repr_svg_(self) -> str: ...

@final
class Bot:
    """A bot by its words. It sees what its seat sees, and remembers nothing but how often it was asked.

    >>> import astrarium
    >>> state = astrarium.State("galactic-adventures", seed=7)
    >>> astrarium.Bot("greedy", seed=1).choose(state) in state.legal()
    True
    """

    def __new__(cls, words: str, seed: int = 0, asked: int = 0) -> Bot: ...
    def choose(self, state: State, seat: int | None = None) -> int:
        """One of the legal actions."""
    def hints(self, state: State, seat: int | None = None) -> list[tuple[int, float]]:
        """The legal actions with the estimated chance to win, best first; nothing if the bot has no opinion."""

@final
class Batch:
    """Many games at once. The arrays stay where they are, and every step fills them anew.

    >>> import astrarium, numpy as np
    >>> batch = astrarium.Batch("galactic-emperor", 512, seed=7)
    >>> rng, rows = np.random.default_rng(1), np.arange(512)
    >>> for _ in range(100):
    ...     batch.step(batch.legal[rows, (rng.random(512) * batch.count).astype(np.int32)])
    >>> batch.legal.shape, batch.seat.dtype
    ((512, 1681), dtype('int8'))

    A game that is over is followed at once by the next: `done` is true, `shares` and `points` are those of the game that ended, and all else
    is of the new one. Slot k plays the games first + k, first + k + n, …, whatever the threads.
    """

    seat: NDArray[np.int8]
    count: NDArray[np.int32]
    legal: NDArray[np.int32]
    points: NDArray[np.int32]
    shares: NDArray[np.float32]
    done: NDArray[np.bool_]
    number: NDArray[np.int64]
    def __new__(
        cls,
        game: Game | str,
        n: int,
        seed: int = 0,
        first: int = 0,
        *,
        threads: int | None = None,
        bots: Sequence[str | None] | None = None,
        mask: bool = False,
        observe: bool = False,
    ) -> Batch: ...
    def __len__(self) -> int: ...
    @property
    def game(self) -> Game:
        """What is played."""
    @property
    def mask(self) -> NDArray[np.bool_] | None:
        """What is legal as truth values, if it was asked for."""
    @property
    def observation(self) -> NDArray[np.int16] | None:
        """What the seats see, if it was asked for."""
    def step(self, actions: NDArray[np.int32]) -> None:
        """Carries out an action in every slot, or none if one is refused."""
    def state(self, slot: int) -> State:
        """A copy of a slot's game."""
    def hashes(self) -> NDArray[np.uint64]:
        """A fingerprint of every position."""

@final
class Record:
    """A played game as text."""

    def __new__(cls, text: str, game: Game | None = None) -> Record: ...
    @staticmethod
    def read(path: str | PathLike[str], game: Game | None = None) -> Record:
        """A record in a file."""
    def __len__(self) -> int: ...
    @property
    def game(self) -> Game: ...
    @property
    def title(self) -> str: ...
    @property
    def players(self) -> list[str]:
        """Who played, by seat."""
    @property
    def places(self) -> list[int]:
        """Final places by seat."""
    @property
    def entries(self) -> list[tuple[str, str, list[str], str]]:
        """Of each entry its seat, sentence, outcomes and hash."""
    def columns(self) -> dict[str, list[Any]]:
        """The same by column."""
    def arrow(self) -> Any:
        """The same as a table of pyarrow, which becomes a data frame with `.to_pandas()`."""
    def verify(self) -> None:
        """Plays it again, and throws its dice again if their secret is open; raises ValueError where it differs."""
    def state(self, entry: int | None = None, seed: int = 0) -> State:
        """The state after an entry, or at the end."""

@final
class Shard:
    """Games that were played, with all that decided them: a slice of a batch, or a whole one. A notebook shows its plots."""

    @staticmethod
    def read(folder: str | PathLike[str]) -> Shard | None:
        """The games in a folder that `write` or `astrarium sim --out` has written."""
    @staticmethod
    def merge(folders: Sequence[str | PathLike[str]]) -> Shard:
        """Puts slices together, in any order; raises ValueError unless they fit."""
    def write(self, folder: str | PathLike[str]) -> list[str]:
        """Writes the files of `astrarium sim --out`."""
    @property
    def finished(self) -> bool:
        """Whether all its games were played."""
    @property
    def header(self) -> dict[str, Any]:
        """What decided the games."""
    def summary(self) -> dict[str, Any]:
        """Shares with intervals, length, points."""
    def rows(self) -> list[dict[str, Any]]:
        """A line for every seat of every game."""
    def parquet(self) -> bytes:
        """The same as a Parquet file."""
    def arrow(self) -> Any:
        """The same as a table of pyarrow, which becomes a data frame with `.to_pandas()`."""
    def ratings(self) -> list[dict[str, Any]]:
        """The bots with their ratings (Weng and Lin's; everybody starts at 25) and shares, best first."""
    def _repr_html_(self) -> str: ...
    def plots(self) -> list[tuple[str, str]]:
        """Pictures by name, as SVG."""

def titles() -> list[str]:
    """The ids of all titles."""
def build(library: str | PathLike[str]) -> str:
    """This build by the file of the library."""
def sim(
    game: Game | str,
    bots: str,
    games: int = 1000,
    first: int = 0,
    seed: int = 1,
    threads: int | None = None,
    build: str = "unknown",
) -> Shard:
    """`astrarium.sim`."""
def arena(
    game: Game | str,
    bots: str,
    games: int = 1000,
    first: int = 0,
    seed: int = 1,
    threads: int | None = None,
    build: str = "unknown",
) -> Shard:
    """`astrarium.arena`."""
def compare(
    a: Game | str,
    b: Game | str,
    bots: str,
    games: int = 1000,
    seed: int = 1,
    threads: int | None = None,
    build: str = "unknown",
) -> dict[str, Any]:
    """`astrarium.compare`."""
def selfplay(
    game: Game | str,
    bots: str,
    games: int = 100,
    first: int = 0,
    seed: int = 1,
    threads: int | None = None,
    observe: bool = False,
) -> Decisions:
    """Plays games between bots, rotated over the seats, and returns every decision."""
