"""Places of C objects in the core program, and the values that an expression can have."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Binary, Const, Element, Expr, LValue, Var
from veriabs.core.source import Where
from veriabs.frontend.typed.types import Type

JOINED = "_and_others"
"""The end of the name of a region's array."""


class ObjectKey(NamedTuple):
    """The identity of an object across lowerings of its program: the n-th of its name and place.

    `summary`: an allocation in a loop; `rows`: one whose objects are arrays; `zero`: it starts as zeros; `characters`:
    the size of a character array; `literal`: a string literal; `resized`: `realloc` resizes it, or an object of its
    region.
    """

    source: str
    where: Where
    number: int
    summary: bool
    zero: bool
    characters: int = 0
    literal: bool = False
    resized: bool = False
    rows: bool = False


class Rest(Struct, frozen=True):
    """The bytes behind the fixed members of an allocated struct, as a member: `count` elements of a type."""

    name: str
    element: Type
    count: Expr


class ResizedObject(Struct, frozen=True):
    """The state of a resized object: current address, current number of elements, and largest number so far."""

    address: Var
    size: Var
    most: Var


class Storage(Struct, eq=False):
    """One object of the C program; each scalar in it is a core variable, found by its field path.

    - `leaves` maps field paths to core names, `pointers` to pointer members, `stored` to pointers in arrays.
    - `heap`: it is allocated; `freed`: the place of its `free`; `live`: the flag that it is alive; `lives`: an array of
      such flags, for objects of a loop that are freed one by one; `made` counts these (see `lifetimes`).
    - `placeholder`: it stands for an object that later text names (see `nulls`). `summary`: it stands for all objects
      of one allocation in a loop. `numbered`: the first index selects one of several objects.
    - `declared`: it is a variable; it ends with a block at `depth`. `view`: it is only the visible part of an object.
    - `key`: it may join a region of objects of the type that it `holds` (see `regions`). `extent`: it is resized.
    - `untyped`: it consists of bytes until a pointer gives it a type.
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
    placeholder: bool = False
    summary: bool = False
    declared: bool = False
    stored: dict[tuple[str, ...], StoredPointers] = field(default_factory=dict)
    view: ObjectView | None = None
    key: ObjectKey | None = None
    holds: Type | None = None
    extent: ResizedObject | None = None
    numbered: bool = False
    untyped: ObjectKey | None = None


class Region(Struct):
    """An array of objects of one type, of which `used` are named.

    It is `zero` initially if all its objects are.
    """

    storage: Storage
    type: Type
    size: int
    zero: bool = False
    used: int = 0


class ObjectView(Struct, frozen=True):
    """The part of an object that one access through a pointer with unknown offset sees; `of` is None for an unknown
    object, of the type of the access if `typed`."""

    of: Storage | None
    typed: bool = False


class Place(Struct, frozen=True):
    """An lvalue: a part of an object, by field path and indices.

    `steps`: the last step was an index, which pointer arithmetic moves; `width`: that of a bit-field. For one of the
    `bytes` of a number, the last index counts bytes (see `bytes`), and `origin` is the number until an offset is added.
    In a `flat` view of a matrix, the last index counts the elements of all rows; `flat` has the sizes of rows, the
    innermost first.
    """

    storage: Storage
    path: tuple[str, ...]
    indices: tuple[Expr, ...]
    type: Type
    steps: bool = False
    width: int | None = None
    bytes: int = 0
    words: int = 0
    origin: Place | None = None
    flat: tuple[Const, ...] = ()

    @property
    def shape(self) -> tuple[object, ...]:
        """All but type and indices; pointers to places of one shape differ in their indices only."""
        return self.storage, self.path, self.steps, self.bytes, self.flat

    def at(self, index: Expr, element: Type) -> Place:
        whole = self.by_dimension()
        return replace(whole, indices=(*whole.indices, index), type=element, steps=True)

    def moved(self, index: Expr) -> Place:
        """The same place with another last index."""
        return replace(self, indices=(*self.indices[:-1], index), origin=None)

    def member(self, name: str, ctype: Type, width: int | None = None) -> Place:
        return replace(self.by_dimension(), path=(*self.path, name), type=ctype, steps=False, width=width)

    def by_dimension(self) -> Place:
        """The same element with an index for each dimension of a matrix that is seen as flat.

        An index outside of the matrix is outside of the last row or column, since `/` and `%` keep its sign.
        """
        if not self.flat:
            return self
        *outer, index = self.indices
        parts: list[Expr] = []
        for size in self.flat:
            parts.append(_divide_index(index, "%", size))
            index = _divide_index(index, "/", size)
        kept = outer[: len(outer) - len(self.flat)]
        return replace(self, indices=(*kept, index, *reversed(parts)), flat=(), origin=None)


def _divide_index(index: Expr, op: str, size: Const) -> Expr:
    """`index op size` for `/` and `%`."""
    if isinstance(index, Const) and index.value >= 0:
        one, other = divmod(int(index.value), int(size.value))
        return Const(one if op == "/" else other, size.type)
    return Binary(op, index, size)


class PointerVariable(Struct, eq=False):
    """A pointer variable: it stands for one place all its life, except for the last index if it is `moving`.

    - `place` uses constants and variables of its own as indices; it is None before the first assignment.
    - `null`: it may be the null pointer; if textual order cannot decide this, `flag` is true while it is null.
    - `refers`: a pointer to a pointer always refers to this variable.
    - `stored`: it is in an array; `cell` then has its offset and whether it is a pointer at all, or `linked` the number
      that describes it and the condition under which it is null.
    - `foreign`: its object belongs to another file, or, unless `trusted`, to this one. `vague`: its offset is unknown.
      `view`: it is part of a view. `given`: the caller of the entry function owns it.
    - `depth`, `unset`: see `lifetimes`.
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
    linked: tuple[Element, Expr] | None = None
    number: int = 0
    depth: int = 0
    foreign: bool = False
    trusted: bool = True
    given: bool = False
    vague: bool = False
    view: ObjectView | None = None
    unset: Var | None = None

    @property
    def key(self) -> tuple[str, Where, int]:
        """The identity of the variable across lowerings: the n-th of its name and place."""
        return self.name, self.where, self.number


