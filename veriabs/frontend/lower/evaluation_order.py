"""Order the effects of operands that C does not order, where every order gives the same.

    y = f(&a) + g(&b);          t = f(&a); y = t + g(&b);

An expression whose result depends on the order is unsupported (docs/theory.md 15).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pycparser import c_ast

from veriabs.core import ctree, loop_exits
from veriabs.core.expressions import Element, Expr
from veriabs.core.statements import Assert, Assign, Halt, Havoc, Loop, Stmt
from veriabs.frontend.lower.checks import evaluate
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.loops.termination import surely_ends

Operand = tuple[SideEffects, Iterable[Expr]]
"""The effects of an operand, and the expressions still to be evaluated for it."""

UNORDERED = "unsequenced side effects in one expression"


def join(ctx: Context, effects: SideEffects, parts: Sequence[Operand], node: c_ast.Node) -> None:
    """Take over the effects of operands that C does not order.

    An operand that may end the run or not terminate comes last, after the checks of the others: with
    `a[i + 1] = f(x)`, the overflow of `i + 1` may be seen before a call that never returns. Raises UnsupportedError if
    the order matters: one operand changes what another one reads or changes, or two may prevent each other's checks.
    """
    for part, _ in parts:
        effects.cover(len(ctx.pointer_uses) if part.first is None else part.first, part.last)
    if change_pointers_of_another(ctx, [part for part, _ in parts]):
        raise ctx.unsupported(node, UNORDERED)
    if all(part.quiet for part, _ in parts):
        return
    if _depend_on_each_other(parts):
        raise ctx.unsupported(node, UNORDERED)
    stopping = [number for number, (part, _) in enumerate(parts) if _may_stop(ctx, part.flush())]
    if _loses_checks(ctx, parts, stopping) or _may_skip_effects(ctx, parts):
        raise ctx.unsupported(node, UNORDERED)
    for number, (part, exprs) in enumerate(parts):
        if number not in stopping:
            effects.absorb(part)
            if stopping:
                is_only_set = isinstance(node, c_ast.Assignment) and node.op == "=" and number == 0
                effects.before += evaluate(ctx, _indices(exprs) if is_only_set else exprs, ctx.where(node))
    for number in stopping:
        effects.absorb(parts[number][0])


def change_pointers_of_another(ctx: Context, parts: Sequence[SideEffects]) -> bool:
    """Whether an operand assigns a pointer, or frees an object, that another one uses; no statement need show it."""
    uses = [ctx.pointer_uses[part.first or 0 : part.last] for part in parts]
    changed = [{one for one, changes in used if changes} for used in uses]
    if not any(changed):
        return False
    used = [{one for one, _ in operand} for operand in uses]
    return any(used[one] & changed[other] for one in range(len(parts)) for other in range(len(parts)) if one != other)


def _depend_on_each_other(parts: Sequence[Operand]) -> bool:
    """Whether an operand changes what another one reads or changes."""
    writes = [ctree.writes(part.flush()) for part, _ in parts]
    for index, (part, exprs) in enumerate(parts):
        if part.quiet and not any(writes):
            continue
        touched = writes[index] | ctree.reads(part.flush())
        touched = touched.union(*(ctree.names(expr) for expr in exprs))
        for other, written in enumerate(writes):
            if other != index and (both := touched & written):
                havocked = [_only_havocked(*parts[one]) for one in (index, other)]
                if both - (havocked[0] & havocked[1]):
                    return True
    return False


def _only_havocked(part: SideEffects, exprs: Iterable[Expr]) -> frozenset[str]:
    """Names that an operand only makes arbitrary and does not read; their order does not matter."""
    written = [stmt for stmt in ctree.statements(part.flush()) if isinstance(stmt, Assign | Havoc)]
    unknown = [stmt for stmt in written if isinstance(stmt, Havoc) and stmt.unknown]
    rest = [stmt for stmt in written if not (isinstance(stmt, Havoc) and stmt.unknown)]
    read = ctree.reads(part.flush()).union(*(ctree.names(expr) for expr in exprs))
    return ctree.writes(unknown) - ctree.writes(rest) - read


def _may_stop(ctx: Context, body: Sequence[Stmt]) -> bool:
    """Whether the statements may end the run or not terminate.

    A loop that ends unless it accesses memory out of bounds is fine, since bounds are proved as well.
    """
    loops = (stmt for stmt in ctree.statements(body) if isinstance(stmt, Loop))
    return ctree.has(body, Halt) or not all(surely_ends(one, ctx.data_model) for one in loops)


def _loses_checks(ctx: Context, parts: Sequence[Operand], stopping: Sequence[int]) -> bool:
    """Whether an operand that stops may hide a check of another one that stops too, or a check behind its value."""
    if not stopping:
        return False
    late = [part.after for number, (part, _) in enumerate(parts) if number not in stopping]
    late += [parts[number][0].flush() for number in stopping] if len(stopping) > 1 else []
    return any(body and (bool(ctx.task.checks) or ctree.has(body, Assert)) for body in late)


def _may_skip_effects(ctx: Context, parts: Sequence[Operand]) -> bool:
    """Whether an operand jumps out of the expression, and another one has effects."""
    bodies = [part.flush() for part, _ in parts]
    leaving = [number for number, body in enumerate(bodies) if _contains_leaving_jump(ctx, body)]
    return any(body and number != other for other in leaving for number, body in enumerate(bodies))


def _indices(exprs: Iterable[Expr]) -> list[Expr]:
    """The expressions, but of cells only their indices."""
    return [part for one in exprs for part in (one.indices if isinstance(one, Element) else (one,))]


def _contains_leaving_jump(ctx: Context, body: Sequence[Stmt]) -> bool:
    """Whether a jump leaves the statements."""
    flags = {flag.name for call in ctx.calls for flag in (call.flag, *call.jumps.values())}
    flags |= {ctx.switch.name} if ctx.switch is not None else set()
    return bool(loop_exits.breaks(body) or loop_exits.continues(body) or flags & ctree.writes(body))
