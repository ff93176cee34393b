"""The types that the front end gives to the expressions of programs, compared with those of gcc."""

from __future__ import annotations

import subprocess
from copy import deepcopy
from pathlib import Path

import pytest
from pycparser import c_ast

from veriabs.core.expressions import Const
from veriabs.core.source import DataModel, Task, Where
from veriabs.core.types import INT
from veriabs.frontend.dialect import DialectPrinter
from veriabs.frontend.parse import parse
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.survey import walk
from veriabs.frontend.task import load
from veriabs.frontend.typed.tree import TypedTree, typed
from veriabs.frontend.typed.types import (
    Address,
    ArrayOf,
    Field,
    FunctionType,
    PointerType,
    RecordType,
    Type,
    Void,
    is_vla,
    size_of,
)

_FOUND = sorted(Path(__file__).parents[3].glob("programs/**/*.c"))
PROGRAMS = [path for path in _FOUND if "__CPROVER_" not in path.read_text(encoding="utf-8", errors="replace")]
"""Programs without clauses and quantifiers, which a compiler does not read."""

TEXT = """
typedef unsigned char byte;
typedef struct point { int x; short y; struct { long deep; int bits : 3; unsigned wide : 32; }; } point;
enum sign { MINUS = -1, PLUS = 1 };
enum size { SMALL, LARGE = 1 << 4 };
union either { int i; double d; };
int table[][3] = {1, 2, 3, 4};
char text[] = "abc";
extern int half(int);
static long (*pointer)(int, long);
int main(void) {
  byte b = 1; short s = 2; unsigned u = 3; long l = 4; unsigned long ul = 5; float f = 1; double d = 2; _Bool t = 1;
  point p = {1}, *q = &p; enum sign e = PLUS; enum size w = LARGE; union either v; int m[LARGE][sizeof(p)], *r = m[0];
  void *anything = r; const char *c = text; byte *bytes = (byte *)r;
  (void)(b + s); (void)(u + l); (void)(ul + l); (void)(f + l); (void)(f + d); (void)-b; (void)~t; (void)!d;
  (void)(b << l); (void)(l << b); (void)(1 ? u : l); (void)(t ? r : 0); (void)(t ? anything : r);
  (void)(r + 1); (void)(1 + r); (void)(r - m[1]); (void)(r < m[1]); (void)*r; (void)&r; (void)&m; (void)m[1][2];
  (void)q->x; (void)p.y; (void)q->deep; (void)(p.bits + u); (void)p.wide; (void)&q->y; (void)(p.wide + 1);
  (void)e; (void)w; (void)PLUS; (void)v.d; (void)table; (void)text[1]; (void)"xy"; (void)'a'; (void)1.5f; (void)07ul;
  (void)half(b); (void)pointer(1, 2); (void)(*pointer)(1, 2); (void)&half; (void)pointer; (void)(anything == 0);
  (void)(b = s); (void)(b += l); (void)b++; (void)--l; (void)(b, l); (void)(byte)l; (void)sizeof(m); (void)(point){1};
  (void)c[0]; (void)bytes; (void)(char *)bytes; (void)1[r]; (void)((int[]){1, 2, 3});
  (void)4000000000; (void)0x80000000;
  return 0;
}
"""


def spelled(ctype: Type, name: str, tags: dict[int, str]) -> str | None:
    """The declaration of a name with a type, as C spells it; None for types without a spelling in the file."""
    match ctype:
        case Void():
            return f"void {name}"
        case Address(function=function):
            return spelled(function, f"(*{name})", tags)
        case PointerType(target=target):
            inner = f"(*{name})" if isinstance(target, ArrayOf | FunctionType) else f"*{name}"
            return spelled(target, inner, tags)
        case ArrayOf(element=element, size=None):
            return spelled(element, f"{name}[]", tags)
        case ArrayOf(element=element, size=Const(value=count)):
            return spelled(element, f"{name}[{count}]", tags)
        case ArrayOf():  # of variable size, which has no name outside of its block
            return None
        case FunctionType(returns=returns):
            return spelled(returns, f"{name}()", tags)
        case RecordType(tag=tag, union=union):
            return f"{'union' if union else 'struct'} {tag} {name}" if tag else None
        case _:
            return f"{ctype.name} {name}"


