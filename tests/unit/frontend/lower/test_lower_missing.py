"""Functions without a body: they return any value, and may write to all objects that they are given or can name."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, lower_file

from veriabs.core import ctree
from veriabs.core.conditions import ConditionKind
from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program
from veriabs.core.source import Task
from veriabs.core.statements import Havoc
from veriabs.frontend.program import load_program

HEAD = DECLARATIONS + "int get(void); void fill(int *, int); void *find(int); struct s { int a; double b; };\n"


def lowered(tmp_path: Path, text: str) -> Program:
    return lower_file(tmp_path / "m.c", HEAD + text)


def unknowns(program: Program) -> list[str]:
    """The variables that are given any value, in order."""
    return [ctree.target_name(s.target) for s in ctree.statements(program.body) if isinstance(s, Havoc) and s.unknown]


def test_result_of_a_missing_function_is_nondeterministic_and_assumed(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int main() { int x = get(); __VERIFIER_assert(x); }")
    assert unknowns(program) == ["unknown"]
    assert len(program.assumptions) == 1 and program.assumptions[0].startswith("get, which has no body, ")
    assert program.conditions[0].kind is ConditionKind.MISSING_BODY


def test_missing_function_writes_variables_with_external_linkage(tmp_path: Path) -> None:
    variables = "int g; static int h; const int c[2] = {1, 2};"
    program = lowered(tmp_path, f"{variables} int main() {{ g = h = 1; get(); __VERIFIER_assert(g + h + c[0]); }}")
    assert "g" in unknowns(program) and not {"h", "c"} & set(unknowns(program))


def test_object_whose_address_is_passed_is_written_completely(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int main() { int a[9], b[9] = {0}; fill(a + 3, 2); __VERIFIER_assert(a[0] + b[0]); }")
    assert unknowns(program) == ["a"]
    assert sum(isinstance(stmt, ctree.Loop) for stmt in ctree.statements(program.body)) == 1


def test_escaped_variable_may_be_written_by_every_later_call(tmp_path: Path) -> None:
    text = "int main() { int x = 1, y = 1; fill(&x, 1); x = 2; get(); __VERIFIER_assert(x + y); }"
    assert unknowns(lowered(tmp_path, text)) == ["x", "x", "unknown"]


def test_call_in_a_loop_may_write_a_variable_that_escapes_later(tmp_path: Path) -> None:
    text = "int main() { int x = 1; for (int i = 0; i < 3; i++) { get(); fill(&x, 1); } __VERIFIER_assert(x); }"
    assert unknowns(lowered(tmp_path, text)) == ["x", "unknown", "x"]


def test_escaping_object_of_an_iteration_is_refused_before_its_loop(tmp_path: Path) -> None:
    loop = "for (int i = 0; i < 3; i++) { get(); int *p = malloc(4); fill(p, 1); __VERIFIER_assert(*p); }"
    program = lowered(tmp_path, f"void *malloc(unsigned long); int main() {{ {loop} }}")
    (gap,) = [gap.what for gap in program.gaps if gap.must_not_run]
    assert "which may keep a pointer to p" in gap


def test_pointers_that_it_may_set_are_refused(tmp_path: Path) -> None:
    for text in (
        "int *p; int main() { get(); __VERIFIER_assert(p == 0); }",
        "struct n { struct n *next; } n; void use(struct n *); int main() { use(&n); __VERIFIER_assert(1); }",
        "void use(int **); int main() { static int *p; use(&p); __VERIFIER_assert(p == 0); }",
    ):
        with pytest.raises(UnsupportedError):
            lowered(tmp_path, text)


def test_a_pointer_that_it_gives_may_be_null_and_shows_any_value(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int main() { char *p = find(1); if (!p) return 0; __VERIFIER_assert(p != 0); }")
    assert "unknown" in unknowns(program)
    program = lowered(tmp_path, "int main() { int *p = find(1); __VERIFIER_assert(*p == 0); }")
    assert "seen" in unknowns(program)


@pytest.mark.parametrize(
    "text",
    [
        "int *p = find(1); if (n) p = &x; *p = 1;",
        "int *p = &x; if (n) p = find(1); *p = 1;",
        "int *p[2] = {&x, 0}; p[1] = find(1); *p[0] = 1;",
        "int *p = 0; while (n--) { if (p) *p = 1; if (n) p = find(1); if (n > 2) p = &x; }",
    ],
)
def test_pointer_of_unknown_origin_may_write_every_passed_object(tmp_path: Path, text: str) -> None:
    program = lowered(tmp_path, f"static int x; int main() {{ int n = get(); {text} __VERIFIER_assert(x == 0); }}")
    assert {"x", "x_and_others"} & {*unknowns(program)}


def test_structs_go_in_and_come_out_by_value(tmp_path: Path) -> None:
    text = "struct s make(struct s); int main() { struct s t = make((struct s){1, 2.0}); __VERIFIER_assert(t.a); }"
    assert len(unknowns(lowered(tmp_path, text))) == 2


def test_calls_of_two_may_come_in_any_order(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int g; int main() { __VERIFIER_assert(get() + get() == 0); return g; }")
    assert unknowns(program).count("g") == 2
    with pytest.raises(UnsupportedError, match="unsequenced"):
        lowered(tmp_path, "int g; int main() { __VERIFIER_assert(get() + g == 0); }")


def test_library_functions_write_only_to_their_arguments(tmp_path: Path) -> None:
    text = "#include <math.h>\nint g; int main() { int x = 0; frexp(8.5, &x); __VERIFIER_assert(x + g); }"
    assert set(unknowns(lowered(tmp_path, text))) == {"x", "unknown"}


def test_the_type_is_that_of_the_header(tmp_path: Path) -> None:
    program = lowered(tmp_path, "#include <stdlib.h>\nint main() { __VERIFIER_assert(strtod(\"1\", 0) > 0); }")
    (value,) = [s.target.type.name for s in ctree.statements(program.body) if isinstance(s, Havoc) and s.unknown]
    assert value == "double"


def test_a_pointer_of_another_file_is_not_null_by_itself(tmp_path: Path) -> None:
    program = lowered(tmp_path, "extern int *p; int main() { __VERIFIER_assert(p == 0); }")
    (test,) = [stmt.test for stmt in ctree.statements(program.body) if isinstance(stmt, ctree.Assert)]
    assert ctree.names(test)


def test_missing_function_is_assumed_free_of_errors_with_checks(tmp_path: Path) -> None:
    path = tmp_path / "c.c"
    path.write_text("int get(int *); int main() { int y, x = get(&y); return y / x; }", encoding="utf-8")
    (told,) = load_program(Task(path, checks=("div-by-zero", "uninitialised"))).assumptions
    assert told.endswith("leaves nothing unset that it is given, frees nothing, and makes no error of its own")


@pytest.mark.parametrize("call", ["read(0, s, 9)", 'sprintf(s, "%d", 7)', "getcwd(s, 9)"])
def test_library_call_that_writes_memory_is_refused_with_checks(tmp_path: Path, call: str) -> None:
    path = tmp_path / "c.c"
    head = "#include <stdio.h>\n#include <unistd.h>\n"
    path.write_text(f"{head}int main() {{ char s[2]; {call}; return s[0]; }}", encoding="utf-8")
    with pytest.raises(UnsupportedError, match=f"missing body of {call.partition('(')[0]}"):
        load_program(Task(path, checks=("bounds",)))


def test_a_function_that_others_may_have_the_address_of_may_be_called(tmp_path: Path) -> None:
    hook = "static int y; static void set(void) { y = 1; } void (*hook)(void) = set;"
    with pytest.raises(UnsupportedError, match="missing body of get, which may call set"):
        lowered(tmp_path, f"{hook} int main() {{ get(); __VERIFIER_assert(y == 0); }}")


def test_a_function_that_outside_code_does_not_know_is_not_called(tmp_path: Path) -> None:
    """A variable of a function's name takes no address."""
    own = "static int one(int x) { return x; } int get(void); int set(void);"
    program = lowered(tmp_path, f"{own} int main() {{ int set = get(), (*f)(int) = one; __VERIFIER_assert(f(set)); }}")
    whats = [gap.what for gap in program.gaps if gap.must_not_run]
    assert whats == ["call of a null or unknown function pointer"]


