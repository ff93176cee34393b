"""Contracts of functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.contracts import Contracts, conjuncts, contracts


def read(tmp_path: Path, text: str) -> Contracts:
    path = tmp_path / "f.c"
    path.write_text(text, encoding="utf-8")
    return contracts(f'# 1 "{path}"\n{text}', Task(path))


def test_clauses_leave_the_text_and_keep_its_lines(tmp_path: Path) -> None:
    text = "int f(int x)\n__CPROVER_requires(x > (1))\n__CPROVER_assigns(x)\n{ return x; }\n"
    found = read(tmp_path, text)
    assert found.text.split() == ["#", "1", f'"{tmp_path / "f.c"}"', *["int", "f(int", "x)", "{", "return", "x;", "}"]]
    assert found.text.count("\n") == text.count("\n") + 1
    assert found.of("f").requires() == [f'# 2 "{tmp_path / "f.c"}"\nif (!(x > (1))) abort();']


def test_a_size_is_told_by_a_fresh_object(tmp_path: Path) -> None:
    found = read(
        tmp_path, "int f(int *p, int n) __CPROVER_requires(n > 0 && __CPROVER_is_fresh(p, n * sizeof(int))) {}"
    )
    assert found.of("f").size("p") == "(n * sizeof(int)) / sizeof(*p)"
    assert found.of("f").size("n") is None
    assert len(found.of("f").requires()) == 1


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("ensures \\result >= 0;", "__VERIFIER_assert(returned_value >= 0);"),
        ("ensures 0 <= \\result < n;", "__VERIFIER_assert(0 <= returned_value && returned_value < n);"),
        ("ensures n > 0 ==> \\result == 1;", "__VERIFIER_assert((!(n > 0) || (returned_value == 1)));"),
        (
            "ensures \\forall integer i; 0 <= i < n ==> a[i] == 1;",
            "for (long long i = 0; i < n; i++) __VERIFIER_assert(a[i] == 1);",
        ),
    ],
)
def test_acsl_is_spelled_as_c(tmp_path: Path, clause: str, said: str) -> None:
    found = read(tmp_path, f"/*@ {clause} */\nint f(int *a, int n) {{ return n; }}")
    (ensured,) = found.of("f").ensures()
    assert " ".join(ensured.split("\n")[1].split()) == said


def test_old_values_are_kept(tmp_path: Path) -> None:
    found = read(tmp_path, "/*@ ensures *p == \\old(*p) + 1; */\nvoid f(long *p) { ++*p; }").of("f")
    assert found.ensures()[0].endswith("__VERIFIER_assert(*p == old_p + 1);")
    assert found.snapshots({}) == ["long long old_p = *p;"]


@pytest.mark.parametrize("clause", ["\\separated(a, b)", "\\forall integer i; a[i] == 1", "\\exists integer i; a[i]"])
def test_what_is_not_understood_is_refused_with_its_line(tmp_path: Path, clause: str) -> None:
    found = read(tmp_path, f"\n/*@ ensures {clause}; */\nvoid f(int *a) {{ }}").of("f")
    with pytest.raises(UnsupportedError, match=r"f\.c:2: "):
        found.ensures()


def test_parts_are_those_of_the_outermost_level() -> None:
    assert conjuncts("a && (b && c) && d[e && f]") == ["a", "(b && c)", "d[e && f]"]
