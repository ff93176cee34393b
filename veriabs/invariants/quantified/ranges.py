"""Describe the cells that a loop has passed, or not yet, by its counters and by carried positions.

    for (i = 1; i < n; i += 2)    passed: 1 <= cell && cell < i, also with (cell - 1) % 2 == 0;  not yet: i <= cell < n
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations, product

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjunction,
    conjuncts,
    elements_of,
    expressions,
    integer,
    names,
    negate,
    reads_cell,
    statements,
    substitute,
    target_name,
    uncast,
    walk,
    writes,
)
from veriabs.core.expressions import Binary, Conditional, Const, Element, Expr, Var
from veriabs.core.loop_model import CELL, OTHER, LoopFacts
from veriabs.core.program import Program
from veriabs.core.statements import Assign, If, Loop, LoopId, Stmt
from veriabs.core.types import LLONG
from veriabs.invariants.limits import wide
from veriabs.invariants.quantified.circular_buffer import CircularBuffer, circular_buffers, whole_numbers
from veriabs.invariants.quantified.facts import ends_run
from veriabs.invariants.quantified.forward_substitution import substituted_paths
from veriabs.invariants.quantified.in_place_map import is_in_place_map
from veriabs.invariants.quantified.path_conditions import loop_nests

MOST_STRIDES = 2
"""The number of strides in a program."""

MOST_MARKS = 6
"""The number of expressions that separate the cells of one loop."""


class Surroundings(Struct, frozen=True):
    """Information about all loops of a program: the bounds and initial values of their counters.

    `starts` are constants that scalars are set to in the code before each loop, by its id. `positions` are counters
    that end where a search ends.
    """

    program: Program
    bounds: tuple[Expr, ...]
    starts: Mapping[LoopId, Mapping[str, Expr]]
    positions: tuple[Var, ...] = ()
    strides: tuple[Expr, ...] = ()
    """Expressions that select the cells of a stride, for loops with a step above one."""
    passed: Mapping[LoopId, Expr] = {}
    """The cells that a loop has passed at its end, if it counts from a constant to a bound."""
    sized: frozenset[str] = frozenset()
    """Scalars that are used as an index or compared by size."""
    circular_buffers: Mapping[LoopId, tuple[CircularBuffer, ...]] = {}


def surroundings_of(program: Program) -> Surroundings:
    """The surroundings of all loops of a program."""
    plain = Surroundings(program, _bounds(program), dict(_starts(program.body, {})), sized=_index_scalars(program))
    searches = [nest[-1] for nest in loop_nests(program) if not nest[-1].exact]
    found = (v for facts in searches for v, _, _ in counters_of(plain, facts) if v not in _doubles(plain, facts))
    strides = (one for nest in loop_nests(program) for one in _strides(plain, nest[-1]))
    return replace(
        plain,
        positions=tuple(dict.fromkeys(found))[:MOST_MARKS],
        strides=tuple(dict.fromkeys(strides))[:MOST_STRIDES],
        circular_buffers=circular_buffers(program),
        passed={nest[-1].loop.id: span for nest in loop_nests(program) for span in _passed_ranges(plain, nest[-1])},
    )


def _passed_ranges(around: Surroundings, facts: LoopFacts) -> Iterator[Expr]:
    starts = around.starts.get(facts.loop.id, {})
    for part in conjuncts(facts.loop.test):
        match part:
            case Binary(op="<", left=Var(name=name), right=bound) if name in starts and bound in around.bounds:
                yield _span(starts[name], bound)
            case _:
                pass


def ranges(around: Surroundings, nest: tuple[LoopFacts, ...]) -> Iterator[Expr]:
    """The cells that the loops have passed, or not yet, at the head of the innermost one: all, and those of each
    stride."""
    spans = list(_whole_ranges(around, nest))
    for stride in around.strides:
        yield from (Binary("&&", span, stride) for span in spans)
    yield from spans


def _whole_ranges(around: Surroundings, nest: tuple[LoopFacts, ...]) -> Iterator[Expr]:
    zero, bounds = integer(0, LLONG), around.bounds
    doubles = {variable for facts in nest for variable in _doubles(around, facts)}
    counters = [one for facts in nest for one in counters_of(around, facts) if one[0] not in doubles]
    for variable, start, ascending in counters:
        yield passed_cells(variable, start, ascending)
    rising = [v for v, _, up in counters if up]
    for low, high in product(rising, [v for v, _, up in counters if not up]):
        yield _span(low, _plus_one(high))
    for low, high in combinations(rising, 2):
        yield _span(low, high)
    own = {variable.name: (start, up) for variable, start, up in counters_of(around, nest[-1])}
    for index in _written_indices(nest[-1].loop):
        match index:
            case Binary(op="+" | "-", left=Var(name=name), right=Const()) if name in own:
                start, up = own[name]
                yield passed_cells(index, substitute(index, {name: start}), up)
            case _:
                pass
    for variable, start, up in _moved_first(nest[-1], own):
        yield _span(start, _plus_one(variable)) if up else _span(variable, _plus_one(start))
    ended = [v for v in around.positions if v.name not in nest[-1].written] if is_in_place_map(nest[-1].loop) else []
    for mark in _marks(around, nest[-1], [variable for variable, _, _ in counters]):
        if mark in doubles:
            continue
        yield _span(zero, mark)
        for bound in bounds:
            yield _span(mark, bound)
            yield _span(_plus_one(mark), bound)
        yield from (_span(mark, position) for position in ended if position not in doubles)
    for bound in (*around.positions, *bounds):
        yield _span(zero, bound)
    yield from dict.fromkeys(around.passed.values())
    buffers = around.circular_buffers.get(nest[-1].loop.id, ())
    wrapping = {position for buffer in buffers for position in buffer.positions}
    for low, high in permutations([v for v in _carried_indices(around, nest[-1]) if v not in wrapping], 2):
        yield _span(low, high)
    for buffer in buffers:
        yield from buffer.spans()


def pair_ranges(around: Surroundings, nest: tuple[LoopFacts, ...]) -> Iterator[Expr]:
    """Pairs of cells relative to a mark: before it, with the cell at it, after it, and on both sides; `CELL` is the
    lower index.

    The bounds of inner loops are marks as well. In a nested loop there are pairs up to the outer counter without the
    cell written next, since a loop that shifts cells has not filled that one yet. A loop that neither writes cells nor
    assumes anything about them preserves all facts from before it, so it needs them only if it finds a position.
    """
    program, bounds, ordered = around.program, around.bounds, Binary("<", CELL, OTHER)
    tells = _determines_cells(program, nest[-1].loop)
    if not tells and not _finds_positions(nest[-1]):
        return
    counters = [variable for facts in nest for variable, _, _ in counters_of(around, facts)]
    low = Binary("<=", integer(0, LLONG), CELL)
    ends = [end for facts in nest for one in _computed_bounds(facts.loop) for end in (one, _plus_one(one))]
    marks = [*_marks(around, nest[-1], counters), *ends]
    for mark in marks if tells else [one for one in marks if not names(one) & nest[-1].written]:
        yield conjunction((low, ordered, Binary("<", OTHER, wide(mark))))
        if tells:
            yield conjunction((low, ordered, Binary("==", OTHER, wide(mark))))
        for bound in bounds:
            high = Binary("<", OTHER, wide(bound))
            yield conjunction((low, Binary("<", CELL, wide(mark)), Binary("<=", wide(mark), OTHER), high))
            yield conjunction((Binary("<=", wide(mark), CELL), ordered, high))
    for bound in bounds:
        yield conjunction((low, ordered, Binary("<", OTHER, wide(bound))))
    outer = [variable for facts in nest[:-1] for variable, _, up in counters_of(around, facts) if up]
    for last, hole in product(outer, map(wide, _written_indices(nest[-1].loop))):
        others = (Binary("!=", CELL, hole), Binary("!=", OTHER, hole))
        yield conjunction((low, ordered, Binary("<=", OTHER, wide(last)), *others))


def _computed_bounds(loop: Loop) -> list[Expr]:
    """The computed bounds of the loop's counters and of inner loops."""
    tests = (part for s in statements((loop,)) if isinstance(s, Loop) for part in conjuncts(s.test))
    ends = (t.right for t in tests if isinstance(t, Binary) and t.op == "<" and isinstance(t.right, Binary))
    return [end for end in dict.fromkeys(ends) if not reads_cell(end)]