class Link(Struct, frozen=True):
    """Pointers to elements of an array, which a number describes: an index below `count`, or another one if null.

    Without `nullable`, another number stands for the first element. `numbers` is the array of these numbers.
    """

    numbers: str
    count: Expr
    nullable: bool


class StoredPointers(Struct, eq=False):
    """Pointers in an array, all into one object: arrays of their offsets, and of whether they are set.

    For a region of arrays, `row` holds the row of each. A `link` replaces these arrays.
    """

    row: str
    offset: str
    there: str
    variable: PointerVariable
    link: Link | None = None


class PointerValue(Struct, frozen=True):
    """The value of a pointer: the address of a place, seen as `target`; it is null if `absent` is true.

    `null`: the variable that it was read from may be null, without a flag. `unset`: the condition under which it has no
    value yet. `vague`: only the object is known.
    """

    place: Place
    target: Type
    null: PointerVariable | None = None
    absent: Expr | None = None
    unset: Expr | None = None
    vague: bool = False


class UnknownPointer(Struct, frozen=True):
    """An unknown pointer; it is null where `absent` is true, and has no value yet where `unset` is.

    A pointer from outside points to objects of type `target`, all of which outside code knows. `nowhere`: no code gives
    it an object. `trusted`: it has the value that outside code chose, at an unknown offset if `vague`.
    """

    absent: Expr
    target: Type
    nowhere: bool = False
    unset: Expr | None = None
    trusted: bool = False
    vague: bool = False


class Reference(Struct, frozen=True):
    """The address of a pointer variable."""

    variable: PointerVariable


class NullPointer(Struct, frozen=True):
    """The null pointer."""


class Allocation(Struct, frozen=True):
    """The result of malloc, calloc or alloca before it has a type: `size` in bytes; `zero` for calloc, `automatic` for
    alloca."""

    size: Expr
    zero: bool
    where: Where
    automatic: bool = False


class StringLiteral(Struct, frozen=True):
    """A string literal; the characters end in 0."""

    characters: tuple[int, ...]
    where: Where


class Nothing(Struct, frozen=True):
    """The value of a void expression."""


Value = Expr | Place | PointerValue | UnknownPointer | Reference | NullPointer | Allocation | StringLiteral | Nothing
Entity = Place | PointerVariable | Const | Type | UnsupportedError
"""The meaning of a name; the error is that of an unsupported declaration."""

NOTHING = Nothing()
NULL = NullPointer()


def same_base(left: Place, right: Place) -> bool:
    """Whether both places differ at most in their last index."""
    if (left.storage.placeholder or right.storage.placeholder) and left.steps and right.steps:
        return True
    whole = not left.steps and not right.steps and len(left.indices) == 1
    if whole and left.storage.summary and left.storage is right.storage and left.path == right.path:
        return True
    return (
        left.shape == right.shape
        and len(left.indices) == len(right.indices)
        and (left.indices[:-1] == right.indices[:-1] if left.steps else left.indices == right.indices)
    )


def value_exprs(value: Value) -> tuple[Expr, ...]:
    """The core expressions that a value still has to evaluate."""
    match value:
        case Place(indices=indices):
            return indices
        case PointerValue(place=place, absent=absent, unset=unset):
            return (*place.indices, *(part for part in (absent, unset) if part is not None))
        case UnknownPointer(absent=absent, unset=unset):
            return (absent,) if unset is None else (absent, unset)
        case Allocation(size=only):
            return (only,)
        case NullPointer() | StringLiteral() | Reference() | Nothing():
            return ()
        case _:
            return (value,)
