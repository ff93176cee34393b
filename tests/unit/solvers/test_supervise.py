"""Work in a separate process: the answer comes in time whatever it does, and no process or folder is left."""

from __future__ import annotations

import faulthandler
import os
import re
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn
from unittest.mock import Mock

import pytest

from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, LostError, OutOfTimeError
from veriabs.solvers import supervise as supervision
from veriabs.solvers.descendants import process_state
from veriabs.solvers.scratch import PREFIX, Scratch, settle
from veriabs.solvers.supervise import BugError, Notify, prepare, supervise

Work = Callable[[Deadline, Notify], None]

SLOW = 30.0
"""Seconds that an answer may take on a machine that has much else to do."""


@pytest.fixture(autouse=True)
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files; see `folders`."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def folders(room: Path) -> list[str]:
    return [path.name for path in room.iterdir()]


def test_result_and_messages_come_back(room: Path) -> None:
    heard: list[object] = []

    def work(deadline: Deadline, tell: Notify) -> str:
        tell("first")
        tell(("second", 2))
        return f"{os.getpid()} in {tempfile.gettempdir()}"

    pid, _, folder = supervise(work, Deadline(60.0), heard.append).partition(" in ")
    assert heard == ["first", ("second", 2)]
    assert int(pid) != os.getpid()
    assert Path(folder).parent == room
    assert folders(room) == []


def test_errors_come_back() -> None:
    def refuses(deadline: Deadline, tell: Notify) -> NoReturn:
        raise InputError("not C")

    def has_failed(deadline: Deadline, tell: Notify) -> NoReturn:
        raise BugError("internal error at another.py:7")

    def fails(deadline: Deadline, tell: Notify) -> NoReturn:
        raise ZeroDivisionError("by accident")

    with pytest.raises(InputError, match="not C"):
        supervise(refuses, Deadline(60.0), lambda message: None)
    with pytest.raises(BugError, match=r"internal error at test_supervise.py:\d+: ZeroDivisionError: by accident"):
        supervise(fails, Deadline(60.0), lambda message: None)
    with pytest.raises(BugError, match=r"^internal error at another.py:7$"):
        supervise(has_failed, Deadline(60.0), lambda message: None)
    with pytest.raises(BugError, match="pickle"):
        supervise(lambda deadline, tell: lambda: None, Deadline(60.0), lambda message: None)


LOADED: list[str] = []
"""What the process has loaded that works here."""


def says(deadline: Deadline, tell: Notify) -> tuple[int, list[str], str]:
    tell("begins")
    return os.getpid(), LOADED, tempfile.gettempdir()


def test_a_process_that_is_prepared_does_the_next_work(room: Path) -> None:
    heard: list[object] = []
    prepare(lambda: LOADED.append("before"))
    (worker,) = supervision._prepared
    pid, loaded, folder = supervise(says, Deadline(60.0), heard.append)
    assert (pid, loaded, heard) == (worker.child, ["before"], ["begins"])
    assert Path(folder).parent == room and folders(room) == []
    assert LOADED == [] and supervise(says, Deadline(60.0), heard.append)[0] not in (pid, os.getpid())


def test_failed_preparation_is_reported_by_the_work() -> None:
    def fails() -> NoReturn:
        raise ImportError("no such module")

    prepare(fails)
    assert supervise(says, Deadline(60.0), lambda message: None)[1] == []


def test_a_process_that_is_prepared_can_be_lost() -> None:
    prepare(lambda: os.kill(os.getpid(), signal.SIGKILL))
    with pytest.raises(LostError, match="ended by SIGKILL"):
        supervise(says, Deadline(60.0), lambda message: None)


