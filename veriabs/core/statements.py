"""The statements of the core language.

Programs of users have assignments, arbitrary values, branches, loops with their jumps, ends of runs, and assertions.
What strategies make of them also has what is called generated here: assumptions, checks, definitions, labels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NewType

from msgspec import Struct

from veriabs.core.expressions import Expr, LValue, Var
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.source import Where

LoopId = NewType("LoopId", int)
"""A loop of a program, numbered from 1 when it is lowered; transformations keep it."""

CallPath = tuple[Where, ...]
"""The places of the calls that lead from `main` to a place in the text, and that place, which comes last."""

NO_LOOP = LoopId(0)
"""A loop that a transformation made or copied: nothing is proved of it by name."""


class Assign(Struct, frozen=True):
    """`target = value;` with the conversion that C makes; of a `part`, such as a byte, the program sets no more."""

    target: LValue
    value: Expr
    where: Where
    part: bool = False


@dataclass(frozen=True, slots=True)
class Havoc:
    """`target` gets an arbitrary value: a `__VERIFIER_nondet_*` call, or an uninitialised local of a loop body.

    `site` is unique for each occurrence after inlining; `call` is the nondet function, or None for a variable that was
    never initialised. `unknown` says that the program does compute a value there, of which nothing is known. `path` is
    as that of an assertion.
    """

    target: LValue
    site: int
    call: str | None
    where: Where
    unknown: bool = False
    path: CallPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    """`if (test) { then } else { orelse }`.

    `path` leads to the user's statement whose condition the test is, or the opposite of it if `negated`, or to the
    `switch` whose first labels it compares; it is empty where the test is another one.
    """

    test: Expr
    then: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]
    where: Where
    path: CallPath = field(default=(), compare=False, repr=False)
    negated: bool = field(default=False, compare=False, repr=False)


class Given(Struct, frozen=True):
    """An invariant that the user gives of a loop: about an arbitrary cell, or two, where it has a quantifier.

    `fact` is None where the text is not understood.
    """

    fact: Expr | None
    text: str
    where: Where


@dataclass(frozen=True, slots=True)
class Loop:
    """`while (test) { body update }`; `continue` in the body jumps to `update` (the third part of a C `for`).

    `id` tells it from every other loop of the program, also where a function that has it is inlined twice.

    `peeled`: made from `do ... while`, with the first iteration in front of it where that cannot be
    part of it. One that is `kept` stays as it is written: what is found is said of its head, not of its test.
    `path` is as that of a conditional. `given` is what the user says is invariant, which nobody believes.
    `views` are arrays that pointers stand for there: `p`, or `p[].x` for a member, by the array; and `p - a` by the
    offset of a pointer that walks along an array; and the name of a parameter by the variable that is there for it.
    """

    test: Expr
    body: tuple[Stmt, ...]
    update: tuple[Stmt, ...]
    where: Where
    peeled: bool = False
    kept: bool = field(default=False, compare=False, repr=False)
    id: LoopId = NO_LOOP
    path: CallPath = field(default=(), compare=False, repr=False)
    given: tuple[Given, ...] = field(default=(), compare=False, repr=False)
    views: tuple[tuple[str, str], ...] = field(default=(), compare=False, repr=False)


class Break(Struct, frozen=True):
    """Leaves the innermost loop."""

    where: Where


class Continue(Struct, frozen=True):
    """Goes on with the `update` of the innermost loop."""

    where: Where


class Halt(Struct, frozen=True):
    """The run ends here without a violation: abort, exit, a failed assumption, return from main."""

    where: Where


@dataclass(frozen=True, slots=True)
class Assert:
    """The run violates the property when `test` is false here; `kind` and `text` say which one it is.

    `number` tells it from the others of its program. `path` tells which check it is, also in a slice of the program,
    where the numbers are others.
    """

    test: Expr
    number: int
    where: Where
    kind: GoalKind = GoalKind.ASSERTION
    text: str = ""
    path: CallPath = field(default=(), compare=False, repr=False)

    @property
    def goal(self) -> Goal:
        return Goal(self.kind, self.where, self.text)


# ------------------------------------------------------------------------------------------------------------ generated


class CheckKind(Enum):
    """What a check of a generated program is about."""

    ACCESS = "an access is in bounds"
    ENTRY = "a candidate invariant holds where its loop is entered"
    STEP = "a candidate invariant is kept by an iteration"
    FORM = "a closed form"
    TRIPS = "a trip count"
    GOAL = "the assertion"

    @property
    def of_candidate(self) -> bool:
        """Is it about a candidate invariant, and not about what the program needs?"""
        return self in (CheckKind.ENTRY, CheckKind.STEP)


class CheckId(Struct, frozen=True):
    """What one check is about; a candidate is named by its loop and its number there."""

    kind: CheckKind
    loop: LoopId = NO_LOOP
    number: int = 0


class Assume(Struct, frozen=True):
    """Runs in which `test` is false end here, without a violation."""

    test: Expr
    where: Where


class Check(Struct, frozen=True):
    """Something to be proved: that `test` holds here; `text` is what CBMC calls it, `about` what it is about."""

    test: Expr
    text: str
    about: CheckId
    where: Where


class Evaluate(Struct, frozen=True):
    """Computes `value` for nothing but the checks in it, or the effect of a function of the generated program.

    `used` says that the value of the user's is used there, and not only computed.
    """

    value: Expr
    where: Where
    used: bool = True


class Define(Struct, frozen=True):
    """A new variable that keeps `value` to the end of the block around it; any value if there is none."""

    variable: Var
    value: Expr | None
    where: Where


class HavocArray(Struct, frozen=True):
    """Every cell of the array gets an arbitrary value."""

    array: str
    where: Where


class Goto(Struct, frozen=True):
    """Goes to the label, which is further on in the same function."""

    label: str
    where: Where


class Label(Struct, frozen=True):
    """Where a `Goto` leads."""

    name: str
    where: Where


class Block(Struct, frozen=True):
    """Statements with definitions of their own, and what they are."""

    title: str
    body: tuple[Stmt, ...]
    where: Where


Generated = Assume | Check | Evaluate | Define | HavocArray | Goto | Label | Block
"""What only generated programs have; an analysis of the user's program meets none of them."""

Stmt = Assign | Havoc | If | Loop | Break | Continue | Halt | Assert | Generated
