"""Dead loops: all values that they write are overwritten before they are read."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.loop_model import LoopModel

Model = Callable[[str], LoopModel]

TEXT = "int a[100]; int c, x; int main(void) {{ c = __VERIFIER_nondet_int(); {code} return 0; }}"


def loop_lines(model: Model, *lines: str) -> list[int]:
    """Which of these lines, counted from 0, hold a loop that the task keeps, the property loop included."""
    task = model(TEXT.format(code="\n" + "\n".join(lines) + "\n"))
    found = [facts.loop.where.line for facts in task.loops]
    found += [task.goal.facts.loop.where.line] if task.goal.facts else []
    return [line - 3 for line in found]


FILL = "for (int i = 0; i < 100; i++) a[i] = x;"
LOOK = "for (int i = 0; i < 100; i++) __VERIFIER_assert(a[i] == x);"


def test_live_loop_is_kept(model: Model) -> None:
    assert loop_lines(model, FILL, LOOK) == [0, 1]


def test_scalar_written_anew_makes_its_loop_dead(model: Model) -> None:
    assert loop_lines(model, "for (int i = 0; i < 100; i++) x = 5;", "x = 0;", FILL, LOOK) == [2, 3]


def test_scalar_read_first_keeps_its_loop(model: Model) -> None:
    assert loop_lines(model, "for (int i = 0; i < 100; i++) x = 5;", "x = x + 1;", FILL, LOOK) == [0, 2, 3]


def test_scalar_written_under_a_condition_keeps_its_loop(model: Model) -> None:
    assert loop_lines(model, "for (int i = 0; i < 100; i++) x = 5;", "if (c) x = 0;", FILL, LOOK) == [0, 2, 3]


def test_array_is_never_overwritten_as_a_whole(model: Model) -> None:
    assert loop_lines(model, FILL, "x = 3; a[0] = 1;", FILL, LOOK) == [0, 2, 3]


def test_property_loop_of_another_assertion_is_removed(model: Model) -> None:
    assert loop_lines(model, FILL, LOOK, LOOK) == [0, 2]


def test_property_loop_with_shared_counter_is_removed(model: Model) -> None:
    look = "for (i = 0; i < 100; i++) __VERIFIER_assert(a[i] == x);"
    assert loop_lines(model, "int i;", FILL, look, look) == [1, 3]


def test_counter_read_after_its_loop_keeps_the_loop(model: Model) -> None:
    lines = ("int i;", "for (i = 0; i < c; i++) if (a[i] == 3) break;", "x = i;", FILL, LOOK)
    assert loop_lines(model, *lines) == [1, 3, 4]


def test_loop_with_abort_is_kept(model: Model) -> None:
    lines = ("int t;", "for (int i = 0; i < 100; i++) { t = a[i]; if (t == x) abort(); }", FILL, LOOK)
    assert loop_lines(model, *lines) == [1, 2, 3]


def test_guarded_initialisation_before_a_guarded_loop(model: Model) -> None:
    """Both have the same guard, so the counter's old value is not read."""
    lines = ("int i;", LOOK.replace("int i", "i"), "if (c) {", LOOK.replace("int i", "i"), "}")
    assert loop_lines(model, FILL, *lines) == [0, 4]


def test_condition_changed_between_overwriting_and_reading(model: Model) -> None:
    lines = ("for (int i = 0; i < 100; i++) x = 5;", "if (c) x = 0;", "c = 1; int y = 0;", "if (c) y = x;")
    look = "for (int i = 0; i < 100; i++) __VERIFIER_assert(a[i] == 0);"
    assert 0 in loop_lines(model, *lines, "for (int i = 0; i < 100; i++) a[i] = y;", look)
