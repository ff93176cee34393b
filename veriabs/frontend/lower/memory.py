"""Represent objects of the C program by core variables: declaration, access, copies.

    struct { int x; int y[4]; } s[10];          int s_x[10]; int s_y[10][4];
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, LValue, Var
from veriabs.core.goals import GoalKind
from veriabs.core.program import Array, Initial, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Havoc, Stmt
from veriabs.core.types import BOOL, INT, CType, FloatType, IntType
from veriabs.core.typing_rules import convert, offset_type, type_of
from veriabs.frontend.lower import bytes, lifetimes, words
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Link, ObjectView, Place, PointerVariable, Rest, Storage, StoredPointers
from veriabs.frontend.typed.types import ArrayOf, FunctionType, PointerType, RecordType, Type, Void, flexible

COPY_LIMIT = 64
"""The number of elements up to which an array in a struct is copied element by element."""

_Path = tuple[str, ...]


def declare(
    ctx: Context,
    source: str,
    ctype: Type,
    initial: Initial,
    where: Where,
    rest: Rest | None = None,
    *,
    view: ObjectView | None = None,
) -> Place:
    """Create the variables of an object, with the `rest` of an allocated struct, and return its place.

    Pointer members of a struct get variables of their own. Raises UnsupportedError for types without counterpart in the
    core language.
    """
    storage = Storage(source, ctype, depth=ctx.depth, view=view)
    ctx.given += [storage] if ctx.in_caller else []
    for path, leaf, sizes in _all_leaves(ctx, ctype, rest, where):
        if isinstance(leaf, PointerType):
            name = "_".join((source, *path))
            null = initial is Initial.ZERO
            variable = ctx.pointer(name, leaf.target, where, moving=True, null=null)
            if sizes:
                storage.stored[path] = _stored(ctx, storage, variable, sizes, initial)
            else:
                storage.pointers[path] = variable
                variable.view = view
                if initial is Initial.NONDET and view is None and not (variable.given and variable.foreign):
                    _unset(ctx, variable, where)
            continue
        name = ctx.names.fresh("_".join((source, *(part.strip("<>") for part in path))))
        storage.leaves[path] = name
        ctx.objects[name] = storage
        spelled = _user_name(source, path, ctype)
        if sizes:
            ctx.arrays[name] = Array(name, leaf, sizes, initial, spelled, where)
        else:
            ctx.scalars[name] = Scalar(name, leaf, initial, spelled, where)
    return Place(storage, (), (), ctype)


def declare_lasting(ctx: Context, source: str, ctype: Type, initial: Initial, where: Where) -> Place:
    """Create an object that no block ends, nor the pointers in it (trap dangling_in_resized_unsafe.c)."""
    with ctx.at_depth(0):
        return declare(ctx, source, ctype, initial, where)


def _unset(ctx: Context, variable: PointerVariable, where: Where) -> None:
    if ctx.loops and lifetimes.is_requested(ctx, GoalKind.POINTER):
        raise ctx.unsupported(where, f"pointer {variable.name} that is declared in a loop without a value")
    lifetimes.declared(ctx, variable, ctx.prologue, where)


def _stored(
    ctx: Context, storage: Storage, variable: PointerVariable, sizes: tuple[Expr, ...], initial: Initial
) -> StoredPointers:
    """The arrays that represent pointers in an array; zero cells are null pointers."""
    row, offset, there = (ctx.names.fresh(f"{variable.name}_{what}") for what in ("row", "offset", "there"))
    stored = StoredPointers(row, offset, there, variable)
    for name, ctype in ((row, INT), (offset, offset_type(ctx.data_model)), (there, BOOL)):
        ctx.arrays[name] = Array(name, ctype, sizes, initial, f"{variable.name} ({name})", variable.where)
        ctx.objects[name] = storage
    return stored


def _user_name(source: str, path: _Path, ctype: Type) -> str:
    """The name in the user's file: `a[].f` for a field of an array of structs."""
    text = source
    for name in path:
        while isinstance(ctype, ArrayOf):
            text, ctype = f"{text}[]", ctype.element
        text = text if name.startswith("<") else f"{text}.{name}"
        member = ctype.field(name) if isinstance(ctype, RecordType) else None
        if member is not None:
            ctype = member.type
    return text