def test_failed_fork_falls_back_to_a_direct_start(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as scarce:
        scarce.setattr(os, "fork", Mock(side_effect=BlockingIOError(11, "no more processes")))
        prepare(lambda: None)
    assert supervision._prepared == [] and supervise(says, Deadline(60.0), lambda message: None)[1] == []


def test_unused_prepared_process_ends() -> None:
    prepare(lambda: time.sleep(1000))
    (worker,) = supervision._prepared
    supervision._kill_prepared()
    assert process_state(worker.child) is None and supervision._prepared == []


POOLS: list[ThreadPoolExecutor] = []
"""Pools that nobody shuts down."""


def test_idle_pool_thread_does_not_delay_the_answer(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veriabs.solvers.supervise._GRACE", 0.5)

    def leaves_a_pool(deadline: Deadline, tell: Notify) -> int:
        POOLS.append(ThreadPoolExecutor(1))
        return POOLS[0].submit(lambda: 3).result()

    begun = time.monotonic()
    assert supervise(leaves_a_pool, Deadline(2 * SLOW), lambda message: None) == 3
    assert time.monotonic() - begun < SLOW
    assert folders(room) == []


def hogs(deadline: Deadline, tell: Notify) -> None:
    """A call that no thread, no signal handler and no check of a clock can interrupt."""
    deadline.begin("matching")
    re.match(r"(a+)+$", "a" * 64 + "b")


def sleeps(deadline: Deadline, tell: Notify) -> None:
    deadline.begin("sleeping")
    time.sleep(1000)


def ignores_signals(deadline: Deadline, tell: Notify) -> None:
    deadline.begin("ignoring")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(1000)


@pytest.mark.long
@pytest.mark.parametrize("work", [hogs, sleeps, ignores_signals])
def test_time_is_kept(work: object, room: Path) -> None:
    begin = time.monotonic()
    with pytest.raises(OutOfTimeError, match=r"budget of 0.5 s is used up while (matching|sleeping|ignoring)"):
        supervise(work, Deadline(0.5), lambda message: None)  # type: ignore[arg-type]
    assert time.monotonic() - begin < SLOW
    assert folders(room) == []


def test_a_phase_without_time_does_not_begin() -> None:
    deadline = Deadline(0.0)
    with pytest.raises(OutOfTimeError, match="used up"):
        deadline.begin("parsing")
    assert deadline.phase == ""


def test_died_process_is_reported(room: Path) -> None:
    def dies(deadline: Deadline, tell: Notify) -> None:
        deadline.begin("crashing")
        faulthandler.disable()  # pytest's, whose traceback would stand in the midst of the tests' output
        os.kill(os.getpid(), signal.SIGSEGV)

    def killed(deadline: Deadline, tell: Notify) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def leaves(deadline: Deadline, tell: Notify) -> None:
        os._exit(3)

    with pytest.raises(LostError, match="ended by SIGSEGV while crashing"):
        supervise(dies, Deadline(60.0), lambda message: None)
    with pytest.raises(LostError, match="ended by SIGKILL, perhaps for lack of memory"):
        supervise(killed, Deadline(60.0), lambda message: None)
    with pytest.raises(LostError, match="without an answer"):
        supervise(leaves, Deadline(60.0), lambda message: None)
    assert folders(room) == []


def test_an_interruption_ends_the_work(room: Path) -> None:
    heard: list[int] = []

    def work(deadline: Deadline, tell: Notify) -> None:
        tell(os.getpid())
        time.sleep(1000)

    def hear(message: object) -> NoReturn:
        assert isinstance(message, int)
        heard.append(message)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        supervise(work, Deadline(60.0), hear)
    with pytest.raises(ProcessLookupError):
        os.kill(heard[0], 0)
    assert folders(room) == []


def test_threads_of_the_work_end(tmp_path: Path) -> None:
    done = tmp_path / "done"

    def work(deadline: Deadline, tell: Notify) -> str:
        threading.Thread(target=lambda: (time.sleep(0.3), done.touch())).start()
        return "result"

    assert supervise(work, Deadline(60.0), lambda message: None) == "result"
    assert done.exists()


@pytest.mark.parametrize("work", [sleeps, ignores_signals])
def test_a_killed_parent_leaves_no_work_and_no_folder(work: Work, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veriabs.solvers.supervise._GRACE", 0.2)
    begun, says = os.pipe()

    def tells(deadline: Deadline, tell: Notify) -> None:
        os.write(says, b"%d" % os.getpid())
        work(deadline, tell)

    parent = os.fork()
    if parent == 0:
        try:
            supervise(tells, Deadline(60.0), lambda message: None)
        finally:
            os._exit(1)
    child = int(os.read(begun, 20))
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    end = time.monotonic() + SLOW
    while (folders(room) or is_alive(child)) and time.monotonic() < end:
        time.sleep(0.01)
    assert folders(room) == [] and not is_alive(child)


def is_alive(pid: int) -> bool:
    state = process_state(pid)
    return state is not None and state.runs


# ------------------------------------------------------------------------------------------------- temporary folders


def aged(folder: Path) -> Path:
    folder.mkdir()
    (folder / "file").touch()
    os.utime(folder, (1, 1))
    return folder


def test_the_next_run_removes_leftovers_of_a_killed_one(room: Path) -> None:
    abandoned, young = aged(room / f"{PREFIX}old"), room / f"{PREFIX}young"
    young.mkdir()
    other, held = aged(room / "veriabs-other"), Scratch()
    os.utime(held.path, (1, 1))
    with Scratch() as own:
        assert own.is_dir()
        assert not abandoned.exists()
        assert young.exists() and other.exists() and held.path.exists()
    held.close()
    assert sorted(folders(room)) == [other.name, young.name]


def test_full_disk_for_the_folder_is_reported(monkeypatch: pytest.MonkeyPatch, room: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(room / "absent"))
    with pytest.raises(InputError, match="no temporary folder"):
        Scratch()


def test_temporary_folder_is_chosen_without_trial_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "_get_default_tempdir", lambda: pytest.fail("it is tried out"))
    for named, wanted in ((tmp_path, tmp_path), (tmp_path / "absent", Path("/tmp"))):
        monkeypatch.setattr(tempfile, "tempdir", None)
        monkeypatch.setenv("TMPDIR", str(named))
        settle()
        assert tempfile.gettempdir() == str(wanted)