def test_library_callback_in_a_struct_is_refused(tmp_path: Path) -> None:
    head = f"#define _POSIX_C_SOURCE 200809L\n{DECLARATIONS}#include <signal.h>\nint g; void on(int s) {{ g = s; }}\n"
    call = "struct sigaction a; a.sa_handler = on; sigaction(2, &a, 0);"
    with pytest.raises(UnsupportedError, match="may call back"):
        lower_file(tmp_path / "m.c", f"{head}int main() {{ {call} __VERIFIER_assert(!g); }}")


@pytest.mark.parametrize(("buffer", "refused"), [("b", True), ("0", False)])
def test_the_buffer_of_a_stream_is_refused(buffer: str, refused: bool, tmp_path: Path) -> None:
    text = f"#include <stdio.h>\nchar b[9]; int main() {{ setvbuf(stdout, {buffer}, 0, 9); __VERIFIER_assert(!b[0]); }}"
    if not refused:
        assert lowered(tmp_path, text).assumptions
        return
    with pytest.raises(UnsupportedError, match="later uses of the stream"):
        lowered(tmp_path, text)


@pytest.mark.parametrize(
    ("before", "body", "is_condition"),
    [
        *(("volatile int g;", "g", True), ("volatile int g;", "1", False), ("int g;", "volatile int v = g; v", False)),
        *(("typedef volatile int reg; reg g;", "g", True), ("struct d { volatile int r; }; struct d g;", "g.r", True)),
        *(("int g;", "static volatile int v; v", True), ("int g;", "volatile int *p = (volatile int *)&g; *p", True)),
        *(("void f(volatile int *p) { }", "(f(0), 1)", True), ("int f(volatile int *p) { return 1; }", "1", False)),
    ],
)
def test_volatile_objects_are_changed_by_the_program_alone(
    tmp_path: Path, before: str, body: str, is_condition: bool
) -> None:
    *declared, value = body.split("; ")
    path = tmp_path / "c.c"
    text = f'{before} int main(void) {{ {"".join(f"{one}; " for one in declared)}__CPROVER_assert({value}, ""); }}'
    path.write_text(text, encoding="utf-8")
    found = [str(one) for one in load_program(Task(path)).conditions]
    assert found == ["only the program changes volatile objects"] * is_condition


