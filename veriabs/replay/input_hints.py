"""Turn the trace of a failed residual program into candidates for the whole program (docs/theory.md 6.3).

The trace determines some iterations, with their inputs and the initial content of their cells. In the whole program
these are the same iterations, the first ones, or blocks; others get copies of these, or 0. The assumption is that each
input is read once per iteration, and that iteration j uses cell j - 1; the replay decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from veriabs.core.counterexample import Candidate, InstrumentedProgram, VisitRange
from veriabs.core.ctree import names, statements, target_name
from veriabs.core.expressions import Element
from veriabs.core.program import Program
from veriabs.core.queries import TraceRole, TraceVariable
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Havoc, Loop
from veriabs.replay.candidates import FOREVER, diverse_candidates, first_candidates, spread_candidates
from veriabs.solvers.trace import traced_values

Visits = tuple[tuple[int, int], ...]

class InputHint(Struct, frozen=True):
    """Input values by the place where they enter, as pairs: the number of the visit of that place, and the value."""

    strategy: str
    values: dict[Where, Visits]


def hint_from_trace(raw: str, traced: Mapping[str, TraceVariable], program: Program, strategy: str) -> InputHint | None:
    """The inputs in the trace of a residual program, or None."""
    chosen: dict[int, int] = {}
    inputs: dict[tuple[int, int], int] = {}
    cells: dict[tuple[str, int], int] = {}
    indices: dict[tuple[int, int], int] = {}
    indexed: dict[tuple[int, int], tuple[str, int]] = {}
    scalars: dict[str, int] = {}
    for one, function, value in traced_values(raw, traced):
        match one.kind:
            case TraceRole.COLUMN:
                chosen[one.slot] = value
            case TraceRole.INPUT:
                inputs[one.number, one.slot] = value
            case TraceRole.CONTENT:
                cells[one.name, one.slot] = value
            case TraceRole.INDEX:
                indices[one.number, one.slot] = value
            case TraceRole.INDEXED:
                indexed[one.number, one.slot] = one.name, value
            case TraceRole.SCALAR if function == "prefix":
                scalars[one.name] = value
    slots = {slot: column - 1 for slot, column in chosen.items() if column > 0}
    contents: dict[str, dict[int, int]] = {}
    for (array, slot), value in cells.items():
        if slot in slots:
            contents.setdefault(array, {})[slots[slot]] = value
    for key, (array, value) in indexed.items():
        if indices.get(key, FOREVER) < FOREVER:
            contents.setdefault(array, {})[indices[key]] = value
    values: dict[Where, Visits] = {}
    for name, array in _scalars_stored_in_cells(program):
        contents.setdefault(name, {}).update(contents.get(array, {}))
    for stmt in statements(program.body):
        if isinstance(stmt, Havoc):
            given = {slots[slot]: v for (site, slot), v in inputs.items() if site == stmt.site and slot in slots}
            name = target_name(stmt.target)  # of a loop in front, the residual program has what it leaves in the cells
            if given := given or contents.get(name, {}):
                values[stmt.where] = tuple(sorted(given.items()))
            elif name in scalars:
                values[stmt.where] = ((0, scalars[name]),)
    for one_array in program.arrays.values():
        if given := contents.get(one_array.name, {}):
            values[one_array.where] = tuple(sorted(given.items()))
    havocked = {target_name(stmt.target) for stmt in statements(program.body) if isinstance(stmt, Havoc)}
    for scalar in program.scalars.values():
        if scalar.name in scalars and scalar.name not in havocked:
            values.setdefault(scalar.where, ((0, scalars[scalar.name]),))
    return InputHint(strategy, values) if values else None


def _scalars_stored_in_cells(program: Program) -> Iterator[tuple[str, str]]:
    """The inputs of a loop that occur in values of cells there, each with its array."""
    for loop in (stmt for stmt in statements(program.body) if isinstance(stmt, Loop)):
        body = list(statements(loop.body))
        inputs = {target_name(stmt.target) for stmt in body if isinstance(stmt, Havoc)}
        for stmt in body:
            if isinstance(stmt, Assign) and isinstance(stmt.target, Element):
                yield from ((name, stmt.target.array) for name in names(stmt.value) & inputs)


def candidates(
    found: InputHint, subject: InstrumentedProgram, visits: Mapping[int, int] = MappingProxyType({})
) -> Iterator[Candidate]:
    """Candidates for the sites of a program, one for each way to fill the other visits.

    Argument `visits` has the number of visits of each site.
    """
    sites = {site.number: found.values[site.where] for site in subject.sites if site.where in found.values}
    origin = f"{found.strategy}: the residual program's counterexample"
    for fill in (_copies, _zeros, _first_visits, _last_visits):
        yield Candidate(origin, {number: fill(chosen) for number, chosen in sites.items()})
    if any(len(chosen) > 1 for chosen in sites.values()):
        in_order = [(number, value) for number, chosen in sites.items() for _, value in chosen]
        yield from first_candidates(origin, in_order, {})
        yield from spread_candidates(origin, in_order, {}, visits)


def diverse(found: InputHint, subject: InstrumentedProgram, visits: Mapping[int, int]) -> Iterator[Candidate]:
    """Candidates with values of the trace in other places, for traces in which other loops left arbitrary values."""
    sites = {site.number: [value for _, value in found.values.get(site.where, ())] for site in subject.sites}
    given = {number: values for number, values in sites.items() if values}
    near = [value + by for value in subject.literals for by in (-1, 0, 1)]
    origin = f"{found.strategy}: values of the residual program's counterexample"
    yield from diverse_candidates(origin, given, subject.sites, near, visits)


def _copies(visits: Visits) -> tuple[VisitRange, ...]:
    """Every visit takes the value of the latest chosen visit before it."""
    starts = [0, *(visit for visit, _ in visits[1:])]
    ends = [*starts[1:], FOREVER]
    return tuple(VisitRange(s, e - s, value) for s, e, (_, value) in zip(starts, ends, visits, strict=True))


def _zeros(visits: Visits) -> tuple[VisitRange, ...]:
    return _with_default(visits, 0)


def _first_visits(visits: Visits) -> tuple[VisitRange, ...]:
    return _with_default(visits, visits[0][1])


def _last_visits(visits: Visits) -> tuple[VisitRange, ...]:
    return _with_default(visits, visits[-1][1])


def _with_default(visits: Sequence[tuple[int, int]], rest: int) -> tuple[VisitRange, ...]:
    """The chosen visits, and `rest` at all others."""
    spans: list[VisitRange] = []
    at = 0
    for visit, value in visits:
        if visit > at:
            spans.append(VisitRange(at, visit - at, rest))
        spans.append(VisitRange(visit, 1, value))
        at = visit + 1
    return (*spans, VisitRange(at, FOREVER, rest))
