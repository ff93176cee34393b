"""Print formulas in a notation, with the names in a loop's scope: a lowered `p_index` is `p - a` for the reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, count, islice
from typing import NoReturn

from msgspec import Struct, field

from veriabs.annotate.numbers import AS_IT_IS, Numbers, verbatim, with_macros
from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, substitute, walk
from veriabs.core.expressions import Binary, Element, Expr, Var
from veriabs.core.loop_model import CELL, OTHER, entry_of, was_at_entry
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Loop
from veriabs.core.types import LLONG
from veriabs.frontend.scopes import Scope

LETTERS = ("k", "m", "cell", "other", "k_1", "m_1")
"""Names for bound variables, then k_2, k_3, ...; the first two that are not in scope are used."""


_NAMED = re.compile(r"\([^()]*\*\)|[()]")
"""The text around a name that is converted."""


class HiddenError(Exception):
    """A variable has no name in the loop's scope."""


class Speller(Struct, frozen=True):
    """Prints expressions for one loop.

    - `entry` prints the value of a variable at the loop's entry.
    - `views` are names of pointers that stand for arrays, and `p - a` for the offset of a moving pointer.
    - `first` prints a pointer to the first cell, for notations that do not convert arrays to pointers.
    - `whole` prints an array as a function's argument, if the notation allows that.
    - `past` prints a cell at the loop's entry, and a current index in it.
    - `numbers` are the text's names of constants.
    - `small` are variables whose values a wide type holds, whatever their own type is.
    """

    program: Program
    scope: Scope
    entry: Callable[[str], str] | None
    views: Mapping[str, str] = field(default_factory=dict)
    first: str = "{}"
    whole: str = ""
    past: tuple[Callable[[str], str], Callable[[str], str]] | None = None
    numbers: Numbers = field(default_factory=dict)
    small: frozenset[Expr] = frozenset()

    def text(self, expr: Expr) -> str:
        """The expression; raises HiddenError if a variable has no name in scope."""
        return self._printer().expr(with_macros(substitute(expr, self._pointer_offsets()), self.numbers))

    def letters(self, number: int) -> tuple[str, ...]:
        """So many names that nothing else has in this scope."""
        names = chain(LETTERS, (f"k_{number}" for number in count(2)))
        return tuple(islice((name for name in names if name not in self.scope), number))

    def _pointer_offsets(self) -> dict[str, Expr]:
        """The offsets of moving pointers as differences `p - a`, whose operands are printed verbatim."""
        moving = ((name, self.moving_pointer(scalar)) for name, scalar in self.program.scalars.items())
        parts = ((name, one[0], first_cell(one[1], self.first)) for name, one in moving if one)
        return {name: Binary("-", verbatim(pointer), verbatim(first)) for name, pointer, first in parts}

    def _printer(self) -> Printer:
        return Printer(scalar=self._scalar, element=self._element)

    def _scalar(self, name: str) -> str:
        letters = self.letters(2)
        if name.startswith(AS_IT_IS):
            return name.removeprefix(AS_IT_IS)
        if name in (CELL.name, OTHER.name):
            return letters[(CELL.name, OTHER.name).index(name)]
        of_entry = next((s for s in self.program.scalars.values() if entry_of(Var(s.name, s.type)).name == name), None)
        if of_entry is not None:
            if self.entry is None:
                self._raise_hidden()
            if (moving := self.moving_pointer(of_entry)) is not None:
                return f"({self.entry(moving[0])} - {first_cell(moving[1], self.first)})"
            return self.entry(self.seen(of_entry))
        if name in self.program.arrays:
            return self._array_argument(self.program.arrays[name])
        return self.seen(self.program.scalars[name]) if name in self.program.scalars else self._raise_hidden()

    def _array_argument(self, array: Array) -> str:
        """An array as an argument; arrays of structures have no such form, since their members are separate."""
        name = self.seen(array)
        plain = name == self.at_first(array) or _NAMED.sub("", name).isidentifier()
        if not self.whole or len(array.sizes) != 1 or not plain:
            self._raise_hidden()
        return self.whole.format(type=array.type.name, name=name)

    def _element(self, element: Element, indices: tuple[str, ...]) -> str:
        if before := was_at_entry(element.array):
            return self._cell_at_entry(replace(element, array=before), indices)
        array = self.program.arrays[element.array]
        first, *others = self.seen(array).split("[]")
        others += [""] * (len(indices) - len(others))
        if len(others) > len(indices):
            self._raise_hidden()
        return first + "".join(f"[{index}]{behind}" for index, behind in zip(indices, others, strict=True))

    def _cell_at_entry(self, element: Element, indices: tuple[str, ...]) -> str:
        """A cell at the loop's entry, at current indices."""
        if self.past is None:
            self._raise_hidden()
        cell, index = self.past
        moving = ({one for one in walk(place) if isinstance(one, (Var, Element))} for place in element.indices)
        now = (index(text) if parts - {CELL, OTHER} else text for text, parts in zip(indices, moving, strict=True))
        return cell(self._element(element, tuple(now)))

    def at_first(self, array: Array) -> str | None:
        """The initial target of the pointer that stands for the array, if there is one."""
        pointers = (one[0] for scalar in self.program.scalars.values() if (one := self.moving_pointer(scalar)))
        seen = self.views.get(array.name)
        return next((text for one in pointers if self.entry and (text := self.entry(one)) == seen), None)

    def seen(self, variable: Scalar | Array) -> str:
        """The source name of a variable, with the members that lead to it."""
        if (moving := self.moving_pointer(variable)) is not None:
            return f"{moving[0]} - {first_cell(moving[1], self.first)}"
        if variable.name in self.views:
            return self.views[variable.name]
        name = variable.source.partition(".")[0].partition("[")[0]
        declared = self.scope.get(name)
        return variable.source if declared is not None and self._declares(variable, declared) else self._raise_hidden()

    def moving_pointer(self, variable: Scalar | Array) -> tuple[str, str] | None:
        """The pointer of which the variable is the offset, and the array in which it moves."""
        pointer, is_offset, array = self.views.get(variable.name, "").partition(" - ")
        return (pointer, array) if is_offset else None

    def _declares(self, variable: Scalar | Array, declared: Where) -> bool:
        """Does the declaration declare the variable? Objects for an entry's arguments are known by their line only."""
        if declared == variable.where or (declared.file, declared.line) != (variable.where.file, variable.where.line):
            return declared == variable.where
        alike = (v for v in self._variables() if v.source == variable.source and v.where.line == variable.where.line)
        return len(list(alike)) == 1

    def _variables(self) -> Iterator[Scalar | Array]:
        yield from self.program.scalars.values()
        yield from self.program.arrays.values()

    def declared_at(self, where: Where) -> str | None:
        """The name that is declared at a place, such as the pointer whose offset has no name itself."""
        return next((name for name, place in self.scope.items() if place == where), None)

    def _raise_hidden(self) -> NoReturn:
        raise HiddenError


