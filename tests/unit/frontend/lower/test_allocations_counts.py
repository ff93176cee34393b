"""Sizes in bytes as numbers of elements: a size that may wrap is cut to whole elements, or must not wrap."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, body_text, lower_file

from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program

HEAD = f"""#include <string.h>
{DECLARATIONS}
extern unsigned long __VERIFIER_nondet_ulong(void);
struct three {{ int x, y, z; }} t[9], u[9]; int a[9], b[9];
"""


def lowered(tmp_path: Path, text: str) -> Program:
    whole = f"{HEAD}int main() {{ unsigned long n = __VERIFIER_nondet_ulong(); {text} __VERIFIER_assert(t[0].x < 9); }}"
    return lower_file(tmp_path / "c.c", whole)


@pytest.mark.parametrize(
    ("text", "count", "fits"),
    [
        ("memcpy(t, u, n * sizeof *t);", "n", "n > 1537228672809129301"),
        ("memcpy(t, u, 24 * n);", "n * 2", "n > 768614336404564650"),
        ("memcpy(a, b, n * sizeof *a);", "n * 4UL / 4", ""),
        ("memcpy(t, u, (unsigned)n * sizeof *t);", "(unsigned int)n", ""),
    ],
)
def test_count_of_elements(text: str, count: str, fits: str, tmp_path: Path) -> None:
    program = lowered(tmp_path, text)
    said = body_text(program).replace("UL", "").replace("(unsigned long)(unsigned int)", "(unsigned int)")
    assert f" < {count.replace('UL', '')};" in said
    assert (f"if ({fits}" in said) == bool(fits)
    assert [gap.what for gap in program.gaps if gap.must_not_run] == (
        ["byte count that may overflow its type"] if fits else []
    )


@pytest.mark.parametrize("size", ["n * 12 * 5", "5 * (n * 12)", "12 * n + 12", "n * 6"])
def test_sizes_that_may_wrap_are_refused(size: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="multiple of the element size"):
        lowered(tmp_path, f"memcpy(t, u, {size});")
