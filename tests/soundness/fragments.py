"""Choose the scenes (loops of generated programs) for each strategy, so that it attempts most programs."""

from __future__ import annotations

from folds import fold
from hazards import countdown, ends_runs, gaps, moving, neighbour, products, rest, rows, sentinels, stopper
from pointing import POINTING
from scenes import (
    COMMON,
    Maker,
    branch,
    check,
    clamp,
    compaction,
    copy,
    count,
    extremum,
    fields,
    fill,
    fill_index,
    flag,
    increment,
    lagging,
    last_value,
    nested,
    read_input,
    reverse,
    search,
    shift,
    skipping,
    stages,
    stride,
    toggle,
    total,
    wrapping,
)

_CELLS = (fill, copy, clamp, branch, read_input, increment)
_SCALARS = (count, wrapping, toggle, stages, countdown, gaps, moving, products, ends_runs)

FRAGMENTS: dict[str, tuple[Maker, ...]] = {
    "pruning": (*_CELLS, extremum, extremum, flag, flag, last_value, last_value, search, check, shift, fields),
    "witness_index": (*COMMON, *_CELLS, last_value, reverse, stride, fields, sentinels, skipping),
    "closed_forms": (fill, fill_index, copy, increment, total, total, count, moving, wrapping, nested, search),
    "induction": (*_SCALARS, *_SCALARS, rows, flag, extremum, last_value, stopper, nested),
    "cell_invariants": (*_CELLS, fill_index, compaction, reverse, stride, rest, rows, nested, neighbour, lagging),
    "lockstep": (fold, fold, fold, fold, fold, fold, copy, increment, read_input, total),
    "pointers": (*POINTING, *POINTING, fill, copy),
    "array_refinement": (*COMMON, *_CELLS, flag, last_value, neighbour),
}
"""By strategy or way; one without a fragment gets programs of all kinds."""
