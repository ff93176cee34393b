"""Formulas in the words of a notation, over names that the loop sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NoReturn

from msgspec import Struct, field

from veriabs.annotate.numbers import AS_IT_IS, Numbers, as_it_is, in_names
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
"""Names for what is bound, the first two that the loop does not see."""


_NAMED = re.compile(r"\([^()]*\*\)|[()]")
"""What stands around a name that is converted."""


class HiddenError(Exception):
    """A variable has no name where the loop stands."""


class Speller(Struct, frozen=True):
    """Spells expressions at one loop; `entry` spells the value of a variable where the loop is entered.

    `views` are the names of pointers that stand for arrays there, and `p - a` for the offset of one that walks along;
    `first` says where an array begins, in which a notation that keeps arrays and pointers apart spells the `a` of it,
    and `whole` what a function takes for an array, if it takes any. `past` spells a cell of before the loop, and what
    an index in that is now. `numbers` have names in the text; `small` are variables that a wide type holds whatever
    their own is.
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
        """The expression; HiddenError if one of its variables is not seen."""
        return self._printer().expr(in_names(substitute(expr, self._walks()), self.numbers))

    def letters(self, number: int) -> tuple[str, ...]:
        """So many names that nothing else has here."""
        return tuple(name for name in LETTERS if name not in self.scope)[:number]

    def _walks(self) -> dict[str, Expr]:
        """The offsets of pointers as differences, whose operands are printed as they are."""
        walks = ((name, self.walk(scalar)) for name, scalar in self.program.scalars.items())
        parts = ((name, walk[0], begin(walk[1], self.first)) for name, walk in walks if walk)
        return {name: Binary("-", as_it_is(pointer), as_it_is(first)) for name, pointer, first in parts}

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
                self._hidden()
            if (walk := self.walk(of_entry)) is not None:
                return f"({self.entry(walk[0])} - {begin(walk[1], self.first)})"
            return self.entry(self.seen(of_entry))
        if name in self.program.arrays:
            return self._whole(self.program.arrays[name])
        return self.seen(self.program.scalars[name]) if name in self.program.scalars else self._hidden()

    def _whole(self, array: Array) -> str:
        """An array of which all cells are asked; those of structures lie apart."""
        name = self.seen(array)
        plain = name == self.at_first(array) or _NAMED.sub("", name).isidentifier()
        if not self.whole or len(array.sizes) != 1 or not plain:
            self._hidden()
        return self.whole.format(type=array.type.name, name=name)

    def _element(self, element: Element, indices: tuple[str, ...]) -> str:
        if before := was_at_entry(element.array):
            return self._past(replace(element, array=before), indices)
        array = self.program.arrays[element.array]
        first, *others = self.seen(array).split("[]")
        others += [""] * (len(indices) - len(others))
        if len(others) > len(indices):
            self._hidden()
        return first + "".join(f"[{index}]{behind}" for index, behind in zip(indices, others, strict=True))

    def _past(self, element: Element, indices: tuple[str, ...]) -> str:
        """A cell as it was where the loop was entered, with indices that are what they are now."""
        if self.past is None:
            self._hidden()
        cell, index = self.past
        moving = ({one for one in walk(place) if isinstance(one, (Var, Element))} for place in element.indices)
        now = (index(text) if parts - {CELL, OTHER} else text for text, parts in zip(indices, moving, strict=True))
        return cell(self._element(element, tuple(now)))

    def at_first(self, array: Array) -> str | None:
        """Where the pointer points at first that stands for the array, if one does."""
        pointers = (walk[0] for scalar in self.program.scalars.values() if (walk := self.walk(scalar)))
        seen = self.views.get(array.name)
        return next((text for one in pointers if self.entry and (text := self.entry(one)) == seen), None)

    def seen(self, variable: Scalar | Array) -> str:
        """The name of a variable, with the fields that lead to it."""
        if (walk := self.walk(variable)) is not None:
            return f"{walk[0]} - {begin(walk[1], self.first)}"
        if variable.name in self.views:
            return self.views[variable.name]
        name = variable.source.partition(".")[0].partition("[")[0]
        declared = self.scope.get(name)
        return variable.source if declared is not None and self._is(variable, declared) else self._hidden()

    def walk(self, variable: Scalar | Array) -> tuple[str, str] | None:
        """The pointer whose offset a variable is, and the array along which it walks."""
        pointer, walks, array = self.views.get(variable.name, "").partition(" - ")
        return (pointer, array) if walks else None

    def _is(self, variable: Scalar | Array, declared: Where) -> bool:
        """Is a declaration that of the variable? Of what was made for the arguments of an entry only the line is."""
        if declared == variable.where or (declared.file, declared.line) != (variable.where.file, variable.where.line):
            return declared == variable.where
        alike = (v for v in self._variables() if v.source == variable.source and v.where.line == variable.where.line)
        return len(list(alike)) == 1

    def _variables(self) -> Iterator[Scalar | Array]:
        yield from self.program.scalars.values()
        yield from self.program.arrays.values()

    def declared_at(self, where: Where) -> str | None:
        """The name that is seen for what is declared there: a pointer, say, whose offset has no name of its own."""
        return next((name for name, place in self.scope.items() if place == where), None)

    def _hidden(self) -> NoReturn:
        raise HiddenError


def begin(array: str, first: str) -> str:
    """Where an array begins: what is no name, but for a conversion in front of it, is a pointer to that already."""
    converted, _, name = array.rpartition(")")
    return f"{converted})".removeprefix(")") + first.format(name) if name else array


def views_of(
    program: Program,
    loop: Loop,
    scope: Scope,
    starts: Mapping[str, Expr],
    entry: Callable[[str], str] | None,
    *,
    several: bool = False,
) -> dict[str, str]:
    """The views of a loop with names that it sees: an array that has none there is where a pointer points at first.

    So is any array of a loop with `several` calls of its function, in which it may be another one.
    """
    offsets = {text.partition(" - ")[0]: name for name, text in loop.views if name in starts and " - " in text}
    begins = {pointer: starts[name] for pointer, name in offsets.items()}
    found = dict[str, str]()
    for name, text in loop.views:
        pointer, walks, behind = text.partition(" - ")
        array = program.arrays.get(name)
        at_first = entry is not None and begins.get(pointer) == integer(0, LLONG)
        if walks and array is not None and scope.get(array.source) == array.where and not (several and at_first):
            continue
        if not walks or (_NAMED.sub("", behind) in scope and not (several and at_first)):
            found[name] = text
        elif entry is not None and at_first:
            found[name] = f"{pointer} - {entry(pointer)}" if offsets[pointer] == name else entry(pointer)
    for name, text in loop.views:  # where another pointer into the same array began at its first cell
        pointer, walks, offset = text.partition(" - ")
        if walks and name in program.arrays and name in found and offset in program.scalars and "[" not in found[name]:
            found.setdefault(offset, f"{pointer} - {found[name]}")
    return found
