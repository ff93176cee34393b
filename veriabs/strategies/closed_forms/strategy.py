"""Closed forms: the content of every array and scalar behind a loop as a formula, and no loop is left.

What it does: each loop becomes equations over the integers for one iteration. They are solved to functions of the
number of the iteration (polynomials, sums, extremes, searches; for an array a function of the index as well), and the
assertion at an arbitrary iteration becomes a formula without loops that z3 proves.

When it applies: loops, nested ones too, whose trip count can be read off the test or that end in a `break`, over whole
numbers; recurrences that can be solved. Sizes may be symbolic; the cost does not depend on them.

Why it is sound (docs/theory.md 9): the solver of recurrences is not trusted. Each closed form is proved by induction:
it is right in front of the first iteration, and one symbolic iteration takes it from t to t + 1. An assumption made in
a loop serves later iterations and later code only. Every access is proved in bounds. Arithmetic wraps, or, where a
proof needs it, is that of the whole numbers up to the first signed overflow, behind which C promises nothing. As a gate
against errors in all this, CBMC looks for a violation in the first iterations of every loop, and must not find any.
Constant sizes are inputs there, or else no run would get far; what is found at a smaller size counts if closed forms
prove that one too.

Example: `for (i...) s += a[i]; for (i...) s -= a[i]; assert(s == 0)` becomes the polynomial 0, for any size.
"""

from __future__ import annotations

from veriabs.core.ctree import elements_of, names, reads_cell, statements, target_name, walk, writes
from veriabs.core.expressions import Element
from veriabs.core.loop_model import LoopModel
from veriabs.core.statements import Assign, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy
from veriabs.loops.features import compares_counts, merges, mixes, places_some, rearranges, remakes
from veriabs.loops.flatten import assertions

SECONDS = 20.0
"""What the calculation may take."""


def likely(model: LoopModel) -> bool:
    """Is there what others cannot do, or not soon: nesting, an aggregate, cells made from cells, or found by cells?

    Of cells that are counted, that is what the number comes to in the end. Of what a search comes to it is one
    assertion: several share a program of cell invariants.

    What an array is sorted to has no closed form, nor what two are merged to, nor where cells come to that are placed
    in some iterations, nor what bits are mixed to; what is changed in place again and again has one, of no use.
    """
    if any(made(model.program) for made in (rearranges, remakes, merges, mixes)):
        return False
    if compares_counts(model) or _searches(model):
        return True
    if elements_of((model.assertion,)) and places_some(model.program):
        return False
    loops = [s for s in statements(model.program.body) if isinstance(s, Loop)]
    if any(isinstance(s, Loop) or _accumulates(s, loop) for loop in loops for s in statements(loop.body)):
        return True
    filled = writes(loops)  # a table that stays as it is says nothing of how cells come about
    cells = (cell for cell in elements_of(loops) if cell.array in filled)
    return any(isinstance(part, Element) for cell in cells for index in cell.indices for part in walk(index))


def _searches(model: LoopModel) -> bool:
    """Does a loop in front of the only assertion end where cells say so?"""
    only = len({one.number for one in assertions(model.program)}) == 1
    return only and any(reads_cell(one.loop.test) for one in model.loops)


def _accumulates(stmt: Stmt, loop: Loop) -> bool:
    """Is a sum of cells made, or one of what changes from iteration to iteration, which is no linear relation?"""
    if not isinstance(stmt, Assign) or target_name(stmt.target) not in names(stmt.value):
        return False
    changing = names(stmt.value) & writes((loop,)) - {target_name(stmt.target)}
    return bool(changing) or isinstance(stmt.target, Element) or reads_cell(stmt.value)


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof by closed forms, behind a gate of CBMC."""
    from veriabs.strategies.closed_forms import proof  # most tasks never come to it

    return proof.prove(model, facts, SECONDS)


STRATEGY = Strategy(rank=5, prove=prove, likely=likely, priority=2.0, serves_all=True)
"""The calculation is one process, and mostly over within one second: beside a dozen others it would not be."""
