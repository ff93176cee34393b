"""Convert arguments of functions without a body to the types of their parameters (C11 6.5.2.2).

    void f(char c); f(300);          the function receives (char)300
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.expressions import Expr
from veriabs.core.types import BOOL, FloatType, IntType
from veriabs.core.typing_rules import convert, named_type, promote, size_type, type_of
from veriabs.frontend.functions import ALLOCATING
from veriabs.frontend.known_functions import parameters
from veriabs.frontend.lower import conversions, nulls, pointers
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.evaluation_order import join
from veriabs.frontend.lower.places import Place, PointerValue, Storage, UnknownPointer, Value, value_exprs
from veriabs.frontend.survey import has_effect, walk
from veriabs.frontend.typed.declarators import parameter_type
from veriabs.frontend.typed.types import ArrayOf, PointerType, Type, is_scalar


def evaluate(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> list[Value]:
    """The values of all arguments; C does not order their side effects."""
    operands = [(SideEffects(), argument) for argument in (node.args.exprs if node.args else [])]
    values = [ctx.hooks.value(ctx, argument, part) for part, argument in operands]
    join(ctx, effects, [(part, value_exprs(value)) for (part, _), value in zip(operands, values, strict=True)], node)
    return values


def parameter_value(ctx: Context, node: c_ast.FuncCall, position: int, value: Value) -> Value:
    """The value of an argument as the function sees it.

    An integer that is not wider than its parameter stays unchanged (except an `unsigned` for an object size), and so
    does a truth value. Raises UnsupportedError without a prototype.
    """
    wanted, converts = _parameter_type(ctx, node, position)
    if not isinstance(value, Expr):
        if wanted is None or not is_scalar(wanted):
            return value
        return _pointer(ctx, node, wanted, value)
    if not isinstance(wanted, IntType | FloatType):
        return value
    given = type_of(value, ctx.data_model)
    fits = isinstance(given, IntType) and isinstance(wanted, IntType) and given.bits <= wanted.bits
    if wanted == BOOL or (fits and node.name.name not in ALLOCATING):
        return value
    if not converts and promote(given).bits != wanted.bits:
        raise ctx.unsupported(
            node, f"argument of {node.name.name} that is not of type {wanted.name}, in a call without a prototype"
        )
    return convert(value, wanted, ctx.data_model, ctx.where(node))


def _pointer(ctx: Context, node: c_ast.FuncCall, wanted: Type, value: Value) -> Value:
    """A pointer as a truth value; a pointer in an int is an arbitrary number."""
    pointer = pointers.decay(ctx, value, node)
    if wanted != BOOL or pointer is None:
        raise ctx.unsupported(node, f"pointer, struct or void value as an argument of {node.name.name}")
    return conversions.truth_value(nulls.truth(ctx, pointer, node))


def _parameter_type(ctx: Context, node: c_ast.FuncCall, position: int) -> tuple[Type | None, bool]:
    """The type of a parameter (None for a pointer or a variadic argument), and whether there is a prototype."""
    name = node.name.name
    known = ctx.functions.get(name)
    declared = known.decl if known is not None else ctx.prototypes.get(name)
    own = declared.type.args if declared is not None and isinstance(declared.type, c_ast.FuncDecl) else None
    if own is not None:
        listed = own.params[position] if position < len(own.params) else None
        if isinstance(listed, c_ast.Decl | c_ast.Typename):
            ctype = parameter_type(ctx, listed)
            return (None if isinstance(ctype, PointerType) else ctype), True
        return None, True
    spelled = parameters(name)[position : position + 1]
    builtin = declared is None and not name.startswith(("__VERIFIER_", "assume_abort_if_not", "assert"))
    if not spelled or "*" in spelled[0] or spelled[0] == "...":
        return None, builtin
    size = spelled[0] == "__SIZE_TYPE__"
    return size_type(ctx.data_model) if size else named_type(spelled[0], ctx.data_model), builtin


def assume_restrict(
    ctx: Context, function: c_ast.FuncDef, parameters: list[c_ast.Decl], values: list[Value], node: c_ast.FuncCall
) -> None:
    """Record as a condition that nothing else accesses the object of a restrict pointer (C11 6.7.3.1).

    No condition is needed if no other argument points into the object, and the function does not name it.
    """
    restricted = [part for part in parameters if isinstance(part.type, c_ast.PtrDecl | c_ast.ArrayDecl)]
    restricted = [part for part in restricted if any("restrict" in found for found in _qualifiers(part.type))]
    objects = [_object(value) for value in values] if restricted else []
    for own in [objects[parameters.index(part)] for part in restricted]:
        others = sum(one is own or isinstance(one, UnknownPointer) for one in objects)
        if others > 1 or (isinstance(own, Storage) and _names(ctx, function, own)):
            place = f"{function.decl.name} at line {ctx.where(node).line}"
            text = f"the restrict pointers of {place} do not overlap with other pointers"
            ctx.assumed[VerdictCondition(ConditionKind.POINTERS, text)] = None


def _qualifiers(ctype: c_ast.PtrDecl | c_ast.ArrayDecl) -> list[list[str]]:
    return [getattr(ctype, "quals", None) or [], getattr(ctype, "dim_quals", None) or []]


def _names(ctx: Context, function: c_ast.FuncDef, storage: Storage) -> bool:
    """Whether the function names an object of the file."""
    known = ctx.global_scope.entities.get(storage.source)
    nodes = list(walk(function)) if isinstance(known, Place) and known.storage is storage else []
    hidden = any(isinstance(one, c_ast.Decl) and one.name == storage.source for one in nodes)
    return not hidden and any(isinstance(one, c_ast.ID) and one.name == storage.source for one in nodes)


def _object(value: Value) -> Storage | UnknownPointer | None:
    match value:
        case PointerValue(place=place) | (Place(type=ArrayOf()) as place):
            return place.storage
        case UnknownPointer():
            return value
        case _:
            return None


def refuse_side_effects(ctx: Context, node: c_ast.FuncCall, first: int = 0) -> None:
    """Reject a call whose ignored arguments, from `first` on, have side effects."""
    if any(has_effect(argument) for argument in (node.args.exprs if node.args else [])[first:]):
        raise ctx.unsupported(node, f"side effect in an argument of {node.name.name}")


def condition(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Expr:
    """The first argument of an assertion or assumption as converted; other arguments may have no effect."""
    if not node.args or not node.args.exprs:
        raise ctx.unsupported(node, f"call of {node.name.name} without an argument")
    refuse_side_effects(ctx, node, first=1)
    found = parameter_value(ctx, node, 0, ctx.hooks.value(ctx, node.args.exprs[0], effects))
    if not isinstance(found, Expr):
        raise ctx.unsupported(node, f"argument of {node.name.name} that is not a number")
    return found
