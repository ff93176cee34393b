"""Array refinement (P-eureka): the loops are unwound over few variables and array elements, and more are added if
needed.

What it does: refines the set of tracked data by counterexamples (CEGAR). At first nothing is tracked: each read gives
an arbitrary value and each write is dropped. CBMC looks for a run that violates the assertion. Its path is checked as
straight-line code. If the path is infeasible, a small set of variables, elements and arrays that excludes it is added.
Elements have fixed indices (`a[k]` of the assertion, `a[9999]`) or moving ones (`a[i]`, the element that a loop works
on). Large constants are first replaced by small ones, which only chooses the tracked data.

When it applies: if only single elements are tracked, the abstract program has scalars only and is proved by induction
over its loops. Otherwise its loops are unwound, if they make few iterations. A loop that only checks the assertion is
cut to one arbitrary iteration (see `subject`).

Why it is sound (docs/theory.md 11): untracked data is arbitrary at each read, so every run of the program is a run of
the abstract one. The last abstract program, with the original sizes, is the proof. It cuts off no run: either the proof
is by induction, or exceeding the unwinding is a violation. Traces and paths only choose the tracked data.

Example: a string copy of any length is proved over `i`, `from[k]`, `to[k]` and the element that ends the string.
"""

from __future__ import annotations

from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Dialogue, Facts, Strategy


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove the assertion with an abstract program that tracks enough."""
    from veriabs.strategies.array_refinement import proof  # imported late: most tasks never need it

    return proof.prove(model, facts)


STRATEGY = Strategy(rank=90, prove=prove, on_request=True)
