"""Lower a syntax tree to a `Program`: connects the modules of this package and orders the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, NothingToShowError, UnsupportedError
from veriabs.core.expressions import Binary, Cast, Const, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.source import WRITTEN, DataModel, Task
from veriabs.core.statements import Assert, Assign, Halt, Havoc, Loop, LoopId, Stmt
from veriabs.core.types import BOOL, FloatType, IntType
from veriabs.core.typing_rules import operation_type, type_of
from veriabs.frontend import survey
from veriabs.frontend.definite_assignment import unset_pointers
from veriabs.frontend.dialect import NO_RETURN, explicit_layouts, promised
from veriabs.frontend.entry import function_list
from veriabs.frontend.functions import refuse_misread
from veriabs.frontend.lower import (
    calls,
    checks,
    declarations,
    expressions,
    gaps,
    lifetimes,
    missing_bodies,
    reallocation,
    statements,
    uninitialised_reads,
)  # fmt: skip
from veriabs.frontend.lower.block_rewriting import substitute_carriers, substitute_constants, tidy
from veriabs.frontend.lower.context import Context, Hooks
from veriabs.frontend.lower.facts import PointerFacts
from veriabs.frontend.lower.readings import claims
from veriabs.frontend.nodes import unsupported_at
from veriabs.frontend.typed.declarators import declare_type, read_type
from veriabs.frontend.typed.tree import TypedTree, typed

_SHALLOW = 300
"""A nesting depth that leaves enough stack for lowering the text itself, but maybe not for nested calls."""

_HOOKS = Hooks(
    value=expressions.value,
    lvalue=expressions.lvalue,
    call=calls.call,
    call_outside=missing_bodies.call_through,
    block=statements.block,
    items=statements.items,
    statement=statements.statement,
    nested=statements.nested,
    integer=declarations.integer,
    entity_type=declarations.entity_type,
)


def lower(ast: c_ast.FileAST, task: Task, text: str) -> Program:
    """Lower a parsed file to the core language.

    Raises InputError if there is no `main` or no assertion, and UnsupportedError with file:line for unsupported C.
    """
    functions = {node.decl.name: node for node in ast.ext if isinstance(node, c_ast.FuncDef)}
    if "main" not in functions:
        raise InputError(f"{task.path}: there is no function main{function_list(functions)}")
    try:
        types = typed(ast, task.data_model)
    except RecursionError as error:
        raise unsupported_at(survey.deepest(ast)[0], "code that is nested too deeply") from error
    if any(name in survey.called_names(node.body) for name, node in functions.items()):
        from veriabs.frontend.tail_calls import tail_calls_to_loops  # few programs have tail calls

        functions = tail_calls_to_loops(functions, ast, types, totals=not task.checks)
    addresses = survey.indirect(ast)
    sizes = survey.refuse_growth(functions, addresses)
    has_calls = survey.calls_error(functions)
    if not task.checks and not has_calls and not survey.has_error_label(functions.values()):
        raise NothingToShowError(f"{task.path}: there is no assertion, so nothing to verify; try: --check bounds")
    refuse_misread(ast, types)
    facts = PointerFacts()
    while True:
        ctx = _context(task, functions, facts, addresses)
        ctx.most_recursions, ctx.own_layouts = survey.most_recursions(sizes, ctx.recursive), explicit_layouts(ast)
        ctx.no_return = promised(ast, NO_RETURN)
        try:
            body = _body(ctx, ast)
            if not facts.new:
                _assume_set_pointers(ctx, types)
                return _finished(ctx, ast, text, body)
        except RecursionError as error:
            raise _too_deep(ctx, ast) from error
        except UnsupportedError:
            if not facts.new:
                raise
        facts.grow()


def _context(
    task: Task, functions: dict[str, c_ast.FuncDef], facts: PointerFacts, addresses: survey.Indirect
) -> Context:
    ctx = Context(
        task=task,
        facts=facts,
        hooks=_HOOKS,
        functions=functions,
        prototypes={},
        error_labels=not survey.calls_error(functions),
        recursive=survey.recursive(functions, addresses),
        taken=addresses.taken,
        global_moving=frozenset().union(*(survey.moving_names(function.body) for function in functions.values())),
    )
    ctx.scope = ctx.global_scope
    return ctx


def _body(ctx: Context, ast: c_ast.FileAST) -> list[Stmt]:
    """The statements of the program, or, if there are new facts, as many as could be lowered without these."""
    _declare_globals(ctx, ast)
    body = calls.enter_main(ctx, ctx.functions["main"])
    if not ctx.facts.new:
        missing_bodies.learn_escaped_objects(ctx)
    return body


def _assume_set_pointers(ctx: Context, types: TypedTree) -> None:
    """Record as conditions that local pointers are set before their use, unless that is checked."""
    if lifetimes.is_requested(ctx, GoalKind.POINTER):
        return
    inlined = {id(one): one for one in (ctx.functions["main"], *ctx.inlined)}.values()
    unset = (one for function in inlined for one in unset_pointers(function, ctx.functions, types))
    for name, where in dict.fromkeys((*((one.name, ctx.where(one)) for one in unset), *ctx.facts.read_unset)):
        text = f"{name}, declared at line {where.line}, is set before its use"
        ctx.assumed[VerdictCondition(ConditionKind.POINTERS, text)] = None


def _finished(ctx: Context, ast: c_ast.FileAST, text: str, body: list[Stmt]) -> Program:
    """The program with its checks."""
    asked = claims(ast, ctx.readings, ctx.data_model)
    _record_assumptions(ctx, body)
    body = substitute_constants(tidy([*ctx.prologue, *body]), ctx.offsets, ctx.data_model)
    if ctx.task.checks or reallocation.extents(ctx):
        flags = uninitialised_reads.Flags.of(ctx, body)
        body = reallocation.without_addresses(ctx, checks.insert_checks(body, ctx, flags))
    if ctx.task.checks:
        sizes = (ctree.names(size) for array in ctx.arrays.values() for size in array.sizes)
        body = substitute_carriers(body, ctx.carriers.difference(*sizes), ctx.data_model)
    program = _program(ctx, body, text)
    _refuse_without_goal(ctx, program)
    assumed = missing_bodies.conditions(ctx)
    if "volatile" in text and survey.uses_volatile(ast, {id(one): one for one in ctx.inlined}.values()):
        assumed += (VerdictCondition(ConditionKind.VOLATILE, "only the program changes volatile objects"),)
    results = {"claims": asked, "settled": frozenset(ctx.settled), "conditions": assumed}
    return replace(program, **results, gaps=gaps.ordered_gaps(ctx, program.body), forged=ctx.forged)


def _too_deep(ctx: Context, ast: c_ast.FileAST) -> UnsupportedError:
    """The construct that is nested too deeply: a part of the text, else calls, or conditionals made from cases and
    returns."""
    node, depth = survey.deepest(ast)
    if depth < _SHALLOW:
        return ctx.unsupported(ctx.functions["main"], "calls, case labels or returns that are nested too deeply")
    return ctx.unsupported(node, "code that is nested too deeply")


def _declare_globals(ctx: Context, ast: c_ast.FileAST) -> None:
    """Declare types, prototypes and variables of the file in order; one of several declarations of a variable
    counts."""
    chosen = _definitions(node for node in ast.ext if isinstance(node, c_ast.Decl))
    for node in ast.ext:
        match node:
            case c_ast.Typedef():
                _declare_typedef(ctx, node)
            case c_ast.Decl(name=None):
                declare_type(ctx, node.type)
            case c_ast.Decl(type=c_ast.FuncDecl()):
                ctx.prototypes.setdefault(node.name, node)
            case c_ast.Decl():
                if chosen[node.name] is node:
                    _declare_object(ctx, node)
            case _:
                pass


def _declare_object(ctx: Context, node: c_ast.Decl) -> None:
    """Declare a variable; each use of an unsupported one is unsupported, and other files may write through it."""
    try:
        moving = node.name in ctx.global_moving
        ctx.scope.entities[node.name] = declarations.static_object(ctx, node, moving=moving)
    except UnsupportedError as error:
        ctx.scope.entities[node.name] = error
        if "static" not in node.storage:
            ctx.visible_pointers.append(node.name)


def _declare_typedef(ctx: Context, node: c_ast.Typedef) -> None:
    try:
        ctx.scope.typedefs[node.name] = read_type(ctx, node.type)
    except UnsupportedError:
        # Headers name types that the program does not use; a use is reported at its own place.
        return


def _definitions(nodes: Iterable[c_ast.Decl]) -> dict[str, c_ast.Decl]:
    """The declaration that counts for each variable: with initialiser, else with complete type, else not extern."""
    chosen: dict[str, c_ast.Decl] = {}
    for node in nodes:
        if node.name is not None and (node.name not in chosen or _weight(node) > _weight(chosen[node.name])):
            chosen[node.name] = node
    return chosen


def _weight(node: c_ast.Decl) -> tuple[bool, bool, bool]:
    complete = not (isinstance(node.type, c_ast.ArrayDecl) and node.type.dim is None)
    return node.init is not None, "extern" not in node.storage, complete


def _program(ctx: Context, body: list[Stmt], text: str) -> Program:
    if body and isinstance(body[-1], Halt):
        body = body[:-1]
    numbered = _numbered(body)
    used = ctree.reads(numbered) | ctree.writes(numbered)
    arrays = {name: array for name, array in ctx.arrays.items() if name in used}
    used |= {name for array in arrays.values() for size in array.sizes for name in ctree.names(size)}
    scalars = {name: scalar for name, scalar in ctx.scalars.items() if name in used}
    if lost := used - scalars.keys() - arrays.keys():
        raise UnsupportedError(f"{ctx.task.path}:1: an error in veriabs: {min(lost)} has no declaration")
    return Program(ctx.task, scalars, arrays, numbered, text, models=frozenset(ctx.models))


def _refuse_without_goal(ctx: Context, program: Program) -> None:
    """Raise UnsupportedError if every run reaches unsupported code before a goal."""
    first = next((one for one in ctree.statements(program.body) if isinstance(one, Assert)), None)
    if ctx.surely_run and (first is None or first.where in ctx.skipped):
        raise ctx.surely_run[0]


def _numbered(body: list[Stmt]) -> tuple[Stmt, ...]:
    """Number assertions, inputs and loops in textual order (inner loops first)."""
    asserts = sites = loops = 0

    def number(stmt: Stmt) -> tuple[Stmt, ...]:
        nonlocal asserts, sites, loops
        match stmt:
            case Assert():
                asserts += 1
                return (replace(stmt, number=asserts - 1),)
            case Havoc():
                sites += 1
                return (replace(stmt, site=sites - 1),)
            case Loop():
                loops += 1
                return (replace(stmt, id=LoopId(loops)),)
            case _:
                return (stmt,)

    return ctree.transform(body, number)


def _record_assumptions(ctx: Context, body: Sequence[Stmt]) -> None:
    """Record as conditions of the verdict that there are no undefined operations of some kinds.

        k = (int)d;          TRUE if each conversion check at line 3 holds

    `verify/arithmetic_conditions.py` removes conditions that are proved. Statements of the prologue have none.
    """
    for stmt in ctree.statements(body):
        if not isinstance(stmt, Assign | Havoc):
            continue
        if stmt.where not in ctx.constants.get(ctree.target_name(stmt.target), (stmt.where,)):
            text = f"line {stmt.where.line} writes to no string literal or constant object"
            ctx.assumed[VerdictCondition(ConditionKind.POINTERS, text)] = None
    for stmt in ctree.statements([*ctx.prologue, *body]):
        stored = (Cast(stmt.target.type, stmt.value),) if isinstance(stmt, Assign) else ()
        for part in (one for expr in (*ctree.expressions(stmt), *stored) for one in ctree.walk(expr)):
            kind, where = _partial_operation(part, ctx.data_model), getattr(part, "at", None) or stmt.where
            if kind is None or (kind.ends_run and kind.value in ctx.task.checks):
                continue  # no later goal depends on a check that ends the run
            if where.file != WRITTEN:
                ctx.assumed[VerdictCondition(ConditionKind.CHECK, kind.value, (where,))] = None


def _partial_operation(expr: Expr, model: DataModel) -> GoalKind | None:
    """The kind of check of an operation that C may not define: a conversion of a floating-point number to an integer
    (C11 6.3.1.4), or a division by zero (6.5.5)."""
    match expr:
        case Cast(type=IntType() as ctype, operand=Const(value=float(value))):
            fits = ctype == BOOL or ctype.lowest - 1 < value < ctype.highest + 1
            return None if fits else GoalKind.CONVERSION
        case Cast(type=IntType() as ctype, operand=operand) if isinstance(type_of(operand, model), FloatType):
            return None if ctype == BOOL else GoalKind.CONVERSION
        case Binary(op="/" | "%", right=right) if isinstance(operation_type(expr, model), IntType):
            return None if isinstance(right, Const) and right.value else GoalKind.DIV_BY_ZERO
        case _:
            return None
