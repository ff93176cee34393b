"""The compiled program reports the first use of an unset variable, and nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from veriabs.core.source import Task
from veriabs.frontend.instrumented_program import load_instrumented

RUNTIME = """#include <stdlib.h>
#include <stdio.h>
#define veriabs_size size_t
#define VERIABS_PLACE(line, column) line
static void veriabs_wrong(const char *what, unsigned kind, unsigned line) { printf("%u\\n", line); exit(0); }
static unsigned long long veriabs_input(unsigned site) { return 0; }
static void veriabs_fill(unsigned site, void *cells, size_t count, size_t unit, size_t blocks, size_t stride, int k) {}
"""


def reported_line(folder: Path, body: str) -> str:
    path = folder / "u.c"
    first = "struct s { int x; }; int give(int *p) { *p = 1; return 2; }"
    path.write_text(f"{first}\nint main(void) {{\n{body}\n}}", encoding="utf-8")
    text = load_instrumented(Task(path, checks=("uninitialised",))).plain
    made = folder / "made.c"
    made.write_text(f"{RUNTIME}{text}\nint main(void) {{ program_main(); puts(\"none\"); }}", encoding="utf-8")
    program = folder / "made"
    subprocess.run(["gcc", "-w", str(made), "-o", str(program)], check=True)
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("int x;\nreturn x;", "4"),
        ("int x;\nx = 3;\nreturn x;", "none"),
        ("int x;\nx += 3;\nreturn x;", "4"),
        ("int x;\nx++;\nreturn x;", "4"),
        ("int x;\nint y = sizeof x;\nreturn y;", "none"),
        ("int x;\ngive(&x);\nreturn x;", "none"),
        ("int a[9], i;\nfor (i = 1; i < 9; i++) a[i] = i;\nreturn a[0];", "5"),
        ("int a[9], i;\nfor (i = 0; i < 9; i++) a[i] = i;\nreturn a[8];", "none"),
        ("int a[9];\ngive(a);\nreturn a[0];", "none"),
        ("int x = 1;\n{ int x; x = 2; }\nreturn x;", "none"),
        ("int s = 0;\nfor (int i = 0; i < 2; i++) {\nint x;\nif (i == 0) x = 1;\ns += x; }\nreturn s;", "7"),
        ("int x;\nif (0) out: return x;\nx = 2;\ngoto out;", "none"),
        ("int a[9];\na[1] = 0;\na[a[1]] = 3;\nreturn a[0];", "none"),
        ("int a[9];\nint *p = &a[0];\n*p = 3;\nreturn a[0];", "none"),
        ("static struct s s;\nint x;\ns.x = 1;\ns.x += 2;\nreturn s.x;", "none"),
        ("int x;\nstruct s s = { .x = 1 };\nreturn s.x + x;", "5"),
    ],
)
def test_first_use_of_an_unset_variable_is_reported(tmp_path: Path, body: str, line: str) -> None:
    assert reported_line(tmp_path, body) == line
