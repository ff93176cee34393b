"""The statements of the core language: loops and branches, no goto and no call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

from veriabs.core.expressions import Expr, LValue
from veriabs.core.source import Where

LoopId = NewType("LoopId", int)
"""A loop of a program, numbered from 1 when it is lowered; transformations keep it."""

NO_LOOP = LoopId(0)
"""A loop that a transformation made or copied: nothing is proved of it by name."""


@dataclass(frozen=True, slots=True)
class Assign:
    """`target = value;` with the conversion that C makes."""

    target: LValue
    value: Expr
    where: Where


@dataclass(frozen=True, slots=True)
class Havoc:
    """`target` gets an arbitrary value: a `__VERIFIER_nondet_*` call, or an uninitialised local of a loop body.

    `site` is unique for each occurrence after inlining; `call` is the nondet function, or None for a variable that was
    never initialised.
    """

    target: LValue
    site: int
    call: str | None
    where: Where


@dataclass(frozen=True, slots=True)
class If:
    test: Expr
    then: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Loop:
    """`while (test) { body update }`; `continue` in the body jumps to `update` (the third part of a C `for`).

    `id` tells it from every other loop of the program, also where a function that has it is inlined twice.

    `peeled`: made from `do ... while`, with the first iteration in front of it where that cannot be
    part of it.
    """

    test: Expr
    body: tuple[Stmt, ...]
    update: tuple[Stmt, ...]
    where: Where
    peeled: bool = False
    id: LoopId = NO_LOOP


@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the innermost loop."""

    where: Where


@dataclass(frozen=True, slots=True)
class Continue:
    """Goes on with the `update` of the innermost loop."""

    where: Where


@dataclass(frozen=True, slots=True)
class Halt:
    """The run ends here without a violation: abort, exit, a failed assumption, return from main."""

    where: Where


@dataclass(frozen=True, slots=True)
class Assert:
    """The run violates the property when `test` is false here."""

    test: Expr
    number: int
    where: Where


Stmt = Assign | Havoc | If | Loop | Break | Continue | Halt | Assert
