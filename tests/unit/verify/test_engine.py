"""The pipeline on small programs, with the real CBMC."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from veriabs.core.errors import InputError
from veriabs.core.events import BoundTried, Event
from veriabs.core.operators import OPPOSITE
from veriabs.core.program import Program
from veriabs.core.queries import ProvedFacts
from veriabs.core.reasons import ReasonKind
from veriabs.core.results import Report, Shrinkable, Verdict
from veriabs.frontend.lower import block_rewriting
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import shrink, verify
from veriabs.verify.knowledge import Knowledge
from veriabs.verify.options import Options
from veriabs.verify.refute import Refuter
from veriabs.verify.session import Session

pytestmark = pytest.mark.cbmc

Make = Callable[[str], Program]

FILL = """int a[100000]; int main(void) { for (int i = 0; i < 100000; i++) a[i] = 3;
for (int i = 0; i < 100000; i++) __VERIFIER_assert(a[i] == %s); return 0; }"""
MINIMUM = """int a[1000]; int main(void) { int m = a[0], x = __VERIFIER_nondet_int();
if (x < 0 || x >= 1000) abort();
for (int i = 0; i < 1000; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] < 0 || a[i] > 1000) abort(); }
for (int i = 0; i < 1000; i++) if (m >= a[i] - 1) m = a[i];
for (int i = 0; i < 1000; i++) __VERIFIER_assert(m <= a[i] + 1); return 0; }"""
ALONE: dict[str, Any] = {"strategies": ("shrinking",), "replay": False}
"""One strategy, and nothing that is compiled."""


def verified(program: Program, cbmc: Cbmc, **options: object) -> Report:
    few = ("shrinking", "native", "bounded")
    chosen = Options(**{"timeout": 60.0, "jobs": 1, "max_k": 2, "strategies": few, **options})  # type: ignore[arg-type]
    return verify(program.task, program, cbmc, chosen)


def test_proof(program: Make, cbmc: Cbmc) -> None:
    report = verified(program(FILL % 3), cbmc)
    assert report.verdict is Verdict.TRUE
    assert report.reason is None
    assert report.strategy == "shrinking"
    assert report.loops[0].k == 1
    assert report.seconds > 0
    assert report.cbmc_version


@pytest.mark.long
def test_a_search_that_does_not_end_is_ended_with_the_time(
    program: Make, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bool] = []
    monkeypatch.setattr(Refuter, "run", lambda self: ended.append(self.stop.wait(30.0)))
    text = "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x > x - 1);\n"
    report = verified(program(f"{text}__VERIFIER_assert(x != 7); return 0; }}"), cbmc, timeout=1.5, replay=False)
    assert ended == [True]
    assert report.verdict is Verdict.UNKNOWN


def test_every_proof_has_the_runs_that_it_rests_on(program: Make, cbmc: Cbmc) -> None:
    purposes = [run.purpose for run in verified(program(FILL % 3), cbmc, **ALONE).runs]
    assert {"bounds", "side conditions", "residual k=1", "harness k=1", "reach k=1"} <= set(purposes)


@pytest.mark.long
def test_no_thread_outlives_the_analysis(program: Make, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not an idle one either: that of the invariants, which are asked for here, while somebody still holds them."""
    before, made, held = set(threading.enumerate()), program(FILL % 4), list[Knowledge]()
    asked = Knowledge.known

    def holding(knowledge: Knowledge, session: Session) -> ProvedFacts:
        held.append(knowledge)
        return asked(knowledge, session)

    monkeypatch.setattr(Knowledge, "known", holding)
    verified(made, cbmc, **ALONE)
    assert held
    left = set(threading.enumerate()) - before
    for thread in left:
        thread.join(30)
    assert [thread.name for thread in left if thread.is_alive()] == []


def test_violation_is_refuted(program: Make, cbmc: Cbmc) -> None:
    report = verified(program(FILL % 4), cbmc)
    assert report.verdict is Verdict.FALSE
    assert report.reason is None
    assert report.counterexample is not None


@pytest.mark.long
def test_violation_is_not_proved_without_replay(program: Make, cbmc: Cbmc) -> None:
    report = verified(program(FILL % 4), cbmc, **ALONE)
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None
    assert report.loops[0].tried[0].outcome is Shrinkable.RESIDUAL_FAILED


@pytest.mark.long
def test_one_violation_among_several_assertions(program: Make, cbmc: Cbmc) -> None:
    text = (FILL % 3).replace("return 0;", "__VERIFIER_assert(a[7] == 4); return 0;")
    assert verified(program(text), cbmc, **ALONE).verdict is not Verdict.TRUE


@pytest.mark.long
def test_an_access_out_of_bounds_is_a_condition(program: Make, cbmc: Cbmc) -> None:
    text = (FILL % 3).replace("return 0;", "a[100000] = 1; return 0;")
    report = verified(program(text), cbmc, **ALONE)
    assert report.wording == "TRUE if the accesses at line 3 are in bounds"


