"""`veriabs cbmc`: CBMC's options as checks, its exit codes, and its JSON."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from veriabs.cli import cbmc
from veriabs.cli.app import main
from veriabs.cli.parser import parser
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import DataModel, Task, Where

PROGRAM = """\
#include <assert.h>
int a[100000];
int main(void) {
  for (int i = 0; i < 100000; i++) a[i] = 1;
  for (int i = 0; i < 100000; i++) assert(a[i] == 1);
}
"""


def chosen(*words: str) -> Namespace:
    return parser(["cbmc"]).parse_args(["cbmc", "file.c", *words])


def report(verdict: Verdict, conditions: tuple[VerdictCondition, ...] = ()) -> Report:
    goals = tuple(
        GoalAnswer(Goal(kind, Where("file.c", line)), verdict, "shrinking", conditions=conditions)
        for kind, line in ((GoalKind.ASSERTION, 5), (GoalKind.BOUNDS, 4), (GoalKind.BOUNDS, 5))
    )
    task = Task(Path("file.c"), DataModel.LP64)
    return Report(task, verdict, "shrinking", None, (), (), 1.0, 1.0, "6.6.0", goals=goals, conditions=conditions)


@pytest.mark.parametrize(
    ("words", "checks"),
    [
        ((), ("bounds", "overflow", "div-by-zero", "shift", "pointer")),
        (("--no-standard-checks",), ()),
        (("--no-standard-checks", "--bounds-check", "--nan-check"), ("bounds", "nan")),
        (("--no-signed-overflow-check", "--no-pointer-check"), ("bounds", "div-by-zero", "shift")),
        (("--no-standard-checks", "--check", "conversion"), ("conversion",)),
    ],
)
def test_checks_of_cbmc_are_kinds_of_goals(words: tuple[str, ...], checks: tuple[str, ...]) -> None:
    assert cbmc.wanted(chosen(*words)) == checks


def test_options_about_unwinding_have_no_effect() -> None:
    words = ("--unwind", "5", "--trace", "--object-bits", "11")
    assert cbmc.ignored(chosen(*words)) == ["--unwind", "--object-bits", "--trace"]


def test_options_of_starter_kit_proofs_are_accepted() -> None:
    checks = "--conversion-check --float-overflow-check --nan-check --pointer-overflow-check --unsigned-overflow-check"
    given = chosen(*f"--flush --object-bits 8 {checks} --trace --no-malloc-may-fail".split())
    assert given.unchecked == ["no floating-point operation overflows", "no pointer arithmetic overflows"]
    assert {"conversion", "nan", "unsigned-overflow"} < set(cbmc.wanted(given))


def test_results_have_the_form_of_cbmc() -> None:
    program, result, said, status = cbmc.messages(report(Verdict.TRUE))
    assert str(program["program"]).endswith("(CBMC 6.6.0)")
    assert isinstance(result["result"], list)
    names = [one["property"] for one in result["result"]]
    assert names == ["main.assertion.1", "main.array_bounds.1", "main.array_bounds.2"]
    assert {one["status"] for one in result["result"]} == {"SUCCESS"}
    assert (said["messageText"], status) == ("VERIFICATION SUCCESSFUL", {"cProverStatus": "success"})


def test_a_proof_under_conditions_is_no_success() -> None:
    conditions = (VerdictCondition(ConditionKind.ENTRY, "a has n elements"),)
    *_, said, status = cbmc.messages(report(Verdict.TRUE, conditions))
    assert said["messageText"] == "VERIFICATION INCONCLUSIVE: TRUE if a has n elements"
    assert status == {"cProverStatus": "inconclusive"}


@pytest.mark.long
@pytest.mark.cbmc
def test_a_program_is_decided_with_options_of_cbmc(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file.c"
    path.write_text(PROGRAM)
    assert main(["cbmc", "--bounds-check", "--unwind", "3", "--json-ui", str(path)]) == 0
    printed = capsys.readouterr()
    assert "no effect here: --unwind" in printed.err
    assert json.loads(printed.out)[-1] == {"cProverStatus": "success"}
    assert main(["cbmc", "--no-standard-checks", "--float-overflow-check", str(path)]) == 7
    last = "VERIFICATION INCONCLUSIVE: TRUE if no floating-point operation overflows"
    assert capsys.readouterr().out.splitlines()[-1] == last
    path.write_text(PROGRAM.replace("a[i] == 1", "a[i] == 2"))
    assert main(["cbmc", "--no-standard-checks", str(path)]) == 10
    assert capsys.readouterr().out.splitlines()[-1] == "VERIFICATION FAILED"
