"""Translate C expressions to terms, with the arithmetic of their types.

A value of a wrapping type (unsigned, narrower than int, and every type if signed overflow wraps) is represented by any
congruent integer, which suffices for sums and products. If the exact value matters (comparison, division, index, wider
type), it is that integer if the facts bound it to the type's range, else `wrap` of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct, field

from veriabs.core.ctext import Printer
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.source import Where
from veriabs.core.types import BOOL, INT, CType, IntType
from veriabs.core.typing_rules import common_type, promote, type_of
from veriabs.strategies.closed_forms.state import Obligation, SymbolicState, UnsolvedError
from veriabs.terms.binders import indicator, ite
from veriabs.terms.bits import bitwise
from veriabs.terms.conditions import between, conjunction, disjunction, eq, le, lt, ne, negate
from veriabs.terms.division import divide, modulo, unwrap_comparison, wrap
from veriabs.terms.rebuild import apply
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import BITS, Condition, Is, Term, const

IN_BOUNDS = "is within bounds"
_T = TypeVar("_T", Term, Condition)


class Evaluator(Struct):
    """Evaluates expressions in a state, to terms.

    - `demand`: receives the conditions under which the evaluation is defined, such as an index within bounds.
    - `hopeful`: values are assumed not to wrap and nothing is demanded, for candidates that are verified later.
    - `guard`: conditions under which C evaluates the present operand, such as `p` in `p && a[i]`.
    - `where`: the place of the statement, for the obligations.
    """

    program: Program
    overflow: Overflow
    simplifier: Simplifier
    demand: Callable[[Obligation], None] | None
    where: Where
    hopeful: bool = False
    guard: tuple[Condition, ...] = field(default=())

    def wraps(self, ctype: IntType) -> bool:
        """Is a value of the type represented up to congruence only?"""
        return wraps(ctype, self.overflow)

    def exact(self, term: Term, ctype: IntType, state: SymbolicState) -> Term:
        """The exact value."""
        if self.hopeful or not self.wraps(ctype):
            return term
        within = between(ctype.lowest, term, ctype.highest + 1)
        if self.simplifier.entailment.follows(self._facts(state), within):
            return term
        return wrap(term, ctype.lowest, ctype.highest)

    def convert(self, term: Term, source: IntType, target: IntType, state: SymbolicState) -> Term:
        """Convert a value from one type to another."""
        if target == source:
            return term
        if target == BOOL:
            return indicator(ne(self.exact(term, source, state), 0))
        if self.wraps(target):
            keeps = target.bits <= source.bits or not self.wraps(source)
            return term if keeps and source != BOOL else self.exact(term, source, state)
        value = self.exact(term, source, state)
        fits = target.lowest <= source.lowest and source.highest <= target.highest
        return value if fits or self.hopeful else self._narrowed(value, target, state)

    def _narrowed(self, value: Term, target: IntType, state: SymbolicState) -> Term:
        within = between(target.lowest, value, target.highest + 1)
        inside = self.simplifier.entailment.follows(self._facts(state), within)
        return value if inside else wrap(value, target.lowest, target.highest)

    def _facts(self, state: SymbolicState) -> tuple[Condition, ...]:
        return (*state.facts, *self.guard)

    def type_of(self, expr: Expr) -> IntType:
        """The type of an expression; only integers have terms."""
        ctype = type_of(expr, self.program.task.data_model)
        if not isinstance(ctype, IntType):
            raise UnsolvedError(f"{Printer().expr(expr)} at line {self.where.line} is a floating-point number")
        return ctype

    def assigned(self, expr: Expr, ctype: CType, state: SymbolicState) -> Term:
        """The value of an expression converted to the type of its target."""
        if not isinstance(ctype, IntType):
            raise UnsolvedError(f"{Printer().expr(expr)} at line {self.where.line} becomes a floating-point number")
        return self.convert(self.value(expr, state), self.type_of(expr), ctype, state)

    def whole(self, expr: Expr, state: SymbolicState) -> Term:
        """The exact value of an expression."""
        return self.exact(self.value(expr, state), self.type_of(expr), state)

    def value(self, expr: Expr, state: SymbolicState) -> Term:
        """A term for the value, congruent to it if its type wraps."""
        match expr:
            case Const(value=int(number)):
                return const(number)
            case Var(name=name) if name in state.scalars:
                self.type_of(expr)
                return state.scalars[name]
            case Element():
                return self._element(expr, state)
            case Unary(op="-" | "~" as op, operand=operand):
                inner = self._convert_to(operand, self.type_of(expr), state)
                return -inner if op == "-" else -inner - 1
            case Cast(type=IntType() as target, operand=operand):
                return self.convert(self.value(operand, state), self.type_of(operand), target, state)
            case Conditional(test=test, then=then, orelse=orelse):
                ctype = self.type_of(expr)
                condition = self.condition(test, state)
                one = self._evaluate_if(condition, lambda: self._convert_to(then, ctype, state))
                two = self._evaluate_if(negate(condition), lambda: self._convert_to(orelse, ctype, state))
                return ite(condition, one, two)
            case Binary(op=op) if op not in COMPARISONS and op not in ("&&", "||"):
                return self._binary(expr, state)
            case Binary() | Unary(op="!"):
                return indicator(self.condition(expr, state))
            case _:
                raise UnsolvedError(f"{Printer().expr(expr)} at line {self.where.line} has no term")

    def condition(self, expr: Expr, state: SymbolicState) -> Condition:
        """The expression as a condition, in normal form but not simplified."""
        match expr:
            case Binary(op="&&" | "||" as op, left=left, right=right):
                one = self.condition(left, state)
                two = self._evaluate_if(one if op == "&&" else negate(one), lambda: self.condition(right, state))
                return conjunction((one, two)) if op == "&&" else disjunction((one, two))
            case Unary(op="!", operand=operand):
                return negate(self.condition(operand, state))
            case Binary(op=op, left=left, right=right) if op in COMPARISONS:
                common = common_type(self.type_of(left), self.type_of(right), self.program.task.data_model)
                assert isinstance(common, IntType)
                one_value = self.exact(self._convert_to(left, common, state), common, state)
                return _comparison(op, one_value, self.exact(self._convert_to(right, common, state), common, state))
            case _:
                return ne(self.whole(expr, state), 0)

    def _evaluate_if(self, condition: Condition, evaluate: Callable[[], _T]) -> _T:
        """Evaluate an operand that C evaluates only if the condition holds."""
        before, self.guard = self.guard, (*self.guard, *([] if condition.kind is Is.TRUE else [condition]))
        result = evaluate()
        self.guard = before
        return result

    def _convert_to(self, expr: Expr, ctype: IntType, state: SymbolicState) -> Term:
        return self.convert(self.value(expr, state), self.type_of(expr), ctype, state)

    # ------------------------------------------------------------------------------------------------------ operators

    def _binary(self, expr: Binary, state: SymbolicState) -> Term:
        if expr.op in ("<<", ">>"):
            return self._shift(expr, state)
        ctype = self.type_of(expr)
        left, right = self._convert_to(expr.left, ctype, state), self._convert_to(expr.right, ctype, state)
        match expr.op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
        left, right = self.exact(left, ctype, state), self.exact(right, ctype, state)
        if expr.op in ("/", "%"):
            self._require(ne(right, 0), f"division at line {self.where.line} is not by zero", state)
            return divide(left, right) if expr.op == "/" else modulo(left, right)
        return self._bits(expr.op, left, right, ctype, state)

    def _bits(self, op: str, left: Term, right: Term, ctype: IntType, state: SymbolicState) -> Term:
        """Bit operations: a mask of the lowest bits is a remainder, others are uninterpreted functions."""
        for one, two in ((left, right), (right, left)):
            mask = two.value
            if op == "&" and isinstance(mask, int) and mask > 0 and mask & (mask + 1) == 0:
                whole = self.simplifier.entailment.follows(self._facts(state), le(const(0), one))
                return modulo(one, const(mask + 1)) if whole else wrap(one, 0, mask)
        return bitwise(f"{BITS}{op}{ctype.bits}{ctype.signed}", left, right, ctype.lowest, ctype.highest)

    def _shift(self, expr: Binary, state: SymbolicState) -> Term:
        ctype = promote(self.type_of(expr.left))
        assert isinstance(ctype, IntType)
        left, by = self._convert_to(expr.left, ctype, state), self.whole(expr.right, state)
        steps = by.value
        if not isinstance(steps, int) or not 0 <= steps < ctype.bits:
            raise UnsolvedError(f"{Printer().expr(expr)} at line {self.where.line} shifts by a variable")
        if expr.op == "<<":
            shifted = left * (1 << steps)
            return shifted if self.wraps(ctype) or self.hopeful else self._narrowed(shifted, ctype, state)
        value = self.exact(left, ctype, state)
        size = 1 << steps
        if self.simplifier.entailment.follows(self._facts(state), le(const(0), value)):
            return divide(value, const(size))
        return divide(value - wrap(value, 0, size - 1), const(size)) if steps else value

    # -------------------------------------------------------------------------------------------------------- cells

    def _element(self, cell: Element, state: SymbolicState) -> Term:
        self.type_of(cell)
        function = state.arrays.get(cell.array)
        if function is None:
            raise UnsolvedError(f"the cells of {cell.array} have no term")
        return self.simplifier.term(apply(function, self.indices(cell, state)), self._facts(state))

    def indices(self, cell: Element, state: SymbolicState) -> list[Term]:
        """The indices of a cell, which are demanded to be within bounds."""
        sizes = self.program.arrays[cell.array].sizes
        terms = []
        for index, size in zip(cell.indices, sizes, strict=True):
            term = self.simplifier.term(self.whole(index, state), self._facts(state))
            terms.append(term)
            if not self.hopeful:
                inside = between(0, term, self.whole(size, state))
                self._require(inside, f"array index at line {self.where.line} {IN_BOUNDS}", state)
        return terms

    def _require(self, goal: Condition, text: str, state: SymbolicState) -> None:
        if self.demand is not None and not self.hopeful and goal.kind is not Is.TRUE:
            self.demand(Obligation(self._facts(state), goal, text, self.where))


def wraps(ctype: IntType, overflow: Overflow) -> bool:
    """Is a value of the type represented up to congruence only?"""
    return overflow is Overflow.WRAP or not ctype.signed or ctype.bits < INT.bits


def _comparison(op: str, left: Term, right: Term) -> Condition:
    match op:
        case "<":
            return unwrap_comparison(lt(left, right))
        case "<=":
            return unwrap_comparison(le(left, right))
        case ">":
            return unwrap_comparison(lt(right, left))
        case ">=":
            return unwrap_comparison(le(right, left))
        case "==":
            return eq(left, right)
        case _:
            return negate(eq(left, right))
