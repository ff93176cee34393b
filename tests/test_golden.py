"""The generated C of small cases, compared with the text in tests/golden.

    UPDATE_GOLDEN=1 pytest tests/test_golden.py

writes the texts anew; read the difference before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from veriabs.core.counterexample import VisitRange
from veriabs.core.ctext import Printer, nondet
from veriabs.core.program import Program, ProgramPart
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assert
from veriabs.core.strategy import StandaloneFacts, StartEarly, first_ask
from veriabs.core.templates import render_c
from veriabs.encode.spell import declare
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.bounds import unwound_program
from veriabs.loops.build import models
from veriabs.loops.flatten import assertions
from veriabs.replay.confirm import program_text
from veriabs.replay.search import ViolatingRun
from veriabs.strategies import bounded, lockstep, module_of, names, projection, slicing
from veriabs.strategies.ghost_folds import strategy as ghost_folds
from veriabs.strategies.shrinking.attempts import Attempt, attempts

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(path.parent for path in GOLDEN.glob("*/*/input.c"))
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))


def first_attempt(case: Path) -> Attempt:
    """The likeliest attempt for the first assertion of the case."""
    model = models(load_program(load(case / "input.c")))[0]
    return next(attempt for attempt in attempts(model) if isinstance(attempt, Attempt))


def texts(case: Path) -> dict[str, str]:
    """The generated programs of a case by file name."""
    match case.parent.name:
        case "bounded":
            found = {f"bounded_{n}.c": text for n, text in enumerate(bounded_texts(case), 1)}
            whole = unwound_program(load_program(load(case / "input.c")), 34)
            return {**found, "whole.c": render_c(whole.template, whole.context)}
        case "slicing":
            return sliced_texts(case)
        case "lockstep":
            return {"lockstep.c": part_text(case, lockstep.parts)}
        case "ghost_folds":
            return {"ghost_folds.c": part_text(case, ghost_folds.parts)}
        case "projection":
            return {"projection.c": part_text(case, projection.parts)}
        case "native":
            return {"counterexample.c": counterexample_text(case)}
        case name if name not in ("shrinking", "native"):
            return asked_texts(case)
        case _:
            return attempt_texts(case)


def bounded_texts(case: Path) -> list[str]:
    """The first and the last program for CBMC: with smaller sizes, and as it is."""
    made = [program.query for program in bounded.programs(load_instrumented(load(case / "input.c")))]
    return [render_c(harness.template, harness.context) for harness in (made[0], made[-1])]


def sliced_texts(case: Path) -> dict[str, str]:
    """The slices for the first assertion, which the other strategies prove."""
    program = load_program(load(case / "input.c"))
    parts = slicing.parts(program, assertions(program)[0])
    texts = {part.name: part.program.preprocessed for part in parts if isinstance(part, ProgramPart)}
    return {f"{name.replace(' ', '_')}.c": text.replace(str(case), "") for name, text in texts.items()}


def part_text(case: Path, parts: Callable[[Program, Assert], Iterator[ProgramPart | Reason]]) -> str:
    """The first part for the first assertion, which the other strategies prove."""
    whole = load_program(load(case / "input.c"))
    part = next(parts(whole, assertions(whole)[0]))
    assert isinstance(part, ProgramPart)
    program = part.program
    declared = [declare(one.type, one.name) + ";" for one in program.scalars.values()]
    declared += [declare(one.type, one.name) + "[];" for one in program.arrays.values()]
    printer = Printer(havoc=lambda stmt, target: f"{target} = {nondet(stmt.target.type)}();", block="abort();")
    return "\n".join([*declared, *printer.lines(program.body)]) + "\n"


def counterexample_text(case: Path) -> str:
    """The program of a counterexample in which site 0 gives 7 at its third visit and then counts down."""
    subject = load_instrumented(load(case / "input.c"))
    hit = ViolatingRun("", 0, {0: (VisitRange(2, 1, 7), VisitRange(3, 4, 6, -1 % 2**64))}, (), 0, 0, {})
    return program_text(hit, subject, "native").replace(str(case), "")


def asked_texts(case: Path) -> dict[str, str]:
    """The programs that the strategy asks for first."""
    model = models(load_program(load(case / "input.c")))[0]
    dialogue = module_of(case.parent.name).prove(model, StandaloneFacts(model.program))
    requests = first_ask(dialogue)
    while isinstance(requests, StartEarly):
        requests = dialogue.send(())
    harnesses = [request for request in requests if isinstance(request, Query)]
    return {f"asked_{n}.c": render_c(one.template, one.context) for n, one in enumerate(harnesses, 1)}


def attempt_texts(case: Path) -> dict[str, str]:
    attempt = first_attempt(case)
    harnesses = {
        "harness_k2.c": attempt.harness(2),
        "residual_k1.c": attempt.residual(1),
        "side_conditions.c": attempt.conditions[0],
    }
    return {name: render_c(harness.template, harness.context) for name, harness in harnesses.items()}


@pytest.mark.parametrize("case", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_generated_text_is_as_stored(case: Path) -> None:
    for name, text in texts(case).items():
        stored = case / name
        if UPDATE:
            stored.write_text(text, encoding="utf-8")
        assert stored.read_text(encoding="utf-8") == text, f"{stored}: UPDATE_GOLDEN=1 writes it anew"


@pytest.mark.share(2)
@pytest.mark.parametrize("case", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_generated_text_does_not_change_from_run_to_run(case: Path) -> None:
    assert texts(case) == texts(case)


def test_every_strategy_has_cases() -> None:
    assert {case.parent.name for case in CASES} == set(names())
