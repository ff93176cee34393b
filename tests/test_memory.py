"""Test that invalid uses of memory are refuted at their lines, and valid ones never are.

A comment says what has to come of the goals of a kind on its line: they fail, or they hold, or nobody knows whether
they do (`unsafe`). No other goal may fail, and no proof contradict a counterexample.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_checks import expected, joint_verdicts

from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc

PROGRAMS = sorted((Path(__file__).parent / "programs" / "memory").glob("*.c"))
KINDS = ("bounds", "pointer", "memory-leak")
ALLOWED = {
    "holds": {Verdict.TRUE},
    "fails": {Verdict.FALSE},
    "safe": {Verdict.TRUE, Verdict.UNKNOWN},
    "unsafe": {Verdict.FALSE, Verdict.UNKNOWN},
}


def program_or_reason(task: Task) -> Program | Reason:
    try:
        return load_program(task)
    except UnsupportedError as error:
        return Reason(ReasonKind.UNSUPPORTED, str(error))


def decided(path: Path, cbmc: Cbmc) -> Report:
    task = Task(path, checks=KINDS)
    return verify(task, program_or_reason(task), cbmc, Options(timeout=30.0))


@pytest.mark.share(20, 3)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_memory_errors_are_reported_at_their_line(path: Path, cbmc: Cbmc) -> None:
    report, words = decided(path, cbmc), expected(path)
    seen = joint_verdicts(report)
    assert words.keys() <= seen.keys()
    for key, verdict in seen.items():
        assert verdict in ALLOWED[words.get(key, "safe")], key
    reasons = [one.reason for one in report.goals if one.reason is not None]
    assert not any(reason.kind in (ReasonKind.CRASH, ReasonKind.INTERNAL) for reason in reasons)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("freed_and_used_by_another_name", r"allocated at line 4, freed at line 7"),
        pytest.param("heap_index_too_far", r"allocated at line 4", marks=pytest.mark.long),
        pytest.param("free_of_an_array", r"allocated object \(the variable x\)", marks=pytest.mark.long),
    ],
)
def test_object_of_the_pointer_is_reported(name: str, said: str, cbmc: Cbmc) -> None:
    path = next(one for one in PROGRAMS if one.stem == name)
    details = [one.counterexample.detail for one in decided(path, cbmc).goals if one.counterexample is not None]
    assert len(details) == 1
    assert re.search(said, details[0])
