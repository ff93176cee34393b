"""Analyses and rewritings of loops: from a lowered program to one loop model per assertion.

In: a `Program` of the core language. Out: a `LoopModel` per assertion, that is straight-line code and loops in
sequence, with each loop's counters, trip count, private scalars and property clauses (`core/loop_model.py`). Rewritings
return programs that strategies try instead: unrolled, flattened, coalesced, predicated or sliced ones. Begin with
`build`, which calls `flatten` and `facts`; `fuse` and `coalesce` serve the shrinking strategy.
"""
