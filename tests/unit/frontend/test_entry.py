"""Test functions other than `main` as the entry of a verification."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Entry, Task
from veriabs.frontend.entry import ParsedSource, enter, enter_source, function_list, functions_of
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.program import load_program, read
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options
from veriabs.verify.preconditions import with_precondition

LIBRARY = """#include <stddef.h>
extern void __VERIFIER_assert(int);
struct point { int x, y; };
static int total = 3;
void sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] > 0; __VERIFIER_assert(s >= 0); }
void each(struct point *q, size_t k) { for (size_t i = 0; i < k; ++i) q[i].x = 0; }
void two(int *q) { q[1] = *q; }
void any(char *s) { while (*s) s++; }
void outer(int *p, int m) { sum(p, m + 1); }
void fixed(int grid[(long)4]) { grid[0] = 1; __VERIFIER_assert(total == 3); }
void many(int count, ...) { }
void back(int (*f)(int)) { f(1); }
int main(void) { return 0; }
"""

Make = Callable[..., Task]


@pytest.fixture
def task(tmp_path: Path) -> Make:
    def make(text: str = LIBRARY, **entry: object) -> Task:
        path = tmp_path / "lib.c"
        path.write_text(text, encoding="utf-8")
        return Task(path, entry=Entry(**entry))  # type: ignore[arg-type]

    return make


def needing(task: Task) -> Task:
    """The task with the requirements of its function."""
    return with_precondition(task, Deadline(60.0))


def unmarked(text: str) -> str:
    """The text without places."""
    return re.sub(r"\s*\n(# [^\n]*\n)+ *", "", text)


@pytest.mark.parametrize(
    ("function", "allocated", "assumed"),
    [
        ("sum", "int *a = malloc((n) * sizeof(int));", "a points to n elements of its own, n >= 0 (inferred)"),
        (
            "each",
            "struct point *q = malloc((k) * sizeof(struct point));",
            "q points to k elements of its own (inferred)",
        ),
        ("two", "int *q = malloc((q_size) * sizeof(int));", "q points to an object of its own, of any size"),
        ("any", "char *s = malloc((elements_of_s) * sizeof(char));", "s points to a string of its own, of any length"),
        ("outer", "int *p = malloc(((long long)(m) + 1) * sizeof(int));", "p points to m + 1 elements of its own"),
        ("fixed", "int *grid = malloc(((long)(4)) * sizeof(int));", "grid points to 4 elements of its own (inferred)"),
    ],
)
def test_a_pointer_has_an_object(task: Make, function: str, allocated: str, assumed: str) -> None:
    text, assumptions = read(needing(task(function=function)))
    if function == "two":  # constant indices tell the size as well
        allocated, assumed = "int *q = malloc((2) * sizeof(int));", "q points to 2 elements of its own (inferred)"
    assert allocated in unmarked(text)
    assert any(one.startswith(assumed) for one in assumptions)


def test_an_inferred_difference_below_zero_is_a_size_of_zero(task: Make) -> None:
    clear = task("void clear(int *a, unsigned n) { for (unsigned i = 1; i < n; i++) a[i - 1] = 0; }", function="clear")
    text, assumptions = read(needing(clear))
    size = "((long long)(n) - 1) > 0 ? ((long long)(n) - 1) : 0"
    assert f"malloc(({size}) * sizeof(int))" in unmarked(text)
    assert assumptions == ("a points to n - 1 elements of its own (inferred)",)
    text, _ = read(task(clear.path.read_text(), function="clear", sizes={"a": "n - 1"}))
    assert f"malloc(({size}) * sizeof(int))" in unmarked(text)


def test_a_variable_of_the_file_that_has_to_be_valid_is_not_null(task: Make) -> None:
    text, _ = read(task("int *kept;\n/*@ requires \\valid(kept); */\nint f(void) { return *kept; }", function="f"))
    assert "if (!(kept != (void *)0)) abort();" in unmarked(text)


def test_main_gets_no_arrays(task: Make) -> None:
    with pytest.raises(InputError, match="--array a: main has no parameter a of unknown size"):
        read(task("int main(void) { return 0; }", sizes={"a": "2"}))


def test_a_size_that_is_given_counts(task: Make) -> None:
    text, assumptions = read(task(function="sum", sizes={"a": "2*n"}))
    assert "malloc(((long long)(2) * n) * sizeof(int))" in unmarked(text)
    assert "a points to 2*n elements of its own, 2*n >= 0 (given)" in assumptions


@pytest.mark.parametrize(
    ("size", "limits"),
    [
        ("2 * n + 1", ["if (n > 1099511627776ULL) abort();"]),
        ("n + 3 * m", ["if (n > 1099511627776ULL) abort();", "if (m > 1099511627776ULL) abort();"]),
        ("n / 2 - 1", ["if (n > 2199023255554ULL) abort();"]),
        ("n + k", ["if (n > 1099511627776ULL) abort();"]),
        ("2 * d", []),
    ],
)
def test_variables_of_a_size_are_limited_by_the_largest_object(task: Make, size: str, limits: list[str]) -> None:
    """Only unsigned ones, since a negative summand lets another one be larger."""
    head = "void f(char *a, unsigned long n, unsigned long m, unsigned k, long d) { a[0] = n + m + k + d; }"
    made = task(head, function="f", sizes={"a": size})
    if size == "2 * d":
        with pytest.raises(InputError, match="--array a:2 \\* d"):
            read(made)
    else:
        assert re.findall(r"if \(\w+ > \w+\) abort\(\);", unmarked(read(made)[0])) == limits


def test_an_inferred_size_that_may_be_too_large_leaves_the_size_open(task: Make) -> None:
    text = """struct m { unsigned long r, c; double *v; };
    double f(const struct m *m) { double t = 0;
      for (unsigned long i = 0; i < m->r; i++) for (unsigned long j = 0; j < m->c; j++) t += m->v[i * m->c + j];
      return t; }"""
    _, assumptions = read(needing(task(text, function="f")))
    assert "m->v points to an object of its own, of any size (--array m->v:SIZE)" in assumptions


def test_a_text_ends_where_its_object_does(task: Make) -> None:
    text, assumptions = read(task(function="any", sizes={"s": "text"}))
    written = "char *s = malloc((elements_of_s) * sizeof(char));s[elements_of_s - 1] = 0;"
    assert written in unmarked(text).replace("\n  ", "")
    assert "s points to a string of its own, of any length (given)" in assumptions
    _, assumptions = read(task(function="any", sizes={"s": "2"}))
    assert "s points to 2 elements of its own (given)" in assumptions
    with pytest.raises(InputError, match="--array q:text: q does not point to characters"):
        read(task(function="two", sizes={"q": "text"}))


def test_a_name_that_is_not_a_parameter_has_no_size(task: Make) -> None:
    with pytest.raises(InputError, match="--array b: sum has no parameter b"):
        read(task(function="sum", sizes={"b": "2"}))


def test_an_invalid_entry_is_reported_with_its_place(task: Make) -> None:
    with pytest.raises(UnsupportedError, match=r"lib\.c:11: many takes a variable number of arguments"):
        read(task(function="many"))


def test_unknown_function_error_lists_the_functions(task: Make) -> None:
    with pytest.raises(InputError, match="no function gone; it has sum, each, two"):
        read(task(function="gone"))
    with pytest.raises(InputError, match=r"no function main; it has f; try: --function f, or verify --all-functions"):
        load_program(task("void f(void) { }"))
    assert function_list([]) == ""


def test_all_functions_are_listed(task: Make) -> None:
    made = task("int f(void); int g(int x) { return x; } int f(void) { return g(1); }")
    found = functions_of(preprocess(made), made)
    assert {name: (one.where.line, one.parameters) for name, one in found.items()} == {"g": (1, {"x"}), "f": (1, set())}
    made = task("void f(void) { } int main(void) { f(); return 0; }")
    assert list(functions_of(preprocess(made), made)) == ["f", "main"]


def test_parsed_source_serves_every_entry_function(task: Make) -> None:
    source = ParsedSource.of(preprocess(task()), task())
    for name in ("sum", "each", "two", "sum"):
        one = task(function=name)
        assert enter_source(source, one) == enter(preprocess(one), one)
        assert load_program(one, source=source) == load_program(one)
    with pytest.raises(InputError, match="no function gone"):
        load_program(task(function="gone"), source=source)


def test_main_of_the_file_is_not_the_entry(task: Make) -> None:
    program = load_program(task(function="fixed"))
    assert program.task.entry.function == "fixed" and len(program.body) > 0


def test_globals_hold_what_they_are_initialised_with_or_anything(task: Make, cbmc: Cbmc) -> None:
    assert decided(task(function="fixed"), cbmc).verdict is Verdict.TRUE
    report = decided(task(function="fixed", arbitrary_globals=True), cbmc)
    assert report.verdict is Verdict.FALSE


# ------------------------------------------------------------------------------------------------- from end to end

SET = """
/*@ requires \\valid(a + (0 .. n-1)) && n > 0;
    ensures \\forall integer i; 0 <= i < n ==> a[i] == v;
    ensures \\result == n; */
