"""One assertion and the code before it as a sequence of loops and straight-line code, with the known facts about each
loop.

`loops/facts.py` makes a `LoopModel` from a `Program`; most strategies take one. Fusion groups neighbouring loops
(`FusedLoops`), and pairs their iterations with clauses of the property (`Pairing`).
"""

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
"""An arbitrary but fixed index: a fact proved for it holds for every index."""

OTHER = Var("other", LLONG)
"""A second arbitrary index: a fact proved for both holds for every pair."""


def entry_of(variable: Var) -> Var:
    """The snapshot of a scalar at the entry of an invariant's loop."""
    return Var(f"entry_{variable.name}", variable.type)


_AT_ENTRY = "entry$"


def at_entry(array: str) -> str:
    """The name of an array's content at the entry of an invariant's loop; no program has this name."""
    return f"{_AT_ENTRY}{array}"


def was_at_entry(array: str) -> str:
    """Invert `at_entry`: return the array, or an empty string if the name is not of that form."""
    return array.removeprefix(_AT_ENTRY) if array.startswith(_AT_ENTRY) else ""


class Accelerable(Struct, frozen=True):
    """An accelerable variable (P-shrink): its value at the start of iteration j is the closed form `form`.

    For `i += 2` in the body, `step` is 2, `after` is `i + 2`, and `form` is `start + 2 * (j - 1)`.

    - `start`: the snapshot of the variable before the loop. `updates`: the statements of one iteration that change it.
    - `after`: its value at the end of an iteration in terms of the values at its start. CBMC proves form(j+1) from it.
    - `step`: the amount that an iteration adds.
    """

    variable: Var
    start: Var
    form: Expr
    updates: tuple[Assign, ...]
    after: Expr
    step: Expr


class LoopFacts(Struct, frozen=True):
    """Facts about one loop of a task; `number` counts loops from 1 in textual order.

    - `trips`: the iteration count by the counted part of the test (an unsigned long long over values that the loop does
      not change), or None. `exact`: nothing else ends the loop, so `trips` is its trip count.
    - `private`: scalars that every iteration writes before it reads them. `written`, `read`: what the loop accesses.
    - `obstacle`: the reason why no strategy can summarise the loop in one step, or None.
    - `sentinels`: a cell written before the loop, such as the 0 at the end of a string, bounds the trip count; at that
      cell the whole test fails, whatever the scalars hold.
    - `nest`: the two loops that were merged into this one, if any.
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
    """Side conditions of a loop over pairs of iterations (theory 2.9), which CBMC proves first.

    - `starts`: values of the outer counters' snapshots before the nest.
    - `kept`: assignments of the outer loop before the inner loop whose values nothing changes; `entry`: values of the
      inner counters' snapshots after them.
    - `bits`: the width of the inner iteration number.
    """

    outer: LoopFacts
    inner: LoopFacts
    starts: tuple[tuple[str, Expr], ...]
    kept: tuple[Assign, ...]
    entry: tuple[tuple[str, Expr], ...]
    bits: int


class Lemma(Struct, frozen=True):
    """A fact that every iteration of loop `number` establishes and that holds after the loop.

    It ranges over the counters' values at the start of the iteration, arrays, and scalars that the loop does not
    change.
    """

    number: int
    fact: Expr


class Quantifier(Enum):
    """How the clauses of a residual property are combined (theory 2.1)."""

    FORALL = "forall"
    EXISTS = "exists"
    SINGLE = "single"


class Property(Struct, frozen=True):
    """The assertion of a task as clauses, one for each iteration t of the property loop `facts`.

    - FORALL: every clause holds, as in `for (t...) assert(a[t] > 0);`.
    - EXISTS: some clause holds: the iteration sets `flag`, and the assertion `if (guard) assert(flag)` follows the
      loop.
    - SINGLE: the assertion stands in a loop that also computes, or in straight-line code; a violation sets the flag
      `bad`.
    """

    quantifier: Quantifier
    assertion: Assert
    facts: LoopFacts | None = None
    flag: str = ""
    guard: Expr | None = None


class LoopModel(Struct, frozen=True):
    """The task of one assertion: straight-line code and loops in sequence, and the property.

    `segments` alternate: straight-line code, loop, straight-line code, ...; the property loop, if any, is not among
    them. `scalars` are all scalars of the task with guards and snapshots. `guards` tell whether a loop is entered, and
    keep their value once set.
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


class FusedMember(Struct, frozen=True):
    """One loop of a fused group. Column c runs its iteration j when c = shift + rate*(j-1) + 1.

    `local` are scalars that the state need not contain: counters of an exact loop, and private scalars that no later
    code reads.
    """

    facts: LoopFacts
    local: frozenset[str]
    shift: int = 0


class FusedLoops(Struct, frozen=True):
    """Adjacent loops run as one loop over columns (theory 2.8), with the code around them.

    `before` runs first: straight-line code, and loops replaced by an over-approximation of their effect. `between[m]`
    is the code before member m, moved before the first column. `after` is the code Q after the last member.
    """

    members: tuple[FusedMember, ...]
    before: tuple[tuple[Stmt, ...] | LoopFacts, ...]
    between: tuple[tuple[Stmt, ...], ...]
    after: tuple[Stmt, ...]
    rate: int = 1

    @property
    def exact(self) -> bool:
        return all(member.facts.exact for member in self.members)


class Pairing(Struct, frozen=True):
    """Assigns clauses to columns: column c has clause t = (scale*c + offset + constant) / divisor, if that is an
    integer.

    `offset` is a sum of scalars that no loop changes, each with its factor. If `members` is not empty, a column has the
    clause only if one of these loops (numbers within the group) runs an iteration in it.
    """

    scale: int = 1
    offset: tuple[tuple[str, int], ...] = ()
    constant: int = 0
    divisor: int = 1
    members: tuple[int, ...] = ()
