"""Tables of the binary operators: precedence, comparisons, and their opposite and mirrored forms."""

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
"""Precedence of each binary operator; a higher number binds more tightly. Only generated programs use the comma."""

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
"""The function of each comparison, for numbers and for other values that compare, such as solver terms."""

COMPARISONS = frozenset(COMPARE)

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""`!(a op b)` is `a OPPOSITE[op] b`, for whole numbers."""

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
"""`a op b` is `b MIRRORED[op] a`."""
