"""Certificates of what is found: the checker accepts them, and what cannot be had is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.proof import certificate, certificate_of
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.reasons import Reason
from veriabs.core.runs import Overflow
from veriabs.proofcheck.certificate import Certificate
from veriabs.proofcheck.check import check
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import opened
from veriabs.verify.options import Options

Make = Callable[[str], Program]

FILLED = """
int main(void) {
  int a[1000], i = 0;
  do { a[i] = 2 * i; i = i + 1; } while (i < 1000);
  for (i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 2 * i);
}
"""


def made(program: Program, cbmc: Cbmc) -> Certificate | Reason:
    options, deadline = Options(timeout=60, jobs=1), Deadline(60)
    with opened(program.task, cbmc, options, deadline) as session:
        return certificate(session, program)


@pytest.mark.cbmc
def test_a_do_loop_has_its_certificate(program: Make, cbmc: Cbmc) -> None:
    read = program(FILLED)
    found = made(read, cbmc)
    assert isinstance(found, Certificate)
    assert found.subject.overflow is Overflow.WRAP
    assert check(found, read, Overflow.WRAP, Deadline(30)).is_accepted


@pytest.mark.long
@pytest.mark.cbmc
def test_a_wrong_assertion_has_none(program: Make, cbmc: Cbmc) -> None:
    found = made(program(FILLED.replace("== 2 * i", "<= 1997")), cbmc)
    assert isinstance(found, Reason)
    assert "assertion" in found.text


@pytest.mark.long
def test_counters_alone_are_no_proof_of_cells(program: Make) -> None:
    read = program(FILLED)
    plain = certificate_of(read, {}, Overflow.WRAP)
    assert all("(<= iteration" in " ".join(texts) for texts in plain.invariants.values())
    assert check(plain, read, Overflow.WRAP, Deadline(30)).why
