"""Features of a task's loops by which strategies tell whether they are likely to prove it; each is cheap to compute.

No feature is a name, a text or a size: programs that differ only in those have the same features.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from veriabs.core.ctree import elements_of, names, reads_cell, statements, walk, writes
from veriabs.core.expressions import Binary, Element, Var
from veriabs.core.loop_exits import breaks
from veriabs.core.loop_model import LoopFacts, LoopModel
from veriabs.core.program import Program
from veriabs.core.statements import Assign, Havoc, If, Loop, Stmt
from veriabs.loops.private_scalars import private_scalars


def compacts(program: Program) -> bool:
    """Whether cells are written at a scalar that its loop moves only in some iterations, as in stream compaction."""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return any(_filters_cells(loop) for loop in loops)


def _filters_cells(loop: Loop) -> bool:
    moved = {name for stmt in _branches(loop.body) if (name := _self_updated_scalar(stmt))}
    targets = (stmt.target for stmt in statements(loop.body) if isinstance(stmt, Assign | Havoc))
    return any(moved & names(index) for cell in targets if isinstance(cell, Element) for index in cell.indices)


def merges(program: Program) -> bool:
    """Whether a loop stores cells read at several scalars that move only in some iterations, as merging does."""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return any(len(_read_indices(loop)) > 1 for loop in loops if not program.arrays.keys().isdisjoint(writes((loop,))))


def _read_indices(loop: Loop) -> set[str]:
    """Scalars that index cells that are read, and that move under a condition."""
    values = (stmt.value for stmt in statements(loop.body) if isinstance(stmt, Assign))
    read = (part for value in values for part in walk(value) if isinstance(part, Element))
    places = {name for cell in read for index in cell.indices for name in names(index)}
    return places & {name for stmt in _branches(loop.body) if (name := _self_updated_scalar(stmt))}


def _self_updated_scalar(stmt: Stmt) -> str:
    """The scalar whose new value depends on its old one, or an empty string."""
    if isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name in names(stmt.value):
        return stmt.target.name
    return ""


def compares_counts(model: LoopModel) -> bool:
    """Whether the assertion stands after the loops and is about scalars that count the cells with some property."""
    if model.goal.facts is not None or elements_of((model.assertion,)):
        return False
    return not names(model.assertion.test).isdisjoint(name for one in model.loops if one.exact for name in _counts(one))


def _counts(facts: LoopFacts) -> Iterator[str]:
    """Scalars that are incremented under a condition on a cell."""
    for branch in (stmt for stmt in statements(facts.loop.body) if isinstance(stmt, If)):
        if any(isinstance(part, Element) for part in walk(branch.test)):
            yield from set(map(_self_updated_scalar, branch.then)) - names(branch.test)


def rearranges(program: Program) -> bool:
    """Whether nested loops move cells within an array under conditions on its own cells, as sorting does."""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    nests = (loop for loop in loops if any(isinstance(stmt, Loop) for stmt in statements(loop.body)))
    return any(not _permuted_arrays(nest.body).isdisjoint(_names_in_conditions(nest.body)) for nest in nests)


def transforms_in_place_twice(program: Program) -> bool:
    """Whether several loops change the cells that end them, as a string cipher does that encodes and then decodes.

    The closed forms of the second loop then contain those of the first one.
    """
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    changed = [name for one in loops for name in names(one.test) & program.arrays.keys() & writes((one,))]
    return len(changed) > len(set(changed))


def mixes(program: Program) -> bool:
    """Whether a loop shifts a carried scalar and adds bits to it, as hashes and checksums do.

    No other invariant describes such a result. A shift alone takes a number apart and does not count.
    """
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    hashed = ((loop, name) for loop in loops for stmt in statements((loop,)) for name in _hashed_scalar(stmt))
    return any(name not in private_scalars(loop) for loop, name in hashed)


def _hashed_scalar(stmt: Stmt) -> frozenset[str]:
    """The scalar that a statement shifts and adds bits to."""
    match stmt:
        case Assign(target=Var(name=name) as target, value=value):
            parts = [part for part in walk(value) if isinstance(part, Binary)]
            shifted = any(part.op in ("<<", ">>") and target in walk(part.left) for part in parts)
            return frozenset({name} if shifted and any(part.op == "^" for part in parts) else ())
        case _:
            return frozenset()


def _permuted_arrays(body: Iterable[Stmt]) -> frozenset[str]:
    """Arrays that receive cells of their own, possibly through scalars."""
    assigns = [stmt for stmt in statements(body) if isinstance(stmt, Assign)]
    sources = {stmt.target.name: names(stmt.value) for stmt in assigns if isinstance(stmt.target, Var)}
    stores = ((stmt.target.array, names(stmt.value)) for stmt in assigns if isinstance(stmt.target, Element))
    return frozenset(a for a, given in stores if a in given or any(a in sources.get(one, ()) for one in given))


def _names_in_conditions(body: Iterable[Stmt]) -> frozenset[str]:
    """All names that conditions read."""
    tests = (stmt.test for stmt in statements(body) if isinstance(stmt, If | Loop))
    return frozenset(name for test in tests for name in names(test))


def _branches(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """All statements under a condition."""
    for branch in (stmt for stmt in statements(body) if isinstance(stmt, If)):
        yield from statements((*branch.then, *branch.orelse))


def searches(program: Program) -> bool:
    """Whether a condition on cells can end some loop."""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return any(reads_cell(loop.test) or (breaks(loop.body) and elements_of(loop.body)) for loop in loops)
