"""Rewrite a task for a tracking: reads of untracked data are arbitrary, writes of it are dropped.

    a[i] = x; y = a[k];                        // tracked: i, k, x, and the element a[k] as the scalar a_k
    if (i == k) a_k = x;                       // y is not tracked

Each tracked element is a scalar, so that the rewritten program has no arrays. A read of untracked data is a scalar that
gets an arbitrary value just before its statement.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctext import nondet
from veriabs.core.ctree import has, mentions, names, target_name, transform, with_operands
from veriabs.core.expressions import Binary, Cast, Conditional, Element, Expr, LValue, Var
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import LLONG, CType
from veriabs.loops.relevance_slicing import slice_body
from veriabs.strategies.array_refinement.subject import RefinementTask, TaskView

_PLACE = Var("at_0", LLONG)
"""The index of a write, evaluated once."""


class TrackedItem(Struct, frozen=True):
    """A scalar, or the element of an array at the index `Subject.keys[name][key]`."""

    name: str
    key: int | None = None


Tracking = frozenset[TrackedItem]
"""All items that an abstract program tracks; other data is arbitrary at each read."""


def items_of(subject: RefinementTask, read: Iterable[str]) -> list[TrackedItem]:
    """The items for these variables and arrays: scalars first, then elements at fixed indices."""
    found = list(dict.fromkeys(read))
    elements = [TrackedItem(name, key) for name in found for key in range(len(subject.keys.get(name, ())))]
    elements.sort(key=lambda item: item.key is not None and moves(subject, item.name, item.key))
    return [TrackedItem(name) for name in found if name not in subject.keys] + elements


def moves(subject: RefinementTask, array: str, key: int) -> bool:
    """Does the index change during a run?"""
    return not names(subject.keys[array][key]) <= subject.fixed


class GuardedWrite(If):
    """A conditional write of a tracked element; it is no test of the program, so traces omit it."""

    __slots__ = ()


class TrackingRewriter(Struct):
    """Rewrites statements; `added` are the new scalars. With `tests`, all tests are kept.

    `pending` are the arbitrary values of one statement.
    """

    subject: RefinementTask
    tracking: Tracking
    tests: bool = False
    added: dict[str, Scalar] = field(default_factory=dict)
    pending: list[Var] = field(default_factory=list)

    @property
    def view(self) -> TaskView:
        return self.subject.view

    def scalars(self) -> dict[str, Scalar]:
        """The scalars of the rewritten program, the fixed ones first."""
        kept = [name for name in self.view.scalars if self._is_tracked(name)]
        ordered = sorted(kept, key=lambda name: name not in self.subject.fixed)
        return {**{name: self.view.scalars[name] for name in ordered}, **self.added}

    def _is_tracked(self, name: str) -> bool:
        return name in self.subject.fixed or TrackedItem(name) in self.tracking

    def _keys(self, array: str) -> list[int]:
        """The keys of the array's tracked elements."""
        return sorted(item.key for item in self.tracking if item.name == array and item.key is not None)

    def _moved_elements(self, name: str) -> list[tuple[str, int]]:
        """The tracked elements whose index changes with a scalar."""
        cells = ((item.name, item.key) for item in self.tracking if item.key is not None)
        return sorted(c for c in cells if name not in self.subject.fixed and name in names(self._index(*c)))

    def _index(self, array: str, key: int) -> Expr:
        return self.subject.keys[array][key]

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
        return self._add(Var(f"kept_{array}_{key + 1}", found.type), found.initial)

    # ------------------------------------------------------------------------------------------------------- statements

    def body(self, body: Iterable[Stmt]) -> tuple[Stmt, ...]:
        return tuple(new for stmt in body for new in self._stmt(stmt))

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Assign(target=target, value=value, where=where):
                return self._stored(target, self.expr(value), where) if self._is_relevant(target) else ()
            case Havoc(target=target, where=where):
                if not self._is_relevant(target):
                    return ()
                return self._stored(target, self._arbitrary_scalar(self._type(target_name(target))), where)
            case If(test=test, then=then, orelse=orelse):
                found = self.expr(test)
                havocs, one, two = self.havocs(stmt.where), self.body(then), self.body(orelse)
                return (*havocs, If(found, one, two, stmt.where)) if one or two or self.tests else ()
            case Loop():
                return self._loop(stmt)
            case Assert(test=test):
                found = self.expr(test)
                return (*self.havocs(stmt.where), replace(stmt, test=found))
            case _:
                return (stmt,)

    def _loop(self, loop: Loop) -> tuple[Stmt, ...]:
        test = self.expr(loop.test)
        havocs = self.havocs(loop.where)
        body, update = self.body(loop.body), self.body(loop.update)
        if not (body or update or self.tests or has((*loop.body, *loop.update), Assert, Halt)):
            return ()
        return (*havocs, replace(loop, test=test, body=body, update=(*update, *havocs)))

    def _is_relevant(self, target: LValue) -> bool:
        name = target_name(target)
        if isinstance(target, Element):
            return bool(self._keys(name))
        return self._is_tracked(name) or bool(self._moved_elements(name))

    def _stored(self, target: LValue, value: Expr, where: Where) -> tuple[Stmt, ...]:
        if isinstance(target, Element):
            stmts = self._update_elements(target, value, where)
            return (*self.havocs(where), *stmts)
        first = (Assign(target, value, where),) if self._is_tracked(target.name) else ()
        return (*self.havocs(where), *first, *self._after_index_change(target.name, where))

    def _after_index_change(self, name: str, where: Where) -> tuple[Stmt, ...]:
        """An element whose index changed is another element: a tracked fixed one, or arbitrary."""
        stmts: list[Stmt] = []
        for array, key in self._moved_elements(name):
            index = self.expr(self._index(array, key))
            fixed = [k for k in self._keys(array) if not moves(self.subject, array, k)]
            value = self._tracked_value(array, index, fixed)
            stmts += [*self.havocs(where), Assign(self._cell(array, key), value, where)]
        return tuple(stmts)

    def _update_elements(self, target: Element, value: Expr, where: Where) -> tuple[Stmt, ...]:
        """The write of each tracked element that is the target, with the earlier value and index."""
        index = self.expr(target.indices[0])
        keys = self._keys(target.array)
        first: tuple[Stmt, ...] = ()
        if len(keys) > 1:
            put = self._add(Var(f"any_put_{target.array}", self._type(target.array)))
            first = (Assign(put, value, where), Assign(self._add(_PLACE), Cast(LLONG, index), where))
            value, index = put, _PLACE
        stmts: list[Stmt] = []
        for key in keys:
            write = Assign(self._cell(target.array, key), value, where)
            same = self._index(target.array, key) == target.indices[0]
            stmts.append(write if same else GuardedWrite(self._is_at(target.array, key, index), (write,), (), where))
        return (*first, *stmts)

    # ------------------------------------------------------------------------------------------------------ expressions

    def expr(self, expr: Expr) -> Expr:
        match expr:
            case Var(name=name):
                return expr if self._is_tracked(name) else self._arbitrary_scalar(expr.type)
            case Element():
                return self._element(expr)
            case _:
                return with_operands(expr, self.expr)

    def _element(self, cell: Element) -> Expr:
        """A read: of the element with the same index expression, of one with an equal index, or arbitrary."""
        keys = self._keys(cell.array)
        for key in keys:
            if self._index(cell.array, key) == cell.indices[0]:
                return self._cell(cell.array, key)
        return self._tracked_value(cell.array, self.expr(cell.indices[0]) if keys else cell.indices[0], keys)

    def _tracked_value(self, array: str, index: Expr, keys: Iterable[int]) -> Expr:
        value: Expr = self._arbitrary_scalar(self._type(array))
        for key in reversed(list(keys)):
            value = Conditional(self._is_at(array, key, index), self._cell(array, key), value)
        return value

    def _is_at(self, array: str, key: int, index: Expr) -> Expr:
        return Binary("==", Cast(LLONG, index), Cast(LLONG, self.expr(self._index(array, key))))

    # ------------------------------------------------------------------------------------------------ arbitrary values

    def _arbitrary_scalar(self, ctype: CType) -> Var:
        """A scalar that gets an arbitrary value before the statement."""
        number = 1 + sum(variable.type == ctype for variable in self.pending)
        name = f"any_{nondet(ctype).removeprefix('nondet_')}_{number}"
        self.pending.append(self._add(Var(name, ctype)))
        return self.pending[-1]

    def havocs(self, where: Where) -> tuple[Stmt, ...]:
        """Assignments of arbitrary values before a statement, if it needs some."""
        havocs, self.pending = self.pending, []
        return tuple(Havoc(variable, -1, None, where) for variable in havocs)


def scalar_program(subject: RefinementTask, tracking: Tracking, task: Task, number: int) -> Program:
    """The abstract program with all assertions under one number; every run of the task is one of its runs."""
    tracked = TrackingRewriter(subject, tracking)
    body = tracked.body(tracked.view.body)
    one = transform(body, lambda stmt: (replace(stmt, number=number) if isinstance(stmt, Assert) else stmt,))
    return Program(task, tracked.scalars(), {}, slice_body(one, number))


def used(tracked: TrackingRewriter, body: Iterable[Stmt]) -> list[Scalar]:
    """The scalars that rewritten statements mention."""
    found = mentions(body)
    return [scalar for name, scalar in tracked.scalars().items() if name in found]
