"""The variables and functions of a file, and the effects of expressions on them."""

from __future__ import annotations

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, FloatType
from veriabs.core.typing_rules import size_type
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.types import Type, arithmetic

NOWHERE = -1
"""The owner of file-level declarations."""


class Symbol(Struct, eq=False):
    """A variable or function, compared by identity.

    - `type`: None if unknown. `owner`: the number of the function that it is local to. `decls`: its declarations.
    - `narrow`: it cannot hold an address.
    - `content`: its points-to node. `address`: a node that points to it. `object`: its number among the targets of
      pointers, if its address may have been stored.
    - `bit`: its position in sets of variables. `size`: stands for the variable array sizes in its declaration.
    """

    name: str
    type: Type | None
    owner: int = NOWHERE
    static: bool = False
    function: bool = False
    narrow: bool = False
    content: int = -1
    address: int = -1
    object: int = -1
    bit: int = 0
    size: Symbol | None = None
    decls: list[c_ast.Node] = field(default_factory=list)

    @property
    def lasting(self) -> bool:
        """Whether it lives as long as the program."""
        return self.owner == NOWHERE or self.static

    @property
    def taken(self) -> bool:
        """Whether its address may have been stored."""
        return self.object >= 0


def is_narrow(ctype: Type | None, data_model: DataModel) -> bool:
    """Is it an arithmetic type that cannot hold an address? Bytes can: pointers are copied byte by byte."""
    number = arithmetic(ctype)
    if isinstance(number, FloatType):
        return True
    return number is not None and (number == BOOL or 8 < number.bits < size_type(data_model).bits)


def variable_sizes(node: c_ast.Node | None) -> list[c_ast.Node]:
    """The sizes of arrays in a type that may be no constants."""
    found = []
    while node is not None and not isinstance(node, c_ast.Struct | c_ast.Union | c_ast.Enum | c_ast.IdentifierType):
        if isinstance(node, c_ast.ArrayDecl) and node.dim is not None:
            found.append(node.dim)
        node = getattr(node, "type", None)
    return [size for size in found if any(isinstance(part, c_ast.ID) for part in walk(size))]


class ReadSet(Struct):
    """Reads: variables by name, and all targets of points-to nodes."""

    reads: list[Symbol] = field(default_factory=list)
    loads: list[int] = field(default_factory=list)


class CallSite(Struct):
    """One call. `target` is the function called by name, `pointer` else the node that points to it.

    `values` are the nodes that each argument may come from. `certain`: it takes place whenever the expression is
    evaluated.
    """

    tree: c_ast.FuncCall
    target: Symbol | None
    pointer: int
    arguments: list[ReadSet]
    values: tuple[tuple[int, ...], ...]
    result: int
    certain: bool

    @property
    def name(self) -> str:
        return self.target.name if self.target is not None else ""


class Effects(Struct):
    """The effects of one expression. `sets` are variables that it certainly assigns, `writes` those that it may change.

    `stores` are nodes whose targets it may change; `escapes` are nodes from which a function without body may change
    all reachable objects. `mentions` are variables and functions that must be declared.
    """

    access: ReadSet = field(default_factory=ReadSet)
    sets: list[Symbol] = field(default_factory=list)
    writes: list[Symbol] = field(default_factory=list)
    stores: list[int] = field(default_factory=list)
    escapes: list[int] = field(default_factory=list)
    calls: list[CallSite] = field(default_factory=list)
    mentions: set[Symbol] = field(default_factory=set)
