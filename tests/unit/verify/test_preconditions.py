"""Test inferred preconditions: sizes of objects and bounds of numbers, from native runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.deadline import Deadline
from veriabs.core.precondition import Precondition, acsl, cprover
from veriabs.core.source import Entry, Task
from veriabs.solvers.driver import Cbmc
from veriabs.verify.api import verify
from veriabs.verify.options import Options
from veriabs.verify.precondition_grammar import LARGE, smallest_size, weakest_clauses
from veriabs.verify.preconditions import with_precondition

LOOP = "for (i = 0; i < n; i++)"
ALL = ("bounds", "overflow", "unsigned-overflow", "shift", "div-by-zero", "pointer")


def needs(text: str, folder: Path, *checks: str, null: bool = False) -> Precondition:
    path = folder / "f.c"
    path.write_text(text, encoding="utf-8")
    task = Task(path, entry=Entry("f", null_pointers=null), checks=checks or ("bounds",))
    return with_precondition(task, Deadline(120.0)).entry.needs


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "size"),
    [
        ("for (i = 0; i <= n; i++) p[i] = 0;", "n + 1"),
        ("i = 0; while (i++ < n) p[i - 1] = 0;", "n"),
        ("i = 0; again: if (i++ >= n) return; p[i - 1] = 0; goto again;", "n"),
        ("for (i = n; i-- > 0;) p[i] = 0;", "n"),
        ("int *e = p + n; while (p < e) *p++ = 0;", "n"),
        ("int k = n; while (k > 0) { k--; p[n - 1 - k] = 0; }", "n"),
        (f"{LOOP} for (int j = 0; j < m; j++) p[i * m + j] = 0;", "n * m"),
        (f"int k = 0; {LOOP} {{ p[k++] = q[i] >> 4; p[k++] = q[i] & 15; }} p[k] = 0;", "2 * n + 1"),
        (f"{LOOP} p[q[i] & 15]++;", "16"),
        (f"{LOOP} q[i] = p[i >> 3];", "(n + 7) / 8"),
        ("if (m < n) p[m] = 0;", "n"),
        ("while (*p) p++;", None),
        ("for (i = m; i < m + n; i++) p[i] = 0;", "n + m"),
    ],
)
def test_the_size_is_the_least_that_runs_need(body: str, size: str | None, tmp_path: Path) -> None:
    found = needs(f"void f(int *p, int *q, int n, int m) {{ int i; {body} }}", tmp_path)
    assert found.sizes.get("p") == size


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("int f(const char *s) { int n = 0; while (*s++) n++; return n; }", {"s": "text"}),
        ("int f(const char *s, const char *t) { while (*s && *s == *t) { s++; t++; } return *s - *t; }", None),
        ("int f(const char *s, int n) { int k = 0; while (k < n && s[k]) k++; return k; }", {"s": "n"}),
        ("void f(char *t, const char *s) { while ((*t++ = *s++)) ; }", {"s": "text"}),
        ("struct s { int at; }; void f(int *p, struct s *s, int n) { if (s->at < n) p[s->at] = 0; }", None),
    ],
)
def test_a_string_has_any_length(text: str, sizes: dict[str, str] | None, tmp_path: Path) -> None:
    found = needs(text, tmp_path, "bounds").sizes
    assert found == (sizes or ({"s": "text", "t": "text"} if "char" in text else {"p": "n", "s": "1"}))


@pytest.mark.parametrize(
    ("body", "sizes"),
    [
        ("if (b->used < b->size) b->data[b->used++] = 0;", {"b->data": "b->size"}),
        ("for (int i = 0; i < b->used; i++) b->other->data[i] = 0;", {"b->other->data": "b->used"}),
        ("b->data[n] = 0;", {"b->data": "n + 1"}),
        ("int *d = b->data; for (int i = 0; i < b->used; i++) d[i] = 0;", {"b->data": "b->used"}),
    ],
)
def test_the_size_behind_a_member_may_be_another_member(body: str, sizes: dict[str, str], tmp_path: Path) -> None:
    struct = "struct s { int *data; int used, size; struct s2 { int *data; } *other; };"
    found = needs(f"{struct} void f(struct s *b, int n) {{ {body} }}", tmp_path)
    assert found.sizes == {"b": "1", **sizes}


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("int f(const int *a, int n) { return a[n - 1]; }", {"n >= 1"}),
        ("int f(int a, int b) { return a / b; }", {"b != 0", "a >= -2147483647"}),
        ("int f(int n) { return n + 1; }", {"n <= 2147483646"}),
        ("int f(int a, int b) { return a + b; }", {"a + b <= 2147483647", "a + b >= -2147483648"}),
        ("unsigned f(unsigned a, unsigned b) { return a - b; }", {"a >= b"}),
        ("int f(int n) { char b[16]; b[n] = 1; return b[n]; }", {"n >= 0", "n <= 15"}),
        ("unsigned f(unsigned x, int k) { return x >> k; }", {"k >= 0", "k <= 31"}),
        ("#include <assert.h>\nint f(int n) { assert(n > 2); return n; }", {"n >= 3"}),
        ("int f(int *at, int n) { int i = *at + 1; *at = n; return i; }", {"*at <= 2147483646"}),
        ("unsigned f(const unsigned *at, unsigned n) { return n - *at; }", {"n >= *at"}),
    ],
)
def test_inferred_bound_excludes_failing_inputs(text: str, clauses: set[str], tmp_path: Path) -> None:
    assert set(needs(text, tmp_path, *ALL).clauses) == clauses


@pytest.mark.parametrize(
    "text",
    [
        "void f(int x) { int b[4]; for (int i = 0; i <= 4; i++) b[i] = x; }",  # whatever is passed
        "int f(int n) { char b[16]; if (n < 0 || n > 16) return 0; b[n] = 1; return b[n]; }",  # for 16 alone
        "#include <assert.h>\nint f(int n) { int m = n > 9 ? n : 9; assert(m > 9); return m; }",  # a claim
        "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * 65536; return s; }",
        "int f(int k) { int b[4] = {0}; return k ? b[k | 4] : 0; }",  # for all numbers but one
        "/*@ requires n >= 0; */ int f(int n) { return 8 / n; }",  # the contract is written
    ],
)
def test_an_error_of_the_function_itself_makes_no_precondition(text: str, tmp_path: Path) -> None:
    assert needs(text, tmp_path, *ALL).clauses == ()


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("int f(int *p) { return *p; }", ("p != \\null",)),
        ("int f(int *p) { return p ? *p : 0; }", ()),
        ("void f(int *p, const int *q, int n) { for (int i = 0; i < n; i++) if (p) p[i] = q[i]; }", ("q != \\null",)),
    ],
)
def test_a_pointer_that_may_be_null(text: str, clauses: tuple[str, ...], tmp_path: Path) -> None:
    assert needs(text, tmp_path, null=True).clauses == clauses


def test_sizes_are_compared_by_their_unused_elements() -> None:
    needed = [({"n": n, "m": m}, min(n, m)) for n in range(4) for m in range(4)]
    assert (found := smallest_size(needed, ["n", "m"], "p_of_m")) is not None and found.text == "n"
    assert smallest_size([({"n": 1}, 0)], ["n"], "p") is None


def test_a_constant_size_that_was_not_enough_gives_way_to_a_parameter() -> None:
    needed = [({"n": 900}, 0), ({"n": 800}, 3), ({"n": 20}, 12)]
    assert (found := smallest_size(needed, ["n"], "p")) is not None and found.text == "12"
    assert (found := smallest_size(needed, ["n"], "p", 8)) is not None and found.text == "n"
    assert (found := smallest_size(needed, [], "p", 8)) is not None and found.text == str(LARGE)
    assert smallest_size([({}, 5000)], [], "p", 4096) is not None


def test_bounds_keep_all_good_inputs() -> None:
    good, bad = [{"n": n} for n in (1, 2, 9)], [{"n": n} for n in (-3, 0, 20)]
    found = weakest_clauses(good, bad, ["n"], lambda bound: True)
    assert found is not None and {str(one) for one in found} == {"n >= 1", "n <= 19"}
    assert weakest_clauses(good, [{"n": 5}], ["n"], lambda bound: True) is None


def test_a_precondition_is_written_in_both_notations() -> None:
    found = Precondition({"a": "n + 1", "s": "text", "b": "2 * n", "c": "4"}, ("n >= 1", "a + b <= 7"))
    assert acsl(found) == [
        "requires valid_read_string(s);",
        "requires \\valid(a + (0 .. n));",
        "requires \\valid(b + (0 .. 2 * n - 1));",
        "requires \\valid(c + (0 .. 3));",
        "requires n >= 1;",
        "requires a + b <= 7;",
    ]
    assert cprover(found)[0] == "__CPROVER_requires(__CPROVER_is_fresh(a, (n + 1) * sizeof(*a)))"
    assert cprover(found)[-1] == "__CPROVER_requires((__int128)a + b <= 7)"


@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("int f(char *p, size_t n) { int x = 0; for (int i = 0; i < n; i++) x ^= p[i]; return x; }",
         ("n <= 2147483647",)),
        ("unsigned f(char *p, size_t n) { unsigned c = 0; for (size_t i = 0; i < n; i++) if (p[i]) c++; return c; }",
         ("n <= 4294967295",)),
        ("int f(int *a, size_t n, size_t m) { int b = 0; for (size_t i = m; i < n; i++) if (a[i]) b = i; return b; }",
         ("n <= 2147483647",)),
        ("void f(char *p, size_t n) { for (size_t i = 0; i < n; i++) p[i] = 0; }", ()),
        ("int f(size_t n) { assert(n >= 70000); int i = 0; while (i < n) i++; return i; }", ("n >= 70000",)),
    ],
)
def test_numbers_are_bounded_if_that_proves_open_checks(
    text: str, clauses: tuple[str, ...], tmp_path: Path, cbmc: Cbmc
) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"#include <assert.h>\n#include <stddef.h>\n{text}", encoding="utf-8")
    checks = ("bounds", "overflow", "unsigned-overflow", "conversion")
    report = verify(Task(path, entry=Entry("f"), checks=checks), Options(timeout=60), cbmc=cbmc)
    assert report.task.entry.needs.clauses == clauses
