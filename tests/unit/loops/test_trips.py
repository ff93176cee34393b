"""Trip counts: the number of iterations, from the loop test."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctree import integer, statements
from veriabs.core.expressions import Var
from veriabs.core.loop_model import LoopFacts
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import NO_LOOP, Loop
from veriabs.core.types import INT
from veriabs.core.typing_rules import value_of
from veriabs.loops.facts import facts_of
from veriabs.loops.trips import sentinel_cells, trip_count

Loops = Callable[[str], list[Loop]]
ENTER = """int a[100]; int n; int main(void) {{ int x, y = 0; n = __VERIFIER_nondet_int(); {code}
__VERIFIER_assert(y == 0); return 0; }}"""


def facts(loops: Loops, code: str) -> LoopFacts:
    """The facts of the first loop of a piece of code."""
    return facts_of(1, loops(ENTER.format(code=code))[0])


def trips(found: LoopFacts, **starts: int) -> int | None:
    """The trip count when the counters start at these values."""
    assert found.trips is not None
    known = starts | {a.start.name: starts[a.variable.name] for a in found.accelerable if a.variable.name in starts}
    return value_of(found.trips, known, DataModel.LP64)


def simulated(header: str, start: int) -> int:
    """How often `for (; test; update)` with one counter really runs, by Python's arithmetic."""
    test, update = header.split(";")
    value, count = start, 0
    while eval(test, {"i": value}):  # noqa: S307
        value = eval(update, {"i": value})  # noqa: S307
        count += 1
    return count


@pytest.mark.parametrize(
    ("test", "update"),
    [
        ("i < 10", "i + 1"),
        ("i < 10", "i + 3"),
        ("i <= 10", "i + 1"),
        ("i <= 10", "i + 3"),
        ("i > 2", "i - 1"),
        ("i > 2", "i - 4"),
        ("i >= 2", "i - 1"),
        ("i >= 2", "i - 4"),
        ("10 > i", "i + 1"),
        ("10 >= i", "i + 2"),
        ("2 < i", "i - 1"),
        ("2 <= i", "i - 3"),
    ],
)
def test_trips_agree_with_a_run(loops: Loops, test: str, update: str) -> None:
    found = facts(loops, f"for (int i = 0; {test}; i = {update}) a[0] = i;")
    assert found.exact
    for start in range(-3, 16):
        assert trips(found, i=start) == simulated(f"{test};{update}", start), start


@pytest.mark.parametrize(("test", "update", "start", "expected"), [
    ("i != 7", "i + 1", 2, 5),
    ("7 != i", "i - 1", 9, 2),
    ("i", "i - 1", 4, 4),
])  # fmt: skip
def test_trips_of_other_readings(loops: Loops, test: str, update: str, start: int, expected: int) -> None:
    found = facts(loops, f"for (int i = 0; {test}; i = {update}) a[0] = i;")
    assert trips(found, i=start) == expected


@pytest.mark.parametrize("test", ["!(i >= 7)", "!(7 <= i)", "!(i == 7)"])
def test_negated_comparison_is_supported(loops: Loops, test: str) -> None:
    found = facts(loops, f"for (int i = 0; {test}; i++) a[0] = i;")
    assert found.exact
    assert found.trips is not None


@pytest.mark.parametrize("header", [
    "int i = 0; i != 7; i += 2",
    "int i = 0; i < 10; i--",
    "int i = 0; i > 10; i++",
    "int i = 0; i == 0; i++",
    "int i = 0; i < 10; i += n",
    "int i = 0; i < 10; i += 0",
    "int i = 0; a[i] != 0; i++",
    "int i = 0; 1; i++",
])  # fmt: skip
def test_trips_unknown(loops: Loops, header: str) -> None:
    found = facts(loops, f"for ({header}) x = i;")
    assert found.trips is None
    assert not found.exact


def test_trips_of_several_counted_parts_are_the_least(loops: Loops) -> None:
    found = facts(loops, "for (int i = 0; i < 10 && i < n; i++) a[0] = i;")
    assert found.exact
    assert [trips(found, i=0, n=n) for n in (-1, 0, 4, 10, 40)] == [0, 0, 4, 10, 10]


