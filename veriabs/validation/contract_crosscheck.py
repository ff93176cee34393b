"""Parse each contract clause of the entry function with a second parser, and compare both results.

The second parser (`clause_trees`) shares no code with the front end's grammar. A clause that it cannot parse is not
compared. A difference can only take a verdict away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from veriabs.core.clauses import ReadClause
from veriabs.core.errors import UnsupportedError
from veriabs.validation.clause_trees import ClauseLanguage, TreeNode, parsed

_UNARY = {"negated": "-", "promoted": "+", "deref": "*", "address": "&", "!": "!", "~": "~"}
_CONSTANTS = {"true": "\\true", "false": "\\false", "null": "\\null", "result": "\\result"}
_OWN = re.compile(r"__veriabs_\d+_")


def read_in_two_ways(clauses: Iterable[ReadClause]) -> str:
    """The first clause that the two parsers read differently, with both readings; empty if there is none."""
    for one in clauses:
        other = _outline(one)
        if other is not None and other != one.outline:
            return f"the clause {one.text!r} of a contract at {one.where} is read as {one.outline} and as {other}"
    return ""


def _outline(clause: ReadClause) -> str | None:
    """The second parser's reading, or None if it cannot parse the clause."""
    if not clause.text:
        return None
    try:
        return _text_of(parsed(clause.text, ClauseLanguage[clause.notation], clause.where))
    except UnsupportedError:
        return None


def _text_of(node: TreeNode) -> str:
    operands = [_text_of(one) for one in node.args] if node.op not in ("forall", "exists", "let") else []
    match node.op:
        case "name" | "number" | "real" | "char":
            return node.text
        case "bound":
            return _OWN.sub("", node.text)
        case "valid":
            return "valid"
        case op if op in _CONSTANTS:
            return _CONSTANTS[op]
        case op if op in _UNARY:
            return f"({_UNARY[op]}{operands[0]})"
        case "-->":
            return f"((~{operands[0]}) | {operands[1]})"
        case "<-->":
            return f"(~({operands[0]} ^ {operands[1]}))"
        case "?:":
            return f"({operands[0]} ? {operands[1]} : {operands[2]})"
        case "index":
            return f"{operands[0]}[{operands[1]}]"
        case "." | "->":
            return f"{operands[0]}{node.op}{node.text}"
        case "cast":
            return f"(({node.text}){operands[0]})"
        case "sizeof":
            return f"sizeof({operands[0] if operands else node.text})"
        case "old" | "here":
            return f"{node.op}({operands[0]})"
        case "call":
            return f"{node.text}({', '.join(operands)})"
        case "forall" | "exists":
            *names, body = node.args
            bound = ", ".join(f"{one.op} {_OWN.sub('', one.text)}" for one in names)
            return f"({node.op} {bound}; {_text_of(body)})"
        case "let":
            value, body = node.args
            return f"(let {_OWN.sub('', node.text)} = {_text_of(value)}; {_text_of(body)})"
        case op:
            return f"({operands[0]} {op} {operands[1]})"
