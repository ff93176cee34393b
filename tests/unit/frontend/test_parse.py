"""Test parsing: syntax trees, and the places in error messages."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser import c_ast

from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.decoration import refuse_reached
from veriabs.frontend.parse import parse
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.survey import walk


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_errors_have_places(tmp_path: Path) -> None:
    source = write(tmp_path / "a.c", "int x;\n#include <no_such_header.h>\n")
    with pytest.raises(InputError, match=r"a\.c:2: no_such_header\.h"):
        preprocess(Task(source))
    source = write(tmp_path / "b.c", "int x;\nint main(void) { return 1 }\n")
    with pytest.raises(InputError, match=r"b\.c:2: syntax error"):
        parse(preprocess(Task(source)), Task(source))
    source = write(tmp_path / "c.c", "int x;\n\nint y __attribute__ ((mode(DI)));\n")
    with pytest.raises(UnsupportedError, match=r"c\.c:3: attribute mode"):
        refuse_reached(preprocess(Task(source)))
    source = write(tmp_path / "d.c", "int main(void) { return 1;\n")
    with pytest.raises(InputError, match="syntax error"):
        parse(preprocess(Task(source)), Task(source))


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("int main(void) { return __builtin_strlen(s); }", "strlen"),
        ("int main(void) { __builtin_trap(); }", "abort"),
        ("int main(void) { return __builtin_abs(1); }", "__builtin_abs"),
        ("int main(void) { return __builtin_other(1); }", "__builtin_other"),
        ("unsigned long strlen(const char *); int main(void) { return __builtin_strlen(s); }", "strlen"),
        ("int strlen(char *s) { return 1; } int main(void) { return __builtin_strlen(s); }", "__builtin_strlen"),
        ("int main(void) { int strlen = __builtin_strlen(s); }", "__builtin_strlen"),
    ],
)
def test_function_of_the_library_has_its_usual_name(tmp_path: Path, text: str, called: str) -> None:
    """But not where that name is something of the program's own."""
    tree = parse(text, Task(tmp_path / "u.c"))
    assert [node.name.name for node in walk(tree) if isinstance(node, c_ast.FuncCall)] == [called]
