"""Test the source lines with a mark that messages show."""

from __future__ import annotations

from pathlib import Path

from veriabs.core.source import Task, Where
from veriabs.report.excerpts import Excerpts

TEXT = "#define N 10000\nint a[N];\n\tfor (i = 0; i < N; i++) a[i] = 1;\nassert(i < N); a[i] = MAX;\n"


def test_column_refers_to_the_file_and_not_to_expanded_macros(tmp_path: Path) -> None:
    file = tmp_path / "m.c"
    file.write_text(TEXT)
    excerpts = Excerpts(Task(file))
    where = Where(str(file), 3, TEXT.splitlines()[2].index("a[i]") + 1 + len("10000") - len("N"))
    assert excerpts.named(where) == f"{file}:3:26"
    line, mark = excerpts.lines(where)
    assert line == "for (i = 0; i < N; i++) a[i] = 1;"
    assert line[mark.index("^") :].startswith("a[i]")


def test_column_after_an_unknown_macro_is_omitted(tmp_path: Path) -> None:
    file = tmp_path / "m.c"
    file.write_text(TEXT)
    where = Where(str(file), 4, 16)
    excerpts = Excerpts(Task(file))
    assert excerpts.named(where) == f"{file}:4"
    assert excerpts.lines(where) == ["assert(i < N); a[i] = MAX;"]


def test_name_of_a_header_is_relative_as_that_of_the_task(tmp_path: Path) -> None:
    header = Where(str(tmp_path / "include" / "ring.h"), 9)
    assert Excerpts(Task(Path("src/ring.c")), tmp_path).named(header) == "include/ring.h:9"
    assert Excerpts(Task(Path("src/ring.c")), tmp_path / "src").named(header) == f"{header.file}:9"
    assert Excerpts(Task(tmp_path / "src" / "ring.c"), tmp_path).named(header) == f"{header.file}:9"


def test_a_file_that_is_not_there_has_no_excerpt() -> None:
    excerpts = Excerpts(Task(Path("nowhere.c")))
    assert excerpts.lines(Where("nowhere.c", 1, 1)) == []
    assert excerpts.named(Where("nowhere.c", 1, 1)) == "nowhere.c:1"


def test_a_line_marker_shows_no_file_outside_of_the_program(tmp_path: Path) -> None:
    """An uploaded program may name any file of the machine in `#line`."""
    job = tmp_path / "job"
    job.mkdir()
    for path in (tmp_path / "secret.h", job / "own.h"):
        path.write_text(TEXT)
    excerpts = Excerpts(Task(Path("m.c")), job)
    assert excerpts.lines(Where("own.h", 2)) == ["int a[N];"]
    for name in (str(tmp_path / "secret.h"), "../secret.h", "/dev/zero"):
        assert excerpts.lines(Where(name, 2)) == []


def test_a_call_is_shown_with_its_arguments(tmp_path: Path) -> None:
    file = tmp_path / "m.c"
    file.write_text('assert(f(a[0], ")") < 3); b();\nassert(x) ; assert(y);\nassert(x &&\n')
    excerpts = Excerpts(Task(file))
    assert excerpts.call(Where(str(file), 1), "assert") == 'assert(f(a[0], ")") < 3)'
    assert [excerpts.call(Where(str(file), line), "assert") for line in (2, 3)] == ["assert"] * 2


def test_a_clause_is_shown_without_the_marks_of_its_comment(tmp_path: Path) -> None:
    file = tmp_path / "m.c"
    file.write_text("/*@ requires n > 0;\n    ensures *p == n; */\n//@ ensures n;\nint x; /* n */\n")
    excerpts = Excerpts(Task(file))
    shown = [text for line in (1, 2, 3, 4) for text in excerpts.lines(Where(str(file), line))]
    assert shown == ["requires n > 0;", "ensures *p == n;", "ensures n;", "int x; /* n */"]
