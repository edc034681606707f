"""What is written about the package is true: examples in docstrings, the types, the reference."""

from __future__ import annotations

import ast
import doctest
import importlib
import sys
from pathlib import Path

import astrarium
import pytest

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE))
MODULES = ["_errors", "words", "pettingzoo", "gymnasium", "rllib", "encoding", "linear", "ray", "talk"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"astrarium.{name}"))
    assert not failed and (tried or name == "talk")


def test_docstrings_of_the_package_and_its_types() -> None:
    assert doctest.testmod(astrarium)[0] == 0
    path = HERE / "python/astrarium/_native.pyi"
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef) and (said := ast.get_docstring(node)):
            runner.run(parser.get_doctest(said, {}, node.name, str(path), node.lineno))
    assert runner.tries >= 10 and runner.failures == 0


def test_the_types_name_what_there_is() -> None:
    """Every class and function of the library is in the types, with the same members, and the other way round."""
    tree = ast.parse((HERE / "python/astrarium/_native.pyi").read_text())
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name != "Decisions":
            said = {m.name for m in node.body if isinstance(m, ast.FunctionDef)}
            said |= {m.target.id for m in node.body if isinstance(m, ast.AnnAssign) and isinstance(m.target, ast.Name)}
            there = {name for name in vars(getattr(astrarium._native, node.name)) if not name.startswith("_")}
            assert {name for name in said if not name.startswith("_")} == there, node.name
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert functions == {name for name, what in vars(astrarium._native).items() if callable(what) and not isinstance(what, type)}


def test_the_reference_is_of_this_package() -> None:
    import reference

    assert reference.PAGE.read_text() == reference.page(), "run `python crates/python/reference.py --write`"


def test_every_number_of_an_observation_is_on_its_page(title: str) -> None:
    from astrarium.encoding import page

    game = astrarium.Game(title)
    said = page(game)
    assert game.schema in said
    for index, name in enumerate(game.observed):
        assert any(f"{index} `{end}`" in said for end in ends(name)) or f"{index}: `{name}`" in said, name


def ends(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[k:]) for k in range(1, 3)]
