"""Parse preprocessed text to a syntax tree of pycparser."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from pycparser import c_ast
from pycparser.c_parser import CParser, ParseError

from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.library import ALIASES, FUNCTIONS, INTRINSICS
from veriabs.frontend.shorthand import FUNCTION_NAMES, expand_shorthand
from veriabs.frontend.survey import walk

_BUILTIN_TYPES = re.compile(r"\b(?:__builtin_va_list|__gnuc_va_list)\b")
_COMPILERS = re.compile(rf"\b(?:offsetof|__builtin_\w+|{'|'.join(INTRINSICS)})\b")
_OTHERS = {"offsetof": "__builtin_offsetof", "__builtin_trap": "abort", **INTRINSICS} | {
    built_in: name for name in FUNCTIONS if (built_in := f"__builtin_{name}") not in FUNCTIONS.keys() | ALIASES.keys()
}
"""Replacement names: the compiler's for names the parser has, and standard ones for functions of tools."""
_FUNCTION_NAME = re.compile(rf"\b(?:{'|'.join(sorted(FUNCTION_NAMES))})\b")
_PLACE = re.compile(r"^(.*?):(\d+)(?::\d+)?: (.*)$", re.DOTALL)


MOST_TOKENS = 400_000
"""Words, numbers and signs of a program, without comments and unused system headers: about 40,000 lines."""

_TOKEN = re.compile(r"\w+|[^\w\s]")


def parse(text: str, task: Task) -> c_ast.FileAST:
    """Parse preprocessed text; a syntax error is an InputError with file:line, too much text an UnsupportedError."""
    if len(text) > MOST_TOKENS and next(islice(_TOKEN.finditer(text), MOST_TOKENS, None), None) is not None:
        raise UnsupportedError(f"{task.path}:1: the program is longer than {MOST_TOKENS:,} words and signs")
    prelude = ""
    if _BUILTIN_TYPES.search(text):
        prelude = '# 1 "<built-in>"\ntypedef int __builtin_va_list;\n'
    if task.others and (found := _FUNCTION_NAME.search(text)):
        raise UnsupportedError(f"{task.path}:1: not supported: {found[0]} in a program of several files")
    parser = CParser()
    try:
        with uncollected():
            return expand_shorthand(
                _restored(parser.parse(prelude + text, str(task.path)), text), text, task.data_model
            )
    except ParseError as error:
        raise InputError(_message(str(error), task)) from error
    except RecursionError as error:
        token = parser.clex.token()  # the parser asks for no more than it needs
        place = f"{parser.clex.filename}:{token.lineno}" if token else task.path
        raise InputError(f"{place}: the code is nested too deeply to be parsed") from error


def _restored(tree: c_ast.FileAST, text: str) -> c_ast.FileAST:
    """Restore the original names of called functions, unless the program defines them."""
    if named := _OTHERS.keys() & set(_COMPILERS.findall(text)):
        own = _declared_names(tree)
        names = {name: _OTHERS[name] for name in named if not {name, _OTHERS[name]} & own}
        for node in walk(tree):
            if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
                node.name.name = names.get(node.name.name, node.name.name)
    return tree


def _declared_names(tree: c_ast.FileAST) -> set[str]:
    """The names that the program declares, except functions without definition."""
    declared = (node for node in walk(tree) if isinstance(node, c_ast.Decl) and node.name)
    variables = {node.name for node in declared if not isinstance(node.type, c_ast.FuncDecl)}
    return variables | {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}


def _message(text: str, task: Task) -> str:
    place = _PLACE.match(text)
    if not place:
        return f"{task.path}: syntax error at the end of the file"
    file, line, rest = place.groups()
    return f"{file}:{line}: syntax error {rest}"


@contextmanager
def uncollected() -> Iterator[None]:
    """Keeps the garbage collector from going through a large tree again and again, which would double the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
