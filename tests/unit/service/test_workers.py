"""Test the worker processes of a server: if one dies or hangs, the others continue."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from veriabs.service import workers
from veriabs.service.store import Store
from veriabs.service.workers import Workers

_STOPS = """\
import contextlib, os, pathlib, signal, sqlite3, time
with contextlib.suppress(FileExistsError):
    pathlib.Path({mark!r}).with_suffix(".first").touch(exist_ok=False)
    writer = sqlite3.connect({database!r}, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    pathlib.Path({mark!r}).touch()
    os.kill(os.getpid(), signal.SIGSTOP)
time.sleep(1000)
"""


@pytest.mark.long
def test_a_worker_that_stops_in_the_midst_of_a_write_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds the lock of SQLite, so that no other worker and no request could write any more."""
    database, mark, said = tmp_path / "service.sqlite", tmp_path / "stopped", list[str]()
    monkeypatch.setattr(workers, "_STOPPED_SECONDS", 1.0)
    monkeypatch.setattr(workers, "_START", _STOPS.format(mark=str(mark), database=str(database)))
    url = f"sqlite:///{database}"
    store = Store.open(url)
    kept = Workers(store, url, 1, said.append)
    kept.start()
    try:
        while not mark.exists():
            time.sleep(0.01)
        with store.writing() as connection:  # waits for the lock
            connection.exec_driver_sql("CREATE TABLE written (number INTEGER)")
        end = time.monotonic() + 30.0
        while not (said and kept.alive() == 2) and time.monotonic() < end:
            time.sleep(0.01)
        assert said == ["a worker has ended (signal 9)"] and kept.deaths == 1 and kept.alive() == 2
    finally:
        kept.stop()
        store.close()
