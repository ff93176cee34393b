"""Candidates about cells that no sampled run refutes."""

from __future__ import annotations

from collections.abc import Callable, Generator

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.loop_model import LoopModel
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import candidates
from veriabs.invariants.quantified import cell_candidates, goal_of, peeled
from veriabs.invariants.scalar.sample_filter import passing_samples

Model = Callable[[str], LoopModel]
COMPACTION = """int a[100000], b[100000]; int main(void) { int n = 0;
for (int i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
for (int i = 0; i < 100000; i++) if (a[i] > 0) b[n++] = a[i];
for (int x = 0; x < n; x++) __VERIFIER_assert(b[x] > 0); return 0; }"""


FILL = "for (int k = 0; k < 100000; k++) a[k] = __VERIFIER_nondet_int();"


def result_of(steps: Generator[object, object, Invariants]) -> Invariants:
    """The result of a dialogue without requests."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Invariants = end.value
            return found


def texts(model: LoopModel, *, sieve: bool) -> set[str]:
    program = peeled(model.program)
    goal = goal_of(program, model.assertion)
    found = cell_candidates(program, goal)
    if sieve:
        found = result_of(passing_samples(program, model.assertion.number, found))
    return {Printer().expr(expr) for exprs in found.values() for expr in exprs}


def test_sample_runs_drop_false_candidates(model: Model) -> None:
    before, after = (texts(model(COMPACTION), sieve=sieve) for sieve in (False, True))
    wanted = "!(0LL <= cell && cell < (long long)n) || b[cell] > 0"
    assert wanted in after
    assert after < before
    assert "!(0LL <= cell && cell < 100000) || b[cell] > 0" not in after


def test_cells_that_the_text_names_are_in_runs_at_small_sizes(model: Model) -> None:
    """A run at a smaller size would never write such a cell."""
    text = """int a[100000]; int main(void) { for (int i = 0; i < 100000; i++) a[i] = 1;
    for (int i = 9; i < 100000; i++) if (__VERIFIER_nondet_int()) a[i] = 0;
    for (int i = 10; i < 100000; i++) a[i] = a[8]; __VERIFIER_assert(a[8] == 1); return 0; }"""
    assert "a[8] == 1" in texts(model(text), sieve=True)


def test_some_runs_have_as_many_negative_cells_as_others(model: Model) -> None:
    """Runs in which nearly all cells are nonnegative would suggest that all cells are."""
    text = """int main(void) { int a[100000], b[100000], m = 0, n = 0;
    for (int i = 0; i < 100000; i++) if (a[i] >= 0) { b[n] = a[i]; n++; }
    for (int i = 0; i < 100000; i++) if (a[i] < 0) m++;
    for (int x = 0; x < n; x++) __VERIFIER_assert(b[x] >= 0); return 0; }"""
    after = texts(model(text), sieve=True)
    assert "!(0LL <= cell && cell < (long long)n) || b[cell] >= 0" in after
    assert not {one for one in after if one.endswith("a[cell] >= 0")}


@pytest.mark.parametrize(("test", "reached"), [("a[i] == b[i]", True), ("a[i] == b[i] && i > 0", False)])
def test_counter_that_reaches_its_limit_in_runs_is_not_bounded_below_it(model: Model, test: str, reached: bool) -> None:
    """A counter that passes the limit there, or stays below it, says nothing about the size in the program."""
    text = f"""int a[100000], b[100000], c[100000]; int main(void) {{ int n = 0; {FILL} {FILL.replace("a[", "b[")}
    for (int i = 0; i < 100000; i++) if ({test}) {{ c[n] = i; n++; }}
    for (int x = 0; x < n; x++) __VERIFIER_assert(c[x] >= x); return 0; }}"""
    program = peeled(model(text).program)
    left = result_of(passing_samples(program, 0, candidates(program, private=True)))
    found = {Printer().expr(expr) for exprs in left.values() for expr in exprs}
    assert "(long long)n <= 100000LL" in found
    assert ("(long long)n < 100000LL" not in found) is reached


def test_cells_after_an_array_are_arbitrary_in_runs(model: Model) -> None:
    """Though a global one begins with zeros."""
    text = """int a[100000]; int main(void) { int low = 0, high = 100000, t;
    while (low < high) if (a[low] < 0) low++; else { t = a[low]; high--; a[low] = a[high]; a[high] = t; }
    for (int i = low; i < 100000; i++) __VERIFIER_assert(a[i] >= 0); return 0; }"""
    found = model(text.replace("{ int low", f"{{ {FILL} int low"))
    assert ["a[low] < 0 || a[high] >= 0" in texts(found, sieve=sieve) for sieve in (False, True)] == [True, False]


SATURATED = """int a[100000]; int main(void) { unsigned v = 0;
for (int i = 0; i < 100000; i++) { unsigned d = __VERIFIER_nondet_uint() % 10;
  if (v > (1000 - d) / 10) v = LIMIT; else v = 10 * v + d; }
__VERIFIER_assert(v <= 1000); return 0; }"""


@pytest.mark.parametrize(("limit", "kept"), [("1000", True), ("1001", False)])
def test_runs_at_other_sizes_do_not_refute_facts_about_a_size(model: Model, limit: str, *, kept: bool) -> None:
    """With a smaller 1000 the difference wraps; with that of the text only a limit that is wrong is seen to be so."""
    made = model(SATURATED.replace("LIMIT", limit))
    tried = candidates(made.program)
    left = result_of(passing_samples(made.program, made.assertion.number, tried))
    assert any(Printer().expr(expr) == "v <= 1000" for exprs in tried.values() for expr in exprs)
    assert any(Printer().expr(expr) == "v <= 1000" for exprs in left.values() for expr in exprs) == kept


@pytest.mark.parametrize(("limit", "kept"), [("4000000000u", True), ("99", False)])
def test_constants_compared_with_cells_are_also_taken_unscaled(model: Model, limit: str, *, kept: bool) -> None:
    """Runs at small sizes replace the limit by a smaller number, which 100 may exceed."""
    code = f"""unsigned a[1000]; int main(void) {{ int i; for (i = 0; i < 1000; i++) a[i] = 100;
    for (i = 0; i < 1000; i++) __VERIFIER_assert(a[i] <= {limit}); return 0; }}"""
    after = texts(model(code), sieve=True)
    assert any(fact.endswith(f"a[cell] <= {limit.upper()}") and "< (long long)i" in fact for fact in after) == kept
