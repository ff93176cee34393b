"""Makes candidates for quantified invariants: about one arbitrary cell, or about two (docs/theory.md 6.2).

In: a program and a goal. Out: candidates by loop: `lo <= cell && cell < i => fact(cell)`, and for two cells `cell < i
&& i <= other && other < n => fact(cell, other)`. The facts come from the assertion, the writes, and the conditions on
cells; the ranges are those that a loop has passed. The cut program asserts each candidate for an arbitrary cell; once
proved it holds, and may be assumed, for every cell. Begin reading with `candidates.py`, then `facts.py` and
`ranges.py`.
"""

from veriabs.invariants.quantified.candidates import (
    cell_candidates,
    compares_cells_of_one_array,
    goal_of,
    ordered_candidates,
    pair_candidates,
    pair_goal,
    peeled,
    postcondition_candidates,
)
from veriabs.invariants.quantified.linked_nodes import linked_candidates
from veriabs.invariants.quantified.prefix_sums import prefix_sums

__all__ = [
    "cell_candidates",
    "compares_cells_of_one_array",
    "postcondition_candidates",
    "goal_of",
    "linked_candidates",
    "ordered_candidates",
    "pair_candidates",
    "pair_goal",
    "peeled",
    "prefix_sums",
]
