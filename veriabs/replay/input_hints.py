"""From the trace of a failed residual program to candidates for the whole program (docs/theory.md 6.3).

The trace chooses some iterations, with their inputs and the initial contents of their cells. All other iterations get
copies of those, or 0. That each input comes once an iteration, and that iteration j works on cell j - 1, is a guess:
only the replay decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from veriabs.core.counterexample import Candidate, Instrumented, Span
from veriabs.core.ctree import statements, target_name
from veriabs.core.program import Program
from veriabs.core.queries import Told, ToldKind
from veriabs.core.source import Where
from veriabs.core.statements import Havoc
from veriabs.replay.candidates import FOREVER
from veriabs.solvers.trace import assignments_told

Visits = tuple[tuple[int, int], ...]

class InputHint(Struct, frozen=True):
    """Values by the place where they enter: visits with the value of each."""

    strategy: str
    values: dict[Where, Visits]


def lead(raw: str, told: Mapping[str, Told], program: Program, strategy: str) -> InputHint | None:
    """What the trace of a residual program suggests; None if there is nothing in it."""
    chosen: dict[int, int] = {}
    inputs: dict[tuple[int, int], int] = {}
    cells: dict[tuple[str, int], int] = {}
    scalars: dict[str, int] = {}
    for one, function, value in assignments_told(raw, told):
        match one.kind:
            case ToldKind.COLUMN:
                chosen[one.slot] = value
            case ToldKind.INPUT:
                inputs[one.number, one.slot] = value
            case ToldKind.CONTENT if function in ("main", ""):
                cells[one.name, one.slot] = value
            case ToldKind.SCALAR if function == "prefix":
                scalars[one.name] = value
    slots = {slot: column - 1 for slot, column in chosen.items() if column > 0}
    values: dict[Where, Visits] = {}
    for stmt in statements(program.body):
        if isinstance(stmt, Havoc):
            given = {slots[slot]: v for (site, slot), v in inputs.items() if site == stmt.site and slot in slots}
            name = target_name(stmt.target)
            if given:
                values[stmt.where] = tuple(sorted(given.items()))
            elif name in scalars:
                values[stmt.where] = ((0, scalars[name]),)
    for array in program.arrays.values():
        given = {slots[slot]: v for (name, slot), v in cells.items() if name == array.name and slot in slots}
        if given:
            values[array.where] = tuple(sorted(given.items()))
    havocked = {target_name(stmt.target) for stmt in statements(program.body) if isinstance(stmt, Havoc)}
    for scalar in program.scalars.values():
        if scalar.name in scalars and scalar.name not in havocked:
            values.setdefault(scalar.where, ((0, scalars[scalar.name]),))
    return InputHint(strategy, values) if values else None


def candidates(found: InputHint, subject: Instrumented) -> Iterator[Candidate]:
    """The lead for the sites of a program, with each way to fill the other visits."""
    sites = {site.number: found.values[site.where] for site in subject.sites if site.where in found.values}
    origin = f"{found.strategy}: the residual program's counterexample"
    for fill in (_copies, _zeros, _firsts, _lasts):
        yield Candidate(origin, {number: fill(visits) for number, visits in sites.items()})


def _copies(visits: Visits) -> tuple[Span, ...]:
    """Each visit takes the value of the last chosen one before it."""
    starts = [0, *(visit for visit, _ in visits[1:])]
    ends = [*starts[1:], FOREVER]
    return tuple(Span(s, e - s, value) for s, e, (_, value) in zip(starts, ends, visits, strict=True))


def _zeros(visits: Visits) -> tuple[Span, ...]:
    return _filled(visits, 0)


def _firsts(visits: Visits) -> tuple[Span, ...]:
    return _filled(visits, visits[0][1])


def _lasts(visits: Visits) -> tuple[Span, ...]:
    return _filled(visits, visits[-1][1])


def _filled(visits: Sequence[tuple[int, int]], rest: int) -> tuple[Span, ...]:
    """The chosen visits, and `rest` at all others."""
    spans: list[Span] = []
    at = 0
    for visit, value in visits:
        if visit > at:
            spans.append(Span(at, visit - at, rest))
        spans.append(Span(visit, 1, value))
        at = visit + 1
    return (*spans, Span(at, FOREVER, rest))
