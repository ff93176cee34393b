"""Test the names that are visible at a loop."""

from __future__ import annotations

from pathlib import Path

from veriabs.core.source import Task
from veriabs.frontend.parse import parse
from veriabs.frontend.scopes import scopes_of_loops

TEXT = """\
int a, b;
void f(int a) {
  for (int i = 0; i < a; i++) {
    int b = i;
    while (b) b--;
  }
  { int c; c = 1; }
  do ; while (a);
}
"""


def test_the_innermost_declaration_counts() -> None:
    scopes = scopes_of_loops(parse(TEXT, Task(Path("input.c"))))
    seen = {where.line: {name: place.line for name, place in scope.items()} for where, scope in scopes.items()}
    assert seen[3] == {"a": 2, "b": 1, "i": 3, "f": 2}
    assert seen[5] == {"a": 2, "b": 4, "i": 3, "f": 2}
    assert seen[8] == {"a": 2, "b": 1, "f": 2}
