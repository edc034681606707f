"""What goes wrong."""

from __future__ import annotations


class Illegal(ValueError):
    """An answer that the rules refuse. Nothing has changed.

    >>> import astrarium
    >>> state = astrarium.State("galactic-adventures", seed=7)
    >>> try:
    ...     state.step("target moon-07")
    ... except astrarium.Illegal as refusal:
    ...     print(refusal.clause)
    GA-030
    """

    def __init__(self, text: str, clause: str | None = None) -> None:
        super().__init__(text, clause)
        self.text = text
        #: The clause of the rules that forbids it; None where the words are no sentence of the game.
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text
