"""Test the wrapper for SV-COMP: it translates options, and prints one word in all cases."""

from __future__ import annotations

import bz2
import fnmatch
import json
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import time
import venv
import zipfile
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from veriabs import __version__

ROOT = Path(__file__).parent.parent
SV_COMP = ROOT / "sv-comp"
WRAPPER = SV_COMP / "scripts" / "veriabs"
PROPERTY = SV_COMP / "properties" / "unreach-call.prp"
TRUE, FALSE, UNKNOWN = "VERIABS_VERIFICATION_SUCCESSFUL", "VERIABS_VERIFICATION_FAILED", "VERIABS_UNKNOWN"
WORDS = (TRUE, FALSE, UNKNOWN, "NOT SUPPORTED")
SAFE = """\
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int a[1000], b[1000];
int main(void) {
  int i;
  for (i = 0; i < 1000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 1000; i++)
    b[i] = a[i];
  for (i = 0; i < 1000; i++)
    if (a[i] != b[i])
      reach_error();
  return 0;
}
"""
UNSAFE = SAFE.replace("for (i = 0; i < 1000; i++)\n    b[i]", "for (i = 1; i < 1000; i++)\n    b[i]")
DEVICE = """\
extern void abort(void);
void reach_error(void) { abort(); }
extern volatile int port;
int main(void) { if (port != port) reach_error(); return 0; }
"""
FAKE = """\
import json, os, sys
from pathlib import Path
def main(arguments):
    plan = json.loads(Path(os.environ["PLAN"]).read_text())
    print(json.dumps({"arguments": arguments, "cbmc": os.environ.get("VERIABS_CBMC"), "prefix": sys.prefix}))
    print(plan.get("says", ""), file=sys.stderr)
    if "report" in plan:
        Path(arguments[arguments.index("--json") + 1]).write_text(json.dumps(plan["report"]))
    if "raises" in plan:
        raise ValueError(plan["raises"])
    return plan["code"]
"""

Done = subprocess.CompletedProcess[str]
Wrapper = Callable[..., Done]