def _moved_first(facts: LoopFacts, own: Mapping[str, tuple[Expr, bool]]) -> Iterator[tuple[Var, Expr, bool]]:
    """Counters that an iteration moves before it reads at them, so that the range ends at their value."""
    written = {s.target: place for place, s in enumerate(facts.loop.body) if isinstance(s, Assign)}
    read = {i for s in facts.loop.body for e in elements_of((s,)) for i in e.indices}
    for variable in (v for v in written if isinstance(v, Var) and v.name in own and v in read):
        if not any(variable in e.indices for e in elements_of(facts.loop.body[: written[variable]])):
            yield (variable, *own[variable.name])


def _determines_cells(program: Program, loop: Loop) -> bool:
    assumed = (s.test for s in statements((loop,)) if isinstance(s, If) and ends_run(s.then))
    return not program.arrays.keys().isdisjoint(writes((loop,))) or any(map(reads_cell, assumed))


def _finds_positions(facts: LoopFacts) -> bool:
    """Does it carry a scalar index other than the counter of its iterations?"""
    counters = {a.variable.name for a in facts.accelerable} if facts.exact else set()
    found = facts.written - facts.private - counters
    return any(names(index) & found for e in elements_of((facts.loop,)) for index in e.indices)


def _written_indices(loop: Loop) -> list[Expr]:
    """The indices of one-dimensional writes that read no cell."""
    targets = (s.target for s in statements(loop.body) if isinstance(s, Assign))
    found = (t.indices[0] for t in targets if isinstance(t, Element) and len(t.indices) == 1)
    return [index for index in dict.fromkeys(found) if not isinstance(index, Const) and not reads_cell(index)]


