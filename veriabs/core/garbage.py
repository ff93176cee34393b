"""How often Python looks for objects that only refer to each other."""

from __future__ import annotations

import gc

_ALLOCATED = 100_000
"""Objects after which it does: loading alone makes far more than the 700 that it is by itself."""


def collect_seldom() -> None:
    """Has this process look for them less often, since few of its objects refer to each other."""
    gc.set_threshold(_ALLOCATED)
