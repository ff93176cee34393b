"""Test facts about sorted cells, and about the next cells of merged sequences."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.invariants.quantified.array_order import ordered
from veriabs.invariants.quantified.path_conditions import loop_nests

Make = Callable[[str], Program]

FILL = "for (int i = 0; i < 900; i++) { a[i] = (i > 0 ? a[i - 1] : 0) + __VERIFIER_nondet_uchar(); b[i] = i; }"
MERGE = """while (x < 900 && y < 900) { if (b[y] < a[x]) { out[k] = b[y]; y++; } else { out[k] = a[x]; x++; } k++; }
while (x < 900) { out[k] = a[x]; k++; x++; }"""
SORTED = "for (int i = 1; i < 900; i++) __VERIFIER_assert(out[i - 1] <= out[i]);"
TEXT = """extern unsigned char __VERIFIER_nondet_uchar(void); int a[900], b[900], out[1800];
int main(void) {{ int x = 0, y = 0, k = 0; {code} return 0; }}"""


def facts(program: Make, code: str) -> list[list[str]]:
    """The facts at the head of each loop."""
    made = program(TEXT.format(code=code))
    orders, spelled = ordered(made), Printer().expr
    return [[spelled(e) for one in orders for e in one.of_loop(nest[-1])] for nest in loop_nests(made)]


def test_last_merged_element_is_at_most_the_next_ones(program: Make) -> None:
    fill, merge, rest, goal = facts(program, FILL + MERGE + SORTED)
    last = "(long long)k <= 0LL || !({v} < 900) || out[(long long)k - 1LL] <= {a}[{v}]"
    for head in (merge, rest):
        assert last.format(v="x", a="a") in head
        assert last.format(v="y", a="b") in head
        assert "!(0LL <= cell && cell + 1LL < (long long)k) || out[cell] <= out[cell + 1LL]" in head
        assert "!(0LL <= cell && cell + 1LL < 900LL) || a[cell] <= a[cell + 1LL]" in head
    assert "!(0LL <= cell && cell + 1LL < (long long)i) || b[cell] <= b[cell + 1LL]" in fill
    assert "!(0LL <= cell && cell + 1LL < (long long)k) || out[cell] <= out[cell + 1LL]" in goal
    assert not [fact for fact in (*fill, *goal) if fact.startswith("(long long)k")]


def test_sums_are_limited_where_they_are_made(program: Make) -> None:
    fill, merge, *_ = facts(program, FILL + MERGE + SORTED)
    limit = "(long long)a[cell] < 256LL * (cell + 1LL)"
    assert [fact for fact in fill if fact.endswith(limit)]
    assert not [fact for fact in merge if fact.endswith(limit)]


def test_input_array_is_sorted_where_it_is_traversed(program: Make) -> None:
    *_, goal = facts(program, "for (; x < 900; x++) if (a[x] > 3) { out[k] = a[x]; k++; }" + SORTED)
    assert "!(0LL <= cell && cell + 1LL < 900LL) || a[cell] <= a[cell + 1LL]" in goal


def test_no_fact_about_copies_in_step_or_of_another_type(program: Make) -> None:
    assert not any(facts(program, "for (; k < 900; k++) out[k] = a[k];" + SORTED))
    converted = "for (; x < 900; x++) { out[k] = (short)x; k++; }"
    assert not any(facts(program, converted + SORTED))


def test_an_order_is_of_two_neighbours_alone(program: Make) -> None:
    for test in ("out[i] <= out[i + 2]", "out[i] <= a[i + 1]", "out[i] <= out[i + 1] + i", "out[i] <= 3"):
        asserted = f"for (int i = 0; i < 900; i++) __VERIFIER_assert({test});"
        assert not any(facts(program, FILL + MERGE + asserted)), test
