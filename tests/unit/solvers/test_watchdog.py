"""One shell watches all groups of a process, and kills those that are left when that process is killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
HEAD = """
import os, signal, subprocess, sys
from veriabs.solvers import watchdog

def started():
    return subprocess.Popen(["sleep", "100"], start_new_session=True, stdin=-3, stdout=-3)  # DEVNULL

def told(*children):
    print(*(child.pid for child in children), flush=True)
    sys.stdin.read()
"""


def watched(script: str) -> tuple[subprocess.Popen[str], list[int]]:
    """A watching process, and the numbers of the processes that it has printed."""
    watcher = subprocess.Popen(
        [sys.executable, "-c", HEAD + script], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert watcher.stdout is not None
    return watcher, [int(word) for word in watcher.stdout.readline().split()]


def lives(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def end(pid: int) -> bool:
    """Tell whether the process ends by itself; otherwise kill it."""
    until = time.monotonic() + 20
    while lives(pid) and time.monotonic() < until:
        time.sleep(0.01)
    left = lives(pid)
    if left:
        os.kill(pid, signal.SIGKILL)
    return not left


def killed(watcher: subprocess.Popen[str]) -> None:
    watcher.kill()
    watcher.communicate()


def test_every_group_that_is_watched_ends_with_the_watcher() -> None:
    watcher, pids = watched(
        "a, b = started(), started()\nwith watchdog.watching(a.pid), watchdog.watching(b.pid):\n    told(a, b)"
    )
    assert len(pids) == 2 and all(map(lives, pids))
    killed(watcher)
    assert [end(pid) for pid in pids] == [True, True]


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_unwatched_process_is_not_killed(gone: int) -> None:
    others = ", ".join(name for at, name in enumerate("abc") if at != gone)
    watcher, pids = watched(f"""
a, b, c = every = started(), started(), started()
contexts = [watchdog.watching(one.pid) for one in every]
for context in contexts:
    context.__enter__()
contexts[{gone}].__exit__(None, None, None)
told(every[{gone}], {others})""")
    killed(watcher)
    alone, *others_pids = pids
    assert [end(pid) for pid in others_pids] == [True, True]
    assert lives(alone)
    os.kill(alone, signal.SIGKILL)


def test_a_shell_that_was_killed_is_replaced() -> None:
    watcher, pids = watched("""
a, b = started(), started()
with watchdog.watching(a.pid):
    watchdog._watchdog.shell.kill()
    watchdog._watchdog.shell.wait()
    with watchdog.watching(b.pid):
        told(a, b)""")
    killed(watcher)
    assert [end(pid) for pid in pids] == [True, True]


def test_forked_watcher_starts_its_own_shell() -> None:
    """The group of the first process ends with it, although its copy, which lives on, has inherited the pipe."""
    watcher, pids = watched("""
a, b = started(), started()
reads, writes = os.pipe()
with watchdog.watching(a.pid):
    copy = os.fork()
    if copy == 0:
        with watchdog.watching(b.pid):
            os.write(writes, b"!")
            signal.pause()
    os.read(reads, 1)
    print(a.pid, b.pid, copy, flush=True)
    sys.stdin.read()""")
    first, second, copy = pids
    watcher.kill()
    watcher.wait()
    assert end(first)
    assert lives(second)
    os.kill(copy, signal.SIGKILL)
    assert end(second)


def test_watchdog_shell_ends_with_its_purpose() -> None:
    script = """
def shells():
    return len(psutil.Process().children())
import psutil
counts = []
with watchdog.kept():
    child = started()
    with watchdog.watching(child.pid):
        child.kill()
        child.wait()
    counts.append(shells())
counts.append(shells())
print(*counts)"""
    done = subprocess.run([sys.executable, "-c", HEAD + script], cwd=ROOT, text=True, capture_output=True, check=True)
    assert done.stdout.split() == ["1", "0"]
