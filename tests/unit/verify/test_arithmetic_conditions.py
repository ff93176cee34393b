"""Test proofs that hold only without overflow, if checks have proved that there is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import Calculation, CheckedQuery, Query
from veriabs.core.results import Verdict
from veriabs.core.runs import Approximation, CheckResult, Outcome, Run
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert
from veriabs.core.types import INT
from veriabs.core.verdict import relies_on_no_overflow
from veriabs.solvers.driver import Cbmc
from veriabs.verify import arithmetic_conditions
from veriabs.verify.engine import verify
from veriabs.verify.goals import Goals
from veriabs.verify.options import Options
from veriabs.verify.portfolio import RaceProof

ONE = Const(1, INT)
OPERATION = Assert(ONE, 0, Where("a.c", 3, 5), GoalKind.OVERFLOW)
ASSERTION = Assert(ONE, 1, Where("a.c", 4, 5))
RUN = Run("cut", Outcome.SUCCESS, (CheckResult("", "c", "SUCCESS"),))
SHOWN = RaceProof("cell_invariants", [CheckedQuery(Query("cut", "", {}, ("c",), 1, claim=Approximation.OVER), RUN)])
RELYING = RaceProof(
    "closed_forms", [CheckedQuery(Calculation("c", "", (), ("c",), claim=Approximation.OVER, up_to_overflow=True), RUN)]
)


@pytest.mark.parametrize("checks", [("overflow",), ("bounds",)])
@pytest.mark.parametrize("shown", [SHOWN, RELYING, None])
def test_checked_accesses_are_not_proved_again(
    checks: tuple[str, ...], shown: RaceProof | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But by nothing that relies on it, and not where it was not asked of every operation."""
    monkeypatch.setattr("veriabs.frontend.program.parse_and_lower", Mock(side_effect=UnsupportedError("not again")))
    program = Program(Task(Path("a.c"), checks=checks), {}, {}, (OPERATION, ASSERTION))
    goals = Goals.of(program)
    goals.proved(ASSERTION, RELYING)
    if shown is not None:
        goals.proved(OPERATION, shown)
    arithmetic_conditions.resolve_overflows(Mock(), program, goals)
    (told,) = (goals.proofs(goal) for goal in goals.asked if goal.kind is GoalKind.ASSERTION)
    is_settled = shown is SHOWN and checks == ("overflow",)
    assert relies_on_no_overflow(told) is not is_settled
    assert not is_settled or SHOWN.pieces[0] in told[0], "the proof rests on it"


def test_a_goal_without_a_proof_shows_nothing() -> None:
    program = Program(Task(Path("a.c"), checks=("overflow",)), {}, {}, (OPERATION, ASSERTION))
    goals = Goals.of(program)
    goals.proved(OPERATION, replace(SHOWN, pieces=[]))
    assert goals.proofs(next(iter(goals.asked))) == [[]]
    assert arithmetic_conditions._proofs_of_no_overflow(program, goals) is None


SHIFTED = """int main(void) {{ unsigned x = __VERIFIER_nondet_uint(); int c = 0;
for (int i = 0; i < {bits}; i++) if (x & (1u << i)) c++;
__VERIFIER_assert(c <= {bits}); return 0; }}"""


@pytest.mark.cbmc
@pytest.mark.parametrize(("bits", "is_conditional"), [(32, False), (33, True)])
def test_shifts_that_are_proved_are_no_condition(
    program: Callable[[str], Program], cbmc: Cbmc, bits: int, is_conditional: bool
) -> None:
    """C defines no value for a shift by the width or more (C11 6.5.7)."""
    shifted = program(SHIFTED.format(bits=bits))
    report = verify(shifted.task, shifted, cbmc, Options(timeout=20.0))
    assert report.verdict is Verdict.TRUE
    texts = [str(one) for one in report.conditions]
    assert texts == ["each shift check at line 3 holds"] * is_conditional
