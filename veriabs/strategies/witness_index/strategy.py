"""Witness index (P-witness): of each array one cell at an arbitrary index, of each loop the iterations that access it.

What it does: replaces each array a by a witness variable x_a, its cell at a witness index i_a; arrays share an index. A
read at another index gives an arbitrary value, a write there is dropped. Each loop is replaced by a few of its
iterations. Some reach a witness index (at most one for each index function, found by the residue test). The others are
the last one that writes a cell in another way, and the one that leaves the loop. Between them counters take their
closed forms, and every other scalar that the loop writes is arbitrary, even if only constants are assigned to it: the
published definition of loopdefs, which leaves those unchanged, is unsound (trap p06).

When it applies: to every task; each visit of an outer loop contains the inner loops.

Why it is sound (docs/theory.md 10): take a run of the task that violates the assertion, first at a state f. Any witness
index proves it, so take the one that the assertion reads in f: the transformed program assumes that index where the
assertion is checked, and at no other place. A run of the transformed program is matched with it, state by state: at
matched points all scalars agree, and x_a = a[i_a].

1. Straight-line code preserves that: a read elsewhere may choose the task's value, a write elsewhere leaves x_a alone.
2. Let the run leave a loop (or violate the assertion) in iteration `end`. Let J be the earlier iterations that reach a
   witness index, and the last ones that write each other cell. The program chooses `end`, and J as its visits.
   Iterations outside of J write no witness cell, except earlier writes of cells with a last write, which are arbitrary
   before it. So a cell that is written in several iterations, or read before another iteration writes it, has the
   right value at each visit. Iterations in J are executed completely: they pass their test, they do not break, and the
   assertion does not fail in them, because it fails first in f.
3. In the gap between two visits the task runs at least one iteration. Counters then have their closed forms. A scalar
   to which only constants are assigned has its old value, or one of them. All else is arbitrary. Without a gap (the
   next iteration follows), the state stays.
4. In iteration `end` the test fails, or the body runs until it breaks or the assertion fails; no visit is later.
5. The program itself checks the facts behind the matching on machine words, where a loop is entered: trip counts as
   bounds of `end`, base and step of closed forms, and that no other iteration writes at a witness index than the
   computed one. A matched run is in a state of the task there, so that the facts hold of the task.
6. No assumption restricts a witness index to the size of its array, so that empty arrays do not make the program empty
   (trap s25); a separate query checks that the assertion is reached.

One witness index is too few for a violation with two last values (trap p06); then the program fails, because both
scalars are arbitrary.

Example: `for (i...) b[i] = a[i];` with `b[x] == a[x]` for all x: both loops run at i = x, and x_b == x_a.
"""

from __future__ import annotations

from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Dialogue, Facts, Strategy
from veriabs.core.verdict import holds, reason_of


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove that the transformed program holds, with its side conditions, and that it reaches the assertion."""
    from veriabs.strategies.witness_index.cells import plan_of
    from veriabs.strategies.witness_index.program import loop_free_program  # imported late: most tasks never need them

    plan = plan_of(model)
    (proof,) = yield (loop_free_program(plan),)
    if not holds(proof):
        return reason_of(proof.request, proof.run)
    (reached,) = yield (loop_free_program(plan, reach=True),)
    return (proof, reached) if holds(reached) else reason_of(reached.request, reached.run)


STRATEGY = Strategy(rank=50, prove=prove, on_request=True)
