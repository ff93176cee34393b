"""Test the direction in which overlapping memory is copied: known from constants, else tested at run time."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.ctree import FALSE, TRUE
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.source import DataModel, Task
from veriabs.core.types import INT, LLONG, ULLONG, UNSIGNED, IntType
from veriabs.core.typing_rules import convert
from veriabs.frontend.lower.copies import upwards
from veriabs.frontend.program import load_program

BYTE = IntType("unsigned char", 8, False)
INDEX, K, U, W = Var("i", INT), Var("k", INT), Var("u", UNSIGNED), Var("w", ULLONG)


def _plus(one: Expr, value: int, kind: IntType = INT) -> Expr:
    return Binary("+", one, Const(value, kind)) if value >= 0 else Binary("-", one, Const(-value, kind))


KNOWN: dict[str, tuple[Expr, Expr, Expr]] = {
    "up": (INDEX, _plus(INDEX, 1), TRUE),
    "down": (_plus(INDEX, 1), INDEX, FALSE),
    "sums of sums": (_plus(INDEX, 1), _plus(_plus(INDEX, 4), -3), TRUE),
    "wider": (Cast(LLONG, _plus(INDEX, 2)), Cast(LLONG, INDEX), FALSE),
    "all bits": (W, _plus(W, 1, ULLONG), TRUE),
    "constants": (Const(3, INT), Const(2, INT), FALSE),
}
ASKED: dict[str, tuple[Expr, Expr]] = {
    "two variables": (INDEX, K),
    "a sum without a sign may wrap": (U, _plus(U, 1, UNSIGNED)),
    "cut off": (Cast(BYTE, _plus(INDEX, 1)), Cast(BYTE, INDEX)),
    "a part that wraps": (_plus(_plus(U, 1, UNSIGNED), 1, ULLONG), _plus(U, -9, ULLONG)),
    "two types": (_plus(INDEX, 1), _plus(INDEX, 1, ULLONG)),
}


@pytest.mark.parametrize("name", KNOWN)
def test_copy_direction_follows_from_constants(name: str) -> None:
    to, origin, said = KNOWN[name]
    assert upwards(to, origin, DataModel.LP64) == said


@pytest.mark.parametrize("name", ASKED)
def test_copy_direction_is_tested_at_run_time(name: str) -> None:
    to, origin = ASKED[name]
    first, second = (convert(index, LLONG, DataModel.LP64) for index in (to, origin))
    assert upwards(to, origin, DataModel.LP64) == Binary("<=", first, second)


@pytest.mark.parametrize("call", ["stpcpy(b, b + n)", "strcat(b, b + n)", "strncat(b, b + n, n)", "strcpy(b, b + n)"])
@pytest.mark.parametrize("other", [False, True])
def test_strings_are_not_copied_to_overlapping_cells(tmp_path: Path, call: str, other: bool) -> None:
    path = tmp_path / "c.c"
    body = f'char a[9] = "", b[9] = "abc"; {call}; __CPROVER_assert(b[0], "");'
    text = f"#include <string.h>\nint main(int n, char **v) {{ {body} }}"
    path.write_text(text.replace("(b, b", "(a, b") if other else text, encoding="utf-8")
    assert bool(load_program(Task(path)).gaps) is not other
