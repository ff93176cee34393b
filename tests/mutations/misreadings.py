# ruff: noqa: E501  (a fault a line)
"""One fault for each rule of the front end and of slicing, and the program whose validation has to notice it.

The programs lie in `translations/`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

from switches import Lab, Switch, instead, rewritten

from veriabs.core import evaluate
from veriabs.core.operators import OPPOSITE
from veriabs.frontend.lower import libc, strings

LOWER = "veriabs.frontend.lower"
TYPED = "veriabs.frontend.typed"
TYPING = "veriabs.core.typing_rules"
EVALUATE = "veriabs.core.evaluate"
SLICING = "veriabs.frontend.slicing"
TAIL = "veriabs.frontend"


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that is broken; `part` says that a slice of the program shows it, not the program itself."""

    name: str
    switch: Switch
    program: str
    part: bool = False


def changed(target: str, old: str, new: str, where: str = LOWER) -> Switch:
    return rewritten(f"{where}.{target}", (old, new))


def typing(target: str, old: str, new: str) -> Switch:
    return changed(target, old, new, TYPING)


def handler(name: str, old: str, new: str) -> Switch:
    """A library function with other words in the source text of its reading."""

    def apply(lab: Lab) -> None:
        home = strings if name in strings.HANDLERS else libc
        original: Callable[..., object] = home.HANDLERS[name]
        rewritten(f"{home.__name__}.{original.__name__}", (old, new))(lab)
        lab.patch.setitem(home.HANDLERS, name, getattr(home, original.__name__))

    return apply


CONVERSIONS = (
    Fault("no integer promotion", typing("promote", '< _RANKS["int"]', "< 0"), "conversions"),
    Fault("int wins over unsigned", typing("_common_integer", "low if not low.signed", "low if low.signed"), "conversions"),
    Fault("unsigned wins over long", typing("_common_integer", "high.bits > low.bits", "high.bits > 99"), "conversions"),
    Fault("shift without promotion", typing("type_of", "return promote(type_of(left, data_model))", "return type_of(left, data_model)"), "conversions"),
    Fault("unary without promotion", typing("type_of", "return promote(type_of(operand, data_model))", "return type_of(operand, data_model)"), "conversions"),
    Fault("choice has the type of its first operand", typing("type_of", "common_type(type_of(then, data_model), type_of(orelse, data_model), data_model)", "type_of(then, data_model)"), "conversions"),
    Fault("casts are dropped", typing("convert", "return Cast(ctype, expr, at)", "return expr"), "conversions"),
    Fault("constant truth value is the lowest bit", changed("wrap", 'int(value != 0)', 'value & 1', EVALUATE), "constants"),
    Fault("constants are not signed", changed("wrap", 'return value - (1 << ctype.bits) if value > ctype.highest else value', 'return value', EVALUATE), "constants"),
    Fault("constants are not converted", typing("fold_binary", "converted(left.value, common)", "left.value"), "constants"),
    Fault("division rounds down", changed("truncated", 'quotient if (left < 0) == (right < 0) else -quotient', 'left // right', EVALUATE), "constants"),
    Fault("shifts of constants are swapped", instead(f"{EVALUATE}._EXACT", {**evaluate._EXACT, "<<": evaluate._EXACT[">>"]}), "constants"),
    Fault("complement is negation", changed("unary", 'wrap(~value, ctype)', 'wrap(-value, ctype)', EVALUATE), "constants"),
    Fault("negation is identity", changed("unary", 'int(not value)', 'int(bool(value))', EVALUATE), "constants"),
    Fault("less includes equal", instead(f"{EVALUATE}.COMPARE", {**evaluate.COMPARE, ">": operator.ge}), "equalities"),
    Fault("known choice in the type of one operand", changed("expressions._choose_known_operand", "return convert(chosen, ctype, ctx.data_model, ctx.where(node))", "return chosen"), "conversions"),
    Fault("size of struct without padding", changed("types._record_layout", "-(-bits // (8 * alignment)) * alignment", "-(-bits // 8)", TYPED), "constants"),
    Fault("sizes of numbers", changed("types._scalar_layout", "ctype.bits // 8", "ctype.bits // 16 + 1", TYPED), "constants"),
    Fault("truth of an operand is its value", changed("conversions.truth_value", 'return Binary("!=", expr, ctree.FALSE)', "return expr"), "effects"),
    Fault("known operand decides the other way", changed("conversions.logical", 'bool(right.value) == (op == "&&")', 'bool(right.value) != (op == "&&")'), "effects"),
)  # fmt: skip

