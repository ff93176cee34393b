"""The programs with every loop cut, compared with the text in tests/golden/induction (UPDATE_GOLDEN=1 writes it)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.scalar.candidates import loop_candidates
from veriabs.invariants.scalar.cut import cut_program
from veriabs.invariants.scalar.subject import subject_of
from veriabs.loops.build import models

CASES = sorted((Path(__file__).parents[3] / "golden" / "induction").glob("*/input.c"))
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))


def text(case: Path, k: int) -> str:
    subject = subject_of(models(load_program(load(case)))[0])
    harness = cut_program(subject, loop_candidates(subject), k)
    assert harness is not None
    return render_c(harness.template, harness.context)


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("case", CASES, ids=lambda path: path.parent.name)
def test_cut_program_is_as_stored(case: Path, k: int) -> None:
    stored = case.parent / f"cut_k{k}.c"
    if UPDATE:
        stored.write_text(text(case, k), encoding="utf-8")
    assert stored.read_text(encoding="utf-8") == text(case, k)


def test_golden_cases_exist() -> None:
    assert CASES
