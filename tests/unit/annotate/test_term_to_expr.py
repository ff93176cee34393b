"""Values without a closed form are recursive functions of the iterations, shared by loops that compute the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.aggregates import Aggregates
from veriabs.annotate.closed_form_candidates import closed_candidates
from veriabs.annotate.loop_solutions import solved_loops
from veriabs.annotate.term_to_expr import _ordered
from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.proofcheck.definitions import Definition

Make = Callable[[str], Program]

HASHES = """
unsigned char a[1000];
int main(void) {
  unsigned one = 7, two = 7;
  for (int i = 0; i < 1000; i++) one = (one * 33) ^ a[i];
  for (int i = 0; i < 1000; i++) { two *= 33; two ^= a[i]; }
  __VERIFIER_assert(one == two);
}
"""

CHECKSUM = """
unsigned char a[1000];
int main(void) {
  unsigned low = 1, high = 0;
  for (int i = 0; i < 1000; i++) {
    low = (low + a[i]) % 251;
    high = (high + low) % 251;
  }
  __VERIFIER_assert(low < 251);
}
"""


def fold_candidates(program: Program) -> tuple[list[str], tuple[Definition, ...]]:
    """The candidates that use fold functions, and these functions."""
    functions = Aggregates()
    found = closed_candidates(program, solved_loops(program, Overflow.UNDEFINED), functions)
    facts = dict.fromkeys(Printer().expr(fact) for exprs in found.values() for fact in exprs)
    return [fact for fact in facts if "fold_" in fact], functions.theory.functions


def test_equal_loops_share_one_fold(program: Make) -> None:
    facts, functions = fold_candidates(program(HASHES))
    assert facts == [
        "(long long)one == fold_1((long long)i, a)",
        "(long long)two == fold_1((long long)i_2, a)",
    ]
    (only,) = functions
    assert only.first == "7"
    assert only.next == "(u32 (xor.u32 (select p0 (- n 1)) (u32 (* 33 before))))"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("two *= 33; two ^= a[i];", "two ^= a[i]; two *= 33;"),
        ("two *= 33;", "two *= 31;"),
        ("two = 7", "two = 5"),
        ("two ^= a[i]", "two ^= a[i] + 1"),
    ],
)
def test_different_loops_have_separate_folds(program: Make, old: str, new: str) -> None:
    facts, functions = fold_candidates(program(HASHES.replace(old, new)))
    assert [name for fact in facts for name in ("fold_1", "fold_2") if f" {name}(" in fact] == ["fold_1", "fold_2"]
    assert functions[0] != functions[1]


def test_fold_of_a_dependent_variable_uses_the_other_fold(program: Make) -> None:
    _, (low, high) = fold_candidates(program(CHECKSUM))
    assert low.next == "(u32 (remainder (u32 (+ (select p0 (- n 1)) before)) 251))"
    assert "(fold_1 (- n 1) p0)" in high.next and "before" in high.next
    assert (low.first, high.first) == ("1", "0")


def test_mutually_dependent_updates_have_no_fold(program: Make) -> None:
    text = CHECKSUM.replace("low = (low + a[i])", "low = (low * high + a[i])")
    assert fold_candidates(program(text)) == ([], ())


def test_only_operands_that_commute_are_put_in_order() -> None:
    assert _ordered(("+", "b", ("-", "c", "a"))) == ("+", ("-", "c", "a"), "b")
    assert _ordered(("xor.u32", "b", "a")) == ("xor.u32", "a", "b")
    assert _ordered(("shl.u32", "b", "a")) == ("shl.u32", "b", "a")


LEAST = """
unsigned char a[1000];
int main(void) {
  int least = START;
  for (int i = 1; i < 1000; i++) least = a[i] < least ? a[i] : least ^ a[i];
  __VERIFIER_assert(least >= 0);
}
"""


@pytest.mark.parametrize("start", ["7", "-7", "a[0]", "a[0] + a[1]", "__VERIFIER_nondet_int()"])
def test_fold_gets_as_many_arguments_as_parameters(program: Make, start: str) -> None:
    facts, functions = fold_candidates(program(LEAST.replace("START", start)))
    taken = {one.name: len(one.parameters) for one in functions}
    assert facts
    for fact in facts:
        name, given = fact.partition("fold_")[2].split("(", 1)
        assert top_level_commas(given) + 1 == taken[f"fold_{name}"], fact


def top_level_commas(text: str) -> int:
    """The commas up to the parenthesis that closes, outside of all that open."""
    depth, commas = 0, 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if depth < 0:
            break
        commas += sign == "," and not depth
    return commas
