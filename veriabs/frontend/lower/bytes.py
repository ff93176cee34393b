"""Access parts of numbers: bytes, the lowest first (docs/theory.md 14), and bit-fields.

    ((unsigned char *)&x)[1]              (x >> 8) & 255
    x.f = 9;   for `unsigned f : 3`     f = 9 & 7;
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.copying import replace
from veriabs.core.expressions import Cast, Const, Expr, LValue
from veriabs.core.types import BOOL, INT, ULLONG, UNSIGNED, CType, IntType
from veriabs.core.typing_rules import convert, fold_binary, fold_unary, offset_type
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Place, PointerValue
from veriabs.frontend.typed.types import VOID, Address, Type

_LAST = -1
"""The position of the innermost index."""

_BYTE = IntType("unsigned char", 8, False)


def byte_view(ctx: Context, pointer: PointerValue, target: Type) -> PointerValue | None:
    """Convert a pointer to numbers to one to their bytes; None if the conversion is another one."""
    ctype, place = pointer.place.type, pointer.place
    if not isinstance(target, IntType) or target.bits != 8 or target == BOOL or pointer.target not in (ctype, VOID):
        return None
    if not isinstance(ctype, IntType) or isinstance(ctype, Address) or ctype.bits <= 8 or place.width is not None:
        return None
    size, wide = ctype.bits // 8, offset_type(ctx.data_model)
    if pointer.vague or place.storage.summary or place.storage.placeholder or place.bytes:
        return None
    if place.steps:
        first = convert(place.indices[_LAST], wide, ctx.data_model)
        indices = (*place.indices[:_LAST], fold_binary("*", first, Const(size, wide), ctx.data_model))
    else:
        indices = (*place.indices, Const(0, wide))
    made = replace(place, indices=indices, type=target, steps=True, bytes=size if place.steps else -size, origin=place)
    return replace(pointer, place=made, target=target)


def to_number_pointer(pointer: PointerValue, target: Type) -> PointerValue:
    """Convert a pointer to the first byte of a number back to one to the number, if the target type asks for that."""
    origin = pointer.place.origin
    return pointer if origin is None or origin.type != target else replace(pointer, place=origin)


def containing_number(ctx: Context, place: Place, node: c_ast.Node) -> tuple[Place, Expr]:
    """The number that contains a byte, and the shift of that byte.

    A single number supports only bytes at constant indices, since no bounds check would cover others.
    """
    size, wide = abs(place.bytes), offset_type(ctx.data_model)
    index = convert(place.indices[_LAST], wide, ctx.data_model)
    if place.bytes < 0:
        if not isinstance(index, Const) or not 0 <= index.value < size:
            raise ctx.unsupported(node, "byte of a single number at an index that is not constant")
        number = replace(place, indices=place.indices[:_LAST], steps=False, bytes=0, origin=None)
        return number, Const(int(index.value) * 8, wide)
    low = fold_binary("&", index, Const(size - 1, wide), ctx.data_model)
    shift = fold_binary("*", low, Const(8, wide), ctx.data_model)
    # No division, because indices before the array must not round to its first element.
    cell = fold_binary(">>", index, Const(size.bit_length() - 1, wide), ctx.data_model)
    return replace(place.moved(cell), bytes=0), shift


def value(ctx: Context, stored: LValue, shift: Expr, ctype: IntType) -> Expr:
    """The byte of a number, as a character of the type."""
    word = convert(stored, _word(stored), ctx.data_model)
    return Cast(ctype, Cast(_BYTE, fold_binary(">>", word, shift, ctx.data_model)))


def replace_byte(ctx: Context, stored: LValue, shift: Expr, byte: Expr) -> Expr:
    """The number with one byte replaced by the low bits of a value."""
    wide = _word(stored)
    mask = fold_binary("<<", Const(255, wide), shift, ctx.data_model)
    word = convert(stored, wide, ctx.data_model)
    rest = fold_binary("&", word, fold_unary("~", mask, ctx.data_model), ctx.data_model)
    low = convert(Cast(_BYTE, byte), wide, ctx.data_model)
    return fold_binary("|", rest, fold_binary("<<", low, shift, ctx.data_model), ctx.data_model)


def _word(stored: LValue) -> IntType:
    """The unsigned type in which the bytes of a number are shifted."""
    return UNSIGNED if stored.type.bits <= UNSIGNED.bits else ULLONG


def unpack(ctx: Context, stored: LValue, width: int) -> Expr:
    """The value of a bit-field of a width: an int if all its values fit (C11 6.3.1.1).

    An arbitrary initial content may have more bits than the field.
    """
    if stored.type == BOOL:
        return stored
    assert isinstance(stored.type, IntType)
    seen = INT if stored.type.signed or width < INT.bits else UNSIGNED
    return convert(pack(ctx, stored, stored.type, width), seen, ctx.data_model)


def pack(ctx: Context, value: Expr, ctype: CType, width: int | None) -> Expr:
    """Truncate a value to the bits of a bit-field, with its sign."""
    if width is None or ctype == BOOL or not isinstance(ctype, IntType) or width == ctype.bits:
        return value
    word = convert(convert(value, ctype, ctx.data_model), UNSIGNED, ctx.data_model)
    if not ctype.signed:
        return fold_binary("&", word, Const((1 << width) - 1, UNSIGNED), ctx.data_model)
    rest = Const(INT.bits - width, INT)
    shifted = convert(fold_binary("<<", word, rest, ctx.data_model), INT, ctx.data_model)
    return fold_binary(">>", shifted, rest, ctx.data_model)
