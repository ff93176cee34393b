"""The postconditions of searches over the cells of an array."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.invariants.quantified import peeled, postcondition_candidates

Make = Callable[[str], Program]


def facts(program: Program) -> set[str]:
    return {Printer().expr(one) for exprs in postcondition_candidates(peeled(program)).values() for one in exprs}


@pytest.mark.parametrize(
    ("code", "fact"),
    [
        ("if (a[i] < a[m]) m = i;", "!(2LL <= cell && cell < (long long)i) || !(a[cell] < a[m])"),
        ("if (a[i] < a[m]) m = i;", "!(a[entry_m] < a[m])"),
        ("if (a[i] == v) break;", "!(2LL <= cell && cell < (long long)i) || !(a[cell] == v)"),
        ("if (a[i] == v) m = 1;", "!(2LL <= cell && cell < (long long)i) || (m == 1 || !(a[cell] == v))"),
        ("if (v > 3) { if (a[i] < v) m = 1; }", "!(2LL <= cell && cell < 99LL) || (!(v > 3) || !(a[cell] < v))"),
        ("__VERIFIER_assert(a[i] > v);", "!(2LL <= cell && cell < (long long)i) || a[cell] > v"),
        ("if (a[i - 1] > v) m = i;", "!((long long)(2 - 1) <= cell && cell < (long long)(i - 1)) || !(a[cell] > v)"),
    ],
)
def test_search_result_describes_the_visited_cells(program: Make, code: str, fact: str) -> None:
    text = f"int main(void) {{ int a[99], m = 0, v = 7; for (int i = 2; i < 99; i++) {{ {code} }} "
    assert fact in facts(program(f"{text} __VERIFIER_assert(m >= 0); }}"))


def test_search_test_has_a_postcondition(program: Make) -> None:
    text = "int a[99]; int main(void) { int i = 0; while (i < 99 && a[i] != 4) i++; __VERIFIER_assert(i >= 0); }"
    found = facts(program(text))
    assert "!(0LL <= cell && cell < (long long)i) || a[cell] != 4" in found


def test_loop_without_result_has_no_postcondition(program: Make) -> None:
    text = "int a[99]; int main(void) { for (int i = 0; i < 99; i++) if (a[i] > 3) a[i] = 3; __VERIFIER_assert(1); }"
    assert not facts(program(text))


def test_search_postcondition_is_offered_to_later_loops(program: Make) -> None:
    text = """int a[99]; int main(void) { int m = 0; for (int i = 1; i < 99; i++) if (a[i] < a[i - 1]) m = 1;
for (int j = 0; j < 99; j++) a[j]++; __VERIFIER_assert(m >= 0); }"""
    whole = peeled(program(text))
    last = list(postcondition_candidates(whole).values())[-1]
    assert "!(1LL <= cell && cell < 99LL) || (m == 1 || !(a[cell] < a[cell - 1]))" in map(Printer().expr, last)


MOVING = """int a[99]; int main(void) { int j = 98, v = 7;
while (j > 0 && %s > v) { %s j--; } __VERIFIER_assert(v > j); }"""
MOVED = "!((long long)((long long)j + 1LL) <= cell && cell < (long long)(98LL + 1LL)) || a[cell] > v"


@pytest.mark.parametrize(
    ("asked", "move", "offered"),
    [
        ("a[j - 1]", "a[j] = a[j - 1];", True),
        ("a[j - 1]", "a[j] = a[j - 1] + 1;", False),
        ("a[j - 1]", "b[j] = a[j - 1];", False),
        ("a[0]", "a[j] = a[j - 1];", False),
    ],
)
def test_tested_property_follows_a_moved_cell(program: Make, asked: str, move: str, offered: bool) -> None:
    found = facts(program("int b[99]; " + MOVING % (asked, move)))
    assert (MOVED in found) is offered
