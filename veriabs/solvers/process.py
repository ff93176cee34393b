"""Run one supervised process with limits; measure its peak memory, and end its whole process tree.

gcc, CBMC and replays run this way. Each process runs in its own session under a small shell that sets the limits and
then becomes the command, so no Python code runs between fork and exec. The whole tree ends with `run`, in all cases.

If veriabs itself gets SIGKILL, a watchdog (a shell that waits for the end of a pipe) kills the process group at once. A
descendant that left the group with `setsid` survives that, but not its limit on processor time.
"""

from __future__ import annotations

import contextlib
import math
import os
import resource
import select
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from msgspec import Struct, field

from veriabs.core.errors import ToolError
from veriabs.solvers.descendants import Process, ProcessUsage, lives, process_state, send, tree
from veriabs.solvers.turns import Turn
from veriabs.solvers.watchdog import watching

OUTPUT_LIMIT = 64 * 1024 * 1024
_GRACE = 0.3
_SAMPLE_EVERY = 0.2
_PEAK_EVERY = 0.05
"""Seconds between two samples of the memory."""

_QUICK = 0.3
"""Seconds of running time after which a stopped process may take longer to end."""

_BACKGROUND_NICENESS = 10
"""Added to the niceness of background processes, which then get a tenth of the time on a busy machine."""
_CHUNK = 1 << 16
# The shell waits for a line before it starts the command, so that a watchdog exists by then.
_LIMITS = (
    'read -r _ || exit 1; ulimit -c 0; ulimit -t "$1" 2>/dev/null; test "$2" = - || ulimit -v "$2" 2>/dev/null; '
    'input=$3; shift 3; exec "$@" <"$input"'
)


class ProcessProgress(Struct, frozen=True):
    """The state of a running process; `tail` is the end of its standard output."""

    seconds: float
    mb: float
    tail: str


class _Limits(Struct, frozen=True):
    """The limits of a process; the shell that sets them becomes the command."""

    seconds: float
    memory_mb: int | None

    @property
    def processor_seconds(self) -> int:
        """Twice the wall time, to allow for threads; this limit only ends processes that escaped all kills."""
        return int(self.seconds * 2) + 10

    def shell(self) -> tuple[str, ...]:
        memory = "-" if self.memory_mb is None else str(self.memory_mb * 1024)
        return ("/bin/sh", "-c", _LIMITS, "sh", str(self.processor_seconds), memory)


class ProcessResult(Struct, frozen=True):
    """The end of a process; `exit_code` is negative for a signal, `cut` says that output was dropped at the limit.

    `timed_out` with `spent`: the process exceeded its processor time, not its wall time.
    """

    exit_code: int
    stdout: str
    stderr: str
    seconds: float
    peak_mb: float
    timed_out: bool = False
    stopped: bool = False
    cut: bool = False
    spent: bool = False
    processor_seconds: float = 0.0


def run(
    command: Sequence[str],
    *,
    seconds: float,
    memory_mb: int | None = None,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: Path | None = None,
    resident_mb: int | None = None,
    stop: threading.Event | None = None,
    watch: Callable[[ProcessProgress], None] | None = None,
    background: bool = False,
    turn: Turn | None = None,
    processor_seconds: float = math.inf,
) -> ProcessResult:
    """Run `command` to its end, for `seconds` of wall time, or until another thread sets `stop`.

    - `memory_mb`: limit of the address space of each process of the tree. `resident_mb`: limit of the resident memory
      of the started process, sampled every few milliseconds. Output above OUTPUT_LIMIT ends the process.
    - `watch` is called about five times a second. `background`: low priority. `turn`: run when the scheduler says so.
    - `processor_seconds`: limit of the tree's processor time, which other work on the machine does not affect.

    No process of the tree remains when this returns or raises. Raises ToolError if the command cannot be started.
    """
    started = time.monotonic()
    stopped = stop or threading.Event()
    wanted = turn is None or turn.wait(lambda: stopped.is_set() or time.monotonic() >= started + seconds)
    if stopped.is_set() or not wanted:
        waited, is_stopped = time.monotonic() - started, stopped.is_set()
        return ProcessResult(-signal.SIGTERM, "", "", waited, 0.0, timed_out=not is_stopped, stopped=is_stopped)
    limits = _Limits(seconds, memory_mb)
    with _start(command, limits, cwd, env, stdin, turn) as child:
        if background:
            child.stand_back()
        reason = _follow(child, started, seconds, stop, watch, resident_mb or math.inf, processor_seconds)
        exit_code = child.end(forced=reason is not None)
        return ProcessResult(
            exit_code=exit_code,
            stdout=child.out.text(),
            stderr=child.err.text(),
            seconds=time.monotonic() - started,
            peak_mb=child.peak_mb,
            timed_out=reason in ("timeout", "spent"),
            stopped=reason == "stop",
            cut=child.out.cut or child.err.cut,
            spent=reason == "spent",
            processor_seconds=child.used,
        )


