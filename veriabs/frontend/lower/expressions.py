"""Lower expressions: pure ones become core expressions, side effects are added to those of the statement.

    y = a[i++] + 1;          t = i; i = i + 1; y = a[t] + 1;
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Conditional, Const, Expr, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.statements import Assign, If, Stmt
from veriabs.core.types import BOOL, FloatType, IntType
from veriabs.core.typing_rules import common_type, convert, fold_binary, fold_unary, promote, type_of
from veriabs.frontend.dialect import c_text
from veriabs.frontend.lower import (
    assignments,
    checks,
    comparisons,
    conversions,
    declarations,
    indirect,
    lifetimes,
    memory,
    nulls,
    pointers,
    statement_expressions,
    unions,
    views,
    words,
)
from veriabs.frontend.lower.block_rewriting import branch
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.evaluation_order import join
from veriabs.frontend.lower.places import (
    NOTHING,
    Allocation,
    Nothing,
    Place,
    PointerValue,
    PointerVariable,
    Reference,
    StringLiteral,
    UnknownPointer,
    Value,
    value_exprs,
)
from veriabs.frontend.typed import literals
from veriabs.frontend.typed.declarators import read_type
from veriabs.frontend.typed.types import VOID, Address, PointerType, is_scalar


def value(ctx: Context, node: c_ast.Node, effects: SideEffects) -> Value:
    """The value of an expression; its side effects go into `effects`."""
    first = len(ctx.pointer_uses)
    result = _value(ctx, node, effects)
    effects.cover(first, len(ctx.pointer_uses))
    ctx.readings.setdefault(id(node), (node, result))
    return result


def _value(ctx: Context, node: c_ast.Node, effects: SideEffects) -> Value:
    match node:
        case c_ast.Constant():
            return _constant(ctx, node)
        case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef():
            return load(ctx, lvalue(ctx, node, effects), node)
        case c_ast.UnaryOp():
            return _unary(ctx, node, effects)
        case c_ast.BinaryOp():
            return _binary(ctx, node, effects)
        case c_ast.Assignment():
            return assignments.assignment(ctx, node, effects)
        case c_ast.FuncCall():
            return ctx.hooks.call(ctx, node, effects)
        case c_ast.TernaryOp():
            return _ternary(ctx, node, effects)
        case c_ast.Cast():
            return _cast(ctx, node, effects)
        case c_ast.ExprList():
            return _comma(ctx, node, effects)
        case c_ast.CompoundLiteral():
            return load(ctx, declarations.literal(ctx, node, effects), node)
        case c_ast.Compound():
            return statement_expressions.value(ctx, node, effects)
        case _:
            raise ctx.unsupported(node, f"the expression {c_text(node)}")


def scalar(ctx: Context, node: c_ast.Node, effects: SideEffects) -> Expr:
    """The value of an expression of arithmetic type."""
    result = value(ctx, node, effects)
    if not isinstance(result, Expr):
        raise ctx.unsupported(node, "pointer, struct or void value where a number is needed")
    return result


def condition(ctx: Context, node: c_ast.Node, effects: SideEffects) -> Expr:
    """The value of an expression that is only compared with zero."""
    result = value(ctx, node, effects)
    if isinstance(result, Expr):
        return conversions.simplify_condition(ctx, result)
    pointer = pointers.decay(ctx, result, node)
    if pointer is None:
        raise ctx.unsupported(node, "condition on a struct or void value")
    return nulls.truth(ctx, lifetimes.assert_set(ctx, pointer, effects, node), node)


def lvalue(ctx: Context, node: c_ast.Node, effects: SideEffects) -> Place | PointerVariable | Const:
    """The place that an expression designates; for a named constant its value."""
    match node:
        case c_ast.ID():
            return _identifier(ctx, node)
        case c_ast.ArrayRef():
            return _place(ctx, _array_reference(ctx, node, effects), node)
        case c_ast.StructRef():
            return _place(ctx, _member(ctx, node, effects), node)
        case c_ast.UnaryOp(op="*"):
            pointer = value(ctx, node.expr, effects)
            if isinstance(pointer, Const) and indirect.is_address(ctx, pointer):
                return pointer
            pointed = pointers.decay(ctx, pointer, node)
            if isinstance(pointed, Reference):
                return pointed.variable
            lifetimes.check_pointer(ctx, pointed, effects, node)
            return _place(ctx, pointers.follow(ctx, pointed, node, effects), node)
        case c_ast.CompoundLiteral():
            return declarations.literal(ctx, node, effects)
        case c_ast.FuncCall() | c_ast.Assignment() | c_ast.Compound() | c_ast.TernaryOp() | c_ast.ExprList():
            result = value(ctx, node, effects)
            if isinstance(result, Place):
                return result
            raise ctx.unsupported(node, "assignment to an expression that is not an object")
        case _:
            raise ctx.unsupported(node, f"access to an object through {c_text(node)}")


def load(ctx: Context, target: Place | PointerVariable | Const, node: c_ast.Node) -> Value:
    """The value of a place: an expression, a pointer, or the place itself for arrays and structs."""
    match target:
        case Const():
            return target
        case PointerVariable():
            return pointers.read(ctx, target, node)
        case Place(type=ctype) if is_scalar(ctype):
            return memory.value(ctx, target, node)
        case Place():
            memory.check_alive(ctx, target, node)
            return target


def _place(ctx: Context, place: Place, node: c_ast.Node) -> Place | PointerVariable:
    return memory.pointer_member(ctx, place, node) if isinstance(place.type, PointerType) else place


def _identifier(ctx: Context, node: c_ast.ID) -> Place | PointerVariable | Const:
    entity = ctx.scope.entity(node.name)
    if isinstance(entity, Place | PointerVariable | Const):
        return entity
    if isinstance(entity, UnsupportedError):
        raise entity
    function = indirect.function_address(ctx, node)
    if function is not None:
        return function
    if node.name in ctx.functions or node.name in ctx.prototypes:
        raise ctx.unsupported(node, f"function {node.name} used as a value")
    raise ctx.unsupported(node, f"{node.name} is not declared")


def _array_reference(ctx: Context, node: c_ast.ArrayRef, effects: SideEffects) -> Place:
    left, right = SideEffects(), SideEffects()
    base, index = value(ctx, node.name, left), value(ctx, node.subscript, right)
    if isinstance(base, Expr) and not isinstance(index, Expr):
        base, index = index, base
    if not isinstance(index, Expr) or not isinstance(type_of(index, ctx.data_model), IntType):
        raise ctx.unsupported(node, "subscript that is not an integer")
    join(ctx, effects, ((left, value_exprs(base)), (right, (index,))), node)
    lifetimes.check_pointer(ctx, base, effects, node)
    return pointers.subscript(ctx, base, index, node, effects)


def _member(ctx: Context, node: c_ast.StructRef, effects: SideEffects) -> Place:
    if node.type == "->":
        pointer = pointers.decay(ctx, value(ctx, node.name, effects), node)
        lifetimes.check_pointer(ctx, pointer, effects, node)
        whole = pointers.follow(ctx, pointer, node, effects)
    else:
        designated = lvalue(ctx, node.name, effects)
        if not isinstance(designated, Place):
            raise ctx.unsupported(node, "member of an expression that is not a struct")
        whole = designated
    return memory.member(ctx, whole, node.field.name, node)


def _constant(ctx: Context, node: c_ast.Constant) -> Value:
    if node.type == "string":
        characters = literals.string(node.value)
        if characters is None:
            raise ctx.unsupported(node, "wide string")
        return StringLiteral(characters, ctx.where(node))
    is_character = node.type == "char" or node.value.startswith("'")  # pycparser types multi-character constants as int
    result = literals.character(node.value) if is_character else literals.number(node.value, ctx.data_model)
    if result is None:
        raise ctx.unsupported(node, f"constant {node.value}")
    return result


# ----------------------------------------------------------------------------------------------------------- operators


def _unary(ctx: Context, node: c_ast.UnaryOp, effects: SideEffects) -> Value:
    match node.op:
        case "++" | "--" | "p++" | "p--":
            return assignments.step(ctx, node, effects)
        case "*":
            target = lvalue(ctx, node, effects)
            return target if isinstance(target, Expr) else load(ctx, target, node)
        case "&":
            return address(ctx, node, effects)
        case "sizeof":
            return declarations.size_of_operand(ctx, node.expr, ctx.where(node))
        case "!":
            return conversions.negation(ctx, condition(ctx, node.expr, effects))
        case "+":
            operand = scalar(ctx, node.expr, effects)
            return convert(operand, promote(type_of(operand, ctx.data_model)), ctx.data_model)
        case "-" | "~":
            return fold_unary(node.op, scalar(ctx, node.expr, effects), ctx.data_model, ctx.where(node))
        case _:
            raise ctx.unsupported(node, f"operator {node.op}")


def address(ctx: Context, node: c_ast.Node, effects: SideEffects) -> PointerValue | UnknownPointer | Reference | Const:
    """`&object`; a pointer to an element of an inner array refers to that row (C11 6.5.6)."""
    place = lvalue(ctx, node.expr, effects)
    if isinstance(place, PointerVariable) and not isinstance(place.target, PointerType):
        return Reference(place)
    if isinstance(place, Const) and indirect.is_address(ctx, place):
        return place
    if not isinstance(place, Place):
        raise ctx.unsupported(node, "address of a pointer to a pointer, or of a constant")
    memory.check_alive(ctx, place, node)
    if place.storage.view is not None:
        return views.pointer(ctx, place, place.type)
    if unions.in_union(place):
        raise ctx.unsupported(node, "address of a member of a union")
    if place.words:
        cell = memory.lvalue(ctx, words.parts(ctx, place)[0], node).type
        return PointerValue(replace(place, type=cell, words=0), place.type)
    return PointerValue(place, place.type)


def _binary(ctx: Context, node: c_ast.BinaryOp, effects: SideEffects) -> Value:
    if node.op in ("&&", "||"):
        return _short_circuit(ctx, node, effects)
    left, right = SideEffects(), SideEffects()
    one, two = value(ctx, node.left, left), value(ctx, node.right, right)
    join(ctx, effects, ((left, value_exprs(one)), (right, value_exprs(two))), node)
    return combine(ctx, node.op, one, two, node, effects)


def combine(ctx: Context, op: str, left: Value, right: Value, node: c_ast.Node, effects: SideEffects) -> Value:
    """`left op right` for numbers and pointers."""
    left, right = indirect.function_operands(ctx, left, right, node)
    if isinstance(left, Expr) and isinstance(right, Expr):
        checks.assume_distance(ctx, op, left, right, node)
        return arithmetic(ctx, op, left, right, node)
    if op in COMPARISONS:
        return comparisons.compare(ctx, op, left, right, node, effects)
    if op == "+" and isinstance(left, Expr):
        left, right = right, left
    one = pointers.decay(ctx, left, node)
    if isinstance(one, PointerValue | UnknownPointer) and op in ("+", "-"):
        if isinstance(right, Expr):
            return pointers.moved(ctx, one, op, right, node)
        two = pointers.decay(ctx, right, node)
        if op == "-" and isinstance(one, PointerValue) and isinstance(two, PointerValue):
            return comparisons.subtract(ctx, one, two, node, effects)
    raise ctx.unsupported(node, f"operator {op} on a pointer or struct")


def arithmetic(ctx: Context, op: str, left: Expr, right: Expr, node: c_ast.Node) -> Expr:
    """`left op right` for numbers, by C's conversions."""
    if op not in ("==", "!=") and (indirect.is_address(ctx, left) or indirect.is_address(ctx, right)):
        raise ctx.unsupported(node, f"operator {op} on a function pointer")
    if op in ("%", "<<", ">>", "&", "|", "^") and any(
        isinstance(type_of(side, ctx.data_model), FloatType) for side in (left, right)
    ):
        raise ctx.unsupported(node, f"operator {op} on a floating value")
    return fold_binary(op, left, right, ctx.data_model, ctx.where(node))


