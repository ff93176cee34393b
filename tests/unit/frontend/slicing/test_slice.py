"""The contents of value, backward and thin slices, and that slices compile."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from veriabs.core.errors import InputError, UnsupportedError
from veriabs.frontend.slicing.slice import SliceKind, slice_text
from veriabs.frontend.task import load

HEAD = """\
extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void reach_error(void); extern int other(int);\
 void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
"""
PROGRAMS = Path(__file__).parents[3] / "programs"


def body(text: str, kind: str = "value", line: int | None = None, head: str = "") -> str:
    """The slice of a main function with that body, from its own beginning on, on one line."""
    whole = f"{HEAD}{head}\nint main(void) {{\n{text}\n}}\n"
    sliced = " ".join(slice_text(whole, kind, line).text.split())
    return sliced[sliced.index("int main(void)") :].removeprefix("int main(void) { ").removesuffix(" }")


def functions(text: str, kind: str = "value") -> str:
    return " ".join(slice_text(HEAD + text, kind).text.split())


# ---------------------------------------------------------------------------------------------------------------- data


def test_irrelevant_computations_are_removed() -> None:
    made = body("int x = 1; int y = 2; y = x + y; __VERIFIER_assert(x == 1);")
    assert made == "int x = 1; __VERIFIER_assert(x == 1);"


def test_initialiser_that_determines_a_size_is_kept() -> None:
    assert 'char t[] = "abc";' in body('char t[] = "abc"; int x = sizeof t; __VERIFIER_assert(x);')


def test_overwritten_value_is_removed() -> None:
    text = "int x = __VERIFIER_nondet_int(); x = 3; __VERIFIER_assert(x);"
    assert body(text) == "int x; x = 3; __VERIFIER_assert(x);"


@pytest.mark.parametrize(
    ("declared", "write", "read"),
    [
        ("int a[4]; int i = other(0);", "a[i] = 5;", "a[0]"),
        ("int x = 1; int *p = &x;", "*p = 5;", "x"),
        ("struct { int f; int g; } s; s.f = 1;", "s.g = 5;", "s.f"),
        ("int x = 0; int *p = &x; int **q = &p;", "*(*q) = 5;", "x"),
        ("int x = 0; struct { int *p; } s; s.p = &x;", "*s.p = 5;", "x"),
        ("int a[4]; int *p = a + 1;", "p[2] = 5;", "a[3]"),
        ("union { int x; char c[4]; } u; u.x = 1;", "u.c[0] = 5;", "u.x"),
    ],
)
@pytest.mark.parametrize("kind", [kind.value for kind in SliceKind])
def test_possible_write_is_kept_with_the_previous_value(declared: str, write: str, read: str, kind: str) -> None:
    made = body(f"{declared} {write} __VERIFIER_assert({read} == 1);", kind)
    assert write in made
    assert all(part.strip() in made for part in declared.split(";") if "=" in part)


def test_call_may_write_through_a_pointer() -> None:
    text = "void set(int *p) { *p = 7; } int main(void) { int x = 0; set(&x); __VERIFIER_assert(x); }"
    assert "*p = 7;" in functions(text)
    assert "set(&x);" in functions(text)


def test_unknown_function_may_write_its_arguments() -> None:
    made = body("int x = 0; fill(&x); __VERIFIER_assert(x);", head="extern void fill(int *);")
    assert "fill(&x);" in made


def test_copied_memory_and_allocated_memory() -> None:
    text = "int *p = malloc(8); int *q = calloc(2, 4); q[1] = 3; memcpy(p, q, 8); __VERIFIER_assert(p[1] == 3);"
    made = body(text)
    assert all(part in made for part in ("malloc(8)", "calloc(2, 4)", "q[1] = 3;", "memcpy(p, q, 8);"))


def test_static_variable_outlives_the_call() -> None:
    next_ = "int next(void) { static int n = 4; n++; return n; }"
    made = functions(next_ + " int main(void) { next(); __VERIFIER_assert(next() > 4); }")
    assert "static int n = 4; n++; return n;" in made
    assert "next(); __VERIFIER_assert" in made


def test_call_through_a_pointer_calls_all_its_targets() -> None:
    text = (
        "int g; int one(int x) { g = x; return 1; } int two(int x) { return 2; } int no(int x) { return 3; }"
        " int main(void) { int (*f)(int) = __VERIFIER_nondet_int() ? one : &two; (*f)(5); __VERIFIER_assert(g < 6); }"
    )
    made = functions(text)
    assert "g = x;" in made
    assert "(*f)(5);" in made
    assert "int no(" not in made


@pytest.mark.parametrize("number", ["(char *)n", "(void *)(n - (unsigned long)other_)", "n"])
def test_pointer_from_a_number_may_point_to_escaped_objects(number: str) -> None:
    text = (
        "extern unsigned long __VERIFIER_nondet_ulong(void); char cells[4], other_[4]; int main(void)"
        f" {{ unsigned long n = __VERIFIER_nondet_ulong(); char *p = {number};"
        " *p = 3; __VERIFIER_assert(cells[0] == 0); }"
    )
    assert "*p = 3;" in functions(text)


def test_null_pointer_points_to_no_escaped_object() -> None:
    text = (
        "char cells[4]; int main(void)"
        " { char own[4], *p = (char *)0; if (!p) p = own; *p = 3; __VERIFIER_assert(cells[0] == 0); }"
    )
    assert "*p = 3;" not in functions(text)


def test_size_of_a_variable_array_is_computed() -> None:
    made = body("int n = __VERIFIER_nondet_int(); int a[n]; a[0] = 1; __VERIFIER_assert(a[0]);")
    assert "int n = __VERIFIER_nondet_int(); int a[n];" in made


def test_argument_that_does_not_matter_is_not_computed() -> None:
    text = (
        "struct S { int x; }; int g; void f(int a, int b, struct S s) { g = b; }"
        " int main(void) { int y = other(1); struct S t; f(y, 4, t); __VERIFIER_assert(g == 4); }"
    )
    made = functions(text)
    assert "f(0, 4, (struct S){0});" in made
    assert "other(1)" not in made


# ------------------------------------------------------------------------------------------------------------- control

REACHED = "int x = 1; int y = other(0); if (y > 3) { __VERIFIER_assert(x == 1); }"


def test_condition_that_only_decides_whether_the_assertion_is_reached() -> None:
    assert body(REACHED) == "int x = 1; { __VERIFIER_assert(x == 1); }"
    assert "if (y > 3)" in body(REACHED, "backward")
    assert "int y = other(0);" in body(REACHED, "backward")


DECIDES = "int x; int y = other(0); if (y > 3) x = 1; else x = 2; __VERIFIER_assert(x > 0);"


def test_condition_that_decides_a_value() -> None:
    assert "int y = other(0); if (y > 3) { x = 1; } else { x = 2; }" in body(DECIDES)
    assert "if (__VERIFIER_nondet_bool()) { x = 1; } else { x = 2; }" in body(DECIDES, "thin")


def test_number_of_rounds_decides_a_value() -> None:
    made = body("int s = 0; int n = other(0); while (n > 0) { s++; n--; } __VERIFIER_assert(s >= 0);")
    assert "while (n > 0) { s++; n--; }" in made


def test_assumption_about_relevant_variables_is_kept() -> None:
    text = "int x = __VERIFIER_nondet_int(); int z = other(0); if (x < 4) abort(); if (z) abort();"
    text += " __VERIFIER_assert(x > 3);"
    made = body(text)
    assert "if (x < 4) { abort(); }" in made
    assert "z" not in made.replace("nondet", "")
    assert "if (z)" in body(text, "backward")
    assert "abort();" not in body(text, "thin")


def test_assuming_function_is_kept_with_relevant_variables() -> None:
    head = "void assume_abort_if_not(int cond) { if (!cond) { abort(); } }"
    text = "int x = __VERIFIER_nondet_int(); int z = other(0); assume_abort_if_not(z); assume_abort_if_not(x > 3);"
    made = body(text + " __VERIFIER_assert(x > 3);", head=head)
    assert "assume_abort_if_not(x > 3);" in made
    assert "z" not in made


def test_module_that_is_called_over_and_over() -> None:
    """Code between two calls is irrelevant, and so is whether a call had no effect."""
    text = (
        "static int k; void step(int in) { if (in > 4) { k = k < 9 ? k + 1 : 0; __VERIFIER_assert(k < 10); } }"
        " int main(void) { while (1) { int in = other(0); step(in); } }"
    )
    assert "other(0)" not in functions(text)
    assert "other(0)" in functions(text, "backward")


def test_jumps_around_relevant_code_are_kept() -> None:
    text = "int x = 0; int y = other(0); if (y) goto out; x = 1; out: __VERIFIER_assert(x < 2);"
    assert "if (y) { goto out; } x = 1; out: __VERIFIER_assert(x < 2);" in body(text)
    loop = "int x = 0; for (int i = 0; i < 9; i++) { if (other(i)) break; x++; } __VERIFIER_assert(x < 10);"
    assert "break; } x++;" in body(loop)


def test_switch_keeps_its_labels() -> None:
    text = "int x = 0; switch (other(0)) { case 1: x = 1; break; case 2: other(2); default: x = 3; }"
    text += " __VERIFIER_assert(x);"
    made = body(text)
    assert "case 1: x = 1; break; case 2: ; default: x = 3;" in made
    assert "switch (__VERIFIER_nondet_longlong())" in body(text, "thin")


def test_early_return_of_a_called_function() -> None:
    text = (
        "int g; void f(int x) { if (x) return; g = 1; } int main(void) { f(other(0)); __VERIFIER_assert(g < 2); }"
    )
    assert "if (x) { return; } g = 1;" in functions(text)


def test_recursion() -> None:
    text = (
        "int g; int down(int n, int m) { if (n <= 0) return 0; g++; return down(n - 1, m + 1); }"
        " int main(void) { down(3, other(0)); __VERIFIER_assert(g == 3); }"
    )
    made = functions(text)
    assert "down(n - 1, 0)" in made
    assert "down(3, 0);" in made or "down(3, (other(0), 0));" in made


# ----------------------------------------------------------------------------------------------------------- criterion


@pytest.mark.parametrize(
    "text",
    [
        "if (!(x == 1)) reach_error();",
        "if (x == 1) ; else { ERROR: reach_error(); abort(); }",
        "if (x != 1) fail();",
        "if (x != 1) goto bad; return 0; bad: reach_error();",
        "__CPROVER_assert(x == 1, \"one\");",
    ],
)
def test_criterion_is_the_condition_and_not_the_place_of_the_report(text: str) -> None:
    head = "int n; void fail(void) { n++; reach_error(); }"
    made = body(f"int x = 0; int y = other(0); x = x + 1; {text}", head=head)
    assert "x = x + 1;" in made
    assert "x == 1" in made or "x != 1" in made
    assert "y = " not in made


def test_assert_of_the_library(tmp_path: Path) -> None:
    path = tmp_path / "library.c"
    path.write_text("#include <assert.h>\nint main(void) { int x = 1, y = 2; y = x; assert(x == 1); return y; }\n")
    made = slice_text(load(path)).text
    assert "__assert_fail" in made
    assert "y = x" not in made


def test_assertion_on_a_line_is_the_only_one() -> None:
    text = "int x = 1; int y = 2;\n__VERIFIER_assert(x);\n__VERIFIER_assert(y);"
    assert body(text, line=6) == "int y = 2; __VERIFIER_assert(y);"


def test_any_statement_can_be_the_criterion() -> None:
    assert body("int x = 1; int y = 2;\ny = x + 4;\nx = y;", line=5) == "int x = 1; int y; y = x + 4;"


def test_line_without_a_statement() -> None:
    with pytest.raises(InputError, match=r"program.c:77: this line has no statement"):
        body("int x = 1;", line=77)


def test_program_without_an_assertion() -> None:
    with pytest.raises(InputError, match="no run reaches an assertion"):
        body("int x = 1;")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("int x = ({ int y = 1; y; }); __VERIFIER_assert(x);", "the expression { int y = 1; y; }"),
        (
            "int x = 1; at_end(one); __VERIFIER_assert(x);",
            "not supported: a function without a body receives the address of one",
        ),
        ("int n = 3; switch (n) { while (n) { case 1: n--; } } __VERIFIER_assert(n);", "case label"),
    ],
)
def test_an_untraceable_pointer_is_rejected(text: str, what: str) -> None:
    with pytest.raises(UnsupportedError, match=what):
        body(text, head="extern void at_end(void (*)(void)); void one(void) { }")


# ------------------------------------------------------------------------------------------------------ whole programs


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_slices_of_all_programs_compile(every: int, tmp_path: Path) -> None:
    made: list[Path] = []
    for path in sorted(PROGRAMS.glob("*/*.c"))[::every]:
        try:
            text = slice_text(load(path), list(SliceKind)[len(made) % 3]).text
        except (UnsupportedError, InputError):
            continue
        made.append(tmp_path / f"{path.parent.name}_{path.name}")
        made[-1].write_text(text, encoding="utf-8")
    assert len(made) > 150 // every
    options = ["-fsyntax-only", "-w", "-Werror=implicit-function-declaration"]
    done = subprocess.run(["gcc", *options, *map(str, made)], capture_output=True, text=True)
    assert done.stderr == ""


@pytest.mark.parametrize("kind", SliceKind)
@pytest.mark.parametrize("sum", ["set(5) - look(2)", "look(2) - set(5)", "set(look(2)) + set(1)"])
def test_calls_of_one_expression_come_in_any_order(kind: SliceKind, sum: str) -> None:
    text = f"""
    extern void reach_error(void);
    int g;
    int set(int a) {{ g = a; return 1; }}
    int look(int a) {{ if (g == 5) reach_error(); return a; }}
    int main(void) {{ int x = {sum}; return x; }}
    """
    assert "g = a" in slice_text(text, kind).text


def test_break_before_dead_code_is_kept() -> None:
    text = """
    extern void reach_error(void);
    int n;
    void look(void) { if (n++ > 0) reach_error(); }
    int main(void) {
      int i = 3;
      do { look(); break; n = 0; } while (i-- > 0);
      return 0;
    }
    """
    assert "break" in slice_text(text, SliceKind.BACKWARD).text
