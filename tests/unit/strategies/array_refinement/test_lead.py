"""Runs that lead the search for a counterexample."""

from __future__ import annotations

from pathlib import Path

from refined import model_of, subject_of

from veriabs.core.runs import Claim
from veriabs.core.templates import render_c
from veriabs.strategies.array_refinement.lead import lead_program
from veriabs.strategies.array_refinement.path import events


def test_a_lead_runs_over_everything_and_only_refutes(tmp_path: Path) -> None:
    body = "int a[4]; for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int(); __VERIFIER_assert(a[1] == 1);"
    subject = subject_of(model_of(tmp_path, body))
    harness = lead_program(subject, events(subject.exact, (True, True, False, False), subject.limit), "")
    assert harness is not None
    assert harness.claim is Claim.UNDER
    text = render_c(harness.template, harness.context)
    assert "T[3] = 4;" in text
    assert "a[3] = nondet_int();" in text
    assert "_0[1] = a[i];" in text
