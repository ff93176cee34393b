"""Test terms printed as mathematics."""

from __future__ import annotations

import pytest

from veriabs.terms.binders import ite
from veriabs.terms.conditions import conjunction, disjunction, eq, le, lt, ne
from veriabs.terms.division import divide, modulo
from veriabs.terms.printing import Mathematics, show
from veriabs.terms.rebuild import first, largest, quantified, sum_over
from veriabs.terms.terms import Condition, Is, Term, call, const, symbol

N, M, K = symbol("n"), symbol("m"), symbol("k")


@pytest.mark.parametrize(("term", "text"), [
    (const(0), "0"),
    (const(-7), "-7"),
    (N - M, "n - m"),
    (N * 2 - N * M + 3, "-m*n + 2*n + 3"),
    (N * N, "n^2"),
    (call("a", [N + 1]), "a(n + 1)"),
    (ite(le(N), const(1), M), "(0 < n ? m : 1)"),
    (divide(N, const(2)), "((n) / (2))"),
    (modulo(N, const(2)), "((n) % (2))"),
])  # fmt: skip
def test_terms(term: Term, text: str) -> None:
    assert show(term) == text


@pytest.mark.parametrize(("condition", "text"), [
    (le(N, M), "n <= m"),
    (lt(N, M), "n < m"),
    (eq(N, M + 1), "m + 1 == n"),
    (ne(N), "n != 0"),
    (conjunction((le(N), disjunction((eq(M), le(M, N))))), "(m == 0 || m <= n) && n <= 0"),
    (quantified(Is.FORALL, "k", le(call("a", [K])), N), "(for all 0 <= k < n: a(k) <= 0)"),
])  # fmt: skip
def test_comparisons_have_no_negative_side(condition: Condition, text: str) -> None:
    assert show(condition) == text


@pytest.mark.parametrize(("term", "text"), [
    (largest("k", call("a", [K]), N, M), "max(n, a(k) for 0 <= k < m)"),
    (N - largest("k", const(0) - call("a", [K]), const(0) - N, M) * 2, "2*min(n, a(k) for 0 <= k < m) + n"),
    (first("k", le(call("a", [K])), M), "(first 0 <= k < m with a(k) <= 0)"),
    (
        sum_over("l", sum_over("k", call("a", [K, symbol("l")]), N), M),
        "(sum ((sum (a(l, k)) for 0 <= l < n)) for 0 <= k < m)",
    ),
])  # fmt: skip
def test_each_binder_has_a_separate_index(term: Term, text: str) -> None:
    assert show(term) == text


def test_arrays_of_the_user_are_indexed() -> None:
    assert Mathematics({"a@1": "b"}).term(call("a@1", [N])) == "b[n]"
