"""Functions with contracts, or as entries: unsafe ones are never proved without a condition, and safe ones are.

The first line of each program has the options it is run with, and for an unsafe one the input that shows the error.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from veriabs.core.conditions import ConditionKind
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Entry, Task
from veriabs.frontend.program import load_program
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options
from veriabs.verify.preconditions import with_precondition

pytestmark = pytest.mark.cbmc

PROGRAMS = Path(__file__).parent / "programs" / "contracts"
UNSAFE = sorted(PROGRAMS.glob("*_unsafe.c"))
SAFE = sorted(PROGRAMS.glob("*_safe.c"))
REAL = PROGRAMS.parent / "real"
"""What real code is written like, a program for each thing that was not understood once."""
REAL_UNSAFE, REAL_SAFE = sorted(REAL.glob("*_unsafe.c")), sorted(REAL.glob("*_safe.c"))
REAL_FALSE, REAL_UNDEFINED = sorted(REAL.glob("*_false.c")), sorted(REAL.glob("*_undefined.c"))


def task_of(path: Path) -> Task:
    """The task that the first line of a program describes."""
    first = re.match(r"/\* run: ([^;]*);", path.read_text(encoding="utf-8"))
    assert first is not None, path
    words = shlex.split(first[1])
    function = words[words.index("--function") + 1] if "--function" in words else "main"
    checks = tuple(words[words.index("--check") + 1].split(",")) if "--check" in words else ()
    entry = Entry(function, arbitrary_globals="--globals" in words, null_pointers="--null" in words)
    return Task(path, entry=entry, checks=checks)


def decided(path: Path, cbmc: Cbmc, seconds: float) -> Report:
    task = with_precondition(task_of(path), Deadline(seconds))
    return verify(task, load_program(task), cbmc, Options(timeout=seconds))


@pytest.mark.share(4)
@pytest.mark.parametrize("path", REAL_UNSAFE, ids=lambda path: path.stem)
def test_an_unsafe_program_of_real_code_is_not_proved(path: Path, cbmc: Cbmc) -> None:
    try:
        report = decided(path, cbmc, 10.0)
    except (InputError, UnsupportedError):
        return
    assert report.verdict is not Verdict.TRUE


@pytest.mark.share(4)
@pytest.mark.parametrize("path", REAL_FALSE, ids=lambda path: path.stem)
def test_a_wrong_program_of_real_code_is_refuted(path: Path, cbmc: Cbmc) -> None:
    assert decided(path, cbmc, 30.0).verdict is Verdict.FALSE


@pytest.mark.share(4)
@pytest.mark.parametrize("path", REAL_UNDEFINED, ids=lambda path: path.stem)
def test_a_failure_after_undefined_behaviour_refutes_nothing(path: Path, cbmc: Cbmc) -> None:
    try:
        report = decided(path, cbmc, 10.0)
    except UnsupportedError:
        return
    assert report.verdict is not Verdict.FALSE


@pytest.mark.share(4)
@pytest.mark.parametrize("path", REAL_SAFE, ids=lambda path: path.stem)
def test_a_safe_program_of_real_code_is_proved(path: Path, cbmc: Cbmc) -> None:
    """The objects of an entry function's pointers may have inferred extents, and other files functions and objects."""
    report = decided(path, cbmc, 60.0)
    assert report.verdict is Verdict.TRUE
    inside = [one for one in report.conditions if one.kind not in (ConditionKind.MISSING_BODY, ConditionKind.POINTERS)]
    assert all("points to" in one.text for one in inside)


@pytest.mark.share(4)
@pytest.mark.parametrize("path", UNSAFE, ids=lambda path: path.stem)
def test_an_unsafe_function_is_not_proved(path: Path, cbmc: Cbmc) -> None:
    try:
        report = decided(path, cbmc, 10.0)
    except (InputError, UnsupportedError):
        return  # it says what it does not parse_and_lower
    assert report.verdict is not Verdict.TRUE or report.conditions


@pytest.mark.share(2)
@pytest.mark.parametrize("path", SAFE, ids=lambda path: path.stem)
def test_a_safe_function_is_proved_without_a_condition(path: Path, cbmc: Cbmc) -> None:
    report = decided(path, cbmc, 60.0)
    assert report.verdict is Verdict.TRUE and report.conditions == ()
