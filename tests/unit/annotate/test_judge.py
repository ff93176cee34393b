"""Test the judgement of invariants that the user wrote: true, not proved, or false in a known iteration."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.annotate.annotate import annotate
from veriabs.annotate.judge import InvariantStatus
from veriabs.core.deadline import Deadline
from veriabs.core.runs import Overflow
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc

TEXT = """\
#include <assert.h>
int a[8], b[8]; extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0; for (int i = 0; i < 8; i++) a[i] = (__VERIFIER_nondet_int() & 3) + 1;
  /*@ loop invariant 0 <= i <= 8;
      loop invariant \\forall integer k; 0 <= k < i ==> b[k] == a[k];
      loop invariant s == 0;
      loop invariant i < 8;
      loop invariant i == 1;
      loop invariant there == 1; */
  for (int i = 0; i < 8; i++) { b[i] = a[i]; s += a[i]; }
  for (int i = 0; i < 8; i++) assert(b[i] == a[i]);
  return s;
}
"""


@pytest.mark.long
def test_each_invariant_is_judged_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "input.c"
    path.write_text(TEXT, encoding="utf-8")
    task = load(path)
    found = annotate(task, load_program(task), "contracts", Options(timeout=60.0), Deadline(60.0))
    assert {one.given.where.line: str(one).partition(": ")[2] for one in found.judged} == {
        5: "holds",
        6: "holds, and the proof needs it",
        7: "wrong: false at the start of iteration 2 in some run",
        8: "wrong: false at the start of iteration 9 in some run",
        9: "wrong: false at the start of iteration 1 in some run",
        10: "unsupported, or about variables that are no longer in the program",
    }


@pytest.mark.long
@pytest.mark.parametrize("notation", ["contracts", "acsl"])
def test_written_annotations_are_read_back_and_hold(tmp_path: Path, notation: str) -> None:
    path = tmp_path / "input.c"
    path.write_text(TEXT.replace("i == 1", "i >= 0").replace("loop invariant there == 1;", ""), encoding="utf-8")
    task = load(path)
    path.write_text(annotate(task, load_program(task), notation, Options(), Deadline(60.0)).text, encoding="utf-8")
    judged = annotate(task, load_program(task), notation, Options(), Deadline(60.0)).judged
    written = [one for one in judged if "a[k]" in one.given.text]
    assert len(written) == (2 if notation == "contracts" else 1)  # an annotation says nothing twice
    assert {one.status.value.partition(",")[0] for one in written} == {"holds"}


@pytest.mark.long
def test_wrong_invariant_is_found_at_the_exit_of_a_large_loop(tmp_path: Path) -> None:
    path = tmp_path / "input.c"
    path.write_text(TEXT.replace("< 8", "< 1000").replace("[8]", "[1000]").replace("i <= 8", "i <= 1000"))
    task = load(path)
    found = annotate(task, load_program(task), "contracts", Options(timeout=60.0), Deadline(60.0))
    (left,) = (one for one in found.judged if one.given.text == "i < 1000")
    assert str(left) == "i < 1000: wrong: false at the start of iteration 1001 in some run"


def test_wrong_invariant_is_found_in_a_late_iteration(tmp_path: Path) -> None:
    path = tmp_path / "input.c"
    path.write_text(
        "#define FAR 300\nint main(void) { int i = 0, s = 0;\n  /*@ loop invariant s < FAR; */\n"
        "  while (i < 100000) { s += 2; i++; }\n  __CPROVER_assert(s == 200000, \"\"); }\n"
    )
    task = load(path)
    (found,) = annotate(task, load_program(task), "contracts", Options(timeout=20.0), Deadline(20.0)).judged
    assert str(found) == "s < FAR: wrong: false at the start of iteration 151 in some run"


@pytest.mark.parametrize(("overflow", "is_wrong"), [(Overflow.UNDEFINED, False), (Overflow.WRAP, True)])
def test_states_after_an_overflow_contradict_nothing(
    tmp_path: Path, overflow: Overflow, *, is_wrong: bool
) -> None:
    path = tmp_path / "input.c"
    path.write_text(
        "extern int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(), y = x;\n"
        "  /*@ loop invariant y >= x; */\n"
        "  for (int i = 0; i < 9; i++) y++;\n  __CPROVER_assert(x == x, \"\"); return y; }\n"
    )
    task, options = load(path), Options(timeout=20.0, overflow=overflow)
    (found,) = annotate(task, load_program(task), "contracts", options, Deadline(20.0)).judged
    assert (found.status is InvariantStatus.WRONG) == is_wrong
