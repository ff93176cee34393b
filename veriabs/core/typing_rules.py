"""The typing rules of C for the core language: integer types by data model, promotions, usual conversions, folding."""

from __future__ import annotations

from collections.abc import Mapping

from veriabs.core.ctree import map_parts, substitute, walk
from veriabs.core.evaluate import binary, converted, unary, wrap
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.source import DataModel, Where
from veriabs.core.types import BOOL, INT, LLONG, ULLONG, UNSIGNED, CType, FloatType, IntType

CHAR = IntType("char", 8, True)
FLOAT = FloatType("float", 32)
DOUBLE = FloatType("double", 64)
LONG_DOUBLE = FloatType("long double", 128)

_FIXED: dict[str, CType] = {
    "_Bool": BOOL,
    "char": CHAR,
    "signed char": IntType("signed char", 8, True),
    "unsigned char": IntType("unsigned char", 8, False),
    "short": IntType("short", 16, True),
    "unsigned short": IntType("unsigned short", 16, False),
    "int": INT,
    "unsigned int": UNSIGNED,
    "long long": LLONG,
    "unsigned long long": ULLONG,
    "float": FLOAT,
    "double": DOUBLE,
    "long double": LONG_DOUBLE,
}
_RANKS = {
    "_Bool": 0,
    "char": 1,
    "signed char": 1,
    "unsigned char": 1,
    "short": 2,
    "unsigned short": 2,
    "int": 3,
    "unsigned int": 3,
    "long": 4,
    "unsigned long": 4,
    "long long": 5,
    "unsigned long long": 5,
}


def named_type(name: str, data_model: DataModel) -> CType:
    """The arithmetic type with that canonical name; raises KeyError if there is none."""
    bits = 64 if data_model is DataModel.LP64 else 32
    match name:
        case "long":
            return IntType(name, bits, True)
        case "unsigned long":
            return IntType(name, bits, False)
        case "long double" if data_model is DataModel.ILP32:
            return FloatType(name, 96)
        case _:
            return _FIXED[name]


def size_type(data_model: DataModel) -> IntType:
    """The type of `sizeof`: unsigned long (LP64) or unsigned int (ILP32)."""
    return IntType("unsigned long", 64, False) if data_model is DataModel.LP64 else UNSIGNED


def offset_type(data_model: DataModel) -> IntType:
    """The type of a pointer difference: long (LP64) or int (ILP32)."""
    return IntType("long", 64, True) if data_model is DataModel.LP64 else INT


def promote(ctype: CType) -> CType:
    """The type after the integer promotions."""
    if isinstance(ctype, IntType) and _RANKS[ctype.name] < _RANKS["int"]:
        return INT
    return ctype


def common_type(left: CType, right: CType, data_model: DataModel) -> CType:
    """The type of both operands after the usual arithmetic conversions."""
    if isinstance(left, FloatType) or isinstance(right, FloatType):
        floats = [side for side in (left, right) if isinstance(side, FloatType)]
        return max(floats, key=lambda side: side.bits)
    one, two = promote(left), promote(right)
    assert isinstance(one, IntType) and isinstance(two, IntType)
    return _common_integer(one, two, data_model)


def _common_integer(left: IntType, right: IntType, data_model: DataModel) -> IntType:
    if left == right:
        return left
    low, high = sorted((left, right), key=lambda side: _RANKS[side.name])
    if low.signed == high.signed:
        return high
    if _RANKS[low.name] == _RANKS[high.name]:
        return low if not low.signed else high
    if not high.signed or high.bits > low.bits:
        return high
    unsigned = named_type(f"unsigned {high.name}", data_model)
    assert isinstance(unsigned, IntType)
    return unsigned


