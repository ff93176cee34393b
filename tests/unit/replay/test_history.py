"""A counterexample that is run again reports the iterations around its error."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample, ErrorSite, Input, Iterations, Operand, VisitRange
from veriabs.core.goals import GoalKind
from veriabs.core.source import Task, Where
from veriabs.frontend.instrumented_program import load_recording_program
from veriabs.replay.history import with_history

TEXT = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int in[99], out[99]; float mean;
void __VERIFIER_assert(int c) { if (!c) reach_error(); }
int main(void) {
  for (int i = 0; i < 99; i++) in[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 99; i++) { if (in[i] != 7) { out[i] = in[i]; mean += 0.5f; } }
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 99; i++) { __VERIFIER_assert(out[i] == in[i]); }
}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "a.c"
    found.write_text(TEXT, encoding="utf-8")
    return found


def history_rows(
    path: Path, example: Counterexample, checks: tuple[str, ...] = ()
) -> list[tuple[int, list[str | None]]]:
    def rows(table: Iterations) -> list[str | None]:
        return [f"{row.iteration}: {[v and v.value for v in row.values]}" for row in table.rows]

    program = load_recording_program(Task(path, checks=checks))
    assert "VERIABS_SEEN" not in program.subject.plain
    return [(one.loop.line, rows(one)) for one in with_history(example, program, path.parent, 20.0).history]


def example_of(path: Path, values: tuple[VisitRange, ...]) -> Counterexample:
    subject = load_recording_program(Task(path)).subject
    target = next(one for one in subject.errors if not one.asserts)
    assertion = next(one for one in subject.errors if one.asserts)
    operands = (Operand("out[i]", "out[40]", 0), Operand("in[i]", "in[40]", 7))
    return Counterexample("x", (Input(subject.sites[0], values),), (), target, assertion, operands, "", ())


def test_history_has_iterations_near_the_error_and_writes_of_its_operands(path: Path) -> None:
    example = example_of(path, (VisitRange(40, 1, 7),))
    assert history_rows(path, example) == [
        (4, ["41: [40, 7]"]),
        (5, ["41: [40, 7, None, None]"]),
        (6, ["1: [0]"]),
        (7, ["38: [37, 0, 0]", "39: [38, 0, 0]", "40: [39, 0, 0]", "41: [40, 0, 7]"]),
    ]


def test_run_without_the_error_has_no_history(path: Path) -> None:
    assert history_rows(path, example_of(path, ())) == []
    example = example_of(path, (VisitRange(40, 1, 7),))
    assert history_rows(path, replace(example, target=replace(example.target, where=Where("b.c", 3)))) == []


def test_run_stopped_by_a_sanitizer_has_a_history(path: Path) -> None:
    text = "int a[5];\nint main(void) {\n  int s = 1;\n  while (s < 9) {\n    a[s] = 7; s++; }\n}\n"
    path.write_text(text, encoding="utf-8")
    at = ErrorSite(0, "", False, Where(str(path), 5, 5), "", GoalKind.BOUNDS)
    example = Counterexample("x", (), (), at, at, (), "", (), detail="out of bounds")
    assert history_rows(path, example, ("bounds",)) == [(4, ["2: [2, 7]", "3: [3, 7]", "4: [4, 7]", "5: [5, None]"])]
