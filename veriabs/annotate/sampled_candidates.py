"""Collect candidates about scalars, one cell and two cells, and drop those that runs with small sizes contradict.

The results are candidates; the certificate omits those that the checker's first solver cannot prove.
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
"""The number of assertions from which candidates are made."""

MOST_EXCUSES = 8
"""The number of premises by which a fact is weakened."""

LONGEST_STRIDE = 4
"""The largest counter step that gives candidates."""

MOST_SAMPLED, MOST_EACH = 500, 80
"""The number of candidates of one loop for sample runs, and for a solver."""


def _strides(program: Program) -> list[int]:
    """The constant steps of counters, from 2 to the limit."""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    steps = {abs(step) for loop in loops for step in steps_of(facts_of(0, loop)).values()}
    return sorted(step for step in steps if 1 < step <= LONGEST_STRIDE)


def _elsewhere(program: Program) -> Iterator[Expr]:
    """The premises that a cell is not at an index of a stride."""
    for stride in _strides(program):
        for start in range(stride):
            place = Binary("%", Binary("-", CELL, integer(start, LLONG)), integer(stride, LLONG))
            yield Binary("!=", place, integer(0, LLONG))


def _guards(program: Program) -> Iterator[Expr]:
    """The conditions around loops and their negations, such as a flag that an earlier loop sets."""
    for stmt in statements(program.body):
        if isinstance(stmt, If) and has((*stmt.then, *stmt.orelse), Loop) and not reads_cell(stmt.test):
            yield from (negate(stmt.test), stmt.test)


def stored_candidates(program: Program) -> Invariants:
    """The cell written by the last iteration holds the written value, in terms of the scalar that continues from
    there.
    """
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
    """Weakest preconditions of an iteration whose writes satisfy the assertion, except for the first iteration."""
    facts = list(dict.fromkeys(fact for goal in goals for fact in facts_about(program, goal, asserted=True)))
    first = Binary("==", ITERATION, integer(1, ITERATION.type))
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    return by_loop(
        (loop, tuple(disjunction((first, negate(loop.test), one)) for fact in facts for one in needed(loop, fact)))
        for loop in loops
    )


def where_cells_are(tried: Invariants) -> Invariants:
    """Add versions of facts about a cell and its predecessor, limited to cells that have a predecessor."""

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
    """Add facts weakened by a premise; a premise about a cell does not apply to a fact about scalars."""

    def weaker(exprs: tuple[Expr, ...]) -> Iterator[Expr]:
        for excuse in excuses[:MOST_EXCUSES]:
            about = names(excuse) & {CELL.name}
            yield from (Binary("||", excuse, expr) for expr in exprs if about <= names(expr))

    return joined(tried, {loop: tuple(weaker(exprs)) for loop, exprs in tried.items()})


def _most(tried: Invariants) -> Invariants:
    return {loop: exprs[:MOST_SAMPLED] for loop, exprs in tried.items()}


def sampled(session: Session, program: Program) -> Invariants:
    """Candidate invariants for the program; none if there is no time."""
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
    """Candidates from the assertions about cells, for the cells that loops have passed, and bounds; none if there is
    no time.
    """
    tested = peeled(program)
    about = (cell_candidates(tested, goal, asserted=True) for goal in _goals(tested))
    return _sampled(session, tested, joined(candidates(tested, private=True), *about))


def _goals(tested: Program) -> list[Goal]:
    several = list({one.number: one for one in assertions(tested)}.values())[:MOST_GOALS]
    return [goal_of(tested, one) for one in several]


def _sampled(session: Session, tested: Program, tried: Invariants) -> Invariants:
    """The candidates that sample runs do not contradict, up to the assertion if there is exactly one."""
    numbers = {one.number for one in assertions(tested)}
    number = next(iter(numbers)) if len(numbers) == 1 else NO_ASSERTION
    kept = ran(session, passing_samples(tested, number, _most(tried)), session.left()) or {}
    return {loop: exprs[:MOST_EACH] for loop, exprs in kept.items()}
