"""The dialogue of the strategy: its requests, and its result for each answer."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TypeVar

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Calculation, CheckedQuery, Query, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Verdict
from veriabs.core.runs import Approximation, CheckResult, Outcome, Overflow, Run
from veriabs.core.strategy import Ask, Dialogue, StandaloneFacts, StartEarly, Steps
from veriabs.core.verdict import conclude, relies_on_no_overflow
from veriabs.solvers.calculation import calculate
from veriabs.strategies.closed_forms.answers import ANSWERS, LATE, answer_of
from veriabs.strategies.closed_forms.proof import _joint_calculation
from veriabs.strategies.closed_forms.strategy import likely, prove

T = TypeVar("T")

SUM = """
int a[1000];
int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++) a[i] = 2;
  for (int i = 0; i < 1000; i++) s += a[i];
  __VERIFIER_assert(s == 2000);
}"""


def answered(request: Request, *said: str) -> CheckedQuery:
    checks = tuple(CheckResult(name, name, "SUCCESS") for name in said)
    outcome = Outcome.SUCCESS if set(request.asked) <= set(said) else Outcome.UNKNOWN
    return CheckedQuery(request, Run(request.purpose, outcome, checks))


def requests_for(model: LoopModel, overflow: Overflow = Overflow.UNDEFINED) -> tuple[Request, ...]:
    return first_requests(prove(model, StandaloneFacts(model.program, overflow)))


def first_requests(dialogue: Dialogue) -> tuple[Request, ...]:
    """The first requests; the calculation was started early, and its crosscheck was generated meanwhile."""
    ahead = next(dialogue)
    requests = dialogue.send(())
    assert isinstance(ahead, StartEarly) and isinstance(requests, tuple)
    assert ahead.requests == (requests[0],) and isinstance(requests[0], Calculation)
    return requests


def test_a_proof_is_the_calculation_with_a_bounded_crosscheck(model: Callable[[str], LoopModel]) -> None:
    calculation, crosscheck, reached = requests_for(model(SUM))
    assert isinstance(calculation, Calculation) and isinstance(crosscheck, Query)
    assert calculation.claim is Approximation.OVER and calculation.memory and crosscheck.claim is None
    assert isinstance(reached, Query) and reached.needed is Outcome.FAILURE and reached.claim is None
    assert calculation.asked == (ANSWERS[True],) and calculation.up_to_overflow


def failing(request: Request) -> CheckedQuery:
    checks = tuple(CheckResult(name, name, "FAILURE") for name in request.asked)
    return CheckedQuery(request, Run(request.purpose, Outcome.FAILURE, checks))


def concluded(
    model: LoopModel,
    said: tuple[str, ...],
    crosscheck_holds: bool = True,
    reached: bool = True,
    small: tuple[str, ...] = (),
) -> tuple[CheckedQuery, ...] | Reason:
    """The end of the dialogue; if the crosscheck finds something, `small` is what is said of the sizes as inputs."""
    dialogue = prove(model, StandaloneFacts(model.program))
    requests, calculated = first_requests(dialogue), said
    try:
        while True:
            calculation, crosscheck, run = requests
            passed = crosscheck_holds or calculated is not said
            held = answered(crosscheck, *crosscheck.asked) if passed else failing(crosscheck)
            through = failing(run) if reached else answered(run, *run.asked)
            requests = dialogue.send((answered(calculation, *calculated), held, through))  # type: ignore[assignment]
            calculated = small
    except StopIteration as end:
        found: tuple[CheckedQuery, ...] | Reason = end.value
        return found


def test_arithmetic_that_wraps_relies_on_nothing(model: Callable[[str], LoopModel]) -> None:
    pieces = concluded(model(SUM), (ANSWERS[True], ANSWERS[False]))
    assert not isinstance(pieces, Reason)
    assert conclude([pieces]).verdict is Verdict.TRUE and not relies_on_no_overflow([pieces])


def test_proof_up_to_the_first_overflow_states_the_limit(model: Callable[[str], LoopModel]) -> None:
    pieces = concluded(model(SUM), (ANSWERS[True],))
    assert not isinstance(pieces, Reason)
    assert conclude([pieces]).verdict is Verdict.TRUE and relies_on_no_overflow([pieces])


def test_a_failed_crosscheck_prevents_the_proof(model: Callable[[str], LoopModel]) -> None:
    symbolic = SUM.replace("int main(void) {", "int main(void) {\n  int n = __VERIFIER_nondet_int();")
    symbolic = symbolic.replace("int a[1000];", "").replace("int s", "int a[n]; int s").replace("1000", "n")
    assert isinstance(concluded(model(symbolic), (ANSWERS[True], ANSWERS[False]), crosscheck_holds=False), Reason)
    assert isinstance(concluded(model(SUM), ()), Reason)


def test_wrapping_asks_for_wrapping(model: Callable[[str], LoopModel]) -> None:
    calculation, crosscheck, _ = requests_for(model(SUM), Overflow.WRAP)
    assert isinstance(calculation, Calculation) and isinstance(crosscheck, Query)
    assert calculation.asked == (ANSWERS[False],) and not calculation.up_to_overflow
    assert not crosscheck.context["operations"]


def test_the_worker_answers(model: Callable[[str], LoopModel]) -> None:
    calculation, *_ = requests_for(model(SUM))
    assert isinstance(calculation, Calculation)
    run = calculate(calculation, 60.0, None, Event())
    assert run.outcome is Outcome.SUCCESS, run.detail
    assert {check.description: check.status for check in run.checks}[ANSWERS[False]] == "SUCCESS"


def test_floating_point_and_straight_code_are_left_to_others(model: Callable[[str], LoopModel]) -> None:
    for source in ("int main(void) { int x = 1; __VERIFIER_assert(x); }", SUM.replace("int s", "double s")):
        dialogue = prove((task := model(source)), StandaloneFacts(task.program))
        try:
            next(dialogue)
        except StopIteration as end:
            assert isinstance(end.value, Reason)
        else:
            raise AssertionError("asks for something")


def test_cells_found_by_cells_are_likely(model: Callable[[str], LoopModel]) -> None:
    text = "int p[9], a[9]; int main(void) { for (int i = 0; i < 9; i++) a[%s] = 2; __VERIFIER_assert(p[3] == 0); }"
    assert likely(model(text % "p[i]"))
    assert not likely(model(text % "i"))


def test_unchanged_table_does_not_make_closed_forms_likely(model: Callable[[str], LoopModel]) -> None:
    loop = "for (int i = 0; i < 9; i++) a[i] = t[p[i]];"
    text = f"int p[9], t[9] = {{1}}, a[9]; int main(void) {{ {loop} __VERIFIER_assert(a[3]); }}"
    assert not likely(model(text))
    assert likely(model(text.replace("a[i] = t[p[i]]", "t[p[i]] = a[i]")))


class Beside(StandaloneFacts, frozen=True, kw_only=True):
    """Facts of a program whose assertions one calculation decides, with these answers."""

    said: tuple[str, ...]
    detail: str

    def once(self, what: str, steps: Steps[T]) -> T:
        (request,) = next(steps)
        checks = tuple(
            CheckResult(name, name, "SUCCESS" if name in self.said else "FAILURE") for name in request.asked
        )
        try:
            steps.send((CheckedQuery(request, Run("", Outcome.FAILURE, checks, detail=self.detail)),))
        except StopIteration as end:
            found: T = end.value
        return found


def answer_for_two(model: LoopModel, *said: str, detail: str = "yes\nno") -> tuple[CheckedQuery, ...] | Reason | Ask:
    """The strategy's answer for one of two assertions, or its request if that is not the crosscheck alone."""
    dialogue = prove(model, Beside(model.program, said=said, detail=detail))
    try:
        assert isinstance(next(dialogue), StartEarly)
        requests = dialogue.send(())
        if not isinstance(requests, tuple) or len(requests) != 2:
            return requests
        dialogue.send((answered(requests[0], *requests[0].asked), failing(requests[1])))
    except StopIteration as end:
        found: tuple[CheckedQuery, ...] | Reason = end.value
        return found
    raise AssertionError("asks for more")


