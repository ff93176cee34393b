"""The state in which a function is called: the file's variables and static locals.

They have their initial values, which is a condition of the verdict, or arbitrary values (`--globals`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pycparser import c_ast

from veriabs.frontend.dialect import LITERAL
from veriabs.frontend.harness.names import FreshNames, ParserPlaces
from veriabs.frontend.reach import statics_of, variables_of
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import Address, ArrayOf, PointerType, Type, declaration_text

INITIAL = "the variables of the file hold their initial values (--globals)"
_SIGN = re.compile(LITERAL + r"|[(){};\[\]]")


class ArbitraryState:
    """The assumptions about variables as `conditions`, and the statements that make them arbitrary."""

    def __init__(self, tree: c_ast.FileAST, types: TypedTree, names: FreshNames) -> None:
        self.tree = tree
        self.types = types
        self.names = names
        self.conditions: list[str] = []

    def arbitrary(self) -> Iterator[str]:
        """Statements that give every variable of the file any value."""
        for node in variables_of(self.tree):
            yield from self._set(node.name, self.types.of(node))

    def _set(self, name: str, ctype: Type | None) -> Iterator[str]:
        """Statements that give a variable any value; of arrays each cell."""
        loops, place = list[str](), name
        while isinstance(ctype, ArrayOf):
            counter = self.names.fresh("cell")
            count = f"sizeof({place}) / sizeof({place}[0])"
            loops.append(f"for (unsigned long {counter} = 0; {counter} < {count}; {counter}++)")
            place, ctype = f"{place}[{counter}]", ctype.element
        if isinstance(ctype, PointerType | Address):
            self.conditions.append(f"{name} holds its initial value, a pointer")
            return
        value = self.names.fresh(f"any_{name}")
        declared = declaration_text(ctype, value) if ctype is not None else ""
        if not declared:
            self.conditions.append(f"{name} holds its initial value")
            return
        yield " ".join((*loops, f"{{ {declared}; {place} = {value}; }}"))

    def with_arbitrary_statics(self, text: str, functions: Sequence[c_ast.FuncDef]) -> str:
        """Make static locals arbitrary at the first call.

        After each declaration, a flag tells whether it is reached for the first time.
        """
        edits = dict[int, list[str]]()
        lines = ParserPlaces(text)
        for function in functions:
            for node in statics_of(function):
                if any(isinstance(one, c_ast.Label | c_ast.Switch) for one in walk(function.body)):
                    self.conditions.append(f"{node.name} in {function.decl.name} holds its initial value")
                    continue
                begin = lines.offset(node.coord, node.name)
                edits.setdefault(_end_of_declaration(text, begin), []).extend(self._set(node.name, self.types.of(node)))
        for end, statements in sorted(edits.items(), reverse=True):
            flag = self.names.fresh("is_initialised")
            first = f"static _Bool {flag}; if (!{flag}) {{ {flag} = 1; {' '.join(statements)} }}"
            if statements:
                text = text[:end] + lines.inserted(first, end) + text[end:]
        return text


def _end_of_declaration(text: str, position: int) -> int:
    """The position after the semicolon that ends a declaration."""
    depth = 0
    for found in _SIGN.finditer(text, position):
        depth += (found[0] in "([{") - (found[0] in ")]}")
        if found[0] == ";" and depth == 0:
            return found.end()
    return len(text)
