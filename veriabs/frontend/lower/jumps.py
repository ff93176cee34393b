"""Structure `goto`: a forward jump skips statements, a backward jump starts the next iteration of a loop.

    if (c) goto end; A; end: B;          jumped = c; if (!jumped) { A; } B;

A jump sets the flag of its label; the statements up to the label are guarded like those after a `return`. The label has
to be in a block around the jump; a jump into a block is unsupported.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct
from pycparser import c_ast

from veriabs.core import ctree, loop_exits
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Var
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Break, Stmt
from veriabs.core.types import BOOL
from veriabs.frontend.lower import gaps
from veriabs.frontend.lower.block_rewriting import normalise, structure_returns
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.loops import infinite
from veriabs.frontend.scopes import JUMPED
from veriabs.frontend.survey import ERROR_LABELS, starts_with_error_call, walk

_Unit = range
"""Adjacent items of a block by position: one item, or all from a label to the last jump back to it."""


class _Span(Struct, frozen=True):
    """The units (by number) from the first one that jumps to a label up to the label's unit."""

    first: int
    label: int


def sequence(ctx: Context, items: Sequence[c_ast.Node]) -> list[Stmt]:
    """The statements of a block's items with the jumps to its labels."""
    if not any(isinstance(item, c_ast.Label) for item in items):
        return _lower_items(ctx, items)
    return _Block(ctx, items).structured(range(len(items)))


def _lower_items(ctx: Context, items: Sequence[c_ast.Node]) -> list[Stmt]:
    """The statements of the items; from an unsupported declaration on, they become unreachable."""
    out: list[Stmt] = []
    for position, item in enumerate(items):
        try:
            out += ctx.hooks.statement(ctx, item)
        except UnsupportedError as error:
            if not out or any(
                isinstance(node, c_ast.Case | c_ast.Default) for one in items[position:] for node in walk(one)
            ):
                raise
            return [*out, *gaps.skip_statement(ctx, error, item)]
    return out


def jump(ctx: Context, name: str, where: Where) -> list[Stmt] | None:
    """The jump to a label; None if no enclosing block has the label."""
    flag = ctx.calls[-1].jumps.get(name)
    return None if flag is None else [Assign(flag, ctree.integer(1, BOOL), where)]


def is_error(ctx: Context, name: str) -> bool:
    """Whether jumping to the label is the error."""
    return (ctx.error_labels and name in ERROR_LABELS) or starts_with_error_call(ctx.calls[-1].labels.get(name))