def test_invariant_part_of_the_test_is_a_guard(loops: Loops) -> None:
    found = facts(loops, "for (int i = 0; n == 5 && i < 10; i++) a[0] = i;")
    assert found.exact
    assert [trips(found, i=0, n=n) for n in (5, 6)] == [10, 0]


def test_data_test_leaves_a_counted_part(loops: Loops) -> None:
    found = facts(loops, "for (int i = 0; i < 10 && y == 0; i++) y = a[i];")
    assert trips(found, i=0) == 10
    assert not found.exact


@pytest.mark.parametrize("code", [
    "for (int i = 0; i < 10; i++) if (a[i]) break;",
    "for (int i = 0; i < 10; i++) { if (a[i]) { y = 1; break; } }",
])  # fmt: skip
def test_break_makes_the_trip_count_inexact(loops: Loops, code: str) -> None:
    found = facts(loops, code)
    assert trips(found, i=0) == 10
    assert not found.exact


def test_test_of_an_unwritten_array_is_invariant(loops: Loops) -> None:
    found = facts(loops, "for (int i = 0; i < 10 && a[0] == 0; i++) y = i;")
    assert found.exact


def test_bound_that_the_loop_changes_is_no_bound(loops: Loops) -> None:
    found = facts(loops, "for (int i = 0; i < n; i++) { if (a[i]) n = n - 1; }")
    assert found.trips is None


def test_trip_count_needs_its_counter_among_the_accelerable(loops: Loops) -> None:
    loop = loops(ENTER.format(code="for (int i = 0; i < 10; i++) a[i] = 0;"))[0]
    assert trip_count(loop, (), frozenset({"i", "a"})) == (None, False)


def test_unsigned_bound_is_widened_to_unsigned_long_long(loops: Loops) -> None:
    found = facts(loops, "for (unsigned i = 3; i < 4000000000u; i++) a[0] = 1;")
    assert found.exact
    assert trips(found, i=3) == 4000000000 - 3


@pytest.mark.parametrize(
    ("written", "test", "ends"),
    [
        ("0", "a[x]", True),
        ("0", "a[x] != 0", True),
        ("n", "a[x] != n", True),
        ("0", "a[x] < n", True),
        ("0", "a[x] != n", False),
    ],
)
def test_a_search_ends_at_a_planted_cell_that_its_test_is_false_for(
    loops: Loops, written: str, test: str, *, ends: bool
) -> None:
    loop = loops(ENTER.format(code=f"a[99] = {written}; x = 0; while ({test}) x++; y = x;"))[0]
    value = integer(0) if written == "0" else Var("n", INT)
    sentinels = {NO_LOOP: {"a": ((integer(99), value),)}}
    assert facts_of(1, loop, sentinels).sentinels is ends


def test_a_cell_that_is_written_later_ends_no_loop_before_it(program: Callable[[str], Program]) -> None:
    entered = program(ENTER.format(code="a[99] = 0; x = 0; while (a[x]) x++; a[7] = 0; while (a[y]) y++;"))
    first, second = (stmt.id for stmt in statements(entered.body) if isinstance(stmt, Loop))
    planted = {loop: [end for end, _ in cells["a"]] for loop, cells in sentinel_cells(entered).items()}
    assert planted == {
        first: [integer(99)],
        second: [integer(7), integer(99)],
        NO_LOOP: [integer(7), integer(99)],
    }


def test_the_last_cell_of_a_row_that_begins_as_zeros_may_end_a_search(program: Callable[[str], Program]) -> None:
    """One of which nothing is known at first does not, nor a cell that the test goes on at."""
    code = "int b[50]; int x = 0; while (a[x] && b[x]) x++; __VERIFIER_assert(x);"
    entered = program(f"int a[100]; double d[9]; int main(void) {{ {code} }}")
    ends = sentinel_cells(entered)[NO_LOOP]
    assert {name: [end for end, _ in cells] for name, cells in ends.items()} == {"a": [integer(99)]}
    for test, bounded in (("a[x] != 0", True), ("a[x] < 5", False), ("a[x] > 5", True), ("a[x] != 7", False)):
        entered = program(f"int a[100]; int main(void) {{ int x = 0; while ({test}) x++; __VERIFIER_assert(x); }}")
        loop = next(stmt for stmt in statements(entered.body) if isinstance(stmt, Loop))
        assert facts_of(1, loop, sentinel_cells(entered)).sentinels is bounded
