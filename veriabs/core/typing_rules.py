"""The typing rules of C for the core language: integer types by data model, promotions, usual conversions, folding."""

from __future__ import annotations

from veriabs.core.model import (
    BOOL,
    INT,
    LLONG,
    ULLONG,
    UNSIGNED,
    Binary,
    Cast,
    Conditional,
    Const,
    CType,
    DataModel,
    Element,
    Expr,
    FloatType,
    IntType,
    Unary,
    Var,
)

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
COMPARISONS = frozenset(("<", "<=", ">", ">=", "==", "!="))


def named_type(name: str, data_model: DataModel) -> CType:
    """The arithmetic type of that canonical name; KeyError if there is none."""
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
        case Const(type=ctype) | Var(type=ctype) | Element(type=ctype) | Cast(type=ctype):
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
        case Conditional(then=then, other=other):
            return common_type(type_of(then, data_model), type_of(other, data_model), data_model)


def wrap(value: int, ctype: IntType) -> int:
    """The value converted to an integer type, modulo two to the number of bits (`_Bool`: not zero)."""
    if ctype == BOOL:
        return int(value != 0)
    value &= (1 << ctype.bits) - 1
    return value - (1 << ctype.bits) if value > ctype.highest else value


def convert(expr: Expr, ctype: CType, data_model: DataModel) -> Expr:
    """The expression converted to a type: itself if it has that type, a constant if it is one, else a cast."""
    if type_of(expr, data_model) == ctype:
        return expr
    if isinstance(expr, Const) and isinstance(expr.value, int) and isinstance(ctype, IntType):
        return Const(wrap(expr.value, ctype), ctype)
    return Cast(ctype, expr)


def fold_unary(op: str, operand: Expr, data_model: DataModel) -> Expr:
    """`op operand`, computed if it is an integer constant and the result is defined."""
    if not isinstance(operand, Const):
        return Unary(op, operand)
    if isinstance(operand.value, float) or isinstance(operand.type, FloatType):
        return Const(-operand.value, operand.type) if op == "-" else Unary(op, operand)
    ctype = type_of(Unary(op, operand), data_model)
    result = {"-": -operand.value, "~": ~operand.value, "!": int(not operand.value)}[op]
    return _constant(result, ctype) or Unary(op, operand)


def fold_binary(op: str, left: Expr, right: Expr, data_model: DataModel) -> Expr:
    """`left op right`, computed if both are integer constants and the result is defined."""
    plain = Binary(op, left, right)
    if not isinstance(left, Const) or not isinstance(right, Const):
        return plain
    if isinstance(left.type, FloatType) or isinstance(right.type, FloatType):
        return plain
    assert isinstance(left.value, int) and isinstance(right.value, int)
    if op in ("&&", "||"):
        truth = (left.value and right.value) if op == "&&" else (left.value or right.value)
        return Const(int(bool(truth)), INT)
    if op in ("<<", ">>"):
        return _fold_shift(plain, left, right, data_model)
    common = common_type(left.type, right.type, data_model)
    assert isinstance(common, IntType)
    value = _compute(op, wrap(left.value, common), wrap(right.value, common))
    if value is None:
        return plain
    return _constant(value, INT if op in COMPARISONS else common) or plain


def _fold_shift(plain: Binary, left: Const, right: Const, data_model: DataModel) -> Expr:
    ctype = type_of(plain, data_model)
    assert isinstance(ctype, IntType) and isinstance(left.value, int) and isinstance(right.value, int)
    if not 0 <= right.value < ctype.bits or left.value < 0:
        return plain
    value = left.value << right.value if plain.op == "<<" else left.value >> right.value
    return _constant(value, ctype) or plain


def _constant(value: int, ctype: CType) -> Const | None:
    """The constant, or None where signed arithmetic overflows or C has no literal for the value."""
    assert isinstance(ctype, IntType)
    if ctype.signed and not ctype.lowest < value <= ctype.highest and not (value == ctype.lowest and ctype == INT):
        return None
    return Const(wrap(value, ctype), ctype)


def _compute(op: str, left: int, right: int) -> int | None:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" | "%":
            return _divide(op, left, right)
        case "&":
            return left & right
        case "|":
            return left | right
        case "^":
            return left ^ right
        case _:
            return _compare(op, left, right)


def _divide(op: str, left: int, right: int) -> int | None:
    """Division that truncates towards zero, as in C."""
    if right == 0:
        return None
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient if op == "/" else left - quotient * right


def _compare(op: str, left: int, right: int) -> int | None:
    match op:
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case ">=":
            return int(left >= right)
        case "==":
            return int(left == right)
        case "!=":
            return int(left != right)
        case _:
            return None
