"""Fully unroll loops with few iterations (docs/theory.md 1).

    while (x) { n++; x &= x - 1; }
    if (x) { n++; x &= x - 1; if (x) { n++; x &= x - 1; ... } }

Such a loop needs no invariant. Its iterations are bounded in one of three ways: each iteration divides, shifts or
removes a bit of a number; a position moves through a small array; a counter starts from a constant. An outer loop is
unrolled only by the first way, and only if each product or quotient has a constant operand, since solvers handle few
other ones. The runs stay the same if no access is out of bounds, which the unrolled program has to prove.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from msgspec import Struct

from veriabs.core.components import component, unchanged
from veriabs.core.copying import replace
from veriabs.core.ctree import TRUE, children, conjuncts, expressions, has, negate, statements, transform, walk, writes
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.loop_exits import breaks, continues
from veriabs.core.program import Array, Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, Break, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import CType, IntType
from veriabs.core.typing_rules import common_type
from veriabs.loops.flatten import assertions, constant_values
from veriabs.loops.private_scalars import read_first
from veriabs.loops.trips import comparisons_of

MOST_ITERATIONS = 32
"""Most iterations that are unrolled: the bits of a word."""

FEW_ITERATIONS = 8
"""Most unrolled iterations of a loop that only a counter ends, if an assertion depends on a value carried between them.

