"""Test that the soundness tests can fail: with a side condition switched off, a program gets a wrong verdict."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from mutants import CONDITIONS, MUTANTS, Mutant  # noqa: E402
from others import OTHERS  # noqa: E402
from switches import Lab, Several, Switch, rewritten  # noqa: E402

from veriabs.core.conditions import ConditionKind  # noqa: E402
from veriabs.core.results import Verdict
from veriabs.frontend.program import load_program  # noqa: E402
from veriabs.frontend.task import load  # noqa: E402
from veriabs.loops.flatten import assertions  # noqa: E402
from veriabs.solvers.driver import Cbmc  # noqa: E402
from veriabs.strategies.closed_forms.certify import LoopCertificate  # noqa: E402
from veriabs.strategies.closed_forms.decide import decide  # noqa: E402
from veriabs.strategies.closed_forms.solve import Equations  # noqa: E402
from veriabs.terms.entail import Facts  # noqa: E402
from veriabs.terms.terms import Term  # noqa: E402
from veriabs.verify.engine import verify
from veriabs.verify.options import Options  # noqa: E402

PROGRAMS = Path(__file__).parent.parent / "programs"
OWN = Path(__file__).parent / "programs"


def program_path(name: str) -> Path:
    (path,) = [path for folder in (OWN, *sorted(PROGRAMS.glob("*/"))) for path in folder.glob(f"{name}*.c")]
    return path


def verdict_of(mutant: Mutant, program: str, cbmc: Cbmc, seconds: float) -> Verdict:
    proves = mutant.wrongly is Verdict.TRUE
    options = Options(
        timeout=seconds if proves else 3,
        max_k=mutant.max_k,
        strategies=mutant.strategies,
        replay=not proves,
    )
    core = load_program(load(program_path(program)))
    report = verify(core.task, core, cbmc, options)
    lacking = any(one.kind is ConditionKind.BOUNDS for one in report.conditions)
    return Verdict.UNKNOWN if lacking else report.verdict


FAULTY, INTACT = 60.0, 6.0
"""Seconds that a wrong proof may take, and that veriabs has to find one without a fault."""


def verdict_without(mutant: Mutant, program: str, cbmc: Cbmc, lab: Lab, seconds: float = INTACT) -> Verdict:
    """The verdict with nothing but the fault that the mutant is given."""
    if mutant.given is not None:
        mutant.given(lab)
    return verdict_of(mutant, program, cbmc, seconds)


CASES = [
    pytest.param(mutant, program, id=f"{mutant.name.replace(' ', '-')}-{program}")
    for mutant in (*MUTANTS, *OTHERS)
    for program in mutant.programs
]
ELSEWHERE = [case for case in CASES if program_path(case.values[1]).parent.name == "traps" and not case.values[0].given]
"""Traps that tests/test_programs.py already sees not proved."""


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> Lab:
    return Lab(monkeypatch)


@pytest.mark.share(72, 12)
@pytest.mark.cbmc
@pytest.mark.parametrize(("mutant", "program"), CASES)
def test_a_forgotten_condition_is_noticed(mutant: Mutant, program: str, cbmc: Cbmc, lab: Lab) -> None:
    mutant.off(lab)
    assert verdict_without(mutant, program, cbmc, lab, FAULTY) is mutant.wrongly
    assert not lab.unseen


@pytest.mark.share(48, 8)
@pytest.mark.cbmc
@pytest.mark.parametrize(("mutant", "program"), [case for case in CASES if case not in ELSEWHERE])
def test_program_stays_unknown_with_the_side_condition(mutant: Mutant, program: str, cbmc: Cbmc, lab: Lab) -> None:
    assert verdict_without(mutant, program, cbmc, lab) is Verdict.UNKNOWN


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.share(4)
@pytest.mark.parametrize(("mutant", "program"), ELSEWHERE)
def test_trap_stays_unproved_with_the_side_condition(mutant: Mutant, program: str, cbmc: Cbmc, lab: Lab) -> None:
    assert verdict_without(mutant, program, cbmc, lab) is Verdict.UNKNOWN


COVERED = [
    pytest.param(mutant, part, id=f"{mutant.name.replace(' ', '-')}-{number}")
    for mutant in MUTANTS
    if mutant.covered_by and isinstance(mutant.off, Several)
    for number, part in enumerate(mutant.off.parts)
]


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize(("mutant", "part"), COVERED)
def test_each_of_two_checks_is_enough(mutant: Mutant, part: Switch, cbmc: Cbmc, lab: Lab) -> None:
    part(lab)
    assert verdict_without(mutant, mutant.programs[0], cbmc, lab) is Verdict.UNKNOWN


def test_every_side_condition_has_a_mutant() -> None:
    known = [mutant.name for mutant in MUTANTS]
    assert len(known) == len(set(known))
    assert {name for mutants in CONDITIONS.values() for name in mutants} == set(known)


@pytest.mark.parametrize("mutant", (*MUTANTS, *OTHERS), ids=lambda mutant: mutant.name.replace(" ", "-"))
def test_every_switch_fits_its_place(mutant: Mutant, lab: Lab) -> None:
    """Each switch finds the function and the text that it changes; the tests above check its effect."""
    mutant.off(lab)
    if mutant.given is not None:
        mutant.given(lab)


def test_mutants_with_several_switches_name_the_covering_check() -> None:
    assert [m.name for m in MUTANTS if isinstance(m.off, Several) and not m.covered_by] == []


@pytest.mark.parametrize("forgotten", ["_equal", ""])
def test_a_closed_form_is_proved_by_its_base_and_step(forgotten: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are decided in a process of their own, which no switch reaches."""
    if forgotten:
        monkeypatch.setattr(LoopCertificate, forgotten, lambda *arguments: None)
    core = load_program(load(program_path("wrapped_cells")))
    assert decide(core, 1).proved == bool(forgotten)


