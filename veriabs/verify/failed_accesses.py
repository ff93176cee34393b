"""Interpret a run's access checks, and turn failed ones into conditions of a proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.ctree import elements_of, statements
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Approximation, Outcome
from veriabs.core.source import Where
from veriabs.core.statements import CheckKind
from veriabs.core.verdict import holds, reason_of, restrict, with_condition


def bounds_reason(piece: CheckedQuery) -> Reason | None:
    """The reason why accesses may be out of bounds; None if they are proved."""
    if holds(piece):
        return None
    if piece.run.outcome is not Outcome.FAILURE:
        return reason_of(piece.request, piece.run)
    failed = next((text for text in piece.run.failed() if text in _accesses(piece)), piece.run.failed()[0])
    hint = "--check bounds, which looks for an input with which it is not"
    return Reason(ReasonKind.OUT_OF_BOUNDS, f"not proved: {failed}", None, hint)


def covers_accesses(pieces: Sequence[CheckedQuery]) -> bool:
    """Did the program that proves the assertion also prove every access in bounds?"""
    covering = (piece.request for piece in pieces if piece.request.claim in (Approximation.OVER, Approximation.EXACT))
    return any(one.memory or (isinstance(one, Query) and one.accesses) for one in covering)


def under_accesses_in_bounds(program: Program, pieces: Sequence[CheckedQuery]) -> list[CheckedQuery]:
    """A proof under the condition that the failed accesses are in bounds (docs/theory.md 18); empty if other checks
    failed.

    With several runs, the condition has the accesses that failed in all: the first one out of bounds fails in each.
    """
    failing = [piece for piece in pieces if not holds(piece)]
    if not failing or not all(map(_has_only_failed_accesses, failing)):
        return []
    lines = set.intersection(*({_accesses(piece)[text] for text in piece.run.failed()} for piece in failing))
    condition = VerdictCondition(ConditionKind.BOUNDS, "", tuple(sorted(set(_accesses_at(program, lines)))))
    held = [piece if holds(piece) else _passed_checks(piece) for piece in pieces]
    return [with_condition(piece, condition) for piece in held if piece is not None] if lines else []


def _has_only_failed_accesses(piece: CheckedQuery) -> bool:
    """Are the results complete, and are all failures about accesses?"""
    reported = {check.description for check in piece.run.checks}
    complete = piece.run.outcome is Outcome.FAILURE and reported >= {*piece.request.asked}
    return complete and {*piece.run.failed()} <= _accesses(piece).keys()


def _accesses(piece: CheckedQuery) -> Mapping[str, int]:
    """The lines of the access checks, by description."""
    ids = piece.request.ids if isinstance(piece.request, Query) else {}
    return {text: about.number for text, about in ids.items() if about.kind is CheckKind.ACCESS}


def _passed_checks(piece: CheckedQuery) -> CheckedQuery | None:
    """The part of a run with the passed checks; None if there are none."""
    failed = set(piece.run.failed())
    return restrict(piece, [text for text in piece.request.asked if text not in failed])


def _accesses_at(program: Program, lines: set[int]) -> Iterator[Where]:
    """The statements with accesses at these lines; within a statement, accesses are not distinguished."""
    for stmt in statements(program.body):
        if stmt.where.line in lines and elements_of((stmt,)):
            yield Where(stmt.where.file, stmt.where.line)
