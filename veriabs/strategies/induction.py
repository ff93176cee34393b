"""Induction: k-induction over the iterations of every loop, with inductive invariants.

What it does: cuts every loop. From an arbitrary state at the start of an arbitrary iteration, in which the candidate
invariants hold, k iterations are run. CBMC decides whether the assertion holds in the last one and after the loop, and
whether the candidates hold again. Candidates that fail are dropped and the rest is tried again (Houdini), first with k
= 1. Candidates come from the text, and from relations in runs with small sizes.

When it applies: to every task; it proves assertions about scalars, also with nested loops, and other facts that a state
of the scalars and one iteration determine.

Why it is sound (docs/theory.md 12): candidates are not trusted. One run of CBMC on machine words asserts each candidate
before its loop and after each of the first k-1 iterations. It also asserts it after an iteration that follows k-1
iterations from an arbitrary state. It asserts the assertion in each checked iteration. By induction over the steps of a
run, no assertion fails before the first one that fails, so earlier iterations may be assumed to satisfy it. After a
loop that writes an array, its cells are arbitrary.

Example: `while (x < n) { x++; y += 2; } assert(y == 2 * x);` needs `y == 2 * x` at the loop test.
"""

from __future__ import annotations

from veriabs.core.ctree import elements_of, names, statements, writes
from veriabs.core.expressions import Element
from veriabs.core.loop_model import LoopModel
from veriabs.core.statements import Assign, Loop
from veriabs.core.strategy import Dialogue, Facts, Strategy
from veriabs.invariants.scalar.subject import AssertionTask, subject_of


def likely(model: LoopModel) -> bool:
    """Is there a loop, and does the task need no fact about a cell?"""
    subject = subject_of(model)
    return bool(subject.loops) and (not elements_of(subject.program.body) or _relates_folds(subject))


def _relates_folds(subject: AssertionTask) -> bool:
    """Does the assertion relate scalars that one loop computes from cells with input values?"""
    body, about = subject.program.body, names(subject.assertion.test)
    computed = any(isinstance(stmt, Assign) and isinstance(stmt.target, Element) for stmt in statements(body))
    computing = [stmt for stmt in body if isinstance(stmt, Loop) and writes((stmt,)) & about]
    return not computed and len(computing) == 1 and len(writes(computing) & about & subject.program.scalars.keys()) > 1


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove the assertion and all assumed facts in the task with every loop cut."""
    from veriabs.invariants.scalar.induct import proved  # imported late: most tasks never need it

    return (yield from proved(subject_of(model)))


STRATEGY = Strategy(rank=80, prove=prove, likely=likely)
