"""Arrays with a small dimension that is only indexed by constants, as one array for each of these constants.

`m[i][2]` becomes `m_2[i]`: a one-dimensional array, for which index functions and the cell model work. That every
access stays within its own dimension, so that the parts do not overlap, is proved by the bounds program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from veriabs.core.ctree import elements_of, fresh, map_elements
from veriabs.core.expressions import Const, Element
from veriabs.core.program import Array
from veriabs.core.statements import Stmt

MOST_PARTS = 16
"""The largest dimension that is split."""


def split(
    body: tuple[Stmt, ...], arrays: dict[str, Array], taken: Collection[str]
) -> tuple[tuple[Stmt, ...], dict[str, Array]]:
    """The body and its arrays with every such dimension split, one after the other; new names avoid the taken ones."""
    for array in arrays.values():
        position = _constant_dimension(array, elements_of(body))
        if position is not None:
            return split(*_split_one(body, arrays, array, position, taken), taken)
    return body, arrays


def _constant_dimension(array: Array, elements: Iterable[Element]) -> int | None:
    own = [element for element in elements if element.array == array.name]
    for position, size in enumerate(array.sizes if len(array.sizes) > 1 else ()):
        if not isinstance(size, Const) or not isinstance(size.value, int) or not 0 < size.value <= MOST_PARTS:
            continue
        if all(_part(element, position, size.value) is not None for element in own):
            return position
    return None


def _part(element: Element, position: int, size: int) -> int | None:
    match element.indices[position]:
        case Const(value=int() as value) if 0 <= value < size:
            return value
        case _:
            return None


def _split_one(
    body: tuple[Stmt, ...], arrays: dict[str, Array], array: Array, position: int, taken: Collection[str]
) -> tuple[tuple[Stmt, ...], dict[str, Array]]:
    size = array.sizes[position]
    assert isinstance(size, Const) and isinstance(size.value, int)
    names = {part: fresh(f"{array.name}_{part}", {*arrays, *taken}) for part in range(size.value)}
    rest = array.sizes[:position] + array.sizes[position + 1 :]

    def change(element: Element) -> Element:
        part = _part(element, position, len(names)) if element.array == array.name else None
        if part is None:
            return element
        indices = element.indices[:position] + element.indices[position + 1 :]
        return Element(names[part], indices, element.type)

    parts = {name: replace(array, name=name, sizes=rest) for name in names.values()}
    kept = {name: other for name, other in arrays.items() if name != array.name}
    return map_elements(body, change), {**kept, **parts}
