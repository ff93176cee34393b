"""A seeded share of the fuzzer of the replay theorem, and that it notices when a condition is gone."""

from __future__ import annotations

import pytest
from pruning_fuzzer import RUNS, Tally, control, fuzz, wrong_proofs
from pruning_programs import DIRECTED, PROFILES, program

from veriabs.solvers.driver import Cbmc, Driver

SEEDS = range(7000, 7025)

NOTICED = {
    "exit centre not counted": ("breaks", range(120)),
    "spans left out": ("replay", range(60)),
    "R2: flow carried by the loop": ("carried", range(120)),
    "V0 not asked": ("sums", range(120)),
    "SC1 and SC3 not asked": ("minima", range(450, 600)),
    "STOP not asked": ("directed", range(1, 2)),
    "one centre for two scalars with a jump between": ("directed", range(2, 3)),
}
"""A profile and seeds with which each control loses a violation."""


@pytest.mark.parametrize("profile", PROFILES)
def test_no_violating_run_is_lost(profile: str) -> None:
    tallies: dict[str, Tally] = {}
    fuzz(profile, SEEDS, tallies, runs=120)
    assert {profile: tally.lost for profile, tally in tallies.items() if tally.lost} == {}
    assert sum(tally.accepted for tally in tallies.values()) >= len(SEEDS) // 2
    assert sum(tally.runs for tally in tallies.values()) > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTICED)
def test_a_condition_left_out_is_noticed(name: str) -> None:
    profile, seeds = NOTICED[name]
    tallies: dict[str, Tally] = {}
    with control(name) as ignored:
        fuzz(profile, seeds, tallies, runs=3000 if profile == "directed" else RUNS, ignored=ignored)
    assert any(tally.lost for tally in tallies.values())


@pytest.mark.slow
@pytest.mark.cbmc
@pytest.mark.parametrize("profile", PROFILES)
def test_no_proved_program_has_a_violating_run(cbmc: Cbmc, profile: str) -> None:
    with Driver(cbmc) as driver:
        proved, wrong = wrong_proofs(profile, range(300, 330), driver)
    assert proved > 0
    assert wrong == []


@pytest.mark.parametrize("number", range(len(DIRECTED)))
def test_no_violating_run_of_a_directed_program_is_lost(number: int) -> None:
    tallies: dict[str, Tally] = {}
    fuzz("directed", [number], tallies, runs=3000)
    assert [tally.lost for tally in tallies.values()] == [[]] * len(tallies)
    assert number == 1 or any(tally.runs for tally in tallies.values())


def test_a_seed_always_gives_the_same_program() -> None:
    assert program(3, "replay") == program(3, "replay")
    assert program(3, "replay") != program(4, "replay")
