"""What variables surely hold where a loop is entered, so that `j - i == 3` need not speak of earlier values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from veriabs.core.ctree import integer, writes
from veriabs.core.expressions import Expr
from veriabs.core.program import Initial, Program
from veriabs.core.statements import If, Loop, LoopId, Stmt
from veriabs.core.types import LLONG
from veriabs.loops.affine import Affine
from veriabs.loops.propagation import Values


def starts_of(program: Program) -> dict[LoopId, Mapping[str, Expr]]:
    """Constants by the loop and the scalar that holds them at its entry, by C's rules on machine words."""
    zero = {s.name: Affine() for s in program.scalars.values() if s.initial is Initial.ZERO}
    return dict(_within(program.body, Values(zero, program.task.data_model), program))


def _within(body: tuple[Stmt, ...], known: Values, program: Program) -> Iterator[tuple[LoopId, Mapping[str, Expr]]]:
    for stmt in body:
        match stmt:
            case Loop():
                yield stmt.id, {name: integer(value, LLONG) for name, value in known.constants.items()}
                below = (*stmt.body, *stmt.update)
                yield from _within(below, _apart(known, writes(below), program), program)
            case If(then=then, orelse=orelse):
                yield from _within(then, _apart(known, frozenset(), program), program)
                yield from _within(orelse, _apart(known, frozenset(), program), program)
            case _:
                pass
        known.pass_by((stmt,))


def _apart(known: Values, changed: frozenset[str], program: Program) -> Values:
    """The same for code of its own, without what has changed there before."""
    kept = {name: Affine((), value) for name, value in known.constants.items() if name not in changed}
    return Values(kept, program.task.data_model)
