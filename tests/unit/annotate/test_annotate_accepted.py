"""`annotate`: other tools prove the annotated file alone, and no file with a wrong assertion."""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path

import pytest

from veriabs.annotate.annotate import annotate
from veriabs.core.deadline import Deadline
from veriabs.core.source import DataModel
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.verify.options import Options

ROOT = Path(__file__).parents[3]
_MADE = importlib.util.spec_from_file_location("annotations", ROOT / "benchmarks" / "annotations.py")
assert _MADE is not None and _MADE.loader is not None
annotations = importlib.util.module_from_spec(_MADE)
_MADE.loader.exec_module(annotations)

PAIRS = """\
extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
int a[1000];
int main(void) {
  for (int i = 0; i < 1000; i += 2) {
    a[i] = i;
    a[i + 1] = -i;
  }
  for (int i = 0; i < 1000; i += 2) __VERIFIER_assert(a[i] + a[i + 1] == 0);
  return 0;
}
"""

STORED = """\
extern void abort(void);
extern long __VERIFIER_nondet_long(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
long wide[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) {
    long x = __VERIFIER_nondet_long();
    if (x < 3) abort();
    wide[i] = x;
  }
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(wide[i] > 2);
  return 0;
}
"""

ROWS = """\
extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
int m[1000][2];
int main(void) {
  int i, j, s;
  for (i = 0; i < 1000; i++) {
    s = i;
    for (j = 0; j < 2; j++) {
      m[i][j] = s;
      s = m[i][j] ^ i ^ (i + 1);
    }
  }
  for (i = 0; i < 1000; i++)
    __VERIFIER_assert(m[i][1] == i + 1);
  return 0;
}
"""

TWICE = """\
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
int a[1000];
int main(void) {
  long long s = 0, t = 0;
  for (int i = 0; i < 1000; i++) {
    a[i] = __VERIFIER_nondet_int();
    s += a[i];
  }
  for (int i = 999; i >= 0; i--)
    t += a[i];
  __VERIFIER_assert(s == t);
  return 0;
}
"""

TEXT = """\
extern void abort(void);
extern char __VERIFIER_nondet_char(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
void unblank(char *s) {
  for (; *s; s++)
    if (*s == ' ') *s = '_';
}
char text[1001];
int main(void) {
  for (int i = 0; i < 1000; i++) text[i] = __VERIFIER_nondet_char();
  text[1000] = 0;
  unblank(text);
  for (char *p = text; *p; p++) __VERIFIER_assert(*p != ' ');
  return 0;
}
"""
"""The second loop ends at the latest where the first one did, a place that nobody has a name for there."""

AT_END = """\
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
int a[1000];
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  if (n > 1000) return 0;
  do {
    if (n < 0) a[i] = 4;
    a[i] = 5;
    i++;
  } while (i < n);
  for (i = 0; i < n; i++) __VERIFIER_assert(a[i] == 5);
  return 0;
}
"""

SECONDS = 5.0
"""For what is not proved: z3 does not always see that something with quantifiers is wrong."""

pytestmark = [pytest.mark.cbmc, pytest.mark.long]


def annotated(tmp_path: Path, text: str, notation: str) -> Path:
    path = tmp_path / "input.c"
    path.write_text(text, encoding="utf-8")
    task, deadline = load(path), Deadline(60.0)
    found = annotate(task, load_program(task, deadline), notation, Options(timeout=60.0), deadline)
    assert annotations.same_program(text, found.text)
    path.write_text(found.text, encoding="utf-8")
    return path


@pytest.mark.skipif(not shutil.which("goto-instrument"), reason="goto-instrument is not installed")
@pytest.mark.slow
def test_contracts_prove_the_file(tmp_path: Path) -> None:
    path = annotated(tmp_path, PAIRS, "contracts")
    assert annotations.by_contracts(path, DataModel.LP64.name, 60.0) == "proved"


@pytest.mark.skipif(not shutil.which("goto-instrument"), reason="goto-instrument is not installed")
@pytest.mark.slow
def test_contracts_prove_changed_texts(tmp_path: Path) -> None:
    path = annotated(tmp_path, TEXT, "contracts")
    assert annotations.by_contracts(path, DataModel.LP64.name, 60.0) == "proved"


