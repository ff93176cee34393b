"""Fixtures: a program from its text, and the CBMC that this machine has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from veriabs.cbmc.driver import Cbmc, detect
from veriabs.cbmc.provision import require
from veriabs.model import Program
from veriabs.source.program import load_program
from veriabs.source.task import load

HEAD = """
extern void __VERIFIER_assert(int);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
"""


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Program]:
    """From C text to its `Program`; the declarations of `__VERIFIER_*` are put in front, on one line."""

    def make(text: str) -> Program:
        path = tmp_path / "input.c"
        path.write_text(HEAD.replace("\n", " ").strip() + "\n" + text, encoding="utf-8")
        return load_program(load(path))

    return make


@pytest.fixture(scope="session")
def cbmc() -> Cbmc:
    return detect(require())
