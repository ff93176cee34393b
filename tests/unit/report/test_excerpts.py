"""Lines of the user's files beside what is said of them."""

from __future__ import annotations

from pathlib import Path

from veriabs.core.source import Where
from veriabs.report.excerpts import Excerpts

TEXT = "#define N 10000\nint a[N];\n\tfor (i = 0; i < N; i++) a[i] = 1;\nassert(i < N); a[i] = MAX;\n"


def test_a_column_is_that_of_the_file_and_not_of_what_macros_make_of_it(tmp_path: Path) -> None:
    file = tmp_path / "m.c"
    file.write_text(TEXT)
    excerpts, where = Excerpts(), Where(str(file), 3, TEXT.splitlines()[2].index("a[i]") + 1 + len("10000") - len("N"))
    assert excerpts.named(where) == f"{file}:3:26"
    line, mark = excerpts.lines(where)
    assert line == "for (i = 0; i < N; i++) a[i] = 1;"
    assert line[mark.index("^") :].startswith("a[i]")


def test_behind_a_macro_that_is_not_known_no_column_is_told(tmp_path: Path) -> None:
    file = tmp_path / "m.c"
    file.write_text(TEXT)
    where = Where(str(file), 4, 16)
    assert Excerpts().named(where) == f"{file}:4"
    assert Excerpts().lines(where) == ["assert(i < N); a[i] = MAX;"]


def test_a_file_that_is_not_there_has_no_excerpt() -> None:
    assert Excerpts().lines(Where("nowhere.c", 1, 1)) == []
    assert Excerpts().named(Where("nowhere.c", 1, 1)) == "nowhere.c:1"
