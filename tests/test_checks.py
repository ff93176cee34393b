"""Checks on programs whose lines say what has to come out of them.

`holds` and `fails` are what the verdict of the goal on that line has to be; a goal that is `unsafe` must not be TRUE,
and one that is `safe` not FALSE, nor may any other goal be FALSE.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from veriabs.core.goals import CHECKS
from veriabs.core.results import Verdict
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc

PROGRAMS = sorted((Path(__file__).parent / "programs" / "checks").glob("*.c"))
ALL = tuple(kind.value for kind in CHECKS)
ALLOWED = {
    "holds": {Verdict.TRUE},
    "fails": {Verdict.FALSE},
    "safe": {Verdict.TRUE, Verdict.UNKNOWN},
    "unsafe": {Verdict.FALSE, Verdict.UNKNOWN},
}


def expected(path: Path) -> dict[tuple[int, str], str]:
    """What the comments of a program say, by line and kind."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for kind, word in re.findall(r"([\w-]+)=(\w+)", line.partition("// ")[2]):
            found[number, kind] = word
    return found


@pytest.mark.share(6, 2)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_each_goal_is_what_its_line_says(path: Path, cbmc: Cbmc) -> None:
    task = Task(path, checks=ALL)
    report = verify(task, load_program(task), cbmc, Options(timeout=25.0))
    words = expected(path)
    seen = {(one.goal.where.line, one.goal.kind.value): one for one in report.goals}
    assert words and words.keys() <= seen.keys()
    for key, one in seen.items():
        assert one.verdict in ALLOWED[words.get(key, "safe")], (key, one)


def test_words_are_known() -> None:
    assert {word for path in PROGRAMS for word in expected(path).values()} <= ALLOWED.keys()
    assert {kind for path in PROGRAMS for _, kind in expected(path)} == set(ALL)
