"""`loops`, `shrink`, `explain` and `annotate` read several files as one program, and functions without assertions."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.cli.app import main

FILL = "void fill(int *p, int n) {\n  for (int i = 0; i < n; i++)\n    p[i] = 1;\n}\n"
USE = """\
#include <assert.h>
void fill(int *p, int n);
int b[100000];
int main(void) {
  fill(b, 100000);
  for (int i = 0; i < 100000; i++)
    assert(b[i] == 1);
}
"""
CONTRACT = """\
void fill(int *p, int n)
__CPROVER_requires(__CPROVER_is_fresh(p, n * sizeof *p))
__CPROVER_ensures(__CPROVER_forall { int k; (0 <= k && k < n) ==> p[k] == 1 })
{
  for (int i = 0; i < n; i++)
    p[i] = 1;
}
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """A program in two files."""
    (tmp_path / "use.c").write_text(USE)
    (tmp_path / "fill.c").write_text(FILL)
    return str(tmp_path / "use.c"), str(tmp_path / "fill.c")


def test_loops_of_all_files_are_listed(capsys: pytest.CaptureFixture[str], files: tuple[str, str]) -> None:
    assert main(["loops", *files]) == 0
    printed = capsys.readouterr().out
    assert "fill.c:2  loop while i < 100000" in printed
    assert "use.c:6  loop while i < 100000" in printed


@pytest.mark.cbmc
def test_loops_of_other_files_are_shrunk(capsys: pytest.CaptureFixture[str], files: tuple[str, str]) -> None:
    assert main(["shrink", *files]) == 0
    assert "loop 2: shrink factor 1 (assertion at line 7)" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.cbmc
def test_an_explanation_names_the_file_of_a_loop(capsys: pytest.CaptureFixture[str], files: tuple[str, str]) -> None:
    assert main(["explain", *files]) == 0
    printed = capsys.readouterr().out
    assert "fill.c:2: the loop runs 100,000 times" in printed
    assert "the assertion at line 7 holds in every run" in printed


@pytest.mark.long
@pytest.mark.cbmc
def test_the_first_file_is_annotated(capsys: pytest.CaptureFixture[str], files: tuple[str, str]) -> None:
    assert main(["annotate", *reversed(files)]) == 0
    printed = capsys.readouterr()
    assert "__CPROVER_loop_invariant(0 <= i && i <= 100000)" in printed.out
    assert "use.c:6: this file is not annotated; to annotate it, name it first" in printed.err


def test_a_task_definition_has_its_own_file(capsys: pytest.CaptureFixture[str], files: tuple[str, str]) -> None:
    definition = Path(files[0]).with_suffix(".yml")
    definition.write_text("input_files: use.c\n")
    assert main(["loops", str(definition), files[1]]) == 6
    assert "a task definition names its own files; name no others" in capsys.readouterr().err


def test_loops_of_a_function_need_no_assertion(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "fill.c"
    path.write_text(FILL)
    assert main(["loops", str(path), "--function", "fill"]) == 0
    printed = capsys.readouterr().out
    assert "p[i] written, index (j-1)" in printed
    assert "\nno assertion\n" in printed
    assert "assertion 1" not in printed


def test_a_quantifier_of_a_contract_is_no_loop(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "contract.c"
    path.write_text(CONTRACT)
    assert main(["loops", str(path), "--function", "fill"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if "  loop while " in line] == [f"{path}:5  loop while i < n"]
    assert [line.split(":")[0] for line in printed if "after the loop" in line] == ["  after the loop at line 5"]
