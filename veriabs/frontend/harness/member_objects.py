"""Create a separate object, never null, for each pointer in a struct that a parameter points to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pycparser import c_ast

from veriabs.frontend.harness.clauses import Clauses
from veriabs.frontend.harness.names import generated
from veriabs.frontend.pointer_members import pointer_members
from veriabs.frontend.typed.types import Record

A_STRING = "a string of its own, of any length"


class Allocating(Protocol):
    """The services of `Objects` for members: reached code, declarations, and the conditions of the verdict.

    `counts` are the numbers of elements of the objects, in C, by the names of the pointers.
    """

    clauses: Clauses
    conditions: list[str]
    counts: dict[str, str]

    def reached(self) -> list[c_ast.FuncDef]: ...

    def declared(self, parameter: c_ast.Decl, text: str) -> str: ...

    def allocated(self, parameter: c_ast.Decl, declared: str, size: str) -> Iterator[str]: ...

    def wraps(self, count: str, unit: str) -> str: ...

    def with_room(self, size: str, unit: str) -> str: ...


def pointed(
    objects: Allocating, key: str, base: str, around: tuple[Record, ...], parameter: c_ast.Decl
) -> Iterator[str]:
    """Objects of any size for pointers to numbers, and single structs; none of a type in `around` (recursion)."""
    names = objects.clauses.names
    for one in pointer_members(around[-1], objects.reached(), objects.clauses.types):
        if one.changed or one.struct in around:
            continue
        own, place = names.fresh(f"{one.word}_of_{base}"), f"{key}->{one.name}"
        if one.struct is not None:
            whole = objects.with_room(f"sizeof({one.unit})", one.unit)
            yield from objects.allocated(parameter, f"{one.unit} *{own}", whole)
            yield from pointed(objects, place, own, (*around, one.struct), parameter)
            yield generated(f"{base}->{one.name} = {'(void *)' if one.converted else ''}{own};")
            kind = f" {one.unit}" if one.converted else ""
            objects.conditions.append(f"{place} points to 1{kind} element of its own")
            continue
        size = names.fresh(f"elements_of_{own}")
        yield objects.declared(parameter, f"unsigned {size};")
        yield generated(f"if ({size} == 0{objects.wraps(size, one.unit)}) abort();")
        yield from objects.allocated(
            parameter, f"{one.unit} *{own}", objects.with_room(f"{size} * sizeof({one.unit})", one.unit)
        )
        end = f"{own}[{size} - 1] = 0; " if one.text else ""
        yield generated(f"{end}{base}->{one.name} = {own};")
        objects.conditions.append(f"{place} points to {A_STRING if one.text else 'an object of its own, of any size'}")
