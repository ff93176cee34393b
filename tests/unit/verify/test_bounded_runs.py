"""Test the queue of CBMC runs beside native runs: order, waiting, and stopping."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from threading import Event

import pytest
from msgspec import Struct, field

from veriabs.core.queries import Query
from veriabs.core.runs import Outcome, Run
from veriabs.core.strategy import BoundedProgram
from veriabs.verify.bounded_runs import BoundedRuns


class Slow(Struct):
    """A session whose runs end when the test allows it, or when they are stopped."""

    allowed: Event = field(default_factory=Event)
    begun: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)

    def traced(self, query: Query, violation: str, stop: Event) -> Run:
        self.begun.append(query.purpose)
        while not self.allowed.wait(0.005):
            if stop.is_set():
                self.stopped.append(query.purpose)
                break
        return Run(query.purpose, Outcome.SUCCESS)


@pytest.fixture
def session() -> Slow:
    return Slow()


@pytest.fixture
def runs(session: Slow) -> Iterator[BoundedRuns]:
    with closing(BoundedRuns(session)) as made:  # type: ignore[arg-type]
        for name in ("first", "second"):
            made.add("bounded", BoundedProgram(Query(name, "bounded/program", {}, (), 3), {}, "", ("", "")))
        yield made


def test_ended_does_not_wait_for_a_long_run(runs: BoundedRuns) -> None:
    assert runs.ended(0.0) is None
    assert runs


def test_bounded_runs_execute_one_at_a_time_in_order(session: Slow, runs: BoundedRuns) -> None:
    assert runs.ended(0.05) is None
    assert session.begun == ["first"]
    session.allowed.set()
    ended = [runs.ended(10.0), runs.ended(10.0)]
    assert [one.run.purpose for one in ended if one] == ["first", "second"]
    assert not runs
    assert runs.ended(0.0) is None


def test_closing_stops_the_active_run_and_starts_no_other(session: Slow, runs: BoundedRuns) -> None:
    assert runs.ended(0.05) is None
    runs.close()
    assert session.stopped == ["first"]
    assert session.begun == ["first"]
