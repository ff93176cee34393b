"""The deciding instance of the cutoff theorem (docs/theory.md 3.4) as C: the program itself with few columns."""

from __future__ import annotations

from dataclasses import dataclass

from veriabs.core.ctree import conjunction, conjuncts, continues, integer, map_elements, names
from veriabs.core.expressions import Binary, Element, Expr, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.runs import Claim, Outcome
from veriabs.core.statements import If, Stmt
from veriabs.core.types import INT, LLONG
from veriabs.loops.accelerate import normalised
from veriabs.loops.affine import Affine
from veriabs.strategies.pruning.cutoff import Cutoff, columns_of, straight_cells
from veriabs.strategies.pruning.flow import Flow
from veriabs.strategies.pruning.ranges import Ranges
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, Straight, counted_conjuncts, refused
from veriabs.strategies.pruning.texts import FAR, Texts, printer

ASKED = "the assertion holds in every deciding instance"
REACHED = "some deciding instance evaluates the assertion"
SIZE = Var("size", LLONG)
WHOLE = Var("whole", INT)


@dataclass(frozen=True, slots=True)
class LoopText:
    """One sweep over columns as C text, for the template."""

    number: int
    line: int
    slope: int
    low: str
    high: str
    test: str
    body: list[str]
    update: list[str]
    continues: bool


def instance(
    model: LoopModel, parts: tuple[Part, ...], ranges: Ranges, flow: Flow, cutoff: Cutoff, *, reach: bool = False
) -> Query | Reason:
    """The deciding instance; a Reason if a cell outside of loops would be another one for different loops."""
    texts = Texts(model, parts)
    asked = REACHED if reach else ASKED
    violate = f'__CPROVER_assert({"0" if reach else "{test}"}, "{asked}");'
    pieces: list[tuple[str, object]] = []
    for position, part in enumerate(parts):
        if isinstance(part, ArrayTraversal):
            pieces.append(("sweep", _loop(part, flow, cutoff, violate)))
            continue
        renamed = _renamed(parts, position, ranges, flow, cutoff)
        if isinstance(renamed, Reason):
            return renamed
        pieces.append(("straight", printer(violate=violate).lines(renamed, 1)))
    return Query(
        purpose=f"{'reach of ' if reach else ''}deciding instance, {cutoff.variant}",
        template="pruning/instance",
        context={
            **texts.context(drawn=(LLONG,)),
            "variant": cutoff.variant,
            "gap": cutoff.gap,
            "size": cutoff.size,
            "small": cutoff.small,
            "largest": cutoff.largest,
            "far": FAR,
            "parts": pieces,
        },
        asked=(asked,),
        unwind=cutoff.columns + 2,
        needed=Outcome.FAILURE if reach else Outcome.SUCCESS,
        claim=None if reach else Claim.EXACT if cutoff.exact else Claim.OVER,
        arrays=bool(texts.written_arrays),
    )


# --------------------------------------------------------------------------------------------------------------- loops


def _loop(sweep: ArrayTraversal, flow: Flow, cutoff: Cutoff, violate: str) -> LoopText:
    offsets = {access.element: access.offset + flow.shifts[sweep.number] for access in sweep.accesses}

    def element(cell: Element, indices: tuple[str, ...]) -> str:
        return f"{cell.array}[{_column_text(offsets[cell])}]"

    body, update = normalised(sweep.facts)
    body, update = _no_updates(sweep, body), _no_updates(sweep, update)
    number, has_next = sweep.number, continues(body) and bool(update)
    proceed = f"goto next_{number};" if has_next else "continue;"
    inner = printer(element=element, violate=violate, leave="break;", proceed=proceed)
    _, other = counted_conjuncts(sweep)
    return LoopText(
        number=number,
        line=sweep.line,
        slope=sweep.slope,
        low=_landmark(cutoff.ranges[number].low, cutoff),
        high=_landmark(cutoff.ranges[number].high, cutoff),
        test=inner.expr(conjunction(other)) if other else "",
        body=inner.lines(body, 2),
        update=inner.lines(update, 2),
        continues=has_next,
    )


def _column_text(offset: int) -> str:
    if offset == 0:
        return "column"
    return f"column {'+' if offset > 0 else '-'} {abs(offset)}"


def _no_updates(sweep: ArrayTraversal, code: Straight) -> Straight:
    updates = {update for a in sweep.facts.accelerable for update in a.updates}
    return tuple(stmt for stmt in code if stmt not in updates)


def _landmark(column: Affine, cutoff: Cutoff) -> str:
    if column.is_constant:
        return str(cutoff.column(column.constant))
    return "size" if not column.constant else f"size {'+' if column.constant > 0 else '-'} {abs(column.constant)}"


# --------------------------------------------------------------------------------------------------- straight-line code


def _renamed(
    parts: tuple[Part, ...], position: int, ranges: Ranges, flow: Flow, cutoff: Cutoff
) -> Straight | Reason:
    """Straight-line code with the cells of the instance, and without conditions on the size where that is decided."""
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
        return integer(cutoff.column(index.constant - shift) + shift)
    return Binary("+", SIZE, integer(index.constant)) if index.constant else SIZE


def _conditions(stmt: Stmt, cutoff: Cutoff) -> tuple[Stmt, ...]:
    """Conditions that end runs of some sizes count for sizes that are instances of their own (p02)."""
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
