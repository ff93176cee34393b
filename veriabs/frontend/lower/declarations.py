"""Lower declarations: variables get unique names, initialisers become assignments, sizes are computed."""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Binary, Const, Expr
from veriabs.core.program import Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Halt, Havoc, If, Stmt
from veriabs.core.types import IntType
from veriabs.core.typing_rules import convert, fold_binary, offset_type, size_type, type_of
from veriabs.frontend.lower import (
    allocations,
    cells,
    checks,
    gaps,
    initialisers,
    lifetimes,
    memory,
    missing_bodies,
    nulls,
    regions,
    uninitialised_reads,
)
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import Place, PointerVariable
from veriabs.frontend.survey import has_effect, walk
from veriabs.frontend.typed.braces import with_array_size
from veriabs.frontend.typed.declarators import declare_type, read_type
from veriabs.frontend.typed.expressions import library_function, size_in_bytes
from veriabs.frontend.typed.types import ArrayOf, PointerType, RecordType, Type, is_scalar, is_vla, same_type, size_of


def local(ctx: Context, node: c_ast.Decl) -> list[Stmt]:
    """The statements of a declaration in a block."""
    if node.name is None:
        declare_type(ctx, node.type)
        return []
    if isinstance(node.type, c_ast.FuncDecl):
        ctx.prototypes.setdefault(node.name, node)
        return []
    if "extern" in node.storage:
        _external(ctx, node)
        return []
    if "static" in node.storage:
        _static(ctx, node)
        return []
    out: list[Stmt] = []
    _variable(ctx, node, read_type(ctx, node.type), out)
    return out


def _external(ctx: Context, node: c_ast.Decl) -> None:
    """Make the name denote the file's variable again."""
    known = ctx.global_scope.entities.get(node.name)
    if known is None:
        raise ctx.unsupported(node, f"extern {node.name} that the file declares nowhere else")
    ctx.scope.entities[node.name] = known


def _static(ctx: Context, node: c_ast.Decl) -> None:
    """A static variable is one object, even if its function is inlined several times."""
    known = ctx.statics.get(id(node))
    if known is None:
        known = static_object(ctx, node, moving=node.name in ctx.calls[-1].moving)
        ctx.statics[id(node)] = known
    ctx.scope.entities[node.name] = known


def static_object(ctx: Context, node: c_ast.Decl, *, moving: bool) -> Place | PointerVariable | Const:
    """Create an object of static storage; its initialiser goes into the prologue."""
    sizes: list[Stmt] = []
    ctype = fix_sizes(ctx, with_array_size(ctx, read_type(ctx, node.type), node), node.name, sizes, ctx.where(node))
    if sizes:
        raise ctx.unsupported(node, f"static {node.name} of a type of variable size")
    if "extern" in node.storage and node.init is None and _is_volatile(node):
        raise ctx.unsupported(node, f"volatile {node.name} of another file, which may change at any time")
    named = _const_value(ctx, node, ctype)
    if named is not None:
        return named
    outside = "extern" in node.storage and node.init is None
    if outside and isinstance(ctype, ArrayOf) and ctype.size is None:
        ctype = ArrayOf(ctype.element, _arbitrary_element_count(ctx, ctype.element, node))
    loops, branches, depth, ctx.loops, ctx.branches, ctx.depth = ctx.loops, ctx.branches, ctx.depth, 0, 0, 0
    try:
        if isinstance(ctype, PointerType):
            variable = ctx.pointer(node.name, ctype.target, ctx.where(node), moving=moving, null=not outside)
            if outside:
                return nulls.external_pointer(ctx, variable)
            if node.init is not None:
                initialisers.initialise_pointer(ctx, variable, node.init, ctx.prologue)
            missing_bodies.show(ctx, node, None)
            return variable
        initial = Initial.NONDET if outside else Initial.ZERO
        place = regions.declare(ctx, node.name, ctype, initial, ctx.where(node), variable=True)
        if node.init is not None:
            initialisers.initialise(ctx, place, node.init, ctx.prologue, explicit=False)
        missing_bodies.show(ctx, node, place.storage)
        if "const" in node.quals:
            _set_only_by(ctx, place, ())
        return place
    finally:
        ctx.loops, ctx.branches, ctx.depth = loops, branches, depth


