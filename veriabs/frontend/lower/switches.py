"""Lower `switch`: a chain of conditionals, or a sequence if a case falls through.

    switch (x) { case 1: A; break; default: B; }     if (x == 1) { A; } else { B; }

The value is computed once, and the same statements run in the same order (docs/theory.md 15).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.errors import InputError
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Unary, Var
from veriabs.core.statements import Assign, If, Stmt
from veriabs.core.types import BOOL, INT
from veriabs.core.typing_rules import convert, promote, type_of, value_of
from veriabs.frontend.known_functions import RANGE
from veriabs.frontend.lower import expressions, jumps
from veriabs.frontend.lower.block_rewriting import branch, never_passes, normalise, structure_returns, tidy
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.declarators import constant

_Group = tuple[list[c_ast.Node | None], list[Stmt]]
"""Case labels (None for default) with their statements."""


def switch(ctx: Context, node: c_ast.Switch) -> list[Stmt]:
    """One conditional per group of labels; a `break` is lowered like a return."""
    effects, where = SideEffects(), ctx.where(node)
    subject = expressions.scalar(ctx, node.cond, effects)
    subject = convert(subject, promote(type_of(subject, ctx.data_model)), ctx.data_model)
    out = effects.before
    if effects.after or not isinstance(subject, Var | Const):
        kept = ctx.temporary("choice", type_of(subject, ctx.data_model), where)
        out.append(Assign(kept, subject, where))
        subject = kept
    out += effects.after
    flag = ctx.temporary("leaves", BOOL, where)
    with ctx.nested_scope(), ctx.inside():
        ctx.switch = flag
        groups = list(_groups(ctx, node, out))
    _refuse_twins(ctx, node, subject, [label for labels, _ in groups for label in labels])
    if all(_always_leaves(ctx, flag, body) for _, body in groups[:-1]):
        rows = _chain(ctx, subject, [(labels, _drop_last_break(flag, body)) for labels, body in groups], node)
    else:
        rows = _fall_through(ctx, subject, groups, node)
    body = normalise(structure_returns(rows, flag), ctx.data_model)
    if flag.name not in ctree.reads(body):
        ctx.forget(flag.name)
    return [*out, *body]


def _groups(ctx: Context, node: c_ast.Switch, out: list[Stmt]) -> Iterator[_Group]:
    """The groups in order; statements before the first label never run but may contain declarations."""
    items = node.stmt.block_items if isinstance(node.stmt, c_ast.Compound) else [node.stmt]
    waiting: list[c_ast.Node | None] = []
    for item in items or []:
        if not isinstance(item, c_ast.Case | c_ast.Default):
            out += _unreached(ctx, item)
            continue
        for stmt in item.stmts or ():
            refuse_cases(ctx, stmt)
        waiting.append(item.expr if isinstance(item, c_ast.Case) else None)
        if not all(isinstance(stmt, c_ast.EmptyStatement) for stmt in item.stmts or ()):
            yield waiting, tidy(jumps.sequence(ctx, item.stmts))
            waiting = []
    if waiting:
        yield waiting, []


def _unreached(ctx: Context, item: c_ast.Node) -> list[Stmt]:
    if any(isinstance(inner, c_ast.Label | c_ast.Case | c_ast.Default) for inner in walk(item)):
        raise ctx.unsupported(item, "label before the first case of a switch")
    if isinstance(item, c_ast.Decl) and item.init is not None and "static" not in item.storage:
        raise ctx.unsupported(item, "initialiser before the first case of a switch")
    return ctx.hooks.statement(ctx, item) if isinstance(item, c_ast.Decl | c_ast.Typedef) else []


def refuse_cases(ctx: Context, node: c_ast.Node | None) -> None:
    """Raise UnsupportedError if the skipped statement contains a label of an enclosing switch."""
    match node:
        case None | c_ast.Switch():
            pass
        case c_ast.Case() | c_ast.Default():
            raise ctx.unsupported(node, "case label inside another statement")
        case _:
            for inner in node:
                refuse_cases(ctx, inner)


def _refuse_twins(ctx: Context, node: c_ast.Switch, subject: Expr, labels: list[c_ast.Node | None]) -> None:
    """Raise InputError if two labels share a value, as compilers do."""
    if labels.count(None) > 1:
        raise InputError(f"{ctx.where(node)}: this switch has several default labels")
    spans = sorted((_span(ctx, subject, label), at) for at, label in enumerate(labels) if label is not None)
    for ((_, last), _), ((low, high), at) in pairwise(spans):
        if low <= min(last, high):
            raise InputError(f"{ctx.where(labels[at])}: this switch has several labels for the value {low}")


def _span(ctx: Context, subject: Expr, label: c_ast.Node) -> tuple[int, int]:
    """The smallest and largest value of a label."""
    ends = label.args.exprs if _is_range(label) else (label,)
    values = [value_of(_label(ctx, subject, end), {}, ctx.data_model) or 0 for end in ends]
    return values[0], values[-1]


def _always_leaves(ctx: Context, flag: Var, body: list[Stmt]) -> bool:
    """Whether control never leaves the statements at their end."""
    call = ctx.calls[-1]
    flags = {flag.name, call.flag.name, *(jump.name for jump in call.jumps.values())}

    def left(stmts: Sequence[Stmt]) -> bool:
        for stmt in stmts:
            match stmt:
                case Assign(target=Var(name=name)) if name in flags:
                    return True
                case If(then=then, orelse=orelse) if left(then) and left(orelse):
                    return True
                case _ if never_passes(stmt):
                    return True
                case _:
                    pass
        return False

    return left(body)


def _chain(ctx: Context, subject: Expr, groups: list[_Group], node: c_ast.Switch) -> list[Stmt]:
    result = next((body for labels, body in groups if None in labels), [])
    tested = [group for group in groups if None not in group[0]]
    for labels, body in reversed(tested):
        path = ctx.path(node) if labels is tested[0][0] else ()
        result = branch(_matches(ctx, subject, labels), body, result, ctx.where(node), ctx.data_model, path)
    return result


def subject_of(test: Expr) -> Expr | None:
    """The subject that the first condition of a `switch` compares with labels; None for other conditions."""
    match test:
        case Unary(op="!", operand=inner) | Binary(op="||", left=inner):
            return subject_of(inner)
        case Binary(op="&&", left=Binary(op="<=", left=Const(), right=subject)):
            return subject
        case Binary(op="==" | "!=", left=subject, right=Const()):
            return subject
        case _:
            return None


def _drop_last_break(flag: Var, body: list[Stmt]) -> list[Stmt]:
    """Remove a `break` at the end of the switch."""
    last = body[-1] if body else None
    return body[:-1] if isinstance(last, Assign) and last.target == flag else body


def _fall_through(ctx: Context, subject: Expr, groups: list[_Group], node: c_ast.Switch) -> list[Stmt]:
    """All groups in sequence; a group runs if the selected one is not after it."""
    where = ctx.where(node)
    first = next((at for at, (labels, _) in enumerate(groups) if None in labels), len(groups))
    chosen: Expr = ctree.integer(first)
    for at, (labels, _) in reversed(list(enumerate(groups))):
        if None not in labels:
            chosen = Conditional(_matches(ctx, subject, labels), ctree.integer(at), chosen)
    entry = ctx.temporary("entry", INT, where)
    rows = [If(Binary("<=", entry, ctree.integer(at)), tuple(body), (), where) for at, (_, body) in enumerate(groups)]
    return [Assign(entry, chosen, where), *(row for row in rows if row.then)]


def _matches(ctx: Context, subject: Expr, labels: list[c_ast.Node | None]) -> Expr:
    tests = [_test(ctx, subject, label) for label in labels if label is not None]
    test = tests[0]
    for other in tests[1:]:
        test = Binary("||", test, other)
    return test


def _test(ctx: Context, subject: Expr, label: c_ast.Node) -> Expr:
    if _is_range(label):
        low, high = (_label(ctx, subject, end) for end in label.args.exprs)
        return Binary("&&", Binary("<=", low, subject), Binary("<=", subject, high))
    return Binary("==", subject, _label(ctx, subject, label))


def _is_range(label: c_ast.Node) -> bool:
    return isinstance(label, c_ast.FuncCall) and isinstance(label.name, c_ast.ID) and label.name.name == RANGE


def _label(ctx: Context, subject: Expr, label: c_ast.Node) -> Expr:
    return convert(constant(ctx, label, "case label"), type_of(subject, ctx.data_model), ctx.data_model)
