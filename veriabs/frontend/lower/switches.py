"""`switch` without fall-through as a chain of conditionals."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Const, Expr, Var
from veriabs.core.statements import Assign, Stmt
from veriabs.core.typing_rules import convert, promote, type_of
from veriabs.frontend.lower import expressions
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.declarators import constant
from veriabs.frontend.lower.shaping import branch, ends, tidy

_Group = tuple[list[c_ast.Node | None], list[c_ast.Node]]


def switch(ctx: Context, node: c_ast.Switch) -> list[Stmt]:
    """One conditional for each group of case labels; the default is what is left."""
    frame = Frame()
    subject = expressions.scalar(ctx, node.cond, frame)
    subject = convert(subject, promote(type_of(subject, ctx.data_model)), ctx.data_model)
    out = frame.before
    if frame.after or not isinstance(subject, Var | Const):
        kept = ctx.temporary("choice", type_of(subject, ctx.data_model), ctx.where(node))
        out.append(Assign(kept, subject, ctx.where(node)))
        subject = kept
    out += frame.after
    with ctx.nested_scope(), ctx.inside():
        ctx.in_switch = True
        chosen = [
            (labels, _body(ctx, stmts, last=position == 0))
            for position, (labels, stmts) in reversed(list(enumerate(reversed(_groups(ctx, node)))))
        ]
    return [*out, *_chain(ctx, subject, chosen, node)]


def _groups(ctx: Context, node: c_ast.Switch) -> list[_Group]:
    """Case labels (None for default) with the statements behind them."""
    items = node.stmt.block_items if isinstance(node.stmt, c_ast.Compound) else [node.stmt]
    groups: list[_Group] = []
    waiting: list[c_ast.Node | None] = []
    for item in items or []:
        if not isinstance(item, c_ast.Case | c_ast.Default):
            raise ctx.unsupported(item, "statement of a switch before its first case")
        waiting.append(item.expr if isinstance(item, c_ast.Case) else None)
        if not all(isinstance(stmt, c_ast.EmptyStatement) for stmt in item.stmts or ()):
            groups.append((waiting, item.stmts))
            waiting = []
    if waiting:
        groups.append((waiting, []))
    return groups


def refuse_cases(ctx: Context, node: c_ast.Node | None) -> None:
    """UnsupportedError if a switch around the statement, which is not lowered, has a label in it."""
    match node:
        case None | c_ast.Switch():
            pass
        case c_ast.Case() | c_ast.Default():
            raise ctx.unsupported(node, "case label inside another statement")
        case _:
            for inner in node:
                refuse_cases(ctx, inner)


def _body(ctx: Context, stmts: list[c_ast.Node], *, last: bool) -> list[Stmt]:
    stmts, left = _without_break(ctx, stmts)
    body = tidy([stmt for item in stmts for stmt in ctx.hooks.statement(ctx, item)])
    flag = ctx.calls[-1].flag.name
    returns = bool(body) and isinstance(body[-1], Assign) and flag in ctree.writes(body[-1:])
    if not (left or last or returns or (body and ends(body[-1]))):
        raise ctx.unsupported(stmts[-1], "fall-through from one case of a switch to the next")
    return body


def _without_break(ctx: Context, stmts: list[c_ast.Node]) -> tuple[list[c_ast.Node], bool]:
    """The statements up to the `break` that ends them, and whether there is one."""
    for index, stmt in enumerate(stmts):
        if isinstance(stmt, c_ast.Break):
            for behind in stmts[index:]:
                refuse_cases(ctx, behind)
            return stmts[:index], True
    if stmts and isinstance(stmts[-1], c_ast.Compound):
        inner, found = _without_break(ctx, stmts[-1].block_items or [])
        return [*stmts[:-1], c_ast.Compound(inner, stmts[-1].coord)], found
    return stmts, False


def _chain(
    ctx: Context, subject: Expr, chosen: list[tuple[list[c_ast.Node | None], list[Stmt]]], node: c_ast.Switch
) -> list[Stmt]:
    result = next((body for labels, body in chosen if None in labels), [])
    for labels, body in reversed(chosen):
        if None in labels:
            continue
        tests = [_test(ctx, subject, label) for label in labels if label is not None]
        test = tests[0]
        for other in tests[1:]:
            test = Binary("||", test, other)
        result = branch(test, body, result, ctx.where(node), ctx.data_model)
    return result


def _test(ctx: Context, subject: Expr, label: c_ast.Node) -> Expr:
    value = convert(constant(ctx, label, "case label"), type_of(subject, ctx.data_model), ctx.data_model)
    return Binary("==", subject, value)
