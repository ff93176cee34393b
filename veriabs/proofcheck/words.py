"""What an expression of the core language is worth on the machine, as a term over whole numbers.

Values of integer types are the numbers in their ranges; each operation is carried out on whole numbers and brought back
into the range of the type in which C computes it. Bit operations that are no arithmetic are functions of which little
is known. What else evaluating an expression asks for is handed on: accesses, and where nothing is promised
of a signed overflow, that there was none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, CType, IntType
from veriabs.core.typing_rules import common_type, computed_in, type_of
from veriabs.proofcheck.terms import BITWISE, FALSE, TRUE, Term, both, follows, number, opposite

_TYPES = [IntType("", bits, signed) for bits in (8, 16, 32, 64) for signed in (True, False)]
_BITWISE = {"&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr"}


def conversion(ctype: IntType) -> str:
    """The name of the conversion to a type."""
    return f"{'s' if ctype.signed else 'u'}{ctype.bits}"


def within(term: Term, ctype: IntType) -> Term:
    """That a number is in the range of a type."""
    return "and", ("<=", number(ctype.lowest), term), ("<=", term, number(ctype.highest))


def prelude() -> list[Term]:
    """The definitions that terms use: conversions, quotients as in C, and functions for the bits."""
    made: list[Term] = []
    for ctype in _TYPES:
        shifted = ("mod", ("-", "x", number(ctype.lowest)), number(1 << ctype.bits))
        wrapped = ("+", number(ctype.lowest), shifted)
        made.append(_function(conversion(ctype), ("x",), ("ite", within("x", ctype), "x", wrapped)))
    made.append(_function("quotient", ("x", "y"), _of_signs("div")))
    made.append(_function("remainder", ("x", "y"), _of_signs("mod")))
    for name in sorted(BITWISE):
        made.append(("declare-fun", name, ("Int", "Int"), "Int"))
        if name[:2] != "sh":
            made += (_of_all(fact, pattern) for fact, pattern in _of_bits(name))
    return made


def _of_all(fact: Term, pattern: Term) -> Term:
    return "assert", ("forall", (("x", "Int"), ("y", "Int")), ("!", fact, ":pattern", (pattern,)))


def _of_bits(name: str) -> Iterator[tuple[Term, Term]]:
    """What is known of an operation on bits, each fact with the term that calls for it.

    All of it holds of whole numbers as endless words in two's complement, of which those of a type are the lowest bits.
    """
    here: Term = (name, "x", "y")
    yield ("=", here, (name, "y", "x")), here
    if name.startswith("and"):
        yield follows(("<=", "0", "x"), ("and", ("<=", "0", here), ("<=", here, "x"))), here
        return
    for bits in (8, 16, 32):
        word = IntType("", bits, signed=False)
        yield follows(both(within("x", word), within("y", word)), within(here, word)), here
    if name.startswith("xor"):
        twice: Term = (name, here, "y")
        yield ("=", twice, "x"), twice


def _function(name: str, parameters: tuple[str, ...], value: Term) -> Term:
    return "define-fun", name, tuple((one, "Int") for one in parameters), "Int", value


def _of_signs(operator: str) -> Term:
    """C rounds to zero and keeps the sign of the dividend; SMT-LIB has no negative remainders."""
    return "ite", (">=", "x", "0"), (operator, "x", "y"), ("-", (operator, ("-", "x"), "y"))


Note = Callable[[Term, Term, Element], None]
"""Takes the condition under which a cell is accessed, that its index is within bounds, and the access."""


def _nothing(guard: Term, fact: Term, element: Element) -> None:
    pass


class Words(Struct, frozen=True):
    """Evaluates expressions where variables have values.

    `sizes` are those of the arrays. With `wraps` a signed overflow wraps around; without, values are the exact results
    of signed operations, and `ranged` takes the condition under which one is carried out and that it is in range.
    """

    values: Mapping[str, Term]
    sizes: Mapping[str, tuple[Expr, ...]]
    data_model: DataModel
    wraps: bool
    accessed: Note = _nothing
    ranged: Callable[[Term, Term], None] = lambda guard, fact: None

    def value(self, expr: Expr, guard: Term = TRUE) -> Term:
        """The value in the type of the expression; `guard` says when it is evaluated at all."""
        match expr:
            case Const(value=int(value), type=IntType()):
                return number(value)
            case Var(name=name, type=IntType()):
                return self.values[name]
            case Element(type=IntType()):
                return self._cell(expr, guard)
            case Cast(type=IntType() as ctype, operand=operand):
                return self._as(ctype, operand, guard)
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
                left = self._as(ctype, then, both(guard, holds))
                return "ite", holds, left, self._as(ctype, orelse, both(guard, opposite(holds)))
            case _:
                raise UnsupportedError(f"certificates do not speak of this: {_named(expr)}")

    def truth(self, expr: Expr, guard: Term = TRUE) -> Term:
        """That the value is not zero."""
        match expr:
            case Const(value=int(value), type=IntType()):
                return TRUE if value else FALSE
            case Unary(op="!", operand=operand):
                return opposite(self.truth(operand, guard))
            case Binary(op="&&", left=left, right=right):
                first = self.truth(left, guard)
                return both(first, self.truth(right, both(guard, first)))
            case Binary(op="||", left=left, right=right):
                first = self.truth(left, guard)
                return "or", first, self.truth(right, both(guard, opposite(first)))
            case Binary(op=op, left=left, right=right) if op in COMPARISONS:
                ctype = self._integer(common_type(self._type(left), self._type(right), self.data_model))
                one, two = self._as(ctype, left, guard), self._as(ctype, right, guard)
                return {"==": "=", "!=": "distinct"}.get(op, op), one, two
            case _:
                return "distinct", self.value(expr, guard), "0"

    def converted(self, expr: Expr, ctype: CType, guard: Term = TRUE) -> Term:
        """The value of an expression as an object of the type holds it."""
        return self._as(self._integer(ctype), expr, guard)

    def indices(self, element: Element, guard: Term = TRUE) -> tuple[Term, ...]:
        """The values of the indices of an access, which is noted."""
        found = tuple(self.value(index, guard) for index in element.indices)
        sizes = (self.value(size, guard) for size in self.sizes[element.array])
        for index, size in zip(found, sizes, strict=True):
            self.accessed(guard, ("and", ("<=", "0", index), ("<", index, size)), element)
        return found

    def _cell(self, element: Element, guard: Term) -> Term:
        cell = self.values[element.array]
        for index in self.indices(element, guard):
            cell = ("select", cell, index)
        return cell

    def _as(self, ctype: IntType, expr: Expr, guard: Term) -> Term:
        """The value converted."""
        if ctype == BOOL:
            return ("ite", self.truth(expr, guard), "1", "0") if self._type(expr) != BOOL else self.value(expr, guard)
        own, value = self._type(expr), self.value(expr, guard)
        if ctype.lowest <= own.lowest and own.highest <= ctype.highest:
            return value
        return conversion(ctype), value

    def _unary(self, expr: Unary, guard: Term) -> Term:
        ctype = self._type(expr)
        value = self._as(ctype, expr.operand, guard)
        if expr.op == "~":
            return _brought(ctype, ("-", ("-", value), "1"))
        return self._computed(ctype, ("-", value), guard)

    def _binary(self, expr: Binary, guard: Term) -> Term:
        ctype = self._integer(computed_in(expr, self.data_model))
        left = self._as(ctype, expr.left, guard)
        if expr.op in ("<<", ">>"):
            return self._shift(expr, ctype, left, guard)
        right = self._as(ctype, expr.right, guard)
        match expr.op:
            case "+" | "-" | "*":
                return self._computed(ctype, (expr.op, left, right), guard)
            case "/":
                return _brought(ctype, ("quotient", left, right))
            case "%":
                return _brought(ctype, ("remainder", left, right))
            case "&" if (width := _mask(expr.right)) is not None:
                return "mod", left, number(1 << width)
            case _:
                return _bits(expr.op, ctype, left, right)

    def _shift(self, expr: Binary, ctype: IntType, left: Term, guard: Term) -> Term:
        match expr.right:
            case Const(value=int(places)) if 0 <= places < ctype.bits:
                factor = number(1 << places)
                return ("div", left, factor) if expr.op == ">>" else _brought(ctype, ("*", left, factor))
            case _:
                return _bits(expr.op, ctype, left, self.value(expr.right, guard))

    def _computed(self, ctype: IntType, exact: Term, guard: Term) -> Term:
        if self.wraps or not ctype.signed:
            return _brought(ctype, exact)
        self.ranged(guard, within(exact, ctype))
        return exact

    def _type(self, expr: Expr) -> IntType:
        return self._integer(type_of(expr, self.data_model))

    def _integer(self, ctype: CType) -> IntType:
        if isinstance(ctype, IntType) and (ctype == BOOL or ctype.bits in (8, 16, 32, 64)):
            return ctype
        raise UnsupportedError(f"certificates do not speak of values of type {ctype.name}")


def _brought(ctype: IntType, exact: Term) -> Term:
    return conversion(ctype), exact


def _bits(op: str, ctype: IntType, left: Term, right: Term) -> Term:
    return _brought(ctype, (f"{_BITWISE[op]}.{conversion(ctype)}", left, right))


def _mask(expr: Expr) -> int | None:
    """The number of bits of a constant that has just its lowest ones."""
    match expr:
        case Const(value=int(value), type=IntType()) if value > 0 and value & (value + 1) == 0:
            return value.bit_length()
        case _:
            return None


def _named(expr: Expr) -> str:
    return type(expr).__name__.lower()
