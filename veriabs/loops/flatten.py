"""Flatten the task of one assertion into a sequence of straight-line code and loops.

    if (c) { while (i < n) { i++; } }   assert(x);   assert(y);
    g = c; while (g && i < n) { i++; }  assert(y);

The pass isolates the assertion (docs/theory.md 1: all others are no-ops in its task) and cuts off code that can run
only after it. It turns conditions around loops into guards, unrolls small inner loops of constant trip count, and drops
statements that cannot influence the assertion. Each step keeps every violating run of the assertion, so a proof of the
result is a proof of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    FALSE,
    TRUE,
    asserts,
    conjunction,
    has,
    names,
    negate,
    statements,
    substitute,
    substitute_reads,
    transform,
    writes,
)
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.goals import GoalKind
from veriabs.core.loop_exits import breaks, continues
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.source import DataModel, Where
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL, IntType
from veriabs.core.typing_rules import fold_constants
from veriabs.loops.relevance_slicing import slice_body, slice_for_names
from veriabs.loops.rotate import fresh_copy, peel

UNROLL_LIMIT = 8
"""Inner loops up to this constant trip count are unrolled (theory 1)."""

MOST_COPIED = 4096
"""Most statements that one inner loop may be unrolled to; without this limit nested loops grow eightfold per level."""

Segment = tuple[Stmt, ...] | Loop
"""Straight-line code (without loops) or one loop."""


class Flat(Struct, frozen=True):
    """A program as a sequence of straight-line code and loops, with added guards."""

    segments: tuple[Segment, ...]
    guards: tuple[Scalar, ...]


def assertions(program: Program) -> tuple[Assert, ...]:
    """Every assertion of the program in textual order."""
    return tuple(stmt for stmt in statements(program.body) if isinstance(stmt, Assert))


def lacks(part: Program, whole: Program, assertion: Assert) -> bool:
    """Whether a part lacks an assertion of the whole program; if a text is copied, whether it lacks one copy."""
    there, wanted = (sum(one.path == assertion.path for one in assertions(all_)) for all_ in (part, whole))
    return there < wanted


def without_other_goals(program: Program) -> Program:
    """The program without the user's assertions that its task is not about; assertions about gaps stay."""
    if program.task.assertions:
        return program
    gaps = {gap.where for gap in program.gaps if gap.must_not_run}
    return keep_only(program, lambda one: one.kind is not GoalKind.ASSERTION or one.where in gaps)


def keep_only(program: Program, chosen: Callable[[Assert], bool]) -> Program:
    """Keep only the chosen assertions; the others become no-ops."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        return () if isinstance(stmt, Assert) and not chosen(stmt) else (stmt,)

    return replace(program, body=transform(program.body, change))


def end_runs_at(program: Program, ending: Callable[[Assert], bool]) -> Program:
    """Turn the chosen assertions into ends of the runs that violate them, which is their effect on later assertions."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        if not isinstance(stmt, Assert) or not ending(stmt):
            return (stmt,)
        return (If(negate(stmt.test), (Halt(stmt.where),), (), stmt.where),)

    return replace(program, body=transform(program.body, change))


def flatten(program: Program, number: int | None) -> Flat:
    """The segments of the task of assertion `number`; None keeps the whole program without an assertion."""
    body = isolate(program.body, number)
    if number is not None:
        body = cut_after(body, number)
    body = rotate_and_unroll(body, program)
    if number is not None:
        body = slice_body(body, number, _inner_sizes(program))
    return _Guards().run(body)


def _inner_sizes(program: Program) -> frozenset[str]:
    """Names in the sizes of inner dimensions, which determine the cell of an access."""
    sizes = (size for array in program.arrays.values() for size in array.sizes[1:])
    return frozenset[str]().union(*map(names, sizes))


def rotate_and_unroll(body: tuple[Stmt, ...], program: Program) -> tuple[Stmt, ...]:
    """Rotate the `do` loops of a body, and unroll its small inner loops of constant trip count."""
    sites = _fresh_sites(program.body)
    return _Unroller(sites, program.task.data_model).outer(peel(body, sites, program.task.data_model))