@pytest.mark.skipif(not shutil.which("goto-instrument"), reason="goto-instrument is not installed")
@pytest.mark.slow
def test_contracts_do_not_prove_the_absence_of_an_inserted_character(tmp_path: Path) -> None:
    path = annotated(tmp_path, TEXT.replace("*p != ' ');", "*p != '_');"), "contracts")
    assert annotations.by_contracts(path, DataModel.LP64.name, SECONDS) != "proved"


@pytest.mark.skipif(not shutil.which("goto-instrument"), reason="goto-instrument is not installed")
@pytest.mark.slow
def test_contracts_prove_a_loop_that_tests_at_its_end_and_not_its_broken_twin(tmp_path: Path) -> None:
    path = annotated(tmp_path, AT_END, "contracts")
    assert annotations.by_contracts(path, DataModel.LP64.name, 60.0) == "proved"
    path.write_text(path.read_text(encoding="utf-8").replace("= 5;", "= i ? 5 : 6;"), encoding="utf-8")
    assert annotations.by_contracts(path, DataModel.LP64.name, SECONDS) != "proved"


@pytest.mark.skipif(not shutil.which("frama-c"), reason="Frama-C is not installed")
@pytest.mark.slow
def test_wp_proves_a_loop_that_tests_at_its_end(tmp_path: Path) -> None:
    path = annotated(tmp_path, AT_END, "acsl")
    assert_told_apart_by_wp(path, path.read_text(encoding="utf-8").replace("= 5;", "= i ? 5 : 6;"))


def test_the_terminating_zero_is_stated_at_its_write(tmp_path: Path) -> None:
    said = annotated(tmp_path, TEXT, "contracts").read_text(encoding="utf-8")
    assert "__CPROVER_loop_entry(s)[1000] == 0)" in said
    assert "0 <= p - text && p - text <= 1000)" in said
    assert re.search(r"k < p - text\) ==> \(text\[k\]( != 0)?\) }", said), said


@pytest.mark.skipif(not shutil.which("goto-instrument"), reason="goto-instrument is not installed")
def test_contracts_do_not_prove_the_broken_twin(tmp_path: Path) -> None:
    path = annotated(tmp_path, STORED.replace("> 2);", "> 3);"), "contracts")
    assert annotations.by_contracts(path, DataModel.LP64.name, SECONDS) != "proved"
    path.write_text(path.read_text(encoding="utf-8").replace("> 3);", ">= (-9223372036854775807L - 1));"))
    assert annotations.by_contracts(path, DataModel.LP64.name, 60.0) == "proved"  # it is the assertion that fails


@pytest.mark.skipif(not shutil.which("goto-instrument"), reason="goto-instrument is not installed")
def test_a_file_in_which_nothing_is_asserted_is_not_accepted(tmp_path: Path) -> None:
    path = tmp_path / "input.c"
    path.write_text(re.sub(r"__VERIFIER_assert\(a.*\);", ";", PAIRS).replace("reach_error();", ";"), encoding="utf-8")
    assert annotations.by_contracts(path, DataModel.LP64.name, SECONDS) != "proved"


@pytest.mark.parametrize("notation", ["contracts", "acsl"])
def test_small_inner_loops_are_left_to_be_unrolled(tmp_path: Path, notation: str) -> None:
    said = annotated(tmp_path, ROWS, notation).read_text(encoding="utf-8")
    assert re.search(r"m\[k\]\[1\] == (?:\(long long\))?k \+ 1", said), said
    assert ("UNROLL" in said) == (notation == "acsl")
    assert "__CPROVER_object_whole(m), __CPROVER_object_whole(m)" not in said


def assert_told_apart_by_wp(path: Path, broken: str) -> None:
    """WP proves the file, and not its broken twin."""
    twin = path.with_name("broken.c")
    twin.write_text(broken, encoding="utf-8")
    assert annotations.by_wp(path, DataModel.LP64.name, 60.0) == "proved"
    assert annotations.by_wp(twin, DataModel.LP64.name, 60.0).startswith("failed")


@pytest.mark.skipif(not shutil.which("frama-c"), reason="Frama-C is not installed")
def test_wp_proves_the_file_and_not_its_broken_twin(tmp_path: Path) -> None:
    path = annotated(tmp_path, STORED, "acsl")
    assert annotations.by_wp(path, DataModel.LP64.name, 30.0) == "proved"
    path.write_text(path.read_text(encoding="utf-8").replace("> 2);\n", "> 3);\n"), encoding="utf-8")
    assert annotations.by_wp(path, DataModel.LP64.name, 30.0).startswith("failed")


