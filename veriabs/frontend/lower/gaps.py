"""What is not understood: a value that may be any one, or a statement that must not be reached (docs/theory.md 15).

What only computes a value has any value. What may do more than that, and stands where the run may not come, is an
assertion that it does not come there: up to such a place the run is the program's.
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

_PLACE = re.compile(r"^\S+?:\d+(?::\d+)?: ")


def any_value(ctx: Context, ctype: CType, what: str, node: c_ast.Node, frame: Frame) -> Var:
    """A value of the type, of which nothing is known; `what` says why."""
    where = ctx.where(node)
    target = ctx.temporary("unknown", ctype, where)
    frame.before.append(_any(ctx, target, what, where))
    return target


def note(ctx: Context, what: str, node: c_ast.Node) -> None:
    """Says that something happens here of which nothing is known."""
    where = ctx.where(node)
    ctx.gaps.setdefault((where, what), Gap(where, what, foreign=True))


def unreached(ctx: Context, error: UnsupportedError, where: Where) -> list[Stmt]:
    """The assertion that what is not understood is not reached."""
    required(ctx, _PLACE.sub("", str(error)), where)
    target = ctx.temporary("unknown", INT, where)
    return [_any(ctx, target, "", where), Assert(ctree.FALSE, 0, where)]


def required(ctx: Context, what: str, where: Where) -> None:
    """Says that an assertion at the place has to hold for the program to be understood; `what` if it does not."""
    ctx.gaps.setdefault((where, what), Gap(where, what, must_not_run=True))


def _any(ctx: Context, target: Var, what: str, where: Where) -> Havoc:
    if what:
        ctx.gaps.setdefault((where, what), Gap(where, what, foreign=True))
    return Havoc(target, 0, nondet(target.type), where, unknown=True)
