"""Parse the text of a clause to a syntax tree, by the grammar beside this file."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError, UnexpectedInput, VisitError

from veriabs.core.errors import InputError
from veriabs.core.source import Where
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.syntax import Chain, ClauseNode, Notation

_LIBRARY_TYPES = frozenset(
    (
        *("size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "wchar_t", "bool"),
        *(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    )
)
"""Names of types that a clause may use although the file does not."""

_CONSTANTS: dict[str, ClauseNode] = {
    "\\true": syntax.Truth(True),
    "\\false": syntax.Truth(False),
    "\\null": syntax.NullTerm(),
    "\\result": syntax.ResultTerm(),
}
_EQUALITIES = ("==", "!=")


def read_clause(text: str, notation: Notation, where: Where, types: Collection[str] = ()) -> ClauseNode:
    """The predicate of a clause; InputError with its place if it is not one. `types` are names of types."""
    try:
        tree = _parser(frozenset(types) | _LIBRARY_TYPES).parse(text)
        return _Builder(notation).transform(tree)
    except UnexpectedInput as error:
        near = " ".join(text[max(0, (error.pos_in_stream or 0) - 12) :][:40].split()) or "its end"
        message = f"{where}: the clause {_excerpt(text)!r} of a contract cannot be read, near {near!r}"
        raise InputError(message) from error
    except VisitError as error:
        raise InputError(f"{where}: the clause {_excerpt(text)!r} of a contract: {error.orig_exc}") from error
    except LarkError as error:
        raise InputError(f"{where}: the clause {_excerpt(text)!r} of a contract cannot be read") from error


def _excerpt(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= 80 else plain[:77] + "..."


@lru_cache(maxsize=4)
def _parser(types: frozenset[str]) -> Lark:
    def named(token: Token) -> Token:
        return token.update(type="TYPE_NAME") if token in types else token

    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", start="predicate", lexer_callbacks={"NAME": named})


class _Builder(Transformer[Token, ClauseNode]):
    """Builds the syntax tree from the grammar's parse tree."""

    def __init__(self, notation: Notation) -> None:
        super().__init__()
        self.notation = notation

    def _require_notation(self, notation: Notation, what: str) -> None:
        if self.notation is not notation:
            raise ValueError(f"{what} is not part of the language {self.notation.value}")

    def name(self, parts: list[Token]) -> ClauseNode:
        return syntax.ResultTerm() if parts[0] == "__CPROVER_return_value" else syntax.Name(str(parts[0]))

    def named(self, parts: list[ClauseNode]) -> ClauseNode:
        return parts[1]

    def number(self, parts: list[Token]) -> ClauseNode:
        return syntax.Number(str(parts[0]))

    character = number

    def constant(self, parts: list[Token]) -> ClauseNode:
        if parts[0] not in _CONSTANTS:
            raise ValueError(f"{parts[0]} is not supported")
        return _CONSTANTS[str(parts[0])]

    def parenthesised(self, parts: list[ClauseNode]) -> ClauseNode:
        return parts[0]

    def binary(self, parts: list[ClauseNode | Token]) -> ClauseNode:
        left, operator, right = parts
        return syntax.BinaryTerm(str(operator), _node(left), _node(right))

    def unary(self, parts: list[ClauseNode | Token]) -> ClauseNode:
        return syntax.UnaryTerm(str(parts[0]), _node(parts[1]))

    def chain(self, parts: list[ClauseNode | Token]) -> ClauseNode:
        operands = tuple(_node(one) for one in parts[::2])
        operators = tuple(str(one) for one in parts[1::2])
        return _from_left(operands, operators) if self.notation is Notation.CPROVER else _chained(operands, operators)

    def logical(self, parts: list[ClauseNode | Token]) -> ClauseNode:
        left, operator, right = parts
        if operator == "^^":
            self._require_notation(Notation.ACSL, "^^")
        return syntax.Logical(str(operator), _node(left), _node(right))

    def bit_implies(self, parts: list[ClauseNode]) -> ClauseNode:
        self._require_notation(Notation.ACSL, "-->")
        return syntax.BinaryTerm("|", syntax.UnaryTerm("~", parts[0]), parts[1])

    def bit_equivalent(self, parts: list[ClauseNode]) -> ClauseNode:
        self._require_notation(Notation.ACSL, "<-->")
        return syntax.UnaryTerm("~", syntax.BinaryTerm("^", *parts))

    def choice(self, parts: list[ClauseNode]) -> ClauseNode:
        return syntax.ConditionalTerm(*parts)

    def cast(self, parts: list[ClauseNode | str]) -> ClauseNode:
        return syntax.CastTerm(str(parts[0]), _node(parts[1]))

    def size_of_type(self, parts: list[str]) -> ClauseNode:
        return syntax.SizeOf(parts[0], None)

    def size_of(self, parts: list[ClauseNode]) -> ClauseNode:
        return syntax.SizeOf("", parts[0])

    def index(self, parts: list[ClauseNode]) -> ClauseNode:
        return syntax.Index(*parts)

    def interval(self, parts: list[ClauseNode | None]) -> ClauseNode:
        self._require_notation(Notation.ACSL, "..")
        return syntax.Interval(*parts)

    def member(self, parts: list[ClauseNode | Token]) -> ClauseNode:
        return syntax.MemberTerm(_node(parts[0]), str(parts[1]), False)

    def pointed_member(self, parts: list[ClauseNode | Token]) -> ClauseNode:
        return syntax.MemberTerm(_node(parts[0]), str(parts[1]), True)

    def arguments(self, parts: list[ClauseNode]) -> tuple[ClauseNode, ...]:
        return tuple(parts)

    def type_argument(self, parts: list[str]) -> ClauseNode:
        return syntax.TypeArgument(parts[0])

    def call(self, parts: list[Token | tuple[ClauseNode, ...] | None]) -> ClauseNode:
        name, given = str(parts[0]), parts[1] if isinstance(parts[1], tuple) else ()
        if name in ("\\old", "__CPROVER_old") and len(given) == 1:
            return syntax.At(given[0], "Pre")
        if name == "\\at" and len(given) == 2 and isinstance(given[1], syntax.Name):
            return syntax.At(given[0], given[1].name)
        if name == "__CPROVER_loop_entry" and len(given) == 1:
            return syntax.At(given[0], "LoopEntry")
        return syntax.Application(name, given)

    def type(self, parts: list[Token]) -> str:
        return " ".join(str(one) for one in parts)

    def binder(self, parts: list[Token]) -> str:
        if len(parts) > 1:
            raise ValueError("a quantifier over pointers is not supported")
        return str(parts[0])

    def binders(self, parts: list[str]) -> tuple[tuple[str, str], ...]:
        return tuple((parts[0], name) for name in parts[1:])

    def quantified(self, parts: list[Token | tuple[tuple[str, str], ...] | ClauseNode]) -> ClauseNode:
        word, binders, body = parts
        assert isinstance(binders, tuple)
        self._require_notation(Notation.CPROVER if str(word).startswith("_") else Notation.ACSL, str(word))
        return syntax.Quantified(str(word).endswith("forall"), binders, _node(body))

    def let(self, parts: list[Token | ClauseNode]) -> ClauseNode:
        return syntax.Let(str(parts[1]), _node(parts[2]), _node(parts[3]))


def _node(part: object) -> ClauseNode:
    if not isinstance(part, ClauseNode):
        raise ValueError(f"found {part} instead of a term")
    return part


def _chained(operands: tuple[ClauseNode, ...], operators: tuple[str, ...]) -> ClauseNode:
    """A chain of ACSL, whose relations all point the same way (ACSL 1.18, 2.2.4)."""
    ways = {operator[0] for operator in operators if operator not in _EQUALITIES}
    if len(ways) > 1 or (len(operators) > 1 and "!=" in operators):
        raise ValueError("chained comparisons must all have the same direction")
    return Chain(operands, operators)


def _from_left(operands: tuple[ClauseNode, ...], operators: tuple[str, ...]) -> ClauseNode:
    """Relations as C reads them: to the left, `==` and `!=` weaker than the others."""
    equal, tests = [operands[0]], list[str]()
    for operator, operand in zip(operators, operands[1:], strict=True):
        if operator in _EQUALITIES:
            equal.append(operand)
            tests.append(operator)
        else:
            equal[-1] = Chain((equal[-1], operand), (operator,))
    found = equal[0]
    for operator, operand in zip(tests, equal[1:], strict=True):
        found = Chain((found, operand), (operator,))
    return found
