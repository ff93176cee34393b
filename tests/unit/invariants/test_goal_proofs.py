"""Test how one run that checks several assertions is read as a proof of each."""

from __future__ import annotations

from veriabs.core.ctree import TRUE
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.source import Where
from veriabs.core.statements import Assert, CheckId, CheckKind
from veriabs.invariants.goal_proofs import hopeless, proof_of

FIRST, SECOND = (Assert(TRUE, number, Where("f.c", number)) for number in (1, 2))
IDS = {
    "step": CheckId(CheckKind.STEP, 1, 0),
    "trips": CheckId(CheckKind.TRIPS, 1),
    "first": CheckId(CheckKind.GOAL, number=1),
    "second": CheckId(CheckKind.GOAL, number=2),
}


def piece(*failed: str, outcome: Outcome = Outcome.FAILURE) -> CheckedQuery:
    query = Query("cut", "cell_invariants/program", {}, tuple(IDS), 2, ids=IDS)
    checks = tuple(CheckResult(text, text, "FAILURE" if text in failed else "SUCCESS") for text in IDS)
    return CheckedQuery(query, Run("cut", outcome if failed else Outcome.SUCCESS, checks))


def test_assertion_is_proved_although_other_assertions_fail() -> None:
    for run in (piece(), piece("second")):
        found = proof_of(FIRST, run)
        assert not isinstance(found, Reason)
        assert set(found[0].request.asked) == {"step", "trips", "first"}
    assert isinstance(proof_of(SECOND, piece("second")), Reason)


def test_a_failed_premise_of_a_proof_is_reported() -> None:
    assert isinstance(proof_of(FIRST, piece("step")), Reason)
    found = proof_of(FIRST, piece("step", "trips", "second"))
    assert isinstance(found, Reason)
    assert (found.kind, found.where) == (ReasonKind.SIDE_CONDITION, FIRST.where)
    assert found.text == "invariants found do not prove: trips"


def test_missing_run_is_no_proof() -> None:
    found = proof_of(FIRST, None)
    assert isinstance(found, Reason)
    assert "last round" in found.text


def test_retry_is_hopeless_if_all_assertions_or_basic_checks_fail() -> None:
    assert not hopeless(piece("step", "first"))
    assert hopeless(piece("step", "first", "second"))
    assert hopeless(piece("step", "trips"))
