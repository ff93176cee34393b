"""Create objects for the pointers in a struct that a parameter points to: a separate one, never null, for each.

Structs that lead to one another, as nodes of a list or tree, are any number of objects of one array, linked in any way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.errors import InputError
from veriabs.core.source import DataModel, Task
from veriabs.frontend.harness.clauses import Clauses
from veriabs.frontend.harness.names import generated, pointer_variable, unit_of
from veriabs.frontend.known_functions import LINK
from veriabs.frontend.pointer_members import PointerMember, number_members, pointer_members, points_to_struct
from veriabs.frontend.reach import is_indexed
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.types import RecordType

A_STRING = "a string of its own, of any length"
MOST_NUMBERS = 4
"""The number of members whose values are varied to infer sizes."""
LARGEST_ILP32 = 2147483647
"""The largest object of the 32-bit data model."""


class ObjectServices(Protocol):
    """The services of `ObjectWriter` for members: reached code, declarations, objects, conditions.

    `counts` are the numbers of elements of the objects, in C, by the names of the pointers. `numbers` are the variables
    with the caller's values of numbers like `p->n`.
    """

    task: Task
    sizes: Mapping[str, str]
    clauses: Clauses
    conditions: list[str]
    counts: dict[str, str]
    numbers: dict[str, str]

    def reached(self) -> list[c_ast.FuncDef]: ...

    def declared(self, parameter: c_ast.Decl, text: str) -> str: ...

    def allocated(self, parameter: c_ast.Decl, declared: str, size: str) -> Iterator[str]: ...

    def member(self, key: str, pointer: c_ast.Decl, *, is_text: bool) -> Iterator[str]: ...

    def wraps(self, count: str, unit: str) -> str: ...

    def enlarged_size(self, size: str, unit: str) -> str: ...


def pointed_objects(
    objects: ObjectServices,
    key: str,
    base: str,
    around: tuple[RecordType, ...],
    parameter: c_ast.Decl,
    *,
    single: bool = True,
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
            whole = objects.enlarged_size(f"sizeof({one.unit})", one.unit)
            yield from objects.allocated(parameter, f"{one.unit} *{own}", whole)
            yield from pointed_objects(objects, place, own, (*around, one.struct), parameter)
            kind = f" {one.unit}" if one.converted else ""
            objects.conditions.append(f"{place} points to 1{kind} element of its own")
        else:
            yield from objects.member(place, pointer_variable(one.unit, own, parameter.coord), is_text=one.text)
        yield generated(f"{base}->{one.name} = {'(void *)' if one.converted else ''}{own};")


def _is_indexed(member: PointerMember, reached: list[c_ast.FuncDef]) -> bool:
    """Whether a reached function indexes or moves the pointer, so that it points into an array."""
    functions = {one.decl.name: one for one in reached}
    name = "." + member.name.rpartition(".")[2]
    return any(is_indexed(name, one, functions) for one in reached)


def _numbers(objects: ObjectServices, key: str, base: str, struct: RecordType, parameter: c_ast.Decl) -> Iterator[str]:
    """Variables for the caller's values of the numbers in a struct."""
    for name, ctype in number_members(struct, objects.reached()):
        if len(objects.numbers) < MOST_NUMBERS:
            own = objects.clauses.names.fresh(f"{name.replace('.', '_')}_of_{base}")
            yield objects.declared(parameter, f"{ctype.name} {own};")
            yield generated(f"{base}->{name} = {own};")
            objects.numbers[f"{key}->{name}"] = own


def struct_with_rest(objects: ObjectServices, key: str, parameter: c_ast.Decl, unit: str, rest: str) -> Iterator[str]:
    """One struct with any number of elements in its flexible array member, none among them."""
    each = f"sizeof((({unit} *)0)->{rest}[0])"
    if key in objects.sizes:
        raise InputError(f"--array {key}: {key} is no array: its struct has the flexible array member {rest}")
    count = objects.clauses.names.fresh(f"elements_of_{rest}_of_{parameter.name}")
    yield objects.declared(parameter, f"unsigned {count};")
    if objects.task.data_model is DataModel.ILP32:
        yield generated(f"if ({count} > ({LARGEST_ILP32}u - sizeof({unit})) / {each}) abort();")
    objects.conditions.append(f"{key} points to 1 element of its own, with a {rest} of any size")
    size = objects.enlarged_size(f"sizeof({unit}) + {count} * {each}", unit)
    yield from objects.allocated(parameter, f"{unit} *{parameter.name}", size)


# --------------------------------------------------------------------------------------------------- linked objects

_ENDING = frozenset(("free", "realloc", "reallocarray"))
"""Functions that end a single object, which is no part of an array."""


