"""Decide tasks on a Dask worker, in warm child processes that end with the task and the worker.

A task contains its preprocessed text, so that no file of the batch's machine is needed. The processes are like those of
`pool`, but the worker tells them when the answer is no longer wanted. They end with all their children when that
happens, or when the worker closes or is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from msgspec import Struct, field

import veriabs
from veriabs.batch.pool import GRACE, MOST_TASKS, TICK, end_workers, overdue_record, spawn, start_of
from veriabs.batch.pool import PoolProcess as Process
from veriabs.batch.work import OWN, Clock, PhaseStart, PreparedTask, Watch, decide, failed_prepared, guarded
from veriabs.batch.worker import serve_messages
from veriabs.core.copying import replace
from veriabs.core.errors import ToolError, VeriabsError
from veriabs.core.records import Record
from veriabs.install import provision
from veriabs.solvers import driver
from veriabs.solvers.driver import Cbmc
from veriabs.verify.options import Options

if TYPE_CHECKING:
    from distributed import Worker

Versions = tuple[str, str]
"""The versions of veriabs and of CBMC."""

Order = tuple[PreparedTask, Options, Cbmc]
"""The message to a process."""

_TRIES = 2
_EXTENSION = "veriabs"
_ORDERLY_SECONDS = 5.0
_START_SECONDS = 10.0
"""Seconds for a new process to start its first task."""


class ReleasedError(Exception):
    """The answer is no longer wanted."""


def versions() -> Versions:
    """The versions on this machine; raises ToolError without CBMC."""
    return veriabs.__version__, driver.detect(provision.require()).version_text


def differences(here: Versions, wanted: Versions) -> str:
    """The differences between a worker and the batch's machine as text; empty if there are none."""
    pairs = zip(("veriabs", "CBMC"), here, wanted, strict=True)
    return ", ".join(f"it has {name} {has}, the batch {needs}" for name, has, needs in pairs if has != needs)


def pack(prepared: PreparedTask, options: Options) -> bytes:
    """The message for the worker, which only the same version of veriabs has to read."""
    return pickle.dumps((prepared, options))


def serve(parcel: bytes, wanted: Versions) -> Record:
    """Decide one task on a Dask worker; raises ToolError if the worker differs from the batch's machine."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    check_versions(worker, wanted)
    prepared, options = pickle.loads(parcel)
    cbmc = driver.detect(provision.require())
    return _crew(worker).decide((prepared, options, cbmc), lambda: is_wanted(worker, str(key)))


def check_versions(worker: Worker, wanted: Versions) -> None:
    """Raise ToolError if the worker differs from the caller's machine."""
    try:
        different = differences(versions(), wanted)
    except VeriabsError as error:
        different = str(error)
    if different:
        raise ToolError(f"worker {worker.address} cannot be used: {different}")


def is_wanted(worker: Worker, key: str) -> bool:
    """Is the worker's result for this key still wanted?"""
    task = worker.state.tasks.get(key)
    return task is not None and task.state in ("executing", "long-running", "resumed")


def _crew(worker: Worker) -> WorkerProcesses:
    """The child processes of a worker, registered so that the worker closes them."""
    crew = worker.extensions.setdefault(_EXTENSION, WorkerProcesses())
    if not isinstance(crew, WorkerProcesses):
        raise TypeError(f"the extension {_EXTENSION} of the worker is another one")
    return crew


class WorkerProcesses(Struct):
    """The child processes of one Dask worker: as many as it runs tasks at a time."""

    grace: float = GRACE
    _idle: list[Process] = field(default_factory=list)
    _busy: list[Process] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _is_closed: bool = False

    def decide(self, order: Order, is_wanted: Callable[[], bool]) -> Record:
        """The answer; a process that dies is replaced once. Raises ReleasedError if the answer is no longer wanted."""
        prepared, options, _ = order
        how = ""
        for _ in range(_TRIES):
            with self._borrowed_process() as process:
                record = _ask(process, order, is_wanted, options.timeout + self.grace)
                if record is not None:
                    return record
                how = _exit_description(process)
        text = f"the process died {_TRIES} times ({how})"
        return failed_prepared(replace(prepared, clock=Clock()), options, "crash", text)

    def close(self) -> None:
        """End all processes; Dask calls this when the worker closes."""
        with self._lock:
            self._is_closed = True
            processes, self._idle = [*self._idle, *self._busy], []
        end_workers(processes)

    @contextlib.contextmanager
    def _borrowed_process(self) -> Iterator[Process]:
        with self._lock:
            if self._is_closed:
                raise ReleasedError
            process = self._idle.pop() if self._idle else _start()
            self._busy.append(process)
        try:
            yield process
        finally:
            with self._lock:
                self._busy.remove(process)
                if keep := process.ready and process.served < MOST_TASKS and not self._is_closed:
                    self._idle.append(process)
            if not keep:
                end_workers([process], patience=0.0)


