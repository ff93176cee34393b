"""Test counterexamples as unit tests: they fail on the user's file, and pass once it is corrected."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.counterexample import (
    BodilessFunction,
    Counterexample,
    ErrorSite,
    Input,
    Rerun,
    Site,
    SiteKind,
    VisitRange,
)
from veriabs.core.errors import InputError
from veriabs.core.goals import GoalKind
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Entry, Task, Where
from veriabs.core.types import INT, CType, FloatType, IntType
from veriabs.report.unit_tests import write
from veriabs.verify.options import FRAMEWORKS

UCHAR = IntType("unsigned char", 8, False)
HEAD = """\
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
"""
WRONG = HEAD + """\
int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_int() == 9) exit(3);
  assert(sum != 42);
  return 1;
}
"""
"""The first ten calls add up to 42, the next one gives what does not end the program."""
VALUES = (VisitRange(0, 9, 4), VisitRange(9, 2, 6, 2))


def error(text: str = "assert", kind: GoalKind = GoalKind.ASSERTION) -> ErrorSite:
    return ErrorSite(0, text, False, Where("p.c", 8), "main", kind)


def report(path: Path, *calls: BodilessFunction, **changes: object) -> Report:
    example = Counterexample("native", (), (), error(), error(), (), "", (), rerun=Rerun(calls))
    task = Task(path, entry=changes.pop("entry", Entry()), defines=changes.pop("defines", ()))  # type: ignore[arg-type]
    return Report(task, Verdict.FALSE, "", None, (), (), 0.0, 0.0, "", replace(example, **changes))  # type: ignore[arg-type]


def called(*spans: VisitRange, of: CType = INT, name: str = "__VERIFIER_nondet_int") -> BodilessFunction:
    return BodilessFunction(name, of, spans)


def program(folder: Path, text: str) -> Path:
    path = folder / "p.c"
    path.write_text(text)
    return path


def compiled(folder: Path, stem: str = "p") -> subprocess.CompletedProcess[str]:
    """Runs the build command that the test names."""
    text = (folder / f"test_{stem}.c").read_text()
    command = next(line for line in text.splitlines() if "gcc " in line).strip().removesuffix("*/")
    return subprocess.run(("sh", "-c", command), cwd=folder, capture_output=True, text=True)


def test_a_ctest_fails_until_the_file_is_mended(tmp_path: Path) -> None:
    path = program(tmp_path, WRONG)
    write(tmp_path / "t", report(path, called(*VALUES)), "ctest")
    failed = compiled(tmp_path / "t")
    assert failed.returncode == 1 and "assertion violated at p.c:8" in failed.stderr and "sum != 42" in failed.stderr
    path.write_text(WRONG.replace("sum != 42", "sum != 43"))
    assert compiled(tmp_path / "t").returncode == 0


@pytest.mark.long
def test_a_pytest_does(tmp_path: Path) -> None:
    path = program(tmp_path, WRONG)
    write(tmp_path / "t", report(path, called(*VALUES)), "pytest")
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "t"))
    failed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert failed.returncode == 1 and "p.c:8: veriabs_main: sum != 42" in failed.stdout
    path.write_text(WRONG.replace("sum != 42", "sum != 43"))
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 0


@pytest.mark.long
@pytest.mark.skipif(shutil.which("cmake") is None, reason="no cmake here")
def test_cmake_runs_a_ctest(tmp_path: Path) -> None:
    path = program(tmp_path, WRONG.replace("42", "SUM"))
    write(tmp_path / "t", report(path, called(*VALUES), defines=("SUM=42",)), "ctest")
    for command in ("cmake -S t -B b", "cmake --build b"):
        subprocess.run(command.split(), cwd=tmp_path, check=True, capture_output=True)
    failed = subprocess.run(("ctest", "--output-on-failure"), cwd=tmp_path / "b", capture_output=True, text=True)
    assert failed.returncode != 0 and "assertion violated at p.c:8" in failed.stdout


@pytest.mark.skipif(not Path("/usr/include/cmocka.h").is_file(), reason="no cmocka here")
def test_a_cmocka_test_outlives_the_failure(tmp_path: Path) -> None:
    path = program(tmp_path, WRONG)
    write(tmp_path / "t", report(path, called(*VALUES)), "cmocka")
    failed = compiled(tmp_path / "t")
    assert failed.returncode == 1 and "1 FAILED TEST(S)" in failed.stderr
    path.write_text(WRONG.replace("sum != 42", "sum != 43"))
    assert compiled(tmp_path / "t").returncode == 0


UNITY = """\
#include <stdio.h>
static int wrong;
#define UNITY_BEGIN() (wrong = 0)
#define UNITY_END() wrong
#define RUN_TEST(test) (setUp(), test(), tearDown())
#define TEST_ASSERT_EQUAL_INT_MESSAGE(a, b, text) ((a) == (b) ? (void)0 : (void)(wrong++, puts(text)))
"""
"""As little of Unity as the test needs, since no package of Debian has it."""


def test_a_unity_test_uses_its_macros(tmp_path: Path) -> None:
    path = program(tmp_path, WRONG)
    write(tmp_path / "t", report(path, called(*VALUES)), "unity")
    (tmp_path / "t" / "unity.h").write_text(UNITY)
    (tmp_path / "t" / "unity.c").write_text("")
    failed = compiled(tmp_path / "t")
    assert failed.returncode == 1 and "assertion violated at p.c:8" in failed.stdout
    path.write_text(WRONG.replace("sum != 42", "sum != 43"))
    assert compiled(tmp_path / "t").returncode == 0


ENTRY = """
int main(void)
{
  int n;
  n = ((int) veriabs_input(1));
  double d = veriabs_input_double(2);
  if (!(n >= 0))
  {
    abort();
  }
  unsigned char *a = VERIABS_MALLOC(3, n * (sizeof(unsigned char)), sizeof(unsigned char));
  put(a, n, d);
  return 0;
}
"""
PUT = """\
void put(unsigned char *a, int n, double d) { if (a[0] == 1 && a[1] == 2 && d == 0.5) a[n] = 7; }
int main(void) { return 0; }
"""


def test_a_function_is_called_with_the_inputs(tmp_path: Path) -> None:
    path, where = program(tmp_path, PUT), Where("p.c", 1)
    given = (
        Input(Site(1, SiteKind.VARIABLE, "n", INT, where), (VisitRange(0, 1, 2),)),
        Input(Site(2, SiteKind.VARIABLE, "d", FloatType("double", 64), where), (VisitRange(0, 1, 0x3FE0000000000000),)),
        Input(Site(3, SiteKind.MEMORY, "a", UCHAR, where), (VisitRange(0, 2, 1, 1),)),
    )
    goal = error("a[n]", GoalKind.BOUNDS)
    made = report(path, entry=Entry("put"), inputs=given, rerun=Rerun((), ENTRY), target=goal, assertion=goal)
    write(tmp_path / "t", made, "ctest")
    assert "n = ((int) 2);" in (tmp_path / "t" / "p_put_inputs.c").read_text()
    failed = compiled(tmp_path / "t", "p_put")
    assert failed.returncode != 0 and "heap-buffer-overflow" in failed.stderr
    path.write_text(PUT.replace("a[n]", "a[n - 1]"))
    assert compiled(tmp_path / "t", "p_put").returncode == 0


@pytest.mark.parametrize("body", [";", "{ abort(); }", "{ exit(0); }", "{ }"])
def test_unit_test_fails_whatever_the_error_function_does(tmp_path: Path, body: str) -> None:
    main = "int main(void) { if (__VERIFIER_nondet_int() == 1) reach_error(); abort(); }\n"
    text = f"{HEAD}void reach_error(void) {body}\n{main}"
    path = program(tmp_path, text)
    write(tmp_path / "t", report(path, called(VisitRange(0, 1, 1)), target=error("reach_error")), "ctest")
    assert compiled(tmp_path / "t").returncode == 1
    path.write_text(text.replace("== 1", "== 2"))
    assert compiled(tmp_path / "t").returncode == 0


def test_unset_memory_is_zero_in_the_unit_test(tmp_path: Path) -> None:
    text = HEAD + "int main(void) { int x; int *a = malloc(400); assert(x != 0 || a[99] != 0); free(a); return 0; }\n"
    unset = Input(Site(0, SiteKind.VARIABLE, "x", INT, Where("p.c", 4)), (VisitRange(0, 1, 0),))
    write(tmp_path / "t", report(program(tmp_path, text), inputs=(unset,)), "ctest")
    assert compiled(tmp_path / "t").returncode == 1


UNSET = Input(Site(0, SiteKind.VARIABLE, "x", INT, Where("p.c", 4)), (VisitRange(0, 1, 5),))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"inputs": (UNSET,)}, "no test can set the uninitialised x at line 4"),
        ({"target": error("ERROR")}, "no test can detect that the label ERROR is reached"),
        ({"assertion": error("x", GoalKind.CONVERSION)}, "no sanitizer detects violations of the check conversion"),
        ({"overflow": True}, "the run relies on signed arithmetic that wraps"),
        ({"rerun": Rerun((BodilessFunction("f", INT, None),))}, "f gives too many different values"),
    ],
)
def test_a_counterexample_that_cannot_be_a_unit_test_is_rejected(
    tmp_path: Path, changes: dict[str, object], said: str
) -> None:
    for framework in FRAMEWORKS:
        with pytest.raises(InputError, match=f"--as {framework}: {said}"):
            write(tmp_path / "t", report(program(tmp_path, WRONG), **changes), framework)
    assert not (tmp_path / "t").exists()


def test_macros_of_the_file_change_nothing_of_the_test(tmp_path: Path) -> None:
    path = program(tmp_path, WRONG + "#define count 1\n#define next 2\n#define input 3\n#define size 4\n")
    write(tmp_path / "t", report(path, called(*VALUES)), "ctest")
    assert compiled(tmp_path / "t").returncode == 1


def test_names_of_files_cannot_end_a_comment_or_a_string(tmp_path: Path) -> None:
    path = tmp_path / 'a*b"c%d.c'
    path.write_text(WRONG)
    with pytest.raises(InputError, match="cannot be included"):
        write(tmp_path / "t", report(path, called(*VALUES)), "ctest")
    path = path.rename(tmp_path / "a*b%d é.c")
    write(tmp_path / "t", report(path, called(*VALUES)), "ctest")
    assert compiled(tmp_path / "t", "a_b_d__").returncode == 1
