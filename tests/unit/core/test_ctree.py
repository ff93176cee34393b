"""Walking, substituting and printing: printed C has the meaning of the tree."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from veriabs.core.ctext import Printer, literal, nondet
from veriabs.core.ctree import (
    FALSE,
    TRUE,
    children,
    conjunction,
    conjuncts,
    expressions,
    has,
    is_truth_value,
    names,
    negate,
    reads,
    statements,
    substitute,
    substitute_reads,
    target_name,
    transform,
    walk,
    writes,
)
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.loop_exits import breaks, continues
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL, INT, LLONG, ULLONG, UNSIGNED, FloatType, IntType

HERE = Where("t.c", 1)
A, B, C, X = (Var(name, INT) for name in "abcx")
EXPRESSIONS = 1500
SEED = 20180418


def one(value: int) -> Const:
    return Const(value, INT)


def show(expr: Expr) -> str:
    return Printer().expr(expr)


def printed_lines(stmt: Stmt) -> list[str]:
    return Printer().lines((stmt,), 0)


# ------------------------------------------------------------------------------------------------------ against gcc


VALUES = {"a": 7, "b": -3, "c": 0}
OPERATORS = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&&", "||")


class UndefinedError(Exception):
    """The expression has no defined value in C."""


def wrapped(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


def value(expr: Expr) -> int:
    """The value of an expression over int, with wrapping overflow."""
    match expr:
        case Const(value=int() as constant):
            return constant
        case Var(name=name):
            return VALUES[name]
        case Unary(op=op, operand=operand):
            inner = value(operand)
            return {"-": wrapped(-inner), "~": ~inner, "!": int(not inner)}[op]
        case Conditional(test=test, then=then, orelse=orelse):
            return value(then) if value(test) else value(orelse)
        case Cast(operand=operand):
            return (value(operand) + 128) % 256 - 128
        case Binary(op="&&", left=left, right=right):
            return int(bool(value(left)) and bool(value(right)))
        case Binary(op="||", left=left, right=right):
            return int(bool(value(left)) or bool(value(right)))
        case Binary(op=op, left=left, right=right):
            return binary(op, value(left), value(right))
    raise AssertionError(expr)


def binary(op: str, left: int, right: int) -> int:
    if op in ("/", "%"):
        return divided(op, left, right)
    if op in ("<<", ">>"):
        if not 0 <= right < 32:
            raise UndefinedError
        return wrapped(left << right) if op == "<<" else left >> right
    match op:
        case "+" | "-" | "*":
            return wrapped({"+": left + right, "-": left - right, "*": left * right}[op])
        case "&" | "|" | "^":
            return {"&": left & right, "|": left | right, "^": left ^ right}[op]
    compared = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    return int({**compared, "==": left == right, "!=": left != right}[op])


def divided(op: str, left: int, right: int) -> int:
    if right == 0 or (left, right) == (-(2**31), -1):
        raise UndefinedError
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient if op == "/" else left - quotient * right


def random_expression(draw: random.Random, depth: int) -> Expr:
    if depth == 0 or draw.random() < 0.15:
        constants = [0, 1, 2, 5, -1, -8, 2**31 - 1, -(2**31)]
        return draw.choice([A, B, C, one(draw.choice(constants))])
    kind = draw.random()
    below = lambda: random_expression(draw, depth - 1)  # noqa: E731
    if kind < 0.2:
        return Unary(draw.choice("-~!"), below())
    if kind < 0.28:
        return Cast(IntType("signed char", 8, True), below())
    if kind < 0.38:
        return Conditional(below(), below(), below())
    return Binary(draw.choice(OPERATORS), below(), below())


def defined_expressions() -> Iterator[tuple[Expr, int]]:
    draw = random.Random(SEED)
    while True:
        expr = random_expression(draw, draw.randint(1, 4))
        try:
            yield expr, value(expr)
        except UndefinedError:
            continue


def test_printed_expressions_have_the_value_of_the_tree(tmp_path: Path) -> None:
    """gcc with wrapping overflow computes the value that Python computes from the tree."""
    source = defined_expressions()
    cases = [next(source) for _ in range(EXPRESSIONS)]
    variables = "".join(f"volatile int {name} = {number};\n" for name, number in VALUES.items())
    lines = [f'  printf("%d\\n", (int)({show(expr)}));' for expr, _ in cases]
    text = f"#include <stdio.h>\n{variables}int main(void) {{\n" + "\n".join(lines) + "\n}\n"
    (tmp_path / "t.c").write_text(text, encoding="utf-8")
    subprocess.run(["gcc", "-w", "-fwrapv", "-o", "t", "t.c"], cwd=tmp_path, check=True, timeout=60)
    run = subprocess.run([str(tmp_path / "t")], capture_output=True, text=True, check=True, timeout=10)
    printed = [int(line) for line in run.stdout.split()]
    wrong = [(show(e), v, p) for (e, v), p in zip(cases, printed, strict=True) if v != p]
    assert wrong == []


def test_printed_expressions_compile_without_warnings(tmp_path: Path) -> None:
    """The parentheses that gcc asks for are there."""
    source = defined_expressions()
    exprs = [next(source)[0] for _ in range(200)]
    lines = [f"int f{number}(int a, int b, int c) {{ return {show(e)}; }}" for number, e in enumerate(exprs)]
    (tmp_path / "t.c").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = ["gcc", "-fsyntax-only", "-Werror", "-Wparentheses", "-Wno-unused", "t.c"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert run.stderr == ""


# ---------------------------------------------------------------------------------------------------------- expressions


@pytest.mark.parametrize(("expr", "text"), [
    (Binary("*", Binary("+", A, B), C), "(a + b) * c"),
    (Binary("+", A, Binary("*", B, C)), "a + b * c"),
    (Binary("-", A, Binary("-", B, C)), "a - (b - c)"),
    (Binary("-", Binary("-", A, B), C), "a - b - c"),
    (Binary("/", A, Binary("*", B, C)), "a / (b * c)"),
    (Binary("&&", Binary("||", A, B), C), "(a || b) && c"),
    (Binary("||", Binary("&&", A, B), C), "(a && b) || c"),
    (Binary("&", A, Binary("==", B, C)), "a & (b == c)"),
    (Binary("<", Binary("<", A, B), C), "(a < b) < c"),
    (Unary("-", Unary("-", A)), "- -a"),
    (Unary("-", one(-1)), "- -1"),
    (Unary("!", Binary("==", A, B)), "!(a == b)"),
    (Unary("!", Unary("!", A)), "!!a"),
    (Cast(ULLONG, Binary("+", A, B)), "(unsigned long long)(a + b)"),
    (Cast(ULLONG, A), "(unsigned long long)a"),
    (Binary("+", Cast(LLONG, A), B), "(long long)a + b"),
    (Conditional(A, B, Conditional(B, C, A)), "a ? b : b ? c : a"),
    (Conditional(Conditional(A, B, C), B, C), "(a ? b : c) ? b : c"),
    (Binary("+", Conditional(A, B, C), X), "(a ? b : c) + x"),
    (Element("m", (Binary("+", A, B), Conditional(A, B, C)), INT), "m[a + b][a ? b : c]"),
    (Binary("-", A, one(-1)), "a - -1"),
])  # fmt: skip
def test_parentheses(expr: Expr, text: str) -> None:
    assert show(expr) == text


@pytest.mark.parametrize(("const", "text"), [
    (Const(5, INT), "5"),
    (Const(-5, INT), "-5"),
    (Const(-(2**31), INT), "(-2147483647 - 1)"),
    (Const(-(2**63), LLONG), "(-9223372036854775807LL - 1)"),
    (Const(2**32 - 1, UNSIGNED), "4294967295U"),
    (Const(2**64 - 1, ULLONG), "18446744073709551615ULL"),
    (Const(7, IntType("long", 64, True)), "7L"),
    (Const(7, IntType("unsigned long", 64, False)), "7UL"),
    (Const(200, IntType("unsigned char", 8, False)), "(unsigned char)200"),
    (Const(-3, IntType("short", 16, True)), "(short)(-3)"),
    (Const(1, BOOL), "(_Bool)1"),
    (Const(0.5, FloatType("double", 64)), "0.5"),
    (Const(0.5, FloatType("float", 32)), "0.5f"),
    (Const(2, FloatType("double", 64)), "2.0"),
])  # fmt: skip
def test_literal(const: Const, text: str) -> None:
    assert literal(const) == text


def test_lowest_long_has_no_literal_of_its_own() -> None:
    """`-9223372036854775808L` is an unsigned or extended constant with a minus sign."""
    assert "9223372036854775808" not in literal(Const(-(2**63), IntType("long", 64, True)))


def test_negative_literal_below_a_cast_or_a_sign_stays_apart() -> None:
    assert show(Cast(LLONG, one(-1))) == "(long long)-1"
    assert show(Binary("*", one(-1), one(-(2**31)))) == "-1 * (-2147483647 - 1)"


def test_nondet_names_are_identifiers() -> None:
    types = (BOOL, INT, ULLONG, FloatType("long double", 128))
    assert [nondet(t) for t in types] == [
        "nondet_bool", "nondet_int", "nondet_unsigned_long_long", "nondet_long_double",
    ]  # fmt: skip


def test_printer_spells_names() -> None:
    printer = Printer(scalar=lambda name: f"s.{name}", element=lambda cell, indices: f"{cell.array}({indices[0]})")
    assert printer.expr(Element("m", (Binary("+", A, B),), INT)) == "m(s.a + s.b)"


def test_printer_calls_functions_for_products() -> None:
    printer = Printer(product=lambda expr: "times" if expr.op == "*" else None)
    assert printer.expr(Binary("+", Binary("*", A, Binary("-", B, C)), X)) == "times(a, b - c) + x"


# ----------------------------------------------------------------------------------------------------------- statements


def test_lines_of_statements() -> None:
    count = Assign(X, Binary("+", X, one(1)), HERE)
    loop = Loop(Binary("<", X, one(9)), (If(A, (Continue(HERE),), (), HERE), Break(HERE)), (count,), HERE)
    assert printed_lines(loop) == ["for (; x < 9; x = x + 1) {", "  if (a) continue;", "  break;", "}"]
    assert printed_lines(Loop(TRUE, (), (), HERE)) == ["while (1) {", "}"]


def test_lines_of_if() -> None:
    one_line, other = Assign(X, one(1), HERE), Assign(X, one(2), HERE)
    assert printed_lines(If(A, (one_line,), (other,), HERE)) == ["if (a) {", "  x = 1;", "} else {", "  x = 2;", "}"]
    assert printed_lines(If(A, (), (other,), HERE)) == ["if (!a) x = 2;"]
    assert printed_lines(If(A, (If(B, (other,), (), HERE),), (), HERE)) == ["if (a) {", "  if (b) x = 2;", "}"]


def test_lines_of_jumps_and_nondet() -> None:
    assert printed_lines(Halt(HERE)) == ["abort();"]
    assert printed_lines(Assert(A, 0, HERE)) == ["__VERIFIER_assert(a);"]
    assert printed_lines(Havoc(X, 3, "__VERIFIER_nondet_int", HERE)) == ["x = __VERIFIER_nondet_int();"]
    assert printed_lines(Havoc(X, 3, None, HERE)) == ["x = nondet_int();"]


# ----------------------------------------------------------------------------------------------------------------- walk


CELL = Element("m", (Binary("+", A, one(1)),), INT)
WRITE = Assign(CELL, Conditional(B, C, one(0)), HERE)
INNER = Loop(C, (Break(HERE),), (), HERE)


def test_walk_is_outermost_first() -> None:
    assert list(walk(CELL)) == [CELL, Binary("+", A, one(1)), A, one(1)]
    assert children(Conditional(A, B, C)) == (A, B, C)


def test_names_reads_writes() -> None:
    assert names(CELL) == {"m", "a"}
    assert expressions(WRITE) == (Conditional(B, C, one(0)), Binary("+", A, one(1)))
    assert reads((WRITE,)) == {"a", "b", "c"}
    assert writes((WRITE, Havoc(X, 0, None, HERE))) == {"m", "x"}
    assert target_name(CELL) == "m"
    assert target_name(X) == "x"


def test_statements_are_in_textual_order() -> None:
    tree = If(A, (INNER,), (WRITE,), HERE)
    assert list(statements((tree,))) == [tree, INNER, Break(HERE), WRITE]
    assert has((tree,), Break)
    assert not has((tree,), Halt, Continue)


def test_jumps_belong_to_the_innermost_loop() -> None:
    assert not breaks((INNER,))
    assert breaks((If(A, (), (If(B, (Break(HERE),), (), HERE),), HERE),))
    assert continues((If(A, (Continue(HERE),), (), HERE),))
    assert not continues((Loop(A, (Continue(HERE),), (), HERE),))


# ----------------------------------------------------------------------------------------------------------- substitute


def test_substitute_replaces_everywhere() -> None:
    expr = Binary("+", Element("m", (A,), INT), Conditional(A, Unary("-", A), Cast(LLONG, A)))
    assert "a" not in names(substitute(expr, {"a": B}))
    assert substitute(expr, {}) == expr


def test_substitute_is_simultaneous() -> None:
    assert substitute(Binary("-", A, B), {"a": B, "b": A}) == Binary("-", B, A)


def test_substitute_leaves_array_names_alone() -> None:
    assert substitute(Element("a", (A,), INT), {"a": B}) == Element("a", (B,), INT)


def test_substitute_reads_keeps_targets() -> None:
    count, store = Assign(A, Binary("+", A, one(1)), HERE), Assign(Element("m", (A,), INT), A, HERE)
    body = (count, store, If(A, (INNER,), (), HERE))
    new = substitute_reads(body, {"a": X})
    assert new[0] == Assign(A, Binary("+", X, one(1)), HERE)
    assert new[1] == Assign(Element("m", (X,), INT), X, HERE)
    assert reads(new) == {"x", "c"}


def test_transform_rebuilds_bottom_up() -> None:
    tree = (If(A, (Break(HERE), WRITE), (), HERE),)
    assert transform(tree, lambda s: () if isinstance(s, Break) else (s,)) == (If(A, (WRITE,), (), HERE),)
    assert transform(tree, lambda s: (s, s) if isinstance(s, If) else (s,)) == tree * 2


# ---------------------------------------------------------------------------------------------------------------- build


def test_conjunction_and_conjuncts() -> None:
    assert conjunction(()) == TRUE
    assert conjuncts(conjunction((A, B, C))) == (A, B, C)
    assert conjuncts(Binary("||", A, B)) == (Binary("||", A, B),)


def test_negate() -> None:
    assert negate(Unary("!", Binary("<", A, B))) == Binary("<", A, B)
    assert negate(Unary("!", A)) == Unary("!", Unary("!", A))
    assert negate(A) == Unary("!", A)


@pytest.mark.parametrize(("expr", "expected"), [
    (Binary("&&", A, B), True),
    (Unary("!", A), True),
    (Var("g", BOOL), True),
    (Element("g", (A,), BOOL), True),
    (A, False),
    (Binary("&", A, B), False),
    (FALSE, False),
])  # fmt: skip
def test_truth_values(expr: Expr, expected: bool) -> None:
    assert is_truth_value(expr) is expected
