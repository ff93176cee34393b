"""Test that misbehaving CBMC, gcc or compiled programs lead to no wrong verdict and leave no file or process.

The folder holds the programs that stand in for CBMC. The driver is tested with each of them in
tests/unit/solvers/test_driver.py; these tests run the whole of veriabs.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from veriabs.core.runs import Outcome, Run
from veriabs.core.source import DataModel
from veriabs.solvers import process
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc, Driver

FAULTS = Path(__file__).parent
ROOT = FAULTS.parent.parent
TRUE, FALSE, UNKNOWN, INTERNAL = 0, 10, 5, 70
WAIT = 40.0
"""Seconds that a run with a budget of 2 or 3 seconds may take."""
HEAD = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint a[1000];\n"
SAFE = (
    HEAD
    + """int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = 7;
  for (int i = 0; i < 1000; i++) if (a[i] != 7) reach_error();
  return 0;
}
"""
)
UNSAFE = SAFE.replace("a[i] != 7", "a[i] != 7 || i == 998")


@dataclass(frozen=True, slots=True)
class Place:
    """A folder with programs, and an environment with recognisable temporary files and sleeping processes."""

    folder: Path
    temporary: Path
    environment: dict[str, str]
    mark: str

    def start(self, *arguments: object, before: str = "", **more: str) -> subprocess.Popen[str]:
        """Starts veriabs, behind shell text that may set limits."""
        words = [sys.executable, "-m", "veriabs", *map(str, arguments)]
        return subprocess.Popen(
            ["/bin/sh", "-c", f'{before}\nexec "$@"', "sh", *words],
            cwd=self.folder,
            env={**self.environment, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def verify(self, *arguments: object, before: str = "", **more: str) -> tuple[int, str, str]:
        """Exit code, output and errors of `veriabs verify`."""
        running = self.start("verify", *arguments, before=before, **more)
        try:
            out, err = running.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            pytest.fail("it does not end")
        finally:
            running.kill()
        assert "Traceback" not in err, err
        return running.returncode, out, err

    def cbmc(self, fault: str) -> str:
        """A CBMC that prints its version and then has the fault."""
        text = f'case "$*" in --version) echo 6.6.0; exit 0;; esac\nexec {FAULTS / fault} "$@"\n'
        return str(script(self.folder / "cbmc", text))

    def gcc(self, body: str) -> dict[str, str]:
        """A PATH whose gcc preprocesses like the real one, and otherwise runs `body`; `$target` is its output."""
        real = shutil.which("gcc")
        target = 'for word in "$@"; do test "$last" = -o && target=$word; last=$word; done\n'
        folder = self.folder / "bin"
        folder.mkdir()
        harmless = "*-E*|*/confine/native/*"  # the launcher, too, is what it should be
        script(folder / "gcc", f'case "$*" in {harmless}) exec {real} "$@";; esac\n{target}{body}\n')
        return {"PATH": f"{folder}{os.pathsep}{self.environment['PATH']}"}

    def sleepers(self) -> list[str]:
        """Live processes that sleep for the time that only this test uses."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
            except OSError:
                continue
            if words[:2] == [b"sleep", self.mark.encode()]:
                found.append(path.parent.name)
        return found

    def sleep_begins(self) -> None:
        deadline = time.monotonic() + 20
        while not self.sleepers() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert self.sleepers()

    def all_end(self) -> bool:
        deadline = time.monotonic() + 5
        while self.sleepers() and time.monotonic() < deadline:
            time.sleep(0.02)
        return not self.sleepers()


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}")
    path.chmod(0o755)
    return path


