r"""Parse contract clauses of ACSL and CBMC into trees, independently of the front end's grammar.

It is a precedence-climbing parser. ACSL's precedences follow its manual and Frama-C: comparisons and equalities share
one level, where those of one direction chain; `?:` binds weaker than `<==>`; quantifiers and `\let` extend as far as
possible. CBMC adds `==>` and `<==>` to C, between `||` and `?:`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum

from msgspec import Struct, field

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Where

_TOKEN = re.compile(
    r"(?P<skip>[\s@]+|/\*.*?\*/|//[^\n]*)"
    r"|(?P<real>(?:\d+\.(?!\.)\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?(?![\w.])|\d+[eE][+-]?\d+[fFdD]?(?![\w.]))"
    r"|(?P<number>(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?!\w))"
    r"|(?P<char>'(?:\\[^\n]|[^'\\\n])[^'\n]*')"
    r"|(?P<name>\\?[A-Za-z_]\w*)"
    r"|(?P<sign><==>|<-->|==>|-->|&&|\|\||\^\^|<<|>>|<=|>=|==|!=|->|\+\+|--|\.\.|[-+*/%&|^~!<>=?:;,.()\[\]{}])",
    re.DOTALL,
)
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_HIGHER = (("<<", ">>"), ("+", "-"), ("*", "/", "%"))
_BITS = (("|",), ("^",), ("&",))
_ACSL = (("<==>",), ("==>",), ("||",), ("^^",), ("&&",), ("<-->",), ("-->",), *_BITS, COMPARISONS, *_HIGHER)
_CPROVER = (("<==>",), ("==>",), ("||",), ("&&",), *_BITS, COMPARISONS[4:], COMPARISONS[:4], *_HIGHER)
_RIGHT = ("==>", "-->")
_UNARY = {"!": "!", "~": "~", "-": "negated", "+": "promoted", "*": "deref", "&": "address"}
_WORDS = {
    **{word: word for word in ("char", "short", "int", "long", "signed", "unsigned", "float", "double", "void")},
    **{word: word for word in ("struct", "union", "enum", "integer", "real")},
    **dict.fromkeys(("boolean", "bool", "_Bool", "__CPROVER_bool"), "_Bool"),
    **dict.fromkeys(("const", "volatile"), ""),
    "__CPROVER_size_t": "__SIZE_TYPE__",
}
"""Words of ACSL and CBMC types, with gcc's type."""
_VALIDITY = re.compile(
    r"\\(valid\w*|separated|initialized|allocable|freeable|fresh|dangling)|__CPROVER_(is_fresh|r_ok|w_ok|rw_ok)"
)
_CONSTANTS = {"\\true": "true", "\\false": "false", "\\null": "null"}
_CONSTANTS |= dict.fromkeys(("\\result", "__CPROVER_return_value"), "result")
_QUANTIFIERS = {"\\forall": "forall", "\\exists": "exists", "__CPROVER_forall": "forall", "__CPROVER_exists": "exists"}
_BUILTINS = ("\\abs", "\\min", "\\max")


class ClauseLanguage(Enum):
    """The language of a clause."""

    ACSL = "ACSL"
    CPROVER = "CPROVER"


class TreeNode(Struct, frozen=True):
    """A node of a clause: its operator or kind, its operands, and its text (a literal, a name, a type).

    A quantifier has one node per variable, whose `op` is the type, and the body last; `let` has the value and the body.
    Bound names are replaced by names that no program uses.
    """

    op: str
    args: tuple[TreeNode, ...] = ()
    text: str = ""

    def has(self, op: str) -> bool:
        return any(one.op == op for one in self.nodes())

    def nodes(self) -> Iterator[TreeNode]:
        """This node and all below it."""
        yield self
        for one in self.args:
            yield from one.nodes()


def parsed(text: str, notation: ClauseLanguage, where: Where) -> TreeNode:
    """Parse a clause without keyword and semicolon; raises UnsupportedError with the place."""
    parser = _Parser(notation, where, [("end", "")])
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise parser.refused(f"{text[position]!r} is not expected")
        parser.tokens[-1:] = [*([(match.lastgroup, match[0])] if match.lastgroup != "skip" else []), ("end", "")]
        position = match.end()
    tree = parser.formula(label=True)
    if parser.kind() != "end":
        raise parser.refused(f"{parser.peek()!r} is not expected")
    return tree


def number(text: str) -> int:
    """The value of an integer literal of C."""
    digits = text.rstrip("uUlL")
    return int(digits, 8) if re.fullmatch("0[0-7]*", digits) else int(digits, 0)


def is_zero(node: TreeNode) -> bool:
    """Whether the node is the literal 0."""
    return node.op == "number" and number(node.text) == 0