def environment(**more: str) -> dict[str, str]:
    """Has `env python3` find this Python, and that the package of this repository."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    packages = os.pathsep.join((str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])))
    return {**os.environ, "PATH": path, "PYTHONPATH": packages, **more}


def run(command: list[object], cwd: Path, *, seconds: float = 120, **more: str) -> Done:
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=seconds,
        stdin=subprocess.DEVNULL,
    )


def words(done: Done) -> list[str]:
    """Every word that BenchExec would find, which reads both streams."""
    return re.findall("|".join(WORDS), done.stdout + done.stderr)


@pytest.fixture
def safe(tmp_path: Path) -> Path:
    path = tmp_path / "safe.c"
    path.write_text(SAFE)
    return path


@pytest.fixture
def wrapper(tmp_path: Path) -> Wrapper:
    return lambda *arguments, **more: run([WRAPPER, *arguments], tmp_path, **more)


# ---------------------------------------------------------------------------------------------------------- usage


def test_the_version(wrapper: Wrapper) -> None:
    done = wrapper("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [(), ("--unknown", "safe.c"), ("-32", "-64", "safe.c"), ("safe.c", "other.c"), ("--property-file",), ("--prop=",)],
    ids=" ".join,
)
def test_bad_usage_prints_one_line_and_no_result(wrapper: Wrapper, safe: Path, arguments: tuple[str, ...]) -> None:
    done = wrapper(*arguments)
    assert (done.returncode, done.stdout) == (64, "")
    assert done.stderr.startswith("veriabs: ") and done.stderr.count("\n") == 1
    assert not words(done)


def test_bad_usage_repeats_no_argument(wrapper: Wrapper) -> None:
    assert not words(wrapper(f"--{TRUE}", "NOT SUPPORTED"))


def test_a_missing_file(wrapper: Wrapper) -> None:
    done = wrapper("nowhere.c")
    assert (done.returncode, done.stdout) == (6, f"{UNKNOWN}\n")
    assert done.stderr == "veriabs: nowhere.c: no such file\n"


def test_bad_values_are_reported_by_veriabs(wrapper: Wrapper, safe: Path) -> None:
    done = wrapper("--timeout", "soon", safe)
    assert (done.returncode, done.stdout) == (64, f"{UNKNOWN}\n")
    assert "'soon' is not a number of seconds" in done.stderr


def test_an_unusable_cbmc(wrapper: Wrapper, safe: Path) -> None:
    done = wrapper(safe, VERIABS_CBMC="/nowhere/cbmc")
    assert (done.returncode, done.stdout) == (69, f"{UNKNOWN}\n")


def test_witnesses_are_not_validated(wrapper: Wrapper, safe: Path) -> None:
    done = wrapper("--validate", "witness.yml", safe)
    assert (done.returncode, done.stdout) == (5, "NOT SUPPORTED\n")


def test_a_python_without_the_package(tmp_path: Path) -> None:
    copy = tmp_path / "scripts" / "veriabs"
    copy.parent.mkdir()
    shutil.copy(WRAPPER, copy)
    done = run([sys.executable, "-E", "-S", copy, "safe.c"], tmp_path)
    assert (done.returncode, done.stdout) == (69, "")
    assert done.stderr.startswith("veriabs: the Python package cannot be used") and done.stderr.count("\n") == 1


def test_a_reader_that_has_gone(safe: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen([WRAPPER, "nowhere.c"], env=environment(), stdout=writing, stderr=subprocess.PIPE) as running:
        os.close(writing)
        _, errors = running.communicate(timeout=30)
    assert (running.returncode, errors) == (6, b"veriabs: nowhere.c: no such file\n")


# ---------------------------------------------------------------------------------------- translation, with a stand-in


@pytest.fixture
def archive(tmp_path: Path) -> Callable[..., Done]:
    """An archive whose `veriabs` does as planned instead of verifying; some of what it says is wrong on purpose."""
    home = tmp_path / "un zipped" / "veriabs"
    package = home / "lib" / "veriabs"
    (package / "cli").mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "planned"\n')
    (package / "cli" / "app.py").write_text(FAKE)
    (home / "scripts").mkdir()
    shutil.copy(WRAPPER, home / "scripts")
    plan = tmp_path / "plan.json"

    def planned(*arguments: object, **what: Any) -> Done:
        plan.write_text(json.dumps(what))
        return run([home / "scripts" / "veriabs", *arguments], tmp_path, PLAN=str(plan))

    return planned


def recorded_run(done: Done) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[0])
    return told


UNSUPPORTED = {"verdict": "UNKNOWN", "reason": {"kind": "unsupported construct"}}


@pytest.mark.parametrize(
    ("code", "report", "word"),
    [
        (0, {"verdict": "TRUE", "reason": None}, TRUE),
        (0, {"verdict": "TRUE", "conditions": [{"kind": "missing-body"}]}, TRUE),
        (0, {"verdict": "TRUE", "conditions": [{"kind": "overflow"}]}, UNKNOWN),
        (0, {"verdict": "TRUE", "conditions": [{"kind": "missing-body"}, {"kind": "bounds"}]}, UNKNOWN),
        (10, {"verdict": "FALSE", "reason": None}, FALSE),
        (5, {"verdict": "UNKNOWN", "reason": {"kind": "CBMC timeout"}}, UNKNOWN),
        (5, UNSUPPORTED, "NOT SUPPORTED"),
        (0, UNSUPPORTED, UNKNOWN),
        (0, {"verdict": "FALSE"}, UNKNOWN),
        (10, {"verdict": "TRUE"}, UNKNOWN),
        (0, {"run_state": "incomplete"}, UNKNOWN),
        (6, {"run_state": "incomplete", "error": "x"}, UNKNOWN),
        (69, {"verdict": "TRUE"}, UNKNOWN),
        (130, {"run_state": "incomplete"}, UNKNOWN),
    ],
)
def test_the_word_of_a_run(archive: Callable[..., Done], code: int, report: dict[str, object], word: str) -> None:
    done = archive("x.c", code=code, report=report)
    assert done.returncode == code
    assert done.stdout.splitlines()[-1] == word
    assert words(done) == [word]


def test_success_without_a_report_is_unknown(archive: Callable[..., Done]) -> None:
    assert words(archive("x.c", code=0)) == [UNKNOWN]


def test_the_options_are_translated(archive: Callable[..., Done]) -> None:
    done = archive("--property-file", "p q.prp", "-32", "--witness", "w.yml", "--timeout", "7", "a b.c", code=5)
    arguments = recorded_run(done)["arguments"]
    report = arguments[arguments.index("--json") + 1]
    expected = ["verify", "--plain", "--stop-on-fail", "--json", report, "--witness", "w.yml", "--timeout", "7"]
    assert arguments == [*expected, "--memory", "6800", "--jobs", "1", "--32", "--property", "p q.prp", "--", "a b.c"]
    assert not Path(report).parent.exists()


def test_omitted_options_are_not_passed_to_veriabs(archive: Callable[..., Done]) -> None:
    arguments = recorded_run(archive("x.c", code=5))["arguments"]
    assert arguments[arguments.index("--witness") + 1] == "witness.yml"
    assert not {"--32", "--64", "--property"} & set(arguments)


@pytest.mark.parametrize("word", WORDS)
def test_no_other_line_has_a_word(archive: Callable[..., Done], word: str) -> None:
    done = archive(f"{word}.c", code=5, says=f"{word} {word}", report={"verdict": "UNKNOWN"})
    assert words(done) == [UNKNOWN]
    assert word.lower() in done.stderr


def test_a_bug_is_no_verdict(archive: Callable[..., Done]) -> None:
    done = archive("x.c", code=0, raises=f"{TRUE}: seriously", report={"verdict": "TRUE"})
    assert done.returncode != 0
    assert words(done) == [UNKNOWN]


def test_the_package_of_the_archive_comes_first(archive: Callable[..., Done]) -> None:
    assert archive("--version").stdout == "planned\n"


def test_the_cbmc_of_the_archive_is_used_unless_one_is_named(
    archive: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundled = tmp_path / "un zipped" / "veriabs" / "bin" / "cbmc"
    bundled.parent.mkdir()
    bundled.write_text("#!/bin/sh\n")
    monkeypatch.delenv("VERIABS_CBMC", raising=False)
    assert recorded_run(archive("x.c", code=5))["cbmc"] == str(bundled)
    monkeypatch.setenv("VERIABS_CBMC", "/own/cbmc")
    assert recorded_run(archive("x.c", code=5))["cbmc"] == "/own/cbmc"


def test_the_virtual_environment_of_the_repository_is_used(tmp_path: Path) -> None:
    venv.create(tmp_path / ".venv", symlinks=True)
    (tmp_path / "sv-comp" / "scripts").mkdir(parents=True)
    shutil.copy(WRAPPER, tmp_path / "sv-comp" / "scripts")
    package = next((tmp_path / ".venv").glob("lib/python*/site-packages")) / "veriabs"
    (package / "cli").mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "of the environment"\n')
    (package / "cli" / "app.py").write_text(FAKE)
    done = run([tmp_path / "sv-comp" / "scripts" / "veriabs", "--version"], tmp_path, PYTHONPATH="")
    assert (done.stdout, done.stderr) == ("of the environment\n", "")


def test_the_defaults_stay_within_the_limits_of_the_benchmark() -> None:
    wrapper = runpy.run_path(str(WRAPPER))
    benchmark = ElementTree.parse(SV_COMP / "veriabs.xml").getroot()
    processes = 2 * int(wrapper["JOBS"])
    assert benchmark.get("timelimit") == "15 min" and processes * int(wrapper["TIMEOUT"]) <= 15 * 60 - 20
    assert benchmark.get("memlimit") == "15 GB" and processes * int(wrapper["MEMORY"]) * 2**20 < 14.5e9


def test_the_arguments_are_those_of_veriabs() -> None:
    """The current parser accepts the arguments that the wrapper makes."""
    from veriabs.cli.parser import parser

    chosen = Namespace(
        witness="w.yml", timeout="440", memory="6800", jobs="1", model="32", property_file="p.prp", file="-x.c"
    )  # fmt: skip
    parsed = parser().parse_args(runpy.run_path(str(WRAPPER))["translate"](chosen, Path("r.json")))
    assert (parsed.file, parsed.property_file, parsed.witness) == (Path("-x.c"), Path("p.prp"), Path("w.yml"))
    assert (parsed.timeout, parsed.memory_mb, parsed.jobs, parsed.data_model.value) == (440, 6800, 1, "ILP32")


# ------------------------------------------------------------------------------------------------------ the real thing


@pytest.mark.cbmc
def test_a_safe_program_from_another_folder_through_a_link(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "a folder", tmp_path / "else where"
    folder.mkdir()
    elsewhere.mkdir()
    (folder / "safe program.c").write_text(SAFE)
    link = tmp_path / "a link"
    link.symlink_to(WRAPPER)
    done = run([link, "--property-file", PROPERTY, "-32", Path("..", "a folder", "safe program.c")], elsewhere)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2].startswith("TRUE  ")
    assert done.stdout.splitlines()[-1] == TRUE
    assert words(done) == [TRUE]
    assert [path.name for path in elsewhere.iterdir()] == ["witness.yml"]
    assert "entry_type" in (elsewhere / "witness.yml").read_text()


@pytest.mark.cbmc
def test_an_unsafe_program(wrapper: Wrapper, tmp_path: Path) -> None:
    (tmp_path / "unsafe.c").write_text(UNSAFE)
    done = wrapper("--property-file", PROPERTY, "-64", "unsafe.c")
    assert done.stdout.splitlines()[-1] == FALSE
    assert words(done) == [FALSE]
    assert done.returncode == 10
    assert {path.name for path in tmp_path.iterdir()} == {"unsafe.c", "witness.yml"}
    assert "violation_sequence" in (tmp_path / "witness.yml").read_text()


@pytest.mark.long
@pytest.mark.cbmc
def test_the_data_model_reaches_the_program(wrapper: Wrapper, tmp_path: Path) -> None:
    loop = "for (i = 0; i < 1000; i++)\n    if (a[i] != b[i]"
    (tmp_path / "long.c").write_text(SAFE.replace(loop, f"{loop} || sizeof(long) != 4"))
    assert words(wrapper("-32", "long.c")) == [TRUE]
    assert TRUE not in words(wrapper("-64", "long.c"))


@pytest.mark.share(2)
@pytest.mark.cbmc
@pytest.mark.parametrize("formula", ["G valid-something", "F end", "G ! call(other())"])
def test_other_properties_are_not_supported(wrapper: Wrapper, safe: Path, formula: str) -> None:
    prp = safe.with_name("other.prp")
    prp.write_text(f"CHECK( init(main()), LTL({formula}) )\n")
    done = wrapper("--property-file", prp, "-64", safe)
    assert words(done) == ["NOT SUPPORTED"]
    assert done.returncode == 5


PAST_THE_END = "int a[5]; int main(void) { for (int i = 0; i <= 5; i++) a[i] = i; return 0; }"
OVERFLOWS = "int main(void) { int s = 1; for (int i = 0; i < 40; i++) s = s * 2; return s == 0; }"
FREED = "#include <stdlib.h>\nint main(void) { int *p = malloc(8); if (!p) return 0; p[0] = 1; %s return 0; }"


@pytest.mark.share(2)
@pytest.mark.cbmc
@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("text", "prp", "violated"),
    [
        (PAST_THE_END, "valid-memsafety", "valid-deref"),
        (OVERFLOWS, "no-overflow", "no-overflow"),
        (FREED % "free(p); free(p);", "valid-memsafety", "valid-free"),
        (FREED % "free(p); p[0] = 2;", "valid-memsafety", "valid-deref"),
        (FREED % "p = 0;", "valid-memcleanup", "valid-memcleanup"),
    ],
)
def test_violation_of_another_property_is_no_unreach_call_violation(
    wrapper: Wrapper, tmp_path: Path, text: str, prp: str, violated: str
) -> None:
    (tmp_path / "other.c").write_text(text)
    done = wrapper("--property-file", PROPERTY.with_name(f"{prp}.prp"), "-64", tmp_path / "other.c")
    assert words(done) == [UNKNOWN] and done.returncode == 10
    assert done.stdout.splitlines()[-2:] == [f"VERIABS_VIOLATED({violated})", UNKNOWN]


@pytest.mark.cbmc
@pytest.mark.share(4)
@pytest.mark.parametrize("prp", ["no-overflow", "valid-memsafety", "valid-memcleanup", "unreach-call"])
def test_each_property_is_proved(wrapper: Wrapper, tmp_path: Path, prp: str) -> None:
    (tmp_path / "kept.c").write_text(FREED % "free(p);")
    done = wrapper("--property-file", PROPERTY.with_name(f"{prp}.prp"), "-64", tmp_path / "kept.c")
    assert (words(done), done.returncode) == ([TRUE], 0)


def test_tool_info_module_reports_the_violated_property() -> None:
    module = runpy.run_path(str(SV_COMP / "toolinfo" / "veriabs.py"))
    tool, output = module["Tool"](), pytest.importorskip("benchexec.tools.template").BaseTool2

    def status(*lines: str) -> str:
        said: str = tool.determine_result(output.Run([], 0, output.RunOutput(lines), 0))
        return said

    for violated in ("no-overflow", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"):
        assert status(f"VERIABS_VIOLATED({violated})", UNKNOWN) == f"false({violated})"
    assert status("so it is VERIABS_VIOLATED(no-overflow)", UNKNOWN) == "unknown"
    assert [status(word) for word in (TRUE, FALSE, UNKNOWN)] == ["true", "false(unreach-call)", "unknown"]


@pytest.mark.cbmc
def test_unsupported_constructs_are_unknown(wrapper: Wrapper, tmp_path: Path) -> None:
    (tmp_path / "volatile.c").write_text(DEVICE)
    done = wrapper("--property-file", PROPERTY, "volatile.c")
    assert words(done) == ["NOT SUPPORTED"]
    assert "UNKNOWN  " in done.stdout and "volatile.c:3" in done.stdout


def test_sigterm_ends_everything(safe: Path, tmp_path: Path) -> None:
    mark, own = f"1{os.getpid()}77", tmp_path / "temporary"
    own.mkdir()
    hanging = tmp_path / "cbmc"
    hanging.write_text(
        f'#!/bin/sh\ncase "$*" in --version) echo 6.6.0; exit 0;; esac\nexec {ROOT}/tests/faults/hangs "$@"\n'
    )
    hanging.chmod(0o755)
    env = environment(VERIABS_CBMC=str(hanging), FAULT_SLEEP=mark, TMPDIR=str(own), XDG_CACHE_HOME=str(tmp_path))
    # A signal that is ignored where the tests run would be ignored here as well.
    start = ["env", "--default-signal", str(WRAPPER), str(safe)]
    with subprocess.Popen(
        start, env=env, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        deadline = time.monotonic() + 20
        try:
            while not (begun := _sleepers(mark)) and time.monotonic() < deadline:
                time.sleep(0.02)
            assert begun  # one of them may be ended at any time, in favour of another
            running.send_signal(signal.SIGTERM)
            output, _ = running.communicate(timeout=20)
        finally:
            running.kill()
    assert running.returncode == 130
    assert output.splitlines()[-1] == UNKNOWN
    assert not _sleepers(mark)
    assert not list(own.iterdir())


def _sleepers(mark: str) -> list[Path]:
    """Processes `sleep MARK`."""
    found = []
    for process in (one / "cmdline" for one in Path("/proc").iterdir() if one.name.isdigit()):
        try:
            if process.read_bytes().split(b"\0")[:2] == [b"sleep", mark.encode()]:
                found.append(process)
        except OSError:
            continue
    return found


@pytest.mark.cbmc
def test_the_smoke_test_on_the_safe_program(tmp_path: Path) -> None:
    done = run([SV_COMP / "smoketest.sh", "safe"], tmp_path)
    assert (done.returncode, done.stdout) == (0, f"safe.c: {TRUE}\n")


@pytest.mark.long
@pytest.mark.cbmc
def test_the_smoke_test_on_both_programs(tmp_path: Path) -> None:
    done = run([SV_COMP / "smoketest.sh"], tmp_path)
    assert (done.returncode, done.stdout) == (0, f"safe.c: {TRUE}\nunsafe.c: {FALSE}\n")


# ------------------------------------------------------------------------------------------------------- BenchExec


def test_other_benchmark_definition_names_existing_files() -> None:
    benchmark = ElementTree.parse(SV_COMP / "veriabs-properties.xml").getroot()
    module = SV_COMP.joinpath(*str(benchmark.get("tool")).split(".")).with_suffix(".py")
    assert module.is_file()
    named = {str(one.text) for one in benchmark.iter("propertyfile")}
    there = {f"properties/{path.name}" for path in PROPERTY.parent.glob("*.prp")}
    assert named == there - {f"properties/{PROPERTY.name}"}


def test_benchmark_definition_names_existing_files() -> None:
    benchmark = ElementTree.parse(SV_COMP / "veriabs.xml").getroot()
    assert benchmark.get("tool") == "veriabs" and benchmark.get("cpuCores") == "4"
    assert [one.text for one in benchmark.iter("resultfiles")] == ["**/witness.yml"]
    for one in benchmark.iter("propertyfile"):
        assert (SV_COMP / str(one.text)).samefile(PROPERTY)
    # As BenchExec reads patterns, `**` is one folder.
    tasks = [path.relative_to(SV_COMP).as_posix() for path in (SV_COMP / "tasks").glob("*/*.yml")]
    patterns = [str(one.text) for one in benchmark.iter("include")]
    assert tasks and patterns
    assert [task for task in tasks if not any(fnmatch.fnmatch(task, pattern) for pattern in patterns)] == []


def definition(path: Path, expected: bool) -> Path:
    """A task definition for a program that lies beside it."""
    prp = os.path.relpath(PROPERTY, path.parent)
    path.with_suffix(".yml").write_text(
        f"format_version: '2.0'\ninput_files: '{path.name}'\nproperties:\n  - property_file: {prp}\n"
        f"    expected_verdict: {str(expected).lower()}\noptions:\n  language: C\n  data_model: ILP32\n"
    )
    return path.with_suffix(".yml")


@pytest.mark.slow
def test_the_tool_info_module_drives_the_wrapper(safe: Path, tmp_path: Path) -> None:
    outputs = {}
    for word in (*WORDS, "nothing of the kind"):
        outputs[word] = tmp_path / f"{word.split('_')[-1]}.log"
        outputs[word].write_text(f"some line\n{word}\n")
    task = definition(safe, True)
    done = run(
        [sys.executable, "-m", "benchexec.test_tool_info", "veriabs", "--no-container", "--tool-directory", SV_COMP]
        + ["--tool-output", *outputs.values(), "--task-definition", task],
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    told = re.sub(r"\x1b\[[0-9;]*m", "", done.stderr)
    assert f"Version: “{__version__}”" in told
    assert f"Executable: “{WRAPPER}”" in told
    command = f"['{WRAPPER}', '--property-file', '{PROPERTY}', '-32', '{safe}']"
    assert command in told
    expected = ["true", "false(unreach-call)", "unknown", "unknown", "ERROR"]
    for file, status in zip(outputs.values(), expected, strict=True):
        assert f"“{file}”:\n\t“{status}”" in told


def benchexec(tmp_path: Path) -> dict[str, str]:
    """The status of each task of `set/`, as BenchExec reports it; without limits, which need cgroups."""
    text = (SV_COMP / "veriabs.xml").read_text().replace("tasks/**/", "set/")
    text = text.replace("properties/unreach-call.prp", str(PROPERTY))
    (tmp_path / "own.xml").write_text(re.sub(r' (timelimit|hardtimelimit|memlimit|cpuCores)="[^"]*"', "", text))
    said = ""
    # A container needs namespaces, a run without one cgroups. The container is second: it was seen to hang.
    for mode in (["--no-container"], ["--read-only-dir", "/", "--overlay-dir", "/tmp", "--overlay-dir", tmp_path]):
        command = [sys.executable, "-m", "benchexec.benchexec", *mode]
        done = run([*command, "--tool-directory", SV_COMP, "-o", f"{tmp_path}/out/", "own.xml"], tmp_path)
        said += done.stdout + done.stderr
        found = list((tmp_path / "out").glob("*.results.*.xml.bz2"))
        if done.returncode == 0 and found:
            runs = ElementTree.fromstring(bz2.decompress(found[0].read_bytes())).iter("run")
            return {Path(one.attrib["name"]).stem: _status(one) for one in runs}
    raise AssertionError(said)


def _status(one: ElementTree.Element) -> str:
    return next(column.attrib["value"] for column in one.iter("column") if column.attrib["title"] == "status")


@pytest.mark.slow
@pytest.mark.cbmc
def test_benchexec_runs_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from veriabs.install.provision import require

    monkeypatch.setenv("VERIABS_CBMC", " ".join(require()))  # BenchExec gives each run another home folder
    (tmp_path / "set").mkdir()
    for name, text in (("safe", SAFE), ("unsafe", UNSAFE), ("device", DEVICE)):  # the last one leaves its witness
        path = tmp_path / "set" / f"{name}.c"
        path.write_text(text)
        definition(path, name != "unsafe")
    assert benchexec(tmp_path) == {"safe": "true", "unsafe": "false(unreach-call)", "device": "unknown"}
    assert list(tmp_path.glob("out/*.files/**/witness.yml")) or (tmp_path / "witness.yml").is_file()


# ------------------------------------------------------------------------------------------------------- the archive


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive, with a stand-in for CBMC that passes everything on."""
    folder = tmp_path_factory.mktemp("archive")
    cbmc = folder / "passes-on"
    cbmc.write_text('#!/bin/sh\nexec $PASS_ON "$@"\n')
    cbmc.chmod(0o755)
    path = folder / "veriabs.zip"
    done = run([sys.executable, SV_COMP / "make_archive.py", "-o", path, "--with-cbmc", cbmc], folder, seconds=600)
    assert done.returncode == 0, done.stderr
    return path


