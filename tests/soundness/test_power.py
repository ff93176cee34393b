"""The laboratory by itself notices that a side condition is gone: generated programs that once did (`power.json`).

`power.py` looks for them anew; here the ones that it found are run again, with the condition and without it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench import ask
from oracle import Oracle, Truth
from power import ALL, LIKELY, NEEDED, Hunt, Mutant, configuration, options, program

from veriabs.solvers.driver import Cbmc

FOUND = json.loads(Path(__file__).with_name("power.json").read_text(encoding="utf-8"))
MISSED = (
    *("types of unrolled loops", "search that gives up", "flag is only set", "early exits are not fused"),
    *("final state", "type of the flag", "bounds", "property that writes", "reserved names", "reserved beginnings"),
)
"""Mutants that no one of 60 generated programs noticed (of 400: those of names, and the property that writes)."""

UNSEARCHED = (
    *("reordered cells", "commutation", "code between", "private scalars", "dead loops"),
    *("nested loops and unwinding assertions", "invariants of a fused loop", "lemmas"),
    *("accesses of the whole program", "no FALSE without a replay", "overflow before the error"),
    *("out of bounds before the error", "out of a member before the error", "numbers of pairs"),
    *("starts of inner counters", "empty inner loops", "any type is double"),
    *("accesses that a proof lacks are conditions", "conditions of pieces are those of the verdict"),
    *("every cell of a tile", "clause of a column without iteration"),
    *("all conjuncts", "proof of assumed facts", "facts behind a break"),
    *("test behind a break", "facts of a skipped loop", "last test of a search"),
)
"""Mutants that no generated program was tried on yet. The traps notice all."""

SHARE = ("shrinkability", "past", "havoc", "gaps", "code behind")
KNOWN = [pytest.param(mutant, id=mutant.name.replace(" ", "-")) for mutant in ALL if mutant.name in FOUND]


@pytest.fixture
def hunt(cbmc: Cbmc, tmp_path: Path) -> Hunt:
    return Hunt(Oracle(cbmc, tmp_path), seed=5)


def test_every_mutant_is_noticed_or_known_not_to_be() -> None:
    names = {mutant.name for mutant in ALL}
    assert names == {*FOUND, *MISSED, *UNSEARCHED}
    assert not {*FOUND} & {*MISSED, *UNSEARCHED}
    assert {*LIKELY, *NEEDED, *SHARE} <= names


@pytest.mark.share(3)
@pytest.mark.cbmc
@pytest.mark.parametrize("mutant", [mutant for mutant in ALL if mutant.name in SHARE], ids=lambda m: m.name)
def test_a_generated_program_notices(mutant: Mutant, hunt: Hunt) -> None:
    assert hunt.wrong(mutant, FOUND[mutant.name]["text"])


@pytest.mark.cbmc
@pytest.mark.slow
@pytest.mark.parametrize("mutant", [case for case in KNOWN if case.values[0].name not in SHARE])
def test_a_generated_program_notices_each(mutant: Mutant, hunt: Hunt) -> None:
    assert hunt.wrong(mutant, FOUND[mutant.name]["text"])


@pytest.mark.cbmc
@pytest.mark.slow
@pytest.mark.parametrize("mutant", KNOWN)
def test_program_gets_no_wrong_verdict_with_the_side_condition(mutant: Mutant, hunt: Hunt) -> None:
    text = FOUND[mutant.name]["text"]
    assert hunt.oracle.truth(text) in (Truth.UNSAFE, Truth.UNDEFINED, Truth.SAFE)
    assert ask(text, configuration(mutant), hunt.oracle.cbmc, **options(mutant)).verdict is not mutant.wrongly


@pytest.mark.cbmc
def test_no_mutant_is_caught_by_nothing(hunt: Hunt) -> None:
    """Programs are passed over where no answer can be wrong."""
    mutant = next(mutant for mutant in ALL if mutant.name == "gaps")
    assert hunt.caught(mutant, 0) is None
    assert program(5, mutant, 0).text == program(5, mutant, 0).text
    assert program(5, mutant, 0).text != program(5, mutant, 1).text
