"""Inline the producer of a table: recompute a looked-up value where it is read (docs/theory.md 16.1).

    for (i = 0; i < 256; i++) square[i] = i * i;   ...   y = square[x];
    for (i = 0; i < 256; i++) square[i] = i * i;   ...   y = x * x;

The loop writes every cell of the table once, with a value computed from its index, and nothing changes the table or its
inputs later. So the recomputed value equals the cell in every run without an access out of bounds. Compilers call this
forward substitution; stencil schedulers call it producer inlining.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.components import component, unchanged
from veriabs.core.copying import replace
from veriabs.core.ctree import (
    children,
    expressions,
    fresh,
    map_expressions,
    map_parts,
    names,
    reads,
    statements,
    substitute,
    transform,
    writes,
)
from veriabs.core.expressions import Binary, Conditional, Const, Element, Expr, Var
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Halt, If, Loop, Stmt
from veriabs.core.types import IntType
from veriabs.loops.flatten import with_scalars
from veriabs.loops.private_scalars import private_scalars


class _FilledTable(Struct, frozen=True):
    """A table, and how the loop computes the cell at its counter: assignments to private scalars, then a value."""

    table: Element
    counter: Var
    code: tuple[Stmt, ...]
    value: Expr

    def own(self) -> dict[str, Var]:
        targets = (stmt.target for stmt in statements(self.code) if isinstance(stmt, Assign))
        return {v.name: v for v in (self.counter, *targets) if isinstance(v, Var)}


@component("producer_inlining", unchanged)
def inline_producers(program: Program) -> Program:
    """Replace lookups in such tables by the computation, in statements that certainly evaluate the lookup."""
    for place, stmt in enumerate(program.body):
        filled = _table_filled_by(program, stmt, program.body[:place]) if isinstance(stmt, Loop) else None
        behind = program.body[place + 1 :]
        if filled is not None and _is_unchanged_later(filled, behind):
            lookups = _Lookups(program, filled)
            body = (*program.body[: place + 1], *transform(behind, lookups.computed))
            program = replace(program, body=body, scalars={**program.scalars, **lookups.added})
    return program


def _table_filled_by(program: Program, loop: Loop, front: tuple[Stmt, ...]) -> _FilledTable | None:
    """The table that the loop fills, if the loop has no other effect and skips no cell."""
    match loop.test, loop.update:
        case (
            Binary(op="<" | "!=", left=Var(type=IntType() as ctype) as counter, right=Const(value=int(end))),
            (Assign(target=target, value=Binary(op="+", left=left, right=Const(value=1))),),
        ) if target == left == counter and end <= ctype.highest and _starts_at_zero(front, counter):
            filled = _stored(loop, counter)
            cells = program.arrays[filled.table.array].sizes if filled else ()
            whole = [size.value for size in cells if isinstance(size, Const)] == [end]
            return filled if whole else None
        case _:
            return None


def _starts_at_zero(front: tuple[Stmt, ...], counter: Var) -> bool:
    last = next((stmt for stmt in reversed(front) if counter.name in writes((stmt,))), None)
    match last:
        case Assign(target=Var(), value=Const(value=0)):
            return True
        case _:
            return False


def _stored(loop: Loop, counter: Var) -> _FilledTable | None:
    """The store at the counter, if it ends a body that otherwise only assigns private scalars."""
    own = private_scalars(loop) - {counter.name}
    match loop.body:
        case (*code, Assign(target=Element(indices=(index,)) as table, value=value)) if index == counter:
            plain = all(isinstance(stmt, Assign | If | Halt) for stmt in statements(code)) and writes(code) <= own
            return _FilledTable(table, counter, tuple(code), value) if plain else None
        case _:
            return None


def _is_unchanged_later(filled: _FilledTable, behind: tuple[Stmt, ...]) -> bool:
    """Whether later code changes neither the table nor the inputs of its cells, and no loop update reads the table.

    A loop's update has no room for the statements of the computation.
    """
    used, table = reads(filled.code) | names(filled.value), filled.table.array
    updates = (stmt for loop in statements(behind) if isinstance(loop, Loop) for stmt in loop.update)
    return table not in used | reads(updates) and not ({table} | used - filled.own().keys()) & writes(behind)


class _Lookups:
    """Inserts the computation at the index of each lookup; `added` are the new scalars."""

    def __init__(self, program: Program, filled: _FilledTable) -> None:
        self.added: dict[str, Scalar] = {}
        self._filled, self._program = filled, program
        self._taken = {*program.scalars, *program.arrays}
        self._renamed = {name: self._scalar(v) for name, v in filled.own().items()}

    def computed(self, stmt: Stmt) -> tuple[Stmt, ...]:
        """The statement after the code that computes its lookups."""
        if not isinstance(stmt, Assign | If | Assert):
            return (stmt,)
        code: list[Stmt] = []
        cells: dict[Expr, Expr] = {}
        for part in dict.fromkeys(part for expr in expressions(stmt) for part in _always_evaluated(expr)):
            if isinstance(part, Element) and part.array == self._filled.table.array:
                cells[part] = cell = self._scalar(part)
                code += self._code(part.indices[0], cell, stmt.where)

        def known(part: Expr) -> Expr:
            return cells.get(part, part)

        if isinstance(stmt, If):
            return (*code, replace(stmt, test=map_parts(stmt.test, known)))
        return (*code, *map_expressions((stmt,), known))

    def _code(self, index: Expr, cell: Var, where: Where) -> tuple[Stmt, ...]:
        """The code that computes the cell at the index."""
        filled, renamed = self._filled, self._renamed
        begin = Assign(renamed[filled.counter.name], index, where)
        return (begin, *with_scalars(filled.code, renamed), Assign(cell, substitute(filled.value, renamed), where))

    def _scalar(self, of: Var | Element) -> Var:
        """A new scalar of the same type."""
        program, table = self._program, self._filled.table
        known = program.scalars[of.name] if isinstance(of, Var) else program.arrays[of.array]
        name = fresh(f"{known.name}_of_{table.array}" if isinstance(of, Var) else f"{known.name}_cell", self._taken)
        self.added[name] = Scalar(name, known.type, Initial.NONDET, known.source, known.where)
        return Var(name, of.type)


def _always_evaluated(expr: Expr) -> Iterator[Expr]:
    """Subexpressions that are evaluated whatever the values are, except those inside an array index."""
    yield expr
    match expr:
        case Element():
            return
        case Conditional(test=first) | Binary(op="&&" | "||", left=first):
            yield from _always_evaluated(first)
        case _:
            for part in children(expr):
                yield from _always_evaluated(part)
