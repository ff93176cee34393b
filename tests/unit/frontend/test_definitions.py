"""Test which further files of a build are read, because they define functions that the program uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError
from veriabs.core.source import Task
from veriabs.frontend.definitions import with_definitions

FILES = {
    "main.c": "#include <stdlib.h>\nint put(int); static int own(void) { return 1; } extern int table[];"
    " int main(void) { abort(); return put(own()) + table[0]; }",
    "put.c": "int grown(int); static int own(void) { return 2; } int put(int v) { return grown(v) + own(); }",
    "grown.c": "int grown(int v) { return v; }",
    "table.c": "int table[3] = {1, 2, 3};",
    "caller.c": "int put(int); int other(void) { return put(3); }",
    "broken.c": "int put(int v) { return",
    "static.c": "static int put(int v) { return v; } int again(void) { return put(1); }",
}


@pytest.fixture
def build(tmp_path: Path) -> list[Path]:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [tmp_path / name for name in FILES]


def found_files(files: list[Path], task: Task) -> list[str]:
    return [one.path.name for one in with_definitions(task, files, Task, Deadline(60.0)).others]


def test_definitions_are_found_transitively(build: list[Path]) -> None:
    assert sorted(found_files(build, Task(build[0]))) == ["grown.c", "put.c", "table.c"]


def test_given_files_are_not_searched_again(build: list[Path]) -> None:
    given = Task(build[0], others=(Task(build[1]),))
    assert found_files(build, given)[0] == "put.c" and found_files(build, given).count("put.c") == 1


def test_function_without_definition_has_no_body(build: list[Path]) -> None:
    assert found_files(build[:1], Task(build[0])) == []


def test_the_user_chooses_between_several_definitions(build: list[Path]) -> None:
    stub = build[0].with_name("stub.c")
    stub.write_text("int put(int v) { return 0; }", encoding="utf-8")
    with pytest.raises(InputError, match="put is defined by .*put.c as well"):
        found_files([*build, stub], Task(build[0]))
    assert "stub.c" in found_files([*build, stub], Task(build[0], others=(Task(stub),)))
