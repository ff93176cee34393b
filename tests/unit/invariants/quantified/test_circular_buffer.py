"""Test facts about circular buffers against counting the cells one by one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.invariants.quantified.circular_buffer import CircularBuffer, circular_buffers
from veriabs.invariants.scalar.values import SampleState, compile_expr

Make = Callable[[str], Program]

QUEUE = """int q[5]; int main(void) { unsigned head = 0, tail = 0; int used = 0, other = 0, next; while (other < 100) {
if (__VERIFIER_nondet_int()) { if (used < 5) { q[tail] = 1; %s; used++; } }
else if (used > 0) { __VERIFIER_assert(q[head] == 1); head = head == 4 ? 0 : head + 1; used--; }
other++; } return 0; }"""

SIZE = 5


def holds(expr: Callable[[SampleState], object], scalars: dict[str, int]) -> bool:
    return bool(expr(SampleState(scalars, {}, {}, lambda array, at: 0)))


def rings_of(program: Program) -> list[CircularBuffer]:
    return list(next(iter(circular_buffers(program).values())))


@pytest.mark.parametrize(
    "moved",
    [
        "tail = (tail + 1) % 5",
        "tail = (tail + 1) & 7",
        "if (++tail == 5) tail = 0",
        "next = (tail + 1) % 5; tail = next",
        "tail = tail + 1 < 5 ? tail + 1 : 0",
    ],
)
def test_ring_positions_and_counts_are_found(program: Make, moved: str) -> None:
    (ring,) = rings_of(program(QUEUE % moved))
    assert [one.name for one in ring.positions] == ["tail", "head"]
    assert [one.name for one in ring.counts] == ["used"]


def test_variable_that_never_wraps_is_no_ring_position(program: Make) -> None:
    (ring,) = rings_of(program(QUEUE % "tail = tail + 1"))
    assert [one.name for one in ring.positions] == ["head"]
    filled = "for (int i = 0; i < 9; i++) a[i] = 0; __VERIFIER_assert(a[3] == 0); return 0;"
    assert rings_of(program(f"int a[9]; int main(void) {{ {filled} }}")) == []


PROBED = """int used[5], key[5]; int main(void) { int k = __VERIFIER_nondet_int(), at = k & 3, tries, to, more;
for (tries = 0; tries < 5; tries++) { if (!used[at] || key[at] == k) break; at = (at + 1) % 5; }
if (tries == 5) return 0;
used[at] = 1; key[at] = k; to = k & 3;
for (more = 0; more < 5; more++) { if (!used[to] || key[to] == k) break; to = (to + 1) % 5; }
__VERIFIER_assert(more < 5 && used[to]); return 0; }"""


def test_probing_steps_are_counted_from_the_start_of_the_search(program: Make) -> None:
    """The search makes at most as many steps as the earlier search in the same array."""
    made = program(PROBED)
    (_, second) = circular_buffers(made).values()
    for buffer in second:
        assert [one.name for one in buffer.steady] == ["to"]
        assert [one.name for one in (*buffer.counters, *buffer.other_counters)] == ["more", "tries"]
        spans = [Printer().expr(span) for span in buffer.spans()]
        for counter in ("more", "tries"):
            assert any(f"< (long long)entry_to + (long long){counter}" in span for span in spans)
        said = [Printer().expr(one) for one in buffer.distances()]
        assert said[0].startswith("(long long)to - (long long)entry_to == (long long)more")
        assert said[1:] == ["(long long)more <= (long long)tries"]


def test_spans_and_distances_are_those_of_the_ring(program: Make) -> None:
    """All cells; from tail to head and from head to tail; as many as are used from each of them on."""
    made = program(QUEUE % "tail = (tail + 1) % 5")
    (ring,) = rings_of(made)
    spans, distances = (
        [compile_expr(one, made.task.data_model) for one in exprs] for exprs in (ring.spans(), ring.distances())
    )
    for head, tail, used in product(range(SIZE), range(SIZE), range(SIZE + 1)):
        scalars = {"head": head, "tail": tail, "used": used}
        found = [{cell for cell in range(-SIZE, 3 * SIZE) if holds(span, {**scalars, "cell": cell})} for span in spans]
        ways = (range((head - tail) % SIZE), range((tail - head) % SIZE), range(used), range(used))
        begins = (tail, head, tail, head)
        assert found[0] == set(range(SIZE))
        assert found[1:] == [{(first + n) % SIZE for n in way} for first, way in zip(begins, ways, strict=True)]
        assert [holds(one, scalars) for one in distances] == [
            used in (way, way + SIZE) for way in (head - tail, tail - head)
        ]