def _all_leaves(
    ctx: Context, ctype: Type, rest: Rest | None, where: Where
) -> Iterator[tuple[_Path, CType | PointerType, tuple[Expr, ...]]]:
    if rest is None or not isinstance(ctype, RecordType):
        yield from _leaves(ctx, ctype, (), (), where)
        return
    for member in ctype.fields or ():
        if member is not flexible(ctype):
            yield from _leaves(ctx, member.type, (member.name,), (), where)
    yield from _leaves(ctx, rest.element, (rest.name,), (rest.count,), where)


def _leaves(
    ctx: Context, ctype: Type, path: _Path, sizes: tuple[Expr, ...], where: Where
) -> Iterator[tuple[_Path, CType | PointerType, tuple[Expr, ...]]]:
    match ctype:
        case IntType() | FloatType() | PointerType():
            yield path, ctype, sizes
        case ArrayOf(element=element, size=size):
            if size is None:
                raise ctx.unsupported(where, "array of unknown size")
            yield from _leaves(ctx, element, path, (*sizes, size), where)
        case RecordType():
            yield from _members(ctx, ctype, path, sizes, where)
        case Void() | FunctionType():
            raise ctx.unsupported(where, "object of type void or of a function type")


def _members(
    ctx: Context, record: RecordType, path: _Path, sizes: tuple[Expr, ...], where: Where
) -> Iterator[tuple[_Path, CType | PointerType, tuple[Expr, ...]]]:
    if record.union and has_pointers(record):
        raise ctx.unsupported(where, f"union {record.tag}".rstrip() + " of pointers")
    if record.fields is None:
        raise ctx.unsupported(where, f"incomplete struct {record.tag}")
    for member in record.fields:
        yield from _leaves(ctx, member.type, (*path, member.name), sizes, where)


def arrays_of(storage: Storage) -> Iterator[str]:
    """The arrays of an object, including those that represent its pointers."""
    yield from storage.leaves.values()
    for one in storage.stored.values():
        yield from (one.row, one.offset, one.there) if one.link is None else ()


def lvalue(ctx: Context, place: Place, node: c_ast.Node | Where) -> LValue:
    """The core variable or array element of a place of arithmetic type, in its stored type."""
    check_alive(ctx, place, node)
    if not isinstance(place.type, IntType | FloatType):
        raise ctx.unsupported(node, "whole array or struct used as a value")
    if place.bytes or place.words:
        raise ctx.unsupported(node, "write to a part of a number, or to several numbers at once")
    name, place = place.storage.leaves[place.path], place.by_dimension()
    if place.indices:
        at = node if isinstance(node, Where) else ctx.where(node)
        return Element(name, place.indices, ctx.arrays[name].type, at)
    return Var(name, ctx.scalars[name].type)


def value(ctx: Context, place: Place, node: c_ast.Node | Where) -> Expr:
    """The value of a place of arithmetic type, in the type of the access."""
    if place.bytes:
        whole, shift = bytes.containing_number(ctx, place, node)
        assert isinstance(place.type, IntType)
        return bytes.value(ctx, lvalue(ctx, whole, node), shift, place.type)
    if place.words:
        assert isinstance(place.type, IntType)
        return words.value(ctx, [lvalue(ctx, one, node) for one in words.parts(ctx, place)], place.type)
    stored = lvalue(ctx, place, node)
    assert isinstance(place.type, IntType | FloatType)
    if place.width is not None:
        return bytes.unpack(ctx, stored, place.width)
    return stored if stored.type == place.type else Cast(place.type, stored)


def check_alive(ctx: Context, place: Place, node: c_ast.Node | Where) -> None:
    """Raise UnsupportedError if the object of the place was freed and the access is not checked."""
    ctx.pointer_uses.append((place.storage, False))
    checked = place.storage.live is not None and lifetimes.is_requested(ctx, GoalKind.POINTER)
    if place.storage.freed is not None and not checked:
        raise ctx.unsupported(node, f"use of {place.storage.source} after the free at {place.storage.freed}")


def pointer_member(ctx: Context, place: Place, node: c_ast.Node) -> PointerVariable:
    """The pointer variable of a place of pointer type."""
    check_alive(ctx, place, node)
    place = place.by_dimension()
    if place.indices:
        return _stored_pointer(ctx, place, node)
    found = place.storage.pointers.get(place.path)
    if found is None:
        raise ctx.unsupported(node, "pointer that is not a member of a struct")
    return found


