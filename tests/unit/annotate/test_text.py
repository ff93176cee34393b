"""Test the insertion of annotations into the user's text, which stays the same otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.annotate.text import EditedText
from veriabs.core.source import Where
from veriabs.report.places import SourceText


def added(text: str, place: str, *lines: str, line: int = 1, column: int = 1) -> str | None:
    edited = EditedText(SourceText(Path("input.c"), text))
    return edited.written() if edited.add(Where("input.c", line, column), place, lines) else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("while (n) {\n  n--;\n}\n", "while (n) {\n  X;\n  n--;\n}\n"),
        ("while (n) n--;\n", "while (n) {\n  X;\n  n--;\n}\n"),
        ("while (n)\n  n--;\n", "while (n) {\n  X;\n  n--;\n}\n"),
        ("while (f(n)) if (a) n--; else { n = 0; }\n", "while (f(n)) {\n  X;\n  if (a) n--; else { n = 0; }\n}\n"),
        ("for (;;) while (n) { n--; }\n", "for (;;) {\n  X;\n  while (n) { n--; }\n}\n"),
        ("while (n) // down\n  n--;\n", "while (n) {\n  X;\n  // down\n  n--;\n}\n"),
        ('while (n) puts(";)"); n++;\n', 'while (n) {\n  X;\n  puts(";)");\n} n++;\n'),
    ],
)
def test_a_body_gets_braces_where_it_needs_them(text: str, expected: str) -> None:
    assert added(text, "inside", "X;") == expected


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        (" ", "for (;;) {\n  X;\n  while (n) {\n  X;\n  n--;\n}\n} n++;\n"),
        ("\n  ", "for (;;) {\n  X;\n  while (n) {\n    X;\n    n--;\n  }\n} n++;\n"),
    ],
)
def test_a_body_that_is_a_loop_gets_braces_of_its_own(between: str, expected: str) -> None:
    edited = EditedText(SourceText(Path("input.c"), f"for (;;){between}while (n) n--; n++;\n"))
    inner = Where("input.c", 1, 10) if between == " " else Where("input.c", 2, 3)
    assert all(edited.add(where, "inside", ("X;",)) for where in (Where("input.c", 1, 1), inner))
    assert edited.written() == expected


def test_lines_above_a_loop_are_indented_as_it_is() -> None:
    text = "{\n    while (n) n--;\n}"
    assert added(text, "above", "A", "B", line=2, column=5) == "{\n    A\n    B\n    while (n) n--;\n}"


def test_annotations_of_a_loop_within_a_line_stay_on_that_line() -> None:
    assert added("{ while (n) n--; }", "above", "A", "B", column=3) == "{ A B while (n) n--; }"


def test_body_after_a_head_begins_a_line() -> None:
    assert added("  while (n) {\n  }\n", "behind", "A", column=3) == "  while (n)\n    A\n  {\n  }\n"
    assert added("  while (n) n--;\n", "behind", "A", column=3) == "  while (n)\n    A\n    n--;\n"
    assert added("while (n) /* )( */\n  n--;\n", "behind", "A") == "while (n)\n  A /* )( */\n  n--;\n"


def test_existing_assigns_clause_is_kept() -> None:
    text = "while (n) __CPROVER_assigns(n)\n  n--;\n"
    lines = ("__CPROVER_assigns(n, m)", "__CPROVER_loop_invariant(n >= 0)")
    assert added(text, "behind", *lines) == (
        "while (n) __CPROVER_assigns(n)\n  __CPROVER_loop_invariant(n >= 0)\n  n--;\n"
    )


@pytest.mark.parametrize("text", ["LOOP n--;\n", "while (n n--;\n"])
def test_loops_without_their_own_head_are_not_annotated(text: str) -> None:
    assert added(text, "behind", "A") is None


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        ("above", "do n--; while (n);\n", "A\ndo n--; while (n);\n"),
        ("behind", "do {\n  n--;\n} while (f(n));\n", "do\n  A\n{\n  n--;\n} while (f(n));\n"),
        ("behind", "do n--; while (n);\n", "do\n  A\n  n--; while (n);\n"),
        ("inside", "do {\n  n--;\n} while (f(n));\n", "do {\n  A\n  n--;\n} while (f(n));\n"),
        ("inside", "do n--; while (n);\n", "do {\n  A\n  n--;\n} while (n);\n"),
    ],
)
def test_do_loop_is_annotated_at_the_start_of_its_body(place: str, text: str, expected: str) -> None:
    assert added(text, place, "A") == expected


@pytest.mark.parametrize(
    ("name", "text", "put"),
    [
        ("input.c", "while (n) n--;\n", True),
        ("input.c", "while (n) __VERIFIER_assert(n--); // assert(0)\n", True),
        ("input.c", "while (n) assert(n--);\n", False),
        ("input.i", "while (n) n--;\n", False),
    ],
)
def test_a_header_comes_first_where_it_is_needed(name: str, text: str, put: bool) -> None:
    edited = EditedText(SourceText(Path(name), text))
    assert edited.add(Where(name, 1, 1), "inside", ["X;"])
    edited.begin("#include <a.h>")
    assert edited.written().startswith("#include <a.h>\nwhile" if put else "while")


def test_a_text_without_notes_needs_no_header() -> None:
    edited = EditedText(SourceText(Path("input.c"), "int n;\n"))
    edited.begin("#include <a.h>")
    assert edited.written() == "int n;\n"


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("/*@ loop invariant a; */", "/*@ loop invariant n >= 0;\n    loop assigns n;\n    loop invariant a; */"),
        ("/*@ loop assigns n; */", "/*@ loop invariant n >= 0;\n    loop assigns n; */"),
        ("//@ loop invariant a;", "/*@ loop invariant n >= 0;\n    loop assigns n;\n    loop invariant a; */"),
        ("/*@ loop invariant n >= 0;\n  loop assigns n; */", "/*@ loop invariant n >= 0;\n  loop assigns n; */"),
        ("/* counts */", "/* counts */\n/*@ loop invariant n >= 0;\n    loop assigns n; */"),
    ],
)
def test_a_loop_has_one_annotation(own: str, expected: str) -> None:
    lines = ("/*@ loop invariant n >= 0;", "    loop assigns n; */")
    line = own.count("\n") + 2
    assert added(f"{own}\nwhile (n) n--;\n", "above", *lines, line=line) == f"{expected}\nwhile (n) n--;\n"


@pytest.mark.parametrize(
    "front",
    [
        'puts("/*@ x"); /* c */',
        "// see /*@ a\n/* c */",
        'puts("//@ x");',
        "/*@ assert a; */ f();",
        "int n; // tail \\\n{",
    ],
)
def test_text_similar_to_an_annotation_is_kept(front: str) -> None:
    line = front.count("\n") + 2
    new = added(f"{front}\nwhile (n) n--;\n", "above", "/*@ loop assigns n; */", line=line)
    assert new == f"{front}\n/*@ loop assigns n; */\nwhile (n) n--;\n"


def test_lines_of_an_annotation_are_joined() -> None:
    front = "f(); // n\n//@ loop invariant a;\n//@ loop assigns n;\n"
    new = added(f"{front}while (n) n--;\n", "above", "/*@ loop invariant b; */", line=4)
    assert new == "f(); // n\n/*@ loop invariant b;\n    loop invariant a;\n loop assigns n; */\nwhile (n) n--;\n"


def test_lines_end_as_in_the_text() -> None:
    assert added("{\r\n  while (n) n--;\r\n}\r\n", "above", "A", "B", line=2, column=3) == (
        "{\r\n  A\r\n  B\r\n  while (n) n--;\r\n}\r\n"
    )


def test_an_annotation_on_a_continued_line_is_one_line() -> None:
    assert added("int i; \\\nwhile (i) i--;\n", "above", "A", "B", line=2) == "int i; \\\nA B while (i) i--;\n"
