"""Reading tasks, preprocessing and parsing."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import DataModel, Entry
from veriabs.frontend.task import check_property, load

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


def test_load_takes_the_expected_verdict_of_the_requested_property(tmp_path: Path) -> None:
    write(tmp_path / "a.c", "int main(void) {}\n")
    given = write(tmp_path / "x.yml", DEFINITION)
    assert load(given, property_file=Path("valid-memsafety.prp")).expected is False
    assert load(given, property_file=Path("no-overflow.prp")).expected is None
    assert load(given, checks=("bounds",)).expected is None
    assert load(given, entry=Entry("f")).expected is None


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
def test_load_rejects_binary_files(tmp_path: Path, content: bytes | None, message: str) -> None:
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


@pytest.mark.parametrize(
    ("text", "checks"),
    [
        ("CHECK( init(main()), LTL(G ! overflow) )", ("overflow",)),
        ("CHECK( init(main()), LTL(G valid-deref) )", ("bounds", "pointer")),
        ("CHECK( init(main()), LTL(G valid-free) )", ("pointer",)),
        ("CHECK( init(main()), LTL(G valid-memtrack) )", ("memory-track",)),
        ("CHECK( init(main()), LTL(G valid-memcleanup) )", ("memory-leak",)),
        (
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
            "CHECK( init(main()), LTL(G valid-memtrack) )",
            ("bounds", "pointer", "memory-track"),
        ),
    ],
)
def test_a_property_asks_for_its_checks_alone(tmp_path: Path, text: str, checks: tuple[str, ...]) -> None:
    source = write(tmp_path / "a.c", "int main(void) {}\n")
    task = load(source, property_file=write(tmp_path / "p.prp", text))
    assert (task.checks, task.assertions) == (checks, False)
    check_property(task)


def test_another_property_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path / "a.c", "int main(void) {}\n")
    task = load(source, property_file=write(tmp_path / "p.prp", "CHECK( init(main()), LTL(F end) )"))
    with pytest.raises(UnsupportedError, match="unknown property; supported are"):
        check_property(task)


def test_a_property_that_lies_elsewhere_is_known_by_its_name(tmp_path: Path) -> None:
    task = load(write(tmp_path / "a.c", "int main(void) {}\n"), property_file=Path("valid-memsafety.prp"))
    assert task.checks == ("bounds", "pointer", "memory-track")
