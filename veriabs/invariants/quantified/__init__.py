"""Quantified invariants: candidates about one arbitrary cell, `lo <= cell && cell < i  =>  fact(cell)`.

And about two, where the assertion reads two cells: `cell < i && i <= other && other < n  =>  fact(cell, other)`
(docs/theory.md 6.2, one-cell facts).

Nothing here is believed: the cut program asserts each candidate at the loop's entry and after an arbitrary iteration,
for an arbitrary cell. What is proved of an arbitrary cell holds of every one, so it may be assumed of several at once.

The facts come from the program itself: what the assertion says of its index, what a loop writes to a cell and under
which condition, and which conditions on a cell a loop has decided. The ranges are those that a loop has gone through.
"""

from veriabs.invariants.quantified.candidates import (
    cell_candidates,
    compares_cells_of_one_array,
    decided_candidates,
    goal_of,
    ordered_candidates,
    pair_candidates,
    pair_goal,
    peeled,
)
from veriabs.invariants.quantified.linked import linked_candidates
from veriabs.invariants.quantified.prefix_sums import prefix_sums

__all__ = [
    "cell_candidates",
    "compares_cells_of_one_array",
    "decided_candidates",
    "goal_of",
    "linked_candidates",
    "ordered_candidates",
    "pair_candidates",
    "pair_goal",
    "peeled",
    "prefix_sums",
]
