"""Whatever is wrong with the input, the options or the tools: one clear line and the right exit code.

Most commands run in the process of the tests; those that look at streams, signals and limits start one.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.cli import app

FAULTS = Path(__file__).parent / "faults"
GOOD = """\
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int a[1000];
int main(void) {
  int i;
  for (i = 0; i < 1000; i++)
    a[i] = 7;
  for (i = 0; i < 1000; i++)
    if (a[i] != 7)
      reach_error();
  return 0;
}
"""

Veriabs = Callable[..., subprocess.CompletedProcess[str]]


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}")
    path.chmod(0o755)
    return path


def faulty_cbmc(folder: Path, fault: str) -> Path:
    """A program that prints a version like CBMC and then has one of the faults."""
    text = f'case "$*" in --version) echo 6.6.0; exit 0;; esac\nexec {FAULTS / fault} "$@"\n'
    return script(folder / "cbmc", text)


@pytest.fixture
def environment(tmp_path: Path, cache: Path) -> dict[str, str]:
    """Separate folders for everything, and a CBMC that is never used."""
    cbmc = script(tmp_path / "unneeded", "echo 6.6.0\n")
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "CONFIG")}
    folders["XDG_CACHE_HOME"] = str(cache)
    return {**os.environ, **folders, "VERIABS_CBMC": str(cbmc), "PYTHONPATH": str(Path(__file__).parent.parent)}


@pytest.fixture
def veriabs(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Veriabs:
    """A command, run in this process."""

    def run(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
        words = list(map(str, arguments))
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path)
            patch.setattr(sys, "excepthook", sys.excepthook)
            for name, value in {**environment, **more}.items():
                patch.setenv(name, value)
            code = app.main(words)
        said = capsys.readouterr()
        return subprocess.CompletedProcess(words, code, said.out, said.err)

    return run


@pytest.fixture
def started(environment: dict[str, str], tmp_path: Path) -> Veriabs:
    """Run a command in a separate process."""

    def run(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "veriabs", *map(str, arguments)],
            cwd=tmp_path,
            env={**environment, **more},
            capture_output=True,
            text=True,
            timeout=120,
            stdin=subprocess.DEVNULL,
        )

    return run


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.c"
    path.write_text(GOOD)
    return path


def assert_one_line(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """The exit code, and nothing on standard error but one line with all the words."""
    assert done.returncode == code, done.stderr + done.stdout
    assert done.stderr.startswith("veriabs: ")
    assert done.stderr.count("\n") == 1 and done.stderr.endswith("\n")
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


def assert_line_and_excerpt(done: subprocess.CompletedProcess[str], place: str, *words: str) -> None:
    """The exit code, one line with the place and all the words, and below it the line of the program with a caret."""
    assert done.returncode == 6, done.stderr + done.stdout
    told, shown, caret, *rest = done.stderr.splitlines()
    assert rest == [] and told.startswith(f"veriabs: {place}: ")
    assert all(word in told for word in words)
    number = place.rpartition(":")[2]
    margin = " " * (len(shown) - len(shown.lstrip()) + len(number))
    assert shown.lstrip().startswith(f"{number} | ")
    assert re.fullmatch(rf"{margin} \| +\^~*", caret)
    assert done.stderr.replace("\n", "").isprintable()


def assert_unknown(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 5, done.stderr + done.stdout
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[-2].startswith("UNKNOWN  ")
    assert lines[-1].strip().startswith("try: ")
    for word in words:
        assert word in lines[-2]


# --------------------------------------------------------------------------------------------------------- the file


@pytest.mark.parametrize("verb", ["verify", "shrink", "loops"])
def test_a_missing_file(veriabs: Veriabs, verb: str) -> None:
    assert_one_line(veriabs(verb, "nowhere.c"), 6, "nowhere.c", "no such file")


def test_the_program_ends_with_the_code_of_the_command(started: Veriabs) -> None:
    assert_one_line(started("verify", "nowhere.c"), 6, "nowhere.c", "no such file")


def test_a_folder(veriabs: Veriabs, tmp_path: Path) -> None:
    assert_one_line(veriabs("verify", tmp_path), 6, "is a directory")


@pytest.mark.parametrize("content", [b"", b" \n\n"])
def test_an_empty_file(veriabs: Veriabs, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "e.c").write_bytes(content)
    assert_one_line(veriabs("verify", "e.c"), 6, "e.c", "empty")


@pytest.mark.parametrize("content", [b"\x7fELF\0\1\2", b"\0" * 100])
def test_a_binary_file(veriabs: Veriabs, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "b.c").write_bytes(content)
    assert_one_line(veriabs("verify", "b.c"), 6, "b.c")


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\xfd int main",
        b"\x1b[31m\x07\xff int main",
        b"int main(void) { /* \x1b]0;title\x07 \xc2\x9b31m \xe2\x80\xae */ int x = 1 return x; }",
    ],
)
def test_excerpts_contain_no_control_characters(veriabs: Veriabs, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "b.c").write_bytes(content)
    assert_line_and_excerpt(veriabs("verify", "b.c"), "b.c:1")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file(veriabs: Veriabs, good: Path) -> None:
    good.chmod(0)
    assert_one_line(veriabs("verify", good), 6, "cannot be read")


@pytest.mark.parametrize("verb", ["verify", "loops", "bug"])
def test_a_file_in_an_unreadable_folder(
    veriabs: Veriabs, good: Path, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root may read everything, the lookup of the file is a stand-in."""
    lookup = Path.stat

    def refuse(self: Path, **options: bool) -> os.stat_result:
        if self.absolute().parent == good.parent:
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return lookup(self, **options)

    monkeypatch.setattr(Path, "stat", refuse)
    assert_one_line(veriabs(verb, good), 6, "Permission denied")


