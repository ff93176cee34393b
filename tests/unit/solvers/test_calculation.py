"""A calculation in a separate process: checks without a result are not proved."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

import pytest

from veriabs.core.queries import Calculation, CheckedQuery
from veriabs.core.runs import Approximation, Outcome
from veriabs.core.verdict import holds
from veriabs.solvers.calculation import calculate

ASKED = "it holds"
SAYS = "import json, pickle, sys\npayload = pickle.load(sys.stdin.buffer)\n"


@pytest.mark.long
@pytest.mark.parametrize(("text", "outcome"), [
    ('print(json.dumps({"checks": {payload: "SUCCESS"}}))', Outcome.SUCCESS),
    ('print(json.dumps({"checks": {payload: "UNKNOWN"}}))', Outcome.UNKNOWN),
    ('print(json.dumps({"checks": {payload: "FAILURE"}}))', Outcome.FAILURE),
    ('print(json.dumps({"checks": {payload: "SUCCESS", "another": "FAILURE"}}))', Outcome.FAILURE),
    ('print(json.dumps({"checks": {payload: "success"}}))', Outcome.UNKNOWN),
    ('print(json.dumps({"checks": {"another": "SUCCESS"}}))', Outcome.UNKNOWN),
    ('print(json.dumps({"checks": {}}))', Outcome.UNKNOWN),
    ('print(json.dumps({"checks": {payload: "SUCCESS"}})); sys.exit(3)', Outcome.CRASH),
    ('print(json.dumps({"checks": [payload]}))', Outcome.CRASH),
    ('print(json.dumps({"checks": {payload: "SUCCESS"}})[:-4])', Outcome.CRASH),
    ("raise ValueError", Outcome.CRASH),
    ("pass", Outcome.CRASH),
    ("import time; time.sleep(60)", Outcome.TIMEOUT),
])  # fmt: skip
def test_only_a_whole_answer_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, outcome: Outcome
) -> None:
    (tmp_path / "says_so.py").write_text(SAYS + text + "\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    request = Calculation("purpose", "says_so", ASKED, (ASKED,), claim=Approximation.OVER)
    run = calculate(request, 1.0 if outcome is Outcome.TIMEOUT else 30.0, None, Event())
    assert run.outcome is outcome
    assert holds(CheckedQuery(request, run)) is (outcome is Outcome.SUCCESS)


def test_unrequested_checks_prove_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "says_so.py").write_text(SAYS + 'print(json.dumps({"checks": {payload: "SUCCESS"}}))\n')
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert calculate(Calculation("purpose", "says_so", ASKED, ()), 30.0, None, Event()).outcome is Outcome.UNKNOWN


def test_too_little_memory_for_the_solver_is_called_so() -> None:
    request = Calculation("purpose", "veriabs.strategies.closed_forms", ASKED, (ASKED,), claim=Approximation.EXACT)
    run = calculate(request, 30.0, 50, Event())
    assert (run.outcome, run.checks) == (Outcome.MEMORY, ())
    assert "50 MB" in run.detail and "libz3" not in run.detail
