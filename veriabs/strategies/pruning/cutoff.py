"""Apply the cutoff theorem (docs/theory.md 3.4): compute an instance size that decides all sizes.

Landmarks are the columns where a sweep begins or ends, or that straight-line code accesses. Between two landmarks every
sweep handles all columns alike, so a gap can be shortened to the number of columns that one violating run needs:

- aligned (A, and A-shifted if shifts are not 0): one column for each last-value assignment, in blocks of Theta columns
if sweeps have steps;
- stencil (A'): the columns that the spans cover around the failing one.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from msgspec import Struct

from veriabs.core.ctree import expressions, has, names, statements
from veriabs.core.expressions import Element, Expr, Var
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Stmt
from veriabs.loops.affine import Affine
from veriabs.loops.propagation import carried, form_of
from veriabs.strategies.pruning.flow import Centres, Flow
from veriabs.strategies.pruning.ranges import Range, Ranges, Values
from veriabs.strategies.pruning.scalars import Scalars
from veriabs.strategies.pruning.sweeps import (
    ArrayTraversal,
    Part,
    Straight,
    counted_conjuncts,
    elements_read,
    outside_indices,
    refused,
    targets,
)

MOST_COLUMNS = 40
"""Instances with longer gaps are not tried."""

_SEVERAL = "while loops read at several offsets"


class Cutoff(Struct, frozen=True):
    """The shortened gaps: `blocks` blocks of `theta` columns and the rest.

    `size` is the symbolic size, if there is one. `constants` are landmarks at constant columns, `distances` those of
    the others from the size. `ranges` are the sweeps' columns. `dropped` are conditions on the size that end runs.
    `free`: the size may have any value.
    """

    variant: str
    theta: int
    blocks: int
    ranges: dict[int, Range]
    constants: tuple[int, ...]
    size: str | None
    distances: tuple[int, ...]
    dropped: frozenset[Stmt]
    free: bool

    @property
    def gap(self) -> int:
        return self.theta * self.blocks

    @property
    def small(self) -> int:
        """Smaller sizes are instances of their own."""
        return max(self.constants, default=0) - min(self.distances, default=0) + self.gap

    @property
    def largest(self) -> int:
        """The largest size that has to be checked."""
        return self.small + self.theta - 1

    @property
    def columns(self) -> int:
        """The largest number of columns of one sweep."""
        if self.size is not None:
            return self.largest + max(self.distances, default=0) - min(self.constants, default=0)
        low, high = min(self.constants), max(self.constants)
        return self.column(high) - self.column(low)

    def column(self, column: int) -> int:
        """The position of a constant landmark after gaps are shortened."""
        if self.size is not None:
            return column
        place = self.constants[0]
        for one, two in zip(self.constants, self.constants[1:], strict=False):
            if column <= one:
                break
            place += min(two - one, self.gap + (two - one) % self.theta)
        return place if column >= self.constants[0] else column

    @property
    def exact(self) -> bool:
        """Is each instance the program itself with a size that it may have?"""
        pairs = zip(self.constants, self.constants[1:], strict=False)
        whole = all(two - one < self.gap + self.theta for one, two in pairs)
        return whole and self.free and not self.dropped


def cutoff_of(
    parts: tuple[Part, ...],
    groups: dict[int, tuple[Scalars, ...]],
    ranges: Ranges,
    flow: Flow,
    centres: Centres,
) -> Cutoff | Reason:
    """The cutoff of the task, or the condition of theory 3.4 that is not met."""
    sweeps = [part for part in parts if isinstance(part, ArrayTraversal)]
    for sweep in sweeps:
        if sweep.number not in ranges.ranges:
            return refused(f"where the loop at line {sweep.line} begins or ends is not known", sweep.facts)
    sizes = sorted(ranges.sizes)
    if len(sizes) > 1:
        return refused(f"sizes {', '.join(sizes)} are unrelated, so there is no one small instance")
    dropped = _Taint(parts, ranges).run()
    if isinstance(dropped, Reason):
        return dropped
    theta = lcm(*(abs(sweep.slope) for sweep in sweeps))
    blocks = max(1, centres.number) if flow.aligned else _stencil(parts, groups, flow, theta)
    if isinstance(blocks, Reason):
        return blocks
    columns = {s.number: _shifted(ranges.ranges[s.number], -flow.shifts[s.number]) for s in sweeps}
    marks = [mark for r in columns.values() for mark in (r.low, r.high)]
    cells = _cells(parts, ranges, flow)
    if isinstance(cells, Reason):
        return cells
    written = [s for s in statements(_first(parts)) if _written(s) & ranges.sizes]
    free = all(isinstance(stmt, Havoc) for stmt in written)
    return _cutoff(_variant(flow, theta), theta, blocks, columns, [*marks, *cells], sizes, dropped, free=free)


def _first(parts: tuple[Part, ...]) -> Straight:
    """The code before the first loop, where sizes get their values."""
    return () if isinstance(parts[0], ArrayTraversal) else parts[0]


def _variant(flow: Flow, theta: int) -> str:
    if not flow.aligned:
        return "stencil"
    name = "shifted" if any(flow.shifts.values()) else "aligned"
    return f"{name} with steps" if theta > 1 else name


def _cutoff(
    variant: str, theta: int, blocks: int, columns: dict[int, Range], marks: list[Affine], sizes: list[str],
    dropped: frozenset[Stmt], *, free: bool,
) -> Cutoff | Reason:  # fmt: skip
    constants = tuple(sorted({mark.constant for mark in marks if mark.is_constant}))
    distances = tuple(sorted({mark.constant for mark in marks if not mark.is_constant}))
    if any(mark.terms != ((sizes[0], 1),) for mark in marks if not mark.is_constant):
        return refused(f"a loop ends at a multiple of {sizes[0]}")
    size = sizes[0] if sizes else None
    cutoff = Cutoff(variant, theta, blocks, columns, constants, size, distances, dropped, free)
    if sizes and any(b - a >= cutoff.gap + theta for a, b in zip(constants, constants[1:], strict=False)):
        return refused("the program has a large constant size and a symbolic one")
    if cutoff.columns > MOST_COLUMNS:
        return refused(f"a deciding instance has {cutoff.columns} columns, which is too many")
    return cutoff


def _shifted(found: Range, distance: int) -> Range:
    by = Affine((), distance)
    return Range(found.low.plus(by), found.high.plus(by))


def _stencil(
    parts: tuple[Part, ...], groups: dict[int, tuple[Scalars, ...]], flow: Flow, theta: int
) -> int | Reason:
    """The window size in blocks for A'; no replayable scalar, exit or abort may depend on the seams."""
    for part in parts:
        if not isinstance(part, ArrayTraversal):
            if targets(part) or any(True for stmt in statements(part) for _ in elements_read(stmt)):
                return refused(f"code outside of loops touches cells {_SEVERAL} (p10)")
            if has(part, Assert):
                return refused("the assertion is outside of loops, which read at several offsets")
            continue
        if any(group.centres for group in groups[part.number]):
            return refused(f"the loop at line {part.line} settles scalars {_SEVERAL}", part.facts)
        if not part.facts.exact or has(part.statements, Halt):
            return refused(f"the loop at line {part.line} can end early {_SEVERAL}", part.facts)
    width = window(flow)
    return width if theta == 1 else -(-(width - 1) // theta) + 1


def window(flow: Flow) -> int:
    """The number of columns from the first to the last on which one column depends, including unwritten cells."""
    ends = [end for span in flow.spans.values() for end in span]
    for edge in flow.edges:
        if edge.writer == 0:
            ends += [end + flow.distance(edge) for end in flow.spans[edge.reader]]
    return max(ends) - min(ends) + 1


# ----------------------------------------------------------------------------------------------- cells outside of loops


def _cells(parts: tuple[Part, ...], ranges: Ranges, flow: Flow) -> list[Affine] | Reason:
    """The columns of the cells that straight-line code accesses, and their successors."""
    marks: list[Affine] = []
    for position, part in enumerate(parts):
        if isinstance(part, ArrayTraversal):
            continue
        for element, index in straight_cells(part, ranges, position):
            if index is None:
                return refused(f"{element.array} is accessed outside of loops at a place that is not known")
            for shift in sorted(columns_of(parts, flow, element.array)):
                marks += [index.plus(Affine((), -shift)), index.plus(Affine((), 1 - shift))]
    return marks


def columns_of(parts: tuple[Part, ...], flow: Flow, array: str) -> set[int]:
    """The distances between an index of the array and the columns of the cell."""
    sweeps = [part for part in parts if isinstance(part, ArrayTraversal)]
    found = {flow.shifts[s.number] + a.offset for s in sweeps for a in s.accesses if a.array == array}
    return found or {0}


def straight_cells(code: Straight, ranges: Ranges, position: int) -> Iterator[tuple[Element, Affine | None]]:
    """Each access of straight-line code with its index over constants and the size; None if that is unknown."""
    values = dict(ranges.before[position])
    for place, stmt in enumerate(code):
        elements = [*targets((stmt,)), *(e for inner in statements((stmt,)) for e in elements_read(inner))]
        inside = frozenset(n for inner in statements((stmt,)) if inner is not stmt for n in _written(inner))
        # the size has another value before its last assignment
        later = frozenset(n for inner in statements(code[place:]) for n in _written(inner))
        for element in elements:
            index = None if names(element.indices[0]) & inside else _known(element.indices[0], values, ranges)
            yield element, None if index is not None and later & dict(index.terms).keys() else index
        values = carried((stmt,), values)


def _known(index: Expr, values: Values, ranges: Ranges) -> Affine | None:
    form = form_of(index, values)
    return form if form is not None and {atom for atom, _ in form.terms} <= ranges.sizes else None


def _written(stmt: Stmt) -> frozenset[str]:
    if isinstance(stmt, Assign | Havoc) and isinstance(stmt.target, Var):
        return frozenset((stmt.target.name,))
    return frozenset()


# ------------------------------------------------------------------------------------------------------- names as data


class _Taint(Struct):
    """Finds uses of counters and of the size as data, which a smaller instance would change (p01, p09)."""

    parts: tuple[Part, ...]
    ranges: Ranges

    def run(self) -> frozenset[Stmt] | Reason:
        """The conditions on sizes that end runs, which the instance omits (p02)."""
        tainted = set(self.ranges.sizes)
        dropped: set[Stmt] = set()
        for part in self.parts:
            if isinstance(part, ArrayTraversal):
                obstacle = self._sweep(part, frozenset(tainted))
                tainted |= part.counters
            else:
                obstacle = self._straight(part, tainted, dropped, top=True)
            if obstacle is not None:
                return obstacle
        return frozenset(dropped)

    def _sweep(self, sweep: ArrayTraversal, tainted: frozenset[str]) -> Reason | None:
        names_only = tainted | sweep.counters
        updates = {update for a in sweep.facts.accelerable for update in a.updates}
        _, other = counted_conjuncts(sweep)
        if any(outside_indices(part) & names_only for part in other):
            return refused(f"the test of the loop at line {sweep.line} reads sizes or counters as data", sweep.facts)
        for stmt in statements(sweep.statements):
            if stmt in updates:
                continue
            used = frozenset(name for expr in expressions(stmt) for name in outside_indices(expr)) & names_only
            if isinstance(stmt, Assign | Havoc) and isinstance(stmt.target, Element):
                used = self._value(stmt) & names_only
            if used:
                return refused(f"line {stmt.where.line} reads {', '.join(sorted(used))} as data (p01)", sweep.facts)
        return None

    def _value(self, stmt: Assign | Havoc) -> frozenset[str]:
        return outside_indices(stmt.value) if isinstance(stmt, Assign) else frozenset()

    def _straight(self, code: Straight, tainted: set[str], dropped: set[Stmt], *, top: bool) -> Reason | None:
        for stmt in code:
            obstacle = self._stmt(stmt, tainted, dropped, top=top)
            if obstacle is not None:
                return obstacle
        return None

    def _stmt(self, stmt: Stmt, tainted: set[str], dropped: set[Stmt], *, top: bool) -> Reason | None:
        used = frozenset(name for expr in expressions(stmt) for name in outside_indices(expr)) & tainted
        match stmt:
            case Assign(target=Var(name=name)):
                if used:
                    tainted.add(name)
                elif top and name not in self.ranges.sizes:
                    tainted.discard(name)
                return None
            case Havoc(target=Var(name=name)):
                if top and name not in self.ranges.sizes:
                    tainted.discard(name)
                return None
            case Assign(target=Element()) if not self._value(stmt) & tainted:
                return None
            case Havoc():
                return None
            case If(then=then, orelse=no) if used and all(isinstance(s, Halt) for s in statements((*then, *no))):
                dropped.add(stmt)
                return None
            case If(then=then, orelse=orelse) if not used:
                return self._straight(then, tainted, dropped, top=False) or self._straight(
                    orelse, tainted, dropped, top=False
                )
            case _ if used:
                return _as_data(stmt, used)
            case _:
                return None


def _as_data(stmt: Stmt, used: frozenset[str]) -> Reason:
    return Reason(refused("").kind, f"line {stmt.where.line} reads {', '.join(sorted(used))} as data (p01)", stmt.where)
