"""Accelerable variables with their closed forms, and trip counts (theory 1).

A variable is accelerable when it is an integer (not `_Bool`), changed only by statements `v = v + e` at the top level
of the body, where `continue` cannot skip them, and e is loop-invariant. The closed form is computed in the variable's
own C type; whether it really is one is proved by CBMC, base and step, before anything uses it (trap s27).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from veriabs.ctree import (
    FALSE,
    Printer,
    conjuncts,
    continues,
    integer,
    names,
    reads,
    statements,
    substitute,
    substitute_reads,
    walk,
    writes,
)
from veriabs.loops.flatten import exits
from veriabs.model import (
    INT,
    ITERATION,
    ULLONG,
    Accelerable,
    Assert,
    Assign,
    Binary,
    Block,
    Break,
    Cast,
    Conditional,
    Const,
    Continue,
    Element,
    Expr,
    Havoc,
    If,
    IntType,
    Loop,
    LoopFacts,
    Reason,
    ReasonKind,
    Stmt,
    Unary,
    Var,
)

Planted = Mapping[str, tuple[Expr, ...]]
"""Indices at which straight-line code writes an array, by array: where a search may end."""


def facts_of(number: int, loop: Loop, planted: Planted | None = None) -> LoopFacts:
    """Everything that the strategies ask about one loop."""
    body = (*loop.body, *loop.update)
    written = writes(body)
    accelerable = accelerable_variables(number, loop, written)
    trips, exact = trip_count(loop, accelerable, written)
    bound = None if trips is not None else _planted_bound(loop, accelerable, written, planted or {})
    return LoopFacts(
        number=number,
        loop=loop,
        accelerable=accelerable,
        trips=trips if bound is None else bound,
        exact=exact,
        planted=bound is not None,
        private=private_scalars(loop) - {a.variable.name for a in accelerable},
        written=written,
        read=reads(body) | names(loop.test),
        obstacle=_obstacle(loop),
    )


def _obstacle(loop: Loop) -> Reason | None:
    for stmt in statements((*loop.body, *loop.update)):
        if isinstance(stmt, Loop):
            text = f"the loop at line {loop.where.line} contains a loop that cannot be unrolled"
            return Reason(ReasonKind.UNSUPPORTED, text, stmt.where, "nested loops are not shrunk")
    return None


# --------------------------------------------------------------------------------------------------------- closed forms


def accelerable_variables(number: int, loop: Loop, written: frozenset[str]) -> tuple[Accelerable, ...]:
    """The accelerable variables of a loop, in the order of their updates."""
    updates: dict[str, list[Assign]] = {}
    spoiled: set[str] = set()
    skippable = False
    for position, stmt in enumerate((*loop.body, *loop.update)):
        if position == len(loop.body):  # by position: the body may hold an equal statement (trap a13)
            skippable = False
        if isinstance(stmt, Assign) and isinstance(stmt.target, Var):
            if skippable or _addend(stmt, written) is None:
                spoiled.add(stmt.target.name)
            updates.setdefault(stmt.target.name, []).append(stmt)
        else:
            spoiled |= writes((stmt,))
            skippable = skippable or continues((stmt,))
    return tuple(_accelerate(number, tuple(u), written) for name, u in updates.items() if name not in spoiled)


def _addend(stmt: Assign, written: frozenset[str]) -> Expr | None:
    """e of `v = v + e` with a loop-invariant e, negated for a subtraction; None for any other statement."""
    target, value = stmt.target, stmt.value
    if isinstance(value, Cast) and value.type == target.type:
        value = value.operand
    if not isinstance(target.type, IntType) or target.type.bits == 1 or not isinstance(value, Binary):
        return None
    left, right = value.left, value.right
    if value.op == "+" and right == target:
        left, right = right, left
    if left != target or value.op not in ("+", "-") or names(right) & written:
        return None
    return Unary("-", right) if value.op == "-" and not isinstance(right, Const) else _signed(right, value.op)


def _signed(expr: Expr, op: str) -> Expr:
    return Const(-expr.value, expr.type) if op == "-" and isinstance(expr, Const) else expr


def _accelerate(number: int, updates: tuple[Assign, ...], written: frozenset[str]) -> Accelerable:
    variable = updates[0].target
    assert isinstance(variable, Var)
    addends = [addend for update in updates if (addend := _addend(update, written)) is not None]
    step = _sum(addends)
    start = Var(f"start_{number}_{variable.name}", variable.type)
    passed = Cast(variable.type, Binary("-", ITERATION, integer(1)))
    form: Expr = Cast(variable.type, _moved(start, passed, step))
    return Accelerable(variable, start, form, updates, _text(variable.name, step))


def _sum(addends: list[Expr]) -> Expr:
    if all(isinstance(a, Const) for a in addends):
        first = addends[0]
        assert isinstance(first, Const)
        return Const(sum(a.value for a in addends if isinstance(a, Const)), first.type)
    total = addends[0]
    for addend in addends[1:]:
        total = Binary("+", total, addend)
    return total


def _moved(start: Var, passed: Expr, step: Expr) -> Expr:
    if isinstance(step, Const) and step.value in (1, -1):
        return Binary("+" if step.value == 1 else "-", start, passed)
    return Binary("+", start, Binary("*", passed, step))


def _text(name: str, step: Expr) -> str:
    """The closed form as the papers write it; `i0` is the value of i in front of the loop."""
    if not isinstance(step, Const):
        return f"{name} = {name}0 + ({Printer().expr(step)})*(j-1)"
    sign, size = ("-", -step.value) if step.value < 0 else ("+", step.value)
    return f"{name} = {name}0 {sign} " + ("(j-1)" if size == 1 else f"{size}*(j-1)")


# ----------------------------------------------------------------------------------------------------------- trip count


def trip_count(loop: Loop, accelerable: Iterable[Accelerable], written: frozenset[str]) -> tuple[Expr | None, bool]:
    """How often the counted part of the test holds in a row, and whether nothing else can end the loop."""
    by_name = {a.variable.name: a for a in accelerable}
    counted: list[Expr] = []
    counting: list[Expr] = []
    exact = not exits(loop)
    for part in conjuncts(loop.test):
        trips = _trips_of(part, by_name, written)
        if trips is not None:
            counted.append(trips)
            counting.append(part)
        elif names(part) & written:
            exact = False
        else:
            counting.append(part)
    if not counted:
        return None, False
    least = counted[0]
    for other in counted[1:]:
        least = Conditional(Binary("<", other, least), other, least)
    enters: Expr | None = None
    starts: dict[str, Expr] = {name: a.start for name, a in by_name.items()}
    for part in counting:
        test = substitute(part, starts)
        enters = test if enters is None else Binary("&&", enters, test)
    assert enters is not None
    return Conditional(enters, least, Const(0, ULLONG)), exact


def _trips_of(part: Expr, accelerable: dict[str, Accelerable], written: frozenset[str]) -> Expr | None:
    """The trip count of one conjunct `counter op bound` or `counter + constant op bound`, given that it holds at the
    start."""
    for left, op, right in _compared(part):
        name = _counter_in(left)
        if name in accelerable and not names(right) & written:
            return _count(accelerable[name], left, op, right)
    return None


def _count(counter: Accelerable, left: Expr, op: str, right: Expr) -> Expr | None:
    step = _constant_step(counter)
    if step is None or step == 0:
        return None
    up, size = step > 0, abs(step)
    if op not in (("<", "<=", "!=") if up else (">", ">=", "!=")) or (op == "!=" and size != 1):
        return None
    first = substitute(left, {counter.variable.name: counter.start})
    low, high = (first, right) if up else (right, first)
    distance: Expr = Binary("-", Cast(ULLONG, high), Cast(ULLONG, low))
    if op in ("<=", ">="):
        return Binary("+", _divided(distance, size), Const(1, ULLONG))
    if size == 1:
        return distance
    return Binary("+", _divided(Binary("-", distance, Const(1, ULLONG)), size), Const(1, ULLONG))


def _counter_in(expr: Expr) -> str:
    """The variable of `v`, `v + c` or `v - c`; empty for anything else."""
    match expr:
        case Var(name=name) | Binary(op="+" | "-", left=Var(name=name), right=Const()):
            return name
        case _:
            return ""


def _divided(expr: Expr, size: int) -> Expr:
    return expr if size == 1 else Binary("/", expr, Const(size, ULLONG))


_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!="}


def _compared(part: Expr) -> list[tuple[Expr, str, Expr]]:
    """The readings of a test as `counter op bound`, turned round where the counter stands on the right."""
    match part:
        case Var():
            return [(part, "!=", FALSE)]
        case Unary(op="!", operand=Binary(op=op, left=left, right=right)) if op in _OPPOSITE:
            return _compared(Binary(_OPPOSITE[op], left, right))
        case Binary(op=op, left=left, right=right) if op in _MIRROR:
            return [(left, op, right), (right, _MIRROR[op], left)]
        case _:
            return []


def _constant_step(counter: Accelerable) -> int | None:
    total = 0
    for update in counter.updates:
        addend = _addend(update, frozenset({counter.variable.name}))
        if not isinstance(addend, Const) or not isinstance(addend.value, int):
            return None
        total += addend.value
    return total


def planted_cells(body: Iterable[Stmt]) -> dict[str, tuple[Expr, ...]]:
    """Where straight-line code outside of loops writes one-dimensional arrays, later writes first."""
    found: dict[str, tuple[Expr, ...]] = {}
    for stmt in body:
        match stmt:
            case Assign(target=Element(array=array, indices=(index,))):
                found[array] = (index, *found.get(array, ()))
            case If(then=then, other=other):
                for array, indices in planted_cells((*then, *other)).items():
                    found[array] = (*indices, *found.get(array, ()))
            case _:
                continue
    return found


def counted_test(facts: LoopFacts) -> tuple[Expr, ...]:
    """The conjuncts of the test that fail one iteration after the trip count, whatever the scalars hold by then."""
    if facts.planted:
        return (facts.loop.test,)
    kept = facts.written - {a.variable.name for a in facts.accelerable}
    return tuple(part for part in conjuncts(facts.loop.test) if not names(part) & kept)


def _planted_bound(
    loop: Loop, accelerable: Iterable[Accelerable], written: frozenset[str], planted: Planted
) -> Expr | None:
    """The trip count of a search that ends at the latest in a cell that was written in front of the loop."""
    counters = {a.variable: a for a in accelerable if _constant_step(a) in (1, -1)}
    if names(loop.test) & written - {v.name for v in counters}:
        return None
    for node in walk(loop.test):
        if not isinstance(node, Element) or node.array in written or node.array not in planted:
            continue
        counter = next((counters[i] for i in node.indices if isinstance(i, Var) and i in counters), None)
        if counter is None:
            continue
        for end in planted[node.array]:
            if not names(end) & written:
                low, high = (counter.start, end) if _constant_step(counter) == 1 else (end, counter.start)
                distance = Binary("-", Cast(ULLONG, high), Cast(ULLONG, low))
                return Conditional(Binary("<=", low, high), distance, Const(0, ULLONG))
    return None


# ------------------------------------------------------------------------------------------------------------ normalise


def normalised(facts: LoopFacts) -> tuple[tuple[Stmt, ...], tuple[Stmt, ...]]:
    """Body and update of one iteration without the updates of the accelerable variables: what stands behind an update
    reads the updated value instead, so that every index is a function of the values at the start of the iteration."""
    updates = {update: counter for counter in facts.accelerable for update in counter.updates}
    values: dict[str, Expr] = {}
    parts: list[tuple[Stmt, ...]] = []
    for part in (facts.loop.body, facts.loop.update):
        result: list[Stmt] = []
        for stmt in part:
            if isinstance(stmt, Assign) and stmt in updates:
                variable = updates[stmt].variable
                values[variable.name] = _converted(substitute(stmt.value, values), variable)
            else:
                result += substitute_reads((stmt,), values)
        parts.append(tuple(result))
    return parts[0], parts[1]


def _converted(value: Expr, variable: Var) -> Expr:
    match value:
        case Binary(left=left, right=Const(type=ctype)) if left == variable and variable.type == ctype == INT:
            return value
        case _:
            return Cast(variable.type, value)


# -------------------------------------------------------------------------------------------------------------- private


def private_scalars(loop: Loop) -> frozenset[str]:
    """Scalars that the loop writes, and that every iteration writes before it reads them."""
    flow = _Flow()
    flow.expr(loop.test, frozenset())
    after = flow.body(loop.body, frozenset())
    flow.body(loop.update, frozenset() if continues(loop.body) else after)
    body = (*loop.body, *loop.update)
    scalars = {s.target.name for s in statements(body) if isinstance(s, Assign | Havoc) and isinstance(s.target, Var)}
    return frozenset(scalars - flow.exposed)


class _Flow:
    """Definite assignment: collects in `exposed` what may be read before it is written."""

    def __init__(self) -> None:
        self.exposed: set[str] = set()

    def expr(self, expr: Expr, written: frozenset[str]) -> None:
        self.exposed |= names(expr) - written

    def body(self, body: Iterable[Stmt], written: frozenset[str]) -> frozenset[str]:
        for stmt in body:
            written = self.stmt(stmt, written)
        return written

    def stmt(self, stmt: Stmt, written: frozenset[str]) -> frozenset[str]:
        match stmt:
            case Assign(target=target, value=value):
                self.expr(value, written)
                return self._target(target, written)
            case Havoc(target=target):
                return self._target(target, written)
            case If(test=test, then=then, other=other):
                self.expr(test, written)
                ends = [self.body(part, written) for part in (then, other) if not _jumps(part)]
                for part in (then, other):
                    if _jumps(part):
                        self.body(part, written)
                return ends[0].intersection(*ends[1:]) if ends else written
            case Loop(test=test, body=body, update=update):
                self.expr(test, written)
                self.body((*body, *update), written)
                return written
            case Assert(test=test):
                self.expr(test, written)
                return written
            case Break() | Continue() | Block():
                return written

    def _target(self, target: Expr, written: frozenset[str]) -> frozenset[str]:
        if isinstance(target, Var):
            return written | {target.name}
        for index in getattr(target, "indices", ()):
            self.expr(index, written)
        return written


def _jumps(body: tuple[Stmt, ...]) -> bool:
    return bool(body) and isinstance(body[-1], Break | Continue | Block)


