"""Bounded runs: CBMC on the user's own program with a small unwinding, and with smaller sizes of its arrays.

What it does: whole numbers that say how large an array is are replaced by small ones wherever they stand, and CBMC
looks for a violation within a few iterations of every loop. Symbolic sizes become small by themselves.

When it applies: to every program that CBMC reads.

Why it is sound: it only proposes. The inputs that it finds for the small program are spread over the large one, which
is compiled and run; that run decides. Where no size was changed and nothing is found, the program as it was understood
is unwound as far, and every assertion, access and end of a loop in it shown; that proves it. CBMC's own reading of the
user's text is not believed.

Example: `if (a[i] == 123456) a[i]++;` is found at size 2, whatever the size of the array.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.counterexample import SORTING, Instrumented
from veriabs.core.goals import GoalKind
from veriabs.core.queries import Query
from veriabs.core.runs import Claim, Outcome
from veriabs.core.strategy import Bounded, Step, Strategy

ASKED = "no error is reached"
PROPERTY = "veriabs_violation.assertion.1"
"""The name that CBMC gives the check."""

VALUES = ("veriabs_site", "veriabs_given")
"""What the trace shows of every arbitrary value: its site, then its pattern of 64 bits."""

_SIZES = (2, 3, 1, 5)
_UNWINDINGS = (3, 5, 9, 17, 34, 66)
"""The last two are enough for loops that end with the bits of a word."""

_NEAR = 2
SMALL = 40
"""Cells of arrays that are gone through as a whole."""

QUICK = 2
"""Programs that come before what takes longer."""


def refute(subject: Instrumented) -> Iterator[Step]:
    """The first programs are quick; the others have their turn once native runs have taken longer."""
    for number, program in enumerate(programs(subject)):
        yield Step(1 if number < QUICK else 3, program)


def programs(subject: Instrumented) -> Iterator[Bounded]:
    """What to ask CBMC, the cheapest first; nothing where only checks are open, which the program does not state."""
    if all(one.kind is not GoalKind.ASSERTION or one.number in subject.known for one in subject.errors):
        return
    if subject.sizes:
        for size in _SIZES:
            smaller = _smaller(subject, size)
            yield _program(subject, smaller, max(2 * size + 1, max(smaller.values()) + 2))
    for unwinding in _unwindings(subject.sizes):
        yield _program(subject, {}, unwinding)


def _unwindings(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """With large arrays only the first ones pay; arrays that are small themselves are gone through as a whole."""
    if not sizes:
        return _UNWINDINGS
    return (*_UNWINDINGS[:2], *((size + 2,) if (size := max(sizes)) <= SMALL else ()))


def _smaller(subject: Instrumented, size: int) -> dict[int, int]:
    """Sizes in their order, and the numbers right beside them, moved to where `size` is the smallest."""
    replaced: dict[int, int] = {}
    last = target = 0
    for number, large in enumerate(subject.sizes):
        target = size if number == 0 else target + min(large - last, size)
        last = large
        for literal in subject.literals:
            if abs(literal - large) <= _NEAR and literal > _NEAR + size:
                replaced.setdefault(literal, max(0, target + literal - large))
        replaced[large] = target
    return replaced


def _program(subject: Instrumented, smaller: dict[int, int], unwind: int) -> Bounded:
    sizes = f", sizes {', '.join(f'{small} for {large}' for large, small in smaller.items())}" if smaller else ""
    harness = Query(
        purpose=f"bounded, unwinding {unwind}{sizes}",
        template="bounded/program",
        context={
            "asked": ASKED,
            "cells": unwind - 1,
            "program": subject.reduced(smaller),
            "parameters": subject.parameters,
            "ends_only": subject.ends_only(),
            "reads": subject.reads,
            "members": subject.follows_members,
            "sorts": bool(SORTING & subject.library),
        },
        asked=(ASKED,),
        unwind=unwind,
        needed=Outcome.FAILURE,
        claim=Claim.UNDER,
    )
    is_whole = not smaller and subject.parameters == 0 and not subject.task.checks  # of checks it says nothing
    return Bounded(harness, smaller, PROPERTY, VALUES, is_whole)


STRATEGY = Strategy(rank=110, refute=refute)
