"""The statements of the core language.

User programs have assignments, arbitrary values, branches, loops with jumps, ends of runs, and assertions. Generated
programs also have assumptions, checks, definitions, labels and further statements at the end of this module.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, NewType

from msgspec import Struct

from veriabs.core.expressions import Expr, LValue, Var
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.source import Where

LoopId = NewType("LoopId", int)
"""A loop of a program, numbered from 1 by the lowering; transformations keep the number."""

CallPath = tuple[Where, ...]
"""A place in the text, last, after the places of the calls that lead to it from `main`."""

NO_LOOP = LoopId(0)
"""The number of a loop that a transformation made or copied; no fact is stored for it."""


@dataclass(frozen=True, slots=True)
class Assign:
    """`target = value;` with C's conversion. `part`: the program itself sets only a part of the target, such as one
    byte. `used`: as in `If`."""

    target: LValue
    value: Expr
    where: Where
    part: bool = False
    used: UsedNames | None = field(default=None, init=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Havoc:
    """`target` gets an arbitrary value: a `__VERIFIER_nondet_*` call, or an uninitialised local of a loop body.

    `site` is unique per occurrence after inlining; `call` is the nondet function, or None for a variable without an
    initial value. `unknown`: the program computes a value there that the front end does not model. `path` is as in
    `Assert`.
    """

    target: LValue
    site: int
    call: str | None
    where: Where
    unknown: bool = False
    path: CallPath = field(default=(), compare=False, repr=False)


class UsedNames(NamedTuple):
    """Names in a statement: those it may read or write, and those in invariants and views of its loops."""

    read: frozenset[str]
    written: frozenset[str]
    shown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class If:
    """`if (test) { then } else { orelse }`.

    `path` leads to the user's statement that has this condition (or its negation, if `negated`), or to the `switch`
    whose first labels it compares. It is empty for any other test. `ctree` computes `used` once, if at all.
    """

    test: Expr
    then: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]
    where: Where
    path: CallPath = field(default=(), compare=False, repr=False)
    negated: bool = field(default=False, compare=False, repr=False)
    used: UsedNames | None = field(default=None, init=False, compare=False, repr=False)


class UserInvariant(Struct, frozen=True):
    """A loop invariant that the user wrote; a quantified one is about an arbitrary cell, or two.

    `fact` is None if the text is not supported.
    """

    fact: Expr | None
    text: str
    where: Where


@dataclass(frozen=True, slots=True)
class Loop:
    """`while (test) { body update }`; `continue` in the body jumps to `update` (the third part of a C `for`).

    - `id`: differs from every other loop of the program, even if a function with a loop is inlined twice.
    - `peeled`: made from `do ... while`, with its first iteration copied before the loop if necessary.
    - `kept`: the loop keeps its written form; facts are reported at its head instead of its test.
    - `path`: as in `If`. `given`: invariants that the user wrote, which must be proved before use.
    - `views`: names for reports: `p`, or `p[].x` for a member, for the array that pointer p stands for; `p - a` for the
      offset of a pointer that moves along an array; a parameter's name for its variable.
    - `used`: as in `If`.
    """

    test: Expr
    body: tuple[Stmt, ...]
    update: tuple[Stmt, ...]
    where: Where
    peeled: bool = False
    kept: bool = field(default=False, compare=False, repr=False)
    id: LoopId = NO_LOOP
    path: CallPath = field(default=(), compare=False, repr=False)
    given: tuple[UserInvariant, ...] = field(default=(), compare=False, repr=False)
    views: tuple[tuple[str, str], ...] = field(default=(), compare=False, repr=False)
    used: UsedNames | None = field(default=None, init=False, compare=False, repr=False)


class Break(Struct, frozen=True):
    """Leaves the innermost loop."""

    where: Where


class Continue(Struct, frozen=True):
    """Continues with the `update` of the innermost loop."""

    where: Where


class Halt(Struct, frozen=True):
    """Ends the run without a violation: abort, exit, a failed assumption, return from main."""

    where: Where


@dataclass(frozen=True, slots=True)
class Assert:
    """A run that arrives here while `test` is false violates the property.

    `kind` and `text` identify the property; `number` the assertion in its program; `path` also identifies it in a
    slice, which has other numbers. `used`: as in `If`.
    """

    test: Expr
    number: int
    where: Where
    kind: GoalKind = GoalKind.ASSERTION
    text: str = ""
    path: CallPath = field(default=(), compare=False, repr=False)
    used: UsedNames | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def goal(self) -> Goal:
        return Goal(self.kind, self.where, self.text)


# ------------------------------------------------------------------------------------------------------------ generated


class CheckKind(Enum):
    """The subject of a check of a generated program."""

    ACCESS = "an access is in bounds"
    ENTRY = "a candidate invariant holds where its loop is entered"
    STEP = "a candidate invariant is kept by an iteration"
    FORM = "a closed form"
    TRIPS = "a trip count"
    GOAL = "the assertion"

    @property
    def of_candidate(self) -> bool:
        """Whether it is about a candidate invariant, which a proof can drop."""
        return self in (CheckKind.ENTRY, CheckKind.STEP)

    @property
    def of_loop(self) -> bool:
        """Whether it is about the trip count or a closed form of a loop, on which all facts about the loop depend."""
        return self in (CheckKind.FORM, CheckKind.TRIPS)


class CheckId(Struct, frozen=True):
    """The subject of one check; a candidate is identified by its loop and its number there."""

    kind: CheckKind
    loop: LoopId = NO_LOOP
    number: int = 0


class Assume(Struct, frozen=True):
    """Ends runs in which `test` is false, without a violation."""

    test: Expr
    where: Where


class Check(Struct, frozen=True):
    """A proof obligation: `test` holds here. `text` is its description for CBMC, `about` its subject."""

    test: Expr
    text: str
    about: CheckId
    where: Where


class Evaluate(Struct, frozen=True):
    """Computes `value` for the checks in it, or for the effect of a function of the generated program.

    `used`: the user's program uses the value, as opposed to only computing it.
    """

    value: Expr
    where: Where
    used: bool = True


class Define(Struct, frozen=True):
    """A new variable with `value`, or an arbitrary value, to the end of the enclosing block."""

    variable: Var
    value: Expr | None
    where: Where


class HavocArray(Struct, frozen=True):
    """Sets every cell of the array to an arbitrary value."""

    array: str
    where: Where


class Goto(Struct, frozen=True):
    """Jumps forward to the label in the same function."""

    label: str
    where: Where


class Label(Struct, frozen=True):
    """The target of a `Goto`."""

    name: str
    where: Where


class Block(Struct, frozen=True):
    """Statements with definitions of their own; `title` is the comment above them."""

    title: str
    body: tuple[Stmt, ...]
    where: Where


Generated = Assume | Check | Evaluate | Define | HavocArray | Goto | Label | Block
"""The statements that only generated programs have."""

Stmt = Assign | Havoc | If | Loop | Break | Continue | Halt | Assert | Generated
