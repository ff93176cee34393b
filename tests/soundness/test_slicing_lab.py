"""A seeded share of the laboratory of slices, and that it notices planted faults.

The long run is `python tests/soundness/slicing_lab.py --programs 10000`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
import slicing_lab
from slicing_generator import generate

from veriabs.frontend.slicing import kinds, program
from veriabs.frontend.slicing.cfg import FlowNode
from veriabs.frontend.slicing.program import ProgramGraphs

SEED, PROGRAMS = 100_001, 8


def test_share_of_the_laboratory(tmp_path: Path) -> None:
    outcome = slicing_lab.run(range(SEED, SEED + PROGRAMS), tmp_path)
    _flawless(outcome)


@pytest.mark.skipif(shutil.which("tcc") is None, reason="tcc is not installed")
def test_a_faster_compiler_sees_the_same(tmp_path: Path) -> None:
    outcome = slicing_lab.run(range(SEED, SEED + PROGRAMS), tmp_path, "tcc")
    _flawless(outcome)
    assert outcome.visits == slicing_lab.run(range(SEED, SEED + PROGRAMS), tmp_path).visits


def _flawless(outcome: slicing_lab.Outcome) -> None:
    assert outcome.wrong == []
    assert outcome.programs == PROGRAMS
    assert outcome.visits > PROGRAMS


def test_generated_programs_contain_constructs_that_are_hard_to_slice() -> None:
    texts = "".join(generate(seed, asserts=seed % 3 == 0) for seed in range(60))
    for part in ("goto L", "switch (", "break;", "continue;", "P_t[", "*P_p0 = ", "static int", "abort()", "P_assume("):
        assert part in texts


def _strong_everywhere(program: ProgramGraphs, node: FlowNode) -> None:
    """A write through a pointer, to an element or to a member is taken for a strong update (trap v01)."""
    _resolve(program, node)
    node.sets |= node.writes


_resolve = program._resolve


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        lambda: patch.object(program, "_resolve", _strong_everywhere),
        lambda: patch.object(kinds, "deciding", return_value=[]),
    ],
    ids=["strong updates", "no conditions"],
)
def test_laboratory_notices_a_fault(fault: Callable[[], object], tmp_path: Path) -> None:
    with fault():  # type: ignore[attr-defined]
        assert slicing_lab.run(range(SEED, SEED + 60), tmp_path).wrong