LITERALS = (
    Fault("hexadecimal is never unsigned", changed("literals._candidates", "(unsigned and decimal and", "(unsigned and", TYPED), "constants"),
    Fault("decimal may be unsigned", changed("literals._candidates", "(unsigned and decimal and", "(False and", TYPED), "constants"),
    Fault("octal is decimal", changed("literals._integer", "10 if decimal else 8", "10", TYPED), "constants"),
    Fault("characters are unsigned", changed("literals._codes", "[wrap(code, CHAR) for code in codes]", "codes", TYPED), "constants"),
    Fault("hexadecimal escape is octal", changed("literals._codes", "int(hexadecimal, 16)", "int(hexadecimal, 8)", TYPED), "constants"),
    Fault("escapes are letters", changed("literals._codes", "_SIMPLE[simple]", "ord(simple)", TYPED), "constants"),
    Fault("strings without a final zero", changed("literals.string", "for code in part), 0)", "for code in part),)", TYPED), "constants"),
    Fault("hexadecimal floating is decimal", changed("literals._floating", "float.fromhex(digits)", "float(1)", TYPED), "constants"),
    Fault("enumerators do not count", changed("declarators._next_enumerator", 'fold_binary("+", value, _ONE, ctx.data_model)', "value", TYPED), "constants"),
)  # fmt: skip

DECLARATIONS = (
    Fault("listed object is open elsewhere", changed("declarations._variable", "Initial.ZERO if listed", "Initial.NONDET if listed"), "objects"),
    Fault("array designator is ignored", changed("braces.elements", "return range(first, last + 1)", "return range(first + 1, last + 2) if first else range(first, last + 1)", TYPED), "objects"),
    Fault("member designator is ignored", changed("initialisers._initialise_struct", "position, value = names.index(item.name[0].name), item.expr", "value = item.expr"), "objects"),
    Fault("text is moved by one", changed("initialisers._initialise_text", "enumerate((*characters[", "enumerate((*characters[1:][")  , "objects"),
    Fault("static object is new for each call", changed("declarations._static", "known = ctx.statics.get(id(node))", "known = None"), "objects"),
    Fault("initialiser of a static object is dropped", changed("declarations.static_object", "if node.init is not None:\n            initialise", "if False:\n            initialise"), "objects"),
    Fault("uninitialised object of a loop keeps its value", changed("declarations._variable", "elif ctx.loops and", "elif False and"), "open_in_loop"),
    Fault("inner braces are not completed", changed("braces._Items.taken", "_list(taken, ", "_list(taken[::-1] if path else taken, ", TYPED), "regions"),
    Fault("item behind a designator of an inner part is the next outer one", changed("braces._Items._continues", "return not way or", "return (not way and len(path) != 1) or", TYPED), "inner_designators"),
    Fault("objects of a region share a number", changed("regions.declare", "region.used += 1", "region.used += 0"), "regions"),
    Fault("objects that loops make are those that have a name", changed("regions.next_object", "region.size - SUMMARY_SIZE", "0"), "regions"),
    Fault("block has no scope", changed("statements.block", "with ctx.nested_scope(), ", "with "), "objects"),
    Fault("function sees the scope of its caller", changed("calls._inline", "with ctx.nested_scope(ctx.global_scope):", "with ctx.nested_scope(outer):"), "objects"),
    Fault("struct copy misses a field", changed("copies.copy", "cells.for_each_scalar(ctx, one, node, target, source)", "cells.for_each_scalar(ctx, one, node, target, source)[1:]"), "objects"),
    Fault("other members of a union get the highest byte first", changed("unions._bytes", '"<<" if begin >= offset', '"<<" if begin < offset'), "unions"),
    Fault("members of a struct in a union begin at its start", changed("unions._offset", "at + offset_of(ctype, names.pop(0), ctx.data_model, where), found.type", "at, ctype.field(names.pop(0)).type"), "unions"),
)  # fmt: skip