def names_in(node: TreeNode) -> set[str]:
    """The free bound variables of a node: those that it reads and does not bind itself."""
    quantifiers = [one for one in node.nodes() if one.op in ("forall", "exists")]
    own = {one.text for quantifier in quantifiers for one in quantifier.args[:-1]}
    lets = {one.text for one in node.nodes() if one.op == "let"}
    return {one.text for one in node.nodes() if one.op == "bound"} - own - lets


def conjuncts(body: TreeNode, every: bool) -> Iterator[TreeNode]:
    """The conditions that a body depends on: hypotheses below `forall`, conjuncts below `exists`."""
    while every and body.op == "==>":
        yield from conjuncts(body.args[0], False)
        body = body.args[1]
    if not every and body.op == "&&":
        for one in body.args:
            yield from conjuncts(one, False)
    elif not every:
        yield body


def bounds(conjunct: TreeNode, name: str) -> Iterator[tuple[bool, TreeNode, int]]:
    """The bounds that a comparison gives a variable: whether a lower one, the term, and its distance from the term."""
    if conjunct.op not in COMPARISONS or conjunct.op == "!=":
        return
    left, right = conjunct.args
    strict = int(conjunct.op in ("<", ">"))
    for variable, other, lower in ((left, right, ">"), (right, left, "<")):
        if variable.op == "bound" and variable.text == name:
            if conjunct.op[0] in (lower, "="):
                yield True, other, strict
            if conjunct.op[0] != lower:
                yield False, other, -strict


