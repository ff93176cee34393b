"""Bit slices: what is computed bit by bit is proved for one bit, whichever it is.

What it does: values that are only copied, combined by `&`, `|`, `^` and `~`, and compared for equality by the
assertion, keep one bit of each. A number stands for its bit by being 0 or not, and `&` and `|` become choices; where
`^` and `~` are the only operators, by being even or odd, and `^` becomes a sum. What is left is handed to the other
strategies like a program of its own: flags and sums are what they know.

When it applies: where nothing else (no other operator, condition or index) reads these values, and none of their types
has fewer bits than what is compared.

Why it is sound (docs/theory.md 13): bit p of a result depends on the bits p of its operands alone, and conversions keep
it as long as both types have it. If the assertion, a conjunction, is violated, then one of its parts is, and if that is
an equality, some bit p differs. The run of the slice with the bits p of the inputs then violates that part as well.
Other assertions are left out, which allows more runs only. That no access is out of bounds is proved of the program
itself.

Example: the `&` of all cells is the same before and behind a rotation, because some cell has a 0 at bit p or none has.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjunction,
    expressions,
    integer,
    names,
    negate,
    statements,
    target_name,
    transform,
    walk,
)
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, LValue, Unary, Var
from veriabs.core.graphs import closure
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Part, Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.statements import Assert, Assign, CallPath, Havoc, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy, through
from veriabs.core.types import CType, IntType
from veriabs.core.typing_rules import common_type, type_of

OPERATORS = ("&", "|", "^")


def likely(model: LoopModel) -> bool:
    """Is there a slice? Few other strategies know these operators."""
    return slice_of(model.program, model.assertion) is not None


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof of the assertion for one bit."""
    return (yield from through(parts(facts.program, model.assertion), facts))


def parts(program: Program, assertion: Assert) -> Iterator[Part | Reason]:
    """The slice for the assertion, or that there is none."""
    found = slice_of(program, assertion)
    if found is None:
        yield Reason(ReasonKind.NOT_APPLICABLE, "nothing is computed bit by bit", assertion.where)
    else:
        yield Part("bit slice", found, _sliced(program))


def slice_of(program: Program, assertion: Assert) -> Program | None:
    """The program with one bit of everything that is computed bit by bit; None if there is no such thing."""
    sliced = _sliced(program)
    if not sliced:
        return None
    goals = [s for s in statements(program.body) if isinstance(s, Assert) and s.path == assertion.path]
    compared = [width for goal in goals for width in _widths(goal.test, sliced, program)]
    if not compared:
        return None
    try:
        return Slicer(program, assertion.path, sliced, max(compared), _only_exclusive(program, sliced)).slice()
    except _UnslicedError:
        return None


class _UnslicedError(Exception):
    """Something else than one bit of a value matters."""


def _operands(expr: Expr) -> Iterator[Expr]:
    """The parts of a value, without indices and conditions."""
    yield expr
    match expr:
        case Unary(operand=operand) | Cast(operand=operand):
            yield from _operands(operand)
        case Binary(left=left, right=right) | Conditional(then=left, orelse=right):
            yield from _operands(left)
            yield from _operands(right)
        case _:
            pass


def _read(expr: Expr) -> frozenset[str]:
    """The variables whose values are parts of a value."""
    return frozenset(target_name(part) for part in _operands(expr) if isinstance(part, Var | Element))


def _bitwise(expr: Expr) -> Iterator[str]:
    for part in _operands(expr):
        if isinstance(part, Binary | Unary) and part.op in (*OPERATORS, "~"):
            yield part.op


def _sliced(program: Program) -> frozenset[str]:
    """Results of the operators, and what these are copied from or to."""
    assigns = [s for s in statements(program.body) if isinstance(s, Assign)]

    def copies(found: frozenset[str]) -> set[str]:
        to = {target_name(s.target) for s in assigns if _read(s.value) & found}
        return to | {name for s in assigns if target_name(s.target) in found for name in _read(s.value)}

    return closure((target_name(s.target) for s in assigns if any(_bitwise(s.value))), copies)


def _only_exclusive(program: Program, sliced: frozenset[str]) -> bool:
    assigns = [s for s in statements(program.body) if isinstance(s, Assign) and target_name(s.target) in sliced]
    return not {"&", "|"} & {op for s in assigns for op in _bitwise(s.value)}


def _widths(test: Expr, sliced: frozenset[str], program: Program) -> Iterator[int]:
    """Bits of what is compared in an assertion."""
    for part in walk(test):
        if isinstance(part, Binary) and part.op in ("==", "!=") and names(part) & sliced:
            model = program.task.data_model
            common = common_type(type_of(part.left, model), type_of(part.right, model), model)
            yield common.bits


