"""The C types that the front end knows, beyond the arithmetic ones of the core language, and their layout."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr
from veriabs.core.source import DataModel, Where
from veriabs.core.types import BOOL, CType, FloatType, IntType
from veriabs.core.typing_rules import size_type


class Void(Struct, frozen=True):
    """`void`."""


class Pointer(Struct, frozen=True):
    """A pointer to objects of a type."""

    target: Type


class ArrayOf(Struct, frozen=True):
    """An array; `size` is None where the declaration leaves it open."""

    element: Type
    size: Expr | None


@dataclass(frozen=True, slots=True)
class Function:
    """A function: what it returns, and the declarator that has its parameters."""

    returns: Type
    declarator: c_ast.Node | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Address(IntType):
    """A pointer to a function: the number of the function, 0 if it is null (see `indirect`)."""

    function: Function = field(default=Function(Void()), compare=False, repr=False)


class Field(Struct, frozen=True):
    """One member of a struct; `width` is that of a bit-field in bits."""

    name: str
    type: Type
    width: int | None = None


@dataclass(slots=True, eq=False)
class Record:
    """A struct or union, known by identity; `fields` is None while it is incomplete.

    `packed` says that its layout is not the usual one. Members without a name have one that no program can write.
    """

    tag: str
    union: bool
    fields: tuple[Field, ...] | None = field(default=None, repr=False)
    packed: bool = False

    def field(self, name: str) -> Field | None:
        return next((member for member in self.fields or () if member.name == name), None)

    def way(self, name: str) -> tuple[Field, ...]:
        """The member of the name, behind those without a name that it is a member of; nothing if there is none."""
        for member in self.fields or ():
            if member.name == name:
                return (member,)
            inner = member.type.way(name) if member.name.startswith("<") and isinstance(member.type, Record) else ()
            if inner:
                return (member, *inner)
        return ()


Type = CType | Void | Pointer | ArrayOf | Function | Record

VOID = Void()


def address_of(function: Function, data_model: DataModel) -> Address:
    """The type of a pointer to the function."""
    word = size_type(data_model)
    return Address(word.name, word.bits, word.signed, function)


def flexible(ctype: Type) -> Field | None:
    """The flexible array member of a struct (C11 6.7.2.1): its last one, of no size that a declaration says."""
    if not isinstance(ctype, Record) or ctype.union or not ctype.fields:
        return None
    last = ctype.fields[-1]
    return last if isinstance(last.type, ArrayOf) and last.type.size is None else None


def is_scalar(ctype: Type) -> bool:
    return isinstance(ctype, IntType | FloatType)


def varies(ctype: Type) -> bool:
    """Is it an array whose size is no constant?"""
    return isinstance(ctype, ArrayOf) and (
        (ctype.size is not None and not isinstance(ctype.size, Const)) or varies(ctype.element)
    )


def size_of(ctype: Type, data_model: DataModel, where: Where) -> int:
    """Bytes of an object of the type; UnsupportedError for what has no constant size."""
    return _layout(ctype, data_model, where)[0]


def _layout(ctype: Type, data_model: DataModel, where: Where) -> tuple[int, int]:
    """Size and alignment in bytes by the System V ABI."""
    match ctype:
        case IntType() | FloatType():
            return _scalar_layout(ctype, data_model)
        case Pointer():
            size = 8 if data_model is DataModel.LP64 else 4
            return size, size
        case ArrayOf(element=element, size=Const(value=int(count))):
            size, alignment = _layout(element, data_model, where)
            return size * count, alignment
        case Record():
            return _record_layout(ctype, data_model, where)
        case Void():
            return 1, 1
        case _:
            raise UnsupportedError(f"{where}: sizeof of this type")


def _scalar_layout(ctype: CType, data_model: DataModel) -> tuple[int, int]:
    size = 1 if ctype == BOOL else ctype.bits // 8
    if data_model is DataModel.ILP32 and size > 4:
        return size, 4
    return size, size


def _record_layout(record: Record, data_model: DataModel, where: Where) -> tuple[int, int]:
    if record.fields is None or record.packed or any(member.width is not None for member in record.fields):
        raise UnsupportedError(f"{where}: size of struct {record.tag or '<anonymous>'}")
    end, largest = 0, 1
    for member in record.fields:
        size, alignment = _member_layout(record, member, data_model, where)
        largest = max(largest, alignment)
        end = max(end, size) if record.union else -(-end // alignment) * alignment + size
    return -(-end // largest) * largest, largest


def _member_layout(record: Record, member: Field, data_model: DataModel, where: Where) -> tuple[int, int]:
    """Size and alignment of a member; a flexible one has no bytes in `sizeof`."""
    if isinstance(member.type, ArrayOf) and member is flexible(record):
        return 0, _layout(member.type.element, data_model, where)[1]
    return _layout(member.type, data_model, where)


def offset_of(record: Record, name: str, data_model: DataModel, where: Where) -> int:
    """Bytes in front of a member; UnsupportedError where the layout is not known."""
    _record_layout(record, data_model, where)
    end = 0
    for member in record.fields or ():
        size, alignment = _member_layout(record, member, data_model, where)
        start = 0 if record.union else -(-end // alignment) * alignment
        if member.name == name:
            return start
        end = start + size
    raise UnsupportedError(f"{where}: offset of {name}")


def same_type(left: Type, right: Type) -> bool:
    """Are objects of both types interchangeable behind a pointer? Array sizes that are left open agree with any."""
    match left, right:
        case ArrayOf(), ArrayOf():
            return same_type(left.element, right.element) and _same_size(left.size, right.size)
        case Pointer(), Pointer():
            return same_type(left.target, right.target)
        case _:
            return left == right


def _same_size(left: Expr | None, right: Expr | None) -> bool:
    if isinstance(left, Const) and isinstance(right, Const):
        return left.value == right.value
    return left is None or right is None or left == right
