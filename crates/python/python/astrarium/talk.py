"""A table in words for language models and other programs: JSON lines over stdio, or tools of the Model Context Protocol.

    python -m astrarium.talk galactic-emperor --seat 0 --bots pilot --seed 7        one line of JSON for each question
    python -m astrarium.talk galactic-emperor --mcp                                 an MCP server

A question says the position in words and the legal sentences by number. An answer is a line with a number or a sentence. What the rules
refuse comes back with the reason and its clause, and the question stays.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from ._errors import Illegal
from ._native import Bot, Game, State


class Talk:
    """One seat's side of a table, the others played by a bot."""

    def __init__(self, game: Game | str, *, seat: int = 0, bots: str = "pilot", seed: int = 0) -> None:
        self.state, self.bot, self.seat = State(game, seed=seed), Bot(bots, seed=seed), seat
        self._settle()

    def _settle(self) -> None:
        while self.state.asked and self.seat not in self.state.asked:
            asked = self.state.asked[0]
            self.state.step(self.bot.choose(self.state, asked), asked)

    def question(self) -> dict[str, Any]:
        """What the seat is asked: the position in words, and the legal sentences with what they mean."""
        if self.state.over:
            return {"over": True, "places": self.state.places, "points": self.state.points, "table": self.state.text()}
        prompt, clause = self.state.prompt(self.seat)
        legal, labels = self.state.legal(self.seat), self.state.labels(self.seat)
        said = [
            {"number": k, "sentence": self.state.game.sentence(action), "means": label}
            for k, (action, label) in enumerate(zip(legal, labels, strict=True), 1)
        ]
        return {"question": prompt, "clause": clause, "table": self.state.text(self.seat), "sentences": said}

    def answer(self, words: str) -> dict[str, Any]:
        """Says a sentence, or its number, and returns the next question; a refusal with its reason."""
        try:
            self.state.step(self._action(words.strip()), self.seat)
        except Illegal as refusal:
            return {"refused": refusal.text, "clause": refusal.clause}
        self._settle()
        return self.question()

    def why_not(self, words: str) -> dict[str, Any]:
        """Why a sentence would be refused, if it would be."""
        try:
            return {"why_not": self.state.why_not(self._action(words.strip()), self.seat)}
        except Illegal as refusal:
            return {"why_not": str(refusal)}

    def _action(self, words: str) -> int | str:
        if not words.isdecimal():
            return words
        legal = self.state.legal(self.seat)
        if not 1 <= int(words) <= len(legal):
            raise Illegal(f"there is no sentence {words}: expected 1 to {len(legal)}")
        return legal[int(words) - 1]


def lines(talk: Talk, given: Iterable[str], out: TextIO) -> None:
    """Asks and reads answers until the game or the input is over."""

    def say(what: dict[str, Any]) -> None:
        print(json.dumps(what, ensure_ascii=False), file=out, flush=True)

    say(talk.question())
    for line in given:
        said = line.strip()
        say(talk.why_not(said[4:]) if said.startswith("why ") else talk.answer(said))
        if talk.state.over:
            return


TOOLS = {
    "question": ("The position in words, the question, and the legal sentences by number.", []),
    "answer": ("Says a legal sentence, or its number; returns the next question.", ["words"]),
    "why_not": ("Why a sentence would be refused, with its clause.", ["words"]),
    "rules": ("The rules of the game in words.", []),
}


def mcp(talk: Talk, given: Iterable[str], out: TextIO) -> None:
    """Serves the tools over stdio, as the Model Context Protocol of 2025-06-18 says: one JSON-RPC message a line."""
    for line in given:
        if line.strip() and (reply := _reply(talk, json.loads(line))) is not None:
            print(json.dumps({"jsonrpc": "2.0", **reply}, ensure_ascii=False), file=out, flush=True)


def _reply(talk: Talk, message: dict[str, Any]) -> dict[str, Any] | None:
    if "id" not in message:
        return None
    number, method, given = message["id"], message.get("method"), message.get("params", {})
    if method == "initialize":
        about = {"name": "astrarium", "version": "1"}
        return {
            "id": number,
            "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": about},
        }
    if method == "ping":
        return {"id": number, "result": {}}
    if method == "tools/list":
        return {"id": number, "result": {"tools": [_tool(name) for name in TOOLS]}}
    if method == "tools/call" and given.get("name") in TOOLS:
        said, refused = _call(talk, given["name"], given.get("arguments", {}))
        return {"id": number, "result": {"content": [{"type": "text", "text": said}], "isError": refused}}
    return {"id": number, "error": {"code": -32601, "message": f"{method} is not known here: expected tools/list or tools/call"}}


def _tool(name: str) -> dict[str, Any]:
    about, needs = TOOLS[name]
    schema = {"type": "object", "properties": {word: {"type": "string"} for word in needs}, "required": needs}
    return {"name": name, "description": about, "inputSchema": schema}


def _call(talk: Talk, name: str, arguments: dict[str, str]) -> tuple[str, bool]:
    if name == "rules":
        return talk.state.game.rules_text(), False
    if name == "question":
        said = talk.question()
    else:
        said = (talk.answer if name == "answer" else talk.why_not)(str(arguments.get("words", "")))
    return json.dumps(said, ensure_ascii=False), "refused" in said


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m astrarium.talk", description="A table in words, over stdio.")
    parser.add_argument("title")
    parser.add_argument("--options", default="", help="key=value,…")
    parser.add_argument("--seat", type=int, default=0, help="whose side, counted from 0")
    parser.add_argument("--bots", default="pilot", help="who plays the other seats")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mcp", action="store_true", help="serve tools of the Model Context Protocol")
    given = parser.parse_args()
    talk = Talk(Game(given.title, given.options), seat=given.seat, bots=given.bots, seed=given.seed)
    (mcp if given.mcp else lines)(talk, sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
