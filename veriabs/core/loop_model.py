"""One assertion's task as loops side by side, with what is known of each loop."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.expressions import Expr, Var
from veriabs.core.program import Program, Scalar
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assert, Assign, Loop, Stmt
from veriabs.core.types import LLONG, ULLONG

ITERATION = Var("itno", ULLONG)
"""The iteration number in closed forms and trip counts; the first iteration is 1."""

CELL = Var("cell", LLONG)
"""An arbitrary index, the same throughout: what is proved of it holds of every one."""

OTHER = Var("other", LLONG)
"""A second one: what is proved of both holds of every pair."""


def entry_of(variable: Var) -> Var:
    """The snapshot of a scalar at the entry of the loop that an invariant is about."""
    return Var(f"entry_{variable.name}", variable.type)


_AT_ENTRY = "entry$"


def at_entry(array: str) -> str:
    """The name for what an array held at the entry of the loop that an invariant is about: no program has one."""
    return f"{_AT_ENTRY}{array}"


def was_at_entry(array: str) -> str:
    """The array of which this is what it held at the entry of a loop; empty if it is none of that."""
    return array.removeprefix(_AT_ENTRY) if array.startswith(_AT_ENTRY) else ""


class Accelerable(Struct, frozen=True):
    """An accelerable variable (P-shrink): its value at the start of iteration j is the closed form `form`.

    `start` is the snapshot of the variable before the loop; `updates` are the statements of one iteration that change
    it, and `after` its value behind the iteration over the values in front of it: CBMC proves form(j+1) from that.
    """

    variable: Var
    start: Var
    form: Expr
    updates: tuple[Assign, ...]
    after: Expr
    text: str


class LoopFacts(Struct, frozen=True):
    """What is known of one loop of a task; `number` counts from 1 in textual order.

    `trips` is the iteration count that the counted part of the test allows (unsigned long long, over values that the
    loop does not change), None if there is none. `exact` says that nothing else ends the loop, so that `trips` is its
    trip count. `private` are scalars that every iteration writes before it reads them. `obstacle` is why no strategy
    can turn the loop into one step, or None. `sentinels`: the trip count is bounded by a cell that was
    written in front of the loop, such as the 0 behind a string; there the whole test fails, whatever the scalars hold.
    `nest` are the two loops that this one was made of, if it was.
    """

    number: int
    loop: Loop
    accelerable: tuple[Accelerable, ...]
    trips: Expr | None
    exact: bool
    private: frozenset[str]
    written: frozenset[str]
    read: frozenset[str]
    obstacle: Reason | None = None
    sentinels: bool = False
    nest: Nest | None = None


class Nest(Struct, frozen=True):
    """What a loop over pairs of iterations rests on (theory 2.9), which CBMC proves before it counts.

    `starts` are the values of the outer counters' snapshots in front of the nest, `kept` the assignments in an outer
    iteration that come before the inner loop and whose values nothing changes, `entry` the values of the inner
    counters' snapshots behind these. An inner iteration has a number of so many `bits`.
    """

    outer: LoopFacts
    inner: LoopFacts
    starts: tuple[tuple[str, Expr], ...]
    kept: tuple[Assign, ...]
    entry: tuple[tuple[str, Expr], ...]
    bits: int


class Lemma(Struct, frozen=True):
    """For every iteration of loop `number` of the task: `fact` holds when the loop is over.

    The fact is over the counters' values at the start of the iteration, arrays, and scalars that the loop keeps.
    """

    number: int
    fact: Expr


class Quantifier(Enum):
    """How the clauses of a residual property are joined (theory 2.1)."""

    FORALL = "forall"
    EXISTS = "exists"
    SINGLE = "single"


class Property(Struct, frozen=True):
    """The assertion of a task as a family of clauses.

    FORALL and EXISTS: clause t is iteration t of the property loop `facts`. EXISTS: the clause holds when the iteration
    sets `flag` (to `value`). SINGLE: the assertion stands in a computing loop or in straight-line code, a violation
    raises the flag `bad`.
    """

    quantifier: Quantifier
    assertion: Assert
    facts: LoopFacts | None = None
    flag: str = ""
    guard: Expr | None = None


class LoopModel(Struct, frozen=True):
    """One assertion's task: straight-line segments and loops side by side, and the property.

    `segments` alternate: straight-line code, loop, straight-line code, ...; the property loop, if any, is not among
    them. `scalars` are all scalars of the task, guards and snapshots included; `guards` say of loops whether they are
    entered, and keep their value once it is set.
    """

    program: Program
    assertion: Assert
    segments: tuple[tuple[Stmt, ...] | LoopFacts, ...]
    scalars: dict[str, Scalar]
    goal: Property
    guards: frozenset[str] = frozenset()

    @property
    def loops(self) -> tuple[LoopFacts, ...]:
        return tuple(segment for segment in self.segments if isinstance(segment, LoopFacts))


class Member(Struct, frozen=True):
    """One loop of a fused group. Column c runs its iteration j when c = shift + rate*(j-1) + 1.

    `local` are scalars that need no place in the state: the counters of an exact loop, and private scalars whose value
    nothing reads afterwards.
    """

    facts: LoopFacts
    local: frozenset[str]
    shift: int = 0


class Group(Struct, frozen=True):
    """Neighbouring loops run as one loop over columns (theory 2.8), with the code around them.

    `before` is what runs first: straight-line code, and loops that are replaced by an over-approximation of their
    effect. `between[m]` is the code in front of member m, moved before the first column. `after` is the code Q behind
    the last member. `commuting` are the pairs of members whose bodies still have to be proved to commute.
    """

    members: tuple[Member, ...]
    before: tuple[tuple[Stmt, ...] | LoopFacts, ...]
    between: tuple[tuple[Stmt, ...], ...]
    after: tuple[Stmt, ...]
    rate: int = 1

    @property
    def exact(self) -> bool:
        return all(member.facts.exact for member in self.members)


class Pairing(Struct, frozen=True):
    """Which property iteration t belongs to column c: t = (scale*c + offset) / divisor, where that is whole.

    `offset` is a sum of scalars that no loop changes and a constant.
    """

    scale: int = 1
    offset: tuple[tuple[str, int], ...] = ()
    constant: int = 0
    divisor: int = 1
