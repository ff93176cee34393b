"""Statements that only generated programs have, as C text."""

from __future__ import annotations

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import rewrite, unexpected_construct, writes
from veriabs.core.expressions import Apply, Binary, Const, Var
from veriabs.core.loop_exits import redirect
from veriabs.core.source import Where
from veriabs.core.statements import (
    Assign,
    Assume,
    Block,
    Break,
    Check,
    CheckId,
    CheckKind,
    Continue,
    Define,
    Evaluate,
    Goto,
    HavocArray,
    If,
    Label,
    Loop,
    Stmt,
)
from veriabs.core.types import INT, ULLONG

HERE = Where("f.c", 1)
X = Var("x", INT)
TEST = Binary("<", X, Const(3, INT))


def test_generated_statements_as_text() -> None:
    body: tuple[Stmt, ...] = (
        Define(Var("itno", ULLONG), None, HERE),
        Define(Var("first", INT), X, HERE),
        Assume(TEST, HERE),
        Check(TEST, "it is small", CheckId(CheckKind.GOAL), HERE),
        Evaluate(Apply("within", (X, Const(9, INT)), INT), HERE),
        Evaluate(X, HERE),
        If(TEST, (Goto("leave", HERE),), (), HERE),
        HavocArray("a", HERE),
        Label("leave", HERE),
    )
    assert Printer().lines((Block("a block", body, HERE),), 0) == [
        "/* a block */",
        "{",
        "  const unsigned long long itno = nondet_unsigned_long_long();",
        "  const int first = x;",
        "  __CPROVER_assume(x < 3);",
        '  __CPROVER_assert(x < 3, "it is small");',
        "  within(x, 9);",
        "  (void)(x);",
        "  if (x < 3) goto leave;",
        "  __CPROVER_havoc_object(a);",
        "  leave:;",
        "}",
    ]


def test_a_branch_in_the_update_of_a_loop_is_a_statement_expression() -> None:
    step = Assign(X, Const(1, INT), HERE)
    loop = Loop(TEST, (), (step, step), HERE)
    assert Printer().lines([loop])[0].strip() == "for (; x < 3; x = 1, x = 1) {"
    guarded = Loop(TEST, (), (If(TEST, (step,), (), HERE), step), HERE)
    assert Printer().lines([guarded])[0].strip() == "for (; x < 3; ({ if (x < 3) x = 1; x = 1; })) {"


def test_a_block_below_a_branch_has_braces_of_its_own() -> None:
    lines = Printer().lines((If(TEST, (Block("inside", (), HERE),), (), HERE),), 0)
    assert lines[0] == "if (x < 3) {" and lines[-1] == "}" and len(lines) == 5


def test_writes_include_those_of_nested_blocks() -> None:
    assert writes((Block("b", (HavocArray("a", HERE), Assign(X, TEST, HERE)), HERE),)) == {"a", "x"}


def test_own_jumps_are_redirected_and_those_of_inner_loops_are_not() -> None:
    inner = Loop(TEST, (Break(HERE),), (), HERE)
    body = (If(TEST, (Break(HERE),), (Continue(HERE),), HERE), inner)
    leave, proceed = (Goto("leave", HERE),), (Goto("next", HERE),)
    assert redirect(body, leave, proceed) == (If(TEST, leave, proceed, HERE), inner)


def test_rewrite_replaces_the_outermost_statement_that_it_wants() -> None:
    loop = Loop(TEST, (Loop(TEST, (), (), HERE),), (), HERE)
    found = rewrite((If(TEST, (loop,), (), HERE),), lambda stmt: () if isinstance(stmt, Loop) else None)
    assert found == (If(TEST, (), (), HERE),)


def test_source_analysis_rejects_generated_statements() -> None:
    with pytest.raises(TypeError, match="only generated programs have a Label"):
        raise unexpected_construct(Label("leave", HERE))
