"""The arguments of a batch: folders, patterns, sets, programs and their definitions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from veriabs.batch.tasks import collect
from veriabs.core.errors import InputError


def define(folder: Path, name: str, *, expected: bool = False) -> None:
    """Writes a program, with a task definition beside it if something is expected of it."""
    (folder / f"{name}.c").write_text("int main(void) { return 0; }\n")
    if expected:
        (folder / f"{name}.yml").write_text(f"input_files: '{name}.c'\nproperties: []\n")


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def collected_paths(*named: str) -> list[str]:
    return [str(path) for path in collect(named)]


def test_folder_gives_its_tasks_in_natural_order(names: Path) -> None:
    (names / "in" / "deep").mkdir(parents=True)
    for name in ("in/a10.c", "in/a2.c", "in/deep/b.i", "in/notes.txt", "in/.travis.yml", "in/header.h"):
        (names / name).write_text("language: c\n")
    assert collected_paths("in") == ["in/a2.c", "in/a10.c", "in/deep/b.i"]


def test_program_with_a_definition_is_taken_once(names: Path) -> None:
    define(names, "a", expected=True)
    define(names, "b")
    (names / "a.i").write_text("int main(void) { return 0; }\n")
    (names / "c.yml").write_text("input_files:\n  - 'b.c'\n# more\nproperties: []\n")
    assert collected_paths(".") == ["a.yml", "c.yml"]
    assert collected_paths("a.c", "*.yml") == ["a.yml", "c.yml"]
    assert collected_paths("*.c") == ["a.c", "b.c"]
    assert collected_paths("a.c", "./a.c", str(names / "a.c")) == ["a.c"]


def test_set_is_relative_to_itself(names: Path) -> None:
    (names / "sets").mkdir()
    (names / "code").mkdir()
    define(names / "code", "a", expected=True)
    define(names / "code", "b", expected=True)
    (names / "sets" / "some.set").write_text("# all of them\n\n../code/*.yml\n")
    assert collected_paths("sets/some.set") == ["sets/../code/a.yml", "sets/../code/b.yml"]


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("missing.c", "missing.c: no file matches"),
        ("*.nothing", "no file matches"),
        ("empty", "empty: this folder has no C file"),
        ("text.txt", "is neither a C file"),
        ("wrong.set", "wrong.set:2: nowhere/*.yml: no file matches"),
        ("blank.set", "names no task"),
    ],
)
def test_bad_names_are_reported(names: Path, named: str, said: str) -> None:
    (names / "empty").mkdir()
    (names / "text.txt").write_text("text\n")
    (names / "wrong.set").write_text("# one line\nnowhere/*.yml\n")
    (names / "blank.set").write_text("# nothing\n")
    with pytest.raises(InputError) as error:
        collect([named])
    assert said in str(error.value)


def test_unreadable_folder_is_reported(names: Path) -> None:
    define(names, "a")
    (names / "closed").mkdir(mode=0o000)
    if os.access(names / "closed", os.R_OK):
        pytest.skip("whoever runs this may read everything")
    with pytest.raises(InputError, match="closed: the folder cannot be read"):
        collect(["."])
