"""Find accelerable variables and their closed forms (docs/theory.md 1).

An accelerable variable is an integer (not `_Bool`). Only statements `v = v + e` with loop-invariant e change it, at the
top level of the body, where `continue` cannot skip them. The closed form is computed in the variable's own C type. CBMC
proves base and step of the closed form before any proof uses it (trap s27).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, map_parts, names, plus, substitute, substitute_reads, writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, Unary, Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import ITERATION, Accelerable, LoopFacts, entry_of
from veriabs.core.statements import Assign, Loop, Stmt
from veriabs.core.types import INT, IntType

_PASSED = Binary("-", ITERATION, integer(1))
"""The number of iterations before this one."""

_START = re.compile(r"start_[0-9]+_(\w+)")


def accelerable_variables(number: int, loop: Loop, written: frozenset[str]) -> tuple[Accelerable, ...]:
    """Return the accelerable variables of a loop in the order of their updates."""
    return tuple(
        _accelerate(number, tuple(updates), written)
        for updates in _certain_updates(loop).values()
        if all(_addend(update, written) is not None for update in updates)
    )


def _certain_updates(loop: Loop) -> dict[str, list[Assign]]:
    """Return variables that the loop assigns only at its top level, where no `continue` skips the assignment."""
    updates: dict[str, list[Assign]] = {}
    spoiled: set[str] = set()
    skippable = False
    for position, stmt in enumerate((*loop.body, *loop.update)):
        if position == len(loop.body):  # compare positions: the body may contain an equal statement (trap a13)
            skippable = False
        if isinstance(stmt, Assign) and isinstance(stmt.target, Var):
            if skippable:
                spoiled.add(stmt.target.name)
            updates.setdefault(stmt.target.name, []).append(stmt)
        else:
            spoiled |= writes((stmt,))
            skippable = skippable or continues((stmt,))
    return {name: u for name, u in updates.items() if name not in spoiled}


def at_loop_entry(part: Expr) -> Expr:
    """Replace a scalar's snapshot before the loop by its value at the loop's entry; other expressions stay."""
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
    start = Var(f"start_{number}_{variable.name}", variable.type)
    passed = Cast(variable.type, _PASSED)
    form: Expr = Cast(variable.type, _displaced(start, passed, step))
    after: Expr = variable
    for update in updates:
        after = Cast(variable.type, substitute(update.value, {variable.name: after}))
    return Accelerable(variable, start, form, updates, after, step)


def _sum(addends: list[Expr]) -> Expr:
    if all(isinstance(a, Const) for a in addends):
        first = addends[0]
        assert isinstance(first, Const)
        return Const(sum(a.value for a in addends if isinstance(a, Const)), first.type)
    total = addends[0]
    for addend in addends[1:]:
        total = Binary("+", total, addend)
    return total


def _displaced(start: Var, passed: Expr, step: Expr) -> Expr:
    """The distance covered so far.

    A decreasing variable subtracts a positive product: solvers multiply bit by bit, and negative factors have many
    bits.
    """
    falls = isinstance(step, Const) and isinstance(step.type, IntType) and 0 < -step.value <= step.type.highest
    size = Const(-step.value, step.type) if falls and isinstance(step, Const) else step
    is_one = isinstance(size, Const) and size.value == 1
    return Binary("-" if falls else "+", start, passed if is_one else Binary("*", passed, size))


def closed_form_text(found: Accelerable, spelled: Callable[[str], str] = str) -> str:
    """The closed form as the papers write it, `i = i0 + (j-1)`; i0 is the value of i before the loop."""
    name, step = spelled(found.variable.name), found.step
    if not isinstance(step, Const):
        return f"{name} = {name}0 + ({Printer(scalar=spelled).expr(step)})*(j-1)"
    sign, size = ("-", -step.value) if step.value < 0 else ("+", step.value)
    return f"{name} = {name}0 {sign} " + ("(j-1)" if size == 1 else f"{size}*(j-1)")


def at(form: Expr, iteration: Expr) -> Expr:
    """Instantiate a closed form at an iteration."""
    passed = Binary("-", iteration, integer(1))
    form = substitute(form, {ITERATION.name: iteration})
    return map_parts(form, lambda part: plus(iteration, -1) if part == passed else part)


def one_further(form: Expr, iteration: Expr, now: Expr | None = None) -> Expr:
    """The closed form after the given iteration, in a shape that a solver proves without multiplying twice.

    It is (s + n*c) + c instead of s + (n + 1)*c, which are equal for machine words (theory 1, trap q12). `now` replaces
    the value at the given iteration, for a solver that knows the variable has it.
    """
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
    """The factor of the number of past iterations."""
    return moved.right if isinstance(moved, Binary) and moved.op == "*" and moved.left == passed else None


def counters_at(facts: LoopFacts, iteration: Expr, starts: Mapping[str, Expr] | None = None) -> tuple[Assign, ...]:
    """Set the counters of a loop to their values at an iteration; `starts` replaces their values before the loop."""
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
    """Body and update of one iteration without the updates of accelerable variables.

    Code after an update reads the updated value instead. So every index is a function of the values at the start of the
    iteration.
    """
    updates = {update: counter for counter in facts.accelerable for update in counter.updates}
    values: dict[str, Expr] = {}
    parts: list[tuple[Stmt, ...]] = []
    for part in (facts.loop.body, facts.loop.update):
        result: list[Stmt] = []
        for stmt in part:
            if isinstance(stmt, Assign) and stmt in updates:
                variable = updates[stmt].variable
                values[variable.name] = _in_variable_type(substitute(stmt.value, values), variable)
            else:
                result += substitute_reads((stmt,), values)
        parts.append(tuple(result))
    return parts[0], parts[1]


def _in_variable_type(value: Expr, variable: Var) -> Expr:
    match value:
        case Binary(left=left, right=Const(type=ctype)) if left == variable and variable.type == ctype == INT:
            return value
        case _:
            return Cast(variable.type, value)
