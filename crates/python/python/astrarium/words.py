"""How `State.text` says a table in words: what a seat sees, what it is asked, what it may answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ._native import State

Data = dict[str, Any]


def text(state: State, seat: int | None = None) -> str:
    """`State.text`.

    >>> import astrarium
    >>> state = astrarium.State("galactic-adventures", seed=7)
    >>> print(state.text(0).splitlines()[-4])
    1. choose-colour red: Play red
    """
    scene = state.scene(seat)
    prompt, clause = state.prompt(seat)
    lines = [scene["heading"], *_seats(scene), *_shared(scene), *_board(scene), f"{prompt} ({clause})"]
    if seat is not None and seat in state.asked:
        answers = zip(state.legal(seat), state.labels(seat), strict=True)
        lines += [f"{k}. {state.game.sentence(action)}: {label}" for k, (action, label) in enumerate(answers, 1)]
    return "\n".join(lines)


def _seats(scene: Data) -> Iterator[str]:
    for number, look in enumerate(scene["seats"]):
        panels = [words for panel in scene["panels"] if panel.get("seat") == number for words in _groups(panel)]
        points = [f"{look['points']} points"] if "points" in look else []
        yield f"{look['name']} ({look['state']}): " + "; ".join(points + panels)


def _shared(scene: Data) -> Iterator[str]:
    for panel in scene["panels"]:
        if panel.get("seat") is None and (groups := list(_groups(panel))):
            yield f"{panel['title']}: " + "; ".join(groups)


def _groups(panel: Data) -> Iterator[str]:
    for group in panel["groups"]:
        items = [item for item in group["items"] if group["layout"] != "tree" or "have" in item.get("style", ())]
        words = [" ".join(filter(None, [item.get("value"), item.get("label") or item.get("tip")])) for item in items]
        if any(words):
            yield (f"{group['title']}: " if group.get("title") else "") + ", ".join(filter(None, words))


def _board(scene: Data) -> Iterator[str]:
    owners = [look["name"] for look in scene["seats"]]
    lying: dict[str, list[Data]] = {}
    for shape in scene["shapes"]:
        if "on" in shape:
            lying.setdefault(shape["on"], []).append(shape)
    for place in scene["shapes"]:
        if not place["id"] or "on" in place:
            continue
        said = [place.get("label"), place.get("count"), place.get("tip"), *_whose(owners, place)]
        for shape in lying.get(place["id"], []):
            said.append(" ".join(filter(None, [*_whose(owners, shape), shape.get("count"), shape.get("tip") or shape["id"]])))
        said = list(dict.fromkeys(words for words in said if words and words != place["id"]))
        if said:
            yield f"{place['id']}: " + ", ".join(said)


def _whose(names: list[str], shape: Data) -> list[str]:
    return [names[shape["owner"]]] if "owner" in shape else []