class Slicer(Struct, frozen=True):
    """Rewrites a program for one of its assertions; `width` are the bits of which one is kept.

    `parity` says that a number stands for its bit by being odd, not by being other than 0.
    """

    program: Program
    assertion: CallPath
    sliced: frozenset[str]
    width: int
    parity: bool

    def slice(self) -> Program:
        """The program with one bit of what is sliced; `_UnslicedError` if more of it matters."""
        scalars, arrays = dict(self.program.scalars), dict(self.program.arrays)
        for size in (size for array in arrays.values() for size in array.sizes):
            self._plain(size)
        for name in self.sliced & scalars.keys():
            scalars[name] = replace(scalars[name], type=self._type(scalars[name].type))
        for name in self.sliced & arrays.keys():
            arrays[name] = replace(arrays[name], type=self._type(arrays[name].type))
        body = transform(self.program.body, self._stmt)
        return replace(self.program, scalars=scalars, arrays=arrays, body=body, preprocessed="")

    def _type(self, ctype: CType) -> CType:
        """The type of what is sliced: sums wrap around in it."""
        if not isinstance(ctype, IntType) or ctype.bits < self.width:
            raise _UnslicedError
        return IntType(f"unsigned {ctype.name}", ctype.bits, False) if self.parity and ctype.signed else ctype

    def _plain(self, expr: Expr) -> Expr:
        """An expression in which nothing is that is sliced."""
        if names(expr) & self.sliced:
            raise _UnslicedError
        return expr

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Assert(path=path, test=test):
                return (replace(stmt, test=self._claim(test)),) if path == self.assertion else ()
            case Assign(target=target, value=value) if target_name(target) in self.sliced:
                return (replace(stmt, target=self._target(target), value=self._bit(value, target)),)
            case Havoc(target=target) if target_name(target) in self.sliced:
                return (replace(stmt, target=self._target(target)),)
            case _:
                for expr in expressions(stmt):
                    self._plain(expr)
                return (stmt,)

    def _target(self, target: LValue) -> LValue:
        for index in target.indices if isinstance(target, Element) else ():
            self._plain(index)
        return replace(target, type=self._type(target.type))

    def _bit(self, expr: Expr, kept: LValue | None = None) -> Expr:
        """What stands for one bit of a value; `kept` is the variable that is better left as it is."""
        match expr:
            case Var() | Element() if target_name(expr) in self.sliced:
                return self._target(expr)
            case Const(value=int(value), type=IntType() as ctype):
                ones = value == -1 or (value == ctype.highest and not ctype.signed and ctype.bits >= self.width)
                if value != 0 and not ones:
                    raise _UnslicedError
                return integer(int(ones))
            case Cast(type=ctype, operand=operand):
                return Cast(self._type(ctype), self._bit(operand, kept))
            case Conditional(test=test, then=then, orelse=orelse):
                return Conditional(self._plain(test), self._bit(then, kept), self._bit(orelse, kept))
            case Unary(op="~", operand=operand):
                inner = self._bit(operand)
                return Binary("+", inner, integer(1)) if self.parity else Unary("!", inner)
            case Binary(op=op, left=left, right=right) if op in OPERATORS:
                if kept is not None and kept in walk(right):
                    left, right = right, left
                return self._combined(op, self._bit(left, kept), self._bit(right))
            case _:
                raise _UnslicedError

    def _combined(self, op: str, first: Expr, second: Expr) -> Expr:
        if self.parity and op != "^":  # an assertion may have others than the assignments
            raise _UnslicedError
        match op:
            case "&":
                return Conditional(second, first, integer(0))
            case "|":
                return Conditional(second, integer(1), first)
            case _:
                return Binary("+", first, second) if self.parity else Conditional(second, Unary("!", first), first)

    def _claim(self, test: Expr, *, holds: bool = True) -> Expr:
        """What the assertion says of one bit: of a conjunction each part, since each may be violated in another one."""
        if not names(test) & self.sliced:
            return test if holds else negate(test)
        match test:
            case Unary(op="!", operand=operand):
                return self._claim(operand, holds=not holds)
            case Binary(op="&&" | "||" as op, left=left, right=right) if (op == "&&") is holds:
                return conjunction([self._claim(left, holds=holds), self._claim(right, holds=holds)])
            case Binary(op="==" | "!=" as op, left=left, right=right) if (op == "==") is holds:
                return self._same(self._bit(left), self._bit(right))
            case _:
                raise _UnslicedError

    def _same(self, left: Expr, right: Expr) -> Expr:
        if self.parity:
            return Binary("==", Binary("%", Binary("-", left, right), integer(2)), integer(0))
        return Binary("==", Unary("!", left), Unary("!", right))


STRATEGY = Strategy(rank=70, prove=prove, likely=likely, by_place=True)
