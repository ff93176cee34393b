"""Test that checks are decided one by one when a run with all of them takes too long."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.source import DataModel
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.incremental import Decisions, numbered_checks, with_variables, without_facts
from veriabs.solvers.questions import Question
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


def test_each_check_gets_a_number_and_keeps_its_line() -> None:
    text = 'static _Bool fact_1 = 1;\nint main(void) {\n  __CPROVER_assert(f("a, \\"b\\"") < 2, "first, \\"so\\"");\n'
    text += '  __CPROVER_assert(x || !fact_1, "second");\n}\n'
    changed = with_variables(text).splitlines()
    assert changed[0] == "unsigned nondet_choice(void); static unsigned checked; static _Bool fact_1 = 1;"
    assert changed[1] == "int main(void) { fact_1 = nondet_choice(); checked = nondet_choice();"
    assert changed[2] == '  __CPROVER_assert((f("a, \\"b\\"") < 2) || checked != 1, "first, \\"so\\"");'
    assert changed[3] == '  __CPROVER_assert((x || !fact_1) || checked != 2, "second");'
    assert len(changed) == 5


def test_facts_that_are_left_out_do_not_take_part() -> None:
    text = "static _Bool fact_1 = 1;\nstatic _Bool fact_12 = 1;\n"
    assert without_facts(text, {"fact_12"}) == "static _Bool fact_1 = 1;\nstatic _Bool fact_12 = 0;\n"


def test_checks_of_the_same_description_are_numbered_in_the_order_of_the_text() -> None:
    text = '__CPROVER_assert(x, "a");\n__CPROVER_assert(y, "b");\n__CPROVER_assert(z, "a");\n'
    known = (("f.2", "a", 3), ("f.3", "b", 2), ("f.1", "a", 1))
    listed = [CheckResult(name, description, "UNKNOWN", line) for name, description, line in known]
    assert {number: one.name for number, one in numbered_checks(text, listed).items()} == {1: "f.1", 2: "f.3", 3: "f.2"}


def test_no_check_is_numbered_if_cbmc_lists_others() -> None:
    text = '__CPROVER_assert(x, "a");\n'
    assert numbered_checks(text, []) == {}
    assert numbered_checks(text, [*checks("a"), *checks("b")]) == {}


FACTS = {"a holds": "fact_1", "b holds": "fact_2", "c holds": "fact_2"}


def decisions(*answers: str, refuted: tuple[int, ...] = ()) -> Decisions:
    found = Decisions(dict(enumerate(checks("a", "b", "c", "goal"), 1)), FACTS, {*refuted})
    found.learn("\n".join(answers))
    return found


def success(check: int, *relies: int) -> str:
    return f'{{"check": {check}, "status": "SUCCESS", "relies": {[*relies]}}}'


def test_question_names_the_fact_of_each_check_and_those_that_are_refuted() -> None:
    assert decisions(refuted=(3, 4)).question() == Question([(1, 1), (2, 2), (3, 2), (4, 0)], [2])


def test_facts_hold_that_prove_each_other() -> None:
    both = decisions(success(1, 2), success(2, 1), success(3), "")
    assert both.proved_facts() == {"fact_1", "fact_2"}
    assert decisions(success(1, 2), success(2, 1), "").proved_facts() == set()
    assert decisions(success(1, 2), success(1, 1), success(2, 1), "").proved_facts() == {"fact_1"}


def test_incomplete_line_does_not_count() -> None:
    assert decisions(success(1)).proofs == {}
    assert decisions(success(1), "").proofs == {1: [frozenset()]}


def test_checks_of_refuted_facts_are_not_undecided() -> None:
    assert set(decisions(success(1), '{"check": 2, "status": "FAILURE"}', "").undecided()) == {4}


def test_answers_of_cbmc_assume_all_facts_that_took_part() -> None:
    found = decisions(success(1, 2), "")
    found.take(Run("p", Outcome.TIMEOUT, tuple(checks("b", "c", status="SUCCESS"))))
    unwinding = CheckResult("main.unwind.0", "unwinding assertion loop 0", "FAILURE")
    found.take(Run("p", Outcome.FAILURE, (*checks("b", "c", status="SUCCESS"), unwinding)))
    assert found.proved_facts() == set()
    found.take(Run("p", Outcome.SUCCESS, tuple(checks("b", "c", status="SUCCESS"))))
    assert found.proved_facts() == {"fact_1", "fact_2"}


def test_run_is_no_success_while_a_check_is_undecided() -> None:
    whole, texts = Run("p", Outcome.TIMEOUT), ["a holds", "goal holds"]
    done = decisions(*map(success, (1, 2, 3, 4)), "").run(whole, texts)
    assert (done.outcome, done.left_out) == (Outcome.SUCCESS, frozenset())
    half = decisions(success(1), success(4, 2), "").run(whole, texts)
    assert (half.outcome, half.left_out) == (Outcome.FAILURE, frozenset({"fact_2"}))
    assert half.failed() == ("b holds", "c holds", "goal holds")
    assert decisions().run(whole, texts) is whole


def test_run_needs_every_asked_check() -> None:
    whole = Run("p", Outcome.TIMEOUT)
    assert decisions(success(1), "").run(whole, ["another"]) is whole


NO_FACTS: Mapping[str, str] = MappingProxyType({})


def run(
    cbmc: Cbmc, text: str, asked: tuple[str, ...], together: float = 0.0, facts: Mapping[str, str] = NO_FACTS
) -> Run:
    with Driver(cbmc) as driver:
        return driver.check(
            text,
            purpose="one by one",
            asked=asked,
            unwind=9,
            data_model=DataModel.LP64,
            seconds=60,
            work=Work(processor_seconds=3.0, solvers=1, together=together),
            facts=facts,
        )


@pytest.mark.cbmc
@pytest.mark.parametrize("together", [0.0, 1.0])
def test_hard_check_does_not_hide_the_others(cbmc: Cbmc, together: float) -> None:
    done = run(cbmc, HARD, TEXTS, together)
    assert done.outcome is Outcome.FAILURE
    found = {one.description: one.status for one in done.checks}
    assert found == {text: {"easy 3": "FAILURE", "hard": "UNKNOWN"}.get(text, "SUCCESS") for text in TEXTS}


INVARIANTS = """int nondet_int(void);
static _Bool fact_1 = 1;
static _Bool fact_2 = 1;
static _Bool fact_3 = 1;
int main(void) { int n = nondet_int(); __CPROVER_assume(n > 0); int i = 0;
__CPROVER_assert(i >= 0 || !fact_1, "low: entry"); __CPROVER_assert(i < n || !fact_2, "strict: entry");
__CPROVER_assert(i <= n || !fact_3, "high: entry"); i = nondet_int();
__CPROVER_assume(i >= 0 || !fact_1); __CPROVER_assume(i < n || !fact_2); __CPROVER_assume(i <= n || !fact_3);
if (i < n) { __CPROVER_assert(i >= 0, "index"); i++;
__CPROVER_assert(i >= 0 || !fact_1, "low: step"); __CPROVER_assert(i < n || !fact_2, "strict: step");
__CPROVER_assert(i <= n || !fact_3, "high: step"); __CPROVER_assume(0); }
__CPROVER_assert(i == n, "end"); __CPROVER_assert(i > 1, "wrong"); }"""
OF_FACTS = {f"{name}: {kind}": fact for name, fact in (("low", "fact_1"), ("strict", "fact_2"), ("high", "fact_3"))
            for kind in ("entry", "step")}  # fmt: skip


@pytest.mark.cbmc
def test_nothing_is_decided_if_a_fact_has_no_variable(cbmc: Cbmc) -> None:
    done = run(cbmc, INVARIANTS.replace("fact_2 = 1", "fact_2=1"), ("index", "end", "wrong"), 0.0, OF_FACTS)
    assert (done.outcome, done.checks) == (Outcome.TIMEOUT, ())


@pytest.mark.cbmc
@pytest.mark.parametrize("together", [0.0, 1.0])
def test_facts_that_fail_are_left_out_and_the_others_prove_the_checks(cbmc: Cbmc, together: float) -> None:
    done = run(cbmc, INVARIANTS, (*OF_FACTS, "index", "end", "wrong"), together, OF_FACTS)
    found = {one.description: one.status for one in done.checks}
    assert done.left_out == {"fact_2"}
    assert {text for text, status in found.items() if status == "SUCCESS"} == {
        *("low: entry", "low: step", "high: entry", "high: step", "index", "end")
    }
    again = run(cbmc, without_facts(INVARIANTS, done.left_out), ("index", "end", "wrong"), math.inf)
    assert again.failed() == ("wrong",)


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