An invariant would need a bound on each iteration's contribution and on the number of past iterations.
"""

MOST_WRITTEN = 512
"""Most statements that one loop is unrolled to."""


@component("full_unrolling", unchanged)
def unroll_short_loops(program: Program, most: int = MOST_ITERATIONS) -> Program:
    """Unroll loops that the text bounds to at most `most` iterations.

    The result has the same runs, provided that none accesses an array out of bounds. Each copy of an assertion has its
    own number; all copies belong to the same goal.
    """
    numbers = count(1 + max((one.number for one in assertions(program)), default=0))
    work = _Work(program.arrays, program.task.data_model, numbers, most)
    return replace(program, body=work.body(program.body, inner=False))


class _Work(Struct, frozen=True):
    """Rewrites the loops of a program; `numbers` are fresh loop numbers, `most` is the limit of iterations of a loop.
    """

    arrays: dict[str, Array]
    model: DataModel
    numbers: Iterator[int]
    most: int

    def body(self, body: tuple[Stmt, ...], *, inner: bool) -> tuple[Stmt, ...]:
        found: list[Stmt] = []
        for stmt in body:
            match stmt:
                case Loop():
                    loop = replace(stmt, body=self.body(stmt.body, inner=True))
                    before = _drop_assertions(found)[-1:]
                    found += self._unrolled(loop, before, inner=inner) or (loop,)
                case If():
                    then, orelse = self.body(stmt.then, inner=inner), self.body(stmt.orelse, inner=inner)
                    found.append(replace(stmt, then=then, orelse=orelse))
                case _:
                    found.append(stmt)
        return tuple(found)

    def _unrolled(self, loop: Loop, before: Sequence[Stmt], *, inner: bool) -> tuple[Stmt, ...] | None:
        """The unrolled loop, or None if the loop may be long or has inputs or jumps that unrolling does not support."""
        form = _form_of_loop(loop)
        if form is None or has(loop.body, Havoc, Loop) or not (inner or _is_linear(form)):
            return None
        counted = self._trips_of_counter(form, before) if inner else None
        most = min(self._bounds(form, before, inner=inner), default=self.most + 1) if counted is None else counted
        size = sum(1 for _ in statements(loop.body))
        if most > self.most or most * size > MOST_WRITTEN:
            return None
        if counted is not None:
            return tuple(stmt for _ in range(most) for stmt in self._copy(form.body))
        ended: tuple[Stmt, ...] = (If(form.test, (Halt(loop.where),), (), loop.where),)
        for _ in range(most):
            ended = (If(form.test, _append_unless_break(self._copy(form.body), ended), (), loop.where),)
        return _append_unless_break(self._copy(form.body), ended) if form.at_least_once else ended

    def _copy(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """Copy the statements with new assertion numbers."""

        def change(stmt: Stmt) -> tuple[Stmt, ...]:
            return (replace(stmt, number=next(self.numbers)) if isinstance(stmt, Assert) else stmt,)

        return transform(body, change)

    def _bounds(self, form: _Form, before: Sequence[Stmt], *, inner: bool) -> Iterator[int]:
        """Upper bounds of the iteration count, each for a separate reason."""
        steps = {s.target: s.value for s in form.body if isinstance(s, Assign) and isinstance(s.target, Var)}
        once = {v: e for v, e in steps.items() if _assigned(form.body, v) == 1 and isinstance(v.type, IntType)}
        for part in conjuncts(form.test):
            for v, value in once.items():
                yield from self._bounds_from_falling(part, v, value)
                yield from self._bounds_from_array(part, v, value) if inner else ()
            by_counter = inner and not form.at_least_once and (part != form.test or breaks(form.body))
            yield from self._bounds_from_counter(part, form, before) if by_counter else ()

    def _bounds_from_falling(self, part: Expr, v: Var, value: Expr) -> Iterator[int]:
        """Bounds from a number that reaches 0, by `v / c`, `v >> c` or `v & (v - 1)`, or falls below a constant."""
        assert isinstance(v.type, IntType)
        least, only_positive = self._least_in_test(part, v)
        divided = self._divisor(v, _narrowed(value, v.type), only_positive=only_positive)
        if least > 0 and divided > 1:
            yield _divisions(v.type, divided, least)
        if least > 0 and _loses_a_bit(v, value):
            yield v.type.bits

    def _least_in_test(self, part: Expr, v: Var) -> tuple[int, bool]:
        """The least absolute value of the scalar where the test holds, and whether it must be positive."""
        if isinstance(part, Binary) and part.op == "||":
            (one, plus), (other, also) = self._least_in_test(part.left, v), self._least_in_test(part.right, v)
            return min(one, other), plus and also
        known = [
            (_LEAST[op](right.value), op != "!=")
            for left, op, right in comparisons_of(part)
            if left == v and op in _LEAST and isinstance(right, Const) and self._keeps_value(v.type, right.type)
        ]
        return max(known, default=(0, True))

    def _divisor(self, v: Var, value: Expr, *, only_positive: bool) -> int:
        """The divisor of the scalar's update, rounded towards 0, or 1 if the update is no division."""
        match value:
            case Binary(op="/", left=Var() as own, right=Const(value=int(by), type=kind)) if own == v:
                return by if self._keeps_value(v.type, kind) else 1
            case Binary(op=">>", left=Var(type=IntType(bits=bits, signed=signed)) as own, right=Const(value=int(by))):
                return 2**by if own == v and 0 < by < bits and (only_positive or not signed) else 1
            case _:
                return 1

    def _keeps_value(self, one: CType, other: CType) -> bool:
        """Whether an operation in the common type of the two sees the value of the first type unchanged."""
        kind = common_type(one, other, self.model)
        return isinstance(one, IntType) and isinstance(kind, IntType) and (kind.signed or not one.signed)

    def _bounds_from_array(self, part: Expr, v: Var, value: Expr) -> Iterator[int]:
        """Bounds from a scalar that moves by a constant through a small array that the test reads at it."""
        assert isinstance(v.type, IntType)
        for cell in certain_reads(part) if v.type.bits >= _LEAST_BITS else ():
            match cell.indices, self.arrays[cell.array].sizes, _drop_conversions(value):
                case (
                    (index,),
                    (Const(value=int(size)),),
                    Binary(op="+" | "-", left=Var() as own, right=Const(value=int(by))),
                ) if _drop_conversions(index) == v == own and 0 < abs(by) * size < 2**_LEAST_BITS:
                    yield size
                case _:
                    pass

    def _trips_of_counter(self, form: _Form, before: Sequence[Stmt]) -> int | None:
        """The number of iterations if only a counter ends them.

        Without an assertion about a carried value, loops with many iterations are left to closed forms.
        """
        if form.at_least_once or breaks(form.body):
            return None
        times = next(self._bounds_from_counter(form.test, form, before), FEW_ITERATIONS + 1)
        return times if times <= FEW_ITERATIONS and self._folds(form) else None

    def _bounds_from_counter(self, part: Expr, form: _Form, before: Sequence[Stmt]) -> Iterator[int]:
        """Bounds from a counter that starts from a constant before the loop and is set at the iteration's end."""
        *inner, last = _drop_assertions(form.body) or form.body
        if not isinstance(last, Assign) or writes((last,)) & writes(inner):
            return
        if before:
            values = constant_values(Loop(part, (), (last,), last.where), before[-1], self.model)
            yield from [len(values) - 1] if values is not None else []

    def _folds(self, form: _Form) -> bool:
        """Whether an assertion depends on a scalar that each iteration carries to the next."""
        *inner, _ = form.body
        carried = read_first(inner)[0] & writes(inner) - self.arrays.keys()
        return bool(carried) and has(inner, Assert)


def _drop_assertions(body: Sequence[Stmt]) -> Sequence[Stmt]:
    """Remove the assertions among the statements."""
    return [stmt for stmt in body if not isinstance(stmt, Assert)]


