"""Jobs of a server that a Dask cluster decides: a real scheduler and a worker in a folder of their own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from served import BUG, FACTORS, MINIMUM, QUICK, command, environment, serving

from veriabs.client import Client
from veriabs.solvers.driver import Cbmc

sys.path.insert(0, str(Path(__file__).parents[1]))

from test_cluster import SECONDS, Site, free_port  # noqa: E402

pytest.importorskip("distributed")
pytestmark = [pytest.mark.cbmc, pytest.mark.long]


@pytest.fixture
def site(tmp_path: Path, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    made = Site(tmp_path / "site", free_port())
    try:
        made.begin()
        yield made
    finally:
        made.end()


def busy(site: Site) -> psutil.Process:
    """The Dask worker that has a job."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for worker in site.workers:
            if worker.is_running() and worker.children():
                return worker
        time.sleep(0.05)
    raise AssertionError("no worker has a job")


def test_cluster_decides_and_is_watched(tmp_path: Path, site: Site) -> None:
    with serving(tmp_path, "--cluster", site.address) as server, Client(server.url) as client:
        job = client.submit("minimum.c", '#include "n.h"\n' + MINIMUM, headers={"n.h": "\n"}, options=QUICK)
        kinds = [event.kind for event in client.follow(job.id)]
        assert kinds[0] == "claimed" and kinds[-1] == "end" and {"program_read", "bound_tried"} <= set(kinds)
        assert (client.job(job.id).verdict, client.job(job.id).k) == ("TRUE", 1)
        assert b"check_loop" in client.download(job.id, "programs/harness-k-1.c")
        bug = client.wait(client.submit("bug.c", BUG, options={"timeout": 60}).id)
        assert bug.verdict == "FALSE" and b"42" in client.download(bug.id, "counterexample.c")
        bad = client.wait(client.submit("bad.c", "int main(void) {", options=QUICK).id)
        assert (bad.state, bad.reason_kind) == ("failed", "bad input")
    assert site.temporary() == []


def test_lost_worker_costs_a_new_beginning_and_cancel_reaches_it(tmp_path: Path, site: Site) -> None:
    with serving(tmp_path, "--cluster", site.address) as server, Client(server.url) as client:
        job = client.submit("minimum.c", MINIMUM, options=QUICK)
        worker = busy(site)
        worker.kill()
        assert client.wait(job.id).verdict == "TRUE"
        long = client.submit("factors.c", FACTORS, options={"timeout": 600})
        next(event for event in client.follow(long.id) if event.kind == "program_read")
        holder = busy(site)
        client.cancel(long.id)
        assert client.wait(long.id).state == "cancelled"
        gone, left = psutil.wait_procs(holder.children(), SECONDS)
        assert left == []


def test_lost_scheduler_is_waited_for(tmp_path: Path, site: Site) -> None:
    with serving(tmp_path, "--cluster", site.address) as server, Client(server.url) as client:
        job = client.submit("minimum.c", MINIMUM, options=QUICK)
        busy(site)
        assert site.scheduler is not None
        site.scheduler.kill()
        site.scheduler.wait()
        psutil.wait_procs(site.workers, SECONDS)
        site.begin()
        events = list(client.follow(job.id))
        assert "restarted" in [event.kind for event in events]
        assert [event.kind for event in events].count("end") == 1
        assert client.job(job.id).verdict == "TRUE"


def test_unresponsive_scheduler_is_reported(tmp_path: Path, cbmc: Cbmc) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    words = command("serve", "--port", "0", "--cluster", address, "--db", f"sqlite:///{tmp_path / 'x.sqlite'}")
    ran = subprocess.run(words, env=environment(), capture_output=True, text=True)
    assert ran.returncode == 69 and "no Dask scheduler answers" in ran.stderr and len(ran.stderr.splitlines()) == 1
