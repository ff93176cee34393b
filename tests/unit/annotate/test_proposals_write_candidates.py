"""Candidates about written cells, by iteration number: at distinct indices, at indices that wrap, under conditions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.joint_proof import Solvers
from veriabs.annotate.loop_solutions import solved_loops
from veriabs.annotate.proposals import written_candidates
from veriabs.annotate.warm_solver import ready
from veriabs.core.ctext import Printer
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.invariants.quantified import peeled
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options

Make = Callable[[str], Program]

LOOP = """
int a[99], b[999];
int main(void) {
  int j = START;
  for (int i = 0; i < 99; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 99; i++) { BODY }
  for (int i = 0; i < 99; i++) __VERIFIER_assert(ASSERTED);
}
"""


def written(text: str) -> Callable[[Make], list[str]]:
    def said(program: Make) -> list[str]:
        tested = peeled(program(text))
        found = written_candidates(tested, solved_loops(tested, Overflow.UNDEFINED))
        return [Printer().expr(fact) for facts in found.values() for fact in facts]

    return said


def loop(body: str, start: str = "0", asserted: str = "1") -> str:
    return LOOP.replace("BODY", body).replace("START", start).replace("ASSERTED", asserted)


PASSED = "!(0LL <= cell && cell < (long long)i_2{}) || "


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("b[4 * i + 1] = a[i];", PASSED.format("") + "b[4 * cell + 1] == a[cell]"),
        ("int t = a[i] + 1; b[j] = t; j += 3;", PASSED.format("") + "b[3LL * cell] == a[cell] + 1"),
        ("if (a[i] > 0) b[i] = 2;", PASSED.format(" && a[cell] > 0") + "b[cell] == 2"),
    ],
)
def test_writes_are_stated_at_the_index_of_the_counters(program: Make, body: str, expected: str) -> None:
    assert [one.replace("LL", "") for one in written(loop(body))(program)] == [expected.replace("LL", "")]


@pytest.mark.parametrize("body", ["b[i] = b[i] + 1;", "b[j] = 1; if (a[i]) j++;", "b[i] = __VERIFIER_nondet_int();"])
def test_no_fact_about_changing_or_unknown_values(program: Make, body: str) -> None:
    assert written(loop(body))(program) == []


EVERY = "!((long long)entry_i_2 <= cell && cell < (long long)i_2{}) || {}"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int t = __VERIFIER_nondet_int(); a[i] = t; b[i] = t + 1;", EVERY.format("", "b[cell] == a[cell] + 1")),
        (
            "int t = __VERIFIER_nondet_short(); b[i] = t; b[i + 1] = -t; i++;",
            EVERY.format(" && (cell - (long long)entry_i_2) % 2 == 0", "b[cell + 1] == -b[cell]"),
        ),
    ],
)
def test_stored_input_is_expressed_by_its_cell(program: Make, body: str, expected: str) -> None:
    assert expected in [one.replace("LL", "") for one in written(loop(body))(program)]


@pytest.mark.parametrize(
    "body",
    [
        "int t = __VERIFIER_nondet_int(); b[i + 3] = t + 1;",  # no cell holds it
        "int t = __VERIFIER_nondet_int(); b[j] = t; b[i] = -t; if (t) j++;",  # the cell moves by what is read
        "int t = __VERIFIER_nondet_int(); if (t) a[i] = t; b[i] = -t;",  # not always
    ],
)
def test_no_fact_about_inputs_that_are_not_stored(program: Make, body: str) -> None:
    assert not any(one.startswith("!((long long)entry_i_2 <=") for one in written(loop(body))(program))


PAIRS = """
int a[98];
int main(void) {
  long long sum = 0;
  for (int i = 0; i < 98; i += 2) { int v = __VERIFIER_nondet_short(); a[i] = v; a[i + 1] = -v; }
  for (int i = 0; i < 98; i += 2) sum += a[i] + a[i + 1];
  __VERIFIER_assert(sum == 0);
}
"""

ROUND = loop("b[j] = a[i]; j = j + 1 == 99 ? 0 : j + 1;", "1", "b[i + 1 == 99 ? 0 : i + 1] == a[i]")
BESIDE = loop("b[2 * i] = a[i]; b[2 * i + 1] = i;", "0", "b[2 * i] == a[i] && b[2 * i + 1] == i")


def is_proved(program: Program, cbmc: Cbmc, seconds: float = 60) -> bool:
    with open_session(program.task, cbmc, Options(), Deadline(seconds)) as session, ready() as solver:
        return Solvers(solver=solver).joint_proof(session, program, {}) is not None


@pytest.mark.cbmc
@pytest.mark.parametrize("text", [ROUND, PAIRS, pytest.param(BESIDE, marks=pytest.mark.long)])
def test_assertions_on_written_cells_are_proved(program: Make, cbmc: Cbmc, text: str) -> None:
    assert is_proved(program(text), cbmc)


@pytest.mark.share(2)
@pytest.mark.cbmc
@pytest.mark.parametrize(
    "text",
    [
        ROUND.replace("j + 1 == 99 ?", "j + 1 == 98 ?"),  # the last cell of all is written never, the first one twice
        PAIRS.replace("a[i + 1] = -v;", "a[i + 1] = -v; if (v == 7) a[i] = 8;"),
        PAIRS.replace("i + 1] = -v", "i] = v; a[i + 1] = 1 - v"),
        pytest.param(BESIDE.replace("b[2 * i + 1] = i", "b[i + 1] = i"), marks=pytest.mark.long),
    ],
)
def test_assertions_on_overwritten_cells_are_not_proved(program: Make, cbmc: Cbmc, text: str) -> None:
    assert not is_proved(program(text), cbmc, seconds=8)
