"""Test the invariants of Spacer (z3): their translation to core expressions, and to JSON and back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Unary, Var
from veriabs.core.loop_model import ITERATION, LoopModel
from veriabs.core.types import INT, LLONG
from veriabs.invariants.scalar.horn import spacer_invariants
from veriabs.invariants.scalar.integers import SumSemantics
from veriabs.invariants.scalar.search import CandidateSearch, CandidateSource, calculation, search
from veriabs.invariants.scalar.serialize import from_json, to_json
from veriabs.invariants.scalar.subject import AssertionTask, subject_of

Make = Callable[[str], LoopModel]

LOOP = "int main(void) {{ int n = __VERIFIER_nondet_int(); {code} return 0; }}"


def invariant_texts(model: Make, code: str, steps: int = 10_000_000) -> list[str]:
    subject = subject_of(model(LOOP.format(code=code)))
    answers = (spacer_invariants(subject, reading, steps) for reading in SumSemantics)
    return [Printer().expr(expr) for answer in answers for exprs in answer.values() for expr in exprs]


def test_equality_of_two_counters(model: Make) -> None:
    code = "int x = 0, y = 0; while (x < n) { x++; y++; } __VERIFIER_assert(x == y);"
    texts = invariant_texts(model, code)
    assert any("x" in text and "y" in text for text in texts)


def test_nested_loops_breaks_and_branches(model: Make) -> None:
    code = """int x = 0;
    for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) { if (j == 3) break; if (x < 9) x++; else continue; } }
    __VERIFIER_assert(x <= 9);"""
    assert any("x" in text for text in invariant_texts(model, code))


def test_code_after_a_test_reached_by_continue_is_reached(model: Make) -> None:
    code = """int x = 0; do { x++; if (x == n) continue; n = 0; } while (x < 9);
    while (x < 20) x++;
    __VERIFIER_assert(x == 20);"""
    assert "!((long long)x >= 21LL)" in invariant_texts(model, code)


def test_arithmetic_without_linear_meaning_is_arbitrary(model: Make) -> None:
    code = """unsigned char c = 0; int x = 0; _Bool b = 0;
    while (x < 50) { x = x + 1; c = (unsigned char)(c * c + (c >> 2) - (c | 3) + c / 3 % 7 + (c & 7) - ~c); b = x ^ c; }
    __VERIFIER_assert(x <= 50);"""
    assert any("x" in text for text in invariant_texts(model, code))


def test_many_scalars_are_not_asked_for(model: Make) -> None:
    names = [f"x{n}" for n in range(20)]
    code = " ".join(f"int {name} = 0;" for name in names) + " while (x0 < n) { "
    code += " ".join(f"{a} += {b};" for a, b in zip(names, [*names[1:], "1"], strict=True))
    assert invariant_texts(model, code + " } __VERIFIER_assert(" + " + ".join(names) + " >= 0);") == []


def test_a_task_without_loops_has_no_invariants(model: Make) -> None:
    assert invariant_texts(model, "__VERIFIER_assert(n == n);") == []


# ---------------------------------------------------------------------------------------------------------------- wire


def task(model: Make) -> AssertionTask:
    return subject_of(model(LOOP.format(code="int x = 0; while (x < n) x++; __VERIFIER_assert(x >= 0);")))


def test_expressions_come_back_as_they_were(model: Make) -> None:
    x, entry, itno = Var("x", INT), Var("entry_x", INT), ITERATION
    exprs = (
        Binary("<=", Cast(LLONG, x), Const(-5, LLONG)),
        Unary("!", Binary("==", x, entry)),
        Conditional(Binary("<", x, Const(3, INT)), x, Binary("%", x, Const(2, INT))),
        Binary("<=", itno, Const(9, itno.type)),
    )
    assert from_json(to_json({0: exprs}), task(model).program) == {0: exprs}


@pytest.mark.parametrize("text", ['["var", "nobody"]', '["call", "x"]', '["cast", "file", ["var", "x"]]'])
def test_a_value_that_does_not_fit_is_rejected(model: Make, text: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        from_json(f'{{"0": [{text}]}}', task(model).program)


def test_cells_are_not_written() -> None:
    with pytest.raises(ValueError, match="no array"):
        to_json({0: (Element("a", (), INT),)})


def test_sources_by_name(model: Make) -> None:
    subject = task(model)
    assert search(CandidateSearch(subject, CandidateSource.RUNS))
    assert calculation(CandidateSearch(subject, CandidateSource.INTEGERS)).module == "veriabs.invariants.scalar"
