"""Loop shrinking (P-shrink): if every violation survives in some k iterations, only k arbitrary ones are checked.

What it does: fuses neighbouring loops and turns the property into clauses. For k = 1, 2, ... a harness checks whether
the loop is k-shrinkable (`check_loop`, `check_iter_seq`), and a residual program whether any k iterations violate.

When it applies: to loops whose body can be one `step`, without nested loops that cannot be unrolled; loops before the
group are over-approximated.

Why it is sound: by the corrected theorem (docs/theory.md 2.2), with arbitrary states and gaps, a past iteration,
blocked runs that satisfy, and "all" instead of "exists". The exit regimes E1 and E2 of theory 2.6 cover short runs and
early exits. CBMC proves every side condition as a separate check.

Example: `for (i...) if (m >= a[i]-1) m = a[i];` with `m <= a[x]` for all x is 2-shrinkable and not 1-shrinkable.
"""

from __future__ import annotations

from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Dialogue, Facts, Strategy


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove the assertion for some k, and report the shrink factors of the loops."""
    from veriabs.strategies.shrinking import search  # imported late: most commands never need it

    return search.prove(model, facts)


STRATEGY = Strategy(rank=10, prove=prove)
