"""Interpret a core program with small sizes, and record the states at loop heads.

Inputs are pseudo-random from a fixed seed. Most runs replace every large constant by a small one, so that loops
over large arrays end; recorded states then relate to that constant. In some runs the inputs are few constants of the
program, so that state machines come to all of their states. Relations that hold in them are candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import TypeGuard, TypeVar

from msgspec import Struct

from veriabs.core.ctree import names, statements, target_name, uncast, unexpected_construct
from veriabs.core.expressions import Cast, Element, Expr, LValue, Var
from veriabs.core.program import Initial
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, LoopId, Stmt
from veriabs.core.strategy import Steps
from veriabs.core.types import CType, FloatType, IntType
from veriabs.invariants.scalar.sizes import large_constants, other_constants, shrunk
from veriabs.invariants.scalar.subject import AssertionTask
from veriabs.invariants.scalar.values import Compiled, RunEndedError, SampleState, compile_expr, converted

RUNS = 96
"""The number of runs of one task."""

STEPS = 1500
"""The number of statements of one run."""

EACH = 24
"""The number of recorded states of one loop in one run."""

FEW_VALUES_RUNS = 0.6
"""The fraction of runs in which most inputs have one of a few values, so that cells are often equal."""

MOST_VALUES, MOST_INPUTS = 4, 0.9
"""In such a run: the number of values, and the fraction of inputs that have one of them."""

EXTREME_VALUES, EXTREME_RUNS = (1, 2, -(1 << 64), 1 << 64), 0.4
"""The fraction of these runs whose values also include the given ones, beside the constants of the program. A value
that the type does not hold stands for the nearest value of the type."""

NEGATED = 0.6
"""The fraction of cells in a `mixed` run that have the other sign."""

REDRAWS = 20
"""The number of times that the inputs of one body are chosen again."""


class Sample(Struct, frozen=True):
    """The scalars at a loop head and at the entry, the iteration number, and the substitutes of the large constants."""

    now: dict[str, int]
    entry: dict[str, int]
    iteration: int
    sizes: dict[int, int]


Seen = Callable[[SampleState, LoopId, dict[str, int], int], None]
"""Receives a state at a loop head: the state, the loop, the scalars at its entry, and the iteration number."""


def _assumes(stmt: Stmt) -> TypeGuard[If]:
    return isinstance(stmt, If) and not stmt.orelse and len(stmt.then) == 1 and isinstance(stmt.then[0], Halt)


def _contents(body: Sequence[Stmt]) -> frozenset[str]:
    """Scalars that are stored in cells unchanged, or take one input after another."""
    assigned = (stmt for stmt in statements(body) if isinstance(stmt, Assign) and isinstance(stmt.target, Element))
    stored = {value.name for stmt in assigned if isinstance(value := uncast(stmt.value), Var)}
    repeated = statements(stmt for stmt in statements(body) if isinstance(stmt, Loop))
    return frozenset(stored.union(target_name(stmt.target) for stmt in repeated if isinstance(stmt, Havoc)))


def _is_input(stmt: Stmt) -> bool:
    """Whether it is an input, or a value computed from inputs only, that may be chosen again."""
    return isinstance(stmt, Havoc) or (isinstance(stmt, Assign) and target_name(stmt.target) not in names(stmt.value))


class _Jump(Enum):
    """The way in which a statement ended that does not continue with the next one."""

    LEAVE = "break"
    PROCEED = "continue"


class ViolatedError(Exception):
    """A run of the original program violates the assertion."""


Found = TypeVar("Found")


def run_to_end(steps: Steps[Found]) -> Found:
    """Run the steps to their end and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Found = end.value
            return found


def sampled(subject: AssertionTask) -> dict[LoopId, list[Sample]]:
    """The recorded states of each loop."""
    return run_to_end(sampling(subject))


