"""Accelerable variables with their closed forms (docs/theory.md 1).

A variable is accelerable when it is an integer (not `_Bool`), changed only by statements `v = v + e` at the top level
of the body, where `continue` cannot skip them, and e is loop-invariant. The closed form is computed in the variable's
own C type; whether it really is one is proved by CBMC, base and step, before anything uses it (trap s27).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from veriabs.core.ctext import Printer
from veriabs.core.ctree import continues, integer, map_parts, names, plus, substitute, substitute_reads, writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, Unary, Var
from veriabs.core.loop_model import ITERATION, Accelerable, LoopFacts, entry_of
from veriabs.core.statements import Assign, Loop, Stmt
from veriabs.core.types import INT, IntType
from veriabs.loops.recurrences import polynomial_form

_PASSED = Binary("-", ITERATION, integer(1))
"""How many iterations came before this one."""

_START = re.compile(r"start_[0-9]+_(\w+)")


def accelerable_variables(
    number: int, loop: Loop, written: frozenset[str], *, beyond_linear: bool = False
) -> tuple[Accelerable, ...]:
    """The accelerable variables of a loop, in the order of their updates."""
    updates = _certain_updates(loop)
    linear = {
        name: _accelerate(number, tuple(u), written)
        for name, u in updates.items()
        if all(_addend(update, written) is not None for update in u)
    }
    if not beyond_linear:
        return tuple(linear.values())
    single = [u[0] for name, u in updates.items() if name not in linear and len(u) == 1]
    more = (_beyond_linear(number, loop, update, linear, written) for update in single)
    return (*linear.values(), *(a for a in more if a is not None))


def _certain_updates(loop: Loop) -> dict[str, list[Assign]]:
    """Variables that only statements at the top level of the loop assign, where no `continue` skips them."""
    updates: dict[str, list[Assign]] = {}
    spoiled: set[str] = set()
    skippable = False
    for position, stmt in enumerate((*loop.body, *loop.update)):
        if position == len(loop.body):  # by position: the body may hold an equal statement (trap a13)
            skippable = False
        if isinstance(stmt, Assign) and isinstance(stmt.target, Var):
            if skippable:
                spoiled.add(stmt.target.name)
            updates.setdefault(stmt.target.name, []).append(stmt)
        else:
            spoiled |= writes((stmt,))
            skippable = skippable or continues((stmt,))
    return {name: u for name, u in updates.items() if name not in spoiled}


def _beyond_linear(
    number: int, loop: Loop, update: Assign, linear: dict[str, Accelerable], written: frozenset[str]
) -> Accelerable | None:
    """`v = v + e` with e over counters and what the loop keeps, if its closed form can be summed."""
    variable = update.target
    assert isinstance(variable, Var)
    addend = _addend(update, written - linear.keys())
    if addend is None or variable.name in names(addend):
        return None
    values: dict[str, Expr] = {}
    for stmt in (*loop.body, *loop.update):
        if stmt is update:
            break
        if isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name in linear:
            values[stmt.target.name] = _converted(substitute(stmt.value, values), stmt.target)
    addend = substitute(addend, values)
    start = _start(number, variable)
    form = polynomial_form(variable, start, addend, linear)
    if form is None:
        return None
    text = f"{variable.name} = {variable.name}0 + sum of {Printer().expr(addend)}"
    return Accelerable(variable, start, form, (update,), Cast(variable.type, Binary("+", variable, addend)), text)


def _start(number: int, variable: Var) -> Var:
    return Var(f"start_{number}_{variable.name}", variable.type)


def entered(part: Expr) -> Expr:
    """What a scalar held at the entry of its loop for the snapshot of it in front of the loop; others as they are."""
    match part:
        case Var(name=name, type=ctype) if (start := _START.fullmatch(name)) is not None:
            return entry_of(Var(start.group(1), ctype))
        case _:
            return part


def _addend(stmt: Assign, written: frozenset[str]) -> Expr | None:
    """e of `v = v + e` with a loop-invariant e, negated for a subtraction; None for any other statement."""
    target, value = stmt.target, stmt.value
    if isinstance(value, Cast) and value.type == target.type:
        value = value.operand
    if not isinstance(target.type, IntType) or target.type.bits == 1 or not isinstance(value, Binary):
        return None
    terms = _terms(value, 1)
    rest = [(sign, term) for sign, term in terms if term != target]
    if len(rest) != len(terms) - 1 or (1, target) not in terms:
        return None
    if not rest or any(names(term) & written for _, term in rest):
        return None
    return _sum([_signed(sign, term) for sign, term in rest])


def _terms(expr: Expr, sign: int) -> list[tuple[int, Expr]]:
    """The operands of a chain of additions and subtractions, with their signs."""
    match expr:
        case Binary(op="+" | "-" as op, left=left, right=right):
            return [*_terms(left, sign), *_terms(right, sign if op == "+" else -sign)]
        case _:
            return [(sign, expr)]


def _signed(sign: int, expr: Expr) -> Expr:
    if sign == 1:
        return expr
    return Const(-expr.value, expr.type) if isinstance(expr, Const) else Unary("-", expr)


def _accelerate(number: int, updates: tuple[Assign, ...], written: frozenset[str]) -> Accelerable:
    variable = updates[0].target
    assert isinstance(variable, Var)
    addends = [addend for update in updates if (addend := _addend(update, written)) is not None]
    step = _sum(addends)
    start = _start(number, variable)
    passed = Cast(variable.type, _PASSED)
    form: Expr = Cast(variable.type, _moved(start, passed, step))
    after: Expr = variable
    for update in updates:
        after = Cast(variable.type, substitute(update.value, {variable.name: after}))
    return Accelerable(variable, start, form, updates, after, _text(variable.name, step))


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
    """How far it has come: what falls has its distance taken away, since a solver multiplies by each bit of a factor,
    of which a negative number has many."""
    falls = isinstance(step, Const) and isinstance(step.type, IntType) and 0 < -step.value <= step.type.highest
    size = Const(-step.value, step.type) if falls and isinstance(step, Const) else step
    is_one = isinstance(size, Const) and size.value == 1
    return Binary("-" if falls else "+", start, passed if is_one else Binary("*", passed, size))


def _text(name: str, step: Expr) -> str:
    """The closed form as the papers write it; `i0` is the value of i in front of the loop."""
    if not isinstance(step, Const):
        return f"{name} = {name}0 + ({Printer().expr(step)})*(j-1)"
    sign, size = ("-", -step.value) if step.value < 0 else ("+", step.value)
    return f"{name} = {name}0 {sign} " + ("(j-1)" if size == 1 else f"{size}*(j-1)")


def at(form: Expr, iteration: Expr) -> Expr:
    """A closed form at an iteration."""
    passed = Binary("-", iteration, integer(1))
    form = substitute(form, {ITERATION.name: iteration})
    return map_parts(form, lambda part: plus(iteration, -1) if part == passed else part)


def one_further(form: Expr, iteration: Expr, now: Expr | None = None) -> Expr:
    """A closed form, or that a variable has it, behind an iteration: what it is at the next one, by a law that machine
    words obey, (s + n*c) + c for s + (n + 1)*c; a solver would have to add up or multiply twice to see it (theory 1,
    trap q12). It is `now` what it is at this one: a solver sees at once that what is added to is the same."""
    match form:
        case Binary(op="==", left=Var() as variable, right=Cast() as closed):
            return Binary("==", variable, one_further(closed, iteration, now))
        case Cast(type=ctype, operand=Binary(op="+" | "-" as op, left=start, right=moved)):
            passed = Cast(ctype, _PASSED)
            size = integer(1) if now and moved == passed else _factor(moved, passed)
            if size is not None and ITERATION.name not in names(start) | names(size):
                return Cast(ctype, Binary(op, now or at(form, iteration), size))
    return at(form, plus(iteration, 1))


def _factor(moved: Expr, passed: Cast) -> Expr | None:
    """What the number of iterations before this one is multiplied by."""
    return moved.right if isinstance(moved, Binary) and moved.op == "*" and moved.left == passed else None


def counters_at(facts: LoopFacts, iteration: Expr, starts: Mapping[str, Expr] | None = None) -> tuple[Assign, ...]:
    """Sets the counters of a loop to what they are at an iteration, or would be if names had these values before it."""
    where = facts.loop.where
    return tuple(Assign(a.variable, substitute(at(a.form, iteration), starts or {}), where) for a in facts.accelerable)


def constant_step(counter: Accelerable) -> int | None:
    """The change of a counter in one iteration, if it is a constant."""
    total = 0
    for update in counter.updates:
        addend = _addend(update, frozenset({counter.variable.name}))
        if not isinstance(addend, Const) or not isinstance(addend.value, int):
            return None
        total += addend.value
    return total


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
