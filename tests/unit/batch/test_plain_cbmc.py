"""The baseline: the input and the verdicts of plain CBMC."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.batch import plain_cbmc
from veriabs.core.reasons import ReasonKind
from veriabs.core.results import Verdict
from veriabs.core.source import Task
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc

ERROR = "extern void reach_error(void);\n"


def text_of(folder: Path, text: str) -> str:
    (folder / "p.c").write_text(text)
    return plain_cbmc.preprocess(Task(folder / "p.c"), 60.0)


@pytest.mark.parametrize("text", [
    ERROR + "int main(void) { reach_error(); }\n",
    "void reach_error(void) { }\nint main(void) { reach_error(); }\n",
    "void __attribute__((noreturn)) reach_error(void) { for (;;); }\nint main(void) { reach_error(); }\n",
    "extern void __VERIFIER_error(void);\nint main(void) { __VERIFIER_error(); }\n",
], ids=["declared", "empty", "with an attribute", "by its other name"])  # fmt: skip
def test_an_error_function_is_a_violation_once(tmp_path: Path, text: str) -> None:
    assert text_of(tmp_path, text).count('__CPROVER_assert(0, "the error is not reached")') == 1


def test_functions_that_have_a_body_keep_it(tmp_path: Path) -> None:
    text = "void __VERIFIER_assert(int c) { if (!c) for (;;); }\nint main(void) { __VERIFIER_assert(0); }\n"
    assert "__CPROVER_assert" not in text_of(tmp_path, text)
    assert "__CPROVER_assert(condition" in text_of(tmp_path, text.replace("{ if (!c) for (;;); }", ";"))


@pytest.mark.cbmc
@pytest.mark.parametrize(("program", "verdict"), [
    ("int main(void) { int x; if (x != x) reach_error(); }\n", Verdict.TRUE),
    ("int main(void) { int x; if (x == 5) reach_error(); }\n", Verdict.FALSE),
])  # fmt: skip
def test_verdict_ignores_accesses_out_of_bounds(tmp_path: Path, cbmc: Cbmc, program: str, verdict: Verdict) -> None:
    """The baseline does not check accesses out of bounds."""
    text = text_of(tmp_path, ERROR + "int a[3];\n" + program.replace("int x;", "int x; a[x] = 1;"))
    assert plain_cbmc.check(Task(tmp_path / "p.c"), text, Solver.BUILT_IN, cbmc, 60.0, None).verdict is verdict


@pytest.mark.cbmc
def test_a_loop_without_a_bound_ends_with_the_time(tmp_path: Path, cbmc: Cbmc) -> None:
    text = text_of(tmp_path, ERROR + "int main(void) { int n, i; for (i = 0; i < n; i++); reach_error(); }\n")
    answer = plain_cbmc.check(Task(tmp_path / "p.c"), text, Solver.BUILT_IN, cbmc, 0.5, None)
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.reason is not None and answer.reason.kind is ReasonKind.TIMEOUT


def test_missing_solver_gives_no_verdict(tmp_path: Path, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_cbmc.command, "find_z3", lambda: None)
    answer = plain_cbmc.check(Task(tmp_path / "p.c"), "", Solver.Z3, cbmc, 1.0, None)
    assert (answer.verdict, answer.reason and answer.reason.text) == (Verdict.UNKNOWN, "solver missing: z3")