def _marks(around: Surroundings, facts: LoopFacts, counters: Iterable[Expr]) -> list[Expr]:
    """The expressions that may separate the cells that the loop has processed from the others."""
    loop = facts.loop
    used = [e.indices[0] for e in elements_of((loop,)) if len(e.indices) == 1]
    plain = [t for t in used if not (isinstance(t, Const) or reads_cell(t) or names(t) & facts.private)]
    return list(dict.fromkeys((*counters, *plain, *_carried_indices(around, facts))))[:MOST_MARKS]


def _carried_indices(around: Surroundings, facts: LoopFacts) -> list[Var]:
    """The integers that an iteration takes from the previous one and that are indices or compared by size."""
    return whole_numbers(around.program, (facts.written - facts.private) & around.sized)


def _index_scalars(program: Program) -> frozenset[str]:
    """Scalars in indices and in comparisons by size, and scalars copied to such (`a[n++]`)."""
    every = [part for stmt in statements(program.body) for expr in expressions(stmt) for part in walk(expr)]
    found = [one for part in every if isinstance(part, Element) for one in part.indices]
    found += [part for part in every if isinstance(part, Binary) and part.op in ("<", "<=", ">", ">=")]
    about = frozenset().union(*map(names, found))
    placed = about.union(*(names(index) for e in elements_of(program.body) for index in e.indices))
    copies = (s for s in statements(program.body) if isinstance(s, Assign) and isinstance(uncast(s.value), Var))
    return about.union(*(names(s.value) for s in copies if target_name(s.target) in placed))


def counters_of(around: Surroundings, facts: LoopFacts) -> list[tuple[Var, Expr, bool]]:
    """The counters of a loop with their initial values and directions."""
    found: list[tuple[Var, Expr, bool]] = []
    starts = around.starts.get(facts.loop.id, {})
    for a in facts.accelerable:
        update = a.updates[0].value if len(a.updates) == 1 else None
        if isinstance(update, Binary) and update.op in ("+", "-") and isinstance(update.right, Const):
            up = (update.op == "+") == (update.right.value > 0)
            found.append((a.variable, starts.get(a.variable.name, a.start), up))
    return found


