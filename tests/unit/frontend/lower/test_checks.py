"""Checks as assertions of the lowered program."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from veriabs.core.ctree import statements, substitute, walk
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Unary, Var
from veriabs.core.goals import CHECKS, GoalKind
from veriabs.core.source import DataModel, Task
from veriabs.core.statements import Assert, Evaluate, Loop
from veriabs.core.types import IntType
from veriabs.core.typing_rules import folded
from veriabs.frontend.program import load_program
from veriabs.loops.flatten import assertions

ALL = tuple(kind.value for kind in CHECKS)
HEAD = "extern int __VERIFIER_nondet_int(void); extern long long __VERIFIER_nondet_longlong(void);\n"


def checks(folder: Path, body: str, *kinds: str) -> list[Assert]:
    path = folder / "c.c"
    path.write_text(f"{HEAD}int a[10]; int f(int x) {{ return 1; }}\nint main(void) {{ {body} }}", encoding="utf-8")
    program = load_program(Task(path, checks=kinds or ALL))
    assert not any(isinstance(stmt, Evaluate) for stmt in statements(program.body))
    return list(assertions(program))


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("int i = __VERIFIER_nondet_int(); a[i] = 1;", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); a[i];", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); (void)a[i];", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); if (a[i]) { }", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); a[0] ? f(1) : f(2);", ["bounds"]),
        ("int i = __VERIFIER_nondet_int(); f(3 / i);", ["div-by-zero", "overflow"]),
        ("int i = __VERIFIER_nondet_int(); return 3 % i;", ["div-by-zero", "overflow"]),
        ("int i = __VERIFIER_nondet_int(); i++;", ["overflow"]),
        ("unsigned u = __VERIFIER_nondet_int(); u--;", ["unsigned-overflow"]),
        ("int i = __VERIFIER_nondet_int(); i = -i;", ["overflow"]),
        ("int i = __VERIFIER_nondet_int(); i <<= 2;", ["overflow", "shift"]),
        ("int i = __VERIFIER_nondet_int(); i >>= 2;", ["shift"]),
        ("int i = 2 + 3, j = sizeof a[7]; i = j;", []),
    ],
)
def test_every_operation_is_checked(tmp_path: Path, body: str, kinds: list[str]) -> None:
    assert sorted({one.kind.value for one in checks(tmp_path, body)}) == kinds


def test_only_what_is_asked_for_is_checked(tmp_path: Path) -> None:
    found = checks(tmp_path, "int i = __VERIFIER_nondet_int(); a[i] = 3 / i;", "div-by-zero")
    assert [one.kind for one in found] == [GoalKind.DIV_BY_ZERO]


def test_a_test_of_a_loop_is_checked_in_front_of_it_and_of_each_iteration(tmp_path: Path) -> None:
    path = tmp_path / "l.c"
    path.write_text("int a[10]; int main(void) { int i = 0; while (a[i]) i = i + 1; }", encoding="utf-8")
    program = load_program(Task(path, checks=("bounds",)))
    (loop,) = (stmt for stmt in program.body if isinstance(stmt, Loop))
    assert isinstance(program.body[program.body.index(loop) - 1], Assert)
    assert isinstance(loop.update[-1], Assert)


EDGES = (0, 1, -1, 2, 31, 32, 63, 64)


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "%", "<<", ">>"])
@pytest.mark.parametrize("name", ["int", "long long", "unsigned", "unsigned long long", "short"])
def test_the_test_says_whether_the_result_fits(tmp_path: Path, op: str, name: str) -> None:
    """Of each pair of extreme values, beside exact arithmetic."""
    path = tmp_path / "w.c"
    path.write_text(f"int main(void) {{ {name} x, y; x {op} y; }}", encoding="utf-8")
    found = assertions(load_program(Task(path, checks=ALL)))
    operand = {"short": 16, "int": 32, "unsigned": 32}.get(name, 64)
    given = IntType(name, operand, not name.startswith("unsigned"))
    ctype = IntType("int", 32, True) if name == "short" else given
    extremes = (given.lowest, given.highest, given.lowest + 1, given.highest // 2)
    values = {wrap(value, given) for value in (*EDGES, *extremes)}
    for x, y in product(values, values):
        for kind in {one.kind for one in found}:
            holds = all(_holds(one, x, y) for one in found if one.kind is kind)
            assert holds == _expected(kind, op, x, y, ctype), (kind, x, y)


def _holds(one: Assert, x: int, y: int) -> bool:
    types = {part.name: part.type for part in walk(one.test) if isinstance(part, Var)}
    given: dict[str, Expr] = {n: Const(v, types[n]) for n, v in (("x", x), ("y", y)) if n in types}
    return _true(substitute(one.test, given))


def _true(test: Expr) -> bool:
    """The truth of a test over constants, of which only what C evaluates is computed."""
    match test:
        case Binary(op="&&", left=left, right=right):
            return _true(left) and _true(right)
        case Binary(op="||", left=left, right=right):
            return _true(left) or _true(right)
        case Unary(op="!", operand=operand):
            return not _true(operand)
        case Conditional(test=test, then=then, orelse=orelse):
            return _true(then) if _true(test) else _true(orelse)
        case _:
            result = folded(test, DataModel.LP64)
            assert isinstance(result, Const), result
            return bool(result.value)


def _expected(kind: GoalKind, op: str, x: int, y: int, ctype: IntType) -> bool:
    if kind is GoalKind.DIV_BY_ZERO:
        return y != 0
    if kind is GoalKind.SHIFT:
        return 0 <= y < ctype.bits and not (op == "<<" and x < 0)
    if op in ("/", "%"):
        return not (x == ctype.lowest and y == -1)
    if op == "<<":
        return not (0 <= y < ctype.bits and x >= 0) or x << y <= ctype.highest
    exact = {"+": x + y, "-": x - y, "*": x * y}[op]
    return ctype.lowest <= exact <= ctype.highest
