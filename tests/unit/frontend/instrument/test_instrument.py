"""The user's program with its arbitrary values and its errors made visible."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.counterexample import InstrumentedProgram, SiteKind
from veriabs.core.errors import UnsupportedError
from veriabs.core.source import DataModel, Task
from veriabs.core.templates import render_c
from veriabs.core.types import FloatType, IntType
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.replay.confirm import program_text
from veriabs.replay.search import InputSearch, ViolatingRun
from veriabs.strategies import bounded

REACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
MODELS = (DataModel.LP64, DataModel.ILP32)
Make = Callable[..., InstrumentedProgram]


@pytest.fixture
def made(tmp_path: Path) -> Make:
    """Instrument a C text; `strict` gives a property file."""

    def make(text: str, model: DataModel = DataModel.LP64, *, strict: bool = False) -> InstrumentedProgram:
        path, rules = tmp_path / "input.c", tmp_path / "unreach-call.prp"
        path.write_text(text, encoding="utf-8")
        rules.write_text(REACH, encoding="utf-8")
        return load_instrumented(Task(path, model, property_file=rules if strict else None))

    return make


def inside(body: str, before: str = "") -> str:
    """A program with this body."""
    return f"extern void reach_error(void); {before}\nint main(void) {{ {body}\n return 0; }}\n"


def flat(text: str) -> str:
    return " ".join(text.split())


# ------------------------------------------------------------------------------------------------------ nondet calls

TYPES = {
    "bool": ("_Bool", 1, False),
    "char": ("char", 8, True),
    "uchar": ("unsigned char", 8, False),
    "short": ("short", 16, True),
    "ushort": ("unsigned short", 16, False),
    "int": ("int", 32, True),
    "uint": ("unsigned int", 32, False),
    "longlong": ("long long", 64, True),
    "ulonglong": ("unsigned long long", 64, False),
}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("suffix", TYPES)
def test_call_of_an_integer(made: Make, suffix: str, model: DataModel) -> None:
    name, bits, signed = TYPES[suffix]
    before = f"extern {name} __VERIFIER_nondet_{suffix}(void);"
    (site,) = made(inside(f"{name} x = __VERIFIER_nondet_{suffix}();", before), model).sites
    assert (site.kind, site.name) == (SiteKind.CALL, f"__VERIFIER_nondet_{suffix}")
    assert site.type == IntType(name, bits, signed)
    assert site.where.line == 2


@pytest.mark.parametrize(("model", "bits"), [(DataModel.LP64, 64), (DataModel.ILP32, 32)])
@pytest.mark.parametrize(("suffix", "name"), [("long", "long"), ("ulong", "unsigned long")])
def test_call_of_a_long_has_the_size_of_the_data_model(
    made: Make, suffix: str, name: str, model: DataModel, bits: int
) -> None:
    before = f"extern {name} __VERIFIER_nondet_{suffix}(void);"
    (site,) = made(inside(f"{name} x = __VERIFIER_nondet_{suffix}();", before), model).sites
    assert isinstance(site.type, IntType)
    assert site.type.bits == bits


@pytest.mark.parametrize("name", ["float", "double"])
def test_call_of_a_float(made: Make, name: str) -> None:
    text = inside(f"{name} x = __VERIFIER_nondet_{name}();", f"extern {name} __VERIFIER_nondet_{name}(void);")
    subject = made(text)
    assert [site.type.name for site in subject.sites] == [name]
    assert isinstance(subject.sites[0].type, FloatType)
    assert "veriabs_input_double" in subject.plain


def test_call_has_the_declared_type(made: Make) -> None:
    (site,) = made(inside("int x = __VERIFIER_nondet_uint();", "extern short __VERIFIER_nondet_uint(void);")).sites
    assert site.type == IntType("short", 16, True)


def test_call_without_a_declaration_returns_an_int(made: Make) -> None:
    (site,) = made(inside("int x = __VERIFIER_nondet_ushort();")).sites
    assert site.type == IntType("int", 32, True)
    with pytest.raises(UnsupportedError, match="__VERIFIER_nondet_double that does not return a number"):
        made(inside("int x = __VERIFIER_nondet_double();"))


def test_bool_is_one_bit_whatever_is_declared(made: Make) -> None:
    subject = made(inside("int x = __VERIFIER_nondet_bool();", "extern int __VERIFIER_nondet_bool(void);"))
    assert subject.sites[0].type == IntType("_Bool", 1, False)
    assert "& 1" in subject.plain


def test_calls_are_numbered_in_the_order_of_the_text(made: Make) -> None:
    subject = made(inside("int x = __VERIFIER_nondet_int();\n x += __VERIFIER_nondet_char();\n f();",
                          "int f(void) { return __VERIFIER_nondet_int(); }"))  # fmt: skip
    assert [site.number for site in subject.sites] == [0, 1, 2]
    assert [site.where.line for site in subject.sites] == [1, 2, 3]
    assert "__VERIFIER_nondet" not in subject.text


def test_nondet_function_with_a_body_is_the_users_own(made: Make) -> None:
    subject = made(inside("int x = __VERIFIER_nondet_int();", "int __VERIFIER_nondet_int(void) { return 7; }"))
    assert subject.sites == ()
    assert "__VERIFIER_nondet_int()" in subject.text


@pytest.mark.parametrize("call", ["int *p = __VERIFIER_nondet_pointer();", "int x = __VERIFIER_nondet_something();"])
def test_call_of_no_number_is_unsupported(made: Make, call: str) -> None:
    with pytest.raises(UnsupportedError, match=r"input\.c:2"):
        made(inside(call, "extern int *__VERIFIER_nondet_pointer(void);"))


# -------------------------------------------------------------------------------------------------- initial contents


def variables(subject: InstrumentedProgram) -> list[str]:
    return [site.name for site in subject.sites if site.kind is SiteKind.VARIABLE]


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("int x; return x;", ["x"]),
        ("int x, y; return x + y;", ["x", "y"]),
        ("double d; return d > 0;", ["d"]),
        ("int a[100]; return a[3];", ["a"]),
        ("int m[10][20]; return m[3][4];", ["m[]"]),
        ("int n = 5; int a[n]; return a[3];", ["a"]),
        ("struct { int x; char c[3]; } s; return s.x;", ["s.x", "s.c[]"]),
        ("struct { int x; } s[9]; return s[2].x;", ["s[].x"]),
        ("{ int x; x++; }", ["x"]),
        ("while (1) { int x; if (x) break; }", ["x"]),
    ],
)  # fmt: skip
def test_open_variables_get_their_content(made: Make, body: str, names: list[str]) -> None:
    assert variables(made(inside(body))) == names


@pytest.mark.parametrize(
    "body",
    [
        "int x; x = 5; return x;",
        "int x; for (x = 0; x < 5; x++) {}",
        "int x, y; y = 3; x = y;",
        "int x = 5; int a[3] = {1, 2};",
        "static int x; static int a[3]; return x + a[0];",
        "extern int elsewhere; return 0;",
        "int unused;",
        "int *p;",
        "union { int x; float f; } u;",
    ],
)  # fmt: skip
def test_initialised_variables_are_unchanged(made: Make, body: str) -> None:
    assert variables(made(inside(body, "int elsewhere;"))) == []


@pytest.mark.parametrize(
    "body",
    [
        "int x; x = x + 1; return x;",
        "int x, c = 1; if (c) x = 5; return x;",
        "int x; x += 5; return x;",
        "int x; int *p = &x; x = 5; return *p;",
        "int x; for (; x < 5; x++) {}",
    ],
)  # fmt: skip
def test_variables_that_may_be_read_before_they_are_set_get_their_content(made: Make, body: str) -> None:
    assert variables(made(inside(body))) == ["x"]


def test_globals_are_zero(made: Make) -> None:
    assert made(inside("return x + a[0];", "int x, a[10]; struct { int f; } s;")).sites == ()


def test_parameters_are_no_inputs(made: Make) -> None:
    assert made(inside("f(3);", "int f(int x) { return x; }")).sites == ()


def test_site_of_a_variable_has_the_place_of_its_declaration(made: Make) -> None:
    (site,) = made(inside("\n\n  int a[100]; return a[0];")).sites
    assert (site.where.line, site.where.column) == (4, 7)
    assert site.type.name == "int"


def test_memory_has_the_cells_of_its_cast(made: Make) -> None:
    text = inside(
        "short *p = (short *)malloc(10 * sizeof(short)); long long *q; q = malloc(80); char *s = malloc(9);"
        "q = malloc(7 * sizeof(long long)); unsigned *r = malloc(sizeof *r);"
    )
    cells = [site for site in made(text).sites if site.kind is SiteKind.MEMORY]
    assert [(site.name, site.type.name) for site in cells] == [
        *[("p", "short"), ("malloc", "int"), ("s", "char")],
        *[("malloc", "long long"), ("r", "unsigned int")],
    ]


def test_zeroed_memory_is_no_input(made: Make) -> None:
    subject = made(inside("int *p = calloc(10, sizeof(int));"))
    assert [site for site in subject.sites if site.kind is SiteKind.MEMORY] == []
    assert "calloc" in subject.plain


# ------------------------------------------------------------------------------------------------------------- errors

ASSERTION = "void __VERIFIER_assert(int cond) { if (!cond) { ERROR: reach_error(); } }"


@pytest.mark.parametrize("name", ["reach_error", "__VERIFIER_error", "__assert_fail"])
def test_error_function_without_a_body(made: Make, name: str) -> None:
    arguments = '"x == 3", "a.c", 7, "main"' if name == "__assert_fail" else ""
    subject = made(inside(f"int x = 3;\n if (x == 3) {name}({arguments});"))
    (error,) = subject.errors
    assert (error.text, error.asserts, error.where.line, error.function) == (name, False, 3, "main")
    assert f"{name}(" not in subject.text


def test_body_of_an_error_function_is_not_run(made: Make) -> None:
    subject = made("void reach_error(void) { while (1) ; }\nint main(void) { reach_error(); }\n")
    assert len(subject.errors) == 1
    assert "while" not in subject.text
    assert "reach_error" not in subject.text


def test_assert_function_with_a_body(made: Make) -> None:
    subject = made(inside("int x = 3;\n __VERIFIER_assert(x == 3);", ASSERTION))
    inner, outer = subject.errors
    assert (inner.text, inner.asserts, inner.function) == ("reach_error", False, "__VERIFIER_assert")
    assert (outer.text, outer.asserts, outer.where.line) == ("__VERIFIER_assert", True, 3)
    assert outer.function == inner.function


def test_assert_function_of_any_name_is_found(made: Make) -> None:
    before = "void check(int ok) { if (!ok) reach_error(); } void plain(int x) { x++; }"
    subject = made(inside("int x = 3; check(x == 3); plain(x);", before))
    assert [error.text for error in subject.errors if error.asserts] == ["check"]


@pytest.mark.parametrize("name", ["__VERIFIER_assert", "__CPROVER_assert", "assert"])
def test_assert_function_without_a_body(made: Make, name: str) -> None:
    more = ', "text"' if name == "__CPROVER_assert" else ""
    subject = made(inside(f"int x = 3; {name}(x == 3{more});"))
    assert [(error.text, error.asserts) for error in subject.errors] == [(name, False)]
    assert "VERIABS_ASSERT(0," in subject.plain


def test_error_label_where_no_error_function_is_called(made: Make) -> None:
    subject = made("int main(void) { int x = 3;\n if (x == 3) goto ERROR; return 0;\n ERROR: return 1; }\n")
    assert [(error.text, error.where.line) for error in subject.errors] == [("ERROR", 3)]


def test_error_label_beside_an_error_function_is_a_label(made: Make) -> None:
    subject = made(inside("goto ERROR; reach_error(); ERROR: return 1;"))
    assert [error.text for error in subject.errors] == ["reach_error"]


def test_operands_of_an_assertion_are_seen(made: Make) -> None:
    before = f"int a[9], b[9], limit; {ASSERTION}"
    subject = made(inside("int i = 1; __VERIFIER_assert(a[i + 1] <= b[i] || i == -limit);", before))
    outer = next(error.number for error in subject.errors if error.asserts)
    seen = {one.text: one for one in subject.seen if one.error == outer}
    assert {"a[i + 1]", "b[i]", "i", "limit"} <= seen.keys()
    inner = [subject.seen[number].text for number in seen["a[i + 1]"].indices]
    assert inner == ["i + 1"]


def test_operands_with_an_effect_are_unchanged(made: Make) -> None:
    before = f"int a[9]; int f(int x) {{ return x; }} {ASSERTION}"
    subject = made(inside("int i = 1; __VERIFIER_assert(a[i++] <= f(i));", before))
    assert flat(subject.text).count("i++") == 1
    assert [one.text for one in subject.seen] == ["cond", "f(i)"]


# ------------------------------------------------------------------------------------------- a property file is given


def test_reach_error_alone_counts_where_a_property_is_given(made: Make) -> None:
    text = inside("int x = 3; assert(x == 4); if (x == 5) __assert_fail(0, 0, 0, 0); if (x == 3) reach_error();")
    assert [error.text for error in made(text).errors] == ["assert", "__assert_fail", "reach_error"]
    strict = made(text, strict=True)
    assert [error.text for error in strict.errors] == ["reach_error"]
    assert "VERIABS_ASSUME(x == 4)" in strict.plain
    assert "veriabs_end()" in strict.plain


def test_verifier_error_counts_where_a_property_is_given(made: Make) -> None:
    text = inside("int x = 3; assert(x == 4); __VERIFIER_error();", "extern void __VERIFIER_error(void);")
    assert [error.text for error in made(text, strict=True).errors] == ["__VERIFIER_error"]


def test_assertions_count_where_no_error_function_is_called(made: Make) -> None:
    text = "int main(void) { int x = 3; assert(x == 4); }\n"
    assert [error.text for error in made(text, strict=True).errors] == ["assert"]


def test_preprocessed_assertion_counts_as_the_error_that_it_calls(made: Make) -> None:
    text = "void reach_error() { __assert_fail(0, 0, 0, 0); } void f(int c) { if (!c) reach_error(); }\n"
    subject = made(text + "int main(void) { f(3); }\n", strict=True)
    assert [(error.text, error.asserts) for error in subject.errors] == [("reach_error", False), ("f", True)]


# --------------------------------------------------------------------------------------------------------- assumptions


@pytest.mark.parametrize("name", ["__VERIFIER_assume", "__CPROVER_assume", "assume_abort_if_not"])
def test_assumption_without_a_body(made: Make, name: str) -> None:
    assert "VERIABS_ASSUME(x > 3)" in made(inside(f"int x = 5; {name}(x > 3);")).plain


def test_assumption_that_spins_ends_the_run(made: Make) -> None:
    spinning = "void __VERIFIER_assume(int c) { if (!c) { LOOP: goto LOOP; } }"
    subject = made(inside("int x = 5; __VERIFIER_assume(x > 3);", spinning))
    assert "VERIABS_ASSUME(x > 3)" in subject.plain
    assert "LOOP" not in subject.plain


def test_assumption_with_another_body_is_the_users_own(made: Make) -> None:
    own = "void assume_abort_if_not(int c) { if (!c) { abort(); } }"
    subject = made(inside("int x = 5; assume_abort_if_not(x > 3);", own))
    assert "VERIABS_ASSUME" not in subject.plain
    assert "assume_abort_if_not(x > 3)" in subject.plain


def test_input_inside_an_assumption_is_a_site(made: Make) -> None:
    subject = made(inside("__VERIFIER_assume(__VERIFIER_nondet_int() > 3);"))
    assert [site.name for site in subject.sites] == ["__VERIFIER_nondet_int"]
    assert "__VERIFIER_nondet_int" not in subject.plain


# ---------------------------------------------------------------------------------------------- names, sizes, literals


@pytest.mark.parametrize("name", ["write", "read", "fork", "kill", "open", "strlen", "memcpy", "abs"])
def test_names_that_the_runtime_takes_are_renamed(made: Make, name: str) -> None:
    subject = made(inside(f"return {name}(3);", f"static int {name}(int x) {{ return x + 1; }}"))
    assert f"#define {name} program_{name}" in subject.text


def test_variables_of_such_a_name_are_renamed(made: Make) -> None:
    assert "#define read program_read" in made(inside("return read;", "int read;")).text


def test_other_names_stay(made: Make) -> None:
    subject = made(inside("return f(3);", "int f(int x) { return x; }"))
    assert re.findall(r"#define (\w+)", subject.text) == ["main"]


@pytest.mark.parametrize(
    ("head", "count"),
    [("int main(void)", 0), ("int main()", 0), ("int main(int c, char **v)", 2), ("int main(int c, char *v[])", 2)],
)
def test_parameters_of_main(made: Make, head: str, count: int) -> None:
    assert made(f"{head} {{ return 0; }}\n").parameters == count


def test_sizes_are_those_of_arrays_and_allocations(made: Make) -> None:
    text = inside("int n = 700, m = 800, k; int b[n]; k = 900; int *p = malloc(k * sizeof(int));"
                  "return a[0] + tiny[0] + 12345;", "int a[100000]; int tiny[2];")  # fmt: skip
    subject = made(text)
    assert subject.sizes == (700, 900, 100000)
    assert {2, 700, 800, 900, 100000, 12345} <= set(subject.literals)
    assert list(subject.literals) == sorted(set(subject.literals))


def test_a_table_that_is_written_out_keeps_its_size(made: Make) -> None:
    tables = 'const char hex[16] = "0123456789abcdef"; int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30};'
    used = "return hex[0] + days[0] + zeros[0] + some[0];"
    assert made(inside(used, f"{tables} int zeros[300] = {{0}}; int some[200] = {{1, 2}};")).sizes == (200, 300)


@pytest.mark.parametrize(("written", "value"), [("0x10", 16), ("020", 16), ("100u", 100), ("100UL", 100), ("7LL", 7)])
def test_spellings_of_whole_numbers(made: Make, written: str, value: int) -> None:
    assert value in made(inside(f"return {written} == 1;")).literals


def test_characters_are_integers_and_other_constants_are_not(made: Make) -> None:
    subject = made(inside("""char c = 'a', n = '\\n'; double d = 2.5; const char *s = "77";"""))
    assert {10, 97} <= set(subject.literals) <= {0, 1, 10, 97}


def test_reduced_text_has_the_small_numbers(made: Make) -> None:
    subject = made(inside("for (int i = 0; i < 1000; i++) a[i] = i; return a[999] == 0x3e8;", "int a[1000];"))
    text = subject.reduced({1000: 3, 999: 2})
    assert "a[3]" in text
    assert "i < 3" in text
    assert "a[2] == 3" in text
    assert "1000" not in text
    assert subject.reduced({}) == subject.plain
    assert "int a[1000]" in subject.plain, "the tree itself is not changed"


def test_reduced_text_reports_the_evaluated_assertion(made: Make) -> None:
    check = "void check(int cond) { if (!cond) reach_error(); }"
    subject = made(inside("int x = 7; check(x > 6); check(x > 7);", check))
    known = replace(subject, known=frozenset({1}))
    assert known.ends_only() == ["(error == 0 && veriabs_at == 1)"]
    assert "VERIABS_AT(1, check(x > 6));" in flat(known.reduced({}))


# ----------------------------------------------------------------------------------------------- what is not supported


@pytest.mark.parametrize(
    "body",
    ["system(0);", "fork();", "fopen(0, 0);", "unknown(3);", 'execl("/bin/true", 0);', "unlink(0);", "clone(0);"],
)
def test_call_without_a_body_is_unsupported(made: Make, body: str) -> None:
    with pytest.raises(UnsupportedError, match=r"input\.c:3.*missing body of"):
        made(inside(f"int x = 3;\n if (x) {body}"))


def test_a_run_ends_where_a_function_of_another_file_is_called(made: Make) -> None:
    subject = made("void log_it(int); int get(void);\n" + inside("int x = get(); log_it(x);"))
    assert subject.plain.count("VERIABS_ELSEWHERE()") == 2 and "log_it" not in subject.plain
    assert 'system("true")' not in made(inside('extern int system(const char *); return system("true");')).plain
    with pytest.raises(UnsupportedError, match="missing body of both"):
        made("struct s { int a; }; struct s both(void);\n" + inside("return both().a;"))



def test_file_without_main_is_unsupported(made: Make) -> None:
    with pytest.raises(UnsupportedError, match="no function main"):
        made("int f(void) { return 0; }\n")


# ---------------------------------------------------------------------------------------------------- gcc accepts it

PROGRAMS = {
    "scalars": inside("int x; char c; _Bool b; float f; double d; long l; unsigned u; "
                      "if (x + c + b + l + u > 3 && f < d) reach_error();"),
    "calls": inside("float __VERIFIER_nondet_float(void); float f = __VERIFIER_nondet_float(); "
                    "_Bool b = __VERIFIER_nondet_bool(); short s; "
                    "s = __VERIFIER_nondet_short(); if (f > 1 && b && s) reach_error();"),
    "arrays": inside("int a[100], m[10][20]; double d[9]; _Bool b[8]; char c[7]; int n = 5; int v[n]; "
                     "if (a[1] + m[2][3] + b[1] + c[2] + v[3] > d[1]) reach_error();"),
    "structs": inside("struct { int x; short y[3]; double d; _Bool b; } s, t[5]; "
                      "if (s.x + t[3].y[1] > s.d && t[1].b) reach_error();"),
    "memory": inside("int *p = (int *)malloc(40); char *c = malloc(7); int *q = calloc(3, 4); "
                     "if (p[3] + c[2] > q[1]) reach_error(); free(p);"),
    "assertions": inside("int i = 3; __VERIFIER_assert(a[i] <= a[i + 1] && (i > 2 || !i)); check(i, a[i] == 3);",
                         f"int a[9]; {ASSERTION} void check(int n, _Bool ok) {{ if (!ok) reach_error(); }}"),
    "asserts": inside('int i = 3; assert(i == 3); __CPROVER_assert(i == 3, "three"); __CPROVER_assume(i > 2);'),
    "label": "int main(void) { int x; if (x == 3) goto ERROR; return 0; ERROR: return 1; }\n",
    "arguments": "int main(int argc, char **argv) { if (argc > 1) return 1; reach_error(); }\n",
    "renamed": inside("return write(3) + read + strlen(4);",
                      "int write(int x) { return x; } int read; static int strlen(int x) { return x; }"),
    "library": inside('char s[9]; memset(s, 0, 9); strcpy(s, "abc"); printf("%s", s); if (strlen(s) == 3) abort(); '
                      "if (abs(-3) == 3) exit(0); reach_error();"),
    "functions": inside("int (*p)(int) = f; return p(3) + f(2);",
                        "int f(int n) { return n ? f(n - 1) : 0; } inline int g(void) { return 1; }"),
    "declared": inside("return f(3);", "struct s; int f(int); typedef int word; enum e { A, B = 5 }; "
                       "word f(int n) { switch (n) { case A: return 1; default: return B; } }"),
    "macro like names": inside("int veriabs = 3, SEEN = 4, spans; spans = veriabs + SEEN; if (spans) reach_error();"),
}  # fmt: skip


@pytest.mark.share(3)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_gcc_accepts_the_text(made: Make, name: str, model: DataModel, tmp_path: Path) -> None:
    search = InputSearch(made(PROGRAMS[name], model), tmp_path, None)
    assert search.build(), search.failure


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_gcc_accepts_the_plain_text(made: Make, name: str, model: DataModel, tmp_path: Path) -> None:
    subject = made(PROGRAMS[name], model)
    if subject.errors:
        check_syntax(program_text(ViolatingRun("", 0, {}, (), 0, 0, {}), subject, "native"), model)
    for program in list(bounded.programs(subject))[:2]:
        check_syntax(render_c("bounded/program", program.query.context), model)


def check_syntax(text: str, model: DataModel) -> None:
    word = {DataModel.LP64: "-m64", DataModel.ILP32: "-m32"}[model]
    command = ["gcc", word, "-std=gnu11", "-fsyntax-only", "-w", "-ffreestanding", "-xc", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", PROGRAMS)
def test_plain_text_has_no_reporting_calls(made: Make, name: str) -> None:
    subject = made(PROGRAMS[name])
    assert "VERIABS_SEEN" not in subject.plain
    assert "VERIABS_AT" not in subject.plain


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers_are_those_of_their_place(made: Make, name: str) -> None:
    subject = made(PROGRAMS[name])
    for numbered in (subject.sites, subject.errors, subject.seen):
        assert [one.number for one in numbered] == list(range(len(numbered)))


@pytest.mark.parametrize("declared", ["int (*g)(int)", "hook g"])
def test_call_through_a_pointer_names_the_functions_that_it_may_reach(made: Make, declared: str) -> None:
    before = f"typedef int (*hook)(int); int h(int x) {{ return x; }} int twice({declared}) {{ return g(1) + g(2); }}"
    found = made(inside("return twice(h);", before))
    assert found.text.count("VERIABS_CALLED(g)") == 2
    assert found.pointed_to == ("h",)