def _arbitrary_element_count(ctx: Context, element: Type, node: c_ast.Decl) -> Expr:
    """The number of elements of an array whose size only another file has: any number that an object can have."""
    where, ctype = ctx.where(node), size_type(ctx.data_model)
    count = ctx.temporary(f"{node.name}_elements", ctype, where)
    most = offset_type(ctx.data_model).highest // size_of(element, ctx.data_model, where)
    beyond = Binary("||", Binary("==", count, Const(0, ctype)), Binary(">", count, Const(most, ctype)))
    ctx.prologue += [Havoc(count, 0, None, where, unknown=True), If(beyond, (Halt(where),), (), where)]
    return count


def _is_volatile(node: c_ast.Decl) -> bool:
    return any("volatile" in (getattr(part, "quals", None) or ()) for part in walk(node.type))


def _variable(ctx: Context, node: c_ast.Decl, ctype: Type, out: list[Stmt]) -> None:
    """Declare an automatic variable, which is in scope in its own initialiser."""
    where = ctx.where(node)
    ctype = fix_sizes(ctx, ctype, node.name, out, where)
    if isinstance(ctype, PointerType):
        variable = ctx.pointer(node.name, ctype.target, where, moving=node.name in ctx.calls[-1].moving)
        ctx.scope.entities[node.name] = variable
        if node.init is not None:
            initialisers.initialise_pointer(ctx, variable, node.init, out)
        else:
            lifetimes.declared(ctx, variable, out, where)
        return
    ctype = with_array_size(ctx, ctype, node)
    named = _const_value(ctx, node, ctype)
    if named is not None:
        ctx.scope.entities[node.name] = named
        return
    if ctx.loops and _has_variable_size(ctype):
        raise ctx.unsupported(node, f"array {node.name} of variable size declared in a loop")
    listed = node.init is not None and not is_scalar(ctype) and (isinstance(node.init, c_ast.InitList | c_ast.Constant))
    initial = Initial.ZERO if listed and not ctx.loops else Initial.NONDET
    place, begin = regions.declare(ctx, node.name, ctype, initial, where, variable=True), len(out)
    ctx.scope.entities[node.name] = place
    uninitialised_reads.declare_unset(ctx, node, ctype)
    if ctx.loops and not is_scalar(ctype) and _has_array(ctype):  # reset the value of the earlier iteration
        out += cells.set_to_zero(ctx, place, node) if listed else cells.arbitrary(ctx, place, node)
    elif ctx.loops and node.init is None:
        memory.make_arbitrary(ctx, place, out, node)
    if node.init is not None:
        initialisers.initialise(ctx, place, node.init, out, explicit=initial is Initial.NONDET)
    if "const" in node.quals:
        _set_only_by(ctx, place, out[begin:])


def _set_only_by(ctx: Context, place: Place, body: Sequence[Stmt]) -> None:
    """Record a constant object, and the places of the statements that may set it."""
    for name in place.storage.leaves.values():
        ctx.constants.setdefault(name, set())
    for stmt in ctree.statements(body):
        if isinstance(stmt, Assign | Havoc) and (name := ctree.target_name(stmt.target)) in ctx.constants:
            ctx.constants[name].add(stmt.where)


def literal(ctx: Context, node: c_ast.CompoundLiteral, effects: SideEffects) -> Place:
    """The object of a compound literal, which is initialised at each evaluation."""
    where, sizes = ctx.where(node), list[Stmt]()
    ctype = fix_sizes(ctx, with_array_size(ctx, read_type(ctx, node.type), node), "literal", sizes, where)
    if sizes or isinstance(ctype, PointerType):
        raise ctx.unsupported(node, "compound literal of pointer type or of variable size")
    place = memory.declare(ctx, "literal", ctype, Initial.NONDET, where)
    if not is_scalar(ctype):  # reset the value of the earlier evaluation
        initialisers.zero(ctx, place, node, effects.before, explicit=True)
    initialisers.initialise(ctx, place, node.init, effects.before, explicit=True)
    return place


def _const_value(ctx: Context, node: c_ast.Decl, ctype: Type) -> Const | None:
    """The value of a `const` integer with a constant initialiser, which never changes."""
    if "const" not in node.quals or node.init is None or not isinstance(ctype, IntType):
        return None
    if isinstance(node.init, c_ast.InitList):
        return None
    with ctx.scratch():
        effects = SideEffects()
        value = ctx.hooks.value(ctx, node.init, effects)
    if not isinstance(value, Const) or not effects.quiet or not isinstance(value.value, int):
        return None
    converted = convert(value, ctype, ctx.data_model)
    if checks.changes(ctx, value, converted):
        return None
    return converted if isinstance(converted, Const) else None


