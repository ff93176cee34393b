"""What loops make of cells in place, said of another array that holds what these cells held: `m[k] == f(o[k])`.

Nothing here is believed: that the arrays agreed is a guess, from what is compared and from what is copied.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.copying import replace
from veriabs.core.ctree import map_parts, statements, uncast, walk
from veriabs.core.expressions import Binary, Element, Expr
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, Loop, Stmt
from veriabs.invariants.quantified.facts import at_cell, guarded
from veriabs.invariants.quantified.unfolded import unfolded


def remade(program: Program) -> Iterator[Expr]:
    """That a cell is what a loop makes of the one beside it in an array that it may have agreed with."""
    twins = dict.fromkeys(pair for stmt in statements(program.body) for pair in _alike(stmt))
    for path in unfolded(program) if twins else ():
        match path.stmt:
            case Assign(target=Element(array=array, indices=(index,)) as cell, value=value) if path.loops:
                for held in (replace(cell, array=two) for one, two in twins if one == array and cell in walk(value)):
                    made, *guards = (_over(expr, cell, held) for expr in (value, *path.guards))
                    yield from at_cell(index, guarded(tuple(guards), Binary("==", cell, made)))
            case _:
                pass


def in_place(loop: Loop) -> bool:
    """Does the loop write cells that it reads, as one that changes each?"""
    body = list(statements((loop,)))
    written = {stmt.target for stmt in body if isinstance(stmt, Assign) and isinstance(stmt.target, Element)}
    read = (part for stmt in body if isinstance(stmt, Assign) for part in walk(stmt.value))
    return not written.isdisjoint(part for part in read if isinstance(part, Element))


def _alike(stmt: Stmt) -> Iterator[tuple[str, str]]:
    """Arrays of which cells are asserted to be equal, or copied from one to the other, each way round."""
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


def _over(expr: Expr, cell: Element, held: Element) -> Expr:
    """The expression with what the cell held in the place of the cell."""
    return map_parts(expr, lambda part: held if part == cell else part)
