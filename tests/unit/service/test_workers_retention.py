"""Retention: the newest ended jobs of each owner are kept, and all waiting, running and shared jobs."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from veriabs.service import jobs, queue
from veriabs.service.jobs import Job, JobState, Submission
from veriabs.service.outcome import Artefact, JobOutcome
from veriabs.service.schema import ARTEFACTS, BATCHES, EVENTS, FILES, JOBS
from veriabs.service.store import VARIABLE, Store, default_url
from veriabs.service.workers import trim

DONE = JobOutcome(JobState.DONE, "Proved.", {"verdict": "TRUE"}, artefacts=(Artefact("a.txt", "text/plain", b"text"),))


def submitted(store: Store, owner: str) -> Job:
    return jobs.submit(store, owner, Submission("a.c", {"a.c": b"int main(void){}"}, "a.c"), None)


def ended(store: Store, owner: str, count: int) -> list[str]:
    found = []
    for _ in range(count):
        submitted(store, owner)
        held = queue.claim(store, "w")
        assert held is not None
        queue.finish(store, held, DONE)
        found.append(held.job.id)
    return found


def remaining_jobs(store: Store) -> set[str]:
    with store.reading() as connection:
        return set(connection.execute(select(JOBS.c.id)).scalars())


def test_newest_jobs_of_each_owner_are_kept(store: Store) -> None:
    many, few = ended(store, "many", 5), ended(store, "few", 2)
    waiting = [submitted(store, "many").id for _ in range(4)]
    assert trim(store, 2) == 3
    assert remaining_jobs(store) == {*many[3:], *few, *waiting}
    assert trim(store, 2) == 0
    with store.reading() as connection:
        for table in (FILES, EVENTS, ARTEFACTS):
            assert set(connection.execute(select(table.c.job)).scalars()) <= remaining_jobs(store)


def test_shared_jobs_are_kept(store: Store) -> None:
    first, *others = ended(store, "one", 4)
    jobs.share(store, first, True)
    assert trim(store, 1) == 2
    assert remaining_jobs(store) == {first, others[-1]}


def test_batch_is_removed_with_its_last_job(store: Store) -> None:
    given = [Submission(f"{n}.c", {f"{n}.c": b"int main(void){}"}, f"{n}.c") for n in range(2)]
    jobs.submit_batch(store, "one", "two of them", given, None)
    for _ in given:
        assert trim(store, 0) == 0
        held = queue.claim(store, "w")
        assert held is not None
        queue.finish(store, held, DONE)
    numbers = []
    for kept in (2, 1, 0):
        trim(store, kept)
        with store.reading() as connection:
            numbers.append(connection.execute(select(func.count()).select_from(BATCHES)).scalar_one())
    assert numbers == [1, 1, 0]
    assert remaining_jobs(store) == set()


def test_the_environment_names_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'named.sqlite'}"
    monkeypatch.setenv(VARIABLE, url)
    assert default_url() == url
    monkeypatch.delenv(VARIABLE)
    assert default_url() != url
