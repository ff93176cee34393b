"""Test which functions an unfinished text defines, for the editor."""

from __future__ import annotations

import pytest

from veriabs.lsp.functions import functions_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("int f(void) {\n  return 0;\n}\n", [("f", 0, 0, 3)]),
        ("struct s;\nstatic struct s *\nt(int s)\n{ return 0; } int g() {}", [("t", 1, 2, 4), ("g", 3, 3, 4)]),
        ("/* int f() { */\n// int g() {}\nint h() { char c = '}'; return c; }\n", [("h", 2, 2, 3)]),
        ("#define X(a) \\\n  int f() {\n#if X /* { */\nint (g)(int n) { return n; }\n#endif\n", [("g", 3, 3, 4)]),
        ("int old(a) int a; { return a; }\nint f(int);\nint v = 3;\n", [("old", 0, 0, 1)]),
        ("int unfinished(int a) {\n  if (a) {\n", []),
    ],
)
def test_functions_of_a_text(text: str, found: list[tuple[str, int, int, int]]) -> None:
    assert [(one.name, one.first, one.line, one.end) for one in functions_in(text)] == found
