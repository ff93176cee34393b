"""Links: pointers in the objects of an entry, described by numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.core.source import Entry, Task
from veriabs.core.statements import Loop
from veriabs.frontend.program import load_program

TYPES = """
struct node { struct node *next; struct tail *tail; int v; }; struct tail { int n; struct node *head; };
extern void free(void *); struct node kept;
"""


def lowered(function: str, tmp_path: Path) -> Program:
    path = tmp_path / "t.c"
    path.write_text(TYPES + function, encoding="utf-8")
    return load_program(Task(path, entry=Entry("f"), checks=("pointer",)))


def test_links_need_no_loop(tmp_path: Path) -> None:
    program = lowered("int f(struct node *a) { return a->next && a->next->next == a; }", tmp_path)
    assert not any(isinstance(one, Loop) for one in statements(program.body))
    assert not program.gaps
    assert sum("next" in one for one in program.arrays) == 1


def test_a_cycle_of_two_types_has_an_array_of_each(tmp_path: Path) -> None:
    program = lowered("int f(struct node *a) { return a->tail ? a->tail->head != a : 0; }", tmp_path)
    assert sum("_number_of_objects_of_" in one for one in program.arrays) == 2
    (told,) = program.assumptions
    assert told == "a points to one of any number of objects of its own, linked in any way by tail and head"


def test_a_link_may_not_lead_beyond_its_array(tmp_path: Path) -> None:
    assert not lowered("void f(struct node *a) { if (a->next) a->next = 0; }", tmp_path).gaps
    program = lowered("void f(struct node *a) { a->next = a->next ? a->next->next : 0; }", tmp_path)
    assert [gap.what for gap in program.gaps] == ["pointer objects_of_a_next beyond the end of its object"]


def test_a_list_that_is_freed_has_no_links(tmp_path: Path) -> None:
    program = lowered("void f(struct node *a) { if (a->next) free(a); }", tmp_path)
    assert not any("number" in one for one in program.arrays) and not program.gaps


def test_a_pointer_of_the_caller_without_an_object_has_any_value(tmp_path: Path) -> None:
    program = lowered("int f(struct node *a) { int n = a->next && a->next->v; free(a); return n; }", tmp_path)
    assert not any(gap.must_not_run for gap in program.gaps)
    assert any("objects that are not listed" in one for one in program.assumptions)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        ("void f(struct node *a) { if (a->next) a->next = &kept; }", "to several objects"),
        ("void f(struct node *a) { struct node b; if (a->next) { b = *a->next; *a = b; } }", "to several objects"),
    ],
)
def test_other_uses_of_links_are_unsupported(function: str, reason: str, tmp_path: Path) -> None:
    gaps = lowered(function, tmp_path).gaps
    assert any(reason in gap.what and gap.must_not_run for gap in gaps), gaps