def _short_circuit(ctx: Context, node: c_ast.BinaryOp, effects: SideEffects) -> Expr:
    """`&&` and `||`; the right operand's side effects happen only if it is evaluated."""
    left, right = SideEffects(), SideEffects()
    one = condition(ctx, node.left, left)
    with ctx.inside():
        two = condition(ctx, node.right, right)
    if isinstance(one, Const) and left.quiet:
        if bool(one.value) == (node.op == "||"):
            return ctree.integer(int(bool(one.value)))
        effects.absorb(right)
        return conversions.truth_value(two)
    if right.quiet and not left.after:
        effects.before += left.before
        return conversions.logical(ctx, node.op, one, two)
    where = ctx.where(node)
    effects.before += left.before
    if isinstance(one, Var) and one.name in ctx.truths:
        result = one  # a chain of && or || reuses the variable of its left part
    else:
        result = ctx.temporary("test", BOOL, where)
        ctx.truths.add(result.name)
        effects.before.append(Assign(result, conversions.truth_value(one), where))
    effects.before += left.after
    evaluated = (*right.before, Assign(result, conversions.truth_value(two), where), *right.after)
    test = result if node.op == "&&" else ctree.negate(result)
    effects.before.append(If(test, evaluated, (), where))
    return result


def _ternary(ctx: Context, node: c_ast.TernaryOp, effects: SideEffects) -> Value:
    test_frame, then_frame, other_frame = SideEffects(), SideEffects(), SideEffects()
    test = condition(ctx, node.cond, test_frame)
    if isinstance(test, Const) and test_frame.quiet:
        return _choose_known_operand(ctx, node, bool(test.value), effects)
    with ctx.inside():
        then = value(ctx, node.iftrue, then_frame)
        other = value(ctx, node.iffalse, other_frame)
    effects.before += test_frame.before
    where = ctx.where(node)
    if isinstance(then, Nothing) or isinstance(other, Nothing):
        first = tuple(test_frame.after)
        done = [first + tuple(part.flush()) for part in (then_frame, other_frame)]
        effects.before += branch(test, done[0], done[1], where, ctx.data_model)
        return NOTHING
    then, other = indirect.function_operands(ctx, then, other, node)
    if not isinstance(then, Expr) or not isinstance(other, Expr):
        quiet = then_frame.quiet and other_frame.quiet and not test_frame.after
        if not quiet or isinstance(then, Allocation) or isinstance(other, Allocation):
            both = (then, then_frame), (other, other_frame)
            return comparisons.choose_with_effects(ctx, node, test, test_frame, both, effects)
        return comparisons.choose(ctx, test, then, other, node)
    ctype = type_of(then, ctx.data_model)
    if not isinstance(ctype, Address):
        ctype = common_type(ctype, type_of(other, ctx.data_model), ctx.data_model)
    if then_frame.quiet and other_frame.quiet and not test_frame.after:
        return Conditional(test, then, other)
    result = ctx.temporary("choice", ctype, where)
    branches = [
        (*test_frame.after, *part.before, Assign(result, expr, where), *part.after)
        for part, expr in ((then_frame, then), (other_frame, other))
    ]
    effects.before.append(If(test, branches[0], branches[1], where))
    return result


