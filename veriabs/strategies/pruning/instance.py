"""Build the deciding instance of the cutoff theorem (docs/theory.md 3.4): the program with few columns."""

from __future__ import annotations

from veriabs.core.ctree import conjunction, conjuncts, disjunction, map_elements, names, negate, plus, whole
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Initial, Scalar
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.runs import Claim, Outcome
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Assume, Block, Break, Define, If, Loop, Stmt
from veriabs.core.types import BOOL, LLONG
from veriabs.encode.cut import iteration
from veriabs.loops.accelerate import normalised
from veriabs.loops.affine import Affine
from veriabs.strategies.pruning.cutoff import Cutoff, columns_of, straight_cells
from veriabs.strategies.pruning.flow import Flow
from veriabs.strategies.pruning.programs import LEAST, Declared, asked_as
from veriabs.strategies.pruning.ranges import Ranges
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, Straight, counted_conjuncts, refused

ASKED = "the assertion holds in every deciding instance"
REACHED = "some deciding instance evaluates the assertion"
COLUMN = Var("column", LLONG)
SIZE = Var("size", LLONG)
WHOLE = Var("whole", BOOL)


def instance(
    model: LoopModel, parts: tuple[Part, ...], ranges: Ranges, flow: Flow, cutoff: Cutoff, *, reach: bool = False
) -> Query | Reason:
    """The deciding instance; a Reason if a cell outside of loops would be another one for different loops."""
    declared, asked, where = Declared(model, parts), REACHED if reach else ASKED, model.assertion.where
    body: list[Stmt] = list(_sizes(cutoff, where))
    for position, part in enumerate(parts):
        if isinstance(part, ArrayTraversal):
            body.append(_sweep(part, flow, cutoff))
            continue
        renamed = _renamed(parts, position, ranges, flow, cutoff)
        if isinstance(renamed, Reason):
            return renamed
        body += renamed
        if position == 0 and cutoff.size is not None:
            size = model.scalars[cutoff.size]
            same = Binary("==", Cast(LLONG, Var(size.name, size.type)), SIZE)
            body.append(Assume(disjunction((negate(WHOLE), same)), where))
    return Query(
        purpose=f"{'reach of ' if reach else ''}deciding instance, {cutoff.variant}",
        template="pruning/instance",
        context={
            **declared.context(
                asked_as(tuple(body), asked, reach=reach), [Scalar(COLUMN.name, LLONG, Initial.ZERO, "", where)]
            ),
            "variant": cutoff.variant,
            "gap": cutoff.gap,
            "size": cutoff.size,
            "small": cutoff.small,
        },
        asked=(asked,),
        unwind=cutoff.columns + 2,
        needed=Outcome.FAILURE if reach else Outcome.SUCCESS,
        claim=None if reach else Claim.EXACT if cutoff.exact else Claim.OVER,
        arrays=declared.writes_arrays,
    )


def _sizes(cutoff: Cutoff, where: Where) -> tuple[Stmt, ...]:
    """Any size up to the largest one that matters; small ones are instances of their own."""
    if cutoff.size is None:
        return ()
    within = conjunction((Binary("<=", LEAST, SIZE), Binary("<=", SIZE, whole(cutoff.largest))))
    small = Binary("<", SIZE, whole(cutoff.small))
    return Define(SIZE, None, where), Assume(within, where), Define(WHOLE, small, where)


# --------------------------------------------------------------------------------------------------------------- loops


def _sweep(sweep: ArrayTraversal, flow: Flow, cutoff: Cutoff) -> Block:
    """The sweep over the columns of the instance, without counters."""
    number, where = sweep.number, sweep.facts.loop.where
    offsets = {access.element: access.offset + flow.shifts[number] for access in sweep.accesses}
    body, update = (_no_updates(sweep, code) for code in normalised(sweep.facts))
    _, other = counted_conjuncts(sweep)
    loop = Loop(conjunction(other), body, update, where)
    inside = iteration(loop, f"next_{number}", Break(where), tested=bool(other))
    low, high = _landmark(cutoff.ranges[number].low, cutoff), _landmark(cutoff.ranges[number].high, cutoff)
    begin, test = (low, Binary("<", COLUMN, high)) if sweep.slope > 0 else (plus(high, -1), Binary(">=", COLUMN, low))
    over = Loop(
        test,
        map_elements(inside, lambda cell: Element(cell.array, (plus(COLUMN, offsets[cell]),), cell.type)),
        (Assign(COLUMN, plus(COLUMN, sweep.slope), where),),
        where,
    )
    return Block(f"the loop at line {sweep.line}", (Assign(COLUMN, begin, where), over), where)


def _no_updates(sweep: ArrayTraversal, code: Straight) -> Straight:
    updates = {update for a in sweep.facts.accelerable for update in a.updates}
    return tuple(stmt for stmt in code if stmt not in updates)


def _landmark(column: Affine, cutoff: Cutoff) -> Expr:
    if column.is_constant:
        return whole(cutoff.column(column.constant))
    return plus(SIZE, column.constant)


# --------------------------------------------------------------------------------------------------- straight-line code


def _renamed(
    parts: tuple[Part, ...], position: int, ranges: Ranges, flow: Flow, cutoff: Cutoff
) -> Straight | Reason:
    """Straight-line code with the cells of the instance, without conditions on the size that the cutoff handles."""
    code = parts[position]
    assert not isinstance(code, ArrayTraversal)
    cells: dict[Element, Expr] = {}
    for element, index in straight_cells(code, ranges, position):
        assert index is not None
        places = {_index(index, shift, cutoff) for shift in columns_of(parts, flow, element.array)}
        if len(places) != 1 or cells.get(element, next(iter(places))) not in places:
            return refused(f"a cell of {element.array} outside of loops belongs to different columns")
        cells[element] = next(iter(places))
    renamed = [_conditions(stmt, cutoff) for stmt in code]
    kept = tuple(new for stmts in renamed for new in stmts)
    return map_elements(kept, lambda cell: Element(cell.array, (cells[cell],), cell.type))


def _index(index: Affine, shift: int, cutoff: Cutoff) -> Expr:
    if index.is_constant:
        return whole(cutoff.column(index.constant - shift) + shift)
    return plus(SIZE, index.constant)


def _conditions(stmt: Stmt, cutoff: Cutoff) -> tuple[Stmt, ...]:
    """Conditions that end runs of some sizes remain for sizes that are instances of their own (p02)."""
    if isinstance(stmt, If) and stmt in cutoff.dropped:
        if cutoff.size is None or names(stmt.test) != {cutoff.size}:
            return ()
        if stmt.orelse:
            return ()
        return (If(conjunction((WHOLE, *conjuncts(stmt.test))), stmt.then, (), stmt.where),)
    if isinstance(stmt, If):
        then = tuple(new for inner in stmt.then for new in _conditions(inner, cutoff))
        other = tuple(new for inner in stmt.orelse for new in _conditions(inner, cutoff))
        return (If(stmt.test, then, other, stmt.where),)
    return (stmt,)
