"""The first line of every program in tests/programs, checked with plain CBMC at small sizes.

A label is what all end-to-end and soundness tests rest on, so nothing of veriabs is used here but the search for CBMC.
The comment lines that steer this file are explained in tests/programs/README.md.
"""

import json
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from veriabs.install.provision import require

OWN = ("checks", "contracts", "memory", "real")
"""Folders whose programs say in another way what has to come out of them."""
PROGRAMS = Path(__file__).parent / "programs"
SIZES = (3, 4, 5)
LABEL = re.compile(r"// VERDICT: (safe|unsafe)\. \S")
ASSERTIONS = re.compile(r"\.(assertion|no-body)\b")
UNDEFINED = ("--bounds-check", "--pointer-check", "--signed-overflow-check", "--div-by-zero-check")
SECONDS = 60


@dataclass(frozen=True, slots=True)
class Program:
    """A labelled program with the comment lines that control its check."""

    path: Path
    text: str

    @property
    def safe(self) -> bool:
        return self.text.startswith("// VERDICT: safe.")

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.numbers("SIZES") or self.numbers("SMALL") or SIZES

    @property
    def endless(self) -> bool:
        return "\n// ENDLESS\n" in self.text

    @property
    def undefined(self) -> bool:
        return "\n// UNDEFINED\n" in self.text

    def numbers(self, key: str) -> tuple[int, ...]:
        line = re.search(rf"^// {key}:(.*)$", self.text, re.MULTILINE)
        return tuple(int(word) for word in line[1].split()) if line else ()

    def unwind(self, size: int) -> int:
        """Return enough for two passes over N cells and for constant inner loops."""
        given = self.numbers("UNWIND")
        return given[0] if given else 2 * size + 4


def programs(*, safe: bool | None = None) -> list[Program]:
    """Return all programs, or only those with the given label; in `checks` each line has one of its own instead."""
    paths = [path for path in sorted(PROGRAMS.glob("*/*.c")) if path.parent.name not in OWN]
    found = [Program(path, path.read_text()) for path in paths]
    return [program for program in found if safe in (None, program.safe)]


def name_of(program: Program) -> str:
    return f"{program.path.parent.name}/{program.path.stem}"


@cache
def cbmc() -> tuple[str, ...]:
    return require()


def failures(program: Program, size: int, *, checked: bool = False) -> list[str]:
    """Return the properties that CBMC refutes for N = size; with `checked`, also checks of an undefined program."""
    checks = ["--no-standard-checks"]
    checks += [] if program.undefined and not checked else UNDEFINED
    checks += ["--no-unwinding-assertions"] if program.endless else ["--unwinding-assertions"]
    unwind = str(program.unwind(size))
    call = [*cbmc(), str(program.path), "--json-ui", f"-DN={size}", "--unwind", unwind, *checks]
    run = subprocess.run(call, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert run.returncode in (0, 10), run.stdout[-2000:]
    results = [entry for message in json.loads(run.stdout) for entry in message.get("result", ())]
    assert results, "CBMC checked nothing"
    assert checked or {entry["status"] for entry in results} <= {"SUCCESS", "FAILURE"}
    assert any(ASSERTIONS.search(entry["property"]) for entry in results), "no assertion in the program"
    return [entry["property"] for entry in results if entry["status"] == "FAILURE"]


def test_every_program_has_a_label() -> None:
    assert [name_of(program) for program in programs() if not LABEL.match(program.text)] == []
    assert [name_of(program) for program in programs() if "#ifndef N\n#define N " not in program.text] == []


def test_labels_agree_with_places() -> None:
    for program in programs():
        ending = program.path.stem.rpartition("_")[2]
        expected = {"true": "safe", "false": "unsafe"}.get(program.path.parent.name, ending)
        assert expected == ("safe" if program.safe else "unsafe"), name_of(program)


@pytest.mark.share(48, 8)
@pytest.mark.cbmc
@pytest.mark.parametrize("program", programs(safe=True), ids=name_of)
def test_safe_program_passes_at_some_small_sizes(program: Program) -> None:
    for size in program.sizes[::2]:
        assert failures(program, size) == [], f"N = {size}"


@pytest.mark.cbmc
@pytest.mark.slow
@pytest.mark.parametrize("program", programs(safe=True), ids=name_of)
def test_safe_program_passes_at_small_sizes(program: Program) -> None:
    for size in program.sizes:
        assert failures(program, size) == [], f"N = {size}"


@pytest.mark.share(24, 8)
@pytest.mark.cbmc
@pytest.mark.parametrize("program", programs(safe=False), ids=name_of)
def test_unsafe_program_fails_at_a_small_size(program: Program) -> None:
    """Also checks that the assertion is all that fails: undefined behaviour would make the label doubtful."""
    for size in program.sizes:
        failed = failures(program, size)
        if any(ASSERTIONS.search(name) for name in failed):
            doubtful = [name for name in failed if not ASSERTIONS.search(name) and ".unwind." not in name]
            assert doubtful == [], f"N = {size}"
            return
    if not (program.undefined and failures(program, program.sizes[0], checked=True)):
        pytest.fail(f"no violation for N in {program.sizes}")  # CBMC gives undefined operations another meaning
