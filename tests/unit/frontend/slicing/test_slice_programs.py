"""Slices of whole programs, decided by CBMC: proved programs, and unsafe programs that are never proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.frontend.slicing.slice import SliceKind, slice_text
from veriabs.frontend.task import load
from veriabs.solvers import process
from veriabs.solvers.driver import Cbmc

PROGRAMS = Path(__file__).parents[3] / "programs"
MOTIVATING = PROGRAMS.parent / "soundness" / "slicing_motivating.c"
UNSAFE = sorted((PROGRAMS / "traps").glob("v0*_unsafe.c"))


def decided(cbmc: Cbmc, path: Path, seconds: float, unwind: int) -> int | None:
    """The exit code of plain CBMC, 0 for a proof and 10 for a violation; None if it takes longer."""
    options = ["--no-standard-checks", "--unwinding-assertions", "--unwind", str(unwind)]
    done = process.run([*cbmc.command, str(path), *options], seconds=seconds, memory_mb=4000)
    return None if done.timed_out else done.exit_code


@pytest.mark.cbmc
def test_motivating_program_is_proved_through_its_value_slice(cbmc: Cbmc, tmp_path: Path) -> None:
    """`u` and `k`: the functions that decide whether the assertion is reached are cut away."""
    sliced = slice_text(load(MOTIVATING), SliceKind.VALUE)
    (tmp_path / "slice.c").write_text(sliced.text, encoding="utf-8")
    assert decided(cbmc, tmp_path / "slice.c", 60, 8) == 0
    assert "settle" not in sliced.text
    assert sliced.stats.kept_statements < sliced.stats.statements / 3


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize("kind", [None, SliceKind.BACKWARD])
def test_motivating_program_is_not_proved_whole_or_through_its_backward_slice(
    cbmc: Cbmc, tmp_path: Path, kind: SliceKind | None
) -> None:
    path = MOTIVATING
    if kind is not None:
        path = tmp_path / "slice.c"
        path.write_text(slice_text(load(MOTIVATING), kind).text, encoding="utf-8")
    assert decided(cbmc, path, 20, 300) != 0


def test_thin_slice_lacks_the_conditions() -> None:
    thin = slice_text(load(MOTIVATING), SliceKind.THIN).text
    assert "k < 6" not in thin
    assert "u = u + 2;" in thin


@pytest.mark.cbmc
@pytest.mark.parametrize("kind", list(SliceKind), ids=lambda kind: kind.value)
@pytest.mark.parametrize("path", UNSAFE, ids=lambda path: path.stem)
def test_unsafe_program_is_never_proved_through_a_slice(
    cbmc: Cbmc, tmp_path: Path, path: Path, kind: SliceKind
) -> None:
    (tmp_path / "slice.c").write_text(slice_text(load(path, defines=["N=3"]), kind).text, encoding="utf-8")
    assert decided(cbmc, tmp_path / "slice.c", 60, 12) == 10