def test_other_notations_have_no_functions(tmp_path: Path) -> None:
    assert "sum_1" not in annotated(tmp_path, TWICE, "contracts").read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("frama-c"), reason="Frama-C is not installed")
@pytest.mark.slow
def test_wp_proves_sums_that_agree_and_not_the_broken_twin(tmp_path: Path) -> None:
    path = annotated(tmp_path, TWICE, "acsl")
    said = path.read_text(encoding="utf-8")
    assert_told_apart_by_wp(path, said.replace("assert(s == t)", "assert(s == t + 1)"))


LOUDER = """\
extern void abort(void);
extern short __VERIFIER_nondet_short(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
void twice(int *cells, int n) {
  for (int i = 0; i < n; i++) cells[i] = 2 * cells[i];
}
int samples[1000], original[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) original[i] = samples[i] = __VERIFIER_nondet_short();
  twice(samples, 1000);
  twice(samples, 1000);
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(samples[i] == 4 * original[i]);
  return 0;
}
"""
"""What the cells are compared with has no name in the function, and a fact has to hold in both calls."""


@pytest.mark.skipif(not shutil.which("frama-c"), reason="Frama-C is not installed")
@pytest.mark.slow
def test_wp_proves_in_place_changes_and_not_the_broken_twin(tmp_path: Path) -> None:
    path = annotated(tmp_path, LOUDER, "acsl")
    said = path.read_text(encoding="utf-8")
    assert "cells[k] == 2 * \\at(cells[k], LoopEntry)" in said
    assert_told_apart_by_wp(path, said.replace("4 * original", "3 * original"))


MASKED = """\
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
void mask(unsigned char *block, const unsigned char *with, int n) {
  for (int i = 0; i < n; i++) block[i] ^= with[i % 5];
}
unsigned char sent[1000], kept[1000], with[5];
int main(void) {
  for (int i = 0; i < 5; i++) with[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 1000; i++) kept[i] = sent[i] = __VERIFIER_nondet_uchar();
  mask(sent, with, 1000);
  mask(sent, with, 1000);
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(sent[i] == kept[i]);
  return 0;
}
"""
"""What two calls do is nothing; what each does is a matter of bits."""


@pytest.mark.skipif(not shutil.which("frama-c"), reason="Frama-C is not installed")
@pytest.mark.slow
def test_wp_proves_masked_bits_and_not_the_broken_twin(tmp_path: Path) -> None:
    path = annotated(tmp_path, MASKED, "acsl")
    said = path.read_text(encoding="utf-8")
    assert "block[k] == (\\at(block[k], LoopEntry) ^ with[k % 5])" in said
    assert_told_apart_by_wp(path, said.replace("  mask(sent, with, 1000);\n", "", 1))


RING = """\
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
int heard[1000], ring[1000];
int main(void) {
  int at = 1;
  for (int i = 0; i < 1000; i++) heard[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) {
    ring[at] = heard[i];
    at = at == 999 ? 0 : at + 1;
  }
  __VERIFIER_assert(ring[0] == heard[999]);
  for (int i = 1; i < 1000; i++) __VERIFIER_assert(ring[i] == heard[i - 1]);
  return 0;
}
"""
"""Where an iteration writes goes round."""


@pytest.mark.skipif(not shutil.which("goto-instrument"), reason="goto-instrument is not installed")
@pytest.mark.slow
def test_contracts_prove_writes_with_wrapping_index_and_not_the_broken_twin(tmp_path: Path) -> None:
    path = annotated(tmp_path, RING, "contracts")
    said = path.read_text(encoding="utf-8")
    assert re.search(r"ring\[999 <= k \? 0L* : k \+ 1\] == heard\[k\]", said), said
    assert annotations.by_contracts(path, DataModel.LP64.name, 60.0) == "proved"
    path.write_text(said.replace("ring[0] == heard[999]", "ring[0] == heard[998]"), encoding="utf-8")
    assert annotations.by_contracts(path, DataModel.LP64.name, SECONDS) != "proved"


_FRAME = """\
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
"""

