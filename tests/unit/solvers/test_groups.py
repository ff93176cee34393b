"""Test that checks are decided in groups when one of them is too hard for a run with all."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.source import DataModel
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.groups import decide_groups, joined
from veriabs.solvers.work import Work

HARD = """unsigned long long nondet_ull(void); int main(void) { unsigned long long x = nondet_ull(), y = nondet_ull();
int i = 0;
EASY
__CPROVER_assert((x + y) * (x + y) == x * x + 2 * x * y + y * y, "hard"); }"""


def checks(names: Sequence[str]) -> list[CheckResult]:
    return [CheckResult(name, f"{name} holds", "UNKNOWN") for name in names]


def test_undecided_groups_are_divided() -> None:
    sizes: list[int] = []

    def decide(group: Sequence[CheckResult]) -> Run:
        sizes.append(len(group))
        if any(one.name == "c7" for one in group):
            return Run("p", Outcome.TIMEOUT)
        passed = tuple(CheckResult(one.name, one.description, "SUCCESS") for one in group)
        return Run("p", Outcome.SUCCESS, checks=passed)

    asked = checks([f"c{number}" for number in range(40)])
    found = decide_groups(asked, decide, 1)
    assert sorted(one.name for one in asked if one.name not in {it.name for it in found}) == ["c7"]
    assert sizes == [32, 8, 8, 8, 8, 8, 2, 2, 2, 2, 1, 1]


def test_joined_run_is_no_success_while_a_check_is_undecided() -> None:
    whole, asked = Run("p", Outcome.TIMEOUT), checks(["a", "b"])
    passed = [CheckResult(one.name, one.description, "SUCCESS") for one in asked]
    texts = [one.description for one in asked]
    assert joined(whole, texts, asked, passed).outcome is Outcome.SUCCESS
    half = joined(whole, texts, asked, passed[:1])
    assert (half.outcome, half.failed()) == (Outcome.FAILURE, ("b holds",))
    assert joined(whole, texts, asked, []) is whole


def test_joined_run_needs_every_asked_check() -> None:
    whole, asked = Run("p", Outcome.TIMEOUT), checks(["a"])
    passed = [CheckResult("a", "a holds", "SUCCESS")]
    assert joined(whole, ["a holds", "b holds"], asked, passed) is whole


@pytest.mark.cbmc
def test_hard_check_does_not_hide_the_others(cbmc: Cbmc) -> None:
    easy = [f"__CPROVER_assert(i == {int(number == 3)}, \"easy {number}\");" for number in range(6)]
    asked = ("hard", *(f"easy {number}" for number in range(6)))
    with Driver(cbmc) as driver:
        run = driver.check(
            HARD.replace("EASY", "\n".join(easy)),
            purpose="groups",
            asked=asked,
            unwind=2,
            data_model=DataModel.LP64,
            seconds=60,
            work=Work(processor_seconds=6.0, solvers=1, together=1.0),
        )
    assert run.outcome is Outcome.FAILURE
    found = {one.description: one.status for one in run.checks}
    assert found == {text: {"easy 3": "FAILURE", "hard": "UNKNOWN"}.get(text, "SUCCESS") for text in asked}
