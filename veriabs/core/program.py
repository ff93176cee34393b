"""Programs of the core language.

Every variable has a unique name, structs are split into fields, pointers are resolved to the array they stand for, and
calls are inlined.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from msgspec import Struct

from veriabs.core.expressions import Const, Expr
from veriabs.core.source import Task, Where
from veriabs.core.statements import Stmt
from veriabs.core.types import LLONG, CType


class Initial(Enum):
    """What a variable holds before the first statement."""

    ZERO = "zero"
    NONDET = "nondet"


class Scalar(Struct, frozen=True):
    """A scalar variable of the program; `source` is the name in the user's file (with a field path, if any)."""

    name: str
    type: CType
    initial: Initial
    source: str
    where: Where


ENDLESS = Const(LLONG.highest, LLONG)
"""The size of an array without an end: assertions say how much of it is there."""


class Array(Struct, frozen=True):
    """An array of the program; `sizes` are element counts, outermost dimension first, over constants and variables
    that are never changed once set."""

    name: str
    type: CType
    sizes: tuple[Expr, ...]
    initial: Initial
    source: str
    where: Where


class Gap(Struct, frozen=True):
    """Where precision was given up, and for what: any value, or a place that `must_not_run`, which is asserted.

    `foreign`: the value is that of a function of which nothing is known here but its type.
    """

    where: Where
    what: str
    must_not_run: bool = False
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """A program after preprocessing, parsing, inlining and lowering to the core language.

    `claims` is a C text whose static assertions say what the front end took each expression for; `settled` are the
    places of assertions that a constant decides, so that nothing is left of them. `assumptions` are what a verdict
    rests on beside the text, in words; `gaps` are what is not understood, and `models` the library functions that the
    program calls, whose meaning is not in its text. `forged` is where a number becomes a pointer.
    """

    task: Task
    scalars: dict[str, Scalar]
    arrays: dict[str, Array]
    body: tuple[Stmt, ...]
    preprocessed: str = field(repr=False, default="")
    claims: str = field(repr=False, default="", compare=False)
    settled: frozenset[Where] = field(repr=False, default=frozenset(), compare=False)
    assumptions: tuple[str, ...] = field(repr=False, default=(), compare=False)
    gaps: tuple[Gap, ...] = ()
    models: frozenset[str] = field(repr=False, default=frozenset(), compare=False)
    forged: Where | None = field(repr=False, default=None, compare=False)


class Part(Struct, frozen=True):
    """A smaller program that has every violation of one assertion of the user's program, and the name for it.

    `bits` are the variables of which it has one bit.
    """

    name: str
    program: Program
    bits: frozenset[str] = frozenset()