def type_of(expr: Expr, data_model: DataModel) -> CType:
    """The C type of a core expression."""
    match expr:
        case Const(type=ctype) | Var(type=ctype) | Element(type=ctype) | Cast(type=ctype) | Apply(type=ctype):
            return ctype
        case Unary(op="!"):
            return INT
        case Unary(operand=operand):
            return promote(type_of(operand, data_model))
        case Binary(op="&&" | "||"):
            return INT
        case Binary(op="<<" | ">>", left=left):
            return promote(type_of(left, data_model))
        case Binary(op=op) if op in COMPARISONS:
            return INT
        case Binary(left=left, right=right):
            return common_type(type_of(left, data_model), type_of(right, data_model), data_model)
        case Conditional(then=then, orelse=orelse):
            return common_type(type_of(then, data_model), type_of(orelse, data_model), data_model)


def operation_type(expr: Binary, data_model: DataModel) -> CType:
    """The type in which C computes a binary operation: the common type, or the promoted left type of a shift."""
    left = type_of(expr.left, data_model)
    return promote(left) if expr.op in ("<<", ">>") else common_type(left, type_of(expr.right, data_model), data_model)


def convert(expr: Expr, ctype: CType, data_model: DataModel, at: Where | None = None) -> Expr:
    """Convert the expression to a type: unchanged if it has that type, else folded if constant, else a cast."""
    if type_of(expr, data_model) == ctype:
        return expr
    if isinstance(expr, Const) and isinstance(expr.value, int) and isinstance(ctype, IntType):
        return Const(wrap(expr.value, ctype), ctype)
    return Cast(ctype, expr, at)


def fold_unary(op: str, operand: Expr, data_model: DataModel, at: Where | None = None) -> Expr:
    """`op operand`, folded if the operand is constant and the result is defined."""
    plain = Unary(op, operand, at)
    if not isinstance(operand, Const) or (isinstance(operand.type, FloatType) and op != "-"):
        return plain
    ctype = type_of(plain, data_model)
    return _constant(unary(op, operand.value, ctype), ctype) or plain


def fold_binary(op: str, left: Expr, right: Expr, data_model: DataModel, at: Where | None = None) -> Expr:
    """`left op right`, folded if both operands are integer constants and the result is defined."""
    plain = Binary(op, left, right, at)
    if not isinstance(left, Const) or not isinstance(right, Const):
        return plain
    if isinstance(left.type, FloatType) or isinstance(right.type, FloatType):
        return plain
    common = operation_type(plain, data_model)
    first = converted(left.value, common)
    second = right.value if op in ("<<", ">>") else converted(right.value, common)
    assert first is not None and second is not None
    return _constant(binary(op, first, second, common), type_of(plain, data_model)) or plain


def _constant(value: int | float | None, ctype: CType) -> Const | None:
    return None if value is None else Const(value, ctype)


def fold_constants(expr: Expr, data_model: DataModel) -> Expr:
    """Fold operations on integer constants wherever C defines the result."""
    return map_parts(expr, lambda part: _fold(part, data_model))


def _fold(part: Expr, data_model: DataModel) -> Expr:
    match part:
        case Unary(op=op, operand=operand):
            return fold_unary(op, operand, data_model)
        case Binary(op=op, left=left, right=right):
            return fold_binary(op, left, right, data_model)
        case Cast(type=ctype, operand=Const() as operand):
            return convert(operand, ctype, data_model)
        case Conditional(test=Const(value=value), then=then, orelse=orelse):
            return convert(then if value else orelse, type_of(part, data_model), data_model)
        case _:
            return part


def value_of(expr: Expr, values: Mapping[str, int], data_model: DataModel) -> int | None:
    """The value of an expression over integer scalars with known values, or None.

    It is None if the expression is not an integer, is undefined, or reads an array or a scalar that is not in `values`.
    `values` are wrapped to the type of their scalar.
    """
    known = {
        node.name: Const(wrap(values[node.name], node.type), node.type)
        for node in walk(expr)
        if isinstance(node, Var) and isinstance(node.type, IntType) and node.name in values
    }
    result = fold_constants(substitute(expr, known), data_model)
    return result.value if isinstance(result, Const) and isinstance(result.value, int) else None
