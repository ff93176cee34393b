"""A batch from the command line: every task gets its row, whatever happens to the others or to the processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from veriabs.batch import results, work
from veriabs.batch.pool import Pool
from veriabs.batch.work import BatchJob
from veriabs.cli import app, arguments
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, ToolError
from veriabs.core.records import Rating, Record
from veriabs.report.shrinkage import ShrinkStatus
from veriabs.report.summary import factors_of
from veriabs.solvers.driver import Cbmc
from veriabs.verify.options import Options

HEAD = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n"
SAFE = HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 2) reach_error(); return 0; }\n"
UNSAFE = HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 5) reach_error(); return 0; }\n"
ENDLESS = HEAD + "int main(void) { while (__VERIFIER_nondet_int()) { } reach_error(); return 0; }\n"
FILLED = "int a[9];\nint main(void) { for (int i = 0; i < 9; i++) a[i] = 3; __VERIFIER_assert(a[4] == 3); }\n"
SECONDS = 60.0
ROW = Record("0" * 64, "a.c", "veriabs", True, "TRUE", "shrinking", seconds=1.234, peak_mb=45.6)


def define(folder: Path, name: str, text: str, expected: bool | None = None) -> Path:
    """Writes a program, with a task definition beside it if something is expected of it; returns the task."""
    path = folder / f"{name}.c"
    path.write_text(text, encoding="utf-8")
    if expected is None:
        return path
    definition = path.with_suffix(".yml")
    lines = [
        "format_version: '2.0'",
        f"input_files: '{name}.c'",
        "properties:",
        "  - property_file: ../properties/unreach-call.prp",
        f"    expected_verdict: {str(expected).lower()}",
    ]
    definition.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return definition


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "veriabs", "batch", *map(str, arguments), "--plain"]


@dataclass(frozen=True, slots=True)
class Ended:
    """One batch that has ended."""

    code: int
    lines: list[str]
    complaint: str
    rows: dict[str, Record] = field(repr=False)


def batch(folder: Path, *arguments: str | Path, db: str = "results.sqlite") -> Ended:
    """Runs a batch in `folder` with plain CBMC, which is fast on tiny programs, unless another tool is named."""
    tool = () if "--tool" in arguments else ("--tool", "cbmc")
    done = subprocess.run(
        command(*arguments, *tool, "--db", db), cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    rows = results.read(folder / db) if (folder / db).is_file() else []
    return Ended(done.returncode, done.stdout.splitlines(), done.stderr, {row.task: row for row in rows})


# ------------------------------------------------------------------------------------------------------------- answers


@pytest.mark.cbmc
def test_every_task_gets_its_row(tmp_path: Path) -> None:
    """Right and wrong verdicts, verdicts without expectation, and invalid tasks, all in one batch."""
    define(tmp_path, "safe", SAFE, expected=True)
    define(tmp_path, "unsafe", UNSAFE, expected=False)
    define(tmp_path, "unrated", UNSAFE)
    define(tmp_path, "broken", "int main(void) {\n#include <no-such-header.h>\n}\n")
    define(tmp_path, "empty", "")
    (tmp_path / "gone.yml").write_text("input_files: 'gone.c'\n")
    ended = batch(tmp_path, ".")
    verdicts = {task: row.verdict for task, row in ended.rows.items()}
    assert verdicts == {
        "safe.yml": "TRUE",
        "unsafe.yml": "FALSE",
        "unrated.c": "FALSE",
        "broken.c": "ERROR",
        "empty.c": "ERROR",
        "gone.yml": "ERROR",
    }
    assert ended.code == 6
    assert "gone.c: no such file" in ended.rows["gone.yml"].reason
    assert "no-such-header.h" in ended.rows["broken.c"].reason
    assert len(ended.lines) == 7
    assert ended.lines[-1].startswith("6/6 done: 2 right, 0 wrong, 0 unknown, 1 not rated, 3 failed")
    assert all(row.finished and len(row.key) == 64 for row in ended.rows.values())


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.cbmc
def test_certificates_are_checked_where_that_is_asked(tmp_path: Path) -> None:
    (tmp_path / "safe.c").write_text(FILLED, encoding="utf-8")
    done = batch(tmp_path, "safe.c", "--tool", "veriabs", "--check-proof", "--timeout", "60")
    assert done.rows["safe.c"].checked == "accepted"
    assert str(done.rows["safe.c"].report["checked"]).startswith("ACCEPTED  TRUE: ")
    assert any("proof accepted" in line for line in done.lines)


def test_wrong_verdict_has_its_exit_code(tmp_path: Path) -> None:
    define(tmp_path, "safe", SAFE, expected=False)
    define(tmp_path, "empty", "")
    ended = batch(tmp_path, ".")
    assert ended.code == 10
    assert any(" wrong " in line and "safe.yml" in line for line in ended.lines)
    assert batch(tmp_path, ".", "--resume").code == 10


@pytest.mark.cbmc
def test_veriabs_and_baselines_side_by_side(tmp_path: Path) -> None:
    text = HEAD + "int a[100];\nint main(void) { for (int i = 0; i < 100; i++) a[i] = 7;\n"
    define(tmp_path, "array", text + "for (int i = 0; i < 100; i++) if (a[i] != 7) reach_error(); return 0; }\n", True)
    tools = ("--tool", "veriabs", "--tool", "cbmc,cbmc-z3", "--strategy", "shrinking")
    ended = batch(tmp_path, "array.yml", *tools, "--jobs", "1")
    assert ended.code == 0
    own, plain, z3 = sorted(results.read(tmp_path / "results.sqlite"), key=lambda row: work.TOOLS.index(row.tool))
    assert (own.verdict, plain.verdict, z3.verdict) == ("TRUE", "TRUE", "TRUE")
    assert own.strategy == "shrinking"
    assert own.size == 100
    assert own.report["run_state"] == "complete"
    assert own.report["loops"]
    assert plain.report == {} and z3.report == {}
    for row in (own, plain, z3):
        assert row.cpu_seconds > 0 and 0 < row.seconds < SECONDS and row.peak_mb > 1
    assert len({own.key, plain.key, z3.key}) == 3


CALLS = "extern void __VERIFIER_assert(int); extern void abort(void); extern int __VERIFIER_nondet_int(void);\n"


@pytest.mark.long
@pytest.mark.cbmc
def test_baseline_gives_calls_their_meaning(tmp_path: Path) -> None:
    """Bodies that are missing or empty, assumptions, the end of the program, and the C library."""
    programs = {
        "extern_safe": (CALLS + "int main(void) { __VERIFIER_assert(1); return 0; }", True),
        "extern_unsafe": (CALLS + "int main(void) { __VERIFIER_assert(__VERIFIER_nondet_int()); return 0; }", False),
        "assert_unsafe": ("#include <assert.h>\nint main(int argc, char **argv) { assert(argc != 7); }", False),
        "assert_safe": (
            "#include <assert.h>\n#include <stdlib.h>\nint main(void) { if (!malloc(4)) exit(1); assert(1); }",
            True,
        ),
        "error_unsafe": ("extern void __VERIFIER_error(void);\nint main(void) { __VERIFIER_error(); }", False),
        "assumed": (
            CALLS + "extern void __VERIFIER_assume(int);\nint main(void) { int x = __VERIFIER_nondet_int();"
            "__VERIFIER_assume(x > 5); __VERIFIER_assert(x > 4); }",
            True,
        ),
        "aborted": (
            CALLS + "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 5) abort(); __VERIFIER_assert(x > 4); }",
            True,
        ),
        "called": (
            CALLS + "void reach_error() { ((void)0); }\nint f(int x) { if (x) { reach_error(); } return 0; }"
            "int main(void) { return f(__VERIFIER_nondet_int()); }",
            False,
        ),
    }
    for name, (text, expected) in programs.items():
        define(tmp_path, name, text + "\n", expected)
    ended = batch(tmp_path, ".")
    assert {task: row.rating for task, row in ended.rows.items()} == {
        f"{name}.yml": Rating.RIGHT for name in programs
    }
    assert ended.code == 0


@pytest.mark.long
@pytest.mark.cbmc
def test_property_and_macros_count(tmp_path: Path) -> None:
    define(tmp_path, "sized", HEAD + "int main(void) { if (N == 3) reach_error(); return 0; }\n")
    (tmp_path / "other.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    assert batch(tmp_path, "sized.c", "-DN=3").rows["sized.c"].verdict == "FALSE"
    assert batch(tmp_path, "sized.c", "-DN=4", "--resume").rows["sized.c"].verdict == "TRUE"
    other = batch(tmp_path, "sized.c", "-DN=4", "--property", "other.prp", "--resume").rows["sized.c"]
    assert (other.verdict, other.reason_kind) == ("UNKNOWN", "unsupported construct")


@pytest.mark.long
@pytest.mark.cbmc
def test_known_answers_are_reused(tmp_path: Path) -> None:
    define(tmp_path, "a", SAFE, expected=True)
    define(tmp_path, "b", SAFE, expected=True)
    define(tmp_path, "c", ENDLESS)
    first = batch(tmp_path, ".", "--timeout", "1", "--jobs", "2")
    assert [first.rows[name].verdict for name in ("a.yml", "b.yml", "c.c")] == ["TRUE", "TRUE", "UNKNOWN"]
    assert first.rows["c.c"].reason_kind == "CBMC timeout"
    (tmp_path / "b.c").write_text(UNSAFE)
    second = batch(tmp_path, ".", "--timeout", "1", "--resume")
    assert len(second.lines) == 2
    assert "b.yml" in second.lines[0]
    assert second.lines[-1].startswith("3/3 done: 1 right, 1 wrong, 1 unknown; 2 of them were known")
    third = batch(tmp_path, ".", "--timeout", "1", "--retry", "unknown")
    assert ["c.c" in line for line in third.lines] == [True, False]
    fourth = batch(tmp_path, ".", "--timeout", "1.5", "--resume")
    assert len(fourth.lines) == 4


@pytest.mark.long
@pytest.mark.cbmc
def test_answers_are_reused_unless_a_new_search_is_requested(tmp_path: Path) -> None:
    define(tmp_path, "a", SAFE, expected=True)
    assert batch(tmp_path, ".").code == 0
    define(tmp_path, "b", SAFE, expected=True)
    refused = batch(tmp_path, ".")
    assert refused.code == 6
    assert "has answers to 1 of these 2 tasks: --resume continues, --again" in refused.complaint
    assert len(refused.rows) == 1
    assert batch(tmp_path, "b.yml").code == 0
    assert len(batch(tmp_path, ".", "--again").lines) == 3


# -------------------------------------------------------------------------------------------------- report and compare


Veriabs = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def veriabs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Veriabs:
    """A command, run in the folder of the test, in this process."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path)
            patch.setattr(sys, "excepthook", sys.excepthook)
            code = app.main(words)
        said = capsys.readouterr()
        return subprocess.CompletedProcess(words, code, said.out, said.err)

    return run


