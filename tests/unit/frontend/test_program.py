"""Test the conditions that the front end adds to verdicts about a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.source import DataModel, Task
from veriabs.frontend.program import SSE, load_program

HEAD = "extern void __VERIFIER_assert(int);\n"


@pytest.mark.parametrize(
    ("text", "floating"),
    [
        ("float a = 1; int main(void) { __VERIFIER_assert(a + 1 == 2); }", True),
        ("int n; int main(void) { __VERIFIER_assert(n * 1.5 < 2); }", True),
        ("int n; int main(void) { __VERIFIER_assert(n < 2); }", False),
    ],
)
def test_digits_of_the_machine_are_an_assumption(text: str, floating: bool, tmp_path: Path) -> None:
    """By itself `gcc -m32` computes `16777216.0f + 1.0f` as a number that is no float."""
    path = tmp_path / "f.c"
    path.write_text(HEAD + text, encoding="utf-8")
    assert (SSE in load_program(Task(path, DataModel.ILP32)).assumptions) is floating
    assert load_program(Task(path, DataModel.LP64)).assumptions == ()
