"""Test that a process ends in time with all its children, and that its end is noticed at once."""

import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from veriabs.core.errors import ToolError
from veriabs.solvers import process
from veriabs.solvers.process import ProcessProgress

ROOT = Path(__file__).parents[3]
FAULTS = ROOT / "tests" / "faults"


def sleepers(seconds: str) -> list[psutil.Process]:
    """Finds the live `sleep` processes that were started with this unusual number of seconds."""
    found = []
    for candidate in psutil.process_iter(["cmdline", "status"]):
        command = candidate.info["cmdline"] or []
        if command[-1:] == [seconds] and candidate.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(candidate)
    return found


def all_gone(seconds: str, within: float = 2.0) -> bool:
    deadline = time.monotonic() + within
    while sleepers(seconds) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not sleepers(seconds)


@pytest.fixture
def unusual(request: pytest.FixtureRequest) -> str:
    return f"{1000 + os.getpid() % 1000}.{abs(hash(request.node.name)) % 1000003}"


def test_exit_code_and_output_are_kept_apart() -> None:
    finished = process.run(["sh", "-c", "echo out; echo err >&2; exit 7"], seconds=5)
    assert (finished.exit_code, finished.stdout, finished.stderr) == (7, "out\n", "err\n")
    assert not (finished.timed_out or finished.stopped or finished.cut)


def test_large_output_on_both_pipes_does_not_block() -> None:
    script = "import sys; [print('x' * 999, file=f) for _ in range(3000) for f in (sys.stdout, sys.stderr)]"
    finished = process.run([sys.executable, "-c", script], seconds=20)
    assert (len(finished.stdout), len(finished.stderr)) == (3_000_000, 3_000_000)


def test_output_that_is_not_utf8_is_replaced() -> None:
    assert process.run(["printf", "a\\377b"], seconds=5).stdout == "a\ufffdb"


def test_arguments_are_not_read_by_a_shell() -> None:
    words = ["$HOME", "a b", "'; exit 3", "*", ""]
    finished = process.run(["printf", "<%s>", *words], seconds=5)
    assert finished.stdout == "".join(f"<{word}>" for word in words)


def test_folder_and_environment_are_those_given(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "GIVEN": "yes"}
    finished = process.run(["sh", "-c", "pwd; echo $GIVEN$HOME"], seconds=5, cwd=tmp_path, env=environment)
    assert finished.stdout == f"{tmp_path.resolve()}\nyes\n"


def test_standard_input_is_empty() -> None:
    assert process.run(["cat"], seconds=5).exit_code == 0


@pytest.mark.parametrize("command", ["/nowhere/at/all", "no-such-program", str(Path(__file__))])
def test_a_failed_start_is_a_tool_error(command: str) -> None:
    with pytest.raises(ToolError, match="cannot start"):
        process.run([command], seconds=5)


def test_missing_folder_is_a_tool_error(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="cannot start"):
        process.run(["true"], seconds=5, cwd=tmp_path / "absent")


@pytest.mark.long
def test_end_is_seen_at_once() -> None:
    # The least of many, because the machine may be busy: process creation and a shell are in it, polling must not be.
    assert min(process.run(["sleep", "0.03"], seconds=5).seconds for _ in range(20)) < 0.25


@pytest.mark.long
def test_end_is_seen_without_a_pidfd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_open_pidfd", lambda pid: None)
    assert min(process.run(["sleep", "0.03"], seconds=5).seconds for _ in range(20)) < 0.25
    assert process.run(["sleep", "50"], seconds=0.1).timed_out


def test_timeout_ends_the_process() -> None:
    finished = process.run(["sleep", "50"], seconds=0.2)
    assert finished.timed_out
    assert finished.exit_code == -signal.SIGTERM
    assert 0.2 <= finished.seconds < 20


BUSY = """import os, time
while time.process_time() < 1: pass
print(os.nice(0))"""


@pytest.mark.long
@pytest.mark.share(2)
@pytest.mark.parametrize("background", [True, False])
def test_background_processes_have_lower_priority(background: bool) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    said = process.run([sys.executable, "-c", BUSY], seconds=60, background=background).stdout
    assert int(said) == (min(19, own + 10) if background else own)