def keep(path: Path, *records: Record) -> None:
    with results.Results.open(path) as opened:
        for record in records:
            opened.append(record)


def test_report_writes_the_named_files(tmp_path: Path, veriabs: Veriabs) -> None:
    keep(tmp_path / "a.sqlite", ROW)
    before = (tmp_path / "a.sqlite").read_bytes()
    done = veriabs("report", "a.sqlite", "--html", "a.html", "--csv", "a.csv", "--against", "a.sqlite")
    assert (done.returncode, done.stdout) == (0, "wrote a.html\nwrote a.csv\n")
    assert "a.c" in (tmp_path / "a.csv").read_text()
    assert (tmp_path / "a.html").is_file()
    plain = veriabs("report", "a.sqlite")
    assert (plain.returncode, plain.stdout.splitlines()[0]) == (
        0,
        "veriabs: 1 task: 1 right, 0 wrong, 0 unknown, mean 1.23 s, median 1.23 s",
    )
    assert veriabs("report", "a.sqlite", "--csv", "a.sqlite").returncode == 6
    assert veriabs("report", "none.sqlite", "--csv", "b.csv").returncode == 6
    assert (tmp_path / "a.sqlite").read_bytes() == before


def test_compare_reports_lost_verdicts(tmp_path: Path, veriabs: Veriabs) -> None:
    keep(tmp_path / "old.sqlite", ROW)
    keep(tmp_path / "new.sqlite", replace(ROW, verdict="UNKNOWN", reason="no small k"))
    lost = veriabs("compare", "old.sqlite", "new.sqlite")
    assert lost.returncode == 10
    assert "a.c" in lost.stdout
    assert veriabs("compare", "new.sqlite", "old.sqlite").returncode == 0
    assert veriabs("compare", "old.sqlite", "none.sqlite").returncode == 6


