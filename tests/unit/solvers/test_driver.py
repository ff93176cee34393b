"""Test the driver with a working CBMC, and with stand-ins that misbehave."""

import json
import os
import shutil
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from veriabs.core.errors import InputError, ToolError
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import DataModel
from veriabs.solvers import driver, process
from veriabs.solvers.answer_cache import fingerprint
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc, Driver

TESTS = Path(__file__).parents[2]
FAULTS = TESTS / "faults"
PROGRAMS = TESTS / "recorded" / "programs"
BOTH = (Solver.BUILT_IN, Solver.Z3)
SLEEP = f"{2000 + os.getpid() % 1000}.5"

Script = Callable[[str], Cbmc]


@pytest.fixture(autouse=True)
def private_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Gives each test its own temporary and cache folder, and checks that no file and no process is left."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("FAULT_SLEEP", SLEEP)
    yield
    assert list(temporary.iterdir()) == []
    assert psutil.Process().children() == []
    deadline = time.monotonic() + 2
    while sleepers() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert sleepers() == []


def sleepers() -> list[int]:
    return [
        candidate.pid
        for candidate in psutil.process_iter(["cmdline", "status"])
        if (candidate.info["cmdline"] or [])[-1:] == [SLEEP] and candidate.info["status"] != psutil.STATUS_ZOMBIE
    ]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Makes a CBMC from the body of a shell script, in which `$answer` is a success of the check `asked`."""

    def make(body: str) -> Cbmc:
        path = tmp_path / "cbmc"
        path.write_text(f"#!/bin/sh\nanswer='{answer('SUCCESS')}'\nviolated='{answer('FAILURE')}'\n{body}\n")
        path.chmod(0o755)
        return Cbmc((str(path),), (6, 6), "6.6.0 (cbmc-6.6.0)")

    return make


def answer(status: str) -> str:
    result = [{"property": "main.assertion.1", "description": "asked", "status": status}]
    return json.dumps([{"result": result}, {"cProverStatus": status.lower()}])


def fault(name: str) -> Cbmc:
    return Cbmc((str(FAULTS / name),), (6, 6), "6.6.0 (cbmc-6.6.0)")


def ask(
    driving: Driver,
    *solvers: Solver,
    text: str = "int main(void) {}",
    purpose: str = "harness k=2",
    asked: tuple[str, ...] = ("asked",),
    seconds: float = 10.0,
    unwind: int = 4,
    trace_of: str | None = None,
    stop: threading.Event | None = None,
    head_start: float = 0.0,
) -> Run:
    return driving.check(
        text,
        purpose=purpose,
        asked=asked,
        unwind=unwind,
        data_model=DataModel.LP64,
        seconds=seconds,
        solvers=solvers or (Solver.BUILT_IN,),
        trace_of=trace_of,
        stop=stop,
        head_start=head_start,
    )


@pytest.fixture
def real() -> Cbmc:
    found = shutil.which(os.environ.get("VERIABS_CBMC", "cbmc"))
    if found is None:
        pytest.skip("no CBMC on this machine")
    return driver.detect(found)


# --------------------------------------------------------------------------------------------------------- broken CBMCs


@pytest.mark.share(6)
@pytest.mark.parametrize("solvers", [(Solver.BUILT_IN,), BOTH], ids=["alone", "race"])
@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("hangs", Outcome.TIMEOUT),
        ("stubborn", Outcome.TIMEOUT),
        ("floods", Outcome.CRASH),
        ("half_json", Outcome.CRASH),
        ("empty_success", Outcome.CRASH),
        ("hidden_failure", Outcome.CRASH),
        ("late_success", Outcome.CRASH),
        ("other_success", Outcome.UNKNOWN),
        ("garbage", Outcome.CRASH),
        ("silent", Outcome.CRASH),
        ("aborts", Outcome.CRASH),
        ("signalled", Outcome.CRASH),
        ("litters", Outcome.CRASH),
    ],
)
def test_broken_cbmc_proves_nothing(name: str, outcome: Outcome, solvers: tuple[Solver, ...]) -> None:
    with Driver(fault(name), stagger=0.05) as driving:
        run = ask(driving, *solvers, seconds=0.4 if outcome is Outcome.TIMEOUT else 10)
    assert run.outcome is outcome
    assert run.detail
    assert run.seconds < 9


def test_success_counts_although_a_child_process_remains() -> None:
    with Driver(fault("leaves_child")) as driving:
        assert ask(driving).outcome is Outcome.SUCCESS


def test_cbmc_that_vanished_is_a_tool_error(tmp_path: Path) -> None:
    for solvers in ((Solver.BUILT_IN,), BOTH):
        with Driver(Cbmc((str(tmp_path / "absent"),), (6, 6), "")) as driving, pytest.raises(ToolError):
            ask(driving, *solvers)


def test_temporary_files_of_cbmc_are_removed_at_once(tmp_path: Path) -> None:
    with Driver(fault("litters")) as driving:
        ask(driving)
        (folder,) = (tmp_path / "temporary").iterdir()
        assert [path.name for path in folder.iterdir()] == ["compiler"]
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


# ----------------------------------------------------------------------------------------------------------------- race


def test_first_solver_alone_if_it_is_fast(script: Script, tmp_path: Path) -> None:
    cbmc = script(f'echo "$@" >> {tmp_path}/calls; echo "$answer"')
    with Driver(cbmc) as driving:
        run = ask(driving, *BOTH)
    assert (run.outcome, run.solver) == (Outcome.SUCCESS, "built-in")
    assert len((tmp_path / "calls").read_text().splitlines()) == 1


def test_a_program_that_was_decided_is_not_run_again(script: Script, tmp_path: Path) -> None:
    cbmc = script(f'echo x >> {tmp_path}/calls; echo "$answer"')
    with Driver(cbmc) as driving:
        first, second = ask(driving, purpose="first"), ask(driving, purpose="second")
        assert (second.purpose, second.outcome, second.checks) == ("second", Outcome.SUCCESS, first.checks)
        assert (tmp_path / "calls").read_text() == "x\n"
        ask(driving, unwind=9)
    assert (tmp_path / "calls").read_text() == "x\nx\n"


def test_a_program_that_was_not_decided_is_run_again(script: Script, tmp_path: Path) -> None:
    cbmc = script(f"echo x >> {tmp_path}/calls; echo '[]'; exit 6")
    with Driver(cbmc) as driving:
        assert {ask(driving).outcome, ask(driving).outcome} == {Outcome.CRASH}
    assert (tmp_path / "calls").read_text() == "x\nx\n"


def test_second_solver_wins_while_the_first_hangs(script: Script) -> None:
    cbmc = script('case "$*" in *--z3*) echo "$answer";; *) sleep "$FAULT_SLEEP";; esac')
    with Driver(cbmc, stagger=0.1) as driving:
        started = time.monotonic()
        run = ask(driving, *BOTH)
    assert (run.outcome, run.solver) == (Outcome.SUCCESS, "z3")
    assert 0.1 <= time.monotonic() - started < 3


def test_first_solver_may_still_win_after_its_head_start(script: Script) -> None:
    cbmc = script('case "$*" in *--z3*) sleep "$FAULT_SLEEP";; *) sleep 0.4; echo "$violated"; exit 10;; esac')
    with Driver(cbmc, stagger=0.1) as driving:
        run = ask(driving, *BOTH)
    assert (run.outcome, run.solver, run.failed()) == (Outcome.FAILURE, "built-in", ("asked",))


def test_the_first_solver_works_alone_for_as_long_as_a_program_asks(script: Script) -> None:
    cbmc = script('case "$*" in *--z3*) echo "$answer";; *) sleep 0.2; echo "$violated"; exit 10;; esac')
    with Driver(cbmc, stagger=0.05) as driving:
        run = ask(driving, *BOTH, head_start=60.0)
    assert (run.outcome, run.solver) == (Outcome.FAILURE, "built-in")


def test_second_solver_starts_at_once_when_the_first_gives_up(script: Script) -> None:
    cbmc = script('case "$*" in *--z3*) echo "$answer";; *) exit 6;; esac')
    with Driver(cbmc, stagger=60) as driving:
        run = ask(driving, *BOTH)
    assert (run.outcome, run.solver) == (Outcome.SUCCESS, "z3")


def test_most_informative_answer_is_returned(script: Script) -> None:
    cbmc = script('case "$*" in *--z3*) sleep "$FAULT_SLEEP";; *) exit 6;; esac')
    with Driver(cbmc) as driving:
        run = ask(driving, *BOTH, seconds=0.5)
    assert (run.outcome, run.solver) == (Outcome.TIMEOUT, "z3")


def test_failed_unwinding_assertion_ends_the_race(script: Script, tmp_path: Path) -> None:
    result = {"property": "main.unwind.0", "description": "unwinding assertion loop 0", "status": "FAILURE"}
    said = json.dumps([{"result": [result]}, {"cProverStatus": "failure"}])
    with Driver(script(f"echo x >> {tmp_path}/calls; echo '{said}'; exit 10")) as driving:
        run = ask(driving, *BOTH)
    assert (run.outcome, run.detail) == (Outcome.UNKNOWN, "unwinding assertion failed")
    assert (tmp_path / "calls").read_text() == "x\n"


@pytest.mark.long
def test_stop_from_outside_ends_every_solver() -> None:
    for solvers in ((Solver.BUILT_IN,), BOTH):
        stop = threading.Event()
        threading.Timer(0.4, stop.set).start()
        with Driver(fault("hangs"), stagger=0.1) as driving:
            run = ask(driving, *solvers, stop=stop, seconds=20)
        assert run.outcome is Outcome.UNKNOWN
        assert "stopped" in run.detail
        assert run.seconds < 15


@pytest.mark.long
def test_interrupt_ends_every_solver() -> None:
    signal.siginterrupt(signal.SIGINT, True)  # other tests ask z3, which leaves it otherwise
    for solvers in ((Solver.BUILT_IN,), BOTH):
        main = threading.main_thread().ident
        threading.Timer(0.4, signal.pthread_kill, (main, signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt), Driver(fault("hangs"), stagger=0.1) as driving:
            ask(driving, *solvers, seconds=20)


def test_missing_z3_leaves_the_built_in_solver(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veriabs.solvers.command.find_z3", lambda: None)
    with Driver(script('echo "$answer"')) as driving:
        assert ask(driving, Solver.Z3, Solver.BUILT_IN).solver == "built-in"
        run = ask(driving, Solver.Z3)
    assert (run.outcome, run.detail) == (Outcome.UNKNOWN, "solver missing: z3")


def test_error_in_an_observer_is_not_lost() -> None:
    def observe(*event: object) -> None:
        raise RuntimeError("observer")

    for solvers in ((Solver.BUILT_IN,), BOTH):
        with (
            pytest.raises(RuntimeError, match="observer"),
            Driver(fault("hangs"), on_event=observe) as driving,
        ):
            ask(driving, *solvers)


# --------------------------------------------------------------------------------------------------------------- limits


def test_no_more_processes_than_jobs(script: Script, tmp_path: Path) -> None:
    cbmc = script(f'echo + >> {tmp_path}/log; sleep 0.1; echo - >> {tmp_path}/log; echo "$answer"')
    with Driver(cbmc, jobs=2) as driving:
        threads = [threading.Thread(target=ask, args=(driving,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    running = [0]
    for line in (tmp_path / "log").read_text().split():
        running.append(running[-1] + (1 if line == "+" else -1))
    assert max(running) == 2
    assert running[-1] == 0
    assert len(running) == 13


@pytest.mark.long
def test_time_spent_waiting_counts() -> None:
    with Driver(fault("hangs"), jobs=1) as driving:
        thread = threading.Thread(target=ask, args=(driving,), kwargs={"seconds": 1.0})
        thread.start()
        time.sleep(0.2)
        run = ask(driving, seconds=0.3)
        thread.join()
    assert run.outcome is Outcome.TIMEOUT
    assert run.seconds < 1


def test_memory_limit_is_passed_to_cbmc(script: Script) -> None:
    eater = f'{sys.executable} -c "bytearray(600 * 2**20)" && echo "$answer"'
    with Driver(script(eater), memory_mb=300) as driving:
        assert ask(driving).outcome is not Outcome.SUCCESS
    with Driver(script(eater), memory_mb=2000) as driving:
        assert ask(driving).outcome is Outcome.SUCCESS


@pytest.mark.long
def test_observer_hears_the_phase() -> None:
    events: list[tuple[str, str, float, float]] = []
    with Driver(fault("hangs"), on_event=lambda *event: events.append(event)) as driving:
        ask(driving, seconds=0.6)
    assert 1 <= len(events) <= 20
    purpose, _, seconds, mb = events[-1]
    assert purpose == "harness k=2"
    assert 0 < seconds < 20
    assert mb > 0


# ---------------------------------------------------------------------------------------------------------------- files


def test_programs_and_answers_are_kept(script: Script, tmp_path: Path) -> None:
    keep = tmp_path / "deep" / "kept"
    cbmc = script('cat "$1" >/dev/null && echo "$answer"')
    with Driver(cbmc, keep=keep) as driving:
        first = ask(driving, text="int first;")
        second = ask(driving, text="int second;")
    names = {"harness-k-2.c", "harness-k-2.built-in.txt", "harness-k-2-2.c", "harness-k-2-2.built-in.txt"}
    assert {path.name for path in keep.iterdir()} == names
    assert (keep / "harness-k-2.c").read_text() == "int first;"
    assert (keep / "harness-k-2-2.c").read_text() == "int second;"
    assert (keep / "harness-k-2.built-in.txt").read_text() == first.raw
    assert first.command[1] == str(keep / "harness-k-2.c")
    assert second.command[1] == str(keep / "harness-k-2-2.c")


def test_command_is_readable_when_nothing_is_kept(script: Script) -> None:
    cbmc = script('echo "$answer"')
    with Driver(cbmc) as driving:
        run = ask(driving)
    flags = ("--no-standard-checks", "--unwinding-assertions", "--unwind", "4", "--64")
    assert run.command == (*cbmc.command, "harness-k-2.c", *flags)


@pytest.mark.parametrize("purpose", ["", "..", "../../escape", "a/b", "-x", "ä ö", "x" * 500])
def test_any_purpose_makes_a_file_name(purpose: str, script: Script, tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    with Driver(script('cat "$1" && echo'), keep=keep) as driving:
        ask(driving, purpose=purpose)
    assert len(list(keep.iterdir())) == 2
    assert all(not path.name.startswith((".", "-")) for path in keep.iterdir())


def test_folder_that_cannot_be_written_to_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for keep in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/absent")):
        with pytest.raises(InputError, match="cannot write to"), Driver(fault("silent"), keep=keep):
            pytest.fail("work began")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_full_disk_is_no_success(script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = tmp_path / "kept"
    with Driver(script('echo "$answer"'), keep=keep) as driving:
        # A device that is always full stands where the answer is to be written.
        part = keep / f".harness-k-2.built-in.txt.{os.getpid()}.part"
        part.symlink_to("/dev/full")
        run = ask(driving)
    assert run.outcome is Outcome.CRASH
    assert "No space left on device" in run.detail
    assert {path.name for path in keep.iterdir()} == {"harness-k-2.c"}


def test_driver_needs_its_with_statement() -> None:
    with pytest.raises(ValueError, match="with"):
        ask(Driver(fault("silent")))


# -------------------------------------------------------------------------------------------------------------- version


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("6.6.0 (cbmc-6.6.0)", (6, 6)),
        ("5.12 (cbmc-5.12)", (5, 12)),
        ("5.95.1 (cbmc-5.95.1-12-gabcdef-dirty)", (5, 95)),
        ("6.0.0-preview (n/a)", (6, 0)),
        ("10.2.3", (10, 2)),
    ],
)
def test_versions_are_parsed(text: str, version: tuple[int, int], script: Script) -> None:
    cbmc = script(f"echo '{text}'")
    assert driver.detect(cbmc.command) == Cbmc(cbmc.command, version, text)
    assert driver.detect(cbmc.command[0]).version == version


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("echo '5.11 (cbmc-5.11)'", "older than 5.12"),
        ("echo '4.9'", "older than 5.12"),
        ("echo 'CBMC 6.6.0'", "does not answer like CBMC"),
        ("echo 6", "does not answer like CBMC"),
        ("", "does not answer like CBMC"),
        ("echo '6.6.0 (cbmc-6.6.0)'; exit 3", "exit code 3"),
        ("kill -SEGV $$", "exit code -11"),
    ],
)
def test_unusable_cbmc_is_a_tool_error(body: str, message: str, script: Script) -> None:
    with pytest.raises(ToolError, match=message) as caught:
        driver.detect(script(body).command)
    assert str(caught.value).endswith("try: veriabs setup")


def test_cbmc_without_a_version_is_a_tool_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_DETECT_SECONDS", 0.2)
    with pytest.raises(ToolError, match="does not end"):
        driver.detect(FAULTS / "hangs")


def test_missing_cbmc_is_a_tool_error(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="try: veriabs setup"):
        driver.detect(tmp_path / "absent")


def test_version_is_queried_once(script: Script, tmp_path: Path) -> None:
    cbmc = script(f"echo x >> {tmp_path}/calls; echo '6.6.0 (cbmc-6.6.0)'")
    for _ in range(3):
        assert driver.detect(cbmc.command).version == (6, 6)
    assert (tmp_path / "calls").read_text() == "x\n"


def test_version_is_queried_again_if_the_file_changed(script: Script) -> None:
    assert driver.detect(script("echo '6.6.0 (cbmc-6.6.0)'").command).version == (6, 6)
    assert driver.detect(script("echo '6.7 (cbmc-6.7)'").command).version == (6, 7)


@pytest.mark.parametrize("content", ["", "{", "[]", "9", '{"a": 1}', "\x00", "[" * 100_000, '{"KEY": "nonsense"}'])
def test_damaged_cache_is_no_obstacle(content: str, script: Script, tmp_path: Path) -> None:
    cbmc = script("echo '6.6.0 (cbmc-6.6.0)'")
    key = fingerprint(cbmc.command)
    path = tmp_path / "cache" / "veriabs" / "versions.json"
    path.parent.mkdir(parents=True)
    path.write_text(content.replace('"KEY"', json.dumps(key)))
    assert driver.detect(cbmc.command).version == (6, 6)
    assert json.loads(path.read_text()) == {key: "6.6.0 (cbmc-6.6.0)"}


def test_cache_that_cannot_be_written_is_no_obstacle(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/absent")
    assert driver.detect(script("echo '6.6.0 (cbmc-6.6.0)'").command).version == (6, 6)


def test_folder_is_removed_despite_late_writes_of_a_run(script: Script) -> None:
    ended = threading.Event()

    def put(folder: Path) -> None:
        for number in range(2000):
            try:
                room = folder / f"late-{number}"
                room.mkdir()
                (room / "cut.c").touch()
            except FileNotFoundError:
                break
        ended.set()

    with Driver(script("exit 0")) as driving:
        folder = driving.folder
        assert folder is not None
        threading.Thread(target=put, args=(folder,), daemon=True).start()
    assert ended.wait(20)
    assert not folder.exists()


# ------------------------------------------------------------------------------------------------------------ real CBMC


@pytest.mark.cbmc
@pytest.mark.parametrize(
    "solvers", [(Solver.BUILT_IN,), (Solver.AS_IS,), (Solver.Z3,), BOTH], ids=["built-in", "as-is", "z3", "race"]
)
@pytest.mark.parametrize(
    ("program", "asked", "outcome"),
    [
        ("passed", ("x is even", "i is three"), Outcome.SUCCESS),
        ("passed", ("x is odd",), Outcome.UNKNOWN),
        ("violated", ("x is small",), Outcome.FAILURE),
        ("unwinding", ("s is ten",), Outcome.UNKNOWN),
        ("missing_body", ("always",), Outcome.UNKNOWN),
        ("syntax", ("always",), Outcome.REJECTED),
    ],
)
def test_real_answers(
    real: Cbmc, program: str, asked: tuple[str, ...], outcome: Outcome, solvers: tuple[Solver, ...]
) -> None:
    with Driver(real, memory_mb=4000) as driving:
        run = ask(driving, *solvers, text=(PROGRAMS / f"{program}.c").read_text(), asked=asked)
    assert run.outcome is outcome, run.detail
    assert 0 <= run.peak_mb < 200  # a run of a few milliseconds may end before it is sampled


@pytest.mark.cbmc
@pytest.mark.parametrize("solver", BOTH)
def test_real_time_limit_kills_the_solver_too(real: Cbmc, solver: Solver, tmp_path: Path) -> None:
    with Driver(real) as driving:
        run = ask(driving, solver, text=(PROGRAMS / "factors.c").read_text(), asked=("no factors",), seconds=1)
        (folder,) = (tmp_path / "temporary").iterdir()
        assert list(folder.iterdir()) == []
    assert run.outcome is Outcome.TIMEOUT
    assert "in phase: " in run.detail
    assert run.seconds < 20


@pytest.mark.cbmc
def test_real_quantifier_is_left_to_the_second_solver(real: Cbmc) -> None:
    text = (PROGRAMS / "forall.c").read_text()
    with Driver(real) as driving:
        alone = ask(driving, Solver.BUILT_IN, text=text, asked=("remainder is small",))
        race = ask(driving, *BOTH, text=text, asked=("remainder is small",))
    assert (alone.outcome, alone.detail) == (Outcome.UNKNOWN, "warning: ignoring forall")
    assert (race.outcome, race.solver) == (Outcome.SUCCESS, "z3")


@pytest.mark.cbmc
def test_real_memory_limit(real: Cbmc) -> None:
    with Driver(real, memory_mb=110) as driving:
        run = ask(driving, text=(PROGRAMS / "large.c").read_text(), asked=("copied",), unwind=30_001, seconds=30)
    assert run.outcome is Outcome.MEMORY, run.detail


@pytest.mark.cbmc
def test_real_trace_of_one_property(real: Cbmc) -> None:
    with Driver(real) as driving:
        run = ask(driving, text=(PROGRAMS / "violated.c").read_text(), trace_of="main.assertion.1")
    assert (run.outcome, run.failed()) == (Outcome.FAILURE, ("x is small",))
    assert '"stepType": "assignment"' in run.raw


def test_process_whose_turn_never_comes_is_never_started(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []

    def start(*arguments: object, **named: object) -> object:
        started.append(1)
        raise AssertionError

    stop = threading.Event()
    with Driver(script(""), jobs=1) as driving:
        monkeypatch.setattr(process.subprocess, "Popen", start)
        with driving.processors.leave(whole=True, seconds=60):
            threading.Timer(0.1, stop.set).start()
            assert ask(driving, stop=stop).detail.startswith("stopped")
    assert started == []
