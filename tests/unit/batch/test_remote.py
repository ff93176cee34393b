"""Test that a task on a Dask worker times out even if its process keeps sending progress messages."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, Pipe
from types import SimpleNamespace

import pytest

from veriabs.batch import remote
from veriabs.batch.pool import PoolProcess
from veriabs.batch.work import PhaseStart
from veriabs.service import cluster
from veriabs.verify.options import Options

SECONDS = 3.0
"""So long a process goes on to tell, if nobody ends it; then its connection ends."""


@contextmanager
def talkative(message: object) -> Iterator[Connection[object, object]]:
    """The connection of a process that sends a message every hundredth of a second."""
    ours, theirs = Pipe()
    over = threading.Event()

    def tell() -> None:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and not over.wait(0.01):
            theirs.send(message)
        theirs.close()

    thread = threading.Thread(target=tell)
    thread.start()
    try:
        yield ours
    finally:
        over.set()
        thread.join()
        ours.close()


def wanted_three_times() -> Callable[..., bool]:
    asked: list[int] = []

    def is_wanted(*_about: object) -> bool:
        asked.append(1)
        return len(asked) <= 3

    return is_wanted


def test_task_times_out_despite_progress_messages() -> None:
    prepared = SimpleNamespace(job=None, key="")
    with talkative(PhaseStart("reading")) as connection, pytest.raises(remote.ReleasedError):
        process = PoolProcess(SimpleNamespace(), connection, SimpleNamespace())  # type: ignore[arg-type]
        remote._ask(process, (prepared, Options(), None), wanted_three_times(), 60.0)  # type: ignore[arg-type]


def test_job_times_out_despite_progress_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    worker = SimpleNamespace(get_current_task=lambda: "key", log_event=lambda topic, event: told.append(event))
    monkeypatch.setattr(pytest.importorskip("distributed"), "get_worker", lambda: worker)
    monkeypatch.setattr(cluster, "check_versions", lambda *about: None)
    monkeypatch.setattr(cluster, "is_wanted", wanted_three_times())
    event = {"kind": "solver_running"}
    with talkative(event) as connection:
        process = SimpleNamespace(connection=SimpleNamespace(
            send=lambda parcel: None, poll=connection.poll, recv=connection.recv
        ))  # fmt: skip
        monkeypatch.setattr(cluster, "_process", contextmanager(lambda: iter([process])))
        with pytest.raises(remote.ReleasedError):
            cluster.serve(b"N.", ("", ""), "topic", unconfined=True)
    assert told == [("key", event)] * 3
