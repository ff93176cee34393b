"""Describe inputs in the user's words: objects of parameters, and members of structures.

Before: the input `memory of rb` with the int cells -1, -1. After: `rb->head` with the value 65535. Only
reports use this; the inputs themselves do not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pycparser import c_ast

from veriabs.core.copying import replace
from veriabs.core.counterexample import Member, Site, SiteKind
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const
from veriabs.core.source import DataModel, Task, Where
from veriabs.core.typing_rules import LONG_DOUBLE
from veriabs.frontend.nodes import place_of
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import Typed
from veriabs.frontend.typed.types import ArrayOf, Pointer, Record, Type, arithmetic, offset_of, size_of

MOST_MEMBERS = 200
"""Members of one structure that are described."""

_COUNT = re.compile(r"elements_of_(.+?)(?:_\d+)?")
_FLAG = re.compile(r"(.+)_is_null(?:_\d+)?")
_MEMBER = re.compile(r"(.+?)_of_(.+?)(?:_\d+)?")


def described(
    sites: tuple[Site, ...], layouts: Mapping[Where, Type], tree: c_ast.FileAST, task: Task
) -> tuple[Site, ...]:
    """The sites with the user's names and with the members of structures; see `structures` for `layouts`."""
    parameters = _parameters(tree, task)
    return tuple(_described(site, layouts.get(site.where), task.data_model, parameters) for site in sites)


def structures(tree: c_ast.FileAST, types: Typed, task: Task) -> dict[Where, Type]:
    """The types of the elements of allocated objects, by the place of the allocation, as far as they are written."""
    found = dict[Where, Type]()
    for node in walk(tree):
        match node:
            case c_ast.Decl(init=c_ast.Node() as made) if isinstance(pointer := types.of(node), Pointer):
                found |= {place_of(call, task): pointer.target for call in walk(made) if _allocates(call)}
            case c_ast.FuncCall() if _allocates(node):
                sizes = (part for part in walk(node) if isinstance(part, c_ast.UnaryOp) and part.op == "sizeof")
                for element in (types.of(part.expr) for part in sizes if isinstance(part.expr, c_ast.Typename)):
                    if element is not None:
                        found.setdefault(place_of(node, task), element)
            case _:
                pass
    return found


def _allocates(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and node.name.name == "malloc"


def _parameters(tree: c_ast.FileAST, task: Task) -> frozenset[str]:
    """The parameters of an entry that a generated `main` calls; empty if the program begins with its own `main`."""
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    entry = functions.get(task.entry.function) if task.entry.function != "main" else None
    given = entry.decl.type.args if entry is not None else None
    return frozenset(str(one.name) for one in (given.params if given else []) if getattr(one, "name", None))


def _described(site: Site, element: Type | None, model: DataModel, parameters: frozenset[str]) -> Site:
    if site.kind is SiteKind.CALL:
        return site
    site = replace(site, shown=users_name(site.name, parameters))
    if site.kind is not SiteKind.MEMORY or element is None:
        return site
    try:
        size = size_of(element, model, site.where)
        members = tuple(_members(element, "", 0, model, site.where))
    except UnsupportedError:
        return site
    return replace(site, members=members, element=size) if any(one.path for one in members) else site


def users_name(name: str, parameters: frozenset[str]) -> str:
    """The user's words for a variable of the generated `main`: `rb->d` for `d_of_rb`; empty for other variables."""
    if name in parameters:
        return name
    if (flag := _FLAG.fullmatch(name)) and flag[1] in parameters:
        return f"{flag[1]} is null"
    if count := _COUNT.fullmatch(name):
        about = count[1] if count[1] in parameters else users_name(count[1], parameters)
        return f"number of elements of {about}" if about else ""
    if (member := _MEMBER.fullmatch(name)) and member[2] in parameters:
        return f"{member[2]}->{member[1]}"
    caller = name.removesuffix("_of_the_caller")
    return f"*{caller}" if caller != name and caller in parameters else ""


def _members(ctype: Type, path: str, offset: int, model: DataModel, where: Where) -> Iterator[Member]:
    """The scalars in an object of a type; pointers are left out, since the harness sets them.

    Raises UnsupportedError for a union or bit-field, whose content is not described.
    """
    match ctype:
        case Record(fields=fields):
            for field in fields or ():
                if ctype.union or field.width is not None:
                    raise UnsupportedError(f"{where}: not supported: members of a union or bit-field")
                start = offset + offset_of(ctype, field.name, model, where)
                name = "" if field.name.startswith("<") else f".{field.name}"
                yield from _members(field.type, f"{path}{name}", start, model, where)
        case ArrayOf(element=element, size=Const(value=int(size))):
            for index in range(min(size, MOST_MEMBERS)):
                place = offset + index * size_of(element, model, where)
                yield from _members(element, f"{path}[{index}]", place, model, where)
        case _ if (scalar := arithmetic(ctype)) is not None and scalar.name != LONG_DOUBLE.name:
            yield Member(path, offset, scalar)
        case _:
            return
