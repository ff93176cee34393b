"""Pointers into arrays of structs are watched where they are made and where they are moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.frontend.known_functions import STAYING

STRUCTS = "struct s { char a[4]; int n; } s; union { char b[8]; int w; } u; int i, w[9]; char *r[2];"


def text(folder: Path, body: str, more: str = "") -> str:
    path = folder / "m.c"
    path.write_text(f"{STRUCTS}{more}\nint main(void) {{ char *p = s.a; {body} return 0; }}\n", encoding="utf-8")
    return " ".join(load_instrumented(Task(path)).plain.split())


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("p[i] = 1;", "p[__veriabs_forth(p, i)] = 1"),
        ("p = p + i;", "p = p + __veriabs_forth(p, i)"),
        ("p = i + p;", "p = __veriabs_forth(p, i) + p"),
        ("p = p - i;", "p - __veriabs_back(p, i)"),
        ("p += i;", "p += __veriabs_forth(p, i)"),
        ("p -= i;", "p -= __veriabs_back(p, i)"),
        ("*p++ = 1;", "*((*__veriabs_step(&p, 1))++) = 1"),
        ("--p;", "--(*__veriabs_step(&p, -1))"),
        ("p = &s.a[i];", "p = &__veriabs_into(&s.a)[__veriabs_forth(s.a, i)]"),
        ("p = (char *)s.a;", "p = (char *) __veriabs_into(&s.a)"),
        ("i = p - s.a;", "i = p - __veriabs_back(p, __veriabs_into(&s.a))"),
        ("p = r[i] + i;", "p = r[i] + __veriabs_forth(r[i], i)"),
        ("r[1][i] = 2;", "r[1][__veriabs_forth(r[1], i)] = 2"),
        ("p = u.b; p[i]++;", "p = __veriabs_into(&u.b)"),
    ],
)
def test_a_move_is_watched(tmp_path: Path, body: str, found: str) -> None:
    assert found in text(tmp_path, body)


@pytest.mark.parametrize("body", ["s.a[i] = 1;", "w[i] = 1;", "i = i + 1;", "i = sizeof(s.a);", "s.n++;"])
def test_statements_that_move_no_member_pointer_are_unchanged(tmp_path: Path, body: str) -> None:
    assert text(tmp_path, body).count("__veriabs") == 1  # where p begins


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ("h()[i] = 1;", "char *h(void) { return s.a; }"),
        ("char (*q)[4] = &s.a; (*q)[4] = 1;", ""),
        ("i = strlen(p);", "unsigned long strlen(const char *);"),
        ("void *(*c)(void *, int, unsigned long) = memset; c(p, 0, 5);", "void *memset(void *, int, unsigned long);"),
        ("(p += 2)[i] = 1;", ""),
        ("i = 1[p];", ""),
        ("", "char *outside = s.a;"),
        ("static char *inside = s.a;", ""),
    ],
)
def test_a_move_that_cannot_be_watched_is_refused(tmp_path: Path, body: str, more: str) -> None:
    with pytest.raises(UnsupportedError, match="may overrun into the next"):
        text(tmp_path, body, more)


def test_a_program_without_such_a_pointer_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "m.c"
    path.write_text(f"{STRUCTS}\nint main(void) {{ char b[4], *p = b; p[i]++; return s.a[0]; }}\n", encoding="utf-8")
    assert not [name for name in STAYING if name in load_instrumented(Task(path)).plain]