EXPRESSIONS = (
    Fault("right operand is always evaluated", changed("expressions._short_circuit", "effects.before.append(If(test, evaluated, (), where))", "effects.before += evaluated"), "effects"),
    Fault("or goes on like and", changed("expressions._short_circuit", 'result if node.op == "&&" else ctree.negate(result)', "result"), "effects"),
    Fault("branches of a choice are swapped", changed("expressions._ternary", "If(test, branches[0], branches[1], where)", "If(test, branches[1], branches[0], where)"), "effects"),
    Fault("operands of a choice are swapped", changed("expressions._ternary", "Conditional(test, then, other)", "Conditional(test, other, then)"), "conversions"),
    Fault("comma drops its first operand", changed("expressions._comma", "node.exprs[:-1]", "node.exprs[1:-1]"), "effects"),
    Fault("complement of a variable is negation", changed("expressions._unary", "fold_unary(node.op,", 'fold_unary("-",'), "conversions"),
    Fault("statements of an expression are dropped", changed("statement_expressions.value", "effects.before += ctx.hooks.items(ctx, head)", "ctx.hooks.items(ctx, head)"), "effects"),
    Fault("compound assignments add", changed("assignments._assign_number", "node.op[:-1]", '"+"'), "effects"),
    Fault("assignment has the value of its right side", changed("assignments._assign_number", "seen = place.type", "return value"), "effects"),
    Fault("postfix is prefix", changed("assignments.step", 'if node.op.startswith("p"):', "if False:"), "effects"),
    Fault("decrement is increment", changed("assignments.step", "node.op[-1], ctx.where(node)", '"+", ctx.where(node)'), "effects"),
    Fault("input in the type of its target", changed("assignments._is_input_of_type", "and value.type == ctype", ""), "conversions"),
    Fault("input in another type", changed("primitives._nondet_type", "return declared.returns if", "return named_type('int', ctx.data_model) if"), "conversions"),
)  # fmt: skip

