"""Test GNU syntax that gcc accepts and pycparser does not, and text that only resembles it."""

from __future__ import annotations

import pytest
from pycparser import c_ast
from pycparser.c_parser import CParser

from veriabs.frontend.dialect import encode_extensions, explicit_layouts
from veriabs.frontend.known_functions import ARGUMENT, RANGE
from veriabs.frontend.survey import walk


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
def test_compiler_extensions_are_rewritten_as_calls(text: str, said: str) -> None:
    assert encode_extensions(text) == said


@pytest.mark.parametrize(
    "text", ["case 1 ... 2:", "[1 ... 2]", "__builtin_va_arg(ap, int)", "typeof(int)", "\\\"typeof(x)"]
)
def test_string_literals_are_not_rewritten(text: str) -> None:
    assert encode_extensions(f"char s[] = \"{text}\"; char c = '\"';") == f"char s[] = \"{text}\"; char c = '\"';"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("struct a { int v; };\n#pragma veriabs_layout\nstruct b { int v; };\nstruct c { struct b b; };", {"b"}),
        ("#pragma veriabs_layout\ntypedef struct b { int v; } b, *p;\nstruct c { p p; };", {"b", "c"}),
        ("#pragma veriabs_layout\ntypedef int word;\nstruct c { word w; };", {"c"}),
        ("#pragma veriabs_layout\nint f(void);\nstruct c { int v; };", set()),
    ],
)
def test_an_attribute_changes_the_layout_of_its_own_struct(text: str, names: set[str]) -> None:
    tree = CParser().parse(text)
    changed = explicit_layouts(tree)
    assert {node.name for node in walk(tree) if isinstance(node, c_ast.Struct) and id(node) in changed} == names


def test_the_last_member_of_a_struct_needs_no_semicolon() -> None:
    text = """struct a { int x; union { char c[4] } u } v = { 1 };
    char t[] = "struct { int y }"; struct e { }; struct s f() { return g }"""
    loose = encode_extensions(text)
    assert loose == text.replace("c[4] }", "c[4]; }").replace("} u }", "} u; }")


def test_an_inferred_type_is_that_of_the_value() -> None:
    text = encode_extensions('int main(void) { __auto_type x = f(a, b[1]); char t[] = "__auto_type y = 1;"; }')
    assert "char m[sizeof((0, ( f(a, b[1]))))]; } x = f(a, b[1]); char t" in text and "__auto_type y = 1" in text
