"""Prepare the task of one assertion for refinement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeGuard

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    asserts,
    conjunction,
    elements_of,
    has,
    integer,
    mentions,
    names,
    negate,
    plus,
    reads_cell,
    statements,
    substitute,
    walk,
    writes,
)
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import Accelerable, LoopModel
from veriabs.core.program import Array, Initial, Scalar
from veriabs.core.source import DataModel, Where
from veriabs.core.statements import Assert, Assign, Break, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL
from veriabs.core.typing_rules import value_of
from veriabs.encode.cut import iteration
from veriabs.encode.emit import havoc
from veriabs.loops.accelerate import accelerable_variables, constant_step
from veriabs.loops.affine import affine
from veriabs.loops.flatten import cut_after, isolate
from veriabs.loops.private_scalars import private_scalars
from veriabs.loops.relevance_slicing import slice_body

MOST_KEYS, MOST_MOVING = 8, 4
"""The number of fixed and of moving indices at which elements of one array may be tracked."""


class TaskView(Struct, frozen=True):
    """The statements of the task, and the scalars and arrays that they mention."""

    body: tuple[Stmt, ...]
    scalars: Mapping[str, Scalar]
    arrays: Mapping[str, Array]


class RefinementTask(Struct, frozen=True):
    """One task to be refined.

    - `view`: its statements and variables.
    - `keys`: by array, the indices at which single elements may be tracked, those that never change first.
    - `fixed`: scalars that no statement writes, kept in every abstraction.
    - `limit`: the most iterations that one loop is unwound; `cost`: the same for all loops together.
    - `file`, `line`: the place of the assertion.
    """

    view: TaskView
    keys: Mapping[str, tuple[Expr, ...]]
    fixed: frozenset[str]
    limit: int
    cost: int
    file: str
    line: int


def prepare(model: LoopModel) -> RefinementTask:
    """The task of the model's assertion."""
    program, number = model.program, model.assertion.number
    where = model.assertion.where
    body = slice_body(cut_after(isolate(program.body, number), number), number)
    used = {element.array for element in elements_of(body)}
    arrays = {name: array for name, array in program.arrays.items() if name in used}
    task = cut(body, number, program.scalars, arrays)
    limit = limit_of(body, arrays)
    cost = sum(limit**depth for depth in _depths(task.body))
    view = TaskView(task.body, _scalars(task, program.scalars, arrays), arrays)
    fixed = frozenset(v.name for v in task.known.values())
    keys = {name: _keys(task, array, program.task.data_model) for name, array in arrays.items()}
    file = program.task.path.name
    return RefinementTask(view, keys, fixed, limit, cost, file, where.line)


def _scalars(task: CutTask, scalars: Mapping[str, Scalar], arrays: Mapping[str, Array]) -> dict[str, Scalar]:
    """The scalars that the task reads or writes, including array sizes."""
    used = mentions(task.body) | {n for array in arrays.values() for size in array.sizes for n in names(size)}
    return {name: scalar for name, scalar in {**scalars, **task.added}.items() if name in used}


# -------------------------------------------------------------------------------------------------------------- bounds


def limit_of(body: tuple[Stmt, ...], arrays: Mapping[str, Array]) -> int:
    """An estimate of the largest number of iterations; every proof checks it."""
    return 1 + max(map(abs, sizes_of(body, arrays)), default=0)


def sizes_of(body: tuple[Stmt, ...], arrays: Mapping[str, Array]) -> set[int]:
    """The constants in array sizes, in indices, and in the tests of loops and exits."""
    exprs = [s.test for s in statements(body) if isinstance(s, Loop) or _is_exit(s)]
    exprs += [index for element in elements_of(body) for index in element.indices]
    exprs += [size for array in arrays.values() for size in array.sizes]
    numbers = (node.value for expr in exprs for node in walk(expr) if isinstance(node, Const))
    return {value for value in numbers if isinstance(value, int)}


def _is_exit(stmt: Stmt) -> TypeGuard[If]:
    return isinstance(stmt, If) and has((*stmt.then, *stmt.orelse), Halt, Break)


def _depths(body: Iterable[Stmt], depth: int = 1) -> Iterator[int]:
    """The nesting depth of every loop."""
    for stmt in body:
        match stmt:
            case If(then=then, orelse=orelse):
                yield from _depths((*then, *orelse), depth)
            case Loop(body=inner):
                yield depth
                yield from _depths(inner, depth + 1)
            case _:
                continue


# ---------------------------------------------------------------------------------------------------------------- keys


def _keys(task: CutTask, array: Array, model: DataModel) -> tuple[Expr, ...]:
    """The indices of the array that may be tracked: all of a small one; else asserted, constant and moving ones.

    An index of the assertion is also shifted by the offsets between accesses of the program, since `a[i + 1]` may
    access the asserted cell. Moving indices come last; they are those of the loops' accesses.
    """
    if len(array.sizes) != 1:
        return ()
    size = value_of(array.sizes[0], {}, model)
    if size is not None and size <= MOST_KEYS:
        return tuple(map(integer, range(size)))
    own = [e.indices[0] for e in elements_of(task.body) if e.array == array.name]
    constant = [index for index in own if isinstance(index, Const)]
    known: dict[str, Expr] = dict(task.known)
    wanted = [substitute(index, known) for index in _asserted(task) if names(index) and names(index) <= known.keys()]
    forms = (form for index in own if (form := affine(index, {})) is not None and form.terms)
    offsets = sorted({form.constant for form in forms} - {0}, key=abs)
    moved = [plus(index, sign * offset) for index in wanted for offset in offsets for sign in (1, -1)]
    fixed = tuple(dict.fromkeys((*wanted, *constant, *moved)))[:MOST_KEYS]
    moving = (index for index in own if names(index) and not reads_cell(index) and index not in fixed)
    return (*fixed, *tuple(dict.fromkeys(moving))[:MOST_MOVING])