@pytest.mark.parametrize(
    ("call", "is_condition"),
    [("f(a, b)", False), ("f(a, a)", True), ("f(g, a)", True), ("f(a, g)", False), ("f(p, a)", False)],
)
def test_objects_of_restrict_pointers_are_accessed_through_them_alone(
    tmp_path: Path, call: str, is_condition: bool
) -> None:
    path = tmp_path / "c.c"
    head = "int g[2], p[2]; int f(int *restrict p, int *q) { g[0] = *q; return *p; }"
    path.write_text(f'{head} int main(void) {{ int a[2], b[2]; __CPROVER_assert({call}, ""); }}', encoding="utf-8")
    found = [str(one) for one in load_program(Task(path)).conditions]
    assert found == ["the restrict pointers of f at line 1 do not overlap with other pointers"] * is_condition


ASSUMED = {
    "functions are as their attributes say (nonnull at line 1)": "__attribute__((nonnull)) int f(int *p) { return 1; }"
    " int main(void) { __VERIFIER_assert(f(0)); }",
    "objects may be accessed as other types (gcc -fno-strict-aliasing)": "int a[2]; int main(void) "
    "{ *(long *)a = 5; __VERIFIER_assert(a[0]); }",
    "line 1 writes to no string literal or constant object": "const int a[2]; int main(void) "
    "{ *(int *)a = 5; __VERIFIER_assert(a[0]); }",
    "the pointer freed at line 1 points to the start of an object": "void *malloc(unsigned long); void free(void *); "
    "int main(void) { char *p = malloc(2); __VERIFIER_assert(p != 0); free(p + 1); }",
}
OTHERS = {
    "no attribute": "int f(int *p) { return 1; } int main(void) { __VERIFIER_assert(f(0)); }",
    "characters": "unsigned char a[8]; int main(void) { *(long *)a = 5; __VERIFIER_assert(a[0]); }",
    "no constant": "int a[2]; const int b = 1; int main(void) { *(int *)a = b; __VERIFIER_assert(a[0]); }",
    "start": "void *malloc(unsigned long); void free(void *); "
    "int main(void) { char *p = malloc(2), *q = p; __VERIFIER_assert(p != 0); free(q); }",
}


@pytest.mark.parametrize("text", [*ASSUMED, *OTHERS])
def test_what_c_does_not_define_is_a_condition(tmp_path: Path, text: str) -> None:
    path = tmp_path / "c.c"
    path.write_text(f"extern void __VERIFIER_assert(int); {(ASSUMED | OTHERS)[text]}", encoding="utf-8")
    assert [str(one) for one in load_program(Task(path)).conditions] == [text] * (text in ASSUMED)


@pytest.mark.parametrize(
    ("body", "is_condition"),
    [("exit(1);", False), ("if (x) abort(); else exit(1);", False), ("if (x) abort();", True), ("", True)],
)
@pytest.mark.parametrize("marked", ["_Noreturn void f(int x)", "void f(int) __attribute__((noreturn)); void f(int x)"])
def test_functions_that_are_marked_so_do_not_return(
    tmp_path: Path, body: str, is_condition: bool, marked: str
) -> None:
    path = tmp_path / "c.c"
    head = f"void exit(int); void abort(void); void __VERIFIER_assert(int); {marked} {{ {body} }}"
    path.write_text(f"{head} int main(int n, char **v) {{ if (n) f(n); __VERIFIER_assert(n); }}", encoding="utf-8")
    assert [str(one) for one in load_program(Task(path)).conditions] == ["f does not return"] * is_condition
