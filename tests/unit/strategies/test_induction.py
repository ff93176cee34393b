"""The strategy as a dialogue: its requests, its result for each answer, and verdicts on the project's programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query, Request
from veriabs.core.reasons import Reason
from veriabs.core.results import Verdict
from veriabs.core.runs import Approximation, CheckResult, Outcome, Run
from veriabs.core.strategy import StandaloneFacts
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.scalar.cut import cut_program
from veriabs.invariants.scalar.induct import MOST_ROUNDS
from veriabs.invariants.scalar.subject import AssertionTask, subject_of
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.strategies.induction import likely, prove
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Make = Callable[[str], LoopModel]
Answer = Callable[[Request], Run]

PROGRAMS = Path(__file__).parents[2] / "programs"
SAFE = sorted((PROGRAMS / "true").glob("i[0-9]*.c"))
UNSAFE = sorted((PROGRAMS / "false").glob("i[0-9]*.c"))
TRAPS = sorted((PROGRAMS / "traps").glob("*_unsafe.c"))

LOCKSTEP = """int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0; while (x < n) { x++; y++; }
__VERIFIER_assert(x == y); }"""
CELL = "int a[9]; int main(void) { int i; for (i = 0; i < 9; i++) a[i] = 1; __VERIFIER_assert(a[4] == 1); }"


def run_with_failures(request: Request, *failing: str) -> Run:
    checks = tuple(CheckResult(name, name, "FAILURE" if name in failing else "SUCCESS") for name in request.asked)
    return Run(request.purpose, Outcome.FAILURE if failing else Outcome.SUCCESS, checks)


def run_dialogue(model: LoopModel, answer: Answer) -> tuple[list[Request], tuple[CheckedQuery, ...] | Reason]:
    """All requests of the strategy, and its result."""
    dialogue, asked = prove(model, StandaloneFacts(model.program)), []
    try:
        requests = next(dialogue)
        while True:
            asked += requests
            requests = dialogue.send(tuple(CheckedQuery(request, answer(request)) for request in requests))
    except StopIteration as end:
        return asked, end.value


def goal_fails(request: Request) -> Run:
    return run_with_failures(request, request.asked[0])


# ------------------------------------------------------------------------------------------------------------ dialogue


def test_a_success_is_the_proof(model: Make) -> None:
    asked, found = run_dialogue(model(LOCKSTEP), run_with_failures)
    assert len(asked) == 1
    assert not isinstance(found, Reason)
    assert [piece.request for piece in found] == asked
    assert found[0].request.claim is Approximation.OVER


def test_success_without_the_assertion_proves_nothing(model: Make) -> None:
    def answer(request: Request) -> Run:
        only = (CheckResult("1", request.asked[-1], "SUCCESS"),)
        return Run("", Outcome.SUCCESS, only) if isinstance(request, Query) else goal_fails(request)

    assert isinstance(run_dialogue(model(LOCKSTEP), answer)[1], Reason)


@pytest.mark.parametrize("outcome", [Outcome.TIMEOUT, Outcome.MEMORY, Outcome.CRASH, Outcome.UNKNOWN])
def test_no_answer_is_no_proof(model: Make, outcome: Outcome) -> None:
    assert isinstance(run_dialogue(model(LOCKSTEP), lambda request: Run(request.purpose, outcome))[1], Reason)


def test_failing_candidates_are_dropped(model: Make) -> None:
    def answer(request: Request) -> Run:
        return run_with_failures(request, request.asked[1]) if len(request.asked) > 4 else run_with_failures(request)

    asked, found = run_dialogue(model(LOCKSTEP), answer)
    assert not isinstance(found, Reason)
    sizes = [len(request.asked) for request in asked]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 4


def test_dropping_of_candidates_ends(model: Make) -> None:
    def answer(request: Request) -> Run:
        return run_with_failures(request, request.asked[-1])

    asked, found = run_dialogue(model(LOCKSTEP), answer)
    assert isinstance(found, Reason)
    assert len(asked) < 10 * MOST_ROUNDS


def test_every_source_and_k_is_tried_for_scalars(model: Make) -> None:
    asked, found = run_dialogue(model(LOCKSTEP), goal_fails)
    assert isinstance(found, Reason)
    assert [request.k for request in asked if isinstance(request, Query)] == [1, 1, 2, 3]
    assert len(asked[1].asked) > len(asked[0].asked)  # with the relations of sample runs


def test_larger_k_is_not_tried_for_cells(model: Make) -> None:
    asked, _ = run_dialogue(model(CELL), goal_fails)
    assert [request.k for request in asked if isinstance(request, Query)] == [1, 1]


def test_a_run_that_violates_the_assertion_ends_it(model: Make) -> None:
    asked, found = run_dialogue(model(LOCKSTEP.replace("x == y", "x < 3")), goal_fails)
    assert isinstance(found, Reason)
    assert "violates" in found.text
    assert len(asked) == 1


# ---------------------------------------------------------------------------------------------------------------- CBMC


def verdict_of(path: Path, cbmc: Cbmc, timeout: float) -> Verdict:
    program = load_program(load(path))
    options = Options(timeout=timeout, jobs=1, strategies=("induction",), replay=False)
    return verify(program.task, program, cbmc, options).verdict


@pytest.mark.share(9, 3)
@pytest.mark.cbmc
@pytest.mark.parametrize("path", SAFE, ids=lambda path: path.stem)
def test_safe_program_is_proved(path: Path, cbmc: Cbmc) -> None:
    assert verdict_of(path, cbmc, 150) is Verdict.TRUE


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize("path", UNSAFE, ids=lambda path: path.stem)
def test_unsafe_program_is_not_proved(path: Path, cbmc: Cbmc) -> None:
    assert verdict_of(path, cbmc, 5) is not Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.slow
@pytest.mark.parametrize("path", TRAPS, ids=lambda path: path.stem)
def test_trap_is_not_proved(path: Path, cbmc: Cbmc) -> None:
    assert verdict_of(path, cbmc, 15) is not Verdict.TRUE


def decided(subject: AssertionTask, k: int, cbmc: Cbmc) -> Run:
    harness = cut_program(subject, {}, k)
    assert harness is not None
    with Driver(cbmc, jobs=1) as driver:
        return driver.check(
            render_c(harness.template, harness.context),
            purpose=harness.purpose,
            asked=harness.asked,
            unwind=harness.unwind,
            data_model=subject.program.task.data_model,
            seconds=60,
        )


CHAIN = """int main(void) { int s = 0; while (1) { int old = s;
if (old == 0) s = 1; if (old == 1) s = 0; if (old == 5) s = 6; if (old == 6) s = 7; if (old > 7 || old < 0) s = 0;
__VERIFIER_assert(s != 7); } }"""
"""From 5 two steps lead to the error, and nothing leads to 5: that takes three iterations in a row to see."""


@pytest.mark.cbmc
@pytest.mark.parametrize(("k", "outcome"), [(1, Outcome.FAILURE), (2, Outcome.FAILURE), (3, Outcome.SUCCESS)])
def test_three_iterations_in_a_row_without_any_invariant(model: Make, cbmc: Cbmc, k: int, outcome: Outcome) -> None:
    assert decided(subject_of(model(CHAIN)), k, cbmc).outcome is outcome


LATE = """int main(void) { int n = __VERIFIER_nondet_int(), i, x = 0, y = 0;
for (i = 0; i < n; i++) { LEAVE x = y; y = AFTER; }
__VERIFIER_assert(x == 0); }"""


@pytest.mark.share(3)
@pytest.mark.cbmc
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("leave", ["", "if (i == 2) break;", "if (i == 1) continue;", "if (i == 7) break;"])
def test_first_iterations_and_exits_count(model: Make, cbmc: Cbmc, k: int, leave: str) -> None:
    """Whatever k is, an error in an early iteration, or behind one that leaves, is not lost."""
    unsafe = LATE.replace("LEAVE", leave).replace("AFTER", "1")
    assert decided(subject_of(model(unsafe)), k, cbmc).outcome is Outcome.FAILURE
    safe = LATE.replace("LEAVE", leave).replace("AFTER", "0 * i")
    seen = k == 3 and "continue" not in leave
    assert decided(subject_of(model(safe)), k, cbmc).outcome is (Outcome.SUCCESS if seen else Outcome.FAILURE)


FOLDS = """unsigned a[100]; int main(void) {{ unsigned s = 0, t = 0; int i;
for (i = 0; i < 100; i++) a[i] = {cell}; for (i = 0; i < 100; i++) {{ s += a[i]; {second} }} {behind}
__VERIFIER_assert({claim}); }}"""


@pytest.mark.parametrize(
    ("cell", "second", "behind", "claim", "is_likely"),
    [
        ("__VERIFIER_nondet_uint()", "t += a[i];", "", "s == t", True),
        ("i", "t += a[i];", "", "s == t", False),
        ("__VERIFIER_nondet_uint()", "", "for (i = 0; i < 100; i++) t += a[i];", "s == t", False),
        ("__VERIFIER_nondet_uint()", "t += a[i];", "", "s == a[5]", False),
        ("__VERIFIER_nondet_uint()", "", "", "s < 5", False),
    ],
)
def test_is_likely_where_one_loop_computes_both_from_inputs(
    cell: str, second: str, behind: str, claim: str, model: Make, *, is_likely: bool
) -> None:
    found = model(FOLDS.format(cell=cell, second=second, behind=behind, claim=claim))
    assert likely(found) is is_likely