int set(int *a, int n, int v) { for (int i = 0; i %s n; i++) a[i] = v; return n; }
int first(int *p)
__CPROVER_requires(p[0] > 3)
__CPROVER_ensures(__CPROVER_return_value > %d && p[0] == __CPROVER_old(p[0]))
{ return p[0]; }
"""


def decided(task: Task, cbmc: Cbmc) -> Report:
    return verify(task, load_program(task), cbmc, Options(timeout=40.0))


@pytest.mark.cbmc
def test_a_function_is_proved_for_any_size(task: Make, cbmc: Cbmc) -> None:
    report = decided(task(SET % ("<", 3), function="set"), cbmc)
    assert [(one.goal.where.line, one.verdict) for one in report.goals] == [(3, Verdict.TRUE), (4, Verdict.TRUE)]
    assert report.conditions == ()


@pytest.mark.long
@pytest.mark.cbmc
def test_a_loop_that_runs_too_far_is_not_proved(task: Make, cbmc: Cbmc) -> None:
    report = decided(task(SET % ("<=", 3), function="set"), cbmc)
    assert report.verdict is not Verdict.TRUE or "in bounds" in report.wording


@pytest.mark.cbmc
@pytest.mark.parametrize(("bound", "verdict"), [(3, Verdict.TRUE), (4, Verdict.FALSE)])
def test_a_contract_holds_or_fails_with_values_of_the_parameters(
    task: Make, cbmc: Cbmc, bound: int, verdict: Verdict
) -> None:
    report = decided(needing(task(SET % ("<", bound), function="first")), cbmc)
    assert report.verdict is verdict
    if report.counterexample is not None:
        assert [given.site.name for given in report.counterexample.inputs] == ["p"]
        assert report.counterexample.assertion.where.line == 8


@pytest.mark.parametrize("bytes_", ["n * sizeof(int)", "n * sizeof(*p)", "n * sizeof *p"])
def test_contract_gives_a_size_in_bytes(tmp_path: Path, bytes_: str) -> None:
    path = tmp_path / "fresh.c"
    clauses = f"__CPROVER_requires(n > 0 && __CPROVER_is_fresh(p, {bytes_}))"
    path.write_text(f"int first(int *p, int n) {clauses} {{ return p[n - 1]; }}", encoding="utf-8")
    text, assumptions = read(Task(path, entry=Entry("first")))
    assert assumptions == ()
    assert "malloc((n) * sizeof(int))" in unmarked(text)


FLEXIBLE = """typedef struct box { unsigned char length; int cells[]; } box;
int read(box *b) { return b->cells[0]; }
int first(struct box *b, int n) { return b->length; }
"""


@pytest.mark.parametrize("function", ["read", "first"])
def test_a_struct_ends_with_any_number_of_elements(function: str, task: Make) -> None:
    entered = enter(FLEXIBLE, task(FLEXIBLE, function=function))
    size = "elements_of_cells_of_b * sizeof(((" in unmarked(entered.text)
    assert size and "b points to 1 element of its own, with a cells of any size" in entered.assumptions
    with pytest.raises(InputError, match="flexible array member cells"):
        enter(FLEXIBLE, task(FLEXIBLE, function=function, sizes={"b": "3"}))


@pytest.mark.cbmc
def test_the_last_elements_of_a_struct_are_its_callers(cbmc: Cbmc, task: Make) -> None:
    made = task(FLEXIBLE.replace("return b->cells[0]", "return b->length ? b->cells[b->length] : 0"), function="read")
    report = decided(replace(made, checks=("bounds",)), cbmc)
    assert report.verdict is Verdict.UNKNOWN  # nobody says how many there are
    made = task(FLEXIBLE.replace("return b->cells[0]", "return b->length"), function="read")
    report = decided(replace(made, checks=("bounds", "overflow")), cbmc)
    assert report.verdict is Verdict.TRUE


NAMED = """typedef char *text; typedef const int *numbers; typedef void (*action)(int);
int length(const text s) { int n = 0; while (s[n]) n++; return n; }
int sum(numbers a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int header(text s) { return s[-1]; }
void act(action f, int n, ...) { }
"""


@pytest.mark.parametrize(
    ("function", "assumed"),
    [
        ("length", "s points to a string of its own, of any length (inferred)"),
        ("sum", "a points to n elements of its own, n >= 0 (inferred)"),
    ],
)
def test_a_name_of_a_pointer_type_is_a_pointer(function: str, assumed: str, task: Make) -> None:
    assert assumed in read(needing(task(NAMED, function=function)))[1]


def test_access_before_the_start_of_a_parameter_is_refused(task: Make) -> None:
    with pytest.raises(UnsupportedError, match="parameter s is accessed at a negative index"):
        read(needing(task(NAMED, function="header")))
    with pytest.raises(UnsupportedError, match="variable number"):
        enter(NAMED, task(NAMED, function="act"))


WRITER = """typedef struct { unsigned char *buf; unsigned size; const char *name; } writer;
unsigned long strlen(const char *);
void put(writer *w, unsigned char b) { if (w->size) w->buf[w->size - 1] = b; }
char last(const writer *w) { return w->name[strlen(w->name)]; }
unsigned room(const writer *w) { return w->size ? w->size - 1 : w->buf[0]; }
"""
OF_ANY_SIZE = "w->buf points to an object of its own, of any size (--array w->buf:SIZE, or w->buf:text)"


@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("function", "verdict", "assumed"),
    [
        ("put", Verdict.UNKNOWN, OF_ANY_SIZE),
        ("last", Verdict.TRUE, "w->name points to a string of its own, of any length (inferred)"),
        ("room", Verdict.TRUE, OF_ANY_SIZE),
    ],
)
def test_pointers_in_a_struct_have_objects_of_any_size(
    function: str, verdict: Verdict, assumed: str, cbmc: Cbmc, task: Make
) -> None:
    made = replace(task(WRITER, function=function), checks=("bounds", "overflow"))
    assert assumed in load_program(made).assumptions
    assert decided(made, cbmc).verdict is verdict


@pytest.mark.parametrize(("pointer", "size"), [("w->buf", "w->size"), ("w->name", "text"), ("*p->buf", "5")])
def test_array_behind_a_member_has_the_given_size(pointer: str, size: str, task: Make) -> None:
    other = "unsigned char first(writer **p) { return *(*p)->name + (*p)->buf[0]; }"
    both = "int both(const writer *w) { return w->size ? w->buf[0] + w->name[0] : 0; }"
    function = "first" if pointer.startswith("*") else "both"
    _, assumptions = read(task(WRITER + other + both, function=function, sizes={pointer: size}))
    said = "a string of its own, of any length" if size == "text" else f"{size} elements of its own"
    assert f"{pointer} points to {said} (given)" in assumptions


CALLING = """typedef void handler(int); typedef int (*chosen)(int); static handler *kept;
void keep(handler *h) { kept = h; }
int index(chosen f, int a[4], int i) { return f != 0 && i >= 0 && i < 4 ? a[i] : 0; }
int run(int (*f)(int), int a[4]) { return a[f(1) & 3]; }
"""


@pytest.mark.cbmc
@pytest.mark.parametrize(("function", "is_called"), [("keep", False), ("index", False), ("run", True)])
def test_a_pointer_to_a_function_is_any(function: str, is_called: bool, cbmc: Cbmc, task: Make) -> None:
    """The called function is unknown: it may write every object that it can name, and never return."""
    made = replace(task(CALLING, function=function), checks=("bounds", "overflow"))
    report = decided(made, cbmc)
    assert report.verdict is Verdict.TRUE
    assert any(one.text.startswith("the target of f") for one in report.conditions) is is_called


HANDING = """unsigned long strlen(const char *); void *malloc(unsigned long); void free(void *); typedef char *str;
int skip(const char **s) { int n = 0; while (**s == ' ') { ++*s; n++; } return n; }
int words(const char **s) { int n = 0; while (**s) { if (n < 9 && **s == ' ') n++; (*s)++; } return n; }
int copy(const int *a, unsigned n, int **out) {
  int *c = malloc(n * sizeof *c);
  if (c == 0) return -1;
  for (unsigned i = 0; i < n; i++) c[i] = a[i];
  *out = c;
  return 0;
}
int both(int **out) { int *a = malloc(8), *b = malloc(8); if (!a || !b) return -1; *out = a; return 0; }
int *first(void) { int *a = malloc(8), *b = malloc(8); return !a || !b ? 0 : a; }
void ends(str *s) { free(*s); *s = 0; }
int uses(char **s) { free(*s); return **s; }
void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; __VERIFIER_assert(*b == t); }
int options(int argc, char **argv) { return argc > 1 && argv[1][0] == '-'; }
int row(char *list[]) { return *list[0]; }
"""
CHECKS = ("bounds", "pointer", "overflow", "memory-leak")


@pytest.mark.cbmc
@pytest.mark.share(4, 2)
@pytest.mark.parametrize(
    ("function", "verdict", "assumed"),
    [
        ("skip", Verdict.UNKNOWN, "*s points to an object of its own, of any size (--array *s:SIZE, or *s:text)"),
        ("words", Verdict.TRUE, "*s points to a string of its own, of any length (inferred)"),
        ("copy", Verdict.TRUE, "a points to n elements of its own (inferred)"),
        ("both", Verdict.FALSE, None),
        ("first", Verdict.FALSE, None),
        ("ends", Verdict.TRUE, "*s points to an object of its own, of any size (--array *s:SIZE, or *s:text)"),
        ("uses", Verdict.FALSE, "*s points to an object of its own, of any size (--array *s:SIZE, or *s:text)"),
        ("swap", Verdict.TRUE, "*b points to an object of its own, of any size (--array *b:SIZE)"),
    ],
)
def test_a_parameter_points_to_a_pointer_of_the_caller(
    function: str, verdict: Verdict, assumed: str | None, cbmc: Cbmc, task: Make
) -> None:
    entered = task(HANDING, function=function)
    made = replace(needing(entered) if "inferred" in (assumed or "") else entered, checks=CHECKS)
    assert assumed is None or assumed in load_program(made).assumptions
    assert decided(made, cbmc).verdict is verdict


def test_the_object_of_a_parameter_may_have_a_size(task: Make) -> None:
    _, assumptions = read(task(HANDING, function="skip", sizes={"*s": "text"}))
    assert "*s points to a string of its own, of any length (given)" in assumptions
    with pytest.raises(UnsupportedError, match="parameter s points to several pointers"):
        read(task(HANDING, function="skip", sizes={"s": "2"}))
    with pytest.raises(InputError, match=r"--array \*a: copy has no parameter \*a"):
        read(task(HANDING, function="copy", sizes={"*a": "2"}))
    made = task(HANDING)
    parameters = functions_of(preprocess(made), made)["copy"].parameters
    assert parameters == {"a", "n", "out", "*out"}


@pytest.mark.parametrize("function", ["options", "row"])
def test_several_pointers_are_refused(function: str, task: Make) -> None:
    with pytest.raises(UnsupportedError, match="points to several pointers"):
        read(task(HANDING, function=function))


@pytest.mark.parametrize("function", ["main", "other"])
def test_quantifiers_of_functions_that_are_not_reached_are_no_obstacle(task: Make, function: str) -> None:
    text = "int f(int n) { return __CPROVER_exists { int i; 0 <= i && i < n && i == 3 }; }\n"
    made = task(f"{text}int main(void) {{ return 0; }}\nint other(void) {{ return 1; }}\n", function=function)
    assert "__CPROVER_exists" not in read(made)[0]
    with pytest.raises(UnsupportedError, match="__CPROVER_exists is only supported in an assertion"):
        read(task(f"{text}int {function}(void) {{ return f(1); }}\n", function=function))


def test_an_unknown_name_in_a_size_is_not_said_to_be_in_a_contract(task: Make) -> None:
    with pytest.raises(InputError, match=r"--array a:k: \S+: k is not declared"):
        read(task("void f(char *a, int n) { a[n] = 0; }", function="f", sizes={"a": "k"}))
