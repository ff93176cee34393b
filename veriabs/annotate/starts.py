"""Find the constants that variables hold at a loop's entry, so that `j - i == 3` needs no earlier values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from veriabs.core.ctree import integer, names, reads_cell, statements, writes
from veriabs.core.expressions import Cast, Expr, Var
from veriabs.core.program import Initial, Program
from veriabs.core.statements import Assign, If, Loop, LoopId, Stmt
from veriabs.core.types import LLONG
from veriabs.loops.affine import Affine
from veriabs.loops.propagation import Values


def entry_constants(program: Program) -> dict[LoopId, Mapping[str, Expr]]:
    """The constants at the entry of each loop, by scalar, with C's machine arithmetic."""
    zero = {s.name: Affine() for s in program.scalars.values() if s.initial is Initial.ZERO}
    return dict(_starts_in(program.body, Values(zero, program.task.data_model), program))


def _starts_in(body: tuple[Stmt, ...], known: Values, program: Program) -> Iterator[tuple[LoopId, Mapping[str, Expr]]]:
    for stmt in body:
        match stmt:
            case Loop():
                yield stmt.id, {name: integer(value, LLONG) for name, value in known.constants.items()}
                below = (*stmt.body, *stmt.update)
                yield from _starts_in(below, _unchanged_values(known, writes(below), program), program)
            case If(then=then, orelse=orelse):
                yield from _starts_in(then, _unchanged_values(known, frozenset(), program), program)
                yield from _starts_in(orelse, _unchanged_values(known, frozenset(), program), program)
            case _:
                pass
        known.pass_by((stmt,))


def _unchanged_values(known: Values, changed: frozenset[str], program: Program) -> Values:
    """The values without variables that the code in between changes."""
    kept = {name: Affine((), value) for name, value in known.constants.items() if name not in changed}
    return Values(kept, program.task.data_model)


def known_scalars(program: Program) -> dict[str, Expr]:
    """The scalars that are assigned once, with their values; variables in these are assigned once and earlier."""
    sets = Counter(name for stmt in statements(program.body) for name in writes((stmt,)) if not _holds(stmt))
    found, known = dict[str, Expr](), {name for name in program.scalars if not sets[name]}
    for stmt in program.body:
        match stmt:
            case Assign(target=Var(name), value=value) if sets[name] == 1 and names(value) <= known:
                if not reads_cell(value):
                    found[name] = value
        known |= {name for name in writes((stmt,)) if sets[name] == 1 and not _holds(stmt)}
    return found


def sizes_at(program: Program) -> dict[LoopId, Mapping[str, Expr]]:
    """The expressions that array sizes were set to before each loop; the sizes may have no names of their own."""
    sizes = {size.name: size for array in program.arrays.values() for size in array.sizes if isinstance(size, Var)}
    values, known, found = known_scalars(program), dict[str, Expr](), dict[LoopId, Mapping[str, Expr]]()
    for stmt in program.body:
        found |= {one.id: dict(known) for one in statements((stmt,)) if isinstance(one, Loop)}
        known |= {name: Cast(sizes[name].type, values[name]) for name in writes((stmt,)) & sizes.keys() & values.keys()}
    return found


def _holds(stmt: Stmt) -> bool:
    """Does the statement contain statements, which are visited themselves?"""
    return isinstance(stmt, If | Loop)
