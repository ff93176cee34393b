"""What a trace of CBMC says of the values that variables were given, in the order of the run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator


def assignments(raw: str, names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Name and value (as an unsigned pattern) of every traced assignment to one of the variables.

    `raw` is the JSON that CBMC printed; text without a trace, or that is cut off, has no assignments.
    """
    wanted = [re.compile(re.escape(name)) for name in names]
    return ((name, value) for name, _, value in assignments_matching(raw, wanted))


def assignments_matching(raw: str, patterns: Iterable[re.Pattern[str]]) -> Iterator[tuple[str, str, int]]:
    """Name, function around it, and value of every traced assignment whose name matches one of the patterns."""
    wanted = tuple(patterns)
    try:
        messages = json.loads(raw)
    except (ValueError, RecursionError):
        return
    steps = (s for m in _dicts(messages) for r in _dicts(m.get("result")) for s in _dicts(r.get("trace")))
    for step in steps:
        name, value, place = step.get("lhs"), step.get("value"), step.get("sourceLocation")
        bits = value.get("binary") if isinstance(value, dict) else None
        if step.get("stepType") != "assignment" or not isinstance(name, str) or not isinstance(bits, str):
            continue
        if re.fullmatch("[01]+", bits) and any(p.fullmatch(name) for p in wanted):
            yield name, str(place.get("function", "")) if isinstance(place, dict) else "", int(bits, 2)


def _dicts(value: object) -> list[dict[str, object]]:
    """The objects in what should be a list of them."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
