"""Loops proved one after another: the parts of a program, and the result of a part after the earlier ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctree import TRUE
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason
from veriabs.core.results import Verdict
from veriabs.core.runs import Approximation, CheckResult, Outcome, Run
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert, CheckId, CheckKind
from veriabs.frontend.program import load_program
from veriabs.invariants.bounds import BoundsGoal
from veriabs.invariants.loop_by_loop import EarlierLoops, ProgramPrefix, parts
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

TWO = """int a[10], b[10]; int main(void) { int i;
for (i = 0; i < 10; i++) a[i] = i;
if (a[0]) for (i = 0; i < 5; i++) b[i] = a[i];
__VERIFIER_assert(b[0] == 0); return 0; }"""
GOAL = BoundsGoal(Assert(TRUE, 1, Where("f.c", 1)))
IDS = {
    "step": CheckId(CheckKind.STEP, 1, 0),
    "within": CheckId(CheckKind.ACCESS, number=2),
    "goal": CheckId(CheckKind.GOAL, number=1),
    "other": CheckId(CheckKind.GOAL, number=2),
}


def piece(*failed: str) -> CheckedQuery:
    query = Query(
        "cut", "cell_invariants/program", {}, tuple(IDS), 2, claim=Approximation.OVER, accesses=False, ids=IDS
    )
    checks = tuple(CheckResult(text, text, "FAILURE" if text in failed else "SUCCESS") for text in IDS)
    return CheckedQuery(query, Run("cut", Outcome.FAILURE if failed else Outcome.SUCCESS, checks))


def part(program: Callable[[str], Program]) -> ProgramPrefix:
    return next(parts(program(TWO)))


def test_a_part_ends_before_the_next_loop(program: Callable[[str], Program]) -> None:
    whole = program(TWO)
    assert [one.program for one in parts(whole)] == [whole]  # all accesses are shown by one run there
    whole = replace(whole, task=replace(whole.task, checks=("bounds",)))
    first, second = parts(whole)
    assert second.program == whole and first.program.body + second.new == whole.body
    assert [len(one.loops()) for one in (first, second)] == [1, 1] and not first.loops() & second.loops()


def test_results_of_a_part_are_reused_for_the_next(program: Callable[[str], Program]) -> None:
    first = part(program)
    for failed in ("step", "within"):
        assert EarlierLoops().with_part(first, piece(failed), {}) is None
    assert EarlierLoops().with_part(first, None, {}) is None
    front = EarlierLoops().with_part(first, piece("goal"), {1: (TRUE,)})
    assert front is not None and front.loops == first.loops() and front.invariants == {1: (TRUE,)}
    (beside,) = front.pieces
    assert isinstance(beside.request, Query) and beside.request.claim is None
    assert beside.request.asked == ("step", "within") and beside.run.outcome is Outcome.SUCCESS


def test_a_goal_is_proved_with_the_runs_in_front(program: Callable[[str], Program]) -> None:
    front = EarlierLoops().with_part(part(program), piece(), {})
    assert front is not None
    said = front.proof_of(GOAL, piece("other"))
    assert not isinstance(said, Reason) and said[0] == front.pieces[0]
    last = said[-1].request
    assert isinstance(last, Query) and last.accesses and last.claim is Approximation.OVER
    assert isinstance(front.proof_of(GOAL, piece("goal")), Reason)
    assert isinstance(front.proof_of(GOAL, piece("within")), Reason)


LIST = (Path(__file__).parents[2] / "programs" / "checks" / "list_freed_from_its_head.c").read_text(encoding="utf-8")


@pytest.mark.cbmc
@pytest.mark.parametrize(("last", "verdict"), [("free(p);", Verdict.TRUE), ("p->key = 0;", Verdict.UNKNOWN)])
def test_a_list_of_any_length_is_freed(tmp_path: Path, cbmc: Cbmc, last: str, verdict: Verdict) -> None:
    path = tmp_path / "list.c"
    begun, _, end = LIST.replace("#define N 50", "#define N 100000").rpartition("free(p);")
    path.write_text(begun + last + end, encoding="utf-8")
    task = Task(path, checks=("bounds", "pointer", "memory-leak"))
    report = verify(task, load_program(task), cbmc, Options(strategies=("cell_invariants",), timeout=60, replay=False))
    assert report.verdict is verdict
