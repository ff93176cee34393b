"""Walk, substitute and rebuild expressions and statements of the core language."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce

from veriabs.core.copying import replace
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, LValue, Unary, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.statements import (
    Assert,
    Assign,
    Assume,
    Block,
    Check,
    Define,
    Evaluate,
    Havoc,
    HavocArray,
    If,
    Loop,
    Stmt,
    UsedNames,
)
from veriabs.core.types import INT, LLONG, CType, IntType

# ---------------------------------------------------------------------------------------------------------------- walk


def children(expr: Expr) -> tuple[Expr, ...]:
    """The direct operands of an expression."""
    match expr:
        case Const() | Var():
            return ()
        case Element(indices=indices):
            return indices
        case Unary(operand=operand) | Cast(operand=operand):
            return (operand,)
        case Binary(left=left, right=right):
            return (left, right)
        case Conditional(test=test, then=then, orelse=orelse):
            return (test, then, orelse)
        case Apply(arguments=arguments):
            return arguments


def unexpected_construct(part: Expr | Stmt) -> TypeError:
    """The error of analyses of user programs at a construct that only generated programs have."""
    return TypeError(f"only generated programs have a {type(part).__name__}")


def walk(expr: Expr) -> Iterator[Expr]:
    """Yield the expression and all its subexpressions, outermost first."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += reversed(children(part))


