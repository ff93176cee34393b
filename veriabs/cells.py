"""Candidate invariants about one arbitrary cell (theory 6.2, one-cell facts): `lo <= cell && cell < i  =>  fact(cell)`.

And about two, where the assertion reads two cells: `cell < i && i <= other && other < n  =>  fact(cell, other)`.

Nothing here is believed: the cut program asserts each candidate at the loop's entry and after an arbitrary iteration,
for an arbitrary cell. What is proved of an arbitrary cell holds of every one, so it may be assumed of several at once.

The facts come from the program itself: what the assertion says of its index, what a loop writes to a cell and under
which condition, and which conditions on a cell a loop has decided. The ranges are those that a loop has gone through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product

from veriabs.bounds import CELL, OTHER, Goal, Invariants
from veriabs.ctree import (
    conjunction,
    conjuncts,
    elements_of,
    integer,
    map_parts,
    names,
    negate,
    reads_cell,
    statements,
    substitute,
    walk,
    writes,
)
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import rotate
from veriabs.model import (
    LLONG,
    Assert,
    Assign,
    Binary,
    Cast,
    Conditional,
    Const,
    Element,
    Expr,
    If,
    IntType,
    Loop,
    LoopFacts,
    Program,
    Stmt,
    Unary,
    Var,
    Where,
)

MOST_MARKS = 6
"""Expressions that divide the cells of one loop."""

MOST_FACTS = 400
"""Candidates of one loop."""


@dataclass(frozen=True, slots=True)
class _Path:
    """A statement with the loops around it, outermost first, and the conditions under which the innermost runs it."""

    stmt: Stmt
    loops: tuple[Loop, ...]
    guards: tuple[Expr, ...]


def goal_of(program: Program, assertion: Assert) -> Goal:
    """The assertion with the index that it is about."""
    home = next((path for path in _paths(program.body) if path.stmt == assertion), None)
    about = _indices((assertion.test, *(home.guards if home else ())))
    index = next((term for term in about if not isinstance(term, Const)), None)
    return Goal(assertion, index)


def cell_candidates(program: Program, goal: Goal) -> Invariants:
    """Candidate facts about one cell by the place of their loop; loops that stand there several times get none."""
    facts, held = list(dict.fromkeys(_facts(program, goal))), list(_held(program))
    found: dict[Where, tuple[Expr, ...]] = {}
    nests = list(_nests(program.body, (), [0]))
    counters = frozenset(a.variable.name for nest in nests for a in nest[-1].accelerable)
    times = Counter(nest[-1].loop.where for nest in nests)
    for nest in (one for one in nests if times[one[-1].loop.where] == 1):
        foreign = counters - {a.variable.name for facts in nest for a in facts.accelerable}
        own = [_implied(span, fact) for fact in facts for span in _ranges(program, nest)]
        own += [needed for fact in facts for needed in _needed(nest[-1].loop, fact)]
        own += held
        own = [one for one in dict.fromkeys(own) if not foreign & names(one)]
        found[nest[-1].loop.where] = tuple(own[:MOST_FACTS])
    return {where: exprs for where, exprs in found.items() if exprs}


def pair_goal(program: Program, goal: Goal) -> Goal | None:
    """The assertion with both indices that it is about; None if it does not read two cells."""
    first, *more = _read(program, goal) or (None,)
    return replace(goal, index=first, second=more[0]) if first is not None and more else None


def pair_candidates(program: Program, goal: Goal) -> Invariants:
    """Candidate facts about two cells by the place of their loop: what the assertion says, in either order."""
    found: dict[Where, tuple[Expr, ...]] = {}
    facts = list(_pair_facts(program, goal))
    nests = list(_nests(program.body, (), [0]))
    times = Counter(nest[-1].loop.where for nest in nests)
    for nest in (one for one in nests if facts and times[one[-1].loop.where] == 1):
        spans = tuple(_pair_ranges(program, nest))
        found[nest[-1].loop.where] = tuple(_implied(span, fact) for fact in facts for span in spans)
    return found


def rotated(program: Program) -> Program:
    return replace(program, body=rotate(program.body, [0], program.task.data_model))


# ---------------------------------------------------------------------------------------------------------------- walks


def _paths(body: tuple[Stmt, ...], loops: tuple[Loop, ...] = (), guards: tuple[Expr, ...] = ()) -> Iterator[_Path]:
    """Every statement with what is around it; a statement behind `if (c) <jump>` runs under `!c`."""
    for stmt in body:
        yield _Path(stmt, loops, guards)
        match stmt:
            case If(test=test, then=then, other=other):
                yield from _paths(then, loops, (*guards, test))
                yield from _paths(other, loops, (*guards, negate(test)))
            case Loop(body=inner, update=update):
                yield from _paths((*inner, *update), (*loops, stmt), ())
            case _:
                pass


def _nests(body: Iterable[Stmt], around: tuple[LoopFacts, ...], count: list[int]) -> Iterator[tuple[LoopFacts, ...]]:
    """Every loop with those around it, numbered in textual order as in the cut program."""
    for stmt in body:
        if isinstance(stmt, If):
            yield from _nests((*stmt.then, *stmt.other), around, count)
        elif isinstance(stmt, Loop):
            count[0] += 1
            nest = (*around, facts_of(count[0], stmt))
            yield nest
            yield from _nests(stmt.body, nest, count)


def _indices(exprs: Iterable[Expr]) -> list[Expr]:
    """Indices of one-dimensional reads, without repetition; those that read arrays themselves come last."""
    found = [
        node.indices[0]
        for expr in exprs
        for node in walk(expr)
        if isinstance(node, Element) and len(node.indices) == 1
    ]
    return sorted(dict.fromkeys(found), key=reads_cell)


# ---------------------------------------------------------------------------------------------------------------- facts


def _facts(program: Program, goal: Goal) -> Iterator[Expr]:
    """What may hold of a cell, over `CELL`, scalars and arrays."""
    paths = list(_paths(program.body))
    home = next((path for path in paths if path.stmt == goal.assertion), None)
    if home is not None:
        for index in _indices((goal.assertion.test, *home.guards)):
            yield from _at_cell(index, _guarded(home.guards, goal.assertion.test))
    for path in paths:
        if path.loops:
            yield from _of_statement(path)


def _read(program: Program, goal: Goal) -> list[Expr]:
    """The indices that the assertion, or a condition around it, reads at, but for constants."""
    home = next((path for path in _paths(program.body) if path.stmt == goal.assertion), None)
    terms = _indices((goal.assertion.test, *(home.guards if home else ())))
    return [term for term in terms if not isinstance(term, Const) and not reads_cell(term)]


def _pair_facts(program: Program, goal: Goal) -> Iterator[Expr]:
    """The assertion over `CELL` and `OTHER`, as it is and with both exchanged."""
    home = next((path for path in _paths(program.body) if path.stmt == goal.assertion), None)
    if home is None or goal.index is None or goal.second is None:
        return
    about = _guarded(home.guards, goal.assertion.test)
    moving = names(goal.index) | names(goal.second)
    for one, two in ((CELL, OTHER), (OTHER, CELL)):
        fact = _read_at(about, {goal.index: one, goal.second: two})
        if not names(fact) & moving:
            yield fact


def _read_at(expr: Expr, new: Mapping[Expr, Expr]) -> Expr:
    """The expression with cells at other indices."""

    def change(part: Expr) -> Expr:
        if isinstance(part, Element):
            return replace(part, indices=tuple(new.get(index, index) for index in part.indices))
        return part

    return map_parts(expr, change)


def _held(program: Program) -> Iterator[Expr]:
    """`first == a[0]` and `first == b[0]`: what a scalar may hold that was read from a fixed cell."""
    for path in _paths(program.body):
        match path.stmt:
            case Assign(target=Var() as target, value=Element(indices=(Const(),) as at, type=kind)) if not path.loops:
                for array in program.arrays.values():
                    if array.type == kind and len(array.sizes) == 1:
                        yield Binary("==", target, Element(array.name, at, kind))
            case _:
                pass


def _of_statement(path: _Path) -> Iterator[Expr]:
    match path.stmt:
        case Assign(target=Element(indices=(index,)) as target, value=value):
            if target not in walk(value):
                yield from _at_cell(index, _guarded(path.guards, Binary("==", target, value)))
        case If(test=test, then=then):
            for index in _indices((test,)):
                yield from _at_cell(index, negate(test))
                yield from _at_cell(index, test)
                for flag in _flags(then):
                    yield from _at_cell(index, Binary("||", flag, negate(test)))
        case Loop(test=test):
            for part in conjuncts(test):
                for index in _indices((part,)):
                    yield from _at_cell(index, part)
        case _:
            pass


def _flags(body: tuple[Stmt, ...]) -> list[Expr]:
    """`found == 1` for every constant that the body assigns to a scalar."""
    assigned = (s for s in body if isinstance(s, Assign) and isinstance(s.target, Var) and isinstance(s.value, Const))
    return [Binary("==", s.target, s.value) for s in assigned]


def _guarded(guards: tuple[Expr, ...], fact: Expr) -> Expr:
    return Binary("||", negate(conjunction(guards)), fact) if guards else fact


def _at_cell(index: Expr, fact: Expr) -> Iterator[Expr]:
    """The fact about the cell at the index as one about `CELL`: for `v + c` the variable becomes `CELL - c`."""
    fact = _with(fact, index, CELL)
    match index:
        case Var():
            yield fact
        case Binary(op="+" | "-" as op, left=Var() as variable, right=Const(value=int(value))):
            yield substitute(fact, {variable.name: Binary("-" if op == "+" else "+", CELL, integer(value, LLONG))})
        case Binary(op="-", left=base, right=Var() as variable) if variable not in walk(base):
            yield substitute(fact, {variable.name: Binary("-", base, CELL)})
        case _:
            return


def _needed(loop: Loop, fact: Expr) -> Iterator[Expr]:
    """What has to hold of scalars so that a write makes the fact true of the cell that it writes."""
    read = [node for node in walk(fact) if isinstance(node, Element) and node.indices == (CELL,)]
    for path in _paths((*loop.body, *loop.update)):
        match path.stmt:
            case Assign(target=Element(array=array, indices=(index,)), value=value):
                for cell in (one for one in read if one.array == array):
                    written = substitute(_with(fact, cell, value), {CELL.name: Cast(LLONG, index)})
                    yield _guarded(path.guards, written)
            case _:
                pass


def _with(expr: Expr, old: Expr, new: Expr) -> Expr:
    """The expression with one of its parts replaced."""
    if expr == old:
        return new
    match expr:
        case Element(array=array, indices=indices, type=kind):
            return Element(array, tuple(_with(index, old, new) for index in indices), kind)
        case Unary(op=op, operand=operand):
            return Unary(op, _with(operand, old, new))
        case Binary(op=op, left=left, right=right):
            return Binary(op, _with(left, old, new), _with(right, old, new))
        case Conditional(test=test, then=then, other=other):
            return Conditional(_with(test, old, new), _with(then, old, new), _with(other, old, new))
        case Cast(type=kind, operand=operand):
            return Cast(kind, _with(operand, old, new))
        case _:
            return expr


# --------------------------------------------------------------------------------------------------------------- ranges


def _ranges(program: Program, nest: tuple[LoopFacts, ...]) -> Iterator[Expr]:
    """Cells that the loops have gone through, or not yet, when the innermost one is at its head."""
    zero, bounds = integer(0, LLONG), _bounds(program)
    counters = [counter for facts in nest for counter in _counters(program, facts)]
    for variable, start, ascending in counters:
        yield _span(start, variable) if ascending else _span(_after(variable), _after(start))
    rising = [v for v, _, up in counters if up]
    for low, high in product(rising, [v for v, _, up in counters if not up]):
        yield _span(low, _after(high))
    for low, high in combinations(rising, 2):
        yield _span(low, high)
    for mark in _marks(program, nest[-1], [variable for variable, _, _ in counters]):
        yield _span(zero, mark)
        for bound in bounds:
            yield _span(mark, bound)
            yield _span(_after(mark), bound)
    for bound in bounds:
        yield _span(zero, bound)
    for low, high in permutations(_carried(program, nest[-1]), 2):
        yield _span(low, high)


def _pair_ranges(program: Program, nest: tuple[LoopFacts, ...]) -> Iterator[Expr]:
    """Pairs in front of a mark, behind it, and on both sides of it; `CELL` is the lesser index.

    Loops that write no array change nothing of what holds in front of them, if they stand in no loop that does.
    """
    bounds, ordered = _bounds(program), Binary("<", CELL, OTHER)
    counters = [variable for facts in nest for variable, _, _ in _counters(program, facts)]
    low = Binary("<=", integer(0, LLONG), CELL)
    writing = not program.arrays.keys().isdisjoint(writes((nest[0].loop,)))
    for mark in _marks(program, nest[-1], counters) if writing else ():
        yield conjunction((low, ordered, Binary("<", OTHER, _wide(mark))))
        for bound in bounds:
            high = Binary("<", OTHER, _wide(bound))
            yield conjunction((low, Binary("<", CELL, _wide(mark)), Binary("<=", _wide(mark), OTHER), high))
            yield conjunction((Binary("<=", _wide(mark), CELL), ordered, high))
    for bound in bounds:
        yield conjunction((low, ordered, Binary("<", OTHER, _wide(bound))))


def _marks(program: Program, facts: LoopFacts, counters: list[Expr]) -> list[Expr]:
    """What may divide the cells into those that the loop has dealt with and the others."""
    loop = facts.loop
    used = [e.indices[0] for e in elements_of((loop,)) if len(e.indices) == 1]
    plain = [term for term in used if not isinstance(term, Const) and not reads_cell(term)]
    return list(dict.fromkeys((*counters, *plain, *_carried(program, facts))))[:MOST_MARKS]


def _carried(program: Program, facts: LoopFacts) -> list[Var]:
    """Whole numbers that an iteration takes from the one before it."""
    carried = (program.scalars.get(name) for name in sorted(facts.written - facts.private))
    return [Var(s.name, s.type) for s in carried if s is not None and isinstance(s.type, IntType) and s.type.bits > 1]


def _counters(program: Program, facts: LoopFacts) -> list[tuple[Expr, Expr, bool]]:
    """Counters of a loop with their start and whether they go up."""
    found: list[tuple[Expr, Expr, bool]] = []
    starts = _starts(program.body, facts.loop) or {}
    for a in facts.accelerable:
        update = a.updates[0].value if len(a.updates) == 1 else None
        if isinstance(update, Binary) and update.op in ("+", "-") and isinstance(update.right, Const):
            up = (update.op == "+") == (update.right.value > 0)
            found.append((a.variable, starts.get(a.variable.name, a.start), up))
    return found


def _starts(body: tuple[Stmt, ...], loop: Loop) -> dict[str, Expr] | None:
    """Constants that scalars are set to in the straight-line code right in front of a loop; None if it is not here."""
    known: dict[str, Expr] = {}
    for stmt in body:
        inner: dict[str, Expr] | None = None
        match stmt:
            case Loop(body=below):
                if stmt is loop:
                    return known
                inner, known = _starts(below, loop), {}
            case If(then=then, other=other):
                inner = _starts(then, loop) or _starts(other, loop)
            case Assign(target=Var(name=name), value=value):
                known.pop(name, None)
                known |= {name: value} if isinstance(value, Const) else {}
            case _:
                pass
        if inner is not None:
            return inner
    return None


def _bounds(program: Program) -> list[Expr]:
    """What counters are compared with: scalars and constants."""
    tests = (part for s in statements(program.body) if isinstance(s, Loop) for part in conjuncts(s.test))
    found: list[Expr] = []
    for part in tests:
        match part:
            case Binary(op="<" | ">" | "!=", left=Var(), right=(Var() | Const()) as bound):
                found.append(bound)
            case _:
                pass
    return list(dict.fromkeys(found))


def _span(low: Expr, high: Expr) -> Expr:
    return Binary("&&", Binary("<=", _wide(low), CELL), Binary("<", CELL, _wide(high)))


def _after(expr: Expr) -> Expr:
    return Binary("+", _wide(expr), integer(1, LLONG))


def _wide(expr: Expr) -> Expr:
    match expr:
        case Const(value=int(value), type=IntType()):
            return integer(value, LLONG)
        case _:
            return Cast(LLONG, expr)


def _implied(span: Expr, fact: Expr) -> Expr:
    """`span => fact`; the sieve looks for runs in which the span is not empty."""
    return Binary("||", negate(span), fact)
