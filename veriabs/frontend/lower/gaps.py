"""Replace unsupported constructs: by an arbitrary value, or by an assertion that they are unreachable (docs/theory.md
15).

A construct that only computes a value becomes arbitrary. A construct with other effects becomes an assertion that no
run reaches it; until then the lowered run is a run of the program.
"""

from __future__ import annotations

import re

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.ctext import nondet
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Var
from veriabs.core.program import Gap
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Havoc, Stmt
from veriabs.core.types import INT, CType
from veriabs.frontend.lower.context import Context, Frame

_PLACE = re.compile(r"^\S+?:\d+(?::\d+)?: (not supported: )?")


def any_value(ctx: Context, ctype: CType, what: str, node: c_ast.Node, frame: Frame) -> Var:
    """An arbitrary value of the type; `what` names the unsupported construct."""
    where = ctx.where(node)
    target = ctx.temporary("unknown", ctype, where)
    frame.before.append(_any(ctx, target, what, where))
    return target


def note(ctx: Context, what: str, node: c_ast.Node) -> None:
    """Record an unsupported construct."""
    where = ctx.where(node)
    ctx.gaps.setdefault((where, what), Gap(where, what, foreign=True))


def unreached(ctx: Context, error: UnsupportedError, where: Where) -> list[Stmt]:
    """The assertion that an unsupported construct is unreachable."""
    required(ctx, _PLACE.sub("", str(error)), where)
    target = ctx.temporary("unknown", INT, where)
    return [_any(ctx, target, "", where), Assert(ctree.FALSE, 0, where)]


def required(ctx: Context, what: str, where: Where) -> None:
    """Record that the program is supported only if an assertion at this place holds; `what` is the construct."""
    ctx.gaps.setdefault((where, what), Gap(where, what, must_not_run=True))


def _any(ctx: Context, target: Var, what: str, where: Where) -> Havoc:
    if what:
        ctx.gaps.setdefault((where, what), Gap(where, what, foreign=True))
    return Havoc(target, 0, nondet(target.type), where, unknown=True)
