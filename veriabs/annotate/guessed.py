"""Candidates about scalars, one cell and two cells of which runs at small sizes know no counterexample.

Nothing here is believed: what the checker's first solver cannot show is left out of the certificate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from veriabs.annotate.counters import steps_of
from veriabs.annotate.find import ran
from veriabs.annotate.nested import nested_candidates
from veriabs.core.copying import replace
from veriabs.core.ctree import conjunction, disjunction, has, integer, names, negate, reads_cell, statements, walk
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Unary, Var
from veriabs.core.loop_model import CELL, ITERATION, LoopFacts, entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Assign, If, Loop
from veriabs.core.types import LLONG
from veriabs.invariants.bounds import Goal, Invariants, by_loop
from veriabs.invariants.candidates import candidates, joined
from veriabs.invariants.quantified import cell_candidates, goal_of, pair_candidates, pair_goal, peeled
from veriabs.invariants.quantified.facts import facts_about, needed
from veriabs.invariants.quantified.ranges import implied
from veriabs.invariants.scalar.sample_filter import passing_samples
from veriabs.invariants.scalar.subject import NO_ASSERTION
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import assertions
from veriabs.verify.session import Session

MOST_GOALS = 8
"""Assertions that candidates are made for."""

MOST_EXCUSES = 8
"""Of what a fact is said but for."""

LONGEST_STRIDE = 4
"""Of counters that facts are said at."""

MOST_SAMPLED, MOST_EACH = 500, 80
"""Candidates of one loop that runs are asked about, and of these a solver."""


def _strides(program: Program) -> list[int]:
    """By how much counters go up at once."""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    steps = {abs(step) for loop in loops for step in steps_of(facts_of(0, loop)).values()}
    return sorted(step for step in steps if 1 < step <= LONGEST_STRIDE)


def _elsewhere(program: Program) -> Iterator[Expr]:
    """That a cell is none of those at a stride."""
    for stride in _strides(program):
        for start in range(stride):
            place = Binary("%", Binary("-", CELL, integer(start, LLONG)), integer(stride, LLONG))
            yield Binary("!=", place, integer(0, LLONG))


def _guards(program: Program) -> Iterator[Expr]:
    """The conditions under which loops stand, and their opposites: a flag that an earlier loop has set."""
    for stmt in statements(program.body):
        if isinstance(stmt, If) and has((*stmt.then, *stmt.orelse), Loop) and not reads_cell(stmt.test):
            yield from (negate(stmt.test), stmt.test)


def stored_candidates(program: Program) -> Invariants:
    """That the cell which the last iteration has written holds what it was given: a scalar that goes on from there."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    return by_loop((loop, tuple(_last_written(facts_of(0, loop)))) for loop in loops)


def _last_written(facts: LoopFacts) -> Iterator[Expr]:
    steps = steps_of(facts)
    for stmt in statements(facts.loop.body):
        match stmt:
            case Assign(target=Element(indices=(Var(name) as counter,)) as cell, value=value) if name in steps:
                if not reads_cell(value) and name not in names(value):
                    before = Binary("-", Cast(LLONG, counter), integer(steps[name], LLONG))
                    written = Binary("==", replace(cell, indices=(before,)), value)
                    yield Binary("||", Binary("==", counter, entry_of(counter)), written)
            case _:
                pass


def needed_candidates(program: Program, goals: Sequence[Goal]) -> Invariants:
    """What has to hold where an iteration begins so that what it writes is as asserted, but for the first iteration."""
    facts = list(dict.fromkeys(fact for goal in goals for fact in facts_about(program, goal, asserted=True)))
    first = Binary("==", ITERATION, integer(1, ITERATION.type))
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    return by_loop(
        (loop, tuple(disjunction((first, negate(loop.test), one)) for fact in facts for one in needed(loop, fact)))
        for loop in loops
    )


def where_cells_are(tried: Invariants) -> Invariants:
    """With the facts about a cell and one in front of it said of the cells that have one, only."""

    def within(exprs: tuple[Expr, ...]) -> Iterator[Expr]:
        for expr in exprs:
            places = (place for part in walk(expr) if isinstance(part, Element) for place in part.indices)
            behind = (one for one in places if isinstance(one, Binary) and one.op == "-" and one.left == CELL)
            least = next((one.right for one in behind), None)
            match expr:
                case Binary(op="||", left=Unary(op="!", operand=span), right=fact) if isinstance(least, Const):
                    yield implied(conjunction((span, Binary("<=", least, CELL))), fact)
                case _:
                    pass

    return joined(tried, {loop: tuple(within(exprs)) for loop, exprs in tried.items()})


def _with_excuses(tried: Invariants, excuses: list[Expr]) -> Invariants:
    """With the facts that hold but for an excuse; one about a cell is none for a fact about scalars."""

    def weaker(exprs: tuple[Expr, ...]) -> Iterator[Expr]:
        for excuse in excuses[:MOST_EXCUSES]:
            about = names(excuse) & {CELL.name}
            yield from (Binary("||", excuse, expr) for expr in exprs if about <= names(expr))

    return joined(tried, {loop: tuple(weaker(exprs)) for loop, exprs in tried.items()})


def _most(tried: Invariants) -> Invariants:
    return {loop: exprs[:MOST_SAMPLED] for loop, exprs in tried.items()}


def guessed(session: Session, program: Program) -> Invariants:
    """What may be invariant; nothing if there is no time."""
    tested = peeled(program)
    goals = _goals(tested)
    pairs = [both for goal in goals if (both := pair_goal(tested, goal)) is not None]
    tried = joined(
        nested_candidates(tested),
        stored_candidates(tested),
        needed_candidates(tested, goals),
        candidates(tested, private=True),
        *(cell_candidates(tested, goal) for goal in goals),
        *(pair_candidates(tested, goal) for goal in pairs),
    )
    return _sampled(
        session, tested, _with_excuses(_most(where_cells_are(tried)), [*_elsewhere(tested), *_guards(tested)])
    )


def asserted(session: Session, program: Program) -> Invariants:
    """What is asserted of cells, of those that loops have come past, and bounds; nothing if there is no time."""
    tested = peeled(program)
    about = (cell_candidates(tested, goal, asserted=True) for goal in _goals(tested))
    return _sampled(session, tested, joined(candidates(tested, private=True), *about))


def _goals(tested: Program) -> list[Goal]:
    several = list({one.number: one for one in assertions(tested)}.values())[:MOST_GOALS]
    return [goal_of(tested, one) for one in several]


def _sampled(session: Session, tested: Program, tried: Invariants) -> Invariants:
    """Those that runs do not contradict, up to the assertion if there is one."""
    numbers = {one.number for one in assertions(tested)}
    number = next(iter(numbers)) if len(numbers) == 1 else NO_ASSERTION
    kept = ran(session, passing_samples(tested, number, _most(tried)), session.left()) or {}
    return {loop: exprs[:MOST_EACH] for loop, exprs in kept.items()}