@pytest.mark.parametrize("place", ["file", "file/report"])
def test_a_report_of_a_bug_that_cannot_be_written_stops_before_any_work(
    veriabs: Veriabs, good: Path, tmp_path: Path, place: str
) -> None:
    (tmp_path / "file").write_text("kept")
    assert_one_line(veriabs("bug", good, "--to", tmp_path / place), 6, "cannot write --to")
    assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("int main(void) {\n  int x = 1\n  return x;\n}\n", 3),
        ("int main(void) { return 0; }\n}\n", 2),
        ('int main(void) {\n  return "open;\n}\n', 2),
        ("int main(void) {\n  int x = ;\n  return x;\n}\n", 2),
    ],
)
def test_syntax_error_is_reported_with_its_line(veriabs: Veriabs, tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / "s.c").write_text(text)
    assert_line_and_excerpt(veriabs("verify", "s.c"), f"s.c:{line}")


def test_missing_header_is_reported_with_its_line(veriabs: Veriabs, tmp_path: Path) -> None:
    (tmp_path / "s.c").write_text('#include "nowhere.h"\nint main(void) { return 0; }\n')
    assert_one_line(veriabs("verify", "s.c"), 6, "s.c:1", "nowhere.h")


def test_a_file_that_ends_early(veriabs: Veriabs, tmp_path: Path) -> None:
    (tmp_path / "s.c").write_text("int main(void) {\n  return 0;\n")
    assert_line_and_excerpt(veriabs("verify", "s.c"), "s.c:2", "at end of input")


def test_no_main(veriabs: Veriabs, tmp_path: Path) -> None:
    (tmp_path / "n.c").write_text("int f(void) { return 0; }\n")
    assert_one_line(veriabs("verify", "n.c"), 6, "main")


def test_no_assertion(veriabs: Veriabs, tmp_path: Path) -> None:
    (tmp_path / "n.c").write_text("int main(void) { return 0; }\n")
    assert_one_line(veriabs("verify", "n.c"), 6, "n.c", "no assertion")


@pytest.mark.long
@pytest.mark.parametrize("expression", ["(" * 3000 + "1" + ")" * 3000, " + ".join(["1"] * 3000), "!" * 3000 + "1"])
def test_nesting_without_end(started: Veriabs, tmp_path: Path, expression: str) -> None:
    (tmp_path / "deep.c").write_text(GOOD.replace("= 7", f"= {expression}"))
    done = started("verify", "deep.c")
    assert done.returncode in (5, 6)
    said = done.stdout + done.stderr
    assert "nested too deeply" in said and re.search(r"deep\.c:\d+", said)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["", "input_files: []\n", "- 1\n", "input_files: {\n", "input_files: nowhere.c\n"])
def test_a_bad_task_definition(veriabs: Veriabs, tmp_path: Path, text: str) -> None:
    (tmp_path / "t.yml").write_text(text)
    assert_one_line(veriabs("verify", "t.yml"), 6)


def test_an_unsupported_construct_is_unknown_in_the_report_too(veriabs: Veriabs, tmp_path: Path) -> None:
    text = 'int x;\nint main(void) { __asm__ ("nop"); if (x) reach_error(); return 0; }\n'
    (tmp_path / "u.c").write_text(f"void reach_error(void); {text}")
    assert_unknown(veriabs("verify", "u.c", "--json", "r.json"), "u.c:2")
    report = json.loads((tmp_path / "r.json").read_text())
    assert (report["run_state"], report["verdict"]) == ("complete", "UNKNOWN")
    assert report["reason"]["kind"] == "unsupported construct"
    assert report["reason"]["file"].endswith("u.c")
    assert report["reason"]["line"] == 2
    assert report["reason"]["hint"]


