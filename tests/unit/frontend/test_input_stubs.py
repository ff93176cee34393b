"""Input functions of the C library: their stubs, and the guarantees that proofs may use."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from veriabs.core.counterexample import NONDET_PREFIX
from veriabs.core.results import Verdict
from veriabs.core.templates import render_c
from veriabs.frontend.input_stubs import (
    ANYTHING,
    AT_THE_END,
    NO_DIGIT,
    NO_HEX_DIGIT,
    NO_OCTAL_DIGIT,
    NO_WHITE,
    SKIPPED,
    SOMETHING,
    WORD_ENDS,
    add_stubs,
)
from veriabs.frontend.known_functions import CAME
from veriabs.frontend.program import load_program, read
from veriabs.frontend.task import load
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
    "white space is passed over": "char c; if (scanf(\" %c\", &c) == 1) assert(c != ' ' && c != '\\n');",
    "a character fails at the end only": "char c; assert(scanf(\"%c\", &c) != 0);",
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
    "no white space is passed over": "char c; if (scanf(\"%c\", &c) == 1) assert(c != ' ');",
    "a letter in front is not there": "char c = 1; assert(scanf(\"a%c\", &c) != 0);",
    "behind a number": "int x; if (scanf(\"%d\", &x) == 1) assert(getchar() != 'A');",
    "behind white space": "int x; if (scanf(\"%d \", &x) == 1) assert(getchar() != '5');",
}


def decided(folder: Path, code: str, cbmc: Cbmc) -> Verdict:
    path = folder / "input.c"
    path.write_text(f"{HEAD}int main(void) {{ {code} return 0; }}\n", encoding="utf-8")
    task = load(path)
    return verify(task, load_program(task), cbmc, Options(timeout=60)).verdict


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize("name", HOLDS)
def test_guarantees_of_library_functions_hold(name: str, tmp_path: Path, cbmc: Cbmc) -> None:
    assert decided(tmp_path, HOLDS[name], cbmc) is Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize("name", FAILS)
def test_unguaranteed_library_behaviour_is_not_assumed(name: str, tmp_path: Path, cbmc: Cbmc) -> None:
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
    assert NONDET_PREFIX not in read(load(path))[0]


@pytest.mark.parametrize(
    "text",
    [
        "char text[] = \"time(0)\"; char c = 'a';",
        "long f(long (*time)(long *)) { return time(0); }",
        "long f(fn *time) { return time(0); }",
        "long time(long *at) { return 4; } long f(void) { return time(0); }",
        "struct s { long (*time)(long *); }; long f(struct s *p) { return p -> time (0); }",
    ],
)
def test_a_name_that_is_not_the_function_is_left_alone(text: str) -> None:
    whole = f'# 1 "<system>"\nextern long time(long *);\n# 1 "a.c"\n{text}\n'
    assert add_stubs(whole) == whole


@pytest.mark.parametrize(
    ("calls", "known"),
    [
        ("srand(7); f();", True),
        ("int k; srand(time(0)); f();", True),
        ("srand(7); srand(7); f();", False),
        ("f(); srand(1); f();", False),
        ("for (;;) srand(7);", False),
        ("for (;;) { srand(7); }", False),
        ("again: ; srand(7); f(); goto again;", False),
    ],
)
def test_seeds_are_known_to_differ_if_there_is_one(calls: str, known: bool) -> None:
    system = '# 1 "<system>"\nextern int rand(void);\nextern void srand(unsigned);\n'
    found = add_stubs(f'{system}# 1 "a.c"\nint f(void) {{ return rand(); }}\nint main(void) {{ {calls} return 0; }}\n')
    assert ("void srand(unsigned int seed) {" in found) is known


def test_a_format_of_several_literals_is_one() -> None:
    assert f"{NONDET_PREFIX}scanf_count_0_2()" in add_stubs(f'{SYSTEM}# 1 "a.c"\nint n = scanf("%d " "%d", &x, &y);\n')


def test_no_digit_follows_a_scanned_number_directly() -> None:
    assert "c <= '9' ? ' ' : c" in add_stubs(f'{SYSTEM}# 1 "a.c"\nint n = scanf("%d%c", &x, &y);\n')
    assert "c <= '9'" not in add_stubs(f'{SYSTEM}# 1 "a.c"\nint n = scanf("%d %c", &x, &y);\n')


@pytest.mark.parametrize(
    "form",
    [
        *('"%x%c"', '"%3s%c"', r'"\045d"', 'L"%d"', '"%d" X', '"%s"', '"%n"', '"%[a-z]"', '"%*d"', '"%Lf"', '"%hf"'),
        *("form", '"%"'),
    ],
)
def test_unknown_formats_are_not_modelled(form: str) -> None:
    text = f'{SYSTEM}# 1 "a.c"\nint f(void) {{ return scanf({form}, p); }}\n'
    assert add_stubs(text) == text


def test_a_call_before_a_block_is_no_definition() -> None:
    body = 'while (scanf("%d", &x) == 1 && scanf("%d", &y)) { z++; }'
    found = add_stubs(f'{SYSTEM}# 7 "a.c"\nint main(void) {{ {body} }}\n')
    assert found.count("int scanf_at_call_") == 4


def test_calls_on_one_line_are_distinguished() -> None:
    found = add_stubs(SYSTEM + '# 7 "a.c"\n\nint x = scanf("%d", &y) + scanf("%d", &z);\n')
    assert "scanf_at_call_1(\"%d\", &y) + scanf_at_call_2(\"%d\", &z)" in found
    places = [line.index(NONDET_PREFIX) for line in found.splitlines() if NONDET_PREFIX in line]
    assert len(set(places)) == 2 and found.count('# 8 "a.c"\n') == 2


@pytest.mark.parametrize(
    ("calls", "behind"),
    [
        ('scanf("%d", &x)', NO_DIGIT),
        ('scanf("%i", &x)', NO_OCTAL_DIGIT),
        ('scanf("%x", &x)', NO_HEX_DIGIT),
    ],
)
def test_the_characters_after_a_number_are_known(calls: str, behind: int) -> None:
    found = add_stubs(f'{SYSTEM}# 1 "a.c"\nint n = {calls};\n')
    assert f"{CAME}({SOMETHING}, {behind}); }} if (n == -1)" in found
    assert f"else if (n == 0) {CAME}({SOMETHING}, {behind});" in found


def test_scanned_character_is_missing_only_at_end_of_file() -> None:
    found = add_stubs(f'{SYSTEM}# 1 "a.c"\nint n = scanf("%d %c", &x, &y), m = scanf("%d,%c", &x, &y);\n')
    assert f"else if (n == 1) {CAME}({SOMETHING}, {AT_THE_END});" in found
    assert f"else if (n == 1) {CAME}({SOMETHING}, {NO_DIGIT});" in found


READ = {
    "a letter behind a number": ((SOMETHING, NO_DIGIT), (ord("A"), ANYTHING)),
    "a digit further behind": ((SOMETHING, NO_DIGIT), (ord("A"), ANYTHING), (ord("5"), ANYTHING)),
    "a number behind a number": ((SOMETHING, NO_DIGIT), (SOMETHING, NO_DIGIT)),
    "a nine behind an octal number": ((SOMETHING, NO_OCTAL_DIGIT), (ord("9"), ANYTHING)),
    "the end behind a number": ((SOMETHING, NO_DIGIT), (-1, ANYTHING), (-1, ANYTHING)),
    "white space behind a word": ((SOMETHING, WORD_ENDS), (10, ANYTHING)),
    "a digit behind white space": ((SOMETHING, NO_DIGIT), (SKIPPED, NO_WHITE), (ord("5"), ANYTHING)),
    "white space at the end": ((-1, ANYTHING), (SKIPPED, NO_WHITE), (-1, ANYTHING)),
}
IMPOSSIBLE = {
    "a digit behind a number": ((SOMETHING, NO_DIGIT), (ord("5"), ANYTHING)),
    "a seven behind an octal number": ((SOMETHING, NO_OCTAL_DIGIT), (ord("7"), ANYTHING)),
    "an f behind a hexadecimal number": ((SOMETHING, NO_HEX_DIGIT), (ord("F"), ANYTHING)),
    "a letter behind the end": ((-1, ANYTHING), (ord("A"), ANYTHING)),
    "a number behind the end": ((-1, ANYTHING), (SOMETHING, NO_DIGIT)),
    "a letter behind a word": ((SOMETHING, WORD_ENDS), (ord("A"), ANYTHING)),
    "white space behind white space": ((SKIPPED, NO_WHITE), (32, ANYTHING)),
    "a letter where only the end is left": ((SOMETHING, AT_THE_END), (ord("A"), ANYTHING)),
    "a letter behind the end and what skips": ((-1, ANYTHING), (SKIPPED, NO_WHITE), (ord("A"), ANYTHING)),
}


def ends(steps: Iterable[tuple[int, int]], folder: Path) -> bool:
    """Does a replay of a run that reads like this end, since no text can be given?"""
    calls = "".join(f"{CAME}({came}, {following}); " for came, following in steps)
    head = "extern void _exit(int);\nstatic void veriabs_end(void) { _exit(7); }\n"
    text = f"{head}{render_c('replay/stream', {})}int main(void) {{ {calls}return 0; }}\n"
    subprocess.run(["gcc", "-x", "c", "-", "-o", str(folder / "reads")], input=text, text=True, check=True)
    return subprocess.run([str(folder / "reads")], check=False).returncode == 7


@pytest.mark.parametrize("name", READ)
def test_readable_buffers_are_replayed(name: str, tmp_path: Path) -> None:
    assert not ends(READ[name], tmp_path)


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_run_with_impossible_input_text_is_not_replayed(name: str, tmp_path: Path) -> None:
    assert ends(IMPOSSIBLE[name], tmp_path)


@pytest.mark.cbmc
def test_a_digit_after_a_number_refutes_nothing(tmp_path: Path, cbmc: Cbmc) -> None:
    path = tmp_path / "input.c"
    code = 'int x, c; if (scanf("%d", &x) != 1) return 0; c = getchar(); assert(c < 48 || c > 57);'
    path.write_text(f"{HEAD}int main(void) {{ {code} return 0; }}\n", encoding="utf-8")
    task = load(path)
    program = load_program(task)
    found = verify(task, program, cbmc, Options(timeout=20, strategies=("bounded",)))
    assert found.verdict is Verdict.UNKNOWN
