"""Bounded runs: CBMC searches the user's program with a small unwinding and with smaller array sizes.

What it does: replaces integers that are array sizes by small ones everywhere; CBMC looks for a violation within a few
iterations of every loop. Symbolic sizes become small by themselves.

When it applies: to every program that CBMC accepts.

Why it is sound: a counterexample is only a proposal. Its inputs are adapted to the original sizes, and the compiled
program is run with them; that run decides. If no size was changed and no violation is found, the lowered program is
unwound as far, and every assertion, access and unwinding assertion in it is checked; that is a proof. CBMC's own
reading of the user's text is not trusted.

Example: `if (a[i] == 123456) a[i]++;` is refuted at size 2, whatever the size of the array.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.counterexample import SORTING, InstrumentedProgram
from veriabs.core.goals import GoalKind
from veriabs.core.queries import Query
from veriabs.core.runs import Approximation, Outcome
from veriabs.core.strategy import BoundedProgram, Step, Strategy

ASKED = "no error is reached"
PROPERTY = "veriabs_violation.assertion.1"
"""CBMC's name of the check."""

VALUES = ("veriabs_site", "veriabs_given")
"""The trace shows each arbitrary value as its site, then its 64 bits."""

_SIZES = (2, 3, 1, 5)
_UNWINDINGS = (3, 5, 9, 17, 34, 66)
"""The last two suffice for loops over the bits of a word."""

_NEAR = 2
"""A constant that differs from a size by at most this is replaced with it."""

SMALL = 40
"""The array size up to which arrays are unwound completely."""

QUICK = 2
"""The number of programs that run before longer ones."""


def refute(subject: InstrumentedProgram) -> Iterator[Step]:
    """The quick programs come first; the others follow once native runs take longer."""
    for number, program in enumerate(programs(subject)):
        yield Step(1 if number < QUICK else 3, program)


def programs(subject: InstrumentedProgram) -> Iterator[BoundedProgram]:
    """The queries for CBMC, the cheapest first; none if only checks are open, since the program does not contain
    these."""
    if all(one.kind is not GoalKind.ASSERTION or one.number in subject.known for one in subject.errors):
        return
    if subject.sizes:
        for size in _SIZES:
            smaller = _shrunk_sizes(subject, size)
            yield _program(subject, smaller, max(2 * size + 1, max(smaller.values()) + 2))
    for unwinding in _unwindings(subject.sizes):
        yield _program(subject, {}, unwinding)


def _unwindings(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """With large arrays only small unwindings pay; small arrays are unwound completely."""
    if not sizes:
        return _UNWINDINGS
    return (*_UNWINDINGS[:2], *((size + 2,) if (size := max(sizes)) <= SMALL else ()))


def _shrunk_sizes(subject: InstrumentedProgram, size: int) -> dict[int, int]:
    """The sizes in order, and constants next to them, shifted so that the smallest is `size`."""
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


def _program(subject: InstrumentedProgram, smaller: dict[int, int], unwind: int) -> BoundedProgram:
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
        claim=Approximation.UNDER,
    )
    # the program does not contain the checks
    is_whole = not smaller and subject.parameters == 0 and not subject.task.checks
    return BoundedProgram(harness, smaller, PROPERTY, VALUES, is_whole)


STRATEGY = Strategy(rank=110, refute=refute)
