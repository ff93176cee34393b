"""Names in annotated text: each refers to the variable that is visible there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from veriabs.annotate.annotate import annotate
from veriabs.core.deadline import Deadline
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.verify.options import Options

CLASHES = """\
#include <assert.h>
int a[50], b[50], n = 50;
static void raised(int *b, const int *a, int count) {
  int n = 0;
  for (int i = 0; i < count; i++) {
    n = n - 1;
    b[i] = a[i] + 1;
  }
}
int main(void) {
  raised(a, b, n);
  for (int i = 0; i < 50; i++) assert(a[i] == b[i] + 1);
  return 0;
}
"""
"""Parameters and a local variable that are called like global ones which they are not: `b` is `a`, and `a` is `b`."""

MOVED = CLASHES.replace("raised(a, b, n);\n", "raised(b, a, n);\n").replace("a[i] == b[i] + 1", "b[i] == a[i] + 1")
"""The same functions with other arguments."""

pytestmark = [pytest.mark.cbmc, pytest.mark.long]


def annotated(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    task, deadline = load(path), Deadline(60.0)
    return annotate(task, load_program(task, deadline), "asserts", Options(timeout=60.0), deadline).text


@pytest.mark.parametrize("text", [CLASHES, MOVED])
def test_assertions_over_clashing_names_hold_when_run(tmp_path: Path, text: str) -> None:
    said = annotated(tmp_path / "input.c", text)
    assert "for (long long k = 0; k < i; k++) assert(b[k] == a[k] + 1);" in said
    assert "assert((long long)n + (long long)i == 0);" in said
    (tmp_path / "said.c").write_text(said, encoding="utf-8")
    subprocess.run(["gcc", "-w", str(tmp_path / "said.c"), "-o", str(tmp_path / "said")], check=True)
    assert subprocess.run([str(tmp_path / "said")], check=False).returncode == 0
    # The run tells names apart: with those of the caller it fails.
    wrong = said.replace("assert(b[k] == a[k] + 1);\n    n = n - 1;", "assert(a[k] == b[k] + 1);\n    n = n - 1;")
    assert wrong != said
    (tmp_path / "said.c").write_text(wrong, encoding="utf-8")
    subprocess.run(["gcc", "-w", str(tmp_path / "said.c"), "-o", str(tmp_path / "said")], check=True)
    assert subprocess.run([str(tmp_path / "said")], check=False, stderr=subprocess.DEVNULL).returncode != 0
