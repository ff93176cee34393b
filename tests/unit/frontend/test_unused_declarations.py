"""Test that unsupported code matters only if the entry function reaches it."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.frontend.unused_declarations import chunks, without_unreached

HEAD = "extern void __VERIFIER_assert(int);\nint g;\n"
MAIN = "int main(void) { __VERIFIER_assert(g == 0); return 0; }\n"
UNREACHED = {
    "assembly": 'static inline void relax(void) { __asm__ volatile ("pause" ::: "memory"); }\n',
    "atomics": "int load(_Atomic int *p) { return *p; }\n",
    "several": "static int one(_Complex double x) { return 1; }\nint two(void) { return one(0); }\n",
    "prototype": "__int128 wide(__int128 x);\n",
    "type": "typedef int word __attribute__((mode(word)));\n",
    "variable": "_Atomic int a;\n",
    "of a thread": "extern __thread int last_error;\n",
    "wide types": "typedef unsigned __int128 wide;\nstruct big { wide w; _Float128 f; };\n",
    "alias": 'void f(void) __attribute__((alias("g2")));\n',
    "packed": "struct wire { char kind; int len; } __attribute__((packed));\n",
    "old style": "int f(a, b) int a; int (*b)(int); { __asm__ (\"nop\"); return a; }\n",
    "parentheses": "int (f)(int a) { __asm__ (\"nop\"); return a; }\n",
    "pointer to a function": "int (*(f)(int a))(int) { __asm__ (\"nop\"); return 0; }\n",
}
REACHED = {
    "called": ('void f(void) { __asm__ ("nop"); }\n' + MAIN.replace("{", "{ f();", 1), "inline assembly"),
    "address taken": (
        "void f(void) { _Complex double z; }\nvoid (*table)(void) = f;\n" + MAIN.replace("{", "{ table();"),
        "a complex number",
    ),
    "constructor": ("__attribute__((constructor)) void f(void) { g = 1; }\n" + MAIN, "attribute constructor"),
    "assembly of the file": ('__asm__ (".globl x");\n' + MAIN, "inline assembly"),
    "type": ("typedef int half __attribute__((mode(HI)));\n" + MAIN.replace("{", "{ half h = 70000;", 1), "mode"),
    "variable": ("_Atomic int a;\n" + MAIN.replace("g", "a"), "atomic object"),
    "alias": ('void f(void) __attribute__((alias("g2")));\n' + MAIN.replace("{", "{ f();", 1), "attribute alias"),
    "section": (
        "void f(void) { _Complex double z; }\n"
        'void (*run[])(void) __attribute__((section("runs"))) = { f };\n' + MAIN,
        "a complex number",
    ),
    "old style": ("int f(a) int a; { _Complex float z; return a; }\n" + MAIN.replace("g", "f(1)"), "a complex number"),
    "called by the library": ("void abort(void) { _Complex float z; }\n" + MAIN, "a complex number"),
    "pragma in front": ("#pragma GCC optimize 3\nint f(void) { return 1; }\n" + MAIN, "#pragma GCC"),
}


def loaded(tmp_path: Path, text: str) -> None:
    path = tmp_path / "u.c"
    path.write_text(HEAD + text, encoding="utf-8")
    assert load_program(Task(path)).body


@pytest.mark.parametrize("name", UNREACHED)
def test_unreachable_functions_are_not_parsed(name: str, tmp_path: Path) -> None:
    loaded(tmp_path, UNREACHED[name] + MAIN)


@pytest.mark.parametrize("name", REACHED)
def test_reachable_functions_are_parsed(name: str, tmp_path: Path) -> None:
    text, reason = REACHED[name]
    with pytest.raises(UnsupportedError, match=reason):
        loaded(tmp_path, text)


def test_line_numbers_do_not_change() -> None:
    text = '# 1 "a.c"\nint f(void)\n{\n  return 1;\n}\n# 9 "b.h"\nint main(void) { return 0; }\n'
    left = without_unreached(text, ["main"], ()).split("\n")
    assert left == ['# 1 "a.c"', "", "", "", "", '# 9 "b.h"', text.split("\n")[6], ""]


def test_parentheses_in_braces_make_no_function() -> None:
    text = "enum { A = (1), B };int x;int f(void) { return 1; }struct s { int (*p)(int); };"
    assert list(chunks(text)) == [
        "enum { A = (1), B };",
        "int x;",
        "int f(void) { return 1; }",
        "struct s { int (*p)(int); };",
    ]


PARTS = {
    "entry": "int f(int x) {\n  return helper(x) + sizeof cells;\n}",
    "callee": "static int helper(int x) { return x; }",
    "in a table": "static int second(void) { return 2; }",
    "table": "int (*const table[])(void) = { second };",
    "array": "int cells[sizeof(int)];",
    "constructor": "#pragma veriabs_kept\nstatic void first(void) { cells[0] = 1; }",
    "error": "static void fails(void) { if (cells[0]) reach_error(); }",
    "unreached": "static int other(int x) {\n  return deeper(x);\n}",
    "deeper": "static int deeper(int x) { return x; }",
}


def test_code_unreachable_from_the_entry_is_removed() -> None:
    text = "\n".join(PARTS.values())
    left = without_unreached(text, ["f"], ("reach_error",))
    assert left.count("\n") == text.count("\n")
    assert {name for name, part in PARTS.items() if part not in left} == {"in a table", "table", "unreached", "deeper"}


def test_checked_code_keeps_functions_with_errors_only_beside_a_label_that_may_be_one() -> None:
    report = "static void fails(int x) { if (x) reach_error(); }"
    for label, is_kept in (("ERROR", True), ("out", False)):
        text = f"{report}\nint f(int x) {{ {label}: return x; }}"
        left = without_unreached(text, ["f"], ("reach_error",), checked=True)
        assert (report in left) is is_kept


def test_external_pointers_to_reachable_objects_are_kept() -> None:
    ways = "static int x;\nstatic int y;\nint *const to_x = &x;\nint *to_y = &y;\nstatic int *own = &x;\n"
    left = without_unreached(ways + "int f(void) { return x; }", ["f"], ())
    assert "to_x" in left and "to_y" not in left and "own" not in left


def test_static_assertions_about_reachable_types_are_kept() -> None:
    types = "struct s { int x; };\nstruct t { int x; };\n"
    asserted = "_Static_assert(sizeof(struct s) == 4, \"\");\n_Static_assert(sizeof(struct t) == 4, \"\");\n"
    left = without_unreached(types + asserted + "int f(struct s *p) { return p->x; }", ["f"], ())
    assert left.count("_Static_assert") == 1 and "struct t" not in left
