"""The commands from end to end: output, written files, and exit codes."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from veriabs import __version__
from veriabs.annotate.annotate import AnnotatedFile
from veriabs.cli import analysis
from veriabs.cli import app as cli
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.ctree import TRUE
from veriabs.core.deadline import Deadline
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.source import Where
from veriabs.core.statements import Assert
from veriabs.solvers.supervise import Notify
from veriabs.validation import validation_process

ROOT = Path(__file__).parent.parent
SCHEMA = json.loads((ROOT / "docs" / "report-schema.json").read_text())
COPY = """\
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int a[100000], b[100000];
int main(void) {
  int i;
  for (i = 0; i < 100000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 100000; i++)
    b[i] = a[i];
  for (i = 0; i < 100000; i++)
    if (a[i] != b[i])
      reach_error();
  return 0;
}
"""
ALONE = ("--strategy", "shrinking", "--no-replay")
"""One strategy, and nothing that is compiled."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    path = tmp_path / "copy.c"
    path.write_text(COPY)
    return path


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """The copy starts one too late."""
    path = tmp_path / "wrong.c"
    path.write_text(COPY.replace("for (i = 0; i < 100000; i++)\n    b[i]", "for (i = 1; i < 100000; i++)\n    b[i]"))
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main(list(map(str, arguments)))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def validated(path: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(path.read_text())
    Draft202012Validator(SCHEMA).validate(report)
    return report


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"veriabs {__version__}\n"


def test_loops_needs_no_cbmc(
    capsys: pytest.CaptureFixture[str], copy: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VERIABS_CBMC", str(tmp_path / "nowhere"))
    code, out, err = run(capsys, "loops", copy)
    assert (code, err) == (0, "")
    assert f"{copy}:9  loop while i < 100000" in out
    assert "accelerable  i = 0 + (j-1)" in out
    assert "trip count   100,000" in out
    assert "b[i] written, index (j-1)" in out
    assert f"forall: one clause for each iteration of the loop at {copy}:11" in out
    assert "lines 7, 9 fused" in out


@pytest.mark.parametrize(
    ("verb", "asked"), [("harness", "the loop is 2-shrinkable"), ("residual", "residual loop of 2")]
)  # fmt: skip
def test_generated_programs_are_printed(capsys: pytest.CaptureFixture[str], copy: Path, verb: str, asked: str) -> None:
    code, out, err = run(capsys, verb, copy, "-k", "2")
    assert (code, err) == (0, "")
    assert asked in out
    assert "int main(" in out


def test_harness_prints_the_first_program_despite_early_requests(
    capsys: pytest.CaptureFixture[str], copy: Path
) -> None:
    code, out, err = run(capsys, "harness", copy, "-k", "1", "--strategy", "closed_forms")
    assert (code, err) == (0, "")
    assert "no loop makes more than" in out


def test_generated_programs_are_c(capsys: pytest.CaptureFixture[str], copy: Path) -> None:
    for verb in ("harness", "residual"):
        _, out, _ = run(capsys, verb, copy, "-k", "1")
        infinity = "-D__CPROVER_constant_infinity_uint=9"
        checked = subprocess.run(
            ["gcc", "-fsyntax-only", "-w", infinity, "-xc", "-"], input=out, text=True, capture_output=True
        )  # fmt: skip
        assert checked.returncode == 0, checked.stderr


# ---------------------------------------------------------------------------------------------------- with CBMC


@pytest.mark.cbmc
def test_proof_without_its_crosscheck_is_unknown(
    capsys: pytest.CaptureFixture[str], copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process of the comparison is killed, and the proof continues to its end."""
    monkeypatch.setattr(validation_process, "_compare", lambda *_: signal.raise_signal(signal.SIGKILL))
    code, out, _ = run(capsys, "verify", copy)
    assert code == 5
    assert "the comparison with the compiled program ended without an answer" in out
    assert "TRUE" not in out


@pytest.mark.cbmc
def test_shrink_runs_no_crosscheck(
    capsys: pytest.CaptureFixture[str], copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "start_validation", Mock(side_effect=ValueError("not wanted")))
    code, out, err = run(capsys, "shrink", copy)
    assert (code, err) == (0, "")
    assert "k=1" in out


def test_annotate_prints_partial_results_at_timeout(
    capsys: pytest.CaptureFixture[str], copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, late = Assert(TRUE, 0, Where("copy.c", 13)), Reason(ReasonKind.BUDGET, "not yet")

    def never_ending(chosen: Namespace, deadline: Deadline, tell: Notify) -> AnnotatedFile:
        tell(AnnotatedFile("nothing yet", ((begun, late),), ()))
        tell(AnnotatedFile("found", (), ()))
        tell(AnnotatedFile("of another program", ((begun, late),), ()))
        signal.pause()
        raise AssertionError("never")

    monkeypatch.setattr(analysis, "_annotate", never_ending)
    assert run(capsys, "annotate", copy, "--timeout", "0.5") == (0, "found\n", "")
    monkeypatch.setattr(analysis, "_annotate", lambda chosen, deadline, tell: signal.pause())
    code, out, err = run(capsys, "annotate", copy, "--timeout", "0.5")
    assert (code, out) == (5, "")
    assert "nothing is annotated: " in err


def test_annotate_names_the_conditions_of_its_proofs(
    capsys: pytest.CaptureFixture[str], copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = AnnotatedFile(
        "found", (), (), conditions=(VerdictCondition(ConditionKind.CHECK, "shift", (Where("copy.c", 4),)),)
    )
    monkeypatch.setattr(analysis, "_annotate", lambda chosen, deadline, tell: found)
    code, out, err = run(capsys, "annotate", copy)
    assert (code, out) == (0, "found\n") and "the proofs assume that each shift check at line 4 holds" in err


@pytest.mark.cbmc
def test_a_proof(capsys: pytest.CaptureFixture[str], copy: Path, tmp_path: Path) -> None:
    where = ("--json", tmp_path / "r.json")
    code, out, err = run(capsys, "verify", copy, *where, "--show-commands", "--strategy", "shrinking", "--explain")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "copy.c: main, 3 loops, 1 assertion, 100,000 iterations each"
    assert lines[1].startswith("  loops 7, 9 fused")
    assert lines[2].split()[:2] == ["k=1", "shrinkable"]
    assert lines[3].split()[:3] == ["residual,", "k=1", "proved"]
    assert any("--unwinding-assertions" in line for line in lines)
    assert lines[-1].startswith("TRUE  shrinking, k=1, ")
    assert "\x1b" not in out
    report = validated(tmp_path / "r.json")
    assert (report["run_state"], report["verdict"], report["reason"]) == ("complete", "TRUE", None)
    assert report["file"] == str(copy)
    assert report["strategy"] == "shrinking"
    loop = report["loops"][0]
    assert (loop["lines"], loop["shrink_factor"], loop["assertion"]["line"]) == ([7, 9], 1, 13)
    assert loop["tried"][0]["residual"]["outcome"] == "success"
    assert {"harness k=1", "residual k=1"} <= {command["purpose"] for command in report["commands"]}
    assert all(command["command"] for command in report["commands"])
    assert [path.name for path in tmp_path.glob(".*")] == []


@pytest.mark.long
@pytest.mark.cbmc
def test_a_wrong_program_is_not_proved(capsys: pytest.CaptureFixture[str], wrong: Path, tmp_path: Path) -> None:
    code, out, err = run(capsys, "verify", wrong, "--max-k", "2", "--json", tmp_path / "r.json")
    assert err == ""
    report = validated(tmp_path / "r.json")
    assert (code, report["verdict"]) in [(5, "UNKNOWN"), (10, "FALSE")]
    assert "TRUE" not in out
    if report["verdict"] == "UNKNOWN":
        assert out.splitlines()[-1].strip() == f"try: {report['reason']['hint']}"


@pytest.mark.cbmc
def test_every_shrink_factor_is_found(capsys: pytest.CaptureFixture[str], copy: Path, tmp_path: Path) -> None:
    code, out, err = run(capsys, "shrink", copy, "--max-k", "3", "--json", tmp_path / "r.json")
    assert (code, err) == (0, "")
    *_, factor, spent = out.splitlines()
    assert factor == "loops 7, 9 fused: shrink factor 1 (assertion at line 13)"
    assert re.fullmatch(r"time: \d+\.\d\d s, solvers: .*harness \d.*", spent)
    report = validated(tmp_path / "r.json")
    assert (report["command"], report["verdict"]) == ("shrink", "UNKNOWN")
    assert [tried["k"] for tried in report["loops"][0]["tried"]] == [1], "no larger k is asked for"


@pytest.mark.cbmc
def test_programs_and_answers_are_kept(capsys: pytest.CaptureFixture[str], copy: Path, tmp_path: Path) -> None:
    code, _, _ = run(capsys, "verify", copy, *ALONE, "--keep", tmp_path / "kept")
    assert code == 0
    names = {path.suffix for path in (tmp_path / "kept").iterdir()}
    assert names == {".c", ".txt"}


@pytest.mark.cbmc
def test_a_person_sees_colours_and_a_program_does_not(tmp_path: Path) -> None:
    (tmp_path / "safe.c").write_text("extern void reach_error(void);\nint main(void) { if (0) reach_error(); }\n")
    command = ("verify", str(tmp_path / "safe.c"), "--strategy", "bounded", "--no-replay")
    assert b"\x1b[1;32mTRUE\x1b[0m" in on_terminal(*command)
    assert b"\x1b" not in on_terminal(*command, "--plain")
    assert b"\x1b" not in on_terminal(*command, NO_COLOR="1")


def on_terminal(*arguments: str, **more: str) -> bytes:
    """The output on a terminal."""
    person, program = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **more}
    command = [sys.executable, "-m", "veriabs", *arguments]
    with subprocess.Popen(command, stdin=program, stdout=program, stderr=program, env=env) as running:
        os.close(program)
        seen = b""
        while chunk := _read(person):
            seen += chunk
    os.close(person)
    assert running.returncode == 0
    return seen


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # a terminal without a program behind it ends in an error
        return b""


# --------------------------------------------------------------------------------------------------------- violations

OVERFLOWS = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  if (y < x)
    reach_error();
  return 0;
}
"""


@pytest.fixture
def overflowing(tmp_path: Path) -> Path:
    path = tmp_path / "overflowing.c"
    path.write_text(OVERFLOWS)
    return path


@pytest.mark.cbmc
def test_a_violation(capsys: pytest.CaptureFixture[str], wrong: Path, tmp_path: Path) -> None:
    places = {name: tmp_path / name for name in ("witness", "sarif", "junit", "json")}
    options = [word for name, path in places.items() for word in (f"--{name}", path)]
    code, out, err = run(capsys, "verify", wrong, "--counterexample", tmp_path / "found", *options)
    assert (code, err) == (10, "")
    assert any(line.startswith("FALSE") for line in out.splitlines())
    assert f"{wrong.name}:13" in out
    assert "\x1b" not in out
    assert validated(places["json"])["verdict"] == "FALSE"
    assert {path.name for path in (tmp_path / "found").iterdir()} == {"counterexample.c", "counterexample.json"}
    assert json.loads(places["sarif"].read_text())["version"] == "2.1.0"
    assert "violation_sequence" in places["witness"].read_text()
    assert list(ElementTree.fromstring(places["junit"].read_text()).iter("failure"))
    assert [path.name for path in tmp_path.glob(".*")] == []


@pytest.mark.long
@pytest.mark.cbmc
def test_written_counterexample_fails_when_run(capsys: pytest.CaptureFixture[str], wrong: Path, tmp_path: Path) -> None:
    assert run(capsys, "verify", wrong, "--counterexample", tmp_path / "deep" / "found")[0] == 10
    folder = tmp_path / "deep" / "found"
    subprocess.run(["gcc", "-w", "counterexample.c", "-o", "failing"], cwd=folder, check=True, timeout=60)
    done = subprocess.run(["./failing"], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert f"{wrong.name}:13" in done.stderr


@pytest.mark.cbmc
def test_a_proof_writes_no_counterexample(capsys: pytest.CaptureFixture[str], copy: Path, tmp_path: Path) -> None:
    places = [word for name in ("witness", "sarif", "junit") for word in (f"--{name}", tmp_path / name)]
    code, _, err = run(capsys, "verify", copy, *ALONE, "--counterexample", tmp_path / "found", *places)
    assert (code, err) == (0, "")
    assert not (tmp_path / "found").exists() or not list((tmp_path / "found").iterdir())
    assert "violation_sequence" not in (tmp_path / "witness").read_text()
    assert not list(ElementTree.fromstring((tmp_path / "junit").read_text()).iter("failure"))


@pytest.mark.cbmc
def test_verify_without_replay_reports_no_violation(
    capsys: pytest.CaptureFixture[str], overflowing: Path, tmp_path: Path
) -> None:
    found = tmp_path / "found"
    options = ("--no-replay", "--strategy", "bounded", "--overflow", "wrap", "--counterexample", found)
    code, out, err = run(capsys, "verify", overflowing, *options)
    assert (code, err) == (5, "")
    assert any(line.startswith("UNKNOWN") for line in out.splitlines())
    assert not found.exists() or not list(found.iterdir())


@pytest.mark.long
@pytest.mark.cbmc
def test_meaning_of_an_overflow(capsys: pytest.CaptureFixture[str], overflowing: Path, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "verify", overflowing, "--timeout", "8")
    assert code == 5
    assert "--overflow=wrap" in out
    code, out, _ = run(capsys, "verify", overflowing, "--overflow=wrap", "--counterexample", tmp_path / "found")
    assert code == 10
    assert "FALSE" in out
    recorded = tmp_path / "found" / "counterexample.json"
    assert run(capsys, "replay", overflowing, recorded)[0] == 10
    assert run(capsys, "replay", overflowing, recorded, "--overflow", "undefined")[0] == 5


@pytest.mark.parametrize("option", ["--overflow=saturate", "--overflow=", "--overflow"])
def test_other_meanings_of_an_overflow_are_bad_usage(
    capsys: pytest.CaptureFixture[str], copy: Path, option: str
) -> None:
    code, out, err = run(capsys, "verify", copy, option)
    assert (code, out) == (64, "")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("option", ["--witness", "--sarif", "--junit", "--counterexample", "--no-replay"])
def test_shrink_has_no_evidence(capsys: pytest.CaptureFixture[str], copy: Path, option: str) -> None:
    assert run(capsys, "shrink", copy, option, "x")[0] == 64


@pytest.mark.parametrize("option", ["--witness", "--sarif", "--junit", "--json"])
@pytest.mark.parametrize("place", ["absent/file", "occupied", "copy.c/file"])
def test_unwritable_file_is_reported_before_any_work(
    capsys: pytest.CaptureFixture[str],
    copy: Path,
    option: str,
    place: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("VERIABS_CBMC", str(tmp_path / "nowhere"))
    (tmp_path / "occupied").mkdir()
    code, out, err = run(capsys, "verify", copy, option, tmp_path / place)
    assert (code, out) == (6, "")
    assert len(err.splitlines()) == 1
    assert place.partition("/")[0] in err


@pytest.mark.parametrize(
    "place",
    [
        "copy.c",
        "copy.c/folder",
    ],
)
def test_folder_that_cannot_be_made_is_reported_before_any_work(
    capsys: pytest.CaptureFixture[str], copy: Path, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERIABS_CBMC", str(tmp_path / "nowhere"))
    code, out, err = run(capsys, "verify", copy, "--counterexample", tmp_path / place)
    assert (code, out) == (6, "")
    assert len(err.splitlines()) == 1
    assert copy.read_text() == COPY


@pytest.mark.parametrize("option", ["--witness", "--sarif", "--junit"])
def test_program_is_not_overwritten(capsys: pytest.CaptureFixture[str], copy: Path, option: str) -> None:
    code, out, err = run(capsys, "verify", copy, option, copy)
    assert code in (6, 64)
    assert out == ""
    assert len(err.splitlines()) == 1
    assert copy.read_text() == COPY


# ------------------------------------------------------------------------------------------------------------- replay


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Values that violate `wrong`: the first input is 5, the others are 0."""
    from veriabs.frontend.instrumented_program import load_instrumented
    from veriabs.frontend.task import load

    path = tmp_path / "wrong.c"
    path.write_text(COPY.replace("for (i = 0; i < 100000; i++)\n    b[i]", "for (i = 1; i < 100000; i++)\n    b[i]"))
    (site,) = load_instrumented(load(path)).sites
    where = {"number": site.number, "kind": site.kind.value, "name": site.name, "line": site.where.line}
    document = {
        "format": "veriabs counterexample",
        "format_version": 1,
        "inputs": [{"site": where, "spans": [{"first": 0, "count": 1, "start": 5, "step": 0}]}],
    }
    place = tmp_path / "counterexample.json"
    place.write_text(json.dumps(document))
    return place


def test_replay_needs_no_cbmc(
    capsys: pytest.CaptureFixture[str], wrong: Path, recorded: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VERIABS_CBMC", str(tmp_path / "nowhere"))
    code, out, err = run(capsys, "replay", wrong, recorded)
    assert (code, err) == (10, "")
    assert out.splitlines()[0].startswith("FALSE")
    assert f"{wrong.name}:13" in out
    assert "5" in out


def test_replay_of_values_that_do_not_violate(capsys: pytest.CaptureFixture[str], wrong: Path, recorded: Path) -> None:
    recorded.write_text(recorded.read_text().replace('"start": 5', '"start": 0'))
    code, out, err = run(capsys, "replay", wrong, recorded)
    assert (code, err) == (5, "")
    assert out.startswith("UNKNOWN")


def test_replay_of_a_program_that_was_mended(capsys: pytest.CaptureFixture[str], copy: Path, recorded: Path) -> None:
    assert run(capsys, "replay", copy, recorded)[0] == 5


def test_replay_of_another_program(capsys: pytest.CaptureFixture[str], overflowing: Path, recorded: Path) -> None:
    code, out, err = run(capsys, "replay", overflowing, recorded)
    assert (code, out) == (6, "")
    assert len(err.splitlines()) == 1
    assert "the program has no input" in err


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "not json", '{"format": "veriabs counterexample"}', "\0"])
def test_replay_of_an_invalid_counterexample(
    capsys: pytest.CaptureFixture[str], wrong: Path, text: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.json").write_text(text)
    code, out, err = run(capsys, "replay", wrong, tmp_path / "bad.json")
    assert (code, out) == (6, "")
    assert len(err.splitlines()) == 1
    assert "bad.json" in err


def test_replay_of_missing_files(capsys: pytest.CaptureFixture[str], wrong: Path, tmp_path: Path) -> None:
    for file, values in ((wrong, tmp_path / "absent.json"), (tmp_path / "absent.c", wrong), (wrong, tmp_path)):
        code, out, err = run(capsys, "replay", file, values)
        assert (code, out) == (6, "")
        assert len(err.splitlines()) == 1


def test_replay_of_a_program_that_cannot_be_compiled(
    capsys: pytest.CaptureFixture[str], wrong: Path, recorded: Path
) -> None:
    wrong.write_text(wrong.read_text().replace("return 0;", "return undeclared;"))
    code, out, err = run(capsys, "replay", wrong, recorded)
    assert (code, err) == (5, "")
    assert "undeclared" in out


def test_replay_without_gcc(
    capsys: pytest.CaptureFixture[str], wrong: Path, recorded: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code, out, err = run(capsys, "replay", wrong, recorded)
    assert (code, out) == (69, "")
    assert len(err.splitlines()) == 1
    assert "gcc" in err


# ---------------------------------------------------------------------------------------------------------- its cost


def test_starting_is_cheap(copy: Path) -> None:
    """The modules that cost most are not loaded by a plain verification unless they are used."""
    code = (
        "import sys\nfrom veriabs.cli import app\nfrom veriabs.verify import engine\n"
        "from veriabs.report import console, json_report\n"
        "from veriabs.frontend import program\nprint(*sys.modules)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"rich", "typer", "yaml", "psutil", "networkx", "z3", "lark"}


@pytest.mark.long
def test_a_certificate_is_written_and_checked(
    copy: Path, wrong: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / "proof.json"
    code, out, _ = run(capsys, "verify", copy, *ALONE, "--proof", proof, "--check-proof")
    assert (code, out.splitlines()[-1].startswith("  proof: ACCEPTED  TRUE: ")) == (0, True)
    code, out, _ = run(capsys, "check", proof, copy)
    assert (code, out.startswith("ACCEPTED  TRUE: ")) == (0, True)
    code, out, _ = run(capsys, "check", proof, wrong)
    assert (code, out) == (5, "REJECTED  the certificate is about another program: its source is not the same\n")


def test_an_invalid_certificate_is_bad_input(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", copy, copy)
    assert (code, out) == (6, "")
    assert "copy.c: not JSON" in err


@pytest.mark.cbmc
def test_each_function_has_the_sizes_of_its_own_parameters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.c"
    path.write_text("int twice(int n) { return n / 2; }\nint second(const char *s) { return s[0] ? s[1] : 0; }\n")
    asked = ("verify", path, "--all-functions", "--check", "bounds", "--strategy", "cell_invariants", "--no-replay")
    code, out, _ = run(capsys, *asked, "--array", "s:text", "--plain")
    assert code == 0 and "no goals in twice" in out and "second: 2 goals hold" in out and "no parameter" not in out
    assert not [line for line in out.splitlines() if not line.strip()]
    code, _, err = run(capsys, *asked, "--array", "t:text", "--plain")
    assert code == 6 and "--array t: no function has a parameter t" in err
    code, out, _ = run(capsys, *asked, "--array", "s:text", "--plain", "--require-unconditional")
    assert code == 7 and "         TRUE if s points to a string of its own" in out
    assert "\nTRUE if the conditions above hold\n" in out


LIBRARY = """\
#include <assert.h>
void fill(int *a, int n, int v) {
  for (int i = 0; i < n; i++) a[i] = v;
}
void smallest(int *a, int n) {
  int m = 1000;
  for (int i = 0; i < n; i++) if (a[i] < m) m = a[i];
  for (int i = 0; i < n; i++) assert(m <= a[i]);
}
int deep(void) { _Complex double z; return 0; }
"""


def test_loops_of_all_functions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "library.c"
    path.write_text(LIBRARY)
    code, out, err = run(capsys, "loops", path, "--all-functions", "--array", "a:n")
    assert (code, err) == (0, "")
    fill, smallest = out.split("smallest:\n")
    assert fill.startswith(f"fill:\n{path}:3  loop while i < n\n") and "no assertion" in fill
    assert f"{path}:7  loop while i < n\n" in smallest and smallest.endswith("a complex number is not supported\n")
    code, out, err = run(capsys, "loops", path, "--all-functions", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert [(one["function"], one.get("line")) for one in found] == [
        *[("fill", 3), ("smallest", 7), ("smallest", 8), ("deep", None)]
    ]
    assert "a complex number is not supported" in found[-1]["error"]


@pytest.mark.long
@pytest.mark.cbmc
def test_shrink_factors_of_all_functions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, report = tmp_path / "library.c", tmp_path / "report.json"
    path.write_text(LIBRARY)
    code, out, err = run(capsys, "shrink", path, "--all-functions", "--check", "bounds", "--json", report)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "  fill: no loop can be shrunk"
    assert "  smallest: loop 7: shrink factor 1 (assertion at line 8)" in lines
    assert lines[-1] == "  deep: a complex number is not supported (line 10)"
    assert {(*one["lines"], one["shrink_factor"]) for one in validated(report)["loops"]} >= {(7, 1)}
    code, out, _ = run(capsys, "shrink", path, "--function", "fill", "--check", "bounds")
    assert code == 0 and "no loop can be shrunk; try: veriabs loops" in out


def test_a_file_without_main_or_assertions_leads_to_the_options_that_help(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "library.c"
    path.write_text(LIBRARY)
    code, _, err = run(capsys, "explain", path)
    assert code == 6 and "--function fill, or verify --all-functions" in err
    path.write_text("void fill(int *a, int n) { for (int i = 0; i < n; i++) a[i] = n; }\n")
    code, _, err = run(capsys, "shrink", path, "--function", "fill")
    assert code == 6 and "there is no assertion, so nothing to verify; try: --check bounds" in err


UNSEEN = """\
#include <assert.h>
int given(int);
int main(void) { int x = given(3); if (x < 0) x = 0; assert(x >= 0); return 0; }
"""


def test_slice_of_a_function(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.c"
    path.write_text("#include <assert.h>\nvoid f(int n) { int m = n; assert(m == n); }\nint g(void) { return 1; }\n")
    code, out, _ = run(capsys, "slice", path, "--function", "f")
    assert code == 0 and "int m = n;" in out and "f(n);" in out
    code, _, err = run(capsys, "slice", path)
    assert code == 6 and "there is no function main; it has f, g; try: --function f" in err


@pytest.mark.cbmc
def test_an_input_that_the_assertion_reads_is_shown_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "f.c"
    path.write_text("#include <assert.h>\nvoid f(int n) { assert(n == 3); }\n")
    code, out, _ = run(capsys, "verify", path, "--function", "f")
    assert code == 10 and sum(line.strip().startswith("n = ") for line in out.splitlines()) == 1


@pytest.mark.cbmc
def test_conditional_proof_is_reported_with_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, report = tmp_path / "unseen.c", tmp_path / "report.json"
    path.write_text(UNSEEN)
    asked = ("verify", path, "--strategy", "cell_invariants", "--no-replay", "--json", report)
    code, out, _ = run(capsys, *asked)
    assert code == 0 and "\nTRUE if given, which has no body, returns any value, " in out
    told = validated(report)
    assert (told["verdict"], told["conditional"]) == ("TRUE", True)
    assert [one["kind"] for one in told["conditions"]] == ["missing-body"]
    assert run(capsys, *asked, "--require-unconditional")[0] == 7
    code, out, _ = run(capsys, "explain", path, "--no-replay", "--strategy", "cell_invariants")
    assert code == 0 and "the assertion at line 3 holds in every run if given, which has no body, " in out


@pytest.mark.cbmc
def test_a_batch_counts_proofs_under_conditions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, db, page = tmp_path / "unseen.c", tmp_path / "results.sqlite", tmp_path / "page.html"
    path.write_text(UNSEEN)
    asked = ("batch", path, "--db", db, "--strategy", "cell_invariants", "--no-replay", "--again", "--jobs", "1")
    code, out, _ = run(capsys, *asked)
    assert code == 0 and "] TRUE if  -" in out and "1 under conditions" in out
    assert run(capsys, *asked, "--require-unconditional")[0] == 7
    assert "1 TRUE under conditions" in run(capsys, "report", db)[1]
    assert run(capsys, "report", db, "--html", page)[0] == 0
    assert '"TRUE if"' in page.read_text() and "given, which has no body" in page.read_text()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("-I", "."), "-I, given here or in veriabs.toml; gcc -E makes one file"),
        (("--keep", "kept", "--all-functions"), "--keep, --all-functions"),
        (("-include", "other.h"), "-include"),
        (("other.c",), "several files"),
        (("--property", "p.prp"), "checks no property but assertions"),
        ((), "-I, given here or in veriabs.toml"),
    ],
)
def test_a_server_refuses_what_it_cannot_follow(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    named: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("copy.c").write_text("int main(void) { return 0; }\n")
    Path("p.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    if not words:
        Path("veriabs.toml").write_text('I = ["."]\n')
    code, _, err = run(capsys, "verify", "copy.c", *words, "--server", "http://127.0.0.1:1")
    assert code == 64 and named in err
