"""Tests of the package, run by `cargo xtask test`; by hand: `pytest crates/python` where `astrarium` is installed."""

from __future__ import annotations

import os

import astrarium
import pytest

SOAK = int(os.environ.get("ASTRARIUM_SOAK", "1"))


@pytest.fixture(params=astrarium.titles())
def title(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def tables() -> list[astrarium.Game]:
    """Every title with every number of players."""
    found = []
    for title in astrarium.titles():
        low, high = astrarium.Game(title).seats_range
        for players in range(low, high + 1):
            found.append(astrarium.Game.of(title, players))
    return found


def pytest_unconfigure(config: pytest.Config) -> None:
    """Says what was tested as the test command counts it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return
    count = lambda *kinds: sum(len(reporter.stats.get(kind, ())) for kind in kinds)  # noqa: E731
    print(f"\n{count('passed')} passed, {count('failed', 'error')} failed")
