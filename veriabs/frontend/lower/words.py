"""Access several cells of an array as one wider integer, little-endian (docs/theory.md 14).

    ((unsigned *)bytes)[1]     // the cells bytes[4] to bytes[7]

A pointer to the wider type has the index of its first cell, and moves by the number of cells of one integer.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Const, Expr, LValue
from veriabs.core.goals import CLAIMS, GoalKind
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, Stmt
from veriabs.core.types import BOOL, FloatType, IntType
from veriabs.core.typing_rules import convert, fold_binary, named_type, offset_type
from veriabs.frontend.lower import lifetimes
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import Place, PointerValue
from veriabs.frontend.typed.types import Address, Type

_UNSIGNED = {8: "unsigned char", 16: "unsigned short", 32: "unsigned int", 64: "unsigned long long"}
NO_STRICT_ALIASING = "objects may be accessed as other types (gcc -fno-strict-aliasing)"
_ALIGNED = "objects that are accessed as wider integers are aligned for them"


def unsigned(bits: int, data_model: DataModel) -> IntType:
    """The unsigned type of a width in bits."""
    found = named_type(_UNSIGNED[bits], data_model)
    assert isinstance(found, IntType)
    return found


def cells(place: Place, target: Type) -> int:
    """The number of cells behind one integer of the target type; 0 if the place cannot be accessed as that type."""
    own, storage = place.type, place.storage
    if not is_number(own) or not is_number(target) or not place.steps or place.bytes or place.width is not None:
        return 0
    if storage.placeholder or storage.summary or storage.view is not None or storage.untyped is not None:
        return 0
    assert isinstance(own, IntType) and isinstance(target, IntType)
    return target.bits // own.bits if target.bits > own.bits and target.bits in _UNSIGNED else 0


def is_number(ctype: Type) -> bool:
    """Whether it is an integer type, other than `_Bool` and addresses."""
    return isinstance(ctype, IntType) and not isinstance(ctype, Address) and ctype != BOOL and ctype.bits in _UNSIGNED


def amount(ctx: Context, pointer: PointerValue, number: Expr) -> Expr:
    """The number of cells by which adding `number` moves a pointer to a wider type."""
    wide = offset_type(ctx.data_model)
    each = Const(cells(pointer.place, pointer.target), wide)
    return fold_binary("*", convert(number, wide, ctx.data_model), each, ctx.data_model)


def wider_integer(ctx: Context, pointer: PointerValue, effects: SideEffects, node: c_ast.Node) -> Place:
    """The wider integer that a pointer points to; adds a check of its alignment if pointers are checked.

    C defines it for no cells (C11 6.5, 7), but gcc for characters.
    """
    count = cells(pointer.place, pointer.target)
    assert isinstance(pointer.place.type, IntType)
    if pointer.place.type.bits > 8:
        ctx.assumed[VerdictCondition(ConditionKind.POINTERS, NO_STRICT_ALIASING)] = None
    if lifetimes.is_requested(ctx, GoalKind.POINTER):
        if not pointer.place.storage.heap:
            raise ctx.unsupported(node, "access to a wider integer in an object that may not be aligned for it")
        ctx.assumed[VerdictCondition(ConditionKind.POINTERS, _ALIGNED)] = None
        wide = offset_type(ctx.data_model)
        index = convert(pointer.place.indices[-1], wide, ctx.data_model)
        rest = fold_binary("%", index, Const(count, wide), ctx.data_model)
        aligned = fold_binary("==", rest, Const(0, wide), ctx.data_model)
        if not (isinstance(aligned, Const) and aligned.value):
            effects.before.append(Assert(aligned, 0, ctx.where(node), GoalKind.POINTER, CLAIMS[GoalKind.POINTER]))
    return replace(pointer.place, type=pointer.target, words=count)


def parts(ctx: Context, place: Place) -> list[Place]:
    """The cells of a wider integer, the least significant first."""
    wide = offset_type(ctx.data_model)
    first = convert(place.indices[-1], wide, ctx.data_model)
    plain = replace(place, words=0)
    return [plain.moved(fold_binary("+", first, Const(k, wide), ctx.data_model)) for k in range(place.words)]


def value(ctx: Context, stored: Sequence[Expr], ctype: IntType) -> Expr:
    """The value of a wider integer, from the values of its cells."""
    bits = ctype.bits // len(stored)
    word, cell = unsigned(ctype.bits, ctx.data_model), unsigned(bits, ctx.data_model)
    wide = unsigned(max(32, ctype.bits), ctx.data_model)
    whole: Expr | None = None
    for number, one in enumerate(stored):
        part = convert(convert(one, cell, ctx.data_model), wide, ctx.data_model)
        part = fold_binary("<<", part, ctree.integer(bits * number), ctx.data_model) if number else part
        whole = part if whole is None else fold_binary("|", whole, part, ctx.data_model)
    assert whole is not None
    return convert(convert(whole, word, ctx.data_model), ctype, ctx.data_model)


def assigned(ctx: Context, targets: Sequence[LValue], number: Expr, ctype: IntType, node: c_ast.Node) -> list[Stmt]:
    """Assign a wider integer to its cells; the value and the places of the cells are evaluated first."""
    where, bits = ctx.where(node), ctype.bits // len(targets)
    wide = unsigned(max(32, ctype.bits), ctx.data_model)
    kept = ctx.temporary("word", wide, where)
    word = convert(convert(number, ctype, ctx.data_model), unsigned(ctype.bits, ctx.data_model), ctx.data_model)
    out: list[Stmt] = [Assign(kept, convert(word, wide, ctx.data_model), where)]
    for position, target in enumerate(targets):
        part = Binary(">>", kept, ctree.integer(bits * position)) if position else kept
        cell = convert(part, unsigned(bits, ctx.data_model), ctx.data_model)
        out.append(Assign(target, convert(cell, target.type, ctx.data_model), where, part=True))
    return out


def repeat_byte(ctx: Context, ctype: IntType | FloatType, byte: Expr, node: c_ast.FuncCall) -> Expr:
    """The integer whose bytes all equal the low byte of `byte`, as after `memset`."""
    if isinstance(byte, Const) and byte.value == 0:
        return Const(0, ctype)
    if isinstance(ctype, FloatType | Address) or ctype == BOOL:
        raise ctx.unsupported(node, "memset of an object that is not an integer to a value other than zero")
    low = convert(byte, unsigned(8, ctx.data_model), ctx.data_model)
    word = unsigned(ctype.bits, ctx.data_model)
    if ctype.bits > 8:
        each = Const(((1 << ctype.bits) - 1) // 255, word)
        low = fold_binary("*", convert(low, word, ctx.data_model), each, ctx.data_model)
    return convert(low, ctype, ctx.data_model)
