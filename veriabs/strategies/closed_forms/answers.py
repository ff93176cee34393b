"""The names of the checks that the calculation answers, in a module that the waiting process can load cheaply."""

from __future__ import annotations

ANSWERS = {
    True: "closed forms prove the assertion and every access up to the first signed overflow",
    False: "closed forms prove the assertion and every access with arithmetic that wraps",
}
"""The checks, by whether they rely on the absence of signed overflow."""

LATE = "takes long"
"""The answer for an assertion that took too long."""


def answer_of(number: int, *, up_to_overflow: bool) -> str:
    """The name of the check for one of several assertions."""
    return f"assertion {number}: {ANSWERS[up_to_overflow]}"