def test_each_of_several_assertions_has_its_own_answer(model: Callable[[str], LoopModel]) -> None:
    task = model(SUM.replace("  __VERIFIER_assert(s", "  __VERIFIER_assert(s > 0);\n  __VERIFIER_assert(s"))
    own, other = task.assertion.number, 1 - task.assertion.number
    relying, wrapping = (answer_of(own, up_to_overflow=up_to_overflow) for up_to_overflow in (True, False))
    proved = answer_for_two(task, relying)
    assert isinstance(proved, tuple) and conclude([proved]).verdict is Verdict.TRUE and relies_on_no_overflow([proved])
    proved = answer_for_two(task, relying, wrapping)
    assert isinstance(proved, tuple) and not relies_on_no_overflow([proved])
    detail = "\n".join("it is not" if number == own else "yes" for number in (0, 1))
    refused = answer_for_two(task, *(answer_of(other, up_to_overflow=one) for one in (True, False)), detail=detail)
    assert isinstance(refused, Reason) and "it is not" in refused.text
    late = answer_for_two(task, detail=f"{LATE}\n{LATE}")
    assert isinstance(late, tuple) and isinstance(late[0], Calculation) and len(late) == 3, "it is asked alone"


def test_the_worker_answers_of_several(model: Callable[[str], LoopModel]) -> None:
    task = model(SUM.replace("  __VERIFIER_assert(s", "  __VERIFIER_assert(s > 2000);\n  __VERIFIER_assert(s"))
    calculation = next(_joint_calculation(task.program, (0, 1), Overflow.UNDEFINED, 60.0))[0]
    assert isinstance(calculation, Calculation)
    run = calculate(calculation, 60.0, None, Event())
    said = {check.description: check.status for check in run.checks}
    assert [said[answer_of(number, up_to_overflow=False)] for number in (0, 1)] == ["FAILURE", "SUCCESS"]
    assert run.detail.startswith("assertion at line 8: not proved") and run.detail.endswith("\n")


