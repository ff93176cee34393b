"""Test that a parsed program can be printed, and that the printed text is the same program in C."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from pycparser import c_ast, c_generator, c_parser

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer, nondet
from veriabs.core.ctree import expressions as expressions_of
from veriabs.core.ctree import statements, walk
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Binary, Const
from veriabs.core.goals import CHECKS
from veriabs.core.program import ENDLESS, Array, Program
from veriabs.core.source import Entry
from veriabs.core.statements import Break, Continue, Havoc, If, Loop, Stmt
from veriabs.core.types import CType
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load

ENTERED = ("contracts", "memory", "real")
"""Programs whose checks or entries are in their first lines, with tests of their own."""
PROGRAMS = [one for one in sorted((Path(__file__).parent / "programs").glob("*/*.c")) if one.parent.name not in ENTERED]
ALL_CHECKS = tuple(kind.value for kind in CHECKS)
HEAD = "extern void __VERIFIER_assert(int);\nextern void abort(void);\n"


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def loaded(path: Path) -> Program:
    """The program, with the checks that are asked for where it has no assertion of its own, from its entry on."""
    task = load(path, checks=ALL_CHECKS if path.parent.name == "checks" else ())
    function = re.search(r"^// entry: (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    try:
        return load_program(replace(task, entry=Entry(function[1])) if function else task)
    except UnsupportedError as error:
        pytest.skip(str(error))


# ---------------------------------------------------------------------------------------------------------- source tree


def shape(node: c_ast.Node) -> object:
    """A tree without places, for comparison."""
    attributes = tuple((name, repr(getattr(node, name))) for name in node.attr_names)
    return type(node).__name__, attributes, tuple((role, shape(child)) for role, child in node.children())


def without_markers(text: str) -> str:
    """Preprocessed text without `#` lines, whose numbers a printed program no longer has."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


@pytest.mark.share(12, 3)
@pytest.mark.parametrize("path", PROGRAMS, ids=name_of)
def test_source_tree_survives_printing(path: Path) -> None:
    tree = c_parser.CParser().parse(without_markers(loaded(path).preprocessed))
    text = c_generator.CGenerator().visit(tree)
    assert shape(c_parser.CParser().parse(text)) == shape(tree)


# ------------------------------------------------------------------------------------------------------------ core tree


def printed(program: Program) -> str:
    """A whole core program as C; `continue` jumps to the update, which may hold statements of any kind."""
    lines = [HEAD]
    lines += [f"extern {ctype.name} {name}(void);" for ctype, name in sorted(calls(program), key=lambda c: c[1])]
    lines += [f"{scalar.type.name} {scalar.name};" for scalar in program.scalars.values()]
    lines += [declared(array) for array in program.arrays.values()]
    return "\n".join([*lines, "int main(void) {", *body(program.body, count(1), ""), "  return 0;", "}", ""])


def calls(program: Program) -> set[tuple[CType, str]]:
    havocs = [stmt for stmt in statements(program.body) if isinstance(stmt, Havoc)]
    return {(stmt.target.type, stmt.call or nondet(stmt.target.type)) for stmt in havocs}


def declared(array: Array) -> str:
    """A size that is no constant, or that of an array without an end, does not matter to the syntax."""
    sizes = (str(size.value) if isinstance(size, Const) and size != ENDLESS else "9" for size in array.sizes)
    return f"{array.type.name} {array.name}" + "".join(f"[{size}]" for size in sizes) + ";"


def body(stmts: tuple[Stmt, ...], labels: Iterator[int], proceed: str) -> list[str]:
    return [line for stmt in stmts for line in statement(stmt, labels, proceed)]


def statement(stmt: Stmt, labels: Iterator[int], proceed: str) -> list[str]:
    match stmt:
        case If(test=test, then=then, orelse=orelse):
            first, second = body(then, labels, proceed), body(orelse, labels, proceed)
            return [f"if ({Printer().expr(test)}) {{", *first, "} else {", *second, "}"]
        case Loop(test=test, body=inner, update=update):
            label = f"next_{next(labels)}"
            lines = [*body(inner, labels, label), f"{label}:;", *body(update, labels, label)]
            return [f"while ({Printer().expr(test)}) {{", *lines, "}"]
        case _:
            return Printer(proceed=f"goto {proceed};").lines((stmt,), 1)


@pytest.mark.share(12, 3)
@pytest.mark.parametrize("path", PROGRAMS, ids=name_of)
def test_core_program_is_c(path: Path) -> None:
    command = ["gcc", "-fsyntax-only", "-Werror", "-Wno-builtin-declaration-mismatch", "-Wno-overflow", "-x", "c", "-"]
    text = printed(loaded(path))
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
    assert run.stderr == ""


@pytest.mark.share(12, 3)
@pytest.mark.parametrize("path", PROGRAMS, ids=name_of)
def test_core_program_is_closed(path: Path) -> None:
    """Every name is declared, and jumps are inside loops."""
    program = loaded(path)
    known = program.scalars.keys() | program.arrays.keys()
    for stmt in statements(program.body):
        targets = [stmt.target] if hasattr(stmt, "target") else []
        for expr in (*expressions_of(stmt), *targets):
            for node in walk(expr):
                name = getattr(node, "name", None) or getattr(node, "array", None)
                assert name is None or name in known
    assert not any(outside_a_loop(stmt) for stmt in program.body)


def outside_a_loop(stmt: Stmt) -> bool:
    match stmt:
        case Break() | Continue():
            return True
        case If(then=then, orelse=orelse):
            return any(outside_a_loop(inner) for inner in (*then, *orelse))
        case _:
            return False


def test_do_while_with_continue_reaches_its_test(tmp_path: Path) -> None:
    """The update of a do-while holds its test as `if (!test) break`, which `continue` must not skip."""
    path = tmp_path / "t.c"
    path.write_text(
        HEAD + "int a[9]; int main(void) { int i = 0; do { i++; if (a[i - 1]) continue; a[i - 1] = 1; } while (i < 9);"
        " __VERIFIER_assert(i == 9); return 0; }\n",
        encoding="utf-8",
    )
    program = load_program(load(path))
    loop = next(stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    at_the_end = [stmt for stmt in statements(loop.update) if isinstance(stmt, Break)]
    tests = loop.test if isinstance(loop.test, Binary) else None
    assert at_the_end or tests is not None
    assert "goto next_1;" in printed(program)