def _exit_description(process: Process) -> str:
    """How a process ended that closed its connection."""
    try:
        process.process.wait(_ORDERLY_SECONDS)
    except subprocess.TimeoutExpired:
        process.process.kill()
    return process.exit_description()


def _ask(process: Process, order: Order, is_wanted: Callable[[], bool], seconds: float) -> Record | None:
    """The answer of one process, which then is `ready` for another task; None if it died."""
    prepared, options, _ = order
    since = time.monotonic()
    seconds += 0.0 if process.served else _START_SECONDS
    process.ready, process.partial_report = False, None
    try:
        process.connection.send(order)
        answer: object = PhaseStart("")
        while isinstance(answer, PhaseStart):
            process.phase, process.partial_report = answer.phase, answer.partial_report or process.partial_report
            if not is_wanted():
                raise ReleasedError
            if time.monotonic() > since + seconds:
                late = overdue_record(prepared.job, options, prepared.key, time.monotonic() - since, process)
                return replace(late, expected=prepared.task.expected)
            if process.connection.poll(TICK):
                answer = process.connection.recv()
    except (EOFError, OSError):
        return None
    process.ready = isinstance(answer, Record)
    process.served += 1
    return answer if isinstance(answer, Record) else None


def _start() -> Process:
    """Start a process, which ends when the other end of its connection does."""
    try:
        return spawn(start_of("batch", "remote"), inside=True)
    except OSError as error:
        raise ToolError(f"the worker on {os.uname().nodename} cannot start a process: {error}") from error


# --------------------------------------------------------------------------------------------------------- the process


def main(descriptor: int, folder: str) -> None:
    """Serve the connection behind a file descriptor until it ends or a signal arrives."""
    serve_messages(_serve_all, descriptor, folder)


def _serve_all(connection: Connection[object, object], inbox: SimpleQueue[Order]) -> None:
    while True:
        connection.send(_answer(*inbox.get(), connection.send))


def _answer(prepared: PreparedTask, options: Options, cbmc: Cbmc, watch: Watch) -> Record:
    prepared = replace(prepared, clock=Clock())
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            there, names = _unpack(prepared, Path(name))
            return _with_user_paths(decide(there, options, cbmc, watch), names)
    except Exception as error:  # an error in one task must not affect the others
        return failed_prepared(prepared, options, *guarded(error))


def _unpack(prepared: PreparedTask, room: Path) -> tuple[PreparedTask, dict[str, str]]:
    """The task with local files instead of those that it names, and the original names.

    A program with unsupported code is preprocessed again for the search, so its text has to survive that unchanged. The
    property was checked on the batch's machine, so a name for the reachability property suffices here.
    """
    task = prepared.task
    if prepared.job.tool != OWN:
        return prepared, {}
    source, prop = room / task.path.name, room / "properties" / "unreach-call.prp"
    defined = (re.split(r"[(=]", define, maxsplit=1)[0] for define in task.defines)
    head = "".join(f"#undef {name}\n" for name in defined)
    source.write_text(head + prepared.text, encoding="utf-8", errors="surrogateescape")
    names = {str(source): str(task.path)}
    if task.property_file is not None:
        names[str(prop)] = str(task.property_file)
        task = replace(task, property_file=prop)
    return replace(prepared, task=replace(task, path=source)), names


def _with_user_paths(record: Record, names: Mapping[str, str]) -> Record:
    """The row with the names that the user knows."""
    document, reason = json.dumps(record.report), record.reason
    for here, there in names.items():
        document = document.replace(json.dumps(here)[1:-1], json.dumps(there)[1:-1])
        reason = reason.replace(here, there)
    return replace(record, report=json.loads(document), reason=reason)