def claims(tree: c_ast.FileAST, found: TypedTree, model: DataModel) -> int:
    """Puts a static assertion about its type and size before each expression statement; their number."""
    number = 0
    for block in [node for node in walk(tree) if isinstance(node, c_ast.Compound) and node.block_items]:
        items: list[c_ast.Node] = []
        for item in block.block_items:
            asserted = [text for part in _expressions(item) if (text := _claim(part, found, model)) is not None]
            items += [c_ast.ID(text) for text in asserted] + [item]
            number += len(asserted)
        block.block_items = items
    return number


def _expressions(item: c_ast.Node) -> list[c_ast.Node]:
    """The expressions of a statement that can also be evaluated before it."""
    declares = isinstance(item, c_ast.Decl | c_ast.Typedef)
    if declares or isinstance(item, c_ast.Label | c_ast.Case | c_ast.Default | c_ast.For | c_ast.Compound):
        return []
    inside = [item.cond] if isinstance(item, c_ast.If | c_ast.While | c_ast.DoWhile | c_ast.Switch) else [item]
    return [part for one in inside for part in walk(one) if not isinstance(one, c_ast.Compound)]


def _claim(node: c_ast.Node, found: TypedTree, model: DataModel) -> str | None:
    ctype = found.of(node)
    own = isinstance(node, c_ast.Compound | c_ast.Typename | c_ast.InitList | c_ast.ExprList)
    if ctype is None or own or is_vla(ctype) or node in found.bit_fields or isinstance(ctype, Void | FunctionType):
        return None
    text, wanted = f"__typeof__({DialectPrinter().visit(node)})", spelled(ctype, "", {})
    same = f"__builtin_types_compatible_p({text}, {wanted})" if wanted is not None else "1"
    if isinstance(ctype, ArrayOf) and ctype.size is None:
        return None
    return f'_Static_assert({same} && sizeof({text}) == {size_of(ctype, model, Where("", 1))}, "")'


def refused(text: str, model: DataModel) -> str:
    """The errors of gcc for a text without qualifiers, which the front end's types do not have."""
    flag = "-m64" if model is DataModel.LP64 else "-m32"
    command = ["gcc", flag, "-fsyntax-only", "-Dconst=", "-std=gnu11", "-w", "-x", "c", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=60).stderr


@pytest.mark.parametrize("model", DataModel)
def test_types_are_those_of_the_compiler(model: DataModel) -> None:
    tree = parse(TEXT, Task(Path("t.c"), data_model=model))
    assert claims(tree, typed(tree, model), model) > 130
    assert refused(str(DialectPrinter().visit(tree)), model) == ""


@pytest.mark.share(40, 4)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_types_in_programs_are_those_of_the_compiler(path: Path) -> None:
    task = load(path)
    tree = parse(preprocess(task), task)
    claims(tree, typed(tree, task.data_model), task.data_model)
    assert refused(str(DialectPrinter().visit(tree)), task.data_model) == ""


def test_copy_of_an_expression_has_its_types() -> None:
    tree = parse("struct s { int b : 3; }; enum { E }; int f(struct s *p) { return p->b + E; }", Task(Path("t.c")))
    types = typed(tree, DataModel.LP64)
    total = next(node for node in walk(tree) if isinstance(node, c_ast.BinaryOp))
    made = types.copied(total)
    assert [types.of(one) for one in walk(made)] == [types.of(one) for one in walk(total)]
    assert made.left in types.bit_fields
    assert made.right in types.enumerators


def test_part_of_a_copied_declaration_means_the_same_struct() -> None:
    text = "typedef struct node { struct node *next; } *list; list first; int f(list l) { return l->next != 0; }"
    tree = parse(text, Task(Path("t.c")))
    types = typed(tree, DataModel.LP64)
    copied = types.read(deepcopy(tree.ext[0].type.type))
    assert isinstance(copied, RecordType)
    assert PointerType(copied) == types.of(tree.ext[1])
    assert copied.fields == (Field("next", PointerType(copied)),)


def test_statement_that_is_made_for_a_tree_has_types() -> None:
    types = typed(parse("struct s { int x; };", Task(Path("t.c"))), DataModel.LP64)
    struct = types.scope.tag("s")
    assert struct is not None
    made = parse("void f(void) { p->x = 1; }", Task(Path("t.c"))).ext[0].body
    types.add(made, "p", PointerType(struct))
    assert types.of(made.block_items[0].lvalue) == INT