@contextlib.contextmanager
def _start(
    command: Sequence[str],
    limits: _Limits,
    cwd: Path | None,
    env: Mapping[str, str] | None,
    stdin: Path | None,
    turn: Turn | None = None,
) -> Iterator[_Child]:
    """Start the command under the watchdog, and end it in all cases."""
    if stdin is not None and not stdin.is_file():
        raise ToolError(f"cannot start {command[0]}: its input file {stdin} does not exist")
    if shutil.which(command[0], path=(env or os.environ).get("PATH")) is None:
        raise ToolError(f"cannot start {command[0]}: not found or not executable")
    popen = _shell(command, limits, cwd, env, stdin)
    assert popen.stdin is not None
    with contextlib.ExitStack() as stack:
        child = _Child(popen, turn)
        stack.callback(child.end, forced=True)
        stack.enter_context(watching(popen.pid))
        # Twice: the watchdog must not watch a group that has ended, and its failure must not leave the group running.
        stack.callback(child.end, forced=True)
        with contextlib.suppress(OSError), popen.stdin as start_signal:
            start_signal.write(b"\n")
        yield child


def _shell(
    command: Sequence[str], limits: _Limits, cwd: Path | None, env: Mapping[str, str] | None, stdin: Path | None
) -> subprocess.Popen[bytes]:
    """Start the shell that becomes the command after it reads a line."""
    try:
        return subprocess.Popen(
            [*limits.shell(), os.devnull if stdin is None else str(stdin.absolute()), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
    except OSError as error:
        raise ToolError(f"cannot start {command[0]}: {error}") from error


def _follow(
    child: _Child,
    started: float,
    seconds: float,
    stop: threading.Event | None,
    watch: Callable[[ProcessProgress], None] | None,
    resident_mb: float,
    processor_seconds: float,
) -> str | None:
    """Read output until the child ends; return the reason if it has to be ended earlier."""
    deadline = started + seconds
    now, sample_at = started, started + _SAMPLE_EVERY / 4
    quick, slow = (0.05, 0.05) if stop is None else (0.005, 0.02)
    while not child.wait(max(0.0, min(quick if now < started + _QUICK else slow, deadline - now))):
        now = time.monotonic()
        if now >= deadline:
            return "timeout"
        if stop is not None and stop.is_set():
            return "stop"
        if child.out.cut or child.err.cut or child.peak_mb > resident_mb:
            return "limit"
        if now < sample_at:
            continue
        child.sample()
        if child.used > processor_seconds:
            return "spent"
        sample_at = now + _SAMPLE_EVERY
        if watch is not None:
            watch(ProcessProgress(now - started, child.peak_mb, child.out.tail()))
    return None


class _Output(Struct):
    """The output of one pipe, up to a limit."""

    pipe: IO[bytes]
    data: bytearray = field(default_factory=bytearray)
    cut: bool = False

    def read(self) -> bool:
        """Read the data that is available; returns False at the end of the pipe."""
        try:
            chunk = os.read(self.pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return True
        room = OUTPUT_LIMIT - len(self.data)
        self.data += chunk[:room]
        self.cut = self.cut or len(chunk) > room
        return bool(chunk)

    def drain(self) -> None:
        """Read the rest of the pipe up to the limit, so that an escaped writer cannot block veriabs."""
        for _ in range(64):
            before = len(self.data)
            if not self.read() or len(self.data) == before:
                return

    def tail(self) -> str:
        return bytes(self.data[-2000:]).decode(errors="replace")

    def text(self) -> str:
        return self.data.decode(errors="replace")


class _Child:
    """A process that leads its own session, and its descendants seen so far."""

    def __init__(self, popen: subprocess.Popen[bytes], turn: Turn | None = None) -> None:
        if popen.stdout is None or popen.stderr is None:
            raise ValueError("the process was started without pipes")
        self.popen, self.turn = popen, turn
        self.out, self.err = _Output(popen.stdout), _Output(popen.stderr)
        self.peak_mb = 0.0
        self.used = 0.0
        self._started = self._peak_at = time.monotonic()
        self._seen: set[Process] = set()
        self._exit_code: int | None = None
        self._poll = select.poll()
        self._open: dict[int, _Output] = {}
        for output in (self.out, self.err):
            os.set_blocking(output.pipe.fileno(), False)
            self._poll.register(output.pipe.fileno(), select.POLLIN)
            self._open[output.pipe.fileno()] = output
        self._status = _open_status(popen.pid)
        self._pidfd = _open_pidfd(popen.pid)
        if self._pidfd is not None:
            self._poll.register(self._pidfd, select.POLLIN)
        if turn is not None:
            turn.begin(popen.pid)

    def wait(self, seconds: float) -> bool:
        """Read for at most `seconds`; return at once when the process has ended (it stays unreaped)."""
        # Without a pidfd only polling detects the end.
        if self._pidfd is None:
            seconds = min(seconds, 0.002)
        self._record_peak_memory()
        for descriptor, _ in self._poll.poll(round(seconds * 1000 + 0.5)):
            if descriptor in self._open and not self._open[descriptor].read():
                self._poll.unregister(descriptor)
                del self._open[descriptor]
        return self._has_ended()

    def sample(self) -> None:
        """Measure memory and time of the current tree, and record its members."""
        states = self._tree()
        self.peak_mb = max(self.peak_mb, sum(state.megabytes for state in states))
        self.used = max(self.used, sum(state.seconds for state in states))
        if self.turn is not None:
            self.turn.pay(self.used)

    def stand_back(self) -> None:
        """Lower the priority of the tree, which is a process group and a session of its own."""
        with contextlib.suppress(OSError):
            nice = os.getpriority(os.PRIO_PROCESS, 0) + _BACKGROUND_NICENESS
            os.setpriority(os.PRIO_PGRP, self.popen.pid, min(19, nice))
        with contextlib.suppress(OSError):  # for kernels that share time among sessions first
            Path(f"/proc/{self.popen.pid}/autogroup").write_text(str(_BACKGROUND_NICENESS), encoding="ascii")

    def end(self, *, forced: bool) -> int:
        """End the whole tree, reap the process and return its exit code; may be called again."""
        if self._exit_code is not None:
            return self._exit_code
        if self.turn is not None:
            self.turn.end()  # a stopped process would not receive the signal
        try:
            if forced and not self._has_ended():
                self._terminate()
        finally:  # also after a second Ctrl-C
            self._kill()
        _, status, usage = os.wait4(self.popen.pid, 0)
        self._exit_code = self.popen.returncode = os.waitstatus_to_exitcode(status)
        self._account(usage.ru_maxrss)
        self.used = max(self.used, usage.ru_utime + usage.ru_stime)  # includes children that were never sampled
        if self.turn is not None:
            self.turn.pay(self.used)
        for output in (self.out, self.err):
            output.drain()
            output.pipe.close()
        for descriptor in (self._status, self._pidfd):
            if descriptor is not None:
                os.close(descriptor)
        return self._exit_code

    def _terminate(self) -> None:
        """Ask the tree to end, and give it a moment to remove its temporary files."""
        self.sample()
        self._signal(signal.SIGTERM)
        deadline = time.monotonic() + _GRACE
        while time.monotonic() < deadline and not self.wait(0.02):
            pass

    def _kill(self) -> None:
        """Kill the rest; the process is not reaped yet, so the number of its group is still valid."""
        if not self._has_ended():
            self.sample()
        self._signal(signal.SIGKILL)
        deadline = time.monotonic() + _GRACE
        while any(map(lives, self._other_processes())) and time.monotonic() < deadline:
            time.sleep(0.001)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, number)
        for process in self._other_processes():
            send(process, number)

    def _other_processes(self) -> list[Process]:
        return [process for process in self._seen if process.pid != self.popen.pid]

    def _tree(self) -> list[ProcessUsage]:
        # Orphans are found through the descendant that they descended from.
        leader = process_state(self.popen.pid)
        states = tree([*self._seen, *([] if leader is None else [leader.process])])
        self._seen.update(state.process for state in states)
        return states

    def _has_ended(self) -> bool:
        return os.waitid(os.P_PID, self.popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def _record_peak_memory(self) -> None:
        """Record the peak memory, which the kernel forgets when the process ends."""
        now = time.monotonic()
        if now < self._peak_at or self._status is None:
            return
        self._peak_at = now + min(_PEAK_EVERY, (now - self._started) / 4)
        with contextlib.suppress(OSError, ValueError):
            _, _, peak = os.pread(self._status, _CHUNK, 0).partition(b"VmHWM:")
            self.peak_mb = max(self.peak_mb, int(peak.split(maxsplit=1)[0]) / 1024) if peak else self.peak_mb

    def _account(self, kilobytes: int) -> None:
        # The kernel also counts the memory that the child shared with this Python process before exec.
        if kilobytes > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + 1024:
            self.peak_mb = max(self.peak_mb, kilobytes / 1024)


def _open_status(pid: int) -> int | None:
    """Open the status file of a process for repeated reading; None without /proc."""
    with contextlib.suppress(OSError):
        return os.open(f"/proc/{pid}/status", os.O_RDONLY)
    return None


def _open_pidfd(pid: int) -> int | None:
    """Open a descriptor that becomes readable when the process ends; None if the kernel refuses."""
    with contextlib.suppress(AttributeError, OSError):
        return os.pidfd_open(pid)
    return None
