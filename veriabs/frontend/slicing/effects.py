"""What the evaluation of one expression reads, writes and calls."""

from __future__ import annotations

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.frontend.slicing.symbols import Symbol


class Access(Struct):
    """What is read: variables by name, and whatever the nodes of the points-to graph point to."""

    reads: list[Symbol] = field(default_factory=list)
    loads: list[int] = field(default_factory=list)


class Call(Struct):
    """One call. `target` is the function called by name, `pointer` else the node that points to it.

    `values` are the nodes that each argument may come from. `certain`: it takes place whenever the expression is
    evaluated.
    """

    tree: c_ast.FuncCall
    target: Symbol | None
    pointer: int
    arguments: list[Access]
    values: tuple[tuple[int, ...], ...]
    result: int
    certain: bool

    @property
    def name(self) -> str:
        return self.target.name if self.target is not None else ""


class Effects(Struct):
    """All of one expression. `sets` are variables that it certainly gives a new value, `writes` those that it may
    change.

    `stores` are nodes that point to what it may change; `escapes` nodes from which a function without body may change
    all that can be reached. `mentions` are the variables and functions that have to be declared.
    """

    access: Access = field(default_factory=Access)
    sets: list[Symbol] = field(default_factory=list)
    writes: list[Symbol] = field(default_factory=list)
    stores: list[int] = field(default_factory=list)
    escapes: list[int] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    mentions: set[Symbol] = field(default_factory=set)
