"""GNU syntax that gcc accepts and the parser (pycparser) does not: encode it for the parser, and restore it in output.

    case 1 ... 5:     becomes     case <a call with 1 and 5>:
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import count

from msgspec import Struct
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Where
from veriabs.frontend.known_functions import ARGUMENT, RANGE
from veriabs.frontend.survey import walk

LITERAL = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
"""A string or character literal, which contains no words."""

_ELEMENTS = re.compile(
    LITERAL + r"|\[((?:'(?:[^'\\]|\\.)+'|[^\[\]'\";{}])*?)\.\.\.((?:'(?:[^'\\]|\\.)+'|[^\[\]'\";{}])*)\]"
)
LAYOUT = "veriabs_layout"
"""The pragma before a text in which an attribute or pragma changes the layout of structs."""

PACKED = "veriabs_packed"
"""The pragma behind it, if each member of the only struct, or of all structs, begins at the next byte."""

REFUSED, REJECTED = "veriabs_refused", "veriabs_rejected"
"""Pragmas before an unsupported or invalid declaration, with its place and the reason."""

PROMISED, NO_RETURN = "veriabs_promised", "noreturn"
"""The pragma before a declaration with an attribute that gcc does not check, and the attribute that lowering does."""

SAME = "__veriabs_choice_without_second_operand"
"""Stands for the missing second operand of `a ?: b`."""

MAIN = "main_of_the_file"
"""The new name of the file's `main` if another function is the entry."""

KEPT = "veriabs_kept"
"""The pragma before a declaration that is relevant even if no code mentions it."""

_CASE = re.compile(
    LITERAL + r"|\bcase\b((?:'(?:[^'\\]|\\.)+'|[^:?{};'\"])*?)\.\.\.((?:'(?:[^'\\]|\\.)+'|[^:?{};'\"])*):"
)


TYPEOF = "__veriabs_typeof_"
"""Prefix of the tags of structs that represent `typeof`; the only member is an array of `sizeof` its operand."""

_NEXT = re.compile(LITERAL + r"|(?<![\w$])__builtin_va_arg\s*\(")
_TYPEOF = re.compile(LITERAL + r"|(?<![\w$])(?:__typeof__|__typeof|typeof)\s*\(")
_RECORD = re.compile(LITERAL + r"|\b(?:struct|union)\b[^;(){}=\"']*\{")
_BRACE = re.compile(LITERAL + r"|[{}]")
_AUTO = re.compile(LITERAL + r"|\b__auto_type\s+(\w+)\s*=")
_ENDS = re.compile(LITERAL + r"|[][(){},;]")
_PARENTHESIS = re.compile(LITERAL + r"|[(),]")


def has_own_layout(tree: c_ast.FileAST) -> bool:
    """Whether the text changes the layout of structs; printing the tree would lose this."""
    return any(_is_layout_pragma(node) for node in tree.ext)


def explicit_layouts(tree: c_ast.FileAST) -> dict[int, bool | None]:
    """The struct definitions whose layout the text changes, by their identity: True if they are packed, None if it is
    unknown.

    An attribute of a type name may change the layout of every struct that uses the name, so it concerns all of them.
    """
    changed, marks, defined = list[c_ast.Node](), set[str](), dict[int, bool | None]()
    for node in tree.ext:
        if isinstance(node, c_ast.Pragma):
            marks.add(node.string)
            continue
        own = [id(one) for one in walk(node) if _defines(one)]
        if LAYOUT in marks:
            defined |= dict.fromkeys(own, True if PACKED in marks else None)
        if LAYOUT in marks or any(one in defined for one in own):
            changed.append(node)  # `struct s { int v; } *a, b` are two nodes with one definition
            defined |= {one: None for one in own if one not in defined}
        marks.clear()
    names = (one for node in changed for one in walk(node) if isinstance(one, c_ast.Typedef))
    everywhere = not all(isinstance(one.type, c_ast.TypeDecl) and _defines(one.type.type) for one in names)
    return {id(one): None for node in tree.ext for one in walk(node) if _defines(one)} if everywhere else defined