def test_another_property_is_never_proved(veriabs: Veriabs, good: Path, tmp_path: Path) -> None:
    (tmp_path / "other.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    assert_unknown(veriabs("verify", good, "--property", "other.prp"), "property")


# --------------------------------------------------------------------------------------------------------- the options


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("frobnicate", "good.c"),
        ("verify",),
        ("verify", "good.c", "--frobnicate"),
        ("verify", "good.c", "--max"),
        ("replay", "good.c", "values.json", "more.c"),
        ("verify", "good.c", "--max-k", "0"),
        ("verify", "good.c", "--max-k", "-3"),
        ("verify", "good.c", "--max-k", "two"),
        ("verify", "good.c", "--max-k"),
        ("verify", "good.c", "--timeout", "0"),
        ("verify", "good.c", "--timeout", "nan"),
        ("verify", "good.c", "--timeout", "1e999"),
        ("verify", "good.c", "--jobs", "0"),
        ("verify", "good.c", "--memory", "-1"),
        ("verify", "good.c", "--strategy", "magic"),
        ("verify", "good.c", "--strategy", ""),
        ("verify", "good.c", "--32", "--64"),
        ("verify", "good.c", "-D", "1=x"),
        ("verify", "good.c", "--json", "good.c"),
        ("shrink", "good.c", "--max-k", "0"),
        ("harness",),
        ("harness", "good.c", "-k", "0"),
        ("residual", "good.c", "-k", "1", "--assertion", "0"),
    ],
)
def test_bad_usage(veriabs: Veriabs, good: Path, arguments: tuple[str, ...]) -> None:
    assert_one_line(veriabs(*arguments), 64)
    assert good.read_text() == GOOD


def test_an_assertion_that_is_not_there(veriabs: Veriabs, good: Path) -> None:
    assert_one_line(veriabs("harness", good, "-k", "1", "--assertion", "2"), 6, "1 assertion")


def test_a_folder_of_headers_that_is_not_there(veriabs: Veriabs, good: Path) -> None:
    assert_one_line(veriabs("verify", good, "-I", "nowhere"), 6, "nowhere")


def test_a_report_that_cannot_be_written_stops_before_any_work(veriabs: Veriabs, good: Path, tmp_path: Path) -> None:
    started = tmp_path / "started"
    cbmc = script(tmp_path / "cbmc", f"touch {started}\necho 6.6.0\n")
    done = veriabs("verify", good, "--json", tmp_path / "no" / "r.json", VERIABS_CBMC=str(cbmc))
    assert_one_line(done, 6, "r.json", "No such file")
    assert not started.exists()
    assert_one_line(veriabs("verify", good, "--json", tmp_path), 6, "cannot write")


def test_an_old_report_does_not_outlive_a_failed_run(veriabs: Veriabs, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text('{"run_state": "complete", "verdict": "TRUE"}')
    assert_one_line(veriabs("verify", "nowhere.c", "--json", "r.json"), 6)
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["run_state"] == "incomplete"
    assert "nowhere.c" in report["error"]


def test_a_device_as_report_is_written_not_replaced(veriabs: Veriabs, good: Path) -> None:
    before = Path("/dev/null").stat()
    veriabs("verify", "nowhere.c", "--json", "/dev/null")
    assert Path("/dev/null").stat().st_rdev == before.st_rdev != 0


def test_a_folder_to_keep_things_in_that_cannot_be_made(veriabs: Veriabs, good: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert_one_line(veriabs("verify", good, "--keep", tmp_path / "file" / "keep"), 6, "keep")


def test_full_disk_for_standard_output(environment: dict[str, str], good: Path) -> None:
    command = [sys.executable, "-m", "veriabs", "loops", str(good)]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, env=environment)
    assert done.returncode == 6
    assert done.stderr.startswith("veriabs: ") and done.stderr.count("\n") == 1


def test_closed_output_pipe_is_no_error(environment: dict[str, str], good: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "veriabs", "loops", str(good)]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60, env=environment)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


# --------------------------------------------------------------------------------------------------------- CBMC


