"""Test proofs by array refinement of programs whose loops are too long to unwind."""

from __future__ import annotations

from pathlib import Path

import pytest
from refined import written

from veriabs.core.results import Verdict
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.solvers.driver import Cbmc
from veriabs.verify import engine
from veriabs.verify.options import Options

FAMILIES = Path(__file__).parents[4] / "benchmarks" / "eureka"


def verdict(path: Path, cbmc: Cbmc, *, seconds: float = 45.0) -> Verdict:
    task = load(path)
    options = Options(strategies=("array_refinement",), replay=False, timeout=seconds)
    return engine.verify(task, load_program(task), cbmc, options).verdict


def family(folder: Path, name: str, size: int, *changes: tuple[str, str]) -> Path:
    text = (FAMILIES / f"{name}.c").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / f"{name}.c"
    path.write_text(f"#define N {size}\n{text}", encoding="utf-8")
    return path


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), [("string_copy", 10_000), ("partition", 400), ("gray_code", 50)])
def test_the_families_are_proved_at_large_sizes(tmp_path: Path, cbmc: Cbmc, name: str, size: int) -> None:
    assert verdict(family(tmp_path, name, size), cbmc) is Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("string_copy", "to[i] = 0;", ";"),
        ("string_copy", "to[i] = from[i];", "if (i != 500) to[i] = from[i];"),
        ("string_copy", "to[i] = 0;", "to[i] = 0; to[0] = 1;"),
        ("partition", "a[i] >= 0", "a[i] >= -1"),
        ("partition", "upper[u] = a[i];", "a[i] = a[i] - 1; upper[u] = a[i];"),
        ("partition", "lower[l] = a[i];", "lower[l] = a[i]; if (u > 0) upper[u - 1] = a[i];"),
        ("gray_code", "next >= K ||", "next > K ||"),
        ("gray_code", "digit[i] = 0;", "digit[i] = i == 999 ? 3 : 0;"),
    ],
)
def test_unsafe_variants_are_not_proved(tmp_path: Path, cbmc: Cbmc, name: str, old: str, new: str) -> None:
    """At sizes that are not unwound, so that only the induction could prove them."""
    assert verdict(family(tmp_path, name, 100_000, (old, new)), cbmc, seconds=20.0) is not Verdict.TRUE


@pytest.mark.share(4)
@pytest.mark.cbmc
@pytest.mark.parametrize(
    "body",
    [
        # The element at a moving index changes through another index.
        "int a[99000], j = 0; for (int i = 0; i < 99000; i++) { a[i] = 1; a[j] = 2; if (a[i] == 1) j = i; }"
        " for (int x = 0; x < 99000; x++) __VERIFIER_assert(a[x] == 1);",
        # The index moves between two reads.
        "int a[99001], b[99000], i = 0; while (i < 99000) {"
        " if (a[i] > 5) { i++; b[i - 1] = a[i]; } else { b[i] = 6; i++; } }"
        " for (int x = 0; x < 99000; x++) __VERIFIER_assert(b[x] > 5);",
        # The index wraps in its type.
        "unsigned char a[300], i = 0; for (int k = 0; k < 99000; k++) { a[i] = 1; i++; if (k == 98999) a[i] = 9; }"
        " for (int x = 0; x < 256; x++) __VERIFIER_assert(a[x] == 1);",
        # `continue` skips the statements after it.
        "int a[99000], i = 0; for (; i < 99000 && a[i] != 7; i++) { if (a[i] == 3) continue; a[i] = 4; }"
        " for (int x = 0; x < i; x++) __VERIFIER_assert(a[x] == 4);",
    ],
    ids=["another_index", "between_reads", "wraps", "continue"],
)
def test_hazards_are_not_proved(tmp_path: Path, cbmc: Cbmc, body: str) -> None:
    assert verdict(written(tmp_path, body), cbmc, seconds=20.0) is not Verdict.TRUE
