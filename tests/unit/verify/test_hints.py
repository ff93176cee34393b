"""Test that failed proofs give inputs to the search for a counterexample."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest

from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.source import Task
from veriabs.verify.hints import CounterexampleHints
from veriabs.verify.options import Options
from veriabs.verify.session import Session

FAILED = CheckedQuery(
    Query("p", "t", {}, ("c",), 1), Run("p", Outcome.FAILURE, (CheckResult("main.assertion.1", "c", "FAILURE"),))
)


def test_traces_end_when_no_counterexample_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Event()

    def traced(session: Session, query: Query, name: str, stop: Event) -> Run:
        begun.set()
        for _ in range(3000):
            if stop.is_set():
                return Run("trace", Outcome.UNKNOWN)
            Event().wait(0.01)
        raise AssertionError("nobody stops it")

    monkeypatch.setattr(Session, "traced", traced)
    task = Task(Path("f.c"))
    with ThreadPoolExecutor(1) as pool:
        session = Session(task, Mock(), Mock(), pool, Options(), Deadline(60.0))
        hints = CounterexampleHints(session, Program(task, {}, {}, (), ""))
        hints.note("one", FAILED)
        assert begun.wait(10) and hints.is_urgent.is_set()
        hints.end(wanted=False)
        assert not session.stop.is_set() and hints.queue.get(timeout=10) is None
        assert hints.traces[0].done()