class _Form(Struct, frozen=True):
    """`while (test) body`; with `at_least_once`, one execution of the body precedes it."""

    test: Expr
    body: tuple[Stmt, ...]
    at_least_once: bool


def _form_of_loop(loop: Loop) -> _Form | None:
    """The form of the loop, or None if it has a `continue` or an exit that unrolling does not support."""
    body = (*loop.body, *loop.update)
    form = _Form(loop.test, body, False)
    match body:
        case (*inner, If(test=test, then=(Break(),), orelse=())) if loop.test == TRUE:
            form = _Form(
                test.operand if isinstance(test, Unary) and test.op == "!" else negate(test), tuple(inner), True
            )
        case _:
            pass
    plain = body and not continues(loop.body) and all(_is_exit(stmt) or not breaks((stmt,)) for stmt in form.body)
    return form if plain and form.body else None


def _is_linear(form: _Form) -> bool:
    """Whether each product or quotient has a constant operand."""
    parts = (part for stmt in statements(form.body) for expr in expressions(stmt) for part in walk(expr))
    return not any(isinstance(part, Binary) and part.op in _HARD and not _has_constant_operand(part) for part in parts)


_HARD = ("*", "/", "%")


def _has_constant_operand(part: Binary) -> bool:
    return isinstance(part.right, Const) or (part.op == "*" and isinstance(part.left, Const))


def _is_exit(stmt: Stmt) -> bool:
    """Whether it is `if (test) { ...; break; }` with no other exit."""
    match stmt:
        case If(then=(*front, Break()), orelse=()):
            return not breaks(front)
        case _:
            return False


def _append_unless_break(body: Sequence[Stmt], behind: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """Append the following code to the body, except where the body breaks."""
    for place, stmt in enumerate(body):
        if isinstance(stmt, If) and breaks((stmt,)):
            rest = _append_unless_break(body[place + 1 :], behind)
            return (*body[:place], replace(stmt, then=stmt.then[:-1], orelse=rest))
    return (*body, *behind)


def _assigned(body: tuple[Stmt, ...], v: Var) -> int:
    """The number of statements that write the scalar."""
    return sum(1 for stmt in statements(body) if not isinstance(stmt, If) and v.name in writes((stmt,)))


_LEAST: dict[str, Callable[[int | float], int]] = {
    "!=": lambda bound: 1 if bound == 0 else 0,
    ">": lambda bound: int(bound) + 1 if bound >= 0 else 0,
    ">=": lambda bound: int(bound) if bound >= 1 else 0,
    "==": lambda bound: int(bound) if bound >= 1 else 0,
}
"""The least absolute value of a number that compares this way with a constant; 0 if unknown."""


_LEAST_BITS = 8
"""Bits of the smallest type that numbers and positions may be converted to."""


def _narrowed(expr: Expr, kind: IntType) -> Expr:
    """Remove conversions under which no value of the type becomes larger (trap a28)."""
    match expr:
        case Cast(type=IntType() as to, operand=inner) if not (to.signed or kind.signed) or _has_all(to, kind):
            return _narrowed(inner, kind)
        case _:
            return expr


def _has_all(one: IntType, other: IntType) -> bool:
    return one.lowest <= other.lowest and other.highest <= one.highest


def _drop_conversions(expr: Expr) -> Expr:
    """Remove conversions to integer types, which do not change a position in a small array."""
    match expr:
        case Cast(type=IntType(bits=bits), operand=inner) if bits >= _LEAST_BITS:
            return _drop_conversions(inner)
        case _:
            return expr


def _loses_a_bit(v: Var, value: Expr) -> bool:
    """Whether the value is `v & (v - 1)`."""
    match value:
        case Cast(type=kind, operand=inner) if kind == v.type:
            return _loses_a_bit(v, inner)
        case Binary(op="&", left=Var() as own, right=Binary(op="-", left=Var() as same, right=Const(value=1))):
            return own == same == v
        case _:
            return False


def _divisions(kind: IntType, by: int, least: int) -> int:
    """How many divisions bring any number of the type below `least`."""
    value, count = max(kind.highest, -kind.lowest), 0
    while value >= least:
        value, count = value // by, count + 1
    return count


def certain_reads(part: Expr) -> Iterator[Element]:
    """Cells that every evaluation of the expression reads."""
    if isinstance(part, Element):
        yield part
    match part:
        case Binary(op="&&" | "||", left=first) | Conditional(test=first):
            yield from certain_reads(first)
        case _:
            for one in children(part):
                yield from certain_reads(one)
