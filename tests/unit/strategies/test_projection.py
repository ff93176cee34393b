"""Test the reduction of a matrix to one arbitrary row or column."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.ctree import statements
from veriabs.core.program import Program, ProgramPart
from veriabs.core.results import Verdict
from veriabs.core.source import DataModel
from veriabs.core.statements import CheckKind, Loop
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.bounds import unwound_program
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.strategies.projection import parts
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Make = Callable[[str], Program]

TRAPS = sorted((Path(__file__).parents[2] / "programs" / "traps").glob("j*.c"))

MATRIX = """int m[900][70], v[900]; int main(void) {{ int i, j;
for (i = 0; i < 900; i++) for (j = 0; j < 70; j++) {fill}
{claim} }}"""
EACH = "for (i = 0; i < 900; i++) for (j = 0; j < 70; j++) __VERIFIER_assert({});"

ONE_LOOP = {
    "cells of their row": ("m[i][j] = i;", EACH.format("m[i][j] == i")),
    "a diagonal": ("m[i][j] = i == j;", EACH.format("m[i][j] == (i == j)")),
    "copies of the row before": ("m[i][j] = i ? m[i - 1][j] : j;", EACH.format("m[i][j] == j")),
    "a vector beside": ("{ v[i] = 7; m[i][j] = v[i]; }", EACH.format("m[i][j] == 7")),
    "inputs": ("m[i][j] = __VERIFIER_nondet_int();", EACH.format("m[i][j] == m[i][j]")),
}

LEFT_ALONE = {
    "a test that reads a cell": ("m[i][j] = 1;", "for (i = 0; m[i][3]; i++) __VERIFIER_assert(m[i][3]);"),
    "another array": ("{ m[i][j] = 1; v[i + j] = 1; }", "__VERIFIER_assert(m[0][0] == v[0]);"),
    "no matrix": ("v[i] = j;", "__VERIFIER_assert(v[3] == 69);"),
}


def made(program: Program) -> list[Program]:
    """The projected programs of the first assertion."""
    return [one.program for one in parts(program, assertions(program)[0]) if isinstance(one, ProgramPart)]


def loops(program: Program) -> int:
    return sum(isinstance(one, Loop) for one in statements(program.body))


@pytest.mark.parametrize("name", ONE_LOOP)
def test_a_loop_over_the_chosen_index_is_one_iteration(program: Make, name: str) -> None:
    fill, claim = ONE_LOOP[name]
    found = made(program(MATRIX.format(fill=fill, claim=claim)))
    assert loops(found[0]) == 2
    assert all(len(one.sizes) == 1 for one in found[0].arrays.values())


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_any_other_program_is_left_alone(program: Make, name: str) -> None:
    fill, claim = LEFT_ALONE[name]
    assert not made(program(MATRIX.format(fill=fill, claim=claim)))


@pytest.mark.cbmc
@pytest.mark.parametrize("path", TRAPS, ids=lambda path: path.stem)
def test_a_violation_of_a_trap_is_one_of_each_projection(path: Path, cbmc: Cbmc) -> None:
    for one in made(load_program(load(path, defines=("N=4",)))):
        whole = unwound_program(one, 8)
        text = render_c(whole.template, whole.context)
        with Driver(cbmc, jobs=1) as driver:
            run = driver.check(text, purpose="", asked=whole.asked, unwind=8, data_model=DataModel.LP64, seconds=60)
        failed = [text for text in run.failed() if whole.ids[text].kind is CheckKind.GOAL]
        assert failed, run.outcome


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize("name", ONE_LOOP)
def test_projected_programs_are_proved(program: Make, cbmc: Cbmc, name: str) -> None:
    fill, claim = ONE_LOOP[name]
    options = Options(timeout=60.0, jobs=2, strategies=("projection", "cell_invariants"), replay=False)
    whole = program(MATRIX.format(fill=fill, claim=claim))
    assert verify(whole.task, whole, cbmc, options).verdict is Verdict.TRUE