class _Parser(Struct):
    notation: ClauseLanguage
    where: Where
    tokens: list[tuple[str, str]]
    at: int = 0
    bound: int = 0
    scope: dict[str, str] = field(default_factory=dict)

    def refused(self, reason: str) -> UnsupportedError:
        return UnsupportedError(f"{self.where}: the clause is not evaluated: {reason}")

    def kind(self, lookahead: int = 0) -> str:
        return self.tokens[min(self.at + lookahead, len(self.tokens) - 1)][0]

    def peek(self, lookahead: int = 0) -> str:
        return self.tokens[min(self.at + lookahead, len(self.tokens) - 1)][1]

    def take(self, expected: str = "") -> str:
        text = self.peek()
        if expected and text != expected:
            raise self.refused(f"{expected!r} is expected, not {text or 'the end'!r}")
        self.at += 1
        return text

    def formula(self, *, label: bool = False) -> TreeNode:
        """The weakest operators: a label before a predicate, and the conditional."""
        if label and self.kind() == "name" and self.peek(1) == ":":
            self.at += 2
            return self.formula(label=True)
        condition = self._binary(0)
        if self.peek() != "?":
            return condition
        self.take("?")
        first = self.formula()
        self.take(":")
        return TreeNode("?:", (condition, first, self.formula()))

    def _binary(self, level: int) -> TreeNode:
        levels = _ACSL if self.notation is ClauseLanguage.ACSL else _CPROVER
        if level == len(levels):
            return self._unary()
        if levels[level] == COMPARISONS:
            return self._chain(level + 1)
        left = self._binary(level + 1)
        while self.kind() == "sign" and self.peek() in levels[level]:
            sign = self.take()
            left = TreeNode(sign, (left, self._binary(level if sign in _RIGHT else level + 1)))
        return left

    def _chain(self, level: int) -> TreeNode:
        """`a < b <= c`, which means `a < b && b <= c`."""
        operands, signs = [self._binary(level)], list[str]()
        while self.peek() in COMPARISONS:
            signs.append(self.take())
            operands.append(self._binary(level))
        if len(signs) > 1 and not any(set(signs) <= {*one, "=="} for one in (("<", "<="), (">", ">="))):
            raise self.refused("comparisons of several directions do not chain")
        pairs = zip(signs, operands, operands[1:], strict=False)
        parts = [TreeNode(sign, (left, right)) for sign, left, right in pairs] or operands
        whole = parts[0]
        for part in parts[1:]:
            whole = TreeNode("&&", (whole, part))
        return whole

    def _unary(self) -> TreeNode:
        if self.kind() == "sign" and self.peek() in _UNARY:
            return TreeNode(_UNARY[self.take()], (self._unary(),))
        if self.peek() == "(" and (end := self._type_end(self.at + 1)):
            name = self._type(end)
            return TreeNode("cast", (self._unary(),), name)
        if self.peek() == "sizeof":
            self.take()
            if self.peek() == "(" and (end := self._type_end(self.at + 1, alone=True)):
                return TreeNode("sizeof", (), self._type(end))
            return TreeNode("sizeof", (self._unary(),))
        return self._postfix(self._primary())

    def _type_end(self, at: int, *, alone: bool = False) -> int:
        """The position of the parenthesis after a type name that begins here, or 0."""
        words = list[str]()
        while self.tokens[at][0] == "name" and (not words or words[-1] in _WORDS):
            words.append(self.tokens[at][1])
            at += 1
        known = any(word in _WORDS or word.endswith("_t") for word in words)
        stars = 0
        while self.tokens[at][1] == "*":
            at, stars = at + 1, stars + 1
        if not words or self.tokens[at][1] != ")" or any(word in self.scope for word in words):
            return 0
        behind = self.tokens[at + 1]
        operand = behind[0] in ("name", "number", "real", "char") or behind[1] in ("(", "!", "~")
        return at if known or stars or (operand and not alone) else 0

    def _type(self, end: int) -> str:
        words = [self._word(text) for _, text in self.tokens[self.at + 1 : end]]
        self.at = end + 1
        return " ".join(word for word in words if word)

    def _word(self, text: str) -> str:
        return _WORDS.get(text, text)

    def _postfix(self, node: TreeNode) -> TreeNode:
        while (sign := self.peek()) in ("[", ".", "->"):
            self.take()
            if sign == "[":
                node = TreeNode("index", (node, self.formula()))
                self.take("]")
            elif self.kind() != "name":
                raise self.refused(f"{self.peek()!r} is not a member")
            else:
                node = TreeNode(sign, (node,), self.take())
        return node

    def _primary(self) -> TreeNode:
        kind, text = self.kind(), self.take()
        if kind in ("number", "real", "char"):
            return TreeNode(kind, (), text)
        if text == "(":
            node = self.formula(label=True)
            self.take(")")
            return node
        if kind != "name":
            raise self.refused(f"{text or 'the end'!r} is not expected")
        return self._parse_name(text)

    def _parse_name(self, text: str) -> TreeNode:
        if text in _CONSTANTS:
            return TreeNode(_CONSTANTS[text])
        if text in _QUANTIFIERS:
            return self._quantified(_QUANTIFIERS[text])
        if text == "\\let":
            name = self.take()
            self.take("=")
            value = self.formula()
            self.take(";")
            return self._binding(
                [("", name)], lambda one: TreeNode("let", (value, self.formula(label=True)), one[0].text)
            )
        if _VALIDITY.fullmatch(text):
            return self._skipped()
        if text in ("\\old", "\\at", "__CPROVER_old"):
            return self._parse_old(text)
        if text in self.scope:
            return TreeNode("bound", (), self.scope[text])
        if self.peek() != "(" and not text.startswith(("\\", "__CPROVER_")):
            return TreeNode("name", (), text)
        if text in _BUILTINS or (self.notation is ClauseLanguage.CPROVER and not text.startswith(("\\", "__CPROVER_"))):
            return TreeNode("call", self._arguments(), text)
        raise self.refused(f"{text} is not supported")

    def _arguments(self) -> tuple[TreeNode, ...]:
        found = list[TreeNode]()
        self.take("(")
        while self.peek() != ")":
            found.append(self.formula())
            if self.peek() != ")":
                self.take(",")
        self.take(")")
        return tuple(found)

    def _skipped(self) -> TreeNode:
        """The validity of pointers; the text in the parentheses is not parsed."""
        depth = 0
        while depth or self.peek() in ("(", "{"):
            text = self.take()
            depth += (text in ("(", "{")) - (text in (")", "}"))
            if self.kind() == "end" and depth:
                raise self.refused("')' is missing")
        return TreeNode("valid")

    def _parse_old(self, text: str) -> TreeNode:
        self.take("(")
        node = self.formula()
        label = "Old"
        if text == "\\at":
            self.take(",")
            label = self.take()
        self.take(")")
        if label not in ("Old", "Pre", "Here", "Post"):
            raise self.refused(f"the label {label} is not supported")
        return TreeNode("old" if label in ("Old", "Pre") else "here", (node,))

    def _quantified(self, op: str) -> TreeNode:
        brace = self.notation is ClauseLanguage.CPROVER
        if brace:
            self.take("{")
        found, words = list[tuple[str, str]](), list[str]()
        while True:
            new = list[str]()
            while self.kind() == "name" or self.peek() == "*":
                new.append(self.take())
            words = [self._word(word) for word in new[:-1]] or words
            if not new or not words:
                raise self.refused("expected a variable after the quantifier")
            found.append((" ".join(word for word in words if word), new[-1]))
            if brace or self.peek() != ",":
                break
            self.take(",")
        self.take(";")
        node = self._binding(found, lambda names: TreeNode(op, (*names, self.formula(label=True))))
        if brace:
            self.take("}")
        return node

    def _binding(self, found: list[tuple[str, str]], make: Callable[[list[TreeNode]], TreeNode]) -> TreeNode:
        """Parse with these variables in scope."""
        outer, names = self.scope, list[TreeNode]()
        self.scope = dict(outer)
        for ctype, name in found:
            self.bound += 1
            names.append(TreeNode(ctype, (), f"__veriabs_{self.bound}_{name}"))
            self.scope[name] = names[-1].text
        node = make(names)
        self.scope = outer
        return node
