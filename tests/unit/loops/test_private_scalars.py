"""Private scalars: each iteration writes them before it reads them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.loop_model import LoopFacts
from veriabs.core.statements import Loop
from veriabs.loops.facts import facts_of
from veriabs.loops.private_scalars import private_scalars

Loops = Callable[[str], list[Loop]]
ENTER = """int a[100]; int n; int main(void) {{ int x, y = 0; n = __VERIFIER_nondet_int(); {code}
__VERIFIER_assert(y == 0); return 0; }}"""


def facts(loops: Loops, code: str) -> LoopFacts:
    """The facts of the first loop of a piece of code."""
    return facts_of(1, loops(ENTER.format(code=code))[0])


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


def test_update_after_a_continue_reads_possibly_unwritten_scalars(loops: Loops) -> None:
    text = "x = 0; int i = 0; for (; i < 9; y = x) {{ i++; {body} x = 1; }}"
    assert "x" not in facts(loops, text.format(body="if (a[i]) continue;")).private
    assert "x" in facts(loops, text.format(body="")).private


def test_counter_is_never_private(loops: Loops) -> None:
    assert "i" not in facts(loops, "int i; for (i = 0; i < 10; i++) a[i] = 0;").private