def _has_array(ctype: Type) -> bool:
    match ctype:
        case ArrayOf():
            return True
        case RecordType(fields=fields):
            return any(_has_array(member.type) for member in fields or ())
        case _:
            return False


def _has_variable_size(ctype: Type) -> bool:
    match ctype:
        case ArrayOf(element=element, size=size):
            return not isinstance(size, Const) or _has_variable_size(element)
        case RecordType(fields=fields):
            return any(_has_variable_size(member.type) for member in fields or ())
        case _:
            return False


def fix_sizes(ctx: Context, ctype: Type, name: str, out: list[Stmt], where: Where) -> Type:
    """Replace every variable size by a variable that keeps its current value (C11 6.7.6.2)."""
    match ctype:
        case PointerType(target=target):
            return PointerType(fix_sizes(ctx, target, name, out, where))
        case ArrayOf(element=element, size=size):
            element = fix_sizes(ctx, element, name, out, where)
            return ArrayOf(element, size and allocations.snapshot(ctx, size, name, out, where))
        case _:
            return ctype


def with_given_sizes(ctx: Context, ctype: Type, given: Type, out: list[Stmt], where: Where) -> Type:
    """The argument's type for a parameter that differs only in variable sizes.

    The sizes must agree (C11 6.7.6.2): an assertion excludes runs in which they differ.
    """
    if not is_vla(ctype) and not is_vla(given):
        return ctype
    tests = _differences(ctx, ctype, given)
    if tests is None:
        return ctype
    for test in tests:
        error = ctx.unsupported(where, "argument whose rows have another size than the parameter's")
        out.append(If(test, tuple(gaps.assert_unreachable(ctx, error, where)), (), where))
    return given


def _differences(ctx: Context, left: Type, right: Type) -> list[Expr] | None:
    """The conditions under which sizes of the two types differ; None if anything else differs."""
    if not isinstance(left, ArrayOf) or not isinstance(right, ArrayOf):
        return [] if same_type(left, right) else None
    inner = _differences(ctx, left.element, right.element)
    if inner is None or left.size is None or right.size is None:
        return None
    unit, model = size_type(ctx.data_model), ctx.data_model
    test = fold_binary("!=", convert(left.size, unit, model), convert(right.size, unit, model), model)
    agrees = isinstance(test, Const) and test.value == 0
    return inner if agrees else [test, *inner]


def size_of_operand(ctx: Context, node: c_ast.Node, where: Where) -> Expr:
    """`sizeof node` in bytes; not constant for an array of variable size."""
    ctype = read_type(ctx, node) if isinstance(node, c_ast.Typename) else ctx.static_type(node)
    if is_vla(ctype) and has_effect(node):
        raise ctx.unsupported(where, "side effect in the operand of sizeof, which is evaluated for a variable size")
    return size_in_bytes(ctx, ctype, where)


def integer(ctx: Context, node: c_ast.Node) -> Expr:
    """The value of an array size or constant."""
    effects = SideEffects()
    expr = ctx.hooks.value(ctx, node, effects)
    if not effects.quiet:
        raise ctx.unsupported(node, "side effect in an array size or constant")
    if not isinstance(expr, Expr) or not isinstance(type_of(expr, ctx.data_model), IntType):
        raise ctx.unsupported(node, "array size or constant that is not an integer")
    return expr


def entity_type(ctx: Context, node: c_ast.ID) -> Type:
    """The type of a variable, enumerator or function."""
    match ctx.scope.entity(node.name):
        case Place(type=ctype) | Const(type=ctype):
            return ctype
        case PointerVariable(target=target):
            return PointerType(target)
        case UnsupportedError() as error:
            raise error
        case _:
            pass
    known = ctx.functions[node.name].decl if node.name in ctx.functions else ctx.prototypes.get(node.name)
    found = read_type(ctx, known.type) if known is not None else library_function(ctx, node.name)
    if found is None:
        raise ctx.unsupported(node, f"use of {node.name}, which is not declared")
    return found
