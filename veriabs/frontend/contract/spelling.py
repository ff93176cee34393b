"""Print predicates as text: as a C expression for candidate invariants, and in the parsed form for the claim.

In C, chains become conjunctions and implications disjunctions; numbers follow C, and quantifiers are not expressible.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.syntax import Chain, ClauseNode, Logical

_VALIDITY = re.compile(r"\\(valid\w*|separated|initialized|fresh)|__CPROVER_(is_fresh|r_ok|w_ok|rw_ok)")
_WITHOUT_C = (syntax.At, syntax.ResultTerm, syntax.Quantified, syntax.Let, syntax.Interval, syntax.TypeArgument)
_FORALL, _EXISTS = "\\forall", "\\exists"


def c_text(node: ClauseNode) -> str:
    """The expression in C; ValueError if C cannot express it."""
    match node:
        case syntax.Truth(value):
            return str(int(value))
        case syntax.NullTerm():
            return "0"
        case Chain():
            pairs = [f"({c_text(a)} {sign} {c_text(b)})" for a, b, sign in _pairs(node)]
            return pairs[0] if len(pairs) == 1 else f"({' && '.join(pairs)})"
        case Logical("==>", left, right):
            return f"(!{c_text(left)} || {c_text(right)})"
        case Logical("<==>" | "^^" as operator, left, right):
            return f"(!{c_text(left)} {'==' if operator == '<==>' else '!='} !{c_text(right)})"
        case syntax.CastTerm("integer", operand) | syntax.At(operand, "Here"):
            return c_text(operand)
        case syntax.At(operand, "LoopEntry"):
            return f"__CPROVER_loop_entry({c_text(operand)})"
        case syntax.Application(name) if name.startswith("\\"):
            raise ValueError(f"C has no {name}")
        case _ if isinstance(node, _WITHOUT_C):
            raise ValueError("C has no expression for this clause")
        case _:
            return _in_parentheses(node, c_text)


def _pairs(chain: Chain) -> list[tuple[ClauseNode, ClauseNode, str]]:
    return list(zip(chain.operands, chain.operands[1:], chain.operators, strict=False))


def explicit(node: ClauseNode) -> str:
    """The predicate with every operation in parentheses, so that a reader sees how it was read."""
    return _in_parentheses(node, explicit)


def _in_parentheses(node: ClauseNode, spell: Callable[[ClauseNode], str]) -> str:
    """A node with its operator, in parentheses; `spell` prints the operands."""
    match node:
        case syntax.Name(name):
            return name
        case syntax.Number(text):
            return text
        case syntax.ResultTerm():
            return "\\result"
        case syntax.UnaryTerm(operator, operand):
            return f"({operator}{spell(operand)})"
        case syntax.BinaryTerm(operator, left, right) | syntax.Logical(operator, left, right):
            return f"({spell(left)} {operator} {spell(right)})"
        case syntax.Chain(operands, operators):
            rest = (f" {operator} {spell(one)}" for operator, one in zip(operators, operands[1:], strict=True))
            return f"({spell(operands[0])}{''.join(rest)})"
        case syntax.ConditionalTerm(test, yes, no):
            return f"({spell(test)} ? {spell(yes)} : {spell(no)})"
        case syntax.Quantified(universal, binders, body):
            bound = ", ".join(f"{ctype} {name}" for ctype, name in binders)
            return f"({_FORALL if universal else _EXISTS} {bound}; {spell(body)})"
        case syntax.At(operand, label):
            return f"\\at({spell(operand)}, {label})"
        case syntax.Index(base, index):
            return f"{spell(base)}[{spell(index)}]"
        case syntax.MemberTerm(base, name, arrow):
            return f"{spell(base)}{'->' if arrow else '.'}{name}"
        case syntax.CastTerm(ctype, operand):
            return f"(({ctype}){spell(operand)})"
        case syntax.Application(name, arguments):
            return f"{name}({', '.join(map(spell, arguments))})"
        case syntax.Interval(lower, upper):
            return f"({spell(lower) if lower else ''} .. {spell(upper) if upper else ''})"
        case syntax.SizeOf(ctype, operand):
            return f"sizeof({spell(operand) if operand else ctype})"
        case syntax.Truth(value):
            return "\\true" if value else "\\false"
        case syntax.NullTerm():
            return "\\null"
        case syntax.Let(name, term, inner):
            return f"(\\let {name} = {spell(term)}; {spell(inner)})"
        case syntax.TypeArgument(ctype):
            return ctype
        case _:
            raise AssertionError(node)


_WORDS = {"const": "", "volatile": "", "boolean": "_Bool", "bool": "_Bool"}


def plain_type(ctype: str) -> str:
    """The words of a type without qualifiers."""
    return " ".join(word for word in (_WORDS.get(word, word) for word in ctype.split()) if word)


def outline(node: ClauseNode) -> str:
    """The predicate in the form that two parsers are compared in (`validation/contract_crosscheck.py`)."""
    match node:
        case Chain():
            pairs = [f"({outline(a)} {sign} {outline(b)})" for a, b, sign in _pairs(node)]
            whole = pairs[0]
            for pair in pairs[1:]:
                whole = f"({whole} && {pair})"
            return whole
        case syntax.CastTerm(ctype, operand):
            return f"(({plain_type(ctype)}){outline(operand)})"
        case syntax.SizeOf(ctype, operand):
            return f"sizeof({plain_type(ctype) if operand is None else outline(operand)})"
        case syntax.At(operand, label):
            return f"{'old' if label in ('Pre', 'Old') else 'here'}({outline(operand)})"
        case syntax.Quantified(universal, binders, body):
            bound = ", ".join(f"{plain_type(ctype)} {name}" for ctype, name in binders)
            return f"({'forall' if universal else 'exists'} {bound}; {outline(body)})"
        case syntax.Let(name, term, body):
            return f"(let {name} = {outline(term)}; {outline(body)})"
        case syntax.Application(name, _) if _VALIDITY.fullmatch(name):
            return "valid"
        case syntax.Interval():
            return explicit(node)
        case _:
            return _in_parentheses(node, outline)
