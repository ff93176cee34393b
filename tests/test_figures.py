"""The shrink factors of the published figures: no smaller k does."""

from pathlib import Path

import pytest

from veriabs.core.results import Shrinkable
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.install.provision import require
from veriabs.solvers.driver import detect
from veriabs.verify import engine

FIGURES = Path(__file__).parent.parent / "benchmarks" / "figures"


def factors(name: str, max_k: int) -> dict[int, Shrinkable]:
    task = load(FIGURES / name)
    report = engine.shrink(task, load_program(task), detect(require()), engine.Options(max_k=max_k, timeout=300))
    first = next((n for n, factor in enumerate(report.loops) if factor.k is not None), len(report.loops))
    last_group = report.loops[: first + 1]  # later entries are about the preceding loops
    return {tried.k: tried.outcome for factor in last_group for tried in factor.tried}


@pytest.mark.cbmc
def test_the_minimum_with_its_off_by_one_guard_is_2_shrinkable_and_not_1_shrinkable() -> None:
    assert factors("minimum.c", 3) == {1: Shrinkable.NO, 2: Shrinkable.YES}


@pytest.mark.long
@pytest.mark.cbmc
def test_the_climbing_minimum_with_slack_needs_three_iterations() -> None:
    assert factors("lmin.c", 3) == {1: Shrinkable.NO, 2: Shrinkable.NO, 3: Shrinkable.YES}


@pytest.mark.cbmc
@pytest.mark.parametrize("name", ["min2.c", "stride.c"])
def test_exists_and_stride_are_1_shrinkable(name: str) -> None:
    assert factors(name, 2) == {1: Shrinkable.YES}
