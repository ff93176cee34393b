"""`goto` as structure: a jump ahead leaves out what it jumps over, a jump back is the next iteration of a loop.

A jump is an assignment to the flag of its label, and what follows it up to the label is structured as what follows a
`return` is. The label has to stand in a block around the jump; a jump into a block is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.expressions import Var
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Break, Stmt
from veriabs.core.types import BOOL
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.loops import infinite
from veriabs.frontend.lower.shaping import plain, structure_returns
from veriabs.frontend.survey import ERROR_LABELS, leads_to_error, walk

_Unit = Sequence[c_ast.Node]
"""Neighbouring items of a block: one, or all from a label to the last jump back to it."""


def sequence(ctx: Context, items: Sequence[c_ast.Node]) -> list[Stmt]:
    """The statements of the items of a block, with the jumps to its labels."""
    if not any(isinstance(item, c_ast.Label) for item in items):
        return [stmt for item in items for stmt in ctx.hooks.statement(ctx, item)]
    return _joined(ctx, list(_units(ctx, items)))


def jump(ctx: Context, name: str, where: Where) -> list[Stmt] | None:
    """The jump to a label, None if none of the blocks around it has that."""
    flag = ctx.calls[-1].jumps.get(name)
    return None if flag is None else [Assign(flag, ctree.integer(1, BOOL), where)]


def is_error(ctx: Context, name: str) -> bool:
    """Is jumping to the label the error?"""
    return (ctx.error_labels and name in ERROR_LABELS) or leads_to_error(ctx.calls[-1].labels.get(name))


def _units(ctx: Context, items: Sequence[c_ast.Node]) -> Iterator[_Unit]:
    """The items, those together that a jump back repeats."""
    position = 0
    while position < len(items):
        end = position
        if _goes_back(ctx, items, position):
            reached = position
            while reached <= end:  # a label further on may be jumped to from behind the end
                names = _new_names(ctx, items[reached])
                end = max([end, *(at for at in range(reached, len(items)) if _jumps(items[at], names))])
                reached += 1
        yield items[position : end + 1]
        position = end + 1


def _goes_back(ctx: Context, items: Sequence[c_ast.Node], position: int) -> bool:
    names = _new_names(ctx, items[position])
    return any(_jumps(item, names) for item in items[position:])


def _joined(ctx: Context, units: list[_Unit]) -> list[Stmt]:
    """The statements of all units, with the jumps ahead to the first items of them."""
    for position in range(len(units) - 1, 0, -1):
        names, before = _new_names(ctx, units[position][0]), units[:position]
        sources = [at for at, unit in enumerate(before) if any(_jumps(item, names) for item in unit)]
        if not sources:
            continue
        _refuse_uninitialised(ctx, units, sources[0], position)
        where = ctx.where(units[position][0])
        with ctx.inside(), _flag(ctx, names, where) as flag:
            skipped = structure_returns(_joined(ctx, before), flag)
        if flag.name not in ctree.reads(skipped):
            ctx.forget(flag.name)
        return [*plain(skipped, ctx.data_model), *_joined(ctx, units[position:])]
    return [stmt for unit in units for stmt in _unit(ctx, unit)]


def _unit(ctx: Context, unit: _Unit) -> list[Stmt]:
    names = _new_names(ctx, unit[0])
    if not any(_jumps(item, names) for item in unit):
        return ctx.hooks.statement(ctx, unit[0])
    where = ctx.where(unit[0])
    with ctx.inside(loop=True, breaks=True), _flag(ctx, names, where) as flag:
        body = _joined(ctx, list(_units(ctx, unit)))
    if ctree.breaks(body) or ctree.continues(body):
        raise ctx.unsupported(where, f"break or continue between goto {names[0]} and its label")
    body = structure_returns([*body, Break(where)], flag)
    if flag.name not in ctree.reads(body):
        ctx.forget(flag.name)
    return infinite(plain(body, ctx.data_model), (), where)


@contextmanager
def _flag(ctx: Context, names: Sequence[str], where: Where) -> Iterator[Var]:
    """The flag that says that the labels are jumped to."""
    flag = ctx.temporary(f"goto_{names[0]}", BOOL, where)
    jumps = ctx.calls[-1].jumps
    jumps.update(dict.fromkeys(names, flag))
    try:
        yield flag
    finally:
        for name in names:
            del jumps[name]


def _new_names(ctx: Context, item: c_ast.Node) -> list[str]:
    """The labels of an item that are not jumped to already from further out."""
    names = []
    while isinstance(item, c_ast.Label):
        if item.name not in ctx.calls[-1].jumps and not is_error(ctx, item.name):
            names.append(item.name)
        item = item.stmt
    return names


def _jumps(item: c_ast.Node, names: Sequence[str]) -> bool:
    return bool(names) and any(isinstance(node, c_ast.Goto) and node.name in names for node in walk(item))


def _refuse_uninitialised(ctx: Context, units: list[_Unit], first: int, label: int) -> None:
    """A variable whose declaration is jumped over has no value behind the label."""
    over = [item for unit in units[first:label] for item in unit if isinstance(item, c_ast.Decl)]
    behind = {node.name for unit in units[label:] for item in unit for node in walk(item) if isinstance(node, c_ast.ID)}
    for item in over:
        if item.name in behind:
            raise ctx.unsupported(item, f"goto past the declaration of {item.name}")
