"""Test the budget of a comparison: both programs stop after the same work, whatever their array sizes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "mutations"))
sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from budget import AHEAD, CHECKS, RUNS, compared  # noqa: E402
from sizes import DEFAULT, LARGE, MIDDLE, PROGRAMS, SMALL, symbolic  # noqa: E402

from veriabs.frontend.program import load_program  # noqa: E402
from veriabs.frontend.task import load  # noqa: E402
from veriabs.validation.program import LIMIT  # noqa: E402


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_budget(check: Callable[[Path], None], tmp_path: Path) -> None:
    check(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", DEFAULT)
def test_the_work_does_not_depend_on_the_size(name: str, tmp_path: Path) -> None:
    """At each size no more events and iterations than the budget has, and as many at all sizes that are cut."""
    given = PROGRAMS / f"{name}.c"
    (tmp_path / "symbolic.c").write_text(symbolic(given.read_text(encoding="utf-8")), encoding="utf-8")
    cases = [(given, SMALL), (given, MIDDLE), (given, LARGE), (tmp_path / "symbolic.c", LARGE)]
    found = []
    for path, size in cases:
        comparison, difference = compared(load_program(load(path, defines=(f"N={size}",))), tmp_path)
        assert difference is None and comparison.inputs == RUNS and comparison.events > 0
        assert comparison.work <= RUNS * 4 * (LIMIT + AHEAD)
        found.append(comparison)
    small, middle, large, _ = found
    assert small.ended == RUNS
    assert (middle.work, middle.events) == (large.work, large.events)
