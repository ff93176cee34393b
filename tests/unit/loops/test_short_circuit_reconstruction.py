"""Conditions that were split for a check are joined again, and nothing else changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.program import Program, ProgramPart
from veriabs.core.results import Agreement
from veriabs.frontend.program import load_program
from veriabs.loops.flatten import assertions, keep_only
from veriabs.loops.short_circuit_reconstruction import reconstruct_short_circuits
from veriabs.validation.validator import Validator

Make = Callable[[str], Program]

TEXT = """int a[9], n; unsigned char k;
int main(void) {{ int x = __VERIFIER_nondet_int() & 7, y = __VERIFIER_nondet_int() & 7; _Bool b = 0;
{code}
__VERIFIER_assert(n + k + x < 99); return 0; }}"""


def text(made: Program) -> list[str]:
    return [line.strip() for line in Printer().lines(made.body)]


def unchecked(made: Program) -> Program:
    """Without the checks that the program was taken apart for."""
    return keep_only(made, lambda one: one.kind.value == "assertion")


@pytest.fixture
def checked(program: Make) -> Make:
    """From code to its program, with the checks of its accesses and operations."""

    def make(code: str) -> Program:
        task = program(TEXT.format(code=code)).task
        return load_program(replace(task, checks=("bounds", "overflow")))

    return make


JOINED = {
    "and": ("if (a[x] && a[y + 1]) n++;", "if (a[x] && a[y + 1]) n = n + 1;"),
    "or": ("if (a[x] || a[y + 1] > 2) n++;", "if (a[x] || a[y + 1] > 2) n = n + 1;"),
    "one in the other": ("if (x && (a[x] || a[y + 1])) n++;", "if (x && (a[x] || a[y + 1])) n = n + 1;"),
    "a chain": ("if (a[x] && a[y] && a[x + 1]) n++;", "if (a[x] && a[y] && a[x + 1]) n = n + 1;"),
    "a value": ("b = x > 2; if (b) b = y; n = b;", "n = x > 2 && y;"),
    "an assertion": ("b = x; if (!b) b = y > 2; __VERIFIER_assert(b);", "__VERIFIER_assert(x || y > 2);"),
    "a loop": ("while (x < 7 && a[x] != 3) x++;", "while (x < 7 && a[x] != 3) {"),
    "a loop of three tests": ("while (x < 7 && a[x] && a[x + 1]) x++;", "while (x < 7 && a[x] && a[x + 1]) {"),
    "a loop by what a break says": ("while (a[x]) { if (x > y) break; x++; }", "while (a[x] && !(x > y)) {"),
}


@pytest.mark.parametrize("name", JOINED)
def test_condition_is_reconstructed_without_checks(name: str, checked: Make) -> None:
    code, joined = JOINED[name]
    made = checked(code)
    assert joined not in text(made)
    assert joined in text(reconstruct_short_circuits(unchecked(made)))


@pytest.mark.parametrize("name", ["and", "or", "one in the other", "a chain", "a loop"])
def test_condition_stays_split_with_checks(name: str, checked: Make) -> None:
    code, joined = JOINED[name]
    assert joined not in text(reconstruct_short_circuits(checked(code)))


APART = {
    "read again": "b = x > 2; if (b) b = y > 2; if (b) n++; k = b;",
    "read in the next iteration": "while (x < 7) { if (b) n++; b = x > 2; if (b) b = y > 2; x++; }",
    "set in between": "b = x > 2; x = 0; if (b) n++; ",
    "asked for twice": "b = x > 2; n = b + 2 * b;",
    "set by what it was": "b = x > 2; if (b) b = !b; n = b;",
}


@pytest.mark.parametrize("name", APART)
def test_flags_with_further_uses_are_not_reconstructed(name: str, program: Make) -> None:
    made = program(TEXT.format(code=APART[name]))
    after, before = text(reconstruct_short_circuits(made)), text(made)
    assert [line for line in after if "b = " in line] == [line for line in before if "b = " in line]


@pytest.mark.parametrize("name", [*JOINED, *APART])
def test_reconstructed_program_behaves_like_the_original(name: str, checked: Make) -> None:
    made = unchecked(checked(JOINED[name][0] if name in JOINED else APART[name]))
    plain = replace(made, task=replace(made.task, checks=()))
    *_, assertion = assertions(plain)
    validator = Validator(True, lambda: 60.0)
    found = validator.validate_part(plain, ProgramPart("reconstructed", reconstruct_short_circuits(plain)), assertion)
    assert found.translation is Agreement.SAME