def test_a_missing_cbmc(veriabs: Veriabs, good: Path, tmp_path: Path) -> None:
    path = tmp_path / "bin"
    path.mkdir()
    gcc = shutil.which("gcc")
    assert gcc is not None
    (path / "gcc").symlink_to(gcc)
    done = veriabs("verify", good, VERIABS_CBMC="", PATH=str(path))
    assert_one_line(done, 69, "veriabs setup")


def test_a_cbmc_that_is_named_but_not_there(veriabs: Veriabs, good: Path, tmp_path: Path) -> None:
    done = veriabs("verify", good, VERIABS_CBMC=str(tmp_path / "nowhere"))
    assert_one_line(done, 69, "VERIABS_CBMC", "veriabs setup")


@pytest.mark.parametrize("answer", ["5.11", "4.9 (cbmc-4.9)", "garbage", "", "6.6.0\nmore"])
def test_a_cbmc_with_another_version(veriabs: Veriabs, good: Path, tmp_path: Path, answer: str) -> None:
    cbmc = script(tmp_path / "cbmc", f"printf '%s' '{answer}'\n")
    assert_one_line(veriabs("verify", good, VERIABS_CBMC=str(cbmc)), 69, "veriabs setup")


@pytest.mark.parametrize("fault", ["signalled", "aborts", "silent"])
def test_a_cbmc_that_crashes_at_once(veriabs: Veriabs, good: Path, fault: str) -> None:
    assert_one_line(veriabs("verify", good, VERIABS_CBMC=str(FAULTS / fault)), 69, "veriabs setup")


@pytest.mark.share(2)
@pytest.mark.share(8, 4)
@pytest.mark.parametrize(
    "fault",
    ["aborts", "empty_success", "garbage", "half_json", "hidden_failure", "late_success", "other_success", "signalled",
     "silent"],
)  # fmt: skip
def test_a_cbmc_that_fails_later_proves_nothing(veriabs: Veriabs, good: Path, tmp_path: Path, fault: str) -> None:
    strategies = () if fault == "late_success" else ("--strategy", "shrinking,closed_forms,bounded")
    done = veriabs("verify", good, *strategies, VERIABS_CBMC=str(faulty_cbmc(tmp_path, fault)))
    assert_unknown(done)


def test_a_cbmc_that_hangs_is_ended_in_time(veriabs: Veriabs, good: Path, tmp_path: Path) -> None:
    begin = time.monotonic()
    done = veriabs("verify", good, "--timeout", "2", VERIABS_CBMC=str(faulty_cbmc(tmp_path, "hangs")))
    assert_unknown(done, "time")
    assert time.monotonic() - begin < 40


def test_a_missing_compiler(veriabs: Veriabs, good: Path, tmp_path: Path) -> None:
    done = veriabs("loops", good, PATH=str(tmp_path))
    assert_one_line(done, 69, "gcc")


def test_setup_of_a_version_that_does_not_exist(veriabs: Veriabs, tmp_path: Path) -> None:
    done = veriabs("setup", "--prefix", tmp_path / "copies", "--version", "1.0")
    assert_one_line(done, 6, "1.0")


def test_doctor_finds_fault(veriabs: Veriabs, tmp_path: Path) -> None:
    done = veriabs("doctor", "--json", VERIABS_CBMC=str(FAULTS / "garbage"))
    assert done.returncode == 69
    assert json.loads(done.stdout)["usable"] is False


# --------------------------------------------------------------------------------------------------------- interrupts


@pytest.mark.share(3)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_everything_that_was_started(
    environment: dict[str, str], good: Path, tmp_path: Path, number: signal.Signals
) -> None:
    mark = f"1{os.getpid()}{int(number):02}"
    cbmc = faulty_cbmc(tmp_path, "hangs")
    command = [sys.executable, "-m", "veriabs", "verify", str(good), "--json", str(tmp_path / "r.json")]
    env = {**environment, "VERIABS_CBMC": str(cbmc), "FAULT_SLEEP": mark}
    # A signal that is ignored where the tests run, as in the background of a script, would be ignored here as well.
    start = ["env", "--default-signal", *command]
    with subprocess.Popen(start, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        deadline = time.monotonic() + 20
        while not _sleepers(mark) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert _sleepers(mark)
        running.send_signal(number)
        time.sleep(0.1)
        running.send_signal(number)
        try:
            _, errors = running.communicate(timeout=20)
        finally:
            running.kill()
    assert running.returncode == 130
    assert errors.startswith("veriabs: interrupted") and errors.count("\n") == 1
    assert not _sleepers(mark)
    assert json.loads((tmp_path / "r.json").read_text())["run_state"] == "incomplete"


def _sleepers(mark: str) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = process.read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", mark.encode()]:
            found.append(str(process))
    return found
