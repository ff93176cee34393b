"""Test the shape of lowered programs: the core statements that loop analyses expect."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, body_text, lower_file

from veriabs.core import ctext, ctree
from veriabs.core.errors import InputError
from veriabs.core.expressions import Const
from veriabs.core.program import Initial, Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, Break, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import IntType

ASSERT_BODY = """
extern void abort(void);
void reach_error() { ((void) sizeof ((0) ? 1 : 0), __extension__ ({ if (0) ; else
  __assert_fail ("0", "x.c", 3, __extension__ __PRETTY_FUNCTION__); })); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } return; }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
extern int __VERIFIER_nondet_int(void);
"""


def lowered(tmp_path: Path, text: str, model: DataModel = DataModel.LP64, head: str = DECLARATIONS) -> Program:
    return lower_file(tmp_path / "t.c", head + text, model)


def asserts(program: Program) -> list[Assert]:
    return [stmt for stmt in ctree.statements(program.body) if isinstance(stmt, Assert)]


def only(program: Program, kind: type[Stmt]) -> Stmt:
    (found,) = (stmt for stmt in ctree.statements(program.body) if isinstance(stmt, kind))
    return found


def test_assertion_function_becomes_an_assertion_on_its_argument(tmp_path: Path) -> None:
    text = "int a[9], b[9];\nint main() { int i; for (i = 0; i < 9; i++)\n__VERIFIER_assert(a[i] == b[i]); return 0; }"
    program = lowered(tmp_path, text, head=ASSERT_BODY)
    (check,) = asserts(program)
    assert ctext.Printer().expr(check.test) == "a[i] == b[i]"
    assert check.where.line == len((ASSERT_BODY + text).splitlines())
    assert set(program.scalars) == {"i"}


def test_assumption_becomes_a_block(tmp_path: Path) -> None:
    text = "int main() { int x = __VERIFIER_nondet_int(); assume_abort_if_not(x > 3); __VERIFIER_assert(x); }"
    program = lowered(tmp_path, text, head=ASSERT_BODY)
    havoc, assume, check = program.body
    assert isinstance(havoc, Havoc) and havoc.call == "__VERIFIER_nondet_int" and havoc.target.name == "x"
    assert isinstance(assume, If) and isinstance(assume.then[0], Halt)
    assert ctext.Printer().expr(assume.test) == "!(x > 3)"
    assert isinstance(check, Assert)


def test_assert_of_the_standard_header(tmp_path: Path) -> None:
    text = "#include <assert.h>\nint f(int v) { return v; }\nint main() { int x = 2; assert(x * x == 4 && f(x)); }"
    program = lowered(tmp_path, text)
    assert ctext.Printer().expr(asserts(program)[0].test) == "x * x == 4 && x"


@pytest.mark.parametrize(
    "call", ['__CPROVER_assert(x > 1, "m");', "__VERIFIER_assert(x > 1);", "if (x <= 1) reach_error();"]
)
def test_assertions_without_body(tmp_path: Path, call: str) -> None:
    program = lowered(tmp_path, f"int main() {{ int x = __VERIFIER_nondet_int(); {call} }}")
    assert [ctext.Printer().expr(check.test) for check in asserts(program)] == ["x > 1"]


def test_assertions_are_numbered_in_order(tmp_path: Path) -> None:
    text = "int main() { int x = 1; for (;;) { __VERIFIER_assert(x); x++; __VERIFIER_assert(x); } }"
    program = lowered(tmp_path, text)
    assert [check.number for check in asserts(program)] == [0, 1]


def test_inputs_have_sites_of_their_own(tmp_path: Path) -> None:
    text = (
        "int in(void) { return __VERIFIER_nondet_int(); } int main() { int x = in() ; int y = in(); "
        "__VERIFIER_assert(x == y); }"
    )
    sites = [stmt.site for stmt in ctree.statements(lowered(tmp_path, text).body) if isinstance(stmt, Havoc)]
    assert sites == [0, 1]


def test_error_label_counts_only_without_error_calls(tmp_path: Path) -> None:
    text = "int main() { int x = 0; if (x) goto ERROR; return 0; ERROR: return 1; }"
    assert ctext.Printer().expr(asserts(lowered(tmp_path, text, head=""))[0].test) == "!x"
    ignored = "int main() { int x = 0; ERROR: x++; __VERIFIER_assert(x); }"
    assert len(asserts(lowered(tmp_path, ignored))) == 1


def test_jump_to_an_error_call_is_the_error(tmp_path: Path) -> None:
    text = "int main() { int x = 0; while (x < 9) { if (x == 7) goto bad; x++; } return 0; bad: { reach_error(); } }"
    (check,) = asserts(lowered(tmp_path, text))
    assert ctext.Printer().expr(check.test) == "x != 7"


def test_own_assert_with_an_endless_error_label(tmp_path: Path) -> None:
    text = (
        "void assert(int c) { if (!c) { ERROR: goto ERROR; } } int main() { int i = 0; assert(i == 1); END: "
        "goto END; }"
    )
    program = lowered(tmp_path, text, head="")
    assert ctext.Printer().expr(asserts(program)[0].test) == "i == 1"


def test_loop_test_with_a_side_effect_keeps_its_test(tmp_path: Path) -> None:
    text = "int a[9]; int main() { int i = 0; while (i++ < 8) a[i] = 1; __VERIFIER_assert(i == 9); }"
    program = lowered(tmp_path, text)
    loop = only(program, Loop)
    assert isinstance(loop, Loop)
    assert ctext.Printer().expr(loop.test) == "i < 8"
    assert body_text(program).count("i = i + 1") == 2


def test_loop_test_with_a_side_effect_and_a_break_moves_into_the_body(tmp_path: Path) -> None:
    text = "int a[9]; int main() { int i = 0; while (i++ < 8) { if (a[i]) break; } __VERIFIER_assert(i); }"
    loop = only(lowered(tmp_path, text), Loop)
    assert isinstance(loop, Loop)
    assert loop.test == Const(1, loop.test.type)
    assert isinstance(loop.body[0], If) and isinstance(loop.body[0].then[-1], Break)


def test_continue_in_a_do_loop_jumps_to_the_test(tmp_path: Path) -> None:
    text = "int main() { int i = 0; do { if (i == 2) continue; } while (++i < 5); __VERIFIER_assert(i == 5); }"
    loop = only(lowered(tmp_path, text), Loop)
    assert isinstance(loop, Loop)
    assert ctree.has(loop.update, Break) and not ctree.has(loop.body, Break)


def test_endless_loop_ends_the_run(tmp_path: Path) -> None:
    text = "int main() { int x = __VERIFIER_nondet_int(); if (x) while (1) ; __VERIFIER_assert(!x); }"
    program = lowered(tmp_path, text)
    assert isinstance(program.body[1], If) and isinstance(program.body[1].then[0], Halt)


def test_postfix_steps_follow_the_statement(tmp_path: Path) -> None:
    text = "int a[9], b[9]; int main() { int i = 0, j = 0; a[i++] = b[j++]; __VERIFIER_assert(i == j); }"
    program = lowered(tmp_path, text)
    assert body_text(program).splitlines()[2:5] == ["a[i] = b[j];", "i = i + 1;", "j = j + 1;"]


def test_pointer_parameters_vanish(tmp_path: Path) -> None:
    text = "int a[9]; void copy(int *q, int *p, int n) { for (int i = 0; i < n; i++) q[i] = p[i]; }"
    program = lowered(tmp_path, text + "int main() { copy(a + 1, a, 8); __VERIFIER_assert(a[1]); }")
    assert "a[i + 1] = a[i];" in body_text(program)
    assert set(program.scalars) == {"i"}


def test_moving_pointer_has_an_offset(tmp_path: Path) -> None:
    text = "int a[9]; int main() { int *p = a; while (p < a + 9) *p++ = 1; __VERIFIER_assert(a[3]); }"
    program = lowered(tmp_path, text)
    offset = program.scalars["p_offset"]
    assert offset.type == IntType("long", 64, True)
    assert "a[p_offset] = 1;" in body_text(program)


def test_pointer_into_an_array_of_structs_vanishes(tmp_path: Path) -> None:
    text = (
        "struct S { int x, y; } a[9]; int main() { for (int i = 0; i < 9; i++) { struct S *p = &a[i]; p->x "
        "= i; p->y = i; } "
    )
    program = lowered(tmp_path, text + "__VERIFIER_assert(a[3].x == a[3].y); }")
    assert "a_x[i] = i;" in body_text(program)
    assert program.arrays["a_x"].source == "a[].x"


def test_sizes_of_variable_arrays_are_snapshots(tmp_path: Path) -> None:
    text = (
        "void *malloc(unsigned long);\nint main() { int n = __VERIFIER_nondet_int(); int v[n]; int *p = "
        "malloc(sizeof(int) * n); n++; "
    )
    program = lowered(tmp_path, text + "v[0] = p[0] = 1; __VERIFIER_assert(v[0]); }")
    (size,) = program.arrays["p"].sizes
    assert ctext.Printer().expr(size) == "p_size"
    assert program.scalars["p_size"].type.name == "unsigned long"
    assert program.scalars["v_size"].type.name == "int"
    assert program.arrays["p"].initial is Initial.NONDET


def test_initial_values(tmp_path: Path) -> None:
    text = "int g, h = 4, a[3]; int main() { int l, b[3]; __VERIFIER_assert(g + h + a[0] + l + b[0]); }"
    program = lowered(tmp_path, text)
    assert program.scalars["g"].initial is Initial.ZERO and program.arrays["a"].initial is Initial.ZERO
    assert program.scalars["l_2"].initial is Initial.NONDET and program.arrays["b"].initial is Initial.NONDET
    assert isinstance(program.body[0], Assign) and program.body[0].target.name == "h"


def test_uninitialised_local_of_a_loop_is_arbitrary_each_time(tmp_path: Path) -> None:
    text = "int main() { for (int i = 0; i < 3; i++) { int t; if (i) t = 1; __VERIFIER_assert(t); } }"
    havoc = only(lowered(tmp_path, text), Havoc)
    assert isinstance(havoc, Havoc) and havoc.call is None
    text = "int main() { for (int i = 0; i < 3; i++) { int t; t = i; __VERIFIER_assert(t); } }"
    assert not ctree.has(lowered(tmp_path, text).body, Havoc)


def test_early_return_from_a_loop_uses_a_flag(tmp_path: Path) -> None:
    text = "int a[9]; int find(int v) { for (int i = 0; i < 9; i++) if (a[i] == v) return i; return -1; } "
    program = lowered(tmp_path, text + "int main() { int r = find(3); __VERIFIER_assert(r); }")
    assert program.scalars["find_returned"].type.name == "_Bool"
    assert ctree.has(program.body, Break)


def test_early_return_outside_loops_needs_no_flag(tmp_path: Path) -> None:
    text = "int sign(int v) { if (v < 0) return -1; if (v == 0) return 0; return 1; } "
    program = lowered(tmp_path, text + "int main() { int r = sign(3); __VERIFIER_assert(r); }")
    assert "sign_returned" not in program.scalars


def test_constants_fold(tmp_path: Path) -> None:
    text = "#define N 100\nconst int M = N / 2;\nint a[M + 1]; int main() { __VERIFIER_assert(a[N / 2 - 1]); }"
    program = lowered(tmp_path, text)
    assert program.arrays["a"].sizes == (Const(51, program.arrays["a"].sizes[0].type),)
    assert ctext.Printer().expr(asserts(program)[0].test) == "a[49]"


def test_data_model_decides_the_size_of_long(tmp_path: Path) -> None:
    text = (
        "#include <stdint.h>\n#include <limits.h>\nint64_t w; long v; int main() { __VERIFIER_assert(v + w "
        "== LONG_MAX + sizeof(long)); }"
    )
    narrow = lowered(tmp_path, text, DataModel.ILP32)
    assert narrow.scalars["v"].type == IntType("long", 32, True)
    assert narrow.scalars["w"].type.bits == 64
    assert lowered(tmp_path, text).scalars["v"].type.bits == 64


def test_places_are_those_of_the_user(tmp_path: Path) -> None:
    text = "#include <stdlib.h>\n#define INC(x) x++\nint main() {\n  int x = 1;\n  INC(x);\n  __VERIFIER_assert(x);\n}"
    program = lowered(tmp_path, text)
    offset = len(DECLARATIONS.splitlines())
    assert [stmt.where.line - offset for stmt in program.body] == [4, 5, 6]
    assert program.body[0].where.file == str(tmp_path / "t.c")


def test_uncalled_function_has_no_assertion(tmp_path: Path) -> None:
    assert not asserts(lowered(tmp_path, "void f(void) { __VERIFIER_assert(0); } int main() { return 0; }"))


@pytest.mark.parametrize("labels", [
    "case 1: x = 2; case 0x1:",
    "case 'a': case 96 + 1:",
    "case -1: x = 2; break; case 4294967295:",
    "case 1 ... 5: x = 2; break; case 4 ... 9:",
    "default: x = 2; break; default:",
])  # fmt: skip
def test_duplicate_case_labels_are_rejected(tmp_path: Path, labels: str) -> None:
    with pytest.raises(InputError, match=r":\d+: (duplicate|multiple default)"):
        lowered(tmp_path, f"int x; int main() {{ switch (x) {{ {labels} x = 3; }} __VERIFIER_assert(x); }}")


def test_labels_with_values_of_their_own(tmp_path: Path) -> None:
    labels = "case 1: case 3 ... 5: x = 2; default: switch (x) { case 1: x = 5; } case 6: case 9 ... 3: case 7:"
    assert asserts(
        lowered(tmp_path, f"int x; int main() {{ switch (x) {{ {labels} x = 3; }} __VERIFIER_assert(x); }}")
    )


def test_missing_main_and_missing_assertion_are_input_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no function main"):
        lowered(tmp_path, "int f(void) { return 1; }")
    with pytest.raises(InputError, match="no assertion"):
        lowered(tmp_path, "int main(void) { return 1; }")


def test_an_object_has_the_size_that_the_declaration_of_malloc_says(tmp_path: Path) -> None:
    """The headers of the other data model declare `unsigned`."""
    text = "void *malloc(unsigned); int main() { char *p = malloc(0x100000003ul); p[2] = 1; __VERIFIER_assert(p[2]); }"
    program = lowered(tmp_path, text)
    (array,) = program.arrays.values()
    assert [ctext.Printer().expr(size) for size in array.sizes] == ["3UL"]
    text = "void *malloc(unsigned); int main() { char *p = malloc(-1); p[2] = 1; __VERIFIER_assert(p[2]); }"
    (array,) = lowered(tmp_path, text).arrays.values()
    assert [ctext.Printer().expr(size) for size in array.sizes] == ["4294967295UL"]
