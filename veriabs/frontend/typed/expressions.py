"""Compute the C types of expressions that are not evaluated, and the values of constant expressions."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.expressions import Const, Expr
from veriabs.core.operators import COMPARISONS
from veriabs.core.source import Where
from veriabs.core.types import INT, CType
from veriabs.core.typing_rules import (
    CHAR,
    common_type,
    convert,
    fold_binary,
    named_type,
    offset_type,
    promote,
    size_type,
)
from veriabs.frontend.dialect import c_text
from veriabs.frontend.known_functions import ARGUMENT, CHECKED, INITIALISED, REPORTS, STEP
from veriabs.frontend.library import FUNCTIONS
from veriabs.frontend.nodes import is_void, whole_number
from veriabs.frontend.survey import STEPS
from veriabs.frontend.typed import literals
from veriabs.frontend.typed.braces import with_array_size
from veriabs.frontend.typed.declarators import DeclarationContext, canonical, constant, read_type
from veriabs.frontend.typed.types import (
    VOID,
    Address,
    ArrayOf,
    Field,
    FunctionType,
    PointerType,
    RecordType,
    Type,
    Void,
    address_of,
    arithmetic,
    decay,
    offset_of,
    same_type,
    size_of,
    target,
)

LOGICAL = (*COMPARISONS, "&&", "||")
"""Operators whose result is an int for all operands."""

OFFSETS = ("offsetof", "__builtin_offsetof")


def type_of_expression(ctx: DeclarationContext, node: c_ast.Node) -> Type:
    """The type of an expression before any conversion; raises UnsupportedError if it is unknown."""
    match node:
        case c_ast.Constant():
            return _literal(ctx, node)
        case c_ast.ID():
            return ctx.entity_type(node)
        case c_ast.ArrayRef():
            base = decay(ctx.static_type(node.name), ctx.data_model)
            return _target(ctx, base if isinstance(base, PointerType) else ctx.static_type(node.subscript), node)
        case c_ast.StructRef():
            member = member_of(ctx, node)
            return INT if is_narrow(member) else member.type
        case c_ast.UnaryOp():
            return _unary(ctx, node)
        case c_ast.BinaryOp():
            return _binary(ctx, node)
        case c_ast.Assignment():
            return _assigned(ctx, node.lvalue)
        case c_ast.Cast():
            return read_type(ctx, node.to_type)
        case c_ast.CompoundLiteral():
            return with_array_size(ctx, read_type(ctx, node.type), node)
        case c_ast.TernaryOp():
            return _common(ctx, node)
        case c_ast.ExprList(exprs=[*_, last]) | c_ast.Compound(block_items=[*_, last]):
            return decay(ctx.static_type(last), ctx.data_model)
        case c_ast.FuncCall():
            return _result(ctx, node)
        case _:
            raise ctx.unsupported(node, f"type of {c_text(node)}")


def is_narrow(member: Field) -> bool:
    """Whether a member is a bit-field that is promoted to int."""
    return member.width is not None and member.width < INT.bits


def _literal(ctx: DeclarationContext, node: c_ast.Constant) -> Type:
    if node.type == "string":
        characters = literals.string(node.value)
        if characters is None:
            raise ctx.unsupported(node, f"string {node.value}")
        return ArrayOf(CHAR, Const(len(characters), size_type(ctx.data_model)))
    found = literals.character(node.value) or literals.number(node.value, ctx.data_model)
    if found is None:
        raise ctx.unsupported(node, f"constant {node.value}")
    return found.type


def _unary(ctx: DeclarationContext, node: c_ast.UnaryOp) -> Type:
    match node.op:
        case "sizeof" | "_Alignof" | "alignof":
            return size_type(ctx.data_model)
        case "!":
            return INT
        case "&&":
            return PointerType(VOID)
    if node.op in STEPS:
        return _assigned(ctx, node.expr)
    operand = ctx.static_type(node.expr)
    match node.op:
        case "*" if isinstance(operand, FunctionType):
            return operand
        case "*":
            return _target(ctx, operand, node)
        case "&" if isinstance(operand, FunctionType):
            return address_of(operand, ctx.data_model)
        case "&":
            return PointerType(operand)
        case _:
            return promote(_number(ctx, operand, node))


def _binary(ctx: DeclarationContext, node: c_ast.BinaryOp) -> Type:
    if node.op in LOGICAL:
        return INT
    left, right = (decay(ctx.static_type(side), ctx.data_model) for side in (node.left, node.right))
    if isinstance(left, PointerType) and isinstance(right, PointerType):
        return offset_type(ctx.data_model)
    if isinstance(left, PointerType) or isinstance(right, PointerType):
        return left if isinstance(left, PointerType) else right
    one, other = _number(ctx, left, node), _number(ctx, right, node)
    return promote(one) if node.op in ("<<", ">>") else common_type(one, other, ctx.data_model)


def _common(ctx: DeclarationContext, node: c_ast.TernaryOp) -> Type:
    sides = node.iftrue, node.iffalse
    one, two = (decay(ctx.static_type(side), ctx.data_model) for side in sides)
    left, right = arithmetic(one), arithmetic(two)
    if left is not None and right is not None:
        return common_type(left, right, ctx.data_model)
    nulls = [_is_null(side) for side in sides]
    if same_type(one, two) or nulls[1]:
        return one
    if nulls[0] or two == PointerType(VOID) or isinstance(two, Void):
        return two
    if one == PointerType(VOID) or isinstance(one, Void):
        return one
    raise ctx.unsupported(node, "choice between operands of different types")


def _is_null(node: c_ast.Node) -> bool:
    """Whether it is a null pointer constant: 0, or that as a pointer to void."""
    if isinstance(node, c_ast.Cast) and isinstance(node.to_type.type, c_ast.PtrDecl):
        return is_void(node.to_type.type.type) and _is_null(node.expr)
    return whole_number(node) == 0


def _result(ctx: DeclarationContext, node: c_ast.FuncCall) -> Type:
    """The return type of a called function; that of its last argument if the call only reports the argument."""
    name = node.name.name if isinstance(node.name, c_ast.ID) else ""
    given = node.args.exprs if node.args is not None else []
    if name == ARGUMENT:
        return read_type(ctx, given[1].expr)
    if name == STEP:
        return decay(ctx.static_type(given[0]), ctx.data_model)
    if name in REPORTS and name != INITIALISED:
        return decay(ctx.static_type(given[-1]), ctx.data_model)
    if name in OFFSETS:
        return size_type(ctx.data_model)
    match ctx.static_type(node.name):
        case FunctionType() as function:
            return function.returns
        case Address(function=function) | PointerType(target=Address(function=function)):
            return function.returns
        case _:
            raise ctx.unsupported(node, "call of a value that is not a function")


def library_function(ctx: DeclarationContext, name: str) -> FunctionType | None:
    """The type of a library function that a program does not declare."""
    if name in CHECKED:
        return FunctionType(named_type("_Bool", ctx.data_model))
    if name not in FUNCTIONS:
        return None
    words = FUNCTIONS[name].prototype.partition("(")[0].removesuffix(name)
    words = words.replace("__SIZE_TYPE__", "unsigned long")
    base = canonical([word for word in words.replace("*", " ").split() if word != "const"])
    found: Type = VOID if base == "void" else named_type(base, ctx.data_model)
    for _ in range(words.count("*")):
        found = PointerType(found)
    return FunctionType(found)


def _number(ctx: DeclarationContext, ctype: Type, node: c_ast.Node) -> CType:
    found = arithmetic(ctype)
    if found is None:
        raise ctx.unsupported(node, "operand that is not a number")
    return found


def _target(ctx: DeclarationContext, ctype: Type, node: c_ast.Node) -> Type:
    found = target(ctype)
    if found is None:
        raise ctx.unsupported(node, "sizeof of a dereferenced number")
    return found


def _assigned(ctx: DeclarationContext, node: c_ast.Node) -> Type:
    """The type of an assignment; compilers disagree for bit-fields."""
    if isinstance(node, c_ast.StructRef) and member_of(ctx, node).width is not None:
        raise ctx.unsupported(node, "sizeof of an assignment to a bit-field")
    return ctx.static_type(node)


def member_of(ctx: DeclarationContext, node: c_ast.StructRef) -> Field:
    """The member that an expression accesses."""
    whole = ctx.static_type(node.name)
    record = _target(ctx, whole, node) if node.type == "->" else whole
    way = record.path_to(node.field.name) if isinstance(record, RecordType) else ()
    if not way:
        raise ctx.unsupported(node, f"sizeof of member {node.field.name}")
    return way[-1]


# -------------------------------------------------------------------------------------------------------- constants


def size_in_bytes(ctx: DeclarationContext, ctype: Type, where: Where) -> Expr:
    """The size of a type in bytes as a `size_t`; not constant for an array of variable size."""
    unit = size_type(ctx.data_model)
    if isinstance(ctype, ArrayOf) and ctype.size is not None:
        count = convert(ctype.size, unit, ctx.data_model)
        return fold_binary("*", count, size_in_bytes(ctx, ctype.element, where), ctx.data_model)
    return Const(size_of(ctype, ctx.data_model, where), unit)


def offset_of_member(ctx: DeclarationContext, node: c_ast.FuncCall) -> Const:
    """`offsetof(type, member)`, including nested members and elements at constant indices."""
    whole, designator = node.args.exprs
    offset, _ = _offset(ctx, read_type(ctx, whole), designator)
    return Const(offset, size_type(ctx.data_model))


def _offset(ctx: DeclarationContext, whole: Type, node: c_ast.Node) -> tuple[int, Type]:
    where = ctx.where(node)
    match node:
        case c_ast.ID(name=name):
            outer, record = 0, whole
        case c_ast.StructRef(type=".", field=c_ast.ID(name=name)):
            outer, record = _offset(ctx, whole, node.name)
        case c_ast.ArrayRef():
            outer, array = _offset(ctx, whole, node.name)
            if not isinstance(array, ArrayOf):
                raise ctx.unsupported(node, "offsetof an element of a member that is not an array")
            index = int(constant(ctx, node.subscript, "index").value)
            return outer + index * size_of(array.element, ctx.data_model, where), array.element
        case _:
            raise ctx.unsupported(node, "offsetof with a member designator other than names and constant indices")
    found = record.field(name) if isinstance(record, RecordType) else None
    if found is None or not isinstance(record, RecordType):
        raise ctx.unsupported(node, f"offsetof {name}, which is not a member of a struct here")
    return outer + offset_of(record, name, ctx.data_model, where), found.type
