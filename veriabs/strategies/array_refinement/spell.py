"""How expressions, reads and writes are spelled under a tracking.

A read of what is not tracked is a call of a function without body, anew each time; a write of it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from veriabs.core.ctree import Printer, literal, nondet
from veriabs.core.expressions import Binary, Conditional, Const, Element, Expr, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.program import Initial
from veriabs.core.types import BOOL, CType, FloatType
from veriabs.encode.spell import declare, flat_index
from veriabs.strategies.array_refinement.subject import Subject, View
from veriabs.strategies.array_refinement.threshold import THRESHOLD
from veriabs.strategies.array_refinement.tracking import (
    Item,
    Kind,
    Tracking,
    capacity,
    keeps,
    kept_keys,
    moves,
    moving_keys,
)

_COMPARED = {"<": "any_less", "<=": "any_less", ">": "any_more", ">=": "any_more", "==": "any_same", "!=": "any_other"}
"""Comparisons of values of which only the side of the threshold is known."""


@dataclass(frozen=True, slots=True)
class CNames:
    """Spells one view of the subject under one tracking."""

    subject: Subject
    view: View
    tracking: Tracking

    # ------------------------------------------------------------------------------------------------------ expressions

    def expr(self, expr: Expr) -> str:
        return self._printer().expr(expr)

    def _printer(self) -> Printer:
        return Printer(scalar=self._scalar, element=self._element, product=self._compared)

    def _scalar(self, name: str) -> str:
        return name if self.keeps(name) else f"{nondet(self._type(name))}()"

    def _element(self, cell: Element, indices: tuple[str, ...]) -> str:
        at, unknown = self.index(cell, indices), f"{nondet(self._type(cell.array))}()"
        if self.keeps_whole(cell.array):
            return f"{cell.array}[{at}]" if self._exact_size(cell.array) else self._guarded(cell.array, at, unknown)
        keys = self.kept_keys(cell.array)
        same = next((key for key in keys if self.subject.keys[cell.array][key] == cell.indices[0]), None)
        return self._found(cell.array, at, keys) if same is None else cell_name(cell.array, same)

    def _found(self, array: str, at: str, keys: list[int]) -> str:
        text = f"{nondet(self._type(array))}()"
        for key in reversed(keys):
            text = f"{at} == {self._key(array, key)} ? {cell_name(array, key)} : {text}"
        return f"({text})" if keys else text

    def _key(self, array: str, key: int) -> str:
        """An index: a constant of the run, or an expression that changes."""
        if not moves(self.subject, array, key):
            return key_name(array, key)
        return f"(long long)({self._printer().expr(self.subject.keys[array][key])})"

    def _guarded(self, array: str, at: str, unknown: str) -> str:
        return f"({at} < {capacity(self.subject, self.view.arrays[array])} ? {array}[{at}] : {unknown})"

    def _exact_size(self, array: str) -> bool:
        return all(isinstance(size, Const) for size in self.view.arrays[array].sizes)

    def index(self, cell: Element, indices: tuple[str, ...] | None = None) -> str:
        """The index of a cell into its array, row by row."""
        plain = self._printer()
        texts = indices if indices is not None else tuple(plain.expr(index) for index in cell.indices)
        sizes = tuple(plain.expr(size) for size in self.view.arrays[cell.array].sizes)
        text = flat_index(texts, sizes)
        return text if text.isalnum() else f"({text})"

    def _compared(self, expr: Binary) -> str | None:
        if expr.op not in COMPARISONS or not self.view.data:
            return None
        return _COMPARED[expr.op] if self._is_data(expr.left) or self._is_data(expr.right) else None

    def _is_data(self, expr: Expr) -> bool:
        match expr:
            case Var(name=name) | Element(array=name):
                return name in self.view.data
            case Conditional(then=then, orelse=orelse):
                return self._is_data(then) or self._is_data(orelse)
            case _:
                return False

    # ---------------------------------------------------------------------------------------------------- what is kept

    def keeps(self, name: str) -> bool:
        return keeps(self.subject, self.tracking, name)

    def keeps_whole(self, array: str) -> bool:
        return Item(Kind.WHOLE, array) in self.tracking

    def kept_keys(self, array: str) -> list[int]:
        return kept_keys(self.tracking, array)

    def _type(self, name: str) -> CType:
        if name in self.view.data:
            return BOOL
        found = self.view.scalars.get(name)
        return found.type if found is not None else self.view.arrays[name].type

    # ------------------------------------------------------------------------------------------------------- statements

    def write(self, cell: Element, value: str) -> list[str]:
        """A write of a cell, as far as it is tracked; two cells may be the same one, which is then written twice."""
        at = self.index(cell)
        if self.keeps_whole(cell.array):
            bound = capacity(self.subject, self.view.arrays[cell.array])
            text = f"{cell.array}[{at}] = {value};"
            return [text if self._exact_size(cell.array) else f"if ({at} < {bound}) {text}"]
        keys = self.kept_keys(cell.array)
        if len(keys) > 1:
            put, place = f"{declare(self._type(cell.array), 'any_put')} = {value};", f"const long long at_0 = {at};"
            return [f"{{ {put} {place}", *("  " + line for line in self._put(cell, keys, "at_0", "any_put")), "}"]
        return self._put(cell, keys, at, value)

    def _put(self, cell: Element, keys: list[int], at: str, value: str) -> list[str]:
        same = self.subject.keys[cell.array]
        return [
            f"{'' if same[k] == cell.indices[0] else f'if ({at} == {self._key(cell.array, k)}) '}"
            f"{cell_name(cell.array, k)} = {value};"
            for k in keys
        ]

    def assign(self, target: Var | Element, value: str) -> list[str]:
        if isinstance(target, Element):
            return self.write(target, value)
        lines = [f"{target.name} = {value};"] if self.keeps(target.name) else []
        return [*lines, *self._moved(target.name)]

    def _moved(self, name: str) -> list[str]:
        """An element whose index has just changed is another one: a fixed one that is tracked, or anything."""
        lines = []
        for array, key in moving_keys(self.subject, self.tracking, name):
            index = f"({self._printer().expr(self.subject.keys[array][key])})"
            fixed = [k for k in self.kept_keys(array) if not moves(self.subject, array, k)]
            lines.append(f"{cell_name(array, key)} = {self._found(array, index, fixed)};")
        return lines

    def havoc(self, target: Var | Element) -> list[str]:
        name = target.name if isinstance(target, Var) else target.array
        return self.assign(target, f"{nondet(self._type(name))}()")

    # ----------------------------------------------------------------------------------------------------- declarations

    def declarations(self) -> list[str]:
        """Everything that is tracked, as it is before the first statement."""
        return [*self._scalars(), *(line for name in self.view.arrays for line in self._array(name))]

    def _scalars(self) -> Iterator[str]:
        for name, found in sorted(self.view.scalars.items(), key=lambda pair: pair[0] not in self.subject.fixed):
            if self.keeps(name):
                value = self._initial(name, found.initial)
                yield f"{declare(self._type(name), name)}{f' = {value}' if value else ''};"

    def _array(self, name: str) -> Iterator[str]:
        array, ctype = self.view.arrays[name], self._type(name)
        value = self._initial(name, array.initial)
        if self.keeps_whole(name):
            size = capacity(self.subject, array)
            values = ", ".join([value] * (size if name in self.view.data else 1))
            yield f"{declare(ctype, name)}[{size}]{f' = {{{values}}}' if value else ''};"
        for key in self.kept_keys(name):
            if not moves(self.subject, name, key):
                index = Printer().expr(self.subject.keys[name][key])
                yield f"const long long {key_name(name, key)} = {index};"
            yield f"{declare(ctype, cell_name(name, key))}{f' = {value}' if value else ''};"

    def _initial(self, name: str, initial: Initial) -> str:
        if initial is not Initial.ZERO:
            return ""
        if name in self.view.data:
            return f"0 > {THRESHOLD}"
        ctype = self._type(name)
        return literal(Const(0.0 if isinstance(ctype, FloatType) else 0, ctype))


def key_name(array: str, key: int) -> str:
    return f"at_{array}_{key + 1}"


def cell_name(array: str, key: int) -> str:
    return f"kept_{array}_{key + 1}"


def nondets(view: View) -> list[tuple[str, str]]:
    """Type and name of every function that gives arbitrary values."""
    types = {s.type for s in view.scalars.values()} | {a.type for a in view.arrays.values()} | {BOOL}
    return sorted({(t.name, nondet(t)) for t in types})


