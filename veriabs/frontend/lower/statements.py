"""Lower statements of C; loops and switches have modules of their own."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr, Var
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Stmt
from veriabs.frontend.dialect import c_text
from veriabs.frontend.lower import (
    checks,
    copies,
    declarations,
    expressions,
    gaps,
    indirect,
    jumps,
    leaks,
    lifetimes,
    loops,
    pointers,
    switches,
)
from veriabs.frontend.lower.assignments import store
from veriabs.frontend.lower.block_rewriting import branch, propagate, tidy
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import Nothing, Place, PointerVariable, Storage, value_exprs
from veriabs.frontend.survey import ERROR_LABELS, error_call
from veriabs.frontend.typed.declarators import read_type


def block(ctx: Context, node: c_ast.Compound) -> list[Stmt]:
    """The statements of a `{ ... }` with a scope of its own."""
    with ctx.nested_scope(), lifetimes.left_behind(ctx, node):
        return items(ctx, node)


def items(ctx: Context, node: c_ast.Compound) -> list[Stmt]:
    """The statements of a `{ ... }` in the current scope."""
    body = tidy(jumps.sequence(ctx, node.block_items or []))
    for entity in ctx.scope.entities.values():
        if isinstance(entity, PointerVariable) and not entity.moving and entity.place is not None:
            body = _substitute_offsets(ctx, body, entity)
    return body


def _substitute_offsets(ctx: Context, body: list[Stmt], pointer: PointerVariable) -> list[Stmt]:
    """Replace the offsets of a pointer that never moves by their values, if these do not change."""
    assert pointer.place is not None
    for index in pointer.place.indices:
        if isinstance(index, Var):
            unsure = bool(ctx.task.checks) and checks.sets_fallible(body, index.name)
            if unsure:
                ctx.carriers.add(index.name)
                continue
            replaced = propagate(body, index.name, ctx.data_model)
            if replaced is not None:
                body = replaced
                ctx.forget(index.name)
    return body


def nested(ctx: Context, node: c_ast.Node | None) -> list[Stmt]:
    """A statement that may not run: a branch, or the body of a loop."""
    if node is None:
        return []
    with ctx.nested_scope():
        return tidy(statement(ctx, node))


def statement(ctx: Context, node: c_ast.Node) -> list[Stmt]:
    """Lower one statement; an unsupported one becomes unreachable.

    An unsupported declaration makes the rest of the block unsupported (see `jumps`).
    """
    if isinstance(node, c_ast.Decl | c_ast.DeclList | c_ast.Typedef | c_ast.Case | c_ast.Default):
        return _statement(ctx, node)
    try:
        return _statement(ctx, node)
    except UnsupportedError as error:
        return gaps.skip_statement(ctx, error, node)


def _statement(ctx: Context, node: c_ast.Node) -> list[Stmt]:
    match node:
        case c_ast.Compound():
            return block(ctx, node)
        case c_ast.Decl():
            return declarations.local(ctx, node)
        case c_ast.DeclList():
            return [stmt for decl in node.decls for stmt in statement(ctx, decl)]
        case c_ast.Typedef():
            sizes: list[Stmt] = []
            ctype = read_type(ctx, node.type)
            where = ctx.where(node)
            ctx.scope.typedefs[node.name] = declarations.fix_sizes(ctx, ctype, node.name, sizes, where)
            return sizes
        case c_ast.If():
            return _conditional(ctx, node)
        case c_ast.While():
            return loops.while_loop(ctx, node)
        case c_ast.DoWhile():
            return loops.do_loop(ctx, node)
        case c_ast.For():
            return loops.for_loop(ctx, node)
        case c_ast.Switch():
            return switches.switch(ctx, node)
        case c_ast.EmptyStatement() | c_ast.Pragma() | c_ast.StaticAssert():
            return []
        case c_ast.Return() | c_ast.Break() | c_ast.Continue() | c_ast.Goto() | c_ast.Label():
            return _jump(ctx, node)
        case c_ast.Case() | c_ast.Default():
            raise ctx.unsupported(node, "case label inside another statement")
        case _:
            return expressions.evaluate_effects(ctx, node)


def _conditional(ctx: Context, node: c_ast.If) -> list[Stmt]:
    effects = SideEffects()
    test = expressions.condition(ctx, node.cond, effects)
    if isinstance(test, Const):
        # Only labels could lead into the other branch: gotos are errors or unsupported, and cases are rejected.
        never = node.iffalse if test.value else node.iftrue
        switches.refuse_cases(ctx, never)
        if (assertion := error_call(never)) is not None:
            ctx.settled.add(ctx.where(assertion))
        return [*effects.flush(), *nested(ctx, node.iftrue if test.value else node.iffalse)]
    with ctx.inside():
        then = [*effects.after, *nested(ctx, node.iftrue)]
        other = [*effects.after, *nested(ctx, node.iffalse)]
    unread = checks.evaluate(ctx, (test,), ctx.where(node)) if not then and not other else []
    return [*effects.before, *unread, *branch(test, then, other, ctx.where(node), ctx.data_model, ctx.path(node))]


def _jump(ctx: Context, node: c_ast.Node) -> list[Stmt]:
    where = ctx.where(node)
    match node:
        case c_ast.Break() if ctx.switch is not None:
            return [Assign(ctx.switch, ctree.integer(1, ctx.switch.type), where)]
        case c_ast.Break():
            return [Break(where)]
        case c_ast.Continue():
            return [Continue(where)]
        case c_ast.Return():
            return _return(ctx, node)
        case c_ast.Goto(name=name):
            if jumps.is_error(ctx, name):
                return [Assert(ctree.FALSE, 0, where, path=ctx.path(node))]
            jump = jumps.jump(ctx, name, where)
            if jump is None:
                raise ctx.unsupported(node, f"goto {name}")
            return jump
        case c_ast.Label(name=name, stmt=c_ast.Goto(name=target)) if name == target and not _is_error(ctx, name):
            return [Halt(where)]
        case c_ast.Label(name=name) if _is_error(ctx, name):
            return [Assert(ctree.FALSE, 0, where, path=ctx.path(node))]
        case c_ast.Label(stmt=stmt):
            return statement(ctx, stmt)
        case _:
            raise ctx.unsupported(node, f"the statement {c_text(node)}")


def _is_error(ctx: Context, name: str) -> bool:
    return ctx.error_labels and name in ERROR_LABELS


def _return(ctx: Context, node: c_ast.Return) -> list[Stmt]:
    """A return from main ends the run; any other sets the result and the flag of its call."""
    call, where, effects = ctx.calls[-1], ctx.where(node), SideEffects()
    call.left = call.left or bool(ctx.branches and ctx.calls[1:])  # a return from main ends the run
    if node.expr is None:
        if len(ctx.calls) == 1:
            return [*leaks.end_of_run(ctx, where), Halt(where)]
        call.left = True
        return [Assign(call.flag, ctree.integer(1, call.flag.type), where)]
    value = ctx.hooks.value(ctx, node.expr, effects)
    if len(ctx.calls) == 1:
        effects.before += checks.evaluate(ctx, value_exprs(value), where)
        return [*effects.flush(), *leaks.end_of_run(ctx, where), Halt(where)]
    out = effects.before
    match call.result:
        case Var():
            value = indirect.check_stored(ctx, value, call.returns, node)
            if not isinstance(value, Expr):
                raise ctx.unsupported(node, "return of a pointer or struct as a number")
            to_unknown_caller = (
                len(ctx.calls) == 2 and ctx.task.entry.function != "main"
            )  # the result goes to an unknown caller
            out += checks.evaluate(ctx, (value,), where) if to_unknown_caller or isinstance(value, Var) else []
            store(ctx, call.result, value, out, where)
        case PointerVariable():
            pointers.bind(ctx, call.result, value, out, node)
        case Storage() if isinstance(value, Place):
            copies.copy(ctx, Place(call.result, (), (), call.returns), value, out, node)
        case None if isinstance(value, Nothing):
            pass
        case _:
            raise ctx.unsupported(node, "return of a value that does not match the return type")
    call.left = True  # code behind an unconditional return is never run
    return [*out, *effects.after, Assign(call.flag, ctree.integer(1, call.flag.type), where)]
