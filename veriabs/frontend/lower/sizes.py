"""`sizeof`: the type of an expression that is not evaluated."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.expressions import Const, Expr
from veriabs.core.operators import COMPARISONS
from veriabs.core.source import Where
from veriabs.core.types import INT, FloatType, IntType
from veriabs.core.typing_rules import CHAR, common_type, convert, fold_binary, size_type, type_of
from veriabs.frontend.lower import literals
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.declarators import constant, read_type
from veriabs.frontend.lower.places import Place, PointerValue, PointerVariable
from veriabs.frontend.lower.types import ArrayOf, Field, Function, Pointer, Record, Type, offset_of, size_of, varies
from veriabs.frontend.survey import has_effect

LOGICAL = (*COMPARISONS, "&&", "||")
"""Operators whose result is an int, whatever their operands are."""


def size_of_operand(ctx: Context, node: c_ast.Node, where: Where) -> Expr:
    """`sizeof node` in bytes; not constant for an array of variable size."""
    ctype = read_type(ctx, node) if isinstance(node, c_ast.Typename) else static_type(ctx, node)
    if varies(ctype) and has_effect(node):
        raise ctx.unsupported(where, "side effect in the operand of sizeof, which is evaluated for a variable size")
    return bytes_of(ctx, ctype, where)


def offset_of_member(ctx: Context, node: c_ast.FuncCall) -> Const:
    """`offsetof(type, member)`, of a member of a member or of an element at a constant index as well."""
    whole, designator = node.args.exprs
    offset, _ = _offset(ctx, read_type(ctx, whole), designator)
    return Const(offset, size_type(ctx.data_model))


def _offset(ctx: Context, whole: Type, node: c_ast.Node) -> tuple[int, Type]:
    where = ctx.where(node)
    match node:
        case c_ast.ID(name=name):
            outer, record = 0, whole
        case c_ast.StructRef(type=".", field=c_ast.ID(name=name)):
            outer, record = _offset(ctx, whole, node.name)
        case c_ast.ArrayRef():
            outer, array = _offset(ctx, whole, node.name)
            if not isinstance(array, ArrayOf):
                raise ctx.unsupported(node, "offset of an element of something that is no array")
            index = int(constant(ctx, node.subscript, "index").value)
            return outer + index * size_of(array.element, ctx.data_model, where), array.element
        case _:
            raise ctx.unsupported(node, "offset of this member")
    found = record.field(name) if isinstance(record, Record) else None
    if found is None or not isinstance(record, Record):
        raise ctx.unsupported(node, f"offset of {name}")
    return outer + offset_of(record, name, ctx.data_model, where), found.type


def bytes_of(ctx: Context, ctype: Type, where: Where) -> Expr:
    """The bytes of an object of the type, in `size_t`; not constant for an array of variable size."""
    unit = size_type(ctx.data_model)
    if isinstance(ctype, ArrayOf) and ctype.size is not None:
        count = convert(ctype.size, unit, ctx.data_model)
        return fold_binary("*", count, bytes_of(ctx, ctype.element, where), ctx.data_model)
    return Const(size_of(ctype, ctx.data_model, where), unit)


def static_type(ctx: Context, node: c_ast.Node) -> Type:
    """The type of an expression, found without evaluating it."""
    match node:
        case c_ast.ID():
            return _entity_type(ctx, node)
        case c_ast.ArrayRef():
            return _target(ctx, static_type(ctx, node.name), node)
        case c_ast.UnaryOp(op="*"):
            return _target(ctx, static_type(ctx, node.expr), node)
        case c_ast.UnaryOp(op="&"):
            return Pointer(static_type(ctx, node.expr))
        case c_ast.StructRef():
            return _member_type(ctx, node)
        case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--"):
            return _assigned(ctx, node.expr)
        case c_ast.Assignment():
            return _assigned(ctx, node.lvalue)
        case c_ast.Cast():
            return read_type(ctx, node.to_type)
        case c_ast.TernaryOp():
            return _common(ctx, node.iftrue, node.iffalse, node)
        case c_ast.ExprList():
            return _decayed(static_type(ctx, node.exprs[-1]))
        case c_ast.BinaryOp(op=op) if op in LOGICAL:
            return INT
        case c_ast.Constant(type="string"):
            characters = literals.string(node.value)
            if characters is None:
                raise ctx.unsupported(node, f"string {node.value}")
            return ArrayOf(CHAR, Const(len(characters), size_type(ctx.data_model)))
        case _:
            return _type_of_value(ctx, node)


def _common(ctx: Context, left: c_ast.Node, right: c_ast.Node, node: c_ast.Node) -> Type:
    one, two = _decayed(static_type(ctx, left)), _decayed(static_type(ctx, right))
    if isinstance(one, IntType | FloatType) and isinstance(two, IntType | FloatType):
        return common_type(one, two, ctx.data_model)
    if one != two:
        raise ctx.unsupported(node, "choice between operands of different types")
    return one


def _decayed(ctype: Type) -> Type:
    """The type of the value of an expression: that of an array is a pointer (C11 6.3.2.1)."""
    match ctype:
        case ArrayOf(element=element):
            return Pointer(element)
        case Function():
            return Pointer(ctype)
        case _:
            return ctype


def _entity_type(ctx: Context, node: c_ast.ID) -> Type:
    match ctx.scope.entity(node.name):
        case Place(type=ctype) | Const(type=ctype):
            return ctype
        case PointerVariable(target=target):
            return Pointer(target)
        case _:
            raise ctx.unsupported(node, f"sizeof of {node.name}")


def _target(ctx: Context, ctype: Type, node: c_ast.Node) -> Type:
    match ctype:
        case Pointer(target=target) | ArrayOf(element=target):
            return target
        case _:
            raise ctx.unsupported(node, "sizeof of a dereferenced number")


def _assigned(ctx: Context, node: c_ast.Node) -> Type:
    """The type of an assignment to a place; of a bit-field compilers differ in it."""
    if isinstance(node, c_ast.StructRef) and _member(ctx, node).width is not None:
        raise ctx.unsupported(node, "sizeof of an assignment to a bit-field")
    return static_type(ctx, node)


def _member_type(ctx: Context, node: c_ast.StructRef) -> Type:
    member = _member(ctx, node)
    small = member.width is not None and member.width < INT.bits
    return INT if small else member.type


def _member(ctx: Context, node: c_ast.StructRef) -> Field:
    whole = static_type(ctx, node.name)
    record = _target(ctx, whole, node) if node.type == "->" else whole
    way = record.way(node.field.name) if isinstance(record, Record) else ()
    if not way:
        raise ctx.unsupported(node, f"sizeof of member {node.field.name}")
    return way[-1]


def _type_of_value(ctx: Context, node: c_ast.Node) -> Type:
    if has_effect(node):  # lowering it would leave traces, as if it were evaluated (trap a20)
        raise ctx.unsupported(node, "side effect in an operand that is not evaluated")
    with ctx.scratch():
        result = ctx.hooks.value(ctx, node, Frame())
        match result:
            case Place(type=ctype):
                return ctype
            case PointerValue(target=target):
                return Pointer(target)
            case _ if isinstance(result, Expr):
                return type_of(result, ctx.data_model)
            case _:
                raise ctx.unsupported(node, "sizeof of this expression")
