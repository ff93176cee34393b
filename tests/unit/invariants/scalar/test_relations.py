"""Relations between scalars that sampled runs show."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.loop_model import LoopModel
from veriabs.invariants.scalar.relations import related_candidates
from veriabs.invariants.scalar.runs import sampled
from veriabs.invariants.scalar.subject import AssertionTask, subject_of

Make = Callable[[str], LoopModel]
LOOP = "int main(void) {{ int n = __VERIFIER_nondet_int(); {code} return 0; }}"


def subject(model: Make, code: str) -> AssertionTask:
    return subject_of(model(LOOP.format(code=code)))


def relation_texts(model: Make, code: str, loop: int = 0) -> list[str]:
    task = subject(model, code)
    one = task.loops[loop]
    return [Printer().expr(expr) for expr in related_candidates(task, one, sampled(task)[one.id])]


def test_lockstep(model: Make) -> None:
    texts = relation_texts(model, "int x = 0, y = 0; while (x < n) { x++; y += 2; } __VERIFIER_assert(y == 2 * x);")
    assert "(long long)y == 2LL * (long long)x" in texts
    assert "(unsigned int)y == 2U * (unsigned int)x" in texts


def test_relation_to_a_large_constant_is_one_to_its_real_value(model: Make) -> None:
    texts = relation_texts(model, "int x = 0, y = 100000; while (x < 100000) { x++; y--; } __VERIFIER_assert(y == 0);")
    assert any("100000LL" in text and " + " in text and "==" in text for text in texts)


def test_bound_only_from_the_second_iteration_on(model: Make) -> None:
    texts = relation_texts(model, "int x = 0; while (x < n) x++; __VERIFIER_assert(x == 0 || x == n);")
    assert "itno <= 1ULL || (long long)x <= (long long)n" in texts


def test_equality_only_from_the_second_iteration_on(model: Make) -> None:
    texts = relation_texts(
        model, "int x = 7, y = 0; while (y < n) { y++; x = y - 1; } __VERIFIER_assert(x == 7 || x == n - 1);"
    )
    assert "itno <= 1ULL || (long long)y == (long long)x + 1LL" in texts
    assert not [text for text in texts if text.startswith("!(itno <= 1ULL)")]


def test_parity(model: Make) -> None:
    texts = relation_texts(model, "int x = 1; while (x < n) x += 2 * (1 + (n & 1)); __VERIFIER_assert(x % 2 == 1);")
    assert "(unsigned int)x % 2 == 1" in texts


def test_equality_under_a_condition_of_the_loop(model: Make) -> None:
    code = "int x = 0, y = 5; while (x < n) { if (x >= 5) y++; x++; } __VERIFIER_assert(x < 5 || y == x);"
    assert any(text.startswith("!(x >= 5) || ") and "==" in text for text in relation_texts(model, code))


def test_few_values(model: Make) -> None:
    texts = relation_texts(
        model, "int x = 1, i; for (i = 0; i < n; i++) x = 3 - x; __VERIFIER_assert(x == 1 || x == 2);"
    )
    assert "x == 1 || x == 2" in texts


def test_flag_tightens_a_bound(model: Make) -> None:
    """Words and blanks of a text whose characters are drawn by an input, a blank more often than any other."""
    code = """char s[60]; int words = 0, blanks = 0, in = 0;
        for (int i = 0; i < 60; i++) s[i] = (char)__VERIFIER_nondet_int();
        for (int i = 0; i < 60; i++) { if (s[i] == 32) { in = 0; blanks++; } else if (!in) { in = 1; words++; } }
        __VERIFIER_assert(words <= blanks + 1);"""
    found = relation_texts(model, code, 1)
    assert "(long long)words <= (long long)blanks + (long long)in" in found


def test_inequality_between_four_scalars(model: Make) -> None:
    """A state machine comes to all of its states, since the inputs of some runs are its own constants."""
    code = """int inside = 0, frames = 0, content = 0; for (int i = 0; i < n; i++) { int c = __VERIFIER_nondet_int();
        if (!inside) { if (c == 2) inside = 1; } else if (c == 3) { frames++; inside = 0; } else content++; }
        __VERIFIER_assert(n < 0 || 2 * frames + content <= n);"""
    wanted = {"(long long)content", "2LL * (long long)frames", "(long long)inside"}
    sums = [text.rpartition(" <= ") for text in relation_texts(model, code) if text.endswith(" <= (long long)i")]
    assert wanted in [set(left.split(" + ")) for left, _, _ in sums]


def test_position_or_the_mark_of_none(model: Make) -> None:
    code = """unsigned long at = -1ul; for (unsigned long i = 0; i < 900; i++) if (__VERIFIER_nondet_int() == 5) at = i;
        if (at != -1ul) __VERIFIER_assert(at < 900);"""
    assert "(long long)at + 1LL <= (long long)i" in relation_texts(model, code)


def test_sum_of_digits_on_the_way_to_its_limit(model: Make) -> None:
    code = "int x = 0; for (int i = 0; i < 50; i++) x += __VERIFIER_nondet_uint() & 3; __VERIFIER_assert(x <= 150);"
    assert "(long long)x <= 3LL * (long long)i" in relation_texts(model, code)
