"""Find private scalars: each iteration writes them before it reads them (docs/theory.md 2.8).

    for (i = 0; i < n; i++) { t = a[i]; b[i] = t * t; }      // t is private, i is not
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from veriabs.core.ctree import names, statements, unexpected_construct
from veriabs.core.expressions import Expr, Var
from veriabs.core.loop_exits import continues
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, Stmt


def private_scalars(loop: Loop) -> frozenset[str]:
    """Scalars that the loop writes, and that every iteration writes before it reads them."""
    flow = _Flow()
    flow.expr(loop.test, frozenset())
    after = flow.body(loop.body, frozenset())
    flow.body(loop.update, frozenset() if continues(loop.body) else after)
    body = (*loop.body, *loop.update)
    scalars = {s.target.name for s in statements(body) if isinstance(s, Assign | Havoc) and isinstance(s.target, Var)}
    return frozenset(scalars - flow.exposed)


def read_first(code: Iterable[Stmt]) -> tuple[frozenset[str], frozenset[str]]:
    """Names that straight-line code may read before writing them, and scalars that it certainly writes."""
    flow = _Flow()
    written = flow.body(code, frozenset())
    return frozenset(flow.exposed), frozenset(written)


class _Flow:
    """Definite assignment analysis: collects in `exposed` the names that may be read before they are written."""

    def __init__(self) -> None:
        self.exposed: set[str] = set()

    def expr(self, expr: Expr, written: Set[str]) -> None:
        self.exposed |= names(expr) - written

    def body(self, body: Iterable[Stmt], before: Set[str]) -> Set[str]:
        """The names that are certainly written after the statements."""
        written = set(before)
        for stmt in body:
            written |= self.stmt(stmt, written)
        return written

    def stmt(self, stmt: Stmt, written: Set[str]) -> Set[str]:
        """The names that the statement certainly writes; it may leave out names in `written`."""
        match stmt:
            case Assign(target=target, value=value):
                self.expr(value, written)
                return self._target(target, written)
            case Havoc(target=target):
                return self._target(target, written)
            case If(test=test, then=then, orelse=orelse):
                self.expr(test, written)
                ends = [self.body(part, written) for part in (then, orelse) if not _jumps(part)]
                for part in (then, orelse):
                    if _jumps(part):
                        self.body(part, written)
                return frozenset.intersection(*map(frozenset, ends)) if ends else frozenset()
            case Loop(test=test, body=body, update=update):
                self.expr(test, written)
                self.body((*body, *update), written)
            case Assert(test=test):
                self.expr(test, written)
            case Break() | Continue() | Halt():
                pass
            case _:
                raise unexpected_construct(stmt)
        return frozenset()

    def _target(self, target: Expr, written: Set[str]) -> Set[str]:
        if isinstance(target, Var):
            return {target.name}
        for index in getattr(target, "indices", ()):
            self.expr(index, written)
        return frozenset()


def _jumps(body: tuple[Stmt, ...]) -> bool:
    return bool(body) and isinstance(body[-1], Break | Continue | Halt)
