"""One game, a batch, pickles, sight: the same play whatever the way."""

from __future__ import annotations

import copy
import itertools
import pickle

import astrarium
import numpy as np
import pytest
from conftest import SOAK
from pathlib import Path

ROOT = Path(__file__).parents[3]


def play(batch: astrarium.Batch, steps: int, seed: int = 1) -> list[bytes]:
    """Random play; what each step brought."""
    rng, rows, seen = np.random.default_rng(seed), np.arange(len(batch)), []
    for _ in range(steps):
        batch.step(batch.legal[rows, (rng.random(len(batch)) * batch.count).astype(np.int32)])
        said = [batch.hashes(), batch.seat, batch.count, batch.done, batch.shares, batch.points, batch.number]
        seen.append(b"".join(part.tobytes() for part in said))
    return seen


def test_a_batch_is_the_same_with_any_threads_and_equals_states(title: str) -> None:
    """200,000 decisions a title: every position, and everything that the arrays say."""
    n, steps = 400, 500
    whole = {threads: play(astrarium.Batch(title, n, 7, threads=threads), steps) for threads in (1, 2, 8)}
    assert whole[1] == whole[2] == whole[8]

    rng = np.random.default_rng(1)
    states, numbers = [astrarium.State(title, 7, k) for k in range(n)], list(range(n))
    for step in range(steps):
        picks = rng.random(n)
        hashes = np.zeros(n, np.uint64)
        for k in range(n):
            legal = states[k].legal()
            states[k].step(legal[int(picks[k] * len(legal))])
            if states[k].over:
                numbers[k] += n
                states[k] = astrarium.State(title, 7, numbers[k])
            hashes[k] = int(states[k].hash(), 16)
        assert whole[1][step].startswith(hashes.tobytes()), f"step {step}"


def test_what_was_pickled_has_the_same_future(title: str) -> None:
    rng = np.random.default_rng(5)
    for number in range(20 if title != "galactic-adventures" else 100):
        state = astrarium.State(title, 11, number)
        for decision in itertools.count():
            if state.over:
                break
            if decision % 50 == 0:
                again = pickle.loads(pickle.dumps(state))
                assert again == state and again.hash() == state.hash()
                futures = [finish(s, number) for s in (again, state.copy(), copy.deepcopy(state))]
                assert futures[0] == futures[1] == futures[2]
            legal = state.legal()
            state.step(legal[int(rng.integers(len(legal)))])


def finish(state: astrarium.State, seed: int) -> tuple[str, list[float] | None]:
    rng = np.random.default_rng(seed)
    while not state.over:
        legal = state.legal()
        state.step(legal[int(rng.integers(len(legal)))])
    return state.hash(), state.shares


def test_batches_and_bots_are_pickled_in_the_middle(title: str) -> None:
    bots = [None] + ["random"] * (astrarium.Game(title).seats - 1)
    batch = astrarium.Batch(title, 20, 3, bots=bots, threads=2, mask=True, observe=True)
    play(batch, 30)
    again = pickle.loads(pickle.dumps(batch))
    assert play(again, 40, 9) == play(batch, 40, 9)
    assert (again.mask == batch.mask).all() and (again.observation == batch.observation).all()
    assert set(batch.seat) == {0}

    bot, state = astrarium.Bot("greedy", seed=4), astrarium.State(title, 1)
    bot.choose(state)
    later = pickle.loads(pickle.dumps(bot))
    assert [bot.choose(state) for _ in range(3)] == [later.choose(state) for _ in range(3)]


def test_a_seat_learns_nothing_from_what_it_cannot_know(title: str) -> None:
    """Every sense of a seat is the same in worlds that it cannot tell apart."""
    pairs, number, rng = 0, 0, np.random.default_rng(2)
    while pairs < 10_000 * min(SOAK, 10):
        number += 1
        state = astrarium.State(title, 13, number)
        while not state.over:
            legal = state.legal()
            if rng.random() < 0.2:
                seat = int(rng.integers(state.game.seats))
                other = state.redeal(seat, seed=int(rng.integers(2**32)))
                assert (other.observe(seat) == state.observe(seat)).all()
                assert other.legal(seat) == state.legal(seat)
                assert other.view(seat) == state.view(seat)
                assert other.text(seat) == state.text(seat)
                pairs += 1
            state.step(legal[int(rng.integers(len(legal)))])