def _stored_pointer(ctx: Context, place: Place, node: c_ast.Node) -> PointerVariable:
    """A pointer in an array, as a variable for this access only."""
    stored = place.storage.stored.get(place.path)
    if stored is None:
        raise ctx.unsupported(node, "pointers stored in arrays")
    if stored.link is not None:
        return _linked_pointer(ctx, stored, stored.link, place)
    offset = Element(stored.offset, place.indices, offset_type(ctx.data_model))
    there = Element(stored.there, place.indices, BOOL)
    variable = replace(stored.variable, stored=stored, cell=(offset, there))
    variable.place = object_so_far(variable)
    return variable


def _linked_pointer(ctx: Context, stored: StoredPointers, link: Link, place: Place) -> PointerVariable:
    """A pointer that a number describes, as a variable for this access only (see `links`)."""
    base, wide = stored.variable.place, offset_type(ctx.data_model)
    assert base is not None
    number = Element(link.numbers, place.indices, ctx.arrays[link.numbers].type)
    inside = Binary("<", number, link.count)
    index = Conditional(inside, convert(number, wide, ctx.data_model), Const(0, wide))
    linked = number, ctree.negate(inside) if link.nullable else ctree.FALSE
    return replace(stored.variable, stored=stored, linked=linked, place=base.moved(index))


def object_so_far(variable: PointerVariable) -> Place | None:
    """The object of a pointer in an array as known so far, which may be an operand of its own assignment."""
    if variable.stored is None or variable.cell is None or variable.stored.variable.place is None:
        return None
    assert isinstance(variable.cell[0], Element)
    return stored_at(variable.stored.variable.place, variable.stored, variable.cell[0])


def stored_at(base: Place, stored: StoredPointers, offset: Element) -> Place:
    """The place that a cell denotes, of the same form as the base."""
    rows = (Element(stored.row, offset.indices, INT),) if len(base.indices) > 1 else ()
    return replace(base, indices=(*rows, offset), origin=None)


def parts(ctx: Context, place: Place, node: c_ast.Node | Where) -> Iterator[Place]:
    """The arithmetic parts of a place in order, array elements one by one; pointer members are skipped."""
    match place.type:
        case IntType() | FloatType():
            yield place
        case RecordType(fields=fields) if fields is not None:
            for member in fields:
                yield from parts(ctx, place.member(member.name, member.type), node)
        case ArrayOf(element=element, size=Const(value=int(count))) if count <= COPY_LIMIT:
            for index in range(count):
                yield from parts(ctx, place.at(ctree.integer(index), element), node)
        case PointerType():
            return
        case _:
            raise ctx.unsupported(node, f"struct with an array of more than {COPY_LIMIT} elements")


def fix_indices(ctx: Context, place: Place, written: set[str], out: list[Stmt], node: c_ast.Node) -> Place:
    """The place with its indices computed first, if the copy changes their operands (trap a14)."""
    if not any(ctree.names(index) & written for index in place.indices):
        return place
    indices = []
    for index in place.indices:
        settled = ctx.temporary("index", type_of(index, ctx.task.data_model), ctx.where(node))
        out.append(Assign(settled, index, ctx.where(node)))
        indices.append(settled)
    return replace(place, indices=tuple(indices), origin=None)


def has_pointers(ctype: Type) -> bool:
    """Whether objects of the type contain pointers."""
    match ctype:
        case PointerType():
            return True
        case ArrayOf(element=element):
            return has_pointers(element)
        case RecordType(fields=fields):
            return any(has_pointers(member.type) for member in fields or ())
        case _:
            return False


def make_arbitrary(ctx: Context, place: Place, out: list[Stmt], node: c_ast.Node) -> None:
    """Give every arithmetic part an arbitrary value, for an uninitialised object in a loop body."""
    for part in parts(ctx, place, node):
        out.append(Havoc(lvalue(ctx, part, node), 0, None, ctx.where(node)))


def member(ctx: Context, whole: Place, name: str, node: c_ast.Node) -> Place:
    """The place of a field of a struct."""
    way = whole.type.path_to(name) if isinstance(whole.type, RecordType) else ()
    if not way:
        raise ctx.unsupported(node, f"member {name} of a value that is not a struct or union")
    for part in way:
        whole = whole.member(part.name, part.type, part.width)
    return whole