def unpack(packed: Path, folder: Path) -> None:
    """Replace the program unzip, which few machines have."""
    with zipfile.ZipFile(packed) as archive:
        for entry in archive.infolist():
            Path(archive.extract(entry, folder)).chmod(entry.external_attr >> 16 & 0o777)


@pytest.mark.slow
def test_the_archive_is_one_folder_without_caches(packed: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        entries = archive.infolist()
    names = [entry.filename for entry in entries]
    assert names == sorted(names) and all(name.startswith("veriabs/") for name in names)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert not [name for name in names if name.endswith(".pyc") or "/." in name]
    for name in ("LICENSE", "README.md", "properties/unreach-call.prp", "lib/veriabs/templates/shrinking/program.c.j2"):
        assert f"veriabs/{name}" in names
    modes = {entry.filename: entry.external_attr >> 16 for entry in entries}
    for name in ("smoketest.sh", "scripts/veriabs", "bin/z3", "bin/cbmc"):
        assert modes[f"veriabs/{name}"] == 0o100755
    assert modes["veriabs/LICENSE"] == 0o100644


@pytest.mark.slow
@pytest.mark.cbmc
@pytest.mark.parametrize("program", ["safe", "unsafe"])
def test_the_unpacked_archive_passes_its_smoke_test(packed: Path, tmp_path: Path, program: str) -> None:
    from veriabs.install.provision import require

    unpack(packed, tmp_path)
    # Neither this repository nor its environment is used: a bare Python, and the CBMC of the archive.
    bare = tmp_path / "bare"
    venv.create(bare, symlinks=True)
    env = {"PATH": f"{bare}/bin:/usr/bin:/bin", "HOME": str(tmp_path), "PASS_ON": " ".join(require())}
    done = subprocess.run(
        [tmp_path / "veriabs" / "smoketest.sh", program], env=env, cwd="/", capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{program}.c: {TRUE if program == 'safe' else FALSE}\n"


@pytest.mark.slow
def test_a_private_copy_of_cbmc_moves_into_the_archive(tmp_path: Path) -> None:
    copy, folder = tmp_path / "cbmc-6.6.0", tmp_path / "veriabs"
    for name in ("cbmc", "bin/cbmc", "lib/libc.so"):
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('#!/bin/sh\necho "$0 $*"\n')
        path.chmod(0o755)
    (folder / "bin").mkdir(parents=True)
    runpy.run_path(str(SV_COMP / "make_archive.py"))["put_cbmc"](copy / "cbmc", folder)
    moved = folder.rename(tmp_path / "moved here")
    done = run([moved / "bin" / "cbmc", "--version"], tmp_path)
    assert Path(done.stdout.removesuffix(" --version\n")).resolve() == moved / "lib" / "cbmc" / "cbmc"
