"""Find loops that do nothing but add up cells: `for (i = lo; i < hi; i++) sum += g(a[i], i);`.

In: the body of a program. Out: `Folds`, with each such loop and the sum that it computes.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    integer,
    map_parts,
    names,
    substitute,
    walk,
)
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, Var
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Assign, If, Loop, Stmt
from veriabs.core.types import BOOL, INT, ULLONG, UNSIGNED, IntType
from veriabs.core.typing_rules import type_of
from veriabs.loops.counted_ranges import CountedRange, is_scalar, range_of, split

_INDEX = "index of a fold"
"""The name in a summand for the index of the cell; no variable of a program has it."""


class Fold(Struct, frozen=True):
    """The sum of `summand`, of the type of the scalar it is added to, over the indices of a range."""

    summand: Expr
    low: int
    high: Expr
    type: IntType

    @property
    def arrays(self) -> frozenset[str]:
        return frozenset(part.array for part in walk(self.summand) if isinstance(part, Element))

    @property
    def scalars(self) -> frozenset[str]:
        """Scalars that the sum depends on; if one of them changes, the sum is unknown."""
        return (names(self.summand) | names(self.high)) - self.arrays - {_INDEX}

    def at(self, index: Expr) -> Expr:
        """The summand of one cell: it reads the cell at `index`, and computes with the index in the counter's type."""

        def change(part: Expr) -> Expr:
            match part:
                case Var(name=name, type=IntType() as ctype) if name == _INDEX:
                    return converted(ctype, index)
                case Element():
                    return replace(part, indices=(index,))
                case _:
                    return part

        return map_parts(self.summand, change)


# --------------------------------------------------------------------------------------------------- loops that add up


class Consumer(Struct, frozen=True):
    """A loop that adds up cells: the folds by the scalar that receives each, and the `private` scalars of its body."""

    range: CountedRange
    sums: dict[str, Fold]
    private: tuple[Var, ...]


class Folds:
    """The loops of a body that do nothing but add up cells, by identity, and the folds that they compute."""

    def __init__(self, program: Program, body: tuple[Stmt, ...]) -> None:
        self.program = program
        self.body = body
        self.ranges: dict[int, CountedRange] = {}
        self.consumers: dict[int, Consumer] = {}
        self.seen: set[int] = set()
        self._collect(body)
        self.folds = tuple(dict.fromkeys(f for one in self.consumers.values() for f in one.sums.values()))

    def _collect(self, body: tuple[Stmt, ...]) -> None:
        for place, stmt in enumerate(body):
            match stmt:
                case If(then=then, orelse=orelse):
                    self._collect(then)
                    self._collect(orelse)
                case Loop(body=inner):
                    self._collect(inner)
                    found = range_of(stmt, body[:place])
                    if id(stmt) in self.seen:  # one object at two places
                        self.ranges.pop(id(stmt), None)
                        self.consumers.pop(id(stmt), None)
                    elif found is not None:
                        self.ranges[id(stmt)] = found
                        self._consumer(stmt, found)
                    self.seen.add(id(stmt))
                case _:
                    pass

    def _consumer(self, loop: Loop, visited: CountedRange) -> None:
        values = _values(split(loop, visited)[0])
        if values is None:
            return
        counter = visited.counter.name
        sums: dict[str, Fold] = {}
        private: list[Var] = []
        for name, value in values.items():
            ctype = self.program.scalars[name].type
            if name not in names(value):
                private.append(Var(name, ctype))
                continue
            if not isinstance(ctype, IntType) or ctype == BOOL:
                return
            summand = summand_of(value, Var(name, ctype), self.program.task.data_model)
            if summand is None or names(summand) & (values.keys() - {counter}):
                return
            here = substitute(summand, {counter: Var(_INDEX, visited.counter.type)})
            fold = Fold(map_parts(here, _without_place), visited.low, visited.high, ctype)
            if not fold.arrays or not self._is_supported(fold):
                return
            sums[name] = fold
        if sums and not any(name in names(value) for name in (v.name for v in private) for value in values.values()):
            self.consumers[id(loop)] = Consumer(visited, sums, tuple(private))

    def _exceeds(self, high: Expr, array: str) -> bool:
        size = self.program.arrays[array].sizes[0]
        return isinstance(size, Const) and isinstance(high, Const) and high.value > size.value

    def _is_supported(self, fold: Fold) -> bool:
        """Is each access at the index itself, within the array, and every operation defined?"""
        for part in walk(fold.summand):
            match part:
                case Element(array=array, indices=(index,)):
                    if not is_scalar(index, _INDEX):
                        return False
                    if self._exceeds(fold.high, array):
                        return False
                case Element() | Apply():
                    return False
                case Binary(op="/" | "%" | "<<" | ">>", right=right) if not isinstance(right, Const):
                    return False
                case _:
                    pass
        return True


