"""Test that loops which fold the same data are fused if the order of their iterations does not matter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import elements_of, statements
from veriabs.core.program import Program
from veriabs.core.results import Verdict
from veriabs.core.statements import Assert, Loop
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.lockstep import lockstep_of
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Make = Callable[[str], Program]

TWICE = """int main(void) {{
  unsigned a[1000], b[1000], s = 1, t = 1; int i, j, k;
  for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_uint();
  {first}
  {between}
  {second}
  {behind}
  __VERIFIER_assert({claim});
  return 0;
}}"""


def twice(first: str, second: str, between: str = "", claim: str = "s == t", behind: str = "") -> str:
    """Two folds over the same data."""
    return TWICE.format(first=first, second=second, between=between, claim=claim, behind=behind)


UP = "for (i = 0; i < 1000; i++) s = 31 * s + a[i];"
AGAIN = "for (j = 0; j < 1000; j++) t = 31 * t + a[j];"

PROVED = {
    "one counter": twice(UP, "for (i = 0; i < 1000; i++) t = 31 * t + a[i];"),
    "a counter that falls": twice(UP, "for (j = 0, k = 1000; k > 0; k--, j++) t = 31 * t + a[j];"),
    "a result in between": twice(UP, AGAIN, "unsigned kept = s;", "kept == t"),
    "a temporary of both": twice(
        "for (i = 0; i < 1000; i++) { k = a[i] & 7; s = 31 * s + k; }",
        "for (j = 0; j < 1000; j++) { k = a[j] & 7; t = 31 * t + k; }",
    ),
    "a temporary that the code between reads": twice(
        "for (i = 0; i < 1000; i++) { k = a[i] & 7; s = 31 * s + k; }",
        "for (j = 0; j < 1000; j++) { k = a[j] & 7; t = 31 * t + k; }",
        "b[0] = k;",
    ),
    "an inner loop": twice(
        "for (i = 0; i < 1000; i++) { s ^= a[i]; for (k = 0; k < 4; k++) s = s & 1 ? s >> 1 ^ 9 : s >> 1; }",
        "for (j = 0; j < 1000; j++) { t ^= a[j]; for (k = 0; k < 4; k++) t = t & 1 ? t >> 1 ^ 9 : t >> 1; }",
    ),
    "a copy in between": twice(
        UP + " for (k = 0; k < 1000; k++) b[k] = a[k];", "for (j = 0; j < 1000; j++) t = 31 * t + b[j];"
    ),
    "a copy that is counted apart from its cells": twice(
        UP + " j = 0; for (k = 1000; k--;) { b[j] = a[j]; j++; }", "for (i = 0; i < 1000; i++) t = 31 * t + b[i];"
    ),
    "a checksum behind the data": twice(
        "for (i = 0; i < 999; i++) s += a[i];", "for (j = 0; j < 1000; j++) t += a[j];", "a[999] = -s;", "t == 0"
    ),
}

APART = {
    "one fold": twice("s = t;", AGAIN),
    "nothing that is claimed": twice(UP, AGAIN, claim="a[5] == 31"),
    "a counter goes on": twice(UP.replace("1000", "500"), "for (; i < 1000; i++) t = 31 * t + a[i];"),
    "the second goes on with the first": twice(UP, AGAIN, "t = s;"),
    "cells that the first reads later": twice(UP, "for (j = 0; j < 999; j++) { t = 31 * t + a[j]; a[j + 1] = 0; }"),
    "cells by half a counter": twice(
        "for (i = 0; i < 1000; i++) s = 31 * s + a[(unsigned char)i];",
        "for (j = 0; j < 1000; j++) { t = 31 * t + a[(unsigned char)j]; a[(unsigned char)j] = 0; }",
    ),
    "a counter that the body moves": twice(
        "for (i = 0; i < 999; i++) { i++; s = 31 * s + a[i]; }", "for (j = 0; j < 999; j++) a[j] = t = t + a[j];"
    ),
    "counters that the data moves": twice(
        "for (i = 0; i < 1000; i += s & 1) s = 31 * s + a[i];",
        "for (j = 0; j < 1000; j += t & 1) { t = 31 * t + a[j]; a[j] = 0; }",
    ),
    "a scalar beside the cells": twice(
        "for (i = 0; i < 1000; i++) s = 3 * s + a[i];",
        "for (j = 0; j < 1000; j++) { t = 3 * t + a[j] == s ? s : 0; a[j] = 0; }",
    ),
    "a scalar that the code between goes on with": twice(
        "for (i = 0; i < 1000; i++) { k = a[i]; s = 31 * s + k; }",
        "for (j = 0; j < 1000; j++) t = 31 * t + a[j] + k;",
        "k = k & 1;",
    ),
    "a temporary of both that is claimed": twice(
        "for (i = 0; i < 1000; i++) { k = a[i]; s = 31 * s + k; }",
        "for (j = 0; j < 1000; j++) { k = a[j] ^ 1; t = 31 * t + k; }",
        claim="s == t && k == 7",
    ),
    "cells that come again before a longer count ends": twice(
        UP, "j = 0; for (unsigned long n = 1000; n; n--) { t = 31 * t + a[j]; a[j] = 0; j++; }"
    ),
    "every second cell": twice(UP, "j = 0; for (k = 500; k; k--) { t = 31 * t + a[j]; a[j] = 0; j += 2; }"),
    "cells that are passed at times": twice(
        UP, "j = 0; for (k = 1000; k; k--) { t = 31 * t + a[j]; a[j] = 0; if (t & 1) j++; }"
    ),
    "a count that the data ends": twice(
        UP, "j = 0; for (k = 1000; k; k = k - 1 - (t & 1 & k)) { t = 31 * t + a[j]; a[j] = 0; j++; }"
    ),
    "one is left early": twice("for (i = 0; i < 1000; i++) { if (a[i] == 7) break; s = 31 * s + a[i]; }", AGAIN),
}

UNSAFE = {
    "another start": twice(UP, AGAIN, "t = 2;"),
    "another order of operations": twice(UP, AGAIN.replace("31 * t + a[j]", "31 * (t + a[j])")),
    "a cell less": twice(UP, AGAIN.replace("< 1000", "< 999")),
    "a copy of other cells": twice(
        UP + " for (k = 0; k < 1000; k++) b[k] = a[k & 511];", "for (j = 0; j < 1000; j++) t = 31 * t + b[j];"
    ),
}


def lockstep(program: Program) -> Program | None:
    return lockstep_of(program, assertions(program)[-1])


def verdict_of(made: Program, cbmc: Cbmc, seconds: float) -> Verdict:
    options = Options(strategies=("lockstep", "induction"), replay=False, timeout=seconds)
    return verify(made.task, made, cbmc, options).verdict


@pytest.mark.parametrize("name", APART)
def test_interfering_loops_are_not_joined(name: str, program: Make) -> None:
    assert lockstep(program(APART[name])) is None


def test_one_loop_asserts_that_the_others_keep_pace(program: Make) -> None:
    found = lockstep(program(PROVED["one counter"]))
    assert found is not None
    assert sum(isinstance(s, Loop) for s in statements(found.body)) == 2
    texts = [Printer().expr(s.test) for s in statements(found.body) if isinstance(s, Assert)]
    assert texts == ["i_again < 1000 && (long long)i == (long long)i_again", "!(i_again < 1000)", "s_2 == t"]
    assert len({s.number for s in assertions(found)}) == 3


def test_shared_cells_are_of_the_same_iteration(program: Make) -> None:
    found = lockstep(program(PROVED["a copy in between"]))
    assert found is not None
    texts = [Printer().expr(s.test) for s in statements(found.body) if isinstance(s, Assert)]
    assert "j < 1000 && (long long)k == (long long)j && (long long)i == (long long)j" in texts


def test_arrays_read_by_both_loops_are_read_at_one_index(program: Make) -> None:
    found = lockstep(program(PROVED["one counter"]))
    assert found is not None
    assert {Printer().expr(e) for e in elements_of((found.body[-3],))} == {"a[i]"}


def test_cells_of_counters_that_begin_apart_are_others(program: Make) -> None:
    found = lockstep(program(twice(UP, "for (j = 999; j >= 0; j--) t = 31 * t + a[j];")))
    assert found is not None
    assert {Printer().expr(e) for e in elements_of(found.body)} == {"a[i]", "a[j]"}


@pytest.mark.share(9, 3)
@pytest.mark.cbmc
@pytest.mark.parametrize("name", PROVED)
def test_is_proved(name: str, program: Make, cbmc: Cbmc) -> None:
    assert verdict_of(program(PROVED[name]), cbmc, 60) is Verdict.TRUE


@pytest.mark.share(8, 2)
@pytest.mark.cbmc
@pytest.mark.parametrize("name", UNSAFE)
def test_is_not_proved(name: str, program: Make, cbmc: Cbmc) -> None:
    assert verdict_of(program(UNSAFE[name]), cbmc, 4) is Verdict.UNKNOWN
