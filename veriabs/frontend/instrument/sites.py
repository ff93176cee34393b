"""Describe the inputs of an instrumented program: the scalars of its objects, in the user's words.

Before: the input `memory of rb` with the int cells -1, -1. After: `rb->head` with the value 65535. Only
reports use this; the inputs themselves do not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.copying import replace
from veriabs.core.counterexample import ScalarMember, Site, SiteKind
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const
from veriabs.core.source import DataModel, Task, Where
from veriabs.core.types import INT, CType, FloatType, IntType
from veriabs.core.typing_rules import CHAR, LONG_DOUBLE
from veriabs.frontend.nodes import parameters_of
from veriabs.frontend.typed.types import ArrayOf, PointerType, RecordType, Type, arithmetic, offset_of, size_of

MOST_MEMBERS = 200
"""Members of one structure that are described."""

_COUNT = re.compile(r"elements_of_(.+?)(?:_\d+)?")
_FLAG = re.compile(r"(.+)_is_null(?:_\d+)?")
_MEMBER = re.compile(r"(.+?)_of_(.+?)(?:_\d+)?")


def with_user_names(
    sites: Iterable[Site], layouts: Mapping[int, Type], entry: c_ast.FuncDef | None, task: Task
) -> tuple[Site, ...]:
    """The sites with the user's names and with the members of structures.

    `layouts` are the types of the elements of allocated objects, by site; `entry` is a function that a generated `main`
    calls.
    """
    given = parameters_of(entry) if entry is not None and task.entry.function != "main" else []
    parameters = frozenset(str(one.name) for one in given if getattr(one, "name", None))
    return tuple(_with_user_name(site, layouts.get(site.number), task.data_model, parameters) for site in sites)


def _with_user_name(site: Site, element: Type | None, model: DataModel, parameters: frozenset[str]) -> Site:
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


def _members(ctype: Type, path: str, offset: int, model: DataModel, where: Where) -> Iterator[ScalarMember]:
    """The scalars in an object of a type; pointers are left out, since the harness sets them.

    Raises UnsupportedError for a union or bit-field, whose content is not described.
    """
    match ctype:
        case RecordType(fields=fields):
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
            yield ScalarMember(path, offset, scalar)
        case _:
            return


# ------------------------------------------------------------------------------------------------ scalars of objects


class Leaf(Struct, frozen=True):
    """One scalar in every cell of an object: `path` leads to it, `[0]` for each array on the way.

    `outer` are the paths of the arrays that the leaf's own innermost array lies in, outermost first.
    """

    path: str
    type: CType
    arrays: tuple[str, ...] = ()


def scalars_in(ctype: Type | None, path: str, arrays: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """The scalars of an object that `path` names; pointers and unions have none."""
    match ctype:
        case ArrayOf(element=element):
            yield from scalars_in(element, f"{path}[0]", (*arrays, path))
        case RecordType(union=False, fields=fields):
            for member in fields or ():
                if member.width is None:
                    yield from scalars_in(
                        member.type, path if member.name[0] == "<" else f"{path}.{member.name}", arrays
                    )
        case _:
            scalar = arithmetic(ctype)
            # The runtime's numbers are doubles, which are not all values of a wider type.
            if scalar is not None and scalar.name != LONG_DOUBLE.name:
                yield Leaf(path, scalar, arrays)


def is_record(ctype: Type | None) -> bool:
    """Whether it is the type of structs or unions, or of arrays of them."""
    while isinstance(ctype, ArrayOf):
        ctype = ctype.element
    return isinstance(ctype, RecordType)


def cell(ctype: Type | None) -> IntType | None:
    """The integer type that a pointer type points to, if it is one."""
    found = arithmetic(ctype.target) if isinstance(ctype, PointerType) else None
    return found if isinstance(found, IntType) else None


def word(measured: Type | None, element: Type | None, model: DataModel, where: Where) -> IntType:
    """The type of the cells of an allocation: the type in its size, or one whose cells fill an element."""
    if isinstance(measured, IntType):
        return measured
    with suppress(UnsupportedError):
        if element is not None and size_of(element, model, where) % (INT.bits // 8) != 0:
            return CHAR
    return INT


def extent(leaf: Leaf) -> tuple[str, str, str, str]:
    """The layout of a leaf's cells: their number in a block, the number of blocks, the distance of blocks, the kind.

    For arrays of records that contain arrays only the first record counts, since no single distance covers all.
    """
    inner, kind = _leading_name(leaf.path), str(_fill_kind(leaf.type))
    block = inner.rpartition("[0]")[0]
    cells = f"sizeof({inner}) / sizeof({leaf.path})"
    if not block:
        return cells, "1", "0", kind
    stride = f"sizeof({block}[0])"
    return cells, f"sizeof({_leading_name(block)}) / {stride}", stride, kind


def _leading_name(path: str) -> str:
    """The array, or the scalar, whose first cell the path leads to."""
    while path.endswith("[0]"):
        path = path.removesuffix("[0]")
    return path


def _fill_kind(ctype: CType) -> int:
    """How the runtime stores one cell: 0 integer, 1 truth value, 2 float, 3 double."""
    match ctype:
        case IntType(bits=1):
            return 1
        case FloatType(name="float"):
            return 2
        case FloatType():
            return 3
        case IntType():
            return 0
