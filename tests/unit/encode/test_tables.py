"""Test that arrays which start with constants are declared with initial values."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.program import Program
from veriabs.core.runs import Outcome
from veriabs.core.source import DataModel
from veriabs.core.templates import render_c
from veriabs.encode.tables import tables
from veriabs.invariants.bounds import bounds_program
from veriabs.solvers.driver import Cbmc, Driver

Make = Callable[[str], Program]


@pytest.mark.parametrize(
    ("declared", "code", "begin"),
    [
        ("int t[4] = {5, 0, -6};", "", {"t": {0: 5, 2: -6}}),
        ("unsigned char t[3] = {1, 255};", "", {"t": {0: 1, 1: 255}}),
        ("int t[2][3] = {{1}, {2, 3}};", "", {"t": {0: 1, 3: 2, 4: 3}}),
        ("int t[9], w[9];", "t[3] = 1; w[2] = 2; t[3] = 4;", {"t": {3: 4}, "w": {2: 2}}),
        ("int t[9], w[9]; int x;", "t[3] = 1; x = t[3]; t[4] = 2; w[1] = 1;", {"t": {3: 1}, "w": {1: 1}}),
        ("int t[9]; int x;", "x = 3; if (x) t[0] = 7; t[1] = 2;", {}),
        ("int t[9]; int x;", "x = __VERIFIER_nondet_int(); t[x] = 7; t[1] = 2;", {}),
        ("int t[9]; int x;", "t[1] = x;", {}),
        ("int t[9];", "t[9] = 7;", {}),
        ("unsigned char t[9];", "t[0] = 256;", {}),
        ("int t[9];", "t[0] = 1.5;", {}),
        ("int t[4097];", "t[0] = 1;", {}),
        ("", "int t[9]; t[0] = 1;", {}),
    ],
)
def test_the_first_stores_of_numbers_make_a_table(
    program: Make, declared: str, code: str, begin: dict[str, dict[int, int]]
) -> None:
    made = program(f"{declared} int main(void) {{ {code} (void)sizeof t; __VERIFIER_assert(1); return 0; }}")
    left, found = tables(made.body, made.arrays)
    assert {name: {at: one.value for at, one in table.items()} for name, table in found.items()} == begin
    stores = sum(len(table) for table in begin.values())
    assert len(left) <= len(made.body) - stores


@pytest.mark.cbmc
@pytest.mark.parametrize(("size", "outcome"), [(71, Outcome.SUCCESS), (70, Outcome.FAILURE)])
def test_cbmc_sees_the_numbers(program: Make, cbmc: Cbmc, size: int, outcome: Outcome) -> None:
    numbers = ", ".join(str(70 - at) for at in range(70))
    made = program(
        f"unsigned char t[80] = {{{numbers}}}; int b[{size}]; int main(void) {{ int x = __VERIFIER_nondet_int();"
        f" if (x < 0 || x >= 80) return 0; b[t[x]] = 1; __VERIFIER_assert(1); return 0; }}"
    )
    query = bounds_program(made, every=True)
    text = render_c(query.template, query.context)
    assert "t[80] = {70, 69," in text
    with Driver(cbmc) as driver:
        run = driver.check(
            text, purpose="t", asked=query.asked, unwind=2, data_model=DataModel.LP64, seconds=60.0
        )
    assert run.outcome is outcome
