"""The strategy with CBMC: programs that it proves alone, and programs that it must not prove."""

from __future__ import annotations

from pathlib import Path

import pytest
from witnessed import Make

from veriabs.core.errors import UnsupportedError
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query, Request
from veriabs.core.reasons import Reason
from veriabs.core.results import Verdict
from veriabs.core.runs import Outcome
from veriabs.core.strategy import StandaloneFacts
from veriabs.core.templates import render_c
from veriabs.core.verdict import conclude, holds
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.build import models
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.strategies.witness_index.strategy import prove

pytestmark = pytest.mark.cbmc

PROGRAMS = Path(__file__).parents[3] / "programs"
OWN = sorted(path.stem for folder in ("true", "false") for path in (PROGRAMS / folder).glob("w[0-9]_*.c"))
TRAPS = (
    *("p01_index_as_data", "p02_vacuous_bound_assumption", "p03_pinned_element", "p06_two_last_values"),
    *("s01_zero_trip", "s02_data_exit", "s03_break", "s05_no_havoc_counter", "s06_conditional_index"),
    *("s08_property_longer", "s10_inner_assert", "s12_overwritten_later", "s17_index_wraps", "s19_nested_outer"),
    *("s25_fewer_iterations_than_k", "t04_byte_index_wraps", "t35_write_to_fixed_cell", "c01_mirrored_cell"),
)
PROVED = ("copy_chain_five", "palindrome", "matrix_swap_columns", "function_all_equal")


def decided(request: Request, driver: Driver, model: LoopModel) -> CheckedQuery:
    assert isinstance(request, Query)
    run = driver.check(
        render_c(request.template, request.context),
        purpose=request.purpose,
        asked=request.asked,
        unwind=request.unwind,
        data_model=model.program.task.data_model,
        seconds=60,
        solvers=(Solver.BUILT_IN, Solver.Z3),
    )
    return CheckedQuery(request, run)


def answered(model: LoopModel, cbmc: Cbmc) -> tuple[CheckedQuery, ...] | Reason:
    """The result of the dialogue."""
    dialogue = prove(model, StandaloneFacts(model.program))
    with Driver(cbmc) as driver:
        try:
            requests = next(dialogue)
            while True:
                requests = dialogue.send(tuple(decided(request, driver, model) for request in requests))
        except StopIteration as end:
            found: tuple[CheckedQuery, ...] | Reason = end.value
            return found


def proved(path: Path, cbmc: Cbmc) -> bool:
    """Are all assertions proved? (That every access is in bounds is not asked here.)"""
    return all(isinstance(answered(model, cbmc), tuple) for model in models(load_program(load(path))))


@pytest.mark.share(3, 3)
@pytest.mark.parametrize("name", PROVED)
def test_safe_program_is_proved(name: str, cbmc: Cbmc) -> None:
    assert proved(PROGRAMS / "true" / f"{name}.c", cbmc)


@pytest.mark.share(3)
@pytest.mark.parametrize("name", TRAPS)
def test_trap_is_not_proved(name: str, cbmc: Cbmc) -> None:
    try:
        assert not proved(PROGRAMS / "traps" / f"{name}_unsafe.c", cbmc)
    except UnsupportedError as error:
        pytest.skip(str(error))


@pytest.mark.share(3, 3)
@pytest.mark.parametrize("name", OWN)
def test_patterns_of_the_paper(name: str, cbmc: Cbmc) -> None:
    safe = (PROGRAMS / "true" / f"{name}.c").is_file()
    path = PROGRAMS / ("true" if safe else "false") / f"{name}.c"
    assert proved(path, cbmc) is safe


def test_a_proof_covers_the_assertion_and_all_that_it_relies_on(model: Make, cbmc: Cbmc) -> None:
    made = model(
        """int a[100]; int main(void) { for (int i = 0; i < 100; i++) a[i] = i;
        for (int x = 0; x < 100; x++) __VERIFIER_assert(a[x] == x); return 0; }"""
    )
    found = answered(made, cbmc)
    assert isinstance(found, tuple)
    assert all(map(holds, found))
    assert [piece.request.needed for piece in found] == [Outcome.SUCCESS, Outcome.FAILURE]
    assert isinstance(found[0].request, Query) and len(found[0].request.asked) == 6
    assert conclude([found]).verdict is Verdict.TRUE


def test_an_empty_array_hides_nothing(model: Make, cbmc: Cbmc) -> None:
    made = model(
        """int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n > 9) return 0; int a[n]; int last = 7;
        for (unsigned i = 0; i < n; i++) { a[i] = 1; last = a[i]; }
        __VERIFIER_assert(last == 1); return 0; }"""
    )
    assert isinstance(answered(made, cbmc), Reason)


def test_a_write_in_two_iterations_is_the_last_one(model: Make, cbmc: Cbmc) -> None:
    text = """int a[100]; int main(void) { for (int i = 0; i < 99; i++) { a[i] = 1; a[i + 1] = 2; }
        for (int x = 0; x < %s; x++) __VERIFIER_assert(a[x] == 1); return 0; }"""
    assert isinstance(answered(model(text % "99"), cbmc), tuple)
    assert isinstance(answered(model(text % "100"), cbmc), Reason)


def test_a_cell_that_is_read_before_it_is_written(model: Make, cbmc: Cbmc) -> None:
    text = """int a[100], b[100]; int main(void) { for (int i = 0; i < 99; i++) { b[i] = a[i + 1]; a[i + 1] = 5; }
        for (int x = 0; x < 99; x++) __VERIFIER_assert(%s); return 0; }"""
    assert isinstance(answered(model(text % "b[x] == 0"), cbmc), tuple)
    assert isinstance(answered(model(text % "b[x] == 5 || x > 3"), cbmc), Reason)


def test_relation_of_a_fall_is_not_proved_by_a_rise(model: Make, cbmc: Cbmc) -> None:
    made = model(
        """int a[100]; int main(void) { int low = 50;
        for (int i = 0; i < 100; i++) if (a[i] < low) low = a[i];
        __VERIFIER_assert(low >= -50); return 0; }"""
    )
    assert isinstance(answered(made, cbmc), Reason)


def test_a_counter_that_wraps_reaches_an_index_again(model: Make, cbmc: Cbmc) -> None:
    """The program checks that no other iteration reaches the witness index."""
    made = model(
        """int a[256]; int main(void) { unsigned char c = 0; int n = 0;
        while (n < 300) { a[c] = n; c++; n++; }
        for (int x = 0; x < 256; x++) __VERIFIER_assert(a[x] == x); return 0; }"""
    )
    assert isinstance(answered(made, cbmc), Reason)
