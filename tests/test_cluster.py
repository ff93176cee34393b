"""A batch on a Dask cluster: a real scheduler and two workers as processes, which know nothing of the files here.

Workers, the scheduler and the batch itself are killed in the middle; every task has its row once all the same.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import psutil
import pytest

from veriabs.batch import remote, results, work
from veriabs.batch.cluster import Cluster, connect
from veriabs.batch.work import BatchJob
from veriabs.core.copying import replace
from veriabs.core.errors import ToolError, VeriabsError
from veriabs.core.records import Record
from veriabs.core.source import Task
from veriabs.solvers.driver import Cbmc
from veriabs.verify.options import Options

pytest.importorskip("distributed")
pytestmark = pytest.mark.cbmc

SECONDS = 60.0
Found = TypeVar("Found")
HEAD = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n"
SAFE = HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 2) reach_error(); return 0; }\n"
ENDLESS = HEAD + "int main(void) { while (__VERIFIER_nondet_int()) { } reach_error(); return 0; }\n"
ARRAY = HEAD + (
    "int a[100];\nint main(void) { for (int i = 0; i < 100; i++) a[i] = 7;\n"
    "for (int i = 0; i < 100; i++) if (a[i] != 7) reach_error(); return 0; }\n"
)
UNION = HEAD + (
    "#undef K\nunion u { int i; unsigned char c[4]; };\nint K = 3;\n"
    "int main(void) { union u v; v.i = K; if (__VERIFIER_nondet_int() == v.c[0]) reach_error(); return 0; }\n"
)
"""Is not understood, so it can only be refuted, by a program that is made from the text that has travelled.

