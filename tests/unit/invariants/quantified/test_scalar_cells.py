"""Facts about cells at the positions of scalars, and limits of scalars, that sample runs select."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.invariants.quantified import peeled
from veriabs.invariants.quantified.scalar_cells import vocabulary_candidates
from veriabs.invariants.scalar.runs import run_to_end
from veriabs.invariants.scalar.sample_filter import passing_samples

Make = Callable[[str], Program]
FILL = "int a[900], b[900]; for (int i = 0; i < 900; i++) a[i] = __VERIFIER_nondet_short();"


def texts(program: Make, code: str) -> set[str]:
    """The candidates of all loops that hold in sample runs."""
    made = peeled(program(f"short __VERIFIER_nondet_short(void); int main(void) {{ {FILL} {code} return 0; }}"))
    found = run_to_end(passing_samples(made, 0, vocabulary_candidates(made)))
    return {Printer().expr(expr).replace("(long long)", "") for exprs in found.values() for expr in exprs}


def test_cell_at_a_recorded_position(program: Make) -> None:
    code = """int m = a[0], k = 0; for (int i = 1; i < 900; i++) if (a[i] > m) { m = a[i]; k = i; }
    __VERIFIER_assert(a[k] == m);"""
    assert "a[k] == m" in texts(program, code)


def test_last_written_cell(program: Make) -> None:
    code = """int now = 5; for (int i = 0; i < 900; i++) { if (a[i] > now) now++; b[i] = now; }
    for (int i = 1; i < 900; i++) __VERIFIER_assert(b[i] - b[i - 1] <= 1);"""
    found = texts(program, code)
    assert [one for one in found if one.endswith("b[i_2 - 1] == now") and "< 0LL" in one]
    assert "b[i_2 - 1] == now" not in found


def test_condition_on_a_scalar(program: Make) -> None:
    code = """int why = 0, k = 0; while (k < 900 && why == 0) { if (a[k] == 7) why = 1; else k++; }
    if (why == 1) __VERIFIER_assert(a[k] == 7);"""
    assert "!(why == 1) || a[k] == 7" in texts(program, code)


def test_position_behind_or_before_a_counter(program: Make) -> None:
    code = """int k = 0; for (int i = 0; i < 900; i++) if (a[i] == 3) k = i;
    if (a[k] == 3) { for (int i = 0; i < 900; i++) a[i] = a[i] == 3 ? 1 : 2; __VERIFIER_assert(a[k] == 1); }"""
    assert [one for one in texts(program, code) if one.startswith("!(k < i_3) || a[k] == 1")]


def test_limits_of_a_narrow_input(program: Make) -> None:
    code = "int m = a[0]; for (int i = 1; i < 900; i++) if (a[i] < m) m = a[i]; __VERIFIER_assert(m >= -40000);"
    assert {"m <= 32767LL", "m >= -32768LL"} <= texts(program, code)