class _Block:
    """The items of a block with labels; their jumps and names are collected once."""

    def __init__(self, ctx: Context, items: Sequence[c_ast.Node]) -> None:
        self.ctx, self.items = ctx, items
        self.gotos: dict[str, list[int]] = {}
        self.last_named: dict[str, int] = {}
        for position, item in enumerate(items):
            for node in walk(item):
                if isinstance(node, c_ast.Goto):
                    self.gotos.setdefault(node.name, []).append(position)
                elif isinstance(node, c_ast.ID):
                    self.last_named[node.name] = position

    def structured(self, items: range) -> list[Stmt]:
        """The statements of some items."""
        units = list(self._units(items))
        return self._join_units(units, range(len(units)), list(self._spans(units)))

    def _labels(self, position: int) -> list[str]:
        return _new_names(self.ctx, self.items[position])

    def _jumps(self, names: Sequence[str], within: range) -> list[int]:
        """The items that jump to one of the labels."""
        return [position for name in names for position in self.gotos.get(name, ()) if position in within]

    def _units(self, items: range) -> Iterator[_Unit]:
        """The items, grouped where a jump back repeats them."""
        position = items.start
        while position < items.stop:
            end = position
            if self._jumps(self._labels(position), range(position, items.stop)):
                reached = position
                while reached <= end:  # code after the end may jump to a later label in the group
                    end = max([end, *self._jumps(self._labels(reached), range(reached, items.stop))])
                    reached += 1
            yield range(position, end + 1)
            position = end + 1

    def _spans(self, units: list[_Unit]) -> Iterator[_Span]:
        """Forward jumps: spans from the first unit with a jump to the label's unit."""
        starts = [unit.start for unit in units]
        for number, start in enumerate(starts):
            sources = self._jumps(self._labels(start), range(starts[0], start))
            if sources:
                yield _Span(bisect_right(starts, min(sources)) - 1, number)

    def _join_units(self, units: list[_Unit], numbers: range, spans: list[_Span]) -> list[Stmt]:
        """The statements of the units with forward jumps; spans that do not overlap are separate."""
        made: list[Stmt] = []
        done = numbers.start
        for group in _overlapping(spans):
            first = min(span.first for span in group)
            made += self._concatenate(units[done:first])
            made += self._skipping(units, first, group)
            done = group[-1].label
        return made + self._concatenate(units[done : numbers.stop])

    def _skipping(self, units: list[_Unit], first: int, group: list[_Span]) -> list[Stmt]:
        """The units from the first one up to the last label; a jump skips the rest."""
        ctx, last = self.ctx, group[-1]
        label = units[last.label].start
        self._refuse_uninitialised(range(units[last.first].start, label))
        with ctx.inside(), _flag(ctx, self._labels(label), ctx.where(self.items[label])) as flag:
            skipped = structure_returns(self._join_units(units, range(first, last.label), group[:-1]), flag)
        if flag.name not in ctree.reads(skipped):
            ctx.forget(flag.name)
        return list(normalise(skipped, ctx.data_model))

    def _concatenate(self, units: list[_Unit]) -> list[Stmt]:
        return [stmt for unit in units for stmt in self._unit(unit)]

    def _unit(self, unit: _Unit) -> list[Stmt]:
        ctx, item = self.ctx, self.items[unit.start]
        names = self._labels(unit.start)
        if not self._jumps(names, unit):
            return ctx.hooks.statement(ctx, item)
        where = ctx.where(item)
        with ctx.inside(loop=True, breaks=True), _flag(ctx, names, where) as flag:
            body = self.structured(unit)
        if loop_exits.breaks(body) or loop_exits.continues(body):
            raise ctx.unsupported(where, f"break or continue between goto {names[0]} and its label")
        body = structure_returns([*body, Break(where)], flag)
        if flag.name not in ctree.reads(body):
            ctx.forget(flag.name)
        return [*ctx.in_front(), *infinite(normalise(body, ctx.data_model), (), where)]

    def _refuse_uninitialised(self, over: range) -> None:
        """Reject a jump over a declaration, whose variable would have no value after the label."""
        for item in self.items[over.start : over.stop]:
            if isinstance(item, c_ast.Decl) and self.last_named.get(item.name, -1) >= over.stop:
                raise self.ctx.unsupported(item, f"goto past the declaration of {item.name}")


def _overlapping(spans: Iterable[_Span]) -> list[list[_Span]]:
    """Groups of overlapping spans; spans and groups are in the order of labels."""
    groups: list[list[_Span]] = []
    for span in spans:
        group, first = [span], span.first
        while groups and groups[-1][-1].label > first:
            group = groups.pop() + group
            first = min(one.first for one in group)
        groups.append(group)
    return groups


@contextmanager
def _flag(ctx: Context, names: Sequence[str], where: Where) -> Iterator[Var]:
    """The flag that is set by a jump to the labels."""
    flag = ctx.temporary(f"{JUMPED}{names[0]}", BOOL, where)
    jumps = ctx.calls[-1].jumps
    jumps.update(dict.fromkeys(names, flag))
    try:
        yield flag
    finally:
        for name in names:
            del jumps[name]


def _new_names(ctx: Context, item: c_ast.Node) -> list[str]:
    """The labels of an item that outer blocks do not handle already."""
    names = []
    while isinstance(item, c_ast.Label):
        if item.name not in ctx.calls[-1].jumps and not is_error(ctx, item.name):
            names.append(item.name)
        item = item.stmt
    return names
