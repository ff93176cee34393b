"""Test the printed closed forms of `veriabs loops`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.program import Program
from veriabs.core.source import Entry, Task
from veriabs.frontend.program import load_program
from veriabs.strategies.closed_forms.listing import closed_forms_of


def test_loops_are_mathematics(program: Callable[[str], Program]) -> None:
    made = program("""int a[1000]; int b[1000];
int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) s += a[i];
  for (int i = 0; i < 1000; i++) b[i] = i * i + 1;
  __VERIFIER_assert(b[0] == 1);
}""")
    found = tuple(closed_forms_of(made, seconds=60.0))
    assert "a[j] is arbitrary for 0 <= j <= 999" in found[0].forms
    assert "s = (sum a[k] for 0 <= k < 1000)" in found[1].forms
    assert "b[j] = j^2 + 1 for 0 <= j <= 999" in found[2].forms


def test_counters_of_copies_and_cells_outside_of_arrays_are_left_out(program: Callable[[str], Program]) -> None:
    source = """int a[64], b[64];
int main(void) {
  for (int i = 0; i < 64; i++) a[i] = __VERIFIER_nondet_int();
  memcpy(b, a, 160);
  __VERIFIER_assert(b[0] == a[0]);
}"""
    filled, copied = closed_forms_of(program(source), seconds=60.0)
    assert filled.forms == ("a[j] is arbitrary for 0 <= j <= 63", "i = 64")
    assert len(copied.forms) == 2 and copied.forms[0] == "b[j] = a[j] for 0 <= j <= 39"


def test_quantifiers_of_a_contract_are_no_loops_of_the_user(tmp_path: Path) -> None:
    path = tmp_path / "q.c"
    clauses = "requires n > 0 && \\valid(a + (0 .. n - 1)); ensures \\forall int i; 0 <= i < n ==> a[i] == 1;"
    path.write_text(f"/*@ {clauses} */\nvoid f(int *a, int n) {{\n  for (int i = 0; i < n; i++) a[i] = 1;\n}}\n")
    found = closed_forms_of(load_program(Task(path, entry=Entry("f"))), seconds=60.0)
    assert [one.where.line for one in found] == [3]


def test_listing_of_an_early_exit_loop_names_its_runs(program: Callable[[str], Program]) -> None:
    source = """int a[100], x;
int main(void) {
  int i;
  for (i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 100; i++) if (a[i] < 0) break;
  for (int j = 0; j < 100; j++) x += i;
  __VERIFIER_assert(x > 0);
}"""
    _, early, behind = closed_forms_of(program(source), seconds=60.0)
    assert str(early) == "after the loop at line 6, where it does not end early: i = 100"
    assert behind.forms[1] == "x = 100*i"


def test_the_obstacle_is_reported(program: Callable[[str], Program]) -> None:
    source = """int a[100];
int main(void) {
  int x = 3;
  for (int i = 0; i < 100; i++) x = x * x + a[i];
  for (int i = 0; i < 100; i++) a[i] = 1;
  __VERIFIER_assert(x > 0);
}"""
    first, second = closed_forms_of(program(source), seconds=60.0)
    assert str(first) == "the loop at line 5 has no closed form: x = x^2 has no known solution"
    assert "a[j] = 1 for 0 <= j <= 99" in second.forms


def test_generated_variables_are_not_listed(program: Callable[[str], Program]) -> None:
    source = """extern int read_sensor(int channel);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 16; i++) { int x = read_sensor(i); if (x > 0) sum += 1; }
  __VERIFIER_assert(sum >= 0);
}"""
    (only,) = closed_forms_of(program(source), seconds=60.0)
    assert {form.partition(" ")[0] for form in only.forms} == {"i", "sum", "x"}


def test_a_listing_keeps_to_its_time(program: Callable[[str], Program]) -> None:
    source = f"""int a[100];
int main(void) {{
{"for (int i = 0; i < 100; i++) a[i] = 1;" * 3}
  __VERIFIER_assert(a[3] > 0);
}}"""
    (only,) = closed_forms_of(program(source), seconds=0.0)
    assert str(only).endswith("has no closed form: the time for closed forms is used up, also for later loops")


@pytest.mark.long
def test_a_loop_that_takes_more_than_its_share_leaves_the_others_theirs(program: Callable[[str], Program]) -> None:
    source = """unsigned t[256]; int a[100];
int main(void) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned c = i;
    for (int k = 0; k < 8; k++) c = (c & 1) ? (0xEDB88320u ^ (c >> 1)) : (c >> 1);
    t[i] = c;
  }
  for (int i = 0; i < 100; i++) a[i] = 1;
  __VERIFIER_assert(a[3] > 0);
}"""
    first, second = closed_forms_of(program(source), seconds=6.0)
    assert "has no closed form" in str(first)
    assert "a[j] = 1 for 0 <= j <= 99" in second.forms
