"""Preprocessed text -> syntax tree of pycparser."""

from __future__ import annotations

import re

from pycparser import c_ast
from pycparser.c_parser import CParser, ParseError

from veriabs.core.errors import InputError
from veriabs.core.model import Task

_BUILTIN_TYPES = re.compile(r"\b(?:__builtin_va_list|__gnuc_va_list)\b")
_PLACE = re.compile(r"^(.*?):(\d+)(?::\d+)?: (.*)$", re.DOTALL)


def parse(text: str, task: Task) -> c_ast.FileAST:
    """Parse preprocessed text; a syntax error is an InputError with file:line."""
    prelude = ""
    if _BUILTIN_TYPES.search(text):
        prelude = '# 1 "<built-in>"\ntypedef int __builtin_va_list;\n'
    try:
        return CParser().parse(prelude + text, str(task.path))
    except ParseError as error:
        raise InputError(_message(str(error), task)) from error
    except RecursionError as error:
        raise InputError(f"{task.path}: nested too deeply to be parsed") from error


def _message(text: str, task: Task) -> str:
    place = _PLACE.match(text)
    if not place:
        return f"{task.path}: syntax error at the end of the file"
    file, line, rest = place.groups()
    return f"{file}:{line}: syntax error {rest}"
