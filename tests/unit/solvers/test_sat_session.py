"""Test the session that decides the checks of a formula one by one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from veriabs.solvers.questions import Answer, Question
from veriabs.solvers.sat_session import answers

FORMULA = """p cnf 8 7
1 2 3 0
-1 2 3 -8 0
-1 -2 3 0
1 2 -3 -8 0
1 -2 -3 0
-1 -2 -3 0
7 -7 0
c checked#1 FALSE FALSE FALSE
c checked#2 1 2 3
c fact_1#1 TRUE FALSE
c fact_1#2 7 FALSE
c fact_2#1 TRUE
c fact_2#2 8
"""
"""Literals 1 to 3 are the bits of the asked check's number. Checks 2 and 5 can fail, 1 and 4 unless fact 2 holds."""
CHECKS = [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2)]


def decided(
    formula: str = FORMULA, checks: list[tuple[int, int]] | None = None, refuted: list[int] | None = None
) -> list[Answer]:
    return list(answers(formula, Question(checks or CHECKS, refuted or [])))


def test_check_holds_if_the_formula_is_unsatisfiable_with_its_number() -> None:
    found = {one.check: one.status for one in decided(checks=[(2, 0), (3, 0)])}
    assert found == {2: "FAILURE", 3: "SUCCESS"}


def test_proof_names_the_facts_that_it_assumes_and_is_tried_again_without_one_that_fails() -> None:
    assert [one for one in decided() if one.check == 1] == [Answer(1, "SUCCESS", [2]), Answer(1, "FAILURE")]


def test_facts_that_no_proof_assumes_are_not_decided() -> None:
    assert {one.check for one in decided()} == {1, 2, 3, 5}
    assert {one.check for one in decided(checks=[(3, 0), (4, 1), (5, 2)])} == {3}


def test_refuted_facts_are_left_out_from_the_beginning() -> None:
    assert [one for one in decided(refuted=[2]) if one.check in (1, 5)] == [Answer(1, "FAILURE")]


def test_no_check_is_decided_if_the_formula_is_satisfiable_without_them() -> None:
    assert decided(FORMULA.replace("\n1 2 3 0\n", "\n1 2 3 6 0\n")) == []


@pytest.mark.parametrize(
    "text",
    [
        "p cnf 1 1\n0\n",
        "p cnf 1 1\n1 x 0\nc checked#1 1\n",
        "p cnf 1 1\n1 0\n0\nc a 1\n",
        "p cnf 1 1\n1 0\nc fact_1#1 1\n",
        "p cnf 1 1\n1 0\nc checked#1 1 FALSE\n",
        "p cnf 2 1\n1 0\nc checked#1 1\nc fact_1#1 1 2\n",
    ],
)
def test_formula_that_is_not_understood_has_no_answers(text: str) -> None:
    with pytest.raises((ValueError, msgspec.DecodeError)):
        decided(text)


@pytest.mark.parametrize("name", ["checked", "fact_1"])
def test_formula_in_which_a_variable_has_two_values_has_no_answers(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} has several values"):
        decided(FORMULA + f"c {name}#3 5\n")


def test_process_prints_one_answer_per_line(tmp_path: Path) -> None:
    (tmp_path / "formula.cnf").write_text(FORMULA)
    (tmp_path / "question.json").write_text('{"checks": [[3, 0], [2, 0]], "refuted": []}')
    files = [str(tmp_path / name) for name in ("formula.cnf", "question.json")]
    command = [sys.executable, "-m", "veriabs.solvers.sat_session", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [msgspec.json.decode(line, type=Answer) for line in done.stdout.splitlines()]
    assert lines == [Answer(3, "SUCCESS"), Answer(2, "FAILURE")]
