"""The replay theorem (docs/theory.md 3.3) as C: every sweep runs only what is near one of the chosen columns."""

from __future__ import annotations

from dataclasses import dataclass

from veriabs.core.ctext import Printer
from veriabs.core.ctree import conjunction, continues
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query
from veriabs.core.runs import Claim, Outcome
from veriabs.core.statements import Stmt
from veriabs.core.types import LLONG
from veriabs.loops.affine import Affine
from veriabs.strategies.pruning.flow import Centres, Flow, written_shifts
from veriabs.strategies.pruning.scalars import Scalars, stop_tests
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part
from veriabs.strategies.pruning.texts import (
    FAR,
    Texts,
    counters_at,
    index_text,
    printer,
    starts_of,
    statement_cells,
    straight_lines,
    sum_text,
    trips_of,
)

Groups = dict[int, tuple[Scalars, ...]]
ASKED = "the assertion holds in every replay"
REACHED = "some replay evaluates the assertion"


@dataclass(frozen=True, slots=True)
class SweepText:
    """One sweep as C text, for the template."""

    number: int
    line: int
    slope: int
    low: int
    high: int
    starts: list[str]
    trips: str
    first: str
    accelerate: list[str]
    test: str
    goes_on: str
    body: list[str]
    update: list[str]
    continues: bool
    over: list[str]


def replay(
    model: LoopModel, parts: tuple[Part, ...], groups: Groups, flow: Flow, centres: Centres, *,
    extra: int = 0, reach: bool = False,
) -> Query:  # fmt: skip
    """The replay with as many columns as there are centres, and `extra` ones; `reach` asks whether it does anything."""
    asked = REACHED if reach else ASKED
    texts = Texts(model, parts)
    columns = max(1, centres.number + extra)
    violate = f'__CPROVER_assert({"0" if reach else "{test}"}, "{asked}");'
    pieces = [_part(parts, groups, position, flow, violate) for position in range(len(parts))]
    width = max(high - low for low, high in flow.spans.values()) + 1
    return Query(
        purpose=f"{'reach of ' if reach else ''}replay of {columns} column{'s' if columns > 1 else ''}",
        template="pruning/replay",
        context={
            **texts.context(drawn=(LLONG,)),
            "columns": columns,
            "far": FAR,
            "counted": centres.counted,
            "parts": pieces,
        },
        asked=(asked,),
        unwind=max(columns, width) + 2,
        needed=Outcome.FAILURE if reach else Outcome.SUCCESS,
        claim=None if reach else Claim.OVER,
        arrays=bool(texts.written_arrays),
    )


def _part(
    parts: tuple[Part, ...], groups: Groups, position: int, flow: Flow, violate: str
) -> tuple[str, object]:
    part = parts[position]
    if isinstance(part, ArrayTraversal):
        stops = frozenset(name for group in groups[part.number] if group.stops for name in group.members)
        return "sweep", sweep_text(part, flow, violate, stops)

    def before(stmt: Stmt) -> list[str]:
        lines = []
        for element in statement_cells(stmt):
            for number, offset in written_shifts(parts, position, element.array):
                shift = flow.shifts[number] + offset
                column = index_text(element.indices[0]) + (f" - ({shift})" if shift else "")
                lines.append(f"__CPROVER_assume(at_chosen({column}));")
        return list(dict.fromkeys(lines))

    return "straight", straight_lines(part, printer(violate=violate), before)


def sweep_text(sweep: ArrayTraversal, flow: Flow, violate: str, stops: frozenset[str]) -> SweepText:
    number = sweep.number
    inner = printer(violate=violate, leave=f"goto leave_{number};", proceed=f"goto next_{number};")
    low, high = flow.spans[number]
    ends = stop_tests(sweep, stops)
    return SweepText(
        number=number,
        line=sweep.line,
        slope=sweep.slope,
        low=low,
        high=high,
        starts=starts_of(sweep),
        trips=trips_of(sweep),
        first=sum_text(sweep.base.plus(Affine((), -flow.shifts[number]))),
        accelerate=counters_at(sweep, "itno"),
        test="" if sweep.facts.exact else Printer().expr(sweep.facts.loop.test),
        goes_on=Printer().expr(conjunction(ends)) if ends else "",
        body=inner.lines(sweep.facts.loop.body, 3),
        update=inner.lines(sweep.facts.loop.update, 3),
        continues=continues(sweep.facts.loop.body),
        over=counters_at(sweep, f"trips_{number} + 1"),
    )
