"""Variables that only carry a value to its use: conditions under which the value replaces them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import TRUE, expressions, integer, statements
from veriabs.core.expressions import Binary, Element, Expr, Var
from veriabs.core.source import DataModel, Where
from veriabs.core.statements import Assign, If, Loop, Stmt
from veriabs.core.types import INT
from veriabs.frontend.lower.block_rewriting import substitute_carriers

HERE = Where("t.c", 1)
P, X, Y, Z = (Var(name, INT) for name in "pxyz")
CELL = Element("a", (X,), INT)


def sets(target: Var | Element, value: Expr) -> Assign:
    return Assign(target, value, HERE)


def plus(left: Expr, right: Expr) -> Expr:
    return Binary("+", left, right)


def loop(*body: Stmt, test: Expr = TRUE) -> Loop:
    return Loop(test, body, (), HERE)


def after(*body: Stmt) -> list[str]:
    """The expressions that are read, statement by statement, with `p` as a carrier."""
    left = substitute_carriers(body, {"p"}, DataModel.LP64)
    return [Printer().expr(expr) for stmt in statements(left) for expr in expressions(stmt)]


def keeps_carrier(*body: Stmt) -> bool:
    left = substitute_carriers(body, {"p"}, DataModel.LP64)
    return sets(P, plus(X, integer(1))) in [*statements(left)] and left == [*body]


SET = sets(P, plus(X, integer(1)))


@pytest.mark.parametrize("body", [
    (SET, sets(Y, P)),
    (SET, sets(Y, P), sets(X, integer(5))),
    (SET, If(P, (sets(Y, P),), (), HERE)),
    (SET, sets(Y, integer(3)), loop(sets(Z, P)), sets(X, integer(5))),
    (loop(SET, sets(Y, P), sets(X, Y)),),
    (If(Y, (SET, sets(Y, P)), (), HERE),),
], ids=[
    "used", "changed behind the last use", "tested", "used in a loop", "in each iteration", "on one way",
])  # fmt: skip
def test_carrier_is_replaced_by_its_value(body: Sequence[Stmt]) -> None:
    texts = after(*body)
    assert "x + 1" in texts
    assert not any("p" in text for text in texts)


@pytest.mark.parametrize("body", [
    (SET, sets(X, integer(5)), sets(Y, P)),
    (SET, sets(X, P)),
    (SET, loop(sets(Y, P), sets(X, Y))),
    (SET, sets(Y, P), SET, sets(Z, P)),
    (sets(Y, P), SET, sets(Z, P)),
    (loop(sets(Y, P), SET),),
    (If(Y, (SET,), (), HERE), sets(Z, P)),
    (loop(SET, sets(Y, P)), sets(Z, P)),
    (loop(SET, sets(Y, P), test=P),),
], ids=[
    "changed in between", "changed where it is used", "changed in the loop", "set twice", "read in front",
    "read in the next iteration", "set on one way", "read behind the loop", "read by the test of the loop",
])  # fmt: skip
def test_carrier_is_kept_if_its_value_may_change(body: Sequence[Stmt]) -> None:
    assert keeps_carrier(*body)


def test_a_cell_changes_with_its_array_and_its_index() -> None:
    assert after(sets(P, CELL), sets(Y, P)) == ["a[x]"]
    for between in (sets(Element("a", (Z,), INT), integer(1)), sets(X, integer(1))):
        assert "p" in after(sets(P, CELL), between, sets(Y, P))


def test_other_variables_are_not_replaced() -> None:
    body = [sets(Y, X), sets(Z, Y)]
    assert substitute_carriers(body, {"p"}, DataModel.LP64) == body
