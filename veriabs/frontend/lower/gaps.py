"""Replace unsupported constructs: by an arbitrary value, or by an assertion that they are unreachable (docs/theory.md
15).

    n = p - q;  of two objects     n = any value;
    longjmp(buffer, 1);            assert(0);

A construct that only computes a value becomes arbitrary. A construct with other effects becomes an assertion that no
run reaches it; until then the lowered run is a run of the program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.ctext import nondet
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Var
from veriabs.core.program import Gap
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Havoc, Stmt
from veriabs.core.types import INT, CType
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.survey import walk

_PLACE = re.compile(r"^\S+?:\d+(?::\d+)?: (not supported: )?")


def any_value(ctx: Context, ctype: CType, what: str, node: c_ast.Node, effects: SideEffects) -> Var:
    """An arbitrary value of the type; `what` names the unsupported construct."""
    where = ctx.where(node)
    target = ctx.temporary("unknown", ctype, where)
    effects.before.append(_havoc_for_gap(ctx, target, what, where))
    return target


def note(ctx: Context, what: str, node: c_ast.Node) -> None:
    """Record an unsupported construct."""
    where = ctx.where(node)
    ctx.gaps.setdefault((where, what), Gap(where, what, foreign=True))


def assert_unreachable(ctx: Context, error: UnsupportedError, where: Where) -> list[Stmt]:
    """The assertion that an unsupported construct is unreachable."""
    required(ctx, _PLACE.sub("", str(error)), where)
    target = ctx.temporary("unknown", INT, where)
    return [_havoc_for_gap(ctx, target, "", where), Assert(ctree.FALSE, 0, where)]


def skip_statement(ctx: Context, error: UnsupportedError, node: c_ast.Node) -> list[Stmt]:
    """The assertion that an unsupported statement is unreachable; the lowering goes on behind it."""
    where = ctx.where(node)
    if not ctx.branches:
        ctx.surely_run.append(error)
    ctx.skipped[where] = ctx.skipped.get(where, True) and not ctx.loops
    return assert_unreachable(ctx, error, where)


def ordered_gaps(ctx: Context, body: Iterable[Stmt]) -> tuple[Gap, ...]:
    """All gaps, each with the places of assertions that no run reaches behind it.

    The gap must be in no loop. Such a place has all its assertions in front of the gap: its function is inlined once,
    it is no place of several statements, as those of a macro are, and no constant decided one of its assertions.
    """
    if not any(ctx.skipped.values()):
        return tuple(ctx.gaps.values())
    twice = [function for function, count in Counter(map(id, ctx.inlined)).items() if count > 1]
    nodes = (node for function in ctx.inlined if id(function) in twice for node in walk(function))
    repeated = {(one.file, one.line) for one in map(ctx.where, {id(node): node for node in nodes}.values())}
    first, last = dict[Where, int](), dict[Where, int]()
    for position, stmt in enumerate(ctree.statements(body)):
        if isinstance(stmt, Assert):
            first.setdefault(stmt.where, position)
            last[stmt.where] = position
    single = {one for one in last.keys() - ctx.settled if one.column and (one.file, one.line) not in repeated}
    return tuple(
        replace(gap, earlier=frozenset(one for one in single if last[one] < first[gap.where]))
        if ctx.skipped.get(gap.where) and gap.where in first
        else gap
        for gap in ctx.gaps.values()
    )


def required(ctx: Context, what: str, where: Where) -> None:
    """Record that the program is supported only if an assertion at this place holds; `what` is the construct."""
    ctx.gaps.setdefault((where, what), Gap(where, what, must_not_run=True))


def _havoc_for_gap(ctx: Context, target: Var, what: str, where: Where) -> Havoc:
    if what:
        ctx.gaps.setdefault((where, what), Gap(where, what, foreign=True))
    return Havoc(target, 0, nondet(target.type), where, unknown=True)