def promised(tree: c_ast.FileAST, attribute: str) -> frozenset[str]:
    """The functions that are declared with an attribute that gcc does not check."""
    marks, found = list[str](), set[str]()
    for node in tree.ext:
        if isinstance(node, c_ast.Pragma):
            marks.append(node.string)
            continue
        declared = node.decl if isinstance(node, c_ast.FuncDef) else node
        if any(mark.startswith(f"{PROMISED} {attribute} ") for mark in marks) and getattr(declared, "name", None):
            found.add(declared.name)
        marks.clear()
    return frozenset(found)


class Records(Struct, frozen=True):
    """All struct definitions of a tree, by identity, and the `layouts` of those that the text changes."""

    defined: Mapping[int, c_ast.Node]
    layouts: Mapping[int, bool | None]

    @classmethod
    def of(cls, tree: c_ast.FileAST, layouts: Mapping[int, bool | None]) -> Records:
        return cls({id(node): node for node in walk(tree) if _defines(node)}, layouts)

    def check(self, tree: c_ast.FileAST) -> None:
        """Raise UnsupportedError if the changed tree has a copy of a definition, whose layout is lost."""
        if self.layouts and not all(id(node) in self.defined for node in walk(tree) if _defines(node)):
            raise UnsupportedError("not supported: a copied definition of a struct beside packed ones")


NO_RECORDS = Records({}, {})


def _is_layout_pragma(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Pragma) and node.string == LAYOUT


def _defines(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Struct | c_ast.Union) and node.decls is not None


def encode_extensions(text: str) -> str:
    """Encode `A ... B` as a call with both bounds, and `typeof(X)` as a struct with `sizeof(X)`."""
    if "..." in text:
        text = _CASE.sub(lambda m: m[0] if m[1] is None else f"case {RANGE}({m[1]},{m[2]}):", text)
        text = _ELEMENTS.sub(lambda m: m[0] if m[1] is None else f"[{RANGE}({m[1]},{m[2]})]", text)
    text = _complete_members(text)
    text = _auto_as_typeof(text) if "__auto_type" in text else text
    text = _va_arg_as_call(text) if "__builtin_va_arg" in text else text
    return _replace_typeof(text, count()) if "typeof" in text else text


def _complete_members(text: str) -> str:
    """The text with a semicolon after the last member of each struct, without which gcc only warns."""
    for found in reversed([one for one in _RECORD.finditer(text) if one[0][0] not in "\"'"]):
        end = _end_of_braces(text, found.end())
        last = text[found.end() : end].rstrip()
        if last and last[-1] not in ";}" and not last.rpartition("\n")[2].lstrip().startswith("#"):
            position = found.end() + len(last)
            text = f"{text[:position]};{text[position:]}"
    return text


def _end_of_braces(text: str, position: int) -> int:
    """The position of the brace that closes the one before `position`."""
    depth = 1
    for piece in _BRACE.finditer(text, position):
        depth += {"{": 1, "}": -1}.get(piece[0], 0)
        if depth == 0:
            return piece.start()
    return len(text)


def _auto_as_typeof(text: str) -> str:
    """`__auto_type x = e;` with the type of the value of `e`, which is no array and has no qualifiers."""
    for found in reversed(list(_AUTO.finditer(text))):
        if found[1] is not None:
            depth, end = 0, len(text)
            for piece in _ENDS.finditer(text, found.end()):
                depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(piece[0], 0)
                if depth == 0 and piece[0] in (",", ";"):
                    end = piece.start()
                    break
            kind = f"__typeof__((0, ({text[found.end() : end]})))"
            text = f"{text[: found.start()]}{kind} {found[1]} ={text[found.end() :]}"
    return text


