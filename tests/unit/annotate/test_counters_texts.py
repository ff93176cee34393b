"""Candidates about strings: bounds of the pointers along a string, and its terminator."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.counters import text_candidates
from veriabs.core.ctext import Printer
from veriabs.core.program import Program

Make = Callable[[str], Program]

COPIED = """
int main(void) {
  char source[100], target[100];
  PLANTED
  char *d = target;
  const char *s = source;
  while (*s) { *d = *s; d++; s++; }
  __VERIFIER_assert(target[0] == source[0]);
}
"""


def candidate_texts(program: Program) -> list[str]:
    return [Printer().expr(fact) for facts in text_candidates(program).values() for fact in facts]


def test_offsets_are_bounded_by_the_written_terminator(program: Make) -> None:
    found = candidate_texts(program(COPIED.replace("PLANTED", "source[90] = 0;")))
    assert "(long long)s_offset >= 0LL" in found
    assert "(long long)s_offset <= 90LL" in found
    assert "(long long)d_offset <= 90LL" not in found  # that follows from how both go on
    assert any("entry_s_offset" in one and "entry_d_offset" in one and " == " in one for one in found), found


@pytest.mark.parametrize(("planted", "kept"), [("target[90] = 0;", True), ("source[90] = 0;", False)])
def test_writes_of_a_loop_keep_the_sentinel(program: Make, planted: str, kept: bool) -> None:
    found = candidate_texts(program(COPIED.replace("PLANTED", planted)))
    assert ("target[90] == 0" in found) is kept
    assert not any("source[90]" in one for one in found)


def test_no_candidates_without_a_sentinel(program: Make) -> None:
    assert candidate_texts(program(COPIED.replace("PLANTED", ""))) == []
