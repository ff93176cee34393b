"""Translate expressions of the core language into terms over the integers.

Values of integer types are the numbers in their ranges. Each operation is computed on integers and reduced to the range
of the type in which C computes it. Bit operations without arithmetic meaning are functions with a few known properties.
Callbacks receive the side conditions of an expression: accesses, and absence of signed overflow unless it wraps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, CType, IntType
from veriabs.core.typing_rules import common_type, operation_type, type_of
from veriabs.proofcheck.terms import BITWISE, FALSE, TRUE, SmtTerm, conjunction, implies, negate, number

_TYPES = [IntType("", bits, signed) for bits in (8, 16, 32, 64) for signed in (True, False)]
_BITWISE = {"&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr"}


def conversion(ctype: IntType) -> str:
    """The name of the conversion to a type."""
    return f"{'s' if ctype.signed else 'u'}{ctype.bits}"


def in_range(term: SmtTerm, ctype: IntType) -> SmtTerm:
    """The fact that a number is in the range of a type."""
    return "and", ("<=", number(ctype.lowest), term), ("<=", term, number(ctype.highest))


def prelude() -> list[SmtTerm]:
    """Definitions for the terms: conversions, C's division, and bit functions."""
    made: list[SmtTerm] = []
    for ctype in _TYPES:
        shifted = ("mod", ("-", "x", number(ctype.lowest)), number(1 << ctype.bits))
        wrapped = ("+", number(ctype.lowest), shifted)
        made.append(_function(conversion(ctype), ("x",), ("ite", in_range("x", ctype), "x", wrapped)))
    made.append(_function("quotient", ("x", "y"), _division_axiom("div")))
    made.append(_function("remainder", ("x", "y"), _division_axiom("mod")))
    for name in sorted(BITWISE):
        made.append(("declare-fun", name, ("Int", "Int"), "Int"))
        if name[:2] != "sh":
            made += (_axiom_for_all(fact, pattern) for fact, pattern in _bit_axioms(name))
    return made


def _axiom_for_all(fact: SmtTerm, pattern: SmtTerm) -> SmtTerm:
    return "assert", ("forall", (("x", "Int"), ("y", "Int")), ("!", fact, ":pattern", (pattern,)))


def _bit_axioms(name: str) -> Iterator[tuple[SmtTerm, SmtTerm]]:
    """Facts about a bit operation, each with the term that triggers it.

    They hold for integers as infinite two's complement words; values of a type are the lowest bits of these.
    """
    here: SmtTerm = (name, "x", "y")
    yield ("=", here, (name, "y", "x")), here
    if name.startswith("and"):
        yield implies(("<=", "0", "x"), ("and", ("<=", "0", here), ("<=", here, "x"))), here
        return
    for bits in (8, 16, 32):
        word = IntType("", bits, signed=False)
        yield implies(conjunction(in_range("x", word), in_range("y", word)), in_range(here, word)), here
    if name.startswith("xor"):
        twice: SmtTerm = (name, here, "y")
        yield ("=", twice, "x"), twice


def _function(name: str, parameters: tuple[str, ...], value: SmtTerm) -> SmtTerm:
    return "define-fun", name, tuple((one, "Int") for one in parameters), "Int", value


def _division_axiom(operator: str) -> SmtTerm:
    """C's division truncates and the remainder has the sign of the dividend; SMT-LIB differs for negative numbers."""
    return "ite", (">=", "x", "0"), (operator, "x", "y"), ("-", (operator, ("-", "x"), "y"))


Note = Callable[[SmtTerm, SmtTerm, Element], None]
"""Called with the path condition of an access, the fact that its index is in bounds, and the access."""


def _ignore(guard: SmtTerm, fact: SmtTerm, element: Element) -> None:
    pass


