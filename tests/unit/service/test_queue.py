"""Test the queue: every accepted job ends exactly once, even if workers die."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

import pytest

from veriabs.service import jobs, queue
from veriabs.service.jobs import Job, JobState, OtherRequestError, Submission
from veriabs.service.outcome import Artefact, JobOutcome
from veriabs.service.queue import Claim, ClaimState, LostClaimError, Watch
from veriabs.service.store import Store

DONE = JobOutcome(JobState.DONE, "Proved.", {"verdict": "TRUE"}, artefacts=(Artefact("a.txt", "text/plain", b"text"),))


def submission(name: str = "a.c", timeout: float = 60.0) -> Submission:
    return Submission(name, {name: b"int main(void){}"}, name, options={"timeout": timeout})


def submitted(
    store: Store, owner: str = "one", name: str = "a.c", key: str | None = None, timeout: float = 60.0
) -> Job:
    return jobs.submit(store, owner, submission(name, timeout), key)


def claimed(store: Store, worker: str = "a:1:1", size: int = 1) -> Claim:
    held = queue.claim(store, worker, size)
    assert held is not None
    return held


def beaten(store: Store, held: Claim, seconds: int = queue.SLICE_SECONDS, size: int = 1) -> ClaimState:
    """The state of a claim after that many heartbeats."""
    return [queue.beat(store, held, size) for _ in range(seconds)][-1]


def decided_in_turn(store: Store, beats: dict[str, int] | None = None) -> list[str]:
    """The jobs in the order in which one worker decides them; `beats` gives the seconds of each owner's jobs."""
    order = []
    while (held := queue.claim(store, "w")) is not None:
        for _ in range((beats or {}).get(held.job.owner, 0)):
            queue.beat(store, held)
        queue.finish(store, held, DONE)
        order.append(held.job.id)
    return order


def stored_job(store: Store, job: Job) -> Job:
    with store.reading() as connection:
        found = jobs.find(connection, job.id)
    assert found is not None
    return found


def kinds(store: Store, job: Job) -> list[str]:
    with store.reading() as connection:
        return [row.kind for row in jobs.events_after(connection, job.id, 0)]


def test_oldest_comes_first_and_each_once(store: Store) -> None:
    made = [submitted(store).id for _ in range(3)]
    claims = [queue.claim(store, "w") for _ in range(4)]
    assert [one.job.id for one in claims if one is not None] == made
    assert claims[3] is None


def test_user_with_fewer_running_jobs_comes_first(store: Store) -> None:
    first = [submitted(store, "many").id for _ in range(3)]
    other = submitted(store, "few").id
    assert [one.job.id for _ in range(3) if (one := queue.claim(store, "w"))] == [other, first[0], first[1]]


def test_worker_alternates_between_owners(store: Store) -> None:
    """Neither the order of names nor many jobs of one owner delay other owners."""
    many = [submitted(store, "a").id for _ in range(4)]
    few = [submitted(store, "b").id for _ in range(2)]
    assert decided_in_turn(store) == [many[0], few[0], many[1], few[1], many[2], many[3]]


def test_turns_are_counted_in_seconds(store: Store) -> None:
    slow = [submitted(store, "slow").id for _ in range(3)]
    quick = [submitted(store, "quick").id for _ in range(4)]
    order = decided_in_turn(store, {"slow": 2})
    assert order == [quick[0], slow[0], quick[1], quick[2], quick[3], slow[1], slow[2]]


def test_full_server_starts_only_jobs_of_users_without_a_running_job(store: Store) -> None:
    def taken(worker: str) -> str | None:
        found = queue.claim(store, worker, size=2)
        return None if found is None else found.job.id

    many = [submitted(store, "many").id for _ in range(4)]
    assert [taken("a:1:1"), taken("a:1:2"), taken("a:1:3")] == [many[0], many[1], None]
    few = [submitted(store, "few").id for _ in range(2)]
    assert [taken("a:1:3"), taken("a:1:4")] == [few[0], None]
    assert taken("a:2:5") == few[1]  # another server


def test_long_job_is_interrupted_for_a_later_one_of_its_user(store: Store) -> None:
    """With the same time limit, as by default; it begins again afterwards, and its next slice is twice as long."""
    long, held = submitted(store, timeout=300), claimed(store)
    short = submitted(store, timeout=300)
    assert beaten(store, held, queue.SLICE_SECONDS - 1) is ClaimState.HELD
    assert queue.beat(store, held, 1) is ClaimState.LOST
    assert stored_job(store, long).state is JobState.QUEUED
    other = claimed(store)
    assert other.job.id == short.id and queue.claim(store, "a:1:2", 1) is None
    with pytest.raises(LostClaimError):
        queue.finish(store, held, DONE)
    queue.finish(store, other, DONE)
    held = claimed(store)
    submitted(store, timeout=300)
    assert held.job.id == long.id and beaten(store, held, 2 * queue.SLICE_SECONDS - 1) is ClaimState.HELD
    assert queue.beat(store, held, 1) is ClaimState.LOST
    assert kinds(store, long) == ["claimed", "interrupted", "restarted", "interrupted"]