@pytest.mark.long
def test_nested_loop_has_its_reason(program: Make, cbmc: Cbmc) -> None:
    text = """int a[1000]; int main(void) {
    for (int i = 0; i < 1000; i++) for (int j = 0; j < i; j++) { if (a[j] == i) break; a[j] = i; }
    __VERIFIER_assert(a[3] == 999); return 0; }"""
    report = verified(program(text), cbmc, strategies=("shrinking",))
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None
    assert report.reason.kind is ReasonKind.UNSUPPORTED


@pytest.mark.long
def test_portfolio_proves_more_than_one_strategy(program: Make, cbmc: Cbmc) -> None:
    text = """int a[1000]; int main(void) { int s = 0;
    for (int i = 0; i < 1000; i++) { a[i] = i; s = s + a[i]; }
    __VERIFIER_assert(s == 499500); return 0; }"""
    report = verified(program(text), cbmc, strategies=("shrinking", "closed_forms"), replay=False)
    assert report.verdict is Verdict.TRUE
    assert report.strategy == "closed_forms"
    assert [answer.strategy for answer in report.answers if answer.verdict is Verdict.TRUE] == ["closed_forms"]
    alone = verified(program(text), cbmc, strategies=("shrinking",), max_k=1, replay=False)
    assert alone.verdict is Verdict.UNKNOWN
    assert [answer.strategy for answer in alone.answers] == ["shrinking"]


def test_no_time_is_no_proof(program: Make, cbmc: Cbmc) -> None:
    report = verified(program(FILL % 3), cbmc, timeout=0.002)
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None
    assert report.reason.kind in (ReasonKind.TIMEOUT, ReasonKind.BUDGET)


def test_no_strategy_is_no_proof(program: Make, cbmc: Cbmc) -> None:
    report = verified(program(FILL % 3), cbmc, strategies=())
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None
    assert report.reason.kind is ReasonKind.NOT_APPLICABLE


@pytest.mark.long
def test_k_is_not_tried_beyond_the_limit(program: Make, cbmc: Cbmc) -> None:
    report = verified(program(FILL % 4), cbmc, max_k=2, **ALONE)
    assert max(tried.k for factor in report.loops for tried in factor.tried) <= 2


@pytest.mark.long
def test_generated_programs_are_kept(program: Make, cbmc: Cbmc, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    verified(program(FILL % 3), cbmc, keep=folder, **ALONE)
    assert {"harness-k-1.c", "residual-k-1.c", "bounds.c"} <= {path.name for path in folder.iterdir()}


def test_file_in_place_of_the_kept_folder(program: Make, cbmc: Cbmc, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError):
        verified(program(FILL % 3), cbmc, keep=tmp_path / "file")


@pytest.mark.long
def test_tried_k_are_reported(program: Make, cbmc: Cbmc) -> None:
    told: list[int] = []
    made = program(FILL % 3)

    def observe(event: Event) -> None:
        if isinstance(event, BoundTried):
            told.append(event.tried.k)

    verify(made.task, made, cbmc, Options(timeout=60.0, jobs=1, **ALONE), observe=observe)
    assert told == [1]


@pytest.mark.long
def test_shrink_runs_every_harness(program: Make, cbmc: Cbmc) -> None:
    built = program(MINIMUM)
    report = shrink(built.task, built, cbmc, Options(timeout=120.0, jobs=1, max_k=2))
    assert report.verdict is Verdict.UNKNOWN
    assert [tried.k for tried in report.loops[0].tried] == [1, 2]
    assert all(tried.residual is None for tried in report.loops[0].tried)


def test_program_without_an_access_needs_no_proof_of_bounds(program: Make, cbmc: Cbmc) -> None:
    text = """int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x > 9) abort();
    while (__VERIFIER_nondet_int()) { if (x > 0) x--; } __VERIFIER_assert(x <= 9); return 0; }"""
    report = verified(program(text), cbmc, strategies=("induction", "cell_invariants"), replay=False)
    assert report.verdict is Verdict.TRUE


def test_program_that_is_read_wrongly_is_not_proved(
    program: Make, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(block_rewriting, "OPPOSITE", {**OPPOSITE, "==": "=="})
    wrong = program(FILL.replace("__VERIFIER_assert(a[i] == %s)", "if (a[i] == 3) __VERIFIER_assert(0)"))
    report = verified(wrong, cbmc, keep=tmp_path, strategies=("shrinking",))
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None
    assert report.reason.kind is ReasonKind.MISREAD
    assert {"translation-small.read.txt", "translation-small.compiled.txt"} <= {one.name for one in tmp_path.iterdir()}


@pytest.mark.long
def test_proof_without_a_comparison_states_that(program: Make, cbmc: Cbmc) -> None:
    """Programs that are not run are compared by CBMC at small bounds, unless no run ends within them."""
    report = verified(program(FILL % 3), cbmc, **ALONE)
    assert report.verdict is Verdict.TRUE
    assert "comparison at small bounds" in {run.purpose for run in report.runs}
    assert not report.note
    counted = """int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s++;
    __VERIFIER_assert(s == 1000); return 0; }"""
    report = verified(program(counted), cbmc, **{**ALONE, "strategies": ("induction",)})
    assert report.verdict is Verdict.TRUE
    assert "--no-replay" in report.note
    assert "no run ends within small bounds" in report.note
    assert not verified(program(FILL % 3), cbmc, strategies=("shrinking",)).note