class MemberArray(Struct, frozen=True):
    """All objects of one type: the array, and the variable with their number."""

    struct: RecordType
    array: str
    count: str


class LinkedObjects(Struct):
    """Writes the objects that a parameter leads to, one array for each struct type.

    - `objects`: the services of `ObjectWriter`. `struct`: the type that the parameter points to.
    - `groups`: the arrays so far. `links`: loops that set the pointers between elements. `others`: other declarations.
    """

    objects: ObjectServices
    parameter: c_ast.Decl
    struct: RecordType | None
    groups: list[MemberArray] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def applies(self) -> bool:
        """Does the struct lead to others of its type, none of which is freed?"""
        whole, reached = self.struct, self.objects.reached()
        if whole is None or not points_to_struct(whole, whole, reached, self.objects.clauses.types):
            return False
        return not any(isinstance(node, c_ast.ID) and node.name in _ENDING for f in reached for node in walk(f.body))

    def written(self) -> Iterator[str]:
        """The declaration of the parameter behind those of the arrays."""
        pointee, name = self.parameter.type.type, self.parameter.name
        assert self.struct is not None
        yield from self._group(self.struct, unit_of(pointee), name)
        whole, first = self.groups[0], self.objects.clauses.names.fresh(f"first_of_{name}")
        yield from self._number(first)
        yield generated(f"if ({first} >= {whole.count}) abort();")
        yield self.objects.declared(self.parameter, f"{unit_of(pointee)} *{name} = &{whole.array}[{first}];")
        self.objects.counts[name] = "1"

    def described(self) -> str:
        """The condition of the verdict, after the name of the parameter."""
        ways = " and ".join(dict.fromkeys(self.links))
        inside = "".join(f"; their {one} points into one array of any size" for one in dict.fromkeys(self.others))
        return f" points to one of any number of objects of its own, linked in any way by {ways}{inside}"

    def _number(self, name: str) -> Iterator[str]:
        yield self.objects.declared(self.parameter, f"unsigned {name};")

    def _array(self, array: str, unit: str) -> Iterator[str]:
        """An array of any number of elements, at least one; its number is in a variable `elements_of_` it."""
        count = f"elements_of_{array}"
        yield from self._number(count)
        yield generated(f"if ({count} == 0{self.objects.wraps(count, unit)}) abort();")
        size = self.objects.enlarged_size(f"({count}) * sizeof({unit})", unit)
        yield from self.objects.allocated(self.parameter, f"{unit} *{array}", size)

    def _group(self, struct: RecordType, unit: str, name: str) -> Iterator[str]:
        """The objects of a struct type, and those that they lead to."""
        array = self.objects.clauses.names.fresh(f"objects_of_{name}")
        self.groups.append(group := MemberArray(struct, array, f"elements_of_{array}"))
        yield from self._array(array, unit)
        for member in pointer_members(struct, self.objects.reached(), self.objects.clauses.types):
            yield from self._member(group, member)

    def _member(self, group: MemberArray, member: PointerMember) -> Iterator[str]:
        """The pointers of one member: null or to an object of the struct's cycle, else to any part of one array."""
        names = self.objects.clauses.names
        nullable = member.struct is not None and self._is_linked(member.struct, group.struct)
        if member.changed and not nullable:
            return
        kind = f" (a {member.unit})" if member.converted else ""
        (self.links if nullable else self.others).append(f"{member.name}{kind}")
        if member.struct is None:
            array = names.fresh(f"{member.word}_of_{group.array}")
            yield from self._array(array, member.unit)
            count = f"elements_of_{array}"
            if member.text:
                yield generated(f"{array}[{count} - 1] = 0;")
        else:
            target = next((one for one in self.groups if one.struct is member.struct), None)
            if target is None:
                position = len(self.groups)
                yield from self._group(member.struct, member.unit, f"{member.word}_of_{group.array}")
                target = self.groups[position]
            array, count = target.array, target.count
        numbers = names.fresh(f"{member.word}_number_of_{group.array}")
        size = f"({group.count}) * sizeof(unsigned)"
        yield from self.objects.allocated(self.parameter, f"unsigned *{numbers}", size)
        number = f"{numbers}[{LINK}]"
        inside = f"{number} < {count}"
        convert = "(void *)" if member.converted else ""
        value = (
            f"{inside} ? {convert}&{array}[{number}] : 0" if nullable else f"{convert}&{array}[{inside} ? {number} : 0]"
        )
        loop = f"for (unsigned {LINK} = 0; {LINK} < {group.count}; {LINK}++)"
        yield generated(f"{loop} {group.array}[{LINK}].{member.name} = {value};")

    def _is_linked(self, struct: RecordType, target: RecordType) -> bool:
        return struct is target or points_to_struct(struct, target, self.objects.reached(), self.objects.clauses.types)
