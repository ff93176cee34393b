"""Create a separate object, never null, for each pointer in a struct that a parameter points to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pycparser import c_ast

from veriabs.core.source import Task
from veriabs.frontend.harness.clauses import Clauses
from veriabs.frontend.harness.names import generated, pointer_variable
from veriabs.frontend.pointer_members import Member, number_members, pointer_members
from veriabs.frontend.reach import is_indexed
from veriabs.frontend.typed.types import Record

A_STRING = "a string of its own, of any length"
MOST_NUMBERS = 4
"""The number of members whose values are varied to infer sizes."""


class Allocating(Protocol):
    """The services of `Objects` for members: reached code, declarations, objects, and the conditions of the verdict.

    `counts` are the numbers of elements of the objects, in C, by the names of the pointers. `numbers` are the variables
    with the caller's values of numbers like `p->n`.
    """

    task: Task
    clauses: Clauses
    conditions: list[str]
    counts: dict[str, str]
    numbers: dict[str, str]

    def reached(self) -> list[c_ast.FuncDef]: ...

    def declared(self, parameter: c_ast.Decl, text: str) -> str: ...

    def allocated(self, parameter: c_ast.Decl, declared: str, size: str) -> Iterator[str]: ...

    def member(self, key: str, pointer: c_ast.Decl, *, is_text: bool) -> Iterator[str]: ...

    def wraps(self, count: str, unit: str) -> str: ...

    def with_room(self, size: str, unit: str) -> str: ...


def pointed_objects(
    objects: Allocating, key: str, base: str, around: tuple[Record, ...], parameter: c_ast.Decl, *, single: bool = True
) -> Iterator[str]:
    """Objects of any size for pointers to numbers and indexed pointers to structs, else single structs; none of a type
    in `around` (recursion). `single`: the struct is no element of an array."""
    names, reached = objects.clauses.names, objects.reached()
    if objects.task.entry.measured and single:
        yield from _numbers(objects, key, base, around[-1], parameter)
    for one in pointer_members(around[-1], reached, objects.clauses.types):
        if one.changed or one.struct in around:
            continue
        own, place = names.fresh(f"{one.word}_of_{base}"), f"{key}->{one.name}"
        if one.struct is not None and not _is_indexed(one, reached):
            whole = objects.with_room(f"sizeof({one.unit})", one.unit)
            yield from objects.allocated(parameter, f"{one.unit} *{own}", whole)
            yield from pointed_objects(objects, place, own, (*around, one.struct), parameter)
            kind = f" {one.unit}" if one.converted else ""
            objects.conditions.append(f"{place} points to 1{kind} element of its own")
        else:
            yield from objects.member(place, pointer_variable(one.unit, own, parameter.coord), is_text=one.text)
        yield generated(f"{base}->{one.name} = {'(void *)' if one.converted else ''}{own};")


def _is_indexed(member: Member, reached: list[c_ast.FuncDef]) -> bool:
    """Whether a reached function indexes or moves the pointer, so that it points into an array."""
    functions = {one.decl.name: one for one in reached}
    name = "." + member.name.rpartition(".")[2]
    return any(is_indexed(name, one, functions) for one in reached)


def _numbers(objects: Allocating, key: str, base: str, struct: Record, parameter: c_ast.Decl) -> Iterator[str]:
    """Variables for the caller's values of the numbers in a struct."""
    for name, ctype in number_members(struct, objects.reached()):
        if len(objects.numbers) < MOST_NUMBERS:
            own = objects.clauses.names.fresh(f"{name.replace('.', '_')}_of_{base}")
            yield objects.declared(parameter, f"{ctype.name} {own};")
            yield generated(f"{base}->{name} = {own};")
            objects.numbers[f"{key}->{name}"] = own
