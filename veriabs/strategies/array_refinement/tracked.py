"""Rewrite a task for a tracking: reads of untracked data are arbitrary, writes of it are dropped.

Each tracked element is a scalar. An unwound program draws arbitrary values where they are read. A program for induction
has no arrays and reads a scalar that was assigned an arbitrary value just before.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctext import literal, nondet
from veriabs.core.ctree import has, integer, target_name, transform, with_operands
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, LValue, Var
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import LLONG, CType, FloatType
from veriabs.encode.emit import arbitrary
from veriabs.encode.spell import declare, flat_index
from veriabs.loops.relevance_slicing import relevant
from veriabs.strategies.array_refinement.subject import Subject, View
from veriabs.strategies.array_refinement.tracking import (
    Item,
    Kind,
    Tracking,
    capacity,
    keeps,
    kept_keys,
    moves,
    moving_keys,
)  # fmt: skip

_PLACE = Var("at_0", LLONG)
"""The index of a write, evaluated once."""


class GuardedWrite(If):
    """A conditional write of a tracked element; it is no test of the program, so traces omit it."""

    __slots__ = ()


class Tracked(Struct):
    """Rewrites statements; `added` are the new scalars. With `tests`, all tests are kept."""

    subject: Subject
    tracking: Tracking
    tests: bool = False
    added: dict[str, Scalar] = field(default_factory=dict)

    @property
    def view(self) -> View:
        return self.subject.view

    def scalars(self) -> dict[str, Scalar]:
        """The scalars of the rewritten program, the fixed ones first."""
        kept = [name for name in self.view.scalars if self._keeps(name)]
        ordered = sorted(kept, key=lambda name: name not in self.subject.fixed)
        return {**{name: self.view.scalars[name] for name in ordered}, **self.added}

    def declarations(self) -> list[str]:
        """Everything that the rewritten statements mention, with its initial state."""
        found = [f"{declare(s.type, s.name)}{_zero(s.type, s.initial)};" for s in self.scalars().values()]
        return [*found, *(self._whole(item.name) for item in sorted(self.tracking, key=str) if item.kind is Kind.WHOLE)]

    def _whole(self, name: str) -> str:
        array = self.view.arrays[name]
        size = capacity(self.subject, array)
        return f"{declare(array.type, name)}[{size}]{' = {0}' if array.initial is Initial.ZERO else ''};"

    def _keeps(self, name: str) -> bool:
        return keeps(self.subject, self.tracking, name)

    def _type(self, name: str) -> CType:
        found = self.view.scalars.get(name)
        return found.type if found is not None else self.view.arrays[name].type

    def _add(self, variable: Var, initial: Initial = Initial.NONDET) -> Var:
        where = Where(self.subject.file, self.subject.line)
        self.added[variable.name] = Scalar(variable.name, variable.type, initial, variable.name, where)
        return variable

    def _cell(self, array: str, key: int) -> Var:
        """The scalar for a tracked element."""
        found = self.view.arrays[array]
        return self._add(Var(cell_name(array, key), found.type), found.initial)

    # ------------------------------------------------------------------------------------------------------- statements

    def body(self, body: Iterable[Stmt]) -> tuple[Stmt, ...]:
        return tuple(new for stmt in body for new in self._stmt(stmt))

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Assign(target=target, value=value, where=where):
                return self._stored(target, self.expr(value), where) if self._matters(target) else ()
            case Havoc(target=target, where=where):
                if not self._matters(target):
                    return ()
                return self._stored(target, self._any(self._type(target_name(target))), where)
            case If(test=test, then=then, orelse=orelse):
                found = self.expr(test)
                havocs, one, two = self._havocs(stmt.where), self.body(then), self.body(orelse)
                return (*havocs, If(found, one, two, stmt.where)) if one or two or self.tests else ()
            case Loop():
                return self._loop(stmt)
            case Assert(test=test):
                found = self.expr(test)
                return (*self._havocs(stmt.where), replace(stmt, test=found))
            case _:
                return (stmt,)

    def _loop(self, loop: Loop) -> tuple[Stmt, ...]:
        test = self.expr(loop.test)
        havocs = self._havocs(loop.where)
        body, update = self.body(loop.body), self.body(loop.update)
        if not (body or update or self.tests or has((*loop.body, *loop.update), Assert, Halt)):
            return ()
        return (*havocs, replace(loop, test=test, body=body, update=(*update, *havocs)))

    def _matters(self, target: LValue) -> bool:
        name = target_name(target)
        if isinstance(target, Element):
            return self._keeps_whole(name) or bool(kept_keys(self.tracking, name))
        return self._keeps(name) or bool(moving_keys(self.subject, self.tracking, name))

    def _stored(self, target: LValue, value: Expr, where: Where) -> tuple[Stmt, ...]:
        if isinstance(target, Element):
            stmts = self._written(target, value, where)
            return (*self._havocs(where), *stmts)
        first = (Assign(target, value, where),) if self._keeps(target.name) else ()
        return (*self._havocs(where), *first, *self._after_index_change(target.name, where))

    def _after_index_change(self, name: str, where: Where) -> tuple[Stmt, ...]:
        """An element whose index changed is another element: a tracked fixed one, or arbitrary."""
        stmts: list[Stmt] = []
        for array, key in moving_keys(self.subject, self.tracking, name):
            index = self.expr(self.subject.keys[array][key])
            fixed = [k for k in kept_keys(self.tracking, array) if not moves(self.subject, array, k)]
            value = self._tracked_value(array, index, fixed)
            stmts += [*self._havocs(where), Assign(self._cell(array, key), value, where)]
        return tuple(stmts)

    def _written(self, target: Element, value: Expr, where: Where) -> tuple[Stmt, ...]:
        """The write of each tracked element that is the target, with the earlier value and index."""
        if self._keeps_whole(target.array):
            return self._cell_written(target, value, where)
        index = self.expr(target.indices[0])
        keys = kept_keys(self.tracking, target.array)
        first: tuple[Stmt, ...] = ()
        if len(keys) > 1:
            put = self._add(Var(f"any_put_{target.array}", self._type(target.array)))
            first = (Assign(put, value, where), Assign(self._add(_PLACE), Cast(LLONG, index), where))
            value, index = put, _PLACE
        stmts: list[Stmt] = []
        for key in keys:
            write = Assign(self._cell(target.array, key), value, where)
            same = self.subject.keys[target.array][key] == target.indices[0]
            stmts.append(write if same else GuardedWrite(self._at(target.array, key, index), (write,), (), where))
        return (*first, *stmts)

    def _cell_written(self, target: Element, value: Expr, where: Where) -> tuple[Stmt, ...]:
        cell = self._flat(target)
        write = Assign(cell, value, where)
        exact = self._exact_size(target.array)
        return (write if exact else GuardedWrite(self._within(cell), (write,), (), where),)

    # ------------------------------------------------------------------------------------------------------ expressions

    def expr(self, expr: Expr) -> Expr:
        match expr:
            case Var(name=name):
                return expr if self._keeps(name) else self._any(expr.type)
            case Element():
                return self._element(expr)
            case _:
                return with_operands(expr, self.expr)

    def _element(self, cell: Element) -> Expr:
        """A read: of the element with the same index expression, of one with an equal index, or arbitrary."""
        if self._keeps_whole(cell.array):
            kept, unknown = self._flat(cell), self._unknown(cell.array)
            return kept if self._exact_size(cell.array) else Conditional(self._within(kept), kept, unknown)
        keys = kept_keys(self.tracking, cell.array)
        for key in keys:
            if self.subject.keys[cell.array][key] == cell.indices[0]:
                return self._cell(cell.array, key)
        return self._tracked_value(cell.array, self.expr(cell.indices[0]), keys) if keys else self._unknown(cell.array)

    def _keeps_whole(self, array: str) -> bool:
        return Item(Kind.WHOLE, array) in self.tracking

    def _flat(self, cell: Element) -> Element:
        indices = tuple(self.expr(index) for index in cell.indices)
        sizes = tuple(self.expr(size) for size in self.view.arrays[cell.array].sizes)
        return Element(cell.array, (flat_index(indices, sizes),), self._type(cell.array))

    def _exact_size(self, array: str) -> bool:
        return all(isinstance(size, Const) for size in self.view.arrays[array].sizes)

    def _within(self, cell: Element) -> Expr:
        """Is it one of the kept cells?"""
        return Binary("<", cell.indices[0], integer(capacity(self.subject, self.view.arrays[cell.array])))

    def _unknown(self, array: str) -> Expr:
        return self._any(self._type(array))

    def _tracked_value(self, array: str, index: Expr, keys: Iterable[int]) -> Expr:
        value: Expr = self._unknown(array)
        for key in reversed(list(keys)):
            value = Conditional(self._at(array, key, index), self._cell(array, key), value)
        return value

    def _at(self, array: str, key: int, index: Expr) -> Expr:
        return Binary("==", Cast(LLONG, index), Cast(LLONG, self.expr(self.subject.keys[array][key])))

    # ------------------------------------------------------------------------------------------------ arbitrary values

    def _any(self, ctype: CType) -> Expr:
        return arbitrary(ctype)

    def _havocs(self, where: Where) -> tuple[Stmt, ...]:
        """Assignments of arbitrary values before a statement, if it needs some."""
        return ()


class _OverScalars(Tracked):
    """A version without arrays; `pending` are the arbitrary values of one statement."""

    pending: list[Var] = field(default_factory=list)

    def _any(self, ctype: CType) -> Var:
        """A scalar that gets an arbitrary value before the statement."""
        number = 1 + sum(variable.type == ctype for variable in self.pending)
        name = f"any_{nondet(ctype).removeprefix('nondet_')}_{number}"
        self.pending.append(self._add(Var(name, ctype)))
        return self.pending[-1]

    def _havocs(self, where: Where) -> tuple[Stmt, ...]:
        havocs, self.pending = self.pending, []
        return tuple(Havoc(variable, -1, None, where) for variable in havocs)


def scalar_program(subject: Subject, tracking: Tracking, task: Task, number: int) -> Program | None:
    """The abstract program with all assertions under one number; None if it tracks a whole array.

    Every run of the task is a run of this program, for all sizes of the arrays.
    """
    if any(item.kind is Kind.WHOLE for item in tracking):
        return None
    tracked = _OverScalars(subject, tracking)
    body = tracked.body(tracked.view.body)
    one = transform(body, lambda stmt: (replace(stmt, number=number) if isinstance(stmt, Assert) else stmt,))
    return Program(task, tracked.scalars(), {}, relevant(one, number))


def cell_name(array: str, key: int) -> str:
    """The name of the scalar for an element."""
    return f"kept_{array}_{key + 1}"


def _zero(ctype: CType, initial: Initial) -> str:
    zero = Const(0.0 if isinstance(ctype, FloatType) else 0, ctype)
    return f" = {literal(zero)}" if initial is Initial.ZERO else ""
