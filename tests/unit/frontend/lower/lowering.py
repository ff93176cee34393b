"""Helpers for the tests of the front end: lower a text, and compare the behaviour of original and lowered program."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from veriabs.core import ctext, ctree
from veriabs.core.expressions import Expr
from veriabs.core.program import Array, Program
from veriabs.core.source import DataModel, Task
from veriabs.core.statements import Assert, Break, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.frontend.program import load_program

DECLARATIONS = """
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
"""

_RUNTIME = """
#include <stdio.h>
#include <stdlib.h>
static unsigned long seed = SEED;
static unsigned long draw(void) { seed = seed * 6364136223846793005UL + 1442695040888963407UL; return seed >> 40; }
int __VERIFIER_nondet_int(void) { return (int)(draw() % 21) - 10; }
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned)(draw() % 21); }
short __VERIFIER_nondet_short(void) { return (short)(draw() % 21); }
unsigned long __VERIFIER_nondet_ulong(void) { return draw() % 21; }
_Bool __VERIFIER_nondet_bool(void) { return draw() % 2; }
int no_call(void) { return 0; }
void check(int line, int value) { printf("%d %d\\n", line, value); if (!value) exit(1); }
"""


def lower_file(path: Path, text: str, data_model: DataModel = DataModel.LP64) -> Program:
    path.write_text(text, encoding="utf-8")
    return load_program(Task(path, data_model))


def body_text(program: Program) -> str:
    """The body as C text, for tests that look at its shape."""
    return "\n".join(ctext.Printer().lines(program.body, 0))


def native(program: Program, size: int = 64) -> str:
    """The lowered program as a C program that prints every assertion; arrays of variable size get `size` elements."""
    names = count()
    lines = [_RUNTIME, *(f"{s.type.name} {s.name};" for s in program.scalars.values())]
    lines += [_array(array, size) for array in program.arrays.values()]
    lines += ["int main(void) {", *_lines(program.body, names, "none"), "  exit(0);", "}"]
    return "\n".join(lines)


def _array(array: Array, size: int) -> str:
    def count_of(expr: Expr) -> str:
        return str(expr.value) if isinstance(expr, ctree.Const) else str(size)

    return f"{array.type.name} {array.name}" + "".join(f"[{count_of(expr)}]" for expr in array.sizes) + ";"


def _lines(body: Iterable[Stmt], names: count[int], proceed: str) -> list[str]:
    return [line for stmt in body for line in _stmt(stmt, names, proceed)]


def _stmt(stmt: Stmt, names: count[int], proceed: str) -> list[str]:
    show = ctext.Printer().expr
    match stmt:
        case Assert(test=test, where=where):
            return [f"check({where.line}, !!({show(test)}));"]
        case Halt():
            return ["exit(0);"]
        case Break():
            return ["break;"]
        case Continue():
            return [f"goto {proceed};"]
        case Havoc(unknown=True):
            return ["abort();  /* the program comes to something that is not understood */"]
        case Havoc(target=target, call=call):
            return [f"{show(target)} = {call or 'no_call'}();"]
        case If(test=test, then=then, orelse=orelse):
            first, second = _lines(then, names, proceed), _lines(orelse, names, proceed)
            return [f"if ({show(test)}) {{", *first, "} else {", *second, "}"]
        case Loop(test=test, body=inner, update=update):
            label = f"next_{next(names)}"
            first = _lines(inner, names, label)
            return [f"while ({show(test)}) {{", *first, f"{label}:;", *_lines(update, names, label), "}"]
        case _:
            return [f"{show(stmt.target)} = {show(stmt.value)};"]


def original(text: str) -> str:
    """The user's program as a C program that prints every assertion."""
    macros = "#define __VERIFIER_assert(c) check(__LINE__, !!(c))\n#define reach_error() check(__LINE__, 0)\n"
    assume = "#define __VERIFIER_assume(c) do { if (!(c)) exit(0); } while (0)\n"
    text = re.sub(r"extern void \w+\(\w+\);", "", text)
    return _RUNTIME + macros + assume + "#line 1\n" + text


def run(text: str, folder: Path, name: str, seed: int = 1) -> tuple[str, int]:
    """Compile and run a program; what it printed, and its exit code."""
    source, binary = folder / f"{name}.c", folder / name
    source.write_text(text.replace("SEED", f"{seed}UL"), encoding="utf-8")
    command = ["gcc", "-w", "-fwrapv", "-o", str(binary), str(source)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    finished = subprocess.run([str(binary)], check=False, capture_output=True, text=True, timeout=20)
    return finished.stdout, finished.returncode
