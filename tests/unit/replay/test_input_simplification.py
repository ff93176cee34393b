"""Counterexamples have numbers that are as small as possible, unless the program names one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.counterexample import Candidate, InstrumentedProgram, VisitRange
from veriabs.core.results import Verdict
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.replay.input_simplification import InputSimplifier
from veriabs.replay.search import ViolatingRun
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simplicity takes the time that it takes, beside whatever else the machine does."""
    for name in ("SIMPLER_SECONDS", "LEAST_SECONDS", "FEWER_SECONDS", "LEAST_RUN_SECONDS"):
        monkeypatch.setattr(f"veriabs.replay.input_simplification.{name}", 20.0)


@pytest.mark.parametrize(("condition", "least"), [("x < 1234567", 1234567), ("x > -98765", -98765)])
def test_smallest_input_is_reported(tmp_path: Path, cbmc: Cbmc, condition: str, least: int) -> None:
    text = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);\n"
    text += f"int main(void) {{ int x = __VERIFIER_nondet_int(); __VERIFIER_assert({condition}); return 0; }}"
    path = tmp_path / "l.c"
    path.write_text(text, encoding="utf-8")
    task = Task(path)
    report = verify(task, load_program(task), cbmc, Options(timeout=30.0, strategies=("native",)))
    assert report.verdict is Verdict.FALSE and report.counterexample is not None
    (given,) = report.counterexample.inputs
    assert given.spans[0].start == least & (1 << 64) - 1


def test_constant_of_the_program_is_reported_unchanged(tmp_path: Path, cbmc: Cbmc) -> None:
    text = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);\n"
    text += "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x < 1234 || x > 98765); return 0; }"
    path = tmp_path / "n.c"
    path.write_text(text, encoding="utf-8")
    task = Task(path)
    report = verify(task, load_program(task), cbmc, Options(timeout=30.0, strategies=("native",)))
    assert report.verdict is Verdict.FALSE and report.counterexample is not None
    (given,) = report.counterexample.inputs
    assert given.spans[0].start in (1234, 98765)


def test_sufficient_value_is_reported_at_one_visit(tmp_path: Path, cbmc: Cbmc) -> None:
    text = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int); int a[1000];\n"
    text += "int main(void) { for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();\n"
    text += "  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] != 4711); return 0; }"
    path = tmp_path / "o.c"
    path.write_text(text, encoding="utf-8")
    task = Task(path)
    report = verify(task, load_program(task), cbmc, Options(timeout=30.0, strategies=("native",)))
    assert report.verdict is Verdict.FALSE and report.counterexample is not None
    (given,) = report.counterexample.inputs
    assert sum(span.count for span in given.spans if span.start or span.step) == 1
    assert len(report.counterexample.changes()) <= 3


def test_the_visit_whose_number_an_assertion_reads_is_tried_at_once(
    instrumented: Callable[[str], InstrumentedProgram],
) -> None:
    """One process tries it directly; bisecting the visits would start one process after another."""
    subject = instrumented("extern int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int(); }")
    asked: list[Sequence[Candidate]] = []

    def run(proposed: Sequence[Candidate], seconds: float, each: float) -> ViolatingRun | None:
        asked.append(proposed)
        alone = (VisitRange(700, 1, 1, 0),)
        found = next((n for n, one in enumerate(proposed) if one.values[0] == alone), None)
        return None if found is None else replace(hit, number=found, values={0: alone})

    hit = ViolatingRun("native", 0, {0: (VisitRange(0, 1000, 1, 0),)}, (), 0, 0, {0: 700, 1: 1, 2: -5})
    simplest = InputSimplifier(subject, run, 0.01).simplest(hit)
    assert simplest.values == {0: (VisitRange(700, 1, 1, 0),)}
    assert sum(any(one.values[0] == (VisitRange(700, 1, 1, 0),) for one in proposed) for proposed in asked) == 1
    assert len(asked) <= 2


def test_the_input_whose_number_an_assertion_reads_is_tried_first(
    instrumented: Callable[[str], InstrumentedProgram],
) -> None:
    """An input without effect is tried once, in the same process."""
    subject = instrumented(
        "extern int __VERIFIER_nondet_int(void); int main(void) { int a = __VERIFIER_nondet_int();"
        " int b = __VERIFIER_nondet_int(); int c = __VERIFIER_nondet_int(); return a + b + c; }"
    )
    asked: list[Sequence[Candidate]] = []
    minus = (1 << 64) - 7

    def run(proposed: Sequence[Candidate], seconds: float, each: float) -> ViolatingRun | None:
        asked.append(proposed)
        enough = (n for n, one in enumerate(proposed) if any(span.start == minus for span in one.values[2]))
        found = next(enough, None)
        return None if found is None else replace(hit, number=found, values=dict(proposed[found].values))

    given = {site: (VisitRange(0, 1, start, 0),) for site, start in enumerate((5, 6, minus))}
    hit = ViolatingRun("native", 0, given, (), 0, 0, {0: 1, 1: -7})
    found = InputSimplifier(subject, run, 0.01).simplest(hit)
    assert found.values == {0: (), 1: (), 2: (VisitRange(0, 1, minus, 0),)}
    (first, *others) = asked
    assert [one.values for one in first[:2]] == [{0: (), 1: (), 2: ()}, {**found.values}]
    assert not any(one.values == {0: (), 1: (), 2: ()} for proposed in others for one in proposed)


@pytest.mark.long
def test_a_million_random_values_are_given_up_at_once(instrumented: Callable[[str], InstrumentedProgram]) -> None:
    """Three of the values violate: the input of each process stays small, and so does the reported counterexample."""
    subject = instrumented("extern int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int(); }")
    handed: list[int] = []

    def run(proposed: Sequence[Candidate], seconds: float, each: float) -> ViolatingRun | None:
        handed.append(sum(len(one.values[0]) for one in proposed))
        kinds = ({span.start % 3 for span in one.values[0]} for one in proposed)
        found = next((n for n, seen in enumerate(kinds) if len(seen) == 3), None)
        return None if found is None else replace(hit, number=found, values=dict(proposed[found].values))

    hit = ViolatingRun("native", 0, {0: tuple(VisitRange(n, 1, 1 + n % 7) for n in range(1_000_000))}, (), 0, 0, {})
    found = InputSimplifier(subject, run, 0.01).simplest(hit)
    assert len(found.values[0]) <= 4
    assert max(handed) < 50_000
