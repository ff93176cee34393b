"""Where objects of the C program live in the core program, and what an expression can evaluate to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from veriabs.core.expressions import Expr
from veriabs.core.source import Where
from veriabs.frontend.lower.types import Type


@dataclass(slots=True, eq=False)
class Storage:
    """One object of the C program; each scalar in it, found by its field path, is a variable of its own.

    `leaves` maps field paths to core names, `pointers` to the pointer members; `freed` is the place of its `free`.
    """

    source: str
    type: Type
    leaves: dict[tuple[str, ...], str] = field(default_factory=dict)
    pointers: dict[tuple[str, ...], PointerVariable] = field(default_factory=dict)
    heap: bool = False
    freed: Where | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """An lvalue: a part of an object, by field path and indices.

    `steps` says that the last step towards it was an index, so that pointer arithmetic on its address moves that index;
    `width` is that of a bit-field.
    """

    storage: Storage
    path: tuple[str, ...]
    indices: tuple[Expr, ...]
    type: Type
    steps: bool = False
    width: int | None = None

    def at(self, index: Expr, element: Type) -> Place:
        return replace(self, indices=(*self.indices, index), type=element, steps=True)

    def moved(self, index: Expr) -> Place:
        """The neighbour whose last index is `index`."""
        return replace(self, indices=(*self.indices[:-1], index))

    def member(self, name: str, ctype: Type, width: int | None = None) -> Place:
        return replace(self, path=(*self.path, name), type=ctype, steps=False, width=width)


@dataclass(slots=True, eq=False)
class PointerVariable:
    """A pointer variable: it stands for one place all its life, apart from the last index if it is `moving`.

    `place` has constants and variables of its own as indices; it is None before the first assignment. `null` says that
    the null pointer was assigned to it and may still be there.
    """

    name: str
    target: Type
    moving: bool
    where: Where
    place: Place | None = None
    null: bool = False


@dataclass(frozen=True, slots=True)
class PointerValue:
    """The address of a place, seen as a pointer to `target`."""

    place: Place
    target: Type
    null: bool = False


@dataclass(frozen=True, slots=True)
class Null:
    """The null pointer."""


@dataclass(frozen=True, slots=True)
class Allocation:
    """The result of malloc, calloc or alloca before it has a type."""

    size: Expr
    zero: bool
    where: Where
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A string literal; the characters end in 0."""

    characters: tuple[int, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Nothing:
    """The value of a void expression."""


Value = Expr | Place | PointerValue | Null | Allocation | Text | Nothing
NOTHING = Nothing()
NULL = Null()


def same_base(left: Place, right: Place) -> bool:
    """Do both places differ at most in their last index?"""
    return (
        left.storage is right.storage
        and left.path == right.path
        and left.steps == right.steps
        and len(left.indices) == len(right.indices)
        and (left.indices[:-1] == right.indices[:-1] if left.steps else left.indices == right.indices)
    )
