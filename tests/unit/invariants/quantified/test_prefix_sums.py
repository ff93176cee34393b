"""Counts kept for each cell, if an assertion compares them with the count of another loop."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.program import Initial, Program
from veriabs.core.statements import Assign, Loop
from veriabs.invariants.quantified import peeled
from veriabs.invariants.quantified.prefix_sums import PrefixSums, prefix_sums
from veriabs.loops.flatten import assertions

Make = Callable[[str], Program]

COUNT = "for (int i = 0; i < 900; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] == 7) n = n + 2; }"
AGAIN = "while (1) { while (p < 900 && a[p] != 7) p++; if (p >= 900) break; k++; p++; }"
TEXT = "int a[900]; int main(void) {{ int n = 0, k = 0, p = 0, n_before = 3; {code} return n_before; }}"
SAME = "__VERIFIER_assert(2 * k == n);"


def prefix_sums_of(program: Make, code: str) -> PrefixSums | None:
    made = peeled(program(TEXT.format(code=code)))
    (assertion,) = assertions(made)
    return prefix_sums(made, assertion)


def fact_texts(found: PrefixSums | None) -> list[list[str]]:
    """The facts at the head of each loop."""
    assert found is not None
    return [[Printer().expr(fact) for fact in facts] for facts in found.candidates().values()]


def test_the_count_is_kept_before_the_loop_and_after_each_iteration(program: Make) -> None:
    found = prefix_sums_of(program, COUNT + AGAIN + SAME)
    assert found is not None
    assert (found.sums.name, found.sums.initial) == ("n_before_", Initial.NONDET)
    assert Printer().expr(found.sums.sizes[0]) == "901"
    body = list(found.program.body)
    place = next(n for n, stmt in enumerate(body) if isinstance(stmt, Loop))
    loop, keep = body[place], body[place - 1]
    assert isinstance(loop, Loop)
    assert loop.update[-1] == keep
    assert isinstance(keep, Assign)
    assert Printer().expr(keep.target) == "n_before_[i]"
    assert sum(stmt == keep for stmt in statements(body)) == 2


def test_each_sum_is_the_one_before_it_and_what_its_cell_adds(program: Make) -> None:
    first, outer, inner = fact_texts(prefix_sums_of(program, COUNT + AGAIN + SAME))
    sums = "n_before_[cell + 1] == n_before_[cell] + (a[cell] == 7 ? 2 : 0)"
    assert f"!(0LL <= cell && cell < (long long)i) || {sums}" in first
    for facts in (outer, inner):
        assert f"!(0LL <= cell && cell < 900LL) || {sums}" in facts
        assert "n == n_before_[900]" in facts
        assert "k - entry_k == n_before_[p] - n_before_[entry_p]" in facts


def test_a_position_is_known_by_its_copy(program: Make) -> None:
    again = "while (1) { int q = p; while (q < 900 && a[q] != 7) q++; if (q >= 900) break; k++; p = q + 1; }"
    _, outer, inner = fact_texts(prefix_sums_of(program, COUNT + again + SAME))
    assert [fact for fact in outer if fact.startswith("k -")] == ["k - entry_k == n_before_[p] - n_before_[entry_p]"]
    assert "k - entry_k == n_before_[q] - n_before_[entry_q]" in inner


def test_facts_about_history_sums_do_not_reach_the_user_program(program: Make) -> None:
    found = prefix_sums_of(program, COUNT + AGAIN + SAME)
    assert found is not None
    assert not any(found.without_sums(found.candidates()).values())


def test_counts_that_the_assertion_does_not_compare_are_not_kept(program: Make) -> None:
    assert prefix_sums_of(program, COUNT + AGAIN + "__VERIFIER_assert(n >= 0);") is None
    assert prefix_sums_of(program, COUNT + AGAIN + "__VERIFIER_assert(k >= 0);") is None


def test_counts_depending_on_other_values_are_not_kept(program: Make) -> None:
    for counted in ("a[i] == p", "a[i] == a[0]", "p == 7"):
        code = f"for (int i = 0; i < 900; i++) {{ if ({counted}) n++; }} "
        assert prefix_sums_of(program, code + AGAIN + SAME) is None, counted
    twice = "for (int i = 0; i < 900; i++) { if (a[i] == 7) n++; if (a[i] == 8) n = 0; }"
    assert prefix_sums_of(program, twice + AGAIN + SAME) is None


STARTS = "for (int i = 0; a[i]; i++) if (a[i] != 7 && (i == 0 || a[i - 1] == 7)) n++; "
WORDS = "while (a[p]) { while (a[p] == 7) p++; if (!a[p]) break; k++; while (a[p] && a[p] != 7) p++; }"


def test_word_starts_are_counted_by_a_cell_and_its_predecessor(program: Make) -> None:
    outer, inner, last = fact_texts(prefix_sums_of(program, STARTS + WORDS + "__VERIFIER_assert(k == n);"))[1:]
    counts = "a[p] && (a[p] != 7 && (p == 0 || a[p - 1] == 7)) ? 1 : 0"
    for facts in (outer, inner, last):
        assert f"k == n_before_[p] + ({counts})" in facts
        assert "!(a[p] && a[p] != 7) || (p == 0 || a[p - 1] == 7)" in facts
        assert "!(a[p] && (p == 0 || a[p - 1] == 7)) || a[p] != 7" in facts


def test_a_cell_is_no_neighbour_at_a_distance_that_changes(program: Make) -> None:
    for counted in ("a[i - k] == 7", "a[2 * i] == 7", "a[i + 1] == 7 && a[k] == 7"):
        code = f"for (int i = 0; i < 400; i++) {{ if ({counted}) n++; }} "
        assert prefix_sums_of(program, code + AGAIN + SAME) is None, counted
