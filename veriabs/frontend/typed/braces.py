"""Complete initialiser lists as C interprets them: all inner braces, one designator at a time (C11 6.7.9).

    int m[2][2] = { 1, 2, [1][0] = 3 };          int m[2][2] = { { 1, 2 }, [1] = { [0] = 3 } };
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const
from veriabs.core.types import INT, IntType
from veriabs.core.typing_rules import CHAR
from veriabs.frontend.known_functions import RANGE
from veriabs.frontend.survey import has_effect
from veriabs.frontend.typed import literals
from veriabs.frontend.typed.declarators import DeclarationContext, constant
from veriabs.frontend.typed.types import ArrayOf, RecordType, Type

ELEMENT_LIMIT = 4096
_SIMPLE = (c_ast.Constant, c_ast.UnaryOp, c_ast.BinaryOp, c_ast.Cast, c_ast.Assignment)


class _Step(NamedTuple):
    """One level of a designator: the positions of the elements or the member, and the node that names them."""

    positions: range
    name: c_ast.Node


def complete(ctx: DeclarationContext, ctype: Type, node: c_ast.InitList) -> c_ast.InitList:
    """Add all inner braces, so that the list has one item per element or member.

    Raises UnsupportedError if a designator returns to a part that was begun before.
    """
    if not isinstance(ctype, ArrayOf | RecordType):
        return node
    items = _Items(ctx, ctype, node)
    whole = items.taken(ctype, ())
    if items.at < len(node.exprs):
        raise ctx.unsupported(_expression(node.exprs[items.at]), "too many initialisers")
    return whole


def text(ctype: Type, node: c_ast.Node) -> c_ast.Node:
    """The string that initialises a character array, without optional braces (6.7.9, 14)."""
    if not isinstance(ctype, ArrayOf) or not is_character(ctype.element) or not isinstance(node, c_ast.InitList):
        return node
    only = node.exprs[0] if len(node.exprs) == 1 else None
    return only if isinstance(only, c_ast.Constant) and only.type == "string" else node


def is_character(ctype: Type) -> TypeGuard[IntType]:
    """Whether it is `char`, signed or unsigned."""
    return isinstance(ctype, IntType) and ctype.bits == CHAR.bits


def _list(items: Sequence[c_ast.Node], node: c_ast.Node) -> c_ast.InitList:
    return c_ast.InitList(list(items), node.coord)


def _expression(item: c_ast.Node) -> c_ast.Node:
    """The expression of an item, without its designators."""
    return item.expr if isinstance(item, c_ast.NamedInitializer) else item


def _designator_steps(ctx: DeclarationContext, ctype: Type, item: c_ast.Node) -> tuple[_Step, ...]:
    """The steps of an item's designators, through unnamed members as well; empty without a designator."""
    way: list[_Step] = []
    for name in item.name if isinstance(item, c_ast.NamedInitializer) else ():
        if isinstance(name, c_ast.ArrayDesignator) and isinstance(ctype, ArrayOf):
            positions = elements(ctx, name, item.expr)
            way, ctype = [*way, _Step(positions, name)], ctype.element
            continue
        members = ctype.path_to(name.name) if isinstance(ctype, RecordType) and isinstance(name, c_ast.ID) else ()
        if not members:
            raise ctx.unsupported(item.expr, "designator")
        for member in members:
            position = (ctype.fields or ()).index(member)  # type: ignore[union-attr]
            way.append(_Step(range(position, position + 1), c_ast.ID(member.name, item.coord)))
            ctype = member.type
    return tuple(way)


def elements(ctx: DeclarationContext, designator: c_ast.ArrayDesignator, value: c_ast.Node) -> range:
    """The elements that an array designator names by constants."""
    named = designator.expr
    ends = named.args.exprs if isinstance(named, c_ast.FuncCall) and named.name.name == RANGE else [named]
    first, last = (int(constant(ctx, end, "designator").value) for end in (ends[0], ends[-1]))
    if first != last and has_effect(value):
        raise ctx.unsupported(value, "designator of many elements")
    return range(first, last + 1)


def designated_elements(ctx: DeclarationContext, item: c_ast.Node, position: int) -> range:
    """The elements that an item initialises: the next one, or those that it designates."""
    if not isinstance(item, c_ast.NamedInitializer) or not isinstance(item.name[0], c_ast.ArrayDesignator):
        return range(position, position + 1)
    return elements(ctx, item.name[0], item.expr)