def _strides(around: Surroundings, facts: LoopFacts) -> Iterator[Expr]:
    """`(cell - 1) % 4 == 0` for a counter that starts at 1 with step 4."""
    starts = around.starts.get(facts.loop.id, {})
    for a in facts.accelerable:
        match starts.get(a.variable.name), [one.value for one in a.updates]:
            case Const(value=int(start)), [Binary(op="+" | "-", right=Const(value=int(step)))] if abs(step) > 1:
                away = Binary("-", CELL, integer(rest, LLONG)) if (rest := start % abs(step)) else CELL
                yield Binary("==", Binary("%", away, integer(abs(step), LLONG)), integer(0, LLONG))
            case _:
                pass


def _doubles(around: Surroundings, facts: LoopFacts) -> set[Var]:
    """Counters that always equal another one of the loop."""
    starts = around.starts.get(facts.loop.id, {})
    forms: dict[Expr, Var] = {}
    for a in facts.accelerable:
        known = {a.start.name: starts[a.variable.name]} if a.variable.name in starts else {}
        forms.setdefault(substitute(a.form, known), a.variable)
    return {a.variable for a in facts.accelerable} - set(forms.values())


def _starts(body: tuple[Stmt, ...], before: Mapping[str, Expr]) -> Iterator[tuple[LoopId, Mapping[str, Expr]]]:
    known = dict(before)
    for stmt in body:
        match stmt:
            case Loop(body=below):
                yield stmt.id, dict(known)
                known = _forget_written(known, stmt)
                yield from _starts(below, known)
            case If(then=then, orelse=orelse):
                yield from _starts(then, known)
                yield from _starts(orelse, known)
                known = _forget_written(known, stmt)
            case Assign(target=Var(name=name), value=Const() as value):
                known[name] = value
            case Assign(target=Var(name=name)):
                known.pop(name, None)
            case _:
                pass


def _forget_written(known: Mapping[str, Expr], stmt: Stmt) -> dict[str, Expr]:
    lost = writes((stmt,))
    return {name: value for name, value in known.items() if name not in lost}


def _bounds(program: Program) -> tuple[Expr, ...]:
    """The scalars and constants that counters are compared with, or at which a terminator is written; all are
    positive."""
    loops = [s for s in statements(program.body) if isinstance(s, Loop)]
    expand_shorthand = [path.stmt for path in substituted_paths(program) if isinstance(path.stmt, Loop)]
    found: list[Expr] = []
    for part in (part for s in (*loops, *expand_shorthand) for part in conjuncts(s.test)):
        match part:
            case Binary(op="<" | ">" | "!=", left=Var(), right=(Var() | Const()) as bound):
                found.append(bound)
            case Binary(op="<=", left=Var(), right=Var() as bound):
                found.append(_plus_one(bound))
            case Binary(op="<", left=Var(), right=Conditional() as bound) if not reads_cell(bound):
                found.append(bound)
            case _:
                pass
    found += _terminator_indices(program)
    return tuple(one for one in dict.fromkeys(found) if not isinstance(one, Const) or one.value > 0)


def _terminator_indices(program: Program) -> Iterator[Var]:
    """The index at which a string's terminator is written after a loop filled it."""
    moved = {name for stmt in program.body if isinstance(stmt, Loop) for name in writes((stmt,))}
    for stmt in program.body:
        match stmt:
            case Assign(target=Element(indices=(Var(name=name) as end,)), value=Const(value=0)) if name in moved:
                yield end
            case _:
                pass


def passed_cells(now: Expr, start: Expr, ascending: bool) -> Expr:
    """The cells from an index's initial value up to its current value, exclusive."""
    return _span(start, now) if ascending else _span(_plus_one(now), _plus_one(start))


def _span(low: Expr, high: Expr) -> Expr:
    return Binary("&&", Binary("<=", wide(low), CELL), Binary("<", CELL, wide(high)))


def _plus_one(expr: Expr) -> Expr:
    return Binary("+", wide(expr), integer(1, LLONG))


def implied(span: Expr, fact: Expr) -> Expr:
    """`span => fact`; the sample filter looks for runs with a nonempty span."""
    return Binary("||", negate(span), fact)