def _va_arg_as_call(text: str) -> str:
    """The text with `va_arg(list, type)` as a call that takes both."""
    result, position = [], 0
    while found := _call(_NEXT, text, position):
        end, comma = end_of_argument(text, found.end()), end_of_argument(text, found.end(), ",")
        listed, named = text[found.end() : comma], text[comma : end - 1]
        result += [text[position : found.start()], f"{ARGUMENT}({listed} sizeof({named}))"]
        position = end
    return "".join([*result, text[position:]])


def _replace_typeof(text: str, numbers: Iterator[int]) -> str:
    result, position = [], 0
    while found := _call(_TYPEOF, text, position):
        end = end_of_argument(text, found.end())
        inner = _replace_typeof(text[found.end() : end - 1], numbers)
        result += [text[position : found.start()], f"struct {TYPEOF}{next(numbers)} {{ char m[sizeof({inner})]; }}"]
        position = end
    return "".join([*result, text[position:]])


def _call(name: re.Pattern[str], text: str, position: int) -> re.Match[str] | None:
    """The next call, from a position on."""
    return next((found for found in name.finditer(text, position) if found[0][0] not in "\"'"), None)


def end_of_argument(text: str, position: int, end: str = ")") -> int:
    """The position after the parenthesis that closes the one before `position`, or after a comma inside it."""
    depth = 1
    for piece in _PARENTHESIS.finditer(text, position):
        depth += {"(": 1, ")": -1}.get(piece[0], 0)
        if piece[0] == end and depth == (1 if end == "," else 0):
            return piece.end()
    return len(text)


def operand(node: c_ast.Node) -> c_ast.Node | None:
    """The operand of `typeof`, if the struct represents one."""
    if not isinstance(node, c_ast.Struct) or not (node.name or "").startswith(TYPEOF) or not node.decls:
        return None
    found: c_ast.Node = node.decls[0].type.dim.expr
    return found


class DialectPrinter(CGenerator):  # type: ignore[misc]  # pycparser has no types
    """Prints a tree as the compiler reads it, with the known layouts of `layouts`."""

    layouts: Mapping[int, bool | None] = {}

    def visit_Struct(self, node: c_ast.Struct) -> str:  # noqa: N802
        of = operand(node)
        return self._packed(node, super().visit_Struct(node)) if of is None else f"__typeof__({self.visit(of)})"

    def visit_Union(self, node: c_ast.Union) -> str:  # noqa: N802
        return self._packed(node, super().visit_Union(node))

    def _packed(self, node: c_ast.Node, text: str) -> str:
        return re.sub(r"^\w+", r"\g<0> __attribute__((packed))", text) if self.layouts.get(id(node)) else text

    def visit_FuncCall(self, node: c_ast.FuncCall) -> str:  # noqa: N802 - the name that pycparser calls
        if isinstance(node.name, c_ast.ID) and node.name.name == RANGE:
            return " ... ".join(f"({self.visit(end)})" for end in node.args.exprs)
        if isinstance(node.name, c_ast.ID) and node.name.name == ARGUMENT:
            return f"__builtin_va_arg({self.visit(node.args.exprs[0])}, {self.visit(node.args.exprs[1].expr)})"
        return str(super().visit_FuncCall(node))


def c_text(node: c_ast.Node) -> str:
    """The C text of a node on one line, for messages."""
    text = " ".join(str(DialectPrinter().visit(node)).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


# ------------------------------------------------------------------------------------------------ loop invariants

INVARIANT = "veriabs invariant "
"""Prefix of the pragma that carries an invariant to its loop."""


class Invariant(Struct, frozen=True):
    """An invariant of a loop: C over its variables and the `bound` ones; `text` as the user wrote it."""

    text: str
    where: Where
    expression: str
    bound: tuple[str, ...] = ()

    def pragma(self) -> str:
        """As one line of text that a parser keeps."""
        return f"#pragma {INVARIANT}" + json.dumps([self.text, self.where.line, self.expression, self.bound])

    @classmethod
    def read(cls, text: str) -> Invariant:
        """Parse the text after `#pragma`."""
        user_text, line, expression, bound = json.loads(text.removeprefix(INVARIANT))
        return cls(user_text, Where("", line), expression, tuple(bound))
