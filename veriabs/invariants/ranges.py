"""Make candidates for the range of a counter, for witness files; the caller has to prove them."""

from __future__ import annotations

from veriabs.core.ctext import Printer
from veriabs.core.expressions import Binary, Const, Expr
from veriabs.core.program import Program
from veriabs.core.types import IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.loops.fuse import counter_values
from veriabs.loops.iterations import LoopStart, listed, trips


def ranges(program: Program) -> Invariants:
    """`start <= i` and `i <= last` for every counter with constant ends."""
    return by_loop((one.facts.loop, _loop_ranges(one)) for one in listed(program))


def _loop_ranges(one: LoopStart) -> tuple[Expr, ...]:
    count, forms = trips(one), counter_values(one.facts, {})
    found: list[Expr] = []
    for a in one.facts.accelerable:
        start, form = one.starts.get(a.variable.name), forms.get(a.variable.name)
        if count is None or start is None or not start.is_constant or form is None:
            continue
        low, high = sorted((start.constant, start.constant + form.slope * count))
        ctype = a.variable.type
        if isinstance(ctype, IntType) and ctype.lowest <= low <= high <= ctype.highest:
            found.append(Binary(">=", a.variable, Const(low, ctype)))
            found.append(Binary("<=", a.variable, Const(high, ctype)))
    return tuple(found)


def text(program: Program, expr: Expr) -> str | None:
    """The invariant in the names of the user's file; None if a variable has no name there."""
    plain = True

    def source(name: str) -> str:
        nonlocal plain
        scalar = program.scalars.get(name)
        plain = plain and scalar is not None and scalar.source.isidentifier()
        return scalar.source if scalar else name

    spelled = Printer(scalar=source).expr(expr)
    return spelled if plain else None
