"""Test that checks are decided one by one when a run with all of them takes too long."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.source import DataModel
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.incremental import joined, numbered_checks, statuses, with_variables
from veriabs.solvers.work import Work

GOLDEN = Path(__file__).parent.parent.parent / "golden"
GENERATED = [path for path in sorted(GOLDEN.rglob("*.c")) if path.read_text().count("__CPROVER_assert(") > 5]
EASY = [f'__CPROVER_assert(i == {int(number == 3)}, "easy {number}");' for number in range(6)]
HARD = f"""unsigned long long nondet_ull(void);
int main(void) {{ unsigned long long x = nondet_ull(), y = nondet_ull();
int i = 0;
{" ".join(EASY)}
__CPROVER_assert((x + y) * (x + y) == x * x + 2 * x * y + y * y, "hard"); }}"""
TEXTS = ("hard", *(f"easy {number}" for number in range(6)))
UNREACHED = """int nondet_int(void); int main(void) { int x = nondet_int();
if (x != x) __CPROVER_assert(0, "unreached");
__CPROVER_assert(x < 1 || x > 0, "holds"); }"""
BRANCHES = """int nondet_int(void); static int f(int x) { __CPROVER_assert(x < 9, "in the function"); return x; }
int main(void) { int x = nondet_int(), y = 0; __CPROVER_assume(x < 8);
for (int i = 0; i < 1; i++) { if (x > 3) { __CPROVER_assert(x != 7, "in a branch"); y = f(x); __CPROVER_assume(0); } }
__CPROVER_assert(f(x) < 3, "behind"); __CPROVER_assert(-1 >= y, "never"); }"""
INSIDE = """int nondet_int(void);
static int within(int i) { __CPROVER_assert(i < 9, "index"); return i; }
int main(void) { int x = nondet_int();
__CPROVER_assert(within(x) >= x, "goal"); __CPROVER_assert(x >= 0 || within(x - 1) < x, "second"); }"""
DEEP = """int nondet_int(void); int main(void) { int n = nondet_int();
for (int i = 0; i < n; i++) __CPROVER_assert(i >= 0, "in the loop"); __CPROVER_assert(1, "behind"); }"""


def checks(*names: str, status: str = "UNKNOWN") -> list[CheckResult]:
    return [CheckResult(name, f"{name} holds", status) for name in names]


def test_each_check_gets_a_variable_and_keeps_its_line() -> None:
    text = 'int main(void) {\n  __CPROVER_assert(f("a, \\"b\\"") < 2, "first, \\"so\\"");\n'
    text += '  __CPROVER_assert(x, "second");\n}\n'
    changed = with_variables(text).splitlines()
    declared = "static __CPROVER_bool leave_out_1; static __CPROVER_bool leave_out_2; int main(void) {"
    chosen = "leave_out_1 = nondet_choice(); leave_out_2 = nondet_choice();"
    assert changed[0] == f"__CPROVER_bool nondet_choice(void); {declared} {chosen}"
    assert changed[1] == '  __CPROVER_assert((f("a, \\"b\\"") < 2) || leave_out_1, "first, \\"so\\"");'
    assert changed[2] == '  __CPROVER_assert((x) || leave_out_2, "second");'
    assert len(changed) == 4


def test_checks_of_the_same_description_are_numbered_in_the_order_of_the_text() -> None:
    text = '__CPROVER_assert(x, "a");\n__CPROVER_assert(y, "b");\n__CPROVER_assert(z, "a");\n'
    known = (("f.2", "a", 3), ("f.3", "b", 2), ("f.1", "a", 1))
    listed = [CheckResult(name, description, "UNKNOWN", line) for name, description, line in known]
    assert {number: one.name for number, one in numbered_checks(text, listed).items()} == {1: "f.1", 2: "f.3", 3: "f.2"}


def test_no_check_is_numbered_if_cbmc_lists_others() -> None:
    text = '__CPROVER_assert(x, "a");\n'
    assert numbered_checks(text, []) == {}
    assert numbered_checks(text, [*checks("a"), *checks("b")]) == {}


def test_last_status_of_a_check_counts_and_an_incomplete_line_does_not() -> None:
    assert statuses("1 UNKNOWN\n2 UNKNOWN\n1 SUCCESS\n2 SUC") == {1: "SUCCESS", 2: "UNKNOWN"}


def test_joined_run_is_no_success_while_a_check_is_undecided() -> None:
    whole, texts = Run("p", Outcome.TIMEOUT), ["a holds", "b holds"]
    assert joined(whole, texts, checks("a", "b", status="SUCCESS")).outcome is Outcome.SUCCESS
    half = joined(whole, texts, [*checks("a", status="SUCCESS"), *checks("b")])
    assert (half.outcome, half.failed()) == (Outcome.FAILURE, ("b holds",))
    assert joined(whole, texts, checks("a", "b")) is whole


def test_joined_run_needs_every_asked_check() -> None:
    whole = Run("p", Outcome.TIMEOUT)
    assert joined(whole, ["a holds", "b holds"], checks("a", status="SUCCESS")) is whole


def run(cbmc: Cbmc, text: str, asked: tuple[str, ...], together: float = 0.0, **stages: frozenset[str]) -> Run:
    with Driver(cbmc) as driver:
        return driver.check(
            text,
            purpose="one by one",
            asked=asked,
            unwind=9,
            data_model=DataModel.LP64,
            seconds=60,
            work=Work(processor_seconds=3.0, solvers=1, together=together),
            **stages,
        )


@pytest.mark.cbmc
@pytest.mark.parametrize("together", [0.0, 1.0])
def test_hard_check_does_not_hide_the_others(cbmc: Cbmc, together: float) -> None:
    done = run(cbmc, HARD, TEXTS, together)
    assert done.outcome is Outcome.FAILURE
    found = {one.description: one.status for one in done.checks}
    assert found == {text: {"easy 3": "FAILURE", "hard": "UNKNOWN"}.get(text, "SUCCESS") for text in TEXTS}


@pytest.mark.cbmc
def test_check_after_a_vital_one_that_fails_is_not_decided(cbmc: Cbmc) -> None:
    for stage in ("vital", "droppable"):
        done = run(cbmc, HARD, TEXTS, **{stage: frozenset({"easy 2", "easy 3"})})
        found = {one.description: one.status for one in done.checks}
        assert found == {text: {"easy 2": "SUCCESS", "easy 3": "FAILURE"}.get(text, "UNKNOWN") for text in TEXTS}


@pytest.mark.cbmc
def test_unreached_check_is_left_to_cbmc(cbmc: Cbmc) -> None:
    done = run(cbmc, UNREACHED, ("unreached", "holds"))
    assert (done.outcome, len(done.checks)) == (Outcome.SUCCESS, 2)


@pytest.mark.cbmc
def test_variable_of_a_check_in_a_branch_has_one_value(cbmc: Cbmc) -> None:
    done = run(cbmc, BRANCHES, ("in the function", "in a branch", "behind", "never"))
    failed = {one.description for one in done.checks if one.status == "FAILURE"}
    assert (failed, len(done.checks)) == ({"in a branch", "behind", "never"}, 4)


@pytest.mark.cbmc
def test_check_inside_the_condition_of_another_one_is_not_hidden(cbmc: Cbmc) -> None:
    done = run(cbmc, INSIDE, ("index", "goal", "second"))
    assert {one.description: one.status for one in done.checks}["index"] == "FAILURE"


@pytest.mark.cbmc
def test_nothing_is_proved_if_a_loop_runs_longer_than_it_is_unwound(cbmc: Cbmc) -> None:
    done = run(cbmc, DEEP, ("in the loop", "behind"))
    assert done.outcome is not Outcome.SUCCESS
    assert not [one for one in done.checks if one.status == "SUCCESS"]


@pytest.mark.cbmc
@pytest.mark.parametrize("path", GENERATED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_session_agrees_with_cbmc_about_generated_programs(cbmc: Cbmc, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    asked = tuple(re.findall(r'__CPROVER_assert\(.*, "(.*)"\);', text))
    together, apart = (run(cbmc, text, asked, together) for together in (math.inf, 0.0))
    assert apart.outcome is together.outcome
    assert {(one.name, one.status) for one in apart.checks} == {(one.name, one.status) for one in together.checks}
