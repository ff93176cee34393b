"""`explain`: the facts behind a proof, the iteration of a violation, and a tested missing fact of an open proof."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.annotate.explain import explain
from veriabs.core.deadline import Deadline
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Entry
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.verify import api
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc

HEAD = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint a[100000], b[100000];\n"
COPY = """\
int main(void) {
  for (int i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 100000; i++) b[i] = a[i] + 1;
  for (int i = 0; i < 100000; i++) assert(b[i] == a[i] + 1);
  return 0;
}
"""


def explained(tmp_path: Path, text: str, entry: str = "main", **options: object) -> tuple[Report, list[str]]:
    path = tmp_path / "p.c"
    path.write_text(HEAD + text, encoding="utf-8")
    chosen = Options(timeout=30.0, **options)  # type: ignore[arg-type]
    task, deadline = load(path, entry=Entry(entry), checks=chosen.checks), Deadline(60.0)
    program = load_program(task, deadline)
    report = api.verify(task, chosen, read=lambda _: program)
    return report, list(explain(task, program, report, chosen, deadline))


@pytest.mark.long
def test_explanation_of_a_proof_describes_each_write(tmp_path: Path) -> None:
    report, lines = explained(tmp_path, COPY, strategies=("shrinking",), replay=False)
    assert report.verdict is Verdict.TRUE
    assert "line 5: cell k of a is written once, in the iteration with i == k, with any value" in lines
    once = "line 6: cell k of b is written once, in the iteration with i == k, from a[k] + 1"
    assert f"{once} (nothing writes a after line 5)" in lines
    assert "line 6: invariant at the loop test: for every k with 0 <= k < i: b[k] == a[k] + 1" in lines
    (held,) = (number for number, line in enumerate(lines) if line == "the assertion at line 7 holds in every run")
    assert lines[held + 1].startswith("  proved by shrinking: fuses neighbouring loops")
    assert "also occurs with one arbitrary iteration" in lines[-1]


@pytest.mark.parametrize(
    ("loop", "sentence"),
    [
        ("if (a[i] > 3) b[i] = 7;", "at most once, in the iteration with i == k and only if a[k] > 3, from 7"),
        ("b[i] = 1; if (a[i] > 3) b[i] = 7;", "written, in the iteration with i == k, from 1"),
        ("b[i / 2] = a[i];", "b[i / 2] is written, from a[i]"),
        ("b[99999 - i] = a[i];", "b[99999 - i] is written, from a[i]"),
    ],
)
def test_single_write_is_reported_only_if_it_is_single(tmp_path: Path, loop: str, sentence: str) -> None:
    from veriabs.annotate.explain import about_loops
    from veriabs.frontend.scopes import scopes_in

    path = tmp_path / "p.c"
    main = f"int main(void) {{ for (int i = 0; i < 100000; i++) {{ {loop} }} assert(b[5] < 99); }}\n"
    path.write_text(HEAD + main, encoding="utf-8")
    program = load_program(load(path), Deadline(30.0))
    (sentences,) = about_loops(program, scopes_in(program)).values()
    assert any(sentence in one for one in sentences), sentences


def test_explanation_of_a_violation_names_the_iteration(tmp_path: Path) -> None:
    text = COPY.replace("int i = 0; i < 100000; i++) b[i]", "int i = 0; i < 99999; i++) b[i]")
    report, lines = explained(tmp_path, text)
    assert report.verdict is Verdict.FALSE
    assert "the assertion at line 7 fails" in lines
    assert lines[-1] == "  in iteration 100,000 of the loop at line 7"


@pytest.mark.long
def test_missing_fact_is_tested_before_it_is_suggested(tmp_path: Path) -> None:
    text = COPY.replace("assert(b", "assert(a[i] >= 0 && b")
    report, lines = explained(tmp_path, text, strategies=("cell_invariants",), replay=False)
    assert report.verdict is Verdict.UNKNOWN
    missing = lines.index("  missing at line 6: for every k with 0 <= k < 100000: a[k] >= 0")
    assert lines[missing + 1] == "    assuming it there completes the proof; not proved: at the loop's entry"


@pytest.mark.long
def test_a_missing_size_of_a_parameter_is_a_precondition(tmp_path: Path) -> None:
    loop = "  for (int i = 0; i < n; i++) last = i;\n"
    text = f"void f(int *p, int n) {{\n  int last;\n{loop}  assert(n == 0 || last >= 0);\n}}\n"
    report, lines = explained(tmp_path, text, entry="f", strategies=("cell_invariants",), replay=False)
    assert report.verdict is Verdict.UNKNOWN
    assert any(line.startswith("  missing condition on n at line 4: n >") for line in lines), lines
    assert any("a precondition of f: __CPROVER_requires(n >" in line for line in lines), lines


@pytest.mark.long
def test_contradictory_precondition_is_not_suggested(tmp_path: Path) -> None:
    read = "int n = __VERIFIER_nondet_int(); if (n < 5000) return 0;"
    text = f"int main(void) {{ {read} assert(n != 7000); return 0; }}\n"
    report, lines = explained(tmp_path, text, strategies=("cell_invariants",), replay=False)
    assert report.verdict is Verdict.UNKNOWN
    assert not any(line.startswith("  missing") for line in lines)


@pytest.mark.long
def test_the_tried_attempts_are_reported_if_none_succeeds(tmp_path: Path) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7); return 0; }\n"
    report, lines = explained(tmp_path, text, strategies=("cell_invariants",), replay=False)
    assert report.verdict is Verdict.UNKNOWN
    assert not any(line.startswith("  missing") for line in lines)
    assert any(line.startswith("    cell_invariants: ") for line in lines)


def test_checks_without_a_site_have_no_line(tmp_path: Path) -> None:
    report, lines = explained(tmp_path, "int same(int x) { return x; }\n", "same", checks=("bounds",), replay=False)
    assert report.verdict is Verdict.TRUE
    assert "the bounds check of the program holds in every run" in lines