def _choose_known_operand(ctx: Context, node: c_ast.TernaryOp, holds: bool, effects: SideEffects) -> Value:
    """The chosen operand, in the common type of both operands (trap a18)."""
    chosen = value(ctx, node.iftrue if holds else node.iffalse, effects)
    if not isinstance(chosen, Expr):
        return pointers.decay(ctx, chosen, node) or chosen
    other = ctx.static_type(node.iffalse if holds else node.iftrue)
    if not isinstance(other, IntType | FloatType):
        return chosen
    ctype = common_type(type_of(chosen, ctx.data_model), other, ctx.data_model)
    return convert(chosen, ctype, ctx.data_model, ctx.where(node))


def _cast(ctx: Context, node: c_ast.Cast, effects: SideEffects) -> Value:
    result = value(ctx, node.expr, effects)
    ctype = read_type(ctx, node.to_type)
    effects.before += checks.evaluate(ctx, value_exprs(result), ctx.where(node), used=False) if ctype == VOID else []
    return conversions.cast(ctx, result, ctype, node, effects)


def _comma(ctx: Context, node: c_ast.ExprList, effects: SideEffects) -> Value:
    """`a, b`: all effects of a happen before b."""
    is_discarded = ctx.discarded is node
    for expr in node.exprs[:-1]:
        effects.before += evaluate_effects(ctx, expr)
    last = SideEffects()
    if is_discarded:
        ctx.discarded = node.exprs[-1]
    result = value(ctx, node.exprs[-1], last)
    effects.absorb(last)
    return result


def evaluate_effects(ctx: Context, node: c_ast.Node) -> list[Stmt]:
    """The effects of an expression whose value is unused."""
    effects, ctx.discarded = SideEffects(), node
    result = value(ctx, node, effects)
    if isinstance(result, Allocation):
        lifetimes.refuse_lost(ctx, node)
    effects.before += checks.evaluate(ctx, value_exprs(result), ctx.where(node), used=False)
    return effects.flush()
