"""What gcc reads and the parser does not, and what only looks like it."""

from __future__ import annotations

import pytest

from veriabs.frontend.dialect import spelled
from veriabs.frontend.known import ARGUMENT, RANGE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("case 'a' ... 'f':", f"case {RANGE}( 'a' , 'f'):"),
        ("int a[4] = { [1 ... 2] = 5 };", f"int a[4] = {{ [{RANGE}(1 , 2)] = 5 }};"),
        ("__builtin_va_arg(ap, int)", f"{ARGUMENT}(ap, sizeof( int))"),
        ("__builtin_va_arg(ap, int (*)(int, int))", f"{ARGUMENT}(ap, sizeof( int (*)(int, int)))"),
        ("__builtin_va_arg(*f(1, ')'), int)", f"{ARGUMENT}(*f(1, ')'), sizeof( int))"),
    ],
)
def test_what_the_parser_does_not_read_is_a_call(text: str, said: str) -> None:
    assert spelled(text) == said


@pytest.mark.parametrize(
    "text", ["case 1 ... 2:", "[1 ... 2]", "__builtin_va_arg(ap, int)", "typeof(int)", "\\\"typeof(x)"]
)
def test_what_stands_in_a_literal_is_no_code(text: str) -> None:
    assert spelled(f"char s[] = \"{text}\"; char c = '\"';") == f"char s[] = \"{text}\"; char c = '\"';"
