"""Several files joined into one text behave like the linked program."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.preprocess import preprocess

PROGRAMS = {
    "static functions and objects of one name": (
        "static int n = 3; static int f(void) { return n++; } int g(void);"
        "int main(void) { f(); return 10 * f() + g(); }",
        "static int n = 7; static int f(void) { return n--; } int g(void) { f(); return f(); }",
    ),
    "a static name of the first file is a function of the second": (
        "static int h(void) { return 1; } int g(void); int main(void) { return h() + g(); }",
        "int h(void) { return 20; } int g(void) { return h(); }",
    ),
    "a static name that another file only declares in a block": (
        "static int x = 1; int g(void); int main(void) { return x + g(); }",
        "int g(void) { extern int x; return x; }",
        "int x = 40;",
    ),
    "tags of one name that are other types": (
        "struct s { char c; }; int g(void); int main(void) { return sizeof(struct s) + g(); }",
        "struct s { int a[5]; }; int g(void) { struct s one = {{1, 2, 3}}; return sizeof one + one.a[2]; }",
    ),
    "enumerators of one name": (
        "enum { A, B }; int g(void); int main(void) { return B + g(); }",
        "enum { B = 50 }; int g(void) { return B; }",
    ),
    "another name for another type": (
        "typedef signed char t; int g(void); int main(void) { t x = (t)255; return (x < 0) + g(); }",
        "typedef unsigned char t; int g(void) { t x = (t)255; return x > 0 ? 100 : 0; }",
    ),
    "types in the same words that are made of other types": (
        "struct s { char c; }; typedef struct s t; int g(void); int main(void) { return sizeof(t) + g(); }",
        "struct s { int a[5]; }; typedef struct s t; int g(void) { return sizeof(t); }",
    ),
    "sizes in the same words that are other numbers": (
        "enum { N = 3 }; struct s { char a[N]; }; int g(void); int main(void) { return sizeof(struct s) + g(); }",
        "enum { N = 30 }; struct s { char a[N]; }; int g(void) { return sizeof(struct s); }",
    ),
    "a type of both is one type": (
        "struct p { int x, y; }; extern struct p one; int g(void); int main(void) { one.y = 4; return g() + one.x; }",
        "struct p { int x, y; }; struct p one = {9}; int g(void) { return one.y * 10; }",
    ),
    "a local variable by the name of a type of another file": (
        "typedef int t; int g(void); int main(void) { t x = 2; return x + g(); }",
        "int g(void) { int t = 3; return t * t; }",
    ),
    "another function type in each file, and a member by the name of its parameter": (
        "typedef int (*f)(int value); struct s { int value; }; int g(); int main(void) { return g() + sizeof(f); }",
        "typedef char (*h)(char); int g(void) { return sizeof(h) * 2; }",
    ),
    "a struct of two files that a third one only mentions": (
        "struct s { int x; }; int g(struct s *); struct s *h(void); int main(void) { return g(h()); }",
        "struct s { int x; }; int g(struct s *p) { return p->x; }",
        "struct s; extern struct s one; struct s *h(void) { return &one; }",
        "struct s { int x; }; struct s one = {7};",
    ),
    "a static object in a common header": (
        "static int seen; int g(void); int main(void) { seen = 5; return g() + seen; }",
        "static int seen; int g(void) { seen += 1; seen += 1; return seen; }",
    ),
}


def merged(folder: Path, texts: tuple[str, ...]) -> str:
    paths = [folder / f"{'abcd'[number]}.c" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(f"{text}\n", encoding="utf-8")
    return preprocess(Task(paths[0], others=tuple(map(Task, paths[1:]))))


def exit_code(*sources: Path) -> int:
    program = sources[0].with_suffix(".out")
    subprocess.run(["gcc", "-w", *map(str, sources), "-o", str(program)], check=True)
    return subprocess.run([str(program)], check=False).returncode


@pytest.mark.parametrize("texts", PROGRAMS.values(), ids=PROGRAMS)
def test_joined_text_behaves_like_the_linked_program(tmp_path: Path, texts: tuple[str, ...]) -> None:
    whole = tmp_path / "whole.c"
    whole.write_text(merged(tmp_path, texts), encoding="utf-8")
    parts = [tmp_path / f"{'abcd'[number]}.c" for number in range(len(texts))]
    assert exit_code(whole) == exit_code(*parts)


def test_static_functions_have_the_names_of_cbmc_in_other_files(tmp_path: Path) -> None:
    first = (
        "static int f(void); int __CPROVER_file_local_b_c_f(int); static int f(void) { return 1; }"
        "int main(void) { return f() + __CPROVER_file_local_b_c_f(5); }"
    )
    second = (
        "static inline int f(int x);\nstatic int g(int x) { return f(x); }"
        "static inline int f(int x) { return x * 2; } int h(int x) { return g(x); }"
    )
    whole = tmp_path / "whole.c"
    whole.write_text(merged(tmp_path, (first, second)), encoding="utf-8")
    assert exit_code(whole) == 11


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("int f(void) { return 1; } int main(void) { return 0; }", "int f(void) { return 2; }", "f is defined at"),
        ("int x; int main(void) { return x; }", "int x;", "b.c:1: x is defined at"),
        ("long f(int); int main(void) { return f(1); }", "int f(int a) { return a; }", "conflicting types for"),
        ("int main(void) { return f(1); }", "int f(double d) { return d > 0; }", "f of"),
        ("int f(); int main(void) { return f(1); }", "int f(double d) { return d > 0; }", "f of"),
        ("extern long x; int main(void) { return x; }", "int x = 3;", "conflicting types for"),
    ],
)
def test_files_that_do_not_link_are_rejected(tmp_path: Path, first: str, second: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        merged(tmp_path, (first, second))
    assert said in str(caught.value)


def test_lines_are_those_of_each_file(tmp_path: Path) -> None:
    text = merged(tmp_path, ("int g(void);\n\nint main(void) { return g(); }", "\n\nint g(void) { return 1; }"))
    assert f'# 1 "{tmp_path}/b.c"' in text


def test_assembly_in_a_statement_is_no_symbol(tmp_path: Path) -> None:
    texts = ("int g(void); int main(void) { return g(); } /* asm */", 'int g(void) { __asm__ volatile(""); return 3; }')
    assert "int g(void)" in merged(tmp_path, texts)


def test_clauses_and_quantifiers_of_cbmc_stay(tmp_path: Path) -> None:
    clauses = "__CPROVER_requires(__CPROVER_forall { int i; (0 <= i && i < n) ==> n > 0 })"
    claim = "__CPROVER_assert(__CPROVER_exists { int i; (0 <= i && i < 3) && i == 2 }, 0);"
    text = merged(tmp_path, (f"int g(int n) {clauses};\nint main(void) {{ {claim} }}", "int g(int n) { return n; }"))
    assert clauses in text and claim in text


def test_a_symbol_of_another_file_is_refused(tmp_path: Path) -> None:
    texts = ('int other(int x) __asm__("real"); int main(void) { return other(1); }', "int real(int x) { return x; }")
    with pytest.raises(UnsupportedError, match="__asm__ in one of several files"):
        merged(tmp_path, texts)