def statements(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """Yield every statement of a body in textual order, nested ones included."""
    waiting = [iter(body)]
    while waiting:
        stmt = next(waiting[-1], None)
        if stmt is None:
            waiting.pop()
            continue
        yield stmt
        match stmt:
            case If(then=then, orelse=orelse):
                waiting += [iter(orelse), iter(then)]
            case Loop(body=inner, update=update):
                waiting += [iter(update), iter(inner)]
            case Block(body=inner):
                waiting.append(iter(inner))
            case _:
                pass


def expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions that a statement evaluates itself, without those of nested statements."""
    match stmt:
        case Assign(target=target, value=value):
            return (value, *children(target))
        case Havoc(target=target):
            return children(target)
        case If(test=test) | Loop(test=test) | Assert(test=test) | Assume(test=test) | Check(test=test):
            return (test,)
        case Evaluate(value=value) | Define(value=value):
            return () if value is None else (value,)
        case _:
            return ()


def fresh(base: str, taken: set[str]) -> str:
    """Return a name that is not in `taken`, and add it there."""
    name = base
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def target_name(target: LValue) -> str:
    """The name of the scalar or array that an assignment target belongs to."""
    return target.name if isinstance(target, Var) else target.array


def names(expr: Expr) -> frozenset[str]:
    """Scalars and arrays that an expression reads."""
    found = set()
    for node in walk(expr):
        if isinstance(node, Var):
            found.add(node.name)
        elif isinstance(node, Element):
            found.add(node.array)
    return frozenset(found)


def reads_cell(expr: Expr) -> bool:
    """Whether the expression reads an array."""
    return any(isinstance(node, Element) for node in walk(expr))


def reads(body: Iterable[Stmt]) -> frozenset[str]:
    """Scalars and arrays that a body may read."""
    return frozenset().union(*(used(stmt).read for stmt in body))


def writes(body: Iterable[Stmt]) -> frozenset[str]:
    """Scalars and arrays that a body may write."""
    return frozenset().union(*(used(stmt).written for stmt in body))


def used(stmt: Stmt) -> UsedNames:
    """The names in a statement and those inside it; most statements keep them, since inlining asks at each call."""
    match stmt:
        case Assign(used=known) | If(used=known) | Loop(used=known) | Assert(used=known):
            if known is None:
                known = _used_names(stmt)
                object.__setattr__(stmt, "used", known)
            return known
        case _:
            return _used_names(stmt)


def _used_names(stmt: Stmt) -> UsedNames:
    own, shown = frozenset().union(*map(names, expressions(stmt))), frozenset[str]()
    match stmt:
        case Assign(target=target) | Havoc(target=target):
            return UsedNames(own, frozenset((target_name(target),)))
        case HavocArray(array=array):
            return UsedNames(own, frozenset((array,)))
        case If(then=then, orelse=orelse):
            inner = (*then, *orelse)
        case Loop(body=body, update=update, given=given, views=views):
            inner = (*body, *update)
            facts = (names(one.fact) for one in given if one.fact is not None)
            shown = frozenset(name for name, _ in views).union(*facts)
        case Block(body=body):
            inner = body
        case _:
            return UsedNames(own, frozenset())
    parts = [used(one) for one in inner]
    read, written = (own.union(*(one.read for one in parts)), frozenset().union(*(one.written for one in parts)))
    return UsedNames(read, written, shown.union(*(one.shown for one in parts)))


def mentions(body: Iterable[Stmt]) -> frozenset[str]:
    """Scalars and arrays that a body may read or write."""
    found = tuple(body)
    return reads(found) | writes(found)


def asserts(body: Iterable[Stmt], number: int) -> list[Assert]:
    """The assertions with that number; copied code has several."""
    return [stmt for stmt in statements(body) if isinstance(stmt, Assert) and stmt.number == number]


def has(body: Iterable[Stmt], *kinds: type) -> bool:
    """Whether the body contains a statement of one of these kinds at any depth."""
    return any(isinstance(stmt, kinds) for stmt in statements(body))


# ---------------------------------------------------------------------------------------------------------- substitute


def uncast(expr: Expr) -> Expr:
    """Remove the outer casts of an expression."""
    return uncast(expr.operand) if isinstance(expr, Cast) else expr


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """Replace every scalar in `values`."""
    return map_parts(expr, lambda part: values.get(part.name, part) if isinstance(part, Var) else part)


def transform(body: Iterable[Stmt], change: Callable[[Stmt], tuple[Stmt, ...]]) -> tuple[Stmt, ...]:
    """Rebuild a body bottom-up; `change` maps each rebuilt statement to its replacement."""
    return tuple(new for stmt in body for new in change(_rebuild(stmt, lambda inner: transform(inner, change))))


def rewrite(body: Iterable[Stmt], change: Callable[[Stmt], tuple[Stmt, ...] | None]) -> tuple[Stmt, ...]:
    """Rebuild a body top-down: `change` returns the replacement of a statement, or None to descend into it."""
    result: list[Stmt] = []
    for stmt in body:
        new = change(stmt)
        result += new if new is not None else (_rebuild(stmt, lambda inner: rewrite(inner, change)),)
    return tuple(result)


def _rebuild(stmt: Stmt, inside: Callable[[tuple[Stmt, ...]], tuple[Stmt, ...]]) -> Stmt:
    """Replace the bodies inside a statement."""
    match stmt:
        case If(then=then, orelse=orelse):
            parts = {"then": then, "orelse": orelse}
        case Loop(body=body, update=update):
            parts = {"body": body, "update": update}
        case Block(body=body):
            parts = {"body": body}
        case _:
            return stmt
    changed = {name: inside(part) for name, part in parts.items()}
    same = all(_are_identical(part, changed[name]) for name, part in parts.items())
    return stmt if same else replace(stmt, **changed)


def _are_identical(old: tuple[Stmt, ...], new: tuple[Stmt, ...]) -> bool:
    return len(old) == len(new) and all(map(operator.is_, old, new))


def elements_of(body: Iterable[Stmt]) -> list[Element]:
    """Every array access of a body, assignment targets included, in textual order."""
    found: list[Element] = []
    for stmt in statements(body):
        if isinstance(stmt, Assign | Havoc) and isinstance(stmt.target, Element):
            found.append(stmt.target)
        found += [node for expr in expressions(stmt) for node in walk(expr) if isinstance(node, Element)]
    return found


def map_expressions(body: Iterable[Stmt], change: Callable[[Expr], Expr], *, given: bool = False) -> tuple[Stmt, ...]:
    """Replace every subexpression of a body, innermost first; an assignment target must stay a cell or a variable.

    With `given`, replace them in the invariants that the user wrote as well.
    """
    return transform(body, lambda stmt: (_mapped(stmt, change, given=given),))


def _mapped(stmt: Stmt, change: Callable[[Expr], Expr], *, given: bool) -> Stmt:
    """Replace the subexpressions of the statement itself."""

    def target(old: LValue) -> LValue:
        new = old if isinstance(old, Var) else map_parts(old, change)
        assert isinstance(new, Var | Element)
        return new

    match stmt:
        case Assign():
            return replace(stmt, target=target(stmt.target), value=map_parts(stmt.value, change))
        case Havoc():
            return replace(stmt, target=target(stmt.target))
        case Loop() if given and stmt.given:
            facts = tuple(replace(one, fact=map_parts(one.fact, change)) if one.fact else one for one in stmt.given)
            return replace(stmt, test=map_parts(stmt.test, change), given=facts)
        case If() | Loop() | Assert() | Assume() | Check():
            return replace(stmt, test=map_parts(stmt.test, change))
        case Evaluate():
            return replace(stmt, value=map_parts(stmt.value, change))
        case Define(value=value) if value is not None:
            return replace(stmt, value=map_parts(value, change))
        case _:
            return stmt


def map_parts(old: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """Replace every subexpression, innermost first."""
    return change(with_operands(old, lambda part: map_parts(part, change)))


def with_operands(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """Replace the direct operands of an expression."""
    match expr:
        case Const() | Var():
            return expr
        case Element(array=array, indices=indices, type=ctype, at=at):
            return Element(array, tuple(map(change, indices)), ctype, at)
        case Unary(op=op, operand=operand, at=at):
            return Unary(op, change(operand), at)
        case Cast(type=ctype, operand=operand, at=at):
            return Cast(ctype, change(operand), at)
        case Binary(op=op, left=left, right=right, at=at):
            return Binary(op, change(left), change(right), at)
        case Conditional(test=test, then=then, orelse=orelse):
            return Conditional(change(test), change(then), change(orelse))
        case Apply(function=function, arguments=arguments, type=ctype):
            return Apply(function, tuple(map(change, arguments)), ctype)


def substitute_reads(body: Iterable[Stmt], values: Mapping[str, Expr]) -> tuple[Stmt, ...]:
    """Replace every scalar in `values` where the body reads it; assignment targets stay."""

    def replaced(part: Expr) -> Expr:
        return values.get(part.name, part) if isinstance(part, Var) else part

    def changed(stmt: Stmt) -> Stmt:
        found = used(stmt)
        same = values.keys().isdisjoint(found.read) and values.keys().isdisjoint(found.shown)
        return stmt if same else _mapped(_rebuild(stmt, lambda inner: tuple(map(changed, inner))), replaced, given=True)

    return tuple(map(changed, body))


# ------------------------------------------------------------------------------------------------------- build and fold


def integer(value: int, ctype: CType = INT) -> Const:
    """An integer constant, an `int` by default."""
    return Const(value, ctype)


def times(expr: Expr, number: int) -> Expr:
    """`number * expr`, or `expr` if the number is 1."""
    return expr if number == 1 else Binary("*", whole(number), expr)


def whole(value: int) -> Const:
    """The number as an `int`, or as a `long long` if it does not fit."""
    return Const(value, INT if abs(value) <= INT.highest else LLONG)


TRUE = integer(1)
FALSE = integer(0)


def conjunction(parts: Iterable[Expr]) -> Expr:
    """`a && b && ...`, or 1 for none."""
    return _combine("&&", parts, TRUE)


def disjunction(parts: Iterable[Expr]) -> Expr:
    """`a || b || ...`, or 0 for none."""
    return _combine("||", parts, FALSE)


def _combine(op: str, parts: Iterable[Expr], none: Expr) -> Expr:
    found = tuple(parts)
    return reduce(lambda left, right: Binary(op, left, right), found) if found else none


def plus(expr: Expr, number: int) -> Expr:
    """`expr + number`, simplified under wrapping arithmetic: `x + 1` and -1 give x, `x` and -2 give `x - 2`."""
    match expr:
        case Const(value=int() as value, type=ctype) if ctype == INT:
            return whole(value + number)
        case Binary(op="+" | "-" as op, left=left, right=Const(value=int() as value, type=ctype)) if ctype == INT:
            total = number + (value if op == "+" else -value)
            if abs(total) <= INT.highest:  # a larger constant would widen the sum
                expr, number = left, total
    if number == 0:
        return expr
    return Binary("+" if number > 0 else "-", expr, whole(abs(number)))


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """The operands of a chain of `&&`."""
    if isinstance(expr, Binary) and expr.op == "&&":
        return (*conjuncts(expr.left), *conjuncts(expr.right))
    return (expr,)


def disjuncts(expr: Expr) -> tuple[Expr, ...]:
    """The operands of a chain of `||`."""
    if isinstance(expr, Binary) and expr.op == "||":
        return (*disjuncts(expr.left), *disjuncts(expr.right))
    return (expr,)


def negate(expr: Expr) -> Expr:
    """`!expr`; removes a double negation if the operand is a truth value."""
    if isinstance(expr, Unary) and expr.op == "!" and is_truth_value(expr.operand):
        return expr.operand
    return Unary("!", expr)


def is_truth_value(expr: Expr) -> bool:
    """Whether the value is 0 or 1 by the rules of C."""
    match expr:
        case Unary(op="!") | Var(type=IntType(name="_Bool")) | Element(type=IntType(name="_Bool")):
            return True
        case Binary(op=op):
            return op in COMPARISONS or op in ("&&", "||")
        case _:
            return False
