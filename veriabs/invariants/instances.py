"""Where facts about every index are assumed: at which indices a proof by a cut loop may need them.

An invariant about `CELL` holds of every index at the start of the iteration, so any number of instances may be assumed
there. What the iteration computes before it accesses a cell is known only then: a fact about arrays that the loop
leaves as they are may be assumed right there as well, over the values that the scalars had at the start. Each instance
is of one index: one that may have two values, such as a quotient by zero, is kept in a variable or left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import elements_of, expressions, integer, names, statements, substitute, uncast, walk
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import CELL, OTHER, LoopFacts
from veriabs.core.program import Scalar
from veriabs.core.statements import Assign, Assume, Define, Havoc, Loop, Stmt
from veriabs.core.types import LLONG, ULLONG
from veriabs.loops.accelerate import at
from veriabs.loops.affine import affine


def instances(
    facts: LoopFacts, found: tuple[Expr, ...], fixed: Iterable[Element], *, paired: bool
) -> tuple[Expr, ...]:
    """The invariants; those about every index also at the indices where the loop reads what they speak of.

    An index that an iteration computes before it reads there is nothing yet where the iteration begins, but for one
    that it takes from another scalar (`a[n++]`).

    Those about every pair with one of these indices in place of either; where there are such (`paired`), those about
    one index are taken of both. `fixed` are further cells that the program reads: at constant indices, beside `CELL`.
    """
    about_cells = [(expr, names(expr)) for expr in found if CELL in walk(expr)]
    if not about_cells:
        return found
    taken = _taken(facts)
    every = (replace(e, indices=tuple(taken.get(i, i) for i in e.indices)) for e in elements_of((facts.loop,)))
    inside = (e for e in every if not any(names(index) & facts.private for index in e.indices))
    read = [(e.array, e.indices[0]) for e in (*inside, *fixed) if len(e.indices) == 1]
    # What holds of the cell in front of the counter's takes a chain of neighbours one further.
    near: list[tuple[str, Expr]] = [(a, Binary("-", t, integer(1))) for a, t in read if isinstance(t, Var)]
    near += [(a, v) for a, t in read if (v := multiple_of(t)) is not None]
    more: list[Expr] = []
    for expr, about in about_cells:
        of_two = OTHER in walk(expr)
        places = dict.fromkeys(read if of_two else (*read, *near))
        terms: list[Expr] = [Cast(LLONG, t) for a, t in places if a in about and _has_one_value(t)]
        more += [substitute(expr, new) for new in (_of_pair(terms) if of_two else _of_one(terms, paired))]
    return (*found, *dict.fromkeys(more))


def _taken(facts: LoopFacts) -> dict[Expr, Expr]:
    """What an iteration sets first to a copy of another scalar, with that."""
    copies = ((s.target, uncast(s.value)) for s in statements((facts.loop,)) if isinstance(s, Assign))
    pairs = ((copy, value) for copy, value in copies if isinstance(copy, Var) and isinstance(value, Var))
    return {copy: value for copy, value in pairs if copy.name in facts.private and value.name not in facts.private}


def beside(test: Expr, index: Expr) -> Iterator[Element]:
    """The cells that a test reads in front of the one at its index, which is `CELL`, or behind it."""
    here = affine(index, {})
    for cell in (one for one in _elements(test) if len(one.indices) == 1):
        there = affine(cell.indices[0], {})
        away = there.plus(here, -1) if here and there else None
        if away and away.is_constant and away.constant:
            yield replace(cell, indices=(Binary("+", CELL, integer(away.constant, LLONG)),))


def multiple_of(index: Expr) -> Var | None:
    """The scalar of an index like `3 * i + 1` or `i / 32`: facts about its cells are facts about every `i`."""
    parts = list(walk(index))
    scalars = {part for part in parts if isinstance(part, Var)}
    operators = {part.op for part in parts if isinstance(part, Binary)}
    plain = all(isinstance(part, Var | Const | Cast | Binary) for part in parts)
    scaled = plain and operators & _SCALES and operators <= _SCALES | {"+", "-"} and _has_one_value(index)
    return next(iter(scalars)) if scaled and len(scalars) == 1 else None


_SCALES = {"*", "/", ">>"}


def _has_one_value(index: Expr) -> bool:
    """Is it the same each time that it is written out, whatever its scalars hold?"""
    return not any(isinstance(part, Element) or _may_be_undefined(part) for part in walk(index))


def _may_be_undefined(part: Expr) -> bool:
    match part:
        case Binary(op="/" | "%" | "<<" | ">>", right=Const(value=value)):
            return value <= 0
        case Binary(op="/" | "%" | "<<" | ">>"):
            return True
        case _:
            return False


def _of_one(terms: list[Expr], paired: bool) -> Iterator[dict[str, Expr]]:
    """What is put in for the arbitrary index."""
    yield from ({CELL.name: term} for term in ((OTHER, *terms) if paired else terms))


def _of_pair(terms: list[Expr]) -> Iterator[dict[str, Expr]]:
    yield {CELL.name: OTHER, OTHER.name: CELL}
    for term in terms:
        yield {OTHER.name: term}
        yield {CELL.name: term}


class Told(Struct, frozen=True):
    """A fact about every index, over the values at the start of an iteration, and what the iteration writes."""

    fact: Expr
    made: frozenset[str]


def told_of(
    facts: LoopFacts, invariants: tuple[Expr, ...], scalars: Iterable[Scalar]
) -> tuple[tuple[Told, ...], tuple[Stmt, ...]]:
    """What an iteration may assume where it accesses a cell, and the definitions that this is over.

    Only of arrays that the loop leaves as they are: what it writes may no longer be what it was at the start.
    """
    about = [e for e in invariants if CELL in walk(e) and OTHER not in walk(e)]
    kept = [expr for expr in about if not {e.array for e in _elements(expr)} & facts.written]
    written = [Var(s.name, s.type) for s in scalars if s.name in facts.written]
    heads = {v: Var(f"head_{facts.number}_{v.name}", v.type) for v in written if any(v.name in names(e) for e in kept)}
    values: dict[str, Expr] = {v.name: head for v, head in heads.items()}
    itno = Var(f"itno_{facts.number}", ULLONG)
    definitions = tuple(Define(head, v, facts.loop.where) for v, head in heads.items())
    return tuple(Told(substitute(at(expr, itno), values), facts.written) for expr in kept), definitions


def at_accesses(
    stmt: Stmt, told: tuple[Told, ...], known: frozenset[str], numbers: Iterator[int]
) -> Iterator[Stmt]:
    """What is told of the cells that a statement accesses at indices that the iteration itself computes.

    Arrays that are not `known` hold any value at each access, so that no index can be read from them.
    """
    if not told or isinstance(stmt, Loop):
        return
    targets = [stmt.target] if isinstance(stmt, Assign | Havoc) else []
    found = [e for expr in (*expressions(stmt), *targets) for e in _elements(expr) if len(e.indices) == 1]
    for array, index in dict.fromkeys((e.array, e.indices[0]) for e in found):
        facts = [one.fact for one in told if array in names(one.fact) and names(index) & one.made]
        if facts and all(e.array in known and len(e.indices) == 1 for e in _elements(index)):
            chosen = Var(f"accessed_{next(numbers)}", LLONG)
            yield Define(chosen, Cast(LLONG, index), stmt.where)
            yield from (Assume(substitute(fact, {CELL.name: chosen}), stmt.where) for fact in facts)


def _elements(expr: Expr) -> list[Element]:
    return [part for part in walk(expr) if isinstance(part, Element)]
