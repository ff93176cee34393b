"""Translation validation can fail: if any rule of the front end is broken, some run differs."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from misreadings import FAULTS, Fault  # noqa: E402
from switches import Lab  # noqa: E402

from veriabs.core.ctree import statements  # noqa: E402
from veriabs.core.program import Program, ProgramPart
from veriabs.core.statements import Assert
from veriabs.frontend.instrument.observe import observe  # noqa: E402
from veriabs.frontend.program import load_program  # noqa: E402
from veriabs.frontend.task import load  # noqa: E402
from veriabs.strategies import slicing  # noqa: E402
from veriabs.validation.native import Comparison, Difference, ProgramPair  # noqa: E402
from veriabs.validation.parts import PartPlaces  # noqa: E402
from veriabs.validation.places import Places  # noqa: E402
from veriabs.validation.validator import INPUTS  # noqa: E402

PROGRAMS = Path(__file__).parent / "translations"


def pairs(fault: Fault | None, program: Program) -> Iterator[ProgramPair]:
    """The program beside the compiled one, or each of its parts beside it."""
    if fault is not None and not fault.part:
        yield Places(observe(program))
        return
    for stmt in statements(program.body):
        if isinstance(stmt, Assert):
            for part in slicing.parts(program, stmt):
                if isinstance(part, ProgramPart):
                    yield PartPlaces(program, part, stmt)
    if fault is None:
        yield Places(observe(program))


def difference(pair: ProgramPair, folder: Path) -> Difference | None:
    if isinstance(pair, PartPlaces) and pair.lost:
        return Difference("an assertion is left out", (), ())
    comparison = Comparison(pair, folder, threading.Event())
    assert comparison.build("pair", 60), comparison.failure
    found = comparison.run(INPUTS, 60, 1)
    assert not comparison.failure
    return found


@pytest.mark.share(12)
@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("*.c")), ids=lambda path: path.stem)
def test_translations_agree_without_a_fault(path: Path, tmp_path: Path) -> None:
    for pair in pairs(None, load_program(load(path))):
        assert difference(pair, tmp_path) is None


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
def test_every_fault_fits_its_rule(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each fault finds the function and the text that it changes; another test checks that it is noticed."""
    fault.switch(Lab(monkeypatch))


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
def test_fault_is_noticed(fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.switch(Lab(monkeypatch))
    program = load_program(load(PROGRAMS / f"{fault.program}.c"))
    assert any(difference(pair, tmp_path) for pair in pairs(fault, program))
