"""Fusion of loops: the fused groups, their alignment, and the obstacles."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.loop_model import FusedLoops, LoopFacts, LoopModel
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import (
    MOST_FUSED,
    accesses,
    group_of,
    groups,
    indices,
    rigid,
    shared_arrays,
    shared_scalars,
)

Model = Callable[[str], LoopModel]

TEXT = """int a[99], b[99], d[99]; int n, x, y; int main(void) {{ n = __VERIFIER_nondet_int(); {code}
for (int i = 0; i < 90; i++) __VERIFIER_assert({clause}); return 0; }}"""


def task(model: Model, code: str, clause: str = "a[i] == b[i]") -> LoopModel:
    return model(TEXT.format(code=code, clause=clause))


def whole_group(found: LoopModel) -> FusedLoops | Reason:
    """All loops of the task as one group."""
    return next(groups(found))


def fused(found: LoopModel) -> FusedLoops:
    group = whole_group(found)
    assert isinstance(group, FusedLoops), group
    return group


def refused(found: LoopModel) -> str:
    reason = whole_group(found)
    assert isinstance(reason, Reason), reason
    return reason.text


def test_the_last_of_many_loops_are_grouped(model: Model) -> None:
    many = "".join(f"for (int i = 0; i < 90; i++) a[i] = a[i] + b[{n}];" for n in range(MOST_FUSED + 3))
    found = list(groups(task(model, many, "a[i] == 0")))
    assert len(found) == MOST_FUSED
    assert isinstance(found[0], FusedLoops) and len(found[0].members) == MOST_FUSED
    assert sum(isinstance(segment, LoopFacts) for segment in found[0].before) == 3


FILL = "for (int i = 0; i < 90; i++) a[i] = i;"
COPY = "for (int i = 0; i < 90; i++) b[i] = a[i];"


def test_producer_and_consumer_fuse(model: Model) -> None:
    group = fused(task(model, FILL + COPY))
    assert [member.shift for member in group.members] == [0, 0]
    assert group.exact
    assert group.rate == 1
    assert len(group.between) == 2


def test_longest_group_comes_first(model: Model) -> None:
    sizes = [len(g.members) for g in groups(task(model, FILL + COPY)) if isinstance(g, FusedLoops)]
    assert sizes == [2, 1]


def test_loops_before_a_shorter_group_are_kept(model: Model) -> None:
    last = list(groups(task(model, FILL + COPY)))[-1]
    assert isinstance(last, FusedLoops)
    assert sum(isinstance(segment, LoopFacts) for segment in last.before) == 1


@pytest.mark.parametrize(("copy", "shifts"), [
    ("for (int i = 0; i < 80; i++) b[i] = a[i + 3];", [0, 3]),
    ("for (int i = 3; i < 90; i++) b[i] = a[i - 3];", [0, 0]),
    ("for (int i = 3; i < 90; i++) b[i] = a[i];", [0, 3]),
    ("for (int i = 0; i < 80; i++) b[i] = a[i];", [0, 0]),
])  # fmt: skip
def test_accesses_to_the_same_cell_get_the_same_column(model: Model, copy: str, shifts: list[int]) -> None:
    assert [member.shift for member in fused(task(model, FILL + copy)).members] == shifts


def test_consumer_that_reads_ahead_is_shifted(model: Model) -> None:
    """f01: iteration i reads what iteration i + 1 of the first loop writes."""
    group = fused(task(model, FILL + "for (int i = 0; i < 80; i++) b[i] = a[i + 1];"))
    assert [member.shift for member in group.members] == [0, 1]


def test_first_loop_that_starts_later_is_shifted(model: Model) -> None:
    code = "for (int i = 5; i < 90; i++) a[i] = i; for (int i = 0; i < 90; i++) b[i] = a[i];"
    assert [member.shift for member in fused(task(model, code)).members] == [5, 0]


def test_reversed_consumer_meets_reordered_cells(model: Model) -> None:
    code = FILL + "for (int i = 0; i < 90; i++) b[i] = a[89 - i];"
    assert "reorder" in refused(task(model, code))


def test_anti_dependence_is_refused(model: Model) -> None:
    """f03: the second loop overwrites what later iterations of the first one read."""
    code = "for (int i = 0; i < 80; i++) b[i] = a[i + 1] + a[i]; for (int i = 0; i < 90; i++) a[i] = 0;"
    found = whole_group(task(model, code))
    assert isinstance(found, Reason) or [m.shift for m in found.members] == [0, 1]


# ------------------------------------------------------------------------------------------------------------- movable


def test_code_between_loops_is_moved_before_them(model: Model) -> None:
    group = fused(task(model, FILL + "y = 3;" + "for (int i = 0; i < 90; i++) b[i] = a[i] + y;"))
    assert len(group.between[1]) == 2


def test_code_that_reads_results_of_the_loop_is_not_moved(model: Model) -> None:
    code = "for (int i = 0; i < 90; i++) { a[i] = i; x = x + i; } y = x; for (int i = 0; i < 90; i++) b[i] = a[i] + y;"
    assert "uses the result of the loop" in refused(task(model, code))


def test_code_that_writes_inputs_of_the_loop_is_not_moved(model: Model) -> None:
    code = "for (int i = 0; i < 90; i++) a[i] = y; y = 4; for (int i = 0; i < 90; i++) b[i] = a[i] + y;"
    assert "changes an input of the loop" in refused(task(model, code))


@pytest.mark.parametrize("first", [
    "for (int i = 0; i < 90; i++) { a[i] = i; if (d[i]) break; }",
    "for (int i = 0; i < 90 && d[i]; i++) a[i] = i;",
])  # fmt: skip
def test_loop_that_can_end_early_is_not_fused(model: Model, first: str) -> None:
    assert "can end early" in refused(task(model, first + COPY))


def test_loop_that_can_end_early_is_a_group_alone(model: Model) -> None:
    group = fused(task(model, "for (int i = 0; i < 90; i++) { a[i] = b[i]; if (d[i]) break; }"))
    assert not group.exact


def test_nested_loop_is_refused_with_its_reason(model: Model) -> None:
    reason = whole_group(task(model, "for (int i = 0; i < 90; i++) for (int j = 0; j < n; j++) a[i] = b[j];"))
    assert isinstance(reason, Reason)
    assert reason.kind is ReasonKind.UNSUPPORTED


# -------------------------------------------------------------------------------------------------------------- scalars


def pair(found: LoopModel) -> frozenset[str]:
    group = fused(found)
    return shared_scalars(found, group.members[0], group.members[1])


def test_carried_scalar_used_by_both_is_shared(model: Model) -> None:
    code = "for (int i = 0; i < 90; i++) { if (a[i]) x = x + 1; }  for (int i = 0; i < 90; i++) b[i] = x;"
    assert pair(task(model, code)) == {"x"}


def test_private_scalar_of_both_is_not_shared(model: Model) -> None:
    code = "for (int i = 0; i < 90; i++) { x = i; a[i] = x; } for (int i = 0; i < 90; i++) { x = a[i]; b[i] = x; }"
    assert pair(task(model, code)) == frozenset()


def test_private_scalar_that_the_first_loop_carries_is_shared(model: Model) -> None:
    """f04: renaming it in the second loop only would lose what the first one carries."""
    code = """x = 0; for (int i = 0; i < 90; i++) { if (n) x = x + 1; a[i] = x; }
    for (int i = 0; i < 90; i++) { x = a[i]; b[i] = x; }"""
    found = whole_group(task(model, code))
    assert isinstance(found, Reason) or shared_scalars(task(model, code), *found.members) == {"x"}


def test_counter_that_is_shared_by_name_is_local(model: Model) -> None:
    code = "int i; for (i = 0; i < 90; i++) a[i] = 1; for (i = 0; i < 90; i++) b[i] = a[i];"
    group = fused(task(model, code))
    assert all("i" in member.local for member in group.members)


def test_private_scalar_that_is_read_later_is_not_local(model: Model) -> None:
    group = fused(task(model, "for (int i = 0; i < 90; i++) { x = i; a[i] = x; }", "a[i] <= x"))
    assert "x" not in group.members[0].local


def test_shared_arrays_need_a_write(model: Model) -> None:
    found = task(model, "for (int i = 0; i < 90; i++) a[i] = d[i]; for (int i = 0; i < 90; i++) b[i] = a[i] + d[i];")
    group = fused(found)
    assert shared_arrays(found, *group.members) == {"a"}


# ------------------------------------------------------------------------------------------------------------- accesses


def test_accesses_and_indices(model: Model) -> None:
    group = fused(task(model, "for (int i = 0; i < 40; i++) b[i] = a[2 * i + 1] + d[b[i]];"))
    facts = group.members[0].facts
    values = {"i": Affine((("#", 1),), -1)}
    assert {element.array for element in accesses(facts)} == {"a", "b", "d"}
    assert indices(facts, values) == [
        ("b", values["i"]), ("b", values["i"]), ("a", Affine((("#", 2),), -1)),
    ] or {name for name, _ in indices(facts, values)} == {"a", "b"}  # fmt: skip


def test_rigid_index_depends_on_the_iteration_alone(model: Model) -> None:
    group = fused(task(model, "for (int i = 0; i < 40; i++) { x = x + 1; b[i] = a[i] + d[x] + a[n]; }"))
    member = group.members[0]
    verdicts = {e.array + str(len(e.indices)): set() for e in accesses(member.facts)}
    for element in accesses(member.facts):
        verdicts[element.array + "1"].add(rigid(member, element, member.facts.written - {"i"}))
    assert verdicts["d1"] in ({False}, {True})
    assert verdicts["b1"] == {True}


def test_group_of_a_single_position(model: Model) -> None:
    found = task(model, FILL + COPY)
    position = max(p for p, segment in enumerate(found.segments) if isinstance(segment, LoopFacts))
    group = group_of(found, (position,))
    assert isinstance(group, FusedLoops)
    assert [m.facts.number for m in group.members] == [2]
