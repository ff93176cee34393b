"""Measures a service under many clients, a long queue and kill -9: prints one line for each measurement.

    .venv/bin/python benchmarks/service.py --clients 20 --queued 1000 --kills 3 --seconds 10

Starts a server with a new SQLite file. Most programs are decided at once, so that many jobs end; some
keep provers busy. The server is killed while clients and workers are active. The lines count
requests with p50 and p99 in milliseconds, jobs lost, jobs that ended other than once, and the memory of the server.
"""

from __future__ import annotations

import argparse
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from veriabs.client import Client, ServiceError

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "service"))

from served import MINIMUM, QUICK, Server  # noqa: E402

SHORT = "#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); return 0; }\n"


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def megabytes(server: Server) -> float:
    return psutil.Process(server.process.pid).memory_info().rss / 1e6


def clients_at_once(server: Server, count: int, seconds: float) -> None:
    """Each lists, looks at a job, and begins again, while provers work; a server that is away is asked again."""
    took: list[float] = []
    refused: list[int] = []
    end = time.monotonic() + seconds

    def work() -> None:
        with Client(server.url) as client:
            while time.monotonic() < end:
                begun = time.monotonic()
                try:
                    next(client.jobs(limit="20"), None)
                    took.append(time.monotonic() - begun)
                except ServiceError as error:
                    refused.append(error.status)
                    time.sleep(0.2)

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    p50, p99 = percentile(took, 0.5), percentile(took, 0.99)
    unanswered = refused.count(0)
    answers = (
        f"{len(took)} answers in {seconds:g} s, {len(refused) - unanswered} refused, {unanswered} without a server"
    )
    print(f"{count} clients: {answers}, p50 {p50:.0f} ms, p99 {p99:.0f} ms", flush=True)


def queue_up(server: Server, count: int) -> list[str]:
    """Submits so many jobs one after the other, every hundredth a long one; each is on the disk when it is answered."""
    took, made = [], []
    with Client(server.url) as client:
        for number in range(count):
            begun, program = time.monotonic(), MINIMUM if number % 100 == 50 else SHORT
            made.append(client.submit(f"{number}.c", program, options=QUICK, key=f"queued-{number}").id)
            took.append(time.monotonic() - begun)
    print(
        f"{count} jobs queued: p50 {percentile(took, 0.5):.1f} ms, p99 {percentile(took, 0.99):.1f} ms each", flush=True
    )
    return made


def killed(server: Server, folder: Path, times: int, seconds: float) -> Server:
    """Kills the server again and again within so many seconds; returns the last one."""
    for _ in range(times):
        time.sleep(seconds / times)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        server = Server(folder, port=server.port)
    return server


def counted(server: Server, folder: Path, made: list[str], kills: int) -> None:
    """Count the outcomes of the jobs from the database, which keeps all events."""
    with sqlite3.connect(folder / "service.sqlite") as database:
        there = dict(database.execute("SELECT id, state FROM jobs"))
        ends = dict(database.execute("SELECT job, count(*) FROM events WHERE kind = 'end' GROUP BY job"))
        (again,) = database.execute("SELECT count(DISTINCT job) FROM events WHERE kind = 'restarted'").fetchone()
    over = [job for job in made if there.get(job) in ("done", "failed", "cancelled")]
    lost, other = len(set(made) - set(there)), sum(ends.get(job) != 1 for job in over)
    failed = sum(there[job] == "failed" for job in over)
    ended = f"{len(over)} ended, {other} of them not exactly once, {failed} failed; {again} had to begin again"
    print(f"killed -9 {kills} times: {len(made)} accepted, {lost} lost, {ended}", flush=True)


def measure(server: Server, folder: Path, chosen: argparse.Namespace) -> Server:
    before = megabytes(server)
    made = queue_up(server, chosen.queued)
    middle = megabytes(server)
    clients_at_once(server, chosen.clients, chosen.seconds)
    print(f"memory of the server: {before:.0f}, {middle:.0f} MB queued, {megabytes(server):.0f} MB asked", flush=True)
    asking = threading.Thread(target=clients_at_once, args=(server, chosen.clients, chosen.kill_seconds))
    asking.start()
    server = killed(server, folder, chosen.kills, chosen.kill_seconds)
    asking.join()
    time.sleep(chosen.drain)
    print(f"memory of the last server: {megabytes(server):.0f} MB")
    counted(server, folder, made, chosen.kills)
    return server


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sizes = {"clients": 200, "queued": 10_000, "kills": 50, "seconds": 30, "kill-seconds": 60, "drain": 10}
    for name, default in sizes.items():
        asked.add_argument(f"--{name}", type=int, default=default)
    chosen = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        try:
            server = measure(server, folder, chosen)
        finally:
            try:
                server.stop()
            except subprocess.TimeoutExpired:
                server.kill()


if __name__ == "__main__":
    main()
