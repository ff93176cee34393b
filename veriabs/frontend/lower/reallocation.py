"""Objects that `realloc` resizes (docs/theory.md 14): one unbounded array with a valid prefix.

    p = realloc(p, n * sizeof *p); p[i] = 1;
    size = n; address = any; p_index = address; assert(p_index == address && i < size); a[i] = 1;

All successive versions of such an object share one array, so their cells stay in place. Its address changes instead, to
an arbitrary new number at each `realloc`; a pointer keeps the address at the time it was set. Each access asserts that
the pointer has the current address and the cell is in the valid prefix (`checks`).
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Conditional, Const, Element, Expr, Var
from veriabs.core.program import ENDLESS, Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Havoc, If, Stmt
from veriabs.core.types import INT, CType
from veriabs.core.typing_rules import convert, size_type
from veriabs.frontend.lower import cells, gaps, lifetimes, memory
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import ObjectKey, Place, PointerValue, Region, ResizedObject, Storage, Value
from veriabs.frontend.typed.types import ArrayOf, Type, same_type

_FIRST = ctree.integer(0)
MOVED = "use of a pointer into memory that realloc or free has released, or past its end"


def next_key(ctx: Context, where: Where) -> ObjectKey:
    """The identity of the object that a `realloc` of null creates here."""
    number = ctx.declared["resized", where]
    ctx.declared["resized", where] += 1
    return ObjectKey("resized", where, number, summary=False, zero=False, resized=True)


def is_resized(ctx: Context, key: ObjectKey, known: Place | None = None) -> bool:
    """Whether some `realloc` resizes the object, or a known target of a pointer to it."""
    group = ctx.facts.together.get(key)
    if group is None and known is not None and known.storage.extent is not None and known.storage.key is not None:
        ctx.facts.join(key, known.storage.key)
        return True
    return group is not None and any(other == group and one.resized for one, other in ctx.facts.together.items())


def storage_of(ctx: Context, key: ObjectKey, element: Type, where: Where) -> Storage:
    """The array of the object, which also has the cells of the objects that it may replace."""
    if key not in ctx.facts.together:
        ctx.facts.join(key)
    group, row = ctx.facts.together[key], ArrayOf(element, ENDLESS)
    region = ctx.regions.get(group)
    if region is None:
        storage = memory.declare_lasting(ctx, "resized", ArrayOf(row, ctree.TRUE), Initial.NONDET, where).storage
        size = size_type(ctx.data_model)
        now, most = (ctx.temporary(f"resized_{part}", size, where) for part in ("size", "most"))
        ctx.prologue += [Assign(one, Const(0, size), where) for one in (now, most)]
        storage.extent = ResizedObject(ctx.temporary("resized_address", INT, where), now, most)
        storage.heap, storage.key, storage.numbered = True, key, True
        region = ctx.regions[group] = Region(storage, row, 1)
    if region.storage.extent is None or not same_type(region.type, row):
        raise ctx.unsupported(where, "realloc of objects of another type")
    return region.storage


def placeholder_pointer(ctx: Context, key: ObjectKey, pointer: PointerValue, where: Where) -> PointerValue:
    """The object of a placeholder, of which only the name is known."""
    storage = storage_of(ctx, key, pointer.place.type, where)
    return PointerValue(_start(storage, pointer.place.type), pointer.target)


def allocate(
    ctx: Context, key: ObjectKey, element: Type, size: Expr, zero: bool, where: Where
) -> tuple[Place, list[Stmt]]:
    """Allocate the object; an assertion excludes a second allocation, whose content would be unknown."""
    storage = storage_of(ctx, key, element, where)
    extent, place = _extent(storage), _start(storage, element)
    first = Binary("==", extent.most, Const(0, extent.most.type))
    out = _require(ctx, first, "allocation, for a second time, of an object that realloc resizes", where)
    out += _resize_extent(extent, convert(size, extent.size.type, ctx.data_model), where)
    lifetimes.begin_lifetime(ctx, storage, out, where)
    if zero:
        out += cells.for_each_index(ctx, extent.size, lambda at: cells.set_to_zero(ctx, place.moved(at), where), where)
    return place, out


def resize(ctx: Context, pointer: PointerValue, size: Expr, effects: SideEffects, node: c_ast.Node) -> PointerValue:
    """`realloc` of an object to a fixed number of elements; the pointer gets the new address.

    Cells beyond the old end hold no value from before an earlier shrink: growing beyond a shrunken size is excluded.
    """
    storage, where = pointer.place.storage, ctx.where(node)
    if storage.extent is None:
        return _mark_as_resized(ctx, pointer, where)
    extent = storage.extent
    grows = Binary("||", Binary("<=", size, extent.size), Binary("==", extent.size, extent.most))
    known: Expr = ctree.conjunction((*_is_start(extent, pointer.place), grows))
    if pointer.absent is not None:
        known = Conditional(pointer.absent, Binary("==", extent.most, Const(0, extent.most.type)), known)
    lifetimes.may_end(ctx, pointer, ctree.conjunction(_is_start(extent, pointer.place)), effects, node)
    what = "realloc of released memory, of memory that grows after it shrank, or of null for the second time"
    effects.before += _require(ctx, known, what, where)
    effects.before += _resize_extent(extent, size, where)
    lifetimes.begin_lifetime(ctx, storage, effects.before, where)
    return PointerValue(_start(storage, pointer.place.type), pointer.target)


def free(ctx: Context, pointer: PointerValue, effects: SideEffects, node: c_ast.Node) -> None:
    """`free(pointer)`: the object is empty, and no pointer has its address."""
    extent, where = _extent(pointer.place.storage), ctx.where(node)
    absent = ctree.FALSE if pointer.absent is None else pointer.absent
    known = ctree.conjunction(_is_start(extent, pointer.place))
    effects.before += _require(ctx, ctree.disjunction((absent, known)), "free of a pointer to no live object", where)
    lifetimes.check_free(ctx, pointer, known, effects, node)
    gone = (Assign(extent.size, Const(0, extent.size.type), where), Havoc(extent.address, 0, None, where))
    effects.before += gone if absent == ctree.FALSE else [If(ctree.negate(absent), gone, (), where)]


def returned(ctx: Context, pointer: Value, effects: SideEffects, node: c_ast.Node) -> None:
    """As `lifetimes.returned`, for the current version of a resized array."""
    extent = pointer.place.storage.extent if isinstance(pointer, PointerValue) else None
    start = _is_start(extent, pointer.place) if isinstance(pointer, PointerValue) and extent is not None else ()
    lifetimes.returned(ctx, pointer, effects, node, ctree.conjunction(start))


def may_be(place: Place) -> bool:
    """Whether it is an element of an array allocated as one object, or a single such object."""
    inner = len(place.indices) > 1 + place.storage.numbered
    return place.storage.heap and place.storage.key is not None and not (place.path or place.bytes or inner)


def _mark_as_resized(ctx: Context, pointer: PointerValue, where: Where) -> PointerValue:
    """The pointer to an object that is a resized one from the next lowering on."""
    key = pointer.place.storage.key
    assert key is not None
    if is_resized(ctx, key):
        raise ctx.unsupported(where, "realloc of a pointer that may point to a variable")
    ctx.facts.joined.append((key, key._replace(resized=True)))
    return pointer


def extents(ctx: Context) -> dict[str, ResizedObject]:
    """The arrays of resized objects with their extents."""
    storages = (region.storage for region in ctx.regions.values())
    return {name: one.extent for one in storages if one.extent is not None for name in memory.arrays_of(one)}


def without_addresses(ctx: Context, body: Sequence[Stmt]) -> list[Stmt]:
    """Remove the address from accesses to resized objects, after their checks are inserted."""
    names = extents(ctx)
    ctx.arrays |= {name: replace(ctx.arrays[name], sizes=ctx.arrays[name].sizes[1:]) for name in names}

    def flat(part: Expr) -> Expr:
        return replace(part, indices=part.indices[1:]) if isinstance(part, Element) and part.array in names else part

    return list(ctree.map_expressions(body, flat, given=True)) if names else list(body)


def offset(ctx: Context, place: Place, name: str, ctype: CType, where: Where) -> Var:
    """A variable for the offset of a pointer in an object; in a resized object the address tells whether it was set."""
    own = ctx.temporary(name, ctype, where)
    if place.storage.extent is not None:
        ctx.offsets.add(own.name)
    return own


def _extent(storage: Storage) -> ResizedObject:
    assert storage.extent is not None
    return storage.extent


def _start(storage: Storage, element: Type) -> Place:
    return Place(storage, (), (_extent(storage).address, _FIRST), element, steps=True)


def _is_start(extent: ResizedObject, place: Place) -> tuple[Expr, ...]:
    """The condition that a pointer is the current address of the object."""
    address, offset = place.indices
    return Binary("==", address, extent.address), Binary("==", offset, _FIRST)


def _resize_extent(extent: ResizedObject, size: Expr, where: Where) -> list[Stmt]:
    most = If(Binary(">", extent.size, extent.most), (Assign(extent.most, extent.size, where),), (), where)
    return [Assign(extent.size, size, where), most, Havoc(extent.address, 0, None, where)]


def _require(ctx: Context, test: Expr, what: str, where: Where) -> list[Stmt]:
    """Assert a condition that the lowering requires."""
    gaps.required(ctx, what, where)
    return [Assert(test, 0, where)]
