"""Every generated program is C that gcc accepts without a warning.

CBMC takes much that is not C (an undeclared function, a missing conversion), so that a slip of a template could go
unnoticed. `cprover_prelude.h` declares what only CBMC knows.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program
from veriabs.core.queries import Query
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.bounds import bounds_program
from veriabs.invariants.candidates import candidates
from veriabs.loops.build import models
from veriabs.strategies.shrinking.attempt import Attempt
from veriabs.strategies.shrinking.attempts import attempts

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "programs" / "true").glob("*.c"))
FLAGS = ("-fsyntax-only", "-Wall", "-Werror", "-std=gnu11", "-x", "c")
# Helpers that one program does not need and candidate invariants that are trivial are no slips.
ACCEPTED = ("-Wno-unused", "-Wno-bool-compare", "-include", str(HERE / "cprover_prelude.h"))


def harnesses(program: Program) -> Iterator[Query]:
    """Every generated program of the first attempt of each assertion, and the bounds programs."""
    yield bounds_program(program)
    yield bounds_program(program, candidates(program))
    for model in models(program):
        found = (a for a in attempts(model) if isinstance(a, Attempt))
        for attempt in islice(found, 1):
            yield from attempt.conditions
            yield from (make(k) for make in (attempt.residual, attempt.harness, attempt.reach) for k in (1, 3))


def complaints(text: str) -> str:
    command = ["gcc", *FLAGS, *ACCEPTED, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False).stderr


@pytest.mark.share(12)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_gcc_accepts_generated_programs(path: Path) -> None:
    try:
        program = load_program(load(path))
    except UnsupportedError as error:
        pytest.skip(str(error))
    for harness in harnesses(program):
        text = render_c(harness.template, harness.context)
        assert complaints(text) == "", harness.purpose
