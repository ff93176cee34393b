"""Functions of the C library that give inputs: what is supplied, and what may be relied on."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.counterexample import DRAWN, Site, SiteKind, Span
from veriabs.core.results import Verdict
from veriabs.core.source import WRITTEN, Where
from veriabs.core.types import INT
from veriabs.frontend.drawn import given, supplied
from veriabs.frontend.program import load_program, read
from veriabs.frontend.task import load
from veriabs.report.counterexample import input_name
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n#include <assert.h>\n"

SYSTEM = '# 1 "<system>"\nextern int scanf (const char *, ...);\n'

HOLDS = {
    "rand": "assert(rand() >= 0 && rand() <= RAND_MAX);",
    "getchar": "int c = getchar(); assert(c == EOF || (c >= 0 && c < 256));",
    "fgetc": "int c = fgetc(stdin); assert(c == EOF || (c >= 0 && c < 256));",
    "fgets": "char s[9]; if (fgets(s, 9, stdin)) assert(strlen(s) < 9);",
    "scanf": 'int x = 5, n = scanf("%d", &x); assert(n >= -1 && n <= 1 && (n == 1 || x == 5));',
    "a word": "char s[4]; if (scanf(\"%3s\", s) == 1) assert(strlen(s) <= 3 && s[0] != ' ');",
}
FAILS = {
    "rand": "assert(rand() != 123456789);",
    "rand again": "assert(rand() == rand());",
    "end of file": "assert(getchar() != EOF);",
    "time": "time_t t = 3, u = time(&t); assert(t == 3);",
    "nothing read": "char s[9] = \"x\"; if (!fgets(s, 9, stdin)) assert(s[0] != 'x');",
    "a long line": "char s[9]; if (fgets(s, 9, stdin)) assert(strlen(s) < 8);",
    "a zero in a line": "char s[9]; if (fgets(s, 9, stdin)) assert(strlen(s) > 0);",
    "no number": 'int x = 0; scanf("%d", &x); assert(x != 0);',
    "two of three": 'int x, y = 0; char z; if (scanf("%d %d%c", &x, &y, &z) == 2) assert(y != 77);',
    "a word": "char s[4]; if (scanf(\"%3s\", s) == 1) assert(s[2] != 'q');",
}


def decided(folder: Path, code: str, cbmc: Cbmc) -> Verdict:
    path = folder / "input.c"
    path.write_text(f"{HEAD}int main(void) {{ {code} return 0; }}\n", encoding="utf-8")
    task = load(path)
    return verify(task, load_program(task), cbmc, Options(timeout=60)).verdict


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize("name", HOLDS)
def test_what_the_library_lays_down_holds(name: str, tmp_path: Path, cbmc: Cbmc) -> None:
    assert decided(tmp_path, HOLDS[name], cbmc) is Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize("name", FAILS)
def test_nothing_else_is_relied_on(name: str, tmp_path: Path, cbmc: Cbmc) -> None:
    assert decided(tmp_path, FAILS[name], cbmc) is Verdict.FALSE


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return 0; }",
        "int rand(void) { return 4; } int main(void) { return rand(); }",
        "extern int rand(void); int main(void) { return rand(); }",
        "#include <stdlib.h>\nint main(void) { return 0; }",
        "#include <stdlib.h>\nstruct s { int (*rand)(void); } t; int main(void) { return t.rand(); }",
    ],
)
def test_only_what_the_headers_declare_and_the_program_calls_is_supplied(text: str, tmp_path: Path) -> None:
    path = tmp_path / "input.c"
    path.write_text(text, encoding="utf-8")
    assert DRAWN not in read(load(path))[0]


@pytest.mark.parametrize("form", ['"%s"', '"%n"', '"%[a-z]"', '"%*d"', '"%Lf"', '"%hf"', "form", '"%"'])
def test_formats_that_are_not_known_are_left_alone(form: str) -> None:
    text = f'{SYSTEM}# 1 "a.c"\nint f(void) {{ return scanf({form}, p); }}\n'
    assert supplied(text) == text


def test_calls_on_one_line_are_told_apart() -> None:
    found = supplied(SYSTEM + '# 7 "a.c"\n\nint x = scanf("%d", &y) + scanf("%d", &z);\n')
    assert "scanf_at_call_1(\"%d\", &y) + scanf_at_call_2(\"%d\", &z)" in found
    places = [line.index(DRAWN) for line in found.splitlines() if DRAWN in line]
    assert len(set(places)) == 2 and found.count('# 8 "a.c"\n') == 2


def site(name: str, file: str = "a.c") -> Site:
    return Site(0, SiteKind.CALL, f"{DRAWN}{name}", INT, Where(file, 4))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("rand", 5, 5),
        ("rand", 2**64 - 1, 2**31 - 1),
        ("getchar", 10, 10),
        ("getchar", 2**64 - 1, 2**64 - 1),
        ("getchar", 256 + 7, 2**64 - 1),
        ("scanf_count_2", 2, 2),
        ("scanf_count_2", 2**64 - 1, 2**64 - 1),
        ("scanf_count_2", 77, 2),
        ("scanf", 77, 77),
        ("time_long", 2**40, 2**40),
    ],
)
def test_values_are_told_as_the_function_gives_them(name: str, value: int, told: int) -> None:
    assert given(site(name), (Span(0, 3, value),)) == (Span(0, 3, told),)


def test_ramps_are_told_value_by_value_where_they_leave_the_limits() -> None:
    assert given(site("rand"), (Span(0, 9, 3, 2),)) == (Span(0, 9, 3, 2),)
    found = given(site("getchar"), (Span(4, 3, 254, 1),))
    assert found == (Span(4, 1, 254), Span(5, 1, 255), Span(6, 1, 2**64 - 1))


def test_inputs_have_the_name_of_the_function() -> None:
    assert input_name(site("scanf_count_2")) == "scanf() at line 4"
    assert input_name(site("rand", WRITTEN)) == "rand()"
