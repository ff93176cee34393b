"""Test the first requests of array refinement, and the results that end it."""

from __future__ import annotations

from pathlib import Path

import pytest
from refined import CHECK, SORT, model_of

from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason
from veriabs.core.runs import Outcome, Run
from veriabs.core.strategy import StandaloneFacts
from veriabs.strategies.array_refinement import strategy as array_refinement


def test_large_loops_are_explored_with_few_iterations_only(tmp_path: Path) -> None:
    body = "int a[1000]; for (int i = 0; i < 1000; i++) for (int j = 0; j < 1000; j++) a[j] = i;"
    task = model_of(tmp_path, body + " __VERIFIER_assert(a[3] == 999);")
    talk = array_refinement.prove(task, StandaloneFacts(task.program))
    (request,) = next(talk)
    assert isinstance(request, Query)
    assert request.claim is None
    assert request.unwind < 20
    with pytest.raises(StopIteration) as stopped:
        talk.send((CheckedQuery(request, Run(request.purpose, Outcome.TIMEOUT)),))
    assert isinstance(stopped.value.value, Reason)


def test_a_run_that_was_not_decided_proves_nothing(tmp_path: Path) -> None:
    task = model_of(tmp_path, SORT + CHECK.format("<="))
    talk = array_refinement.prove(task, StandaloneFacts(task.program))
    (request,) = next(talk)
    assert "0 elements tracked" in request.purpose
    with pytest.raises(StopIteration) as stopped:
        talk.send((CheckedQuery(request, Run(request.purpose, Outcome.TIMEOUT)),))
    assert isinstance(stopped.value.value, Reason)
