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
    for message in messages if isinstance(messages, list) else []:
        for result in message.get("result", []) if isinstance(message, dict) else []:
            for step in result.get("trace", []):
                name = step.get("lhs", "")
                bits = step.get("value", {}).get("binary")
                if step.get("stepType") == "assignment" and bits and any(p.fullmatch(name) for p in wanted):
                    yield name, step.get("sourceLocation", {}).get("function", ""), int(bits, 2)
