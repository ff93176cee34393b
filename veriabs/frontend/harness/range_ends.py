"""Find parameters that point to the end of another parameter's object, as in `f(const char *p, const char *end)`.

    for (; p < end; p++) n += *p;        // end is compared with p, and never accessed: end = p + elements_of_p

A pointer that code compares with another one, or subtracts from it, points into the same object (C11 6.5.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.source import WRITTEN
from veriabs.frontend.contract.contract import Contract
from veriabs.frontend.harness.member_objects import ObjectServices
from veriabs.frontend.harness.names import generated, pointer_to, unit_of
from veriabs.frontend.nodes import parameters_of
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.types import same_type, target

_RELATIONS = ("<", "<=", ">", ">=", "==", "!=", "-")
_DEEPEST = 3
"""Calls that parameters are followed through."""


class RangeContext(ObjectServices, Protocol):
    """The facts about a function with which ends are found: its code, its contract, and the end of each pointer."""

    contract: Contract
    function: c_ast.FuncDef
    functions: Mapping[str, c_ast.FuncDef]
    ends: dict[str, str]


def range_ends(function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef]) -> dict[str, str]:
    """For each parameter that is only compared, the one (or its target `*p`) that it is compared with, if accessed."""
    found = _Uses(functions)
    found.follow(function, {one.name: one.name for one in parameters_of(function) if one.name}, _DEEPEST)
    ends = dict[str, str]()
    for end, begin in found.compared:
        if end not in found.accessed and "*" not in end and begin in found.accessed:
            ends.setdefault(end, begin)
    return ends


def find_ends(objects: RangeContext, pointers: Mapping[str, c_ast.Decl]) -> list[str]:
    """Find the pointers to the ends of other objects; returns all pointers in the order in which they are made.

    If pointers may be null, there are none: a null pointer has no object that another one ends.
    """
    if objects.task.entry.null_pointers:
        return [*pointers]
    stated = {key for key in pointers if objects.contract.extent(key) or key in objects.sizes}
    for end, begin in range_ends(objects.function, objects.functions).items():
        one, other = (pointers.get(name.strip("*")) for name in (end, begin))
        if one is None or other is None or end in stated:
            continue
        inner, outer = (target(objects.clauses.types.read(pointer)) for pointer in (one, other))
        outer = target(outer) if begin.startswith("*") else outer
        if inner is not None and outer is not None and same_type(inner, outer):
            objects.ends[end] = begin
    return sorted(pointers, key=objects.ends.__contains__)


def range_object(objects: RangeContext, key: str, parameter: c_ast.Decl, unit: str) -> Iterator[str]:
    """The object that another pointer is the end of: any number of elements, none among them."""
    count = objects.clauses.names.fresh(f"elements_of_{parameter.name}")
    yield objects.declared(parameter, f"unsigned {count};")
    if test := objects.wraps(count, unit).removeprefix(" || "):
        yield generated(f"if ({test}) abort();")
    size = f'# 2 "{WRITTEN}"\n({count}) * sizeof({unit})'  # line 1 is for sizes that are assumed
    made = f"malloc(\n{size}\n{objects.declared(parameter, ');')}"
    yield objects.declared(parameter, f"{pointer_to(unit, parameter.name)} = {made}")
    objects.counts[parameter.name] = count
    objects.conditions.append(f"{key} points to an object of its own, of any size")


def end_pointer(objects: RangeContext, key: str, parameter: c_ast.Decl, begin: str) -> Iterator[str]:
    """A pointer behind the last element of another one's object."""
    declared = pointer_to(unit_of(parameter.type.type), parameter.name)
    yield objects.declared(parameter, f"{declared} = {begin} + {objects.counts[begin]};")
    objects.conditions.append(f"{key} points to the end of the object of {objects.ends[key]}")


class _Uses(Struct):
    """The uses of the parameters of one function, there and in the functions that it calls.

    `compared`: pairs of parameters, in both orders. `accessed`: parameters whose objects are accessed.
    """

    functions: Mapping[str, c_ast.FuncDef]
    compared: list[tuple[str, str]] = field(default_factory=list)
    accessed: set[str] = field(default_factory=set)

    def follow(self, function: c_ast.FuncDef, names: dict[str, str], deepest: int) -> None:
        """Add the uses in a function; `names` are the parameters that its names stand for."""
        nodes = list(walk(function.body))
        for to, value in (pair for _ in range(2) for node in nodes for pair in _assigned(node)):
            if (origin := _origin(value, names)) is not None:
                names.setdefault(to, origin)
        for node in nodes:
            match node:
                case c_ast.BinaryOp(op=op, left=left, right=right) if op in _RELATIONS:
                    one, other = _origin(left, names), _origin(right, names)
                    if one is not None and other is not None and one != other:
                        self.compared += [(one, other), (other, one)]
                case c_ast.UnaryOp(op="*", expr=base) | c_ast.UnaryOp(op="&", expr=c_ast.ID() as base):
                    self._access(base, names)
                case c_ast.ArrayRef(name=base) | c_ast.StructRef(type="->", name=base):
                    self._access(base, names)
                case c_ast.FuncCall(args=c_ast.ExprList(exprs=given)):
                    self._call(node, given, names, deepest)
                case _:
                    pass

    def _call(self, node: c_ast.FuncCall, given: list[c_ast.Node], names: dict[str, str], deepest: int) -> None:
        called = self.functions.get(getattr(node.name, "name", ""))
        if called is None or not deepest:
            for one in given:
                self._access(one, names)
            return
        pairs = zip(parameters_of(called), (_origin(one, names) for one in given), strict=False)
        self.follow(called, {to.name: origin for to, origin in pairs if to.name and origin is not None}, deepest - 1)

    def _access(self, base: c_ast.Node, names: Mapping[str, str]) -> None:
        if (origin := _origin(base, names)) is not None:
            self.accessed.add(origin)


def _assigned(node: c_ast.Node) -> Iterator[tuple[str, c_ast.Node]]:
    """The variable that a node gives a value, with the value."""
    match node:
        case c_ast.Decl(name=str(to), init=c_ast.Node() as value):
            yield to, value
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=to), rvalue=value):
            yield to, value
        case _:
            pass


def _origin(node: c_ast.Node, names: Mapping[str, str]) -> str | None:
    """The parameter, or the target `*p` of one, that the value of a pointer is computed from."""
    match node:
        case c_ast.ID(name=name):
            return names.get(name)
        case c_ast.Cast(expr=inner) | c_ast.UnaryOp(op="++" | "--" | "p++" | "p--", expr=inner):
            return _origin(inner, names)
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=inner)):
            return _origin(inner, names)
        case c_ast.UnaryOp(op="*", expr=inner):
            origin = _origin(inner, names)
            return None if origin is None else f"*{origin}"
        case c_ast.BinaryOp(op="+" | "-" as op, left=left, right=right):
            one, other = _origin(left, names), _origin(right, names)
            return None if op == "-" and other is not None else one or other
        case _:
            return None
