"""The front end reads the programs of `programs/read` as gcc does, and refuses those of `programs/refused`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from veriabs.core.copying import replace

sys.path.insert(0, str(Path(__file__).parent))

import observe
from suites import Offer, programs

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Const
from veriabs.core.program import Program
from veriabs.core.statements import Assign, If, Stmt
from veriabs.frontend.program import load_program

HERE = Path(__file__).parent
READ = list(programs(HERE / "programs" / "read"))
REFUSED = list(programs(HERE / "programs" / "refused"))


def name_of(offer: Offer) -> str:
    return offer.path.stem


@pytest.mark.share(3)
@pytest.mark.parametrize("offer", READ, ids=name_of)
def test_program_is_read_as_gcc_reads_it(offer: Offer, tmp_path: Path) -> None:
    seen = observe.Bench(tmp_path).observe(offer)
    assert (seen.verdict, seen.detail) == (observe.Verdict.AGREES, "")
    assert seen.events > seen.runs


@pytest.mark.share(6)
@pytest.mark.parametrize("offer", READ, ids=name_of)
def test_assertions_of_the_c_library_are_read_as_well(offer: Offer, tmp_path: Path) -> None:
    seen = observe.Bench(tmp_path, system=True).observe(offer)
    assert (seen.verdict, seen.detail) == (observe.Verdict.AGREES, "")


@pytest.mark.parametrize("offer", REFUSED, ids=name_of)
def test_program_is_refused(offer: Offer, tmp_path: Path) -> None:
    assert observe.Bench(tmp_path).observe(offer).verdict is observe.Verdict.REFUSED


# ----------------------------------------------------------------------------------------------- what would be noticed

MUTANTS = {
    "a constant": lambda stmt: (
        (replace(stmt, value=Const(stmt.value.value + 1, stmt.value.type)),)
        if isinstance(stmt, Assign) and isinstance(stmt.value, Const)
        else (stmt,)
    ),
    "an operator": lambda stmt: (
        (replace(stmt, value=replace(stmt.value, op="-")),)
        if isinstance(stmt, Assign) and isinstance(stmt.value, Binary) and stmt.value.op == "+"
        else (stmt,)
    ),
    "a branch": lambda stmt: stmt.then if isinstance(stmt, If) else (stmt,),
    "a store": lambda stmt: () if isinstance(stmt, Assign) and isinstance(stmt.target, ctree.Element) else (stmt,),
}


@pytest.mark.share(3)
@pytest.mark.parametrize("mutant", MUTANTS)
def test_another_reading_is_noticed(mutant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lowered program in which something is different does not agree."""
    changed = 0

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        nonlocal changed
        made: tuple[Stmt, ...] = MUTANTS[mutant](stmt)
        changed += made != (stmt,)
        return made

    def mutated(task: observe.Task) -> Program:
        program = load_program(task)
        return replace(program, body=ctree.transform(program.body, change))

    monkeypatch.setattr(observe, "load_program", mutated)
    offer = next(one for one in READ if one.path.stem == "effects")
    seen = observe.Bench(tmp_path).observe(offer)
    assert changed and seen.verdict is observe.Verdict.DIFFERS


def test_a_wrong_checksum_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        '#include "csmith.h"\nstatic int g = 3;\nint main(void) { crc32_gentab(); g *= 5; transparent_crc(g, "g", 0);'
        " platform_main_end(crc32_context ^ 0xFFFFFFFFUL, 0); return 0; }\n"
    )
    offer = Offer("own.c", tmp_path / "own.c", text, includes=(HERE / "csmith",), checksum=True)
    bench = observe.Bench(tmp_path)
    assert bench.observe(offer).verdict is observe.Verdict.AGREES
    printed_checksum = bench.checksum(offer)
    monkeypatch.setattr(observe.Bench, "checksum", lambda self, offer, extra=(): str(int(printed_checksum) + 1))
    assert bench.observe(offer).verdict is observe.Verdict.DIFFERS
