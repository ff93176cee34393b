"""`annotate`: the inserted facts hold and suffice for the proof, and the rest of the text is unchanged."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.annotate.annotate import AnnotatedFile, _strongest, annotate
from veriabs.annotate.formulas import Formula
from veriabs.core.copying import replace
from veriabs.core.ctree import integer, statements
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError
from veriabs.core.expressions import Binary, Var
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.source import Entry
from veriabs.core.statements import Loop
from veriabs.core.types import INT
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.verify.options import Options

MINIMUM = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void) {
  int i, m = 1000; /* the least so far */
  for (i = 0; i < 1000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 1000; i++) {
    if (a[i] < m) m = a[i];
  }
  for (i = 0; i < 1000; i++) assert(m <= a[i]);
  return 0;
}
"""

ORDERED = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[500];
int main(void) {
  int last = 0, j = 7;
  for (int i = 0; i < 500; i++) {
    a[i] = 2 * i;
    j += 3;
  }
  for (int i = 499; i > 0; i -= 1) assert(a[i] > a[i - 1]);
  assert(j == 1507);
  return last;
}
"""

pytestmark = pytest.mark.cbmc


def annotated(tmp_path: Path, text: str, notation: str, seconds: float = 60.0) -> AnnotatedFile:
    path = tmp_path / "input.c"
    path.write_text(text, encoding="utf-8")
    task, deadline = load(path), Deadline(seconds)
    return annotate(task, load_program(task, deadline), notation, Options(timeout=seconds), deadline)


def test_contracts_state_needed_facts_and_counter_bounds(tmp_path: Path) -> None:
    found = annotated(tmp_path, MINIMUM, "contracts")
    assert found.open == () and found.silent == ()
    assert re.findall(r"__CPROVER_\w+\(.*\)\n", found.text) == [
        "__CPROVER_assigns(__CPROVER_object_whole(a), i)\n",
        "__CPROVER_loop_invariant(0 <= i && i <= 1000)\n",
        "__CPROVER_assigns(i, m)\n",
        "__CPROVER_loop_invariant(0 <= i && i <= 1000)\n",
        "__CPROVER_loop_invariant(__CPROVER_forall { long long k; (0 <= k && k < i) ==> (m <= a[k]) })\n",
        "__CPROVER_assigns(i)\n",
        "__CPROVER_loop_invariant(0 <= i && i <= 1000)\n",
    ]


@pytest.mark.share(3)
@pytest.mark.parametrize("notation", ["acsl", "contracts", "comments"])
def test_rest_of_the_text_is_unchanged(tmp_path: Path, notation: str) -> None:
    text = annotated(tmp_path, MINIMUM, notation).text
    notes = r"\n +__CPROVER_\w+\([^\n]*\)(?=\n)|\n +/\*(?:@| always)[\s\S]*?\*/"
    plain = re.sub(notes, "", text)
    assert plain != text
    assert plain.split() == MINIMUM.split()


def test_a_bound_variable_has_the_name_of_no_macro(tmp_path: Path) -> None:
    text = """#define k 7
#define m
int a[9]; int main(void) { int i; for (i = 0; i < 9; i++) a[i] = k; __VERIFIER_assert(a[3] == k); return 0; }
"""
    said = annotated(tmp_path, text, "contracts").text
    assert "__CPROVER_forall { long long cell; (0 <= cell && cell < i) ==> (a[cell] == 7) }" in said


def test_a_bound_variable_has_the_name_of_no_type_and_no_enumerator(tmp_path: Path) -> None:
    text = """typedef int k; typedef struct { int n; } cell; enum { m = 7 }; typedef int other, k_1, m_1;
k a[9]; int main(void) { int i; for (i = 0; i < 9; i++) a[i] = m; __VERIFIER_assert(a[3] == m); return 0; }
"""
    found = annotated(tmp_path, text, "contracts").text
    assert "__CPROVER_forall { long long k_2; (0 <= k_2 && k_2 < i) ==> (a[k_2] == 7) }" in found


def test_a_loop_that_a_macro_makes_is_not_annotated_at_another_one(tmp_path: Path) -> None:
    text = """#define until(c) while (!(c))
