r"""Goals from the `assigns` clauses of ACSL: all other memory of the caller has its old values after the call.

    /*@ requires \valid(a + (0 .. n)); assigns a[0 .. n-1]; */
    ->  ensures \forall integer cell; 0 <= cell <= n ==> 0 <= cell <= n-1 || a[cell] == \old(a[cell]);

A clause stays a condition of the verdict if it names places that are not supported, or if the function may reach memory
that the goals do not cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.expressions import Const
from veriabs.core.types import FloatType
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.annotations import Clause
from veriabs.frontend.contract.contract import AssignsClause, Contract, Predicate
from veriabs.frontend.contract.syntax import (
    Chain,
    ClauseNode,
    Index,
    Interval,
    Logical,
    MemberTerm,
    Name,
    Notation,
    Number,
)
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import ArrayOf, RecordType, Type, arithmetic, target

_ZERO = Number("0")


class AssignsGoals(Struct, frozen=True):
    """What follows from the `assigns` clauses: goals after the call, and the clauses that they do not cover."""

    goals: tuple[Predicate, ...]
    uncovered: tuple[Clause, ...]


class _Place(Struct, frozen=True):
    """Memory that a clause allows to change: cells of a pointer or an array, or a variable; of structs one member."""

    base: str
    cells: Interval | None
    member: str = ""


class _Object(Struct, frozen=True):
    """Memory that the function may reach: a variable, or the cells 0 to `last` of a pointer or an array."""

    base: str
    last: ClauseNode | None
    cell: Type | None
    is_variable: bool = False


def frame(
    contract: Contract,
    pointers: Mapping[str, c_ast.Decl],
    variables: Sequence[c_ast.Decl],
    constants: Sequence[c_ast.Decl],
    types: TypedTree,
    counter: str,
) -> AssignsGoals:
    """The goals of the `assigns` clauses for a function with these pointers that uses these variables of the file.

    `counter` is a name that no clause uses. Constants have no goals, but may point to other memory.
    """
    named = {one.name: one for one in variables}
    reached = [*_pointed(contract, pointers, types), *(_variable(one, types) for one in named.values())]
    objects = [one for one in reached if one is not None]
    whole = [*reached, *(_variable(one, types) for one in constants)]
    complete = all(one is not None and None not in (_members(one.cell) or [None]) for one in whole)
    goals, uncovered = list[Predicate](), list[Clause]()
    for one in contract.assigns:
        places = [_place(node) for node in one.places]
        if one.unsupported or any(place is None for place in places):
            uncovered += one.clauses
            continue
        known = [place for place in places if place is not None]
        goals += (goal for item in objects for goal in _goals(item, known, one, counter))
        uncovered += [] if complete else one.clauses
    return AssignsGoals(tuple(goals), tuple(uncovered))


def _pointed(contract: Contract, pointers: Mapping[str, c_ast.Decl], types: TypedTree) -> Iterator[_Object | None]:
    """The cells behind each pointer, for each size that the contract requires; None for others."""
    for key, parameter in pointers.items():
        extents = contract.extent(key)
        if not extents or any(one.nullable or one.bytes is not None for one in extents):
            yield None
            continue
        yield from (_Object(key, one.last or _ZERO, target(types.read(parameter))) for one in extents)


def _variable(node: c_ast.Decl, types: TypedTree) -> _Object | None:
    """A variable of the file; None if its size, or the size of its cells, is not known."""
    match ctype := types.of(node):
        case ArrayOf(element=element, size=Const(value=int(size))) if size > 0:
            return _Object(node.name, Number(str(size - 1)), element, is_variable=True)
        case None | ArrayOf():
            return None
        case _:
            return _Object(node.name, None, ctype, is_variable=True)


def _members(cell: Type | None) -> list[tuple[str, Type] | None] | None:
    """The scalars of a cell by the name of their member; None for a member, or a cell, that is not supported."""
    if cell is not None and arithmetic(cell) is not None:
        return [("", cell)]
    if not isinstance(cell, RecordType) or cell.union or not cell.fields:
        return None
    return [(one.name, one.type) if one.width is None and arithmetic(one.type) else None for one in cell.parts]


def _goals(item: _Object, places: Sequence[_Place], assigned: AssignsClause, counter: str) -> Iterator[Predicate]:
    """The scalars of an object that are no place of the clause keep their values."""
    is_cell = item.last is not None and item.last != _ZERO
    index = Name(counter) if is_cell else _ZERO
    place: ClauseNode = Name(item.base) if item.last is None else Index(Name(item.base), index)
    for found in _members(item.cell) or []:
        if found is None:
            continue
        member, ctype = found
        own = [one for one in places if one.base == item.base and one.member in ("", member)]
        own = [one for one in own if one.cells is not None or item.is_variable]
        if any(_covers(one, item) for one in own):
            continue
        scalar = MemberTerm(place, member, arrow=False) if member else place
        body = _unchanged(scalar, is_float=isinstance(ctype, FloatType))
        for one in own:
            assert one.cells is not None
            body = Logical("||", _index_in_range(index, one.cells), body)
        if is_cell:
            body = Logical("==>", Chain((_ZERO, index, _at_entry(item.last or _ZERO)), ("<=", "<=")), body)
            body = syntax.Quantified(True, (("integer", counter),), body)
        if assigned.guard is not None:
            body = Logical("==>", syntax.At(assigned.guard, "Pre"), body)
        yield Predicate(body, assigned.clauses[0].where, Notation.ACSL)


def _unchanged(scalar: ClauseNode, *, is_float: bool) -> ClauseNode:
    """The scalar has its old value; one that is no number is none before and after."""
    old = syntax.At(scalar, "Pre")
    same = Chain((scalar, old), ("==",))
    if not is_float:
        return same
    return Logical("||", same, Logical("&&", Chain((scalar, scalar), ("!=",)), Chain((old, old), ("!=",))))


def _index_in_range(index: ClauseNode, cells: Interval) -> ClauseNode:
    """The condition that an index is in a range whose ends have their values from before the call."""
    lower, upper = (None if one is None else _at_entry(one) for one in (cells.lower, cells.upper))
    operands = [one for one in (lower, index, upper) if one is not None]
    return Chain(tuple(operands), ("<=",) * (len(operands) - 1))


def _at_entry(term: ClauseNode) -> ClauseNode:
    return term if isinstance(term, Number) else syntax.At(term, "Pre")


def _covers(place: _Place, item: _Object) -> bool:
    """Does the place certainly contain the object (or its member)?"""
    if place.cells is None:
        return item.is_variable
    lower, upper = place.cells.lower, place.cells.upper
    return lower in (None, _ZERO) and (upper is None or upper == item.last)


def _place(node: ClauseNode) -> _Place | None:
    """A location of an `assigns` clause; None for a form that is not supported."""
    match node:
        case Name(base):
            return _Place(base, None)
        case MemberTerm(Name(base), name, True):
            return _Place(base, Interval(_ZERO, _ZERO), name)
        case MemberTerm(inner, name, False):
            found = _place(inner)
            return _Place(found.base, found.cells, name) if found is not None and not found.member else None
        case Index(Name(base), Interval() as cells):
            return _Place(base, cells)
        case Index(Name(base), index):
            return _Place(base, Interval(index, index))
        case syntax.UnaryTerm("*", Name(base)):
            return _Place(base, Interval(_ZERO, _ZERO))
        case syntax.UnaryTerm("*", syntax.BinaryTerm("+", Name() as base_name, offset)):
            return _place(Index(base_name, offset))
        case _:
            return None
