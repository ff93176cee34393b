"""Finding loop invariants: later provers add facts, which may depend on those proved before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from veriabs.annotate.counters import counter_candidates
from veriabs.annotate.expressible import Expressible
from veriabs.annotate.find import Found, find
from veriabs.annotate.joint_proof import joint_counters, joint_proof
from veriabs.annotate.warm_solver import ready
from veriabs.core.ctext import Printer
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.invariants.bounds import Invariants
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import opened
from veriabs.verify.options import Options
from veriabs.verify.session import Session

Make = Callable[[str], Program]

TWO = """
int a[1000];
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned sum = 0;
  if (n < 0 || n > 1000) return 0;
  for (int i = 0; i < n; i++) { if (sum < 50) sum += 3; a[i] = __VERIFIER_nondet_int(); }
  __VERIFIER_assert(sum <= 52);
  __VERIFIER_assert(a[3] == 5);
}
"""


def texts(found: Invariants) -> set[str]:
    return {Printer().expr(fact) for facts in found.values() for fact in facts}


@pytest.mark.cbmc
def test_invariants_proved_first_are_kept(program: Make, cbmc: Cbmc) -> None:
    read, asked = program(TWO), list[set[str]]()

    def further(session: Session, made: Program, known: Invariants, expressible: Expressible) -> Found:
        asked.append(texts(known))
        return Found({})

    with opened(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        found = find(session, read, further)
    (known,) = asked
    assert any("sum" in text for text in known)
    assert known <= texts(found.invariants)


def test_integer_solvers_are_asked_before_cbmc(program: Make, cbmc: Cbmc) -> None:
    read, asked = program(TWO), list[set[str]]()

    def further(session: Session, made: Program, known: Invariants, expressible: Expressible) -> Found | None:
        asked.append(texts(known))
        return Found({}) if len(assertions(made)) == 2 else None

    with opened(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        find(session, read, further, numbers=True)
    (known,) = asked
    assert not any("sum" in text for text in known)


@pytest.mark.parametrize(("step", "kept"), [("i++", True), ("i += n", False)])
def test_counter_invariants_are_proved_by_integer_solvers(program: Make, cbmc: Cbmc, step: str, *, kept: bool) -> None:
    read = program(TWO.replace("i++", step))
    with opened(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session, ready() as solver:
        found = joint_counters(session, read, counter_candidates(read), solver=solver)
    assert found is None or texts(found) <= texts(counter_candidates(read))
    assert ({"i <= n", "i >= entry_i"} <= texts(found or {})) == kept


def test_programs_that_certificates_do_not_support_are_left_to_others(program: Make, cbmc: Cbmc) -> None:
    read = program(TWO.replace("int a[1000]", "double a[1000]"))
    with opened(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session, ready() as solver:
        assert joint_counters(session, read, counter_candidates(read), solver=solver) is None


APART = """
int a[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  __VERIFIER_assert(a[3] == 5);
  __VERIFIER_assert(a[4] == 6);
}
"""


@pytest.mark.cbmc
def test_assertions_unproved_together_are_tried_alone(program: Make, cbmc: Cbmc) -> None:
    read, asked = program(APART), list[int]()

    def further(session: Session, made: Program, known: Invariants, expressible: Expressible) -> Found | None:
        (*others, last) = assertions(made)
        asked.append(len(others) + 1)
        return None if others or "a[3]" in Printer().expr(last.test) else Found({})

    with opened(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        found = find(session, read, further)
    assert asked == [2, 1, 1]
    assert [Printer().expr(one.test) for one, _ in found.open] == ["a[3] == 5"]


@pytest.mark.cbmc
def test_results_are_reported_as_they_come_and_the_rest_is_tried_longer(program: Make, cbmc: Cbmc) -> None:
    read, told, asked = program(APART), list[Found](), list[list[str]]()

    def patiently(session: Session, made: Program, known: Invariants, expressible: Expressible) -> Found | None:
        asked.append([Printer().expr(one.test) for one in assertions(made)])
        return Found({})

    def further(session: Session, made: Program, known: Invariants, expressible: Expressible) -> Found | None:
        (*others, last) = assertions(made)
        return None if others or "a[3]" in Printer().expr(last.test) else Found({})

    with opened(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        found = find(session, read, further, on_progress=told.append, patiently=patiently)
    assert asked == [["a[3] == 5"]]
    assert [len(one.open) for one in told] == sorted((len(one.open) for one in told), reverse=True)
    assert len(told[0].open) == 2
    assert texts(told[0].invariants) <= texts(found.invariants)
    assert found.open == ()


@pytest.mark.cbmc
def test_counter_invariants_are_reported_before_integer_solvers_are_asked(program: Make, cbmc: Cbmc) -> None:
    read, told, first = program(TWO), list[Found](), list[set[str]]()

    def further(session: Session, made: Program, known: Invariants, expressible: Expressible) -> Found:
        first.extend(texts(one.invariants) for one in told[:1])
        return Found({})

    with opened(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        find(session, read, further, on_progress=told.append, numbers=True)
    assert "i <= n" in first[0]
    assert len(told[0].open) == 2


CARRIED = """
int main(void) {
  int count = 0;
  for (int i = 0; i < 500; i++)
    for (int j = 0; j < i; j++)
      count++;
  __VERIFIER_assert(count == 124750);
}
"""


@pytest.mark.cbmc
@pytest.mark.parametrize("shown", [True, False])
def test_counter_steps_are_added_after_overflow_is_excluded(program: Make, cbmc: Cbmc, *, shown: bool) -> None:
    read = program(CARRIED)
    with opened(read.task, cbmc, Options(timeout=60.0, jobs=1), Deadline(60.0)) as session, ready() as solver:
        further = partial(joint_proof, solver=solver) if shown else (lambda *asked: None)
        found = find(session, read, further, counting=partial(joint_counters, solver=solver))
    assert any("count - (long long)entry_count ==" in text for text in texts(found.invariants)) == shown
