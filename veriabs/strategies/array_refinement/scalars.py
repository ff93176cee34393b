"""The abstract program of a tracking as a program over scalars: no array is left, and no loop is unwound.

Each tracked element is a scalar, and each read of what is not tracked reads a scalar that has just been given an
arbitrary value. Every run of the program is one of this program, whatever the sizes of the arrays are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from veriabs.core.ctree import has, integer, nondet, target_name
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, LValue, Unary, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL, LLONG, CType
from veriabs.loops.flatten import relevant
from veriabs.strategies.array_refinement.spell import cell_name
from veriabs.strategies.array_refinement.subject import Subject, View
from veriabs.strategies.array_refinement.threshold import THRESHOLD
from veriabs.strategies.array_refinement.tracking import Kind, Tracking, keeps, kept_keys, moves, moving_keys

_PLACE = Var("at_0", LLONG)
"""The index of a write, evaluated once."""


def scalar_program(subject: Subject, reading: str, tracking: Tracking, task: Task, number: int) -> Program | None:
    """The abstract program, with every assertion under one number; None if it tracks an array as a whole."""
    if any(item.kind is Kind.WHOLE for item in tracking):
        return None
    writer = _Writer(subject, subject.view(reading), tracking, number)
    body = relevant((*writer.initial(), *writer.body(writer.view.body)), number)
    return Program(task, writer.scalars(), {}, body)


@dataclass
class _Writer:
    """Rewrites statements; `added` are the scalars that this makes, `pending` the arbitrary ones of one statement."""

    subject: Subject
    view: View
    tracking: Tracking
    number: int
    added: dict[str, Scalar] = field(default_factory=dict)
    pending: list[Var] = field(default_factory=list)

    def scalars(self) -> dict[str, Scalar]:
        kept = {name: s for name, s in self.view.scalars.items() if self._keeps(name)}
        return {**{name: replace(s, type=self._type(name)) for name, s in kept.items()}, **self.added}

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
                drawn = self._drawn(stmt.where)
                return (*drawn, replace(stmt, test=found, then=self.body(then), orelse=self.body(orelse)))
            case Loop():
                return self._loop(stmt)
            case Assert(test=test):
                found = self.expr(test)
                return (*self._drawn(stmt.where), replace(stmt, test=found, number=self.number))
            case _:
                return (stmt,)

    def _loop(self, loop: Loop) -> tuple[Stmt, ...]:
        test = self.expr(loop.test)
        drawn = self._drawn(loop.where)
        body, update = self.body(loop.body), self.body(loop.update)
        if not body and not update and not has((*loop.body, *loop.update), Assert, Halt):
            return ()
        return (*drawn, replace(loop, test=test, body=body, update=(*update, *drawn)))

    def _drawn(self, where: Where) -> tuple[Stmt, ...]:
        """Gives the arbitrary values of one statement."""
        drawn, self.pending = self.pending, []
        return tuple(Havoc(variable, -1, None, where) for variable in drawn)

    def _matters(self, target: LValue) -> bool:
        name = target_name(target)
        if isinstance(target, Element):
            return bool(kept_keys(self.tracking, name))
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
            stmts.append(write if same else If(self._at(target.array, key, index), (write,), (), where))
        return (*first, *stmts)

    # ------------------------------------------------------------------------------------------------------ expressions

    def expr(self, expr: Expr) -> Expr:
        match expr:
            case Var(name=name):
                known = self._keeps(name)
                return replace(expr, type=self._type(name)) if known else self._any(self._type(name))
            case Element():
                return self._element(expr)
            case Unary(operand=operand) | Cast(operand=operand):
                return replace(expr, operand=self.expr(operand))
            case Binary(op=op, left=left, right=right):
                one, two = self.expr(left), self.expr(right)
                seen = op in COMPARISONS and self.view.data and (self._is_data(left) or self._is_data(right))
                return self._compared(op, one, two) if seen else replace(expr, left=one, right=two)
            case Conditional(test=test, then=then, orelse=orelse):
                return Conditional(self.expr(test), self.expr(then), self.expr(orelse))
            case Const():
                return expr

    def _element(self, cell: Element) -> Expr:
        """A read: of the element at the same expression, of one whose index has the same value, or anything."""
        keys = kept_keys(self.tracking, cell.array)
        for key in keys:
            if self.subject.keys[cell.array][key] == cell.indices[0]:
                return self._cell(cell.array, key)
        return self._found(cell.array, self.expr(cell.indices[0]), keys) if keys else self._unknown(cell.array)

    def _unknown(self, array: str) -> Var:
        return self._any(self._type(array))

    def _found(self, array: str, index: Expr, keys: Iterable[int]) -> Expr:
        value: Expr = self._unknown(array)
        for key in reversed(list(keys)):
            value = Conditional(self._at(array, key, index), self._cell(array, key), value)
        return value

    def _at(self, array: str, key: int, index: Expr) -> Expr:
        return Binary("==", Cast(LLONG, index), Cast(LLONG, self.expr(self.subject.keys[array][key])))

    def _any(self, ctype: CType) -> Var:
        """A scalar that gets an arbitrary value in front of the statement."""
        number = 1 + sum(variable.type == ctype for variable in self.pending)
        name = f"any_{nondet(ctype).removeprefix('nondet_')}_{number}"
        self.pending.append(self._add(Var(name, ctype)))
        return self.pending[-1]

    def _is_data(self, expr: Expr) -> bool:
        match expr:
            case Var(name=name) | Element(array=name):
                return name in self.view.data
            case Conditional(then=then, orelse=orelse):
                return self._is_data(then) or self._is_data(orelse)
            case _:
                return False

    def _compared(self, op: str, left: Expr, right: Expr) -> Expr:
        """The comparison of two values of which only the side of the threshold is known."""
        known = {"<": right, "<=": right, ">": left, ">=": left, "==": integer(0), "!=": integer(1)}[op]
        return Conditional(Binary("==", left, right), self._any(BOOL), known)
