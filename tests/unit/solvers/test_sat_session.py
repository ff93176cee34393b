"""Test the session that decides the checks of a formula one by one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from veriabs.solvers.sat_session import answers

FORMULA = """p cnf 6 6
1 -4 5 0
2 -4 0
-5 4 0
-3 6 0
4 0
-1 -2 -3 0
c main::x!0@1#2 4
c leave_out_1#1 1
c leave_out_2#1 2
c leave_out_3#1 3
c leave_out_4#1 TRUE
"""
"""The last clause says that some check is not left out. Check 2 holds, since its variable follows from the others."""


def test_check_holds_if_the_formula_is_unsatisfiable_without_the_others() -> None:
    found = dict(answers(FORMULA))
    assert found == {1: "FAILURE", 2: "SUCCESS", 3: "FAILURE"}


def test_each_check_is_first_undecided() -> None:
    assert list(answers(FORMULA))[:3] == [(1, "UNKNOWN"), (2, "UNKNOWN"), (3, "UNKNOWN")]


def test_checks_after_a_failed_stage_are_not_decided() -> None:
    assert dict(answers(FORMULA, vital={1})) == {1: "FAILURE", 2: "UNKNOWN", 3: "UNKNOWN"}
    assert dict(answers(FORMULA, droppable={3})) == {1: "UNKNOWN", 2: "UNKNOWN", 3: "FAILURE"}
    assert dict(answers(FORMULA, vital={2}, droppable={1})) == {1: "FAILURE", 2: "SUCCESS", 3: "UNKNOWN"}


def test_no_check_is_decided_if_the_formula_is_satisfiable_without_them() -> None:
    without = FORMULA.replace("-1 -2 -3 0\n", "-1 -2 -3 6 0\n")
    assert {status for _, status in answers(without)} == {"UNKNOWN"}


@pytest.mark.parametrize(
    "text", ["p cnf 1 1\n0\n", "p cnf 1 1\n1 x 0\nc leave_out_1#1 1\n", "p cnf 1 1\n1 0\n0\nc a 1\n"]
)
def test_formula_that_is_not_understood_has_no_answers(text: str) -> None:
    with pytest.raises((ValueError, msgspec.DecodeError)):
        list(answers(text))


def test_formula_in_which_a_variable_has_two_values_has_no_answers() -> None:
    with pytest.raises(ValueError, match="check 1 has several values"):
        list(answers(FORMULA + "c leave_out_1#2 5\n"))


def test_process_prints_one_answer_per_line(tmp_path: Path) -> None:
    (tmp_path / "formula.cnf").write_text(FORMULA)
    command = [sys.executable, "-m", "veriabs.solvers.sat_session", str(tmp_path / "formula.cnf"), "", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["1 UNKNOWN", "2 UNKNOWN", "3 UNKNOWN", "1 FAILURE"]
