"""Test the objects for pointers inside a struct that a parameter points to."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.source import DataModel, Task
from veriabs.frontend.entry import ParsedSource
from veriabs.frontend.pointer_members import PointerMember, pointer_members
from veriabs.frontend.reach import reached_functions
from veriabs.frontend.typed.tree import typed
from veriabs.frontend.typed.types import RecordType, target

TEXT = """
typedef unsigned char byte; typedef int *numbers; enum sign { MINUS, PLUS }; unsigned long strlen(const char *);
struct out { byte *buf; const char *name; int *const fixed; struct out *next; void (*act)(int); int **rows; char *set;
             int number; double *steps; const numbers kept; enum sign *sign; numbers mine; };
int put(struct out *o) { return o->buf[0]; }
int calls(struct out *o) { return put(o) + o->number; }
int named(struct out *o) { return (int)strlen(o->name) + o->name[0]; }
int others(struct out *o) { o->act(1); return *o->fixed + o->next->number + o->rows[0][0]; }
void sets(struct out *o, char *s) { o->set = s; o->set[0] = 1; }
void hands(struct out *o) { char **s = &o->set; **s = 1; }
double steps(struct out *o) { return *o->steps++; }
void writes(struct out *o) { o->buf[0] = 1; *o->set = 2; }
int deep(struct out *o) { sets(o, 0); return o->set[0]; }
int names(struct out *o) { return *o->kept + *o->sign + *o->mine; }
struct config { int size; struct out *back; }; struct owner { const struct config *cfg; };
int owns(struct owner *o) { return o->cfg->size; }
int number(int *o) { return *o; }
union either { int *a; } u;
"""


@pytest.mark.parametrize(
    ("function", "members"),
    [
        ("put", [PointerMember("buf", "byte")]),
        ("calls", [PointerMember("buf", "byte")]),
        ("named", [PointerMember("name", "char", text=True)]),
        ("others", ["next: struct out"]),
        ("sets", []),
        ("hands", []),
        ("steps", [PointerMember("steps", "double")]),
        ("writes", [PointerMember("buf", "byte"), PointerMember("set", "char")]),
        ("deep", []),
        ("names", [PointerMember("mine", "int")]),
        ("number", []),
        ("owns", ["cfg: struct config"]),
    ],
)
def test_pointers_to_numbers_that_are_used_and_not_set(function: str, members: list[object], tmp_path: Path) -> None:
    path = tmp_path / "t.c"
    path.write_text(TEXT, encoding="utf-8")
    source = ParsedSource.of(TEXT, Task(path))
    types, known = typed(source.tree, DataModel.LP64), source.functions[function]
    struct = target(types.of(known.decl.type.args.params[0]))
    reached = reached_functions(known, source.functions, source.tree)
    found = list(pointer_members(struct, reached, types)) if isinstance(struct, RecordType) else []
    kept = [one for one in found if not one.changed]
    assert [one if one.struct is None else f"{one.name}: {one.unit}" for one in kept] == members