STEPS = f"""{_FRAME}int main(void) {{
  int seats = 0;
  for (int row = 0; row < 500; row++)
    for (int seat = 0; seat < row; seat++)
      seats++;
  __VERIFIER_assert(seats == 124750);
  return 0;
}}
"""
"""That the inner counter takes the other one along holds as this does not wrap, which the outer loop says."""

WEIGHTS = f"""{_FRAME}unsigned weight[1000];
int main(void) {{
  unsigned long load = 0;
  for (int i = 0; i < 1000; i++) weight[i] = __VERIFIER_nondet_uint();
  for (int i = 0; i < 1000; i++) load += weight[i];
  __VERIFIER_assert(load <= 4294967295000ul);
  return 0;
}}
"""

HALVES = f"""{_FRAME}unsigned number[1000];
unsigned char half[2000];
int main(void) {{
  for (int i = 0; i < 1000; i++) number[i] = __VERIFIER_nondet_uint() % 60000;
  for (int i = 0; i < 1000; i++) {{
    half[2 * i] = number[i] >> 8;
    half[2 * i + 1] = number[i];
  }}
  for (int i = 0; i < 1000; i++) __VERIFIER_assert((half[2 * i] << 8 | half[2 * i + 1]) == number[i]);
  return 0;
}}
"""
"""What is stored in two bytes has no more, which is known where it is drawn."""


@pytest.mark.skipif(not shutil.which("goto-instrument"), reason="goto-instrument is not installed")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [(STEPS, "124750", "124749"), (WEIGHTS, "4294967295000", "4294967294000"), (HALVES, "% 60000", "% 70000")],
)
def test_contracts_prove_carried_values_and_not_the_broken_twin(
    tmp_path: Path, text: str, right: str, wrong: str
) -> None:
    path = annotated(tmp_path, text, "contracts")
    said = path.read_text(encoding="utf-8")
    assert annotations.by_contracts(path, DataModel.LP64.name, 60.0) == "proved"
    path.write_text(said.replace(right, wrong), encoding="utf-8")
    assert annotations.by_contracts(path, DataModel.LP64.name, SECONDS) != "proved"


CARRIED = f"""{_FRAME}unsigned part[1000];
int main(void) {{
  unsigned sum = 0;
  for (int i = 0; i < 1000; i++) part[i] = __VERIFIER_nondet_uint() % 4096;
  for (int i = 0; i < 1000; i++) {{
    sum += part[i];
    if (sum >> 12) sum = (sum & 4095) + 1;
  }}
  __VERIFIER_assert(sum <= 4095);
  return 0;
}}
"""


@pytest.mark.skipif(not shutil.which("frama-c"), reason="Frama-C is not installed")
@pytest.mark.slow
def test_wp_proves_masks_by_the_laws_of_bits_and_not_the_broken_twin(tmp_path: Path) -> None:
    path = annotated(tmp_path, CARRIED, "acsl")
    said = path.read_text(encoding="utf-8")
    assert "(x & 4095) == x % 4096" in said
    assert_told_apart_by_wp(path, said.replace("if (sum >> 12)", "if (sum >> 13)"))


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("int one(int x) { return x; }\nint two(int x) { return one(x); }\nint main() { return two(1); }\n", True),
        ("int one(int x) { return x ? one(x - 1) : 0; }\nint main() { return one(1); }\n", False),
        ("int two(int);\nint one(int x) { return two(x); }\nint two(int x) { return x; }\nint main() { }\n", False),
        ("int one(int x) { return x; }\nint main() { int (*p)(int) = one; return p(1); }\n", False),
    ],
)
def test_helpers_of_which_only_calls_remain_are_dropped(text: str, *, whole: bool) -> None:
    assert annotations.is_inlined_whole(text) is whole


HEAD = """\
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
"""

COPIED = (
    HEAD
    + """\
int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= 1000);
  int a[n], b[n];
  long long s = 0;
  for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int(); s += a[i]; }
  for (int i = 0; i < n; i++) b[i] = a[i];
  for (int i = 0; i < n; i++) s -= b[i];
  __VERIFIER_assert(s == 0);
  return 0;
}
"""
)
"""The sum of the one array is that of the other one only as long as writing to this leaves that as it is."""

WRAPPING = (
    HEAD
    + """\
unsigned int a[1000];
int main(void) {
  unsigned int s = 0, t = 0;
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) s += a[i];
  for (int i = 0; i < 1000; i++) t += 2 * a[i];
  __VERIFIER_assert(t - s == s);
  return 0;
}
"""
)

