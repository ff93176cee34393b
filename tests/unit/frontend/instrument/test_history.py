"""Test the program that records iterations: it has the input and error sites of the searched program."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.source import Task
from veriabs.frontend.instrumented_program import load_instrumented, load_recording_program

TEXT = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); struct point { int x; } s[9];
void check(int a, int b) { if (a != b) reach_error(); }
int f(int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    p[i] += __VERIFIER_nondet_int();
    int k = 3;
    do { sum = sum + (k ? p[i] : (int)s[k].x); k--; } while (k > 0);
  }
  return sum;
}
int main(void) {
  int *p = (int *)malloc(36), n = 9;
  if (n > __VERIFIER_nondet_int()) n--; else s[1].x = 3;
  check(f(p, n), 0);
  return 0; }
"""


@pytest.mark.parametrize("checks", [(), ("bounds", "conversion", "unsigned-overflow", "uninitialised")])
def test_loops_and_what_they_report(tmp_path: Path, checks: tuple[str, ...]) -> None:
    path = tmp_path / "a.c"
    path.write_text(TEXT, encoding="utf-8")
    plain, found = load_instrumented(Task(path, checks=checks)), load_recording_program(Task(path, checks=checks))
    assert (found.subject.sites, found.subject.errors) == (plain.sites, plain.errors)
    inner, outer = found.loops
    assert (outer.where.line, inner.where.line) == (6, 9) and outer.first < inner.first <= inner.last <= outer.last
    seen = [one.text for one in found.subject.seen]
    assert [seen[n] for n in outer.heads] == ["i", "n"] and [seen[n] for n in inner.heads] == ["k"]
    own = set(seen[outer.first : outer.last])
    assert own >= ({"p[i]", "i", "k", "sum", "s[k].x"} if not checks else {"p[i]"})
    assert outer.lines == frozenset({6, 7, 8, 9}) and outer.has(inner.where)
