"""Relate a cell that a loop updates in place to the same cell of another array: `m[k] == f(o[k])`.

    for (i...) m[i] = o[i];   for (i...) m[i] = f(m[i]);    // candidate: m[cell] == f(o[cell]) for the cells passed

Comparisons and copies suggest that the arrays were equal before. The results are candidates.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.components import component, nothing
from veriabs.core.copying import replace
from veriabs.core.ctree import map_parts, statements, uncast, walk
from veriabs.core.expressions import Binary, Element, Expr
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, Loop, Stmt
from veriabs.invariants.quantified.facts import generalise, guarded
from veriabs.invariants.quantified.forward_substitution import substituted_paths


@component("in_place_map", nothing)
def in_place_maps(program: Program) -> Iterator[Expr]:
    """The updated cell equals the update of the corresponding cell in the other array."""
    twins = dict.fromkeys(pair for stmt in statements(program.body) for pair in _equal_arrays(stmt))
    for path in substituted_paths(program) if twins else ():
        match path.stmt:
            case Assign(target=Element(array=array, indices=(index,)) as cell, value=value) if path.loops:
                for held in (replace(cell, array=two) for one, two in twins if one == array and cell in walk(value)):
                    made, *guards = (_with_old_value(expr, cell, held) for expr in (value, *path.guards))
                    yield from generalise(index, guarded(tuple(guards), Binary("==", cell, made)))
            case _:
                pass


def is_in_place_map(loop: Loop) -> bool:
    """Does the loop write cells that it reads, updating each of them?"""
    body = list(statements((loop,)))
    written = {stmt.target for stmt in body if isinstance(stmt, Assign) and isinstance(stmt.target, Element)}
    read = (part for stmt in body if isinstance(stmt, Assign) for part in walk(stmt.value))
    return not written.isdisjoint(part for part in read if isinstance(part, Element))


def _equal_arrays(stmt: Stmt) -> Iterator[tuple[str, str]]:
    """Pairs of arrays with cells that are asserted to be equal, or copied, in both orders."""
    compared: list[tuple[Expr, Expr]] = []
    match stmt:
        case Assert(test=test):
            compared = [(part.left, part.right) for part in walk(test) if isinstance(part, Binary) and part.op == "=="]
        case Assign(target=Element() as cell, value=value):
            compared = [(cell, value)]
        case _:
            pass
    for one, two in ((uncast(left), uncast(right)) for left, right in compared):
        if isinstance(one, Element) and isinstance(two, Element) and one.type == two.type and one.array != two.array:
            yield one.array, two.array
            yield two.array, one.array


def _with_old_value(expr: Expr, cell: Element, held: Element) -> Expr:
    """The expression with the cell's old value in place of the cell."""
    return map_parts(expr, lambda part: held if part == cell else part)
