"""C types of the front end beyond the core language's arithmetic types, and their layout."""

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


class PointerType(Struct, frozen=True):
    """A pointer to objects of a type."""

    target: Type


class ArrayOf(Struct, frozen=True):
    """An array; `size` is None if the declaration leaves it open."""

    element: Type
    size: Expr | None


@dataclass(frozen=True, slots=True)
class FunctionType:
    """A function: return type, and the declarator with its parameters."""

    returns: Type
    declarator: c_ast.Node | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Address(IntType):
    """A function pointer: the number of the function, 0 for null (see `indirect`)."""

    function: FunctionType = field(default=FunctionType(Void()), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Field:
    """One member of a struct; `width` is that of a bit-field in bits."""

    name: str
    type: Type
    width: int | None = None
    declared: c_ast.Decl | None = field(default=None, compare=False, repr=False)

    @property
    def constant(self) -> bool:
        return self.declared is not None and "const" in getattr(self.declared.type, "quals", ())


@dataclass(slots=True, eq=False)
class RecordType:
    """A struct or union, compared by identity; `fields` is None while it is incomplete.

    `packed`: each member begins at the next byte, or None if the layout is unknown; `alias`: the type name that was
    declared for it. Unnamed members have a name that no program can write; unnamed bits are only in `parts`.
    """

    tag: str
    union: bool
    fields: tuple[Field, ...] | None = field(default=None, repr=False)
    packed: bool | None = False
    parts: tuple[Field, ...] = field(default=(), repr=False)
    alias: str = field(default="", repr=False)

    def field(self, name: str) -> Field | None:
        return next((member for member in self.fields or () if member.name == name), None)

    def path_to(self, name: str) -> tuple[Field, ...]:
        """The members that lead to the named one, through unnamed structs; empty if there is none."""
        for member in self.fields or ():
            if member.name == name:
                return (member,)
            is_unnamed = member.name.startswith("<")
            inner = member.type.path_to(name) if is_unnamed and isinstance(member.type, RecordType) else ()
            if inner:
                return (member, *inner)
        return ()


Type = CType | Void | PointerType | ArrayOf | FunctionType | RecordType

VOID = Void()


def address_of(function: FunctionType, data_model: DataModel) -> Address:
    """The type of a pointer to the function."""
    word = size_type(data_model)
    return Address(word.name, word.bits, word.signed, function)


def declaration_text(ctype: Type, name: str = "") -> str:
    """The declaration of a name, or the name of the type; empty for a type that no other declaration can name."""
    match ctype:
        case PointerType(target=ArrayOf() as pointed):
            return declaration_text(pointed, f"(*{name})")
        case PointerType(target=pointed):
            return declaration_text(pointed, f"*{name}")
        case ArrayOf(element=element, size=Const(value=size)):
            return declaration_text(element, f"{name}[{size}]")
        case RecordType(tag=tag, alias=alias):
            own = alias or (tag and f"{'union' if ctype.union else 'struct'} {tag}")
        case _:
            own = "void" if isinstance(ctype, Void) else getattr(arithmetic(ctype), "name", "")
    return f"{own} {name}".rstrip() if own else ""


def flexible(ctype: Type | None) -> Field | None:
    """The flexible array member of a struct (C11 6.7.2.1): its last member, of unspecified size."""
    if not isinstance(ctype, RecordType) or ctype.union or not ctype.fields:
        return None
    last = ctype.fields[-1]
    return last if isinstance(last.type, ArrayOf) and last.type.size is None else None


def is_scalar(ctype: Type) -> bool:
    """Whether it is a number or a pointer."""
    return isinstance(ctype, IntType | FloatType)


def arithmetic(ctype: Type | None) -> CType | None:
    """The type, if its values are numbers, as opposed to addresses of functions."""
    return ctype if isinstance(ctype, IntType | FloatType) and not isinstance(ctype, Address) else None


def target(ctype: Type | None) -> Type | None:
    """The type that a pointer points to, or of the elements of an array."""
    match ctype:
        case PointerType(target=found) | ArrayOf(element=found):
            return found
        case Address(function=function):
            return function
        case _:
            return None


def decay(ctype: Type, data_model: DataModel) -> Type:
    """The type of an expression's value; an array becomes a pointer (C11 6.3.2.1)."""
    match ctype:
        case ArrayOf(element=element):
            return PointerType(element)
        case FunctionType():
            return address_of(ctype, data_model)
        case _:
            return ctype


def is_vla(ctype: Type) -> bool:
    """Whether it is an array of variable size."""
    return isinstance(ctype, ArrayOf) and (
        (ctype.size is not None and not isinstance(ctype.size, Const)) or is_vla(ctype.element)
    )


def size_of(ctype: Type, data_model: DataModel, where: Where) -> int:
    """The size of a type in bytes; raises UnsupportedError if it is not constant."""
    return _layout(ctype, data_model, where)[0]


def _layout(ctype: Type, data_model: DataModel, where: Where) -> tuple[int, int]:
    """Size and alignment in bytes by the System V ABI."""
    match ctype:
        case IntType() | FloatType():
            return _scalar_layout(ctype, data_model)
        case PointerType():
            size = 8 if data_model is DataModel.LP64 else 4
            return size, size
        case ArrayOf(element=element, size=Const(value=int(count))):
            size, alignment = _layout(element, data_model, where)
            return size * count, alignment
        case RecordType():
            return _record_layout(ctype, data_model, where)
        case Void():
            return 1, 1
        case _:
            raise UnsupportedError(f"{where}: not supported: sizeof of this type")


def _scalar_layout(ctype: CType, data_model: DataModel) -> tuple[int, int]:
    size = 1 if ctype == BOOL else ctype.bits // 8
    if data_model is DataModel.ILP32 and size > 4:
        return size, 4
    return size, size


def _record_layout(record: RecordType, data_model: DataModel, where: Where) -> tuple[int, int]:
    bits, alignment, _ = _record_size(record, data_model, where)
    return -(-bits // (8 * alignment)) * alignment, alignment


def _record_size(record: RecordType, data_model: DataModel, where: Where) -> tuple[int, int, dict[str, int]]:
    """Bits and alignment of a record, and the bit offset of each member.

    A bit-field lies within one unit of its type; only a named one contributes to the record's alignment.
    """
    has_bits = any(one.width is not None for one in record.parts)
    if record.fields is None or record.packed is None or (record.packed and has_bits):
        raise UnsupportedError(f"{where}: not supported: size of struct {record.tag or '<anonymous>'}")
    end, position, largest, starts = 0, 0, 1, dict[str, int]()
    for part in record.parts or record.fields:
        size, alignment = _member_layout(record, part, data_model, where)
        alignment = 1 if record.packed else alignment
        if part.width is not None and size != alignment:
            raise UnsupportedError(f"{where}: not supported: size of a bit-field of this type")
        unit, width = 8 * alignment, 8 * size if part.width is None else part.width
        start = 0 if record.union else position
        if part.width is None or part.width == 0 or start % unit + width > unit:
            start = -(-start // unit) * unit
        starts[part.name] = start
        position = start + width
        end = max(end, position)
        largest = max(largest, alignment) if part.name else largest
    return end, largest, starts


def _member_layout(record: RecordType, member: Field, data_model: DataModel, where: Where) -> tuple[int, int]:
    """Size and alignment of a member; a flexible one adds no bytes to `sizeof`."""
    if isinstance(member.type, ArrayOf) and member is flexible(record):
        return 0, _layout(member.type.element, data_model, where)[1]
    return _layout(member.type, data_model, where)


def offset_of(record: RecordType, name: str, data_model: DataModel, where: Where) -> int:
    """The byte offset of a member; raises UnsupportedError if the layout is unknown."""
    start = _record_size(record, data_model, where)[2].get(name)
    if start is None or start % 8:
        raise UnsupportedError(f"{where}: not supported: offset of {name}")
    return start // 8


def same_type(left: Type, right: Type) -> bool:
    """Whether objects of both types are interchangeable behind a pointer; an open array size matches any."""
    match left, right:
        case ArrayOf(), ArrayOf():
            return same_type(left.element, right.element) and _same_size(left.size, right.size)
        case PointerType(), PointerType():
            return same_type(left.target, right.target)
        case _:
            return left == right


def _same_size(left: Expr | None, right: Expr | None) -> bool:
    if isinstance(left, Const) and isinstance(right, Const):
        return left.value == right.value
    return left is None or right is None or left == right