CONTROL = (
    Fault("branches are swapped", changed("statements._conditional", "branch(test, then, other,", "branch(test, other, then,"), "control"),
    Fault("known condition takes the other branch", changed("statements._conditional", "node.iftrue if test.value else node.iffalse", "node.iffalse if test.value else node.iftrue"), "control"),
    Fault("effect of a test is not in the other branch", changed("statements._conditional", "[*effects.after, *nested(ctx, node.iffalse)]", "[*nested(ctx, node.iffalse)]"), "effects"),
    Fault("continue jumps over the test of do", changed("loops.do_loop", "if loop_exits.continues(body) else", "if False else"), "control"),
    Fault("step behind a loop that is left", changed("loops._loop", "and not _contains_leaving_jump(ctx, body)", ""), "control"),
    Fault("exits are negated", changed("loops._exits", "If(opposite(test, ctx.data_model), leave", "If(test, leave"), "effects"),
    Fault("step of a loop is dropped", changed("loops.for_loop", "expressions.evaluate_effects(ctx, node.next)", "[]"), "control"),
    Fault("endless loop is dropped", changed("loops.infinite", "return [Loop(ctree.TRUE, tuple(tidy(body)), update, where, path=path)]", "return []"), "control"),
    Fault("opposite of less is greater", instead(f"{LOWER}.block_rewriting.OPPOSITE", {**OPPOSITE, "<": ">"}), "control"),
    Fault("failure on the other outcome", changed("block_rewriting.branch", "replace(failure, test=opposite(test, data_model))", "replace(failure, test=test)"), "control"),
    Fault("nothing behind a failure", changed("block_rewriting.branch", "[replace(failure, test=opposite(test, data_model)), *rest]", "[replace(failure, test=opposite(test, data_model))]"), "failing"),
    Fault("empty branch is taken", changed("block_rewriting.branch", "If(opposite(test, data_model), rest, (), where, path, negated=True)", "If(test, rest, (), where, path)"), "control"),
    Fault("one branch that ends ends all", changed("block_rewriting.never_passes", "never_passes(then[-1]) and never_passes(orelse[-1])", "(never_passes(then[-1]) or never_passes(orelse[-1]))"), "control"),
    Fault("nothing behind an early return", changed("block_rewriting._return_in_branch", "_replace_returns(other + rest, flag)", "_replace_returns(other, flag)"), "control"),
    Fault("no break behind a return", changed("block_rewriting._return_in_loop", "return (stmt, Break(stmt.where))", "return (stmt,)"), "control"),
    Fault("what follows a loop runs after a return", changed("block_rewriting._replace_returns", "_return_in_loop(stmt, flag), *guarded]", "_return_in_loop(stmt, flag), *after]"), "control"),
    Fault("argument is read late", changed("block_rewriting.replace_value", "name in written or ctree.names(assign.value) & written", "name in written"), "objects"),
    Fault("argument is not converted", changed("block_rewriting.replace_value", "convert(assign.value, assign.target.type, data_model)", "assign.value"), "objects"),
    Fault("result is not converted", changed("calls._result_of", "return convert(direct, result.type, ctx.data_model)", "return direct"), "objects"),
    Fault("default is dropped", changed("switches._chain", "next((body for labels, body in groups if None in labels), [])", "[]"), "control"),
    Fault("second label is dropped", changed("switches._matches", "for other in tests[1:]:", "for other in ():"), "control"),
    Fault("assertion is dropped", changed("primitives.assertion", "Assert(test, 0, ctx.where(node), path=ctx.path(node)), ", ""), "failing"),
    Fault("call that only fails is dropped", changed("calls._report_call_place", "return [*given, replace(only, where=where)]", "return []"), "control"),
)  # fmt: skip

TAIL_CALLS = (
    Fault("arguments are set one by one", changed("tail_calls._Tail._is_needed", "return any(", "return False and any(", TAIL), "tail_calls"),
    Fault("calls share a parameter with an address", changed("tail_calls._are_private", "if name in names", "if False", TAIL), "tail_calls"),
    Fault("calls share an array", changed("tail_calls._are_private", "if name in arrays and id(node) not in subscripted", "if False", TAIL), "tail_calls"),
    Fault("calls share an element", changed("tail_calls._are_private", "c_ast.ArrayRef(name=c_ast.ID(name=name))) if name in arrays", "c_ast.ArrayRef(name=c_ast.ID(name=name))) if False", TAIL), "tail_calls"),
    Fault("calls share a literal", changed("tail_calls._are_private", "case c_ast.CompoundLiteral()", "case c_ast.Pragma()", TAIL), "tail_calls"),
    Fault("parameter that is hidden", instead(f"{TAIL}.tail_calls._is_hidden", lambda function, parameters: False), "tail_calls"),
    Fault("call in a choice of type double", changed("tail_calls._splits", "((c_ast.TernaryOp,) if whole", "((c_ast.TernaryOp,) if True", TAIL), "tail_calls"),
    Fault("truth of a call is its value", changed("tail_calls._splits", "((c_ast.BinaryOp,) if truth", "((c_ast.BinaryOp,) if True", TAIL), "tail_calls"),
    Fault("what follows a call is dropped", changed("tail_calls._Tail._items", "[_is_bare_return(item) for item", "[True for item", TAIL), "tail_calls"),
    Fault("total begins with zero", instead(f"{TAIL}.tail_calls._NOTHING", dict.fromkeys("+*|^&", 0)), "tail_totals"),
    Fault("total of what has an order", instead(f"{TAIL}.tail_calls._NOTHING", dict.fromkeys("+-", 0)), "tail_totals"),
    Fault("total of fractions", changed("tail_calls._as_loop", "if totals and c_ast.TernaryOp in tail.splits", "if totals", TAIL), "tail_totals"),
    Fault("total without the last value", changed("tail_calls.Total.returned", "self._add_to_total(value)", "c_ast.ID(self.variable, value.coord)", TAIL), "tail_totals"),
    Fault("argument that seems to be the parameter", changed("tail_calls._Tail._changed_arguments", "one.name == self.parameters[at])", "True)", TAIL), "tail_calls"),
)  # fmt: skip

