"""How a service bears clients, a long queue and kill -9: prints one line for each measurement.

    .venv/bin/python benchmarks/service.py --clients 20 --queued 1000 --kills 3 --seconds 10

A server of its own over a new SQLite file; programs are small ones that a strategy decides at once. What is printed was
counted: requests with p50 and p99 in milliseconds, jobs lost (accepted, and gone or without an end), jobs that ended
twice, and the memory of the server before and after.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from veriabs.client import Client, ServiceError

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "service"))

from served import BUG, MINIMUM, QUICK, Server  # noqa: E402


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def megabytes(server: Server) -> float:
    return psutil.Process(server.process.pid).memory_info().rss / 1e6


def clients_at_once(server: Server, count: int, seconds: float) -> None:
    """Each lists, looks at a job, and begins again, while provers work."""
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

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    p50, p99 = percentile(took, 0.5), percentile(took, 0.99)
    answers = f"{len(took)} answers in {seconds:g} s, {len(refused)} refused"
    print(f"{count} clients: {answers}, p50 {p50:.0f} ms, p99 {p99:.0f} ms")


def queue_up(server: Server, count: int) -> list[str]:
    """Submits so many jobs one after the other; each is on the disk when it is answered."""
    took, made = [], []
    with Client(server.url) as client:
        for number in range(count):
            begun = time.monotonic()
            made.append(client.submit(f"{number}.c", BUG, options=QUICK, key=f"queued-{number}").id)
            took.append(time.monotonic() - begun)
    print(f"{count} jobs queued: p50 {percentile(took, 0.5):.1f} ms, p99 {percentile(took, 0.99):.1f} ms each")
    return made


def killed(server: Server, folder: Path, times: int, made: list[str]) -> Server:
    """Kills the server under load; then every job must be there, and have at most one end."""
    for _ in range(times):
        time.sleep(0.5)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        server = Server(folder, port=server.port)
    with Client(server.url) as client:
        there = {job.id: job for job in client.jobs(limit="200")}
        ends = {job: [event.kind for event in client.follow(job)].count("end") for job in made if there[job].is_over}
    lost, twice = len(set(made) - set(there)), sum(count != 1 for count in ends.values())
    ended = f"{len(ends)} ended, {twice} of them not exactly once"
    print(f"killed -9 {times} times: {len(made)} accepted, {lost} lost, {ended}")
    return server


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("clients", 200), ("queued", 10_000), ("kills", 50), ("seconds", 30)):
        asked.add_argument(f"--{name}", type=int, default=default)
    chosen = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        try:
            with Client(server.url) as client:
                client.submit("minimum.c", MINIMUM, options=QUICK)
            before = megabytes(server)
            made = queue_up(server, chosen.queued)
            clients_at_once(server, chosen.clients, chosen.seconds)
            print(f"memory of the server: {before:.0f} MB before, {megabytes(server):.0f} MB after")
            server = killed(server, folder, chosen.kills, made)
        finally:
            try:
                server.stop()
            except subprocess.TimeoutExpired:
                server.kill()


if __name__ == "__main__":
    main()
