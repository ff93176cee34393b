"""The operators of C that the core language has, in tables: precedence, comparisons, and what follows from swapping."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

PRECEDENCE = {
    **dict.fromkeys(("*", "/", "%"), 11),
    **dict.fromkeys(("+", "-"), 10),
    **dict.fromkeys(("<<", ">>"), 9),
    **dict.fromkeys(("<", "<=", ">", ">="), 8),
    **dict.fromkeys(("==", "!="), 7),
    "&": 6,
    "^": 5,
    "|": 4,
    "&&": 3,
    "||": 2,
    ",": 0,
}
"""How tightly each binary operator binds; a higher number binds more tightly. Only generated programs have a comma."""

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
"""What a comparison means, for numbers and for whatever else compares (such as terms of a solver)."""

COMPARISONS = frozenset(COMPARE)

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""`!(a op b)` is `a OPPOSITE[op] b`, for whole numbers."""

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
"""`a op b` is `b MIRRORED[op] a`."""
