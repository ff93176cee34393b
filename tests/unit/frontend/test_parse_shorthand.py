"""Shorthand constructs are expanded in the syntax tree."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser.c_generator import CGenerator

from veriabs.core.source import Task
from veriabs.frontend.parse import parse
from veriabs.frontend.preprocess import preprocess


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "a.c"
    path.write_text(text, encoding="utf-8")
    task = Task(path)
    return str(CGenerator().visit(parse(preprocess(task), task)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("int f(int x) { return x ?: 4; }", "return (x) ? (x) : (4);"),
        ("int f(int x) { return x ?: 1 ?: 4; }", "return (x) ? (x) : ((1) ? (1) : (4));"),
        ("const char *f(void) { return __func__; }", 'return "f";'),
        ("double f(void) { return (double)0.1L; }", "return (double) 0.1;"),
        ("double f(void) { return (double)1.7976931348623157081e+308L; }", "return (double) 1.7976931348623157e+308;"),
        ("double f(void) { return (double)1.1897e+4932L; }", "return (double) 1.1897e+4932L;"),
    ],
)
def test_shorthand_is_expanded(text: str, said: str, tmp_path: Path) -> None:
    assert said in written(tmp_path, text)


def test_an_effect_is_not_repeated(tmp_path: Path) -> None:
    said = written(tmp_path, "int g(void); int f(void) { return g() ?: 4; }")
    assert said.replace("sizeof(g())", "").count("g()") == 1
