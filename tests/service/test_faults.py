"""The server survives full disks, a restart of its database, and clients that are slow or die."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import postgres
import psutil
import pytest
from served import FACTORS, MINIMUM, PATIENCE, QUICK, Server, serving
from sqlalchemy import insert

from veriabs.client import Client, Job, ServiceError
from veriabs.service.schema import EVENTS
from veriabs.service.store import Store
from veriabs.solvers.driver import Cbmc

pytestmark = [pytest.mark.cbmc, pytest.mark.long]
SOURCE = "#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); return 0; }\n"


def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "never so"
        time.sleep(0.1)


@contextmanager
def full(*processes: int) -> Iterator[None]:
    """To these processes the disk is full: no file grows any more."""
    before = [resource.prlimit(one, resource.RLIMIT_FSIZE) for one in processes]
    for one, (_soft, hard) in zip(processes, before, strict=True):
        resource.prlimit(one, resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        for one, limits in zip(processes, before, strict=True):
            resource.prlimit(one, resource.RLIMIT_FSIZE, limits)


def workers(server: Server) -> list[int]:
    found = psutil.Process(server.process.pid).children()
    return [one.pid for one in found if "worker.main" in " ".join(one.cmdline())]


def running_job(client: Client) -> Job:
    """A job that is under way."""
    job = client.submit("minimum.c", MINIMUM, options=QUICK)
    next(event for event in client.follow(job.id) if event.kind == "program_read")
    return job


def has_ended_once(client: Client, job: Job) -> None:
    kinds = [event.kind for event in client.follow(job.id)]
    assert kinds.count("end") == 1 and client.job(job.id).verdict == "TRUE"


def test_full_disk_refuses_jobs_and_loses_none(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path) as server, Client(server.url) as client:
        early = client.submit("early.c", SOURCE, options=QUICK)
        client.wait(early.id)
        with full(server.process.pid):
            with pytest.raises(ServiceError) as refused:
                client.submit("late.c", SOURCE, options=QUICK, key="late")
            assert refused.value.status == 503
            assert [one.id for one in client.jobs()] == [early.id]
            assert httpx.get(f"{server.url}/healthz").status_code == 200
        late = client.submit("late.c", SOURCE, options=QUICK, key="late")
        assert client.wait(late.id).state == "done"
        assert [one.id for one in client.jobs()] == [late.id, early.id]


def test_worker_keeps_its_verdict_until_there_is_room(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path) as server, Client(server.url) as client:
        job = running_job(client)
        with full(*workers(server)):
            time.sleep(5.0)
            assert client.job(job.id).state == "running"
        has_ended_once(client, job)


def test_service_survives_a_restart_of_the_database(tmp_path: Path, cbmc: Cbmc) -> None:
    """Everything else continues: the server answers, the prover proves, and its verdict is stored afterwards."""
    if postgres.programs() is None:
        pytest.skip("no PostgreSQL is installed")
    with ExitStack() as stack:
        database = stack.enter_context(postgres.serving())
        server = stack.enter_context(serving(tmp_path, "--db", database.url))
        with Client(server.url) as client:
            job = running_job(client)
            database.stop()
            try:
                assert httpx.get(f"{server.url}/healthz").status_code == 200
                for address in ("/readyz", "/v1/jobs"):
                    answer = httpx.get(server.url + address)
                    assert answer.status_code == 503 and "retry-after" in answer.headers
                    assert answer.headers["content-type"] == "application/problem+json"
                time.sleep(3.0)
            finally:
                database.start()
            until(lambda: httpx.get(f"{server.url}/readyz").status_code == 200)
            has_ended_once(client, job)
            assert client.wait(client.submit("minimum.c", MINIMUM, options=QUICK).id).verdict == "TRUE"


def test_slow_clients_do_not_delay_others(tmp_path: Path, cbmc: Cbmc) -> None:
    """Some hundreds that never finish their requests are cut off; others are served meanwhile."""
    with serving(tmp_path) as server, ExitStack() as closing:
        slow = [closing.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(300)]
        for one in slow:
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        for _ in range(8):
            assert httpx.get(f"{server.url}/v1/jobs", timeout=5).status_code == 200
            time.sleep(1.0)
            for one in slow:
                one.sendall(b"X: y\r\n")
        for one in slow:
            one.settimeout(PATIENCE)
            while True:
                try:
                    if not one.recv(1000):
                        break
                except ConnectionResetError:
                    break


def test_dying_watchers_leave_nothing(tmp_path: Path, cbmc: Cbmc) -> None:
    def watching(server: Server) -> str:
        lines = httpx.get(f"{server.url}/metrics").text.splitlines()
        return next(line for line in lines if line.startswith("veriabs_streams "))

    with serving(tmp_path) as server, Client(server.url) as client, ExitStack() as closing:
        job = client.submit("factors.c", FACTORS, options={"timeout": 600})
        request = f"GET /v1/jobs/{job.id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        watchers = []
        for _ in range(200):  # each asks at once, since the server ends connections that stay silent
            one = closing.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            one.sendall(request)
            assert b"200 OK" in one.recv(1000)
            watchers.append(one)
        assert watching(server) == "veriabs_streams 200.0"
        for one in watchers:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # ends without a word
            one.close()
        until(lambda: watching(server) == "veriabs_streams 0.0")
        client.cancel(job.id)
        assert client.wait(job.id).state == "cancelled"


def test_watchers_that_leave_amid_many_events_are_not_logged(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path) as server, Client(server.url) as client:
        job = client.submit("factors.c", FACTORS, options={"timeout": 600})
        next(client.follow(job.id))
        store = Store.open(f"sqlite:///{tmp_path / 'service.sqlite'}")
        row = {"job": job.id, "at": 0.0, "kind": "line", "data": {"text": "x" * 200}}
        with store.writing() as connection:
            connection.execute(insert(EVENTS), [{**row, "number": 1000 + n} for n in range(450)])
        store.close()
        request = f"GET /v1/jobs/{job.id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        for milliseconds in range(0, 60, 2):
            with socket.create_connection(("127.0.0.1", server.port)) as watcher:
                watcher.sendall(request)
                time.sleep(milliseconds / 1000)
                watcher.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        assert next(event for event in client.follow(job.id) if event.number == 1449).kind == "line"
        assert "socket.send" not in server.log.read_text()
