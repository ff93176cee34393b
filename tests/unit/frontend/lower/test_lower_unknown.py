"""Unsupported constructs become arbitrary values, or places that must not be reached."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, lower_file

from veriabs.core import ctree
from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, Havoc

HEAD = DECLARATIONS + "int ext(int); double sqrt(double); void hidden(int **);\n"
HANDED = "argument of hidden, which has no body"


def lowered(tmp_path: Path, text: str) -> Program:
    return lower_file(tmp_path / "u.c", HEAD + text)


def asserted(program: Program) -> int:
    return sum(isinstance(stmt, Assert) for stmt in ctree.statements(program.body))


def unknowns(program: Program) -> list[str]:
    return [s.target.type.name for s in ctree.statements(program.body) if isinstance(s, Havoc) and s.unknown]


def test_value_of_a_mathematical_function_is_any_value(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int i; int main() { double d = sqrt(i++); __VERIFIER_assert(d < i); }")
    assert unknowns(program) == ["double"] and not program.gaps[0].must_not_run
    assert "i" in ctree.writes(program.body)


def test_conditional_unsupported_code_must_not_be_reached(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int g, *p; int main() { if (g) hidden(&p); __VERIFIER_assert(!g); }")
    assert asserted(program) == 2
    assert [(gap.what, gap.must_not_run) for gap in program.gaps] == [(HANDED, True)]


def test_unconditional_unsupported_code_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match=HANDED):
        lowered(tmp_path, "int g, *p; int main() { hidden(&p); __VERIFIER_assert(!g); }")


IN_FRONT = "int g, *p; void f(void) { __VERIFIER_assert(g < 9); } int main() { f(); "


@pytest.mark.parametrize(
    ("rest", "earlier"),
    [
        ("hidden(&p); }", 1),
        ("if (g) hidden(&p); }", 1),
        ("hidden(&p); f(); }", 0),
        ("for (int i = 0; i < g; i++) { hidden(&p); f(); } }", 0),
        ("for (int i = 0; i < g; i++) { f(); hidden(&p); } }", 0),
        ("int *q[1] = {(int *)(char)g}; }", 1),
    ],
)
def test_only_assertions_before_an_unsupported_statement_ignore_it(
    rest: str, earlier: int, tmp_path: Path
) -> None:
    (gap,) = [gap for gap in lowered(tmp_path, IN_FRONT + rest).gaps if gap.must_not_run]
    assert len(gap.earlier) == earlier


def test_unsupported_declaration_makes_its_block_unreachable(tmp_path: Path) -> None:
    """The name that it hides must not be taken for it."""
    inner = "{ void *x = ext(1) + (char *)0; __VERIFIER_assert(x == 0); }"
    text = f"int x; int main() {{ if (x) {inner} __VERIFIER_assert(!x); }}"
    program = lowered(tmp_path, text)
    assert asserted(program) == 2 and sum(gap.must_not_run for gap in program.gaps) == 1


def test_cases_inside_other_statements_are_never_skipped(tmp_path: Path) -> None:
    text = "int k; int main() { switch (k) { case 1: if (0) { case 0: k = 2; } } __VERIFIER_assert(k); }"
    with pytest.raises(UnsupportedError, match="case label"):
        lowered(tmp_path, text)
    program = lowered(tmp_path, text.replace("switch", "if (k < 2) switch"))
    assert program.gaps[0].must_not_run and asserted(program) == 2


def test_recursion_is_inlined_to_some_depth(tmp_path: Path) -> None:
    text = "int f(int n) { if (n <= 0) return 0; return n - f(n - 1); } int main() { __VERIFIER_assert(f(4) == 2); }"
    program = lowered(tmp_path, text)
    assert [gap.what for gap in program.gaps] == ["recursive call of f"]
    two = "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main() { __VERIFIER_assert(f(7) == 13); }"
    assert len(list(ctree.statements(lowered(tmp_path, two).body))) < 1000


@pytest.mark.parametrize("call", ["fesetround(1024)", "lgamma(0.5)"])
def test_mathematical_function_with_side_effects_is_refused(call: str, tmp_path: Path) -> None:
    """The direction of rounding, `signgam`."""
    with pytest.raises(UnsupportedError, match="missing body"):
        lowered(tmp_path, f"int fesetround(int); double lgamma(double); int main() {{ {call}; __VERIFIER_assert(1); }}")


def test_builtin_object_size_is_nondeterministic(tmp_path: Path) -> None:
    text = "int main(int c, char **v) { char b[9]; __VERIFIER_assert(__builtin_object_size(b + c, 1) == 9); }"
    assert unknowns(lowered(tmp_path, text)) == ["unsigned long"]
    with pytest.raises(UnsupportedError, match="side effect"):
        lowered(tmp_path, "int main() { char b[9], *p = b; __VERIFIER_assert(__builtin_object_size(p++, 1) == 9); }")


@pytest.mark.parametrize(
    "text",
    [
        "int a[2], b[2]; int main() { __VERIFIER_assert(&a[2] != b); }",
        'int main() { char *p = "a", *q = "a"; __VERIFIER_assert(p != q); }',
        "int *p; void f() { int x; p = &x; } int main() { f(); { int y; __VERIFIER_assert(p != &y); } }",
        "int a, b; int main() { __VERIFIER_assert(&a < &b); }",
        "int a[3]; int main() { long x = (long)a; __VERIFIER_assert(x); }",
        "int n; int main() { n = printf(\"a\"); __VERIFIER_assert(n); }",
    ],
)
def test_unspecified_pointer_results_are_arbitrary(text: str, tmp_path: Path) -> None:
    program = lowered(tmp_path, text)
    assert len(unknowns(program)) == 1


def test_object_whose_address_becomes_a_number_escapes(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int main() { int x = 1; long n = (long)&x; ext(n); __VERIFIER_assert(x); }")
    assert "x" in [ctree.target_name(s.target) for s in ctree.statements(program.body) if isinstance(s, Havoc)]


def test_rows_of_another_size_than_the_parameter_says_must_not_be_reached(tmp_path: Path) -> None:
    text = "int m[4][5]; void f(int n, int a[][n]) { a[1][0] = 7; } int main() { f(INPUT, m); __VERIFIER_assert(**m); }"
    unknown = lowered(tmp_path, text.replace("INPUT", "__VERIFIER_nondet_int()"))
    assert [gap.what for gap in unknown.gaps] == ["argument whose rows have another size than the parameter's"]
    assert asserted(unknown) == 2


def test_rows_of_the_size_that_the_parameter_says_are_those_of_the_argument(tmp_path: Path) -> None:
    text = "int m[4][5]; void f(int a[][5]) { a[1][0] = 7; } int main() { f(m); __VERIFIER_assert(m[1][0]); }"
    program = lowered(tmp_path, text)
    assert not program.gaps and asserted(program) == 1


@pytest.mark.parametrize("asked", ["malloc(n * sizeof *m)", "malloc(sizeof(*m) * n)", "calloc(n, sizeof m[0])"])
def test_number_of_variable_length_rows_follows_the_allocation(tmp_path: Path, asked: str) -> None:
    """More bytes than a size can count must not be asked for: there would be fewer rows."""
    declared = "void *malloc(unsigned long); void *calloc(unsigned long, unsigned long);"
    begun = f"int n = __VERIFIER_nondet_int(); int (*m)[n] = {asked};"
    text = f"int main() {{ {begun} m[2][1] = 7; __VERIFIER_assert(0); }}"
    program = lowered(tmp_path, declared + text)
    assert [gap.what for gap in program.gaps] == ["allocation of more bytes than a size_t can hold"]
    assert asserted(program) == 2
    (array,) = (one for one in program.arrays.values() if one.name.startswith("m"))
    rows, row = array.sizes
    values = {ctree.target_name(s.target): s.value for s in ctree.statements(program.body) if isinstance(s, Assign)}
    assert ctree.names(values[rows.name]) == ctree.names(values[row.name]) == {"n"}


def test_variable_length_rows_require_a_multiple_of_their_size(tmp_path: Path) -> None:
    declared = "void *malloc(unsigned long);"
    begun = "int n = __VERIFIER_nondet_int(); int (*m)[n] = malloc(n * n);"
    text = f"int main() {{ {begun} m[2][1] = 7; __VERIFIER_assert(0); }}"
    with pytest.raises(UnsupportedError, match="not a multiple of their size"):
        lowered(tmp_path, declared + text)
