"""Where facts about every index are assumed: at which indices a proof by a cut loop may need them.

An invariant about `CELL` holds of every index at the start of the iteration, so any number of instances may be assumed
there. What the iteration computes before it accesses a cell is known only then: a fact about arrays that the loop
leaves as they are may be assumed right there as well, over the values that the scalars had at the start. Each instance
is of one index: one that may have two values, such as a quotient by zero, is kept in a variable or left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjuncts,
    disjuncts,
    elements_of,
    expressions,
    integer,
    names,
    statements,
    substitute,
    uncast,
    walk,
)
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Unary, Var
from veriabs.core.loop_model import CELL, OTHER, LoopFacts
from veriabs.core.program import Scalar
from veriabs.core.statements import Assign, Assume, Define, Havoc, If, Loop, Stmt
from veriabs.core.types import LLONG, ULLONG
from veriabs.loops.accelerate import at
from veriabs.loops.affine import affine


def instances(
    facts: LoopFacts, found: tuple[Expr, ...], fixed: Iterable[Element], *, paired: bool
) -> tuple[Expr, ...]:
    """The invariants; those about every index also at the indices where the loop reads what they speak of.

    An index that an iteration computes before it reads there is nothing yet where the iteration begins, but for one
    that it takes from another scalar (`a[n++]`), or that is one step away (`a[--n]`).

    Those about every pair with one of these indices in place of either; where there are such (`paired`), those about
    one index are taken of both. `fixed` are further cells that the program reads: at constant indices, beside `CELL`.
    """
    about_cells = [(expr, names(expr)) for expr in found if CELL in walk(expr)]
    if not about_cells:
        return found
    taken = _taken(facts)
    accessed = [replace(e, indices=tuple(taken.get(i, i) for i in e.indices)) for e in elements_of((facts.loop,))]
    accessed += _behind_a_step(facts.loop.body)
    inside = (e for e in accessed if not any(names(index) & facts.private for index in e.indices))
    read = [(e.array, e.indices[0]) for e in (*inside, *fixed) if len(e.indices) == 1]
    # What holds of the cell in front of the counter's takes a chain of neighbours one further.
    chained = any(_reads_beside(expr, "-") or _reads_beside(expr, "+") for expr in found)
    near: list[tuple[str, Expr]] = [(a, Binary("-", t, integer(1))) for a, t in read if chained and isinstance(t, Var)]
    near += [(a, v) for a, t in read if (v := multiple_of(t)) is not None]
    ahead = [(a, t) for a, t in read if CELL not in walk(t)]  # one link of a chain that goes on from there
    more: list[Expr] = []
    for expr, about in about_cells:
        of_two = OTHER in walk(expr)
        places = dict.fromkeys(read if of_two else ahead if _reads_beside(expr, "+") else (*read, *near))
        terms: list[Expr] = [Cast(LLONG, t) for a, t in places if a in about and _has_one_value(t)]
        more += [substitute(expr, new) for new in (_of_pair(terms) if of_two else _of_one(terms, paired))]
    return (*found, *(one for one in dict.fromkeys(more) if not _is_about_nothing(one)))


def _taken(facts: LoopFacts) -> dict[Expr, Expr]:
    """What an iteration sets first to a copy of another scalar, with that."""
    copies = ((s.target, uncast(s.value)) for s in statements((facts.loop,)) if isinstance(s, Assign))
    pairs = ((copy, value) for copy, value in copies if isinstance(copy, Var) and isinstance(value, Var))
    return {copy: value for copy, value in pairs if copy.name in facts.private and value.name not in facts.private}


def _behind_a_step(body: tuple[Stmt, ...]) -> Iterator[Element]:
    """Cells that are accessed behind `v = v - 1;`, by what v was in front of it."""
    for place, stmt in enumerate(body):
        match stmt:
            case If(then=then, orelse=orelse):
                yield from _behind_a_step(then)
                yield from _behind_a_step(orelse)
            case Assign(target=Var() as v, value=Binary(op="+" | "-", left=left, right=Const()) as value) if left == v:
                for cell in elements_of(body[place + 1 : place + 2]):
                    if any(v in walk(index) for index in cell.indices):
                        yield replace(cell, indices=tuple(substitute(i, {v.name: value}) for i in cell.indices))
            case _:
                pass


def _reads_beside(fact: Expr, way: str) -> bool:
    """Does it read a cell in front of the arbitrary one (`-`), or behind it (`+`)?"""
    beside = (index for cell in _elements(fact) for index in cell.indices)
    return any(isinstance(index, Binary) and index.op == way and CELL in walk(index.left) for index in beside)


def _is_about_nothing(instance: Expr) -> bool:
    """Is it about the cells of a range that its index is not in, as the counter is not among those in front of it?

    Each index that is named costs a solver.
    """
    ranges = (part.operand for part in disjuncts(instance) if isinstance(part, Unary) and part.op == "!")
    return any(_never_holds(part) for within in ranges for part in conjuncts(within))


def _never_holds(test: Expr) -> bool:
    match test:
        case Binary(op="<" | "<=" as op, left=left, right=right):
            low, high = affine(left, {}), affine(right, {})
            way = high.plus(low, -1) if low and high else None
            return way is not None and way.is_constant and way.constant < (op == "<")
        case _:
            return False


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


def told_of(
    facts: LoopFacts, invariants: tuple[Expr, ...], scalars: Iterable[Scalar]
) -> tuple[tuple[Expr, ...], tuple[Stmt, ...]]:
    """Facts about every index that an iteration may assume where it accesses a cell, and the definitions of the values
    at its start that these are over.

    Only of arrays that the loop leaves as they are: what it writes may no longer be what it was at the start.
    """
    about = [e for e in invariants if CELL in walk(e) and OTHER not in walk(e)]
    kept = [expr for expr in about if not {e.array for e in _elements(expr)} & facts.written]
    written = [Var(s.name, s.type) for s in scalars if s.name in facts.written]
    heads = {v: Var(f"head_{facts.number}_{v.name}", v.type) for v in written if any(v.name in names(e) for e in kept)}
    values: dict[str, Expr] = {v.name: head for v, head in heads.items()}
    itno = Var(f"itno_{facts.number}", ULLONG)
    definitions = tuple(Define(head, v, facts.loop.where) for v, head in heads.items())
    return tuple(substitute(at(expr, itno), values) for expr in kept), definitions


def at_accesses(
    stmt: Stmt, told: tuple[Expr, ...], made: AbstractSet[str], known: frozenset[str], numbers: Iterator[int]
) -> Iterator[Stmt]:
    """What is told of the cells that a statement accesses at indices that the iteration itself has `made` by then.

    At the others that is assumed where it starts. Arrays that are not `known` hold any value at each access, so that no
    index can be read from them.
    """
    if not told or isinstance(stmt, Loop):
        return
    targets = [stmt.target] if isinstance(stmt, Assign | Havoc) else []
    found = [e for expr in (*expressions(stmt), *targets) for e in _elements(expr) if len(e.indices) == 1]
    for array, index in dict.fromkeys((e.array, e.indices[0]) for e in found):
        facts = [fact for fact in told if array in names(fact)] if names(index) & made else []
        if facts and all(e.array in known and len(e.indices) == 1 for e in _elements(index)):
            chosen = Var(f"accessed_{next(numbers)}", LLONG)
            yield Define(chosen, Cast(LLONG, index), stmt.where)
            yield from (Assume(substitute(fact, {CELL.name: chosen}), stmt.where) for fact in facts)


def _elements(expr: Expr) -> list[Element]:
    return [part for part in walk(expr) if isinstance(part, Element)]