class ExpressionTranslator(Struct, frozen=True):
    """Evaluates expressions for given values of variables.

    `sizes` are those of the arrays. With `wraps` signed overflow wraps; otherwise signed results are exact, and
    `ranged` receives the condition under which an operation is executed and the fact that its result is in range.
    """

    values: Mapping[str, SmtTerm]
    sizes: Mapping[str, tuple[Expr, ...]]
    data_model: DataModel
    wraps: bool
    accessed: Note = _ignore
    ranged: Callable[[SmtTerm, SmtTerm], None] = lambda guard, fact: None

    def value(self, expr: Expr, guard: SmtTerm = TRUE) -> SmtTerm:
        """The value in the type of the expression; `guard` is the condition under which it is evaluated."""
        match expr:
            case Const(value=int(value), type=IntType()):
                return number(value)
            case Var(name=name, type=IntType()):
                return self.values[name]
            case Element(type=IntType()):
                return self._cell(expr, guard)
            case Cast(type=IntType() as ctype, operand=operand):
                return self._conversion(ctype, operand, guard)
            case Unary(op="-" | "~"):
                return self._unary(expr, guard)
            case Unary() | Binary(op="&&" | "||"):
                return "ite", self.truth(expr, guard), "1", "0"
            case Binary(op=op) if op in COMPARISONS:
                return "ite", self.truth(expr, guard), "1", "0"
            case Binary():
                return self._binary(expr, guard)
            case Conditional(test=test, then=then, orelse=orelse):
                ctype, holds = self._type(expr), self.truth(test, guard)
                left = self._conversion(ctype, then, conjunction(guard, holds))
                return "ite", holds, left, self._conversion(ctype, orelse, conjunction(guard, negate(holds)))
            case _:
                raise UnsupportedError(f"certificates do not support this: {_class_name(expr)}")

    def truth(self, expr: Expr, guard: SmtTerm = TRUE) -> SmtTerm:
        """The fact that the value is not zero."""
        match expr:
            case Const(value=int(value), type=IntType()):
                return TRUE if value else FALSE
            case Unary(op="!", operand=operand):
                return negate(self.truth(operand, guard))
            case Binary(op="&&", left=left, right=right):
                first = self.truth(left, guard)
                return conjunction(first, self.truth(right, conjunction(guard, first)))
            case Binary(op="||", left=left, right=right):
                first = self.truth(left, guard)
                return "or", first, self.truth(right, conjunction(guard, negate(first)))
            case Binary(op=op, left=left, right=right) if op in COMPARISONS:
                ctype = self._integer(common_type(self._type(left), self._type(right), self.data_model))
                one, two = self._conversion(ctype, left, guard), self._conversion(ctype, right, guard)
                return {"==": "=", "!=": "distinct"}.get(op, op), one, two
            case _:
                return "distinct", self.value(expr, guard), "0"

    def converted(self, expr: Expr, ctype: CType, guard: SmtTerm = TRUE) -> SmtTerm:
        """The value of an expression converted to the type of an object."""
        return self._conversion(self._integer(ctype), expr, guard)

    def indices(self, element: Element, guard: SmtTerm = TRUE) -> tuple[SmtTerm, ...]:
        """The index values of an access, which is reported to `accessed`."""
        found = tuple(self.value(index, guard) for index in element.indices)
        sizes = (self.value(size, guard) for size in self.sizes[element.array])
        for index, size in zip(found, sizes, strict=True):
            self.accessed(guard, ("and", ("<=", "0", index), ("<", index, size)), element)
        return found

    def _cell(self, element: Element, guard: SmtTerm) -> SmtTerm:
        cell = self.values[element.array]
        for index in self.indices(element, guard):
            cell = ("select", cell, index)
        return cell

    def _conversion(self, ctype: IntType, expr: Expr, guard: SmtTerm) -> SmtTerm:
        """The converted value."""
        if ctype == BOOL:
            return ("ite", self.truth(expr, guard), "1", "0") if self._type(expr) != BOOL else self.value(expr, guard)
        own, value = self._type(expr), self.value(expr, guard)
        if ctype.lowest <= own.lowest and own.highest <= ctype.highest:
            return value
        return conversion(ctype), value

    def _unary(self, expr: Unary, guard: SmtTerm) -> SmtTerm:
        ctype = self._type(expr)
        value = self._conversion(ctype, expr.operand, guard)
        if expr.op == "~":
            return _wrap_to_type(ctype, ("-", ("-", value), "1"))
        return self._in_type(ctype, ("-", value), guard)

    def _binary(self, expr: Binary, guard: SmtTerm) -> SmtTerm:
        ctype = self._integer(operation_type(expr, self.data_model))
        left = self._conversion(ctype, expr.left, guard)
        if expr.op in ("<<", ">>"):
            return self._shift(expr, ctype, left, guard)
        right = self._conversion(ctype, expr.right, guard)
        match expr.op:
            case "+" | "-" | "*":
                return self._in_type(ctype, (expr.op, left, right), guard)
            case "/":
                return _wrap_to_type(ctype, ("quotient", left, right))
            case "%":
                return _wrap_to_type(ctype, ("remainder", left, right))
            case "&" if (width := _mask(expr.right)) is not None:
                return "mod", left, number(1 << width)
            case _:
                return _bits(expr.op, ctype, left, right)

    def _shift(self, expr: Binary, ctype: IntType, left: SmtTerm, guard: SmtTerm) -> SmtTerm:
        match expr.right:
            case Const(value=int(places)) if 0 <= places < ctype.bits:
                factor = number(1 << places)
                return ("div", left, factor) if expr.op == ">>" else _wrap_to_type(ctype, ("*", left, factor))
            case _:
                return _bits(expr.op, ctype, left, self.value(expr.right, guard))

    def _in_type(self, ctype: IntType, exact: SmtTerm, guard: SmtTerm) -> SmtTerm:
        if self.wraps or not ctype.signed:
            return _wrap_to_type(ctype, exact)
        self.ranged(guard, in_range(exact, ctype))
        return exact

    def _type(self, expr: Expr) -> IntType:
        return self._integer(type_of(expr, self.data_model))

    def _integer(self, ctype: CType) -> IntType:
        if isinstance(ctype, IntType) and (ctype == BOOL or ctype.bits in (8, 16, 32, 64)):
            return ctype
        raise UnsupportedError(f"certificates do not support values of type {ctype.name}")


def _wrap_to_type(ctype: IntType, exact: SmtTerm) -> SmtTerm:
    return conversion(ctype), exact


def _bits(op: str, ctype: IntType, left: SmtTerm, right: SmtTerm) -> SmtTerm:
    return _wrap_to_type(ctype, (f"{_BITWISE[op]}.{conversion(ctype)}", left, right))


def _mask(expr: Expr) -> int | None:
    """The number of ones of a constant whose lowest bits are exactly its ones."""
    match expr:
        case Const(value=int(value), type=IntType()) if value > 0 and value & (value + 1) == 0:
            return value.bit_length()
        case _:
            return None


def _class_name(expr: Expr) -> str:
    return type(expr).__name__.lower()
