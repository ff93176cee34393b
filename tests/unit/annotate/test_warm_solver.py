"""A solver that is kept running: each script starts afresh, and a late script ends only itself."""

from __future__ import annotations

import pytest

from veriabs.annotate.warm_solver import WarmSolver, ready
from veriabs.core.errors import ToolError
from veriabs.proofcheck.conditions import CheckSubject, Script
from veriabs.proofcheck.terms import SmtTerm

DECLARED: SmtTerm = ("declare-const", "x", "Int")
CHECK: SmtTerm = ("check-sat",)


def script(*commands: SmtTerm) -> Script:
    return Script(commands, tuple(CheckSubject("") for one in commands if one == CHECK))


def answers(solver: WarmSolver, *commands: SmtTerm, seconds: float = 20.0) -> list[str]:
    return solver.answers(script(*commands), 10_000, "all", seconds)


def test_each_script_starts_without_assertions() -> None:
    with ready() as solver:
        assert answers(solver, DECLARED, ("assert", ("<", "x", "x")), CHECK) == ["unsat"]
        assert answers(solver, DECLARED, CHECK) == ["sat"]


def test_unsat_core_lists_named_assertions() -> None:
    wanted: SmtTerm = ("set-option", ":produce-unsat-cores", "true")
    first: SmtTerm = ("assert", ("!", ("<", "x", "0"), ":named", "fact1"))
    second: SmtTerm = ("assert", ("!", ("<", "x", "9"), ":named", "fact2"))
    with ready() as solver:
        told = script(wanted, DECLARED, first, second, ("assert", (">", "x", "1")), CHECK)
        said = solver.answers(told, 1000, "cores", 20.0)
    assert said == ["unsat (fact1)"]


def test_invalid_script_is_an_error_and_no_answer() -> None:
    with ready() as solver:
        assert "unsat" not in answers(solver, ("assert", "y"), CHECK)
        assert answers(solver, DECLARED, CHECK) == ["sat"]


def test_late_script_is_abandoned_and_the_next_one_answered() -> None:
    with ready() as solver:
        assert answers(solver, DECLARED, CHECK, seconds=0.0) == []
        assert answers(solver, DECLARED, ("assert", ("<", "x", "x")), CHECK) == ["unsat"]


def test_ended_solver_is_an_error() -> None:
    with ready() as solver:
        assert answers(solver, DECLARED, CHECK) == ["sat"]
        assert solver.process is not None
        solver.process.kill()
        assert "an error" in answers(solver, DECLARED, CHECK)


def test_missing_solver_is_reported() -> None:
    with ready("no_such_solver") as solver, pytest.raises(ToolError, match="needs a package"):
        answers(solver, CHECK)
