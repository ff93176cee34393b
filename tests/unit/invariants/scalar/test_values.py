"""Test that the interpreter gives expressions the same values as C."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Unary
from veriabs.core.source import DataModel
from veriabs.core.types import IntType
from veriabs.core.typing_rules import named_type, value_of
from veriabs.invariants.scalar.values import RunEndedError, SampleState, compile_expr

MODEL = DataModel.LP64
TYPES = ["_Bool", "signed char", "unsigned short", "int", "unsigned int", "long", "unsigned long long"]
OPERATORS = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"]


@st.composite
def constants(draw: st.DrawFn) -> Expr:
    ctype = named_type(draw(st.sampled_from(TYPES)), MODEL)
    assert isinstance(ctype, IntType)
    small = [v for v in (-3, -1, 0, 1, 2, 5, 31) if ctype.lowest <= v <= ctype.highest]
    return Const(draw(st.sampled_from([*small, ctype.lowest, ctype.highest])), ctype)


def trees() -> st.SearchStrategy[Expr]:
    types = st.sampled_from(TYPES).map(lambda name: named_type(name, MODEL))
    return st.recursive(
        constants(),
        lambda inner: st.one_of(
            st.builds(Binary, st.sampled_from(OPERATORS), inner, inner),
            st.builds(Unary, st.sampled_from("-~!"), inner),
            st.builds(Cast, types, inner),
            st.builds(Conditional, inner, inner, inner),
        ),
        max_leaves=6,
    )


def no_cells(*_: object) -> int:
    raise AssertionError("there are no cells")


@settings(max_examples=250)
@given(trees())
def test_interpreter_agrees(expr: Expr) -> None:
    value = value_of(expr, {}, MODEL)
    if value is not None:
        assert compile_expr(expr, MODEL)(SampleState({}, {}, {}, no_cells)) == value


def test_run_ends_where_nothing_is_promised() -> None:
    zero = Const(0, named_type("int", MODEL))
    with pytest.raises(RunEndedError):
        compile_expr(Binary("/", zero, zero), MODEL)(SampleState({}, {}, {}, no_cells))
