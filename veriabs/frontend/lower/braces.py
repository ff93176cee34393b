"""Initialiser lists as C means them: with all their inner braces, and one designator at a time (C11 6.7.9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeGuard

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const
from veriabs.core.types import IntType
from veriabs.core.typing_rules import CHAR
from veriabs.frontend.dialect import Generator
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.sizes import static_type
from veriabs.frontend.lower.types import ArrayOf, Record, Type

_SIMPLE = (c_ast.Constant, c_ast.UnaryOp, c_ast.BinaryOp, c_ast.Cast, c_ast.Assignment)


def complete(ctx: Context, ctype: Type, node: c_ast.InitList) -> c_ast.InitList:
    """The list with an item for each element or member that it is about, and each of these in braces if it needs any.

    UnsupportedError if designators go back to what was begun before.
    """
    items = list(_nested(ctx, node))
    if not isinstance(ctype, ArrayOf | Record) or not any(_lacks_braces(ctx, part, items) for part in _kinds(ctype)):
        return node if len(items) == len(node.exprs) and not _has_long_names(node) else _list(items, node)
    return _list(list(_each(ctx, ctype, items)), node)


def text(ctype: Type, node: c_ast.Node) -> c_ast.Node:
    """The string that initialises an array of characters, without the braces that may stand around it (6.7.9, 14)."""
    if not isinstance(ctype, ArrayOf) or not is_character(ctype.element) or not isinstance(node, c_ast.InitList):
        return node
    only = node.exprs[0] if len(node.exprs) == 1 else None
    return only if isinstance(only, c_ast.Constant) and only.type == "string" else node


def is_character(ctype: Type) -> TypeGuard[IntType]:
    """Is it `char`, signed or unsigned?"""
    return isinstance(ctype, IntType) and ctype.bits == CHAR.bits


def _list(items: Sequence[c_ast.Node], node: c_ast.Node) -> c_ast.InitList:
    return c_ast.InitList(list(items), node.coord)


def _has_long_names(node: c_ast.InitList) -> bool:
    return any(isinstance(item, c_ast.NamedInitializer) and len(item.name) > 1 for item in node.exprs)


def _nested(ctx: Context, node: c_ast.InitList) -> Iterator[c_ast.Node]:
    """`.a.b = 1, .a.c = 2` as `.a = {.b = 1, .c = 2}`."""
    seen = set()
    for name, group in groupby(node.exprs, _first_name):
        items = list(group)
        if name is None or not any(len(item.name) > 1 for item in items):
            yield from items
        elif name in seen or not all(len(item.name) > 1 for item in items):
            raise ctx.unsupported(items[0].expr, "designator of a part of what was set before")
        else:
            inner = [c_ast.NamedInitializer(item.name[1:], item.expr, item.coord) for item in items]
            yield c_ast.NamedInitializer(items[0].name[:1], _list(inner, items[0]), items[0].coord)
        seen.add(name)


def _first_name(item: c_ast.Node) -> str | None:
    return Generator().visit(item.name[0]) if isinstance(item, c_ast.NamedInitializer) else None


def _kinds(ctype: ArrayOf | Record) -> list[Type]:
    """The types of the parts, each once."""
    return [ctype.element] if isinstance(ctype, ArrayOf) else [member.type for member in ctype.fields or ()]


def _lacks_braces(ctx: Context, part: Type, items: Sequence[c_ast.Node]) -> bool:
    return any(not isinstance(item, c_ast.NamedInitializer) and not _is_whole(ctx, part, item) for item in items)


def _is_whole(ctx: Context, part: Type, item: c_ast.Node) -> bool:
    """Does the item set all of a part of this type?"""
    if not isinstance(part, ArrayOf | Record) or isinstance(item, c_ast.InitList):
        return True
    if isinstance(item, c_ast.Constant):
        return item.type == "string" and isinstance(part, ArrayOf) and not isinstance(part.element, ArrayOf | Record)
    if isinstance(item, _SIMPLE):
        return False
    try:
        return isinstance(static_type(ctx, item), Record)
    except UnsupportedError:  # a call: what it gives is seen when it is initialised with it
        return True


def _each(ctx: Context, ctype: ArrayOf | Record, items: list[c_ast.Node]) -> Iterator[c_ast.Node]:
    """The items of a list, in which those that stand for one part are gathered."""
    position, at = 0, 0
    while at < len(items):
        item = items[at]
        if isinstance(item, c_ast.NamedInitializer):
            if any(not isinstance(one, c_ast.NamedInitializer) for one in items[at:]):
                raise ctx.unsupported(item.expr, "designator in a list without its inner braces")
            yield item
            at += 1
            continue
        part = _part(ctype, position)
        if part is None:
            raise ctx.unsupported(item, "too many initialisers")
        whole, at = _taken(ctx, part, items, at)
        yield whole
        position += 1


def _taken(ctx: Context, part: Type, items: list[c_ast.Node], at: int) -> tuple[c_ast.Node, int]:
    """What a part takes of the items, from one of them on, and where the next part begins."""
    if _is_whole(ctx, part, items[at]):
        return items[at], at + 1
    assert isinstance(part, ArrayOf | Record)
    first, inner, position = items[at], [], 0
    while at < len(items) and (kind := _part(part, position)) is not None:
        if isinstance(items[at], c_ast.NamedInitializer):
            break
        one, at = _taken(ctx, kind, items, at)
        inner.append(one)
        position += 1
    return _list(inner, first), at


def _part(ctype: ArrayOf | Record, position: int) -> Type | None:
    """The type of an element or member; None behind the last one."""
    if isinstance(ctype, ArrayOf):
        open_ = not isinstance(ctype.size, Const)
        return ctype.element if open_ or position < int(ctype.size.value) else None  # type: ignore[union-attr]
    fields = (ctype.fields or ())[: 1 if ctype.union else None]
    return fields[position].type if position < len(fields) else None
