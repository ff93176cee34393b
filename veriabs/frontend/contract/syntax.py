"""The syntax tree of a clause: terms and predicates of ACSL and of CBMC's clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from msgspec import Struct, structs

from veriabs.core.copying import replace


class Notation(Enum):
    """The rules of a clause: ACSL has mathematical arithmetic, CBMC's clauses have C's."""

    ACSL = "ACSL"
    CPROVER = "CPROVER"


class ClauseNode(Struct, frozen=True):
    """A term or a predicate."""


class Name(ClauseNode, frozen=True):
    """A variable."""

    name: str


class Number(ClauseNode, frozen=True):
    """A literal as it is written, `12`, `0x1Fu`, `1.5` or `'a'`."""

    text: str


class Truth(ClauseNode, frozen=True):
    r"""`\true` or `\false`."""

    value: bool


class NullTerm(ClauseNode, frozen=True):
    """`\\null`."""


class ResultTerm(ClauseNode, frozen=True):
    """`\\result`, `__CPROVER_return_value`."""


class UnaryTerm(ClauseNode, frozen=True):
    """`-x`, `+x`, `~x`, `!x`, `*x` or `&x`."""

    operator: str
    operand: ClauseNode


class BinaryTerm(ClauseNode, frozen=True):
    """An operation on numbers or pointers: `+ - * / % << >> & | ^`."""

    operator: str
    left: ClauseNode
    right: ClauseNode


class Chain(ClauseNode, frozen=True):
    """`a <= b < c`: each pair of neighbours is related."""

    operands: tuple[ClauseNode, ...]
    operators: tuple[str, ...]

    def pairs(self) -> Iterator[Chain]:
        for left, operator, right in zip(self.operands, self.operators, self.operands[1:], strict=False):
            yield Chain((left, right), (operator,))


class Logical(ClauseNode, frozen=True):
    """`&&`, `||`, `==>`, `<==>` or `^^`."""

    operator: str
    left: ClauseNode
    right: ClauseNode


class ConditionalTerm(ClauseNode, frozen=True):
    """`test ? yes : no`."""

    test: ClauseNode
    yes: ClauseNode
    no: ClauseNode


class Index(ClauseNode, frozen=True):
    """`base[index]`."""

    base: ClauseNode
    index: ClauseNode


class Interval(ClauseNode, frozen=True):
    """`lower .. upper`, both included; an end that is not written is None."""

    lower: ClauseNode | None
    upper: ClauseNode | None


class MemberTerm(ClauseNode, frozen=True):
    """`base.name`, or `base->name` with `arrow`."""

    base: ClauseNode
    name: str
    arrow: bool


class CastTerm(ClauseNode, frozen=True):
    """`(type) operand`."""

    type: str
    operand: ClauseNode


class SizeOf(ClauseNode, frozen=True):
    """`sizeof` of a type, or of an expression."""

    type: str
    operand: ClauseNode | None


class At(ClauseNode, frozen=True):
    """A term in the state of a label; `\\old(t)` is `\\at(t, Pre)`."""

    operand: ClauseNode
    label: str


class Application(ClauseNode, frozen=True):
    r"""`name(arguments)`, such as `\valid(p)`."""

    name: str
    arguments: tuple[ClauseNode, ...]


class TypeArgument(ClauseNode, frozen=True):
    """A type as the argument of a call."""

    type: str


class Quantified(ClauseNode, frozen=True):
    """A quantifier over variables of types, `(("integer", "i"), ...)`."""

    universal: bool
    binders: tuple[tuple[str, str], ...]
    body: ClauseNode


class Let(ClauseNode, frozen=True):
    r"""`\let name = value; body`."""

    name: str
    value: ClauseNode
    body: ClauseNode


def children(node: ClauseNode) -> Iterator[ClauseNode]:
    """The parts of a node, from left to right."""
    for value in structs.astuple(node):
        if isinstance(value, ClauseNode):
            yield value
        elif isinstance(value, tuple):
            yield from (one for one in value if isinstance(one, ClauseNode))


def walk(node: ClauseNode) -> Iterator[ClauseNode]:
    """The node and all below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def rename(node: ClauseNode, names_: Mapping[str, str]) -> ClauseNode:
    """Rename the free names of the node."""
    if isinstance(node, Name):
        return Name(names_.get(node.name, node.name))
    if isinstance(node, Quantified):
        own = {name for _, name in node.binders}
        names_ = {old: new for old, new in names_.items() if old not in own}
    changed = {
        field: _renamed(getattr(node, field), names_)
        for field in node.__struct_fields__
        if isinstance(getattr(node, field), ClauseNode | tuple)
    }
    return replace(node, **changed) if changed else node


def _renamed(value: ClauseNode | tuple[object, ...], names_: Mapping[str, str]) -> object:
    if isinstance(value, ClauseNode):
        return rename(value, names_)
    return tuple(rename(one, names_) if isinstance(one, ClauseNode) else one for one in value)


def conjuncts(node: ClauseNode) -> Iterator[ClauseNode]:
    """The predicates that `&&` joins at the top, from left to right."""
    if isinstance(node, Logical) and node.operator == "&&":
        yield from conjuncts(node.left)
        yield from conjuncts(node.right)
    else:
        yield node


def quantifies(node: ClauseNode) -> bool:
    """Whether the node contains a quantifier."""
    return any(isinstance(one, Quantified) for one in walk(node))


def names(node: ClauseNode) -> set[str]:
    """The C names that a node mentions freely."""
    match node:
        case Name(name):
            return {name}
        case Quantified(binders=binders, body=body):
            return names(body) - {name for _, name in binders}
        case Let(name=name, value=value, body=body):
            return names(value) | (names(body) - {name})
        case _:
            return {one for child in children(node) for one in names(child)}
