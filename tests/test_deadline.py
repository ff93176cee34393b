"""Limits and small leaks, as a user meets them: time, closed streams, names that steer terminals, files left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from veriabs.solvers.scratch import PREFIX

ROOT = Path(__file__).parent.parent
HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint a[1000];\n"
SAFE = HEAD + "int main(void) {\n  for (int i = 0; i < 1000; i++) a[i] = 7;\n  if (a[3] != 7) reach_error();\n}\n"
LOOP = "  for (int i = 0; i < 1000; i++) a[i] = {};\n"
STRAIGHT = HEAD + "int main(void) {\n  a[3] = 7;\n  if (a[3] != 7) reach_error();\n}\n"
PLAIN = ("--timeout", "60", "--strategy", "bounded", "--no-replay")
"""A proof that takes one run of CBMC, for a program without a loop."""
SECONDS, SLACK = 5.0, 30.0
"""The budget, and what an answer may come late on a machine that has much else to do; alone it is less than one."""


def loops(count: int) -> str:
    return f"{HEAD}int main(void) {{\n{''.join(map(LOOP.format, range(count)))}  if (a[3] < 0) reach_error();\n}}\n"


def expression(text: str) -> str:
    return f"{HEAD}int main(void) {{\n  int x = a[0];\n  x = {text};\n  if (x > 1) reach_error();\n  return 0;\n}}\n"


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "temporary").mkdir()
    (tmp_path / "safe.c").write_text(SAFE)
    (tmp_path / "straight.c").write_text(STRAIGHT)
    (tmp_path / "loops.c").write_text(loops(2000))
    return tmp_path


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "veriabs", *map(str, arguments)]


def environment(room: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(room / "temporary"), **more}


def veriabs(room: Path, *arguments: object, shell: str = 'exec "$@"', **more: str) -> subprocess.CompletedProcess[str]:
    """Runs veriabs in the folder, behind shell text that may close streams or set limits."""
    words = ["/bin/sh", "-c", shell, "sh", *command(*arguments)]
    return subprocess.run(words, cwd=room, env=environment(room, **more), capture_output=True, text=True, timeout=120)


def left_over(room: Path) -> list[str]:
    return [path.name for path in (room / "temporary").iterdir()]


# ---------------------------------------------------------------------------------------------------------------- time


@pytest.mark.cbmc
def test_a_verification_ends_in_time_with_all_its_files(room: Path) -> None:
    begin = time.monotonic()
    options = [word for name in ("json", "sarif", "junit") for word in (f"--{name}", f"r.{name}")]
    done = veriabs(room, "verify", "loops.c", "--timeout", SECONDS, *options)
    assert time.monotonic() - begin < SECONDS + SLACK
    assert done.returncode == 5, done.stderr
    assert "UNKNOWN" in done.stdout
    assert json.loads((room / "r.json").read_text())["verdict"] == "UNKNOWN"
    assert json.loads((room / "r.sarif").read_text())["version"] == "2.1.0"
    assert ElementTree.fromstring((room / "r.junit").read_text()) is not None
    assert left_over(room) == []


@pytest.mark.share(5)
@pytest.mark.parametrize(
    "verb", [("loops",), ("slice",), ("transform",), ("harness", "-k", "1"), ("residual", "-k", "1")]
)
def test_commands_that_print_end_in_time(verb: tuple[str, ...], room: Path) -> None:
    (room / "many.c").write_text(loops(6000))
    name, *options = verb
    begin = time.monotonic()
    done = veriabs(room, name, "many.c", *options, "--timeout", "0.3")
    assert time.monotonic() - begin < SLACK
    assert done.returncode == 5
    assert "the time budget of 0.3 s is used up" in done.stdout


@pytest.mark.long
@pytest.mark.cbmc
def test_a_task_of_a_batch_ends_in_time(room: Path) -> None:
    begin = time.monotonic()
    done = veriabs(room, "batch", "loops.c", "--timeout", SECONDS, "--db", "r.sqlite", "--plain")
    assert time.monotonic() - begin < SECONDS + SLACK
    assert "UNKNOWN" in done.stdout
    assert left_over(room) == []


def test_more_text_than_can_be_read_in_time_is_refused(room: Path) -> None:
    (room / "long.c").write_text(f"{HEAD}int t[] = {{{'1, ' * 500_000}}};\nint main(void) {{ return t[0]; }}\n")
    done = veriabs(room, "loops", "long.c")
    assert done.returncode == 5
    assert "longer than 400,000 words and signs" in done.stdout


@pytest.mark.share(4)
@pytest.mark.parametrize("depth", [*(pytest.param(depth, marks=pytest.mark.long) for depth in (120, 300)), 5000])
@pytest.mark.parametrize(
    "nested",
    [
        lambda n: expression("(" * n + "1" + ")" * n),
        lambda n: expression("!" * n + "x"),
        lambda n: expression(" + ".join(["a[1]"] * n)),
        lambda n: expression(" && ".join(["a[1]"] * n)),
        lambda n: SAFE.replace("a[i] = 7;", "{" * n + "a[i] = 7;" + "}" * n),
        lambda n: SAFE.replace("a[i] = 7;", "if (a[2]) {" * n + "a[i] = 7;" + "}" * n),
        lambda n: SAFE.replace("a[i] = 7;", "if (a[2]) a[1] = 1; else " * n + "a[i] = 7;"),
    ],
    ids=["parentheses", "signs", "sum", "conjunction", "blocks", "conditionals", "else"],
)
def test_deep_nesting_is_supported_or_refused(depth: int, nested: object, room: Path) -> None:
    assert callable(nested)
    (room / "deep.c").write_text(nested(depth))
    done = veriabs(room, "loops", "deep.c")
    assert done.returncode in (0, 5, 6), done.stderr
    assert done.returncode == 0 or "nested too deeply" in done.stdout + done.stderr


@pytest.mark.parametrize("verb", [pytest.param(("verify", "--no-replay"), marks=pytest.mark.long), ("loops",)])
def test_a_program_that_calls_multiply_is_refused_at_once(verb: tuple[str, ...], room: Path) -> None:
    chain = "".join(f"void f{n}(void) {{ f{n - 1}(); f{n - 1}(); }}\n" for n in range(1, 31))
    main = "int main(void) { f30(); if (a[0] < 0) reach_error(); }\n"
    (room / "grows.c").write_text(f"{HEAD}void f0(void) {{ a[0]++; }}\n{chain}{main}")
    done = veriabs(room, *verb, "grows.c", "--timeout", "4")  # CBMC alone has a try at it
    assert done.returncode == 5
    assert "f16 would have 196,606 statements with all calls inlined" in done.stdout


# ------------------------------------------------------------------------------------------------------------- streams


@pytest.mark.share(3)
@pytest.mark.cbmc
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_cost_no_verdict(closed: str, room: Path) -> None:
    options = (*PLAIN, "--json", "r.json")
    done = veriabs(room, "verify", "straight.c", *options, shell=f'exec "$@" {closed}')
    assert done.returncode == 0, done.stderr
    assert json.loads((room / "r.json").read_text())["verdict"] == "TRUE"
    assert "internal error" not in done.stderr


def test_names_do_not_steer_a_terminal(room: Path) -> None:
    name = "e\x1b[31m\x07\u202e.c"
    (room / name).write_text(SAFE)
    for path in (name, f"{name}absent"):
        done = veriabs(room, "loops", path)
        assert "\\x1b[31m\\x07\\u202e.c" in done.stdout + done.stderr
        assert not {"\x1b", "\x07", "\u202e"} & set(done.stdout + done.stderr)


# --------------------------------------------------------------------------------------------------------------- files


@pytest.mark.share(3)
@pytest.mark.cbmc
@pytest.mark.parametrize("option", ["--sarif", "--junit", "--witness"])
def test_a_file_that_cannot_be_written_hides_no_verdict(option: str, room: Path) -> None:
    proved = ("--timeout", "60", "--strategy", "closed_forms", "--no-replay")
    done = veriabs(room, "verify", "safe.c", *proved, option, "/dev/full", "--json", "r.json")
    assert done.returncode == 0
    assert "TRUE" in done.stdout
    assert len(done.stderr.splitlines()) == 1 and "/dev/full" in done.stderr
    assert json.loads((room / "r.json").read_text())["verdict"] == "TRUE"


@pytest.mark.parametrize("option", ["--json", "--sarif", "--junit", "--witness", "--counterexample"])
def test_unwritable_place_is_reported_before_any_work(option: str, room: Path) -> None:
    done = veriabs(room, "verify", "safe.c", option, "/proc/nowhere")
    assert (done.returncode, done.stdout) == (6, "")
    assert len(done.stderr.splitlines()) == 1 and "/proc/nowhere" in done.stderr


@pytest.mark.cbmc
def test_no_room_for_temporary_files_and_no_home(room: Path) -> None:
    env = environment(room, TMPDIR=str(room / "absent"))
    del env["TMPDIR"], env["HOME"]
    done = subprocess.run(command("loops", "safe.c"), cwd=room, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert veriabs(room, "loops", "safe.c", TMPDIR=str(room / "absent")).returncode == 0


@pytest.mark.cbmc
@pytest.mark.parametrize("blocks", [0, 2])
def test_file_size_limit_is_reported(blocks: int, room: Path) -> None:
    shell = f'ulimit -f {blocks}; exec "$@"'
    # Python keeps what it could write of a compiled module, and fails to load that ever after.
    done = veriabs(room, "verify", "safe.c", "--timeout", "5", shell=shell, PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode in (0, 5, 6)
    assert "internal error" not in done.stdout + done.stderr
    assert done.returncode != 6 or len(done.stderr.splitlines()) == 1
    assert left_over(room) == []


# ------------------------------------------------------------------------------------------------------ nothing is left


def child_of(process: subprocess.Popen[bytes]) -> int:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return int(children.read_text().split()[0])


def started(room: Path) -> subprocess.Popen[bytes]:
    """A running verification; the environment of the tests may make it ignore SIGHUP, as nohup does."""
    said = room / "said.txt"
    for _ in range(2):  # seen once in many hundred starts: it was over at once, which the second one has to explain
        with said.open("w") as file:
            process = subprocess.Popen(
                command("verify", "loops.c", "--timeout", "100"),
                cwd=room,
                env=environment(room),
                stdout=file,
                stderr=file,
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL) and None,
            )
        waits(lambda: process.poll() is not None or any((room / "temporary").glob("*/*")))  # noqa: B023
        if process.poll() is None:
            return process
    pytest.fail(f"it ends with {process.returncode} before it is at work: {said.read_text()}")


def waits(until: object, seconds: float = 30.0) -> None:
    assert callable(until)
    end = time.monotonic() + seconds
    while not until() and time.monotonic() < end:
        time.sleep(0.02)
    assert until()


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.cbmc
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("wait", [0.0, pytest.param(1.0, marks=pytest.mark.long)])
def test_a_signal_leaves_no_process_and_no_folder(number: signal.Signals, wait: float, room: Path) -> None:
    process = started(room)
    waits(lambda: Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text() != "")
    time.sleep(wait)
    child = child_of(process)
    process.send_signal(number)
    assert process.wait(30) == (-9 if number is signal.SIGKILL else 130)
    waits(lambda: not is_alive(child))
    waits(lambda: left_over(room) == [])


@pytest.mark.cbmc
def test_next_run_removes_folders_of_killed_runs(room: Path) -> None:
    process = started(room)
    waits(lambda: Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text() != "")
    child = child_of(process)
    process.kill()
    os.kill(child, signal.SIGKILL)
    process.wait(30)
    waits(lambda: not is_alive(child))
    (folder,) = left_over(room)
    assert folder.startswith(PREFIX)
    os.utime(room / "temporary" / folder, (1, 1))
    assert veriabs(room, "loops", "safe.c").returncode == 0
    assert left_over(room) == []
