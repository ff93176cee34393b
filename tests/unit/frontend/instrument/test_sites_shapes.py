"""The scalars of a program's objects, from the syntax tree."""

from __future__ import annotations

import pytest
from pycparser import CParser

from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, INT, UNSIGNED, FloatType, IntType
from veriabs.frontend.instrument.sites import Leaf
from veriabs.frontend.instrument.sites import cell as cell_of
from veriabs.frontend.instrument.sites import scalars_in as leaves_of
from veriabs.frontend.typed.tree import typed

HEAD = """
typedef unsigned char byte; typedef byte octet; typedef int row[20]; typedef row table[10];
struct point { int x; short y[3]; double d; }; typedef struct point point_t;
struct node { struct node *next; int value; };
struct flags { int first : 3; int second; };
struct outer { struct point inner; point_t many[4]; };
union either { int i; float f; }; enum colour { RED };
"""


def scalars_in(text: str, data_model: DataModel = DataModel.LP64) -> list[Leaf]:
    tree = CParser().parse(HEAD + text)
    return list(leaves_of(typed(tree, data_model).of(tree.ext[-1]), tree.ext[-1].name))


def paths(text: str) -> list[str]:
    return [leaf.path for leaf in scalars_in(text)]


@pytest.mark.parametrize(
    ("text", "name", "bits", "signed"),
    [
        ("int x;", "int", 32, True),
        ("unsigned x;", "unsigned int", 32, False),
        ("long unsigned int x;", "unsigned long", 64, False),
        ("short int x;", "short", 16, True),
        ("char x;", "char", 8, True),
        ("octet x;", "unsigned char", 8, False),
        ("_Bool x;", "_Bool", 1, False),
        ("const volatile int x;", "int", 32, True),
    ],
)
def test_integers(text: str, name: str, bits: int, signed: bool) -> None:
    assert scalars_in(text) == [Leaf("x", IntType(name, bits, signed))]


@pytest.mark.parametrize(("model", "bits"), [(DataModel.LP64, 64), (DataModel.ILP32, 32)])
def test_long_has_the_size_of_the_data_model(model: DataModel, bits: int) -> None:
    assert scalars_in("long x;", model)[0].type == IntType("long", bits, True)


@pytest.mark.parametrize("name", ["float", "double"])
def test_floats(name: str) -> None:
    (leaf,) = scalars_in(f"{name} x;")
    assert isinstance(leaf.type, FloatType)
    assert leaf.type.name == name


def test_enums_have_the_type_that_gcc_gives_them() -> None:
    assert scalars_in("enum colour x;") == [Leaf("x", UNSIGNED)]
    assert scalars_in("enum { LESS = -1 } x;") == [Leaf("x", INT)]


def test_array() -> None:
    assert scalars_in("int a[100];") == [Leaf("a[0]", INT, ("a",))]


def test_array_of_arrays() -> None:
    assert scalars_in("int m[10][20];") == [Leaf("m[0][0]", INT, ("m", "m[0]"))]


def test_array_by_typedef() -> None:
    assert scalars_in("table m;") == scalars_in("int m[10][20];")


def test_struct() -> None:
    assert paths("struct point s;") == ["s.x", "s.y[0]", "s.d"]
    assert scalars_in("struct point s;")[1].arrays == ("s.y",)


def test_struct_by_typedef_and_without_a_name() -> None:
    assert scalars_in("point_t s;") == scalars_in("struct point s;")
    assert paths("struct { int x; _Bool b; } s;") == ["s.x", "s.b"]
    assert scalars_in("struct { _Bool b; } s;")[0].type == BOOL


def test_structs_in_structs_and_arrays() -> None:
    found = scalars_in("struct outer o[7];")
    assert [leaf.path for leaf in found] == [
        *("o[0].inner.x", "o[0].inner.y[0]", "o[0].inner.d"),
        *("o[0].many[0].x", "o[0].many[0].y[0]", "o[0].many[0].d"),
    ]
    assert found[4].arrays == ("o", "o[0].many", "o[0].many[0].y")


@pytest.mark.parametrize("text", ["int *p;", "int *p[5];", "union either u;", "int (*p)[5];", "struct unknown *s;"])
def test_pointers_and_unions_have_no_scalars(text: str) -> None:
    assert scalars_in(text) == []


def test_pointers_and_bit_fields_of_a_struct_are_left_out() -> None:
    assert paths("struct node n;") == ["n.value"]
    assert paths("struct flags f;") == ["f.second"]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("int *p;", INT),
        ("octet *p;", IntType("unsigned char", 8, False)),
        ("double *p;", None),
        ("struct point *p;", None),
        ("int **p;", None),
        ("void *p;", None),
        ("int p;", None),
    ],
)
def test_cell_of_a_pointer(text: str, cell: IntType | None) -> None:
    tree = CParser().parse(HEAD + text)
    assert cell_of(typed(tree, DataModel.LP64).of(tree.ext[-1])) == cell


def test_cell_of_a_pointer_by_typedef() -> None:
    tree = CParser().parse("typedef unsigned char *bytes; bytes b;")
    assert cell_of(typed(tree, DataModel.LP64).of(tree.ext[-1])) == IntType("unsigned char", 8, False)


def test_a_name_means_the_declaration_in_its_scope() -> None:
    tree = CParser().parse("struct s { int x; }; void f(void) { struct s { char y; }; } struct s v;")
    assert [leaf.path for leaf in leaves_of(typed(tree, DataModel.LP64).of(tree.ext[-1]), "v")] == ["v.x"]