def _asserted(task: CutTask) -> list[Expr]:
    tests = [s.test for s in statements(task.body) if isinstance(s, Assert) and s.number >= 0]
    elements = [node for test in tests for node in walk(test) if isinstance(node, Element)]
    return [element.indices[0] for element in elements if len(element.indices) == 1]


CHOICE = Var("guard_0", BOOL)
"""An arbitrary choice: is the failing iteration one of this loop?"""


class CutTask(Struct, frozen=True):
    """The statements that matter to one assertion, and the scalars that cutting added.

    `known` maps a counter to the scalar with its value when the assertion fails; no statement writes that scalar.
    """

    body: tuple[Stmt, ...]
    added: dict[str, Scalar]
    known: dict[str, Var]


def cut(body: tuple[Stmt, ...], number: int, scalars: dict[str, Scalar], arrays: dict[str, Array]) -> CutTask:
    """The body with every loop cut that only checks the assertion: one arbitrary iteration stands for all.

    These loops contain the assertion, write no array and carry only counters. Each becomes one iteration from arbitrary
    counter values, chosen at the start of the run: `known_at_x` is the value of x when the assertion fails. The
    iteration assumes that the counter is not before its start, and asserts it afterwards.
    """
    cutter = _Cutter(number, scalars, frozenset(arrays))
    return CutTask(cutter.body(body), cutter.added, cutter.known)


class _Cutter(Struct):
    """Cuts loops for the assertion `number`, outermost first; collects the scalars that it adds in `added`.

    `known` maps a counter to the scalar with its value when the assertion fails.
    """

    number: int
    scalars: dict[str, Scalar]
    arrays: frozenset[str]
    added: dict[str, Scalar] = field(default_factory=dict)
    known: dict[str, Var] = field(default_factory=dict)

    def body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return tuple(new for stmt in body for new in self._stmt(stmt))

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        if not asserts((stmt,), self.number):
            return (stmt,)
        match stmt:
            case If(then=then, orelse=orelse):
                return (replace(stmt, then=self.body(then), orelse=self.body(orelse)),)
            case Loop():
                counters = self._counters(stmt)
                return (replace(stmt, body=self.body(stmt.body)),) if counters is None else self._cut(stmt, counters)
            case _:
                return (stmt,)

    def _counters(self, loop: Loop) -> tuple[Accelerable, ...] | None:
        """The counters of a loop that only checks; None if the loop computes something."""
        inside = (*loop.body, *loop.update)
        written = writes(inside)
        if written & self.arrays or continues(loop.body):
            return None
        counters = tuple(a for a in accelerable_variables(0, loop, written) if constant_step(a))
        names = {a.variable.name for a in counters}
        return counters if counters and not written - names - private_scalars(loop) else None

    def _cut(self, loop: Loop, counters: tuple[Accelerable, ...]) -> tuple[Stmt, ...]:
        where = loop.where
        self._add(CHOICE, where)
        starts = tuple(Assign(self._start(a.variable, where), a.variable, where) for a in counters)
        chosen = tuple(Assign(a.variable, self._known_flag(a.variable, where), where) for a in counters)
        names = {a.variable.name for a in counters}
        lost = havoc(writes((*loop.body, *loop.update)) - names, self.scalars, (), loop)
        passed = conjunction(part for a in counters for part in _counter_range(a, self._start(a.variable, where)))
        checked: tuple[Stmt, ...] = (
            *chosen,
            *lost,
            If(negate(passed), (Halt(where),), (), where),
            # effects of a `break` are arbitrary anyway
            *iteration(loop, "", Halt(where), self.body),
            Assert(passed, -1 - len(self.added), where),
            Halt(where),
        )
        after = (*(Havoc(a.variable, -1, None, where) for a in counters), *lost)
        return (*starts, Havoc(CHOICE, -1, None, where), If(CHOICE, checked, (), where), *after)

    def _add(self, variable: Var, where: Where) -> Var:
        self.added[variable.name] = Scalar(variable.name, variable.type, Initial.NONDET, variable.name, where)
        return variable

    def _start(self, variable: Var, where: Where) -> Var:
        return self._add(Var(f"start_{variable.name}", variable.type), where)

    def _known_flag(self, variable: Var, where: Where) -> Var:
        known = self._add(Var(f"known_at_{variable.name}", variable.type), where)
        self.known[variable.name] = known
        return known


def _counter_range(counter: Accelerable, start: Var) -> tuple[Expr, ...]:
    """The counter is at its start or a whole number of steps after it."""
    step = constant_step(counter)
    assert step
    low, high = (start, counter.variable) if step > 0 else (counter.variable, start)
    order: Expr = Binary(">=", high, low)
    if abs(step) == 1:
        return (order,)
    return (order, Binary("==", Binary("%", Binary("-", high, low), integer(abs(step))), integer(0)))
