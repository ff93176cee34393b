"""Where objects of the C program live in the core program, and what an expression can evaluate to."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.expressions import Expr, LValue, Var
from veriabs.core.source import Where
from veriabs.frontend.lower.types import Type


class ObjectKey(NamedTuple):
    """What an object is known by in every lowering of its program: the n-th of its name and place.

    Is it one of a `family` that a loop makes, or of its `rows`, does it begin as `zero`, and if it is an array of plain
    characters, how many has it, and is it a string literal? Is it `resized`, as all that is in one region with it is?
    """

    source: str
    where: Where
    number: int
    family: bool
    zero: bool
    characters: int = 0
    literal: bool = False
    resized: bool = False
    rows: bool = False


class Extent(Struct, frozen=True):
    """Of an object that is resized: its address now, how many elements it has now, and at most had (see `resized`)."""

    address: Var
    size: Var
    most: Var


class Storage(Struct, eq=False):
    """One object of the C program; each scalar in it, found by its field path, is a variable of its own.

    `leaves` maps field paths to core names, `pointers` to the pointer members; `freed` is the place of its `free`.
    `guess`: it stands for an object that the text names further down (see `nulls`). `family`: it stands for all objects
    that one allocation in a loop makes, one behind the other. `stored` are the pointers in arrays. It is
    a variable of its own if it was `declared` as one, and ends with the block that is `depth` blocks deep in the run;
    `live` says whether an allocated one is there, and `lives` is an array that says it of each of those that loops
    make, if some are freed (see `lifetimes`); `made` counts these. It is no object but what is seen of one, if it is a
    `view`. One of a `key` may come into a region of objects of the type that it `holds` (see `regions`). One that
    is resized has an `extent`. Of one that is `numbered` the first index says which object it is.
    What is `untyped` are bytes, as long as no pointer to it says of what type it is.
    """

    source: str
    type: Type
    leaves: dict[tuple[str, ...], str] = field(default_factory=dict)
    pointers: dict[tuple[str, ...], PointerVariable] = field(default_factory=dict)
    heap: bool = False
    freed: Where | None = None
    live: Var | None = None
    lives: str = ""
    made: Var | None = None
    depth: int = 0
    guess: bool = False
    family: bool = False
    declared: bool = False
    stored: dict[tuple[str, ...], StoredPointers] = field(default_factory=dict)
    view: View | None = None
    key: ObjectKey | None = None
    holds: Type | None = None
    extent: Extent | None = None
    numbered: bool = False
    untyped: ObjectKey | None = None


class Region(Struct):
    """An array of objects of one type, of which `used` have a name.

    All of it is `zero` at first if all of its objects are.
    """

    storage: Storage
    type: Type
    size: int
    zero: bool = False
    used: int = 0


class View(Struct, frozen=True):
    """What is seen through a pointer of which only the object is known, or, without one, not even that."""

    of: Storage | None


class Place(Struct, frozen=True):
    """An lvalue: a part of an object, by field path and indices.

    `steps` says that the last step towards it was an index, so that pointer arithmetic on its address moves that index;
    `width` is that of a bit-field. If it is one of the `bytes` that a number has, the last index counts
    bytes (see `bytes`), and `origin` is the number itself as long as none was added.
    """

    storage: Storage
    path: tuple[str, ...]
    indices: tuple[Expr, ...]
    type: Type
    steps: bool = False
    width: int | None = None
    bytes: int = 0
    origin: Place | None = None

    def at(self, index: Expr, element: Type) -> Place:
        return replace(self, indices=(*self.indices, index), type=element, steps=True)

    def moved(self, index: Expr) -> Place:
        """The neighbour whose last index is `index`."""
        return replace(self, indices=(*self.indices[:-1], index), origin=None)

    def member(self, name: str, ctype: Type, width: int | None = None) -> Place:
        return replace(self, path=(*self.path, name), type=ctype, steps=False, width=width)


class PointerVariable(Struct, eq=False):
    """A pointer variable: it stands for one place all its life, apart from the last index if it is `moving`.

    `place` has constants and variables of its own as indices; it is None before the first assignment. `null` says that
    the null pointer was assigned to it and may still be there; where the order of the text does not tell, the variable
    `flag` is true as long as it is. A pointer to a pointer `refers` to one and the same variable all its life. One that
    is `stored` in an array has a `cell` for its offset, and one that says if it is a pointer at all. What a `foreign`
    one points to is in another file; of a `vague` one only the object is known. One that is
    part of a `view` is none of the program's. For `depth` and `unset` see `lifetimes`.
    """

    name: str
    target: Type
    moving: bool
    where: Where
    place: Place | None = None
    null: bool = False
    flag: Var | None = None
    refers: PointerVariable | None = None
    stored: StoredPointers | None = None
    cell: tuple[LValue, LValue] | None = None
    number: int = 0
    depth: int = 0
    foreign: bool = False
    vague: bool = False
    view: View | None = None
    unset: Var | None = None

    @property
    def key(self) -> tuple[str, Where, int]:
        """What the variable is known by in every lowering of its program: it is the n-th of its name and place."""
        return self.name, self.where, self.number


class StoredPointers(Struct, eq=False):
    """The pointers in an array, all into one object: arrays of their offsets there, and of whether they are one.

    Into a region of arrays it has the `row` of each as well.
    """

    row: str
    offset: str
    there: str
    variable: PointerVariable


class PointerValue(Struct, frozen=True):
    """The address of a place, seen as a pointer to `target`, or null where `absent` is true.

    `null`: it may be null, and no expression says where. Where `unset` is true it has no value yet. Of a `vague` one is
    only known that it points into the object of the place.
    """

    place: Place
    target: Type
    null: bool = False
    absent: Expr | None = None
    unset: Expr | None = None
    vague: bool = False


class Vacant(Struct, frozen=True):
    """A pointer of which nothing is known here but that it is null where `absent` is true.

    One that comes from outside of the text points to objects of the type `target`, all of which code outside knows.
    """

    absent: Expr
    target: Type | None = None


class Reference(Struct, frozen=True):
    """The address of a pointer variable."""

    variable: PointerVariable


class Null(Struct, frozen=True):
    """The null pointer."""


class Allocation(Struct, frozen=True):
    """The result of malloc, calloc or alloca before it has a type."""

    size: Expr
    zero: bool
    where: Where
    automatic: bool = False


class Text(Struct, frozen=True):
    """A string literal; the characters end in 0."""

    characters: tuple[int, ...]
    where: Where


class Nothing(Struct, frozen=True):
    """The value of a void expression."""


Value = Expr | Place | PointerValue | Vacant | Reference | Null | Allocation | Text | Nothing
NOTHING = Nothing()
NULL = Null()


def same_base(left: Place, right: Place) -> bool:
    """Do both places differ at most in their last index?"""
    if (left.storage.guess or right.storage.guess) and left.steps and right.steps:
        return True
    whole = not left.steps and not right.steps and len(left.indices) == 1
    if whole and left.storage.family and left.storage is right.storage and left.path == right.path:
        return True
    return (
        left.storage is right.storage
        and left.path == right.path
        and left.steps == right.steps
        and left.bytes == right.bytes
        and len(left.indices) == len(right.indices)
        and (left.indices[:-1] == right.indices[:-1] if left.steps else left.indices == right.indices)
    )
