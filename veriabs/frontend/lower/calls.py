"""Lower calls: library functions have models, all others are inlined.

    y = f(x + 1);   with `int f(int n) { return 2 * n; }`     n = x + 1; y = 2 * n;
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr, Var
from veriabs.core.goals import GoalKind
from veriabs.core.program import Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Stmt
from veriabs.core.types import BOOL, FloatType, IntType
from veriabs.core.typing_rules import convert
from veriabs.frontend.functions import ALLOCATING
from veriabs.frontend.known_functions import ASSEMBLY, ASSUMPTIONS, RETURNED, is_nondet
from veriabs.frontend.library import ANY, MODELS, model_of
from veriabs.frontend.lower import (
    argument_conversions,
    buffer_models,
    builtins,
    checks,
    copies,
    gaps,
    indirect,
    leaks,
    libc,
    lifetimes,
    memory,
    missing_bodies,
    models,
    nulls,
    pointers,
    primitives,
    reallocation,
    sorting,
    strings,
    validity,
)
from veriabs.frontend.lower.block_rewriting import always_returns, replace_value, structure_returns
from veriabs.frontend.lower.context import ActiveCall, Context, SideEffects
from veriabs.frontend.lower.declarations import fix_sizes, with_given_sizes
from veriabs.frontend.lower.places import (
    NOTHING,
    NULL,
    Place,
    PointerValue,
    PointerVariable,
    Storage,
    Value,
)
from veriabs.frontend.nodes import diverges
from veriabs.frontend.scopes import LEFT
from veriabs.frontend.survey import ASSERT_FUNCTIONS, ERROR_FUNCTIONS, labels, moving_names, named_in_calls, walk
from veriabs.frontend.typed.declarators import parameter_type, read_type
from veriabs.frontend.typed.types import Address, ArrayOf, FunctionType, PointerType, RecordType, Type, Void

RECURSION_DEPTH = 10
"""Most nested recursive calls that are inlined."""


_READING = frozenset(("strlen", "strcmp"))
"""Library functions that only read their arguments and return a number."""

_MODULES = (libc, strings, builtins, buffer_models, sorting, validity)
_LIBRARY = tuple(module.HANDLERS for module in _MODULES)


def call(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """The value of a call; its side effects, or the inlined body, go into `effects`."""
    if not isinstance(node.name, c_ast.ID) or ctx.scope.entity(node.name.name) is not None:
        return indirect.call(ctx, node, effects)
    name = node.name.name
    if name in ERROR_FUNCTIONS:
        argument_conversions.refuse_side_effects(ctx, node)
        effects.before.append(Assert(ctree.FALSE, 0, ctx.where(node), path=ctx.path(node)))
        return NOTHING
    known = primitives.HANDLERS.get(name)
    own = ctx.functions.get(name)
    # An own definition counts more than a known name (trap a17).
    if known is not None and (own is None or (name in ASSUMPTIONS and diverges(own))):
        return known(ctx, node, effects)
    if name == RETURNED:
        reallocation.returned(ctx, libc.arguments(ctx, node, effects, 1)[0], effects, node)
        return NOTHING
    if name in ctx.functions:
        return _inline(ctx, node, ctx.functions[name], effects)
    if name in ASSERT_FUNCTIONS:
        return primitives.assertion(ctx, node, effects)
    if is_nondet(name):
        return primitives.nondet(ctx, node, name, effects)
    library = next((table[name] for table in _LIBRARY if name in table), None)
    if library is not None:
        ctx.models.add(name)
        return _modelled(ctx, node, library, effects)
    if name == ANY and ctx.calls[-1].name in MODELS:
        return models.any_number(ctx, node, effects)
    if name in models.ATOMICS:
        ctx.models.add(name)
        plain, atomic = models.atomic(ctx, node)
        return _inline(ctx, plain, models.definition(ctx, plain, atomic), effects)
    model = model_of(name, ctx.data_model)
    if model is not None and models.covers(ctx, node, model):
        ctx.models.add(model.name)
        return models.result(ctx, node, model, _inline(ctx, node, models.definition(ctx, node, model), effects))
    value = missing_bodies.library(ctx, node, effects)
    if value is None:
        value = missing_bodies.call(ctx, node, effects)
    if value is not None:
        return value
    raise ctx.unsupported(node, "inline assembly" if name == ASSEMBLY else f"missing body of {name}")


def _modelled(ctx: Context, node: c_ast.FuncCall, library: libc.Handler, effects: SideEffects) -> Value:
    """The value of a library function; arbitrary if it only reads an unknown object."""
    try:
        value = library(ctx, node, inner := SideEffects())
    except UnsupportedError as error:
        known = missing_bodies.call if node.name.name in buffer_models.INTO_BUFFERS else None
        if node.name.name in _READING and isinstance(error, libc.UnknownObjectError):
            known = missing_bodies.arbitrary_result
        found = None if known is None or ctx.task.checks else known(ctx, node, inner := SideEffects())
        if found is None:
            raise
        value = found
    effects.absorb(inner)
    return value


def enter_main(ctx: Context, function: c_ast.FuncDef) -> list[Stmt]:
    """The statements of main; its parameters are arbitrary."""
    active = _activate(ctx, function, Where(str(ctx.task.path), 1))
    ctx.calls.append(active)
    with ctx.nested_scope(ctx.global_scope):
        for parameter in _parameters(ctx, function):
            given = _declare_parameter(ctx, parameter, parameter_type(ctx, parameter), moving=True)
            if isinstance(given, PointerVariable):
                nulls.external_pointer(ctx, given)
        body = ctx.hooks.items(ctx, function.body)
    ctx.calls.pop()
    ctx.forget(active.flag.name)
    return list(leaks.insert_leak_checks(ctx, [*body, *leaks.end_of_run(ctx, active.where)]))


def _activate(ctx: Context, function: c_ast.FuncDef, where: Where) -> ActiveCall:
    name = function.decl.name
    ctx.inlined.append(function)
    ctype = read_type(ctx, function.decl.type)
    assert isinstance(ctype, FunctionType)
    parameters = [parameter.name for parameter in _parameters(ctx, function)]
    result: Var | PointerVariable | Storage | None = None
    match ctype.returns:
        case IntType() | FloatType():
            result = ctx.temporary(f"{name}_result", ctype.returns, where)
        case PointerType(target=target):
            several = sum(isinstance(inner, c_ast.Return) for inner in walk(function.body)) > 1
            result = ctx.pointer(f"{name}_result", target, where, moving=several)
        case RecordType():
            result = memory.declare(ctx, f"{name}_result", ctype.returns, Initial.NONDET, where).storage
        case _:
            pass
    flag = ctx.temporary(f"{name}{LEFT}", BOOL, where)
    known = ctx.surveys.get(name)
    if known is None:
        known = ctx.surveys[name] = (
            moving_names(function.body, parameters),
            labels(function),
            named_in_calls(function.body, ALLOCATING),
        )
    return ActiveCall(function, name, ctype.returns, result, flag, *known, where)


def _parameters(ctx: Context, function: c_ast.FuncDef) -> list[c_ast.Decl]:
    """The named parameters of a function."""
    if function.param_decls:
        raise ctx.unsupported(function, "parameters declared in the old style")
    listed = function.decl.type.args.params if function.decl.type.args else []
    for parameter in listed:
        if isinstance(parameter, c_ast.ID):
            raise ctx.unsupported(function, "parameters declared in the old style")
    return [parameter for parameter in listed if isinstance(parameter, c_ast.Decl)]


def _declare_parameter(ctx: Context, parameter: c_ast.Decl, ctype: Type, *, moving: bool) -> Place | PointerVariable:
    where = ctx.where(parameter)
    entity: Place | PointerVariable
    if isinstance(ctype, PointerType):
        entity = ctx.pointer(parameter.name, ctype.target, where, moving=moving)
    else:
        entity = memory.declare(ctx, parameter.name, ctype, Initial.NONDET, where)
    ctx.scope.entities[parameter.name] = entity
    return entity


# ------------------------------------------------------------------------------------------------------------ inlining


def _inline(ctx: Context, node: c_ast.FuncCall, function: c_ast.FuncDef, effects: SideEffects) -> Value:
    name, where = function.decl.name, ctx.where(node)
    if _is_too_deep(ctx, node, name):
        return _unreached(ctx, node, function, effects)
    arguments = SideEffects()
    values = argument_conversions.evaluate(ctx, node, arguments)
    outer, depth = ctx.scope, len(ctx.calls)
    ctx.scope = ctx.global_scope
    try:
        active = _activate(ctx, function, where)
        ctx.calls.append(active)
        with ctx.nested_scope(ctx.global_scope):
            bindings = _bind_parameters(ctx, active, values, node)
            with ctx.inside() if name in ctx.recursive else nullcontext():
                body = ctx.hooks.block(ctx, function.body)
    finally:
        ctx.scope = outer
        del ctx.calls[depth:]  # the caller may go on behind an unsupported call
    for storage, place in active.freed:
        lifetimes.end_lifetime(ctx, storage, place)
    body = _finish(ctx, active, body, where)
    for stmt in reversed([*bindings, *(arguments.after)]):
        body = _bind_argument(ctx, stmt, body) if stmt in bindings else [stmt, *body]
    effects.before += arguments.before
    return _result_of(ctx, active, _report_call_place(body, where), effects, node)


def _is_too_deep(ctx: Context, node: c_ast.FuncCall, name: str) -> bool:
    """Recursion is inlined to a limited depth if a condition may end it; deeper calls must be unreachable."""
    depth = sum(active.name == name for active in ctx.calls)
    if depth and not ctx.branches:
        raise ctx.unsupported(node, f"recursive call of {name}")
    if depth > RECURSION_DEPTH or (depth and ctx.recursions >= ctx.most_recursions):
        return True
    ctx.recursions += bool(depth)
    return False


def _unreached(ctx: Context, node: c_ast.FuncCall, function: c_ast.FuncDef, effects: SideEffects) -> Value:
    """A call that must be unreachable; its value is arbitrary."""
    ctype, error = read_type(ctx, function.decl.type), ctx.unsupported(node, f"recursive call of {function.decl.name}")
    returns = ctype.returns if isinstance(ctype, FunctionType) else None
    if not isinstance(returns, IntType | FloatType | Void):
        raise error
    effects.before += gaps.assert_unreachable(ctx, error, ctx.where(node))
    return NOTHING if isinstance(returns, Void) else ctx.temporary("unreached", returns, ctx.where(node))


def _bind_parameters(ctx: Context, active: ActiveCall, values: list[Value], node: c_ast.FuncCall) -> list[Stmt]:
    """Assign the arguments to new parameters."""
    parameters = _parameters(ctx, active.function)
    if len(parameters) == 1 and parameters[0].name is None:
        parameters = []
    more = values[len(parameters) :] if builtins.is_variadic(active.function) else []
    if len(parameters) != len(values) - len(more):
        raise ctx.unsupported(node, f"call of {active.name} with another number of arguments")
    argument_conversions.assume_restrict(ctx, active.function, parameters, values, node)
    out = builtins.pass_arguments(ctx, more, node)
    for parameter, value in zip(parameters, values, strict=False):
        ctype = parameter_type(ctx, parameter)
        ctype = fix_sizes(ctx, ctype, parameter.name, out, ctx.where(parameter))
        moving = parameter.name in active.moving
        value = indirect.check_stored(ctx, value, ctype, node)
        ctype = _with_argument_sizes(ctx, ctype, value, out, node)
        fixed = None if moving else _fixed(ctx, active, parameter, ctype, value)
        if fixed is not None:
            ctx.scope.entities[parameter.name] = fixed
            continue
        entity = _declare_parameter(ctx, parameter, ctype, moving=moving)
        _bind(ctx, entity, value, out, node)
    return out


def _fixed(ctx: Context, active: ActiveCall, parameter: c_ast.Decl, ctype: Type, value: Value) -> Const | None:
    """The constant value of a parameter that nothing changes: a function, or a number that determines the size of an
    object.

    A constant is not used if conversions of it must be checked, or conditions on it end a recursion.
    """
    sizes = parameter.name in active.sizes and not ctx.task.checks and active.name not in ctx.recursive
    if not isinstance(value, Const) or not isinstance(ctype, IntType if sizes else Address):
        return None
    fixed = convert(value, ctype, ctx.data_model)
    return fixed if isinstance(fixed, Const) else None


def _with_argument_sizes(ctx: Context, ctype: Type, value: Value, out: list[Stmt], node: c_ast.FuncCall) -> Type:
    """The type of a parameter with rows of variable size, using the sizes of the argument."""
    if not isinstance(ctype, PointerType) or not isinstance(ctype.target, ArrayOf):
        return ctype
    given = pointers.decay(ctx, value, node)
    if not isinstance(given, PointerValue) or given.vague:
        return ctype
    return PointerType(with_given_sizes(ctx, ctype.target, given.target, out, ctx.where(node)))


def _bind(ctx: Context, entity: Place | PointerVariable, value: Value, out: list[Stmt], node: c_ast.FuncCall) -> None:
    match entity:
        case PointerVariable():
            pointers.bind(ctx, entity, value, out, node)
        case Place(type=RecordType()) if isinstance(value, Place):
            copies.copy(ctx, entity, value, out, node)
        case Place() if isinstance(value, Expr):
            out.append(Assign(memory.lvalue(ctx, entity, node), value, ctx.where(node)))
        case _:
            raise ctx.unsupported(node, "argument whose type does not match its parameter")


def _bind_argument(ctx: Context, binding: Stmt, body: list[Stmt]) -> list[Stmt]:
    """Substitute the argument for the parameter in the body, or assign it if either may change."""
    unsure = bool(ctx.task.checks) and isinstance(binding, Assign) and checks.fallible(binding.value)
    unsure = unsure or (isinstance(binding, Assign) and checks.converts(ctx, binding))
    if isinstance(binding, Assign) and isinstance(binding.target, Var) and unsure:
        ctx.carriers.add(binding.target.name)
    elif isinstance(binding, Assign) and isinstance(binding.target, Var):
        replaced = replace_value(body, binding, ctx.data_model)
        if replaced is not None:
            ctx.forget(binding.target.name)
            return replaced
    return [binding, *body]


def _finish(ctx: Context, active: ActiveCall, body: list[Stmt], where: Where) -> list[Stmt]:
    """Remove the return statements of the body."""
    complete = always_returns(body, active.flag)
    if not complete and isinstance(active.result, PointerVariable) and lifetimes.is_requested(ctx, GoalKind.POINTER):
        raise ctx.unsupported(where, f"call of {active.name}, which may end without returning a pointer")
    body = structure_returns(body, active.flag)
    if active.name in ctx.no_return and not _ends_run(body):
        ctx.assumed[VerdictCondition(ConditionKind.ENTRY, f"{active.name} does not return")] = None
    if not any(active.flag.name in ctree.writes((stmt,)) for stmt in body):
        ctx.forget(active.flag.name)
    if isinstance(active.result, Var) and not complete and active.result.name in ctree.writes(body):
        if GoalKind.UNINITIALISED.value in ctx.task.checks:
            text = f"{active.name} returns a value in each call whose value is used"
            ctx.assumed[VerdictCondition(ConditionKind.CHECK, text)] = None
        body = [Havoc(active.result, 0, None, where), *body]
    return body


def _ends_run(body: Sequence[Stmt]) -> bool:
    """Whether the last statement shows that no run goes on behind the body."""
    match body:
        case [*_, If(then=then, orelse=orelse)]:
            return _ends_run(then) and _ends_run(orelse)
        case _:
            return bool(body) and isinstance(body[-1], Halt)


def _result_of(ctx: Context, active: ActiveCall, body: list[Stmt], effects: SideEffects, node: c_ast.FuncCall) -> Value:
    result = active.result
    if isinstance(result, Var):
        direct = _final_value(result, body)
        if direct is not None and not checks.converts(ctx, body[-1]):
            effects.before += body[:-1]
            ctx.forget(result.name)
            return convert(direct, result.type, ctx.data_model)
        if direct is not None:
            ctx.carriers.add(result.name)
        effects.before += body
        return result
    effects.before += body
    if isinstance(result, PointerVariable) and result.place is None and (result.null or result.flag):
        return pointers.read(ctx, result, node) if result.foreign else NULL
    if isinstance(result, PointerVariable) and result.place is not None:
        return pointers.read(ctx, result, node)
    if isinstance(result, Storage):
        return Place(result, (), (), result.type)
    return NOTHING


def _final_value(result: Var, body: list[Stmt]) -> Expr | None:
    """The value of a result that only the last statement sets."""
    last = body[-1] if body else None
    if not isinstance(last, Assign) or last.target != result or result.name in ctree.writes(body[:-1]):
        return None
    return last.value


def _report_call_place(body: list[Stmt], where: Where) -> list[Stmt]:
    """A function that only asserts or assumes: report the place of its call."""
    match body:
        case [*given, Assert() as only] if all(isinstance(one, Assign) for one in given):
            return [*given, replace(only, where=where)]
        case [*given, If(then=(Halt() as end,), orelse=()) as only] if all(isinstance(one, Assign) for one in given):
            return [*given, replace(only, then=(replace(end, where=where),), where=where)]
        case _:
            return body
