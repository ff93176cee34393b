"""What is asserted of neighbours, such as their order: of the cells in front, of those that they are taken from, and
between the last one so far and what comes next.

A sequence that is made of others, as by merging them, is in order because these are, and because what comes next is
beyond what was last. Nothing here is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from veriabs.core.copying import replace
from veriabs.core.ctree import conjuncts, integer, map_parts, names, substitute, walk
from veriabs.core.expressions import Binary, Cast, Element, Expr
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign
from veriabs.core.types import LLONG
from veriabs.invariants.quantified.facts import at_cell, guarded
from veriabs.invariants.quantified.unfolded import unfolded
from veriabs.invariants.quantified.walks import Path, indices


def of_neighbours(program: Program) -> dict[Expr, Expr]:
    """What may hold of a cell and of those in front of it, where it is asserted or comes from: as it stands, and where
    those in front are there."""
    every = list(unfolded(program))
    asserted = dict.fromkeys(fact for path in every for fact in _asserted(path))
    named = ((one, fact) for array, fact in asserted for one in dict.fromkeys((array, *_sources(array, every))))
    found = (map_parts(fact, partial(_renamed, array=one)) for one, fact in named)
    return {fact: _inside(fact) for fact in found}


def borders(program: Program) -> list[tuple[str, Expr]]:
    """What may hold between the last cells of an array so far and what a loop stores next, by the array."""
    every = list(unfolded(program))
    asserted = dict.fromkeys(fact for path in every for fact in _asserted(path))
    return [(array, one) for array, fact in asserted for path in every for one in _next(array, fact, path)]


def _asserted(path: Path) -> Iterator[tuple[str, Expr]]:
    """What is asserted of a cell and of others in front of it, with the one array that it reads."""
    if not isinstance(path.stmt, Assert) or not path.loops:
        return
    for index in indices((path.stmt.test,)):
        for fact in at_cell(index, guarded(path.guards, path.stmt.test)):
            cells = {part for part in walk(fact) if isinstance(part, Element)}
            alone = len({cell.array for cell in cells}) == 1 and all(len(cell.indices) == 1 for cell in cells)
            if alone and len(cells) > 1 and all(_is_in_front(cell.indices[0]) for cell in cells):
                yield next(iter(cells)).array, fact


def _is_in_front(index: Expr) -> bool:
    """Is it the index of the cell, or of one in front of it?"""
    return index == CELL or (isinstance(index, Binary) and index.op == "-" and index.left == CELL)


def _sources(array: str, stores: Iterable[Path]) -> Iterator[str]:
    """The arrays of which cells are stored in the array as they are, or as one of several."""
    for path in stores:
        match path.stmt:
            case Assign(target=Element(array=name, type=kind), value=value) if name == array:
                yield from (e.array for e in walk(value) if isinstance(e, Element) and e.type == kind)
            case _:
                pass


def _next(array: str, fact: Expr, path: Path) -> Iterator[Expr]:
    """What has to hold between what a loop stores next, while it goes on, and the cells in front of that."""
    match path.stmt:
        case Assign(target=Element(array=name, indices=(index,), type=kind), value=value) if name == array and path.loops:
            stored = map_parts(fact, lambda part: value if part == Element(array, (CELL,), kind) else part)
            there = substitute(stored, {CELL.name: Cast(LLONG, index)})
            if array in names(there):
                yield guarded((*conjuncts(path.loops[-1].test), *path.guards), _inside(there))
        case _:
            pass


def _inside(fact: Expr) -> Expr:
    """The fact where none of the cells in front lies in front of the first one of the array."""
    found = [part.indices[0] for part in walk(fact) if isinstance(part, Element) and part.indices != (CELL,)]
    before = (index for index in dict.fromkeys(found) if isinstance(index, Binary) and index.op == "-")
    return guarded(tuple(Binary("<=", integer(0, LLONG), index) for index in before), fact)


def _renamed(part: Expr, array: str) -> Expr:
    return replace(part, array=array) if isinstance(part, Element) else part
