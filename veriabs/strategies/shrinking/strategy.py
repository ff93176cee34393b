"""Loop shrinking (P-shrink): a loop whose every violation survives in some k of its iterations is checked on k of them.

What it does: neighbouring loops are fused, the property becomes clauses, and for k = 1, 2, ... a harness asks whether
the loop is k-shrinkable (`check_loop`, `check_iter_seq`) and a residual program whether any k iterations violate.

When it applies: loops whose body can be one `step` (no nested loop that cannot be unrolled); loops in front of the
group are replaced by an over-approximation of their effect.

Why it is sound: docs/theory.md 2.2, the corrected theorem: arbitrary states and gaps, a past iteration, blocked runs
that satisfy, "all" for exists; exit regimes E1 and E2 of theory 2.6, so that short runs and early exits are covered;
every side condition is a check of its own that CBMC proves.

Example: `for (i...) if (m >= a[i]-1) m = a[i];` with `m <= a[x]` for all x is 2-shrinkable and not 1-shrinkable.
"""

from __future__ import annotations

from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Dialogue, Facts, Strategy


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof for some k, and the shrink factors of the loops."""
    from veriabs.strategies.shrinking import search  # most commands never come to it

    return search.prove(model, facts)


STRATEGY = Strategy(rank=10, prove=prove, gains_from_explicit_scalars=True)
"""Scalars that an iteration takes from the one before stand in the way here, and CBMC reads words."""
