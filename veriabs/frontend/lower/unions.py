"""Unions: a write to one member changes the others.

    u.word = 258;                    // u.byte[0] = 2; u.byte[1] = 1; ...

Each member is a variable of its own. After a write the integers that share bytes with the written ones get the value of
these bytes, the lowest first; whatever else shares storage with them becomes arbitrary (docs/theory.md 15).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pycparser import c_ast

from veriabs.core.ctext import nondet
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.program import Gap
from veriabs.core.statements import Assign, Havoc, Stmt
from veriabs.core.types import ULLONG, IntType
from veriabs.core.typing_rules import convert, fold_binary
from veriabs.frontend.lower import cells, lifetimes, memory, words
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import ObjectView, Place, Storage
from veriabs.frontend.typed.types import ArrayOf, RecordType, offset_of, size_of

Piece = tuple[int, Place]
"""An integer of a union, and its offset in bytes."""


def other_members_effect(ctx: Context, place: Place, node: c_ast.Node) -> list[Stmt]:
    """The effect of a write to a place on the other members of the unions around it.

    If pointers are checked, a write to a string literal is rejected (C11 6.4.5, 7).
    """
    if lifetimes.is_requested(ctx, GoalKind.POINTER) and _may_be_literal(ctx, place.storage):
        raise ctx.unsupported(node, "write through a pointer that may point to a string literal")
    if place.storage.view is not None:
        return _havoc_viewed_object(ctx, place, place.storage.view, node)
    out: list[Stmt] = []
    for whole, taken in _unions(place):
        record = whole.type
        assert isinstance(record, RecordType)
        written = _pieces(ctx, whole, place, node)
        for other in (member for member in record.fields or () if member.name != taken):
            inner = whole.member(other.name, other.type, other.width)
            for part in memory.parts(ctx, inner, node):
                out.append(_update_part(ctx, whole, part, written, node))
    return out


def in_union(place: Place) -> bool:
    """Whether it is a proper part of a union."""
    return any(True for _ in _unions(place))


def _unions(place: Place) -> Iterator[tuple[Place, str]]:
    """The unions around a place, the outermost first, each with the name of the member that contains it."""
    whole, left = Place(place.storage, (), (), place.storage.type), list(place.indices)
    for name in place.path:
        while isinstance(whole.type, ArrayOf):
            whole = whole.at(left.pop(0), whole.type.element)
        found = whole.type.field(name) if isinstance(whole.type, RecordType) else None
        if found is None:
            return
        if isinstance(whole.type, RecordType) and whole.type.union:
            yield whole, name
        whole = whole.member(name, found.type)


def _may_be_literal(ctx: Context, storage: Storage) -> bool:
    """Whether it may be a string literal, alone or in a region."""
    key = storage.key
    group = None if key is None else ctx.facts.together.get(key)
    beside = () if group is None else (one for one, other in ctx.facts.together.items() if other == group)
    return key is not None and (key.literal or any(one.literal for one in beside))


def _havoc_viewed_object(ctx: Context, place: Place, view: ObjectView, node: c_ast.Node) -> list[Stmt]:
    """The effect of a write through a view: all of the object, or all objects known outside, become arbitrary.

    An unknown object may be one of the caller of the entry function (C11 6.5, 7 tells its types apart).
    """
    if view.of is None:
        escaped = cells.havoc_escaped(ctx, "write through a pointer to an unknown object", node)
        return [*escaped, *cells.havoc_given(ctx, place.type if view.typed else None, node)]
    if view.of.pointers or view.of.stored:
        raise ctx.unsupported(node, f"write to {view.of.source}, which holds pointers, as another type")
    return cells.havoc_object(ctx, view.of, ctx.where(node))


def _update_part(ctx: Context, whole: Place, part: Place, written: Sequence[Piece], node: c_ast.Node) -> Stmt:
    """The effect of the written integers on a part of another member."""
    target, where = memory.lvalue(ctx, part, node), ctx.where(node)
    offset = _offset(ctx, whole, part, node)
    known = None if offset is None or not _is_plain(part) else _bytes(ctx, offset, part, written, node)
    if known is not None:
        return Assign(target, convert(known, target.type, ctx.data_model), where, part=True)
    what = "the other members of a union that is written"
    ctx.gaps.setdefault((where, what), Gap(where, what))
    return Havoc(target, 0, nondet(target.type), where, unknown=True)


def _bytes(ctx: Context, offset: int, part: Place, written: Sequence[Piece], node: c_ast.Node) -> Expr | None:
    """The value of an integer whose bytes were all written just now; None if some were not."""
    assert isinstance(part.type, IntType)
    size = part.type.bits // 8
    value: Expr = Const(0, ULLONG)
    missing = set(range(offset, offset + size))
    for begin, piece in written:
        assert isinstance(piece.type, IntType)
        length = piece.type.bits // 8
        covered = range(max(offset, begin), min(offset + size, begin + length))
        if not covered:
            continue
        missing -= set(covered)  # a copied union has several integers at one place
        found = memory.value(ctx, piece, node)
        if (begin, length) == (offset, size):
            return found
        unsigned = convert(found, words.unsigned(piece.type.bits, ctx.data_model), ctx.data_model)
        wide = convert(unsigned, ULLONG, ctx.data_model)
        moved = Const(8 * abs(begin - offset), ULLONG)
        shifted = fold_binary("<<" if begin >= offset else ">>", wide, moved, ctx.data_model)
        value = fold_binary("|", value, shifted, ctx.data_model)
    return None if missing else value


def _pieces(ctx: Context, whole: Place, place: Place, node: c_ast.Node) -> list[Piece]:
    """The integers of a written place at constant offsets in a union; what is not among them counts as unknown."""
    found = []
    for part in memory.parts(ctx, place, node):
        offset = _offset(ctx, whole, part, node)
        if offset is not None and _is_plain(part):
            found.append((offset, part))
    return found


def _is_plain(part: Place) -> bool:
    """Whether it is a whole integer in bytes, no bit-field or `_Bool`."""
    return part.width is None and words.is_number(part.type) and not part.bytes and not part.words


def _offset(ctx: Context, whole: Place, part: Place, node: c_ast.Node) -> int | None:
    """The offset of a part of a union in bytes; None if it is not constant or the layout is unknown."""
    where, at, ctype = ctx.where(node), 0, whole.type
    names, indices = list(part.path[len(whole.path) :]), list(part.indices[len(whole.indices) :])
    try:
        while names or indices:
            if isinstance(ctype, ArrayOf) and indices:
                index = indices.pop(0)
                if not isinstance(index, Const):
                    return None
                at, ctype = at + int(index.value) * size_of(ctype.element, ctx.data_model, where), ctype.element
            elif isinstance(ctype, RecordType) and names:
                found = ctype.field(names[0])
                if found is None or found.width is not None:
                    return None
                at, ctype = at + offset_of(ctype, names.pop(0), ctx.data_model, where), found.type
            else:
                return None
    except UnsupportedError:
        return None
    return at