def without_small_loops(program: Program) -> Program:
    """Unroll small inner loops of constant trip count."""
    return replace(program, body=rotate_and_unroll(program.body, program))


def reduce_to_assertion(program: Program, number: int) -> Program:
    """Reduce the program to one assertion and the code that can influence it."""
    body = cut_after(isolate(program.body, number), number)
    return replace(program, body=slice_body(body, number))


def reduce_to_names(program: Program, names_of: Set[str]) -> Program:
    """Reduce the program to the code that can influence scalars and arrays of these names, without assertions."""
    return replace(program, body=slice_for_names(isolate(program.body, None), names_of))


def isolate(body: tuple[Stmt, ...], number: int | None) -> tuple[Stmt, ...]:
    """Keep only this assertion (theory 1: all others are no-ops)."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Assert():
                return (stmt,) if stmt.number == number else ()
            case If(then=(), orelse=()):
                return ()
            case _:
                return (stmt,)

    return transform(body, change)


def with_scalars(body: tuple[Stmt, ...], new: Mapping[str, Var]) -> tuple[Stmt, ...]:
    """Replace scalars by those in `new`, in reads and in assignments."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Assign(target=Var(name=name)) | Havoc(target=Var(name=name)) if name in new:
                return (replace(stmt, target=new[name]),)
            case _:
                return (stmt,)

    return transform(substitute_reads(body, new), change)


def before_next_loop(program: Program, number: int) -> Program:
    """Cut the program off at the first loop after this assertion and after all statements around the assertion.

    The program stays whole if accesses are not goals of their own, since a proof of an assertion must cover them all.
    """
    if GoalKind.BOUNDS.value not in program.task.checks:
        return program
    places = [place for place, stmt in enumerate(program.body) if asserts((stmt,), number)]
    last = places[-1] if places else len(program.body)
    behind = (place for place, stmt in enumerate(program.body) if place > last and has((stmt,), Loop))
    return replace(program, body=program.body[: next(behind, len(program.body))])


def cut_after(body: tuple[Stmt, ...], number: int) -> tuple[Stmt, ...]:
    """Cut off the code that can run only after the assertion, or when it is not reached."""
    for position, stmt in enumerate(body):
        if not asserts((stmt,), number):
            continue
        if isinstance(stmt, If):
            then = cut_after(stmt.then, number) if asserts(stmt.then, number) else ()
            other = cut_after(stmt.orelse, number) if asserts(stmt.orelse, number) else ()
            stmt = replace(stmt, then=then, orelse=other)
        return (*body[:position], stmt)
    return body


# ------------------------------------------------------------------------------------------------------- inner loops


def _fresh_sites(body: tuple[Stmt, ...]) -> list[int]:
    return [1 + max((s.site for s in statements(body) if isinstance(s, Havoc)), default=-1)]