def test_job_is_interrupted_only_if_another_one_has_no_worker(store: Store) -> None:
    held = (submitted(store, "one"), claimed(store))[1]
    assert beaten(store, held, 2 * queue.SLICE_SECONDS) is ClaimState.HELD  # nobody waits
    submitted(store, "other")
    assert queue.beat(store, held, 1) is ClaimState.HELD  # the worker of another user is free
    other = claimed(store, "a:1:2")
    submitted(store, "third")
    assert beaten(store, other) is ClaimState.LOST and queue.beat(store, held, 1) is ClaimState.HELD
    assert claimed(store, "a:1:2").job.row.owner == "third"


def test_job_behind_half_of_its_time_runs_to_its_end(store: Store) -> None:
    held = (submitted(store, timeout=2 * queue.SLICE_SECONDS), claimed(store))[1]
    submitted(store, timeout=1)
    assert beaten(store, held, 3 * queue.SLICE_SECONDS) is ClaimState.HELD


def test_jobs_begun_equally_often_do_not_interrupt_each_other(store: Store) -> None:
    first, second = (submitted(store, timeout=300) for _ in range(2))
    assert beaten(store, claimed(store)) is ClaimState.LOST
    held = claimed(store)
    assert held.job.id == second.id and beaten(store, held, 3 * queue.SLICE_SECONDS) is ClaimState.HELD
    assert stored_job(store, first).state is JobState.QUEUED


def test_jobs_of_a_batch_yield_to_single_ones_only(store: Store) -> None:
    batch = jobs.submit_batch(store, "one", "many", [submission() for _ in range(3)], None)
    held = claimed(store)
    assert held.job.row.batch == batch and beaten(store, held) is ClaimState.HELD
    single = submitted(store)
    assert queue.beat(store, held, 1) is ClaimState.LOST
    assert claimed(store).job.id == single.id


def test_late_user_gets_no_credit_for_earlier_absence(store: Store) -> None:
    early = [submitted(store, "early").id for _ in range(6)]
    for _ in range(3):
        held = queue.claim(store, "w")
        assert held is not None
        queue.finish(store, held, DONE)
    late = [submitted(store, "late").id for _ in range(3)]
    assert decided_in_turn(store) == [late[0], early[3], late[1], early[4], late[2], early[5]]


def test_short_jobs_pass_long_ones_of_their_owner_for_a_while(store: Store) -> None:
    long = submitted(store, timeout=100).id
    short = [submitted(store, timeout=10).id for _ in range(12)]
    order = decided_in_turn(store)
    assert order.index(long) == 8 and [one for one in order if one != long] == short


def test_concurrent_claims_never_take_a_job_twice(store: Store) -> None:
    made = {submitted(store).id for _ in range(20)}
    found: list[str] = []

    def work() -> None:
        while (one := queue.claim(store, threading.current_thread().name)) is not None:
            found.append(one.job.id)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(made) and set(found) == made


def test_outcome_is_written_once(store: Store) -> None:
    job = submitted(store)
    held = queue.claim(store, "w")
    assert held is not None
    queue.publish(store, held, [{"kind": "phase_begun"}, {"kind": "solver_running"}])
    queue.finish(store, held, DONE)
    with pytest.raises(LostClaimError):
        queue.finish(store, held, DONE)
    with pytest.raises(LostClaimError):
        queue.publish(store, held, [{"kind": "late"}])
    assert stored_job(store, job).row.verdict == "TRUE"
    assert kinds(store, job) == ["claimed", "phase_begun", "end"]


def test_dead_holder_loses_the_job_and_comes_too_late(store: Store) -> None:
    job = submitted(store)
    dead = queue.claim(store, "dead")
    assert dead is not None
    assert Watch(store, patience=0.0).look() == 1
    assert stored_job(store, job).state is JobState.QUEUED
    living = queue.claim(store, "living")
    assert living is not None
    for attempt in (lambda: queue.finish(store, dead, DONE), lambda: queue.publish(store, dead, [{"kind": "late"}])):
        with pytest.raises(LostClaimError):
            attempt()
    assert queue.beat(store, dead) is ClaimState.LOST
    queue.release(store, dead)
    assert stored_job(store, job).state is JobState.RUNNING
    queue.finish(store, living, DONE)
    assert kinds(store, job) == ["claimed", "restarted", "end"]


