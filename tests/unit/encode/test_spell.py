"""Declarations, flat indices and iterations in C text."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer
from veriabs.core.expressions import Binary, Const, Expr, Var
from veriabs.core.loop_model import ITERATION
from veriabs.core.source import DataModel
from veriabs.core.types import INT, LLONG
from veriabs.core.typing_rules import value_of
from veriabs.encode.spell import declare, flat_index, packed_index
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


@pytest.mark.parametrize("word", [5, 6, 8])
def test_cells_of_an_object_have_packed_indices_of_their_own(word: int) -> None:
    """An object has fewer cells than half of the values of an index."""
    I, J, L = (Var(name, LLONG) for name in "ijl")  # noqa: E741, N806
    for sizes in [*product(range(1, 18), repeat=2), *product(range(1, 10), repeat=3)]:
        if prod(sizes) < 1 << (word - 1):
            known = tuple(Const(size, INT) for size in sizes)
            packed = packed_index((I, J, L)[: len(sizes)], known, word)
            cells = [dict(zip("ijl", cell, strict=False)) for cell in product(*map(range, sizes))]
            numbers = {(value_of(packed, cell, DataModel.LP64) or 0) % (1 << word) for cell in cells}
            assert len(numbers) == len(cells), sizes


def test_indices_are_packed_by_shifts_where_there_is_room() -> None:
    by_shifts = Printer().expr(packed_index((X, J), (N, N), 64))
    assert by_shifts == "((unsigned long long)i << 32) | (unsigned long long)j"
    assert packed_index((X, J), (N, N), 32) == flat_index((X, J), (N, N))
    assert packed_index((X, J), (N, Var("m", LLONG)), 64) == flat_index((X, J), (N, Var("m", LLONG)))


def test_at_substitutes_the_iteration() -> None:
    form = Binary("+", Var("i_0", INT), ITERATION)
    later = Binary("+", J, integer(1))
    assert Printer().expr(at(form, later)) == "i_0 + (j + 1)"
    counted = Binary("*", Binary("-", ITERATION, integer(1)), X)
    assert Printer().expr(at(counted, later)) == "j * i"  # what has passed before iteration j + 1
