r"""Find bounds on the numbers of an entry under which its open checks are proved.

    int find(const char *s, size_t n) { for (int i = 0; i < n; i++) ... }      // requires n <= 2147483647;

A counter that is narrower than its limit, or a sum over as many elements, overflows only in calls with very large
numbers, for which no native run has the memory. So these bounds are not measured: they are the weakest tried ones
under which the cut program proves the checks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from veriabs.core.copying import replace
from veriabs.core.errors import VeriabsError
from veriabs.core.goals import Goal
from veriabs.core.program import Program
from veriabs.core.source import Task
from veriabs.core.types import INT, UNSIGNED
from veriabs.loops.flatten import keep_only, without_other_goals
from veriabs.loops.full_unrolling import unroll_short_loops
from veriabs.verify.goals import Goals
from veriabs.verify.limits import OPTIONAL, PART
from veriabs.verify.session import Session

Prove = Callable[[Session, Program, Goals], object]
"""Proves what it can of the goals of a program."""

TIGHTEST, _WIDER = (1 << 16) - 1, (INT.highest, UNSIGNED.highest)
"""The bound that is tried first, and weaker ones that are tried if it proves the checks."""


def narrow_numbers(session: Session, task: Task, goals: Sequence[Goal], prove: Prove) -> None:
    """End the session if bounds on the entry's numbers prove goals that are open; it has the bounds then."""
    numbers = dict(session.options.numbers)
    if numbers and not session.stop.is_set():
        session.narrower += narrower(session, task, numbers, goals, prove)
    if session.narrower:
        session.deadline.shorten(0.0, "smaller numbers are needed")


def narrower(
    session: Session, task: Task, numbers: Mapping[str, int], goals: Sequence[Goal], prove: Prove
) -> tuple[str, ...]:
    """The weakest tried clauses that prove some of the goals; none if there are none.

    `numbers` maps each number, as ACSL names it, to the highest value of its type.
    """
    limits = {name: TIGHTEST for name, highest in numbers.items() if highest > TIGHTEST}
    if not limits or not goals:
        return ()
    session = replace(session, deadline=session.deadline.part(min(OPTIONAL, PART * session.left())))
    proved = partial(_proved, session, task, prove)
    wanted = proved(limits, goals)
    if not wanted:
        return ()
    for limit in _WIDER:
        wider = {name: min(limit, numbers[name]) for name in limits}
        if proved(wider, wanted) != wanted:
            break
        limits = wider
    for name in [*limits] if len(limits) > 1 else ():
        others = {other: limit for other, limit in limits.items() if other != name}
        if proved(others, wanted) == wanted:
            limits = others
    return _clauses(limits)


def _clauses(limits: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{name} <= {limit}" for name, limit in limits.items())


def _proved(
    session: Session, task: Task, prove: Prove, limits: Mapping[str, int], goals: Collection[Goal]
) -> set[Goal]:
    """The goals that one program with all of them proves under these limits."""
    from veriabs.frontend.program import load_program  # with all that understands programs

    needs = replace(task.entry.needs, clauses=(*task.entry.needs.clauses, *_clauses(limits)))
    try:
        program = load_program(replace(task, entry=replace(task.entry, needs=needs)), session.deadline)
    except VeriabsError:
        return set()
    checked = keep_only(unroll_short_loops(without_other_goals(program)), lambda one: one.goal in goals)
    found = Goals.of(checked, session.options.overflow)
    prove(session, checked, found)
    return {goal for goal in goals if goal in found.asked and found.is_proved(goal)}
