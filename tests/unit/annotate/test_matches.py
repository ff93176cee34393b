"""Scalars that record a match describe cells without a function: cells that they exclude do not match."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.closed_form_candidates import passed_candidates
from veriabs.annotate.loop_solutions import solved_loops
from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.core.runs import Overflow

SEARCH = """
int a[900];
int main(void) {
  int seen = FIRST;
  for (int i = 0; i < 900; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 900; i++) BODY
  __VERIFIER_assert(seen < 900);
}
"""
SO_FAR = "0LL <= cell && cell < (long long)i_2"


def candidate_texts(program: Program) -> list[str]:
    """The facts about cells that loops have passed."""
    found = passed_candidates(program, solved_loops(program, Overflow.UNDEFINED))
    return [Printer().expr(fact) for facts in found.values() for fact in facts]


@pytest.mark.parametrize(
    ("first", "body", "fact"),
    [
        ("0", "if (a[i] == 7) seen = 1;", f"!({SO_FAR} && (long long)seen == 0LL) || !((long long)a[cell] == 7LL)"),
        ("4", "if (a[i] == 7) seen = 2;", f"!({SO_FAR} && (long long)seen == 4LL) || !((long long)a[cell] == 7LL)"),
        ("-1", "if (a[i] == 7) seen = i;", f"!({SO_FAR} && (long long)seen < cell) || !((long long)a[cell] == 7LL)"),
        (
            "900",
            "if (seen == 900 && a[i] == 7) seen = i;",
            f"!({SO_FAR} && cell < (long long)seen) || !((long long)a[cell] == 7LL)",
        ),
    ],
)
def test_flag_value_excludes_matching_cells(
    program: Callable[[str], Program], first: str, body: str, fact: str
) -> None:
    assert fact in candidate_texts(program(SEARCH.replace("FIRST", first).replace("BODY", body)))


def test_flag_that_is_reset_yields_no_fact(program: Callable[[str], Program]) -> None:
    assert candidate_texts(program(SEARCH.replace("FIRST", "0").replace("BODY", "seen = a[i] == 7;"))) == []
