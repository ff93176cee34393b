"""Lower loops of C to core loops, which test a pure expression before each iteration.

    while (f(x)) B;          while (1) { t = f(x); if (!t) break; B; }
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree, loop_exits
from veriabs.core.copying import replace
from veriabs.core.expressions import Const, Expr
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Break, CallPath, Continue, Evaluate, Halt, If, Loop, Stmt, UserInvariant
from veriabs.frontend.lower import checks, conversions, expressions, links
from veriabs.frontend.lower.block_rewriting import opposite, tidy
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.user_invariants import given_invariants, views
from veriabs.frontend.survey import walk

_Tests = list[tuple[SideEffects, Expr]]


def while_loop(ctx: Context, node: c_ast.While) -> list[Stmt]:
    """Lower `while (test) body`."""
    with ctx.inside(loop=True):
        tests = _tests(ctx, node.cond)
        known, seen = given_invariants(ctx, node.stmt), views(ctx)
        body = ctx.hooks.nested(ctx, node.stmt)
    return [*ctx.in_front(), *_attach_to_loop(known, seen, _loop(ctx, tests, body, [], node))]


def for_loop(ctx: Context, node: c_ast.For) -> list[Stmt]:
    """Lower `for (first; test; next) body`."""
    if links.is_link(node):
        links.link_pointers(ctx, node)
        return []
    with ctx.nested_scope():
        before = [] if node.init is None else _initial(ctx, node.init)
        with ctx.inside(loop=True):
            tests = _tests(ctx, node.cond)
            known, seen = given_invariants(ctx, node.stmt), views(ctx)
            body = ctx.hooks.nested(ctx, node.stmt)
            update = [] if node.next is None else expressions.evaluate_effects(ctx, node.next)
        return [*before, *ctx.in_front(), *_attach_to_loop(known, seen, _loop(ctx, tests, body, update, node))]


def _attach_to_loop(
    known: tuple[UserInvariant, ...], seen: tuple[tuple[str, str], ...], loop: list[Stmt]
) -> list[Stmt]:
    """Attach the user's invariants and names of arrays to the loop."""
    return [replace(stmt, given=known, views=seen) if isinstance(stmt, Loop) else stmt for stmt in loop]


def _initial(ctx: Context, node: c_ast.Node) -> list[Stmt]:
    return tidy(ctx.hooks.statement(ctx, node))


def do_loop(ctx: Context, node: c_ast.DoWhile) -> list[Stmt]:
    """A `do` loop: the test is at the end of the body, or the update if the body has a `continue`."""
    where = ctx.where(node)
    if isinstance(node.cond, c_ast.Constant) and node.cond.value == "0" and not _jumps(node.stmt):
        return ctx.hooks.nested(ctx, node.stmt)
    with ctx.inside(loop=True):
        known, seen = given_invariants(ctx, node.stmt), views(ctx)
        body = ctx.hooks.nested(ctx, node.stmt)
        tests = _tests(ctx, node.cond)
    exits = _exits(ctx, tests, node)
    parts = (body, tuple(exits)) if loop_exits.continues(body) else ([*body, *exits], ())
    return [*ctx.in_front(), *_attach_to_loop(known, seen, infinite(*parts, where, ctx.path(node)))]


def _jumps(node: c_ast.Node) -> bool:
    return any(isinstance(inner, c_ast.Break | c_ast.Continue) for inner in walk(node))


def _tests(ctx: Context, node: c_ast.Node | None) -> _Tests:
    """The operands of `&&` in a loop test in order, each with its side effects."""
    if node is None:
        return [(SideEffects(), ctree.TRUE)]
    if isinstance(node, c_ast.BinaryOp) and node.op == "&&":
        return [*_tests(ctx, node.left), *_tests(ctx, node.right)]
    effects = SideEffects()
    return [(effects, expressions.condition(ctx, node, effects))]


def _loop(ctx: Context, tests: _Tests, body: list[Stmt], update: list[Stmt], node: c_ast.Node) -> list[Stmt]:
    """A core loop; a test with side effects moves to the start of the body or, if possible, after the loop."""
    body, update = _split_update(body, update)
    where, path = ctx.where(node), ctx.path(node)
    if all(effects.quiet for effects, _ in tests):
        test = tests[0][1]
        for _, operand in tests[1:]:
            test = conversions.logical(ctx, "&&", test, operand)
        if isinstance(test, Const):
            return infinite(body, tuple(update), where, path) if test.value else []
        return [Loop(test, tuple(body), tuple(update), where, path=path)]
    effects, test = tests[0]
    simple = len(tests) == 1 and all(isinstance(stmt, Evaluate) for stmt in effects.before)
    if simple and not isinstance(test, Const) and not _contains_leaving_jump(ctx, body):
        # `while (i++ < n) B` is `while (i < n) { i++; B } i++;` if only the test leaves the loop.
        first = effects.before if checks.fallible(test) else []  # the checks of a test that may fail itself
        again = (*update, *first)
        return [*first, Loop(test, (*effects.after, *body), again, where, path=path), *effects.after]
    return infinite([*_exits(ctx, tests, node), *body], tuple(update), where, path)


def _split_update(body: list[Stmt], update: list[Stmt]) -> tuple[list[Stmt], list[Stmt]]:
    """Body and update; an update that is no list of assignments moves to the end of a body without `continue`."""
    if body and isinstance(body[-1], Continue):
        body = body[:-1]
    if all(isinstance(stmt, Assign) for stmt in update) or loop_exits.continues(body):
        return body, update
    return tidy([*body, *update]), []


def infinite(body: list[Stmt], update: tuple[Stmt, ...], where: Where, path: CallPath = ()) -> list[Stmt]:
    """A loop without a test; one with an empty body ends the run."""
    if not body and not update:
        return [Halt(where)]
    return [Loop(ctree.TRUE, tuple(tidy(body)), update, where, path=path)]


def _contains_leaving_jump(ctx: Context, body: list[Stmt]) -> bool:
    """Whether `break`, `return` or `goto` can leave the loop."""
    flags = {ctx.calls[-1].flag.name, *(flag.name for flag in ctx.calls[-1].jumps.values())}
    return loop_exits.breaks(body) or not flags.isdisjoint(ctree.writes(body))


def _exits(ctx: Context, tests: _Tests, node: c_ast.Node) -> list[Stmt]:
    """Statements that leave the loop unless all tests hold."""
    out: list[Stmt] = []
    where, path = ctx.where(node), ctx.path(node) if len(tests) == 1 else ()
    for effects, test in tests:
        out += effects.before
        if isinstance(test, Const):
            out += effects.after if test.value else [*effects.after, Break(where)]
            continue
        leave = (*effects.after, Break(where))
        out += [If(opposite(test, ctx.data_model), leave, (), where, path, negated=True), *effects.after]
    return out
