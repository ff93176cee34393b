"""Induction: k-induction over the iterations of every loop, with inductive invariants.

What it does: every loop is cut. From an arbitrary state at the start of an arbitrary iteration, in which the candidate
invariants hold, k iterations are run; CBMC decides whether the assertion holds in the last one and behind the loop, and
whether the candidates hold again. Candidates that fail are dropped and the rest is tried again (Houdini), with k = 1
and then more. Candidates come from the text of the loops, from relations seen in runs at small sizes, and from z3's
Spacer, which reasons over the integers.

When it applies: to every task; what it proves are assertions about scalars, also with nested loops, and whatever else a
state of the scalars and one iteration tell.

Why it is sound (docs/theory.md 12): nothing that proposes is believed. One run of CBMC on machine words asserts each
candidate in front of its loop, behind each of the first k-1 iterations, and behind an iteration that follows k-1
iterations from an arbitrary state, and the assertion wherever it stands in an iteration that is checked. By induction
over the steps of a run, no assertion fails before the first one that fails, so iterations in front may be taken to be
right. An array holds anything after a loop that writes it.

Example: `while (x < n) { x++; y += 2; } assert(y == 2 * x);` needs `y == 2 * x` where the test is evaluated.
"""

from __future__ import annotations

from veriabs.core.ctree import elements_of, names, statements, writes
from veriabs.core.expressions import Element
from veriabs.core.loop_model import LoopModel
from veriabs.core.statements import Assign, Loop
from veriabs.core.strategy import Dialogue, Facts, Strategy
from veriabs.invariants.scalar.subject import Subject, subject_of


def likely(model: LoopModel) -> bool:
    """Is there a loop, and nothing that is to be known of a cell?"""
    subject = subject_of(model)
    return bool(subject.loops) and (not elements_of(subject.program.body) or _relates_folds(subject))


def _relates_folds(subject: Subject) -> bool:
    """Does the assertion relate scalars that one loop computes, of cells that hold nothing but inputs?"""
    body, about = subject.program.body, names(subject.assertion.test)
    computed = any(isinstance(stmt, Assign) and isinstance(stmt.target, Element) for stmt in statements(body))
    computing = [stmt for stmt in body if isinstance(stmt, Loop) and writes((stmt,)) & about]
    return not computed and len(computing) == 1 and len(writes(computing) & about & subject.program.scalars.keys()) > 1


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof by the task with every loop cut, in which the assertion and all that is assumed are checked."""
    from veriabs.invariants.scalar.induct import proved  # most tasks never come to it

    return (yield from proved(subject_of(model)))


STRATEGY = Strategy(rank=80, prove=prove, likely=likely)
