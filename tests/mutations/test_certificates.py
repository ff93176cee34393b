"""Test that no prover without some side condition writes a certificate that the checker accepts.

    python tests/mutations/test_certificates.py [FROM [TO]]

asks for every switch of these places, and counts.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from mutants import MUTANTS, Mutant  # noqa: E402
from switches import Lab  # noqa: E402
from test_mutations import program_path  # noqa: E402

from veriabs.annotate.proof import QUICK, attempts, without_unproved  # noqa: E402
from veriabs.annotate.warm_solver import ready  # noqa: E402
from veriabs.core.deadline import Deadline  # noqa: E402
from veriabs.core.reasons import Reason  # noqa: E402
from veriabs.core.results import Verdict  # noqa: E402
from veriabs.core.runs import Overflow  # noqa: E402
from veriabs.frontend.program import load_program  # noqa: E402
from veriabs.frontend.task import load  # noqa: E402
from veriabs.proofcheck.check import check, solver_commands  # noqa: E402
from veriabs.solvers.driver import Cbmc  # noqa: E402
from veriabs.verify.api import installed  # noqa: E402
from veriabs.verify.engine import open_session  # noqa: E402
from veriabs.verify.options import Options  # noqa: E402

SECONDS = 20.0
CASES = [
    pytest.param(mutant, program, id=f"{mutant.name.replace(' ', '-')}-{program}")
    for mutant in MUTANTS
    if mutant.wrongly is Verdict.TRUE
    for program in mutant.programs
]
"""Up to a minute each."""


def accepted(mutant: Mutant, program: str, cbmc: Cbmc, lab: Lab) -> tuple[int, list[str]]:
    """How many certificates are made of a program with the switch off, and those that are accepted.

    Each is checked as it is claimed, and without what z3 does not show of it.
    """
    mutant.off(lab)
    if mutant.given is not None:
        mutant.given(lab)
    core, wrong, made = load_program(load(program_path(program))), list[str](), 0
    options, deadline = Options(timeout=SECONDS, jobs=1, overflow=Overflow.WRAP), Deadline(SECONDS)
    with open_session(core.task, cbmc, options, deadline) as session, ready() as solver:
        for claim, each in attempts(session, core):
            if not isinstance(claim, Reason) and each == QUICK:  # once, of those that are tried again
                made += 1
                kept, _ = without_unproved(core, claim, solver, deadline.left, QUICK)
                for one in (claim, kept):
                    said = check(one, core, Overflow.WRAP, Deadline(SECONDS), solver_commands(0.5))
                    wrong += [str(said)] if said.is_accepted else []
    return made, wrong


@pytest.mark.slow
@pytest.mark.cbmc
@pytest.mark.parametrize(("mutant", "program"), CASES)
def test_a_forgotten_condition_makes_no_certificate(
    mutant: Mutant, program: str, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, wrong = accepted(mutant, program, cbmc, Lab(monkeypatch))
    assert made
    assert wrong == []


def main(begin: str = "0", end: str = "1000") -> None:
    for case in CASES[int(begin) : int(end)]:
        with pytest.MonkeyPatch.context() as patch:
            mutant, program = case.values
            assert isinstance(mutant, Mutant)
            made, wrong = accepted(mutant, str(program), installed(), Lab(patch))
            print(f"{case.id}: {made} certificates, {len(wrong)} accepted", *wrong, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