# --------------------------------------------------------------------------------------------------- what can go wrong


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Batches that a test has started; what is left of them is ended."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


def start(
    started: list[subprocess.Popen[str]], folder: Path, *arguments: str | Path, tool: str = "cbmc"
) -> psutil.Process:
    process = subprocess.Popen(
        command(*arguments, "--tool", tool), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    started.append(process)
    return psutil.Process(process.pid)


def workers(parent: psutil.Process) -> list[psutil.Process]:
    return [one for one in parent.children() if "veriabs.batch" in " ".join(one.cmdline())]


def solvers(parent: psutil.Process) -> list[psutil.Process]:
    """The processes of CBMC with the programs that they decide."""
    found = []
    for one in parent.children(recursive=True):
        try:
            if "program.i" in one.cmdline() and "sh" not in one.name():
                found.append(one)
        except psutil.Error:
            continue
    return found


def wait_for(found: Callable[[], object], seconds: float = SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.02)


def rows(path: Path) -> list[Record]:
    """The rows so far; none while the file is being made."""
    try:
        return results.read(path)
    except InputError:
        return []


def assert_gone(processes: Sequence[psutil.Process], seconds: float = 20.0) -> None:
    """Zombies whose parent is gone count as gone: not every machine has somebody who reaps them."""
    deadline = time.monotonic() + seconds
    while alive := [one for one in processes if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]:
        assert time.monotonic() < deadline, [one.cmdline() for one in alive]
        time.sleep(0.05)


@pytest.mark.long
@pytest.mark.cbmc
def test_two_tasks_run_at_once(tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    for name in ("a", "b", "c"):
        define(tmp_path, name, ENDLESS)
    parent = start(started, tmp_path, ".", "--jobs", "2", "--timeout", "60")
    wait_for(lambda: len(solvers(parent)) == 2)
    assert len(workers(parent)) == 2
    parent.send_signal(signal.SIGTERM)
    assert started[0].wait(SECONDS) == 130


@pytest.mark.share(2)
@pytest.mark.cbmc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_ends_everything_and_keeps_the_rows(
    tmp_path: Path, started: list[subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    define(tmp_path, "a", SAFE, expected=True)
    define(tmp_path, "b", ENDLESS)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    parent = start(started, tmp_path, "a.yml", "b.c", "--jobs", "1")
    wait_for(lambda: len(rows(tmp_path / "results.sqlite")) == 1 and solvers(parent))
    below = parent.children(recursive=True)
    parent.send_signal(number)
    _, complaint = started[0].communicate(timeout=SECONDS)
    assert started[0].returncode == 130
    assert "--resume continues" in complaint
    assert "Traceback" not in complaint
    assert_gone(below, 0.5)
    assert not list(temporary.iterdir())
    assert [row.task for row in rows(tmp_path / "results.sqlite")] == ["a.yml"]
    assert [path.name for path in tmp_path.glob("*results.sqlite*")] == ["results.sqlite"]


@pytest.mark.share(2)
@pytest.mark.cbmc
@pytest.mark.parametrize("tool", ["veriabs", "cbmc"])
def test_kill_of_the_parent_ends_everything_and_keeps_the_rows(
    tmp_path: Path, started: list[subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch, tool: str
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    define(tmp_path, "a", SAFE, expected=True)
    define(tmp_path, "b", ENDLESS)
    parent = start(started, tmp_path, "a.yml", "b.c", "--jobs", "1", tool=tool)
    wait_for(lambda: len(rows(tmp_path / "results.sqlite")) == 1 and len(parent.children(recursive=True)) > 2)
    below = parent.children(recursive=True)
    parent.kill()
    assert_gone(below)
    wait_for(lambda: not list(temporary.iterdir()))  # who had begun a moment ago ends a moment later
    assert [row.verdict for row in rows(tmp_path / "results.sqlite")] == ["TRUE"]
    (tmp_path / "b.c").write_text(SAFE)
    ended = batch(tmp_path, "a.yml", "b.c", "--resume", "--tool", tool)
    assert ended.code == 0
    assert len(ended.lines) == 2


@pytest.mark.cbmc
def test_worker_that_is_killed_costs_a_second_try(tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    define(tmp_path, "a", ENDLESS)
    define(tmp_path, "b", SAFE, expected=True)
    parent = start(started, tmp_path, "a.c", "b.yml", "--jobs", "1")
    killed: list[psutil.Process] = []
    for _ in range(2):
        wait_for(lambda: [one for one in solvers(parent) if one.is_running()])
        (worker,) = workers(parent)
        killed += worker.children(recursive=True)
        worker.kill()
        assert_gone(killed)
    started[0].communicate(timeout=SECONDS)
    assert started[0].returncode == 6
    found = {row.task: row for row in rows(tmp_path / "results.sqlite")}
    assert (found["a.c"].verdict, found["a.c"].reason_kind) == ("ERROR", "crash")
    assert "died 2 times (signal 9)" in found["a.c"].reason
    assert found["b.yml"].verdict == "TRUE"


@pytest.mark.long
@pytest.mark.cbmc
def test_second_try_can_succeed(tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    define(tmp_path, "a", ENDLESS)
    parent = start(started, tmp_path, "a.c", "--jobs", "1")
    wait_for(lambda: solvers(parent))
    (tmp_path / "a.c").write_text(SAFE)
    workers(parent)[0].kill()
    started[0].communicate(timeout=SECONDS)
    assert started[0].returncode == 0
    assert [row.verdict for row in rows(tmp_path / "results.sqlite")] == ["TRUE"]


@pytest.mark.cbmc
def test_two_batches_on_one_file(tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    define(tmp_path, "a", ENDLESS)
    parent = start(started, tmp_path, "a.c")
    wait_for(lambda: solvers(parent))
    ended = batch(tmp_path, "a.c")
    assert ended.code == 6
    assert "results.sqlite: another batch is writing this results file" in ended.complaint


@pytest.mark.cbmc
def test_task_that_does_not_come_back(tmp_path: Path, cbmc: Cbmc) -> None:
    """The worker is stopped, so that nothing in it can keep the time."""
    path = define(tmp_path, "a", ENDLESS)
    with Pool(Options(timeout=1.0), cbmc, 1, grace=0.5) as pool:
        stopped: list[int] = []

        def stop() -> None:
            if pool.running() and not stopped:
                stopped.append(pool._workers[0].process.pid)
                os.kill(stopped[0], signal.SIGSTOP)

        ((job, _, record),) = pool.run([BatchJob(path, "cbmc")], lambda job, key: True, stop)
    assert job.path == path
    assert record is not None
    assert (record.verdict, record.reason_kind) == ("UNKNOWN", "time budget used up")
    assert record.reason.startswith("the analysis did not end in time while ")
    assert not psutil.pid_exists(stopped[0])


@pytest.mark.long
@pytest.mark.cbmc
def test_loops_of_a_task_that_does_not_come_back(tmp_path: Path, cbmc: Cbmc) -> None:
    """Each loop has an entry, since the worker has reported the loops before it was killed."""
    path = define(tmp_path, "a", ENDLESS)
    with Pool(Options(timeout=2.0), cbmc, 1, grace=0.5) as pool:

        def stop() -> None:
            if pool.running() and pool._workers[0].partial_report is not None:
                os.kill(pool._workers[0].process.pid, signal.SIGSTOP)

        ((_, _, record),) = pool.run([BatchJob(path, "shrink")], lambda job, key: True, stop)
    assert record is not None and record.verdict == "FACTORS"
    found = factors_of(record)
    assert found and {one.status for one in found} == {ShrinkStatus.CLOCK}


@pytest.mark.long
@pytest.mark.cbmc
def test_goals_of_a_task_that_does_not_come_back(tmp_path: Path, cbmc: Cbmc) -> None:
    """The goals are known and open, and the row has the expected verdict of the task."""
    define(tmp_path, "a", ENDLESS, expected=True)
    with Pool(Options(timeout=3.0), cbmc, 1, grace=0.5) as pool:

        def stop() -> None:
            if pool.running() and pool._workers[0].partial_report is not None:
                os.kill(pool._workers[0].process.pid, signal.SIGSTOP)

        ((_, _, record),) = pool.run([BatchJob(tmp_path / "a.yml")], lambda job, key: True, stop)
    assert record is not None
    assert (record.verdict, record.reason_kind, record.expected) == ("UNKNOWN", "time budget used up", True)
    goals = record.report["goals"]
    assert isinstance(goals, list) and [goal["verdict"] for goal in goals] == ["UNKNOWN"]


def test_workers_that_cannot_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    cbmc = Cbmc(("cbmc",), (6, 6), "6.6.0")
    with Pool(Options(), cbmc, 1) as pool, pytest.raises(ToolError, match="cannot be started .exit code 1"):
        list(pool.run([BatchJob(tmp_path / "a.c")], lambda job, key: True, lambda: None))


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nothing.c"], 6, "nothing.c: no file matches"),
        (["a.c", "--db", "a.c"], 6, "a.c: is not a results file"),
        (["a.c", "--db", "none/r.sqlite"], 6, "cannot be written"),
        (["a.c", "-I", "none"], 6, "none: no such folder"),
        (["a.c", "--property", "none.prp"], 6, "none.prp: no such property file"),
        (["a.c", "--tool", "gcc"], 64, "no 'gcc'; the choices are veriabs, shrink, cbmc, cbmc-z3"),
        (["a.c", "--retry", "right"], 64, "no 'right'"),
        (["a.c", "--jobs", "0"], 64, "is not a whole number"),
        ([], 64, "PATH"),
    ],
)
def test_bad_input_is_reported_in_one_line(
    tmp_path: Path, veriabs: Veriabs, arguments: list[str], code: int, said: str
) -> None:
    path = define(tmp_path, "a", SAFE)
    done = veriabs("batch", *arguments, "--plain")
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert path.read_text() == SAFE


def test_tools_of_the_command_line_are_those_there_are() -> None:
    assert arguments.TOOLS == work.TOOLS


@pytest.mark.long
@pytest.mark.cbmc
def test_shrink_factors_are_found_whichever_strategy_decides(tmp_path: Path, veriabs: Veriabs) -> None:
    """A wrong assertion behind a loop that copies: the program is refuted, and its loop still has a factor."""
    text = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int a[100], b[100];
int main(void) { for (int i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 100; i++) b[i] = a[i];
  for (int i = 0; i < 100; i++) if (b[i] != a[i] + 1) reach_error(); return 0; }
"""
    (tmp_path / "f.c").write_text(text)
    done = veriabs("batch", "f.c", "--shrink-factors", "--timeout", "60", "--db", "a.sqlite", "--plain")
    assert done.returncode == 0, done.stdout + done.stderr
    rows = {row.tool: row for row in results.read(tmp_path / "a.sqlite")}
    assert {tool: row.verdict for tool, row in rows.items()} == {"veriabs": "FALSE", "shrink": "FACTORS"}
    loops = {one.line: one for one in factors_of(rows["shrink"]) or ()}
    assert (loops[3].k, loops[4].status) == (1, ShrinkStatus.CLAUSES)
    shown = veriabs("report", "a.sqlite").stdout
    assert "shrink factors: 3 loops:" in shown and "veriabs: 1 task: 0 TRUE, 1 FALSE" in shown
    assert done.stdout.splitlines()[-3:] == shown.splitlines()[-3:], "the table of the batch is that of the report"
    assert veriabs("report", "a.sqlite", "--loops", "loops.csv").returncode == 0
    assert [line.split(",")[1] for line in (tmp_path / "loops.csv").read_text().splitlines()] == ["line", "2", "3", "4"]