def sampling(subject: AssertionTask) -> Steps[dict[LoopId, list[Sample]]]:
    """The recorded states, with one run per step, so that the caller can stop after each run."""
    sizes = large_constants(subject)
    others = other_constants(subject, sizes)
    floating = any(isinstance(s.type, FloatType) for s in subject.program.scalars.values())
    found: dict[LoopId, list[Sample]] = {loop.id: [] for loop in subject.loops}
    compiled: dict[int, Compiled] = {}
    for number in range(RUNS):
        chance = Random(number)
        small = shrunk(sizes, chance) if number % 8 else {size: size for size in sizes}

        def seen(state: SampleState, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
            found[loop].append(Sample(dict(state.scalars), entry, iteration, state.sizes))

        violated = Interpreter(subject, chance, small, others, seen, compiled=compiled).run()
        if violated and not floating and all(size == real for real, size in small.items()):
            raise ViolatedError
        yield ()
    return found


@dataclass
class Interpreter:
    """One run; it ends after `most` statements, at an undefined operation, or where the program does.

    `sizes` are the substitutes of the large constants; inputs may be near the constants in `others`. `seen` receives
    the first `each` states at the head of each loop and may add to their scalars; with `leaving` also the state at the
    loop's end. A `brief` run ends once it has reported all those states. In a `mixed` run half of the cells are
    negative, in other runs few. The runs of one subject share its `compiled` expressions.
    """

    subject: AssertionTask
    chance: Random
    sizes: dict[int, int]
    others: Sequence[int]
    seen: Seen
    most: int = STEPS
    leaving: bool = False
    brief: bool = False
    mixed: bool = False
    each: int = EACH
    overflow: Overflow = Overflow.WRAP
    steps: int = 0
    violated: bool = False
    kept: dict[LoopId, int] = field(default_factory=dict)
    compiled: dict[int, Compiled] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.data_model: DataModel = self.subject.program.task.data_model
        self.state = SampleState({}, {}, self.sizes, self._cell)
        self.alike = self._common_values()
        self.contents = _contents(self.subject.program.body)
        self.known = [*self.sizes.values(), *self.others]

    def run(self) -> bool:
        """Run the program; return whether the assertion failed."""
        for scalar in self.subject.program.scalars.values():
            self.state.scalars[scalar.name] = 0 if scalar.initial is Initial.ZERO else self._unset(scalar.type)
        try:
            self._body(self.subject.program.body)
        except (RunEndedError, OverflowError, ValueError):
            return self.violated
        return False

    def _common_values(self) -> list[int]:
        """The values that most cells hold, if this is a run in which cells are alike."""
        if self.chance.random() >= FEW_VALUES_RUNS:
            return []
        values = [*(EXTREME_VALUES if not self.others or self.chance.random() < EXTREME_RUNS else ()), *self.others]
        few = min(self.chance.randint(1, MOST_VALUES), self.chance.randint(1, MOST_VALUES))
        return self.chance.sample(values, min(few, len(values)))

    def _random_value(self, ctype: CType) -> int:
        if isinstance(ctype, FloatType):
            return self.chance.randint(-3, 9)
        draw = self.chance.random()
        if draw < 0.55:
            value = self.chance.randint(0, 9)
        elif draw < 0.75:
            value = self.chance.randint(-4, 14)
        elif draw < 0.92 and self.known:
            value = self.chance.choice(self.known) + self.chance.randint(-1, 1)
        else:
            value = self.chance.choice((0, 1, ctype.lowest, ctype.highest, ctype.highest - 1))
        return converted(value, ctype)

    def _cell(self, element: Element, at: tuple[int, ...]) -> int:
        """The value of a cell that was never stored; outside of an array it is arbitrary."""
        array = self.subject.program.arrays.get(element.array)
        if array is None or array.initial is not Initial.ZERO:
            return self._content(element.type)
        inside = all(0 <= index < self._value(size) for index, size in zip(at, array.sizes, strict=True))
        return 0 if inside else self._content(element.type)

    def _content(self, ctype: CType) -> int:
        """A random input for a cell."""
        if self.alike and self.chance.random() < MOST_INPUTS:
            value = self.chance.choice(self.alike)
            within = max(ctype.lowest, min(ctype.highest, value)) if isinstance(ctype, IntType) else value
            return converted(within, ctype)
        value = self._random_value(ctype)
        return converted(~value, ctype) if self.mixed and self.chance.random() < NEGATED else value

    def _unset(self, ctype: CType) -> int:
        """The value of an uninitialised scalar; mixed runs often use extreme values, except for unsigned sizes."""
        value = self._random_value(ctype)
        if not (isinstance(ctype, IntType) and ctype.signed and self.mixed and self.chance.random() < NEGATED):
            return value
        return converted(self.chance.choice((~value, ctype.highest - value)), ctype)

    def _value(self, expr: Expr) -> int:
        compiled = self.compiled.get(id(expr))
        if compiled is None:
            compiled = self.compiled[id(expr)] = compile_expr(expr, self.data_model, self.overflow)
        return compiled(self.state)

    def _assigned(self, stmt: Assign) -> int:
        """The value as it is stored."""
        compiled = self.compiled.get(id(stmt))
        if compiled is None:
            kept = Cast(stmt.target.type, stmt.value)
            compiled = self.compiled[id(stmt)] = compile_expr(kept, self.data_model, self.overflow)
        return compiled(self.state)

    def _body(self, body: Sequence[Stmt]) -> _Jump | None:
        """Run a body; draw inputs again if a directly following assumption excludes them."""
        place, draws, left = 0, 0, REDRAWS
        while place < len(body):
            stmt = body[place]
            if left and draws < place and _assumes(stmt) and self._value(stmt.test):
                place, left = draws, left - 1
                continue
            if not isinstance(body[draws], Havoc) or not (_assumes(stmt) or _is_input(stmt)):
                draws = place
            jump = self._stmt(stmt)
            if jump is not None:
                return jump
            place += 1
        return None

    def _count_step(self) -> None:
        self.steps += 1
        if self.steps > self.most:
            raise RunEndedError

    def _stmt(self, stmt: Stmt) -> _Jump | None:
        self._count_step()
        match stmt:
            case Assign(target=target):
                self._store(target, self._assigned(stmt))
            case Havoc(target=target):
                content = isinstance(target, Element) or target.name in self.contents
                self._store(target, (self._content if content else self._random_value)(target.type))
            case If(test=test, then=then, orelse=orelse):
                return self._body(then if self._value(test) else orelse)
            case Loop():
                self._loop(stmt)
            case Assert(test=test):
                if stmt.number == self.subject.number and not self._value(test):
                    self.violated = True
                    raise RunEndedError
                if self.brief and stmt.kind.ends_run and not self._value(test):
                    raise RunEndedError
            case Break():
                return _Jump.LEAVE
            case Continue():
                return _Jump.PROCEED
            case Halt():
                raise RunEndedError
            case _:
                raise unexpected_construct(stmt)
        return None

    def _store(self, target: LValue, value: int) -> None:
        if isinstance(target, Element):
            cell = tuple(self._value(index) for index in target.indices)
            self.state.cells.setdefault(target.array, {})[cell] = value
        else:
            self.state.scalars[target.name] = value

    def _loop(self, loop: Loop) -> None:
        entry, iteration = dict(self.state.scalars), 0
        while True:
            iteration += 1
            self._note(loop.id, entry, iteration)
            if not self._value(loop.test):
                if self.leaving and iteration > self.each:
                    self.seen(self.state, loop.id, entry, iteration)
                return
            if self._body(loop.body) is _Jump.LEAVE:
                return
            self._count_step()
            if self._body(loop.update) is _Jump.LEAVE:
                return

    def _note(self, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
        if self.kept.get(loop, 0) < self.each:
            self.kept[loop] = self.kept.get(loop, 0) + 1
            self.seen(self.state, loop, entry, iteration)
        elif self.brief and all(self.kept.get(one.id, 0) == self.each for one in self.subject.loops):
            raise RunEndedError
