"""Choose the indices at which a cut loop assumes its facts about every cell.

    fact: cell < i => a[cell] == 0        iteration: if (a[i - 1] != 0) ...
    assumed at its start: i - 1 < i => a[i - 1] == 0

An invariant over `CELL` holds for every index at the start of the iteration, so any instances may be assumed there. A
solver needs them only at the indices where the iteration reads. Indices that the iteration computes are not known yet;
a fact about arrays that the loop does not write is assumed at such an access instead, over the scalars' values at the
start. An index that may be undefined, such as a quotient by zero, is omitted or first stored in a variable.
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
    """The invariants, and instances of those about every index at the indices where the loop reads.

    An index that the iteration computes first is not available at its start, except copies of other scalars (`a[n++]`)
    and those one step away (`a[--n]`). Facts about pairs are instantiated with one of these indices in either place.
    With `paired`, facts about one index hold for both. `fixed` are further cells that the program reads, at constant
    indices.
    """
    about_cells = [(expr, names(expr)) for expr in found if CELL in walk(expr)]
    if not about_cells:
        return found
    taken = _copies_of_scalars(facts)
    accessed = [replace(e, indices=tuple(taken.get(i, i) for i in e.indices)) for e in elements_of((facts.loop,))]
    accessed += _behind_a_step(facts.loop.body)
    inside = (e for e in accessed if not any(names(index) & facts.private for index in e.indices))
    read = [(e.array, e.indices[0]) for e in (*inside, *fixed) if len(e.indices) == 1]
    # the predecessor's fact continues a chain of neighbours
    chained = any(_reads_beside(expr, "-") or _reads_beside(expr, "+") for expr in found)
    near: list[tuple[str, Expr]] = [(a, Binary("-", t, integer(1))) for a, t in read if chained and isinstance(t, Var)]
    near += [(a, v) for a, t in read if (v := multiple_of(t)) is not None]
    next_links = [(a, t) for a, t in read if CELL not in walk(t)]  # one further link of a chain
    more: list[Expr] = []
    for expr, about in about_cells:
        of_two = OTHER in walk(expr)
        places = dict.fromkeys(read if of_two else next_links if _reads_beside(expr, "+") else (*read, *near))
        terms: list[Expr] = [Cast(LLONG, t) for a, t in places if a in about and _has_one_value(t)]
        more += [substitute(expr, new) for new in (_pairs(terms) if of_two else _singles(terms, paired))]
    return (*found, *(one for one in dict.fromkeys(more) if not _is_about_nothing(one)))


def _copies_of_scalars(facts: LoopFacts) -> dict[Expr, Expr]:
    """The private scalars that an iteration first sets to a copy of another scalar, with that scalar."""
    copies = ((s.target, uncast(s.value)) for s in statements((facts.loop,)) if isinstance(s, Assign))
    pairs = ((copy, value) for copy, value in copies if isinstance(copy, Var) and isinstance(value, Var))
    return {copy: value for copy, value in pairs if copy.name in facts.private and value.name not in facts.private}


def _behind_a_step(body: tuple[Stmt, ...]) -> Iterator[Element]:
    """The cells accessed after `v = v - 1;`, in terms of the earlier value of v."""
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
    """Does the fact read the cell before (`-`) or after (`+`) the arbitrary one?"""
    beside = (index for cell in _elements(fact) for index in cell.indices)
    return any(isinstance(index, Binary) and index.op == way and CELL in walk(index.left) for index in beside)


def _is_about_nothing(instance: Expr) -> bool:
    """Whether the index is outside the range of the fact: `cell < i` says nothing about cell i.

    Each additional index costs the solver time.
    """
    ranges = (part.operand for part in disjuncts(instance) if isinstance(part, Unary) and part.op == "!")
    return any(_is_unsatisfiable(part) for within in ranges for part in conjuncts(within))


def _is_unsatisfiable(test: Expr) -> bool:
    match test:
        case Binary(op="<" | "<=" as op, left=left, right=right):
            low, high = affine(left, {}), affine(right, {})
            way = high.plus(low, -1) if low and high else None
            return way is not None and way.is_constant and way.constant < (op == "<")
        case _:
            return False


def neighbour_cells(test: Expr, index: Expr) -> Iterator[Element]:
    """The cells before and after `CELL` that a test reads, with respect to its index."""
    here = affine(index, {})
    for cell in (one for one in _elements(test) if len(one.indices) == 1):
        there = affine(cell.indices[0], {})
        away = there.plus(here, -1) if here and there else None
        if away and away.is_constant and away.constant:
            yield replace(cell, indices=(Binary("+", CELL, integer(away.constant, LLONG)),))


def multiple_of(index: Expr) -> Var | None:
    """The scalar in an index like `3 * i + 1` or `i / 32`; facts about its cells are facts about every `i`."""
    parts = list(walk(index))
    scalars = {part for part in parts if isinstance(part, Var)}
    operators = {part.op for part in parts if isinstance(part, Binary)}
    plain = all(isinstance(part, Var | Const | Cast | Binary) for part in parts)
    scaled = plain and operators & _SCALES and operators <= _SCALES | {"+", "-"} and _has_one_value(index)
    return next(iter(scalars)) if scaled and len(scalars) == 1 else None


_SCALES = {"*", "/", ">>"}


def _has_one_value(index: Expr) -> bool:
    """Does every evaluation give the same value, whatever the scalars hold?"""
    return not any(isinstance(part, Element) or _may_be_undefined(part) for part in walk(index))


def _may_be_undefined(part: Expr) -> bool:
    match part:
        case Binary(op="/" | "%" | "<<" | ">>", right=Const(value=value)):
            return value <= 0
        case Binary(op="/" | "%" | "<<" | ">>"):
            return True
        case _:
            return False


def _singles(terms: list[Expr], paired: bool) -> Iterator[dict[str, Expr]]:
    """The substitutions for the arbitrary index."""
    yield from ({CELL.name: term} for term in ((OTHER, *terms) if paired else terms))


def _pairs(terms: list[Expr]) -> Iterator[dict[str, Expr]]:
    yield {CELL.name: OTHER, OTHER.name: CELL}
    for term in terms:
        yield {OTHER.name: term}
        yield {CELL.name: term}


def facts_for_accesses(
    facts: LoopFacts, invariants: tuple[Expr, ...], scalars: Iterable[Scalar]
) -> tuple[tuple[Expr, ...], tuple[Stmt, ...]]:
    """The facts that an iteration may assume at an access, and the definitions of the initial values that they use.

    Only facts about arrays that the loop does not write, since other cells may have changed since the iteration's
    start.
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
    stmt: Stmt, assumed: tuple[Expr, ...], made: AbstractSet[str], known: frozenset[str], numbers: Iterator[int]
) -> Iterator[Stmt]:
    """Assumptions for the cells that a statement accesses at indices computed in this iteration.

    Instances for other indices are assumed at the start of the iteration. Arrays that are not `known` have an arbitrary
    value at each access, so an index that reads one cannot be used.
    """
    if not assumed or isinstance(stmt, Loop):
        return
    targets = [stmt.target] if isinstance(stmt, Assign | Havoc) else []
    found = [e for expr in (*expressions(stmt), *targets) for e in _elements(expr) if len(e.indices) == 1]
    for array, index in dict.fromkeys((e.array, e.indices[0]) for e in found):
        facts = [fact for fact in assumed if array in names(fact)] if names(index) & made else []
        if facts and all(e.array in known and len(e.indices) == 1 for e in _elements(index)):
            chosen = Var(f"accessed_{next(numbers)}", LLONG)
            yield Define(chosen, Cast(LLONG, index), stmt.where)
            yield from (Assume(substitute(fact, {CELL.name: chosen}), stmt.where) for fact in facts)


def _elements(expr: Expr) -> list[Element]:
    return [part for part in walk(expr) if isinstance(part, Element)]
