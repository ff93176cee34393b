"""The loop that drops candidates until those that are left prove each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctree import integer
from veriabs.core.queries import CheckedQuery, Query, Request
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.statements import CheckId, CheckKind, LoopId
from veriabs.invariants.candidates import cannot_recover, independent
from veriabs.invariants.houdini import houdini, not_refuted

Names = tuple[str, ...]
GOAL = "goal"


def program(names: Names) -> Query | None:
    ids = {name: CheckId(CheckKind.STEP) for name in names} | {GOAL: CheckId(CheckKind.GOAL)}
    return Query("candidates", "t", {}, (*names, GOAL), 1, ids=ids)


def remaining(names: Names, piece: CheckedQuery) -> Names:
    return tuple(name for name in names if name not in piece.run.failed())


def run(wrong: Callable[[Names], Names], **options: object) -> tuple[CheckedQuery | None, Names, list[Names]]:
    """Run Houdini on candidates a, b, c, of which `wrong` fail in each run; also returns the names of each run."""
    asked: list[Names] = []
    rounds = houdini(("a", "b", "c"), program, remaining, **options)  # type: ignore[arg-type]
    try:
        requests: tuple[Request, ...] = next(rounds)
        while True:
            (request,) = requests
            names = tuple(name for name in request.asked if name != GOAL)
            asked.append(names)
            checks = tuple(CheckResult(n, n, "FAILURE" if n in wrong(names) else "SUCCESS") for n in request.asked)
            outcome = Outcome.FAILURE if wrong(names) else Outcome.SUCCESS
            requests = rounds.send((CheckedQuery(request, Run("candidates", outcome, checks)),))
    except StopIteration as end:
        return *end.value, asked


def one_after_the_other(names: Names) -> Names:
    """c is refuted at once; b only once c is not assumed any more."""
    return ("c",) if "c" in names else ("b",) if "b" in names else ()


def test_candidates_that_depend_on_a_wrong_one_are_dropped() -> None:
    piece, kept, asked = run(one_after_the_other)
    assert piece is not None and piece.run.outcome is Outcome.SUCCESS
    assert kept == ("a",)
    assert asked == [("a", "b", "c"), ("a", "b"), ("a",)]


def test_rounds_are_limited() -> None:
    piece, kept, asked = run(one_after_the_other, most=1)
    assert (piece, kept, len(asked)) == (None, ("a", "b"), 1)


def test_a_failed_goal_ends_it_unless_candidates_are_wanted_for_themselves() -> None:
    def wrong(names: Names) -> Names:
        return ("c", GOAL) if "c" in names else ()

    piece, kept, asked = run(wrong)
    assert piece is not None and piece.run.outcome is Outcome.FAILURE
    assert (kept, len(asked)) == (("a", "b"), 1)
    piece, kept, asked = run(wrong, hopeless=independent)
    assert piece is not None and piece.run.outcome is Outcome.SUCCESS
    assert (kept, len(asked)) == (("a", "b"), 2)


def test_candidates_are_dropped_for_a_goal_as_long_as_it_does_not_fail() -> None:
    def wrong(names: Names) -> Names:
        return ("c",) if "c" in names else ("b", GOAL) if "b" in names else ()

    piece, kept, asked = run(wrong, hopeless=cannot_recover)
    assert piece is not None and piece.run.failed() == ("b", GOAL)
    assert (kept, len(asked)) == (("a",), 2)
    piece, kept, asked = run(one_after_the_other, hopeless=cannot_recover)
    assert piece is not None and piece.run.outcome is Outcome.SUCCESS and len(asked) == 3
    piece, kept, asked = run(wrong, hopeless=partial(cannot_recover, of=()))
    assert (kept, len(asked)) == (("a", "b"), 1), "of the goals that matter none is left"


@pytest.mark.parametrize("outcome", [Outcome.TIMEOUT, Outcome.CRASH])
def test_a_run_without_an_answer_drops_nothing(outcome: Outcome) -> None:
    rounds = houdini(("a", "b"), program, remaining)
    (request,) = next(rounds)
    with pytest.raises(StopIteration) as end:
        rounds.send((CheckedQuery(request, Run("candidates", outcome)),))
    piece, kept = end.value.value
    assert piece.run.outcome is outcome
    assert kept == ("a", "b")


def test_run_that_left_candidates_out_itself_is_the_last_one() -> None:
    rounds = houdini(("a", "b"), program, remaining)
    (request,) = next(rounds)
    left_out = Run("candidates", Outcome.FAILURE, (CheckResult("b", "b", "FAILURE"),), left_out=frozenset({"fact_2"}))
    with pytest.raises(StopIteration) as end:
        rounds.send((CheckedQuery(request, left_out),))
    assert end.value.value == (CheckedQuery(request, left_out), ("a",))


def test_candidates_that_no_proof_needs_are_not_refuted() -> None:
    loop, exprs = LoopId(1), (integer(1), integer(2), integer(3))
    ids = {str(n): CheckId(CheckKind.STEP, loop, n) for n in range(3)}
    statuses = ("SUCCESS", "FAILURE", "UNKNOWN")
    checks = tuple(CheckResult(str(n), str(n), status) for n, status in enumerate(statuses))
    piece = CheckedQuery(Query("p", "t", {}, (), 1, ids=ids), Run("p", Outcome.FAILURE, checks))
    assert not_refuted({loop: exprs}, piece) == {loop: (exprs[0], exprs[2])}
    assert not_refuted({loop: exprs[1:2]}, replace(piece, run=replace(piece.run, checks=()))) == {loop: exprs[1:2]}
