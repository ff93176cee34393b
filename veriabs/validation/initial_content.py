"""Locate the variables of the lowered program in the initial content of the compiled program's objects.

    struct { int size; short used, left; } *p = malloc(sizeof *p);      the content consists of int cells

The lowered program has one variable for each member. `p->size` is cell 0, `p->used` and `p->left` are the halves of
cell 1. In an array of such structs, the next `size` is cell 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import prod

from msgspec import Struct

from veriabs.core.counterexample import Site, SiteKind
from veriabs.core.ctree import integer, reads
from veriabs.core.expressions import Const, Var
from veriabs.core.program import Array, Scalar
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import BOOL, CType, IntType
from veriabs.frontend.lower.places import JOINED
from veriabs.frontend.lower.regions import SUMMARY_SIZE

_BITS = 8
_INDEX = re.compile(r"\[(\d+)\]")


class ContentSlice(Struct, frozen=True):
    """The part of an object's initial content that a variable has; all distances in bytes.

    - `unit`, `size`: the sizes of a cell of the content, and of a cell of the variable.
    - `start`: the offset of the variable's first cell. `strides`: the distances of its cells in each dimension.
    - `counts`: the numbers of cells in each dimension but the outermost.
    """

    unit: int
    size: int
    start: int = 0
    strides: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()

    def value(self, site: int, cell: str = "0") -> str:
        """The C expression for the initial value of a cell of the variable, by its row-major number."""
        if self == ContentSlice(self.unit, self.unit, strides=(self.unit,)):
            return f"veriabs_held({site}, {cell})"
        offset = self._offset(cell)
        if self.size == self.unit:
            return f"veriabs_held({site}, ({offset}) / {self.unit})"
        if self.size < self.unit:
            return f"(veriabs_held({site}, ({offset}) / {self.unit}) >> ({offset}) % {self.unit} * {_BITS})"
        first, bits = f"({offset}) / {self.unit}", self.unit * _BITS
        mask, cells = f"{(1 << bits) - 1}ULL", range(self.size // self.unit)
        words = (f"(veriabs_held({site}, {first} + {n}) & {mask}) << {n * bits}" for n in cells)
        return f"({' | '.join(words)})"

    def _offset(self, cell: str) -> str:
        terms = [str(self.start)]
        for dimension, stride in enumerate(self.strides):
            index = f"{cell} / {prod(self.counts[dimension:])}"
            if dimension > 0:
                index = f"{index} % {self.counts[dimension - 1]}"
            terms.append(f"{index} * {stride}")
        return " + ".join(terms)


def whole_object(site: Site, variable: Scalar | Array) -> ContentSlice | None:
    """The part of a variable that has all cells of the content; None if its cells have another type."""
    return ContentSlice(1, 1, strides=(1,)) if variable.type == site.type else None


def part_of(site: Site, variable: Scalar | Array) -> ContentSlice | None:
    """The part that a variable of the lowered program has of the compiled program's object; None if it is unknown."""
    path = unindexed(variable.source[len(root(variable.source)) :])
    sizes = variable.sizes if isinstance(variable, Array) else ()
    if joins_objects(variable):
        return None
    if not site.members:
        is_split = path != "" if site.kind is SiteKind.MEMORY else "." in site.name and len(sizes) > 1
        return None if is_split else whole_object(site, variable)
    unit, size = _bytes(site.type), _bytes(variable.type)
    offsets = _offsets(site, path, variable.type)
    if unit == 0 or size == 0 or not offsets or site.element % unit != 0:
        return None
    inner = len(next(iter(offsets)))
    counts = tuple(int(one.value) for one in sizes[1:] if isinstance(one, Const))
    if len(sizes) - inner not in (0, 1) or len(counts) < len(sizes) - 1:
        return None
    start = offsets[(0,) * inner]
    second = (tuple(int(one == dimension) for one in range(inner)) for dimension in range(inner))
    strides = [offsets.get(indices, start) - start for indices in second]
    if len(sizes) > inner:
        strides = [site.element, *strides]
    is_aligned = all(distance % min(unit, size) == 0 for distance in (start, *strides))
    return ContentSlice(unit, size, start, tuple(strides), counts) if is_aligned else None


def read_before_set(body: Iterable[Stmt]) -> frozenset[str]:
    """Variables that may be read before they are set; only assignments outside of branches and loops set them."""
    found, were_set = set[str](), set[str]()
    for stmt in body:
        found |= reads((stmt,)) - were_set
        if isinstance(stmt, Assign) and isinstance(stmt.target, Var):
            were_set.add(stmt.target.name)
    return frozenset(found)


def joins_objects(variable: Scalar | Array) -> bool:
    """Whether it is an array of objects of several places or of several executions of one place."""
    if not isinstance(variable, Array):
        return False
    return variable.sizes[0] == integer(SUMMARY_SIZE) or root(variable.source).endswith(JOINED)


def _offsets(site: Site, path: str, ctype: CType) -> dict[tuple[int, ...], int]:
    """The offsets of the members on a path without indices, by their indices."""
    found = {}
    for member in site.members:
        plain = unindexed(_INDEX.sub("[]", member.path))
        if plain in (path, path.removeprefix("[]")) and member.type == ctype:
            found[tuple(map(int, _INDEX.findall(member.path)))] = member.offset
    return found


def _bytes(ctype: CType) -> int:
    """The size of an integer; 0 for types with bit patterns that are no value."""
    return ctype.bits // _BITS if isinstance(ctype, IntType) and ctype != BOOL else 0


def root(source: str) -> str:
    """`a` for `a[].f`."""
    return source.partition(".")[0].partition("[")[0]


def unindexed(source: str) -> str:
    """`a[].f` for `a[].f[]`."""
    while source.endswith("[]"):
        source = source.removesuffix("[]")
    return source
