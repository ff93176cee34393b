"""Split a small array dimension that only constants index: one array per index.

    for (i = 0; i < n; i++) m[i][2] = m[i][0];
    for (i = 0; i < n; i++) m_2[i] = m_0[i];

Index functions and the cell model need one-dimensional arrays. The program keeps its runs, provided that every access
stays inside its own dimension, so that the parts do not overlap; the bounds program proves that. The part `m_2` has the
source `m[][2]`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from veriabs.core.components import component
from veriabs.core.copying import replace
from veriabs.core.ctree import elements_of, fresh, map_elements
from veriabs.core.expressions import Const, Element, Expr
from veriabs.core.program import Array
from veriabs.core.statements import Stmt

MOST_PARTS = 16
"""The largest dimension that is split."""


def _unsplit(
    body: tuple[Stmt, ...], arrays: dict[str, Array], taken: Collection[str]
) -> tuple[tuple[Stmt, ...], dict[str, Array]]:
    return body, arrays


@component("dimension_splitting", _unsplit)
def split(
    body: tuple[Stmt, ...], arrays: dict[str, Array], taken: Collection[str]
) -> tuple[tuple[Stmt, ...], dict[str, Array]]:
    """Split every such dimension, one of each array at a time; new names avoid `taken`."""
    found = _constant_dimensions(body, arrays)
    if not found:
        return body, arrays
    used = {*arrays, *taken}
    parts = {name: _parts(arrays[name], position, used) for name, position in found.items()}
    kept = {name: array for name, array in arrays.items() if name not in found}

    def change(element: Element) -> Element:
        position = found.get(element.array)
        if position is None:
            return element
        part = parts[element.array][_part(element, position)]
        return Element(part.name, _without(element.indices, position), element.type)

    made = {part.name: part for split_up in parts.values() for part in split_up}
    return split(map_elements(body, change), kept | made, taken)


def _constant_dimensions(body: tuple[Stmt, ...], arrays: dict[str, Array]) -> dict[str, int]:
    """The first dimension to split of each array that has one."""
    wide = {name: list(_small(array)) for name, array in arrays.items() if len(array.sizes) > 1}
    wide = {name: positions for name, positions in wide.items() if positions}
    for element in elements_of(body) if wide else ():
        if element.array in wide:
            size = arrays[element.array].sizes
            wide[element.array] = [p for p in wide[element.array] if _size(size[p]) > _part(element, p) >= 0]
    return {name: positions[0] for name, positions in wide.items() if positions}


def _small(array: Array) -> Iterator[int]:
    return (position for position, size in enumerate(array.sizes) if 0 < _size(size) <= MOST_PARTS)


def _size(size: Expr) -> int:
    """The number of cells if constant, else 0."""
    return size.value if isinstance(size, Const) and isinstance(size.value, int) else 0


def _part(element: Element, position: int) -> int:
    """The index if constant, else -1."""
    match element.indices[position]:
        case Const(value=int() as value):
            return value
        case _:
            return -1


def _parts(array: Array, position: int, used: set[str]) -> list[Array]:
    """The array for each index of the dimension."""
    rest = _without(array.sizes, position)
    names = (fresh(f"{array.name}_{part}", used) for part in range(_size(array.sizes[position])))
    full = (array.source + "[]" * (len(array.sizes) - array.source.count("[]"))).split("[]")
    before, behind = "[]".join(full[: position + 1]), "[]".join(full[position + 1 :])
    return [
        replace(array, name=name, sizes=rest, source=f"{before}[{part}]{behind}") for part, name in enumerate(names)
    ]


def _without(values: tuple[Expr, ...], position: int) -> tuple[Expr, ...]:
    return values[:position] + values[position + 1 :]