def first_cell(array: str, first: str) -> str:
    """A pointer to the first cell; an expression that is no plain name is such a pointer already."""
    converted, _, name = array.rpartition(")")
    return f"{converted})".removeprefix(")") + first.format(name) if name else array


def loop_views(
    program: Program,
    loop: Loop,
    scope: Scope,
    starts: Mapping[str, Expr],
    entry: Callable[[str], str] | None,
    *,
    several: bool = False,
) -> dict[str, str]:
    """The views of a loop (see `Loop.views`), rewritten so that all their names are in scope.

    A view that names an array which is not in scope uses a pointer that is at the array's first cell when the loop
    begins: `p - a` becomes `p - ENTRY(p)`, and the array itself `ENTRY(p)`, where `entry` spells ENTRY. With `several`
    calls of the function, the array may be another one in each call, so its name is never used.
    """
    offsets = {text.partition(" - ")[0]: name for name, text in loop.views if name in starts and " - " in text}
    starts_by_pointer = {pointer: starts[name] for pointer, name in offsets.items()}
    found = dict[str, str]()
    for name, text in loop.views:
        pointer, is_offset, array_name = text.partition(" - ")
        array = program.arrays.get(name)
        is_at_first_cell = entry is not None and starts_by_pointer.get(pointer) == integer(0, LLONG)
        by_pointer = several and is_at_first_cell
        if is_offset and array is not None and scope.get(array.source) == array.where and not by_pointer:
            continue  # the array has its own name
        if not is_offset or (_NAMED.sub("", array_name) in scope and not by_pointer):
            found[name] = text
        elif entry is not None and is_at_first_cell:
            found[name] = f"{pointer} - {entry(pointer)}" if offsets[pointer] == name else entry(pointer)
    for name, text in loop.views:  # another pointer into the same array is at its first cell
        pointer, is_offset, offset = text.partition(" - ")
        is_array = name in program.arrays and "[" not in found.get(name, "[")
        if is_offset and is_array and offset in program.scalars:
            found.setdefault(offset, f"{pointer} - {found[name]}")
    return found
