"""Closed forms: the values of all arrays and scalars after a loop become formulas, so that no loop is left.

What it does: turns each loop into recurrences over the integers and solves them to functions of the iteration number
(polynomials, sums, extremes, searches; for an array, of the index too). The assertion at an arbitrary iteration then is
a formula without loops, which z3 proves.

When it applies: to loops over integers, also nested ones, whose test gives a trip count or that end by a `break`, with
solvable recurrences. Sizes may be symbolic; the cost does not depend on them.

Why it is sound (docs/theory.md 9): the solver of recurrences is not trusted. Each closed form is proved by induction:
it holds before the first iteration, and one symbolic iteration takes it from t to t + 1. An assumption in a loop is
used only for later iterations and later code. Every access is proved in bounds. Arithmetic wraps or, if a proof needs
it, is integer arithmetic up to the first signed overflow, which is undefined in C. As a cross-check of the
implementation, CBMC looks for a violation in the first iterations of every loop, and must find none. Constant sizes are
inputs in this check, since otherwise no run would get far. A violation at a smaller size is disregarded if closed forms
prove that size too.

Example: `for (i...) s += a[i]; for (i...) s -= a[i]; assert(s == 0)` becomes the polynomial 0, for any size.
"""

from __future__ import annotations

from veriabs.core.ctree import elements_of, names, reads_cell, statements, target_name, walk, writes
from veriabs.core.expressions import Element
from veriabs.core.loop_model import LoopModel
from veriabs.core.statements import Assign, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy
from veriabs.loops.features import compacts, compares_counts, merges, mixes, rearranges, transforms_in_place_twice
from veriabs.loops.flatten import assertions

SECONDS = 20.0
"""The calculation's limit in seconds."""


def likely(model: LoopModel) -> bool:
    """Does the task have features that other strategies handle badly or late?

    They are nested loops, aggregates, cells computed from cells, indices in cells, searches with one assertion, and
    assertions about the number of cells with a property. Sorted, merged or filtered arrays and hashes have no closed
    form, and that of an array that several loops update in place is too complex to use.
    """
    if any(made(model.program) for made in (rearranges, transforms_in_place_twice, merges, mixes)):
        return False
    if compares_counts(model) or _searches(model):
        return True
    if elements_of((model.assertion,)) and compacts(model.program):
        return False
    loops = [s for s in statements(model.program.body) if isinstance(s, Loop)]
    if any(isinstance(s, Loop) or _accumulates(s, loop) for loop in loops for s in statements(loop.body)):
        return True
    filled = writes(loops)  # a constant table says nothing about how cells are computed
    cells = (cell for cell in elements_of(loops) if cell.array in filled)
    return any(isinstance(part, Element) for cell in cells for index in cell.indices for part in walk(index))


def _searches(model: LoopModel) -> bool:
    """Does a loop before the only assertion end at a condition on cells?"""
    only = len({one.number for one in assertions(model.program)}) == 1
    return only and any(reads_cell(one.loop.test) for one in model.loops)


def _accumulates(stmt: Stmt, loop: Loop) -> bool:
    """Does the statement sum up cells or changing values, which gives no linear relation?"""
    if not isinstance(stmt, Assign) or target_name(stmt.target) not in names(stmt.value):
        return False
    changing = names(stmt.value) & writes((loop,)) - {target_name(stmt.target)}
    return bool(changing) or isinstance(stmt.target, Element) or reads_cell(stmt.value)


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove by closed forms, cross-checked by CBMC."""
    from veriabs.strategies.closed_forms import proof  # imported late: most tasks never need it

    return proof.prove(model, facts, SECONDS)


STRATEGY = Strategy(rank=5, prove=prove, likely=likely, serves_all=True)
"""The calculation is one process, mostly short; with many processes beside it, it would be late."""
