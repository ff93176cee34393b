"""The expressions of the core language: pure, without side effects or calls.

Operations that a check may be about have a source place `at`; equality ignores it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from veriabs.core.source import Where
from veriabs.core.types import CType


def _place() -> Where | None:
    return field(default=None, compare=False, repr=False)


class Const(Struct, frozen=True):
    """A literal; `value` is exact for integers."""

    value: int | float
    type: CType


class Var(Struct, frozen=True):
    """A scalar variable."""

    name: str
    type: CType


@dataclass(frozen=True, slots=True)
class Element:
    """One cell of an array; one index per dimension, outermost first."""

    array: str
    indices: tuple[Expr, ...]
    type: CType
    at: Where | None = _place()


@dataclass(frozen=True, slots=True)
class Unary:
    """`- ~ !` applied to one operand."""

    op: str
    operand: Expr
    at: Where | None = _place()


@dataclass(frozen=True, slots=True)
class Binary:
    """Any binary C operator without side effect, `&&` and `||` included (they short-circuit as in C)."""

    op: str
    left: Expr
    right: Expr
    at: Where | None = _place()


class Conditional(Struct, frozen=True):
    """`test ? then : orelse`."""

    test: Expr
    then: Expr
    orelse: Expr


@dataclass(frozen=True, slots=True)
class Cast:
    """A conversion to an arithmetic type."""

    type: CType
    operand: Expr
    at: Where | None = _place()


class Apply(Struct, frozen=True):
    """A call of a function of the generated program; calls of user functions are inlined earlier."""

    function: str
    arguments: tuple[Expr, ...]
    type: CType


Expr = Const | Var | Element | Unary | Binary | Conditional | Cast | Apply

LValue = Var | Element
