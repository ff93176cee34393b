"""Minimal invariants: the remaining ones prove the goal, and each of them is needed."""

from __future__ import annotations

from veriabs.core.ctree import integer
from veriabs.core.expressions import Expr
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import Approximation, CheckResult, Outcome, Run
from veriabs.core.statements import CheckId, CheckKind, LoopId
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.minimisation import minimal

LOOP = LoopId(1)
ENTRY, GOAL = "entry", "goal"


def fewer(
    count: int, needs: dict[int, set[int]], goal: set[int], relevant: set[int] | None = None
) -> tuple[set[int], int]:
    """The facts that are kept, where each needs others and the goal needs some; and the number of runs.

    The facts that are reported on the way are the same in the end.
    """
    facts = [integer(number) for number in range(count)]

    def program(left: Invariants) -> Query:
        ids = {f"{kind.name} {e.value}": CheckId(kind, LOOP, n) for n, e in _numbered(left) for kind in KINDS}
        return Query("cut", "t", {"left": left}, (*ids, GOAL), 1, claim=Approximation.OVER, ids=ids)

    def run(query: Query) -> CheckedQuery:
        left = query.context["left"]
        assert isinstance(left, dict)
        there = {e.value for _, e in _numbered(left)}
        wrong = {text for text in query.asked if text != GOAL and not needs.get(int(text.split()[1]), set()) <= there}
        wrong |= set() if goal <= there else {GOAL}
        checks = tuple(CheckResult(text, text, "FAILURE" if text in wrong else "SUCCESS") for text in query.asked)
        return CheckedQuery(query, Run("cut", Outcome.FAILURE if wrong else Outcome.SUCCESS, checks))

    told: list[Invariants] = [{LOOP: tuple(facts)}]
    said = {LOOP: tuple(facts)}
    is_relevant = (lambda loop, fact: fact.value in relevant) if relevant is not None else (lambda loop, fact: True)
    steps, runs = minimal(said, program, is_relevant=is_relevant, on_progress=told.append), 0
    try:
        requests = next(steps)
        while True:
            runs += len(requests)
            requests = steps.send(tuple(run(one) for one in requests if isinstance(one, Query)))
    except StopIteration as end:
        assert _numbered(told[-1]) == _numbered(end.value)
        return {e.value for _, e in _numbered(end.value)}, runs


KINDS = (CheckKind.ENTRY, CheckKind.STEP)


def _numbered(left: Invariants) -> list[tuple[int, Expr]]:
    return list(enumerate(left.get(LOOP, ())))


def test_needed_facts_are_kept_with_their_dependencies() -> None:
    assert fewer(12, {3: {7}, 7: {1}}, {3})[0] == {1, 3, 7}


def test_irrelevant_facts_are_dropped_first() -> None:
    assert fewer(64, {}, {3}, relevant={3})[0] == {3}
    assert fewer(64, {}, {3}, relevant={3})[1] < fewer(64, {}, {3})[1]
    assert fewer(12, {3: {7}}, {3}, relevant={3, 5})[0] == {3, 7}


def test_facts_that_depend_on_dropped_ones_are_dropped() -> None:
    assert fewer(6, {0: {5}, 1: {5}, 2: {5}}, {4})[0] == {4}


def test_a_goal_that_needs_nothing_keeps_nothing_and_costs_little() -> None:
    kept, runs = fewer(64, {}, set())
    assert kept == set()
    assert runs <= 8
