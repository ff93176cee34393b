"""C's arithmetic on known numbers, compared with gcc for every operator and every pair of types."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriabs.core import evaluate
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Unary, Var
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, INT, LLONG, UNSIGNED, CType, FloatType, IntType
from veriabs.core.typing_rules import fold_constants, named_type, operation_type, type_of, value_of

MODEL = DataModel.LP64
INTEGERS = [
    "_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long",
    "unsigned long", "long long", "unsigned long long",
]  # fmt: skip
FLOATS = ["float", "double"]
BOTH = ["<", "<=", ">", ">=", "==", "!=", "&&", "||", "?:", "cast", "+", "-", "*", "/", "unary !", "unary -"]
WHOLE = ["%", "<<", ">>", "&", "|", "^", "unary ~"]
Number = int | float
Answer = tuple[bool, int, bool, Number]


def source() -> str:
    """A program with a function for each pair of types, and a loop that answers requests."""
    types = [*INTEGERS, *FLOATS]
    lines, table = [(Path(__file__).parent / "arithmetic.c").read_text(encoding="utf-8")], []
    for i, one in enumerate(types):
        for j, two in enumerate(types):
            kind = "FLOATS" if one in FLOATS or two in FLOATS else "INTEGERS"
            lines.append(f"{kind}(f_{i}_{j}, {one}, {two})")
            table.append(f"f_{i}_{j}")
    lines.append(f"static void (*table[])(const char *, const char *, const char *) = {{{', '.join(table)}}};")
    lines.append("""int main(void) {
  int pair; char op[16], one[64], two[64];
  while (scanf("%d %[^\\t]\\t%63s %63s", &pair, op, one, two) == 4) { table[pair](op, one, two); fflush(stdout); }
}""")
    return "\n".join(lines)


Ask = Callable[[str, CType, CType, Number, Number], Answer]


@pytest.fixture(scope="module")
def gcc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Ask a compiled program whether an operation is defined, and for the size, sign and value of its result."""
    folder = tmp_path_factory.mktemp("arithmetic")
    (folder / "a.c").write_text(source(), encoding="utf-8")
    command = ["gcc", "-std=gnu11", "-fwrapv", "-w", "-o", folder / "a", folder / "a.c"]
    subprocess.run(command, check=True)
    types = [*INTEGERS, *FLOATS]

    def text(value: Number) -> str:
        return value.hex() if isinstance(value, float) else str(value)

    with subprocess.Popen([folder / "a"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None

        def ask(op: str, one: CType, two: CType, left: Number, right: Number) -> Answer:
            pair = types.index(one.name) * len(types) + types.index(two.name)
            process.stdin.write(f"{pair} {op}\t{text(left)} {text(right)}\n")
            process.stdin.flush()
            defined, size, signed, value = process.stdout.readline().split()
            number = float.fromhex(value) if "x" in value or "n" in value else int(value)
            return defined == "1", int(size), signed == "1", number

        yield ask
        process.stdin.close()


def numbers(ctype: CType) -> st.SearchStrategy[Number]:
    """Values of a type, its borders often."""
    if isinstance(ctype, FloatType):
        return st.floats(width=32 if ctype.name == "float" else 64, allow_nan=False, allow_infinity=False)
    near = [0, 1, 2, 7, 31, 32, 63, 64, -1, -2, ctype.lowest, ctype.lowest + 1, ctype.highest]
    return st.one_of(
        st.sampled_from([v for v in near if ctype.lowest <= v <= ctype.highest]),
        st.integers(ctype.lowest, ctype.highest),
    )


@st.composite
def operations(draw: st.DrawFn, names: list[str], ops: list[str]) -> tuple[str, CType, CType, Number, Number]:
    one, two = (named_type(draw(st.sampled_from(names)), MODEL) for _ in range(2))
    return draw(st.sampled_from(ops)), one, two, draw(numbers(one)), draw(numbers(two))


def expression(op: str, one: CType, two: CType, left: Number, right: Number) -> Expr:
    first, second = Const(left, one), Const(right, two)
    if op == "?:":
        return Conditional(first, second, first)
    if op == "cast":
        return Cast(two, first)
    return Unary(op[-1], first) if op.startswith("unary") else Binary(op, first, second)


def computed(expr: Expr, overflow: Overflow) -> Number | None:
    """The value by the functions on numbers."""
    match expr:
        case Const(value=value):
            return value
        case Cast(type=ctype, operand=operand):
            inner = computed(operand, overflow)
            return None if inner is None else evaluate.converted(inner, ctype)
        case Unary(op=op, operand=operand):
            inner = computed(operand, overflow)
            return None if inner is None else evaluate.unary(op, inner, type_of(expr, MODEL), overflow)
        case Conditional(test=test, then=then, orelse=orelse):
            return computed(Cast(type_of(expr, MODEL), then if computed(test, overflow) else orelse), overflow)
        case Binary(op=op):
            ctype = operation_type(expr, MODEL)
            one, two = computed(expr.left, overflow), computed(expr.right, overflow)
            if one is None or two is None or op in ("&&", "||"):
                return None if one is None or two is None else evaluate.binary(op, one, two, ctype, overflow)
            first = evaluate.converted(one, ctype)
            second = two if op in ("<<", ">>") else evaluate.converted(two, ctype)
            return None if first is None or second is None else evaluate.binary(op, first, second, ctype, overflow)
    raise AssertionError(expr)


@settings(max_examples=250)
@given(operations(INTEGERS, [*BOTH, *WHOLE]))
def test_integers(gcc: Ask, operation: tuple[str, CType, CType, Number, Number]) -> None:
    expr = expression(*operation)
    defined, size, signed, value = gcc(*operation)
    ctype = type_of(expr, MODEL)
    assert isinstance(ctype, IntType) and (max(ctype.bits // 8, 1), ctype.signed) == (size, signed)
    assert computed(expr, Overflow.UNDEFINED) == (value if defined else None)
    stops = operation[0] in ("/", "%", "<<", ">>") and value == 0 and not defined
    assert defined or computed(expr, Overflow.WRAP) in ([value, None] if stops else [value])
    assert value_of(expr, {}, MODEL) == (value if defined else None)
    result = fold_constants(expr, MODEL)
    assert result == Const(value, ctype) if defined else not isinstance(result, Const)


@settings(max_examples=500)
@given(operations([*INTEGERS, *FLOATS], BOTH))
def test_floating_point(gcc: Ask, operation: tuple[str, CType, CType, Number, Number]) -> None:
    expr = expression(*operation)
    defined, _, _, value = gcc(*operation)
    if isinstance(type_of(expr, MODEL), IntType) or isfinite(value):
        assert computed(expr, Overflow.UNDEFINED) == (value if defined else None)


def test_every_operator_at_every_type(gcc: Ask) -> None:
    """The borders of the types, without chance."""
    for one, two in ((named_type(i, MODEL), named_type(j, MODEL)) for i in INTEGERS for j in INTEGERS):
        assert isinstance(one, IntType) and isinstance(two, IntType)
        for left, right in ((one.lowest, two.highest), (one.highest, two.highest), (one.highest, 1), (one.lowest, 1)):
            for op in (*BOTH, *WHOLE):
                defined, _, _, value = gcc(op, one, two, left, right)
                found = computed(expression(op, one, two, left, right), Overflow.UNDEFINED)
                assert found == (value if defined else None), (op, one, two, left, right)


def test_unsigned_and_bool_arithmetic_follows_c() -> None:
    """Earlier separate evaluators gave 0, -1, -1, no value and -1 here."""
    one = Const(1, UNSIGNED)
    assert value_of(Cast(BOOL, Const(2, INT)), {}, MODEL) == 1
    assert value_of(Var("flag", BOOL), {"flag": 2}, MODEL) == 1
    assert value_of(Binary("-", Const(0, UNSIGNED), one), {}, MODEL) == 2**32 - 1
    assert value_of(Binary("+", Var("u", UNSIGNED), one), {"u": 2**32 - 1}, MODEL) == 0
    assert value_of(Binary("/", Const(-7, INT), Const(2, INT)), {}, MODEL) == -3
    both = Conditional(Var("c", BOOL), Const(-1, INT), Const(0, UNSIGNED))
    assert value_of(Cast(LLONG, both), {"c": 1}, MODEL) == 2**32 - 1


def test_unknown_operands_have_no_value() -> None:
    assert value_of(Binary("+", Var("n", INT), Const(1, INT)), {}, MODEL) is None
    assert value_of(Binary("+", Var("n", INT), Const(1, INT)), {"n": 2**31 - 1}, MODEL) is None
    assert value_of(Const(1.5, FloatType("double", 64)), {}, MODEL) is None
    assert evaluate.binary("+", 1, 1, FloatType("long double", 128)) is None
    assert evaluate.converted(float("nan"), INT) is None
