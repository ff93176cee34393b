"""What an abstract program keeps of the program: variables, single cells of arrays, whole arrays."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct

from veriabs.core.ctext import Printer
from veriabs.core.ctree import names
from veriabs.core.program import Array
from veriabs.strategies.array_refinement.subject import MOST_CELLS, Subject, cells


class Kind(Enum):
    """Kinds of items, the cheapest to track first."""

    SCALAR = "variable"
    CELL = "element"
    WHOLE = "array"


class Item(Struct, frozen=True):
    """One thing that can be tracked; `key` is the number of an index in `Subject.keys`."""

    kind: Kind
    name: str
    key: int = 0


Tracking = frozenset[Item]
"""Everything that an abstract program tracks; what is not in it has an arbitrary value whenever it is read."""


def scalar(name: str) -> Item:
    return Item(Kind.SCALAR, name)


def items_of(subject: Subject, read: Iterable[str]) -> list[Item]:
    """The items that tracking these variables and arrays can mean, the cheapest kind first."""
    found = list(dict.fromkeys(read))
    arrays = [name for name in found if name in subject.exact.arrays]
    items = [scalar(name) for name in found if name not in subject.exact.arrays]
    cells = [Item(Kind.CELL, name, key) for name in arrays for key in range(len(subject.keys[name]))]
    items += sorted(cells, key=lambda item: moves(subject, item.name, item.key))
    return items + [Item(Kind.WHOLE, name) for name in arrays if capacity(subject, subject.exact.arrays[name])]


def keeps(subject: Subject, tracking: Tracking, name: str) -> bool:
    """Is a scalar tracked?"""
    return name in subject.fixed or scalar(name) in tracking


def kept_keys(tracking: Tracking, array: str) -> list[int]:
    """The keys at which an array is tracked on its own."""
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
    """How many cells of an array are kept if it is tracked as a whole; 0 if that is not possible."""
    size = cells(array, subject.data_model)
    if size is None:
        size = subject.limit if len(array.sizes) == 1 else 0
    return size if size <= MOST_CELLS else 0


def elements(subject: Subject, tracking: Tracking) -> int:
    """How many elements are tracked."""
    arrays = subject.exact.arrays
    whole = sum(capacity(subject, arrays[item.name]) for item in tracking if item.kind is Kind.WHOLE)
    return whole + sum(item.kind is Kind.CELL for item in tracking)


def total(subject: Subject) -> int:
    """How many elements the arrays have, as far as their sizes are constant."""
    sizes = (cells(array, subject.data_model) for array in subject.exact.arrays.values())
    return sum(subject.limit if size is None else size for size in sizes)


def spelled(subject: Subject, item: Item) -> str:
    """The item as a reader knows it: `i`, `a[known_at_x]`, `a[]`."""
    match item.kind:
        case Kind.SCALAR:
            return item.name
        case Kind.CELL:
            return f"{item.name}[{Printer().expr(subject.keys[item.name][item.key])}]"
        case Kind.WHOLE:
            return f"{item.name}[]"