class _Unroller(Struct, frozen=True):
    """Unrolls loops inside of loops; `sites` holds the next free number of a nondet call."""

    sites: list[int]
    data_model: DataModel

    def outer(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return tuple(self._unroll_inside(stmt) for stmt in body)

    def _unroll_inside(self, stmt: Stmt) -> Stmt:
        match stmt:
            case Loop():
                return replace(stmt, body=self.inner(stmt.body))
            case If():
                return replace(stmt, then=self.outer(stmt.then), orelse=self.outer(stmt.orelse))
            case _:
                return stmt

    def inner(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        result: list[Stmt] = []
        for stmt in body:
            match stmt:
                case Loop():
                    loop = replace(stmt, body=self.inner(stmt.body))
                    values = constant_values(loop, result[-1] if result else None, self.data_model)
                    few = values is not None and len(values) * _size(loop) <= MOST_COPIED
                    result += _copies(loop, values, self.sites) if values is not None and few else [loop]
                case If():
                    result.append(replace(stmt, then=self.inner(stmt.then), orelse=self.inner(stmt.orelse)))
                case _:
                    result.append(stmt)
        return tuple(result)


def _size(loop: Loop) -> int:
    return sum(1 for _ in statements((loop,)))


def _copies(loop: Loop, values: tuple[int, ...], next_site: list[int]) -> list[Stmt]:
    """The iterations of a loop whose counter takes the given values; the last value is the one after the loop."""
    *inner, update = (*loop.body, *loop.update)
    assert isinstance(update, Assign) and isinstance(update.target, Var)
    counter, body = update.target, tuple(inner)
    copies: list[Stmt] = []
    for value in values[:-1]:
        fixed = substitute_reads(body, {counter.name: Const(value, counter.type)})
        copies += fresh_copy(fixed, next_site)
    return [*copies, Assign(counter, Const(values[-1], counter.type), loop.where)]


def constant_values(loop: Loop, last: Stmt | None, data_model: DataModel) -> tuple[int, ...] | None:
    """The values of v in `v = c0; while (test of v) { ...; v = ...; }`, the last one included, if there are few.

    All values follow C's rules (traps a11, a12): the test and the update may convert to other types.
    """
    body = (*loop.body, *loop.update)
    if breaks(body) or continues(loop.body) or not body or not isinstance(last, Assign):
        return None
    counter, update = last.target, body[-1]
    if not isinstance(counter, Var) or not isinstance(counter.type, IntType) or not isinstance(update, Assign):
        return None
    if update.target != counter or names(loop.test) != {counter.name} or names(update.value) != {counter.name}:
        return None
    if counter.name in writes(body[:-1]):
        return None
    start = fold_constants(last.value, data_model)
    if not isinstance(start, Const) or not isinstance(start.value, int):
        return None
    return _values(Const(wrap(start.value, counter.type), counter.type), counter, loop.test, update.value, data_model)


def _values(value: Const, counter: Var, test: Expr, update: Expr, data_model: DataModel) -> tuple[int, ...] | None:
    assert isinstance(counter.type, IntType)
    values: list[int] = []
    while len(values) <= UNROLL_LIMIT:
        assert isinstance(value.value, int)
        values.append(value.value)
        holds = fold_constants(substitute(test, {counter.name: value}), data_model)
        after = fold_constants(substitute(update, {counter.name: value}), data_model)
        if not isinstance(holds, Const):
            return None
        if not holds.value:
            return tuple(values)
        if not isinstance(after, Const) or not isinstance(after.value, int):
            return None
        value = Const(wrap(after.value, counter.type), counter.type)
    return None


# ------------------------------------------------------------------------------------------------------------- guards


class _Guards:
    """Turns the conditions around loops into guards, so that all loops stand at the top level."""

    def __init__(self) -> None:
        self.guards: list[Scalar] = []
        self.segments: list[Segment] = []
        self.line: list[Stmt] = []

    def run(self, body: tuple[Stmt, ...]) -> Flat:
        self._body(body, None)
        self._flush()
        return Flat(tuple(self.segments), tuple(self.guards))

    def _flush(self) -> None:
        self.segments.append(tuple(self.line))
        self.line = []

    def _body(self, body: tuple[Stmt, ...], guard: Var | None) -> None:
        for stmt in body:
            if isinstance(stmt, Loop):
                self._flush()
                test = stmt.test if guard is None else _guarded(guard, stmt.test)
                self.segments.append(replace(stmt, test=test))
            elif isinstance(stmt, If) and has((stmt,), Loop):
                then, other = self._guard(guard, stmt.test, stmt.where), None
                if stmt.orelse:
                    other = self._guard(guard, negate(stmt.test), stmt.where)
                self._body(stmt.then, then)
                if other is not None:
                    self._body(stmt.orelse, other)
            else:
                self.line.append(stmt if guard is None else If(guard, (stmt,), (), stmt.where))

    def _guard(self, outer: Var | None, test: Expr, where: Where) -> Var:
        name = f"guard_{len(self.guards) + 1}"
        self.guards.append(Scalar(name, BOOL, Initial.ZERO, name, where))
        guard = Var(name, BOOL)
        value = test if outer is None else Binary("&&", outer, test)
        self.line.append(Assign(guard, Binary("!=", value, FALSE) if not _boolean(value) else value, where))
        return guard


def _guarded(guard: Var, test: Expr) -> Expr:
    return guard if test == TRUE else conjunction((guard, test))


def _boolean(expr: Expr) -> bool:
    return not isinstance(expr, Const | Element)
