"""Library functions that fill a buffer with unknown values."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, lower_file

from veriabs.core import ctree
from veriabs.core.program import Program
from veriabs.core.source import Task
from veriabs.core.statements import Assert, Havoc
from veriabs.frontend.program import load_program

OBJECTS = "struct b { char text[16]; int used; } b; char c[9]; int a[9];"
HEAD = f"#include <stdio.h>\n#include <stdlib.h>\n{DECLARATIONS}{OBJECTS}\n"


def lowered(tmp_path: Path, text: str, before: str = "") -> Program:
    return lower_file(tmp_path / "f.c", f"{HEAD}{before}\nint main() {{ {text} __VERIFIER_assert(b.used == 0); }}")


def unknowns(program: Program) -> set[str]:
    """The variables of the program that are given any value."""
    given = (s.target for s in ctree.statements(program.body) if isinstance(s, Havoc) and s.unknown)
    return {ctree.target_name(one) for one in given} & {"b_text", "b_used", "c", "a"}


@pytest.mark.parametrize(
    ("call", "changed"),
    [
        ('snprintf(b.text + 1, sizeof b.text - 1, "%d", 7);', {"b_text"}),
        ('if (snprintf(0, 0, "%d", 7) < 0) return 1;', set()),
        ("fread(a, sizeof *a, 9, stdin);", {"a"}),
        ("b.used = atoi(c) - atoi(c);", set()),
        ("char *end; b.used = (int)strtol(c, &end, 10) & 0; if (*end) return 1;", set()),
    ],
)
def test_only_filled_buffers_are_nondeterministic(call: str, changed: set[str], tmp_path: Path) -> None:
    program = lowered(tmp_path, call)
    assert unknowns(program) == changed and not any(gap.must_not_run for gap in program.gaps)


def test_number_written_by_a_format_reaches_its_argument(tmp_path: Path) -> None:
    assert unknowns(lowered(tmp_path, 'snprintf(c, 9, "%n", &b.used);')) == {"c", "b_text", "b_used"}


def test_buffer_filled_by_the_library_is_bounds_checked(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}int main(int n) {{ fread(c, 1, n, stdin); return 0; }}", encoding="utf-8")
    program = load_program(Task(path, checks=("bounds",)))
    assert any(isinstance(stmt, Assert) for stmt in ctree.statements(program.body))
