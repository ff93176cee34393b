"""What gcc reads and the parser does not: spelled in a way that it reads, and printed again as it was."""

from __future__ import annotations

import re

from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.frontend.known import RANGE

LAYOUT = "veriabs_layout"
"""The pragma in front of a text in which an attribute or a pragma changes how structs are laid out."""

_CASE = re.compile(r"\bcase\b((?:'(?:[^'\\]|\\.)+'|[^:?{};'\"])*?)\.\.\.((?:'(?:[^'\\]|\\.)+'|[^:?{};'\"])*):")


def spelled(text: str) -> str:
    """The text with `case A ... B:` as a call that takes both ends."""
    return _CASE.sub(rf"case {RANGE}(\1,\2):", text) if "..." in text else text


class Generator(CGenerator):  # type: ignore[misc]  # pycparser has no types
    """Prints a tree as the compiler reads it."""

    def visit_FuncCall(self, node: c_ast.FuncCall) -> str:  # noqa: N802 - the name that pycparser calls
        if isinstance(node.name, c_ast.ID) and node.name.name == RANGE:
            return " ... ".join(f"({self.visit(end)})" for end in node.args.exprs)
        return str(super().visit_FuncCall(node))
