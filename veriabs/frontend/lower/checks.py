"""Insert the requested checks as assertions before each statement.

    x = a[i] / y;          assert(0 <= i && i < n); assert(y != 0); x = a[i] / y;

Lowering drops values that nothing reads. If checks are requested it keeps them (`kept`) as statements that only
evaluate; these disappear once their checks exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.check_flags import ALIVE_SUFFIX
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary
from veriabs.core.goals import CHECKS, GoalKind
from veriabs.core.operators import COMPARISONS
from veriabs.core.program import Array, in_bounds
from veriabs.core.source import WRITTEN, DataModel, Where
from veriabs.core.statements import Assert, Assign, Evaluate, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL, INT, LLONG, ULLONG, CType, IntType
from veriabs.core.typing_rules import DOUBLE, convert, operation_type, promote, type_of
from veriabs.frontend.library import MODELS
from veriabs.frontend.lower import gaps, reallocation
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import ResizedObject
from veriabs.frontend.lower.uninitialised_reads import Flags

_ARITHMETIC = frozenset(("+", "-", "*"))
_DIVISIONS = frozenset(("/", "%"))
_SHIFTS = frozenset(("<<", ">>"))
_CLAIMS = CHECKS | {GoalKind.ASSERTION: reallocation.MOVED}
_COMPARED = frozenset((*COMPARISONS, "&", "|", "^"))
_OPERATORS = _ARITHMETIC | _DIVISIONS | _SHIFTS


def fallible(expr: Expr) -> bool:
    """Whether the expression may contain an operation to check."""
    return any(
        isinstance(part, Element)
        or (isinstance(part, Binary) and part.op in _OPERATORS)
        or (isinstance(part, Unary) and part.op == "-" and not isinstance(part.operand, Const))
        or (isinstance(part, Cast) and part.at is not None)
        for part in ctree.walk(expr)
    )


def assume_distance(ctx: Context, op: str, left: Expr, right: Expr, node: c_ast.Node) -> None:
    """Record as a condition that a shift is by less than the width, unless the text shows it (C11 6.5.7)."""
    ctype, where = type_of(left, ctx.data_model), ctx.where(node)
    is_own = where.file != WRITTEN and not any(one.name in MODELS for one in ctx.calls[-1:])
    if op not in _SHIFTS or GoalKind.SHIFT.value in ctx.task.checks or not is_own or not isinstance(ctype, IntType):
        return
    if _is_masked(right, promote(ctype).bits, ctx.data_model):
        return
    ctx.assumed[VerdictCondition(ConditionKind.CHECK, GoalKind.SHIFT.value, (where,))] = None


def _is_masked(distance: Expr, bits: int, model: DataModel) -> bool:
    """Whether a constant, or a mask or remainder with one, shows that a distance is less than the width."""
    match distance:
        case Const():
            return _is_between(distance, 0, Const(bits, INT))
        case Binary(op="&", right=Const() as mask) | Binary(op="&", left=Const() as mask):
            return _is_between(mask, 0, Const(bits, INT))
        case Binary(op="%", right=Const(value=int(value))):
            ctype = type_of(distance, model)
            return isinstance(ctype, IntType) and not ctype.signed and 0 < value <= bits
        case Cast(operand=operand):
            return _is_masked(operand, bits, model)
        case _:
            return False


def converts(ctx: Context, stmt: Stmt) -> bool:
    """Whether an assignment converts its value and conversions are checked."""
    if GoalKind.CONVERSION.value not in ctx.task.checks or not isinstance(stmt, Assign):
        return False
    return type_of(stmt.value, ctx.data_model) != stmt.target.type


def changes(ctx: Context, before: Expr, after: Expr) -> bool:
    """Whether converting a constant changes it and conversions are checked."""
    if GoalKind.CONVERSION.value not in ctx.task.checks or not isinstance(before, Const):
        return False
    return isinstance(after, Const) and after.value != before.value and after.type != BOOL


def sets_fallible(body: Sequence[Stmt], name: str) -> bool:
    """Whether the variable gets a value with an operation to check."""
    own = (s for s in ctree.statements(body) if isinstance(s, Assign) and ctree.target_name(s.target) == name)
    return any(fallible(assign.value) for assign in own)


def evaluate(ctx: Context, exprs: Iterable[Expr], where: Where, *, used: bool = True) -> list[Stmt]:
    """Statements that evaluate expressions for their checks, if requested; `used`: the program uses the value."""
    if not ctx.task.checks:
        return []
    reads = used and GoalKind.UNINITIALISED.value in ctx.task.checks
    return [Evaluate(expr, where, used) for expr in exprs if fallible(expr) or (reads and ctree.names(expr))]


def insert_checks(body: Sequence[Stmt], ctx: Context, flags: Flags) -> list[Stmt]:
    """The body with an assertion for each requested check, and for resized objects; `flags` track which variables are
    set."""
    kinds = frozenset((GoalKind.ASSERTION, *(GoalKind(name) for name in ctx.task.checks)))
    extents = reallocation.extents(ctx)
    checker = _Checker(ctx.arrays, ctx.lengths, extents, kinds, ctx.data_model, flags)
    made = list(flags.begin(checker.body(tuple(body))))
    for stmt in ctree.statements(made):
        if isinstance(stmt, Assert) and stmt.text == reallocation.MOVED:
            gaps.required(ctx, stmt.text, stmt.where)
    return made


_Obligation = tuple[GoalKind, Expr, Where]
"""A kind of check, the condition that must hold, and the place of the operation."""


class _Checker(Struct, frozen=True):
    """Inserts the assertions of the requested `kinds`.

    For arrays in `lengths`, the first index selects one of several objects, some of which are shorter.
    """

    arrays: Mapping[str, Array]
    lengths: Mapping[str, Mapping[int, int]]
    extents: Mapping[str, ResizedObject]
    kinds: frozenset[GoalKind]
    model: DataModel
    flags: Flags

    def body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return ctree.rewrite(body, self._stmt)

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Evaluate(value=value, where=where, used=used):
                return self._checks(value, where, used=used)
            case If(test=test, then=then, orelse=orelse, where=where):
                return (*self._checks(test, where), replace(stmt, then=self.body(then), orelse=self.body(orelse)))
            case Loop(test=test, body=body, update=update, where=where):
                again = self._checks(test, where)
                return (*again, replace(stmt, body=self.body(body), update=(*self.body(update), *again)))
            case Assign(target=target, value=value, where=where):
                kept = Cast(target.type, value, where)  # as it is stored
                found = *self._checks(kept, where), *self._checks(target, where, sets=True)
                return (*found, *self.flags.set_by(stmt), stmt)
            case Havoc(target=target, where=where):
                return (*self._checks(target, where, sets=True), *self.flags.set_by(stmt), stmt)
            case Assert(test=test, where=where):
                return (*self._checks(test, where), stmt)
            case _:
                return (stmt,)

    def _checks(self, expr: Expr | None, where: Where, *, sets: bool = False, used: bool = True) -> tuple[Stmt, ...]:
        """The checks of an expression that is evaluated (and possibly not `used`), or of a place that is set."""
        if expr is None:
            return ()
        found = dict.fromkeys(one for one in self._obligations(expr, where) if one[0] in self.kinds)
        if not used:
            found = {one: None for one in found if one[0] is not GoalKind.UNINITIALISED}
        if sets:
            found = {one: None for one in found if one[:2] != (GoalKind.UNINITIALISED, self.flags.of_use(expr))}
        return tuple(
            Assert(test, 0, at, kind, _CLAIMS[kind])
            for kind, test, at in found
            if at.file != WRITTEN or kind is GoalKind.ASSERTION
        )

    def _obligations(self, expr: Expr, around: Where) -> Iterator[_Obligation]:
        """The conditions for evaluating the expression, operands first; `around` is the place of the statement."""
        match expr:
            case Binary(op="&&", left=left, right=right):
                yield from self._obligations(left, around)
                yield from self._guarded_obligations(left, right, around)
            case Binary(op="||", left=left, right=right):
                yield from self._obligations(left, around)
                yield from self._guarded_obligations(Unary("!", left), right, around)
            case Conditional(test=test, then=then, orelse=orelse):
                yield from self._obligations(test, around)
                yield from self._guarded_obligations(test, then, around)
                yield from self._guarded_obligations(Unary("!", test), orelse, around)
                for side, chosen in ((then, test), (orelse, Unary("!", test))):
                    kept = self._conversion_conditions(side, type_of(expr, self.model))
                    yield from ((kind, Binary("||", ctree.negate(chosen), one), around) for kind, one in kept)
            case _:
                at = expr.at or around if isinstance(expr, Element | Unary | Binary | Cast) else around
                for part in ctree.children(expr):
                    yield from self._obligations(part, at)
                yield from ((kind, test, at) for kind, test in self._operation_conditions(expr))

    def _guarded_obligations(self, condition: Expr, expr: Expr, around: Where) -> Iterator[_Obligation]:
        for kind, test, at in self._obligations(expr, around):
            yield kind, Binary("||", ctree.negate(condition), test), at

    def _operation_conditions(self, expr: Expr) -> Iterator[tuple[GoalKind, Expr]]:
        """The conditions of an operation itself; bounds come before whether the cell is set."""
        match expr:
            case Cast(type=ctype, operand=operand, at=at) if at is not None:
                yield from self._conversion_conditions(operand, ctype)
            case Element(array=name) if self.arrays[name].source.endswith(ALIVE_SUFFIX):
                pass  # checked for the object itself, which is accessed as well
            case Element(array=name, indices=indices) if name in self.extents:
                extent, (address, offset) = self.extents[name], indices[:2]
                there = Binary("&&", Binary("==", address, extent.address), in_bounds(offset, extent.size))
                yield GoalKind.ASSERTION, there
                yield GoalKind.BOUNDS, there
            case Element(array=name, indices=indices):
                for index, size in list(zip(indices, self._sizes(expr), strict=True))[name in self.lengths :]:
                    if not _is_between(index, 0, size):
                        yield GoalKind.BOUNDS, in_bounds(index, size)
            case Unary(op="-", operand=operand):
                ctype = promote(type_of(operand, self.model))
                if isinstance(ctype, IntType) and ctype.signed:
                    yield GoalKind.OVERFLOW, Binary("!=", operand, Const(ctype.lowest, ctype))
                elif isinstance(ctype, IntType):
                    yield GoalKind.UNSIGNED_OVERFLOW, Binary("==", operand, Const(0, ctype))
            case Binary(op=op, left=left, right=right) if op in _COMPARED:
                for side in (left, right):
                    yield from self._conversion_conditions(side, operation_type(expr, self.model))
            case Binary(op=op) if op in _OPERATORS:
                ctype = operation_type(expr, self.model)
                for side in (expr.left, expr.right) if op not in _SHIFTS else ():
                    yield from self._conversion_conditions(side, ctype)
                if isinstance(ctype, IntType):
                    yield from self._arithmetic(expr, ctype)
                elif op in (*_ARITHMETIC, "/"):
                    known = ctree.conjunction(_is_number(side) for side in (expr.left, expr.right))
                    yield GoalKind.NAN, Binary("||", ctree.negate(known), _is_number(expr))
            case _:
                pass
        if (flag := self.flags.of_use(expr)) is not None:
            yield GoalKind.UNINITIALISED, flag

    def _sizes(self, cell: Element) -> tuple[Expr, ...]:
        """The number of elements of each dimension at a cell."""
        sizes, number = self.arrays[cell.array].counts, cell.indices[0]
        if not self.lengths.get(cell.array):
            return sizes
        length = sizes[1]
        for own, characters in self.lengths[cell.array].items():
            same = Binary("==", number, Const(own, type_of(number, self.model)))
            length = Conditional(same, ctree.integer(characters), length)
        return (sizes[0], length, *sizes[2:])

    def _conversion_conditions(self, expr: Expr, ctype: CType) -> Iterator[tuple[GoalKind, Expr]]:
        """The value fits the type that it is converted to; conversions to `_Bool` are always fine."""
        given = type_of(expr, self.model)
        if not isinstance(ctype, IntType) or ctype == BOOL or given == ctype:
            return
        if isinstance(expr, Const) and isinstance(given, IntType) and ctype.lowest <= expr.value <= ctype.highest:
            return
        if not isinstance(given, IntType):
            low = Binary(">=" if ctype.bits == 64 and ctype.signed else ">", expr, _real(ctype.lowest, ctype))
            yield GoalKind.CONVERSION, Binary("&&", low, Binary("<", expr, Const(float(ctype.highest + 1), DOUBLE)))
            return
        own = promote(given)
        tests = [Binary(">=", expr, Const(ctype.lowest, own))] if given.lowest < ctype.lowest else []
        tests += [Binary("<=", expr, Const(ctype.highest, own))] if given.highest > ctype.highest else []
        if tests:
            yield GoalKind.CONVERSION, ctree.conjunction(tests)

    def _arithmetic(self, expr: Binary, ctype: IntType) -> Iterator[tuple[GoalKind, Expr]]:
        op, left, right = expr.op, convert(expr.left, ctype, self.model), expr.right
        if op in _SHIFTS:
            yield from self._shift(expr, ctype)
            return
        right = convert(right, ctype, self.model)
        if op in _DIVISIONS:
            if not _is_between(right, 1):
                yield GoalKind.DIV_BY_ZERO, Binary("!=", right, Const(0, ctype))
            if ctype.signed and not _is_between(right, 0):
                least = Binary("!=", left, Const(ctype.lowest, ctype))
                yield GoalKind.OVERFLOW, Binary("||", least, Binary("!=", right, Const(-1, ctype)))
        elif ctype.bits < LLONG.bits and op == "*" and not ctype.signed:
            product = Binary("*", Cast(ULLONG, left), Cast(ULLONG, right))
            yield GoalKind.UNSIGNED_OVERFLOW, Binary("<=", product, Const(ctype.highest, ULLONG))
        elif ctype.bits < LLONG.bits:
            yield _kind(ctype), _fits_type(Binary(op, Cast(LLONG, left), Cast(LLONG, right)), ctype)
        else:
            yield _kind(ctype), (_signed if ctype.signed else _unsigned)(op, left, right, ctype)

    def _shift(self, expr: Binary, ctype: IntType) -> Iterator[tuple[GoalKind, Expr]]:
        distance = Cast(LLONG, expr.right)
        short = _in_range(distance, 0, ctype.bits - 1)
        unsigned = type_of(expr.right, self.model)
        if isinstance(unsigned, IntType) and not unsigned.signed:
            short = Binary("<", expr.right, Const(ctype.bits, unsigned))
        if not ctype.signed or expr.op == ">>":
            if not _is_between(expr.right, 0, Const(ctype.bits, ctype)):
                yield GoalKind.SHIFT, short
            return
        left = convert(expr.left, ctype, self.model)
        positive = Binary(">=", left, Const(0, ctype))
        yield GoalKind.SHIFT, Binary("&&", short, positive)
        most = Binary("<=", left, Binary(">>", Const(ctype.highest, ctype), expr.right))
        yield GoalKind.OVERFLOW, Binary("||", Unary("!", short), Binary("||", Unary("!", positive), most))


def _is_between(expr: Expr, low: int, end: Expr | None = None) -> bool:
    """Whether the text shows that a number is at least `low` and less than `end`, so that no check is needed."""
    if not isinstance(expr, Const) or not isinstance(expr.value, int) or expr.value < low:
        return False
    return end is None or (isinstance(end, Const) and expr.value < end.value)


def _real(lowest: int, ctype: IntType) -> Const:
    """The lower bound (exclusive) of floating-point values whose integer part is at least `lowest`; inclusive for 64
    bits."""
    return Const(float(lowest if ctype.bits == 64 and ctype.signed else lowest - 1), DOUBLE)


def _is_number(expr: Expr) -> Expr:
    """Only NaN differs from itself."""
    return Binary("==", expr, expr)


def _kind(ctype: IntType) -> GoalKind:
    return GoalKind.OVERFLOW if ctype.signed else GoalKind.UNSIGNED_OVERFLOW


def _in_range(expr: Expr, low: int, high: int) -> Expr:
    return Binary("&&", Binary(">=", expr, Const(low, LLONG)), Binary("<=", expr, Const(high, LLONG)))


def _fits_type(wide: Expr, ctype: IntType) -> Expr:
    return _in_range(wide, ctype.lowest, ctype.highest)


def _signed(op: str, left: Expr, right: Expr, ctype: IntType) -> Expr:
    """No signed 64-bit overflow, computed without overflow."""
    low, high, zero = Const(ctype.lowest, ctype), Const(ctype.highest, ctype), Const(0, ctype)
    positive = Binary(">", right, zero)
    match op:
        case "+":
            return Conditional(
                positive, Binary("<=", left, Binary("-", high, right)), Binary(">=", left, Binary("-", low, right))
            )
        case "-":
            return Conditional(
                positive, Binary(">=", left, Binary("+", low, right)), Binary("<=", left, Binary("+", high, right))
            )
        case _:
            above = Conditional(positive, Binary("<=", left, Binary("/", high, right)), _at_least(right, low, left))
            below = Conditional(positive, _at_least(left, low, right), _negative(left, right, high))
            return Conditional(Binary(">", left, zero), above, below)


def _at_least(one: Expr, low: Const, other: Expr) -> Expr:
    """`one >= low / other`, for a positive `other`."""
    return Binary(">=", one, Binary("/", low, other))


def _negative(left: Expr, right: Expr, high: Const) -> Expr:
    """The product of two numbers that are not positive is at most `high`."""
    zero = Binary("==", left, Const(0, high.type))
    return Binary("||", zero, Binary(">=", right, Binary("/", high, left)))


def _unsigned(op: str, left: Expr, right: Expr, ctype: IntType) -> Expr:
    """No carry out of 64 unsigned bits."""
    match op:
        case "+":
            return Binary("<=", left, Binary("-", Const(ctype.highest, ctype), right))
        case "-":
            return Binary(">=", left, right)
        case _:
            zero = Binary("==", right, Const(0, ctype))
            return Binary("||", zero, Binary("<=", left, Binary("/", Const(ctype.highest, ctype), right)))
