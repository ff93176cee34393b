"""The theorem of loop shrinking (docs/theory.md 2.2) by brute force on finite systems, and that its conditions matter.

A system is a table of steps and a table of clauses. It is accepted if harness and residual program of the theorem would
pass, and it is wrong if it is accepted although the whole loop violates its property.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

import pytest

NEXT, LEAVE, BLOCKED = range(3)
SYSTEMS = 12_000


@dataclass(frozen=True)
class System:
    """`steps[j][state]` is an outcome and the next state, `clauses[j][state]` is clause j; iterations count from 0."""

    steps: tuple[tuple[tuple[int, int], ...], ...]
    clauses: tuple[tuple[bool, ...], ...]
    initial: tuple[int, ...]
    exists: bool = False
    has_to_leave: bool = False


@dataclass(frozen=True)
class Variant:
    """Which conditions of the theorem are kept."""

    past: bool = True
    arbitrary: bool = False
    only_initial: bool = False
    consecutive: bool = False
    blocked_filters: bool = False
    every: bool = True


def random_system(random: Random, *, exists: bool) -> System:
    length, states = random.randint(2, 5), random.randint(2, 5)
    none, leaving, blocking = (NEXT,), (NEXT,) * 6 + (LEAVE,), (NEXT,) * 6 + (BLOCKED,)
    outcomes = random.choice([none, leaving, blocking, (*leaving, BLOCKED)])

    def step(state: int) -> tuple[int, int]:
        return random.choice(outcomes), random.choice((state, random.randrange(states)))

    steps = tuple(tuple(step(state) for state in range(states)) for _ in range(length))
    if random.random() < 0.3:
        steps = (steps[0],) * length
    likely = 0.35 if exists else 0.8
    clauses = tuple(tuple(random.random() < likely for _ in range(states)) for _ in range(length))
    return System(steps, clauses, (0,), exists, LEAVE in outcomes and random.random() < 0.3)


def fails(system: System, sequence: Sequence[int], state: int, past: int | None) -> bool | None:
    """Does the residual loop end in a violation of its property? None if it is blocked."""
    left = False
    for j in sequence:
        outcome, state = system.steps[j][state]
        if outcome == BLOCKED:
            return None
        if outcome == LEAVE:
            left = True
            break
    if system.has_to_leave and not left:
        return False
    asked = [system.clauses[j][state] for j in (*sequence, *(() if past is None else (past,)))]
    return not any(asked) if system.exists else not all(asked)


def heads(system: System, variant: Variant) -> Iterator[tuple[int, int]]:
    """Iterations with the states from which the harness looks at them."""
    states = range(len(system.clauses[0]))
    for j in range(len(system.steps)):
        if variant.arbitrary:
            yield from ((j, state) for state in states)
        elif variant.only_initial:
            yield from ((j, state) for state in system.initial)
    if variant.arbitrary or variant.only_initial:
        return
    for state in system.initial:
        for j, row in enumerate(system.steps):
            yield j, state
            outcome, state = row[state]
            if outcome != NEXT:
                break


def shrinkable(system: System, k: int, variant: Variant) -> bool:
    """Does the harness pass?"""
    length = len(system.steps)
    for j, state in heads(system, variant):
        tails = [tuple(range(j + 1, j + 1 + k))] if variant.consecutive else combinations(range(j + 1, length), k)
        for tail in (t for t in tails if not t or t[-1] < length):
            sequence = (j, *tail)
            for past in (None, *range(j)) if variant.past else (None,):
                if not fails(system, sequence, state, past):
                    continue
                parts = [fails(system, part, state, past) for part in combinations(sequence, k)]
                if variant.blocked_filters and None in parts:
                    continue
                survives = all(parts) if system.exists and variant.every else any(parts)
                if not survives:
                    return False
    return True


def residual_passes(system: System, k: int) -> bool:
    length = len(system.steps)
    chosen = [tuple(range(k))] if system.exists else combinations(range(length), k)
    return not any(fails(system, part, state, None) for part in chosen for state in system.initial)


def accepted(system: System, k: int, variant: Variant) -> bool:
    return residual_passes(system, k) and shrinkable(system, k, variant)


def violates(system: System) -> bool:
    return any(fails(system, range(len(system.steps)), state, None) for state in system.initial)


def tally(variant: Variant, *, exists: bool) -> tuple[int, int]:
    """Systems that are accepted although something may fail in them, and those of them that are wrong."""
    random = Random(18)
    taken = wrong = 0
    for _ in range(SYSTEMS):
        system = random_system(random, exists=exists)
        k = random.randint(1, max(1, len(system.steps) - 1))
        if accepted(system, k, variant):
            taken += 1
            wrong += violates(system)
    return taken, wrong


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize("variant", [Variant(), Variant(arbitrary=True)])
def test_systems_accepted_by_the_theorem_are_safe(variant: Variant, exists: bool) -> None:
    taken, wrong = tally(variant, exists=exists)
    assert taken > SYSTEMS // 20
    assert wrong == 0


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "variant",
    [Variant(past=False), Variant(only_initial=True), Variant(consecutive=True), Variant(blocked_filters=True)],
    ids=["no past clause", "initial states only", "consecutive iterations", "blocked runs filter"],
)
def test_a_condition_left_out_accepts_a_violation(variant: Variant) -> None:
    assert tally(variant, exists=False)[1] > 0


def test_some_in_the_place_of_all_accepts_a_violation() -> None:
    """Trap s14: after all of four iterations no clause holds; every single iteration satisfies its own."""
    moves = ({0: 1}, {1: 2}, {2: 3}, {2: 4, 3: 5})
    steps = tuple(tuple((NEXT, 5 if x == 5 else move.get(x, 6)) for x in range(7)) for move in moves)
    holding = {5: (), 3: (1,), 4: (0,), 2: (0,)}
    clauses = tuple(tuple(j in holding.get(x, range(4)) for x in range(7)) for j in range(4))
    system = System(steps, clauses, (0,), exists=True)
    assert violates(system)
    assert accepted(system, 1, Variant(every=False))
    assert not accepted(system, 1, Variant())
