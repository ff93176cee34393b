"""Calls that print: the effects of their arguments, and the condition that the library can print these.

    printf("%d %s", n, text);         with --check bounds: TRUE if the text has an end
"""

from __future__ import annotations

import re

from pycparser import c_ast

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.errors import UnsupportedError
from veriabs.core.goals import GoalKind
from veriabs.core.types import INT, FloatType, IntType
from veriabs.core.typing_rules import named_type, promote
from veriabs.frontend.known_functions import parameters
from veriabs.frontend.lower import expressions, gaps, lifetimes
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.evaluation_order import join
from veriabs.frontend.lower.places import NOTHING, Value
from veriabs.frontend.survey import has_effect, writes_by_format
from veriabs.frontend.typed.types import ArrayOf, PointerType

_CONVERSION = re.compile(r"%(?:%|[-+ #0']*(\*|\d*)(?:\.(\*|\d*))?(hh|h|ll|l|q|j|z|t|L)?([diouxXcfFeEgGaAsp]))")
"""A conversion of a format: its width, precision, length and letter."""
_LONG = {"ll": "long long", "q": "long long", "j": "long long", "l": "long", "z": "long", "t": "long"}


def call(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """Only the side effects of the arguments matter; the number of printed characters is arbitrary."""
    unused, name = ctx.discarded is node, node.name.name
    if writes_by_format(node):
        raise ctx.unsupported(node, f"call of {name} with %n or an unknown format")
    given = node.args.exprs if node.args else []
    evaluated = [one for one in given if has_effect(one) or ctx.task.checks]
    join(ctx, effects, [(_effects(ctx, one), ()) for one in evaluated], node)
    if lifetimes.is_requested(ctx, GoalKind.BOUNDS, GoalKind.POINTER) and not _can_print(ctx, name, given):
        text = f"the arguments of {name} at line {ctx.where(node).line} are what it prints, and texts among them end"
        ctx.assumed[VerdictCondition(ConditionKind.POINTERS, text)] = None
    return NOTHING if unused else gaps.any_value(ctx, INT, f"result of {name}", node, effects)


def _effects(ctx: Context, node: c_ast.Node) -> SideEffects:
    first = len(ctx.pointer_uses)
    effects = SideEffects(expressions.evaluate_effects(ctx, node))
    effects.cover(first, len(ctx.pointer_uses))
    return effects


def _can_print(ctx: Context, name: str, given: list[c_ast.Node]) -> bool:
    """Whether the text shows that the arguments have the types that the format names, and each text is a literal."""
    types = parameters(name)
    if types[-1:] != ("...",):
        return all(_fits(ctx, "s", one) for kind, one in zip(types, given, strict=False) if kind == "const char *")
    shape, *rest = given[len(types) - 2 :]
    wanted = list[str]()
    for width, precision, length, letter in _CONVERSION.findall(shape.value):
        wanted += ["d"] * ((width == "*") + (precision == "*")) + [length + letter] * bool(letter)
    is_known = "%" not in _CONVERSION.sub("", shape.value)
    return is_known and len(wanted) == len(rest) and all(map(lambda *one: _fits(ctx, *one), wanted, rest))


def _fits(ctx: Context, kind: str, node: c_ast.Node) -> bool:
    """Whether an argument is what a conversion with this length and letter prints."""
    if kind == "s":
        parts = (node.iftrue, node.iffalse) if isinstance(node, c_ast.TernaryOp) else ()
        is_text = isinstance(node, c_ast.Constant) and node.type == "string"
        return is_text or (bool(parts) and all(_fits(ctx, kind, one) for one in parts))
    try:
        ctype = ctx.static_type(node)
    except UnsupportedError:
        return False
    match ctype:
        case IntType():
            length = kind[:-1].strip("h")
            bits = named_type(_LONG[length], ctx.data_model).bits if length in _LONG else INT.bits
            return kind[-1] in "diouxXc" and length != "L" and promote(ctype).bits == bits
        case FloatType(name=name):
            return kind[-1] in "fFeEgGaA" and (name == "long double") == kind.startswith("L")
        case PointerType() | ArrayOf():
            return kind == "p"
        case _:
            return False
