"""Candidates are computed once for all callers; they include the asserted facts for cells that loops have passed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.joint_proof import FIRST, Solvers
from veriabs.annotate.proposals import CandidateKinds, Proposals
from veriabs.annotate.warm_solver import ready
from veriabs.core.ctext import Printer
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.loops.flatten import assertions, keep_only
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options

Make = Callable[[str], Program]

ROWS = """
int flat[3000];
int main(void) {
  for (int i = 0; i < 1000; i++) { flat[3 * i] = 0; flat[3 * i + 1] = 1; flat[3 * i + 2] = 2; }
  for (int i = 0; i < 3000; i++) __VERIFIER_assert(flat[i] == i % 3);
  __VERIFIER_assert(flat[7] != 3);
}
"""


def about_cells(program: Program) -> Program:
    """The program with its first assertion alone."""
    first = assertions(program)[0].number
    return keep_only(program, lambda one: one.number == first)


def test_candidates_of_each_kind_are_computed_once_per_part(program: Make, cbmc: Cbmc) -> None:
    read = program(ROWS)
    first = about_cells(read)
    with open_session(read.task, cbmc, Options(jobs=1), Deadline(30.0)) as session:
        proposals = Proposals.of(read)
        of_first = proposals.tried(session, first, CandidateKinds.ASSERTED, Overflow.WRAP)
        made = dict(proposals.made)
        assert proposals.tried(session, first, CandidateKinds.ASSERTED, Overflow.WRAP) == of_first
        assert all(proposals.made[key] is made[key] for key in made if made[key])
        assert proposals.tried(session, read, CandidateKinds.ASSERTED, Overflow.WRAP) != of_first


@pytest.mark.long
def test_asserted_facts_are_stated_for_passed_cells(program: Make, cbmc: Cbmc) -> None:
    read = about_cells(program(ROWS))
    with open_session(read.task, cbmc, Options(jobs=1), Deadline(60.0)) as session, ready() as solver:
        found = Solvers(solver=solver).joint_proof(session, read, {}, FIRST[:1])
    assert found is not None
    said = [Printer().expr(fact) for facts in found.invariants.values() for fact in facts]
    assert [text for text in said if "flat" in text and "%" not in text] == []
    assert any("% 3" in text for text in said)


@pytest.mark.long
def test_false_assertions_are_not_proved(program: Make, cbmc: Cbmc) -> None:
    read = about_cells(program(ROWS.replace("i % 3", "i % 5")))
    with open_session(read.task, cbmc, Options(jobs=1), Deadline(60.0)) as session, ready() as solver:
        assert Solvers(solver=solver).joint_proof(session, read, {}, FIRST[:1]) is None
