"""Build the program of the replay theorem (docs/theory.md 3.3): every sweep runs only near the chosen columns."""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.ctree import conjunction, disjunction, integer, mentions, negate, plus, transform
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import ITERATION, LoopModel
from veriabs.core.program import Array, Initial, Scalar
from veriabs.core.queries import Query
from veriabs.core.runs import Approximation, Outcome
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Assume, Block, Continue, Define, Goto, Havoc, If, Label, Loop, Stmt
from veriabs.core.types import INT, LLONG, ULLONG
from veriabs.encode.cut import iteration
from veriabs.encode.spell import trips_of
from veriabs.loops.accelerate import at
from veriabs.loops.affine import Affine
from veriabs.strategies.pruning.flow import Centre, Flow, written_shifts
from veriabs.strategies.pruning.programs import LEAST, MOST, TaskDeclarations, entry_of, first_position, with_checks
from veriabs.strategies.pruning.scalars import Scalars, stop_tests
from veriabs.strategies.pruning.sweeps import Part, Straight, Sweep, elements_read

Groups = dict[int, tuple[Scalars, ...]]
ASKED = "the assertion holds in every replay"
REACHED = "some replay evaluates the assertion"
SLOT = Var("l", INT)
"""The number of a chosen column."""
OFFSET = Var("o", INT)
"""The distance from a chosen column."""
PAST = Var("past", ULLONG)
"""The last iteration that a sweep has run; none runs twice."""
SCALED = Var("scaled", LLONG)


def replay(
    model: LoopModel, parts: tuple[Part, ...], groups: Groups, flow: Flow, centres: tuple[Centre, ...], *,
    reach: bool = False,
) -> Query:  # fmt: skip
    """The replay with as many columns as there are centres; `reach` asks whether it evaluates the assertion."""
    asked, where = REACHED if reach else ASKED, model.assertion.where
    columns = max(1, sum(count for _, count in centres))
    body: list[Stmt] = list(_choices(columns, where))
    for position, part in enumerate(parts):
        if isinstance(part, Sweep):
            stops = frozenset(name for group in groups[part.number] if group.stops for name in group.members)
            body.append(_sweep(part, flow, stops, columns))
        else:
            body += _check_reads(parts, position, flow, columns)
    declared = TaskDeclarations(model, parts)
    used = [variable for variable in (SLOT, OFFSET, PAST) if variable.name in mentions(body)]
    own = [Scalar(variable.name, variable.type, Initial.ZERO, variable.name, where) for variable in used]
    slots = [Array("T", LLONG, (integer(columns),), Initial.ZERO, "T", where)]
    width = max(high - low for low, high in flow.spans.values()) + 1
    return Query(
        purpose=f"{'reach of ' if reach else ''}replay of {columns} column{'s' if columns > 1 else ''}",
        template="pruning/replay",
        context={
            **declared.context(with_checks(tuple(body), asked, reach=reach), own, slots),
            "columns": columns,
            "counted": centres,
        },
        asked=(asked,),
        unwind=max(columns, width) + 2,
        needed=Outcome.FAILURE if reach else Outcome.SUCCESS,
        claim=None if reach else Approximation.OVER,
        arrays=declared.writes_arrays,
    )


def _chosen(slot: Expr) -> Element:
    return Element("T", (slot,), LLONG)


def _choices(columns: int, where: Where) -> Iterator[Stmt]:
    """The chosen columns: arbitrary ones in ascending order."""
    for slot in range(columns):
        column = _chosen(integer(slot))
        before = _chosen(integer(slot - 1)) if slot else LEAST
        yield Havoc(column, -1, None, where)
        yield Assume(Binary("&&", Binary("<=", before, column), Binary("<=", column, MOST)), where)


def _check_reads(parts: tuple[Part, ...], position: int, flow: Flow, columns: int) -> Straight:
    """Require that cells read outside of loops were written in a chosen column."""
    part = parts[position]
    assert not isinstance(part, Sweep)

    def chosen(stmt: Stmt) -> tuple[Stmt, ...]:
        near = (
            plus(Cast(LLONG, element.indices[0]), -flow.shifts[number] - offset)
            for element in elements_read(stmt)
            for number, offset in written_shifts(parts, position, element.array)
        )
        return (*(Assume(_is_chosen(column, columns), stmt.where) for column in dict.fromkeys(near)), stmt)

    return transform(part, chosen)


def _is_chosen(column: Expr, columns: int) -> Expr:
    beyond = (Binary("<", column, LEAST), Binary(">", column, MOST))
    return disjunction((*beyond, *(Binary("==", _chosen(integer(slot)), column) for slot in range(columns))))


def _sweep(sweep: Sweep, flow: Flow, stops: frozenset[str], columns: int) -> Block:
    number, facts, where = sweep.number, sweep.facts, sweep.facts.loop.where
    low, high = flow.spans[number]
    leave = Goto(f"leave_{number}", where)
    near = _iteration_near(sweep, leave, stops, spread=low < high)
    if low < high:
        near = _loop_over(OFFSET, low, high, near, sweep)
    body = (
        *entry_of(sweep, sweep.base.plus(Affine((), -flow.shifts[number]))),
        Assign(PAST, integer(0), where),
        *_loop_over(SLOT, 0, columns - 1, near, sweep),
        *(Assign(a.variable, at(a.form, plus(trips_of(facts), 1)), where) for a in facts.accelerable),
        Label(leave.label, where),
    )
    return Block(f"the loop at line {sweep.line}", body, where)


def _loop_over(variable: Var, low: int, high: int, body: Straight, sweep: Sweep) -> Straight:
    """Run the body for each number from low to high, in the sweep's direction."""
    where = sweep.facts.loop.where
    first, op, last, step = (low, "<=", high, 1) if sweep.slope > 0 else (high, ">=", low, -1)
    update = Assign(variable, plus(variable, step), where)
    return (
        Assign(variable, integer(first), where),
        Loop(Binary(op, variable, integer(last)), body, (update,), where),
    )


def _iteration_near(sweep: Sweep, leave: Goto, stops: frozenset[str], *, spread: bool) -> Straight:
    """The iteration at the chosen column, or at the offset from it, if it exists and has not run yet."""
    facts, where, size = sweep.facts, sweep.facts.loop.where, abs(sweep.slope)
    column = Binary("+", _chosen(SLOT), OFFSET) if spread else _chosen(SLOT)
    ends = (column, first_position(sweep)) if sweep.slope > 0 else (first_position(sweep), column)
    passed: Expr = Cast(ULLONG, SCALED)
    none = [Binary("<", SCALED, integer(0))]
    if size > 1:
        passed = Binary("/", passed, integer(size))
        none.append(Binary("!=", Binary("%", SCALED, integer(size)), integer(0)))
    none += [Binary("<=", ITERATION, PAST), Binary(">", ITERATION, trips_of(facts))]
    goes_on = stop_tests(sweep, stops)
    return (
        Define(SCALED, Binary("-", *ends), where),
        Define(ITERATION, plus(passed, 1), where),
        If(disjunction(none), (Continue(where),), (), where),
        Assign(PAST, ITERATION, where),
        *(Assign(a.variable, a.form, where) for a in facts.accelerable),
        *iteration(facts.loop, f"next_{sweep.number}", leave, tested=not facts.exact),
        *((If(negate(conjunction(goes_on)), (leave,), (), where),) if goes_on else ()),
    )
