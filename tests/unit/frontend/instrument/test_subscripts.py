"""Programs that access memory by plain subscripts only, so that only an index can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.source import Task
from veriabs.frontend.instrumented_program import load_instrumented

HEAD = """
extern int __VERIFIER_nondet_int(); extern void reach_error(void); extern int given(int); extern int unknown();
extern int length(const char *); extern void *memory(int); typedef int number; typedef int row[4]; typedef int *way;
extern int elsewhere[]; extern int *moving; enum { FIRST, SECOND };
int a[10], m[4][4], n; row r; struct s { int cells[4]; int more; int *link; struct s *next; } s, many[10];
void check(int holds) { if (!holds) { ERROR: reach_error(); } }
int f(int x) { return x + 1; }
struct s made(struct s given) { given.more++; return given; }
"""

PLAIN = {
    "cells": "for (int i = 0; i < 10; i++) { a[i] = __VERIFIER_nondet_int(); check(a[i] != 3); }",
    "rows": "m[1][2] = m[n][f(n)];",
    "structs": "many[n].cells[n + 1] = s.cells[2]; many[3] = made(s); s = many[2];",
    "numbers": "number k = FIRST; long l = (long)k; k = -k + ~k; k++; --k; n = !k ? 3 : sizeof a / sizeof a[0];",
    "objects": "int here[] = {1, 2, 3}, zero[3] = {0}; static char c[8]; here[n] = zero[n] + c[n];",
    "control": "do { if (n) continue; switch (n) { case 3: break; default: goto out; } } while (n++ < 4); out: ;",
    "another array type": "r[2] = 3;",
    "one name for two things": "{ int a = 3; a++; }",
    "foreign": "n = given(3) + unknown();",
}

POINTERS = {
    "a pointer": "int *p;",
    "a pointer of another type": "way p;",
    "an address": "n = (long)&n;",
    "one that is followed": "*a = 3;",
    "an array as a pointer": "n = a == 0;",
    "a row as a pointer": "n = m[1] == 0;",
    "a member as a pointer": "n = s.cells == 0;",
    "an array that is moved": "n = (a + 1)[2];",
    "an index in front": "n = 3[a];",
    "a member that is one": "s.link = 0;",
    "a struct by its address": "n = s.next->more;",
    "an element behind a pointer": "n = s.link[2];",
    "an array of any size": "elsewhere[2] = 3;",
    "a variable size": "int here[n + 1]; here[n] = 3;",
    "a pointer from elsewhere": "n = moving[3];",
    "memory": "n = (long)memory(3);",
    "a text": 'n = "abc"[n];',
    "a text that is handed over": 'n = length("abc");',
    "a number for a pointer": "n = length(n);",
    "a number for what is not known": "n = unknown(n);",
    "a function as a value": "n = f == 0;",
    "a compound literal": "n = ((int[2]){1, 2})[n];",
    "what makes one on the stack": "n = (long)__builtin_alloca(n);",
}


def only_subscripts(tmp_path: Path, body: str, before: str = "") -> bool:
    path = tmp_path / "input.c"
    path.write_text(f"{HEAD}{before}\nint main(void) {{ {body} return 0; }}\n", encoding="utf-8")
    return load_instrumented(Task(path)).only_subscripts


@pytest.mark.parametrize("name", PLAIN)
def test_programs_with_plain_subscripts_are_recognised(name: str, tmp_path: Path) -> None:
    assert only_subscripts(tmp_path, PLAIN[name])


@pytest.mark.parametrize("name", POINTERS)
def test_programs_that_use_pointers_are_not_plain_subscripts(name: str, tmp_path: Path) -> None:
    assert not only_subscripts(tmp_path, POINTERS[name])


@pytest.mark.parametrize(
    ("call", "before"),
    [
        ("set(0);", "int set(int *p) { return 3; }"),
        ("sum(0);", "int sum(int p[3]) { return 3; }"),
        ("none();", "int *none(void) { return 0; }"),
    ],
)
def test_parameters_and_results_may_be_pointers(call: str, before: str, tmp_path: Path) -> None:
    assert not only_subscripts(tmp_path, call, before)


@pytest.mark.parametrize("before", ["int *p = &n;", "int *p[2] = {&n, &n};"])
def test_objects_may_begin_as_pointers(before: str, tmp_path: Path) -> None:
    assert not only_subscripts(tmp_path, "n++;", before)