Macros that it has undefined must not be expanded on the way.
"""


@dataclass
class Site:
    """A scheduler and its workers on this machine, each worker with its own empty folder."""

    folder: Path
    port: int
    scheduler: psutil.Process | None = None
    workers: list[psutil.Process] = field(default_factory=list)
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def begin(self) -> None:
        """Starts the scheduler, which then answers, and two workers."""
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        connect(self.address, SECONDS).close()
        self.workers = [self.add_worker(), self.add_worker()]

    def add_worker(self, **environment: str) -> psutil.Process:
        return self._start("worker", self.address, "--no-nanny", "--nthreads", "1", **environment)

    def _start(self, kind: str, *arguments: str, **environment: str) -> psutil.Process:
        room = self.folder / f"{kind}{len(self.started)}"
        (room / "temporary").mkdir(parents=True)
        with (room / "log").open("wb") as log:
            popen = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments, "--no-dashboard"],
                cwd=room,
                env={**os.environ, "TMPDIR": str(room / "temporary"), **environment},
                stdout=log,
                stderr=log,
            )
        self.started.append(popen)
        return psutil.Process(popen.pid)

    def temporary(self) -> list[str]:
        """The temporary folders that the workers' processes left behind."""
        return [path.name for path in self.folder.glob("*/temporary/veriabs-*")]

    def end(self) -> None:
        """Ends the workers before the scheduler, since both would wait for each other."""
        for popen in reversed(self.started):
            popen.terminate()
            try:
                popen.wait(5)
            except subprocess.TimeoutExpired:
                popen.kill()
                popen.wait()


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("site"), free_port())
    try:
        made.begin()
        yield made
    finally:
        made.end()


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[str]]]:
    """Batches that a test has started; what is left of them is ended."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


def define(folder: Path, name: str, text: str, expected: bool | None = None) -> Path:
    path = folder / f"{name}.c"
    path.write_text(text, encoding="utf-8")
    if expected is not None:
        definition = f"input_files: '{name}.c'\nproperties:\n  - property_file: reachability.prp\n"
        path = path.with_suffix(".yml")
        path.write_text(f"{definition}    expected_verdict: {str(expected).lower()}\n", encoding="utf-8")
    return path


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "veriabs", "batch", *map(str, arguments), "--plain"]


def batch(folder: Path, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def rows(path: Path) -> dict[tuple[str, str], Record]:
    return {(row.task, row.tool): row for row in results.read(path)} if path.is_file() else {}


def stored_rows(path: Path) -> dict[tuple[str, str], Record]:
    """The rows of a batch that runs; none while the file is not yet one of results."""
    try:
        return rows(path)
    except VeriabsError:
        return {}


def solvers(workers: Sequence[psutil.Process]) -> list[psutil.Process]:
    """The processes of CBMC on these workers."""
    found = []
    for worker in workers:
        try:
            below = worker.children(recursive=True)
            found += [one for one in below if "program.i" in one.cmdline() and "sh" not in one.name()]
        except psutil.Error:
            continue
    return found


def wait_for(found: Callable[[], Found], seconds: float = 30.0) -> Found:
    """Wait for a true result and return it."""
    deadline = time.monotonic() + seconds
    while not (it := found()):
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.02)
    return it


def is_gone(one: psutil.Process) -> bool:
    try:
        return not one.is_running() or one.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def assert_gone(processes: Sequence[psutil.Process], seconds: float = 15.0) -> None:
    wait_for(lambda: all(map(is_gone, processes)), seconds)


# ------------------------------------------------------------------------------------------------------------- answers


def answer(row: Record) -> tuple[Record, dict[str, object]]:
    """All of a row that does not depend on where and when it was decided, as which strategy was the first does."""
    kept = ("file", "options", "verdict", "reason", "note", "cbmc_version", "veriabs_version")
    report = {name: row.report.get(name) for name in kept}
    return replace(row, strategy="", seconds=0, cpu_seconds=0, peak_mb=0, finished="", report={}), report


@pytest.mark.long
def test_rows_are_those_of_this_machine(site: Site, tmp_path: Path) -> None:
    """A proof, unsupported programs, invalid tasks, a property and macros: all without a shared file system."""
    (tmp_path / "reachability.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    define(tmp_path, "array", ARRAY, expected=True)
    define(tmp_path, "union", UNION, expected=False)
    define(tmp_path, "assembly", SAFE.replace("int x", '__asm__ ("nop"); int x'))
    define(tmp_path, "broken", "int main(void) {\n#include <no-such-header.h>\n}\n")
    define(tmp_path, "empty", "")
    asked = (".", "--tool", "veriabs,cbmc", "--timeout", "30", "-DK=1000")
    here = batch(tmp_path, *asked, "--db", "here.sqlite")
    there = batch(tmp_path, *asked, "--db", "there.sqlite", "--cluster", site.address)
    assert (here.returncode, there.returncode) == (6, 6), there.stderr
    assert there.stderr == ""
    found = rows(tmp_path / "there.sqlite")
    expected = rows(tmp_path / "here.sqlite")
    assert len(found) == 10
    assert {name: answer(row) for name, row in found.items()} == {name: answer(row) for name, row in expected.items()}
    verdicts = {task: row.verdict for (task, tool), row in found.items() if tool == "veriabs"}
    assert verdicts == {
        "array.yml": "TRUE",
        "union.yml": "FALSE",
        "assembly.c": "UNKNOWN",
        "broken.c": "ERROR",
        "empty.c": "ERROR",
    }
    again = batch(tmp_path, *asked, "--db", "there.sqlite", "--cluster", site.address, "--resume")
    assert "6 of them were known" in again.stdout.splitlines()[-1]


# --------------------------------------------------------------------------------------------------- what can go wrong


def start(started: list[subprocess.Popen[str]], folder: Path, *arguments: str | Path) -> psutil.Process:
    process = subprocess.Popen(
        command(*arguments), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    started.append(process)
    return psutil.Process(process.pid)


@pytest.mark.long
def test_batch_survives_a_killed_worker_and_scheduler(
    site: Site, tmp_path: Path, started: list[subprocess.Popen[str]]
) -> None:
    """First a worker is killed, then the scheduler, both in the middle of tasks."""
    names = [f"endless{number}" for number in range(4)] + [f"safe{number}" for number in range(12)]
    for name in names:
        define(tmp_path, name, ENDLESS if "endless" in name else SAFE)
    start(started, tmp_path, ".", "--tool", "cbmc", "--timeout", "3", "--cluster", site.address)
    killed, other = site.workers
    wait_for(lambda: len(solvers(site.workers)) == 2)
    below = killed.children(recursive=True)
    killed.kill()
    assert_gone(below)
    site.workers = [other, site.add_worker()]
    wait_for(lambda: len(stored_rows(tmp_path / "results.sqlite")) >= 2 and solvers(site.workers))
    before = rows(tmp_path / "results.sqlite")
    assert len(before) < len(names)
    below = [process for worker in site.workers for process in worker.children(recursive=True)]
    assert site.scheduler is not None
    site.scheduler.kill()
    assert_gone([*below, *site.workers])
    assert site.temporary() == []
    site.begin()
    said, complaint = started[0].communicate(timeout=SECONDS)
    assert started[0].returncode == 0, complaint
    assert [line.split(f"{site.port} ")[1].split(";")[0] for line in complaint.splitlines()] == ["is lost", "is back"]
    *lines, last = said.splitlines()
    found = rows(tmp_path / "results.sqlite")
    assert Counter(line.split(" MB  ")[1].split(" ")[0] for line in lines) == Counter(f"{name}.c" for name in names)
    assert last.startswith("16/16 done")
    assert {task: row.verdict for (task, _), row in found.items()} == {
        f"{name}.c": "UNKNOWN" if "endless" in name else "TRUE" for name in names
    }
    assert {row.reason_kind for row in found.values() if row.verdict == "UNKNOWN"} == {"CBMC timeout"}
    assert {name: found[name] for name in before} == before


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_work_ends_with_the_batch(
    site: Site, tmp_path: Path, started: list[subprocess.Popen[str]], number: signal.Signals
) -> None:
    """Workers notice that no one waits for the answer; they go on to serve the next batch."""
    define(tmp_path, "a", SAFE)
    define(tmp_path, "b", ENDLESS)
    asked = ("a.c", "b.c", "--tool", "cbmc", "--timeout", "50", "--cluster", site.address)
    parent = start(started, tmp_path, *asked)
    below = wait_for(lambda: solvers(site.workers) if len(stored_rows(tmp_path / "results.sqlite")) == 1 else [])
    parent.send_signal(number)
    _, complaint = started[0].communicate(timeout=SECONDS)
    assert_gone(below)
    if number is signal.SIGTERM:
        assert started[0].returncode == 130
        assert "--resume continues" in complaint
        assert "Traceback" not in complaint
    define(tmp_path, "b", SAFE)
    again = batch(tmp_path, *asked, "--resume")
    assert (again.returncode, again.stderr) == (0, "")
    assert "1 of them were known" in again.stdout


@pytest.mark.long
def test_process_of_a_worker_that_is_killed_costs_a_second_try(
    site: Site, tmp_path: Path, started: list[subprocess.Popen[str]]
) -> None:
    define(tmp_path, "a", ENDLESS)
    define(tmp_path, "b", SAFE)
    wait_for(lambda: not solvers(site.workers))  # what a batch before this one left to end by itself
    start(started, tmp_path, "a.c", "--tool", "cbmc", "--timeout", "50", "--cluster", site.address)
    for _ in range(2):
        below = wait_for(lambda: solvers(site.workers))  # more than one while CBMC starts a process of its own
        above = [one for one in below[0].parents() if "veriabs.batch" in " ".join(one.cmdline())]
        above[0].kill()
        assert_gone([above[0], *below])
    assert started[0].wait(SECONDS) == 6
    (row,) = results.read(tmp_path / "results.sqlite")
    assert (row.verdict, row.reason_kind) == ("ERROR", "crash")
    assert "the process died 2 times (signal 9" in row.reason
    assert batch(tmp_path, "b.c", "--tool", "cbmc", "--cluster", site.address).returncode == 0


@pytest.mark.long
def test_scheduler_that_stays_away(tmp_path: Path, cbmc: Cbmc) -> None:
    """The batch gives up when patience ends."""
    alone = Site(tmp_path / "site", free_port())
    notices: list[str] = []
    try:
        alone.scheduler = alone._start("scheduler", "--host", "127.0.0.1", "--port", str(alone.port))
        path = define(tmp_path, "a", SAFE)
        with Cluster(alone.address, Options(), cbmc, 1, notices.append, patience=1.0) as cluster:
            ticks: list[float] = []

            def tick() -> None:
                ticks.append(time.monotonic())
                if cluster.running() and alone.scheduler is not None:
                    alone.scheduler.kill()

            with pytest.raises(ToolError, match=f"the scheduler at {alone.address} is lost"):
                list(cluster.run([BatchJob(path, "cbmc")], lambda job, key: True, tick))
    finally:
        alone.end()
    assert [notice.split(f"{alone.port} ")[1] for notice in notices] == [
        "has no worker yet; waiting for one",
        "is lost; trying to reconnect for 1 s",
    ]


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("nowhere", 64, "'nowhere' is not the address of a Dask scheduler, such as tcp://node1:8786"),
        ("ftp://node:1", 64, "is not the address of a Dask scheduler"),
        pytest.param(
            *("tcp://127.0.0.1:1", 69, "no Dask scheduler answers at tcp://127.0.0.1:1"), marks=pytest.mark.long
        ),
    ],
)
def test_wrong_address_is_reported_in_one_line(tmp_path: Path, address: str, code: int, said: str) -> None:
    define(tmp_path, "a", SAFE)
    done = batch(tmp_path, "a.c", "--cluster", address)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_worker_of_another_version_is_refused(site: Site, tmp_path: Path) -> None:
    old = tmp_path / "cbmc"
    old.write_text("#!/bin/sh\necho '6.4.1 (cbmc-6.4.1)'\n")
    old.chmod(0o755)
    define(tmp_path, "a", SAFE)
    other = site.add_worker(VERIABS_CBMC=str(old))
    try:
        wait_for(lambda: b"Registered to" in Path(other.cwd(), "log").read_bytes())
        done = batch(tmp_path, "a.c", "--tool", "cbmc", "--cluster", site.address)
        assert done.returncode == 69
        assert "cannot be used: it has CBMC 6.4.1" in done.stderr
        assert "the batch 6." in done.stderr and "try on that machine" in done.stderr
        assert done.stderr.count("\n") == 1
    finally:
        other.terminate()
        assert_gone([other])


@pytest.mark.long
def test_worker_of_another_version_that_comes_later_is_refused(
    site: Site, tmp_path: Path, started: list[subprocess.Popen[str]]
) -> None:
    old = tmp_path / "cbmc"
    old.write_text("#!/bin/sh\necho '6.4.1 (cbmc-6.4.1)'\n")
    old.chmod(0o755)
    define(tmp_path, "a", SAFE)
    for number in range(4):
        define(tmp_path, f"b{number}", ENDLESS)
    start(started, tmp_path, ".", "--tool", "cbmc", "--timeout", "50", "--cluster", site.address)
    below = wait_for(lambda: solvers(site.workers) if len(stored_rows(tmp_path / "results.sqlite")) == 1 else [])
    other = site.add_worker(VERIABS_CBMC=str(old))
    try:
        _, complaint = started[0].communicate(timeout=SECONDS)
        assert started[0].returncode == 69
        assert "it has CBMC 6.4.1" in complaint and "--resume continues" in complaint
        assert complaint.count("\n") == 1
        assert_gone(below)
    finally:
        other.terminate()
        assert_gone([other])


@pytest.mark.long
def test_missing_package_is_reported_in_one_line(site: Site, tmp_path: Path) -> None:
    stub = tmp_path / "stub" / "distributed"
    stub.mkdir(parents=True)
    (stub / "__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'distributed'\")\n")
    define(tmp_path, "a", SAFE)
    path = os.pathsep.join(filter(None, (str(stub.parent), os.environ.get("PYTHONPATH"))))
    done = batch(tmp_path, "a.c", "--cluster", site.address, PYTHONPATH=path)
    assert (done.returncode, done.stdout) == (69, "")
    assert "--cluster needs a package of the extra 'cluster'; try: " in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("here", "said"),
    [
        (("1", "6.6.0"), ""),
        (("2", "6.6.0"), "it has veriabs 2, the batch 1"),
        (("2", "6.4.1"), "it has veriabs 2, the batch 1, it has CBMC 6.4.1, the batch 6.6.0"),
    ],
)
def test_differences_are_named(here: remote.Versions, said: str) -> None:
    assert remote.differences(here, ("1", "6.6.0")) == said


@pytest.mark.long
def test_task_that_does_not_come_back(tmp_path: Path, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is stopped, so that nothing in it can keep the time."""
    monkeypatch.setattr(remote, "_START_SECONDS", 3.0)
    task = Task(define(tmp_path, "a", ENDLESS))
    prepared = work.PreparedTask(BatchJob(task.path, "cbmc"), task, ENDLESS, "0" * 64, work.Clock())
    crew = remote.WorkerProcesses(grace=0.5)
    stopped: list[int] = []

    def stop() -> bool:
        if not stopped:
            stopped.append(crew._busy[0].process.pid)
            os.kill(stopped[0], signal.SIGSTOP)
        return True

    record = crew.decide((prepared, Options(timeout=1.0), cbmc), stop)
    assert (record.verdict, record.reason_kind) == ("UNKNOWN", "time budget used up")
    assert not psutil.pid_exists(stopped[0])
    crew.close()
    with pytest.raises(remote.ReleasedError):
        crew.decide((prepared, Options(timeout=1.0), cbmc), lambda: True)