@pytest.fixture
def place(tmp_path: Path, cache: Path, request: pytest.FixtureRequest) -> Iterator[Place]:
    """Whatever happens in it, no process and no temporary file is left."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    (tmp_path / "safe.c").write_text(SAFE)
    (tmp_path / "unsafe.c").write_text(UNSAFE)
    mark = f"{3000 + os.getpid() % 1000}.{abs(hash(request.node.name)) % 1000003}"
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "CONFIG")}
    own = {"XDG_CACHE_HOME": str(cache), "TMPDIR": str(temporary), "FAULT_SLEEP": mark, "PYTHONPATH": str(ROOT)}
    place = Place(tmp_path, temporary, {**os.environ, **folders, **own}, mark)
    yield place
    assert place.all_end()
    assert [path.name for path in temporary.iterdir()] == []


def report(path: Path) -> Mapping[str, object]:
    found = json.loads(path.read_text())
    assert isinstance(found, dict)
    return found


# ----------------------------------------------------------------------------------------------------- CBMC, alone


def ask(cbmc: Cbmc, seconds: float = 10.0) -> Run:
    with Driver(cbmc, stagger=0.05) as driver:
        return driver.check(
            "int main(void) {}",
            purpose="question",
            asked=("asked",),
            unwind=2,
            data_model=DataModel.LP64,
            seconds=seconds,
            solvers=(Solver.BUILT_IN,),
        )


@pytest.mark.parametrize("name", ["calm_failure", "two_answers", "forks"])
def test_contradictory_answers_are_crashes(name: str, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(place.temporary))
    monkeypatch.setenv("FAULT_SLEEP", place.mark)
    monkeypatch.setattr("tempfile.tempdir", None)
    run = ask(Cbmc((str(FAULTS / name),), (6, 6), "6.6.0"))
    assert run.outcome is Outcome.CRASH
    assert run.detail


def test_a_clock_that_jumps_is_no_timeout_and_no_eternity(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    jumps = iter(range(10**9, 0, -(10**6)))
    monkeypatch.setattr(time, "time", lambda: float(next(jumps)))
    assert process.run(["sleep", "0.2"], seconds=5).exit_code == 0
    finished = process.run(["sleep", place.mark], seconds=0.3)
    assert finished.timed_out
    assert 0.3 <= finished.seconds < 20


@pytest.mark.long
def test_no_time_is_measured_with_a_clock_that_can_be_set() -> None:
    for path in (ROOT / "veriabs").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                assert {alias.name for alias in node.names} <= {"monotonic", "sleep"}, path
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "time":
                dates = {"time"} if "service" in path.parts else set()  # when a job was accepted, for its reader
                allowed = {"monotonic", "process_time", "sleep", "thread_time", *dates}
                assert node.attr in allowed, f"{path}:{node.lineno}"


# ------------------------------------------------------------------------------------------------ CBMC under veriabs

FAULTY = sorted(
    path.name
    for path in FAULTS.iterdir()
    if path.is_file()
    and path.suffix == ""
    and path.name not in ("hangs", "stubborn", "floods", "fills_disk", "always_success", "rejects")
)


@pytest.mark.share(72, 4)
@pytest.mark.parametrize("fault", FAULTY)
@pytest.mark.parametrize("program", ["safe.c", "unsafe.c"])
def test_a_faulty_cbmc_proves_and_refutes_nothing(fault: str, program: str, place: Place) -> None:
    """`unsafe.c` needs no CBMC to be refuted: then the error was seen."""
    every = program == "safe.c" and fault in ("empty_success", "garbage", "hidden_failure")
    strategies = () if every else ("--strategy", "shrinking,bounded")
    code, out, _ = place.verify(program, "--timeout", "20", *strategies, VERIABS_CBMC=place.cbmc(fault))
    assert code == UNKNOWN, out


@pytest.mark.long
def test_a_program_that_cbmc_rejects_is_an_error_in_veriabs(place: Place) -> None:
    """The program is kept, and the user is not sent to look for the reason elsewhere."""
    code, _, err = place.verify("safe.c", "--strategy", "shrinking", VERIABS_CBMC=place.cbmc("rejects"))
    assert code == INTERNAL, err
    told = re.search(r"internal error: CBMC rejects .* failed to find symbol 'absent'.*; the program is (\S+)", err)
    assert told is not None, err
    assert "int main(void)" in Path(told[1]).read_text(encoding="utf-8")


@pytest.mark.share(6)
@pytest.mark.parametrize("program", ["safe.c", "unsafe.c"])
def test_a_cbmc_that_confirms_everything_proves_nothing(program: str, place: Place) -> None:
    """A proof by shrinking needs a refutation as well: that a sequence of iterations exists."""
    cbmc = place.cbmc("always_success")
    code, out, _ = place.verify(program, "--timeout", "20", "--strategy", "shrinking", VERIABS_CBMC=cbmc)
    assert code == UNKNOWN, out


@pytest.mark.share(9)
@pytest.mark.parametrize("fault", ["hangs", "stubborn", "floods"])
def test_a_cbmc_without_end_is_ended(fault: str, place: Place) -> None:
    begin = time.monotonic()
    code, _, _ = place.verify("safe.c", "--timeout", "2", VERIABS_CBMC=place.cbmc(fault))
    assert code == UNKNOWN
    assert time.monotonic() - begin < WAIT


@pytest.mark.long
def test_a_cbmc_that_fills_the_disk(place: Place) -> None:
    """The limit simulates a full disk: writes beyond it fail."""
    code, out, _ = place.verify(
        "safe.c", "--timeout", "20", before="ulimit -f 2000", VERIABS_CBMC=place.cbmc("fills_disk")
    )
    assert code == UNKNOWN, out


@pytest.mark.share(3)
@pytest.mark.cbmc
@pytest.mark.parametrize("blocks", [0, 1, 8])
def test_no_room_for_files_is_no_wrong_verdict(blocks: int, place: Place) -> None:
    kept, written = place.folder / "kept", place.folder / "r.json"
    code, out, err = place.verify(
        # Python keeps what it could write of a compiled module, and fails to load that ever after.
        *("safe.c", "--timeout", "20", "--keep", kept, "--json", written),
        before=f"ulimit -f {blocks}", PYTHONDONTWRITEBYTECODE="1",
    )  # fmt: skip
    assert code in (TRUE, UNKNOWN, 6, 69), out + err
    assert code == TRUE or err or "UNKNOWN" in out
    assert not list(place.folder.rglob("*.part"))
    if code == TRUE:
        assert report(written)["verdict"]


@pytest.mark.share(6)
@pytest.mark.parametrize("fault", ["hangs", "stubborn"])
def test_killing_veriabs_ends_its_processes(fault: str, place: Place) -> None:
    written = place.folder / "r.json"
    running = place.start("verify", "safe.c", "--json", written, VERIABS_CBMC=place.cbmc(fault))
    try:
        place.sleep_begins()
        time.sleep(0.7)  # the watchdog of a process is started behind it
    finally:
        running.send_signal(signal.SIGKILL)
        running.communicate()
    ended = place.all_end()
    for pid in place.sleepers():
        os.kill(int(pid), signal.SIGKILL)
    assert ended or fault == "stubborn"  # a child in a session of its own outlives a kill of veriabs
    assert report(written)["run_state"] == "incomplete"
    # After a kill nobody removes temporary files; those of gcc and of veriabs are recognised by their names.
    for path in place.temporary.iterdir():
        assert path.name.startswith(("veriabs-", "cc"))
        shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.mark.long
@pytest.mark.cbmc
def test_two_runs_at_once_in_one_folder(place: Place, cbmc: Cbmc) -> None:
    place.environment["VERIABS_CBMC"] = cbmc.command[0]
    kept, written = place.folder / "kept", place.folder / "r.json"
    for _ in range(2):
        options = ("--timeout", "30", "--keep", kept, "--json", written)
        both = [place.start("verify", program, *options) for program in ("safe.c", "unsafe.c")]
        codes = []
        for running in both:
            _, err = running.communicate(timeout=60)
            assert "Traceback" not in err
            codes.append(running.returncode)
        assert codes == [TRUE, FALSE]
        found = report(written)
        assert found["run_state"] == "complete"
        assert (Path(str(found["file"])).name, found["verdict"]) in (("safe.c", "TRUE"), ("unsafe.c", "FALSE"))
        assert not [path for path in kept.rglob("*") if path.name.endswith(".part")]
        assert all(path.read_text().endswith("\n") for path in kept.glob("*.c"))


# ----------------------------------------------------------------------------------------------- gcc under veriabs

GCC = {
    "silent": "exit 0",
    "fails": "echo 'error: no' >&2; exit 1",
    "signalled": "kill -SEGV $$",
    "writes no program": 'echo rubbish > "$target"',
    "writes what cannot be run": 'echo rubbish > "$target"; chmod 755 "$target"',
    "makes a folder": 'mkdir "$target"',
    "leaves a child": 'sleep "$FAULT_SLEEP" & exit 1',
}
"""What stands in for the compiler."""

MADE = {
    "hangs": "for (;;) {}",
    "stubborn": "for (int number = 1; number < 65; number++) signal(number, SIG_IGN); for (;;) {}",
    "floods standard error": 'for (;;) write(2, "rubbish\\n", 8);',
    "ends with the code of an error": "return 1;",
    "is no program": "",
}
"""What stands in for every compiled program."""


def compiled(body: str) -> str:
    """A compiler whose every program does the same, whatever it is given; without a body it makes none that can run."""
    if not body:
        return 'printf "#!/bin/sh\nexit 1\n" > "$target"; chmod 755 "$target"'
    includes = "".join(f"#include <{name}.h>\n" for name in ("signal", "unistd", "sys/mman"))
    return f"""exec {shutil.which("gcc")} -w -x c - -o "$target" <<'TEXT'
{includes}int main(void) {{ {body} }}
TEXT
"""


def refuted(place: Place, body: str) -> tuple[int, str, float]:
    begin = time.monotonic()
    found = place.gcc(body)
    code, out, _ = place.verify(
        "unsafe.c", "--timeout", "3", "--strategy", "native", VERIABS_CBMC=place.cbmc("silent"), **found
    )
    return code, out, time.monotonic() - begin


@pytest.mark.share(36, 3)
@pytest.mark.parametrize("body", GCC.values(), ids=[name.replace(" ", "-") for name in GCC])
def test_a_faulty_gcc_refutes_nothing(body: str, place: Place) -> None:
    code, out, seconds = refuted(place, body)
    assert code == UNKNOWN, out
    assert seconds < WAIT


@pytest.mark.long
@pytest.mark.parametrize("body", MADE.values(), ids=[name.replace(" ", "-") for name in MADE])
def test_a_faulty_program_is_no_counterexample(body: str, place: Place) -> None:
    code, out, seconds = refuted(place, compiled(body))
    assert code == UNKNOWN, out
    assert seconds < WAIT


# The words that a run shares with the launcher: an error is reached, at places and with numbers that there are none of.
CLAIM = """unsigned long *w = mmap(0, 4096, 3, MAP_SHARED, 3, 0); if (w == MAP_FAILED) return 1;
w[10] = w[11] = w[12] = w[13] = -1; w[4] = 1; w[5] = %s; w[6] = %s; w[8] = %s; w[9] = %s; return 0;"""
BELIEVED = {
    "claims an error that is none": CLAIM % (77, 88, 0, 0),
    "claims an error that was not reached": CLAIM % (0, 0, 0, 0),
    "claims more than there is room for": CLAIM % (0, 0, -1, -1),
    "claims values of sites that there are not": CLAIM % (0, 0, 5, 5),
}


@pytest.mark.slow
@pytest.mark.parametrize("body", BELIEVED.values(), ids=[name.replace(" ", "-") for name in BELIEVED])
def test_the_results_of_a_native_run_are_not_trusted(body: str, place: Place) -> None:
    code, out, seconds = refuted(place, compiled(body))
    assert code == UNKNOWN, out
    assert seconds < WAIT / 2


WITHOUT_END = {
    "preprocessor": 'exec sleep "$FAULT_SLEEP"',
    "compiler": f'case "$*" in *-E*) exec {shutil.which("gcc")} "$@";; esac; exec sleep "$FAULT_SLEEP"',
}


@pytest.mark.slow
@pytest.mark.parametrize("body", WITHOUT_END.values(), ids=WITHOUT_END)
def test_a_gcc_that_hangs_is_ended_in_time(body: str, place: Place) -> None:
    folder = place.folder / "bin"
    folder.mkdir()
    script(folder / "gcc", body)
    path = f"{folder}{os.pathsep}{place.environment['PATH']}"
    running = place.start("verify", "safe.c", "--timeout", "2", PATH=path, VERIABS_CBMC=place.cbmc("silent"))
    try:
        running.communicate(timeout=WAIT)
    except subprocess.TimeoutExpired:
        pytest.fail("it waits for gcc")
    finally:
        running.kill()
        running.communicate()
        for pid in place.sleepers():
            os.kill(int(pid), signal.SIGKILL)
        for left in place.temporary.iterdir():
            shutil.rmtree(left)
