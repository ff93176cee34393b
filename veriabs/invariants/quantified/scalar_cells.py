"""Propose facts that sample runs have to select: cells at the positions that scalars hold, and limits of scalars.

The vocabulary is read off the program: arrays, positions, scalars and constants that are compared with cells, tests of
scalars as conditions, and limits of types. Sample runs refute most of these candidates, so the list may be long.
Examples are `level[at] == min` and `min <= 32767`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from veriabs.core.components import component, nothing
from veriabs.core.ctree import (
    conjuncts,
    disjunction,
    elements_of,
    expressions,
    integer,
    names,
    negate,
    reads_cell,
    statements,
    walk,
)
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts, entry_of
from veriabs.core.operators import MIRRORED
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, If, Loop
from veriabs.core.types import BOOL, LLONG, IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.candidates import FEW_BITS, content_types, merge
from veriabs.invariants.limits import variable_of, wide
from veriabs.invariants.quantified.circular_buffer import whole_numbers
from veriabs.invariants.quantified.path_conditions import copies, loop_nests
from veriabs.invariants.scalar.sizes import BYTE

OPERATORS = ("==", "!=", "<=", ">=")

MOST_WORDS = 6
"""The number of positions, values and conditions that are combined with each other."""


def vocabulary_candidates(program: Program) -> Invariants:
    """All candidates, by loop."""
    return merge(scalar_cells(program), value_ranges(program))


class _Vocabulary(Struct, frozen=True):
    """The parts of a program from which the candidates of all its loops are made.

    - `cells`: the accesses with one index. `copied`: scalars with equal or near values (see `copies`).
    - `exprs`: the expressions of each statement, with its target. `tests`: comparisons of scalars that end no loop.
    """

    program: Program
    cells: list[Element]
    copied: dict[str, set[str]]
    exprs: list[tuple[Expr, ...]]
    tests: list[Binary]

    @classmethod
    def of(cls, program: Program) -> _Vocabulary:
        stmts = list(statements(program.body))
        ends = {part for stmt in stmts if isinstance(stmt, Loop) for part in conjuncts(stmt.test)}
        parts = dict.fromkeys(part for stmt in stmts for expr in expressions(stmt) for part in walk(expr))
        tests = [part for part in parts if isinstance(part, Binary) and part.op in MIRRORED and part not in ends]
        return cls(
            program=program,
            cells=[cell for cell in elements_of(program.body) if len(cell.indices) == 1],
            copied=copies(program.body),
            exprs=[(*expressions(stmt), *((stmt.target,) if isinstance(stmt, Assign) else ())) for stmt in stmts],
            tests=[test for test in tests if not reads_cell(test)],
        )


def scalar_cells(program: Program) -> Invariants:
    """Relations of cells at the positions that scalars hold, by loop."""
    nests, words = loop_nests(program), _Vocabulary.of(program)
    counters = {a.variable.name for nest in nests for a in nest[-1].accelerable}
    found = []
    for nest in nests:
        foreign = counters - {a.variable.name for around in nest for a in around.accelerable}
        found.append((nest[-1].loop, tuple(_loop_candidates(words, nest[-1], foreign))))
    return by_loop(found)


@component("scalar_cells", nothing)
def _loop_candidates(words: _Vocabulary, facts: LoopFacts, foreign: set[str]) -> Iterator[Expr]:
    """The candidates of a loop, without the counters of others."""
    program = words.program
    for name in accessed_arrays(program, facts):
        array = program.arrays[name]
        indices = (variable_of(cell.indices[0]) for cell in words.cells if cell.array == name)
        read = {v.name for v in indices if v is not None}
        near = {one for v in read for one in words.copied.get(v, ())}
        positions = whole_numbers(program, (read | near) - foreign)[:MOST_WORDS]
        values = _values(words, name, foreign.union(facts.private, (v.name for v in positions)))
        for position in positions:
            excuses = _exceptions(words, facts, position, foreign)
            for index in (position, Binary("-", position, integer(1))):
                outside = (Binary("<", wide(index), integer(0, LLONG)), Binary("<=", wide(array.sizes[0]), wide(index)))
                cell = Element(name, (index,), array.type)
                for value, op in product(values, OPERATORS):
                    if op != "!=" or isinstance(value, Const):
                        yield (fact := Binary(op, cell, value))
                        yield from (Binary("||", excuse, fact) for excuse in (disjunction(outside), *excuses))


def accessed_arrays(program: Program, facts: LoopFacts) -> list[str]:
    """The arrays of integers that a loop accesses with one index."""
    accessed = {cell.array for cell in elements_of((facts.loop,)) if len(cell.indices) == 1}
    return [name for name in sorted(accessed & program.arrays.keys()) if isinstance(program.arrays[name].type, IntType)]


def _values(words: _Vocabulary, array: str, positions: set[str]) -> list[Expr]:
    """Zero, and scalars and constants that are compared with cells of the array, stored there, or loaded."""
    found: list[Expr] = [integer(0)]
    for exprs in words.exprs:
        if any(array in names(expr) for expr in exprs):
            found += [part for expr in exprs for part in walk(expr) if isinstance(part, Var | Const)]
    return [v for v in dict.fromkeys(found) if not names(v) & positions and _is_number(v)][:MOST_WORDS]


def _exceptions(words: _Vocabulary, facts: LoopFacts, position: Var, foreign: set[str]) -> list[Expr]:
    """The position is before a counter or not, or a test of a scalar that the loop writes holds or fails."""
    found: list[Expr] = [Binary("==", position, entry_of(position))] if position.name in facts.written else []
    for one in facts.accelerable:
        if one.variable.name != position.name:
            before = Binary("<", wide(position), wide(Var(one.variable.name, one.variable.type)))
            found += [before, negate(before)]
    about = facts.written - facts.private
    for test in words.tests:
        found += [test, negate(test)] if names(test) & about and not names(test) & foreign else []
    return found[: 2 * MOST_WORDS]


def value_ranges(program: Program) -> Invariants:
    """Limits of carried scalars, by loop: the constants in tests and the limits of narrower types."""
    limits, facts = value_limits(program), (nest[-1] for nest in loop_nests(program))
    return by_loop((one.loop, tuple(_ranges_of_loop(program, one, limits))) for one in facts)


@component("value_ranges", nothing)
def _ranges_of_loop(program: Program, facts: LoopFacts, limits: list[int]) -> Iterator[Expr]:
    moved = facts.written - facts.private - {a.variable.name for a in facts.accelerable}
    for value, limit, op in product(whole_numbers(program, moved), limits, ("<=", ">=")):
        yield Binary(op, wide(value), integer(limit, LLONG))


def value_limits(program: Program) -> list[int]:
    """The constants in tests of other statements than loops, and the limits of types with at most 16 bits."""
    tests = (stmt.test for stmt in statements(program.body) if isinstance(stmt, If | Assert))
    values = (expr for stmt in statements(program.body) if isinstance(stmt, Assign) for expr in expressions(stmt))
    parts = (part for expr in (*tests, *values) for part in walk(expr))
    sides = (side for one in parts if isinstance(one, Binary) and one.op in MIRRORED for side in (one.left, one.right))
    constants = [side.value for side in sides if isinstance(side, Const)]
    narrow = [one for one in content_types(program) if 1 < one.bits <= FEW_BITS]
    ends = [end for one in narrow for end in (one.lowest, one.highest)]
    return sorted({int(value) for value in (*constants, *ends)}, key=abs)[: 2 * MOST_WORDS]


def _is_number(value: Expr) -> bool:
    """Is it an integer, and no constant that may be a size?"""
    if isinstance(value, Const):
        return abs(value.value) < BYTE
    return isinstance(value, Var) and isinstance(value.type, IntType) and value.type != BOOL
