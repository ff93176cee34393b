"""Regions: objects that one pointer may point to, as rows of one array (docs/theory.md 14).

    int *p = c ? a : b; p[i] = 1;          p_object = c ? 0 : 1; a_and_others[p_object][i] = 1;

A pointer that is assigned a second object puts both objects into one region from the next lowering on. This is
Steensgaard's analysis, with one class per pointer. A pointer into a region is the number of the row, and its position
in that row.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Const, Element, Expr
from veriabs.core.program import Array, Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import INT
from veriabs.core.typing_rules import CHAR
from veriabs.frontend.lower import cells, memory, reallocation
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import JOINED, ObjectKey, Place, Region, Rest, Storage
from veriabs.frontend.typed.types import ArrayOf, RecordType, Type, same_type

MOST = 512
"""Most objects in regions of one program."""
SUMMARY_SIZE = 1 << 20
"""Number of objects of an allocation in a loop, and of a region that contains such objects."""


def declare(
    ctx: Context, source: str, ctype: Type, initial: Initial, where: Where, *, variable: bool = False,
    key: ObjectKey | None = None, rest: Rest | None = None,
) -> Place:
    """Create an object that pointers may point to: a separate one, or the next one of its region.

    An allocated struct has a `rest`.
    """
    key = key or next_key(ctx, source, where, initial, ctype)
    if key not in ctx.facts.together:
        if alone := key in ctx.facts.arrays and rest is None:
            ctype = ArrayOf(ctype, ctree.integer(1))
        place = memory.declare(ctx, source, ctype, initial, where, rest)
        place.storage.declared = variable
        place = _register_object(ctx, place, key, ctype)
        return place.at(ctree.integer(0), ctype.element) if alone and isinstance(ctype, ArrayOf) else place
    region = _region(ctx, key, ctype, source, where)
    if variable:  # with checks, it is that of all its objects
        region.storage.depth = ctx.depth if ctx.task.checks else max(region.storage.depth, ctx.depth)
    number = ctree.integer(region.used)
    region.used += 1
    if initial is Initial.ZERO and not region.zero:
        ctx.prologue += set_to_zero(ctx, region.storage, number, where)
    return _object(region, number)


def learn_array(ctx: Context, place: Place) -> None:
    """Make a whole object an array of one element from the next lowering on (C11 6.5.6, 7)."""
    key = place.storage.key
    if key is not None and not (place.path or place.indices or key in ctx.facts.together or key in ctx.facts.arrays):
        ctx.facts.arrays.add(key)
        ctx.facts.grown = True


def literal(ctx: Context, characters: Sequence[int], where: Where) -> Place:
    """Create the array of a string literal; in a region, cells after its end are arbitrary."""
    ctype, initial = ArrayOf(CHAR, ctree.integer(len(characters))), Initial.ZERO
    key = next_key(ctx, "text", where, initial, ctype, literal=True)
    if key in ctx.facts.together:
        region = _region(ctx, key, ctype, "text", where)
        place, alone = _object(region, ctree.integer(region.used)), False
        ctx.lengths[region.storage.leaves[()]][region.used] = len(characters)
        region.used += 1
    else:
        place, alone = memory.declare_lasting(ctx, "text", ctype, initial, where), True
        _register_object(ctx, place, key, ctype)
    ctx.constants |= {name: set() for name in place.storage.leaves.values()}
    for index, character in enumerate(characters):
        if character or not alone:
            cell = memory.lvalue(ctx, place.at(ctree.integer(index), CHAR), where)
            ctx.prologue.append(Assign(cell, Const(character, CHAR), where))
    return place


def placeholder_storage(ctx: Context, key: ObjectKey, element: Type) -> Storage | None:
    """The representation of an object that later text declares; None if there is none yet."""
    if reallocation.is_resized(ctx, key):
        return reallocation.storage_of(ctx, key, element, key.where)
    if key.literal and key in ctx.facts.together:
        return _region(ctx, key, ArrayOf(CHAR, ctree.TRUE), key.source, key.where).storage
    if key.summary and not key.rows and not (key in ctx.facts.together or key in ctx.objects):
        return _summary_object(ctx, key, element)
    if any(one.summary and not one.rows for one in _members(ctx, key)):
        return _region(ctx, key, element, key.source, key.where).storage
    return ctx.objects.get(key)


def next_object(
    ctx: Context, source: str, key: ObjectKey, ctype: Type, initial: Initial, where: Where, out: list[Stmt]
) -> tuple[Storage, Place]:
    """The next object of an allocation in a loop, a fresh one, with its summary object."""
    if key in ctx.facts.together:
        region = _region(ctx, key, ctype, source, where)
        first, zero = region.size - SUMMARY_SIZE, initial is Initial.ZERO and not region.zero
    else:
        whole = ctx.objects.get(key) or _summary_object(ctx, key, ctype)
        region, first, zero = Region(whole, ctype, SUMMARY_SIZE), 0, False
        if not same_type(region.storage.type, ArrayOf(ctype, ctree.integer(SUMMARY_SIZE))):
            raise ctx.unsupported(where, f"use of {source} as another type than it was allocated with")
    made = region.storage.made
    if made is None:
        made = region.storage.made = ctx.temporary(f"{source}_made", INT, where)
        ctx.prologue.append(Assign(made, ctree.integer(first), where))
    own = ctx.temporary(f"{source}_object", INT, where)
    out += [Assign(own, made, where), Assign(made, Binary("+", made, ctree.TRUE), where)]
    out += set_to_zero(ctx, region.storage, own, where) if zero else []
    return region.storage, _object(region, own)


def _summary_object(ctx: Context, key: ObjectKey, ctype: Type) -> Storage:
    """The summary object of an allocation in a loop that shares no region."""
    initial = Initial.ZERO if key.zero else Initial.NONDET
    whole = memory.declare_lasting(ctx, key.source, ArrayOf(ctype, ctree.integer(SUMMARY_SIZE)), initial, key.where)
    whole.storage.heap, whole.storage.numbered = True, isinstance(ctype, ArrayOf)
    whole.storage.summary = not whole.storage.numbered
    return _register_object(ctx, whole, key, ctype).storage


def merge_regions(ctx: Context, *places: Place) -> bool:
    """Put these objects into one region, from the next lowering on; returns False if they cannot share one."""
    keys = {place.storage.key for place in places}
    shapes = {place.shape[1:] for place in places}
    known = tuple(key for key in keys if key is not None)
    if len(known) < len(keys) or len(shapes) > 1 or len(ctx.facts.together) >= MOST or not _fit(ctx, places, known):
        return False
    if len({ctx.facts.together.get(key, key) for key in known}) == 1 and known[0] in ctx.facts.together:
        return False
    ctx.facts.joined.append(known)
    return True


def _fit(ctx: Context, places: Sequence[Place], keys: Sequence[ObjectKey]) -> bool:
    """Whether the objects can share a region: same type, or string literals that fit into the others, or resized
    objects.

    If checks are requested they must also have the same lifetime: the whole run and initialised, all allocated, or
    that of blocks at one depth. Then flags for cells that are not set, which regions do not have, must not be needed.
    """
    group = [one for key in keys for one in (_members(ctx, key) or [key])]
    if any(one.resized for one in group):
        return all(reallocation.may_be(place) and same_type(place.type, places[0].type) for place in places)
    unset = any((one.source, one.where) in ctx.unset for one in group)
    if ctx.task.checks and (unset or not _have_same_lifetime([place.storage for place in places])):
        return False
    others = [one for one in group if not one.literal]
    first, *rest = [place.storage.holds for place in places]
    if not any(one.literal for one in group):
        return first is not None and all(other is not None and same_type(first, other) for other in rest)
    return all(one.characters for one in others) and (
        not others or {max(one.characters for one in group)} == {one.characters for one in others}
    )


def _have_same_lifetime(objects: Sequence[Storage]) -> bool:
    """Whether the objects end in the same way, so that one depth says which pointers may outlive them."""
    apart = any(one.heap or one.summary for one in objects) or len({one.depth for one in objects}) > 1
    return not apart or all(one.heap for one in objects)


def _members(ctx: Context, key: ObjectKey) -> list[ObjectKey]:
    """The objects in the region of an object."""
    group = ctx.facts.together.get(key)
    return [] if group is None else [one for one, other in ctx.facts.together.items() if other == group]


def havoc_region(ctx: Context, place: Place, node: c_ast.Node) -> list[Stmt]:
    """Make all of an object of a region arbitrary."""
    row = place.storage.type
    assert isinstance(row, ArrayOf)
    return cells.arbitrary(ctx, Place(place.storage, (), place.indices[:1], row.element), node)


def set_to_zero(ctx: Context, storage: Storage, number: Expr, where: Where) -> list[Stmt]:
    """Set all of an object of a region to zero and null."""
    arrays = [*storage.leaves.values(), *(name for one in storage.stored.values() for name in (one.offset, one.there))]
    return [stmt for name in arrays for stmt in _zeros(ctx, ctx.arrays[name], (number,), where)]


def _zeros(ctx: Context, array: Array, indices: tuple[Expr, ...], where: Where) -> list[Stmt]:
    if len(indices) == len(array.sizes):
        return [Assign(Element(array.name, indices, array.type, where), Const(0, array.type), where)]
    size = array.sizes[len(indices)]
    return cells.count_up(ctx, size, lambda index: _zeros(ctx, array, (*indices, index), where), where)


def next_key(
    ctx: Context,
    source: str,
    where: Where,
    initial: Initial,
    ctype: Type,
    *,
    summary: bool = False,
    literal: bool = False,
) -> ObjectKey:
    """The identity of the next object that the text creates."""
    characters = 0 if summary else _characters(ctype)
    number = ctx.declared[source, where]
    ctx.declared[source, where] += 1
    rows = summary and isinstance(ctype, ArrayOf)
    return ObjectKey(source, where, number, summary, initial is Initial.ZERO, characters, literal, rows=rows)


def _characters(ctype: Type) -> int:
    """The number of elements of a plain character array; 0 for other types."""
    match ctype:
        case ArrayOf(element=element, size=Const(value=int(size))) if element == CHAR:
            return size
        case _:
            return 0


def _register_object(ctx: Context, place: Place, key: ObjectKey, ctype: Type) -> Place:
    """Register an object of constant size, or a resized one, which may join a region."""
    place.storage.key, place.storage.holds = key, ctype if _is_constant(ctype) else None
    ctx.objects[key] = place.storage
    return place


def _is_constant(ctype: Type) -> bool:
    """Whether the type has a constant size."""
    match ctype:
        case ArrayOf(element=element, size=size):
            return isinstance(size, Const) and 0 < size.value <= SUMMARY_SIZE and _is_constant(element)
        case RecordType(fields=fields):
            return all(_is_constant(member.type) for member in fields or ())
        case _:
            return True


def _region(ctx: Context, key: ObjectKey, ctype: Type, source: str, where: Where) -> Region:
    """The region of an object; its array is created with its first object."""
    group = ctx.facts.together[key]
    region = ctx.regions.get(group)
    if region is None:
        members = _members(ctx, key)
        named = sum(not one.summary for one in members)
        size = named + (SUMMARY_SIZE if named < len(members) else 0)
        zero = all(one.zero and not one.literal for one in members)
        with_literals = any(one.literal for one in members)
        row = ArrayOf(CHAR, ctree.integer(max(one.characters for one in members))) if with_literals else ctype
        first = Initial.ZERO if zero else Initial.NONDET
        whole = memory.declare_lasting(ctx, f"{source}{JOINED}", ArrayOf(row, ctree.integer(size)), first, where)
        region = ctx.regions[group] = Region(_register_object(ctx, whole, key, row).storage, row, size, zero)
        whole.storage.numbered = isinstance(row, ArrayOf)
        whole.storage.summary = not whole.storage.numbered
        ctx.lengths |= {leaf: {} for leaf in whole.storage.leaves.values() if isinstance(row, ArrayOf)}
    if not key.literal and not same_type(region.type, ctype):
        raise ctx.unsupported(
            where, f"{source} and {region.storage.source}, which one pointer may point to, have different types"
        )
    return region


def _object(region: Region, number: Expr) -> Place:
    whole = Place(region.storage, (), (), region.storage.type)
    return replace(whole.at(number, region.type), steps=False)
