"""Declarations, flat indices and iterations in C text."""

from __future__ import annotations

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer
from veriabs.core.expressions import Binary, Const, Expr, Var
from veriabs.core.loop_model import ITERATION
from veriabs.core.types import INT
from veriabs.encode.spell import declare, flat_index
from veriabs.loops.accelerate import at

X, J, N, NINE = Var("i", INT), Var("j", INT), Var("n", INT), Const(9, INT)


def test_declare() -> None:
    assert declare(INT, "x") == "int x"


@pytest.mark.parametrize(("indices", "sizes", "expected"), [
    ((X,), (NINE,), "i"),
    ((X, Binary("+", J, X)), (NINE, N), "(long long)i * (long long)n + (j + i)"),
])  # fmt: skip
def test_flat_index(indices: tuple[Expr, ...], sizes: tuple[Expr, ...], expected: str) -> None:
    assert Printer().expr(flat_index(indices, sizes)) == expected


def test_at_puts_an_iteration_in() -> None:
    form = Binary("+", Var("i_0", INT), ITERATION)
    later = Binary("+", J, integer(1))
    assert Printer().expr(at(form, later)) == "i_0 + (j + 1)"
    counted = Binary("*", Binary("-", ITERATION, integer(1)), X)
    assert Printer().expr(at(counted, later)) == "j * i"  # what has passed before iteration j + 1
