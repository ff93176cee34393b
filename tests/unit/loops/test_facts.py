"""Test the facts about one loop: counters, trip count, private scalars, obstacles."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctree import reads
from veriabs.core.loop_model import LoopFacts
from veriabs.core.reasons import ReasonKind
from veriabs.core.statements import Loop
from veriabs.core.types import INT
from veriabs.loops.facts import facts_of

Loops = Callable[[str], list[Loop]]
ENTER = """int a[100]; int n; int main(void) {{ int x, y = 0; n = __VERIFIER_nondet_int(); {code}
__VERIFIER_assert(y == 0); return 0; }}"""


def facts(loops: Loops, code: str) -> LoopFacts:
    """The facts of the first loop of a piece of code."""
    return facts_of(1, loops(ENTER.format(code=code))[0])


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
