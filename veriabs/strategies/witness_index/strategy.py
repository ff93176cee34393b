"""Witness index (P-witness): of each array one cell at an arbitrary index, of each loop the iterations that touch it.

What it does: each array a is replaced by a witness variable x_a, its cell at a witness index i_a; arrays share an
index. A read at another index gives any value, a write there is dropped. Each loop is replaced by a few of its
iterations: those that reach a witness index (at most one for each index function, found by the residue test), the last
one that writes a cell in another way, and the one in which the loop is left. Between them counters take their closed
forms, and every other scalar that the loop writes is arbitrary, also one that it only assigns constants to: the
published definition of loopdefs, which leaves those alone, is unsound (trap p06).

When it applies: to every task; with nested loops the inner ones are written out in each visit of the outer one.

Why it is sound (docs/theory.md 10): take a run of the task that violates the assertion, first at a state f. Any witness
index proves it, so take the one that the assertion reads in f: the transformed program assumes that index where the
assertion is checked, and nowhere else. A run of the transformed program is matched with it, state by state: at matched
points all scalars agree, and x_a = a[i_a].

1. Straight-line code keeps that: a read elsewhere may choose what the task read, a write elsewhere leaves x_a as it is.
2. A loop that the run leaves (or violates the assertion) in iteration `end`: let J be the iterations in front of it
   that reach a witness index, and the last one that writes each other cell. The program chooses `end`, and J as its
   visits. Iterations outside of J write no witness cell, up to earlier writes of the cells with a last write, which are
   arbitrary in front of their last write. So a cell that is written in several iterations, or read before another
   iteration writes it, is right at each visit. Iterations in J are gone through as a whole: they pass their test, they
   do not break, and the assertion does not fail in them, for it fails first in f.
3. In the gap between two visits the task runs one iteration or more. Counters then hold their closed forms. A scalar
   to which only constants are assigned holds its value before, or one of them. Other relations between the values
   before and after are used only if they compose and each single iteration was proved to keep them. Anything else is
   arbitrary. No gap (the next iteration follows): nothing changes.
4. In iteration `end` the test fails, or the body is run until it breaks or the assertion fails; no visit is behind it.
5. What the matching rests on is proved by CBMC on machine words in a program of its own, from any state in which the
   loops may be entered: trip counts as bounds of `end`, base and step of closed forms, that the iteration computed from
   a witness index is the only one that reaches it, and the relations. A fact that fails is not used: the counter
   becomes arbitrary, the hit becomes a last write.
6. No assumption restricts a witness index to the size of its array, so that empty arrays do not make the program empty
   (trap s25); that the assertion is reached at all is a query of its own.

One witness index is too little for a violation with two last values (trap p06); then the program fails, for both
scalars are arbitrary.

Example: `for (i...) b[i] = a[i];` with `b[x] == a[x]` for all x: both are run at i = x, and x_b == x_a.
"""

from __future__ import annotations

from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Dialogue, Facts, Strategy


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof by the transformed program."""
    from veriabs.strategies.witness_index import proof  # most tasks never come to it

    return proof.prove(model, facts)


STRATEGY = Strategy(rank=50, prove=prove, rate=2.0)
