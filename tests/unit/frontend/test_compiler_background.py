"""Preprocessing in the background gives the same text and errors as preprocessing on demand."""

from pathlib import Path

import pytest

from veriabs.core.errors import InputError
from veriabs.core.source import Task
from veriabs.frontend.compiler import BackgroundPreprocessing, expand
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.program import load_program

TEXT = "#include <assert.h>\n#define N 3\nint a[N];\nint main(void) { assert(a[0] == 0); }\n"


def task(folder: Path, text: str) -> Task:
    path = folder / "p.c"
    path.write_text(text)
    return Task(path)


def test_the_text_is_the_same(tmp_path: Path) -> None:
    subject = task(tmp_path, TEXT)
    assert BackgroundPreprocessing(subject).text() == expand(subject)
    assert preprocess(subject, background=BackgroundPreprocessing(subject)) == preprocess(subject)
    assert load_program(subject, background=BackgroundPreprocessing(subject)) == load_program(subject)


def test_preprocessing_happens_once(tmp_path: Path) -> None:
    subject = task(tmp_path, TEXT)
    background = BackgroundPreprocessing(subject)
    before = background.text()
    subject.path.write_text("int main(void) { return 0; }\n")
    assert background.text() == before


def test_preprocessing_errors_are_raised_in_the_caller(tmp_path: Path) -> None:
    background = BackgroundPreprocessing(task(tmp_path, '#include "missing.h"\n' + TEXT))
    for _ in range(2):
        with pytest.raises(InputError, match="missing.h"):
            background.text()


def test_invalid_c_is_explained_by_the_compiler(tmp_path: Path) -> None:
    subject = task(tmp_path, "int main(void) { return x }\n")
    with pytest.raises(InputError, match="p.c:1"):
        load_program(subject, background=BackgroundPreprocessing(subject))
