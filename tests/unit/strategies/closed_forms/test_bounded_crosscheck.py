"""Test the bounded cross-check after a proof: it finds errors, and replaces large sizes by inputs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.loop_model import LoopModel
from veriabs.core.runs import Outcome, Overflow
from veriabs.core.templates import render_c
from veriabs.core.types import INT, LLONG, IntType
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.strategies.closed_forms.bounded_crosscheck import FEW_TIMES, crosscheck, factors, with_inputs

Make = Callable[[str], LoopModel]

SUM = """
int a[SIZE];
int main(void) {
  int s = 0;
  for (int i = SIZE - 1; i >= 0; i--) a[i] = 2;
  for (int i = 0; i < SIZE - 1; i++) s += a[i];
  __VERIFIER_assert(s == 2 * (SIZE - 1));
}"""
SYMBOLIC = """
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) abort();
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) if (a[i] < 0) a[i] = -(a[i] + 1);
  for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] >= LOW);
}"""


def sized(text: str, size: int) -> str:
    return text.replace("SIZE", str(size))


def outcomes(model: LoopModel, cbmc: Cbmc, overflow: Overflow = Overflow.UNDEFINED) -> list[Outcome]:
    """The results of CBMC for the crosscheck, and for a run that reaches its end."""
    with Driver(cbmc) as driver:
        return [
            driver.check(
                render_c(one.template, one.context),
                purpose=one.purpose,
                asked=one.asked,
                unwind=one.unwind,
                data_model=model.program.task.data_model,
                seconds=60,
            ).outcome
            for one in crosscheck(with_inputs(model.program), model.assertion, overflow)
        ]


def test_fold_over_a_size_is_an_input(model: Make) -> None:
    program = with_inputs(model(sized(SUM, 1000)).program)
    text = str((program.body, program.arrays))
    assert "size_1" in program.scalars
    assert "value=1998," not in text and text.count("value=999,") == 1, "the limit of the input itself"
    assert text.count("value=1000,") == 0


def test_rows_times_columns_is_no_size_of_its_own(model: Make) -> None:
    code = """int a[300 * 500]; int main(void) { int i, j, k; for (i = 0; i < 300; i++) for (j = 0; j < 500; j++)
        a[500 * i + j] = 1; for (k = 0; k < 300 * 500; k++) __VERIFIER_assert(a[k] == 1); return 0; }"""
    program = model(code).program
    sized = with_inputs(program)
    assert sized.scalars.keys() - program.scalars.keys() == {"size_1", "size_2"}
    assert "value=150000," not in str((sized.body, sized.arrays))


def test_a_name_of_the_program_is_not_taken_for_an_input(model: Make) -> None:
    program = model(sized(SUM, 1000).replace("int s ", "int size_1 = 0, s ")).program
    assert with_inputs(program).scalars.keys() - program.scalars.keys() == {"size_2"}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_loops_of_few_iterations_are_left_alone(size: int, model: Make) -> None:
    program = model(sized(SUM, size)).program
    assert with_inputs(program) is program


@pytest.mark.cbmc
@pytest.mark.parametrize("size", [3, 8, 100, 1000, 10_000_000])
def test_runs_reach_the_assertion_of_the_crosscheck_for_each_size(size: int, model: Make, cbmc: Cbmc) -> None:
    assert outcomes(model(sized(SUM, size)), cbmc) == [Outcome.SUCCESS, Outcome.FAILURE]


@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("right", "wrong"),
    [("2 * (SIZE - 1)", "2 * SIZE"), ("i < SIZE - 1", "i < SIZE - 2"), ("a[i] = 2", "a[i] = i % 2 + 2")],
)
def test_errors_of_large_programs_are_found(right: str, wrong: str, model: Make, cbmc: Cbmc) -> None:
    assert outcomes(model(sized(SUM.replace(right, wrong), 100_000)), cbmc)[0] is Outcome.FAILURE


@pytest.mark.cbmc
@pytest.mark.parametrize("negated", ["0 - a[i]", "-a[i]", "a[i] * -1"])
def test_ends_of_a_type_are_drawn_too(negated: str, model: Make, cbmc: Cbmc) -> None:
    """Only the lowest int has no counterpart, and it gets there only where arithmetic wraps."""
    assert outcomes(model(SYMBOLIC.replace("LOW", "0")), cbmc) == [Outcome.SUCCESS, Outcome.FAILURE]
    overflowing = SYMBOLIC.replace("LOW", "0").replace("-(a[i] + 1)", negated)
    assert outcomes(model(overflowing), cbmc)[0] is Outcome.SUCCESS
    assert outcomes(model(overflowing), cbmc, Overflow.WRAP)[0] is Outcome.FAILURE


@pytest.mark.cbmc
def test_a_crosscheck_that_no_run_reaches_is_detected(model: Make, cbmc: Cbmc) -> None:
    far = SYMBOLIC.replace("n < 1", "n < 500").replace("LOW", "0")
    assert outcomes(model(far), cbmc) == [Outcome.SUCCESS, Outcome.SUCCESS]


@pytest.mark.cbmc
def test_function_pointers_and_numbers_of_their_width_are_drawn_by_one_function(model: Make, cbmc: Cbmc) -> None:
    both = """
    int one(void) { return 1; }
    unsigned long drawn(void);
    int main(void) {
      int (*chosen)(void);
      unsigned long last = 0;
      for (int i = 0; i < 1000; i++) last = drawn();
      if (last > 3) chosen = one;
      __VERIFIER_assert(chosen == one || last <= 3);
    }"""
    assert outcomes(model(both), cbmc)[0] is Outcome.SUCCESS


@pytest.mark.parametrize("ctype", [INT, LLONG])
def test_the_largest_factors_have_products_in_range(ctype: IntType) -> None:
    pairs = [(int(one.rstrip("L")), int(other.rstrip("L"))) for one, other in factors(ctype, "*")]
    assert all(one * other <= ctype.highest for one, other in pairs)
    assert {one for one, _ in pairs} >= {1, FEW_TIMES} <= {other for _, other in pairs}
    assert not factors(ctype, "+")


PRODUCTS = """
int a[SIZE];
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n < 1 || n > SIZE) abort();
  for (int i = 0; i < n; i++) a[i] = FACTOR * n;
  for (int i = 0; i < n; i++) s += a[i];
  __VERIFIER_assert(s == FACTOR * RIGHT);
}"""


@pytest.mark.cbmc
@pytest.mark.parametrize("factor", ["3", "200000000"])
@pytest.mark.parametrize(("right", "found"), [("(n * n)", Outcome.SUCCESS), ("(n + n)", Outcome.FAILURE)])
def test_products_that_do_not_overflow_go_through(
    factor: str, right: str, found: Outcome, model: Make, cbmc: Cbmc
) -> None:
    text = PRODUCTS.replace("FACTOR", factor).replace("RIGHT", right).replace("SIZE", "100000")
    assert outcomes(model(text), cbmc) == [found, Outcome.FAILURE]
