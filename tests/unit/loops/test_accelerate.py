"""Accelerable variables, trip counts, private scalars, and bodies without their counters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import names, reads, substitute, writes
from veriabs.core.expressions import Const
from veriabs.core.loop_model import ITERATION, Accelerable, LoopFacts
from veriabs.core.reasons import ReasonKind
from veriabs.core.source import DataModel
from veriabs.core.statements import Loop
from veriabs.core.types import INT
from veriabs.core.typing_rules import value_of
from veriabs.loops.accelerate import accelerable_variables, normalised
from veriabs.loops.facts import facts_of
from veriabs.loops.private import private_scalars
from veriabs.loops.trips import trip_count

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


# ----------------------------------------------------------------------------------------------------------- trip count


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
def test_negated_comparison_is_understood(loops: Loops, test: str) -> None:
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


# ---------------------------------------------------------------------------------------------------------- accelerable


def counters(found: LoopFacts) -> dict[str, int | None]:
    """The accelerable variables with the step of their closed form, None where it is symbolic."""
    return {a.variable.name: step(a) for a in found.accelerable}


def step(counter: Accelerable) -> int | None:
    forms = [substitute(counter.form, {ITERATION.name: Const(j, ITERATION.type)}) for j in (4, 5)]
    before, behind = (value_of(form, {counter.start.name: 0}, DataModel.LP64) for form in forms)
    return None if before is None or behind is None else behind - before


def test_counters_of_all_steps(loops: Loops) -> None:
    code = "int j = 0, k = 9, m = 0; for (int i = 0; i < 10; i++) { j += 2; k -= 1; m = 3 + m; x = i; }"
    assert counters(facts(loops, code)) == {"j": 2, "k": -1, "m": 3, "i": 1}


def test_closed_form_can_be_read(loops: Loops) -> None:
    found = facts(loops, "int k = 9; for (int i = 0; i < 10; i++) k -= 2;")
    assert [a.text.endswith("2*(j-1)") for a in found.accelerable] == [True, False]
    assert "n" in facts(loops, "int k = 9; for (int i = 0; i < 10; i++) k += n;").accelerable[0].text


def test_counter_moved_twice_takes_both_steps(loops: Loops) -> None:
    found = facts(loops, "int j = 0; for (int i = 0; i < 10; i++) { j++; a[j] = 1; j++; }")
    assert counters(found)["j"] == 2
    assert len(found.accelerable[0].updates) == 2


def test_symbolic_step_is_loop_invariant(loops: Loops) -> None:
    assert counters(facts(loops, "int j = 0; for (int i = 0; i < 10; i++) j += n;")) == {"j": None, "i": 1}


@pytest.mark.parametrize("body", [
    "if (a[i]) j++;",
    "if (a[i]) continue; j++;",
    "if (a[i]) { y = 1; continue; } j++;",
    "j = j + i;",
    "j = j + a[i];",
    "j = 1;",
    "j = 2 * j;",
    "j = j + j;",
    "j++; if (a[i]) j = 0;",
    "j++; j = __VERIFIER_nondet_int();",
    "for (int m = 0; m < n; m++) j++;",
])  # fmt: skip
def test_not_accelerable(loops: Loops, body: str) -> None:
    found = facts(loops, f"int j = 0; for (int i = 0; i < 10; i++) {{ {body} }}")
    assert "j" not in counters(found)


def test_update_of_a_for_is_reached_by_continue(loops: Loops) -> None:
    assert "i" in counters(facts(loops, "for (int i = 0; i < 10; i++) { if (a[i]) continue; y = 1; }"))


def test_update_in_front_of_a_continue_is_accelerable(loops: Loops) -> None:
    assert "j" in counters(facts(loops, "int j = 0; for (int i = 0; i < 10; i++) { j++; if (a[i]) continue; y = 1; }"))


@pytest.mark.parametrize("ctype", ["_Bool", "float", "double"])
def test_type_that_does_not_count(loops: Loops, ctype: str) -> None:
    assert "j" not in counters(facts(loops, f"{ctype} j = 0; for (int i = 0; i < 10; i++) j = j + 1;"))


def test_form_is_computed_in_the_type_of_the_variable(loops: Loops) -> None:
    found = facts(loops, "unsigned char c = 0; for (int i = 0; i < 10; i++) c++;")
    text = Printer().expr(found.accelerable[0].form)
    assert text.startswith("(unsigned char)(")
    assert names(found.accelerable[0].form) == {found.accelerable[0].start.name, ITERATION.name}


def test_form_at_the_first_iteration_is_the_start(loops: Loops) -> None:
    for counter in facts(loops, "int j = 4; for (int i = 0; i < 10; i++) j -= 3;").accelerable:
        form = substitute(counter.form, {ITERATION.name: Const(1, ITERATION.type)})
        assert value_of(form, {counter.start.name: 17}, DataModel.LP64) == 17


def test_accelerable_variables_respects_the_given_writes(loops: Loops) -> None:
    loop = loops(ENTER.format(code="int j = 0; for (int i = 0; i < 10; i++) j += n;"))[0]
    written = writes((*loop.body, *loop.update))
    assert {a.variable.name for a in accelerable_variables(1, loop, written)} == {"i", "j"}
    assert {a.variable.name for a in accelerable_variables(1, loop, written | {"n"})} == {"i"}


@pytest.mark.parametrize("update", ["g = g + 1", "inc()"])
def test_counter_behind_a_continue_is_skipped(loops: Loops, update: str) -> None:
    """The update of the `for` and the statement in the body may come from the same line of the user's file."""
    text = f"""int a[9]; int g; void inc(void) {{ g = g + 1; }}
    int main(void) {{ int i = 0; for (; i < 9; inc()) {{ i = i + 1; if (a[i - 1]) continue; {update}; }}
    __VERIFIER_assert(g == 0); return 0; }}"""
    found = facts_of(1, loops(text)[0])
    assert "g" not in counters(found)


