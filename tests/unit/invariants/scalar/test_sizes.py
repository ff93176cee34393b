"""Constants that are sizes, and the small numbers that replace them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from veriabs.core.expressions import Const
from veriabs.core.loop_model import LoopModel
from veriabs.core.types import INT
from veriabs.invariants.scalar.sizes import large_constants, last_place, other_constants, shrunk
from veriabs.invariants.scalar.subject import AssertionTask, subject_of

Make = Callable[[str], LoopModel]

LOOP = "int main(void) {{ int n = __VERIFIER_nondet_int(); {code} return 0; }}"


def subject(model: Make, code: str) -> AssertionTask:
    return subject_of(model(LOOP.format(code=code)))


def test_large_constants_are_found(model: Make) -> None:
    task = subject(model, "int x = 0; while (x < 100000) x += 3; __VERIFIER_assert(x <= 100002);")
    assert large_constants(task) == [100000, 100002]


def test_constants_beside_large_ones_are_replaced_with_them(model: Make) -> None:
    """The index of the last cell is an example: the program does not name it."""
    task = subject(model, "int x = 0; while (x < 100000) x += 3; __VERIFIER_assert(x <= 100000);")
    others = (Const(value, INT) for value in (99999, 50000, 7))
    assert large_constants(task, others) == [99999, 100000]


def test_sizes_keep_their_order_and_relations() -> None:
    for seed in range(20):
        small = shrunk([99999, 100000, 200001, 700000], Random(seed))
        assert small[100000] == small[99999] + 1
        assert small[200001] == 2 * small[99999] + 3
        assert small[700000] > small[99999] > 0


def test_the_product_of_two_sizes_stays_that() -> None:
    for seed in range(20):
        small = shrunk([300, 500, 90_000, 150_000], Random(seed))
        assert small[90_000] == small[300] ** 2 and small[150_000] == small[300] * small[500]


def test_arrays_that_are_made_small_have_the_cells_that_the_text_names(model: Make) -> None:
    task = subject(model, "int t[100000]; t[7] = n; t[n] = 1; t[99999] = 2; __VERIFIER_assert(t[3] == 1);")
    assert last_place(task) == 7
    assert all(shrunk([100000], Random(seed), 7)[100000] > 7 for seed in range(20))


def test_characters_are_no_sizes(model: Make) -> None:
    """They would no longer be in order, and a text of letters would have none."""
    code = """char t[200], c; for (int i = 0; i < 200; i++) { c = t[i]; if (c >= 'a' && c <= 'z') t[i] = 95; }
        __VERIFIER_assert(c == t[5]);"""
    task = subject(model, code)
    assert large_constants(task) == [200]
    assert {95, ord("a"), ord("z")} <= {*other_constants(task, [200])}


def test_a_number_that_is_both_is_a_size(model: Make) -> None:
    code = "int t[100]; for (int i = 0; i < 100; i++) if (t[i] > 100) n = 1; __VERIFIER_assert(n == 1);"
    assert large_constants(subject(model, code)) == [100]


def test_masks_of_a_size_are_made_small_with_it(model: Make) -> None:
    """An index that a mask wraps in an array also wraps in a small array."""
    turning = "unsigned at = 0, x = 0; while (x < 512) { x++; at = (at + 1) & 511; at = at ^ 255; }"
    task = subject(model, turning + " __VERIFIER_assert(at < 512);")
    assert large_constants(task) == [511, 512]
    for seed in range(20):
        small = shrunk([511, 512, 4095, 4096], Random(seed))
        assert all(small[size] & (small[size] - 1) == 0 < small[size] for size in (512, 4096))
        assert all(small[size - 1] == small[size] - 1 for size in (512, 4096))


def test_masks_are_unchanged(model: Make) -> None:
    code = "unsigned s = 0; for (int i = 0; i < 9000; i++) s = (s & 65535) + (s >> 16); __VERIFIER_assert(s < 9);"
    assert large_constants(subject(model, code)) == [9000]


def test_numbers_beside_contents_are_sizes_if_they_fit_no_byte(model: Make) -> None:
    code = "int t[100]; for (int i = 0; i < 100; i++) if (t[i] > 5000) n = 1; __VERIFIER_assert(n == 1);"
    assert large_constants(subject(model, code)) == [100, 5000]


def test_limits_of_types_are_sizes_only_where_a_counter_meets_them(model: Make) -> None:
    """A run at small sizes would saturate at a small number."""
    clipped = "int a[1000]; for (int i = 0; i < 1000; i++) a[i] = a[i] > 32767 ? 32767 : a[i]; __VERIFIER_assert(a[0]);"
    assert large_constants(subject(model, clipped)) == [1000]
    asked = "unsigned a[1000]; for (int i = 0; i < 1000; i++) if (a[i] < 65536) a[i] <<= 16; __VERIFIER_assert(a[0]);"
    assert large_constants(subject(model, asked)) == [1000]
    counted = "int a[1000]; for (int i = 0; i < 32767; i++) a[i % 1000] = i; __VERIFIER_assert(a[0]);"
    assert 32767 in large_constants(subject(model, counted))
