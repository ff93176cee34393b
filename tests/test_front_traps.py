"""Programs that a front end is likely to read differently than the compiler: none of them is proved, by any way.

Each is unsafe, which the compiler and its sanitizers say; every strategy, the slices and the program of the witness
index either have the error as well or are refused.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from veriabs.core.conditions import ConditionKind
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Verdict
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.slicing.slice import SliceKind, slice_text
from veriabs.frontend.task import load
from veriabs.loops.build import each_model
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc
from veriabs.strategies import default, provers
from veriabs.strategies.shrinking.search import first_attempt
from veriabs.strategies.witness_index.program import transform
from veriabs.verify.engine import Options, verify

TRAPS = sorted((Path(__file__).parent / "programs" / "traps" / "front").glob("*_unsafe.c"))
UNDEFINED = (
    *("element_behind_free", "grown_by_one_too_few", "old_address_after_realloc", "old_address_in_a_struct"),
    *("memcpy_within_an_array", "realloc_that_is_lost", "row_that_was_freed", "rows_of_different_lengths"),
)
"""Those that go through memory which is not there: a sanitizer stops them, and nothing is expected of their slices."""
DEFINED = [path for path in TRAPS if path.stem.removesuffix("_unsafe") not in UNDEFINED]
PROVERS = tuple(name for name, _ in provers(default()))

# The multiplicative key is the only value of an unsigned input that lets the assertion be violated.
KEY = 3000012345 * pow(2654435761, -1, 2**32) % 2**32
RUNTIME = """
#include <stdlib.h>
#include <stdio.h>
#define stop() do { fputs("reached\\n", stderr); exit(1); } while (0)
int __VERIFIER_nondet_int(void) { return INTEGER; }
unsigned __VERIFIER_nondet_uint(void) { return KEY; }
_Bool __VERIFIER_nondet_bool(void) { return INTEGER & 1; }
void veriabs_check(ARGUMENT c) __asm__("__VERIFIER_assert");
void veriabs_check(ARGUMENT c) { if (!c) stop(); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { stop(); }
void veriabs_reached(void) { stop(); }
extern int shared __attribute__((weak));
int other_file(int *p) {
  static int *kept;
  if (&shared) shared = 5;
  if (p) kept = p;
  if (kept) *kept = 7;
  return 3;
}
int *same(int *p) {
  static int kept;
  return p ? p : &kept;
}
"""


def reaches_error(text: str, folder: Path) -> bool:
    """Does a run of the program reach its error, for one of a few inputs, without a word of the sanitizers?"""
    return any(ended and said.endswith("reached") for ended, said in runs(text, folder))


def runs(text: str, folder: Path) -> Iterator[tuple[bool, str]]:
    """Does a run end with the code of an error, and what it says, for one input after the other."""
    (folder / "program.c").write_text(text.replace("void reach_error(void) {}", ""), encoding="utf-8")
    argument = "char" if "__VERIFIER_assert(char)" in text else "int"
    for integer in (0, -1, 5, 1000):
        define = [f"-DINTEGER={integer}", f"-DKEY={KEY}u", f"-DARGUMENT={argument}"]
        (folder / "runtime.c").write_text(RUNTIME, encoding="utf-8")
        sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        files = ["program.c", "runtime.c", "-Wl,--defsym=reach_error=veriabs_reached", "-o", "program"]
        subprocess.run(["gcc", "-w", *define, *sanitizers, *files], cwd=folder, check=True)
        told = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}  # what is not freed is not undefined
        ran = subprocess.run([folder / "program"], cwd=folder, env=told, capture_output=True, text=True, timeout=20)
        yield ran.returncode == 1, ran.stderr.strip()


def name_of(path: Path) -> str:
    return path.stem.removesuffix("_unsafe")


@pytest.mark.slow
@pytest.mark.parametrize("path", DEFINED, ids=name_of)
def test_trap_is_unsafe(path: Path, tmp_path: Path) -> None:
    assert reaches_error(path.read_text(encoding="utf-8"), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", UNDEFINED)
def test_trap_is_undefined(name: str, tmp_path: Path) -> None:
    (path,) = (path for path in TRAPS if name_of(path) == name)
    said = [said for _, said in runs(path.read_text(encoding="utf-8"), tmp_path)]
    assert all("ERROR: AddressSanitizer" in one for one in said), said


def assert_not_proved(path: Path, cbmc: Cbmc, strategies: tuple[str, ...], timeout: float) -> None:
    task = load(path)
    program: Program | Reason
    try:
        program = load_program(task)
    except UnsupportedError as error:
        assert str(error).startswith(f"{path}:")
        program = Reason(ReasonKind.UNSUPPORTED, str(error))  # what is refused may still be looked at by itself
    options = Options(timeout=timeout, max_k=2, jobs=1, strategies=strategies, replay=False)
    report = verify(task, program, cbmc, options)
    depends_on_bounds = any(one.kind is ConditionKind.BOUNDS for one in report.conditions)
    if not (name_of(path) in UNDEFINED and depends_on_bounds):  # then the condition is what the trap violates
        assert report.verdict is not Verdict.TRUE, report.conditions


@pytest.mark.share(36)
@pytest.mark.cbmc
@pytest.mark.parametrize("path", TRAPS, ids=name_of)
def test_trap_is_not_proved(path: Path, cbmc: Cbmc) -> None:
    assert_not_proved(path, cbmc, ("slicing", "induction"), timeout=1)


@pytest.mark.long
@pytest.mark.share(4)
@pytest.mark.cbmc
@pytest.mark.parametrize("path", TRAPS, ids=name_of)
def test_trap_is_not_proved_by_all_together(path: Path, cbmc: Cbmc) -> None:
    assert_not_proved(path, cbmc, default(), timeout=5)


@pytest.mark.long
@pytest.mark.share(20)
@pytest.mark.cbmc
@pytest.mark.parametrize("strategy", PROVERS)
@pytest.mark.parametrize("path", TRAPS, ids=name_of)
def test_trap_is_not_proved_by_any_strategy(path: Path, strategy: str, cbmc: Cbmc) -> None:
    helped = strategy in ("slicing", "lockstep", "ghost_folds", "projection")
    chosen = (strategy, "closed_forms", "induction") if helped else (strategy,)
    assert_not_proved(path, cbmc, chosen, timeout=5)


@pytest.mark.share(12)
@pytest.mark.parametrize("path", DEFINED, ids=name_of)
@pytest.mark.parametrize("kind", [SliceKind.VALUE, pytest.param(SliceKind.BACKWARD, marks=pytest.mark.long)])
def test_slice_of_trap_has_the_error(path: Path, kind: SliceKind, tmp_path: Path) -> None:
    try:
        text = slice_text(load(path), kind).text
    except UnsupportedError as error:
        assert str(error).startswith(f"{path}:")
        return
    assert reaches_error(text, tmp_path)


@pytest.mark.share(8)
@pytest.mark.cbmc
@pytest.mark.parametrize("path", TRAPS, ids=name_of)
def test_transformed_trap_has_the_error(path: Path, cbmc: Cbmc, tmp_path: Path) -> None:
    """The program of the witness index is without loops, so that CBMC decides it."""
    try:
        program = load_program(load(path))
        texts = [transform(program, one.number) for one in assertions(program)]
    except (InputError, UnsupportedError):
        return
    outputs = [verified(text, tmp_path, cbmc) for text in texts]
    assert any("VERIFICATION FAILED" in output for output in outputs)


@pytest.mark.share(5)
@pytest.mark.cbmc
@pytest.mark.parametrize("path", TRAPS, ids=name_of)
def test_residual_program_of_trap_has_the_error(path: Path, cbmc: Cbmc, tmp_path: Path) -> None:
    """Or one iteration is not enough, which the harness then detects."""
    try:
        program = load_program(load(path))
    except UnsupportedError:
        return
    if any(gap.must_not_run for gap in program.gaps):
        return  # a separate assertion states that the unsupported code is not reached, and it is not proved
    models = list(each_model(program))
    attempts = [made for model in models if not isinstance(made := first_attempt(model), Reason)]
    programs = [one for made in attempts for one in (made.residual(1), made.harness(1))]
    failed = False
    for one in programs:
        text = render_c(one.template, one.context)
        failed = failed or "VERIFICATION FAILED" in verified(text, tmp_path, cbmc, "--unwind", str(one.unwind))
    assert failed or not programs


def verified(text: str, folder: Path, cbmc: Cbmc, *options: str) -> str:
    """The output of CBMC for a program."""
    (folder / "printed.c").write_text(text, encoding="utf-8")
    command = [*cbmc.command, "printed.c", *options]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ran.stdout
