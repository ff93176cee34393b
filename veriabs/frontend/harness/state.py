"""The state in which a function is called: the file's variables and static locals.

They have their initial values, which is a condition of the verdict, or arbitrary values (`--globals`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.frontend.dialect import LITERAL
from veriabs.frontend.harness.names import Names
from veriabs.frontend.harness.places import Lines
from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.nodes import retyped
from veriabs.frontend.reach import statics_of, variables_of
from veriabs.frontend.survey import walk

INITIAL = "the variables of the file hold their initial values (--globals)"
_SIGN = re.compile(LITERAL + r"|[(){};\[\]]")


class State:
    """The assumptions about variables as `conditions`, and the statements that make them arbitrary."""

    def __init__(self, tree: c_ast.FileAST, shapes: Shapes, names: Names) -> None:
        self.tree = tree
        self.shapes = shapes
        self.names = names
        self.conditions: list[str] = []

    def arbitrary(self) -> Iterator[str]:
        """Statements that give every variable of the file any value."""
        for node in variables_of(self.tree):
            yield from self._set(node.name, node.type)

    def _set(self, name: str, ctype: c_ast.Node) -> Iterator[str]:
        """Statements that give a variable any value; of arrays each cell."""
        loops, place, inner = list[str](), name, ctype
        while isinstance(resolved := self._array(inner), c_ast.ArrayDecl):
            counter = self.names.fresh("cell")
            count = f"sizeof({place}) / sizeof({place}[0])"
            loops.append(f"for (unsigned long {counter} = 0; {counter} < {count}; {counter}++)")
            place, inner = f"{place}[{counter}]", resolved.type
        if isinstance(self.shapes.resolved(inner), c_ast.PtrDecl):
            self.conditions.append(f"{name} holds its initial value, a pointer")
            return
        value = self.names.fresh(f"any_{name}")
        declared = self._declared(inner, value)
        if declared is None:
            self.conditions.append(f"{name} holds its initial value")
            return
        yield " ".join((*loops, f"{{ {declared}; {place} = {value}; }}"))

    def _array(self, ctype: c_ast.Node) -> c_ast.Node | None:
        found = self.shapes.resolved(ctype)
        return found if isinstance(found, c_ast.ArrayDecl) else None

    def _declared(self, ctype: c_ast.Node, name: str) -> str | None:
        """A variable of the same type; None for a type without a name, which no other variable can have."""
        inner = ctype.type if isinstance(ctype, c_ast.TypeDecl) else ctype
        if isinstance(inner, c_ast.Struct | c_ast.Union | c_ast.Enum):
            if inner.name is None:
                return None
            kind = type(inner).__name__.lower()
            return f"{kind} {inner.name} {name}"
        return str(CGenerator().visit(retyped(ctype, name)))

    def with_arbitrary_statics(self, text: str, functions: Sequence[c_ast.FuncDef]) -> str:
        """Make static locals arbitrary at the first call.

        After each declaration, a flag tells whether it is reached for the first time.
        """
        edits = dict[int, list[str]]()
        lines = Lines(text)
        for function in functions:
            for node in statics_of(function):
                if any(isinstance(one, c_ast.Label | c_ast.Switch) for one in walk(function.body)):
                    self.conditions.append(f"{node.name} in {function.decl.name} holds its initial value")
                    continue
                begin = lines.offset(node.coord, node.name)
                edits.setdefault(_end(text, begin), []).extend(self._set(node.name, node.type))
        for end, statements in sorted(edits.items(), reverse=True):
            flag = self.names.fresh("is_initialised")
            first = f"static _Bool {flag}; if (!{flag}) {{ {flag} = 1; {' '.join(statements)} }}"
            if statements:
                text = text[:end] + lines.inserted(first, end) + text[end:]
        return text


def _end(text: str, position: int) -> int:
    """The position after the semicolon that ends a declaration."""
    depth = 0
    for found in _SIGN.finditer(text, position):
        depth += (found[0] in "([{") - (found[0] in ")]}")
        if found[0] == ";" and depth == 0:
            return found.end()
    return len(text)