def test_sums_are_likely(model: Callable[[str], LoopModel]) -> None:
    assert likely(model(SUM))
    assert not likely(model(SUM.replace("s += a[i]", "s = 2000")))


def test_search_result_is_likely_only_as_the_sole_assertion(model: Callable[[str], LoopModel]) -> None:
    text = "int a[1000]; int main(void) {{ int i = 0; {}; while ({}) i++; __VERIFIER_assert(i < 5); }}"
    assert likely(model(text.format("", "i < 999 && a[i]")))
    assert not likely(model(text.format("", "i < 999")))
    assert not likely(model(text.format("__VERIFIER_assert(a[3] == 0)", "i < 999 && a[i]")))


def test_conditionally_placed_cells_are_not_likely(
    model: Callable[[str], LoopModel],
) -> None:
    text = """int a[1000]; int main(void) { int n = 0; for (int i = 0; i < 1000; i++) if (a[i] == 0) {
        int t = a[n]; a[n] = a[i]; a[i] = t; %s } for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 0); }"""
    assert not likely(model(text % "n++;"))
    assert likely(model(text % ""))


def test_sums_of_changing_cells_are_likely(model: Callable[[str], LoopModel]) -> None:
    text = "int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s += %s; __VERIFIER_assert(s); }"
    assert likely(model(text % "i * i"))
    assert not likely(model(text % "3"))


def test_cells_that_are_counted_are_likely(model: Callable[[str], LoopModel]) -> None:
    text = """int a[1000]; int main(void) { int s = 0;
    for (int i = 0; i < 1000; i++) if (%s) s++;
    __VERIFIER_assert(%s); return 0; }"""
    assert likely(model(text % ("a[i] > 7", "s <= 1000")))
    assert not likely(model(text % ("i > 7", "s <= 1000")))  # no cell says so
    assert not likely(model(text % ("a[i] > s", "s <= 1000")))  # what is counted says so as well
    assert not likely(model(text % ("a[i] > 7", "a[5] <= s")))  # the assertion is about a cell


def test_a_smaller_size_counts_only_if_that_is_proved_too(model: Callable[[str], LoopModel]) -> None:
    """The sum is 2000 for the size of the program only; a prover that says so of every size is wrong."""
    pieces = concluded(model(SUM), (ANSWERS[True],), crosscheck_holds=False)
    assert not isinstance(pieces, Reason) and conclude([pieces]).verdict is Verdict.TRUE
    wrong = concluded(model(SUM), (ANSWERS[True],), crosscheck_holds=False, small=(ANSWERS[True],))
    assert isinstance(wrong, Reason) and wrong.kind is ReasonKind.CRASH


def test_a_crosscheck_without_runs_is_reported(model: Callable[[str], LoopModel]) -> None:
    through = concluded(model(SUM), (ANSWERS[True],))
    empty = concluded(model(SUM), (ANSWERS[True],), reached=False)
    assert not isinstance(through, Reason) and not isinstance(empty, Reason)
    assert len(through) == 3 and len(empty) == 2
    assert "no run passes" in empty[-1].request.purpose and conclude([empty]).verdict is Verdict.TRUE


def test_loops_under_a_condition_are_loops(model: Callable[[str], LoopModel]) -> None:
    calculation, *_ = requests_for(model(SUM.replace("int s = 0;", "int s = 0; if (__VERIFIER_nondet_int()) {") + "}"))
    assert isinstance(calculation, Calculation)


def test_loops_in_loops_are_likely_unless_they_sort(model: Callable[[str], LoopModel]) -> None:
    text = """int a[100000]; int main(void) { int t;
    for (int i = 0; i < 100000; i++)
      for (int j = 1; j < 100000; j++) if (a[j - 1] > a[j]) { t = a[j]; a[j] = %s; a[j - 1] = t; }
    __VERIFIER_assert(a[5] <= a[6]); return 0; }"""
    assert likely(model(text.replace("a[j - 1] = t;", "") % "5"))
    assert not likely(model(text % "a[j - 1]"))
