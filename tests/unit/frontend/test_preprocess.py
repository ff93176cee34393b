"""Test preprocessed text: it has no constructs that pycparser rejects."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.errors import ToolError, UnsupportedError
from veriabs.core.source import DataModel, Task
from veriabs.frontend.decoration import refuse_reached
from veriabs.frontend.parse import parse
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.program import read
from veriabs.frontend.task import load


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_defines_and_includes(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    write(tmp_path / "inc" / "own.h", "int from_header;\n")
    source = write(tmp_path / "a.c", '#include "own.h"\nint a[SIZE];\n')
    text = preprocess(load(source, defines=("SIZE=12",), includes=(tmp_path / "inc",)))
    assert "int a[12];" in text and "int from_header;" in text


def test_decoration_vanishes(tmp_path: Path) -> None:
    source = write(
        tmp_path / "a.c",
        "extern void f(void) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));\n"
        'extern int g(int) __asm__("h");\n__extension__ static __inline int k(const char *__restrict s) { return 0; }\n'
        'const char *t = "__attribute__((packed)) volatile";\n',
    )
    text = preprocess(Task(source))
    assert parse(text, Task(source)).ext
    assert "__attribute__((packed)) volatile" in text
    assert "__asm__" not in text and "__noreturn__" not in text


def test_only_used_declarations_of_system_headers_are_kept(tmp_path: Path) -> None:
    source = write(
        tmp_path / "a.c",
        "#include <assert.h>\n#include <limits.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n"
        "#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n#include <pthread.h>\n#include <setjmp.h>\n"
        "int main(void) { size_t n = 1; uint16_t m; bool b = true; fprintf(stderr, NULL); div_t d; return 0; }\n",
    )
    for model in DataModel:
        text = preprocess(Task(source, model))
        tree = parse(text, Task(source))
        assert len(tree.ext) < 20
        assert tree.ext[-1].coord.line == 11


WEAK = "__attribute__((weak))"


@pytest.mark.parametrize(
    ("declared", "is_read"),
    [
        (f"{WEAK} int f(int, int);", True),
        (f"int f(int, int) {WEAK};", True),
        (f"{WEAK} extern int f(int, int), g(int);", False),  # the other one has no body
        (f"{WEAK} int g(int);", False),
        (f"int g(int) {WEAK};", False),
        (f"extern int x {WEAK};", False),
        (f"extern int (*p)(int) {WEAK};", False),
    ],
)
def test_a_weak_function_is_read_that_has_its_body_here(tmp_path: Path, declared: str, is_read: bool) -> None:
    """One that has none may be nowhere."""
    body = f"{WEAK} int f(int a, int b) {{ return a + b; }}\n"
    main = "int main(void) { return f(1, 2) + (&f == 0) " + ("" if is_read else "+ sizeof(g) + sizeof(x) + sizeof(p)")
    source = write(tmp_path / "w.i", f"{declared}\n{body}{main}; }}\n")
    if is_read:
        assert "__attribute__" not in preprocess(Task(source))
    else:
        with pytest.raises(UnsupportedError, match="attribute weak is not supported"):
            refuse_reached(preprocess(Task(source)))


def test_preprocessed_file_with_an_unused_decorated_extern(tmp_path: Path) -> None:
    source = write(
        tmp_path / "a.i",
        "extern int old(int) __attribute__((aligned(4)));\nextern void used(int) __attribute__((nothrow));\n"
        "int main(void) { used(1); return 0; }\n",
    )
    text, _ = read(Task(source))
    assert "old" not in text and "used" in text
    assert parse(text, Task(source)).ext[-1].coord.line == 3


@pytest.mark.parametrize(
    "text",
    [
        'int a; extern int (b) __asm__("a");',
        'typedef int T; T a; extern T (b) __asm__("a");',
        'int a; extern int b __asm__("a");',
    ],
)
def test_assembly_that_renames_no_function_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="inline assembly"):
        refuse_reached(preprocess(Task(write(tmp_path / "a.c", text + "\n"))))


def test_missing_compiler_is_a_tool_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write(tmp_path / "a.c", "int x;\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match="gcc is not installed; try: "):
        preprocess(Task(source))


def test_the_address_of_a_label_is_refused_at_its_line(tmp_path: Path) -> None:
    text = 'char t[] = "= &&";\nint main(void) {\n void *to = &&end; goto *to; end: return 0; }\n'
    source = write(tmp_path / "a.c", text)
    with pytest.raises(UnsupportedError, match="a.c:3: the address of a label"):
        refuse_reached(preprocess(load(source)))
