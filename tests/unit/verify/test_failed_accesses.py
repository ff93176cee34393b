"""Test how proofs with unproved accesses become conditional proofs."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctree import integer
from veriabs.core.expressions import Element
from veriabs.core.program import Program
from veriabs.core.queries import Calculation, CheckedQuery, Query
from veriabs.core.reasons import ReasonKind
from veriabs.core.results import Verdict
from veriabs.core.runs import Approximation, CheckResult, Outcome, Run
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assign, CheckId, CheckKind
from veriabs.core.types import INT
from veriabs.core.verdict import conclude
from veriabs.verify.failed_accesses import bounds_reason, covers_accesses, under_accesses_in_bounds

BODY = tuple(Assign(Element("a", (integer(0),), INT), integer(1), Where("a.c", line, 3)) for line in (4, 9))
PROGRAM = Program(Task(Path("a.c")), {}, {}, BODY)
IDS = {"line 4": CheckId(CheckKind.ACCESS, number=4), "line 9": CheckId(CheckKind.ACCESS, number=9)}
IDS |= {"trips": CheckId(CheckKind.TRIPS)}
PROOF = CheckedQuery(
    Calculation("proof", "m", (), ("c",), claim=Approximation.OVER),
    Run("", Outcome.SUCCESS, (CheckResult("", "c", "SUCCESS"),)),
)


def bounds(*failed: str, outcome: Outcome | None = None) -> CheckedQuery:
    """The run of a bounds program in which some checks fail."""
    checks = tuple(CheckResult("", text, "FAILURE" if text in failed else "SUCCESS") for text in IDS)
    said = outcome or (Outcome.FAILURE if failed else Outcome.SUCCESS)
    return CheckedQuery(Query("bounds", "", {}, tuple(IDS), 1, ids=IDS), Run("bounds", said, checks))


def condition_texts(*pieces: CheckedQuery) -> list[str]:
    """The conditions of the proof, if it is one."""
    conclusion = conclude([under_accesses_in_bounds(PROGRAM, pieces)])
    assert conclusion.verdict is (Verdict.TRUE if conclusion.conditions else Verdict.UNKNOWN)
    return [str(one) for one in conclusion.conditions]


def test_the_failed_accesses_are_the_condition() -> None:
    assert condition_texts(bounds("line 9"), PROOF) == ["the accesses at line 9 are in bounds"]
    assert condition_texts(bounds("line 4", "line 9"), PROOF) == ["the accesses at lines 4 and 9 are in bounds"]


def test_an_access_that_one_of_several_runs_shows_is_no_condition() -> None:
    assert condition_texts(bounds("line 4", "line 9"), bounds("line 9"), PROOF) == [
        "the accesses at line 9 are in bounds"
    ]


@pytest.mark.parametrize(
    "pieces",
    [
        (bounds("trips"), PROOF),
        (bounds("line 9", "trips"), PROOF),
        (bounds("line 9", outcome=Outcome.TIMEOUT), PROOF),
        (bounds("line 9"), replace(PROOF, run=Run("", Outcome.FAILURE, (CheckResult("", "c", "FAILURE"),)))),
        (bounds("line 9"),),
        (PROOF,),
    ],
    ids=["trip count", "both", "time-out", "no proof", "side conditions alone", "nothing lacks"],
)
def test_failed_accesses_are_no_condition_if_more_is_missing(pieces: tuple[CheckedQuery, ...]) -> None:
    assert condition_texts(*pieces) == []


def test_checks_that_are_missing_among_the_results_prove_nothing() -> None:
    whole = bounds("line 9")
    cut = replace(whole, run=replace(whole.run, checks=whole.run.checks[1:2]))
    assert condition_texts(cut, PROOF) == []


def test_bounds_reason_distinguishes_failure_from_timeout() -> None:
    assert bounds_reason(bounds()) is None
    failed, late = bounds_reason(bounds("line 9")), bounds_reason(bounds("line 9", outcome=Outcome.TIMEOUT))
    assert failed is not None and (failed.kind, failed.text) == (ReasonKind.OUT_OF_BOUNDS, "not proved: line 9")
    assert late is not None and late.kind is ReasonKind.TIMEOUT


def test_a_program_with_checks_of_memory_shows_its_accesses() -> None:
    assert not covers_accesses((PROOF,))
    assert covers_accesses((replace(PROOF, request=replace(PROOF.request, memory=True)),))
