"""Test the confirmation of candidates: only a compiled run that reaches the error counts."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.counterexample import ErrorSite, InstrumentedProgram, Replay, Values, VisitRange
from veriabs.core.errors import UnsupportedError
from veriabs.core.goals import FREED, GoalKind
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel, Task, Where
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.replay.confirm import ReplayResult, confirm, program_text
from veriabs.replay.search import ViolatingRun

MODELS = (DataModel.LP64, DataModel.ILP32)
Make = Callable[..., InstrumentedProgram]
Replayed = Callable[..., ReplayResult]
HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"


def main(body: str, before: str = "") -> str:
    return f"{HEAD}{before}\nint main(void) {{ {body} return 0; }}\n"


@pytest.fixture
def replayed(instrumented: Make, tmp_path: Path) -> Replayed:
    """Confirm the violation of a program with the values of its sites."""

    def replay(
        text: str,
        values: Values | None = None,
        model: DataModel = DataModel.LP64,
        overflow: Overflow = Overflow.UNDEFINED,
        seconds: float = 20.0,
        stop: threading.Event | None = None,
    ) -> ReplayResult:
        subject = instrumented(text, model)
        folder = tmp_path / "replay"
        folder.mkdir(exist_ok=True)
        hit = ViolatingRun("test", 0, values or {}, (), 0, 0, {})
        return confirm(hit, subject, "native", overflow, folder, seconds, stop)

    return replay


@pytest.mark.parametrize("model", MODELS)
def test_reached(replayed: Replayed, model: DataModel) -> None:
    text = main("int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x == -3 && y == 0) reach_error();")
    found = replayed(text, {0: (VisitRange(0, 1, 2**64 - 3),)}, model)
    assert found.replay is Replay.REACHED, found.detail
    assert found.counterexample is not None
    assert found.counterexample.target.text == "reach_error"
    assert not found.counterexample.overflow


def test_thorough_hit_is_confirmed_by_a_thorough_program(instrumented: Make, tmp_path: Path) -> None:
    """The sanitizers make the same checks in both cases."""
    subject = instrumented(main("if (__VERIFIER_nondet_int() == 5) reach_error();"))
    found = {}
    for thorough in (False, True):
        hit = ViolatingRun("test", 0, {0: (VisitRange(0, 1, 5),)}, (), 0, 0, {}, thorough=thorough)
        example = confirm(hit, subject, "native", Overflow.UNDEFINED, tmp_path, 20.0).counterexample
        assert example is not None
        found[thorough] = example.commands
    plain, checked = found[True]
    assert ("-O1" in found[False][0], "-O2" in plain) == (True, True)
    assert checked == found[False][1]


@pytest.mark.parametrize("model", MODELS)
def test_missed(replayed: Replayed, model: DataModel) -> None:
    text = main("if (__VERIFIER_nondet_int() == 5) reach_error();")
    found = replayed(text, {0: (VisitRange(0, 1, 6),)}, model)
    assert found.replay is Replay.MISSED
    assert found.counterexample is None


OUT_OF_BOUNDS = {
    "global written": ("a[n] = 1;", "int a[10], b[10];"),
    "global read": ("x = a[n];", "int a[10], b[10];"),
    "global below": ("x = a[-n];", "int b[10], a[10];"),
    "read that nothing uses": ("a[n];", "int a[10];"),
    "through a pointer": ("int *p = a; p += n; *p = 3;", "int a[10], b[10];"),
    "stack": ("int a[10]; a[0] = 1; a[n] = 3; x = a[0];", ""),
    "variable length": ("int m = n; int a[m]; a[0] = 1; a[n] = 3; x = a[0];", ""),
    "heap": ("int *p = malloc(n * sizeof(int)); p[n] = 1;", ""),
    "zeroed heap": ("int *p = calloc(n, sizeof(int)); x = p[n];", ""),
    "freed": ("int *p = malloc(n * sizeof(int)); free(p); x = p[0];", ""),
    "freed twice": ("int *p = malloc(n * sizeof(int)); free(p); free(p);", ""),
    "intra-struct": ("s.a[n] = 1;", "struct { int a[10]; int b[10]; } s;"),
    "row of a matrix": ("m[0][n] = 1;", "int m[10][10];"),
    "library": ("memset(a, 0, (n + 1) * sizeof(int));", "int a[10];"),
    "null": ("int *p = 0; x = *p;", ""),
    "parameter": ("f(a, n);", "int a[10]; void f(int *p, int n) { for (int i = 0; i <= n; i++) p[i] = i; }"),
}


@pytest.mark.share(5)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", OUT_OF_BOUNDS)
def test_access_out_of_bounds_before_the_error(replayed: Replayed, name: str, model: DataModel) -> None:
    body, before = OUT_OF_BOUNDS[name]
    found = replayed(main(f"n = 10; {body} reach_error();", f"int n, x; {before}"), None, model)
    assert found.replay in (Replay.OUT_OF_BOUNDS, Replay.MISSED)
    # A null pointer and a double free already end the plain run.
    if name not in ("null", "freed twice"):
        assert found.replay is Replay.OUT_OF_BOUNDS, found.detail
        assert found.detail
    assert found.counterexample is None


@pytest.mark.share(5)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", [name for name in OUT_OF_BOUNDS if name not in ("null", "freed", "freed twice")])
def test_access_in_bounds_is_fine(replayed: Replayed, name: str, model: DataModel) -> None:
    body, before = OUT_OF_BOUNDS[name]
    inside = "-0" if name == "global below" else "9"
    body = body.replace("(n + 1)", "n").replace("[-n]", "[0]").replace("[n]", f"[{inside}]").replace("+= n", "+= 9")
    body = body.replace("f(a, n)", "f(a, 9)")
    found = replayed(main(f"n = 10; {body} reach_error();", f"int n, x; {before}"), None, model)
    assert found.replay is Replay.REACHED, found.detail


LEAVES = {
    "subscript": "int *p = s.a; p[n] = 1;",
    "argument": "f(s.a);",
    "sum": "int *p = n + s.a; *p = 1;",
    "way back": "int *p = s.b; p -= n - 9; *p = 1;",
    "difference": "int *p = s.b - (n - 9); *p = 1;",
    "step": "int *p = s.a, i = 0; while (i++ < n) p++; *p = 1;",
    "place of an element": "int *p = &s.a[n]; *p = 1;",
    "bytes": "char *p = (char *)s.a; p[n * sizeof(int)] = 1;",
    "library": "memset(s.a, 0, (n + 1) * sizeof(int));",
    "last member of an element": "f(t[0].c);",
}
HELD = (
    "struct { int a[10], b[10]; int end; } s; int n = 10; struct cells { int x, c[10]; } t[2];"
    "void f(int *p) { p[n] = 1; }"
)


@pytest.mark.share(3)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", LEAVES)
def test_a_pointer_that_leaves_an_array_in_a_struct(replayed: Replayed, name: str, model: DataModel) -> None:
    found = replayed(main(f"{LEAVES[name]} reach_error();", HELD), None, model)
    assert (found.replay, found.counterexample) == (Replay.UNDEFINED, None), found.detail


@pytest.mark.share(3)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", LEAVES)
def test_a_pointer_that_stays_in_an_array_in_a_struct(replayed: Replayed, name: str, model: DataModel) -> None:
    found = replayed(main(f"{LEAVES[name]} reach_error();", HELD.replace("n = 10", "n = 9")), None, model)
    assert found.replay is Replay.REACHED, found.detail


RUNS_OVER = {
    "array as a whole": ("int (*p)[4] = &s.a; int *q = *p; q[4] = 7; if (s.b)", "struct { int a[4], b; } s;"),
    "text in a struct": ("strcpy(s.a, t); if (s.b)", "struct { char a[4]; int b; } s; char t[9];"),
    "what a call returns": ("f()[4] = 7; if (s.b)", "struct { int a[4], b; } s; int *f(void) { return s.a; }"),
    "row": ("for (int i = 0; i < 5; i++) p[i] = 1; if (m[1][0])", "int m[3][4], *p = m[0];"),
    "cast function": (
        "int (*h)(double) = (int (*)(double))g; h(3.0);",
        "int g(int x) { if (x != 3) reach_error(); return 0; }",
    ),
    "two functions": ("int (*h)() = g; h(3);", "int g(int x, int y) { if (y != 3) reach_error(); return 0; }"),
}


# Pointers to members and into rows are checked while the program runs: tests/programs/real/*_undefined.c.
@pytest.mark.parametrize("name", RUNS_OVER)
def test_program_with_undetectable_undefined_behaviour_is_refused(instrumented: Make, name: str) -> None:
    body, before = RUNS_OVER[name]
    with pytest.raises(UnsupportedError):
        instrumented(main(f"{body} reach_error();", before))


BY_INDEX = {
    "write": "a[n] = 1;",
    "read": "x = a[n];",
    "read that nothing uses": "a[n];",
    "value that nothing uses": "int y = a[n]; y++;",
    "loop without effect": "int r = 1; for (int i = n; i >= 0 && r; i--) if (a[i] == x) r = 1;",
    "test": "if (a[n]) x = 1;",
    "choice": "switch (a[n]) { case 1: x = 2; break; default: ; }",
    "step": "a[n]++;",
    "sum": "a[n] += 3;",
    "sum of a byte": "bytes[n] |= 3;",
    "one of two": "x = x ? 3 : a[n];",
    "behind a test": "if (x == 0 && a[n] == 0) x = 1;",
    "after a comma": "x = (x++, a[n]);",
    "argument": "x = next(a[n]);",
    "result": "x = at(n);",
    "parentheses": "x = (a)[n];",
    "index of an index": "b[3] = n; x = a[b[3]];",
    "index with an effect": "int i = n; a[i++] = 3;",
    "wide index": "long long i = n; x = a[i];",
    "index without a sign": "unsigned long long i = n; x = a[i];",
    "character as index": "unsigned char i = n; x = a[i];",
    "far index": "x = a[n * 10];",
    "local": "int here[10]; here[0] = 1; here[n] = 3; x = here[0];",
    "static": "static int here[10]; here[n] = 3;",
    "listed": "int here[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}; x = here[n];",
    "row": "m[n][2] = 1;",
    "column": "m[0][n] = 1;",
    "member": "s.cells[n] = 1;",
    "member of an element": "many[n].more = 1;",
    "element of a member of an element": "many[3].cells[n] = 1;",
    "bit-field": "many[n].few = 1;",
    "struct written": "many[n] = s;",
    "struct read": "s = many[n];",
    "struct handed over": "x = more_of(many[n]);",
    "struct given back": "s = made(n);",
    "union": "either.bytes[n] = 1;",
    "floating numbers": "f[n] = 1;",
    "conversion": "x = (int)f[n];",
}
"""Accesses that go wrong by an index, of programs without pointers; `n` is 10."""

OBJECTS = """
int n, x, a[10], b[10], m[10][10]; unsigned char bytes[10]; double f[10];
struct s { int cells[10]; int more; int few : 3; } s, many[10]; union { int word; char bytes[10]; } either;
int next(int x) { return x + 1; } int at(int i) { return a[i]; }
int more_of(struct s s) { return s.more; } struct s made(int i) { struct s one; one.cells[i] = 1; return one; }
"""


@pytest.mark.share(8)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", BY_INDEX)
def test_index_out_of_bounds_where_there_are_no_pointers(
    replayed: Replayed, instrumented: Make, name: str, model: DataModel
) -> None:
    """Then the sanitizer of indices is all that looks at accesses, in 64 bits."""
    text = main(f"n = 10; {BY_INDEX[name]} reach_error();", OBJECTS)
    assert instrumented(text, model).only_subscripts
    found = replayed(text, None, model)
    assert found.replay is Replay.OUT_OF_BOUNDS, found.detail
    inside = main(f"n = {0 if name == 'far index' else 9}; {BY_INDEX[name]} reach_error();", OBJECTS)
    assert replayed(inside, None, model).replay is Replay.REACHED


@pytest.mark.parametrize("model", MODELS)
def test_programs_without_pointers_use_cheaper_sanitizers(replayed: Replayed, model: DataModel) -> None:
    text = main("a[3] = __VERIFIER_nondet_int(); reach_error();", "int a[10];")
    found = replayed(text, None, model).counterexample
    assert found is not None
    checked = " ".join(found.commands[1])
    assert ("bounds-strict" in checked, "object-size" in checked) == (True, False)
    assert ("-fsanitize=address" in checked, "kernel-address" in checked) == (False, model is DataModel.ILP32)


UNDEFINED = {
    "null pointer is moved": ("p++; if (p != 0)", "int *p;"),
    "null pointer is added to": ("if (p + n == 0) ; else", "char *p = 0; int n = 3;"),
    "element of null": ("int *q = &p[n]; if (q)", "int *p = 0; int n = 3;"),
    "no value": ("int x = f(1); if (x == 2) ; else", "int f(int x) { if (x > 3) return 2; }"),
    "incompatible pointers": ("int (*h)(double) = g; h(3.0);", "int g(int x) { return 3; }"),
}


@pytest.mark.share(2)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", UNDEFINED)
def test_undefined_behaviour_before_the_error(replayed: Replayed, name: str, model: DataModel) -> None:
    body, before = UNDEFINED[name]
    assert replayed(main(f"{body} reach_error();", before), None, model).replay is Replay.UNDEFINED


DEFINED = {
    "value that nobody takes": ("f(1);", "int f(int x) { if (x > 3) return 2; }"),
    "value on every path": ("if (f(1) == 3)", "int f(int x) { if (x > 3) return 2; else if (x < 4) return 3; }"),
    "pointer that is moved": ("p = a; p++; p += 1; if (p + 1 == a + 3)", "int a[9], *p;"),
    "member that is set": ("f(&s.a); if (s.a == 3)", "struct { int a, b; } s; void f(int *p) { *p = 3; }"),
    "row by its index": ("m[1][2] = 3; if (m[1][2] == 3)", "int m[3][4], *p; int t[3];"),
    "bytes": ("unsigned char *p = (unsigned char *)&x; if (p[0] == 5)", "int x = 5;"),
    "memory without a type": ("int *p = (int *)malloc(8); p[1] = 3; if (p[1] == 3)", ""),
    "sign": ("int *p = (int *)&x; if (*p == -1)", "unsigned x = -1;"),
}


@pytest.mark.share(3)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", DEFINED)
def test_defined_behaviour_is_not_reported_as_undefined(replayed: Replayed, name: str, model: DataModel) -> None:
    body, before = DEFINED[name]
    found = replayed(main(f"{body} reach_error();", before), None, model)
    assert found.replay is Replay.REACHED, found.detail


@pytest.mark.parametrize("model", MODELS)
def test_access_out_of_bounds_after_the_error_does_not_matter(replayed: Replayed, model: DataModel) -> None:
    assert replayed(main("reach_error(); a[n] = 3;", "int a[10], n = 99;"), None, model).replay is Replay.REACHED


OVERFLOWS = {
    "sum": ("int x = 2147483647; x = x + n;", "int n = 1;"),
    "step": ("int x = 2147483647; x++; n = x;", "int n;"),
    "difference": ("int x = -2147483647; x = x - n;", "int n = 2;"),
    "product": ("int x = 100000; x = x * n;", "int n = 100000;"),
    "negation": ("int x = n; x = -x; n = x;", "int n = -2147483647 - 1;"),
    "wide": ("long long x = 9223372036854775807LL; x += n; y = x;", "int n = 1; long long y;"),
}


@pytest.mark.share(15)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", OVERFLOWS)
def test_overflow_before_the_error(replayed: Replayed, name: str, model: DataModel) -> None:
    body, before = OVERFLOWS[name]
    found = replayed(main(f"{body} reach_error();", before), None, model)
    assert found.replay is Replay.OVERFLOW, found.detail
    assert found.counterexample is None
    wrapped = replayed(main(f"{body} reach_error();", before), None, model, Overflow.WRAP)
    assert wrapped.replay is Replay.REACHED
    assert wrapped.counterexample is not None
    assert wrapped.counterexample.overflow


@pytest.mark.xfail(strict=True, reason="gcc drops a statement without effect before it puts its checks in")
@pytest.mark.parametrize("model", MODELS)
def test_overflow_of_an_unused_value_is_detected(replayed: Replayed, model: DataModel) -> None:
    text = main("int x = 2147483647; x + n; reach_error();", "int n = 1;")
    assert replayed(text, None, model).replay is Replay.OVERFLOW


@pytest.mark.share(2)
@pytest.mark.parametrize("model", MODELS)
def test_overflow_wraps_in_the_plain_program(replayed: Replayed, model: DataModel) -> None:
    text = main("int x = n + 1; if (x < n) reach_error();", "int n = 2147483647;")
    assert replayed(text, None, model, Overflow.WRAP).replay is Replay.REACHED
    assert replayed(text, None, model).replay is Replay.OVERFLOW


@pytest.mark.share(3)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    "body",
    [
        "unsigned x = 4294967295u; x++; if (x == 0)",
        "unsigned char x = 255; x++; if (x == 0)",
        "short x = 32767; x++; if (x < 0)",
        "int x = (int)3000000000u; if (x < 0)",
        "signed char x = 200; if (x < 0)",
    ],
)
def test_defined_wrapping_is_no_signed_overflow(replayed: Replayed, body: str, model: DataModel) -> None:
    assert replayed(main(f"{body} reach_error();"), None, model).replay is Replay.REACHED


@pytest.mark.parametrize("model", MODELS)
def test_wrapping_does_not_excuse_an_access_out_of_bounds(replayed: Replayed, model: DataModel) -> None:
    text = main("a[n] = 3; int x = 2147483647; x += n; reach_error();", "int a[10], b[10], n = 10;")
    found = replayed(text, None, model, Overflow.WRAP)
    assert found.replay is Replay.OUT_OF_BOUNDS


@pytest.mark.share(2)
@pytest.mark.parametrize("model", MODELS)
def test_wrapping_does_not_hide_an_access_out_of_bounds_after_it(replayed: Replayed, model: DataModel) -> None:
    text = main("int x = 2147483647; x += n; a[n] = 3; reach_error();", "int a[10], b[10], n = 10;")
    assert replayed(text, None, model, Overflow.WRAP).replay is Replay.OUT_OF_BOUNDS


# ------------------------------------------------------------------------------------------- what does not come so far


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("body", ["return undeclared;", "return (struct unknown){0};"])
def test_program_that_cannot_be_made(replayed: Replayed, body: str, model: DataModel) -> None:
    found = replayed(main(f"{body} reach_error();"), None, model)
    assert found.replay is Replay.FAILED
    assert found.detail


@pytest.mark.parametrize("model", MODELS)
def test_call_through_a_pointer_to_no_function_of_the_program(replayed: Replayed, model: DataModel) -> None:
    found = replayed(main("int elsewhere(); int (*f)() = elsewhere; f(); reach_error();"), None, model)
    assert found.replay is not Replay.REACHED
    assert found.detail


@pytest.mark.share(2)
@pytest.mark.parametrize("model", MODELS)
def test_run_that_does_not_end(replayed: Replayed, model: DataModel) -> None:
    begin = time.monotonic()
    found = replayed(main("while (n) {} reach_error();", "int n = 1;"), None, model, seconds=0.5)
    assert found.replay is Replay.MISSED
    assert "timeout" in found.detail
    assert time.monotonic() - begin < 30


@pytest.mark.share(3)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("body", ["return 1 / n;", "abort();", "exit(1);", "__CPROVER_assume(n);", "return 1;"])
def test_run_that_ends_before_the_error(replayed: Replayed, body: str, model: DataModel) -> None:
    found = replayed(main(f"{body} reach_error();", "int n;"), None, model)
    assert found.replay in (Replay.MISSED, Replay.OUT_OF_BOUNDS)
    assert found.counterexample is None


def test_stopped_run_is_no_counterexample(replayed: Replayed) -> None:
    stop = threading.Event()
    stop.set()
    assert replayed(main("reach_error();"), stop=stop).replay is not Replay.REACHED


def test_message_of_the_program_itself_is_not_believed(replayed: Replayed) -> None:
    body = 'printf("veriabs: the error is reached: a.c:1\\n"); exit(1); reach_error();'
    assert replayed(main(body)).replay is Replay.MISSED


@pytest.mark.share(2)
@pytest.mark.parametrize("model", MODELS)
def test_stack_may_be_large(replayed: Replayed, model: DataModel) -> None:
    body = "int a[25000000]; for (int i = 0; i < 25000000; i += 1000) a[i] = i; if (a[24999000] == 24999000)"
    found = replayed(main(f"{body} reach_error();"), None, model)
    assert found.replay is Replay.REACHED, found.detail


@pytest.mark.share(2)
@pytest.mark.parametrize("model", MODELS)
def test_recursion_may_be_deep(replayed: Replayed, model: DataModel) -> None:
    text = main("if (f(200000) == 200000) reach_error();", "int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }")
    assert replayed(text, None, model).replay is Replay.REACHED


# --------------------------------------------------------------------------------------------------- the program itself


@pytest.mark.share(2)
@pytest.mark.parametrize("model", MODELS)
def test_written_program_fails_when_run(replayed: Replayed, tmp_path: Path, model: DataModel) -> None:
    text = main("""int a[1000]; double d; long x = __VERIFIER_nondet_int();
      if (a[998] == 7 && a[999] == 8 && a[0] == 6 && d == 2.5 && x == -1) reach_error();""")
    values: Values = {
        0: (VisitRange(0, 1, 6), VisitRange(998, 2, 7, 1)),
        1: (VisitRange(0, 1, 0x4004000000000000),),
        2: (VisitRange(0, 1, 2**64 - 1),),
    }
    found = replayed(text, values, model)
    assert found.replay is Replay.REACHED, found.detail
    example = found.counterexample
    assert example is not None
    (tmp_path / "counterexample.c").write_text(example.program, encoding="utf-8")
    for command in example.commands:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        done = subprocess.run(["./counterexample"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        assert "the error is reached" in done.stderr
        assert "input.c:" in done.stderr


def test_text_is_the_same_each_time(instrumented: Make) -> None:
    subject = instrumented(main("int a[9]; if (a[3] == 4) reach_error();"))
    hit = ViolatingRun("test", 0, {0: (VisitRange(3, 1, 4),)}, (), 0, 0, {})
    assert program_text(hit, subject, "native") == program_text(hit, subject, "native")


def test_file_name_cannot_end_the_comment(tmp_path: Path) -> None:
    from veriabs.core.source import Task
    from veriabs.frontend.instrumented_program import load_instrumented

    path = tmp_path / "a*" / 'b"\\ c.c'
    path.parent.mkdir()
    path.write_text(main("reach_error();"), encoding="utf-8")
    subject = load_instrumented(Task(path))
    folder = tmp_path / "replay"
    folder.mkdir()
    found = confirm(ViolatingRun("", 0, {}, (), 0, 0, {}), subject, "native", Overflow.UNDEFINED, folder, 20.0)
    assert found.replay is Replay.REACHED, found.detail


def test_operands_name_their_cells(instrumented: Make, tmp_path: Path) -> None:
    subject = instrumented(HEAD + """int a[10]; void __VERIFIER_assert(int c) { if (!c) reach_error(); }
    int main(void) { int i = 7; a[i] = -5; __VERIFIER_assert(a[i] > 0); }
    """)
    at = next(e.number for e in subject.errors if e.asserts)
    operands = {s.number: {"a[i]": -5, "i": 7}.get(s.text, 0) for s in subject.seen}
    error = next(e.number for e in subject.errors if not e.asserts)
    found = confirm(
        ViolatingRun("", 0, {}, (), error, at, operands), subject, "native", Overflow.UNDEFINED, tmp_path, 20.0
    )
    assert found.counterexample is not None
    assert {(o.text, o.cell, o.value) for o in found.counterexample.operands} >= {("a[i]", "a[7]", -5)}
    assert found.counterexample.assertion.text == "__VERIFIER_assert"
    assert found.counterexample.assertion.where.line == 3
    assert "c" not in {one.text for one in found.counterexample.operands}  # that the condition is 0 says nothing


def test_operand_indexed_by_an_argument_is_reported_as_written(instrumented: Make, tmp_path: Path) -> None:
    subject = instrumented(HEAD + """int a[10]; void __VERIFIER_assert(int c) { if (!c) reach_error(); }
    int twice(int x) { return 2 * x; }
    int main(void) { int i = 7; a[i] = -5; __VERIFIER_assert(twice(a[i]) == a[i]); }
    """)
    at = next(e.number for e in subject.errors if e.asserts)
    operands = {s.number: {"twice(a[i])": -10, "a[i]": -5, "i": 7}.get(s.text, 0) for s in subject.seen}
    error = next(e.number for e in subject.errors if not e.asserts)
    found = confirm(
        ViolatingRun("", 0, {}, (), error, at, operands), subject, "native", Overflow.UNDEFINED, tmp_path, 20.0
    )
    assert found.counterexample is not None
    told = {(one.text, one.cell, one.value) for one in found.counterexample.operands}
    assert {("twice(a[i])", "twice(a[i])", -10), ("a[i]", "a[7]", -5)} <= told


def test_operands_of_a_failed_function_call_are_reported(instrumented: Make, tmp_path: Path) -> None:
    subject = instrumented(HEAD + """void at_most(int x, int most) { if (most > 9 ? x > most : x > 9) reach_error(); }
    int main(void) { int i = 12; at_most(i, 10); }
    """)
    at = next(e.number for e in subject.errors if e.asserts)
    error = next(e.number for e in subject.errors if not e.asserts)
    operands = {s.number: {"i": 12, "x": 12, "most": 10}[s.text] for s in subject.seen if s.text in ("i", "x", "most")}
    found = confirm(
        ViolatingRun("", 0, {}, (), error, at, operands), subject, "native", Overflow.UNDEFINED, tmp_path, 20.0
    )
    assert found.counterexample is not None
    assert {(one.text, one.value) for one in found.counterexample.operands} == {("i", 12), ("x", 12), ("most", 10)}


FREED_TWICE = """void *malloc(unsigned long);
void free(void *);
int main(void) {
  int *p = malloc(4);
  if (p == 0)
    return 0;
  *p = 1;
  free(p);
  free(p);
  return 0;
}
"""


@pytest.mark.long
def test_a_double_free_violates_the_goal_of_that_call(tmp_path: Path) -> None:
    path = tmp_path / "input.c"
    path.write_text(FREED_TWICE, encoding="utf-8")
    subject = load_instrumented(Task(path, checks=("pointer",)))
    goals = [(7, "every dereferenced pointer is set"), (8, FREED), (9, FREED), (9, "another one of that line")]
    kind, places = GoalKind.POINTER, [(text, Where(str(path), line)) for line, text in goals]
    sites = (ErrorSite(n, text, False, where, "", kind) for n, (text, where) in enumerate(places))
    subject = replace(subject, errors=tuple(sites))
    hits = [ViolatingRun("test", 0, {}, (), number, 0, {}) for number in range(len(goals))]
    found = [confirm(hit, subject, "native", Overflow.UNDEFINED, tmp_path, 20.0) for hit in hits]
    assert [one.replay is Replay.REACHED for one in found] == [False, False, True, False]


ARRAYS = "int a[40000], b[40000], c[40000];"


@pytest.mark.parametrize("what", ["p < q", "q > p", "q - p", "p + 40000 > q", "p + 40001 > p + 1"])
def test_pointers_to_two_objects_have_no_order(replayed: Replayed, what: str) -> None:
    """Also where pairs into each of them were in order before, the ends of the objects among them."""
    fine = "for (int i = 1; i <= 40000; i++) if (p + i <= p || q + i - q != i || p + 40000 < p + i) return 0;"
    found = replayed(main(f"int *p = a, *q = c; {fine} if ({what} || 1) reach_error();", ARRAYS))
    assert found.replay is Replay.UNDEFINED, found.detail


def test_pointers_into_one_object_are_in_order(replayed: Replayed) -> None:
    """This includes pointers to the end of an object, where the next object or padding begins."""
    fine = "for (int i = 0; i < 40000; i++) if (a + i >= a + 40000 || b + 40000 - b <= i || c >= c + 40000) return 0;"
    found = replayed(main(f"{fine} reach_error();", ARRAYS))
    assert found.replay is Replay.REACHED, found.detail
