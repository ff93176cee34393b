"""A path of the program over all its variables and elements: a run along it is a lead to a counterexample.

The program is laid out for whoever reads leads from traces: the initial contents of element j are set in `main`, those
of scalars in `prefix`, and input number j of a place is kept in `oracle_<site>[j]`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from veriabs.core.ctext import nondet
from veriabs.core.ctree import integer
from veriabs.core.expressions import Element
from veriabs.core.program import Initial
from veriabs.core.queries import Query, Told, ToldKind
from veriabs.core.runs import Claim
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Havoc, Stmt
from veriabs.core.types import LLONG
from veriabs.encode.emit import PRINTER
from veriabs.encode.spell import declare
from veriabs.strategies.array_refinement.path import Event, along
from veriabs.strategies.array_refinement.subject import Subject
from veriabs.strategies.array_refinement.tracked import Tracked
from veriabs.strategies.array_refinement.tracking import Item, Kind, Tracking, capacity, scalar

ASKED = "the path is no run of the program"
MOST_CELLS = 64
"""Elements of an array, and inputs of a place, in a lead."""

LONGEST = 2000


def lead_program(subject: Subject, path: tuple[Event, ...], purpose: str) -> Query | None:
    """The program whose failing run goes along the path; None if it gets too long."""
    view, tracking = subject.exact, _everything(subject)
    sizes = {name: capacity(subject, array) for name, array in view.arrays.items()}
    body, inputs = _path(Tracked(subject, view, tracking), path)
    slots = max((*sizes.values(), *inputs.values()), default=0)
    if len(path) > LONGEST or slots > MOST_CELLS or not all(sizes.values()):
        return None
    types = [s.type for s in view.scalars.values()]
    context = {
        "file": subject.file,
        "line": subject.line,
        "nondets": sorted({(t.name, nondet(t)) for t in (*types, *(a.type for a in view.arrays.values()))}),
        "slots": max(1, slots),
        "oracles": sorted(inputs),
        "scalars": [declare(s.type, name) for name, s in view.scalars.items()],
        "arrays": [f"{declare(array.type, name)}[{sizes[name]}]" for name, array in view.arrays.items()],
        "inputs": [(n, nondet(s.type)) for n, s in view.scalars.items() if s.initial is Initial.NONDET],
        "cells": [
            (f"{name}[{place}]", nondet(array.type))
            for name, array in view.arrays.items()
            if array.initial is Initial.NONDET
            for place in range(sizes[name])
        ],
        "path": PRINTER.lines(body),
        "asked": ASKED,
    }
    template = "array_refinement/lead"
    told = {f"T[{slot}]": Told(ToldKind.COLUMN, slot=slot) for slot in range(max(1, slots))}
    told |= {name: Told(ToldKind.SCALAR, name) for name in view.scalars}
    for site, count in inputs.items():
        told |= {f"oracle_{site}[{n}]": Told(ToldKind.INPUT, number=site, slot=n) for n in range(count)}
    for name, size in sizes.items():
        told |= {f"{name}[{place}]": Told(ToldKind.CONTENT, name, slot=place) for place in range(size or 0)}
    return Query(purpose, template, context, (ASKED,), unwind=2, claim=Claim.UNDER, k=max(1, slots), told=told)


def _everything(subject: Subject) -> Tracking:
    wholes = (Item(Kind.WHOLE, name) for name in subject.exact.arrays)
    return frozenset((*map(scalar, subject.exact.scalars), *wholes))


def _path(tracked: Tracked, path: Iterable[Event]) -> tuple[tuple[Stmt, ...], Counter[int]]:
    """The statements of the path, and how often each place gave an input."""
    visits: Counter[int] = Counter()
    body: list[Stmt] = []
    for event in path:
        where = Where(tracked.subject.file, tracked.subject.line)
        body += along(tracked, event, where)
        if isinstance(event, Havoc) and event.site >= 0:
            given = Element(f"oracle_{event.site}", (integer(visits[event.site]),), LLONG)
            body.append(Assign(given, tracked.expr(event.target), where))
            visits[event.site] += 1
    return tuple(body), visits