# -------------------------------------------------------------------------------------------------------------- private


@pytest.mark.parametrize("body", [
    "x = a[i]; a[i] = x + 1;",
    "if (a[i]) x = 1; else x = 2; a[i] = x;",
    "if (a[i]) continue; x = 1; a[i] = x;",
    "if (a[i]) { break; } else { x = 3; } a[i] = x;",
    "x = __VERIFIER_nondet_int(); a[i] = x;",
])  # fmt: skip
def test_written_before_read_is_private(loops: Loops, body: str) -> None:
    assert "x" in facts(loops, f"x = 0; for (int i = 0; i < 10; i++) {{ {body} }}").private


@pytest.mark.parametrize("body", [
    "a[i] = x; x = a[i];",
    "if (a[i]) x = 1; a[i] = x;",
    "x = x + a[i];",
    "if (x) a[i] = 1; x = 3;",
    "a[x] = 1; x = 3;",
    "if (a[i]) { if (n) x = 2; } else { x = 1; } a[i] = x;",
])  # fmt: skip
def test_read_before_written_is_carried(loops: Loops, body: str) -> None:
    assert "x" not in facts(loops, f"x = 0; for (int i = 0; i < 10; i++) {{ {body} }}").private


def test_read_in_the_test_is_carried(loops: Loops) -> None:
    loop = loops(ENTER.format(code="x = 1; while (x != 0) x = a[3];"))[0]
    assert private_scalars(loop) == frozenset()


def test_update_behind_a_continue_reads_what_the_body_may_not_have_written(loops: Loops) -> None:
    text = "x = 0; int i = 0; for (; i < 9; y = x) {{ i++; {body} x = 1; }}"
    assert "x" not in facts(loops, text.format(body="if (a[i]) continue;")).private
    assert "x" in facts(loops, text.format(body="")).private


def test_counter_is_never_private(loops: Loops) -> None:
    assert "i" not in facts(loops, "int i; for (i = 0; i < 10; i++) a[i] = 0;").private


# ------------------------------------------------------------------------------------------------------------ normalise


def normal_text(found: LoopFacts) -> str:
    body, update = normalised(found)
    return " ".join(line.strip() for line in Printer().lines((*body, *update)))


def test_normalised_reads_the_updated_value_behind_an_update(loops: Loops) -> None:
    found = facts(loops, "int i = 0; while (i < 10) { a[i] = 1; i = i + 1; a[i] = 2; }")
    assert normal_text(found) == "a[i] = 1; a[i + 1] = 2;"


def test_normalised_converts_narrow_counters(loops: Loops) -> None:
    found = facts(loops, "unsigned char i = 0; while (i < 10) { i++; a[i] = 2; }")
    assert "(unsigned char)" in normal_text(found)


def test_normalised_without_updates(loops: Loops) -> None:
    found = facts(loops, "int j = 5; for (int i = 0; i < 10; i++) { j--; x = 1; }")
    body, update = normalised(found)
    assert writes((*body, *update)) == {"x"}


# ---------------------------------------------------------------------------------------------------------------- facts


def test_facts_of_a_plain_loop(loops: Loops) -> None:
    found = facts(loops, "for (int i = 0; i < n; i++) a[i] = y;")
    assert found.number == 1
    assert found.written == {"a", "i"}
    assert found.read == reads((*found.loop.body, *found.loop.update)) | {"i", "n"}
    assert found.obstacle is None


def test_nested_loop_is_an_obstacle(loops: Loops) -> None:
    found = facts(loops, "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] = j;")
    assert found.obstacle is not None
    assert found.obstacle.kind is ReasonKind.UNSUPPORTED


def test_start_is_a_variable_of_its_own(loops: Loops) -> None:
    first, second = loops(ENTER.format(code="int i; for (i = 0; i < 9; i++) y = 1; for (; i < 99; i++) y = 2;"))
    starts = {facts_of(number, loop).accelerable[0].start for number, loop in ((1, first), (2, second))}
    assert len(starts) == 2
    assert {start.type for start in starts} == {INT}
    assert "i" not in {start.name for start in starts}