FOLDED = (
    HEAD
    + """\
unsigned char a[1000];
int main(void) {
  unsigned one = 7, two = 7;
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) one = (one * 33) ^ a[i];
  for (int i = 0; i < 1000; i++) { two *= 33; two ^= a[i]; }
  __VERIFIER_assert(one == two);
  return 0;
}
"""
)


@pytest.mark.skipif(not shutil.which("frama-c"), reason="Frama-C is not installed")
@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (COPIED, "s == 0", "s == 1"),
        (COPIED, "b[i] = a[i];", "b[i] = a[i] + 1;"),
        (WRAPPING, "t - s == s", "t >= s"),
        (FOLDED, "two ^= a[i]", "two ^= a[i] + 1"),
    ],
)
@pytest.mark.slow
def test_wp_proves_block_sums_wrapping_and_folds_and_not_the_broken_twins(
    tmp_path: Path, text: str, old: str, new: str
) -> None:
    path = annotated(tmp_path, text, "acsl")
    broken = tmp_path / "broken.c"
    broken.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert annotations.by_wp(broken, DataModel.LP64.name, 30.0).startswith("failed")
    assert annotations.by_wp(path, DataModel.LP64.name, 30.0) == "proved"


ALIASED = """\
/*@ assigns \\nothing; */ extern int any(void);
void main(void) {
  int n = any();
  if (n < 1) return;
  int a[n], b[n];
  int *p = a;
  b[0] = 1;
  a[0] = 2;
  p[0] = 3;
  /*@ assert b[0] == 1; */
  /*@ assert a[0] == ASSERTED; */
}
"""


@pytest.mark.skipif(not shutil.which("frama-c"), reason="Frama-C is not installed")
@pytest.mark.parametrize(("asserted", "verdict"), [("3", "proved"), ("2", "failed")])
def test_separate_blocks_do_not_alias_and_inner_pointers_do(tmp_path: Path, asserted: str, verdict: str) -> None:
    path = tmp_path / "input.c"
    path.write_text(ALIASED.replace("ASSERTED", asserted), encoding="utf-8")
    assert annotations.by_wp(path, DataModel.LP64.name, 30.0).startswith(verdict)


@pytest.mark.parametrize(
    ("text", "told", "converts"),
    [
        ("int main() {\n  int a[n], b[n];\n}", "extern int *__fc_vla_alloc", False),
        ("int main() {\n  int a[n];\n  char b[m];\n}", "extern void *__fc_vla_alloc", True),
        ("extern void *malloc(size_t n);\nint main() {\n  int *a = malloc(4);\n}", "*/ extern void *malloc", True),
        ("extern void *malloc(size_t n);\nint main() {\n  int *a = malloc(4);\n  char *b = (char *)a;\n}", "", False),
        ("extern void *malloc(size_t n);\nvoid f(void *p) {\n}", "", False),
        ("int a[9];\nint main() {\n  int b[9];\n}", "", False),
    ],
)
def test_blocks_do_not_alias_without_other_pointer_conversions(text: str, told: str, *, converts: bool) -> None:
    changed, converting = annotations.with_blocks(text)
    assert converting is converts
    assert (told in changed and "birth" in changed) if told else changed == text


SEARCHED = f"""{_FRAME}static int place_of(const unsigned *v, unsigned wanted) {{
  for (int i = 0; i < 1000; i++)
    if (v[i] == wanted) return i;
  return -1;
}}
unsigned values[1000];
int main(void) {{
  for (int i = 0; i < 1000; i++) values[i] = __VERIFIER_nondet_uint();
  int place = place_of(values, 7);
  for (int i = 0; i < place; i++) __VERIFIER_assert(values[i] != 7);
  return 0;
}}
"""


@pytest.mark.skipif(not shutil.which("frama-c"), reason="Frama-C is not installed")
@pytest.mark.slow
def test_wp_proves_a_returning_search_and_not_the_broken_twin(tmp_path: Path) -> None:
    """The notation cannot express that the loop has not returned yet, and the proof does not need it."""
    path = annotated(tmp_path, SEARCHED, "acsl")
    said = path.read_text(encoding="utf-8")
    assert "0 <= k < i ==> v[k] != 7" in said
    assert_told_apart_by_wp(path, said.replace("i < place", "i <= place"))
