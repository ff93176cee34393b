"""Array refinement (P-eureka): the loops are unwound over few variables and few array elements, more where needed.

What it does: counterexample-guided abstraction refinement (CEGAR) over what is tracked. At first nothing is tracked: a
read gives an arbitrary value each time, a write is left out. CBMC looks for a run that violates the assertion. Its path
is checked as a straight line: if the program has no run along it, a small set of variables, elements and arrays is
found whose tracking excludes it, and tracked from then on; else a run along it is where the search for a counterexample
starts. Elements are those at fixed indices (`a[k]` of the assertion, `a[9999]`) and at indices that change (`a[i]`, the
element that a loop works on). Where the program has large numbers, this is done with small ones in their place, which
only chooses what is tracked. Data that is only copied and compared is first seen through an arbitrary threshold (see
`refinement.threshold`).

When it applies: the abstract program is proved by induction over its loops where it tracks single elements, which makes
it a program over scalars, or else by unwinding its loops, if they make few iterations. A loop that only checks the
assertion is cut to one arbitrary iteration (see `refinement.cutting`).

Why it is sound (docs/theory.md 11): what is not tracked is arbitrary whenever it is read, so that every run of the
program is a run of the abstract one. The proof is the last abstract program at its real size, in which no run is cut
off: by the induction, or because that a loop goes beyond the unwinding is a violation of its own. Traces and paths only
choose what is tracked.

Example: a string copy of any length is proved over `i`, `from[k]`, `to[k]` and the element that ends the string;
sorting 16 numbers is proved over 16 bits, whether each number is greater than the same arbitrary one.
"""

from __future__ import annotations

from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Dialogue, Facts, Strategy


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof by the abstract program that tracks enough."""
    from veriabs.strategies.array_refinement import proof  # most tasks never come to it

    return proof.prove(model, facts)


STRATEGY = Strategy(rank=90, prove=prove, rate=3.0)
