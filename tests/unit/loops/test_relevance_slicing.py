"""Statements that cannot influence the assertion are dropped from a task."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.loops.flatten import assertions, reduce_to_names
from veriabs.loops.relevance_slicing import slice_body

Make = Callable[[str], Program]


def sliced_text(program: Make, code: str, test: str = "x == 0") -> str:
    """The text of the sliced `main`, in one line."""
    whole = program(f"int a[99], b[99], x, y, z; int main(void) {{ {code} __VERIFIER_assert({test}); return 0; }}")
    number = assertions(whole)[-1].number
    return " ".join(" ".join(Printer().lines(slice_body(whole.body, number), 0)).split())


@pytest.mark.parametrize(("code", "gone"), [
    ("y = __VERIFIER_nondet_int();", "y"),
    ("x = __VERIFIER_nondet_int(); y = x;", "y"),
    ("for (int i = 0; i < 99; i++) b[i] = i;", "b"),
    ("y = __VERIFIER_nondet_int(); if (y > 3) z = 1;", "z"),
    ("y = __VERIFIER_nondet_int(); if (y > 3) abort();", "y"),
])  # fmt: skip
def test_unread_assignments_are_sliced_away(program: Make, code: str, gone: str) -> None:
    assert f"{gone} " not in sliced_text(program, code) and f"{gone}[" not in sliced_text(program, code)


@pytest.mark.parametrize(("code", "kept"), [
    ("y = __VERIFIER_nondet_int(); x = y;", "x = y;"),
    ("z = __VERIFIER_nondet_int(); y = z; x = y;", "y = z;"),
    ("y = __VERIFIER_nondet_int(); if (y > 3) x = 1;", "if (y > 3)"),
    ("x = __VERIFIER_nondet_int(); if (x > 3) abort();", "if (x > 3)"),
    ("x = __VERIFIER_nondet_int(); y = x; x = 5; if (y > x) abort();", "y = x;"),
    ("for (int i = 0; i < 99; i++) a[i] = i; x = a[3];", "a[i] = i;"),
    ("for (int i = 0; i < 99; i++) { if (i > y) abort(); x = x + 1; }", "if (i > y)"),
    ("y = __VERIFIER_nondet_int(); x = a[y]; ", "x = a[y];"),
])  # fmt: skip
def test_assignments_read_by_kept_statements_are_kept(program: Make, code: str, kept: str) -> None:
    assert kept in sliced_text(program, code)


def test_a_chain_of_assignments_is_kept_as_a_whole(program: Make) -> None:
    names = [f"v{n}" for n in range(40)]
    code = f"int {', '.join(names)}; v0 = __VERIFIER_nondet_int(); "
    code += " ".join(f"{one} = {before} + 1;" for before, one in zip(names, names[1:], strict=False))
    text = sliced_text(program, code, "v39 != 7")
    assert text.count("+ 1;") == 39
    assert "v20" not in sliced_text(program, code, "x == 0")


def test_relevance_follows_reads_around_a_loop(program: Make) -> None:
    """Reads of values from earlier iterations are found in any order of the text."""
    text = sliced_text(program, "for (int i = 0; i < 99; i++) { x = y; y = z; z = i; b[i] = i; }")
    assert all(part in text for part in ("x = y;", "y = z;", "z = i;"))
    assert "b[" not in text


def test_statements_that_influence_an_array_are_kept(program: Make) -> None:
    whole = program("""int a[99], b[99]; int main(void) { int m = 0;
for (int i = 0; i < 99; i++) { a[i] = 1; m = b[i]; } __VERIFIER_assert(m >= 0); }""")
    text = " ".join(Printer().lines(reduce_to_names(whole, {"a"}).body, 0))
    assert "a[i] = 1" in text and "i < 99" in text and "b[i]" not in text
