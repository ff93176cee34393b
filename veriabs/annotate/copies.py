"""Propose facts proved for one copy of a loop for its other copies: a function called twice has one text.

An annotation has to hold in every copy. Proofs of the copies may need different facts, of which none could be written
without this. The results are candidates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations

from veriabs.core.copying import replace
from veriabs.core.ctree import expressions, map_parts, statements, walk
from veriabs.core.expressions import Element, Expr, Var
from veriabs.core.loop_model import at_entry, entry_of
from veriabs.core.program import Program
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Havoc, Loop
from veriabs.core.types import INT
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import merge


def facts_of_copies(program: Program, facts: Invariants) -> Invariants:
    """The facts of each copy, renamed for the other copies that lack them."""
    pairs = [pair for loops in loops_by_place(program).values() for pair in permutations(loops, 2)]
    transferred = merge(*({other.id: tuple(_to_copy(one, other, facts.get(one.id, ())))} for one, other in pairs))
    return {loop: tuple(one for one in exprs if one not in facts.get(loop, ())) for loop, exprs in transferred.items()}


def loops_by_place(program: Program) -> dict[Where, list[Loop]]:
    """The loops by their position in the text; each call of a function contributes a copy of its loops."""
    copies: dict[Where, list[Loop]] = defaultdict(list)
    for stmt in statements(program.body):
        if isinstance(stmt, Loop):
            copies[stmt.where].append(stmt)
    return copies


def _to_copy(one: Loop, other: Loop, exprs: tuple[Expr, ...]) -> Iterator[Expr]:
    names = _corresponding_names(one, other)
    if names is None:
        return
    scalars = names | {_entry(old): _entry(new) for old, new in names.items()}
    arrays = names | {at_entry(old): at_entry(new) for old, new in names.items()}

    def change(part: Expr) -> Expr:
        match part:
            case Var(name=name):
                return replace(part, name=scalars.get(name, name))
            case Element(array=array):
                return replace(part, array=arrays.get(array, array))
            case _:
                return part

    yield from (map_parts(fact, change) for fact in exprs)


def _entry(name: str) -> str:
    return entry_of(Var(name, INT)).name


def _corresponding_names(one: Loop, other: Loop) -> dict[str, str] | None:
    """The variables of the other copy by those of one copy; None if the copies differ in more than names."""
    parts, twins = list(_parts(one)), list(_parts(other))
    if [type(part) for part in parts] != [type(part) for part in twins]:
        return None
    names: dict[str, str] = {}
    for part, twin in zip(parts, twins, strict=True):
        match part, twin:
            case (Var(name=old), Var(name=new)) | (Element(array=old), Element(array=new)):
                if names.setdefault(old, new) != new:
                    return None
            case _:
                pass
    return names


def _parts(loop: Loop) -> Iterator[Expr]:
    """All expressions that a loop evaluates or assigns, in order."""
    for stmt in statements((loop,)):
        targets = (stmt.target,) if isinstance(stmt, Assign | Havoc) else ()
        yield from (part for expr in (*targets, *expressions(stmt)) for part in walk(expr))
