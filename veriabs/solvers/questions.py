"""Describe what a session of a SAT solver is asked, and its answers (see `incremental` and `sat_session`)."""

from __future__ import annotations

from msgspec import Struct

CHECKED, FACT = "checked", "fact_"
"""The variables of a program: the number of the asked check, and (with a number) whether a fact takes part."""


class Question(Struct, frozen=True):
    """The numbers of the checks, each with the number of its fact, or 0 if it has none.

    - `refuted`: facts that are known to fail.
    """

    checks: list[tuple[int, int]]
    refuted: list[int]


class Answer(Struct, frozen=True):
    """The answer about one check; a proof assumes the facts in `relies`."""

    check: int
    status: str
    relies: list[int] = []
