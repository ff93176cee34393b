"""Loop pruning: a violation depends on the few iterations with last-value assignments; only these are run.

What it does: runs every loop only near a few arbitrary columns, as many as a violation can depend on.

When it applies: to successive loops whose accesses are at constant distances from one position. Their scalars are
counters, temporaries or replayable (minima, flags, first matches), and no iteration reads earlier writes of its loop.

Why it is sound: docs/theory.md 3.3, derived and tested on random programs (tests/soundness/pruning_fuzzer.py). CBMC
proves closed forms, positions, covered cells and the conditions V0, SC1, SC3 on replayable scalars.

Example: the minimum of an array is the same before and after a left shift (thesis, Fig. 1.4): four columns decide it.
"""

from __future__ import annotations

from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Dialogue, Facts, Strategy


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove by the program of the replay theorem."""
    from veriabs.strategies.pruning import proof  # imported late: most tasks never need it

    return proof.prove(model, facts)


STRATEGY = Strategy(rank=85, prove=prove, on_request=True)
