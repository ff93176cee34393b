"""The data that an abstract program tracks: variables, single cells, and whole arrays."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct

from veriabs.core.ctree import names
from veriabs.core.program import Array
from veriabs.strategies.array_refinement.subject import MOST_CELLS, Subject, cells


class Kind(Enum):
    """Kinds of items, the cheapest to track first."""

    SCALAR = "variable"
    CELL = "element"
    WHOLE = "array"


class Item(Struct, frozen=True):
    """One item that can be tracked; `key` is the number of an index in `Subject.keys`."""

    kind: Kind
    name: str
    key: int = 0


Tracking = frozenset[Item]
"""All items that an abstract program tracks; other data is arbitrary at each read."""


def scalar(name: str) -> Item:
    return Item(Kind.SCALAR, name)


def items_of(subject: Subject, read: Iterable[str]) -> list[Item]:
    """The items for these variables and arrays, the cheapest kind first."""
    found = list(dict.fromkeys(read))
    arrays = [name for name in found if name in subject.view.arrays]
    items = [scalar(name) for name in found if name not in subject.view.arrays]
    cells = [Item(Kind.CELL, name, key) for name in arrays for key in range(len(subject.keys[name]))]
    items += sorted(cells, key=lambda item: moves(subject, item.name, item.key))
    return items + [Item(Kind.WHOLE, name) for name in arrays if capacity(subject, subject.view.arrays[name])]


def keeps(subject: Subject, tracking: Tracking, name: str) -> bool:
    """Is a scalar tracked?"""
    return name in subject.fixed or scalar(name) in tracking


def kept_keys(tracking: Tracking, array: str) -> list[int]:
    """The keys of the array's tracked elements."""
    return sorted(i.key for i in tracking if i.kind is Kind.CELL and i.name == array)


def moves(subject: Subject, array: str, key: int) -> bool:
    """Does the index change during a run?"""
    return not names(subject.keys[array][key]) <= subject.fixed


def moving_keys(subject: Subject, tracking: Tracking, name: str) -> list[tuple[str, int]]:
    """The tracked elements whose index changes with a scalar."""
    cells = ((i.name, i.key) for i in tracking if i.kind is Kind.CELL)
    return sorted(c for c in cells if name not in subject.fixed and name in names(subject.keys[c[0]][c[1]]))


def merged(tracking: Iterable[Item]) -> Tracking:
    """The items without the cells of arrays that are tracked as a whole."""
    found = frozenset(tracking)
    whole = {item.name for item in found if item.kind is Kind.WHOLE}
    return frozenset(item for item in found if not (item.kind is Kind.CELL and item.name in whole))


def capacity(subject: Subject, array: Array) -> int:
    """The number of cells that tracking the whole array takes; 0 if that is not possible."""
    size = cells(array, subject.data_model)
    if size is None:
        size = subject.limit if len(array.sizes) == 1 else 0
    return size if size <= MOST_CELLS else 0


def elements(subject: Subject, tracking: Tracking) -> int:
    """The number of tracked elements."""
    arrays = subject.view.arrays
    whole = sum(capacity(subject, arrays[item.name]) for item in tracking if item.kind is Kind.WHOLE)
    return whole + sum(item.kind is Kind.CELL for item in tracking)


def total(subject: Subject) -> int:
    """The number of elements of all arrays with constant size."""
    sizes = (cells(array, subject.data_model) for array in subject.view.arrays.values())
    return sum(subject.limit if size is None else size for size in sizes)
