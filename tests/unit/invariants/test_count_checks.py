"""Test the checks of trip counts and closed forms."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.expressions import Var
from veriabs.core.statements import CheckKind, Loop
from veriabs.core.types import ULLONG
from veriabs.encode.emit import PRINTER
from veriabs.invariants.count_checks import form_checks, trips_check
from veriabs.loops.facts import facts_of

Loops = Callable[[str], list[Loop]]

TEXT = "int main(void) {{ int i = 0, n = __VERIFIER_nondet_int(); while (i < n) i = i + 1; __VERIFIER_assert(i < 9); }}"


def test_the_counted_test_fails_after_the_last_iteration(loops: Loops) -> None:
    (loop,) = loops(TEXT.format())
    check = trips_check(facts_of(1, loop), Var("trips_1", ULLONG))
    assert PRINTER.expr(check.test) == "!((int)(start_1_i + (int)trips_1) < n) && trips_1 <= 4611686018427387904ULL"
    assert (check.about.kind, check.about.loop) == (CheckKind.TRIPS, loop.id)


def test_an_iteration_takes_a_counter_to_its_next_value(loops: Loops) -> None:
    (loop,) = loops(TEXT.format())
    (check,) = form_checks(facts_of(1, loop), Var("itno_1", ULLONG))
    assert PRINTER.expr(check.test) == "i == (int)(at_1_i + 1)"
    assert (check.about.kind, check.about.loop) == (CheckKind.FORM, loop.id)
