"""Convert core expressions to JSON and back, for candidates from a separate process.

    i < 8          ["binary", "<", ["var", "i"], ["const", 8, "int"]]
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.loop_model import ITERATION
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import LoopId
from veriabs.core.types import BOOL, CType
from veriabs.core.typing_rules import named_type
from veriabs.invariants.bounds import Invariants

Plain = list[object]


def to_json(found: Invariants) -> str:
    """The candidates as one line of JSON."""
    return json.dumps({str(loop): [_to_lists(expr) for expr in exprs] for loop, exprs in found.items()})


def from_json(text: str, program: Program) -> Invariants:
    """The candidates from a line of JSON; names and types have to fit the program."""
    types: dict[str, CType] = {ITERATION.name: ITERATION.type}
    types |= {scalar.name: scalar.type for scalar in program.scalars.values()}
    types |= {f"entry_{scalar.name}": scalar.type for scalar in program.scalars.values()}
    reader = _Reader(types, program.task.data_model)
    return {LoopId(int(loop)): tuple(reader.expr(e) for e in exprs) for loop, exprs in json.loads(text).items()}


def _to_lists(expr: Expr) -> Plain:
    match expr:
        case Const(value=value, type=ctype):
            return ["const", value, ctype.name]
        case Var(name=name):
            return ["var", name]
        case Unary(op=op, operand=operand):
            return ["unary", op, _to_lists(operand)]
        case Binary(op=op, left=left, right=right):
            return ["binary", op, _to_lists(left), _to_lists(right)]
        case Cast(type=ctype, operand=operand):
            return ["cast", ctype.name, _to_lists(operand)]
        case Conditional(test=test, then=then, orelse=orelse):
            return ["choice", _to_lists(test), _to_lists(then), _to_lists(orelse)]
        case Element() | Apply():
            raise ValueError("a candidate invariant reads no array")


class _Reader:
    def __init__(self, types: Mapping[str, CType], data_model: DataModel) -> None:
        self.types, self.data_model = types, data_model

    def expr(self, plain: object) -> Expr:
        match plain:
            case ["const", int() | float() as value, str() as name]:
                return Const(value, self._type_of_name(name))
            case ["var", str() as name]:
                return Var(name, self.types[name])
            case ["unary", str() as op, operand]:
                return Unary(op, self.expr(operand))
            case ["binary", str() as op, left, right]:
                return Binary(op, self.expr(left), self.expr(right))
            case ["cast", str() as name, operand]:
                return Cast(self._type_of_name(name), self.expr(operand))
            case ["choice", test, then, other]:
                return Conditional(self.expr(test), self.expr(then), self.expr(other))
            case _:
                raise ValueError(f"no expression: {plain!r}")

    def _type_of_name(self, name: str) -> CType:
        return BOOL if name == BOOL.name else named_type(name, self.data_model)
