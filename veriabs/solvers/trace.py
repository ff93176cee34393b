"""Read the assignments of variables from a trace of CBMC, in the order of the run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from veriabs.core.queries import TraceVariable

_SUFFIX = re.compile(r"(?<=\d)[ul]+(?=\])")
"""The suffix of a number in the name of a cell."""


def assignments(raw: str, names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield name and value (as an unsigned bit pattern) of every traced assignment to one of the variables.

    `raw` is CBMC's JSON; text without a trace, or truncated text, has no assignments.
    """
    wanted = frozenset(names)
    return ((name, value) for name, _, value in _assignments(raw) if name in wanted)


def traced_values(raw: str, traced: Mapping[str, TraceVariable]) -> Iterator[tuple[TraceVariable, str, int]]:
    """Yield the trace variable, the enclosing function and the value of each traced assignment to one of `traced`."""
    found = ((traced.get(_SUFFIX.sub("", name)), function, value) for name, function, value in _assignments(raw))
    return ((one, function, value) for one, function, value in found if one is not None)


def _assignments(raw: str) -> Iterator[tuple[str, str, int]]:
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
        if re.fullmatch("[01]+", bits):
            yield name, str(place.get("function", "")) if isinstance(place, dict) else "", int(bits, 2)


def _dicts(value: object) -> list[dict[str, object]]:
    """The objects in a list of objects; empty for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
