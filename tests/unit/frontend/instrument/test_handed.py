"""What a parameter of type `void *` points to is known by the calls of its function, or no run counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.instrumented import load_instrumented

HEAD = """#include <stdlib.h>
struct pair { int key, value; } pairs[9];
int a[9]; long wide[9]; void *any;
"""
BY = "int by(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }"


def read(folder: Path, functions: str, body: str) -> None:
    path = folder / "h.c"
    path.write_text(f"{HEAD}{functions}\nint main(void) {{ {body} return 0; }}\n", encoding="utf-8")
    load_instrumented(Task(path))


@pytest.mark.parametrize(
    ("functions", "body"),
    [
        (BY, "qsort(a, 9, sizeof *a, by);"),
        (BY, "qsort(a, 9, sizeof *a, &by);"),
        (BY, "int k = 1; int *f = bsearch(&k, a, 9, sizeof *a, by);"),
        (BY, "by(a, a + 1); by(&a[2], &a[3]);"),
        (f"int by(const void *, const void *); {BY}", "qsort(a, 9, sizeof *a, by);"),
        (
            "int by(const void *p, const void *q) { const struct pair *x = p, *y = q; return x->key - y->key; }",
            "qsort(pairs, 9, sizeof *pairs, by);",
        ),
        ("void put(void *to) { int *t; t = to; *t = 1; }", "put(a);"),
    ],
)
def test_what_calls_hand_over_is_known(functions: str, body: str, tmp_path: Path) -> None:
    read(tmp_path, functions, body)


@pytest.mark.parametrize(
    ("functions", "body"),
    [
        (BY, "qsort(wide, 9, sizeof *wide, by);"),
        (BY, "qsort(a, 9, sizeof *a, by); by(wide, wide);"),
        (BY, "qsort(any, 9, sizeof *a, by);"),
        (BY, "int (*f)(const void *, const void *) = by; f(a, a); qsort(a, 9, sizeof *a, by);"),
        (BY.replace("return", "p = q; return"), "qsort(a, 9, sizeof *a, by);"),
        (BY, "void *p = any; qsort(a, 9, sizeof *a, by); by(p, p);"),
        (BY, ""),
        (
            f"void qsort(void *b, unsigned long n, unsigned long s, int (*f)(const void *, const void *)) {{}} {BY}",
            "qsort(a, 9, sizeof *a, by);",
        ),
        ("void put(void *to) { int *t; t = to; *t = 1; }", "put(wide);"),
        ("void put(void *to) { int *t = to; *t = 1; }", "put(pairs);"),
    ],
)
def test_what_may_be_another_type_is_refused(functions: str, body: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="another type than its own"):
        read(tmp_path, functions, body)