def test_the_observation_says_what_the_view_says(title: str) -> None:
    game = astrarium.Game(title)
    names = game.observed
    assert len(set(names)) == len(names) == len(astrarium.State(game).observe())
    assert game.schema == astrarium.Game(title, pack=game.pack_texts()).schema
    state, rng, at = astrarium.State(game, 5), np.random.default_rng(3), {name: k for k, name in enumerate(names)}
    while not state.over:
        seat, legal = state.asked[0], state.legal()
        seen = state.observe(seat)
        assert seen[0] == seat and sum(seen[at[f"legal.{verb}"]] for verb, _ in game.verbs()) == len(legal)
        view = state.view(seat)
        if "round" in view:
            assert seen[at["round"]] == view["round"]
        for number, look in enumerate(view["seats"]):
            for key in ("points", "vp", "credits", "metal", "budget", "cards"):
                if key in look:
                    expected = -1 if look[key] is None else look[key]
                    assert seen[at[f"seats.{number}.{key}"]] == expected, key
        state.step(legal[int(rng.integers(len(legal)))])


def test_a_refusal_has_its_clause_and_changes_nothing(title: str) -> None:
    state = astrarium.State(title, 1)
    before, illegal = state.hash(), next(a for a in range(state.game.actions) if a not in state.legal())
    with pytest.raises(astrarium.Illegal) as refusal:
        state.step(illegal)
    assert refusal.value.clause and f"**{refusal.value.clause}**" in state.game.rules_text()
    assert pickle.loads(pickle.dumps(refusal.value)).clause == refusal.value.clause
    assert state.why_not(illegal) == str(refusal.value)
    assert state.hash() == before

    batch = astrarium.Batch(title, 4)
    hashes = batch.hashes()
    given = batch.legal[:, 0].copy()
    given[2] = illegal
    with pytest.raises(astrarium.Illegal, match="slot 2"):
        batch.step(given)
    assert (batch.hashes() == hashes).all()
    with pytest.raises(ValueError, match="3 actions for 4 slots"):
        batch.step(given[:3])


def test_a_position_and_a_record_can_be_entered() -> None:
    state = astrarium.State("galactic-emperor", 5)
    for _ in range(30):
        state.step(state.legal()[0])
    again = astrarium.State("galactic-emperor", position=state.position())
    assert again.hash() == state.hash()
    assert state._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError, match="no position"):
        astrarium.State("galactic-emperor", position="[")

    paths = sorted((ROOT / "crates").glob("game-*/tests/records/*.rec"))[::7]
    assert paths
    for path in paths:
        record = astrarium.Record.read(path)
        record.verify()
        assert record.state().over and not record.state(0).over
        assert len(record.columns()["hash"]) == len(record)
    broken = str(record).replace(record.entries[1][3], "0" * 16)
    with pytest.raises(ValueError, match="entry 1"):
        astrarium.Record(broken).verify()


def test_a_changed_pack_is_another_game() -> None:
    usual = astrarium.Game("galactic-adventures")
    name, text = next((n, t) for n, t in usual.pack_texts().items() if "[" in t)
    with pytest.raises(ValueError, match="no file of this pack"):
        astrarium.Game("galactic-adventures", pack={"other.toml": ""})
    with pytest.raises(ValueError, match=name):
        astrarium.Game("galactic-adventures", pack={name: text + "\nnonsense = 1\n"})
    same = astrarium.Game("galactic-adventures", pack={name: text + "\n# a comment\n"})
    assert same.pack == usual.pack and pickle.loads(pickle.dumps(same)) == usual


def test_selfplay_writes_down_every_decision(title: str) -> None:
    one, two = (astrarium.selfplay(title, "random", games=8, seed=2, threads=t, observe=True) for t in (1, 2))
    assert all((one[key] == two[key]).all() for key in one)
    assert len(one["observation"]) == len(one["action"]) and (one["observation"][:, 0] == one["seat"]).all()
    assert np.allclose(one["shares"].sum(axis=1), 1.0, atol=1e-4)
    state, mine = astrarium.State(title, 2, 0), one["game"] == 0
    for seat, action in zip(one["seat"][mine], one["action"][mine], strict=True):
        assert state.asked[0] == seat
        state.step(int(action))
    assert state.over


def test_a_seat_looks_ahead_in_a_world_it_may_imagine(title: str) -> None:
    rng, state = np.random.default_rng(4), astrarium.State(title, 21)
    for decision in itertools.count():
        if state.over:
            break
        seat, legal = state.asked[0], state.legal()
        if decision % 7 == 0:
            seen, shares = state.ahead(seat, seed=decision)
            for action, row, share in zip(legal, seen, shares, strict=True):
                world = state.redeal(seat, seed=decision)
                world.step(action, seat)
                assert (world.observe(seat) == row).all()
                assert share == pytest.approx(world.shares[seat]) if world.shares else np.isnan(share)
        state.step(legal[int(rng.integers(len(legal)))])