def test_work_of_ended_child_processes_counts() -> None:
    short = "sh -c 'i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done'"
    finished = process.run(["sh", "-c", f"while :; do {short}; done"], seconds=20.0, processor_seconds=0.3)
    assert finished.spent and finished.timed_out



def test_no_time_is_a_timeout() -> None:
    assert process.run(["sleep", "50"], seconds=0).timed_out


def test_output_before_the_timeout_is_kept() -> None:
    finished = process.run(["sh", "-c", "echo early; sleep 50"], seconds=0.3)
    assert finished.timed_out
    assert finished.stdout == "early\n"


def test_stop_from_another_thread_ends_the_process() -> None:
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    finished = process.run(["sleep", "50"], seconds=20, stop=stop)
    assert finished.stopped
    assert not finished.timed_out
    assert finished.seconds < 15


def test_stopped_run_starts_no_process(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    assert process.run(["touch", str(tmp_path / "started")], seconds=5, stop=stop).stopped
    assert not (tmp_path / "started").exists()


@pytest.mark.long
def test_stubborn_tree_is_killed(unusual: str) -> None:
    finished = process.run([str(FAULTS / "stubborn")], seconds=0.4, env={**os.environ, "FAULT_SLEEP": unusual})
    assert finished.timed_out
    assert finished.exit_code == -signal.SIGKILL
    assert finished.seconds < 20
    assert all_gone(unusual)


@pytest.mark.long
def test_stopped_process_is_killed(unusual: str) -> None:
    finished = process.run(["sh", "-c", f"sleep {unusual} & kill -STOP $!; kill -STOP $$"], seconds=0.3)
    assert finished.timed_out
    assert all_gone(unusual)


def test_child_does_not_outlive_its_parent(unusual: str) -> None:
    finished = process.run(["sh", "-c", f"sleep {unusual} & echo done"], seconds=20)
    assert (finished.exit_code, finished.stdout) == (0, "done\n")
    assert finished.seconds < 15
    assert all_gone(unusual)


def test_child_in_another_session_does_not_outlive_its_parent(unusual: str) -> None:
    # Seen while its parent lives, which is when descendants are noted.
    assert process.run(["sh", "-c", f"setsid sleep {unusual} & sleep 0.5"], seconds=20).exit_code == 0
    assert all_gone(unusual)


def test_interrupt_ends_the_tree(unusual: str) -> None:
    threading.Timer(0.3, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        process.run(["sh", "-c", f"sleep {unusual} & sleep {unusual}"], seconds=20)
    assert all_gone(unusual)


def test_error_of_an_observer_ends_the_tree(unusual: str) -> None:
    def watch(progress: ProcessProgress) -> None:
        raise RuntimeError("observer")

    with pytest.raises(RuntimeError, match="observer"):
        process.run(["sh", "-c", f"sleep {unusual} & sleep {unusual}"], seconds=20, watch=watch)
    assert all_gone(unusual)


def test_tree_dies_with_a_supervisor_that_is_killed(unusual: str) -> None:
    command = f"['sh', '-c', 'sleep {unusual} & sleep {unusual}']"
    script = f"from veriabs.solvers import process; process.run({command}, seconds=60)"
    supervisor = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    deadline = time.monotonic() + 10
    while len(sleepers(unusual)) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(sleepers(unusual)) == 2
    supervisor.kill()
    supervisor.wait()
    assert all_gone(unusual)


@pytest.mark.long
def test_observer_sees_time_memory_and_the_last_output() -> None:
    seen: list[ProcessProgress] = []
    process.run(["sh", "-c", "echo phase; sleep 0.7"], seconds=20, watch=seen.append)
    assert 1 <= len(seen) <= 20
    assert seen[-1].tail == "phase\n"
    assert seen[-1].mb > 0
    assert 0 < seen[0].seconds <= seen[-1].seconds < 20


@pytest.mark.long
def test_peak_memory_of_a_process_and_its_child() -> None:
    """Measured from a separate process: the peak memory of the tests would hide that of a child."""
    hungry = "import time; data = b'x' * (300 * 2**20); time.sleep(0.7)"
    for command in ([sys.executable, "-c", hungry], ["sh", "-c", f'"{sys.executable}" -c "{hungry}"; true']):
        script = f"from veriabs.solvers import process; print(process.run({command!r}, seconds=20).peak_mb)"
        done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
        assert 270 < float(done.stdout) < 400


def test_peak_memory_is_not_that_of_this_process() -> None:
    own = bytearray(200 * 2**20)
    assert process.run(["sleep", "0.1"], seconds=20).peak_mb < 50
    assert len(own) == 200 * 2**20


def test_memory_limit_holds_for_children() -> None:
    hungry = "data = bytearray(600 * 2**20)"
    finished = process.run(["sh", "-c", f'"{sys.executable}" -c "{hungry}"'], seconds=20, memory_mb=300)
    assert finished.exit_code == 1
    assert "MemoryError" in finished.stderr
    assert process.run([sys.executable, "-c", hungry], seconds=20, memory_mb=2000).exit_code == 0


def test_output_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "OUTPUT_LIMIT", 100_000)
    finished = process.run([str(FAULTS / "floods")], seconds=30)
    assert finished.cut
    assert not finished.timed_out
    assert len(finished.stdout) == 100_000


def test_crash_leaves_no_core(tmp_path: Path) -> None:
    finished = process.run(["sh", "-c", "kill -ABRT $$"], seconds=5, cwd=tmp_path)
    assert finished.exit_code == -signal.SIGABRT
    assert list(tmp_path.iterdir()) == []


def test_descriptors_and_children_are_released() -> None:
    """In a separate process, so that running work of other tests does not interfere."""
    script = """if True:
        import os, psutil
        from veriabs.solvers import process
        process.run(["true"], seconds=5)
        before = len(os.listdir("/proc/self/fd"))
        for seconds in (5, 5, 0):
            process.run(["sleep", "0.01"], seconds=seconds)
        print(len(os.listdir("/proc/self/fd")) - before, psutil.Process().children())"""
    finished = process.run([sys.executable, "-c", script], seconds=60, cwd=ROOT)
    assert finished.stdout == "0 []\n"


def test_many_threads_run_processes() -> None:
    codes: list[int] = []
    commands = [["sh", "-c", f"exit {number}"] for number in range(20)]
    threads = [
        threading.Thread(target=lambda c=command: codes.append(process.run(c, seconds=20).exit_code))
        for command in commands
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == list(range(20))


# ----------------------------------------------------------------------------------------------------- standard input


def test_standard_input_is_the_given_file(tmp_path: Path) -> None:
    data = bytes(range(256)) * 1000
    (tmp_path / "data").write_bytes(data)
    script = "import sys, hashlib; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())"
    finished = process.run([sys.executable, "-c", script], seconds=20, stdin=tmp_path / "data")
    assert finished.stdout.strip() == hashlib.sha256(data).hexdigest()


def test_standard_input_is_relative_to_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").write_text("here", encoding="utf-8")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    assert process.run(["cat"], seconds=5, stdin=Path("data"), cwd=tmp_path / "other").stdout == "here"


def test_standard_input_that_is_missing_is_a_tool_error(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="cannot start"):
        process.run(["cat"], seconds=5, stdin=tmp_path / "absent")


# ------------------------------------------------------------------------------------------------------ more limits


def test_memory_in_use_is_limited(unusual: str) -> None:
    hungry = f"import time; data = bytearray(300 * 2**20); time.sleep({unusual})"
    finished = process.run([sys.executable, "-c", hungry], seconds=60, resident_mb=200)
    assert finished.exit_code < 0
    assert not finished.timed_out
    assert finished.peak_mb > 200
    modest = "data = bytearray(20 * 2**20)"
    assert process.run([sys.executable, "-c", modest], seconds=60, resident_mb=200).exit_code == 0
