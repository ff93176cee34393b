"""Test the constants that variables have at the entry of a loop: only those on every path to it."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.annotate.starts import entry_constants, known_scalars
from veriabs.core.ctext import Printer
from veriabs.core.program import Program


def start_values(program: Program) -> list[dict[str, str]]:
    found = entry_constants(program)
    return [{name: Printer().expr(value) for name, value in found[loop].items()} for loop in sorted(found)]


def test_constants_before_a_loop_are_known(program: Callable[[str], Program]) -> None:
    text = "int main(void) { int i = 3, j = i + 1; while (i < 9) i++; while (j < 9) j++; __VERIFIER_assert(1); }"
    first, second = start_values(program(text))
    assert (first["i"], first["j"]) == ("3LL", "4LL")
    assert second == {"j": "4LL"}


def test_values_changed_by_a_branch_or_iteration_are_unknown(program: Callable[[str], Program]) -> None:
    text = """int main(void) {
      int i = 0, j = 5, k = 7;
      if (__VERIFIER_nondet_int()) j = 6;
      while (i < 9) { int m = 2; while (m < 4) m++; i++; }
      __VERIFIER_assert(k == 7); return k;
    }"""
    inner, outer = start_values(program(text))  # in the order in which they are lowered
    assert "j" not in outer and outer["i"] == "0LL"
    assert "i" not in inner and inner["m"] == "2LL" and inner["k"] == "7LL"


def test_initial_value_is_converted_to_its_type(program: Callable[[str], Program]) -> None:
    (found,) = start_values(program("int main(void) { unsigned char c = 300; while (c) c--; __VERIFIER_assert(1); }"))
    assert found["c"] == "44LL"


def test_array_size_is_the_variable_only_if_never_reassigned(program: Callable[[str], Program]) -> None:
    text = """int main(void) {
      int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
      if (n < 1 || m < 1) return 0;
      int a[n], b[m];
      for (int i = 0; i < n; i++) a[i] = i;
      m = 7;
      __VERIFIER_assert(a[0] == 0 && n + m > 0); return b[0];
    }"""
    found = {name: Printer().expr(value) for name, value in known_scalars(program(text)).items()}
    assert found["a_size"] == "n"
    assert "b_size" not in found
