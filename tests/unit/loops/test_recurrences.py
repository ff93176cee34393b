"""Closed forms of sums: what they are, and that lanes may ask for them side by side."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.expressions import Binary, Const, Expr, Var
from veriabs.core.loop_model import ITERATION, Accelerable
from veriabs.core.types import INT
from veriabs.loops.recurrences import polynomial_form

COUNTER, TOTAL, START = Var("i", INT), Var("s", INT), Var("s_start_1", INT)
FORM = Binary("-", ITERATION, Const(1, ITERATION.type))
KNOWN = {"i": Accelerable(COUNTER, Var("i_start_1", INT), FORM, (), COUNTER, "i")}


def value(form: Expr | None, j: int, start: int) -> int:
    """What the form is in iteration j: its coefficients are words of 32 bits, in which sums may wrap."""
    assert form is not None
    text = Printer().expr(form)
    for ctype in ("unsigned int", "unsigned long long", "int", "long long"):
        text = text.replace(f"({ctype})", "")
    return int(eval(text.replace("U", ""), {ITERATION.name: j, "s_start_1": start})) % 2**32


def test_sum_of_the_even_numbers_is_found() -> None:
    addend = Binary("+", Binary("*", Const(2, INT), COUNTER), Const(2, INT))
    form = polynomial_form(TOTAL, START, addend, KNOWN)
    assert [value(form, j, 5) for j in range(1, 6)] == [5, 7, 11, 17, 25]


def test_sum_with_a_denominator_is_left() -> None:
    assert polynomial_form(TOTAL, START, COUNTER, KNOWN) is None


def test_what_is_no_polynomial_has_no_form() -> None:
    assert polynomial_form(TOTAL, START, Binary("/", COUNTER, Const(2, INT)), KNOWN) is None


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def side_by_side(work: list[threading.Thread]) -> None:
    for thread in work:
        thread.start()
    for thread in work:
        thread.join(60)


@pytest.mark.usefixtures("hasty")
def test_sums_are_computed_side_by_side() -> None:
    found: list[Expr | None] = []
    addends = [Binary("*", Const(2 * n, INT), Binary("+", COUNTER, Var(f"n{n % 4}", INT))) for n in range(16)]

    def work(addend: Expr) -> None:
        found.append(polynomial_form(TOTAL, START, addend, KNOWN))

    side_by_side([threading.Thread(target=work, args=(addend,)) for addend in addends])
    assert len(found) == len(addends)
    assert None not in found
