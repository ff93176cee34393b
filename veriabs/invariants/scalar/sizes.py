"""Find the constants of a task that are sizes, and choose small substitutes for sample runs.

    int a[100000]; i < 100000; a[99999]          int a[5]; i < 5; a[4]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations_with_replacement
from math import prod
from random import Random

from veriabs.core.ctree import elements_of, expressions, names, statements, target_name, walk
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Var
from veriabs.core.graphs import closure
from veriabs.core.operators import MIRRORED
from veriabs.core.statements import Assign
from veriabs.core.types import IntType
from veriabs.invariants.scalar.subject import AssertionTask

LARGE = 20
"""Constants from here on may be sizes."""

BYTE = 256
"""Constants from here on that are compared with cells are sizes; smaller ones are characters and the like."""

_LIMITS = frozenset(limit for bits in range(15, 65) for limit in (2**bits - 1, 2**bits, -(2**bits)))
"""Limits of saturating arithmetic, and bit masks; these are sizes only if a counter is compared with them."""

OFTEN = 0.75
"""The fraction of runs whose sizes are near 1; others have long loops, in which rare states are reached."""

_MARKS = frozenset((2**32 - 1, 2**64 - 1))
"""Numbers that mark a missing position, unless the program compares something with them by size."""

_NEAR = 2
_MULTIPLES = 4
_ORDERS = frozenset(["<", "<=", ">", ">="])
_BITWISE = frozenset(["&", "|", "^", "<<", ">>"])


def large_constants(subject: AssertionTask, more: Iterable[Expr] = ()) -> list[int]:
    """The integers that a run with small sizes replaces.

    Small constants that are compared with cells stay, and so do masks, except those that compute a remainder by a size
    (`i & (N - 1)`). Constants in `more` near a size, such as the last index, are replaced with it.
    """
    exprs = [expr for stmt in statements(subject.program.body) for expr in expressions(stmt)]
    masks = {mask for expr in exprs for mask in _masks(expr)}
    sizes = set(certain_sizes(subject))
    found = {c for expr in exprs for c in _constants(expr) if abs(c) >= LARGE and c not in masks}
    large = {c for c in found if (abs(c) >= BYTE and c not in _LIMITS) or c in sizes}
    large |= {mask for mask in masks if mask + 1 in large and _is_power(mask + 1)}
    ordered = {
        c
        for expr in exprs
        for part in walk(expr)
        if isinstance(part, Binary) and part.op in _ORDERS
        for c in _constants(part)
    }
    large -= _MARKS - ordered
    near = {one + distance for one in large for distance in range(-_NEAR, _NEAR + 1)}
    beside = {c for expr in more for c in _constants(expr) if c in near}
    return sorted(large | beside)


def _is_power(size: int) -> bool:
    return size > 0 and size & (size - 1) == 0


def other_constants(subject: AssertionTask, sizes: Iterable[int]) -> list[int]:
    """The constants that stay unchanged and that inputs may be compared with."""
    exprs = [expr for stmt in statements(subject.program.body) for expr in expressions(stmt)]
    tests = [part for expr in exprs for part in walk(expr) if isinstance(part, Binary) and part.op in MIRRORED]
    small = {c for part in tests for side in (part.left, part.right) for c in _constants(side) if abs(c) < BYTE}
    large = {c for expr in exprs for c in _constants(expr) if LARGE <= abs(c) < BYTE}
    return sorted((small | large) - set(sizes))


def _constants(expr: Expr) -> Iterator[int]:
    return (int(c.value) for c in walk(expr) if isinstance(c, Const) and isinstance(c.value, int))


def _masks(expr: Expr) -> Iterator[int]:
    for part in walk(expr):
        if isinstance(part, Binary) and part.op in _BITWISE:
            yield from (int(c.value) for c in (part.left, part.right) if isinstance(c, Const))


def certain_sizes(subject: AssertionTask) -> Iterator[int]:
    """Constants that are not compared with array contents."""
    contents = _contents(subject)
    for stmt in statements(subject.program.body):
        if isinstance(stmt, Assign) and not {target_name(stmt.target)} & contents:
            yield from _constants_in_comparisons(stmt.value, contents)
        elif not isinstance(stmt, Assign):
            for expr in expressions(stmt):
                yield from _constants_in_comparisons(expr, contents)


def _constants_in_comparisons(expr: Expr, contents: frozenset[str]) -> Iterator[int]:
    match expr:
        case Const(value=int(value)):
            yield int(value)
        case Binary(op="&&" | "||", left=left, right=right):
            yield from _constants_in_comparisons(left, contents)
            yield from _constants_in_comparisons(right, contents)
        case Conditional(test=test, then=then, orelse=orelse):
            for part in (test, then, orelse):
                yield from _constants_in_comparisons(part, contents)
        case _ if not names(expr) & contents:
            yield from _constants(expr)
        case _:
            return


def _contents(subject: AssertionTask) -> frozenset[str]:
    """Arrays, values narrower than int, and scalars that such values are assigned to."""
    program = subject.program
    narrow = (s.name for s in program.scalars.values() if isinstance(s.type, IntType) and 1 < s.type.bits < 32)
    assigns = [s for s in statements(program.body) if isinstance(s, Assign) and isinstance(s.target, Var)]

    def given(known: frozenset[str]) -> Iterator[str]:
        return (target_name(s.target) for s in assigns if names(s.value) & known)

    return closure((*program.arrays, *narrow), given)


def last_place(subject: AssertionTask) -> int:
    """The largest small constant index; arrays with small sizes keep this cell."""
    indices = (index for cell in elements_of(subject.program.body) for index in cell.indices)
    places = (int(one.value) for one in indices if isinstance(one, Const) and isinstance(one.value, int))
    return max((place for place in places if place < LARGE), default=0)


def shrunk(sizes: Collection[int], chance: Random, least: int = 0) -> dict[int, int]:
    """A substitute above `least` for each large constant, which preserves order, nearness, multiples and products.

    A power of two next to its mask gets a power of two.
    """
    small: dict[int, int] = {}
    bases: list[int] = []
    last = least
    for size in (s for s in sizes if s > 0):
        base, times = _related(size, bases)
        if base:
            small[size] = times * small[base] + size - times * base
            continue
        factors = factors_of(size, bases)
        if factors:
            small[size] = prod(small[one] for one in factors)
            continue
        bases.append(size)
        last += chance.randint(1, 7) if chance.random() < OFTEN else chance.randint(8, LARGE)
        if size + 1 in sizes and _is_power(size + 1):
            last = (1 << last.bit_length()) - 1
        small[size] = last
    return {size: small[size] if size > 0 else -small.get(-size, chance.randint(1, 9)) for size in sizes}


def factors_of(size: int, bases: Iterable[int]) -> tuple[int, ...]:
    """Two bases whose product is the size, as rows and columns; empty if there are none."""
    pairs = combinations_with_replacement(bases, 2)
    return next((pair for pair in pairs if prod(pair) == size), ())


def _related(size: int, bases: list[int]) -> tuple[int, int]:
    for base in bases:
        for times in range(1, _MULTIPLES + 1):
            if abs(size - times * base) <= _NEAR * times:
                return base, times
    return 0, 0
