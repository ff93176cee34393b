"""Declarations, flat indices and iterations in C text."""

from __future__ import annotations

import pytest

from veriabs.core.expressions import Binary, Var
from veriabs.core.loop_model import ITERATION
from veriabs.core.types import INT
from veriabs.encode.spell import at, declare, flat_index


def test_declare() -> None:
    assert declare(INT, "x") == "int x"


@pytest.mark.parametrize(("indices", "sizes", "expected"), [
    (("i",), ("9",), "i"),
    (("i", "j"), ("9", "n"), "((long long)(i) * (long long)(n) + (j))"),
])  # fmt: skip
def test_flat_index(indices: tuple[str, ...], sizes: tuple[str, ...], expected: str) -> None:
    assert flat_index(indices, sizes) == expected


def test_at_puts_an_iteration_in() -> None:
    form = Binary("+", Var("i_0", INT), ITERATION)
    assert at(form, "trips + 1") == Binary("+", Var("i_0", INT), Var("(trips + 1)", ITERATION.type))