@pytest.mark.parametrize("forgotten", [True, False])
def test_the_front_of_an_array_is_proved(forgotten: bool, monkeypatch: pytest.MonkeyPatch, lab: Lab) -> None:
    """The solver places the front one cell too far behind; only the certificate notices."""
    place = f"{Equations.__module__}.Equations._largest_index"
    rewritten(place, ("symbol(self.counter, 0) - 1}", "symbol(self.counter, 0) - 2}"))(lab)
    if forgotten:
        original = LoopCertificate._equal

        def equal(self: LoopCertificate, left: Term, right: Term, facts: Facts, what: str) -> None:
            if "beyond its front" not in what:
                original(self, left, right, facts, what)

        monkeypatch.setattr(LoopCertificate, "_equal", equal)
    core = load_program(load(program_path("b13")))
    (asserted,) = {one.number for one in assertions(core)}
    assert decide(core, asserted).proved == forgotten


@pytest.mark.parametrize("forgotten", [True, False])
def test_sums_are_functions_of_their_free_symbols(forgotten: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if forgotten:
        monkeypatch.setattr("veriabs.terms.entail._parametric", lambda atom: (Term(()), ()))
    core = load_program(load(program_path("b02")))
    (asserted,) = {one.number for one in assertions(core)}
    assert decide(core, asserted).proved == forgotten


@pytest.mark.parametrize("forgotten", [True, False])
def test_ranges_contain_only_numbers_that_do_not_wrap(forgotten: bool, lab: Lab) -> None:
    if forgotten:
        condition = "0 <= most < low + modulus and high < modulus"
        rewritten("veriabs.terms.division.unwrap_comparison", (condition, "True"))(lab)
    core = load_program(load(program_path("b11")))
    (asserted,) = {one.number for one in assertions(core)}
    assert decide(core, asserted).proved == forgotten


@pytest.mark.parametrize("forgotten", [True, False])
def test_neighbour_order_relates_adjacent_cells_only(forgotten: bool, lab: Lab) -> None:
    if forgotten:
        rewritten("veriabs.terms.chains._link", ("symbol(name) + 1", "symbol(name) + 2"))(lab)
    core = load_program(load(program_path("b12")))
    (asserted,) = {one.number for one in assertions(core)}
    assert decide(core, asserted).proved == forgotten