def _without_place(part: Expr) -> Expr:
    return part if isinstance(part, Const | Var | Conditional | Apply) else replace(part, at=None)


# ------------------------------------------------------------------------------------------------------ one iteration


def _values(body: tuple[Stmt, ...]) -> dict[str, Expr] | None:
    """The scalars that an iteration sets, as expressions over the old values; None if it does anything else."""
    return _run(body, {})


def _run(body: tuple[Stmt, ...], known: dict[str, Expr]) -> dict[str, Expr] | None:
    for stmt in body:
        match stmt:
            case Assign(target=Var(name=name, type=ctype), value=value):
                known = {**known, name: Cast(ctype, substitute(value, known))}
            case If(test=test, then=then, orelse=orelse):
                one, two = _run(then, known), _run(orelse, known)
                if one is None or two is None:
                    return None
                chosen = substitute(test, known)
                known = {**known, **dict(_merged(chosen, one, two))}
            case _:
                return None
    return known


def _merged(test: Expr, one: dict[str, Expr], two: dict[str, Expr]) -> Iterator[tuple[str, Expr]]:
    for name in one.keys() | two.keys():
        either = one.get(name) or two.get(name)
        assert isinstance(either, Cast)
        old = Cast(either.type, Var(name, either.type))
        yes, no = one.get(name, old), two.get(name, old)
        yield name, yes if yes == no else Cast(either.type, Conditional(test, yes, no))


def summand_of(value: Expr, total: Var, data_model: DataModel) -> Expr | None:
    """The summand e if `value` is `total + e`, else None.

    All operations on the way have at least the bits of the scalar, so that the sum is exact modulo 2^bits.
    """
    assert isinstance(total.type, IntType)
    if total.name not in names(value):
        return None
    match value:
        case Var():
            return integer(0)
        case Cast(type=IntType() as ctype, operand=operand) if ctype.bits >= total.type.bits:
            return summand_of(operand, total, data_model)
        case Conditional(test=test, then=then, orelse=orelse) if total.name not in names(test):
            yes, no = summand_of(then, total, data_model), summand_of(orelse, total, data_model)
            if yes is None or no is None:
                return None
            return Conditional(test, converted(total.type, yes), converted(total.type, no))
        case Binary(op="+" | "-" as op, left=left, right=right) if isinstance(type_of(value, data_model), IntType):
            if total.name not in names(right):
                inner, other = summand_of(left, total, data_model), right
            elif op == "+" and total.name not in names(left):
                inner, other = summand_of(right, total, data_model), left
            else:
                return None
            return None if inner is None else modulo(op, inner, other, total.type)
        case _:
            return None


def modulo(op: str, left: Expr, right: Expr, ctype: IntType) -> Expr:
    """A sum or difference modulo 2^bits of a type; no step of it overflows."""
    wide = ULLONG if ctype.bits > INT.bits else UNSIGNED
    if left == integer(0) and op == "+":
        return converted(ctype, right)
    return converted(ctype, Binary(op, converted(wide, left), converted(wide, right)))


def converted(ctype: IntType, expr: Expr) -> Expr:
    """A conversion, omitted if the expression obviously has the type."""
    match expr:
        case Var(type=own) | Element(type=own) | Cast(type=own) if own == ctype:
            return expr
        case Binary(op="+" | "-", left=Var(type=own) | Element(type=own) | Cast(type=own)) if own == ctype:
            other = expr.right
            same = isinstance(other, Var | Element | Cast) and other.type == ctype and ctype.bits >= INT.bits
            return expr if same else Cast(ctype, expr)
        case _:
            return Cast(ctype, expr)
