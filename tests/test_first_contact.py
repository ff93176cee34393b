"""No program of the first-contact sets gets a wrong answer: a twin is never proved, a safe program never refuted."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.results import Verdict
from veriabs.frontend.task import load
from veriabs.solvers.driver import Cbmc
from veriabs.verify.api import verify
from veriabs.verify.options import Options

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
SETS = {BENCHMARKS / "first_contact": [15, 5], BENCHMARKS / "first_contact_2": [7, 3]}
"""The folders of the sets, and how many safe and unsafe programs a class has."""
PROGRAMS = sorted(path for folder in SETS for path in folder.glob("*/*.c"))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize(("folder", "wanted"), SETS.items(), ids=lambda one: getattr(one, "name", ""))
def test_each_class_has_the_programs_of_the_protocol(folder: Path, wanted: list[int]) -> None:
    classes = sorted(one.name for one in folder.iterdir() if one.is_dir())
    counts = {one: [len(list((folder / one).glob(f"*_{kind}.c"))) for kind in ("safe", "unsafe")] for one in classes}
    assert len(classes) == 12 and counts == dict.fromkeys(classes, wanted)


@pytest.mark.share(40, 8)
@pytest.mark.cbmc
@pytest.mark.parametrize("path", PROGRAMS, ids=name_of)
def test_no_answer_is_wrong(path: Path, cbmc: Cbmc) -> None:
    wrong = Verdict.TRUE if path.stem.endswith("_unsafe") else Verdict.FALSE
    assert verify(load(path), Options(timeout=10.0, jobs=1), cbmc=cbmc).verdict is not wrong
