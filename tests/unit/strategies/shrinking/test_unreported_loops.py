"""Every loop of a program has an entry, whatever the search for shrink factors came to."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Shrinkable, ShrinkFactor, TriedK
from veriabs.core.source import Where
from veriabs.strategies.shrinking.unreported_loops import NOT_NEEDED, UNROLLED, every_loop, unreported_loops

NEST = """int a[1000], b[4];
int main(void) {
  int i, j, s = 0;
  for (i = 0; i < 1000; i++)
    for (j = 0; j < 4; j++) a[i] += b[j];
  for (i = 0; i < 1000; i++)
    for (j = 0; j < i; j++) s++;
  __VERIFIER_assert(a[5] != 3);
  for (i = 0; i < 1000; i++) a[i] = 0;
}
"""


def reported_factor(line: int) -> ShrinkFactor:
    return ShrinkFactor(Where("x.c", 1), (line,), "", (), (), 1)


def lines(program: Program) -> list[int]:
    return [one.lines[0] for one in unreported_loops(program, [], None)]


def test_every_loop_has_its_reason_or_its_outer_loop(program: Callable[[str], Program]) -> None:
    read = program(NEST)
    outer, short, counting, inner, behind = lines(read)
    found = {
        one.lines[0]: one for one in unreported_loops(read, [reported_factor(outer), reported_factor(counting)], None)
    }
    assert set(found) == {short, inner, behind}
    said = {line: one.reason.text for line, one in found.items() if one.reason is not None}
    assert said == {short: UNROLLED, behind: NOT_NEEDED}
    assert (found[inner].inside, found[short].inside, found[behind].inside) == (counting, None, None)


def test_used_up_budget_is_the_reason(program: Callable[[str], Program]) -> None:
    read = program(NEST)
    over = Reason(ReasonKind.BUDGET, "the time budget of 1 s is used up")
    found = list(unreported_loops(read, [], over))
    assert [one.reason for one in found if one.inside is None] == [over] * 3
    assert all(one.k is None for one in found)


def test_reported_loops_are_not_reported_again(program: Callable[[str], Program]) -> None:
    read = program(NEST)
    assert list(unreported_loops(read, [reported_factor(line) for line in lines(read)], None)) == []


def none_up_to(*ks: int) -> ShrinkFactor:
    reason = Reason(ReasonKind.NO_SMALL_K, f"no k up to {ks[-1]} for the loop at line 4")
    tried = tuple(TriedK(k, Shrinkable.NO) for k in ks)
    return ShrinkFactor(Where("x.c", 1), (4,), "", (), tried, None, reason)


def test_no_small_k_is_reported_only_if_every_k_was_decided(program: Callable[[str], Program]) -> None:
    """Otherwise the clock ended the search, or larger k were not tried."""
    read = program(NEST)
    over = Reason(ReasonKind.BUDGET, "the time budget of 8 s is used up")
    late, *_ = every_loop(read, [none_up_to(1, 2)], 5, over)
    assert late.reason is not None and late.reason.kind is ReasonKind.BUDGET
    assert late.reason.text == "no k up to 2, and the time budget of 8 s is used up"
    early, *_ = every_loop(read, [none_up_to(1, 2)], 5, None)
    assert early.reason is not None and early.reason.kind is ReasonKind.TIMEOUT
    both = [none_up_to(1, 2), none_up_to(3, 4, 5)]
    assert list(every_loop(read, both, 5, over)[:2]) == both
    assert every_loop(read, [none_up_to(1, 2)], 2, over)[0] == none_up_to(1, 2)