int a[9], b[9];
int main(void) { int i = 0; until(i >= 9) { a[i] = 7; i++; } for (i = 0; i < 9; i++) b[i] = a[i];
  __VERIFIER_assert(b[3] == 7); return 0; }
"""
    found = annotated(tmp_path, text, "acsl")
    assert found.text.startswith(text.partition(" for")[0])
    assert found.silent


@pytest.mark.parametrize(
    ("macro", "notation", "name"),
    [
        ("loop 3", "acsl", "loop"),
        ("forall 4", "acsl", "forall"),
        ("assert(c) do { i += 7; } while (0)", "asserts", "assert"),
        ("__CPROVER_assigns(c)", "contracts", "__CPROVER_assigns"),
    ],
)
def test_a_macro_that_would_change_the_annotations_is_refused(
    tmp_path: Path, macro: str, notation: str, name: str
) -> None:
    text = f"#define {macro}\n{MINIMUM}"
    with pytest.raises(InputError, match=f"the macro {name} would change"):
        annotated(tmp_path, text, notation)
    assert "always" in annotated(tmp_path, text, "comments").text


def test_acsl_is_a_comment_before_the_loop(tmp_path: Path) -> None:
    text = annotated(tmp_path, MINIMUM, "acsl").text
    expected = r"""
  /*@ loop invariant 0 <= i <= 1000;
      loop invariant \forall integer k; 0 <= k < i ==> m <= a[k];
      loop assigns i, m; */
  for (i = 0; i < 1000; i++) {
"""
    assert expected in text


@pytest.mark.long
@pytest.mark.share(4)
@pytest.mark.parametrize("text", [MINIMUM, ORDERED])
def test_assertions_hold_in_runs(tmp_path: Path, text: str) -> None:
    found = annotated(tmp_path, text, "asserts")
    assert found.text.count("assert(") > text.count("assert(") + 3
    program = tmp_path / "annotated.c"
    inputs = "int __VERIFIER_nondet_int(void) { static int n; return n = n * 5 % 4001 - 300; }\n"
    program.write_text(found.text + inputs, encoding="utf-8")
    subprocess.run(["gcc", "-w", program, "-o", tmp_path / "annotated"], check=True)
    assert subprocess.run([tmp_path / "annotated"], check=False).returncode == 0


AT_END = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  if (n > 1000) return 0;
  HEAD {
    a[i] = 5;
    i++;
  FOOT
  for (i = 0; i < n; i++) assert(a[i] == 5);
  return 0;
}
"""


@pytest.mark.share(2)
@pytest.mark.parametrize(("head", "foot"), [("do", "} while (i < n);"), ("while (1)", "if (i >= n) break; }")])
def test_invariants_of_do_loops_hold_at_their_head(tmp_path: Path, head: str, foot: str) -> None:
    """This includes the first iteration, about which the loop test says nothing."""
    found = annotated(tmp_path, AT_END.replace("HEAD", head).replace("FOOT", foot), "acsl")
    assert found.open == () and found.silent == ()
    (said,) = re.findall(r"/\*@([^/]*)\*/\n +" + re.escape(head), found.text)
    assert "loop invariant i < n || i == 0;" in said and "loop invariant i < n;" not in said
    assert r"\forall integer k; 0 <= k < i ==> a[k] == 5;" in said


STOPPED = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int queue[256];
int main(void) {
  int head = 0;
  for (;;) {
    int command = __VERIFIER_nondet_int();
    if (command < 0) break;
    if (head == 256) break;
    queue[head++] = command;
  }
  for (int i = 0; i < head; i++) assert(queue[i] >= 0);
  return 0;
}
"""


@pytest.mark.long
def test_a_counter_that_only_breaks_keep_from_wrapping_is_bounded_on_both_sides(tmp_path: Path) -> None:
    assert "loop invariant 0 <= head <= 256;" in annotated(tmp_path, STOPPED, "acsl").text


@pytest.mark.long
def test_counters_beside_the_first_are_related_to_it(tmp_path: Path) -> None:
    text = annotated(tmp_path, ORDERED, "comments").text
    assert "0 <= i <= 500" in text
    assert "j == 3 * i + 7\n" in text
    assert "for every k with 0 <= k < i: a[k] == 2 * k" in text  # the second loop leaves them as they are


@pytest.mark.long
def test_an_unproved_condition_is_reported(tmp_path: Path) -> None:
    wrong = MINIMUM.replace("m <= a[i]", "m < a[i]")
    found = annotated(tmp_path, wrong, "contracts", 8.0)
    assert [one.where.line for one, _ in found.open] == [11]
    assert "__CPROVER_loop_invariant(0 <= i && i <= 1000)" in found.text


def test_function_called_twice_gets_the_facts_of_both_calls(tmp_path: Path) -> None:
    text = """\
#include <assert.h>
int a[100], b[100];
static int total;
static void count(int n) { for (int i = 0; i < n; i++) total++; }
int main(void) {
  count(40);
  count(60);
  assert(total == 100);
  return 0;
}
"""
    said = annotated(tmp_path, text, "comments").text
    assert "0 <= i" in said
    assert "i <= 40" not in said


@pytest.mark.long
def test_array_is_named_by_its_pointer(tmp_path: Path) -> None:
    text = """\
#include <assert.h>
struct pair { int x, y; };
static void clear(int *p, struct pair *q) { for (int i = 0; i < 50; i++) p[i] = q[i].y = 0; }
int main(void) {
  int a[50];
  struct pair pairs[50];
  clear(a, pairs);
  for (int i = 0; i < 50; i++) assert(a[i] == pairs[i].y);
  return 0;
}
"""
    said = annotated(tmp_path, text, "contracts").text
    assert "__CPROVER_assigns(i, __CPROVER_object_whole(p), __CPROVER_object_whole(q))" in said
    assert re.search(r"\(0 <= k && k < i\) ==> \((q\[k\]\.y == p\[k\]|p\[k\] == (0|q\[k\]\.y)|q\[k\]\.y == 0)\)", said)


def test_loop_over_an_unnamed_array_assigns_the_object_of_its_pointer(tmp_path: Path) -> None:
    text = """\
#include <assert.h>
static void clear(int *p) { for (int i = 0; i < 50; i++) *p++ = 0; }
int main(void) {
  int a[50];
  clear(a);
  assert(a[7] == 0);
  return 0;
}
"""
    said = annotated(tmp_path, text, "contracts").text
    assert "__CPROVER_loop_invariant(0 <= i && i <= 50)" in said
    assert "__CPROVER_assigns(__CPROVER_object_whole(p), i, p)" in said


def test_parameters_of_an_entry_are_called_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "input.c"
    path.write_text("int f(int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++) s ^= i;\n  return s;\n}\n")
    task = replace(load(path), entry=Entry("f"), checks=("div-by-zero", "bounds", "overflow"))
    text = annotate(task, load_program(task), "acsl", Options(timeout=60.0), Deadline(60.0)).text
    assert "loop invariant i <= n || i == 0;" in text


@pytest.mark.long
def test_loop_made_from_recursion_gets_no_annotation_of_a_loop_on_its_line(tmp_path: Path) -> None:
    """Both begin on one line, where the text has one loop."""
    text = """\
#include <assert.h>
int a[50], i;
void fill(void) { for (int j = 0; j < 40; j++) a[0] = 1; if (i >= 50) return; a[i] = 7; i++; fill(); }
int main(void) { fill(); assert(i == 50); return 0; }
"""
    for notation in ("acsl", "contracts", "comments", "asserts"):
        found = annotated(tmp_path, text, notation)
        assert [where.line for where in found.unwritten] == [3] and found.unrolled == ()
        assert "50" not in found.text.split("for (", 1)[1].split("a[0]")[0]


def test_moving_pointer_is_described_by_its_distance(tmp_path: Path) -> None:
    text = """\
#include <assert.h>
short a[500], b[500];
extern short __VERIFIER_nondet_short(void);
int main(void) {
  short *out = b;
  for (int i = 0; i < 500; i++) a[i] = __VERIFIER_nondet_short();
  for (const short *in = a; in < a + 500; in++)
    if (*in > 100) *out++ = *in;
  for (const short *p = b; p < out; p++) assert(*p > 100);
  return 0;
}
"""
    found = annotated(tmp_path, text, "contracts")
    assert found.open == () and found.silent == ()
    assert "__CPROVER_assigns(__CPROVER_object_whole(b), in, out)\n" in found.text
    assert "__CPROVER_loop_invariant(out == b + (out - b))\n" in found.text
    assert "out - b <= in - a)\n" in found.text
    assert "long long k; (0 <= k && k < out - b) ==> (b[k] > 100) })\n" in found.text
    assert "__CPROVER_loop_invariant(0 <= p - b && p - b <= out - b)\n" in found.text


PAIRED = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
struct pair { int first, second; } pairs[1000];
int main(void) {
  struct pair *p;
  for (p = pairs; p < pairs + 1000; p++) {
    p->first = __VERIFIER_nondet_int() & 7;
    p->second = p->first;
  }
  for (p = pairs; p < pairs + 1000; p++) if (p->first != p->second) reach_error();
}
"""


def test_acsl_invariants_relate_a_pointer_to_its_array_cell(tmp_path: Path) -> None:
    text = annotated(tmp_path, PAIRED, "acsl").text
    first, second = text.split("for (p = pairs;")[:2]
    for above in (first, second):
        assert "loop invariant p == &pairs[0] + (p - &pairs[0]);" in above
    assert "(*p)." not in first, "the loop changes what it points at"
    for member in ("first", "second"):
        assert f"loop invariant (*p).{member} == pairs[p - &pairs[0]].{member};" in second


ENCODED = """\
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
unsigned char bytes[5000];
int main(void) {
  unsigned used = 0;
  for (int i = 0; i < 1000; i++) {
    unsigned v = __VERIFIER_nondet_uint();
    while (v > 127) {
      bytes[used++] = v | 128;
      v >>= 7;
    }
    bytes[used++] = v;
  }
  if (used < 1000) reach_error();
}
"""


@pytest.mark.long
def test_an_inner_loop_that_ends_soon_is_left_to_be_unrolled(tmp_path: Path) -> None:
    found = annotated(tmp_path, ENCODED, "contracts")
    assert found.open == ()
    assert [where.line for where in found.unrolled] == [8]
    assert "while (v > 127) {" in found.text


@pytest.mark.long
def test_invariants_avoid_zero_initialisation_where_possible(tmp_path: Path) -> None:
    text = """\
#include <assert.h>
int a[400], b[400];
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (int i = 0; i < 400; i++) a[i] = b[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 400; i++) assert(a[i] == b[i]);
  return 0;
}
"""
    said = annotated(tmp_path, text, "comments").text
    assert re.findall("with (0 <= k < i): ", said)
    assert "k < 400: " not in said.partition("a[i] = b[i]")[0]


def test_loop_in_a_function_refers_to_its_parameters(tmp_path: Path) -> None:
    text = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
static int position(int wanted) {
  int i = 0;
  while (i < 1000 && a[i] != wanted) i++;
  return i;
}
int main(void) {
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  int end = position(key);
  for (int i = 0; i < end; i++) assert(a[i] != key);
  return 0;
}
"""
    said = annotated(tmp_path, text, "contracts").text
    (loop,) = re.findall(r"(while .*?)i\+\+;", said, re.DOTALL)
    assert "(0 <= k && k < i) ==> (a[k] != wanted)" in loop


WALKED = """\
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static void *copied(void *to, const void *from, unsigned long n) {
  char *d = (char *)to;
  const char *s = (const char *)from;
  while (n--)
    *d++ = *s++;
  return to;
}
static void cleared(unsigned char *p, int n) {
  while (n-- > 0)
    *p++ = 0;
}
unsigned char a[500], b[500];
int main(void) {
  for (int i = 0; i < 500; i++) a[i] = __VERIFIER_nondet_uchar();
  copied(b, a, 500);
  for (int i = 0; i < 500; i++) assert(a[i] == b[i]);
  cleared(a, 500);
  for (int i = 0; i < 500; i++) assert(a[i] == 0);
  return 0;
}
"""


@pytest.mark.long
def test_objects_behind_parameters_are_named_by_the_parameter(tmp_path: Path) -> None:
    said = annotated(tmp_path, WALKED, "contracts").text
    assert "d - ((char *)to)" in said and "d == " not in said  # no pointer is in the middle of a byte
    assert "((unsigned char *)to)[k]" in said and " to[k]" not in said
    walked = said.partition("static void cleared")[2].partition("unsigned char a")[0]
    assert "__CPROVER_object_whole(p)" in walked and "p - __CPROVER_loop_entry(p)" in walked
    assert "p - a" not in walked and " a[" not in walked


def test_certain_facts_are_not_repeated_as_disjunctions(tmp_path: Path) -> None:
    """A pointer is bounded by the end of its text and by its counter, in different forms."""
    text = """\
#include <assert.h>
short a[1000];
static void clear(short *s, int n) {
  for (short *p = s; p != s + n; ++p) *p = 0;
}
int main(void) {
  clear(a, 1000);
  for (int i = 0; i < 1000; i++) assert(a[i] == 0);
  return 0;
}
"""
    said = annotated(tmp_path, text, "contracts").text
    assert "0 <= p - s && p - s <= 1000" in said and "||" not in said


def test_only_the_initial_value_bounds_a_counter_below(program: Callable[[str], Program]) -> None:
    made = program("int main(void) { int i; for (i = 1; i < 9; i++) ; __VERIFIER_assert(i == 9); }")
    (loop,) = (stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
    at = Var("i", INT)
    weaker, stronger, most = (Binary(op, at, integer(n)) for op, n in ((">=", 0), (">=", 1), ("<=", 9)))
    assert [one.fact for one in _strongest(loop, list(map(Formula, (weaker, stronger, most))))] == [stronger, most]
    about_cells = Formula(weaker, (Binary("<=", integer(0), CELL),), (CELL,))
    assert _strongest(loop, [about_cells, Formula(stronger)]) == [about_cells, Formula(stronger)]


TRANSPOSED = """\
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
int a[100][100], b[100][100];
int main(void) {
  for (size_t i = 0; i < 100; i++)
    for (size_t j = 0; j < 100; j++)
      a[i][j] = __VERIFIER_nondet_int();
  for (size_t i = 0; i < 100; i++)
    for (size_t j = 0; j < 100; j++)
      b[j][i] = a[i][j];
  for (size_t i = 0; i < 100; i++)
    for (size_t j = 0; j < 100; j++)
      assert(b[i][j] == a[j][i]);
  return 0;
}
"""


@pytest.mark.long
def test_unsigned_counters_of_nests_need_no_widening(tmp_path: Path) -> None:
    found = annotated(tmp_path, TRANSPOSED, "acsl")
    assert found.open == () and "(long long)" not in found.text
    assert found.text.count("loop invariant 0 <= i <= 100;") == found.text.count("loop invariant 0 <= j <= 100;") == 3
    assert "\\forall integer k; 0 <= k < j ==> " in found.text


FOUND = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100];
static int place(const int *of, int n, int wanted) {
  for (int i = 0; i < n; i++)
    if (of[i] == wanted)
      return i;
  return -1;
}
int main(void) {
  for (int i = 0; i < 100; i++)
    a[i] = __VERIFIER_nondet_int();
  int found = place(a, 100, 7);
  assert(found < 100);
  return 0;
}
"""


def test_loop_assigns_clause_omits_the_return_value(tmp_path: Path) -> None:
    found = annotated(tmp_path, FOUND, "acsl", 30.0)
    assert found.open == () and found.text.count("loop assigns i;") == 1
    assert "loop assigns a[0 .. 99], i;" in found.text


CONTRACT = """/*@ requires \\valid(a + (0 .. n-1));
    ensures \\forall integer i; 0 <= i < n ==> a[i] == v; */
void set(int *a, int n, int v) { for (int i = 0; i < n; i++) a[i] = v; }
"""


def test_a_quantifier_of_a_contract_is_not_reported_as_a_loop_without_invariants(tmp_path: Path) -> None:
    path = tmp_path / "set.c"
    path.write_text(CONTRACT, encoding="utf-8")
    task, deadline = load(path, entry=Entry("set")), Deadline(60.0)
    found = annotate(task, load_program(task, deadline), "acsl", Options(timeout=60.0), deadline)
    assert found.open == () and found.silent == () and "loop assigns" in found.text
