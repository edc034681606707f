"""Writes docs/python-reference.md from the package's own types and docstrings.

    python crates/python/reference.py        prints it; `--write` writes it
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs/python-reference.md"
SOURCES = HERE / "python/astrarium"
FILES = ["_native.pyi", "_errors.py", "__init__.py", "pettingzoo.py", "gymnasium.py", "rllib.py", "talk.py", "encoding.py", "linear.py", "ray.py"]
HEAD = "# Python reference\n\nMade from the package by `python crates/python/reference.py --write`. [Research in Python](python.md) is the place to begin.\n"


def signature(node: ast.FunctionDef) -> str:
    given = ast.unparse(node.args)
    given = ", ".join(part for part in given.split(", ") if part not in ("self", "cls"))
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({given}){returns}"


def doc(node: ast.AST) -> list[str]:
    """Words as they are, examples as code."""
    said, code = (ast.get_docstring(node) or "").splitlines(), False  # type: ignore[arg-type]
    out: list[str] = []
    for line in said:
        begins = line.startswith((">>>", "    ")) and not code
        if begins or (code and not line):
            out.append("```python" if begins else "```")
            code = begins
        out.append(line)
    return [*out, "```"] if code else out


def public(node: ast.stmt) -> bool:
    return isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_") and node.name != "main"


def page() -> str:
    lines = [HEAD]
    for name in FILES:
        tree = ast.parse((SOURCES / name).read_text())
        module = "astrarium" if name.startswith("_") else f"astrarium.{name.removesuffix('.py')}"
        if name == "_native.pyi" or not name.startswith("_"):
            lines += [f"## `{module}`", ""]
        if not name.startswith("_"):
            lines += [*doc(tree), ""]
        for node in filter(public, tree.body):
            if isinstance(node, ast.FunctionDef):
                lines += [f"### `{signature(node)}`", "", *doc(node), ""]
            elif isinstance(node, ast.ClassDef):
                lines += [f"### `class {node.name}`", "", *doc(node), "", *members(node), ""]
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"


def members(node: ast.ClassDef) -> list[str]:
    out = []
    for member in node.body:
        if isinstance(member, ast.AnnAssign):
            out.append(f"- `{ast.unparse(member)}`")
        elif isinstance(member, ast.FunctionDef) and (member.name == "__new__" or not member.name.startswith("_")):
            said = signature(member).replace("__new__", node.name)
            if any(ast.unparse(mark) == "property" for mark in member.decorator_list):
                said = f"{member.name}: {ast.unparse(member.returns) if member.returns else ''}"
            first = (ast.get_docstring(member) or "").split("\n")[0]
            out.append(f"- `{said}`" + (f": {first}" if first else ""))
    return out


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page())
    else:
        print(page())
