"""Test that unsupported C is reported with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, lower_file

from veriabs.core.ctree import writes
from veriabs.core.errors import UnsupportedError

HEAD = DECLARATIONS + "void *malloc(unsigned long); void free(void *);\n"
CASES = {
    "recursive call of f": "int f(int x) { return x ? f(x - 1) / 2 : 5; } int main() { __VERIFIER_assert(f(3)); }",
    "union u of pointers": "union u { int *a; float b; } v; int main() { v.b = 1; __VERIFIER_assert(v.b); }",
    "member of a union": "union u { int a; float b; } v; int main() { int *p = &v.a; __VERIFIER_assert(*p); }",
    "address of a member of": "union u { int a[2]; } v; int main() { int *p = v.a; __VERIFIER_assert(*p); }",
    "wider than an int": "struct b { long a : 40; } v; int main() { v.a = 1; __VERIFIER_assert(1); }",
    "size of struct p": "struct __attribute__((packed, aligned(2))) p { char a; int b; }; "
    "int main() { __VERIFIER_assert(sizeof(struct p) == 5); }",
    "conversion of a function pointer": "int g(int x) { return x; } int main() { __VERIFIER_assert((long)g != 1); }",
    "array of pointers into a": "struct { int i; } a; int main() { int *p[2]; p[0] = &a.i; __VERIFIER_assert(a.i); }",
    "holds pointers, for outside code": "struct { int *p; } a; struct { int *q, *r; } b; int n; "
    "int main() { void *p = n ? (void *)&a : (void *)&b; __VERIFIER_assert(p != 0); }",
    "side effects in one expression": "int main() { int i = 0, a[3]; a[i] = i++; __VERIFIER_assert(a[0]); }",
    "unsequenced side": "int main() { int i = 0; i = i++; __VERIFIER_assert(i); }",
    "unsequenced": "int g; int f(void) { return g++; } int main() { int x = g + f(); __VERIFIER_assert(x); }",
    "unsequenced side effects in one expression": "int main() { int a[3] = {1}, b[3] = {0}; a[b[a[0]]++] = 2; "
    "__VERIFIER_assert(b[1]); }",
    "unsequenced side effects in one": "struct s { int i; } x, y[2]; int t[9]; "
    "int main() { x = y[t[x.i]++]; __VERIFIER_assert(!x.i); }",
    "case label inside": "int k; int main() { switch (k) { case 1: if (0) { case 0: k = 2; } } __VERIFIER_assert(k); }",
    "label inside another": "int k; int main() { switch (k) { case 1: break; { case 0: k = 2; } } "
    "__VERIFIER_assert(k); }",
    "goto L": "int main() { int x = 1; if (x) goto L; if (x) { L: x++; } __VERIFIER_assert(x); }",
    "past the declaration of y": "int main() { int x = 1; if (x) goto L; int y = 2; L: __VERIFIER_assert(y); }",
    "between goto L": "int main() { for (int x = 0; x < 5; x++) { L: if (x) break; goto L; } __VERIFIER_assert(1); }",
    "first case of a switch": "int main() { switch (1) { int y = 2; case 1: __VERIFIER_assert(y); } }",
    "missing body of __sync_ext": "int __sync_ext(int); int main() { __VERIFIER_assert(__sync_ext(1)); }",
    "depends on the loop": "int main() { int a[3]; for (int i = 0; i < 3; i++) { "
    "int *p = malloc(a[i] * sizeof(int)); *p = 1; } __VERIFIER_assert(1); }",
    "array t of variable size": "int main() { for (int i = 1; i < 3; i++) { int t[i]; t[0] = 1; } "
    "__VERIFIER_assert(1); "
    "}",
    "after the free": "int main() { int *p = malloc(40); free(p); p[0] = 1; __VERIFIER_assert(1); }",
    "dereference of a pointer to an unknown": "int main() { int *p = 0; *p = 1; __VERIFIER_assert(0); }",
    "a pointer to an unknown object": "int main() { int *p; *p = 1; __VERIFIER_assert(0); }",
    "volatile": "extern volatile int x; int main() { __VERIFIER_assert(x == x); }",
    "inline assembly": 'int main() { __asm__ volatile ("nop"); __VERIFIER_assert(1); }',
    "attribute vector_size": "int x __attribute__((vector_size(16))); int main() { __VERIFIER_assert(sizeof x); }",
    "128-bit": "__int128 x; int main() { __VERIFIER_assert(x == 0); }",
    "literal of pointer type": "int main() { int *q = (int *){0}; __VERIFIER_assert(q == 0); }",
    "member a of variable size": "int main() { int n = 2; struct { int a[n]; } s; s.a[0] = 1; __VERIFIER_assert(1); }",
    "realloc of an object other than": "void *realloc(void *, unsigned long); int main() { int a[2], *p = a; "
    "p = realloc(p, 9); __VERIFIER_assert(p[0]); }",
    "comparison function that has side effects": "int g; void qsort(void *, unsigned long, unsigned long, "
    "int (*)(const void *, const void *)); int by(const void *a, const void *b) { return g++; } "
    "int main() { int a[3]; qsort(a, 3, sizeof(int), by); __VERIFIER_assert(g == 0); }",
    "address of a pointer": "int main() { int x; int *p = &x; int **q = &p; int ***r = &q; __VERIFIER_assert(***r); }",
    "to several pointers": "int main() { int x, y, *p = &x, *o = &y, **q = &p; q = &o; __VERIFIER_assert(**q); }",
    "index that is not constant": "int x, i; int main() { char *p = (char *)&x; __VERIFIER_assert(p[i]); }",
    "an earlier initialiser has set": "struct { struct { int a, b; } i; int c; } s = {.i.a = 1, .c = 2, .i.b = 3}; "
    "int main() { __VERIFIER_assert(s.c); }",
    "old style": "int main(x) int x; { __VERIFIER_assert(x); }",
    "before its prototype": "int f(x) int x; { return x; } int main() { __VERIFIER_assert(f(1)); }",
    "definition of abs": "int abs(int x) { return x; } int main() { __VERIFIER_assert(abs(-1) == -1); }",
    "not the C library's": 'int strlen(char *); int main() { __VERIFIER_assert(strlen("") - 1 < 0); }',
    "of calloc that is not": "void *calloc(int, int); int main() { char *p = calloc(4, 1); __VERIFIER_assert(*p); }",
    "of memset that is not": "void *memset(void *, int, unsigned); char a[4]; int main() { memset(a, 0, 4); "
    "__VERIFIER_assert(!*a); }",
    "for which compilers assume int": "int main() { __VERIFIER_assert(nondet_double() < 3); }",
    "several places": "int a[4]; void f(int *p); int *g; void f(int *p) { g = p; } int main() { f(a); f(a + 1); "
    "__VERIFIER_assert(*g); }",
    "more than 4096": "int a[4100] = {" + "1," * 4100 + "}; int main() { __VERIFIER_assert(a[0]); }",
    "different parts": "#include <string.h>\nint a[9][9]; int main() { int k = a[0][0]; memmove(a[k], a[0], 8); "
    "__VERIFIER_assert(1); }",
    "multiple of the element": "#include <string.h>\nint a[9]; int main() { memset(a, 0, 7); __VERIFIER_assert(1); }",
}


@pytest.mark.share(2)
@pytest.mark.parametrize("reason", CASES)
def test_unsupported_construct_has_a_place(reason: str, tmp_path: Path) -> None:
    """Under a condition it must not be reached; elsewhere the program is refused."""
    path = tmp_path / "u.c"
    lines = len(HEAD.splitlines())
    try:
        gaps = lower_file(path, HEAD + CASES[reason]).gaps
    except UnsupportedError as error:
        assert reason in str(error)
        assert str(error).startswith((f"{path}:{lines + 1}: ", f"{path}:{lines + 2}: "))
    else:
        assert [gap.where.line for gap in gaps if gap.must_not_run and reason in gap.what][:1] == [lines + 1]


@pytest.mark.parametrize(
    "text",
    [
        "union u { int a; }; struct b { int a : 3; }; int main() { __VERIFIER_assert(1); }",
        "int __sync_ext(int); int unused(void) { return __sync_ext(1); } int main() { __VERIFIER_assert(1); }",
        "int main() { int x = 0; x = " + "+".join(["x"] * 200) + "; __VERIFIER_assert(x == 0); }",
        "static inline __attribute__((noinline)) int f(const int *restrict p) { return *p; } int a[2]; "
        "int main() { __VERIFIER_assert(f(a) == 0); }",
    ],
)
def test_unused_or_meaningless_constructs_are_accepted(text: str, tmp_path: Path) -> None:
    assert lower_file(tmp_path / "fine.c", HEAD + text).body


def test_nesting_beyond_the_stack_is_unsupported(tmp_path: Path) -> None:
    text = "int main() { int x = 0; x = " + "+".join(["x"] * 5000) + "; __VERIFIER_assert(x == 0); }"
    with pytest.raises(UnsupportedError, match=rf"deep\.c:{HEAD.count(chr(10)) + 3}: .* nested too deeply"):
        lower_file(tmp_path / "deep.c", HEAD + text.replace("int x", "\n\nint x"))


def test_deeply_nested_calls_are_distinguished_from_deep_text(tmp_path: Path) -> None:
    chain = [f"int f{n}(int p) {{ return f{n - 1}(p); }}" for n in range(1, 900)]
    text = "\n".join(["int f0(int p) { return p; }", *chain, "int main() { __VERIFIER_assert(f899(0) == 0); }"])
    with pytest.raises(UnsupportedError, match=rf"deep\.c:{HEAD.count(chr(10)) + 901}: .*calls, .* nested too deeply"):
        lower_file(tmp_path / "deep.c", HEAD + text)


def test_a_function_returns_behind_an_unsupported_call(tmp_path: Path) -> None:
    """A call that fails at its first declaration leaves no trace: later returns are those of the caller."""
    text = HEAD + (
        "int g; int bad(void *b) { char *d = b; return d[g]; } "
        "void f(int c) { if (c) { int k = 0; int *q = &k; int e = bad(&q); g = e; } if (!c) return; g = 0; } "
        "int main() { f(__VERIFIER_nondet_int()); __VERIFIER_assert(g); }"
    )
    program = lower_file(tmp_path / "t.c", text)
    assert any(gap.must_not_run for gap in program.gaps)
    assert not any(name.startswith("bad") for name in writes(program.body))
