"""Make candidate invariants about scalars that a loop carries from one iteration to the next (docs/theory.md 6.2).

    for (i = 0; i < n; i++) if (a[i]) count++;      // candidates: 0 <= count, count <= i, count <= j - 1, ...

A candidate relates a scalar v, its value at the loop's entry, and the iteration number j. Each costs
only solver time if it is wrong: the bounds program asserts it at the loop's entry and after an arbitrary iteration in
which all candidates held. Candidates that fail are dropped and the rest is tried again (Houdini).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from itertools import combinations, takewhile

from veriabs.core.components import component, no_tuple, nothing
from veriabs.core.ctree import conjuncts, expressions, integer, names, reads_cell, statements, target_name, walk, writes
from veriabs.core.expressions import Apply, Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import CELL, ITERATION, OTHER, Accelerable, entry_of
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import Outcome
from veriabs.core.statements import Assert, Assign, Break, CheckId, CheckKind, Havoc, If, Loop, LoopId, Stmt
from veriabs.core.types import BOOL, INT, LLONG, IntType
from veriabs.core.verdict import restrict
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.canonical_form import distinct
from veriabs.invariants.limits import limits, wide
from veriabs.loops.accelerate import constant_step
from veriabs.loops.facts import facts_of
from veriabs.loops.rotate import latch_condition
from veriabs.loops.trips import Sentinels, SentinelWrites, searched_arrays, sentinel_cells

FactAtLoop = tuple[LoopId, Expr]
"""A fact about a loop."""

MOST_STEPS = 3
"""The number of constants by which one scalar is moved."""

FEW_BITS = 16
"""Bounds of sums over types with at most this many bits use the exact maximum of the type."""

MOST_SENTINELS = 4
"""The number of sentinel cells of one array, the latest written ones."""

MOST_CARRIED = 8
"""Loops that carry more scalars get no candidates about pairs of them."""


def candidates(program: Program, *, private: bool = False, uncounted: Container[LoopId] = ()) -> Invariants:
    """The candidates about scalars, by loop.

    `private` adds candidates about scalars that are read after the loop though no iteration uses their old value.
    Loops that are `uncounted` have no closed forms, so their counters get candidates too.
    """
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    ends, read = _search_sentinels(program), reads_of(program.body if private else ())
    types = content_types(program)

    def kept(loop: Loop) -> Iterator[Expr]:
        return kept_cells(program, loop, ends[loop.id])

    def outside(loop: Loop) -> frozenset[str]:
        return frozenset((read - reads_of((loop,))).keys() if private else ())

    return by_loop(
        (
            loop,
            (
                *user_invariants(program, loop),
                *asserted(loop),
                *kept(loop),
                *_loop_candidates(program, loop, outside(loop), types, loop.id in uncounted),
            ),
        )
        for loop in loops
    )


def asserted(loop: Loop) -> Iterator[Expr]:
    """The assertions directly before each repeated test, such as that the test accesses nothing out of bounds.

    A run that violates one has ended. The checks of a test stand before the loop as well, so that they are inductive,
    and then no access in the test can fail.
    """
    for stmt in takewhile(lambda one: isinstance(one, Assert), reversed(loop.update)):
        assert isinstance(stmt, Assert)
        if stmt.kind.ends_run and not any(isinstance(part, Element | Apply) for part in walk(stmt.test)):
            yield stmt.test


def _search_sentinels(program: Program) -> Sentinels:
    """The sentinel cells before each loop that may end its search, if no loop in between overwrites them."""
    wanted = searched_arrays(program)
    return {
        loop: {array: cells for array, cells in planted.items() if array in wanted}
        for loop, planted in sentinel_cells(program).items()
    }


@component("kept_sentinels", nothing)
def kept_cells(program: Program, loop: Loop, planted: SentinelWrites) -> Iterator[Expr]:
    """Candidates that the loop preserves the sentinel cells of arrays that it writes."""
    written = writes((loop,))
    for array, cells in planted.items():
        ctype = program.arrays[array].type
        for place, value in cells[:MOST_SENTINELS] if array in written and isinstance(ctype, IntType) else ():
            if isinstance(value, Const) and not names(place) & written:
                yield Binary("==", Element(array, (place,), ctype), value)


def user_invariants(program: Program, loop: Loop, *, of_cells: bool = False) -> Iterator[Expr]:
    """The user's invariants about scalars, or (`of_cells`) about an arbitrary cell, if their variables still exist.

    A fact about two cells counts as one about a cell.
    """
    known = program.scalars.keys() | program.arrays.keys()
    known |= {entry_of(Var(s.name, s.type)).name for s in program.scalars.values()}
    for fact in (one.fact for one in loop.given if one.fact is not None):
        about = names(fact)
        if (CELL.name in about) == of_cells and about - {CELL.name, OTHER.name} <= known:
            yield fact


def reads_of(body: Iterable[Stmt]) -> Counter[str]:
    """The number of reads of each scalar and array."""
    return Counter(name for stmt in statements(body) for expr in expressions(stmt) for name in names(expr))


@component("scalar_templates", no_tuple)
def _loop_candidates(
    program: Program, loop: Loop, read: frozenset[str], types: list[IntType], is_uncounted: bool
) -> tuple[Expr, ...]:
    """The candidates of one loop; `read` are the private scalars that get some, `types` those of the program's data."""
    facts = facts_of(0, loop)
    counters = {a.variable.name for a in facts.accelerable}
    carried = [
        Var(s.name, s.type)
        for name in sorted(facts.written - counters - (facts.private - read))
        if (s := program.scalars.get(name)) is not None and isinstance(s.type, IntType)
    ]
    found = [expr for v in carried for expr in (*_scalar_candidates(loop, v), *_sum_bounds(v, types))]
    found += _alternating(loop, carried)
    found += _unchanged_unless_leaving(program, loop, facts.written - {v.name for v in carried})
    found += _test_candidates(loop, facts.written)
    found += limits(program, facts)
    found += _narrow_closed_forms(facts.accelerable)
    if facts.trips is None or is_uncounted:
        found += _progress(loop, carried)
        found += _monotonicity([Var(a.variable.name, a.variable.type) for a in facts.accelerable])
        found += _bounds_by_counters(loop, carried, facts.accelerable) if len(carried) <= MOST_CARRIED else ()
    if len(carried) <= MOST_CARRIED:
        found += [expr for v, w in combinations(carried, 2) if is_flag(v) == is_flag(w) for expr in _pairwise(v, w)]
    return tuple(found)


