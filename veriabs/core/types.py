"""The arithmetic types of C."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct


@dataclass(frozen=True, slots=True)
class IntType:
    """An integer type as C spells it; `_Bool` has one bit."""

    name: str
    bits: int
    signed: bool

    @property
    def lowest(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def highest(self) -> int:
        return (1 << (self.bits - (1 if self.signed else 0))) - 1


class FloatType(Struct, frozen=True):
    """`float`, `double` or `long double`."""

    name: str
    bits: int


CType = IntType | FloatType

BOOL = IntType("_Bool", 1, False)
INT = IntType("int", 32, True)
UNSIGNED = IntType("unsigned int", 32, False)
LLONG = IntType("long long", 64, True)
ULLONG = IntType("unsigned long long", 64, False)
