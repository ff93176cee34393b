"""The engine on the project's own programs: never TRUE for an unsafe one, and TRUE for those in `proved.txt`.

The safe programs in `proved.txt` (one path a line, from tests/programs) have to be proved; a new proof is a new line.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.conditions import ConditionKind
from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program
from veriabs.core.results import Report, Verdict
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc

PROGRAMS = Path(__file__).parent / "programs"
PROVED = (PROGRAMS / "proved.txt").read_text(encoding="utf-8").split()
UNSAFE = "// VERDICT: unsafe."


def unsafe(folder: str) -> list[Path]:
    return [path for path in sorted((PROGRAMS / folder).glob("*.c")) if path.read_text("utf-8").startswith(UNSAFE)]


def name_of(path: Path) -> str:
    return path.stem


def verified(program: Program, cbmc: Cbmc, timeout: float, max_k: int) -> Report:
    """The proof on its own; what the search for a counterexample finds is in test_refutations.py."""
    options = Options(timeout=timeout, max_k=max_k, jobs=1, strategies=("shrinking",), replay=False)
    return verify(program.task, program, cbmc, options)


UNDEFINED = "\n// UNDEFINED\n"


def assert_not_proved(path: Path, cbmc: Cbmc) -> None:
    """Few k and little time: a wrong proof would be found at once. Under accesses that are out of bounds in the run
    that violates the assertion it may be."""
    try:
        program = load_program(load(path))
    except UnsupportedError:
        return
    report = verified(program, cbmc, timeout=2, max_k=2)
    conditional = any(one.kind is ConditionKind.BOUNDS for one in report.conditions)
    assert report.verdict is not Verdict.TRUE or (conditional and UNDEFINED in path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "lines"), [("o01_second_access", "line 20"), ("t41_out_of_bounds_neighbour", "line 16")]
)
def test_accesses_that_a_proof_lacks_are_its_conditions(name: str, lines: str, cbmc: Cbmc) -> None:
    """Accesses that are proved to be in bounds are no conditions."""
    (path,) = (PROGRAMS / "traps").glob(f"{name}*")
    report = verified(load_program(load(path)), cbmc, timeout=20, max_k=1)
    assert report.wording == f"TRUE if the accesses at {lines} are in bounds"


@pytest.mark.share(48, 8)
@pytest.mark.parametrize("name", PROVED)
def test_safe_program_is_proved(name: str, cbmc: Cbmc) -> None:
    report = verified(load_program(load(PROGRAMS / name)), cbmc, timeout=60, max_k=3)
    assert report.verdict is Verdict.TRUE, report.reason


def test_proved_programs_are_safe() -> None:
    assert len(PROVED) == len(set(PROVED))
    assert not [name for name in PROVED if (PROGRAMS / name).read_text("utf-8").startswith(UNSAFE)]


@pytest.mark.share(40, 10)
@pytest.mark.parametrize("path", unsafe("traps"), ids=name_of)
def test_trap_is_not_proved(path: Path, cbmc: Cbmc) -> None:
    assert_not_proved(path, cbmc)


@pytest.mark.long
@pytest.mark.parametrize("path", unsafe("false"), ids=name_of)
def test_unsafe_program_is_not_proved(path: Path, cbmc: Cbmc) -> None:
    assert_not_proved(path, cbmc)


# ----------------------------------------------------------------------------------------------- small unsafe texts

ARRAYS = "int a[1000], b[2000]; int x, c, i, k, m;\n"
SMALL = {
    "condition changed between overwriting and reading": """int main(void) { c = __VERIFIER_nondet_int();
    for (int i = 0; i < 1000; i++) x = 5;
    if (c) x = 0;
    c = 1; int y = 0;
    if (c) y = x;
    for (int i = 0; i < 1000; i++) a[i] = y;
    for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 0); }""",
    "flag of a byte set to 256": """int main(void) { unsigned char found = 0;
    for (int i = 0; i < 1000; i++) a[i] = 7;
    for (int i = 0; i < 1000; i++) if (a[i] == 7) found = 256;
    __VERIFIER_assert(found); }""",
    "flag of type _Bool set to 2": """int main(void) { _Bool found = 0;
    for (int i = 0; i < 1000; i++) a[i] = 7;
    for (int i = 0; i < 1000; i++) if (a[i] == 7) found = 2;
    __VERIFIER_assert(found == 2); }""",
    "signed counter of an inner loop with an unsigned bound": """int main(void) {
    for (int i = 0; i < 1000; i++) { a[i] = 0; for (int j = -1; j < 2u; j++) a[i] = 1; }
    for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 1); }""",
    "two fused loops count into one scalar": """int main(void) {
    for (int i = 0; i < 1000; i++) if (__VERIFIER_nondet_int()) x++;
    for (int i = 0; i < 1000; i++) if (__VERIFIER_nondet_int()) x++;
    __VERIFIER_assert(x <= 1005); }""",
    "fact about the first copy of an inlined loop": """void fill(void) {
      for (i = 0; i < 1000; i++) { b[i] = 1; m = 2; b[k + i] = m; }
    }
    int main(void) { k = 1000; fill(); k = 0; fill();
    for (i = 0; i < 1000; i++) a[999 - i] = b[i];
    for (i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 1); }""",
    "update in front of a continue stands twice": """void inc(void) { x = x + 1; }
    int main(void) {
    for (i = 0; i < 1000; inc()) { i = i + 1; if (a[i - 1] == 0) continue; inc(); }
    __VERIFIER_assert(x == 2000); }""",
    "invariant of a loop that first runs elsewhere": """int main(void) {
    int v0 = __VERIFIER_nondet_int(); if (v0 < 1000 || v0 > 2000) abort();
    int v = v0; unsigned j = 0;
    do { if (j == 0) v = v - 100; else if (__VERIFIER_nondet_int() && v < v0) v = v + 1; j++; } while (j - 1u < 1000);
    __VERIFIER_assert(v <= v0 - 50); }""",
}


@pytest.mark.share(8, 4)
@pytest.mark.parametrize("text", SMALL.values(), ids=[name.replace(" ", "-") for name in SMALL])
def test_small_unsafe_text_is_not_proved(text: str, program: Callable[[str], Program], cbmc: Cbmc) -> None:
    assert verified(program(ARRAYS + text), cbmc, timeout=5, max_k=2).verdict is not Verdict.TRUE
