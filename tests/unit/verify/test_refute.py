"""Test the search for counterexamples with the real CBMC and gcc: each source of inputs alone."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.counterexample import Candidate, ErrorSite, Replay, VisitRange
from veriabs.core.errors import UnsupportedError
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, Verdict
from veriabs.core.runs import Outcome, Overflow
from veriabs.core.source import DataModel, Task
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.frontend.program import load_program
from veriabs.replay.confirm import replay_values
from veriabs.replay.search import InputSearch, ViolatingRun
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.goals import Goals
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc

Verified = Callable[..., Report]
HEAD = """extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void reach_error(void); void __VERIFIER_assert(int c) { if (!c) reach_error(); }
"""
LAST = """int a[100000]; int main(void) { for (int i = 0; i < 100000; i++) a[i] = 3; a[99999] = 4;
for (int i = 0; i < 100000; i++) __VERIFIER_assert(a[i] == 3); return 0; }"""
MIDDLE = """int a[1000]; int main(void) { for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] < 123456 || a[i] > 123460); return 0; }"""
SYMBOLIC = """int a[10000]; int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort();
for (int i = 0; i < n - 1; i++) a[i] = 1;
for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 1); return 0; }"""
CONTENT = """int main(void) { int a[1000]; int m = 0;
for (int i = 0; i < 1000; i++) if (a[i] > m) m = a[i];
for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] < m); return 0; }"""
HIDDEN = """int a[1000]; int main(void) { for (int i = 0; i < 1000; i++) { a[i] = __VERIFIER_nondet_int();
if (a[i] % 999983 == 123457) a[i] = 0; else a[i] = 1; }
for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 1); return 0; }"""
SAFE = LAST.replace("a[99999] = 4;", "")
BOTH_WAYS = """int main(void) { int x = __VERIFIER_nondet_int();
__VERIFIER_assert(x < 1000); __VERIFIER_assert(x > -1000); return 0; }"""
BEYOND = """int a[10], b[10]; int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) abort();
for (int i = 0; i <= 10; i++) a[i] = 1;
__VERIFIER_assert(a[3] == n); return 0; }"""
OVERFLOWS = """int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; __VERIFIER_assert(y > x); return 0; }"""


@pytest.fixture
def task(tmp_path: Path) -> Callable[..., Task]:
    def make(text: str, model: DataModel = DataModel.LP64) -> Task:
        path = tmp_path / "input.c"
        path.write_text(HEAD + text + "\n", encoding="utf-8")
        return Task(path, model)

    return make


@pytest.fixture
def verified(task: Callable[..., Task], cbmc: Cbmc) -> Verified:
    def run(text: str, *strategies: str, model: DataModel = DataModel.LP64, **options: object) -> Report:
        given = task(text, model)
        program: Program | Reason
        try:
            program = load_program(given)
        except UnsupportedError as error:
            program = Reason(ReasonKind.UNSUPPORTED, str(error))
        chosen = {"timeout": 30.0, "jobs": 1, "max_k": 2, **options}
        if strategies:
            chosen["strategies"] = strategies
        return verify(given, program, cbmc, Options(**chosen))  # type: ignore[arg-type]

    return run


def values(report: Report) -> list[int]:
    assert report.counterexample is not None
    return [span.start for given in report.counterexample.inputs for span in given.spans]


# ------------------------------------------------------------------------------------------- each source by itself


@pytest.mark.share(15)
@pytest.mark.parametrize(
    ("strategy", "text"),
    [
        ("native", LAST),
        ("native", MIDDLE),
        ("native", SYMBOLIC),
        ("native", CONTENT),
        ("bounded", LAST.replace("a[99999] = 4", "a[0] = 4")),
        ("bounded", MIDDLE),
        ("bounded", SYMBOLIC),
        ("bounded", CONTENT),
        ("bounded", HIDDEN),
        ("shrinking", MIDDLE),
        ("shrinking", HIDDEN),
    ],
    ids=lambda value: None if " " not in value else "",
)
def test_violation_is_found(verified: Verified, strategy: str, text: str) -> None:
    report = verified(text, strategy)
    assert report.verdict is Verdict.FALSE, report.reason
    assert report.strategy == strategy
    assert report.reason is None
    assert report.counterexample is not None
    assert report.counterexample.strategy == strategy
    assert report.counterexample.program


def test_last_element_needs_no_input(verified: Verified) -> None:
    report = verified(LAST)
    assert report.verdict is Verdict.FALSE, report.reason
    assert report.counterexample is not None
    assert {(o.cell, o.value) for o in report.counterexample.operands} >= {("a[99999]", 4)}


def test_value_in_the_middle_of_the_range_is_reported(verified: Verified) -> None:
    report = verified(MIDDLE, "bounded")
    assert any(123456 <= value <= 123460 for value in values(report))


@pytest.mark.share(2)
@pytest.mark.parametrize("strategy", ["native", "bounded"])
def test_symbolic_size_is_reported(verified: Verified, strategy: str) -> None:
    report = verified(SYMBOLIC, strategy)
    assert report.counterexample is not None
    size = next(given for given in report.counterexample.inputs if given.site.name == "__VERIFIER_nondet_int")
    assert 1 <= size.spans[0].start <= 10000


@pytest.mark.long
def test_hint_with_an_input_before_the_loop(verified: Verified) -> None:
    text = """int a[1000]; int main(void) { int limit = __VERIFIER_nondet_int();
    if (limit < 31337 || limit > 31400) abort();
    for (int i = 0; i < 1000; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] > limit) a[i] = limit; }
    for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] < 31390); return 0; }"""
    for strategy in ("native", "bounded"):
        assert verified(text, strategy).verdict is Verdict.FALSE


@pytest.mark.share(6)
@pytest.mark.parametrize("model", [DataModel.LP64, DataModel.ILP32])
def test_both_data_models(verified: Verified, model: DataModel) -> None:
    text = "int main(void) { long x = __VERIFIER_nondet_int(); if (x == 12345) __VERIFIER_assert(sizeof(x) == SIZE); }"
    other = "4" if model is DataModel.LP64 else "8"
    report = verified(text.replace("SIZE", other), "native", "bounded", model=model)
    assert report.verdict is Verdict.FALSE, report.reason
    same = "8" if model is DataModel.LP64 else "4"
    assert verified(text.replace("SIZE", same), "native", model=model, timeout=1.5).verdict is not Verdict.FALSE


# -------------------------------------------------------------------------------------------------- what is no FALSE


def test_bounded_search_without_replay_refutes_nothing(verified: Verified) -> None:
    report = verified(MIDDLE, "bounded", replay=False)
    assert report.verdict is Verdict.UNKNOWN
    assert report.counterexample is None
    assert report.reason is not None
    assert report.reason.kind is ReasonKind.NOT_CONFIRMED
    assert "switched off" in report.reason.text


@pytest.mark.long
def test_access_out_of_bounds_before_the_error(verified: Verified) -> None:
    report = verified(BEYOND, "native", timeout=5.0)
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None
    assert report.reason.kind is ReasonKind.NOT_CONFIRMED
    assert "out of bounds" in report.reason.text


@pytest.mark.long
@pytest.mark.parametrize("strategy", ["native", "bounded"])
def test_overflow_before_the_error(verified: Verified, strategy: str) -> None:
    report = verified(OVERFLOWS, strategy, timeout=5.0)
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None
    assert report.reason.kind is ReasonKind.NOT_CONFIRMED
    assert "--overflow=wrap" in report.reason.hint
    wrapped = verified(OVERFLOWS, strategy, overflow=Overflow.WRAP)
    assert wrapped.verdict is Verdict.FALSE
    assert wrapped.counterexample is not None
    assert wrapped.counterexample.overflow


def test_proof_is_not_disturbed(verified: Verified) -> None:
    report = verified(SAFE, "shrinking", "native", "bounded", timeout=100.0)
    assert report.verdict is Verdict.TRUE, report.reason
    assert report.counterexample is None
    assert report.strategy == "shrinking"


@pytest.mark.long
def test_search_without_result_keeps_the_reason_of_the_proof(verified: Verified) -> None:
    report = verified(SAFE, "native", "bounded", timeout=2.0)
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None
    assert report.reason.kind is not ReasonKind.NOT_CONFIRMED


@pytest.mark.long
def test_error_that_cannot_be_reached(verified: Verified) -> None:
    text = "int main(void) { for (unsigned i = 0; i < 1000u; i++) if (i > 1000u) reach_error(); return 0; }"
    assert verified(text, "native", "bounded", timeout=3.0).verdict is not Verdict.FALSE


# ------------------------------------------------------------------------- programs that the front end does not know

UNSUPPORTED = {
    "recursion": """int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
    int main(void) { __VERIFIER_assert(f(10) == 54); }""",
    "function pointer": """int one(int x) { return x + 1; } int two(int x) { return x + 2; }
    int main(void) { int (*f[2])(int) = {one, two}; int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(f[x & 1](3) == 4); }""",
    "malloc in a loop": """struct node { struct node *next; int value; }; int main(void) { struct node *list = 0;
    for (int i = 0; i < 100; i++) {
      struct node *n = malloc(sizeof(struct node)); n->next = list; n->value = i; list = n; }
    int s = 0; for (; list; list = list->next) s += list->value; __VERIFIER_assert(s != 4950); }""",
    "goto": """int main(void) { int i = 0; again: i++; if (i < 1000) goto again; __VERIFIER_assert(i == 999); }""",
    "union": """union u { int i; unsigned char b[4]; }; int main(void) { union u v; v.i = 0x01020304;
    __VERIFIER_assert(v.b[0] == 1); }""",
}


@pytest.mark.long
@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported_program_is_refuted(verified: Verified, name: str) -> None:
    report = verified(UNSUPPORTED[name])
    assert report.verdict is Verdict.FALSE, report.reason
    assert report.counterexample is not None


def test_program_that_cannot_be_replayed_has_a_reason(verified: Verified) -> None:
    report = verified("int main(void) { unknown_function(); reach_error(); }", timeout=5.0)
    assert report.verdict is Verdict.UNKNOWN
    assert "missing body of unknown_function" in report.note


# --------------------------------------------------------------------------------------------- what it costs and leaves


@pytest.mark.share(9)
@pytest.mark.parametrize("text", [MIDDLE, SAFE, BEYOND], ids=["false", "true", "unknown"])
def test_temporary_folder_is_left_empty(
    verified: Verified, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr(tempfile, "tempdir", None)
    verified(text, timeout=6.0)
    assert list(scratch.iterdir()) == []


@pytest.mark.share(2)
@pytest.mark.parametrize("timeout", [0.5, 3.0])
def test_budget_is_kept(verified: Verified, timeout: float) -> None:
    slow = """unsigned s; int main(void) { for (unsigned i = 0; i < 4000000000u; i++) s += i ^ __VERIFIER_nondet_uint();
    __VERIFIER_assert(s != 12345); return 0; }"""
    begin = time.monotonic()
    report = verified(slow, timeout=timeout)
    assert time.monotonic() - begin < timeout + 20
    assert report.verdict is Verdict.UNKNOWN


def test_native_runs_end_with_the_budget(verified: Verified) -> None:
    """They have four seconds where there is time; what is kept for the end of the analysis is not spent on waiting.

    A busy machine may not begin them at all.
    """
    report = verified(SAFE, "native", timeout=0.6)
    assert report.verdict is Verdict.UNKNOWN
    assert sum(answer.seconds for answer in report.answers) < 3.5


@pytest.mark.long
def test_counterexample_ends_the_proof(verified: Verified) -> None:
    begin = time.monotonic()
    report = verified(LAST, timeout=100.0, max_k=50)
    assert report.verdict is Verdict.FALSE
    assert time.monotonic() - begin < 80


@pytest.mark.long
def test_bounded_runs_are_among_the_runs(verified: Verified) -> None:
    report = verified(HIDDEN, "bounded")
    assert any("bounded" in run.purpose and run.outcome is Outcome.FAILURE for run in report.runs)


# ---------------------------------------------------------------------------------------------------------------- again


def test_counterexample_can_be_repeated(verified: Verified, task: Callable[..., Task]) -> None:
    report = verified(MIDDLE, "bounded")
    assert report.counterexample is not None
    recorded = {given.site.number: given.spans for given in report.counterexample.inputs}
    subject = load_instrumented(task(MIDDLE))
    found = replay_values(subject, recorded, Overflow.UNDEFINED)
    assert found.replay is Replay.REACHED
    assert found.counterexample is not None


def test_other_values_do_not_reach_the_error(task: Callable[..., Task]) -> None:
    subject = load_instrumented(task(MIDDLE))
    for spans in ((), (VisitRange(0, 1000, 5),)):
        assert replay_values(subject, {0: spans}, Overflow.UNDEFINED).replay is Replay.MISSED


def test_program_that_does_not_link_fails(task: Callable[..., Task]) -> None:
    subject = load_instrumented(task("int main(void) { return undeclared; }"))
    assert replay_values(subject, {}, Overflow.UNDEFINED).replay is Replay.FAILED


def test_program_whose_main_takes_arguments_is_not_proved_as_a_whole(verified: Verified) -> None:
    """The whole-program proof fixes the arguments, which may be anything."""
    text = "int main(int argc, char **argv) { if (argc == 5) reach_error(); return 0; }"
    assert verified(text, strategies=("bounded",), timeout=5.0).verdict is not Verdict.TRUE


@pytest.mark.long
@pytest.mark.parametrize(("most", "wanted"), [(32, Verdict.TRUE), (31, Verdict.FALSE)])
def test_loops_over_the_bits_of_a_word_are_fully_unrolled(
    verified: Verified, most: int, wanted: Verdict
) -> None:
    text = f"""int main(void) {{ unsigned x = __VERIFIER_nondet_uint(); int n = 0;
while (x) {{ x &= x - 1; n++; }} if (n > {most}) reach_error(); return 0; }}"""
    assert verified(text, strategies=("bounded",), timeout=60.0).verdict is wanted


TWO_ON_A_LINE = """int main(void) { int x = __VERIFIER_nondet_int(), s = 0;
for (int i = 0; i < 1000; i++) s ^= (unsigned char)x ^ (unsigned char)(x & 255);
return s ^ (unsigned char)x; }"""


@pytest.mark.long
def test_search_after_an_assertion_continues_with_the_next_inputs(
    verified: Verified, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, run = [], InputSearch.run

    def noted(search: InputSearch, proposed: Sequence[Candidate], seeds: int, *limits: float) -> ViolatingRun | None:
        begun.extend([search.seed] if seeds else [])
        return run(search, proposed, seeds, *limits)

    monkeypatch.setattr(InputSearch, "run", noted)
    report = verified(BOTH_WAYS, "native")
    assert [one.verdict for one in report.goals] == [Verdict.FALSE, Verdict.FALSE]
    assert begun[0] == 0
    assert begun == sorted(set(begun))


@pytest.mark.long
def test_run_continues_after_a_decided_goal_of_its_line(task: Callable[..., Task], cbmc: Cbmc) -> None:
    """Another goal of that line is not taken for the failing one, and does not hide later goals."""
    made = replace(task(TWO_ON_A_LINE), checks=("conversion",), assertions=False)
    report = verify(made, load_program(made), cbmc, Options(timeout=30.0, jobs=1))
    assert [one.verdict for one in report.goals] == [Verdict.FALSE, Verdict.TRUE, Verdict.FALSE]


@pytest.mark.long
def test_two_failing_goals_on_a_line_are_distinguished(task: Callable[..., Task], cbmc: Cbmc) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); return (unsigned char)x ^ (unsigned char)(x >> 8); }"
    made = replace(task(text), checks=("conversion",), assertions=False)
    report = verify(made, load_program(made), cbmc, Options(timeout=30.0, jobs=1))
    assert [one.verdict for one in report.goals] == [Verdict.FALSE, Verdict.FALSE]
    examples = [one.counterexample for one in report.goals if one.counterexample is not None]
    assert [one.assertion.where.column for one in examples] == [one.goal.where.column for one in report.goals]


def test_a_replay_stops_at_the_operations_of_its_goal_alone(task: Callable[..., Task]) -> None:
    made = replace(task(TWO_ON_A_LINE), checks=("conversion",))
    subject = load_instrumented(made)
    goals = [goal for goal in Goals.of(load_program(made)).asked if goal.kind is GoalKind.CONVERSION]
    sites = [ErrorSite(n, goal.text, False, goal.where, "", goal.kind) for n, goal in enumerate(goals)]
    known = replace(subject, errors=tuple(sites))
    told = [known.places(one) for one in sites]
    assert len(sites) == 3 and len(set().union(*told)) == sum(map(len, told))
    assert all((one.where.line, one.where.column) in places for one, places in zip(sites, told, strict=True))



def test_reports_about_runs_are_short(verified: Verified) -> None:
    """The output of CBMC is not part of the reports."""
    report = verified("int main(void) { return 0; }", timeout=20.0)
    assert report.runs and all(run.raw == "" for run in report.runs)
