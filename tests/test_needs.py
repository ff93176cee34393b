"""Inferred preconditions: the proof holds under them, fails under wrong ones, and runs agree on both sides."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.precondition import Precondition
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Entry, Task
from veriabs.frontend.program import load_program
from veriabs.solvers.driver import Cbmc
from veriabs.verify import api
from veriabs.verify.engine import verify
from veriabs.verify.measurement import Measurement, RunArguments
from veriabs.verify.options import Options
from veriabs.verify.preconditions import with_precondition


class Case(Struct, frozen=True):
    """A function f, its precondition, one that is too weak, and a run inside and outside."""

    text: str
    needs: Precondition
    wrong: Precondition
    within: RunArguments
    outside: RunArguments


CASES = {
    "one behind the last index": Case(
        "void f(int *a, int n, int v) { for (int i = 0; i <= n; i++) a[i] = v; }",
        Precondition({"a": "n + 1"}),
        Precondition({"a": "n"}),
        RunArguments({"n": 3, "v": 0}, {"a": 4}),
        RunArguments({"n": 3, "v": 0}, {"a": 3}),
    ),
    "the last index": Case(
        "int f(const int *a, int n) { return a[n - 1]; }",
        Precondition({"a": "n"}, ("n >= 1",)),
        Precondition({"a": "n"}),
        RunArguments({"n": 1}, {"a": 1}),
        RunArguments({"n": 0}, {"a": 1}),
    ),
    "an array behind a member": Case(
        "struct b { int *data; int used; }; int f(struct b *b) { return b->used > 0 ? b->data[b->used - 1] : 0; }",
        Precondition({"b": "1", "b->data": "b->used"}),
        Precondition({"b": "1", "b->data": "b->used - 1"}),
        RunArguments({"b->used": 3}, {"b": 1, "b->data": 3}),
        RunArguments({"b->used": 3}, {"b": 1, "b->data": 2}),
    ),
    "a divisor": Case(
        "unsigned f(unsigned a, unsigned d) { return a / d; }",
        Precondition({}, ("d != 0",)),
        Precondition({}, ("d <= 1000",)),
        RunArguments({"a": 7, "d": 1}, {}),
        RunArguments({"a": 7, "d": 0}, {}),
    ),
    "a local array": Case(
        "int f(unsigned n) { char b[16] = {0}; b[n] = 1; return b[0]; }",
        Precondition({}, ("n <= 15",)),
        Precondition({}, ("n <= 16",)),
        RunArguments({"n": 15}, {}),
        RunArguments({"n": 16}, {}),
    ),
}


def task_of(text: str, folder: Path) -> Task:
    path = folder / "f.c"
    path.write_text(text, encoding="utf-8")
    return Task(path, entry=Entry("f"), checks=("bounds", "div-by-zero"))


def decided(task: Task, cbmc: Cbmc) -> Report:
    return verify(task, load_program(task), cbmc, Options(timeout=60.0))


@pytest.mark.cbmc
@pytest.mark.share(2)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_function_is_proved_under_its_inferred_precondition(case: Case, tmp_path: Path, cbmc: Cbmc) -> None:
    task = with_precondition(task_of(case.text, tmp_path), Deadline(60.0))
    assert task.entry.needs == case.needs
    report = decided(task, cbmc)
    assert report.is_conditional


@pytest.mark.cbmc
@pytest.mark.share(2)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_wrong_precondition_proves_nothing(case: Case, tmp_path: Path, cbmc: Cbmc) -> None:
    task = task_of(case.text, tmp_path)
    report = decided(replace(task, entry=replace(task.entry, needs=case.wrong)), cbmc)
    assert report.verdict is not Verdict.TRUE


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_runs_are_good_within_a_precondition_and_fail_outside(case: Case, tmp_path: Path) -> None:
    measured = Measurement.of(task_of(case.text, tmp_path), None, tmp_path, Deadline(60.0))
    assert measured is not None
    (_, within), (_, outside) = measured.run([case.within, case.outside])
    assert within.ended and within.error is None
    assert not outside.ended and outside.error is not None


@pytest.mark.cbmc
@pytest.mark.parametrize(
    "text",
    [
        "void f(int x) { int b[4]; for (int i = 0; i <= 4; i++) b[i] = x; }",
        "int f(int n) { char b[16]; if (n < 0 || n > 16) return 0; b[n] = 1; return b[n]; }",
        "int f(int k) { int b[4] = {0}; return k ? b[k | 4] : 0; }",
    ],
)
def test_an_error_of_the_function_itself_is_false(text: str, tmp_path: Path, cbmc: Cbmc) -> None:
    report = api.verify(task_of(text, tmp_path), Options(timeout=60.0), cbmc=cbmc)
    assert report.verdict is Verdict.FALSE
