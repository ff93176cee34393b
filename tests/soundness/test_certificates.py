"""The checker of certificates is attacked: unsafe programs, changed programs, changed certificates.

Runs of the program, which share no code with the checker, show the error: they violate the assertion, or
contradict a formula at the head of a loop.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from forged import AGGREGATES, BASES, Texts, attack, best

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.proofcheck.check import check, solver_commands
from veriabs.proofcheck.conditions import CHECK, Script, conditions
from veriabs.proofcheck.definitions import Theory

PROGRAMS = Path(__file__).parents[1] / "programs"
ALL, ATTACKED = (*BASES, *AGGREGATES), ("fill", "total")
"""One of each kind is attacked in the long tier."""
UNSAFE = sorted([*(PROGRAMS / "false").glob("*.c"), *(PROGRAMS / "traps").glob("*_unsafe.c")])


@pytest.mark.share(240, 40)
@pytest.mark.parametrize("path", UNSAFE, ids=lambda path: str(path.stem))
def test_an_unsafe_program_has_no_certificate(path: Path) -> None:
    try:
        program = load_program(load(path))
        certificate, missing = best(program, Overflow.UNDEFINED)
    except VeriabsError:
        return
    # The candidates do not prove it, so the certificate is forged: it claims that no iteration ever starts.
    forged = replace(certificate, invariants={loop: (*t, "false") for loop, t in certificate.invariants.items()})
    assert check(forged, program, Overflow.UNDEFINED, Deadline(10), solver_commands(0.5, ("z3",))).why
    assert missing or check(certificate, program, Overflow.UNDEFINED, Deadline(20)).why


MUTANTS = 16
"""Of each program."""


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param(one, marks=() if one in ATTACKED else pytest.mark.slow) for one in ALL])
def test_no_mutant_that_is_wrong_is_accepted(name: str, tmp_path: Path) -> None:
    wrong = list(attack(name, tmp_path, MUTANTS))
    assert not any(wrong)
    assert len(wrong) > MUTANTS // 4


def forgetful(words: str) -> Callable[..., Script]:
    """The conditions without those whose text contains these words."""

    def made(program: Program, invariants: Texts, theory: Theory, *, wraps: bool) -> Script:
        whole = conditions(program, invariants, theory, wraps=wraps)
        about, left, commands = iter(whole.about), [], []
        for command in whole.commands:
            if command == CHECK and words in (condition := next(about)).text:
                continue
            left += [condition] if command == CHECK else []
            commands.append(command)
        return Script(tuple(commands), tuple(left))

    return made


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "name"),
    [("at its entry", "fill"), ("after an iteration", "fill"), ("the lemma", "total")],
)
def test_the_attack_sees_a_checker_that_forgets_conditions(
    words: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("veriabs.proofcheck.check.conditions", forgetful(words))
    assert any(attack(name, tmp_path, 60))  # which ends with the first one
