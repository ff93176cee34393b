"""Reading tasks, preprocessing and parsing."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.errors import InputError, ToolError, UnsupportedError
from veriabs.core.source import DataModel, Task
from veriabs.frontend.parse import parse
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.task import load

DEFINITION = """format_version: '2.0'
input_files: 'a.c'
properties:
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
options:
  language: C
  data_model: ILP32
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_load_takes_the_definition_given(tmp_path: Path) -> None:
    write(tmp_path / "a.c", "int main(void) {}\n")
    task = load(write(tmp_path / "x.yml", DEFINITION))
    assert task.path == tmp_path / "a.c"
    assert task.data_model is DataModel.ILP32
    assert task.expected is True
    assert task.property_file is not None and task.property_file.name == "unreach-call.prp"


def test_load_takes_the_definition_beside_the_file(tmp_path: Path) -> None:
    source = write(tmp_path / "a.c", "int main(void) {}\n")
    assert load(source).data_model is DataModel.LP64
    write(tmp_path / "a.yml", DEFINITION)
    assert load(source).data_model is DataModel.ILP32
    assert load(source, data_model=DataModel.LP64).data_model is DataModel.LP64
    other = write(tmp_path / "b.c", "int main(void) {}\n")
    write(tmp_path / "b.yml", DEFINITION)
    assert load(other).data_model is DataModel.LP64


@pytest.mark.parametrize(
    ("content", "message"), [(b"", "empty"), (b" \n", "empty"), (b"a\0b", "binary"), (None, "no such file")]
)
def test_load_rejects_what_is_no_text(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "a.c"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        load(path)


def test_load_rejects_directories_and_bad_definitions(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="directory"):
        load(tmp_path)
    with pytest.raises(InputError, match="not a task definition"):
        load(write(tmp_path / "x.yml", "a: 1\n"))
    with pytest.raises(InputError, match="YAML"):
        load(write(tmp_path / "y.yml", "a: [\n"))
    with pytest.raises(InputError, match="data_model"):
        load(write(tmp_path / "z.yml", DEFINITION.replace("ILP32", "LP32")))
    with pytest.raises(InputError, match="no such file"):
        load(write(tmp_path / "m.yml", DEFINITION))


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
    assert "__asm__" not in text and "noreturn" not in text


def test_system_headers_leave_only_what_is_used(tmp_path: Path) -> None:
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


def test_preprocessed_file_with_an_unused_decorated_extern(tmp_path: Path) -> None:
    source = write(
        tmp_path / "a.i",
        "extern int old(int) __attribute__((aligned(4)));\nextern void used(int) __attribute__((nothrow));\n"
        "int main(void) { used(1); return 0; }\n",
    )
    text = preprocess(Task(source))
    assert "old" not in text and "used" in text
    assert parse(text, Task(source)).ext[-1].coord.line == 3


def test_errors_have_places(tmp_path: Path) -> None:
    source = write(tmp_path / "a.c", "int x;\n#include <no_such_header.h>\n")
    with pytest.raises(InputError, match=r"a\.c:2: no_such_header\.h"):
        preprocess(Task(source))
    source = write(tmp_path / "b.c", "int x;\nint main(void) { return 1 }\n")
    with pytest.raises(InputError, match=r"b\.c:2: syntax error"):
        parse(preprocess(Task(source)), Task(source))
    source = write(tmp_path / "c.c", "int x;\n\nint y __attribute__ ((mode(DI)));\n")
    with pytest.raises(UnsupportedError, match=r"c\.c:3: attribute mode"):
        preprocess(Task(source))
    source = write(tmp_path / "d.c", "int main(void) { return 1;\n")
    with pytest.raises(InputError, match="syntax error"):
        parse(preprocess(Task(source)), Task(source))


def test_missing_compiler_is_a_tool_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write(tmp_path / "a.c", "int x;\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match="gcc is not installed; try: "):
        preprocess(Task(source))