def test_living_holder_keeps_the_job(store: Store) -> None:
    job = submitted(store)
    held = queue.claim(store, "w")
    assert held is not None
    watch = Watch(store, patience=0.05)
    for _ in range(4):
        assert watch.look() == 0
        assert queue.beat(store, held) is ClaimState.HELD
        time.sleep(0.06)
    assert watch.look() == 0
    time.sleep(0.06)
    assert watch.look() == 1
    assert stored_job(store, job).state is JobState.QUEUED


def test_job_that_kills_its_workers_fails_in_the_end(store: Store) -> None:
    job = submitted(store)
    for _ in range(queue.MOST_LOSSES):
        assert queue.claim(store, "w") is not None
        assert Watch(store, patience=0.0).look() == 1
    found = stored_job(store, job)
    assert found.state is JobState.FAILED
    assert "died 3 times" in found.row.sentence
    assert kinds(store, job)[-1] == "end"
    assert queue.claim(store, "w") is None


def test_released_job_waits_again_without_a_recorded_loss(store: Store) -> None:
    job = submitted(store)
    for _ in range(5):
        held = queue.claim(store, "w")
        assert held is not None
        queue.release(store, held)
    assert stored_job(store, job).state is JobState.QUEUED
    assert stored_job(store, job).row.losses == 0


def test_waiting_job_is_cancelled_at_once(store: Store) -> None:
    job = submitted(store)
    queue.cancel(store, job.id)
    queue.cancel(store, job.id)
    assert stored_job(store, job).state is JobState.CANCELLED
    assert kinds(store, job) == ["end"]
    assert queue.claim(store, "w") is None


def test_holder_is_notified_of_cancellation(store: Store) -> None:
    job = submitted(store)
    held = queue.claim(store, "w")
    assert held is not None
    queue.cancel(store, job.id)
    assert queue.beat(store, held) is ClaimState.CANCELLED
    queue.finish(store, held, JobOutcome(JobState.CANCELLED, "Cancelled.", {}))
    assert stored_job(store, job).state is JobState.CANCELLED


def test_cancelled_job_of_a_dead_holder_does_not_run_again(store: Store) -> None:
    job = submitted(store)
    assert queue.claim(store, "w") is not None
    queue.cancel(store, job.id)
    Watch(store, patience=0.0).look()
    assert stored_job(store, job).state is JobState.CANCELLED


def test_ended_jobs_do_not_change(store: Store) -> None:
    job = submitted(store)
    held = queue.claim(store, "w")
    assert held is not None
    queue.finish(store, held, DONE)
    before = stored_job(store, job).etag
    queue.cancel(store, job.id)
    assert stored_job(store, job).etag == before


def test_same_key_is_the_same_job(store: Store) -> None:
    first = submitted(store, key="k")
    assert submitted(store, key="k").id == first.id
    assert submitted(store, owner="other", key="k").id != first.id
    with pytest.raises(OtherRequestError, match="another request"):
        submitted(store, name="b.c", key="k")


def test_same_key_from_many_at_once_is_one_job(store: Store) -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(submitted(store, key="k").id)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1


@pytest.mark.parametrize("jump", [-1e8, 1e8])
def test_clock_that_jumps_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """No job is taken from who has it, events stay in their order, and the oldest is still the next."""
    first, second = submitted(store), submitted(store)
    held, watch = queue.claim(store, "w"), Watch(store, patience=5.0)
    assert held is not None and watch.look() == 0
    true_time = time.time
    monkeypatch.setattr(time, "time", lambda: true_time() + jump)
    assert watch.look() == 0
    queue.publish(store, held, [{"kind": "phase_begun"}])
    third = submitted(store)
    queue.finish(store, held, DONE)
    assert kinds(store, first) == ["claimed", "phase_begun", "end"]
    assert [one.job.id for _ in range(2) if (one := queue.claim(store, "w"))] == [second.id, third.id]


def test_locked_database_is_waited_for(tmp_path: Path) -> None:
    """As by a backup, or another server that is in the middle of something."""
    store = Store.open(f"sqlite:///{tmp_path / 'service.sqlite'}")
    other = sqlite3.connect(tmp_path / "service.sqlite", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.5, other.execute, ["COMMIT"])
    release.start()
    job = submitted(store)
    release.join()
    assert stored_job(store, job).state is JobState.QUEUED
    other.close()
    store.close()
