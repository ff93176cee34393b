"""A path of the program over all its variables and elements: a run along it is a lead to a counterexample.

The program is laid out for whoever reads leads from traces: the initial contents of element j are set in `main`, those
of scalars in `prefix`, and input number j of a place is kept in `oracle_<site>[j]`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from veriabs.core.ctree import nondet
from veriabs.core.program import Initial
from veriabs.core.queries import Query
from veriabs.core.runs import Claim
from veriabs.core.statements import Havoc
from veriabs.encode.spell import declare
from veriabs.strategies.array_refinement.path import Event, events_lines
from veriabs.strategies.array_refinement.spell import CNames, nondets
from veriabs.strategies.array_refinement.subject import Subject
from veriabs.strategies.array_refinement.tracking import Item, Kind, Tracking, capacity, scalar

ASKED = "the path is no run of the program"
MOST_CELLS = 64
"""Elements of an array, and inputs of a place, in a lead."""

LONGEST = 2000


def lead_program(subject: Subject, path: tuple[Event, ...], purpose: str) -> Query | None:
    """The program whose failing run goes along the path; None if it gets too long."""
    view, tracking = subject.exact, _everything(subject)
    sizes = {name: capacity(subject, array) for name, array in view.arrays.items()}
    lines, inputs = _path(CNames(subject, view, tracking), path)
    slots = max((*sizes.values(), *inputs.values()), default=0)
    if len(path) > LONGEST or slots > MOST_CELLS or not all(sizes.values()):
        return None
    context = {
        "file": subject.file,
        "line": subject.line,
        "nondets": nondets(view),
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
        "path": lines,
        "asked": ASKED,
    }
    template = "array_refinement/lead"
    return Query(purpose, template, context, (ASKED,), unwind=2, claim=Claim.UNDER, k=max(1, slots))


def _everything(subject: Subject) -> Tracking:
    wholes = (Item(Kind.WHOLE, name) for name in subject.exact.arrays)
    return frozenset((*map(scalar, subject.exact.scalars), *wholes))


def _path(speller: CNames, path: Iterable[Event]) -> tuple[list[str], Counter[int]]:
    """The lines of the path, and how often each place gave an input."""
    visits: Counter[int] = Counter()

    def lines() -> Iterator[str]:
        for event in path:
            yield from events_lines(speller, event)
            if isinstance(event, Havoc) and event.site >= 0:
                yield f"oracle_{event.site}[{visits[event.site]}] = {speller.expr(event.target)};"
                visits[event.site] += 1

    return list(lines()), visits