POINTERS = (
    Fault("pointers move upwards only", changed("pointers._move_place", "return fold_sums(ctx, op, last, amount)", 'return fold_sums(ctx, "+", last, amount)'), "objects"),
    Fault("order of pointers", changed("comparisons.compare", "_offsets(ctx, one, two) if", "_offsets(ctx, two, one) if"), "objects"),
    Fault("difference of pointers", changed("comparisons.subtract", "fold_sums(ctx, \"-\", one, two)", "fold_sums(ctx, \"-\", two, one)"), "objects"),
    Fault("pointer does not move", changed("pointers._set_offset", "out.append(Assign(own, index, ctx.where(node)))", "pass"), "objects"),
)  # fmt: skip

LIBRARY = (
    Fault("first element is left out", changed("cells.count_up", "Assign(index, Const(0, index.type), where)", "Assign(index, Const(1, index.type), where)"), "library"),
    Fault("last element is left out", changed("cells.count_up", 'Binary("<", index, count)', 'Binary("<", Binary("+", index, Const(1, index.type)), count)'), "library"),
    Fault("overlapping copy in the other direction", changed("copies.upwards", "steps <= 0", "steps >= 0"), "library"),
    Fault("copy by a distance that is cut off", changed("copies._steps", "inner.bits <= kind.bits", "True"), "library"),
    Fault("copy that is always upwards", changed("copies.upwards", 'fold_binary("<=", ', 'fold_binary("==", '), "library"),
    Fault("length of text", changed("strings._not_zero", '"!="', '"=="'), "library"),
    Fault("copied text has no end", changed("strings._copy_text", "effects.before.append(Assign(target, Const(0, target.type), where))", "pass"), "library"),
    Fault("text is compared as signed", handler("strcmp", '"unsigned char"', '"signed char"'), "library"),
    Fault("copied text is not filled up", handler("strncpy", "Loop(within,", "Loop(ctree.FALSE,"), "library"),
    Fault("calloc is malloc", handler("calloc", "True, ctx.where(node)", "False, ctx.where(node)"), "library"),
    Fault("output drops effects", changed("survey.has_effect", "return any(", "return False and any(", TAIL), "library"),
    Fault("bytes are not set", changed("libc._fill", "words.repeat_byte(ctx, place.type, byte, node)", "Const(0, place.type)"), "library"),
)  # fmt: skip

SLICES = (
    Fault("what is read does not matter", changed("relevance.Relevance._visit", "before |= node.uses", "pass", SLICING), "slices", True),
    Fault("globals do not matter before a call", changed("relevance.Relevance._read_by_call", "needed |= entry & program.shared", "pass", SLICING), "slices", True),
    Fault("what is not kept goes", changed("rewriting.Rewriter._removable", "if here == there != MANY:", "if True:", SLICING), "slices", True),
    Fault("every assignment overwrites all", changed("relevance.Relevance._visit", "before = after & ~node.sets", "before = 0 if node.sets else after", SLICING), "slices", True),
    Fault("nothing matters before a call", changed("relevance.Relevance._calls", "& ~overwritten_variables(program, number, self.overwritten)", "& 0", SLICING), "slices", True),
    Fault("writes of callers' variables are dropped", changed("relevance.Relevance._add_relevant_at_end", "if node.calls or node.writes & new:", "if node.calls:", SLICING), "slices", True),
)  # fmt: skip

FAULTS = (*CONVERSIONS, *LITERALS, *DECLARATIONS, *EXPRESSIONS, *CONTROL, *TAIL_CALLS, *POINTERS, *LIBRARY, *SLICES)
