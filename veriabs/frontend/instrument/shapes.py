"""Compute the scalar leaves of C objects: `x.a[0]` and `x.b` for a struct with an array a and a number b."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.types import CType, FloatType, IntType
from veriabs.core.typing_rules import LONG_DOUBLE
from veriabs.frontend.typed.types import ArrayOf, Pointer, Record, Type, arithmetic


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
        case Record(union=False, fields=fields):
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
    return isinstance(ctype, Record)


def cell(ctype: Type | None) -> IntType | None:
    """The integer type that a pointer type points to, if it is one."""
    found = arithmetic(ctype.target) if isinstance(ctype, Pointer) else None
    return found if isinstance(found, IntType) else None


def extent(leaf: Leaf) -> tuple[str, str, str]:
    """The layout of a leaf's cells: their number in a block, the number of blocks, the distance of blocks.

    For arrays of records that contain arrays only the first record counts, since no single distance covers all.
    """
    inner = _leading_name(leaf.path)
    block = inner.rpartition("[0]")[0]
    cells = f"sizeof({inner}) / sizeof({leaf.path})"
    if not block:
        return cells, "1", "0"
    stride = f"sizeof({block}[0])"
    return cells, f"sizeof({_leading_name(block)}) / {stride}", stride


def _leading_name(path: str) -> str:
    """The array, or the scalar, whose first cell the path leads to."""
    while path.endswith("[0]"):
        path = path.removesuffix("[0]")
    return path


def fill_kind(ctype: CType) -> int:
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
