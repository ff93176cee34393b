"""What the calculation is asked, and how it answers: all that the process which waits for it has to load."""

from __future__ import annotations

ANSWERS = {
    True: "closed forms prove the assertion and every access up to the first signed overflow",
    False: "closed forms prove the assertion and every access with arithmetic that wraps",
}
"""What the calculation is asked, by whether it relies on the absence of signed overflow."""

LATE = "takes long"
"""What is said of one of several assertions that was given up."""


def answer_of(number: int, *, relies: bool) -> str:
    """What a calculation for several assertions is asked of one."""
    return f"assertion {number}: {ANSWERS[relies]}"
