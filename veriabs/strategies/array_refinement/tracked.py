"""The task under a tracking: what is not tracked has an arbitrary value at each read, a write of it is left out.

Each tracked element is a scalar. A program that is unwound draws arbitrary values where they are read; one that is
proved by induction reads a scalar that was just given one instead, and has no array.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctext import literal, nondet
from veriabs.core.ctree import has, integer, target_name, transform, with_operands
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, LValue, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL, LLONG, CType, FloatType
from veriabs.encode.emit import arbitrary
from veriabs.encode.spell import declare, flat_index
from veriabs.loops.relevant import relevant
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
)  # fmt: skip

_PLACE = Var("at_0", LLONG)
"""The index of a write, evaluated once."""

_COMPARED = {"<": "any_less", "<=": "any_less", ">": "any_more", ">=": "any_more", "==": "any_same", "!=": "any_other"}
"""Comparisons of values of which only the side of the threshold is known."""


class GuardedWrite(If):
    """A write of what is tracked, if it is what is written: no test of the program, so that no trace tells of it."""

    __slots__ = ()


class Tracked(Struct):
    """Rewrites statements; `added` are the scalars that this makes. With `tests` none of them is left out."""

    subject: Subject
    view: View
    tracking: Tracking
    tests: bool = False
    added: dict[str, Scalar] = field(default_factory=dict)

    def scalars(self) -> dict[str, Scalar]:
        """The scalars of the rewritten program, the fixed ones first."""
        kept = [name for name in self.view.scalars if self._keeps(name)]
        ordered = sorted(kept, key=lambda name: name not in self.subject.fixed)
        return {**{name: replace(self.view.scalars[name], type=self._type(name)) for name in ordered}, **self.added}

    def declarations(self) -> list[str]:
        """Everything that the rewritten statements mention, as it is before the first of them."""
        found = [f"{declare(s.type, s.name)}{_zero(s.type, s.initial)};" for s in self.scalars().values()]
        return [*found, *(self._whole(item.name) for item in sorted(self.tracking, key=str) if item.kind is Kind.WHOLE)]

    def _whole(self, name: str) -> str:
        array, ctype = self.view.arrays[name], self._type(name)
        size = capacity(self.subject, array)
        values = ""
        if array.initial is Initial.ZERO:
            zeros = ", ".join([f"0 > {THRESHOLD}"] * size) if name in self.view.data else "0"
            values = f" = {{{zeros}}}"
        return f"{declare(ctype, name)}[{size}]{values};"

    def _keeps(self, name: str) -> bool:
        return keeps(self.subject, self.tracking, name)

    def _type(self, name: str) -> CType:
        if name in self.view.data:
            return BOOL
        found = self.view.scalars.get(name)
        return found.type if found is not None else self.view.arrays[name].type

    def _add(self, variable: Var, initial: Initial = Initial.NONDET) -> Var:
        where = Where(self.subject.file, self.subject.line)
        self.added[variable.name] = Scalar(variable.name, variable.type, initial, variable.name, where)
        return variable

    def _cell(self, array: str, key: int) -> Var:
        """The scalar that stands for a tracked element."""
        found = self.view.arrays[array]
        initial = Initial.NONDET if array in self.view.data else found.initial
        return self._add(Var(cell_name(array, key), self._type(array)), initial)

    def initial(self) -> tuple[Stmt, ...]:
        """What is zero at first and seen through the threshold."""
        zero: list[tuple[Var, Where]] = []
        for name, array in self.view.arrays.items():
            cells = [self._cell(name, key) for key in kept_keys(self.tracking, name)]
            if name in self.view.data and array.initial is Initial.ZERO:
                zero += [(cell, array.where) for cell in cells]
        for name, found in self.view.scalars.items():
            if name in self.view.data and found.initial is Initial.ZERO and self._keeps(name):
                zero.append((Var(name, BOOL), found.where))
        return tuple(Assign(variable, self._bit_of_zero(), where) for variable, where in zero)

    def _bit_of_zero(self) -> Expr:
        threshold = self.view.scalars[THRESHOLD]
        return Binary(">", Const(0, threshold.type), Var(THRESHOLD, threshold.type))

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
                drawn, one, two = self._drawn(stmt.where), self.body(then), self.body(orelse)
                return (*drawn, If(found, one, two, stmt.where)) if one or two or self.tests else ()
            case Loop():
                return self._loop(stmt)
            case Assert(test=test):
                found = self.expr(test)
                return (*self._drawn(stmt.where), replace(stmt, test=found))
            case _:
                return (stmt,)

    def _loop(self, loop: Loop) -> tuple[Stmt, ...]:
        test = self.expr(loop.test)
        drawn = self._drawn(loop.where)
        body, update = self.body(loop.body), self.body(loop.update)
        if not (body or update or self.tests or has((*loop.body, *loop.update), Assert, Halt)):
            return ()
        return (*drawn, replace(loop, test=test, body=body, update=(*update, *drawn)))

    def _matters(self, target: LValue) -> bool:
        name = target_name(target)
        if isinstance(target, Element):
            return self._keeps_whole(name) or bool(kept_keys(self.tracking, name))
        return self._keeps(name) or bool(moving_keys(self.subject, self.tracking, name))

    def _stored(self, target: LValue, value: Expr, where: Where) -> tuple[Stmt, ...]:
        if isinstance(target, Element):
            stmts = self._written(target, value, where)
            return (*self._drawn(where), *stmts)
        kept = Assign(replace(target, type=self._type(target.name)), value, where)
        first = (kept,) if self._keeps(target.name) else ()
        return (*self._drawn(where), *first, *self._moved(target.name, where))

    def _moved(self, name: str, where: Where) -> tuple[Stmt, ...]:
        """An element whose index has just changed is another one: a fixed one that is tracked, or anything."""
        stmts: list[Stmt] = []
        for array, key in moving_keys(self.subject, self.tracking, name):
            index = self.expr(self.subject.keys[array][key])
            fixed = [k for k in kept_keys(self.tracking, array) if not moves(self.subject, array, k)]
            value = self._found(array, index, fixed)
            stmts += [*self._drawn(where), Assign(self._cell(array, key), value, where)]
        return tuple(stmts)

    def _written(self, target: Element, value: Expr, where: Where) -> tuple[Stmt, ...]:
        """A write of each tracked element that is the target; value and index are those before it."""
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
                known = self._keeps(name)
                return replace(expr, type=self._type(name)) if known else self._any(self._type(name))
            case Element():
                return self._element(expr)
            case Binary(op=op, left=left, right=right) if op in COMPARISONS and self._compares_data(left, right):
                return self._compared(op, self.expr(left), self.expr(right))
            case _:
                return with_operands(expr, self.expr)

    def _element(self, cell: Element) -> Expr:
        """A read: of the element at the same expression, of one whose index has the same value, or anything."""
        if self._keeps_whole(cell.array):
            kept, unknown = self._flat(cell), self._unknown(cell.array)
            return kept if self._exact_size(cell.array) else Conditional(self._within(kept), kept, unknown)
        keys = kept_keys(self.tracking, cell.array)
        for key in keys:
            if self.subject.keys[cell.array][key] == cell.indices[0]:
                return self._cell(cell.array, key)
        return self._found(cell.array, self.expr(cell.indices[0]), keys) if keys else self._unknown(cell.array)

    def _keeps_whole(self, array: str) -> bool:
        return Item(Kind.WHOLE, array) in self.tracking

    def _flat(self, cell: Element) -> Element:
        indices = tuple(self.expr(index) for index in cell.indices)
        sizes = tuple(self.expr(size) for size in self.view.arrays[cell.array].sizes)
        return Element(cell.array, (flat_index(indices, sizes),), self._type(cell.array))

    def _exact_size(self, array: str) -> bool:
        return all(isinstance(size, Const) for size in self.view.arrays[array].sizes)

    def _within(self, cell: Element) -> Expr:
        """Is it one of the cells that are kept?"""
        return Binary("<", cell.indices[0], integer(capacity(self.subject, self.view.arrays[cell.array])))

    def _unknown(self, array: str) -> Expr:
        return self._any(self._type(array))

    def _found(self, array: str, index: Expr, keys: Iterable[int]) -> Expr:
        value: Expr = self._unknown(array)
        for key in reversed(list(keys)):
            value = Conditional(self._at(array, key, index), self._cell(array, key), value)
        return value

    def _at(self, array: str, key: int, index: Expr) -> Expr:
        return Binary("==", Cast(LLONG, index), Cast(LLONG, self.expr(self.subject.keys[array][key])))

    def _compares_data(self, left: Expr, right: Expr) -> bool:
        return bool(self.view.data) and (self._is_data(left) or self._is_data(right))

    def _is_data(self, expr: Expr) -> bool:
        match expr:
            case Var(name=name) | Element(array=name):
                return name in self.view.data
            case Conditional(then=then, orelse=orelse):
                return self._is_data(then) or self._is_data(orelse)
            case _:
                return False

    # ------------------------------------------------------------------------------------------------ arbitrary values

    def _any(self, ctype: CType) -> Expr:
        return arbitrary(ctype)

    def _drawn(self, where: Where) -> tuple[Stmt, ...]:
        """Gives the arbitrary values of one statement, if they have to stand in front of it."""
        return ()

    def _compared(self, op: str, left: Expr, right: Expr) -> Expr:
        """The comparison of two values of which only the side of the threshold is known."""
        return Apply(_COMPARED[op], (left, right), BOOL)


class _OverScalars(Tracked):
    """`pending` are the arbitrary values of one statement."""

    pending: list[Var] = field(default_factory=list)

    def _any(self, ctype: CType) -> Var:
        """A scalar that gets an arbitrary value in front of the statement."""
        number = 1 + sum(variable.type == ctype for variable in self.pending)
        name = f"any_{nondet(ctype).removeprefix('nondet_')}_{number}"
        self.pending.append(self._add(Var(name, ctype)))
        return self.pending[-1]

    def _drawn(self, where: Where) -> tuple[Stmt, ...]:
        drawn, self.pending = self.pending, []
        return tuple(Havoc(variable, -1, None, where) for variable in drawn)

    def _compared(self, op: str, left: Expr, right: Expr) -> Expr:
        known = {"<": right, "<=": right, ">": left, ">=": left, "==": integer(0), "!=": integer(1)}[op]
        return Conditional(Binary("==", left, right), self._any(BOOL), known)


def scalar_program(subject: Subject, reading: str, tracking: Tracking, task: Task, number: int) -> Program | None:
    """The abstract program, with every assertion under one number; None if it tracks an array as a whole.

    Every run of the task is one of this program, whatever the sizes of the arrays are.
    """
    if any(item.kind is Kind.WHOLE for item in tracking):
        return None
    tracked = _OverScalars(subject, subject.view(reading), tracking)
    body = (*tracked.initial(), *tracked.body(tracked.view.body))
    one = transform(body, lambda stmt: (replace(stmt, number=number) if isinstance(stmt, Assert) else stmt,))
    return Program(task, tracked.scalars(), {}, relevant(one, number))


def cell_name(array: str, key: int) -> str:
    """The scalar that stands for an element."""
    return f"kept_{array}_{key + 1}"


def _zero(ctype: CType, initial: Initial) -> str:
    zero = Const(0.0 if isinstance(ctype, FloatType) else 0, ctype)
    return f" = {literal(zero)}" if initial is Initial.ZERO else ""