def with_array_size(ctx: DeclarationContext, ctype: Type, node: c_ast.Decl | c_ast.CompoundLiteral) -> Type:
    """The type with an open array size taken from the initialiser."""
    if not isinstance(ctype, ArrayOf) or ctype.size is not None or node.init is None:
        return ctype
    given = text(ctype, node.init)
    if isinstance(given, c_ast.InitList):
        count = 0
        position = 0
        for item in complete(ctx, ctype, given).exprs:
            position = designated_elements(ctx, item, position).stop
            count = max(count, position)
        return ArrayOf(ctype.element, Const(count, INT))
    characters = literals.string(given.value) if isinstance(given, c_ast.Constant) else None
    if characters is None:
        raise ctx.unsupported(node, "initialiser of an array that is not a list or a string")
    return ArrayOf(ctype.element, Const(len(characters), INT))


def _is_whole(ctx: DeclarationContext, part: Type, item: c_ast.Node) -> bool:
    """Whether the item initialises all of a part of this type."""
    if not isinstance(part, ArrayOf | RecordType) or isinstance(item, c_ast.InitList):
        return True
    if isinstance(item, c_ast.Constant):
        return (
            item.type == "string" and isinstance(part, ArrayOf) and not isinstance(part.element, ArrayOf | RecordType)
        )
    if isinstance(item, _SIMPLE):
        return False
    try:
        return isinstance(ctx.static_type(item), RecordType)
    except UnsupportedError:  # a call: its value is known only when the part is initialised
        return True


class _Items:
    """The items of a list, which parts take from left to right (C11 6.7.9, 17 to 20)."""

    def __init__(self, ctx: DeclarationContext, ctype: Type, node: c_ast.InitList) -> None:
        self.ctx = ctx
        self.nodes = node.exprs
        self.node = node
        self.ways = [_designator_steps(ctx, ctype, item) for item in node.exprs]
        self.at = 0

    def taken(self, ctype: ArrayOf | RecordType, path: tuple[range, ...]) -> c_ast.InitList:
        """The items that the part at the end of a path takes, as a list of its own."""
        taken: list[c_ast.Node] = []
        begun: list[range] = []
        start, position, end = self.at, 0, 0
        while self.at < len(self.nodes) and (self.at == start or self._continues(path)):
            named = self.ways[self.at][len(path) :]
            positions = named[0].positions if named else range(position, position + 1)
            part = _part(ctype, positions.start, named=bool(named))
            if part is None:
                break
            value, whole = self._value(part, (*path, positions))
            if not whole and positions.start < end and any(set(positions) & set(other) for other in begun):
                raise self.ctx.unsupported(value, "designator of a part that an earlier initialiser has set")
            taken.append(c_ast.NamedInitializer([named[0].name], value, value.coord) if named else value)
            begun.append(positions)
            position = positions.stop
            end = max(end, position)
        return _list(taken, _expression(self.nodes[start]) if path else self.node)

    def _continues(self, path: tuple[range, ...]) -> bool:
        """Whether the next item belongs to the part at the end of a path that has begun."""
        way = self.ways[self.at]
        if not way and any(len(step) > 1 for step in path):
            raise self.ctx.unsupported(self.nodes[self.at], "initialiser after a designator of several elements")
        return not way or (len(way) > len(path) and tuple(step.positions for step in way[: len(path)]) == path)

    def _value(self, part: Type, path: tuple[range, ...]) -> tuple[c_ast.Node, bool]:
        """The initialiser of a part, and whether it covers all of the part."""
        value, before = _expression(self.nodes[self.at]), self.at
        if len(self.ways[self.at]) <= len(path) and _is_whole(self.ctx, part, value):
            self.at += 1
            return value, True
        assert isinstance(part, ArrayOf | RecordType)
        inner = self.taken(part, path)
        if self.at == before:
            raise self.ctx.unsupported(value, "initialiser list of a scalar")
        return inner, False


def _part(ctype: ArrayOf | RecordType, position: int, *, named: bool) -> Type | None:
    """The type of an element or member; None after the last one, which in a union is the first unless it is named."""
    if isinstance(ctype, ArrayOf):
        open_ = not isinstance(ctype.size, Const)
        return ctype.element if open_ or position < int(ctype.size.value) else None  # type: ignore[union-attr]
    fields = (ctype.fields or ())[: 1 if ctype.union and not named else None]
    return fields[position].type if position < len(fields) else None
