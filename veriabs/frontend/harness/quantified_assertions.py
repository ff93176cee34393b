"""Translate quantifiers in assertions and assumptions of a program into loops.

    __CPROVER_assert(__CPROVER_forall { unsigned j; (j < n) ==> v[j] <= best }, "all below");
    for (unsigned j = 0; j < n; j++) __CPROVER_assert(v[j] <= best, "all below");

The translation is the same as for clauses of a contract.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterator

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Task, Where
from veriabs.frontend.contract.extraction import place
from veriabs.frontend.contract.predicates import PredicateWriter
from veriabs.frontend.contract.scope import ClauseScope, Variable
from veriabs.frontend.contract.syntax import Notation
from veriabs.frontend.dialect import LITERAL, end_of_argument
from veriabs.frontend.harness.names import FreshNames, file_scope, types_of
from veriabs.frontend.known_functions import ASSUMPTIONS
from veriabs.frontend.parse import parse
from veriabs.frontend.scopes import visible
from veriabs.frontend.survey import ASSERT_FUNCTIONS
from veriabs.frontend.typed.tree import TypedTree, typed

_QUANTIFIER = re.compile(LITERAL + r"|\b(__CPROVER_(?:forall|exists))\b")
_CLAIM = re.compile(LITERAL + rf"|\b({'|'.join(sorted(ASSERT_FUNCTIONS | ASSUMPTIONS))})\s*(?=\()")
_MESSAGE = re.compile(rf",\s*(?:{LITERAL})+\s*$")


class _Claim(Struct, frozen=True):
    """One assertion or assumption with quantifiers, as found in the text from `start` to `end`.

    `called` is the function, such as __CPROVER_assert, with a `condition`, and `message` is the rest of its arguments.
    `name` replaces it in the text while scopes are determined.
    """

    name: str
    start: int
    end: int
    called: str
    condition: str
    message: str
    where: Where


def with_quantifiers(text: str, task: Task) -> str:
    """The text in which assertions and assumptions with quantifiers are loops; UnsupportedError for any other one."""
    if not any(found[1] for found in _QUANTIFIER.finditer(text)):
        return text
    from veriabs.frontend.contract.reader import read_clause  # imported late: brings lark, and few programs need it

    claims = list(_claims(text, task))
    plain = _replace_claims(text, claims, [f"{one.name};" for one in claims])
    if left := next((found for found in _QUANTIFIER.finditer(plain) if found[1]), None):
        where = place(plain, left.start(), task)
        raise UnsupportedError(f"{where}: {left[1]} is only supported in an assertion or assumption")
    tree = parse(plain, task)
    types, names = typed(tree, task.data_model), FreshNames(text)
    scopes = dict(_scopes(tree, {one.name for one in claims}, types))
    written = []
    for one in claims:
        scope = ClauseScope(one.where, Notation.CPROVER, types, scopes.get(one.name, {}))
        node = read_clause(one.condition, Notation.CPROVER, one.where, types_of(tree))
        pattern = f"{one.called}({{}}{one.message});"
        written.append(
            f"{{ {PredicateWriter(names.fresh, pattern.format, one.called in ASSUMPTIONS).statement(node, scope)} }}"
        )
    return _replace_claims(text, claims, [" ".join(one.split()) for one in written])


def _replace_claims(text: str, claims: list[_Claim], statements: list[str]) -> str:
    """The text with other statements in the places of the claims, on as many lines."""
    for one, statement in reversed(list(zip(claims, statements, strict=True))):
        lines = text.count("\n", one.start, one.end)
        text = text[: one.start] + statement + "\n" * lines + text[one.end :]
    return text


def _claims(text: str, task: Task) -> Iterator[_Claim]:
    """The calls that assert or assume something with a quantifier, each a statement of its own."""
    for number, found in enumerate(_CLAIM.finditer(text)):
        if not found[1]:
            continue
        end = end_of_argument(text, found.end() + 1)
        given = text[found.end() + 1 : end - 1]
        behind = re.compile(r"\s*;").match(text, end)
        if behind is None or not any(one[1] for one in _QUANTIFIER.finditer(given)):
            continue
        message = _MESSAGE.search(given)
        condition = given[: message.start()] if message else given
        rest = message[0].replace("{", "{{").replace("}", "}}") if message else ""
        where = place(text, found.start(), task)
        clause = " ".join(re.sub(r"^#[^\n]*$", "", condition, flags=re.MULTILINE).split())
        yield _Claim(f"__veriabs_claim_{number}", found.start(), behind.end(), found[1], clause, rest, where)


def _scopes(tree: c_ast.FileAST, names: set[str], types: TypedTree) -> Iterator[tuple[str, dict[str, Variable]]]:
    """The meaning of names at each claim."""
    known = file_scope(tree, types)
    for node, scope in visible(tree, lambda node: isinstance(node, c_ast.ID) and node.name in names):
        own = ChainMap(*scope.maps[:-1])
        yield node.name, known | {name: Variable(name, types.of(one), local=True) for name, one in own.items()}
