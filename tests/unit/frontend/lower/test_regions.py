"""Test pointers that may point to one of several objects: these become rows of one array."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, lower_file

from veriabs.core.ctree import statements, walk
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Conditional, Const
from veriabs.core.program import Initial, Program
from veriabs.core.source import Task
from veriabs.core.statements import Assert
from veriabs.frontend.program import load_program

HEAD = DECLARATIONS + "struct s { int i; } one, two; int x, y, z, a[4], b[4], c[5]; void *malloc(unsigned long);\n"


def lowered(tmp_path: Path, text: str) -> Program:
    return lower_file(tmp_path / "r.c", f"{HEAD}int main() {{ int n = __VERIFIER_nondet_int(); {text} }}")


def sizes(program: Program) -> dict[str, list[object]]:
    return {one.name: [n.value for n in one.sizes if isinstance(n, Const)] for one in program.arrays.values()}


def test_only_objects_of_one_pointer_share_a_region(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int *p = n ? &x : &y, *q = &z; *p = *q; __VERIFIER_assert(x);")
    assert sizes(program) == {"x_and_others": [2]} and "z" in program.scalars and not program.gaps


def test_a_pointer_that_is_given_one_object_after_the_other_keeps_them_apart(tmp_path: Path) -> None:
    assert not sizes(lowered(tmp_path, "int *p = &x; *p = 1; p = &y; *p = 2; __VERIFIER_assert(x);"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("int *p = &x; __VERIFIER_assume(n >= 0 && n < 1); p[n] = 1;", "x"),
        ("int *p = &x; p++; p--; *p = 1;", "x"),
        ("int *p = malloc(sizeof(int)); p[n] = 1;", "p"),
        ("struct s *p = &one; p += n; p->i = 1;", "one_i"),
        ("for (int k = 0; k < 3; k++) { int in = k, *p = &in; p[n] = 1; }", "in"),
    ],
)
def test_single_object_that_a_pointer_steps_over_is_an_array_of_one_element(
    tmp_path: Path, text: str, name: str
) -> None:
    program = lowered(tmp_path, f"{text} __VERIFIER_assert(x);")
    assert sizes(program)[name] == [1] and not program.gaps


def test_message_names_the_first_object_of_a_region(tmp_path: Path) -> None:
    text = """struct link { struct link *next; } one, two; struct job { int n; struct link link; } a, b;
    int main(void) { struct job a = { 1, { 0 } }, b = { 2, { &a.link } }; struct link *l = &b.link; int r = 0;
    while (l) { struct job *j = (struct job *)((char *)l - 8); r += j->n; l = l->next; } return r; }"""
    path = tmp_path / "m.c"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnsupportedError, match=r"m.c:2: not supported: pointer \w+ that may live longer than a$"):
        load_program(Task(path, checks=("pointer",)))


def test_single_object_without_pointer_arithmetic_is_no_array(tmp_path: Path) -> None:
    assert not sizes(lowered(tmp_path, "int *p = &x; p[0] = 1; *(p + 0) = 2; __VERIFIER_assert(x);"))


def test_arrays_are_rows(tmp_path: Path) -> None:
    program = lowered(tmp_path, "int *p = a; if (n) p = b; p[n & 3] = 1; __VERIFIER_assert(a[0] + b[0]);")
    assert sizes(program) == {"a_and_others": [2, 4]} and not program.gaps


def test_pointer_into_one_object_needs_no_row_index(tmp_path: Path) -> None:
    text = "int *p = n ? a : b, *q = a; *p = 1; while (*q < n) q++; __VERIFIER_assert(*q);"
    program = lowered(tmp_path, text)
    assert not any(name.startswith("q_index") for name in program.scalars)


def test_nodes_of_loops_and_others_are_in_one_region(tmp_path: Path) -> None:
    loop = "while (n--) { struct n *q = malloc(sizeof *q); q->n = l; l = q; }"
    text = f"struct n {{ int x; struct n *n; }} h = {{1, 0}}, *l = &h; {loop} __VERIFIER_assert(l->x);"
    (size,) = {size[0] for size in sizes(lowered(tmp_path, text)).values()}
    assert isinstance(size, int) and size > 1 << 20


def test_nodes_that_the_text_reads_ahead_of_their_allocation_are_known(tmp_path: Path) -> None:
    node = "struct n { int x; struct n *n; };"
    push = "struct n *push(struct n *h, int x) { struct n *q = malloc(sizeof *q); q->x = x; q->n = h; return q; }\n"
    loop = "struct n *l = 0; while (x--) l = push(l, x); __VERIFIER_assert(!l || l->x == 0);"
    program = lower_file(tmp_path / "r.c", f"{HEAD}{node} {push} int main() {{ x = __VERIFIER_nondet_int(); {loop} }}")
    assert not program.gaps and {size for (size,) in sizes(program).values()} == {1 << 20}


@pytest.mark.parametrize(
    "text",
    [
        "int *p = n ? a : c; p[3] = 1; __VERIFIER_assert(a[3]);",
        "int *p = n ? &x : a; *p = 1; __VERIFIER_assert(x);",
        "int *p = n ? &one.i : &x; *p = 1; __VERIFIER_assert(x);",
        'char t[3] = "xy"; const char *p = n ? t : "abc"; __VERIFIER_assert(*p);',
    ],
)
def test_objects_of_other_types_or_sizes_share_no_region(text: str, tmp_path: Path) -> None:
    found = lowered(tmp_path, text).gaps
    assert {(gap.what, gap.must_not_run) for gap in found} == {("access through a pointer to an unknown object", False)}


def test_a_choice_between_allocations_of_variable_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError):
        lowered(tmp_path, "int *p = n ? malloc(4 * n) : malloc(8); *p = 1; __VERIFIER_assert(*p);")


def test_literals_are_rows_that_are_as_long_as_the_longest(tmp_path: Path) -> None:
    program = lowered(tmp_path, 'const char *p = n ? "a" : "bcd"; __VERIFIER_assert(*p == 97 || *p == 98);')
    (texts,) = program.arrays.values()
    assert [n.value for n in texts.sizes if isinstance(n, Const)] == [2, 4] and texts.initial is Initial.NONDET


def test_a_literal_that_is_longer_than_a_buffer_is_no_row_beside_it(tmp_path: Path) -> None:
    assert not lowered(tmp_path, 'char t[4] = "xyz"; const char *p = n ? t : "abc"; __VERIFIER_assert(*p);').gaps
    both = 'char s[6], t[8]; const char *x = "abc", *p = n ? x : s, *q = n ? x : t; __VERIFIER_assert(*p + *q);'
    with pytest.raises(UnsupportedError, match="have different types"):
        lowered(tmp_path, both)


def test_an_access_after_a_short_literal_is_out_of_bounds(tmp_path: Path) -> None:
    path = tmp_path / "b.c"
    path.write_text('int f(int n) { const char *p = n ? "a" : "bcd"; return p[2]; } int main(int n) { return f(n); }')
    program = load_program(Task(path, checks=("bounds",)))
    check, *_ = (stmt for stmt in statements(program.body) if isinstance(stmt, Assert))
    lengths = [part for part in walk(check.test) if isinstance(part, Conditional)]
    assert {2, 4} <= {part.value for one in lengths for part in walk(one) if isinstance(part, Const)}
