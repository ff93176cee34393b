"""Finding loop invariants: later provers add facts, which may depend on those proved before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.counters import counter_candidates
from veriabs.annotate.find import Found, SearchSolvers, find
from veriabs.annotate.joint_proof import Solvers
from veriabs.annotate.warm_solver import ready
from veriabs.core.ctext import Printer
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.invariants.bounds import Invariants
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import open_session
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


Answer = Callable[[Program, Invariants], Found | None]


class Told(SearchSolvers, frozen=True):
    """Answers as the test prescribes."""

    first: Answer = lambda made, known: None
    then: Answer = lambda made, known: None

    def prove_together(
        self, session: Session, program: Program, known: Invariants, *, patiently: bool = False
    ) -> Found | None:
        return (self.then if patiently else self.first)(program, known)


class Counting(SearchSolvers, frozen=True, kw_only=True):
    """Proves facts about counters only."""

    solvers: Solvers

    def counters(self, session: Session, program: Program, tried: Invariants) -> Invariants | None:
        return self.solvers.counters(session, program, tried)


@pytest.mark.cbmc
def test_invariants_proved_first_are_kept(program: Make, cbmc: Cbmc) -> None:
    read, asked = program(TWO), list[set[str]]()

    def together(made: Program, known: Invariants) -> Found:
        asked.append(texts(known))
        return Found({})

    with open_session(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        found = find(session, read, Told(first=together))
    (known,) = asked
    assert any("sum" in text for text in known)
    assert known <= texts(found.invariants)


def test_integer_solvers_are_asked_before_cbmc(program: Make, cbmc: Cbmc) -> None:
    read, asked = program(TWO), list[set[str]]()

    def together(made: Program, known: Invariants) -> Found | None:
        asked.append(texts(known))
        return Found({}) if len(assertions(made)) == 2 else None

    with open_session(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        find(session, read, Told(numbers=True, first=together))
    (known,) = asked
    assert not any("sum" in text for text in known)


@pytest.mark.parametrize(("step", "kept"), [("i++", True), ("i += n", False)])
def test_counter_invariants_are_proved_by_integer_solvers(program: Make, cbmc: Cbmc, step: str, *, kept: bool) -> None:
    read = program(TWO.replace("i++", step))
    with open_session(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session, ready() as solver:
        found = Solvers(solver=solver).counters(session, read, counter_candidates(read))
    assert found is None or texts(found) <= texts(counter_candidates(read))
    assert ({"i <= n", "i >= entry_i"} <= texts(found or {})) == kept


def test_programs_that_certificates_do_not_support_are_left_to_others(program: Make, cbmc: Cbmc) -> None:
    read = program(TWO.replace("int a[1000]", "double a[1000]"))
    with open_session(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session, ready() as solver:
        assert Solvers(solver=solver).counters(session, read, counter_candidates(read)) is None


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

    def together(made: Program, known: Invariants) -> Found | None:
        (*others, last) = assertions(made)
        asked.append(len(others) + 1)
        return None if others or "a[3]" in Printer().expr(last.test) else Found({})

    with open_session(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        found = find(session, read, Told(first=together))
    assert asked == [2, 1, 1]
    assert [Printer().expr(one.test) for one, _ in found.open] == ["a[3] == 5"]


@pytest.mark.cbmc
def test_results_are_reported_as_they_come_and_the_rest_is_tried_longer(program: Make, cbmc: Cbmc) -> None:
    read, told, asked = program(APART), list[Found](), list[list[str]]()

    def patiently(made: Program, known: Invariants) -> Found | None:
        asked.append([Printer().expr(one.test) for one in assertions(made)])
        return Found({})

    def together(made: Program, known: Invariants) -> Found | None:
        (*others, last) = assertions(made)
        return None if others or "a[3]" in Printer().expr(last.test) else Found({})

    with open_session(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        found = find(session, read, Told(first=together, then=patiently), told.append)
    assert asked == [["a[3] == 5"]]
    assert [len(one.open) for one in told] == sorted((len(one.open) for one in told), reverse=True)
    assert len(told[0].open) == 2
    assert texts(told[0].invariants) <= texts(found.invariants)
    assert found.open == ()


@pytest.mark.cbmc
def test_counter_invariants_are_reported_before_integer_solvers_are_asked(program: Make, cbmc: Cbmc) -> None:
    read, told, first = program(TWO), list[Found](), list[set[str]]()

    def together(made: Program, known: Invariants) -> Found:
        first.extend(texts(one.invariants) for one in told[:1])
        return Found({})

    with open_session(read.task, cbmc, Options(timeout=30.0, jobs=1), Deadline(30.0)) as session:
        find(session, read, Told(numbers=True, first=together), told.append)
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
    with open_session(read.task, cbmc, Options(timeout=60.0, jobs=1), Deadline(60.0)) as session, ready() as solver:
        solvers = Solvers(solver=solver)
        found = find(session, read, solvers if shown else Counting(solvers=solvers))
    assert any("count - (long long)entry_count ==" in text for text in texts(found.invariants)) == shown
