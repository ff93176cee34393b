"""Loop pruning: a violation depends on a few iterations, those of last-value assignments; only these are run.

What it does: the cutoff theorem turns the task into an instance with so few columns that CBMC runs it as it stands;
where it does not apply, the replay theorem runs every loop only near a few arbitrary columns.

When it applies: to loops side by side whose accesses are all at a constant distance from one position, whose scalars
are counters, temporaries or replayable (minima, flags, first matches), and that do not read what they wrote earlier.

Why it is sound: docs/theory.md 3.3 and 3.4, derived and tested on random programs (tests/soundness/pruning_fuzzer.py).
Closed forms, positions, ranges and the conditions V0, SC1, SC3 on replayable scalars are checks that CBMC proves.

Example: the minimum of an array is the same before and after a left shift (thesis, Fig. 1.4): three columns decide it.
"""

from __future__ import annotations

from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Dialogue, Facts, Strategy


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """The deciding instance of the cutoff theorem, or the program of the replay theorem."""
    from veriabs.strategies.pruning import proof  # most tasks never come to it

    return proof.prove(model, facts)


STRATEGY = Strategy(rank=85, prove=prove, rate=3.0, gains_from_explicit_scalars=True)
"""Scalars that an iteration takes from the one before stand in the way here, and CBMC reads words."""