def _unchanged_unless_leaving(program: Program, loop: Loop, written: frozenset[str]) -> Iterator[Expr]:
    """Candidates `v == v_at_entry` for scalars that an iteration assigns only if it leaves the loop."""
    for name in sorted(written - writes((*_without_leaving_branches(loop.body), *loop.update))):
        scalar = program.scalars.get(name)
        if scalar is not None and isinstance(scalar.type, IntType):
            yield Binary("==", v := Var(scalar.name, scalar.type), entry_of(v))


def _without_leaving_branches(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """The statements of an iteration without the branches that end by leaving the loop."""
    for stmt in body:
        match stmt:
            case If(then=then, orelse=orelse):
                sides = (part for part in (then, orelse) if not (part and isinstance(part[-1], Break)))
                yield from (one for part in sides for one in _without_leaving_branches(part))
            case _:
                yield stmt


def _test_candidates(loop: Loop, written: frozenset[str]) -> list[Expr]:
    """Candidates `i <= n` from a test `i < n`: at the loop's end, one side exceeds the other by at most one step.

    A test at the end of the body holds at the head of each further iteration.
    """
    found: list[Expr] = []
    for part in conjuncts(loop.test):
        match part:
            case Binary(op="<" | "<=" | ">" | ">=" as op, left=Var() as v, right=Var() as w):
                less, more = (v, w) if op in ("<", "<=") else (w, v)
                further = integer(1 if op in ("<=", ">=") else 0, LLONG)
                if {v.name, w.name} <= written:
                    found.append(Binary("<=", wide(less), Binary("+", wide(more), further)))
            case _:
                pass
    if reads_cell(loop.test):  # a search that certainly makes a first iteration
        found.append(Binary("||", Binary("<", integer(1, LLONG), Cast(LLONG, ITERATION)), loop.test))
    for part in () if (test := latch_condition(loop)) is None else conjuncts(test):
        found += [part, Binary("||", Binary("==", ITERATION, integer(1, ITERATION.type)), part)]
    return found


def _monotonicity(counters: list[Var]) -> list[Expr]:
    """Candidates that counters only grow or only fall, and that two counters do not pass each other.

    They are needed if only the test bounds the iterations.
    """
    found: list[Expr] = []
    for v in counters:
        now, entry = wide(v), wide(entry_of(v))
        found += [Binary(">=", now, entry), Binary("<=", now, entry)]
        found += [Binary("<=", now, Binary("+", wide(w), integer(1, LLONG))) for w in counters if w != v]
    return found


def _narrow_closed_forms(counters: Iterable[Accelerable]) -> Iterator[Expr]:
    """Candidates that a counter narrower than int has its closed form without wrapping."""
    for one in counters:
        v, by = Var(one.variable.name, one.variable.type), constant_step(one)
        if by and isinstance(v.type, IntType) and v.type.bits < INT.bits:
            ends = (wide(v), wide(entry_of(v)))
            yield Binary("==", Binary("-", *(ends if by > 0 else ends[::-1])), _times(abs(by), _completed()))


def _progress(loop: Loop, carried: Iterable[Var]) -> Iterator[Expr]:
    """Candidates that the distance which the compared scalar has covered bounds the number of iterations."""
    for v in (v for v in carried if v.name in names(loop.test)):
        now, entry = wide(v), wide(entry_of(v))
        yield from (Binary("<=", _completed(), Binary("-", *ends)) for ends in ((now, entry), (entry, now)))


def _bounds_by_counters(loop: Loop, carried: list[Var], counters: Iterable[Accelerable]) -> Iterator[Expr]:
    """Candidates that a scalar has moved no further than a counter, which holds even if the counter wraps."""
    for one in counters:
        if (by := constant_step(one)) in (1, -1):
            now, entry = wide(c := Var(one.variable.name, one.variable.type)), wide(entry_of(c))
            passed = Binary("-", now, entry) if by == 1 else Binary("-", entry, now)
            for v in carried:
                moved = Binary("-", wide(v), wide(entry_of(v)))
                yield from (Binary("<=", moved, _times(step, passed)) for step in _steps(loop, v))


def _times(step: int, passed: Expr) -> Expr:
    return passed if step == 1 else Binary("*", integer(step, LLONG), passed)


def _scalar_candidates(loop: Loop, v: Var) -> list[Expr]:
    now, entry, passed = wide(v), wide(entry_of(v)), _completed()
    found: list[Expr] = [Binary("==", v, entry_of(v))]
    constants = {s.value for s in statements(loop.body) if isinstance(s, Assign) and s.target == v}
    if constants and all(isinstance(c, Const) for c in constants):
        for c in sorted(constants, key=repr):
            found.append(Binary("||", Binary("==", v, entry_of(v)), Binary("==", v, c)))
        return found
    found += [Binary(">=", now, entry), Binary("<=", now, entry)]
    found += [Binary(">=", v, integer(0))] if isinstance(v.type, IntType) and v.type.signed else []
    for moved in (Binary("-", now, entry), Binary("-", entry, now)):
        for step in _steps(loop, v):
            found += [Binary(op, moved, _times(step, passed)) for op in ("<=", "==")]
    return found


def _steps(loop: Loop, v: Var) -> list[int]:
    """The distances by which one iteration may move a scalar: one, added constants, and their sums along a path."""
    body = (*loop.body, *loop.update)
    steps = [step for stmt in statements(body) if (step := _step(stmt, v))]
    return sorted({1, *steps, max(1, _max_step(body, v))})[:MOST_STEPS]


def _step(stmt: Stmt, v: Var) -> int:
    """The constant that a statement adds to a scalar or subtracts from it; 0 for other statements."""
    match stmt:
        case Assign(target=target, value=Binary(left=left, right=Const(value=int(move)))) if target == left == v:
            return abs(move)
        case _:
            return 0


def _max_step(body: Iterable[Stmt], v: Var) -> int:
    """The largest distance by which constants move a scalar along one path."""
    branches = (
        max(_max_step(one.then, v), _max_step(one.orelse, v)) if isinstance(one, If) else _step(one, v) for one in body
    )
    return sum(branches)


def _sum_bounds(v: Var, types: list[IntType]) -> Iterator[Expr]:
    """Candidates `s <= (j - 1) * 255`: each iteration adds at most the largest value of a narrower type.

    For wide types the factor is a power of two, since a solver multiplies by each set bit.
    """
    moved = Binary("-", wide(v), wide(entry_of(v)))
    most = min(v.type.bits, LLONG.bits) if isinstance(v.type, IntType) else 0
    for narrow in types:
        if 1 < narrow.bits < most:
            step = narrow.highest + (narrow.bits > FEW_BITS)
            yield Binary("<=", moved, _times(step, _completed()))
            if narrow.signed:
                yield Binary(">=", Binary("+", moved, _times(-narrow.lowest, _completed())), integer(0, LLONG))


def content_types(program: Program) -> list[IntType]:
    """The integer types of inputs, of cells, and of conversions."""
    inputs = (stmt.target.type for stmt in statements(program.body) if isinstance(stmt, Havoc))
    parts = (part for stmt in statements(program.body) for expr in expressions(stmt) for part in walk(expr))
    types = (*inputs, *(part.type for part in parts if isinstance(part, Cast | Element)))
    return [one for one in dict.fromkeys(types) if isinstance(one, IntType)]


def _alternating(loop: Loop, carried: Iterable[Var]) -> Iterator[Expr]:
    """Candidates `2 * v <= j` for a counter that rises only under a flag, which the same iteration resets."""
    known = {v.name: v for v in carried}
    for stmt in statements(loop.body):
        if isinstance(stmt, If) and not reads_cell(stmt.test):
            flags = (one for one in stmt.then if isinstance(one, Assign) and isinstance(one.value, Const))
            for flag in (one for one in flags if target_name(one.target) in known.keys() & names(stmt.test)):
                for v in (v for v in known.values() if any(_step(one, v) == 1 for one in stmt.then)):
                    counted = _times(2, Binary("-", wide(v), wide(entry_of(v))))
                    yield Binary("<=", counted, Binary("+", _completed(), Binary("==", flag.target, flag.value)))


def _pairwise(v: Var, w: Var) -> list[Expr]:
    """Candidates that v - w, v + w or v + w - j stays the same: they move alike, oppositely, or in turn."""
    moved_v, moved_w = (Binary("-", wide(x), wide(entry_of(x))) for x in (v, w))
    return [
        Binary("==", moved_v, moved_w),
        Binary("<=", moved_v, moved_w),
        Binary(">=", moved_v, moved_w),
        Binary("<=", Binary("+", moved_v, moved_w), integer(0, LLONG)),
        Binary(">=", Binary("+", moved_v, moved_w), integer(0, LLONG)),
        Binary("==", Binary("+", moved_v, moved_w), _completed()),
        Binary("<=", Binary("+", moved_v, moved_w), _completed()),
    ]


def is_flag(v: Var) -> bool:
    """Whether it is a Boolean, for which candidates about distances make no sense."""
    return v.type == BOOL


def _completed() -> Expr:
    """The number of completed iterations before iteration j."""
    return Binary("-", Cast(LLONG, ITERATION), integer(1, LLONG))


def merge(*parts: Invariants) -> Invariants:
    """The candidates of several sources by loop, without repetition."""
    loops = dict.fromkeys(loop for part in parts for loop in part)
    return {loop: distinct(expr for part in parts for expr in part.get(loop, ())) for loop in loops}


def group_by_loop(facts: list[FactAtLoop]) -> Invariants:
    """Group facts by loop."""
    return {loop: tuple(e for one, e in facts if one == loop) for loop in dict.fromkeys(loop for loop, _ in facts)}


def survivors(tried: Invariants, piece: CheckedQuery) -> Invariants:
    """The candidates that were checked at the entry and for the step of their loop, and not refuted.

    One check may cover both.
    """
    assert isinstance(piece.request, Query)
    status = {check.description: check.status for check in piece.run.checks}
    passed: dict[CheckId, bool] = {}
    for text, about in piece.request.ids.items():
        passed[about] = passed.get(about, True) and status.get(text) == "SUCCESS"
    kinds = {CheckKind.STEP} | {about.kind for about in passed if about.kind.of_candidate}
    found = {
        loop: tuple(e for n, e in enumerate(exprs) if all(passed.get(CheckId(kind, loop, n)) for kind in kinds))
        for loop, exprs in tried.items()
    }
    return {loop: exprs for loop, exprs in found.items() if exprs}


def independent(piece: CheckedQuery) -> bool:
    """For `houdini`: candidates without a goal are never hopeless, as they only have to prove each other."""
    return False


def cannot_recover(piece: CheckedQuery, of: Container[int] | None = None) -> bool:
    """For `houdini`: whether every goal, or every one `of` these, has failed, so that fewer candidates cannot help."""
    assert isinstance(piece.request, Query)
    failed = {check.description for check in piece.run.checks if check.status == "FAILURE"}
    goals = {text: about.number for text, about in piece.request.ids.items() if about.kind is CheckKind.GOAL}
    return failed.issuperset(text for text, number in goals.items() if of is None or number in of)


def without_accesses(piece: CheckedQuery) -> CheckedQuery | None:
    """The result of a run without its access checks, which another query proves; None unless all other checks passed.
    """
    assert isinstance(piece.request, Query)
    ids = piece.request.ids
    return restrict(piece, {text for text in piece.request.asked if ids[text].kind is not CheckKind.ACCESS})


def proved_but_bounds(piece: CheckedQuery) -> bool:
    """Whether all checks passed on which the invariants depend: invariants, closed forms and trip counts."""
    assert isinstance(piece.request, Query)
    run, others = piece.run, (CheckKind.ACCESS, CheckKind.GOAL)
    decided = run.outcome in (Outcome.SUCCESS, Outcome.FAILURE)
    ids = piece.request.ids
    asked = [check for check in run.checks if piece.takes_part(check.description)]
    passed = (c.status == "SUCCESS" or (c.description in ids and ids[c.description].kind in others) for c in asked)
    return decided and bool(run.checks) and all(passed)
