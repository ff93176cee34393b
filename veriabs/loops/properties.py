"""Turn the assertion of a task into property clauses (docs/theory.md 2.7).

* FORALL: the assertion stands in a loop that only reads: it changes its counters and private scalars. Clause t is
  iteration t, evaluated in the final state of the other loops.
* EXISTS: `found = 0; for (...) if (e) found = 1; assert(found);`. Clause t holds if iteration t sets the flag.
* SINGLE: all other cases. An assertion inside a computing loop raises the flag `bad` and leaves the loop at once.
"""

from __future__ import annotations

from veriabs.core.ctree import TRUE, conjunction, conjuncts, expressions, names, statements, target_name, writes
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Binary, Const, Expr, Unary, Var
from veriabs.core.loop_exits import breaks
from veriabs.core.loop_model import LoopFacts, Property, Quantifier
from veriabs.core.statements import Assert, Assign, Break, Havoc, If, Loop, Stmt
from veriabs.core.types import IntType
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import Segment


def classify(segments: tuple[Segment, ...], assertion: Assert) -> Property:
    """Classify how the assertion depends on the loops of its task."""
    loops = [segment for segment in segments if isinstance(segment, Loop)]
    if not loops:
        return Property(Quantifier.SINGLE, assertion)
    facts = facts_of(len(loops), loops[-1])
    if assertion in statements(loops[-1].body):
        return _forall(facts, assertion) or Property(Quantifier.SINGLE, assertion)
    last = segments[-1]
    assert isinstance(last, tuple)
    return _exists(facts, last, assertion) or Property(Quantifier.SINGLE, assertion)


def _forall(facts: LoopFacts, assertion: Assert) -> Property | None:
    """The property of a loop that only reads and asserts; its trip count must be known, to number the clauses.

    Tests and `break`s that depend on data are dropped, which can only add clauses to prove.
    """
    counters = {a.variable.name for a in facts.accelerable}
    if facts.obstacle or facts.trips is None or facts.written - facts.private - counters:
        return None
    return Property(Quantifier.FORALL, assertion, facts)


def _exists(facts: LoopFacts, after: tuple[Stmt, ...], assertion: Assert) -> Property | None:
    guard = _assertion_condition(after, assertion)
    if guard is None or names(guard) & facts.written:
        return None
    flags = names(assertion.test) & facts.written
    if len(flags) != 1 or facts.obstacle:
        return None
    flag = next(iter(flags))
    value = _constant_written(facts.loop, flag)
    if value is None or not _holds_if(assertion.test, flag, value):
        return None
    loop = _drop_early_exits(facts.loop, flag, value, assertion.test)
    if loop is None:
        return None
    stripped = facts_of(facts.number, loop)
    counters = {a.variable.name for a in stripped.accelerable}
    if not stripped.exact or stripped.written - stripped.private - counters - {flag} or _reads_flag(loop, flag):
        return None
    return Property(Quantifier.EXISTS, assertion, stripped, flag, guard)


def _assertion_condition(body: tuple[Stmt, ...], assertion: Assert) -> Expr | None:
    """The condition under which the code reaches the assertion, if it does nothing else; `1` if there is none."""
    if body == (assertion,):
        return TRUE
    if len(body) == 1 and isinstance(body[0], If) and not body[0].orelse:
        inner = _assertion_condition(body[0].then, assertion)
        if inner is None:
            return None
        return body[0].test if isinstance(inner, Const) else Binary("&&", body[0].test, inner)
    return None


def _constant_written(loop: Loop, flag: str) -> Const | None:
    """The only constant that the loop stores in the flag, in the flag's own type (trap a06), or None."""
    values = set()
    for stmt in statements((*loop.body, *loop.update)):
        if isinstance(stmt, Assign | Havoc) and target_name(stmt.target) == flag:
            value = None if isinstance(stmt, Havoc) else stmt.value
            if not isinstance(value, Const) or not isinstance(value.value, int):
                return None
            if not isinstance(stmt.target, Var) or not isinstance(stmt.target.type, IntType):
                return None
            values.add(Const(wrap(value.value, stmt.target.type), stmt.target.type))
    return values.pop() if len(values) == 1 else None


def _holds_if(test: Expr, flag: str, value: Const) -> bool:
    """Whether the assertion holds once the flag has the value; only plain tests of the flag are supported."""
    match test:
        case Var(name=name):
            return name == flag and value.value != 0
        case Unary(op="!", operand=operand):
            return isinstance(operand, Var) and operand.name == flag and value.value == 0
        case Binary(op=op, left=Var(name=name), right=Const(value=other)) if name == flag:
            return {"==": value.value == other, "!=": value.value != other}.get(op, False)
        case _:
            return False


def _drop_early_exits(loop: Loop, flag: str, value: Const, test: Expr) -> Loop | None:
    """Remove the early exits of a loop that need the flag to be set, which cannot unset it.

    None if the loop has other exits (trap x01).
    """
    stops = [part for part in conjuncts(loop.test) if names(part) == {flag}]
    kept = [part for part in conjuncts(loop.test) if names(part) != {flag}]
    if not kept or any(not _stops_satisfied(part, flag, value, test) for part in stops):
        return None
    body = _drop_stops(loop.body, flag)
    if breaks(body):
        return None
    return Loop(conjunction(kept), body, loop.update, loop.where)


def _stops_satisfied(part: Expr, flag: str, value: Const, test: Expr) -> bool:
    """Whether the assertion holds whenever this conjunct of the loop's test is false, whatever the flag held before."""
    match part:
        case Binary(op="!=", left=Var(name=name), right=Const(value=other)):
            return name == flag and other == value.value
        case Unary(op="!", operand=Binary(op="==", left=Var(name=name), right=Const(value=other))):
            return name == flag and other == value.value
        case Unary(op="!", operand=Var(name=name)) | Binary(op="==", left=Var(name=name), right=Const(value=0)):
            return name == flag and _holds_when_set(test, flag)
        case _:
            return False


def _holds_when_set(test: Expr, flag: str) -> bool:
    """Whether the assertion is `flag` or `flag != 0`."""
    match test:
        case Var(name=name) | Binary(op="!=", left=Var(name=name), right=Const(value=0)):
            return name == flag
        case _:
            return False


def _drop_stops(body: tuple[Stmt, ...], flag: str) -> tuple[Stmt, ...]:
    """Remove each `break` that directly follows `flag = value`."""
    result: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, If):
            stmt = If(stmt.test, _drop_stops(stmt.then, flag), _drop_stops(stmt.orelse, flag), stmt.where)
        after_set = result and isinstance(result[-1], Assign) and target_name(result[-1].target) == flag
        if not (isinstance(stmt, Break) and after_set):
            result.append(stmt)
    return tuple(result)


def _reads_flag(loop: Loop, flag: str) -> bool:
    body = (*loop.body, *loop.update)
    exprs = [loop.test, *(expr for stmt in statements(body) for expr in expressions(stmt))]
    return any(flag in names(expr) for expr in exprs) or flag in writes(loop.update)
