"""Test limits of a solver's work, in counted steps or processor seconds."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from veriabs.core.runs import Outcome, Run
from veriabs.core.source import DataModel
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.work import Work, counting_z3

FACTORS = (Path(__file__).parents[2] / "recorded" / "programs" / "factors.c").read_text()
HARD = """(declare-const x (_ BitVec 64)) (declare-const y (_ BitVec 64)) (assert (= (bvmul x y) #x0de0b6b6ec9ab63f))
(assert (bvugt x #x0000000000000001)) (assert (bvult x #x0000000100000000)) (assert (bvult y #x0000000100000000))"""


def run_query(cbmc: Cbmc, solver: Solver, work: Work) -> Run:
    with Driver(cbmc) as driver:
        return driver.check(
            FACTORS,
            purpose="harness k=1",
            asked=("no factors",),
            unwind=4,
            data_model=DataModel.LP64,
            seconds=600.0,
            solvers=(solver,),
            work=work,
        )


def test_z3_gives_up_after_so_many_steps_and_is_made_once(tmp_path: Path) -> None:
    room = counting_z3(tmp_path, 200_000)
    assert room is not None and counting_z3(tmp_path, 200_000) == room
    (tmp_path / "hard.smt2").write_text(HARD + "(check-sat)(get-info :reason-unknown)")
    said = subprocess.run([room / "z3", "-smt2", tmp_path / "hard.smt2"], capture_output=True, text=True, check=False)
    assert said.stdout.splitlines()[0] == "unknown" and "resource" in said.stdout
    (tmp_path / "easy.smt2").write_text("(declare-const x Int)(assert (> x 3))(check-sat)")
    said = subprocess.run([room / "z3", "-smt2", tmp_path / "easy.smt2"], capture_output=True, text=True, check=False)
    assert said.stdout.strip() == "sat"


def test_solvers_that_begin_at_the_same_time_find_it(tmp_path: Path) -> None:
    for steps in range(1, 40):
        with ThreadPoolExecutor(8) as pool:
            rooms = [pool.submit(counting_z3, tmp_path, steps) for _ in range(8)]
        assert {room.result() for room in rooms} == {tmp_path / f"z3-{steps}"}
        assert [path.name for path in (tmp_path / f"z3-{steps}").iterdir()] == ["z3"]


def test_z3_is_not_wrapped_without_a_step_limit(tmp_path: Path) -> None:
    assert counting_z3(tmp_path, None) is None
    assert list(tmp_path.iterdir()) == []


def test_z3_with_a_step_limit_gets_more_seconds() -> None:
    work = Work(z3_steps=10, processor_seconds=3.0)
    assert work.seconds_of(Solver.BUILT_IN) == 3.0 < work.seconds_of(Solver.Z3)
    assert Work(processor_seconds=3.0).seconds_of(Solver.Z3) == 3.0


@pytest.mark.cbmc
def test_steps_end_z3_below_cbmc(cbmc: Cbmc) -> None:
    run = run_query(cbmc, Solver.Z3, Work(z3_steps=300_000, processor_seconds=100.0))
    assert run.outcome is Outcome.UNKNOWN
    assert "unknown" in run.detail


@pytest.mark.cbmc
def test_seconds_of_the_processor_end_the_built_in_solver(cbmc: Cbmc) -> None:
    run = run_query(cbmc, Solver.BUILT_IN, Work(processor_seconds=0.3))
    assert run.outcome is Outcome.TIMEOUT
    assert "s of the processor" in run.detail
